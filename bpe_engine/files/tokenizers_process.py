"""The library tokenizers on a file, for a process of its own: what it is asked, and its answers as plain values."""

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


class ProbeResult(TypedDict):
    """What the library makes of a file and of some texts."""

    ids: list[list[int] | None]  # None for a text that it refuses
    added: dict[str, int]
    special: list[str]
    unk_token: str | None
    scores: list[float] | None  # those of Unigram, as the library has read them


def load(data: bytes) -> "Tokenizer":
    """Return a tokenizer.json, without its truncation and padding."""
    import tokenizers

    library = tokenizers.Tokenizer.from_str(data.decode())
    library.no_truncation()
    library.no_padding()
    return library


def probe(library: "Tokenizer", texts: list[str]) -> ProbeResult:
    """What there is to know of a file before it is used."""
    added = dict(sorted(library.get_added_tokens_decoder().items()))
    return {
        "ids": [_ids_or_none(library, text) for text in texts],
        "added": {token.content: token_id for token_id, token in added.items()},
        "special": [token.content for token in added.values() if token.special],
        "unk_token": getattr(library.model, "unk_token", None),
        "scores": _scores(library),
    }


def _scores(library: "Tokenizer") -> list[float] | None:
    """Its reader takes some numbers for the one next to, in the last place, and writes them as it has them."""
    if type(library.model).__name__ != "Unigram":
        return None
    return [score for _, score in json.loads(library.to_str())["model"]["vocab"]]


def _ids_or_none(library: "Tokenizer", text: str, whole: bool = True) -> list[int] | None:
    try:
        return ids(library, text, whole)
    except MemoryError:
        raise
    except BaseException:  # a panic in Rust is no Exception
        return None


def ids_of_each(library: "Tokenizer", texts: list[str]) -> list[list[int]]:
    """Return the ids of each text as plain text; none for one that the library refuses."""
    return [_ids_or_none(library, text, whole=False) or [] for text in texts]


def ids(library: "Tokenizer", text: str, whole: bool) -> list[int]:
    """Return the ids of a text; of a whole one, with those of special tokens in it."""
    return list(_encoded(library, text, whole).ids)


def special_spans(library: "Tokenizer", text: str) -> list[tuple[int, int, int]]:
    """Return the special tokens in a text: the id of each, and where it begins and ends.

    The library does not tell them from a model's own token of that id, such as the one for what is unknown. Theirs
    are those that it does not find in the text as plain text, or that stand there by name.
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


def _spans(found: "Encoding") -> dict[tuple[int, int, int], None]:
    return {(token_id, *place): None for token_id, place in zip(found.ids, found.offsets, strict=True)}


def spans(library: "Tokenizer", text: str) -> list[tuple[str, int, int, int]]:
    """Return the tokens of a text, each with its id and where it begins and ends."""
    found = _encoded(library, text, False)
    return [
        (token, token_id, *place) for token, token_id, place in zip(found.tokens, found.ids, found.offsets, strict=True)
    ]


def _encoded(library: "Tokenizer", text: str, whole: bool) -> "Encoding":
    library.encode_special_tokens = not whole
    found = library.encode(text, add_special_tokens=False)
    check_growth(len(found), len(text))
    return found


def normalized(library: "Tokenizer", text: str) -> str:
    """Return a text as the normalizer of a file changes it."""
    normalizer = library.normalizer
    changed = text if normalizer is None else normalizer.normalize_str(text)
    check_growth(len(changed), len(text))
    return changed


def normalized_each(library: "Tokenizer", texts: list[str]) -> list[str]:
    """The same of each text."""
    return [normalized(library, text) for text in texts]


def aligned(library: "Tokenizer", text: str) -> tuple[str, list[tuple[int, int, int]]]:
    """The same, and where each stretch of it comes from: so many characters, from where, to where.

    Where as many characters as there were come from a place, each is from one. The library tells where each character
    is; in a long text, where pieces are, and where the characters of a piece are if that changes in the same way alone.
    """
    changed = normalized(library, text)
    if len(text) <= ALIGNED_BY_CHARACTERS:
        by_character: list[tuple[int, int, int]] = []
        for _, (start, end) in _split_changed(library, text, changed, CHARACTER):
            _add(by_character, 1, start, end)
        return changed, by_character
    alone = lru_cache(maxsize=10_000)(partial(normalized, library))  # a character, or a piece
    stretches: list[tuple[int, int, int]] = []
    for piece, (start, end) in _split_changed(library, text, changed, TEXT_CHUNK):
        part = text[start:end]
        if piece != part and alone(part) == piece:
            for _, (first, last) in _split_changed(library, part, piece, CHARACTER):
                _add(stretches, 1, start + first, start + last)
        elif len(piece) == len(part):
            _add(stretches, len(piece), start, end)
        else:
            stretches += [(1, start, end)] * len(piece)
    return changed, stretches


def _add(stretches: list[tuple[int, int, int]], count: int, start: int, end: int) -> None:
    """One more stretch, together with the one before where both are one to one."""
    if stretches and count == end - start:
        before, first, last = stretches[-1]
        if before == last - first and last == start:
            stretches[-1] = (before + count, first, end)
            return
    stretches.append((count, start, end))


def _split_changed(
    library: "Tokenizer", text: str, changed: str, pattern: str
) -> Iterator[tuple[str, tuple[int, int]]]:
    """What a pattern cuts a changed text into, each piece with where it begins and ends in the text as it was."""
    import tokenizers
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Split

    cutter = tokenizers.Tokenizer(WordLevel({"": 0}, unk_token=""))
    cutter.normalizer = library.normalizer
    cutter.pre_tokenizer = Split(tokenizers.Regex(pattern), "isolated")
    pieces = (piece for piece, _ in cutter.pre_tokenizer.pre_tokenize_str(changed))
    return zip(pieces, cutter.encode(text).offsets, strict=True)


def decode(library: "Tokenizer", ids: list[int]) -> str:
    """Return the text that some ids stand for."""
    longest = sum(len(library.id_to_token(token_id) or "") for token_id in ids)
    text = library.decode(ids, skip_special_tokens=False)
    check_growth(len(text), longest)
    return text


def vocabulary(library: "Tokenizer") -> dict[str, int]:
    """Token -> id, with the added tokens."""
    return library.get_vocab(with_added_tokens=True)
