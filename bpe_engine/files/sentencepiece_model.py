"""SentencePiece's `.model`: BPE is stepped through; Unigram, words and characters are run by the library sentencepiece.

The file is a protocol buffer: one field per piece, then the training options, then the normalization rules. A BPE model
becomes one of our tokenizers, which is used only if it gives the library's ids on a few texts.
"""

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec

from bpe_engine.errors import EngineError
from bpe_engine.files import sentencepiece_process
from bpe_engine.files.file_checks import check_count
from bpe_engine.files.isolated_library import probe_library
from bpe_engine.files.library_tokenizer import LibraryTokenizer, call_library
from bpe_engine.files.opened_tokenizer import LibraryNeededError, Note, OpenedTokenizer
from bpe_engine.sentencepiece.bpe import SentencePieceBPE
from bpe_engine.sentencepiece.model_file import BPE, SPACE, ModelFile
from bpe_engine.sentencepiece.normalizer import check_text, from_offsets
from bpe_engine.text.normalizers import Normalized
from bpe_engine.tokenizer import Span

NAME = "sentencepiece"

PROBES = [
    "Hello wörld 東京 ＡＢ½ 👨‍👩‍👧\n\t12345",
    "",
    " ",
    "a" * 300,
    "  leading,  runs   of     spaces and\u00a0others \u3000 ▁ ▁▁x  ",
    "Привет мир नमस्ते e\u0301 ﬁ \x00\x1b <s> <unk> <0x0A>",
]

NEEDS_LIBRARY_NOTE = Note("It runs in the sentencepiece library, which returns tokens but no steps.")

_PIECES = 1  # the field number of a piece
_WIRE_LENGTHS = {1: 8, 5: 4}  # wire types of fixed length; 0 is a varint, 2 is prefixed with its length


def is_model(data: bytes) -> bool:
    """Return whether a file begins like a SentencePiece model: with a piece that begins with its text."""
    try:
        field, _, start, end = _field("", data, 0)
        return field == _PIECES and end > start and data[start] == 0x0A
    except EngineError:
        return False


def read(file: str, data: bytes, *, with_library: bool = True) -> OpenedTokenizer:
    """Return the tokenizer of a `.model`, with sentencepiece's ids; no special tokens are added around a text.

    Without the library, a BPE model is read without comparing results.

    Raises EngineError if the file is truncated (with the position), if the library refuses it, or if only the library
    can run it.
    """
    if with_library and find_spec("sentencepiece") is None:
        raise EngineError(
            "A SentencePiece .model needs the sentencepiece package. Install it: pip install sentencepiece."
        )
    position = pieces = 0
    while position < len(data):
        field, _, _, position = _field(file, data, position)
        pieces += field == _PIECES
    check_count(file, pieces)
    if not with_library:
        try:
            return OpenedTokenizer(_with_steps(data, None), NAME, True)
        except EngineError as reason:
            raise LibraryNeededError(reason.template, **reason.values) from None
    about = probe_library(sentencepiece_process.load, sentencepiece_process.probe, file, data, PROBES)
    try:
        return OpenedTokenizer(_with_steps(data, about["ids"]), NAME, True)
    except EngineError as reason:
        note = Note(reason.template, **reason.values)
    return OpenedTokenizer(SentencePieceTokenizer(data, about), NAME, False, (note, NEEDS_LIBRARY_NOTE))


def _with_steps(data: bytes, expected: Sequence[Sequence[int]] | None) -> SentencePieceBPE:
    """Return the tokenizer of a BPE model. Raises EngineError, with the reason, if only the library can run it.

    `expected` is what the library makes of the probes; None without the library.
    """
    try:
        model = ModelFile(data)
        if model.type != BPE:
            raise EngineError("This SentencePiece model is not BPE.")
        if expected is None and model.has_character_map:
            raise EngineError("This SentencePiece model replaces characters by a table of its own.")
        tokenizer = SentencePieceBPE(
            model, normalizer=IsolatedSentencePieceNormalizer(data) if model.has_character_map else None
        )
    except EngineError:
        raise
    except (ValueError, IndexError):  # the library accepts more than this reader
        raise EngineError("Its file is written in a way not supported here.") from None
    for text, ids in zip(PROBES, expected, strict=True) if expected else ():
        if tokenizer.encode(text, "none") != ids:
            raise EngineError("The library gives different ids for the text {text!r}.", text=text)
    return tokenizer


def _field(file: str, data: bytes, position: int) -> tuple[int, int, int, int]:
    """Return a field of a protocol buffer: its number, its wire type, and the start and end of its content."""
    tag, start = _varint(file, data, position)
    wire_type = tag & 7
    if wire_type == 0:
        _, end = _varint(file, data, start)
    elif wire_type == 2:
        length, start = _varint(file, data, start)
        end = start + length
    elif wire_type in _WIRE_LENGTHS:
        end = start + _WIRE_LENGTHS[wire_type]
    else:
        end = len(data) + 1
    if end > len(data) or not tag >> 3:
        raise EngineError(
            "{file} is not a complete SentencePiece model: what begins at byte {position:,} of {size:,} is cut short "
            "or damaged. Get a fresh copy.",
            file=file,
            position=position,
            size=len(data),
        )
    return tag >> 3, wire_type, start, end


def _varint(file: str, data: bytes, position: int) -> tuple[int, int]:
    """Decode a varint; return its value and its end."""
    value = shift = 0
    for place in range(position, min(position + 10, len(data))):
        value |= (data[place] & 0x7F) << shift
        shift += 7
        if data[place] < 0x80:
            return value, place + 1
    raise EngineError(
        "{file} is not a complete SentencePiece model: a number is cut short at byte {position:,} of {size:,}. Get a "
        "fresh copy.",
        file=file,
        position=position,
        size=len(data),
    )


class SentencePieceTokenizer(LibraryTokenizer):
    """A SentencePiece model run by the library. It matches no special tokens in text, so it has none here."""

    library = "sentencepiece"
    space = SPACE
    _ids_of_each = staticmethod(sentencepiece_process.ids_of_each)

    def __init__(self, data: bytes, about: sentencepiece_process.ProbeResult) -> None:
        """Take a model and what the library reports about it."""
        super().__init__(sentencepiece_process.load, data)
        self._pieces = about["pieces"]
        self.special_tokens = {}
        self.unk_token = self._pieces[about["unk_id"]]

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """Piece -> id. ▁ marks the beginning of a word; byte pieces are written <0x0A>."""
        return {piece: number for number, piece in enumerate(self._pieces)}

    def _ids(self, text: str) -> list[int]:
        return [token_id for token_id, _start, _end in self._ids_with_offsets(text)]

    def _ids_with_special(self, text: str) -> list[int]:
        return self._ids(text)

    def _decode_known(self, ids: list[int]) -> str:
        return self._call(sentencepiece_process.decode, ids)

    def spans(self, text: str) -> list[Span]:
        """Return the pieces of a text, each with its position in characters as reported by the library.

        If a character is several byte pieces, the last one spans it, and the others are empty spans before it.
        """
        return [
            Span(self.token(token_id), token_id, start, end) for token_id, start, end in self._ids_with_offsets(text)
        ]

    def _ids_with_offsets(self, text: str) -> list[tuple[int, int, int]]:
        """Return the ids of a text, each with its piece's position."""
        check_text(text)
        return self._call(sentencepiece_process.spans, text)


class IsolatedSentencePieceNormalizer:
    """A model's normalization rules, run by the library in a separate process."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def normalize(self, text: str) -> str:
        """Return the normalized text. Raises EngineError for a lone surrogate."""
        return self.aligned(text).text

    def aligned(self, text: str) -> Normalized:
        """Normalize a text and align it to the original. Raises the errors of `normalize`."""
        check_text(text)
        return from_offsets(
            *call_library(
                "sentencepiece", sentencepiece_process.load, self._data, sentencepiece_process.normalized, text
            )
        )


NormalizerApart = IsolatedSentencePieceNormalizer  # former name, in tokenizers pickled by version 0.2
