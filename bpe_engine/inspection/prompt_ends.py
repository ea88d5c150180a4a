"""A text as it is typed, character by character: how its tokens change at its end, and what may stand there instead.

Where a text stops within a word, its last tokens are those of that part of the word, and often none of those that the
whole word has. To heal that, a program takes the last token back, and lets the model choose among the tokens that begin
with the text of it: after "Token healing" in microsoft/guidance. How far it has to go back, the tokens themselves tell.
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
    """Return whether the merges of a word depend on their ranks alone, so that each beginning of it has a last token.

    Not so Unigram, where a character may change all tokens of a word, nor what changes the text before it is cut.
    """
    return isinstance(tokenizer, BPETokenizer | SentencePieceBPE)


class TypedPrefix(NamedTuple):
    """A text after one character was added to it."""

    tokens: tuple[str, ...]  # of the whole text so far
    kept: int  # leading tokens that are unchanged from the previous text
    replaced_tokens: int  # trailing tokens of the previous text that no longer exist
    lookups: LookupCost  # for this character
    full_lookups: int  # pairs that are looked up among the merges where all of the text is encoded anew

    @property
    def new(self) -> int:
        """Tokens at the end that were not there before."""
        return len(self.tokens) - self.kept


def encode_prefixes(tokenizer: MergeTokenizer, text: str) -> Iterator[TypedPrefix]:
    """Yield the text after each of its characters. Special tokens are read as plain text.

    A character that is several bytes is typed at once. Raises EngineError for a lone surrogate at byte level, and where
    a pattern of your own takes too long.

    >>> from bpe_engine import load_pretrained
    >>> [step.tokens for step in encode_prefixes(load_pretrained("gpt2"), "newer")]
    [('n',), ('ne',), ('new',), ('new', 'e'), ('new', 'er')]
    """
    growing = GrowingText(tokenizer.table)
    anew: dict[tuple[str, ...], int] = {}
    before: tuple[str, ...] = ()
    spent = 0.0
    for end in range(1, len(text) + 1):
        start = time.monotonic()
        words = tokenizer.words_in_symbols(text[:end])
        spent += time.monotonic() - start
        if spent > MATCH_TIMEOUT:
            raise EngineError(
                "The pattern that cuts this text into words takes too long to run after each of its {count} "
                "characters. Shorten the text.",
                count=len(text),
            )
        looked = growing.update(words)
        tokens = tuple(_tokens(tokenizer, growing.words))
        same = common_prefix_length(before, tokens)
        for word in map(tuple, words):
            if word not in anew:
                anew[word] = lookups_from_scratch(word, tokenizer.table)
        yield TypedPrefix(tokens, same, len(before) - same, looked, sum(anew[tuple(word)] for word in words))
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
    """What may stand where a text is to stand, from the same place on, and perhaps beyond it."""

    number: int  # of tokens that begin with the text
    first: tuple[int, ...]  # the lowest ids of them, in order
    shorter: tuple[int, ...]  # tokens that the text begins with: after one of them the rest of the text has to follow


class HealingCandidate(NamedTuple):
    """A text whose last tokens are taken back."""

    tokens: tuple[str, ...]  # those
    found: TokensWithPrefix


class PrefixIndex:
    """Which tokens of a vocabulary begin with a text: a sorted list, in which these stand side by side.

    Special and added tokens are left out: no text goes on to one of them. Of tokens that are bytes it is the bytes that
    begin, so that the first byte of a character begins it too. A mark at the end of a word is no part of a text. It
    takes some 16 bytes a token besides the tokens themselves; a question is answered by halving the list, in about 17
    looks for 100,000 tokens. Threads may share an instance.

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
        found = sorted((self.text(token), tokenizer.vocabulary[token]) for token in plain)
        self._texts = [text for text, _ in found]
        self._ids = array("l", [token_id for _, token_id in found])
        self._longest = max(map(len, self._texts), default=0)

    def __len__(self) -> int:
        return len(self._ids)

    def text(self, token: str) -> str:
        """Return a token as it is compared: in byte symbols if tokens are bytes, else in characters."""
        tokenizer = self._tokenizer
        if tokenizer.byte_level:
            return to_byte_symbols(token) if token in tokenizer.tokens_by_name else token
        if tokenizer.byte_of_token:
            byte = tokenizer.byte_of_token.get(token)
            return to_byte_symbols(token) if byte is None else BYTE_ALPHABET[byte]
        return token.removesuffix(tokenizer.end_of_word)

    def continuing(self, tokens: Sequence[str], most: int = 12) -> TokensWithPrefix:
        """What may stand instead of these tokens; `most` ids are named."""
        text = "".join(map(self.text, tokens))
        start = bisect_left(self._texts, text)
        end = bisect_right(self._texts, text, lo=start, key=lambda other: other[: len(text)])
        shorter = []
        for length in range(1, len(text)):
            place = bisect_left(self._texts, text[:length])
            while place < len(self._texts) and self._texts[place] == text[:length]:
                shorter.append(self._ids[place])
                place += 1
        return TokensWithPrefix(end - start, tuple(nsmallest(most, self._ids[start:end])), tuple(shorter))

    def heal(self, tokens: Sequence[str], most: int = 12) -> Iterator[HealingCandidate]:
        """Yield the last token taken back, the last two, and so on: each time that a token begins with the text of
        them.

        Where none does, one may begin with more: none with “ochon”, and one with “mitochon”.
        """
        text = ""
        for count in range(1, len(tokens) + 1):
            back = tuple(tokens[-count:])
            text = self.text(back[0]) + text
            if self._tokenizer.unk_token in back or len(text) > self._longest:
                return
            if (found := self.continuing(back, most)).number:
                yield HealingCandidate(back, found)
