"""A text's journey through a tokenizer and back, as a sequence of pictures.

Letters are normalized, cut into words, written as bytes and symbols, merged by rank, looked up, and decoded. Each
picture consists of pieces, and the pieces of all pictures are intervals on one line of *atoms*: a byte of the
normalized text is one atom or more. So a piece turns into whatever overlaps with it in another picture, and a view only
has to move things.

>>> from bpe_engine import load_pretrained
>>> shown = text_journey(load_pretrained("gpt2"), "hugs")
>>> [(picture.stage, [piece.text for piece in picture.pieces]) for picture in shown.pictures if picture.merges]
[('merges', ['h', 'ug', 's']), ('merges', ['h', 'ugs'])]
>>> shown.ids
[71, 10339]
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

import regex

from bpe_engine.bpe.encoding import EncodeStep
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, utf8
from bpe_engine.inspection.text_path import GRAPHEME
from bpe_engine.sentencepiece.bpe import SentencePieceBPE
from bpe_engine.symbols import Pair
from bpe_engine.text.added_tokens import split_around_tokens
from bpe_engine.text.normalizers import Normalized
from bpe_engine.tokenizer import Tokenizer

Stage = Literal[
    "text", "normalized", "words", "bytes", "symbols", "merges", "tokens", "ids", "row", "bytes again", "text again"
]
TextSpan = tuple[int, int]
"""An interval of the line of atoms: start and end (exclusive)."""

_LINE_WORDS = regex.compile(r"\s*\S+|\s+")
MAX_PICTURES = 60
"""Maximum number of pictures of merges; beyond it, several merges share a picture."""


class JourneyItem(NamedTuple):
    """A piece that moves as a unit: its interval of atoms, its label, and the token that it is part of.

    In the stages "bytes" and "bytes again", the label is the byte in the byte alphabet.
    """

    start: int
    end: int
    text: str
    token: int | None  # index of its token; None if it is part of several, or of none


class JourneyMerge(NamedTuple):
    """A merge: its interval, parts, and number of candidates. `middle` is where its two parts meet."""

    start: int
    middle: int
    end: int
    pair: Pair
    rank: int
    offered: int  # distinct pairs in the word that could merge, this one included


class JourneyPicture(NamedTuple):
    """The scene at one moment: its words, and the merges since the previous picture."""

    stage: Stage
    words: tuple[tuple[JourneyItem, ...], ...]
    merges: tuple[JourneyMerge, ...] = ()

    @property
    def pieces(self) -> list[JourneyItem]:
        """The pieces of all words, in order."""
        return [piece for word in self.words for piece in word]


class Journey(NamedTuple):
    """All pictures; in the stages "ids" and "row", the pieces are the tokens, with the ids in `ids`."""

    pictures: tuple[JourneyPicture, ...]
    ids: list[int]
    normalized: str
    decoded: str
    merges: int


def text_journey(tokenizer: Tokenizer, text: str, most: int = MAX_PICTURES) -> Journey:
    """Return the pictures of a text, reading special tokens as plain text. Without merges, words become tokens at once.

    At most `most` pictures show merges. Raises EngineError if the tokenizer refuses the text.
    """
    ids = tokenizer.encode(text, "none")
    return _JourneyBuilder(tokenizer, text, ids).build(most)


class _AlignedText(NamedTuple):
    """The intervals of a text's characters, before and after normalization."""

    before: list[TextSpan]
    after: list[TextSpan]
    marks: dict[int, TextSpan]  # inserted after a character of the normalized text, by index


def _align_text(normalized: Normalized, length: int, marked: set[int]) -> _AlignedText:
    """Lay out both texts. The original has `length` characters; an extra atom follows each `marked` character."""
    text, starts, ends = normalized
    line = _AlignedText([], [], {})
    place = atom = 0
    while place < len(text):
        last, end = place + 1, ends[place]
        while last < len(text) and starts[last] < end:
            end, last = max(end, ends[last]), last + 1
        for _dropped in range(len(line.before), starts[place]):
            line.before.append((atom, atom := atom + 1))
        sizes = [len(utf8(character)) for character in text[place:last]]
        sources = max(0, end - len(line.before))
        width = max(sum(sizes), sources)
        sizes[-1] += width - sum(sizes)
        line.before.extend(
            (atom + width * source // sources, atom + width * (source + 1) // sources) for source in range(sources)
        )
        for size in sizes:
            line.after.append((atom, atom := atom + size))
        if last in marked:
            line.marks[last] = (atom, atom := atom + 1)
        place = last
    for _dropped in range(len(line.before), length):
        line.before.append((atom, atom := atom + 1))
    return line


class _JourneyBuilder:
    """Builds the pictures of a text, stage by stage."""

    def __init__(self, tokenizer: Tokenizer, text: str, ids: list[int]) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.ids = ids
        self.changed = tokenizer.normalized(text)
        self.cuts = self._cuts()
        mark = isinstance(tokenizer.base_tokenizer, BPETokenizer) and tokenizer.base_tokenizer.end_of_word_symbol
        ends = {end for _start, end in self.cuts or ()} if mark else set()
        self.line = _align_text(self.changed, len(text), ends)
        self.units = [self._units(place) for place in range(len(self.changed.text))]
        self.steps = self._steps()
        self.tokens = self._tokens()

    def build(self, most: int) -> Journey:
        """Return all pictures."""
        decoded = self.tokenizer.decode(self.ids)
        before = self._letters(self.text, self.line.before)
        after = self._letters(self.changed.text, self.line.after)
        pictures = [JourneyPicture("text", self._in_lines(self.text, before))]
        pictures.append(JourneyPicture("normalized", self._in_lines(self.changed.text, after)))
        if self.cuts is not None:
            pictures.append(JourneyPicture("words", tuple(map(self._pre_token, self.cuts))))
        if self.tokenizer.byte_level:
            pictures.append(JourneyPicture("bytes", tuple(self._bytes_of(cut) for cut in self.cuts or ())))
        merged: list[JourneyPicture] = []
        if self.steps is not None:
            firsts = [self._row(steps[0].symbols, place) for place, steps in enumerate(self.steps)]
            pictures.append(JourneyPicture("symbols", tuple(map(tuple, firsts))))
            merged = list(self._merges(firsts))
        pictures += _thin_out(merged, most)
        tokens = self._token_words()
        pictures += [JourneyPicture("tokens", tokens), JourneyPicture("ids", tokens), JourneyPicture("row", tokens)]
        if decoded_bytes := self._decoded_bytes():
            pictures.append(JourneyPicture("bytes again", decoded_bytes))
        pictures.append(JourneyPicture("text again", self._decoded_text(decoded, before, after)))
        return Journey(tuple(pictures), self.ids, self.changed.text, decoded, len(merged))

    # Words

    def _cuts(self) -> list[TextSpan] | None:
        """Return the pre-tokens as intervals of the normalized text; None if the tokenizer has none."""
        inner = self.tokenizer.base_tokenizer
        cutter = getattr(inner, "pre_tokenizer", None)
        if cutter is None:
            return None
        pre_tokens = split_around_tokens(inner.added_tokens, self.changed.text, cutter.pre_tokens)
        return [(start, start + len(text)) for text, start, _alternative in pre_tokens if text]

    def _units(self, place: int) -> list[TextSpan]:
        """Return the bytes of a character of the normalized text."""
        start, end = self.line.after[place]
        size = len(utf8(self.changed.text[place]))
        return [(start + at, end if at == size - 1 else start + at + 1) for at in range(size)]

    def _letters(self, text: str, line: Sequence[TextSpan]) -> list[JourneyItem]:
        """Return a text's letters as readers see them (grapheme clusters)."""
        units = []
        for letter in GRAPHEME.finditer(text):
            start, end = line[letter.start()][0], line[letter.end() - 1][1]
            units.append(JourneyItem(start, end, letter[0], None))
        return units

    def _in_lines(self, text: str, letters: Sequence[JourneyItem]) -> tuple[tuple[JourneyItem, ...], ...]:
        """Group letters into units that are not broken across lines; a line may end at white space."""
        ends, place = [], 0
        for letter in letters:
            ends.append(place := place + len(letter.text))
        words = []
        for word in _LINE_WORDS.finditer(text):
            inside = (letter for letter, end in zip(letters, ends, strict=True) if word.start() < end <= word.end())
            words.append(tuple(inside))
        return tuple(filter(None, words))

    def _pre_token(self, cut: TextSpan) -> tuple[JourneyItem, ...]:
        """Return the letters of a pre-token. A cut may split a letter, such as a digit with an accent."""
        return tuple(self._letters(self.changed.text[slice(*cut)], self.line.after[slice(*cut)]))

    def _bytes_of(self, cut: TextSpan) -> tuple[JourneyItem, ...]:
        data = utf8(self.changed.text[slice(*cut)])
        units = [unit for place in range(*cut) for unit in self.units[place]]
        return tuple(JourneyItem(*unit, BYTE_ALPHABET[byte], None) for unit, byte in zip(units, data, strict=True))

    # Merges

    def _steps(self) -> list[list[EncodeStep]] | None:
        """Return the steps of each word; None if they are not merges whose symbols cover the word."""
        if not isinstance(self.tokenizer.base_tokenizer, (BPETokenizer, SentencePieceBPE)):
            return None
        words = [
            list(steps) for _word, steps in groupby(self.tokenizer.encode_steps(self.text), lambda step: step.word)
        ]
        if self.cuts is None:
            place, self._spread = 0, []
            for steps in words:
                length = sum(map(self._characters, steps[0].symbols))
                self._spread.append((place, place := place + length))
            fits = place == len(self.changed.text)
        else:
            self._spread = self.cuts
            fits = len(words) == len(self.cuts)
        return (
            words
            if fits and all(self._steps_cover_word(*word) for word in zip(words, self._spread, strict=True))
            else None
        )

    def _characters(self, symbol: str) -> int:
        return 0 if symbol in self.tokenizer.byte_of_token else len(symbol)

    def _steps_cover_word(self, steps: Sequence[EncodeStep], cut: TextSpan) -> bool:
        """Return whether the symbols of every step have the length of their word, in bytes."""
        size = len(utf8(self.changed.text[slice(*cut)]))
        return all(sum(map(self._size, step.symbols)) == size for step in steps)

    def _size(self, symbol: str) -> int:
        """Return the length of a symbol in bytes of the text."""
        tokenizer = self.tokenizer
        if symbol in tokenizer.byte_of_token:
            return 1
        if tokenizer.end_of_word and symbol.endswith(tokenizer.end_of_word):
            symbol = symbol.removesuffix(tokenizer.end_of_word)
        return len(symbol) if tokenizer.byte_level else len(utf8(symbol))

    def _row(self, symbols: Sequence[str], word: int) -> list[JourneyItem]:
        """Return the symbols of a word as pieces at their positions."""
        cut = self._spread[word]
        units = [unit for place in range(*cut) for unit in self.units[place]]
        mark = self.line.marks.get(cut[1])
        pieces, at = [], 0
        for number, symbol in enumerate(symbols):
            size = self._size(symbol)
            start = units[at][0] if size else (mark or units[-1])[0]
            end = units[at + size - 1][1] if size else (mark or units[-1])[1]
            if mark and size and number == len(symbols) - 1:
                end = mark[1]
            pieces.append(JourneyItem(start, end, symbol, None))
            at += size
        return pieces

    def _merges(self, rows: list[list[JourneyItem]]) -> Iterator[JourneyPicture]:
        """Yield a picture for each merge, word by word, in the tokenizer's order."""
        assert self.steps is not None, "asked for only where there are steps"
        for word, steps in enumerate(self.steps):
            single = set(rows[word])
            for before, after in pairwise(steps):
                if after.pair is None or after.rank is None:
                    continue
                ends = {piece.start: piece.end for piece in rows[word]}
                row = self._row(after.symbols, word)
                # A symbol that no merge has made has no colour yet.
                coloured = zip(row, self._with_token_numbers(row), strict=True)
                rows[word] = [plain if plain in single else piece for plain, piece in coloured]
                offered = len({candidate.pair for candidate in before.candidates})
                results = [rows[word][place] for place in after.merged]
                merges = tuple(
                    JourneyMerge(piece.start, ends[piece.start], piece.end, after.pair, after.rank, offered)
                    for piece in results
                )
                yield JourneyPicture("merges", tuple(map(tuple, rows)), merges)

    def _with_token_numbers(self, row: Sequence[JourneyItem]) -> tuple[JourneyItem, ...]:
        """Return pieces with the tokens that they are part of."""
        return tuple(piece._replace(token=self._token_at(piece)) for piece in row)

    # Tokens

    def _tokens(self) -> list[JourneyItem]:
        """Return the tokens as pieces at their positions."""
        if self.steps is not None:
            rows = [self._row(steps[-1].symbols, place) for place, steps in enumerate(self.steps)]
            pieces = [piece for row in rows for piece in row]
        else:
            pieces = list(self._spans())
        return [piece._replace(token=place) for place, piece in enumerate(pieces)]

    def _spans(self) -> Iterator[JourneyItem]:
        """Yield the tokens of a tokenizer without merges, at the positions of its spans."""
        line = [*self.line.before, (self.line.after or [(0, 0)])[-1:][0]]
        reached = 0
        for token, _id, first, end in self.tokenizer.spans(self.text):
            start, stop = (line[first][0], line[end - 1][1]) if end > first else (reached, reached)
            if self.tokenizer.space and token.startswith(self.tokenizer.space):
                start = min(start, reached)  # the space added before the text belongs to the token only
            yield JourneyItem(start, stop, token, None)
            reached = stop

    def _token_at(self, piece: TextSpan | JourneyItem) -> int | None:
        start, end = piece[0], piece[1]
        return next((token.token for token in self.tokens if token.start <= start and end <= token.end), None)

    def _token_words(self) -> tuple[tuple[JourneyItem, ...], ...]:
        """Return the tokens grouped by word."""
        cuts = self._spread if self.steps is not None else self.cuts
        if cuts is None:
            return tuple((token,) for token in self.tokens)
        ends = [self.line.marks.get(end, self.line.after[end - 1])[1] for _start, end in cuts]
        words: list[list[JourneyItem]] = [[] for _end in ends]
        for token in self.tokens:
            place = next((at for at, end in enumerate(ends) if token.end <= end), len(ends) - 1)
            words[place].append(token)
        return tuple(map(tuple, filter(None, words)))

    # Back again

    def _decoded_bytes(self) -> tuple[tuple[JourneyItem, ...], ...]:
        """Return the bytes of the ids, grouped by token; empty if they are not the bytes of the text."""
        if not self.tokenizer.byte_level:
            return ()
        if b"".join(map(self.tokenizer.token_bytes, self.ids)) != utf8(self.changed.text):
            return ()
        pieces_found = [piece for cut in self.cuts or () for piece in self._bytes_of(cut)]
        return tuple(
            tuple(word) for _token, word in groupby(self._with_token_numbers(pieces_found), lambda piece: piece.token)
        )

    def _decoded_text(
        self, decoded: str, before: Sequence[JourneyItem], after: Sequence[JourneyItem]
    ) -> tuple[tuple[JourneyItem, ...], ...]:
        """Return the decoded text: as letters if it equals the text, else as what each token adds to it."""
        if decoded == self.text:
            return self._in_lines(self.text, self._with_token_numbers(before))
        if decoded == self.changed.text:
            return self._in_lines(self.changed.text, self._with_token_numbers(after))
        pieces, written = [], ""
        for place, token in enumerate(self.tokens):
            longer = self.tokenizer.decode(self.ids[: place + 1])
            if not longer.startswith(written):
                break
            if longer != written:
                pieces.append(token._replace(text=longer[len(written) :]))
            written = longer
        if written != decoded:
            pieces = [JourneyItem(0, self.tokens[-1].end if self.tokens else 0, decoded, None)]
        return tuple((piece,) for piece in pieces)


def _thin_out(pictures: Sequence[JourneyPicture], most: int) -> Iterator[JourneyPicture]:
    """Yield at most `most` pictures: the last of each group of neighbours, with the merges of the whole group."""
    size = -(-len(pictures) // most) if pictures else 1
    for first in range(0, len(pictures), size):
        several = pictures[first : first + size]
        yield several[-1]._replace(merges=tuple(merge for picture in several for merge in picture.merges))
