"""The tokens that may follow a prompt: without a space at its end, with one, and after token healing."""

import re
from collections.abc import Sequence

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import id_label
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    TYPE,
    WIDTH,
    Frame,
    Mark,
    Tile,
    drawing,
    label,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture
from ui.tokenization.prompt_frames import prefix_index

ENDING = 126  # height of the section for one end of the prompt
BAR = 30
OTHERS = 4  # other tokens shown that may come next
OR = 22  # from one of them to the next, with a slash between them


@picture
def next_tokens(_text: str, of: str, prompt: str, word: str) -> Picture:
    """The tokens that may follow a prompt: without a space at its end, with one, and after token healing."""
    return _Endings(of, prompt, word).picture()


class _Endings:
    """Three ends of a prompt, one below the other, each with its next token and the share of tokens that may follow."""

    def __init__(self, of: str, prompt: str, word: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        index = prefix_index(self.tokenizer)
        (space,), (joined,) = encoded(of, " "), encoded(of, f" {word}")
        found = index.continuing([self.tokenizer.token(space)], OTHERS + 2)
        self.with_space, self.without = found.number, len(index) - found.number
        spaced = [one for one in found.first if one not in (space, joined)][:OTHERS]
        bare = [one for one in range(256, 512) if re.fullmatch("[a-z]+", self.tokenizer.token(one))][:OTHERS]
        mixed = [one for pair in zip(spaced, bare, strict=True) for one in pair][:OTHERS]
        self.others = [[(text, "", hue) for text, _id, hue in self._tiles(ids)] for ids in (mixed, bare, spaced)]
        self.prompt = self._tiles(encoded(of, prompt))
        self.space = self._tiles([space])
        self.next = (self._tiles([joined]), self._tiles(encoded(of, word)), self._tiles([joined]))
        self.values = {
            "prompt": prompt,
            "word": id_label(self.tokenizer, joined),
            "with_space": localized_number(self.with_space),
            "without": localized_number(self.without),
        }

    def _tiles(self, ids: Sequence[int]) -> list[Tile]:
        return [(id_label(self.tokenizer, one), str(one), token_hue(one)) for one in ids]

    def picture(self) -> Picture:
        says = [
            _("The prompt “{prompt}” in tokens, with three ends. Which tokens can follow?"),
            _(
                "With no space at the end, any token can follow. {with_space} tokens bring the space along. “{word}” "
                "is one of them."
            ),
            _(
                "A space is there already. {with_space} tokens begin with one, and would add a second. The other "
                "{without} don’t."
            ),
            _("Token healing takes the space back, and only tokens that begin with it may follow."),
        ]
        frames: list[Frame] = [(said.format(**self.values), self._frame(step)) for step, said in enumerate(says)]
        return drawing(
            _("What can come next"),
            _(
                "Three rows, one for each end of the prompt: its tokens with the one that comes next, and below them "
                "all tokens of the vocabulary as a bar, with and without a space, in which those that may follow are "
                "filled."
            ),
            (WIDTH, 3 * ENDING - 4),
            frames,
        )

    def _frame(self, step: int) -> list[PictureShape]:
        titles = (_("No space at the end"), _("A space at the end"), _("The space taken back"))
        # After a space, a token with another one may follow, but hardly ever does.
        known: tuple[tuple[Mark, Mark], ...] = (("best", "best"), ("", "best"), ("best", "dim"))
        shapes: list[PictureShape] = []
        for row, title in enumerate(titles):
            top, is_known = row * ENDING, row < step
            mark: Mark = "now" if row == step - 1 else ""
            shapes.append(label(f"{row}:title", (2, top + 12), title, mark))
            if row:
                shapes.append(shape(f"{row}:rule", "line", (0, top - 8), (WIDTH, 0), mark="dim"))
            shapes += self._prompt(row, top + 47, is_known=is_known)
            shapes += self._bar(row, top + 94, known[row] if is_known else None)
        return shapes

    def _prompt(self, row: int, y: float, *, is_known: bool) -> list[PictureShape]:
        """Return the prompt’s tokens and the next one, whose place is reserved before it is known."""
        tiles = [*self.prompt, *(self.space if row else [])]
        marks: list[Mark] = ["" for _token in self.prompt]
        marks.append("dim" if row > 1 else "")
        shapes = tiles_from(f"{row}:", (2, y), tiles, marks)
        if row > 1:  # the removed space has no colour
            shapes[-1] |= {"hue": None}
        x = shapes[-1]["at"][0] + shapes[-1]["size"][0] / 2 + 8
        shapes.append(shape(f"{row}:to", "arrow", (x, y), (26, 0)))
        found = tiles_from(f"{row}:next", (x + 36, y), self.next[row], ["now"] * len(self.next[row]))
        if not is_known:
            return [*shapes, *(one | {"text": "?", "note": "", "hue": None, "mark": "later"} for one in found)]
        end = found[-1]["at"][0] + found[-1]["size"][0] / 2
        last = width_of("/ …")
        others: list[PictureShape] = []
        for place, other in enumerate(self.others[row]):  # as many as fit on the line, with “…”
            (tile,) = tiles_from(f"{row}:other{place}", (end + OR, y), [other])
            if end + OR + tile["size"][0] + (OR - TYPE) / 2 + last > WIDTH:
                break
            others += [text_from(f"{row}:or{place}", (end + (OR - TYPE) / 2, y), "/"), tile]
            end += OR + tile["size"][0]
        return [*shapes, *found, *others, text_from(f"{row}:more", (end + (OR - TYPE) / 2, y), "/ …")]

    def _bar(self, row: int, y: float, marks: tuple[Mark, Mark] | None) -> list[PictureShape]:
        """Return all tokens as a bar with two parts: with and without a space at the start."""
        shapes: list[PictureShape] = []
        start = 1.0
        names = (_("{count} tokens with a space"), _("{count} without"))
        for part, count in enumerate((self.with_space, self.without)):
            width = (WIDTH - 2) * count / (self.with_space + self.without)
            at, mark = (start + width / 2, y), marks[part] if marks else ""
            shapes.append(shape(f"{row}:part{part}", "cell", at, (width, BAR), mark=mark))
            name = names[part].format(count=localized_number(count))
            shapes.append(label(f"{row}:count{part}", (start + 10, y), name, "dim" if mark == "dim" else ""))
            start += width
        return shapes
