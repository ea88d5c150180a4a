"""A tokenizer and broken copies of it, side by side, for the text that readers try."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from unicodedata import normalize

from bpe_engine.inspection.broken import encode_broken, right_tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, dialled, drawing, label, shape, text_from, width_of
from ui.course.values.broken import IN_TABLE, drawn_text, drawn_token
from ui.course.values.value_registry import picture

LETTERS = "ABCDE"
HEAD = 26  # height of the columns' names
ROW = 61
HIGH = 44  # of a token with its id
NAME, READ, IDS = 6, 74, 200  # left edges of the names, the decoded text and of the ids
GAP = 3
LONGEST = 10  # characters of a token


@picture
def copies_by_text(_text: str, *tried: str) -> Picture:
    """The text that readers try, in Qwen 3's tokenizer and in five broken copies: decoded, and in tokens with ids."""
    if not all(tried) or len(tried) < 2:
        raise ValueError(f"two texts or more are needed, and none of them empty: {', '.join(map(repr, tried))}")
    drawn = drawing(
        _("Try a text"),
        _(
            "A row for Qwen 3’s tokenizer, and one for each of five broken copies: what the ids of a text decode to, "
            "and the tokens with their ids. Those that differ have a thick edge, and their copies a frame."
        ),
        (WIDTH, HEAD + ROW * (1 + len(LETTERS))),
        [_Copies(text).frame() for text in tried],
    )
    names = [one if one == normalize("NFC", one) else f"{normalize('NFC', one)} (NFD)" for one in tried]
    return dialled(drawn, _("Text"), names, 1, waits=False)


class _Copies:
    """A text in the right tokenizer and in each broken copy."""

    def __init__(self, text: str) -> None:
        self.text = text
        right = right_tokenizer()
        self.own = right.encode(text, "none")
        self.ids = {letter: encode_broken(fault, text) for letter, fault in zip(LETTERS, IN_TABLE, strict=True)}
        spelled = {letter: right.decode(ids) for letter, ids in self.ids.items()}
        self.other_ids = [letter for letter, ids in self.ids.items() if ids != self.own]
        self.other_text = [one for one in LETTERS if normalize("NFC", spelled[one]) != normalize("NFC", text)]

    def frame(self) -> Frame:
        """Return a row for each tokenizer, and which copies differ."""
        none = _("no copy")
        sentence = _("“{text}” has different ids in {copies}, and decodes to a different text in {others}.").format(
            text=make_visible(normalize("NFC", self.text)),
            copies=join_list(self.other_ids) or none,
            others=join_list(self.other_text) or none,
        )
        if self.other_ids:
            sentence = join_sentences(sentence, _("Which faults can that be?"))
        heads = [label("decoded", (READ, 10), _("Decoded")), label("ids", (IDS, 10), _("Tokens and ids"))]
        shapes = [*heads, *self._row(0, "Qwen 3", self.own)]
        for row, (letter, ids) in enumerate(self.ids.items(), 1):
            shapes += self._row(row, letter, ids)
        return sentence, shapes

    def _row(self, row: int, name: str, ids: Sequence[int]) -> list[PictureShape]:
        y = HEAD + ROW * (row + 0.5)
        is_other, is_misread = name in self.other_ids, name in self.other_text
        read = normalize("NFC", drawn_text([*ids]))  # it looks the same in NFD
        longest = int((IDS - READ - 10) / TYPE)
        if width_of(read) > IDS - READ - 10:
            if not is_misread:
                raise ValueError(f"too long to draw: {self.text}")
            read = f"{read[: longest - 1]}…"
        band = shape(f"band{row}", "node", (WIDTH / 2, y), (WIDTH - 4, ROW - 6), mark="best")
        return [
            *([band] if is_other else []),
            *([shape("rule", "line", (0, HEAD + ROW), (WIDTH, 0))] if row == 0 else []),
            label(f"name{row}", (NAME, y), name, "now" if is_other else ""),
            text_from(f"read{row}", (READ, y), read, "now" if is_misread else ""),
            *self._tiles(row, y, ids, is_cut=is_misread),
        ]

    def _tiles(self, row: int, y: float, ids: Sequence[int], *, is_cut: bool) -> list[PictureShape]:
        """Return tokens, those that the right tokenizer does not have there with a thick edge, in their colours."""
        kept = set[int]()
        for block in SequenceMatcher(None, self.own, ids, autojunk=False).get_matching_blocks():
            kept |= {*range(block.b, block.b + block.size)}
        shapes, x = list[PictureShape](), float(IDS)
        for place, one in enumerate(ids):
            name = drawn_token(one)
            name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
            width = max(width_of(name), len(str(one)) * TYPE) + 7
            if x + width + (TYPE + GAP if place < len(ids) - 1 else 0) > WIDTH - 6:
                if not is_cut:
                    raise ValueError(f"too long to draw: {self.text}")
                return [*shapes, text_from(f"{row}:…", (x, y), "…")]
            mark: Mark = "" if place in kept else "now"
            hue = token_hue(one) if mark or not row else None
            at, size = (x + width / 2, y), (width, HIGH)
            shapes.append(shape(f"{row}:{place}", "tile", at, size, text=name, note=str(one), hue=hue, mark=mark))
            x += width + GAP
        return shapes
