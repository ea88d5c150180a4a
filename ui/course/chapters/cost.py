"""What tokens cost: languages, and the size of the vocabulary."""

from bpe_engine import BPETokenizer, load_pretrained
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Exercise, Facts, Option, Table, Way
from ui.course.counted import play_encoding, row
from ui.i18n import N_, decimal, number, percent
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile
from ui.size.measured import TEXT, WIDTHS, Measured, measured, parameters
from ui.stumble.answers import language_costs
from ui.stumble.topics import LANGUAGE

WIDTH = WIDTHS["GPT-2"]
WORD = {"en": "Thank you", "my": "ကျေးဇူးတင်ပါတယ်"}


def _sizes(text: str) -> list[Measured]:
    gpt2 = load_pretrained("gpt2")
    assert isinstance(gpt2, BPETokenizer)
    return measured(gpt2, text)


def _facts() -> Facts:
    costs = language_costs()
    burmese = costs[costs["code"] == LANGUAGE].iloc[0]
    english = costs[costs["code"] == "eng"].iloc[0]
    found = {row.size: row for row in _sizes(TEXT)}
    gpt2 = load_pretrained("gpt2")
    small, large = found[1024], found[max(found)]
    used = len({*gpt2.encode(TEXT)})
    half = found[max(size for size in found if size < max(found) * 0.9)]
    relative = float(burmese["gpt2_relative"])
    return {
        "language": burmese["language"],
        "english": number(int(english["gpt2"])),
        "burmese": number(int(burmese["gpt2"])),
        "times": decimal(relative, 1),
        "twice": decimal(2, 0),
        "third": decimal(relative / 3, 0),
        "rounded": decimal(relative, 0),
        "newer": decimal(float(burmese["o200k_base_relative"]), 1),
        "bytes": decimal(burmese["bytes"] / burmese["characters"], 1),
        "english_bytes": decimal(english["bytes"] / english["characters"], 1),
        "small": number(small.size),
        "small_tokens": number(small.tokens),
        "large": number(large.size),
        "large_tokens": number(large.tokens),
        "half": number(half.size),
        "half_tokens": number(half.tokens),
        "used": number(used),
        "unused": percent(1 - used / gpt2.vocab_size, 1),
        "size": number(gpt2.vocab_size),
        "width": number(WIDTH),
        "parameters": number(parameters(gpt2.vocab_size, WIDTH)),
        "right": 2,
        "answer": str(parameters(gpt2.vocab_size, WIDTH)),
    }


def _rows() -> tuple[TokenRow, ...]:
    gpt2 = load_pretrained("gpt2")
    return (
        row(_("GPT-2, “Thank you” in English"), gpt2, gpt2.encode(WORD["en"])),
        row(_("GPT-2, “Thank you” in Burmese"), gpt2, gpt2.encode(WORD["my"])),
    )


def _play(labels: Labels) -> LessonFile:
    return play_encoding(load_pretrained("gpt2"), WORD["en"], labels)


def _table(text: str) -> Table:
    return Table(
        _("Your text with fewer and with more of GPT-2's tokens"),
        (_("Tokens in the vocabulary"), _("Tokens in the text"), _("Parameters of the embedding")),
        tuple((number(each.size), number(each.tokens), number(parameters(each.size, WIDTH))) for each in _sizes(text)),
    )


CHAPTER = Chapter(
    key="cost",
    title=N_("What tokens cost"),
    idea=(
        N_(
            "A model works token by token. Twice as many tokens are twice as many steps, and cost twice as much where "
            "tokens are paid for. And what a model can read at once is so many tokens, not so many words."
        ),
        N_(
            "Article 1 of the Universal Declaration of Human Rights is there in many languages. In English it is "
            "{english} tokens for GPT-2."
        ),
    ),
    question=N_("How many times as many does the same article take in {language}?"),
    options=(
        Option(
            N_("{twice} times as many"),
            N_(
                "That is about what many European languages take. This script is three bytes a character, and was rare."
            ),
        ),
        Option(
            N_("{third} times as many"),
            N_("It is a longer text in bytes, but that is only a part: English bytes merge to words, these hardly do."),
        ),
        Option(N_("{rounded} times as many")),
    ),
    explanation=(
        N_(
            "It takes {burmese}: {times} times as many. Two things come together. In UTF-8 its characters have {bytes} "
            "bytes on average, English ones {english_bytes}. And merges are learned from what is frequent: GPT-2's "
            "corpus was English, so English words became tokens, and these bytes stayed almost as they were."
        ),
        N_(
            "GPT-4o's vocabulary was learned from more languages. With it, the article takes {newer} times as many "
            "tokens as in English."
        ),
        N_(
            "Why not simply have a larger vocabulary? It does make texts shorter, but less and less. The text that "
            "the box below begins with takes {small_tokens} tokens with {small} of GPT-2's tokens, {half_tokens} with "
            "{half} and {large_tokens} with {large}: the last third of the vocabulary saves almost nothing."
        ),
        N_(
            "And it costs. For each token a model has a row of numbers, the embedding, that it must learn. GPT-2's "
            "smallest model has {width} numbers in each row. Tokens that are seldom seen are seldom learned from: this "
            "text uses {used} different tokens, and leaves {unused} of the vocabulary unused."
        ),
    ),
    watch=N_(
        "The merges that “Thank you” has in English. In Burmese, as above, GPT-2 has not one: each byte stays a token."
    ),
    play=_play,
    rows=_rows,
    table=_table,
    sample=TEXT,
    exercise=Exercise(
        N_("GPT-2 has {size} tokens, and a row of {width} numbers for each. How many numbers are that in all?"),
        "number",
        N_("A row for each token: multiply. Python does it for you."),
        N_("{size} × {width} = {parameters}, about a third of the smallest GPT-2."),
    ),
    remember=(
        N_("Rare scripts cost more: more bytes for each character, and fewer merges that fit."),
        N_(
            "A larger vocabulary makes texts shorter, less and less; it costs parameters, and rare tokens learn little."
        ),
    ),
    ways=(
        Way("stumble", N_("What a language costs, as a chart"), {"topic": "languages"}),
        Way("size", N_("Your own text, at every size of a vocabulary"), {"of": "gpt2"}),
    ),
    facts=_facts,
)
