"""A word that readers cut themselves, at the gaps between its letters."""

from itertools import combinations, pairwise

from bpe_engine import WordPieceTokenizer
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.inspection.all_cuts import ways_to_each_position
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import list_separator, localized_number, ngettext
from ui.base.visible_text import display_name, join_quoted, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, TYPE, drawing, label, shape, width_of
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import cut
from ui.course.values.value_registry import picture

WIDTH = 496
SIDE = 16
LEAST = 35  # width of a letter, so that a finger finds the gap after it
TOP = 20  # of the gaps
GAP = 88  # height of a gap
MIDDLE = 72  # of the pieces
PIECE = 56  # height of a piece, with its id
COUNT = 140  # the line that counts the ways found
LIST = COUNT + 32  # the middle of the first ways listed below it, the newest first
LISTED = 4  # most ways listed, two in a line
LINE = 30  # from one line of the list to the next
SMALL = 24  # height of a piece in the list
SCALE = 0.49  # of the list, relative to the word
WALL = LIST + LINE * LISTED / 2 - 6  # top of the boxes, one for each way
DEEP = 156  # most height of the boxes
BOX = 20, 7  # the largest and the smallest box


@picture
def word_to_cut(_text: str, of: str, word: str) -> Picture:
    """A word that readers cut themselves: which of its pieces are tokens, and how many of all ways they found."""
    return _Word(of, word).picture()


class _Word:
    """A word with its letters in a row, its pieces as tiles, and all ways to cut it into tokens as boxes."""

    def __init__(self, of: str, word: str) -> None:
        tokenizer = tokenizer_at(of)
        if isinstance(tokenizer, WordPieceTokenizer) or tokenizer.end_of_word:
            raise ValueError(f"its tokens depend on where they are in a word: {of}")
        if not word:
            raise ValueError("an empty text")
        if len(word) == 1 or (tokenizer.byte_level and not word.isascii()):
            raise ValueError(f"a single letter, or letters of several bytes: {word}")
        self.word = word
        names = tokenizer.tokens_by_name
        self.tokens: dict[tuple[int, int], int] = {}
        for start, end in combinations(range(len(word) + 1), 2):
            part = to_byte_symbols(word[start:end]) if tokenizer.byte_level else word[start:end]
            if part in tokenizer.vocabulary and part not in names:
                self.tokens[start, end] = tokenizer.vocabulary[part]
        parts = cut(of, word)
        ends = [0]
        for part in parts:
            ends.append(ends[-1] + len(part))
        if "".join(parts) != word or not {*pairwise(ends)} <= self.tokens.keys():
            raise ValueError(f"not cut into parts of the word itself: {word}")
        self.canonical = ends[1:-1]
        found = {word[start:end] for start, end in self.tokens}
        self.ways = ways_to_each_position(word, found, len(word))[-1].ways
        needed = [(len(str(one)) * TYPE + PADDING) / (end - start) for (start, end), one in self.tokens.items()]
        self.letter = max(LEAST, *needed, *(width_of(make_visible(one)) / SCALE + 6 for one in word))
        if 2 * SIDE + self.letter * len(word) > WIDTH:
            raise ValueError(f"too wide: {word}")
        self.letter = (WIDTH - 2 * SIDE) / len(word)

    def x(self, place: float) -> float:
        return SIDE + self.letter * place

    def picture(self) -> Picture:
        canonical = join_quoted(self.word[a:b] for a, b in pairwise((0, *self.canonical, len(self.word))))
        start = _("Click between letters to cut the word or join it again. How many ways into tokens do you find?")
        told = ngettext(
            "There is {count} way into tokens. The canonical one is {parts}.",
            "There are {count} ways into tokens, and {parts} is the canonical one. How many do you find?",
            self.ways,
        ).format(count=localized_number(self.ways), parts=canonical)
        about = _(
            "The word in pieces. A piece that is a token has its colour and its id; any other has a dotted edge and no "
            "id. Below are the last ways that you found, and a box for each one so far."
        )
        frames = [(start, self._frame(0)), (told, self._frame(1))]
        drawn = drawing(_("Cut the word"), about, (WIDTH, self._height), frames)
        return {
            **drawn,
            "word": {
                "letters": [make_visible(letter) for letter in self.word],
                "pieces": {
                    f"{start}-{end}": self._piece(start, end)
                    for start, end in combinations(range(len(self.word) + 1), 2)
                },
                "gaps": [
                    (round(self.x(place), 1), _("Cut after “{token}”").format(token=display_name(self.word[:place])))
                    for place in range(1, len(self.word))
                ],
                "band": (TOP, GAP),
                "canonical": self.canonical,
                "slots": self._slots(),
                "listed": (SIDE, SCALE, SMALL),
                "counts": self._counts(),
                "quoted": _("“{token}”"),
                "separator": list_separator(),
                "reset": _("Reset"),
                "wrong": _("Not a token: {parts}. So this isn’t a way yet."),
                "canonicalWay": ngettext(
                    "The canonical way, with {count} token: {parts}.",
                    "The canonical way, with {count} tokens: {parts}.",
                    len(self.canonical) + 1,
                ).replace("{count}", localized_number(len(self.canonical) + 1)),
                "ways": [
                    ngettext(
                        "A way with {count} token: {parts}.", "A way with {count} tokens: {parts}.", count
                    ).replace("{count}", localized_number(count))
                    for count in range(1, len(self.word) + 1)
                ],
            },
        }

    @property
    def _wall(self) -> tuple[int, float]:
        """Return how many boxes are in a line, and their size; 0 in a line if there is no room for a box per way."""
        room = WIDTH - 2 * SIDE
        largest, least = BOX
        for size in range(largest, least - 1, -1):
            columns = int(room / size)
            if columns * int(DEEP / size) >= self.ways:
                return columns, size
        return 0, least

    @property
    def _height(self) -> float:
        columns, size = self._wall
        return WALL + (size * -(-self.ways // columns) if columns else 0) + 8

    def _frame(self, step: int) -> list[PictureShape]:
        """Return the canonical way as the first one found; after the answer (step 1), with the number of all ways."""
        pieces = [*pairwise((0, *self.canonical, len(self.word)))]
        shapes = [self._piece(start, end) for start, end in pieces]
        shapes += [
            shape(f"letter{place}", "text", (self.x(place + 0.5), MIDDLE - 10), text=make_visible(letter))
            for place, letter in enumerate(self.word)
        ]
        counted = self._counts()[step].format(found=localized_number(1))
        shapes.append(label("count", (SIDE, COUNT), counted, "best" if step else ""))
        return shapes + [self._listed(start, end) for start, end in pieces] + self._boxes(step)

    def _boxes(self, step: int) -> list[PictureShape]:
        """Return the first box, if there is room for one for each way, and after the answer the place of them all."""
        columns, size = self._wall
        if not columns:
            return []
        high, wide = self._height - WALL - 8, size * columns
        middle, whole = (SIDE + wide / 2, WALL + high / 2), (wide, high)
        boxes = shape("found", "boxes", (SIDE, WALL), (size, size), boxes=(1, columns), mark="now")
        return [shape("ways", "cell", middle, whole, mark="dim"), boxes] if step else [boxes]

    def _piece(self, start: int, end: int) -> PictureShape:
        one_id = self.tokens.get((start, end))
        at, size = (self.x((start + end) / 2), MIDDLE), (self.letter * (end - start) - 6, PIECE)
        note, mark, hue = ("", "dim", None) if one_id is None else (str(one_id), "", token_hue(one_id))
        return shape(f"piece{start}", "tile", at, size, note=note, hue=hue, mark=mark)

    def _listed(self, start: int, end: int) -> PictureShape:
        """Return a piece of the first way in the list of those found, as in word_cuts.js."""
        piece, (left, middle) = self._piece(start, end), self._slots()[0]
        at = (left + (piece["at"][0] - SIDE) * SCALE, middle)
        size, text = (piece["size"][0] * SCALE, SMALL), make_visible(self.word[start:end])
        return shape(f"way1:{start}", "tile", at, size, text=text, hue=piece["hue"])

    def _slots(self) -> list[tuple[float, float]]:
        """Return where the ways in the list start: two in a line."""
        second = WIDTH - SIDE - (WIDTH - 2 * SIDE) * SCALE
        return [((SIDE, second)[place % 2], LIST + LINE * (place // 2)) for place in range(LISTED)]

    def _counts(self) -> list[str]:
        """Return the templates that count the ways found, before and after the answer."""
        template = _("Ways found: {found} of {all}")
        return [template.replace("{all}", all_ways) for all_ways in ("?", localized_number(self.ways))]
