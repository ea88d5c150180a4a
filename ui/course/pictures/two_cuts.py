"""The same text cut twice: by two patterns, or by a tokenizer and broken copies of it, with the differences marked."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from unicodedata import normalize

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.inspection.broken import encode_broken, right_tokenizer
from bpe_engine.inspection.other_pattern import chunks_by, encode_with_pattern
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, drawing, shape, text_from
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.broken import IN_TABLE
from ui.course.values.pattern_changes import pattern_titles
from ui.course.values.value_registry import picture

LETTER = 16  # width of a letter in a chunk
MOST_LETTERS = 20  # in a line, if there are cuts where it can end
MOST_DRAWN = 60  # characters
PITCH = 112  # of two lines, one above the other
TILE = 48
LONGEST = 16  # letters of a token


@picture
def other_cuts(text: str, of: str) -> Picture:
    """The text's chunks by a vocabulary's own pattern, and below them those by other patterns, one more per step."""
    return _Patterns(bpe_tokenizer(of), text[:MOST_DRAWN], is_whole=len(text) <= MOST_DRAWN).picture()


class _Patterns:
    """A text in lines: each has its chunks twice, each above its letters."""

    def __init__(self, tokenizer: BPETokenizer, text: str, *, is_whole: bool) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.is_whole = is_whole
        self.titles = pattern_titles()
        self.cuts = {name: [*accumulate(map(len, chunks_by(name, text)), initial=0)] for name in self.titles}
        self.own, *self.others = self.titles
        widths = [len(make_visible(one)) for one in text]
        self.x = [*accumulate((width * LETTER for width in widths), initial=0)]
        self.lines = self._lines()
        self.width = max(self.x[end] - self.x[start] for start, end in self.lines) + 4

    def _lines(self) -> list[tuple[int, int]]:
        """Return where lines begin and end: only where every pattern cuts."""
        shared = sorted(set[int].intersection(*map(set, self.cuts.values())))
        found, start = [], 0
        for place, following in zip(shared, [*shared[1:], None], strict=True):
            if following is None or self.x[following] - self.x[start] > MOST_LETTERS * LETTER:
                if place > start:
                    found.append((start, place))
                start = place
        return found

    def picture(self) -> Picture:
        start = _("Above, the chunks of GPT-4’s own pattern, in tokens. How does another pattern cut the text?")
        if not self.is_whole:
            rest = _("Only the first {count} characters of the text are drawn.")
            start = join_sentences(start, rest.format(count=localized_number(len(self.text))))
        frames: list[Frame] = [(start, self._frame(None))]
        frames += [(self._told(name), self._frame(name)) for name in self.others]
        return drawing(
            _("One text, two patterns"),
            _(
                "The text in lines: above, its chunks by GPT-4’s own pattern, below by another one, each with its "
                "tokens. Chunks that only one of the two has are marked, dashed above and thick below."
            ),
            (self.width, PITCH * len(self.lines)),
            frames,
        )

    def _chunks(self, name: str) -> list[tuple[int, int]]:
        return [*zip(self.cuts[name], self.cuts[name][1:], strict=False)]

    def _told(self, name: str) -> str:
        chunks = {*self._chunks(name)} - {*self._chunks(self.own)}
        own = encode_with_pattern(self.tokenizer, self.own, self.text).ids
        other = encode_with_pattern(self.tokenizer, name, self.text).ids
        count = ngettext("{count} chunk differs", "{count} chunks differ", len(chunks)).format(
            count=localized_number(len(chunks))
        )
        same = _("{pattern}: {chunks}. Tokens before: {before}, now: {after}. They decode to the same text.")
        return same.format(
            pattern=self.titles[name],
            chunks=count,
            before=localized_number(len(own)),
            after=localized_number(len(other)),
        )

    def _frame(self, name: str | None) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        own, other = self._chunks(self.own), self._chunks(name) if name else []
        for line, (start, end) in enumerate(self.lines):
            y = PITCH * line + 26
            for row, chunks in enumerate((own, other)):
                mark: Mark = "now" if row else "next"
                against = own if row or not other else other
                for chunk in chunks:
                    if start <= chunk[0] < end:
                        at = (self.x[start], y + 48 * row)
                        shapes += self._chunk(row, chunk, at, "" if chunk in against else mark)
            if not name:
                shapes.append(text_from(f"?{line}", (2, y + 48), "?"))
        return shapes

    def _chunk(self, row: int, chunk: tuple[int, int], at: tuple[float, float], mark: Mark) -> list[PictureShape]:
        left, right = (self.x[place] - at[0] + 2 for place in chunk)
        written = self.text[slice(*chunk)]
        key = f"{row}:{chunk[0]}-{chunk[1]}"
        middle = ((left + right) / 2, at[1])
        shapes = [shape(key, "node", middle, (right - left - 2, 42), mark=mark)]
        ids = encode_with_pattern(self.tokenizer, "none", written).ids  # merges stay in their chunk
        tokens = [make_visible(self.tokenizer.decode([one])) for one in ids]
        if "".join(tokens) != make_visible(written):  # some are parts of characters
            return [*shapes, shape(f"{key}:text", "text", middle, text=make_visible(written), mark=mark)]
        for place, (one, token) in enumerate(zip(ids, tokens, strict=True)):
            width = len(token) * LETTER
            tile = (left + width / 2, at[1])
            hue = token_hue(one)
            shapes.append(shape(f"{key}:{place}", "tile", tile, (width - 4.5, 28), text=token, hue=hue))
            left += width
        return shapes


@picture
def broken_copies(text: str) -> Picture:
    """The text's tokens in Qwen 3's tokenizer, and below them those of a broken copy, one more per step."""
    whole, text = text, text[:MOST_DRAWN]
    right = right_tokenizer()
    own = right.encode(text, "none")
    rows = _flow("Qwen", own, 30)
    foot = max(each["at"][1] for each in rows) + TILE / 2 + 12
    start = _("The tokens that Qwen 3 makes of the text, with their ids. A broken copy of it makes others. Which?")
    if len(whole) > len(text):
        rest = _("Only the first {count} characters of the text are drawn.")
        start = join_sentences(start, rest.format(count=localized_number(len(text))))
    title = text_from("title", (2, 12), "Qwen 3", "now")
    frames: list[Frame] = [(start, [title, *rows, text_from("?", (2, foot + 12), "?")])]
    for letter, fault in zip("ABCDE", IN_TABLE, strict=True):
        ids = encode_broken(fault, text)
        gone, new = _differences(own, ids)
        shapes = [title, *_flow("Qwen", own, 30, dict.fromkeys(gone, "next"))]
        shapes.append(text_from("copy", (2, foot + 12), letter, "now"))
        shapes += _flow(letter, ids, foot + 30, dict.fromkeys(new, "now"))
        is_same = normalize("NFC", right.decode(ids)) == normalize("NFC", text)
        frames.append((_told(letter, len(ids), len(new), is_same=is_same), shapes))
    bottom = max(each["at"][1] + each["size"][1] / 2 for _said, shapes in frames for each in shapes)
    return drawing(
        _("A tokenizer and its broken copies"),
        _(
            "Tokens with their ids: above those of Qwen 3, below those of a broken copy. Tokens that only one of the "
            "two has are marked, dashed above and thick below."
        ),
        (WIDTH, bottom + 4),
        frames,
    )


def _told(letter: str, count: int, differing: int, *, is_same: bool) -> str:
    differ = ngettext("{differing} of {count} token differs", "{differing} of its {count} tokens differ", count).format(
        differing=localized_number(differing), count=localized_number(count)
    )
    if is_same:
        return _("Copy {letter}: {differ}. Decoded, its ids still give your text.").format(letter=letter, differ=differ)
    return _("Copy {letter}: {differ}. Decoded, its ids give another text.").format(letter=letter, differ=differ)


def _differences(ids: Sequence[int], others: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the places of the ids that only the one has, and of those that only the other has."""
    blocks = SequenceMatcher(None, ids, others, autojunk=False).get_matching_blocks()
    here = {block.a + at for block in blocks for at in range(block.size)}
    there = {block.b + at for block in blocks for at in range(block.size)}
    return [at for at in range(len(ids)) if at not in here], [at for at in range(len(others)) if at not in there]


def _flow(key: str, ids: Sequence[int], top: float, marks: Mapping[int, Mark] | None = None) -> list[PictureShape]:
    """Return tokens side by side, with their ids, in as many lines as they need."""
    shapes: list[PictureShape] = []
    left, y = 2.0, top + TILE / 2
    for place, one in enumerate(ids):
        label = id_label(right_tokenizer(), one)
        label = label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
        width = max(len(label), len(str(one))) * TYPE + 8
        if shapes and left + width > WIDTH - 2:
            left, y = 2.0, y + TILE + 4
        mark = (marks or {}).get(place, "")
        at = (left + width / 2, y)
        size = (width, TILE - 4)
        shapes.append(
            shape(f"{key}{place}", "tile", at, size, text=label, note=str(one), hue=token_hue(one), mark=mark)
        )
        left += width + 5
    return shapes
