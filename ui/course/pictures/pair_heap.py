"""What a merge changes: the pairs at its place in the text; and a heap of all pairs, the most frequent on top."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe_engine import BPETrainer, Corpus
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.text_direction import isolate
from ui.base.visible_text import join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, WIDTH, Frame, Mark, caption, drawing, label, label_width, shape, width_of
from ui.course.values.value_registry import picture
from ui.tokenization.algorithms.frame_parts import times_phrase

SIDE = 80  # width of the names of the rows
ROWS = 26, 94  # their middles: a place in the text before the merge and after it,
FEWER, NEW = 212, 330  # pairs that become rarer, and new ones
HEADS = 48  # from the middle of their row up to where they are
ROWS_HEIGHT = 366
COUNTED = 62  # height of a pair with its count
AROUND = 2  # tokens to the left and right of a merge
TILE = 44
TOP = 12  # of the heap
LEVELS = 3  # levels drawn
LEVEL = 128
NODE = (112, 70)
LONGEST_TILE = 15  # characters of a token drawn at a place of a merge
LONGEST_NAME = 6  # characters of a pair, without its plus, that fit in a node
FOOT = TOP + LEVEL * (LEVELS - 1) + NODE[1] + 4


class _Place(NamedTuple):
    """A place in which a pair merges: the tokens there, and how many of them each token after the merge consists of."""

    symbols: Sequence[str]
    covers: Sequence[int]


class _Merge(NamedTuple):
    """A merge: its pair, a place of it, and the counts of all pairs before and after it, the most frequent first."""

    pair: Pair
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
    """Merges in the text, each at one place: the pairs that it makes rarer, and the new ones, with their counts."""
    ids, counts, made = _merges_of(text, merges)
    frames: list[Frame] = [(_first_pair_text(counts), _rows(ids, made[0] if made else None, 0))]
    for number, merge in enumerate(made, 1):
        frames.append((_place_text(merge.pair, number), _rows(ids, merge, 1)))
        frames.append((_merge_text(merge), _rows(ids, merge, 2)))
    return drawing(
        _("What a merge changes"),
        _(
            "A place in the text before and after a merge, and below it the pairs that it makes rarer, and the new "
            "ones, with their counts in the whole text. Pairs about to become rarer are dashed; new and smaller counts "
            "have a thick frame."
        ),
        (WIDTH, ROWS_HEIGHT),
        frames,
    )


@picture
def pair_heap(text: str, merges: int) -> Picture:
    """All pairs of the text as a heap, the most frequent on top, before and after each of a few merges."""
    ids, counts, made = _merges_of(text, merges)
    heap: list[Pair] = []
    update(heap, counts)
    start: dict[Pair, Mark] = dict.fromkeys(heap[:1], "next")
    frames: list[Frame] = [(_heap_text(heap), _heap(ids, heap, counts, start, _("merges next") if made else ""))]
    for number, merge in enumerate(made, 1):
        going: dict[Pair, Mark] = dict.fromkeys(merge.rarer_pairs(), "next")
        frames.append((_rarer_text(merge.pair), _heap(ids, heap, merge.before, going, _("merges next"))))
        update(heap, merge.after)
        note = "" if number == len(made) else _("merges next")
        marks: dict[Pair, Mark] = {pair: "next" for pair in heap[:1] if note}
        marks |= dict.fromkeys(merge.changed_pairs(), "now")
        frames.append((_order_text(heap), _heap(ids, heap, merge.after, marks, note)))
    return drawing(
        _("The pairs as a heap"),
        _(
            "The pairs with their counts as a tree: no pair is rarer than the two below it, so the most frequent one "
            "is on top. Pairs about to merge or become rarer are dashed; new and smaller counts have a thick frame."
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
    places = [
        _first_place([word.symbols for word in state.words], event.pair)
        for state, event in zip(states, made.events[:last], strict=False)
    ]
    found = zip(made.events[:last], places, counts, counts[1:], strict=False)
    return ids, counts[0], [_Merge(event.pair, place, before, after) for event, place, before, after in found]


def _first_place(words: Sequence[Sequence[str]], pair: Pair) -> _Place:
    """Return the first place of a pair, of those that have the most neighbours."""
    found: list[tuple[int, _Place]] = []
    for word in words:
        at = 0
        covers: list[int] = []
        while at < len(word):
            covers.append(2 if (*word[at : at + 2],) == (*pair,) else 1)
            at += covers[-1]
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
    """Return the upper levels of the heap. `note` says what its top is about to do."""
    shown = heap[: 2**LEVELS - 1]
    shapes: list[PictureShape] = []
    for index in range(1, len(shown)):
        (x, y), (to_x, to_y) = _node_centre((index - 1) // 2), _node_centre(index)
        shapes.append(shape(f"to{index}", "line", (x, y), (to_x - x, to_y - y)))
    for index, pair in enumerate(shown):
        shapes += _pair_with_count(
            ids, "+".join(pair), pair, localized_number(counts[pair]), _node_centre(index), NODE, marks.get(pair, "")
        )
    if shown and note:
        shapes.append(label("next", (_node_centre(0)[0] + NODE[0] / 2 + 12, _node_centre(0)[1]), note))
    if len(heap) > len(shown):
        rest = len(heap) - len(shown)
        more = ngettext("{count} more pair below", "{count} more pairs below", rest)
        shapes.append(caption("more", (WIDTH / 2, FOOT + 9), more.format(count=localized_number(rest))))
    return shapes


def _rows(ids: Mapping[str, int], merge: _Merge | None, done: int) -> list[PictureShape]:
    """Return a place of a merge, the pairs that it makes rarer, and the new ones: not yet, announced, or done."""
    names = (_("Before"), _("After"), _("Rarer"), _("New"))
    shapes = [
        label(f"row{place}", (2, y), name)
        for place, (y, name) in enumerate(zip((*ROWS, FEWER, NEW), names, strict=True))
    ]
    shapes.append(shape("rule", "line", (2, (ROWS[1] + FEWER) / 2 - 15), (WIDTH - 4, 0), mark="dim"))
    if not merge:
        return shapes
    place = _fit_place(merge.place)
    tiles, unknown = _tiles(ids, place, done), (SIDE + WIDTH) / 2
    shapes += tiles
    if done < 2:
        left = tiles[0]["at"][0] - tiles[0]["size"][0] / 2
        wide = tiles[-1]["at"][0] + tiles[-1]["size"][0] / 2 - left
        at, size = (left + wide / 2, ROWS[1]), (wide, TILE)
        shapes.append(shape("after?", "tile", at, size, text="?", mark="later"))
        shapes.append(shape("new?", "node", (unknown, NEW), (WIDTH - SIDE, COUNTED), text="?", mark="later"))
    if not done:
        shapes.append(shape("rarer?", "node", (unknown, FEWER), (WIDTH - SIDE, COUNTED), text="?", mark="later"))
        return shapes
    rarer: list[tuple[Pair, str, Mark]] = []
    for pair in merge.rarer_pairs():
        before, after = merge.before[pair], merge.after.get(pair, 0)
        mark: Mark = "next" if done == 1 else "now" if after else "dim"
        rarer.append((pair, f"{localized_number(before)} → {localized_number(after) if done == 2 else '?'}", mark))
    here = {Pair(*pair) for pair in pairwise(place.symbols)}
    shapes += _counts(ids, "rarer", sorted(rarer, key=lambda one: one[0] not in here), here, FEWER)
    if done == 2:
        here = {Pair(*pair) for pair in pairwise(_tokens_after(place))}
        new = sorted(merge.new_pairs(), key=lambda pair: pair not in here)
        counted: list[tuple[Pair, str, Mark]] = [(pair, localized_number(merge.after[pair]), "now") for pair in new]
        shapes += _counts(ids, "new", counted, here, NEW)
    return shapes


def _fit_place(place: _Place) -> _Place:
    """Return a place without the outermost tokens for which there is no room."""
    while sum(_widths(place)) + 4 * len(place.symbols) > WIDTH - SIDE:
        place = _narrower(place)
    return place


def _tokens_after(place: _Place) -> list[str]:
    """Return the tokens of a place after the merge."""
    ends = list(accumulate(place.covers))
    return ["".join(place.symbols[end - covered : end]) for end, covered in zip(ends, place.covers, strict=True)]


def _tiles(ids: Mapping[str, int], shown: _Place, done: int) -> list[PictureShape]:
    """Return the tokens of a place before the merge, and below them, each as wide as its parts, those after it."""
    widths = _widths(shown)
    names = [_shorten(token_as_text(symbol), LONGEST_TILE) for symbol in shown.symbols]
    lefts = [SIDE + sum(widths[:place]) + 4 * place for place in range(len(widths))]
    before, after = [], []
    at = 0
    for number, covered in enumerate(shown.covers):
        for place in range(at, at + covered):
            middle, hue = (lefts[place] + widths[place] / 2, ROWS[0]), token_hue(ids[shown.symbols[place]])
            mark: Mark = "next" if covered == 2 and done < 2 else ""
            size = (widths[place], TILE)
            before.append(shape(f"before{place}", "tile", middle, size, text=names[place], hue=hue, mark=mark))
        wide = lefts[at + covered - 1] + widths[at + covered - 1] - lefts[at]
        symbol = "".join(shown.symbols[at : at + covered])
        middle, text = (lefts[at] + wide / 2, ROWS[1]), _shorten(token_as_text(symbol), covered * LONGEST_TILE)
        mark = "now" if covered == 2 else ""
        hue = token_hue(ids[symbol])
        after.append(shape(f"after{number}", "tile", middle, (wide, TILE), text=text, hue=hue, mark=mark))
        at += covered
    return [*before, *(after if done == 2 else [])]


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


def _shorten(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _counts(
    ids: Mapping[str, int], key: str, pairs: Sequence[tuple[Pair, str, Mark]], here: Collection[Pair], y: float
) -> list[PictureShape]:
    """Return as many pairs with their counts as fit side by side, under where they are: those here come first."""
    shapes: list[PictureShape] = []
    x: float = SIDE
    for place, (pair, count_text, mark) in enumerate(pairs):
        width = max(_pair_width(pair), width_of(count_text)) + 10
        left = len(pairs) - place
        is_first = not place or (pair not in here and pairs[place - 1][0] in here)
        if is_first and place:
            x += 8
        where = _("here") if pair in here else _("elsewhere")
        end = x + max(width + (width_of(f"+ {left}") if left > 1 else 0), label_width(where) if is_first else 0)
        if end > WIDTH - 2:
            return [*shapes, label(f"{key}:rest", (x + 2, y), f"+ {localized_number(left)}")]
        if is_first:
            shapes.append(label(f"{key}:head{place}", (x, y - HEADS), where))
        shapes += _pair_with_count(ids, f"{key}{place}", pair, count_text, (x + width / 2, y), (width, COUNTED), mark)
        x += width + 6
    return shapes


def _pair_with_count(
    ids: Mapping[str, int],
    key: str,
    pair: Pair,
    count_text: str,
    at: tuple[float, float],
    size: tuple[float, float],
    mark: Mark,
) -> list[PictureShape]:
    """Return a pair in a box, its count below it. What is gone has no colour."""
    shapes = [shape(key, "node", at, size, mark=mark)]
    left = at[0] - _pair_width(pair) / 2
    for place, (one, name) in enumerate(zip(pair, _names(pair), strict=True)):
        width = width_of(name) + PADDING
        middle = (left + width / 2, at[1] - 10)
        if mark == "dim":
            shapes.append(shape(f"{key}:{place}", "text", middle, text=name, mark="dim"))
        else:
            shapes.append(shape(f"{key}:{place}", "tile", middle, (width, 26), text=name, hue=token_hue(ids[one])))
        left += width + 4
    return [
        *shapes,
        shape(f"{key}:count", "text", (at[0], at[1] + 16), text=count_text, mark="dim" if mark == "dim" else ""),
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
    sentence = _("A heap: no pair is rarer than the two below it. So the most frequent is always on top: {pair}.")
    return sentence.format(pair=_pair_text(heap[0]))


def _rarer_text(pair: Pair) -> str:
    return _("Merging {pair} makes the dashed pairs rarer. All others drawn here keep their counts.").format(
        pair=_pair_text(pair)
    )


def _order_text(heap: Sequence[Pair]) -> str:
    if not heap:
        return _("No pair is left to merge.")
    levels = len(heap).bit_length() - 1
    sentence = ngettext(
        "New counts have thick frames. A pair rarer than one below it moves down, by {levels} level at most, so few of "
        "all {all} pairs are looked at. On top: {pair}.",
        "New counts have thick frames. A pair rarer than one below it moves down, by {levels} levels at most, so few "
        "of all {all} pairs are looked at. On top: {pair}.",
        levels,
    )
    return sentence.format(pair=_pair_text(heap[0]), levels=localized_number(levels), all=localized_number(len(heap)))


def _place_text(pair: Pair, number: int) -> str:
    sentence = (
        _(
            "Look at one place of {pair}. Its merge makes the dashed pairs rarer: this pair, and those to its left and "
            "right, here and elsewhere."
        )
        if number == 1
        else _("Now {pair}. Again, this pair and those to its left and right are dashed.")
    )
    return sentence.format(pair=_pair_text(pair))


def _merge_text(merge: _Merge) -> str:
    token = isolate(token_as_text("".join(merge.pair)))
    first = (
        _("New pairs have “{token}” at the left or right.")
        if merge.new_pairs()
        else _("“{token}” has no neighbours, so no pair is new.")
    ).format(token=token)
    if not merge.after:
        return join_sentences(first, _("No pair is left to merge."))
    same = len(merge.after) - len(merge.changed_pairs())
    as_before = ngettext(
        "Counts in thick frames are new or smaller; {same} of all {all} is as before.",
        "Counts in thick frames are new or smaller; {same} of all {all} are as before.",
        same,
    )
    return join_sentences(first, as_before.format(same=localized_number(same), all=localized_number(len(merge.after))))
