"""The few places of a text that a merge changes, and a heap of all pairs, the most frequent on top."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal, NamedTuple

from bpe_engine import BPETrainer, Corpus
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.text_direction import isolate
from ui.base.visible_text import join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, WIDTH, Frame, Mark, caption, drawing, label, shape, text_from, width_of
from ui.course.values.value_registry import picture
from ui.tokenization.algorithms.frame_parts import times_phrase

TEXT = 46  # middle of the first line of the text
LINES, LINE = 7, 33  # of the text at most, and from one to the next
TILE = 29  # height of a token at a place of the merge
BESIDE = 12  # what such a token is wider than its name
HEAD, COUNTED, ROW = 26, 44, 72  # of pairs: height of a title and of a pair with its count, and from row to row
TOP = 12  # of the heap
LEVELS = 3  # levels drawn
LEVEL = 128
NODE = (112, 70)
LONGEST_TOKEN = 200  # width of the name of a token, at most
LONGEST_NAME = 6  # characters of a pair, without its plus, that fit in a node
FOOT = TOP + LEVEL * (LEVELS - 1) + NODE[1] + 4


class _Merge(NamedTuple):
    """A merge: its pair, the tokens of each word before it, and the counts of all pairs, the most frequent first."""

    pair: Pair
    words: Sequence[Sequence[str]]
    before: Mapping[Pair, int]
    after: Mapping[Pair, int]

    def rarer_pairs(self) -> list[Pair]:
        return [pair for pair, count in self.before.items() if self.after.get(pair, 0) < count]

    def changed_pairs(self) -> list[Pair]:
        """Return the pairs whose counts are new or corrected."""
        return [pair for pair, count in self.after.items() if self.before.get(pair) != count]

    def new_pairs(self) -> list[Pair]:
        return [pair for pair in self.after if pair not in self.before]


@picture
def merge_changes(text: str, merges: int) -> Picture:
    """Merges, each in all its places in the text, and below it the pairs that become rarer, and those that are new."""
    ids, counts, made = _merges_of(text, merges)
    frames: list[Frame] = []
    high = [TEXT]
    for merge in made:
        drawn = _Changes(ids, merge)
        high.append(drawn.height)
        if not frames:
            frames.append((_first_pair_text(counts), drawn.frame(0)))
        frames += [(_place_text(merge), drawn.frame(1)), (_merge_text(merge), drawn.frame(2))]
    return drawing(
        _("What a merge changes"),
        _(
            "The text in which a pair merges, with boxes around its places and the tokens beside them. Below it are "
            "the most frequent pairs, then those that become rarer, and the new ones, with their counts: new and "
            "smaller counts have a thick frame, and what is gone is dotted."
        ),
        (WIDTH, max(high)),
        frames or [(_first_pair_text(counts), [])],
    )


@picture
def pair_heap(text: str, merges: int) -> Picture:
    """All pairs of the text as a heap, the most frequent on top, before and after each of a few merges."""
    ids, counts, made = _merges_of(text, merges)
    heap: list[Pair] = []
    update(heap, counts)
    frames: list[Frame] = [(_heap_text(heap), _heap(ids, heap, counts, {}, _("most frequent")))]
    for merge in made:
        going: dict[Pair, Mark] = dict.fromkeys(merge.rarer_pairs(), "next")
        frames.append((_rarer_text(merge.pair), _heap(ids, heap, merge.before, going, _("merges now"))))
        update(heap, merge.after)
        moved: dict[Pair, Mark] = dict.fromkeys(merge.changed_pairs(), "now")
        frames.append((_order_text(heap), _heap(ids, heap, merge.after, moved, _("most frequent"))))
    return drawing(
        _("The pairs as a heap"),
        _(
            "The pairs with their counts as a tree: no pair is rarer than the two below it, so the most frequent one "
            "is on top. Pairs about to become rarer are dashed; new and smaller counts have a thick frame."
        ),
        (WIDTH, FOOT + 22),
        frames,
    )


@lru_cache(maxsize=16)
def _merges_of(text: str, merges: int) -> tuple[dict[str, int], Mapping[Pair, int], list[_Merge]]:
    """Return the tokens' ids, the counts of all pairs at the start, and the merges.

    The first of these pairs merges next.
    """
    corpus = Corpus.from_text(text, "gpt2", byte_level=True)
    made = BPETrainer(vocab_size=256 + merges).record(corpus)
    last = min(merges, len(made.events))
    states = [*made.states_between(0, last)]
    ids = {**made.base_vocabulary, **{event.token: event.token_id for event in made.events}}
    counts = [{row.pair: row.count for row in state.leaderboard} for state in states]
    words = [to_byte_symbols(word) for word in corpus.pre_tokenizer.split(text)]
    merged: list[_Merge] = []
    for number, event in enumerate(made.events[:last]):
        symbols = {"".join(word.symbols): word.symbols for word in states[number].words}
        in_text = [symbols[word] for word in words]
        merged.append(_Merge(event.pair, in_text, counts[number], counts[number + 1]))
    return ids, counts[0], merged


def _covers(word: Sequence[str], pair: Pair) -> list[int]:
    """Return how many tokens of a word each token after the merge consists of."""
    covers: list[int] = []
    at = 0
    while at < len(word):
        covers.append(2 if (*word[at : at + 2],) == (*pair,) else 1)
        at += covers[-1]
    return covers


def update(heap: list[Pair], counts: Mapping[Pair, int]) -> None:
    """Update a heap in place: remove pairs that are gone, add new ones, and restore the order.

    `counts` has the pairs in the order in which they would be merged; the first ends up on top.

    >>> heap = [("a", "b"), ("b", "c")]
    >>> update(heap, {("c", "d"): 3, ("b", "c"): 2})
    >>> heap
    [('c', 'd'), ('b', 'c')]
    """
    place_of = {pair: place for place, pair in enumerate(counts)}
    for index in range(len(heap) - 1, -1, -1):
        if heap[index] not in place_of:
            last = heap.pop()
            if index < len(heap):
                heap[index] = last
    there = set(heap)
    heap += [pair for pair in counts if pair not in there]
    for index in range(len(heap) // 2 - 1, -1, -1):
        _sift_down(heap, index, place_of)


def _sift_down(heap: list[Pair], index: int, place_of: Mapping[Pair, int]) -> None:
    """Move a pair down until it precedes both of its children."""
    while below := [child for child in (2 * index + 1, 2 * index + 2) if child < len(heap)]:
        first = min(below, key=lambda child: place_of[heap[child]])
        if place_of[heap[index]] < place_of[heap[first]]:
            return
        heap[index], heap[first] = heap[first], heap[index]
        index = first


def _node_centre(index: int) -> tuple[float, float]:
    """Return the centre of a node."""
    level = (index + 1).bit_length() - 1
    in_level = index + 1 - 2**level
    return WIDTH * (in_level + 0.5) / 2**level, TOP + NODE[1] / 2 + LEVEL * level


def _heap(
    ids: Mapping[str, int], heap: Sequence[Pair], counts: Mapping[Pair, int], marks: Mapping[Pair, Mark], note: str
) -> list[PictureShape]:
    """Return the upper levels of the heap. `note` is about its top."""
    shown = heap[: 2**LEVELS - 1]
    shapes: list[PictureShape] = []
    for index in range(1, len(shown)):
        (x, y), (to_x, to_y) = _node_centre((index - 1) // 2), _node_centre(index)
        shapes.append(shape(f"to{index}", "line", (x, y), (to_x - x, to_y - y)))
    for index, pair in enumerate(shown):
        shapes += _pair_with_count(
            ids, "+".join(pair), pair, localized_number(counts[pair]), _node_centre(index), NODE, marks.get(pair, "")
        )
    if shown:
        shapes.append(label("next", (_node_centre(0)[0] + NODE[0] / 2 + 12, _node_centre(0)[1]), note))
    if len(heap) > len(shown):
        rest = len(heap) - len(shown)
        more = ngettext("{count} more pair below", "{count} more pairs below", rest)
        shapes.append(caption("more", (WIDTH / 2, FOOT + 9), more.format(count=localized_number(rest))))
    return shapes


class _Unit(NamedTuple):
    """One or two tokens of a line: a pair that merges, a token beside one, or any other; and its left edge."""

    symbols: Sequence[str]
    kind: Literal["pair", "beside", "rest"]
    left: float = 0

    def widths(self) -> list[float]:
        """Return the widths of the tokens; together they have room for the merged one, which is longer in hex."""
        room = 0 if self.kind == "rest" else BESIDE
        widths = [width_of(_token_name(symbol)) + room for symbol in self.symbols]
        lack = width_of(_token_name("".join(self.symbols))) + room - sum(widths)
        return [width + max(0, lack / len(widths)) for width in widths]


class _Changes:
    """Draws a merge in the lines of a text, above the pairs that become rarer, and those that are new."""

    def __init__(self, ids: Mapping[str, int], merge: _Merge) -> None:
        self.ids = ids
        self.merge = merge
        lines = _lines_of(merge)
        first = next(at for at, line in enumerate(lines) if any(unit.kind == "pair" for unit in line))
        since = first if first >= LINES else 0
        self.lines = lines[since : since + LINES]
        self.is_whole = len(self.lines) == len(lines)
        self.top = TEXT + LINE * len(self.lines) - 8  # of the pairs
        self.rows = [merge.rarer_pairs(), merge.new_pairs()]
        pairs = [*merge.before, *self.rows[1]]
        self.pitch = max(66, *(width_of(" ".join(_names(pair))) + PADDING + 6 for pair in pairs))
        self.height = self.top + 2 * ROW

    def frame(self, step: int) -> list[PictureShape]:
        """Return the merge: about to be made; with the pairs that it makes rarer; or made, with the new pairs."""
        count = sum(_covers(word, self.merge.pair).count(2) for word in self.merge.words)
        title = ngettext("{count} place in the text", "{count} places in the text", count)
        if not self.is_whole:
            title = ngettext("{count} place in the text, here", "{count} places in the text, for example here", count)
        shapes = [label("places", (2, 14), title.format(count=localized_number(count)))]
        for row, line in enumerate(self.lines):
            shapes += self._line(row, line, step)
        titles = _("Rarer: {count} of {all} pairs"), _("New pairs: {count}")
        for row, (pairs, named) in enumerate([*zip(self.rows, titles, strict=True)][:step]):
            shapes += self._pairs(row, pairs, named, is_made=step == 2)
        if not step:
            return shapes + self._most_frequent()
        if step < 2:
            at, size = (self.pitch / 2, self.top + ROW + HEAD + COUNTED / 2), (self.pitch - 6, COUNTED)
            shapes.append(shape("pairs", "tile", at, size, text="?", mark="later"))
        return shapes

    def _most_frequent(self) -> list[PictureShape]:
        """Return the most frequent pairs before the merge in two rows, of which readers guess those that change."""
        pairs = [*self.merge.before]
        shapes = [self._title(0, _("Pairs: {count}"), pairs)]
        columns = int((WIDTH - 2) // self.pitch)
        shown = pairs if len(pairs) <= 2 * columns else pairs[: 2 * columns - 1]
        for place, pair in enumerate(shown):
            row, column = divmod(place, columns)
            at = self.pitch * (column + 0.5), self.top + HEAD + COUNTED / 2 + (COUNTED + 6) * row
            shapes.append(self._pair(pair, self.merge.before[pair], at, ""))
        if len(shown) < len(pairs):
            at = self.pitch * (columns - 1) + 8, self.top + HEAD + COUNTED * 1.5 + 6
            shapes.append(text_from("more0", at, "…"))
        return shapes

    def _title(self, row: int, title: str, pairs: Sequence[Pair]) -> PictureShape:
        values = {"count": localized_number(len(pairs)), "all": localized_number(len(self.merge.before))}
        return label(f"title{row}", (2, self.top + ROW * row + HEAD / 2 - 2), title.format(**values))

    def _pair(self, pair: Pair, count: int, at: tuple[float, float], mark: Mark) -> PictureShape:
        hue = None if mark in ("", "dim") else token_hue(self.ids["".join(self.merge.pair)])
        written = {"text": " ".join(_names(pair)), "note": localized_number(count)}
        return shape("+".join(pair), "node", at, (self.pitch - 6, COUNTED), **written, hue=hue, mark=mark)

    def _line(self, row: int, line: Sequence[_Unit], step: int) -> list[PictureShape]:
        """Return a line of the text, in which the tokens that the merge changes and those beside them have boxes."""
        shapes, y = list[PictureShape](), TEXT + LINE * row
        for kind, units in groupby(line, lambda unit: unit.kind):
            if kind == "rest":
                shapes.append(self._quiet(row, *units))
                continue
            for unit in units:
                if kind == "beside" and not step:
                    shapes.append(self._quiet(row, unit))
                    continue
                names, widths, x = [*map(_token_name, unit.symbols)], unit.widths(), unit.left
                if kind == "pair" and step == 2:
                    names, widths = [_token_name("".join(unit.symbols))], [sum(widths)]
                for place, (name, wide) in enumerate(zip(names, widths, strict=True)):
                    mark: Mark = "" if kind == "beside" else "now" if step == 2 else "next"
                    symbol = "".join(unit.symbols) if step == 2 else unit.symbols[place]
                    at, hue = (x + wide / 2, y), None if kind == "beside" else token_hue(self.ids[symbol])
                    key = f"{row}:{round(x)}"
                    shapes.append(shape(key, "tile", at, (wide - 2, TILE), text=name, hue=hue, mark=mark))
                    x += wide
        return shapes

    @staticmethod
    def _quiet(row: int, *units: _Unit) -> PictureShape:
        """Return tokens side by side that a step doesn’t tell of, as one text."""
        left, wide = units[0].left, sum(sum(unit.widths()) for unit in units)
        text = "".join(_token_name(symbol) for unit in units for symbol in unit.symbols)
        return shape(f"{row}:{round(left)}:quiet", "text", (left + wide / 2, TEXT + LINE * row), text=text, mark="dim")

    def _pairs(self, row: int, pairs: Sequence[Pair], title: str, *, is_made: bool) -> list[PictureShape]:
        """Return a row of pairs with their counts, as many as have room, below a title."""
        middle = self.top + ROW * row + HEAD + COUNTED / 2
        shapes = [self._title(row, title, pairs)]
        most = int((WIDTH - 2) // self.pitch)
        shown = pairs if len(pairs) <= most else pairs[: most - 1]
        counts = self.merge.after if is_made else self.merge.before
        for place, pair in enumerate(shown):
            count, at = counts.get(pair, 0), (self.pitch * (place + 0.5), middle)
            mark: Mark = "next" if not is_made else "now" if count else "dim"
            shapes.append(self._pair(pair, count, at, mark))
        if len(shown) < len(pairs):
            shapes.append(text_from(f"more{row}", (self.pitch * len(shown) + 8, middle), "…"))
        return shapes


def _lines_of(merge: _Merge) -> list[list[_Unit]]:
    """Return the text before a merge in lines. A word stays on one line, unless it’s longer than that."""
    lines: list[list[_Unit]] = [[]]
    x = 2.0
    for word in merge.words:
        covers = _covers(word, merge.pair)
        units, at = list[_Unit](), 0
        for index, covered in enumerate(covers):
            is_beside = 2 in covers[max(0, index - 1) : index + 2]
            kind: Literal["pair", "beside", "rest"] = "pair" if covered == 2 else "beside" if is_beside else "rest"
            units.append(_Unit(word[at : at + covered], kind))
            at += covered
        wide = sum(sum(unit.widths()) for unit in units)
        if lines[-1] and x + wide > WIDTH - 2:
            lines.append([])
            x = 2.0
        for unit in units:
            if lines[-1] and x + sum(unit.widths()) > WIDTH - 2:
                lines.append([])
                x = 2.0
            lines[-1].append(unit._replace(left=x))
            x += sum(unit.widths())
    return lines


def _token_name(symbol: str) -> str:
    return _shorten(token_as_text(symbol), LONGEST_TOKEN)


def _shorten(name: str, most: float) -> str:
    while width_of(name) > most:
        name = f"{name[:-2]}…"
    return name


def _pair_with_count(
    ids: Mapping[str, int],
    key: str,
    pair: Pair,
    count_text: str,
    at: tuple[float, float],
    size: tuple[float, float],
    mark: Mark,
) -> list[PictureShape]:
    """Return a pair in a box, its count below it."""
    shapes = [shape(key, "node", at, size, mark=mark)]
    left = at[0] - _pair_width(pair) / 2
    for place, (one, name) in enumerate(zip(pair, _names(pair), strict=True)):
        width = width_of(name) + PADDING
        middle = (left + width / 2, at[1] - 10)
        shapes.append(shape(f"{key}:{place}", "tile", middle, (width, 26), text=name, hue=token_hue(ids[one])))
        left += width + 4
    return [
        *shapes,
        shape(f"{key}:count", "text", (at[0], at[1] + 16), text=count_text, mark="" if mark == "next" else mark),
    ]


def _names(pair: Pair) -> list[str]:
    """Return the tokens of a pair, shortened to fit in a node."""
    names = [token_as_text(one) for one in pair]
    if len("".join(names)) <= LONGEST_NAME:
        return names
    return [name if len(name) < LONGEST_NAME / 2 else f"{name[:2]}…" for name in names]


def _pair_width(pair: Pair) -> float:
    return sum(width_of(name) + PADDING for name in _names(pair)) + 4


def _pair_text(pair: Pair) -> str:
    return " + ".join(_("“{token}”").format(token=isolate(token_as_text(one))) for one in pair)


def _first_pair_text(counts: Mapping[Pair, int]) -> str:
    """Say which pair merges first, and why if several are as frequent: the one seen first does."""
    if not counts:
        return _("No pair is left to merge.")
    top, *_rest = counts
    tied = [*counts.values()].count(counts[top])
    why = (
        _("{pair} is the most frequent pair, so it merges next.")
        if tied == 1
        else _("{tied} pairs occur {times} each. {pair} comes first in the text, so it merges next.")
    )
    values = {"pair": _pair_text(top), "times": times_phrase(counts[top]), "tied": localized_number(tied)}
    return join_sentences(why.format(**values), _("Which counts will change?"))


def _heap_text(heap: Sequence[Pair]) -> str:
    if not heap:
        return _("No pair is left to merge.")
    sentence = _("In a heap, no pair is rarer than the two below it. So the most frequent is always on top: {pair}.")
    return sentence.format(pair=_pair_text(heap[0]))


def _rarer_text(pair: Pair) -> str:
    sentence = _("{pair} merges, so the dashed pairs become rarer. All others drawn here keep their counts.")
    return sentence.format(pair=_pair_text(pair))


def _order_text(heap: Sequence[Pair]) -> str:
    if not heap:
        return _("No pair is left to merge.")
    levels = len(heap).bit_length() - 1
    if not levels:
        return _("{pair} is the only pair that is left.").format(pair=_pair_text(heap[0]))
    sentence = ngettext(
        "Pairs with new counts (thick) move until none is rarer than one below it: by {levels} level at most. Now "
        "{pair} is on top.",
        "Pairs with new counts (thick) move until none is rarer than one below it: by {levels} levels at most. Now "
        "{pair} is on top.",
        levels,
    )
    return sentence.format(pair=_pair_text(heap[0]), levels=localized_number(levels))


def _place_text(merge: _Merge) -> str:
    rarer = len(merge.rarer_pairs())
    sentence = _(
        "Wherever {pair} merges, it’s gone, and so is any pair to its left or right: the dashed pairs become rarer."
    )
    gone = len(merge.before.keys() - merge.after.keys())
    vanishing = (
        ngettext("It vanishes.", "All of these vanish.", gone)
        if gone == rarer
        else ngettext("{gone} of these vanishes.", "{gone} of these vanish.", gone)
    )
    return join_sentences(sentence.format(pair=_pair_text(merge.pair)), vanishing.format(gone=localized_number(gone)))


def _merge_text(merge: _Merge) -> str:
    token = isolate(token_as_text("".join(merge.pair)))
    first = (
        _("The new pairs have “{token}” in them.")
        if merge.new_pairs()
        else _("“{token}” has no neighbours, so no pair is new.")
    ).format(token=token)
    if not merge.after:
        return join_sentences(first, _("No pair is left to merge."))
    changed = len(merge.changed_pairs())
    same = len(merge.after) - changed
    others = ngettext("The other pair needs no second look.", "The other {same} pairs need no second look.", same)
    return join_sentences(
        first,
        *([_("The counts in thick frames are new or smaller.")] if changed else []),
        *([others.format(same=localized_number(same))] if same else []),
    )
