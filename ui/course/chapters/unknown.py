"""Words that training never saw, and characters that it never saw."""

from bpe_engine import Tokenizer, load_pretrained
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_encoding, quoted, row, task, trained
from ui.i18n import N_, listed, number
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile

EMOJI = "mug ☕"


def _tokenizer() -> Tokenizer:
    return trained(task("hug")).tokenizer()


def _facts() -> Facts:
    tokenizer = _tokenizer()
    words = trained(task("hug", "words")).tokenizer()
    gpt2 = load_pretrained("gpt2")
    cut = {word: tokenizer.tokenize(word) for word in ("unhug", "bug", "mug", "thug")}
    return {
        **{word: quoted(found) for word, found in cut.items()},
        "letters": listed(sorted(token for token in tokenizer.vocabulary if len(token) == 1)),
        "unknown": tokenizer.unk_token,
        "as_words": quoted(words.tokenize("unhug")),
        "sample": EMOJI,
        "emoji": number(len(gpt2.encode(" ☕"))),
        "right": [["mug"], ["m", "ug"], ["[UNK]", "ug"]].index(list(cut["mug"])),
        "answer": " ".join(cut["thug"]),
    }


def _play(labels: Labels) -> LessonFile:
    return play_encoding(_tokenizer(), "mug", labels)


def _rows() -> tuple[TokenRow, ...]:
    bert, gpt2 = load_pretrained("bert-base-uncased"), load_pretrained("gpt2")
    return (
        row(_("BERT, which begins with characters"), bert, bert.encode(EMOJI)),
        row(_("GPT-2, which begins with bytes"), gpt2, gpt2.encode(EMOJI)),
    )


CHAPTER = Chapter(
    key="unknown",
    title=N_("Unknown words"),
    idea=(
        N_(
            "Training is over: there is a vocabulary, and a list of merges. Now comes a word that was not in the "
            "corpus. Cutting it up by what was learned is called encoding."
        ),
        N_(
            "The simplest tokenizer has whole words for tokens. A word that is not in its list is lost: “unhug” would "
            "become {as_words}, the token that stands for all that is unknown."
        ),
        N_(
            "BPE has smaller pieces as well. Trained on hug, pug, pun, bun and hugs, it cuts “unhug” into {unhug}, and "
            "“bug” into {bug}. Neither word was in the corpus."
        ),
    ),
    question=N_("What does it make of “mug”? The letters in its vocabulary are {letters}."),
    options=(
        Option(N_("“mug”"), N_("A token is made by merges, and no merge made this one: mug was not in the corpus.")),
        Option(
            N_("“m” + “ug”"),
            N_("“ug” is right. But look at the letters: is m among them? What has no id, a model cannot get."),
        ),
        Option(N_("“[UNK]” + “ug”")),
    ),
    explanation=(
        N_(
            "It becomes {mug}. The letter m is in none of the words of the corpus, so it is not in the vocabulary, and "
            "{unknown} takes its place. What stood there is lost: from the ids nobody can tell m from another letter."
        ),
        N_(
            "So words that were never seen are no problem for BPE, but characters that were never seen are. A large "
            "corpus has all letters, but never all signs: think of an emoji or a rare Chinese character."
        ),
        N_(
            "There is a way out, which the next chapter shows: to begin with bytes in place of characters. There are "
            "only 256 of them, and every text is made of them. Below is “{sample}”: the cup is unknown to BERT. For "
            "GPT-2 it is {emoji} tokens, of which the first holds the space before it too, and nothing is lost."
        ),
    ),
    watch=N_(
        "“mug” is encoded: its letters first, then the merges that were learned, in their order. Ranks count from 0, "
        "and ∞ is written where a pair was never learned."
    ),
    play=_play,
    rows=_rows,
    exercise=Exercise(
        N_("The same tokenizer, the word “thug”. Type its tokens with spaces between them."),
        "tokens",
        N_("t is not in the vocabulary, so it becomes [UNK]. The rest is a word that the corpus has."),
        N_("{thug}: t is unknown, and h, u, g merge to “hug” as they did in training."),
    ),
    remember=(
        N_("New words are cut into known pieces. Only what has no piece at all becomes the unknown token."),
        N_("A tokenizer that begins with bytes has no unknown token."),
    ),
    ways=(
        Way("encode", N_("Encode another word with these tokens"), {"scenario": "hug", "word": "thug"}),
        Way("compare", N_("Words, characters and BPE on the same corpus"), {"corpus": "hug"}),
    ),
    facts=_facts,
)
