"""The byte offsets of every token in a long text, as compact arrays."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.inspection.text_path import trace_text
from bpe_engine.pre_tokenizers import WORD_END
from bpe_engine.sentencepiece.unigram import SentencePieceUnigram
from bpe_engine.text.normalizers import BertNormalizer
from bpe_engine.tokenizer import NO_ID, Tokenizer
from bpe_engine.tokenizers.whole_units import UnitTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

Special = Literal["none", "all"]
Progress = Callable[[float], object]
"""A callback that receives the share of the text done."""

MAX_SHARED_BYTES = 100  # maximum bytes of tokens that share a character
_NEAR = 1_000  # characters
_REPORT_EVERY = 1_000  # tokens between progress reports


@dataclass(frozen=True, eq=False)
class TokenOffsets:
    """The tokens of a text: ids and byte offsets. Made by `token_offsets`."""

    ids: "array[int]"  # NO_ID if a token has none
    starts: "array[int]"  # in bytes; the tokenizer skipped what is between an end and the next start
    ends: "array[int]"
    unknown: frozenset[int]  # indices of tokens that are not in the vocabulary

    @property
    def values(self) -> "tuple[array[int], array[int], array[int], frozenset[int]]":
        """The four fields, in order."""
        return self.ids, self.starts, self.ends, self.unknown


def token_offsets(
    tokenizer: Tokenizer, text: str, special: Special = "none", progress: Progress | None = None
) -> TokenOffsets:
    """Return the tokens of a text. Special tokens are read as text ("none") or as tokens ("all").

    Raises EngineError at byte level for a lone surrogate.

    >>> from bpe_engine import load_pretrained
    >>> found = token_offsets(load_pretrained("gpt2"), "hello 東")
    >>> list(found.ids), list(found.starts)
    ([31373, 10545, 251, 109], [0, 5, 7, 8])
    """
    report = progress or (lambda share: None)
    if isinstance(tokenizer, BPETokenizer) and tokenizer.complete:
        return _consecutive_offsets(tokenizer, text, special, report)
    size = max(1, len(text.encode("utf-8", "surrogatepass")))
    ids, starts, ends, unknown = array("i"), array("i"), array("i"), set()
    for token_id, start, end, is_unknown in _iter_tokens(tokenizer, text, special):
        if is_unknown:
            unknown.add(len(ids))
        ids.append(NO_ID if token_id is None else token_id)
        starts.append(start)
        ends.append(end)
        if len(ids) % _REPORT_EVERY == 0:
            report(end / size)
    if tokenizer.byte_level or tokenizer.byte_of_token:
        _separate_shared_bytes(tokenizer, ids, starts, ends, text.encode("utf-8", "surrogatepass"))
    return TokenOffsets(ids, starts, ends, frozenset(unknown))


def _consecutive_offsets(tokenizer: BPETokenizer, text: str, special: Special, report: Progress) -> TokenOffsets:
    """Compute offsets from token lengths, for texts without unknown or skipped parts."""
    size = max(1, len(text.encode("utf-8", "surrogatepass")))
    length: dict[int, int] = {}
    ids, lengths = array("i"), array("i")
    done = 0
    for piece, special_id in tokenizer.split_special(text, special):
        if special_id is not None:
            ids.append(special_id)
            lengths.append(len(piece.encode()))
            done += lengths[-1]
            continue
        for block in tokenizer.packed_ids(piece):
            block_ids = array("i", block)
            length.update(
                (token_id, len(tokenizer.token_bytes(token_id)))
                for token_id in set(block_ids)
                if token_id not in length
            )
            in_block = array("i", map(length.__getitem__, block_ids))
            ids += block_ids
            lengths += in_block
            done += sum(in_block)
            report(done / size)
    ends = array("i", accumulate(lengths))
    return TokenOffsets(ids, array("i", [0, *ends[:-1]]) if ends else ends, ends, frozenset())


def _iter_tokens(tokenizer: Tokenizer, text: str, special: Special) -> Iterator[tuple[int | None, int, int, bool]]:
    """Yield the tokens of a text: id, start and end in bytes, and whether the token is unknown."""
    if isinstance(tokenizer, BPETokenizer) and not tokenizer.byte_of_token:
        for token in trace_text(tokenizer, text, special).tokens():
            yield token.id, token.byte_start, token.byte_end, token.unknown
        return
    byte_of = [0, *accumulate(len(character.encode("utf-8", "surrogatepass")) for character in text)]
    before = 0  # characters before the current piece
    for piece, special_id in tokenizer.split_special(text, special):
        if special_id is not None:
            yield special_id, byte_of[before], byte_of[before + len(piece)], False
        else:
            for _token, token_id, start, end in tokenizer.spans_at(piece, before):
                yield token_id, byte_of[before + start], byte_of[before + end], tokenizer.is_unknown(token_id)
        before += len(piece)


def _separate_shared_bytes(
    tokenizer: Tokenizer, ids: "array[int]", starts: "array[int]", ends: "array[int]", utf8: bytes
) -> None:
    """Move the offsets of tokens that share a character to their own bytes.

    Spans cover whole characters: either each token spans every character it has a byte of, or only the last one does.
    """
    for number, end in enumerate(ends):
        first, start = number, starts[number]
        if not number or not _overlaps_next(starts[number - 1], ends[number - 1], start):
            continue
        if number + 1 < len(starts) and starts[number + 1] < end:
            continue  # not the last token of the character
        data = [_bytes_of(tokenizer, ids[number])]
        while (
            first
            and sum(map(len, data)) < MAX_SHARED_BYTES
            and _overlaps_next(starts[first - 1], ends[first - 1], start)
        ):
            first -= 1
            start = starts[first]
            data.insert(0, _bytes_of(tokenizer, ids[first]))
            joined = b"".join(data)
            # A leading space may have been added by the tokenizer.
            if joined.removeprefix(b" ") == utf8[start:end].removeprefix(b" "):
                inner = list(accumulate(map(len, data), initial=end - len(joined)))[1:]
                ends[first : number + 1] = array("i", inner)
                starts[first : number + 1] = array("i", [start, *inner[:-1]])
                break


def _overlaps_next(start: int, end: int, following: int) -> bool:
    """Return whether a token's span overlaps the next one, or is empty at its start."""
    return end > following or start == end == following


def _bytes_of(tokenizer: Tokenizer, token_id: int) -> bytes:
    return b"" if token_id == NO_ID else tokenizer.token_bytes(token_id)


def stable_prefix_length(tokenizer: Tokenizer, text: str, most: int, special: Special = "none") -> int:
    """Return the length of a prefix, at most `most` characters, whose tokens are the same as in the whole text.

    The longest such prefix that is known; 0 if there is none, or if nothing is known about how the tokenizer cuts.

    >>> from bpe_engine import load_pretrained
    >>> stable_prefix_length(load_pretrained("gpt2"), "the pug, the pun", 12)
    12
    """
    names = tokenizer.tokens_by_name if special == "all" else tokenizer.added_tokens
    if not _is_known(tokenizer) or any(map(can_contain_word_end, names)):
        return 0
    return last_word_end(text, most)  # no normalizer here joins the two characters that mark a word's end


def last_word_end(text: str, most: int) -> int:
    """Return the end of the last word before `most` that is followed by white space; 0 if there is none.

    >>> last_word_end("the pug, the pun", 12)
    12
    """
    for start in (max(0, most - _NEAR), 0):  # usually there is one near the end
        end = 0
        for match in WORD_END.finditer(text, start, most + 1):
            end = match.end()
        if end:
            return end
    return 0


def can_contain_word_end(name: str) -> bool:
    """Return whether cutting a text at word ends could cut this name."""
    return bool(WORD_END.search(name))


def _is_known(tokenizer: Tokenizer) -> bool:
    if isinstance(tokenizer, SentencePieceUnigram):
        return True  # tokens do not cross words, and do not depend on the text after a word
    if not isinstance(tokenizer, BPETokenizer | WordPieceTokenizer | UnigramTokenizer | UnitTokenizer):
        return False
    if isinstance(tokenizer, WordPieceTokenizer) and not isinstance(tokenizer.normalizer, BertNormalizer | None):
        return False
    return tokenizer.pre_tokenizer.allows_word_splits
