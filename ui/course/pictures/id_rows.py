"""What a model does with an id, drawn: a row of a table is read, the same table predicts, and what reading costs."""

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import ROW, TYPE, WIDTH, Frame, Mark, drawing, shape, text_from
from ui.course.values.app_links import tokenizer_at
from ui.course.values.next_token import BYTES, read_text, surest_pair
from ui.course.values.value_registry import picture, token_count_text

MOST_NEXT = 4
NUMBERS = 5  # in a row, of hundreds
NUMBER = 15
LONGEST = 10  # letters of a token
TOP = 66
INDENT = 36  # of the rows, beside the line to one of them
COST = 106


@picture
def row_of_an_id(text: str, of: str, other: str) -> Picture:
    """The row of an id, the next token by the same table, and the bits per byte that it costs to read the text."""
    frames = [*_Table(of, text).frames(), *_costs(text, BYTES, of, other)]
    bottom = max(
        each["at"][1] + each["size"][1] / 2 for _said, shapes in frames for each in shapes if each["shape"] != "line"
    )
    return drawing(
        _("From the row of an id to bits per byte"),
        _(
            "A token with its id, and rows of the table, each with its id, its numbers as boxes, and its token. Then a "
            "bar for each row: how probable it is as the next token. At the end, a bar for each vocabulary: the bits "
            "per byte that the text costs in it."
        ),
        (WIDTH, bottom + 8),
        frames,
    )


class _Table:
    """The rows of a token and of those that most probably follow it, in the order of their ids."""

    def __init__(self, of: str, text: str) -> None:
        self.tokenizer = tokenizer_at(of)
        ids, model = read_text(of, text)[:2]
        pair = surest_pair(of, text)
        self.id = pair[0] if pair else ids[-1]
        chances = {one: model.probability(self.id, one) for one in dict.fromkeys(ids)}
        following = sorted(chances, key=lambda one: (-chances[one], one))[:MOST_NEXT]
        self.chances = {one: chances[one] for one in sorted({*following, self.id})}
        self.best = following[0]
        self.ids = list(self.chances)
        self.labels = {one: self._label(one) for one in self.ids}

    def _label(self, token_id: int) -> str:
        found = id_label(self.tokenizer, token_id)
        return found if len(found) <= LONGEST else f"{found[: LONGEST - 1]}…"

    def frames(self) -> list[Frame]:
        last = {"token": display_name(self.labels[self.id]), "id": self.id}
        best = {"token": display_name(self.labels[self.best]), "chance": localized_percent(self.chances[self.best])}
        size = localized_number(self.tokenizer.vocab_size)
        return [
            (
                _("The model has read up to “{token}”. All it gets is the id: {id}.").format(**last),
                self._rows({}),
            ),
            (
                _("{id} is the number of a row in a table of {rows} rows. The model reads the numbers in it.").format(
                    id=self.id, rows=size
                ),
                self._rows({self.id: "now"}),
            ),
            (
                _("At the end it compares each row with what it worked out. So each id gets a probability."),
                self._rows(dict.fromkeys(self.ids, "next"), has_bars=True),
            ),
            (
                _("By what it has counted in the text, “{token}” comes next with a probability of {chance}.").format(
                    **best
                ),
                self._rows({self.best: "best"}, has_bars=True, is_known=True),
            ),
        ]

    def _rows(self, marks: dict[int, Mark], *, has_bars: bool = False, is_known: bool = False) -> list[PictureShape]:
        wide = INDENT + max(len(str(one)) for one in self.ids) * TYPE + 8
        tile = max(len(label) for label in self.labels.values()) * TYPE + 12
        cells = wide + NUMBERS * NUMBER + 14
        name, own = self.labels[self.id], str(self.id)
        width = max(len(name), len(own)) * TYPE + 14
        hue = token_hue(self.id)
        shapes = [shape("token", "tile", (width / 2 + 2, 26), (width, 46), text=name, note=own, hue=hue)]
        longest = WIDTH - cells - tile - 18 - 4 * TYPE
        most = max(*self.chances.values(), 1 - sum(self.chances.values()))
        for place, (one, chance) in enumerate(self.chances.items()):
            y, mark = TOP + 18 + place * (ROW + 6), marks.get(one, "")
            if one == self.id and mark == "now":
                shapes.append(shape("read", "line", (14, 49), (0, y - 49), mark="now"))
                shapes.append(shape("read:row", "line", (14, y), (INDENT - 20, 0), mark="now"))
            shapes.append(text_from(f"{one}:id", (INDENT, y), str(one), "now" if mark in ("now", "best") else ""))
            for number in range(NUMBERS):
                at = (wide + (number + 0.5) * NUMBER, y)
                shapes.append(shape(f"{one}:{number}", "cell", at, (NUMBER, 26), hue=token_hue(one), mark=mark))
            shapes.append(text_from(f"{one}:more", (wide + NUMBERS * NUMBER, y), "…"))
            at = (cells + tile / 2, y)
            label = self.labels[one]
            shapes.append(shape(f"{one}:token", "tile", at, (tile, 30), text=label, hue=token_hue(one), mark=mark))
            bar = longest * chance / most
            if has_bars:
                shapes += _bar(str(one), (cells + tile + 6, y), bar, chance if is_known else None, mark)
        if has_bars:
            y, rest = TOP + 18 + len(self.ids) * (ROW + 6), 1 - sum(self.chances.values())
            text = _("all other ids")
            shapes.append(text_from("rest", (max(0, cells + tile - len(text) * TYPE), y), text))
            shapes += _bar("rest", (cells + tile + 6, y), longest * rest / most, rest if is_known else None, "")
        return shapes


def _bar(key: str, at: tuple[float, float], width: float, chance: float | None, mark: Mark) -> list[PictureShape]:
    """Return how probable something is, as a bar and a number; without a number it is unknown."""
    if chance is None:
        return [text_from(f"{key}:chance", at, "?")]
    middle = (at[0] + width / 2, at[1])
    bar = [shape(f"{key}:bar", "cell", middle, (width, 18), mark=mark)] if width >= 1 else []
    return [*bar, text_from(f"{key}:chance", (at[0] + width + 6, at[1]), localized_percent(chance), mark)]


def _costs(text: str, *names: str) -> list[Frame]:
    """Return a step for each vocabulary: its tokens times its bits per token, by the bytes of the text."""
    size = len(text.encode())
    found = [(name, len(read_text(name, text)[0]), read_text(name, text)[2]) for name in names]
    most = max(bits / size for _name, _count, bits in found)
    least = min(bits for _name, _count, bits in found)
    frames: list[Frame] = []
    for known, (name, count, bits) in enumerate(found, 1):
        shapes: list[PictureShape] = []
        for place, each in enumerate(found):
            mark: Mark = "best" if known == len(found) and each[2] == least else "now" if place == known - 1 else ""
            shapes += _cost(place, *each, size, most, mark) if place < known else _unknown(place, each[0])
        said = _(
            "{vocabulary}: {tokens} of about {each} bits are {all} bits. Divided by {bytes} bytes: {result} bits per "
            "byte."
        )
        values = {
            "vocabulary": _title(name),
            "tokens": token_count_text(count),
            "each": localized_decimal(bits / count, 2),
            "all": localized_number(round(bits)),
            "bytes": localized_number(size),
            "result": localized_decimal(bits / size, 2),
        }
        frames.append((said.format(**values), shapes))
    return frames


def _title(name: str) -> str:
    return _("Bytes") if name == BYTES else TokenizerName(name).title


def _unknown(place: int, name: str) -> list[PictureShape]:
    y = 20 + place * COST
    return [text_from(f"{name}:title", (2, y), _title(name)), text_from(f"{name}:value", (2, y + 62), "?")]


def _cost(place: int, name: str, count: int, bits: float, size: int, most: float, mark: Mark) -> list[PictureShape]:
    y, value = 20 + place * COST, localized_decimal(bits / size, 2)
    width = (WIDTH - 6 * TYPE) * bits / size / most
    numbers = (localized_number(count), localized_decimal(bits / count, 2), localized_number(size))
    return [
        text_from(f"{name}:title", (2, y), _title(name), mark),
        text_from(f"{name}:sum", (2, y + 30), "{} × {} ÷ {} =".format(*numbers)),
        shape(f"{name}:bar", "cell", (2 + width / 2, y + 62), (width, 24), mark=mark),
        text_from(f"{name}:value", (width + 10, y + 62), value, mark),
    ]
