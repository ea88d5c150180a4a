"""The requirements of byte-level BPE formats: all 256 bytes, and merges that each make one new token."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from bpe_engine.bpe.encoding import apply_merges
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.errors import EngineError
from bpe_engine.symbols import Pair
from bpe_engine.tokenizer import Tokenizer


class ByteMerges(NamedTuple):
    """The merges of a byte-level tokenizer as numbers: 0 to 255 for bytes by value, then 256 + rank."""

    pairs: list[tuple[int, int]]
    tokens: list[str]  # by number, in the byte alphabet


def require_bpe(tokenizer: Tokenizer, format_name: str, other: str) -> BPETokenizer:
    """Return the tokenizer if it uses byte-pair encoding, else raise EngineError.

    End-of-word marks are not checked, since some formats support one of the two kinds.
    """
    if not isinstance(tokenizer, BPETokenizer):
        raise EngineError(
            "{format} supports only byte-pair encoding, but this tokenizer is a {kind}. Try {other}, which supports "
            "more kinds.",
            format=format_name,
            kind=type(tokenizer).__name__,
            other=other,
        )
    for token in tokenizer.added_tokens:
        raise EngineError(
            "{format} cannot record that {token!r} is a token wherever it occurs. Choose {other}.",
            format=format_name,
            token=token,
            other=other,
        )
    return tokenizer


def byte_merges(tokenizer: Tokenizer, format_name: str) -> ByteMerges:
    """Return the merges as numbers, for a format that stores only bytes and pairs of numbers.

    Raises EngineError, with a format that can, for a tokenizer that is not BPE or not at byte level, has an
    end-of-word mark, has two merges that make the same token, a merge of parts that are made later or never, a
    token that was dropped, one that neither is a byte nor comes from a merge, or a special one that does.
    """
    bpe = require_bpe(tokenizer, format_name, "tokenizer.json")
    if not bpe.byte_level or bpe.end_of_word:
        raise EngineError(
            "{format} can store only bytes, but this tokenizer was trained on characters or with an end-of-word mark. "
            "Choose tokenizer.json, or train at byte level.",
            format=format_name,
        )
    refuse_whole_words(bpe, format_name)
    number_of = {symbol: byte for byte, symbol in enumerate(BYTE_ALPHABET)}
    pairs = []
    for rank, (left, right) in enumerate(bpe.merges):
        token = left + right
        if left not in number_of or right not in number_of:
            raise EngineError(
                "Merge {rank} joins {left!r} and {right!r}, but {format} needs each to be a byte or made by an earlier "
                "merge. Choose tokenizer.json.",
                rank=rank,
                left=left,
                right=right,
                format=format_name,
            )
        if token in number_of:
            raise EngineError(
                "Two merges make the token {token!r}, but in {format} each merge has its own token. Choose "
                "tokenizer.json.",
                token=token,
                format=format_name,
            )
        pairs.append((number_of[left], number_of[right]))
        number_of[token] = len(number_of)
    require_complete_merges(bpe)
    twice = next((token for token in bpe.special_tokens if token in number_of), None)
    if twice is not None:
        raise EngineError(
            "The special token {token!r} is also a byte or made by a merge, and {format} has room for only one of the "
            "two. Rename it, or choose tokenizer.json.",
            token=twice,
            format=format_name,
        )
    known_ids = {**number_of, **bpe.special_tokens}
    extra = next((token for token in bpe.vocabulary if token not in known_ids), None)
    if extra is not None:
        raise EngineError(
            "The token {token!r} is neither a byte nor made by a merge, and {format} cannot store it. Choose "
            "tokenizer.json.",
            token=extra,
            format=format_name,
        )
    return ByteMerges(pairs, list(number_of))


def require_complete_merges(tokenizer: BPETokenizer) -> None:
    """Raise EngineError if a merge needs or makes a symbol outside the vocabulary, which no format supports."""
    vocabulary: Mapping[str, int] = tokenizer.vocabulary
    for pair in tokenizer.merges:
        for symbol in (*pair, "".join(pair)):
            if symbol not in vocabulary:
                raise EngineError(
                    "The merge of {left!r} and {right!r} needs {symbol!r}, which was dropped from the vocabulary. No "
                    "file format can record that. Train again with drop_unused=False.",
                    left=pair.left,
                    right=pair.right,
                    symbol=symbol,
                )


def refuse_whole_words(tokenizer: BPETokenizer, format_name: str) -> None:
    """Raise EngineError for a token that no merges reach: in a format with merges only, no text could contain it."""
    for token in tokenizer.table.whole_words:
        raise EngineError(
            "{format} has only merges, and none lead to the token {token!r}, which a word that equals it becomes. "
            "Choose tokenizer.json.",
            format=format_name,
            token=token,
        )


def unreachable_token(tokenizer: BPETokenizer, tokens: list[str]) -> str | None:
    """Return a token that merging its own symbols does not yield, or None.

    If there is none, looking up whole words before merging, as tiktoken does, gives the same ids.
    """
    return next((token for token in tokens if len(apply_merges(token, tokenizer.table)) != 1), None)


def check_special_collisions(file: str, special_tokens: Mapping[str, int], symbols: Collection[str]) -> None:
    """Raise EngineError if a special token is written like another token."""
    for token in special_tokens:
        if token in symbols:
            raise EngineError(
                "{file}: the special token {token!r} is also an ordinary token. Rename it.",
                file=file,
                token=token,
            )


def validate_merge(file: str, line: int, pair: Pair, vocabulary: Mapping[str, int], prefix: str = "") -> None:
    """Raise EngineError if a part of a merge or its product is not in the vocabulary.

    The product omits the prefix of continuing parts: a and ##b make ab. The tokenizers library removes as many bytes as
    the prefix has, whatever they are.
    """
    right = pair.right.encode("utf-8", "surrogatepass")[len(prefix.encode("utf-8", "surrogatepass")) :]
    for symbol in (*pair, pair.left + right.decode("utf-8", "replace")):
        if symbol not in vocabulary:
            raise EngineError(
                "{file}, line {line:,}: {left!r} and {right!r} need the token {symbol!r}, which is not in the "
                "vocabulary. The two files may not belong together.",
                file=file,
                line=line,
                left=pair.left,
                right=pair.right,
                symbol=symbol,
            )
