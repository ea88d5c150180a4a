"""The algorithms by their names on the screen, and what each does in a sentence."""

from bpe_engine.unigram import run as unigram
from bpe_engine.wordpiece import trainer as wordpiece
from ui.i18n import gettext as _
from ui.tasks.settings import Algorithm


def algorithm_name(algorithm: Algorithm) -> str:
    """The name on a button."""
    return {
        "bpe": _("BPE"),
        "wordpiece": _("WordPiece"),
        "unigram": _("Unigram"),
        "words": _("Whole words"),
        "characters": _("Characters"),
    }[algorithm]


def algorithm_blurb(algorithm: Algorithm) -> str:
    """What it does, in a sentence or two."""
    return {
        "bpe": _("Byte-pair encoding joins the most frequent pair of neighbours, again and again. GPT uses it."),
        "wordpiece": _(
            "Joins the pair that occurs often compared with how often its two parts occur. BERT uses it. A text is cut "
            "by taking the longest known beginning, not by replaying the merges."
        ),
        "unigram": _(
            "Begins with many tokens and takes away those that are needed least. T5 uses it. A word is cut in the most "
            "probable of all ways."
        ),
        "words": _("Every word is a token: the most frequent ones make the vocabulary, and all others are unknown."),
        "characters": _("Every character is a token: a tiny vocabulary, and long texts."),
    }[algorithm]


def algorithm_limit(algorithm: Algorithm) -> str:
    """How large a corpus it takes, said before the work begins; empty where there is no limit but that of the page."""
    if algorithm == "wordpiece":
        return _("Limit: {limit:,} characters, each different word counted once.").format(
            limit=wordpiece.LARGEST_CORPUS
        )
    if algorithm == "unigram":
        return _(
            "Limits: {limit:,} characters, each different word counted once; {longest:,} characters in a word; and "
            "about half a minute of work, which a text with many long words and a small vocabulary can exceed."
        ).format(limit=unigram.LARGEST_CORPUS, longest=unigram.LONGEST_WORD)
    return ""


def steps_title(algorithm: Algorithm) -> str:
    """What the steps of a training are called: merges only where something is merged."""
    return _("Merges") if algorithm in ("bpe", "wordpiece") else _("Steps")


def chart_alt(algorithm: Algorithm) -> str:
    """What a chart of a training shows, for who cannot see it."""
    if algorithm in ("bpe", "wordpiece"):
        return _("A line over the merges; a dashed line marks the step shown above.")
    return _("A line over the steps; a dashed line marks the step shown above.")
