"""What a merge changes: a few of all counts; and a heap of all pairs, the most frequent on top."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from bpe_engine import BPETrainer, Corpus
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.text_direction import isolate
from ui.base.visible_text import join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, WIDTH, Frame, Mark, caption, drawing, label, large_text, shape, width_of
from ui.course.values.value_registry import picture
from ui.tokenization.algorithms.frame_parts import times_phrase

PLACE = 56  # middle of a place of the merge
GRID = 112  # top of the pairs
ROWS, ROW, COUNTED = 5, 57, 50  # of pairs at most, from one to the next, and the height of a pair with its count
COLUMNS = 7  # pairs in a row at most
QUIET = 18  # type of a pair that stays as it is
BETWEEN = 50  # room for an arrow between a place before the merge and after it
AROUND = 2  # tokens to the left and right of a merge
TILE = 50
TOP = 12  # of the heap
LEVELS = 3  # levels drawn
LEVEL = 128
NODE = (112, 70)
LONGEST_TILE = 80  # width of the name of a token at a place of a merge, at most
LONGEST_NAME = 6  # characters of a pair, without its plus, that fit in a node
FOOT = TOP + LEVEL * (LEVELS - 1) + NODE[1] + 4


class _Place(NamedTuple):
    """A place in which a pair merges: the tokens there, and how many of them each token after the merge consists of."""

    symbols: Sequence[str]
    covers: Sequence[int]


class _Merge(NamedTuple):
    """A merge: its pair, in how many places it merges, one of them with its neighbours, and the counts of all pairs.

    The most frequent pairs are first.
    """

    pair: Pair
    places: int
    place: _Place
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
    """Merges, each at a place in the text, and all pairs: those that become rarer, are new, or stay as they are."""
    ids, counts, made = _merges_of(text, merges)
    pairs = [pair for merge in made for pair in (*merge.before, *merge.after)]
    columns = min(COLUMNS, int(WIDTH // (max(map(_written_width, pairs), default=0) + 14)))
    rows = min(ROWS, max((ceil(len({*merge.before, *merge.after}) / columns) for merge in made), default=0))
    frames: list[Frame] = []
    for merge in made:
        drawn = _Changes(ids, merge, columns, rows)
        if not frames:
            frames.append((_first_pair_text(counts), drawn.frame(0)))
        frames += [(_place_text(merge), drawn.frame(1)), (_merge_text(merge), drawn.frame(2))]
    return drawing(
        _("What a merge changes"),
        _(
            "A place of a merge, before it and after it, and below it all pairs with their counts: those about to "
            "become rarer are dashed; new and smaller counts have a thick frame; what is gone is dotted. Pairs "
            "without a box stay as they are."
        ),
        (WIDTH, GRID + ROW * rows + 22),
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
        places, place = sum(_covers(word, event.pair).count(2) for word in in_text), _first_place(in_text, event.pair)
        merged.append(_Merge(event.pair, places, place, counts[number], counts[number + 1]))
    return ids, counts[0], merged


def _covers(word: Sequence[str], pair: Pair) -> list[int]:
    """Return how many tokens of a word each token after the merge consists of."""
    covers: list[int] = []
    at = 0
    while at < len(word):
        covers.append(2 if (*word[at : at + 2],) == (*pair,) else 1)
        at += covers[-1]
    return covers


def _first_place(words: Sequence[Sequence[str]], pair: Pair) -> _Place:
    """Return the first place of a pair, of those that have the most neighbours."""
    found: list[tuple[int, _Place]] = []
    for word in words:
        covers = _covers(word, pair)
        at = 0
        for index, wide in enumerate(covers):
            if wide == 2:
                left, right = covers[max(0, index - AROUND) : index], covers[index + 1 : index + 1 + AROUND]
                symbols = word[at - sum(left) : at + 2 + sum(right)]
                found.append((bool(left) + bool(right), _Place(symbols, [*left, 2, *right])))
            at += wide
    return max(found, key=lambda one: one[0])[1]


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


class _Changes:
    """Draws a merge at one of its places, above all pairs: those that it changes are in the colour of its token."""

    def __init__(self, ids: Mapping[str, int], merge: _Merge, columns: int, rows: int) -> None:
        self.ids = ids
        self.merge = merge
        self.columns, self.rows = columns, rows
        self.place = _fit_place(merge.place)
        self.rarer = {*merge.rarer_pairs()}
        pairs = [*merge.before, *merge.new_pairs()]
        changed = [pair for pair in pairs if pair in self.rarer or pair not in merge.before]
        shown = {*[*changed, *(pair for pair in pairs if pair not in changed)][: columns * rows]}
        self.shown = [pair for pair in pairs if pair in shown]

    def frame(self, step: int) -> list[PictureShape]:
        """Return the merge: about to be made; with the pairs that it makes rarer; or made, with the new pairs."""
        count = self.merge.places
        title = ngettext("{count} place in the text, here", "{count} places in the text, for example here", count)
        shapes = [label("places", (2, 14), title.format(count=localized_number(count))), *self._place(step)]
        pairs = [pair for pair in self.shown if step == 2 or pair in self.merge.before]
        for number, pair in enumerate(pairs):
            row, column = divmod(number, self.columns)
            pitch = WIDTH / self.columns
            at = pitch * (column + 0.5), GRID + ROW * row + COUNTED / 2
            now = (self.merge.after if step == 2 else self.merge.before).get(pair, 0)
            key, text, note = "+".join(pair), " ".join(_names(pair)), localized_number(now)
            if not (mark := self._mark(pair, now, step)):
                shapes.append(large_text(key, (at[0], at[1] - QUIET / 2 - 1), text, QUIET))
                shapes.append(large_text(f"{key}:count", (at[0], at[1] + QUIET / 2 + 1), note, QUIET, "dim"))
                continue
            hue = None if mark == "dim" else token_hue(self.ids["".join(self.merge.pair)])
            shapes.append(shape(key, "node", at, (pitch - 6, COUNTED), text=text, note=note, hue=hue, mark=mark))
        all_pairs = len(self.merge.before) + (len(self.merge.new_pairs()) if step == 2 else 0)
        if more := all_pairs - len(pairs):
            named = ngettext("{count} other pair", "{count} other pairs", more).format(count=localized_number(more))
            shapes.append(label("more", (2, GRID + ROW * self.rows + 10), named))
        return shapes

    def _mark(self, pair: Pair, count: int, step: int) -> Mark:
        if step == 0:
            return "next" if pair == self.merge.pair else ""
        if pair in self.merge.before and pair not in self.rarer:
            return ""
        return "next" if step == 1 else "now" if count else "dim"

    def _place(self, step: int) -> list[PictureShape]:
        before, after = _tiles(self.ids, self.place, step)
        first, last = before[0], before[-1]
        left, right = (one["at"][0] + side * one["size"][0] / 2 for one, side in ((first, -1), (last, 1)))
        arrow = shape("arrow", "arrow", (right + 10, PLACE), (BETWEEN - 20, 0))
        if step < 2:
            wide = right - left
            after = [shape("after?", "tile", (right + BETWEEN + wide / 2, PLACE), (wide, TILE), text="?", mark="later")]
        return [*before, arrow, *after]


def _fit_place(place: _Place) -> _Place:
    """Return a place without the outermost tokens for which there is no room."""
    while 2 * (sum(_widths(place)) + 4 * len(place.symbols)) + BETWEEN > WIDTH:
        place = _narrower(place)
    return place


def _tiles(ids: Mapping[str, int], shown: _Place, step: int) -> tuple[list[PictureShape], list[PictureShape]]:
    """Return the tokens of a place before the merge, and to the right, each as wide as its parts, those after it."""
    widths = _widths(shown)
    names = [_shorten(token_as_text(symbol), LONGEST_TILE) for symbol in shown.symbols]
    lefts = [2 + sum(widths[:place]) + 4 * place for place in range(len(widths))]
    across = lefts[-1] + widths[-1] - 2 + BETWEEN
    before, after = [], []
    at = 0
    for number, covered in enumerate(shown.covers):
        for place in range(at, at + covered):
            middle, hue = (lefts[place] + widths[place] / 2, PLACE), token_hue(ids[shown.symbols[place]])
            mark: Mark = "next" if covered == 2 and step < 2 else ""
            size = (widths[place], TILE)
            before.append(shape(f"before{place}", "tile", middle, size, text=names[place], hue=hue, mark=mark))
        wide = lefts[at + covered - 1] + widths[at + covered - 1] - lefts[at]
        symbol = "".join(shown.symbols[at : at + covered])
        middle, text = (lefts[at] + across + wide / 2, PLACE), _shorten(token_as_text(symbol), covered * LONGEST_TILE)
        mark = "now" if covered == 2 else ""
        hue = token_hue(ids[symbol])
        after.append(shape(f"after{number}", "tile", middle, (wide, TILE), text=text, hue=hue, mark=mark))
        at += covered
    return before, after


def _widths(place: _Place) -> list[float]:
    """Return the widths of the tokens before the merge; a merged token may be wider than its parts, as in hex."""
    widths = [max(width_of(_shorten(token_as_text(symbol), LONGEST_TILE)) + PADDING, 36) for symbol in place.symbols]
    at = 0
    for covered in place.covers:
        name = _shorten(token_as_text("".join(place.symbols[at : at + covered])), covered * LONGEST_TILE)
        lack = width_of(name) + PADDING - sum(widths[at : at + covered]) - 4 * (covered - 1)
        for one in range(at, at + covered):
            widths[one] += max(0, lack / covered)
        at += covered
    return widths


def _narrower(place: _Place) -> _Place:
    """Return a place without its first or last token, whichever is farther from the first merge."""
    merging = place.covers.index(2)
    if merging > len(place.covers) - 1 - merging:
        return _Place(place.symbols[place.covers[0] :], place.covers[1:])
    return _Place(place.symbols[: -place.covers[-1]], place.covers[:-1])


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


def _written_width(pair: Pair) -> float:
    return width_of(" ".join(_names(pair)))


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
        "Wherever {pair} merges, it’s gone, and so is any pair to its left or right. The dashed pairs become rarer: "
        "{rarer} of {all}."
    )
    values = {"rarer": localized_number(rarer), "all": localized_number(len(merge.before))}
    gone = len(merge.before.keys() - merge.after.keys())
    vanishing = (
        ngettext("It vanishes.", "All of these vanish.", gone)
        if gone == rarer
        else ngettext("{gone} of these vanishes.", "{gone} of these vanish.", gone)
    )
    return join_sentences(
        sentence.format(pair=_pair_text(merge.pair), **values), vanishing.format(gone=localized_number(gone))
    )


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
