"""Merges that mark what continues a word: T + ##o = To, like `continuing_subword_prefix` in the tokenizers library.

The trainers here have no such marks. They learn the same merges if each character that continues a word is replaced by
a different one, so that an o at the start of a word and an o inside one are two symbols.
"""

from collections.abc import Sequence
from dataclasses import replace

from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.trainer import BPETrainer
from bpe_engine.bpe.training import BPETraining
from bpe_engine.symbols import Pair

DEFAULT_PREFIX = "##"
_FIRST, _LAST = 0xF0000, 0x10FFFF  # private-use planes, whose characters no text uses


def find_prefix(training: BPETraining, merges: Sequence[Pair]) -> str:
    """Return the mark with which the right part of every merge begins; "" if there is none.

    The right part of the first merge is a single symbol, so the mark is everything before its last character. A mark
    contains no letters or digits and, except for ##, no character of the corpus.

    >>> from bpe_engine import Corpus
    >>> training = BPETrainer(vocab_size=9).record(Corpus.from_text("Tok Tok en"))
    >>> find_prefix(training, [Pair("T", "##o"), Pair("To", "##k")])
    '##'
    >>> find_prefix(training, [Pair("T", "o"), Pair("To", "k")])
    ''
    """
    options = training.trainer
    if not merges or options.end_of_word_symbol:  # not supported by the library
        return ""
    prefix = merges[0].right.removesuffix(options.end_of_word_suffix)[:-1]
    if any(map(str.isalnum, prefix)) or not all(
        right.startswith(prefix) and len(right) > len(prefix) for _, right in merges
    ):
        return ""
    known = training.base_vocabulary
    return "" if prefix != DEFAULT_PREFIX and any(character in known for character in prefix) else prefix


class PrefixedTraining:
    """A training with distinct symbols at the beginning of words; converts them to the library's notation and back.

    `training` makes as many merges as the given training has room for, with the library's vocabulary order: the
    characters, then the marked ones. It may end after `most` merges.

    >>> from bpe_engine import Corpus
    >>> plain = BPETrainer(vocab_size=30).record(Corpus.from_text("Tok Tok en", "whitespace"))
    >>> [event.pair for event in PrefixedTraining(plain, "##", 3).events]
    [('T', '##o'), ('To', '##k'), ('e', '##n')]
    """

    def __init__(self, plain: BPETraining, prefix: str, most: int) -> None:
        options, corpus = plain.trainer, plain.corpus
        self.prefix = prefix
        self.suffix = options.end_of_word_suffix
        characters = sorted({character for word in corpus.words for character in word})
        used = set(characters)
        free = (code for code in range(_FIRST, _LAST + 1) if chr(code) not in used)
        self._inner = {ord(character): code for character, code in zip(characters, free, strict=False)}
        self._outer = {code: character for character, code in self._inner.items()}
        words = {word[0] + word[1:].translate(self._inner): count for word, count in corpus.words.items()}
        # The inner alphabet needs no byte level: each byte is already a character.
        marked = replace(corpus, words=words, byte_level=False)
        alphabet = (*options.initial_alphabet, *(each for each in characters if each not in options.initial_alphabet))
        options = replace(options, initial_alphabet=alphabet, limit_alphabet=None, vocab_size=2**31)
        base = len(options.base_vocabulary(marked))
        size = min(max(plain.trainer.vocab_size, base + 1), base + most)
        self.training = BPETrainer(**vars(replace(options, vocab_size=size))).record(marked)
        self.special = set(options.special_tokens)
        self.in_any_order = base - len(self.special.union(alphabet))
        """The number of symbols at the end of the base vocabulary, which the library numbers by first appearance."""

    @property
    def events(self) -> tuple[MergeEvent, ...]:
        """The merges in the library's notation."""
        return tuple(map(self.event, self.training.events))

    def event(self, event: MergeEvent) -> MergeEvent:
        """Return a merge of the training in the library's notation."""
        return event._replace(pair=Pair(*map(self.written, event.pair)), token=self.written(event.token))

    def symbol(self, text: str) -> str:
        """Convert a symbol from the library's notation. A symbol that the training cannot have is unchanged."""
        if text in self.special:
            return text
        stem = text.removesuffix(self.suffix)
        begins = not stem.startswith(self.prefix)
        body = stem if begins else stem.removeprefix(self.prefix)
        if not body or any(ord(character) not in self._inner for character in body):
            return text
        return body[:begins] + body[begins:].translate(self._inner) + text[len(stem) :]

    def written(self, symbol: str) -> str:
        """Return a symbol of the training in the library's notation."""
        mark = self.prefix if ord(symbol[0]) in self._outer else ""
        return mark + symbol.translate(self._outer)
