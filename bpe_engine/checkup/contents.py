"""What the tokens contain: white space, digits, punctuation, and long tokens that suggest repeated training text."""

import unicodedata
from collections.abc import Callable, Iterator

from bpe_engine.checkup.finding import Finding, Table, Term, listed, note, warn
from bpe_engine.checkup.subject import Subject
from bpe_engine.pre_tokenizers import N_

COLUMNS = (N_("tokens"), N_("how many"), N_("characters of the longest"))
SPACE_FIRST, SPACES, DIGITS = N_("start with a space"), N_("only white space"), N_("only digits")
KINDS: dict[str, Callable[[str], bool]] = {
    SPACE_FIRST: lambda text: text.startswith(" "),
    N_("several words"): lambda text: any(map(str.isspace, text.strip())),
    SPACES: str.isspace,
    DIGITS: lambda text: text.strip().isdigit(),
    N_("neither letters nor digits"): lambda text: bool(text.strip()) and not any(map(str.isalnum, text)),
    N_("start with a combining mark"): lambda text: unicodedata.category(text.lstrip()[:1] or " ")[0] == "M",
}

LENGTH_LIMIT = 50
"""Tokens with more characters are reported. The longest of cl100k_base, repetitions aside, has 42."""

MAX_REPEATED_CHARACTERS = 4
"""A token with at most this many distinct characters is a repetition, such as a line of dashes."""

MAX_SHOWN_CHARACTERS = 30
"""The number of characters of a long token that a sentence shows."""


def _is_suspiciously_long(text: str) -> bool:
    return len(text) > LENGTH_LIMIT and len(set(text)) > MAX_REPEATED_CHARACTERS


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_SHOWN_CHARACTERS else text[:MAX_SHOWN_CHARACTERS] + "…"


def check_contents(subject: Subject) -> Iterator[Finding]:
    """Count the tokens of each kind, and find those that are very long."""
    texts = [text for text in subject.texts_of_tokens.values() if text]
    texts_by_kind = {kind: [text for text in texts if fits(text)] for kind, fits in KINDS.items()}
    longest = {
        kind: max((len(text.strip() or text) for text in of_kind), default=0) for kind, of_kind in texts_by_kind.items()
    }
    rows = ((Term(kind), len(of_kind), longest[kind]) for kind, of_kind in texts_by_kind.items())
    yield note(
        "Of {all:,} tokens, {share:.0%} start with a space. Characters of the longest token of digits: {digits}; of "
        "the longest of white space: {spaces}.",
        "",
        Table(COLUMNS, tuple(rows)),
        all=len(texts),
        share=len(texts_by_kind[SPACE_FIRST]) / max(len(texts), 1),
        digits=longest[DIGITS],
        spaces=longest[SPACES],
    )
    if long := sorted(filter(_is_suspiciously_long, texts), key=len, reverse=True):
        yield warn(
            "Tokens of more than {limit} characters that don’t just repeat a few: {count:,} ({tokens}). They were "
            "frequent in the training text, like a licence that every file repeats: remove such texts before training.",
            long[0],
            limit=LENGTH_LIMIT,
            count=len(long),
            tokens=listed([*map(_shortened, long)], 3),
        )
