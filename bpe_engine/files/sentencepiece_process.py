"""Functions that run in the process of the sentencepiece library. They return plain values."""

from typing import TYPE_CHECKING, TypedDict

from bpe_engine.files.isolated_library import check_growth

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor


class ProbeResult(TypedDict):
    """The library's report on a file."""

    pieces: list[str]
    unk_id: int
    ids: list[list[int]]


def load(data: bytes) -> "SentencePieceProcessor":
    """Load a `.model`."""
    import sentencepiece

    sentencepiece.set_min_log_level(3)
    return sentencepiece.SentencePieceProcessor(model_proto=data)


def probe(library: "SentencePieceProcessor", texts: list[str]) -> ProbeResult:
    """Report on a file before it is used; the texts are encoded and decoded."""
    ids = [[token_id for token_id, *_ in spans(library, text)] for text in texts]
    for found in ids:
        decode(library, found)
    pieces = [library.id_to_piece(token_id) for token_id in range(library.get_piece_size())]
    return {"pieces": pieces, "unk_id": library.unk_id(), "ids": ids}


def spans(library: "SentencePieceProcessor", text: str) -> list[tuple[int, int, int]]:
    """Return the ids of a text, each with the start and end of its piece."""
    found = library.EncodeAsOffsetMapping(text)
    check_growth(len(found["ids"]), len(text))
    return [(token_id, *place) for token_id, place in zip(found["ids"], found["offsets"], strict=True)]


def ids_of_each(library: "SentencePieceProcessor", texts: list[str]) -> list[list[int]]:
    """Return the ids of each text."""
    return [[token_id for token_id, *_ in spans(library, text)] for text in texts]


def normalized(library: "SentencePieceProcessor", text: str) -> tuple[str, list[int]]:
    """Return the normalized text and the original position of each character, and of the end."""
    changed, offsets = library.normalize(text, with_offsets=True)
    check_growth(len(changed), len(text))
    return changed, list(offsets)


def decode(library: "SentencePieceProcessor", ids: list[int]) -> str:
    """Return the text of some ids."""
    text = str(library.decode(ids))
    check_growth(len(text), sum(len(library.id_to_piece(token_id)) for token_id in ids))
    return text
