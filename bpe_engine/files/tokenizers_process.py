"""Functions that run in the process of the tokenizers library. They return plain values."""

import json
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypedDict

from bpe_engine.files.isolated_library import check_growth

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer


TEXT_CHUNK = r"\s{0,20}\S{1,20}|\s{1,20}"
CHARACTER = r"[\s\S]"
ALIGNED_BY_CHARACTERS = 50_000
"""Length of a text, in characters, up to which each character is aligned; a longer text is aligned by TEXT_CHUNK."""


class ProbeResult(TypedDict):
    """The library's report on a file and some texts."""

    ids: list[list[int] | None]  # None if it refuses the text
    added: dict[str, int]
    special: list[str]
    unk_token: str | None
    scores: list[float] | None  # Unigram's scores as parsed by the library


def load(data: bytes) -> "Tokenizer":
    """Load a tokenizer.json, without its truncation and padding."""
    import tokenizers

    library = tokenizers.Tokenizer.from_str(data.decode())
    library.no_truncation()
    library.no_padding()
    return library


def probe(library: "Tokenizer", texts: list[str]) -> ProbeResult:
    """Report on a file before it is used."""
    added = dict(sorted(library.get_added_tokens_decoder().items()))
    return {
        "ids": [_ids_or_none(library, text) for text in texts],
        "added": {token.content: token_id for token_id, token in added.items()},
        "special": [token.content for token in added.values() if token.special],
        "unk_token": getattr(library.model, "unk_token", None),
        "scores": _scores(library),
    }


def _scores(library: "Tokenizer") -> list[float] | None:
    """Return Unigram's scores as the library parsed them, which can differ from the file in the last digit."""
    if type(library.model).__name__ != "Unigram":
        return None
    return [score for _, score in json.loads(library.to_str())["model"]["vocab"]]


def _ids_or_none(library: "Tokenizer", text: str, whole: bool = True) -> list[int] | None:
    try:
        return ids(library, text, whole)
    except MemoryError:
        raise
    except BaseException:  # a Rust panic is not an Exception
        return None


def ids_of_each(library: "Tokenizer", texts: list[str]) -> list[list[int]]:
    """Return the ids of each text as plain text; none for one that the library refuses."""
    return [_ids_or_none(library, text, whole=False) or [] for text in texts]


def ids(library: "Tokenizer", text: str, whole: bool) -> list[int]:
    """Return the ids of a text; with `whole`, special tokens in it are matched."""
    return list(_encoded(library, text, whole).ids)


def special_spans(library: "Tokenizer", text: str) -> list[tuple[int, int, int]]:
    """Return the special tokens in a text: id, start and end.

    The library does not distinguish them from a model token with the same id, such as the unknown token. Special tokens
    are those that it does not find when reading the text as plain text, or whose name is in the text.
    """
    special = {
        token_id: token.content for token_id, token in library.get_added_tokens_decoder().items() if token.special
    }
    plain = _spans(_encoded(library, text, False))
    return [
        (token_id, start, end)
        for token_id, start, end in _spans(_encoded(library, text, True))
        if token_id in special and ((token_id, start, end) not in plain or text[start:end] == special[token_id])
    ]


def _spans(encoding: "Encoding") -> dict[tuple[int, int, int], None]:
    return {(token_id, *place): None for token_id, place in zip(encoding.ids, encoding.offsets, strict=True)}


def spans(library: "Tokenizer", text: str) -> list[tuple[str, int, int, int]]:
    """Return the tokens of a text: token, id, start and end."""
    encoding = _encoded(library, text, False)
    return [
        (token, token_id, *place)
        for token, token_id, place in zip(encoding.tokens, encoding.ids, encoding.offsets, strict=True)
    ]


def _encoded(library: "Tokenizer", text: str, whole: bool) -> "Encoding":
    library.encode_special_tokens = not whole
    encoding = library.encode(text, add_special_tokens=False)
    check_growth(len(encoding), len(text))
    return encoding


def normalized(library: "Tokenizer", text: str) -> str:
    """Return a text as changed by the file's normalizer."""
    normalizer = library.normalizer
    changed = text if normalizer is None else normalizer.normalize_str(text)
    check_growth(len(changed), len(text))
    return changed


def normalized_each(library: "Tokenizer", texts: list[str]) -> list[str]:
    """Return each text as changed by the file's normalizer."""
    return [normalized(library, text) for text in texts]


def aligned(library: "Tokenizer", text: str) -> tuple[str, list[tuple[int, int, int]]]:
    """Normalize a text and return where each stretch comes from: its length, and start and end in the original.

    If a stretch is as long as its source, characters correspond one to one. The library aligns each character; in a
    long text, it aligns pieces, and the characters of a piece if the piece changes in the same way on its own.
    """
    changed = normalized(library, text)
    if len(text) <= ALIGNED_BY_CHARACTERS:
        by_character: list[tuple[int, int, int]] = []
        for _, (start, end) in _split_changed(library, text, changed, CHARACTER):
            _add(by_character, 1, start, end)
        return changed, by_character
    normalize_alone = lru_cache(maxsize=10_000)(partial(normalized, library))  # cached per character or piece
    aligned_spans: list[tuple[int, int, int]] = []
    for piece, (start, end) in _split_changed(library, text, changed, TEXT_CHUNK):
        part = text[start:end]
        if piece != part and normalize_alone(part) == piece:
            for _, (first, last) in _split_changed(library, part, piece, CHARACTER):
                _add(aligned_spans, 1, start + first, start + last)
        elif len(piece) == len(part):
            _add(aligned_spans, len(piece), start, end)
        else:
            aligned_spans += [(1, start, end)] * len(piece)
    return changed, aligned_spans


def _add(aligned_spans: list[tuple[int, int, int]], count: int, start: int, end: int) -> None:
    """Append a stretch, joining it with the previous one if both are one to one."""
    if aligned_spans and count == end - start:
        before, first, last = aligned_spans[-1]
        if before == last - first and last == start:
            aligned_spans[-1] = (before + count, first, end)
            return
    aligned_spans.append((count, start, end))


def _split_changed(
    library: "Tokenizer", text: str, changed: str, pattern: str
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Cut a normalized text by a pattern; yield each piece with its start and end in the original text."""
    import tokenizers
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Split

    cutter = tokenizers.Tokenizer(WordLevel({"": 0}, unk_token=""))
    cutter.normalizer = library.normalizer
    cutter.pre_tokenizer = Split(tokenizers.Regex(pattern), "isolated")
    pieces = (piece for piece, _ in cutter.pre_tokenizer.pre_tokenize_str(changed))
    return zip(pieces, cutter.encode(text).offsets, strict=True)


def decode(library: "Tokenizer", ids: list[int]) -> str:
    """Return the text of some ids."""
    longest = sum(len(library.id_to_token(token_id) or "") for token_id in ids)
    text = library.decode(ids, skip_special_tokens=False)
    check_growth(len(text), longest)
    return text


def vocabulary(library: "Tokenizer") -> dict[str, int]:
    """Token -> id, with the added tokens."""
    return library.get_vocab(with_added_tokens=True)
