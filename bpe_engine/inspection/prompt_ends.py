"""Encode a prompt while it is typed: which tokens at its end change, and which could replace them (token healing).

If a text stops within a word, its last tokens are those of a partial word, and often not those of the whole word. To
heal this, a program removes the last token and lets the model choose among the tokens that begin with its text, as in
"Token healing" in microsoft/guidance. How many tokens to remove follows from the vocabulary.
"""

import time
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple, TypeGuard

from bpe_engine.bpe.incremental import GrowingText, LookupCost, common_prefix_length, lookups_from_scratch
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, to_byte_symbols
from bpe_engine.errors import EngineError
from bpe_engine.sentencepiece.bpe import SentencePieceBPE
from bpe_engine.text.custom_patterns import MATCH_TIMEOUT
from bpe_engine.tokenizer import Tokenizer

MergeTokenizer = BPETokenizer | SentencePieceBPE


def is_merge_tokenizer(tokenizer: Tokenizer) -> TypeGuard[MergeTokenizer]:
    """Return whether merges depend only on their ranks, so that `GrowingText` can track the last token of each prefix.

    False for Unigram, where a character may change all tokens of a word, and for tokenizers that normalize the text.
    """
    return isinstance(tokenizer, BPETokenizer | SentencePieceBPE)


class TypedPrefix(NamedTuple):
    """A text after one more character."""

    tokens: tuple[str, ...]  # of the whole text so far
    kept: int  # leading tokens that are unchanged from the previous text
    replaced_tokens: int  # trailing tokens of the previous text that no longer exist
    lookups: LookupCost  # for this character
    full_lookups: int  # pairs looked up if the whole text is encoded from scratch

    @property
    def new(self) -> int:
        """The number of tokens at the end that are new."""
        return len(self.tokens) - self.kept


def encode_prefixes(tokenizer: MergeTokenizer, text: str) -> Iterator[TypedPrefix]:
    """Yield the text after each of its characters. Special tokens are read as plain text.

    A character of several bytes is typed at once. Raises EngineError for a lone surrogate at byte level, or if a custom
    pattern takes too long.

    >>> from bpe_engine import load_pretrained
    >>> [step.tokens for step in encode_prefixes(load_pretrained("gpt2"), "newer")]
    [('n',), ('ne',), ('new',), ('new', 'e'), ('new', 'er')]
    """
    growing = GrowingText(tokenizer.table)
    full_cost: dict[tuple[str, ...], int] = {}  # word -> pairs looked up from scratch
    before: tuple[str, ...] = ()
    seconds = 0.0
    for end in range(1, len(text) + 1):
        start = time.monotonic()
        words = tokenizer.words_in_symbols(text[:end])
        seconds += time.monotonic() - start
        if seconds > MATCH_TIMEOUT:
            raise EngineError(
                "The pattern that cuts this text into words takes too long to run after each of its {count} "
                "characters. Shorten the text.",
                count=len(text),
            )
        cost = growing.update(words)
        tokens = tuple(_tokens(tokenizer, growing.words))
        unchanged = common_prefix_length(before, tokens)
        for word in map(tuple, words):
            if word not in full_cost:
                full_cost[word] = lookups_from_scratch(word, tokenizer.table)
        full_lookups = sum(full_cost[tuple(word)] for word in words)
        yield TypedPrefix(tokens, unchanged, len(before) - unchanged, cost, full_lookups)
        before = tokens


def _tokens(tokenizer: MergeTokenizer, words: Sequence[Sequence[str]]) -> Iterator[str]:
    one_for_several = isinstance(tokenizer, SentencePieceBPE) and not tokenizer.byte_of_token
    last = ""
    for word in words:
        for part in word:
            for piece in tokenizer.tokens_of_part(part):
                if not (one_for_several and piece == last == tokenizer.unk_token):
                    yield piece
                last = piece


class TokensWithPrefix(NamedTuple):
    """The tokens that continue a given text, and those that are a prefix of it."""

    number: int  # number of tokens that begin with the text
    first: tuple[int, ...]  # the lowest ids of these, in order
    shorter: tuple[int, ...]  # tokens that are a prefix of the text: the rest has to follow them


class HealingCandidate(NamedTuple):
    """A text with its last tokens removed."""

    tokens: tuple[str, ...]  # the removed tokens
    found: TokensWithPrefix


class PrefixIndex:
    """An index of a vocabulary by prefix: a sorted list in which the tokens that begin with a text are adjacent.

    Special and added tokens are skipped, since no text continues to one. Byte-level tokens are compared by bytes, so
    the first byte of a character is a prefix of it. An end-of-word mark is not part of the text. The index takes about
    16 bytes per token besides the tokens themselves; a lookup is a binary search, about 17 comparisons for 100,000
    tokens. Threads may share an instance.

    >>> from bpe_engine import load_pretrained
    >>> gpt2 = load_pretrained("gpt2")
    >>> found = PrefixIndex(gpt2).continuing(["Ġtoken"])
    >>> found.number, [gpt2.token(token_id) for token_id in found.first]
    (2, ['Ġtoken', 'Ġtokens'])
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        left_out = {*tokenizer.tokens_by_name, tokenizer.unk_token}
        plain = (token for token in tokenizer.vocabulary if token not in left_out)
        texts = sorted((self.text(token), tokenizer.vocabulary[token]) for token in plain)
        self._texts = [text for text, _ in texts]
        self._ids = array("l", [token_id for _, token_id in texts])
        self._longest = max(map(len, self._texts), default=0)

    def __len__(self) -> int:
        return len(self._ids)

    def text(self, token: str) -> str:
        """Return a token's key in the index: byte symbols at byte level, else characters."""
        tokenizer = self._tokenizer
        if tokenizer.byte_level:
            return to_byte_symbols(token) if token in tokenizer.tokens_by_name else token
        if tokenizer.byte_of_token:
            byte = tokenizer.byte_of_token.get(token)
            return to_byte_symbols(token) if byte is None else BYTE_ALPHABET[byte]
        return token.removesuffix(tokenizer.end_of_word)

    def continuing(self, tokens: Sequence[str], most: int = 12) -> TokensWithPrefix:
        """Return the tokens that could replace these tokens, with up to `most` ids."""
        text = "".join(map(self.text, tokens))
        start = bisect_left(self._texts, text)
        end = bisect_right(self._texts, text, lo=start, key=lambda entry: entry[: len(text)])
        shorter = []
        for length in range(1, len(text)):
            place = bisect_left(self._texts, text[:length])
            while place < len(self._texts) and self._texts[place] == text[:length]:
                shorter.append(self._ids[place])
                place += 1
        return TokensWithPrefix(end - start, tuple(nsmallest(most, self._ids[start:end])), tuple(shorter))

    def heal(self, tokens: Sequence[str], most: int = 12) -> Iterator[HealingCandidate]:
        """Yield healing candidates: remove the last token, the last two, … while some token begins with their text.

        A longer text may have such a token when a shorter one has none: none begins with “ochon”, one with “mitochon”.
        """
        text = ""
        for count in range(1, len(tokens) + 1):
            removed = tuple(tokens[-count:])
            text = self.text(removed[0]) + text
            if self._tokenizer.unk_token in removed or len(text) > self._longest:
                return
            if (candidates := self.continuing(removed, most)).number:
                yield HealingCandidate(removed, candidates)
