"""SentencePiece's `.model`: BPE is stepped through; Unigram, words and characters are run by the library sentencepiece.

The file is a protocol buffer: one field for each piece, then how it was trained, then how a text is normalized. A model
of BPE becomes a tokenizer of ours, which is kept only if it gives the library's own ids on a few texts.
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

_PIECES = 1  # the number of the field that holds a piece
_WIRE_LENGTHS = {1: 8, 5: 4}  # wire types of a fixed length; 0 is a varint, 2 comes with its length


def is_model(data: bytes) -> bool:
    """Return whether a file begins as a SentencePiece model does: with a piece that begins with its text."""
    try:
        field, _, start, end = _field("", data, 0)
        return field == _PIECES and end > start and data[start] == 0x0A
    except EngineError:
        return False


def read(file: str, data: bytes, *, with_library: bool = True) -> OpenedTokenizer:
    """Return the tokenizer of a `.model`, with sentencepiece's ids; no special tokens are put around a text.

    Without the library, a model of BPE is read as it is written here, and nothing is compared.

    Raises EngineError for a file that is cut short, with the place, and for one that the library refuses, or that only
    the library can run.
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
        why = Note(reason.template, **reason.values)
    return OpenedTokenizer(SentencePieceTokenizer(data, about), NAME, False, (why, NEEDS_LIBRARY_NOTE))


def _with_steps(data: bytes, expected: Sequence[Sequence[int]] | None) -> SentencePieceBPE:
    """Return the tokenizer of a model of BPE. Raises EngineError, with the reason, for one that only the library can
    run.

    `expected` has the library's ids of the probes; without the library, there are none.
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
    except (ValueError, IndexError):  # the library reads more than we do
        raise EngineError("Its file is written in a way not supported here.") from None
    for text, ids in zip(PROBES, expected, strict=True) if expected else ():
        if tokenizer.encode(text, "none") != ids:
            raise EngineError("The library gives different ids for the text {text!r}.", text=text)
    return tokenizer


def _field(file: str, data: bytes, position: int) -> tuple[int, int, int, int]:
    """Return a field of a protocol buffer: its number, its wire type, where its content begins and where it ends."""
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
    """Return a whole number in pieces of seven bits, and where it ends."""
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
    """A SentencePiece model. It reads no special token in a text, so it has none here."""

    library = "sentencepiece"
    space = SPACE
    _ids_of_each = staticmethod(sentencepiece_process.ids_of_each)

    def __init__(self, data: bytes, about: sentencepiece_process.ProbeResult) -> None:
        """A model, and what the library says of it."""
        super().__init__(sentencepiece_process.load, data)
        self._pieces = about["pieces"]
        self.special_tokens = {}
        self.unk_token = self._pieces[about["unk_id"]]

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """Piece -> id: a piece has ▁ where a word begins. Those that stand for a byte are written <0x0A>."""
        return {piece: number for number, piece in enumerate(self._pieces)}

    def _ids(self, text: str) -> list[int]:
        return [token_id for token_id, _start, _end in self._ids_with_offsets(text)]

    def _ids_with_special(self, text: str) -> list[int]:
        return self._ids(text)

    def _decode_known(self, ids: list[int]) -> str:
        return self._call(sentencepiece_process.decode, ids)

    def spans(self, text: str) -> list[Span]:
        """Return the pieces of a text and where the library says that each stands, in characters.

        Of the bytes of one character, the last has the character, and the others stand before it, empty.
        """
        return [
            Span(self.token(token_id), token_id, start, end) for token_id, start, end in self._ids_with_offsets(text)
        ]

    def _ids_with_offsets(self, text: str) -> list[tuple[int, int, int]]:
        """Return the ids of a text, each with the place of its piece."""
        check_text(text)
        return self._call(sentencepiece_process.spans, text)


class IsolatedSentencePieceNormalizer:
    """The rules of a model for characters, carried out by the library in a process of its own."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def normalize(self, text: str) -> str:
        """Return the text as pieces are looked for in it. Raises EngineError for a lone surrogate."""
        return self.aligned(text).text

    def aligned(self, text: str) -> Normalized:
        """The same, and where each character came from. Errors as `normalize`."""
        check_text(text)
        return from_offsets(
            *call_library(
                "sentencepiece", sentencepiece_process.load, self._data, sentencepiece_process.normalized, text
            )
        )


NormalizerApart = IsolatedSentencePieceNormalizer  # its former name, which tokenizers have that version 0.2 pickled
