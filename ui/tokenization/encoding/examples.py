"""Words worth encoding: from the scenario, or for a bundled tokenizer; and one that two methods cut differently."""

from collections.abc import Iterator
from typing import NamedTuple

from bpe_engine import BPETokenizer, LongestMatchTokenizer, SentencePieceBPE, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.tokenizer_choices import BY_NAME, OPENED, TRAINED, TokenizerName
from ui.base.visible_text import display_name, join_quoted
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.scenarios.scenario import EMOJI
from ui.tokenization.tasks.task import TextSource

_OF_SHIPPED = (" Elaborate", "東", EMOJI, "supercalifragilistic", "unhug")

SEARCHED_CHARACTERS = 2_000  # characters of a learner's own text to take examples from
MAX_EXAMPLES = 4
TRIED = 80  # tokens of a training to combine in pairs
MAX_CANDIDATES = 500  # words to try
LONGEST = 24  # characters of a word to try


class AmbiguousWord(NamedTuple):
    """A word that is cut differently by rank and by longest match."""

    word: str
    by_rank: list[str]
    by_length: list[str]


def example_words(tokenizer: TokenizerName, scenario: str, source: TextSource) -> tuple[str, ...]:
    """Return example words for a tokenizer; if it was trained here, from its scenario or its text."""
    if tokenizer.name != TRAINED:
        return _OF_SHIPPED
    if scenario != CUSTOM_TEXT:
        return SCENARIOS[scenario].example_words
    known = dict.fromkeys(word for text in source.texts for word in text[:SEARCHED_CHARACTERS].split())
    return tuple(sorted((word for word in known if len(word) <= LONGEST), key=len, reverse=True)[:MAX_EXAMPLES])


def first_word(scenario: str, source: TextSource) -> str:
    """Return the first example after a training; empty if there is no text yet."""
    return next(iter(example_words(TokenizerName(TRAINED), scenario, source)), "")


def find_ambiguous_word(chosen: TokenizerName, tokenizer: Tokenizer) -> AmbiguousWord | None:
    """Return a word that rank and longest match cut differently; None if none was found, or there are no ranks."""
    if chosen.name in BY_NAME:  # their vocabularies are too long to search
        word = BY_NAME[chosen.name].ambiguous_word
        return _compare_cuts(tokenizer, word) if word else None
    return _search(tokenizer) if chosen.name in (TRAINED, OPENED) and isinstance(tokenizer, BPETokenizer) else None


def ambiguity_text(found: AmbiguousWord | None, tokenizer: Tokenizer) -> str:
    """Return how the two methods cut that word; empty if there is nothing to say."""
    if found is None:
        no_word = _("Found no word that rank and longest match cut differently.")
        return no_word if isinstance(tokenizer, BPETokenizer) else ""
    return _("“{word}”: by rank {ranked}, by longest match {longest}.").format(
        word=display_name(found.word), ranked=join_quoted(found.by_rank), longest=join_quoted(found.by_length)
    )


@cached(lambda _found, _tokenizer: 1_000)
def _search(tokenizer: BPETokenizer) -> AmbiguousWord | None:
    tried = (_compare_cuts(tokenizer, word) for word in _overlapping_words(tokenizer))
    return next((found for found in tried if found), None)


def _overlapping_words(tokenizer: BPETokenizer) -> Iterator[str]:
    """Yield words in which two tokens overlap: in all others, both methods agree."""
    end = tokenizer.end_of_word
    merged = ["".join(pair).removesuffix(end) if end else "".join(pair) for pair in tokenizer.merges[:TRIED]]
    tokens = [token for token in dict.fromkeys(merged) if len(token) > 1 and token.isascii() and token.isalpha()]
    made = dict.fromkeys(
        left + right[shared:]
        for left in tokens
        for right in tokens
        for shared in range(1, min(len(left), len(right)))
        if left.endswith(right[:shared])
    )
    short = (word for word in made if len(word) <= LONGEST)
    return (word for word, _number in zip(short, range(MAX_CANDIDATES), strict=False))


def _compare_cuts(tokenizer: Tokenizer, word: str) -> AmbiguousWord | None:
    by_rank = tokenizer.tokenize(word)
    by_length = _longest_match(tokenizer, "".join(by_rank))
    return (
        AmbiguousWord(word, by_rank, by_length)
        if by_length != by_rank and _are_all_tokens(tokenizer, by_rank)
        else None
    )


def _longest_match(tokenizer: Tokenizer, symbols: str) -> list[str]:
    """Cut a word by longest match. Looks only at tokens that occur in it, because a vocabulary may be long."""
    inner = tokenizer.base_tokenizer
    end = inner.end_of_word if isinstance(inner, BPETokenizer) else ""
    word = symbols.removesuffix(end) if end else symbols
    parts = {symbols[start:stop] for start in range(len(symbols)) for stop in range(start + 1, len(symbols) + 1)}
    known = sorted(parts & tokenizer.vocabulary.keys(), key=tokenizer.vocabulary.__getitem__)
    vocabulary = {token: place for place, token in enumerate(known)}
    return LongestMatchTokenizer(vocabulary=vocabulary, end_of_word=end).tokenize(word)


def _are_all_tokens(tokenizer: Tokenizer, tokens: list[str]) -> bool:
    assert isinstance(tokenizer.base_tokenizer, BPETokenizer | SentencePieceBPE), "others have no ranks"
    return all(token in tokenizer.vocabulary and token not in tokenizer.special_tokens for token in tokens)
