"""Encoding by rank, and why that is not the longest match."""

from bpe_engine import BPETokenizer, load_pretrained
from bpe_engine.pre_tokenizers import NONE
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_encoding, quoted, row
from ui.i18n import N_, listed, number
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile

WORD = " whaleman"
PIECES = (" whale", "man")
OWN = "abcab"


def _own() -> BPETokenizer:
    tokens = ("a", "b", "c", "bc", "ab")
    merges = [("b", "c"), ("a", "b")]
    return BPETokenizer(
        vocabulary={token: number for number, token in enumerate(tokens)}, merges=merges, pre_tokenizer=NONE
    )


def _facts() -> Facts:
    gpt2 = load_pretrained("gpt2")
    cut = [gpt2.decode([token_id]) for token_id in gpt2.encode(WORD)]
    assert isinstance(gpt2, BPETokenizer)
    merges = [(step.pair, step.rank) for step in gpt2.encode_steps(WORD) if step.pair is not None]
    early = next(("".join(pair), rank) for pair, rank in merges if "".join(pair).startswith("e") and rank is not None)
    own = _own()
    return {
        "word": WORD.strip(),
        "by_rank": quoted(cut),
        "by_length": quoted(PIECES),
        "first": quoted([gpt2.decode([gpt2.vocabulary[part]]) for part in merges[0][0]]),
        "ranks": listed(number(rank) for _pair, rank in merges if rank is not None),
        "early": early[0],
        "early_rank": number(early[1]),
        "own": OWN,
        "tokens": quoted(own.tokenize(OWN)),
        "length": quoted(("ab", "c", "ab")),
        "right": [quoted(cut) == quoted(wanted) for wanted in (PIECES, (" wh", "al", "eman"))].index(True),
        "answer": " ".join(own.tokenize(OWN)),
    }


def _play(labels: Labels) -> LessonFile:
    return play_encoding(load_pretrained("gpt2"), WORD, labels)


def _rows() -> tuple[TokenRow, ...]:
    gpt2 = load_pretrained("gpt2")
    longest = [gpt2.vocabulary[piece.replace(" ", "Ġ")] for piece in PIECES]
    return (
        row(_("GPT-2, by rank: what it really does"), gpt2, gpt2.encode(WORD)),
        row(_("GPT-2’s tokens by longest match: what it does not do"), gpt2, longest),
    )


CHAPTER = Chapter(
    key="ranks",
    title=N_("Rank or longest match?"),
    idea=(
        N_(
            "A new word is to be cut, and several tokens of the vocabulary would fit. Which ones are taken? There are "
            "two answers, and they are not the same."
        ),
        N_(
            "Longest match: from the left, take the longest token that fits; go on behind it. By rank: start with "
            "single symbols, and make the merges again, in the order in which they were learned. The merge with "
            "the lowest rank comes first, wherever in the word it stands."
        ),
    ),
    question=N_("GPT-2 has the tokens {by_length}. How does it cut “whaleman”, with a space before it?"),
    options=(
        Option(
            N_("{by_length}"),
            N_("That is the longest match, and looks better. But GPT-2 doesn't look for long tokens: it merges."),
        ),
        Option(N_("{by_rank}")),
    ),
    explanation=(
        N_(
            "GPT-2 goes by rank. The merges that it makes here have the ranks {ranks}: {first} comes first. Each merge "
            "takes symbols away from their neighbours. The merge of rank {early_rank} made “{early}”, and "
            "so took the e that “ whale” would have needed: it is learned much later."
        ),
        N_(
            "By rank means: do what training did. Then a word of the corpus gets the very tokens that it had at the "
            "end of training. GPT-2, GPT-4 and minbpe do it so. BERT takes the longest match, and so do some "
            "descriptions of BPE. Often both give the same, so the mistake is not seen for long."
        ),
    ),
    watch=N_("The merges of this word, with their ranks. Watch which letters go before “ whale” is possible."),
    play=_play,
    rows=_rows,
    exercise=Exercise(
        N_(
            "A tokenizer has learned two merges: first “b” + “c”, then “a” + “b”. Encode “{own}” by rank, and type its "
            "tokens with spaces between them."
        ),
        "tokens",
        N_("Make the first merge everywhere: a bc a b. Only then look for “a” + “b”."),
        N_("By rank: {tokens}. By longest match it would be {length}."),
    ),
    remember=(
        N_("BPE encodes by rank: the earliest merge first, wherever it stands. Longest match may cut otherwise."),
        N_("Example: “ whaleman” in GPT-2 is {by_rank} by rank, and {by_length} by longest match."),
    ),
    ways=(
        Way("encode", N_("A word of your own, by rank"), {"word": WORD, "with": "gpt2"}),
        Way("own", N_("Your own tokens and merges, in both ways")),
    ),
    facts=_facts,
)
