"""A text cut twice, by two patterns, with differences marked."""

from collections.abc import Collection
from itertools import accumulate, pairwise

import regex

from bpe_engine.inspection.other_pattern import chunks_by, encode_with_pattern
from bpe_engine.notebook import token_hue
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import Frame, Mark, dialled, drawing, label, label_width, shape
from ui.course.values.app_links import bpe_tokenizer, name_of
from ui.course.values.pattern_changes import pattern_titles
from ui.course.values.value_registry import picture

LETTER = 23  # width of a letter in a chunk
MOST_LETTERS = 21  # letters per line, if the cuts allow
NARROWEST = 380  # width of a drawing whose lines are short
MOST_NAMED = 4  # words named in a sentence
MOST_DRAWN = 60  # characters drawn of the text
CHUNK = 46
BELOW = CHUNK + 4  # distance between a chunk and the one below it
PITCH = 2 * BELOW + 12  # distance between lines
HEAD = 34  # height of the names above the lines
KEY = 26, 22  # size of a box in the legend

Placed = tuple[int, int]
"""A token: where it starts in the text's bytes, and its id."""


@picture
def other_cuts(text: str, of: str) -> Picture:
    """The text's chunks by a vocabulary's own pattern, and below them those by the one that readers choose."""
    return _Patterns(of, text[:MOST_DRAWN], is_whole=len(text) <= MOST_DRAWN).picture()


class _Patterns:
    """A text in lines, each with its chunks by two patterns, one row above the other."""

    def __init__(self, of: str, text: str, *, is_whole: bool) -> None:
        self.tokenizer = tokenizer = bpe_tokenizer(of)
        self.text = text
        self.is_whole = is_whole
        self.titles = pattern_titles()
        self.own = next((name for name in self.titles if PRE_TOKENIZERS.get(name) == tokenizer.pre_tokenizer), "")
        if not self.own:
            raise ValueError(f"{of} has none of these patterns: {', '.join(self.titles.values())}. Choose another one.")
        self.others = [name for name in self.titles if name != self.own]
        self.vocabulary = name_of(of)
        self.cuts = {name: [*accumulate(map(len, chunks_by(name, text)), initial=0)] for name in self.titles}
        self.tokens = {
            name: {one for chunk in self._chunks(name) for one in self._placed(chunk)} for name in self.titles
        }
        widths = [len(make_visible(one)) for one in text]
        self.x = [*accumulate((width * LETTER for width in widths), initial=0)]
        self.lines = self._lines()
        self.width = max(NARROWEST, max(self.x[end] - self.x[start] for start, end in self.lines) + 4)

    def _lines(self) -> list[tuple[int, int]]:
        """Return the start and end of each line: as few lines as possible, and about equally long."""
        fewest = len(self._lines_up_to(MOST_LETTERS))
        return next(lines for most in range(1, MOST_LETTERS + 1) if len(lines := self._lines_up_to(most)) == fewest)

    def _lines_up_to(self, letters: int) -> list[tuple[int, int]]:
        """Return lines of at most this many letters. They break only where every pattern cuts."""
        shared = sorted(set[int].intersection(*map(set, self.cuts.values())))
        found, start = [], 0
        for place, following in zip(shared, [*shared[1:], None], strict=True):
            if following is None or self.x[following] - self.x[start] > letters * LETTER:
                if place > start:
                    found.append((start, place))
                start = place
        return found

    def picture(self) -> Picture:
        start = _(
            "Above is the text in {tokenizer}’s tokens. Which tokens does it become if another pattern cuts it first?"
        ).format(tokenizer=self.vocabulary)
        if not self.is_whole:
            rest = _("Only the first {count} characters of the text are drawn.")
            start = join_sentences(start, rest.format(count=localized_number(len(self.text))))
        frames: list[Frame] = [(start, self._frame(None))]
        frames += [(self._pattern_text(name), self._frame(name)) for name in self.others]
        drawn = drawing(
            _("One text, two patterns"),
            _(
                "The text in lines: above, its tokens by the vocabulary’s own pattern, with gaps between chunks. "
                "Below, those by another pattern. Tokens that differ have a colour, below also thick frames; the "
                "others are white."
            ),
            (self.width, HEAD + PITCH * len(self.lines) + 22),
            frames,
        )
        return dialled(
            drawn, _("Below"), ["?", *(self.titles[name] for name in self.others)], 1, waits=False, ordered=False
        )

    def _chunks(self, name: str) -> list[tuple[int, int]]:
        return [*zip(self.cuts[name], self.cuts[name][1:], strict=False)]

    def _pattern_text(self, name: str) -> str:
        own = encode_with_pattern(self.tokenizer, self.own, self.text).ids
        other = encode_with_pattern(self.tokenizer, name, self.text).ids
        told = _("Below, another pattern cuts the text: {pattern}.").format(pattern=self.titles[name])
        words = self._changed_words(name)
        if not words:
            nothing = (
                _("A test with this text wouldn’t notice it: all ids are the same.")
                if self.is_whole
                else _("A test with what is drawn here wouldn’t notice it: all ids are the same.")
            )
            return join_sentences(told, nothing)
        if len(other) == len(own):
            noticed = _("A test would notice it, with {words} for example: there are as many tokens, but others.")
        elif len(words) <= MOST_NAMED:
            noticed = _("A test with {words} would notice it: {after} tokens instead of {before}.")
        else:
            noticed = _("A test would notice it, with {words} for example: {after} tokens instead of {before}.")
        named = join_list(_("“{token}”").format(token=display_name(word)) for word in words[:MOST_NAMED])
        counts = {"after": localized_number(len(other)), "before": localized_number(len(own))}
        return join_sentences(told, noticed.format(words=named, **counts))

    def _changed_words(self, name: str) -> list[str]:
        """Return the words of the text that become other tokens by a pattern, or what is between words."""
        shared = sorted({*self.cuts[self.own]} & {*self.cuts[name]})
        changed = [span for span in pairwise(shared) if self._ids(self.own, span) != self._ids(name, span)]
        words = [found.span() for found in regex.finditer(r"[\w\p{M}'’]+", self.text)]
        named = list[tuple[int, int]]()
        for start, end in changed:
            inside = [word for word in words if word[0] < end and start < word[1]]
            named += inside or [(start, end)]
        return [*dict.fromkeys(self.text[start:end] for start, end in named)]

    def _ids(self, name: str, span: tuple[int, int]) -> list[int]:
        """Return the ids of a part of the text in which a pattern cuts."""
        cuts = [cut for cut in self.cuts[name] if span[0] <= cut <= span[1]]
        chunks = (self.text[start:end] for start, end in pairwise(cuts))
        return [one for chunk in chunks for one in encode_with_pattern(self.tokenizer, "none", chunk).ids]

    def _frame(self, name: str | None) -> list[PictureShape]:
        own, other = self._chunks(self.own), self._chunks(name) if name else []
        same = self.tokens[self.own] & self.tokens[name] if name else set[Placed]()
        above = _("Above: {pattern}").format(pattern=self.titles[self.own])
        below = _("Below: {pattern}").format(pattern=self.titles[name] if name else "?")
        shapes = [label("above", (2, 14), above), label("below", (self.width / 2, 14), below, "now" if name else "")]
        for line, (start, end) in enumerate(self.lines):
            y = HEAD + PITCH * line + CHUNK / 2
            for row, chunks in enumerate((own, other)):
                for chunk in chunks:
                    if start <= chunk[0] < end:
                        shapes += self._chunk(row, chunk, (self.x[start], y + BELOW * row), same)
            if not name:  # uncut
                for place in range(start, end):
                    x = (self.x[place] + self.x[place + 1]) / 2 - self.x[start]
                    written = make_visible(self.text[place])
                    shapes.append(shape(f"letter{place}", "text", (x, y + BELOW), text=written))
        return [*shapes, *self._legend()] if name else shapes

    def _legend(self) -> list[PictureShape]:
        """Return what the frames of the tokens below mean."""
        shapes, x, y = list[PictureShape](), 2.0, HEAD + PITCH * len(self.lines) + 6
        names: list[tuple[str, Mark]] = [(_("same token"), ""), (_("another token"), "now")]
        for name, mark in names:
            shapes.append(shape(f"key:{mark}", "tile", (x + KEY[0] / 2, y), KEY, mark=mark))
            shapes.append(label(f"key:{mark}:name", (x + KEY[0] + 8, y), name))
            x += KEY[0] + label_width(name) + 30
        return shapes

    def _placed(self, chunk: tuple[int, int]) -> list[Placed]:
        """Return a chunk's tokens, each with its place in the text's bytes."""
        ids = encode_with_pattern(
            self.tokenizer, "none", self.text[slice(*chunk)]
        ).ids  # a single chunk needs no pattern
        start, placed = len(self.text[: chunk[0]].encode()), list[Placed]()
        for one in ids:
            placed.append((start, one))
            start += len(self.tokenizer.token(one))  # a character of the token for each byte
        return placed

    def _chunk(
        self, row: int, chunk: tuple[int, int], at: tuple[float, float], same: Collection[Placed]
    ) -> list[PictureShape]:
        """Return a chunk's tokens. Those that both patterns make there are white, the others below are thick."""
        left, right = (self.x[place] - at[0] + 2 for place in chunk)
        written = self.text[slice(*chunk)]
        key = f"{row}:{chunk[0]}-{chunk[1]}"
        placed = self._placed(chunk)
        is_new = [one not in same for one in placed]
        middle, size = ((left + right) / 2, at[1]), (right - left - 5, CHUNK)
        tokens = [make_visible(self.tokenizer.decode([one])) for _start, one in placed]
        if "".join(tokens) != make_visible(written):  # some tokens are parts of characters
            return [
                shape(key, "node", middle, size, text=make_visible(written), mark="now" if row and any(is_new) else "")
            ]
        shapes = list[PictureShape]()
        wide = size[0] / len(make_visible(written))
        x = middle[0] - size[0] / 2
        for place, ((_start, one), token) in enumerate(zip(placed, tokens, strict=True)):
            width = wide * len(token)
            name = key if len(placed) == 1 else f"{key}:{place}"
            mark: Mark = "now" if row and is_new[place] else ""
            tile = (x + width / 2, at[1])
            hue = token_hue(one) if is_new[place] else None
            shapes.append(shape(name, "tile", tile, (width - 1, CHUNK), text=token, hue=hue, mark=mark))
            x += width
        return shapes
