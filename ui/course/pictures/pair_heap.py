"""What a merge changes: a few of all counts; and a heap of all pairs, the most frequent on top."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

from bpe_engine import BPETrainer, Corpus
from bpe_engine.byte_alphabet import to_byte_symbols, utf8
from bpe_engine.notebook import token_hue
from bpe_engine.pre_tokenizers import resolve_pre_tokenizer
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.text_direction import RIGHT_TO_LEFT, isolate
from ui.base.visible_text import join_sentences, make_visible, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, WIDTH, Frame, Mark, bricks, caption, drawing, label, shape, width_of
from ui.course.values.value_registry import picture
from ui.tokenization.algorithms.frame_parts import times_phrase

SIDE = 80  # width of the names of the rows
TEXT_LINES, TEXT_LINE = 5, 26  # at most, and from one to the next
FIRST_LINE = 40  # middle of the first line of the text
UNDERLINE = 10, 4  # from the middle of a line of the text to the line below a place, and its height
ROWS = 40, 88  # from the last line of the text to the middles of a place before the merge and after it
PAIRS = 147, 207  # and to those of the pairs that become rarer and of the new ones
SAME = 254  # and of what stands above the other pairs
COLUMNS = 6  # pairs in a row, at most
COUNTED = 54  # height of a pair with its count
NARROW = 6  # padding of a token there
DOTS = ((14, 34, 1), (10, 47, 2), (7, 67, 3))  # pitch of the other pairs, how many in a line, and lines
AROUND = 2  # tokens to the left and right of a merge
TILE = 42
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
    """A merge: its pair, all its places in the text, one of them with its neighbours, and the counts of all pairs.

    The places are in bytes, and the most frequent pairs are first.
    """

    pair: Pair
    spans: Sequence[tuple[int, int]]
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

    def untouched_pairs(self) -> list[Pair]:
        return [pair for pair, count in self.before.items() if self.after.get(pair) == count]


@picture
def merge_changes(text: str, merges: int) -> Picture:
    """Merges with their places in the text, one of them large, and the pairs that become rarer, are new, or stay."""
    ids, counts, made = _merges_of(text, merges)
    lines = _lines_of(text)
    frames: list[Frame] = []
    for merge in made:
        drawn = _Changes(ids, merge, lines)
        if not frames:
            frames.append((_first_pair_text(counts), drawn.frame(0)))
        frames += [(_place_text(merge), drawn.frame(1)), (_merge_text(merge), drawn.frame(2))]
    return drawing(
        _("What a merge changes"),
        _(
            "The text, with the places of a pair underlined, and one of these large, before and after the merge. Below "
            "it, pairs with their counts: those about to become rarer are dashed; new and smaller counts have a thick "
            "frame. Each dot is another pair."
        ),
        (WIDTH, _foot(lines) + SAME + 38),
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
        spans, place = _spans(in_text, event.pair), _first_place(in_text, event.pair)
        merged.append(_Merge(event.pair, spans, place, counts[number], counts[number + 1]))
    return ids, counts[0], merged


def _covers(word: Sequence[str], pair: Pair) -> list[int]:
    """Return how many tokens of a word each token after the merge consists of."""
    covers: list[int] = []
    at = 0
    while at < len(word):
        covers.append(2 if (*word[at : at + 2],) == (*pair,) else 1)
        at += covers[-1]
    return covers


def _spans(words: Sequence[Sequence[str]], pair: Pair) -> list[tuple[int, int]]:
    """Return where a pair merges, in bytes: a symbol has a character for each."""
    spans = []
    byte = 0
    for word in words:
        at = 0
        for wide in _covers(word, pair):
            end = byte + sum(map(len, word[at : at + wide]))
            if wide == 2:
                spans.append((byte, end))
            byte, at = end, at + wide
    return spans


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


class _Line(NamedTuple):
    """A line of the text: what is written there, its width, and where each of its bytes begins, and the last ends."""

    written: str
    width: float
    start: int
    edges: Sequence[float]


def _lines_of(text: str) -> list[_Line]:
    """Return the first lines of a text, broken between words where possible. The last one ends with “…” if need be."""
    room = WIDTH - 4 - width_of("…")
    parts = [""]
    for word in resolve_pre_tokenizer("gpt2").split(text):
        for one in [word] if _width(word) <= room else word:
            if _width(parts[-1] + one) <= room:
                parts[-1] += one
            else:
                parts.append(one)
        if len(parts) > TEXT_LINES:
            break
    lines: list[_Line] = []
    start = 0
    for number, part in enumerate(parts[:TEXT_LINES]):
        edges = [2.0]
        for one in part:
            size = len(utf8(one))
            edges += [edges[-1] + _width(one) / size * (byte + 1) for byte in range(size)]
        written = make_visible(part)
        width = _width(part)
        if number + 1 == TEXT_LINES < len(parts):
            written, width = f"{written}…", width + width_of("…")
        if RIGHT_TO_LEFT.search(written):
            written = f"\u202d{written}\u202c"  # in the order of its bytes
        lines.append(_Line(written, width, start, edges))
        start += len(edges) - 1
    return lines


def _width(text: str) -> float:
    """Return the width of a text as it is drawn: a mark is drawn on the letter before it."""
    return sum(0 if category(one) == "Mn" else width_of(make_visible(one)) for one in text)


def _foot(lines: Sequence[_Line]) -> float:
    """Return the middle of the last line."""
    return FIRST_LINE + TEXT_LINE * (len(lines) - 1)


class _Changes:
    """Draws a merge in the text and at one of its places, above the pairs that it changes, and a dot for each other."""

    def __init__(self, ids: Mapping[str, int], merge: _Merge, lines: Sequence[_Line]) -> None:
        self.ids = ids
        self.merge = merge
        self.lines = lines
        self.foot = _foot(lines)
        self.place = _fit_place(merge.place)
        self.new = merge.new_pairs()
        self.rarer = sorted(merge.rarer_pairs(), key=lambda pair: pair != merge.pair)
        widest = max((_pair_width(pair, NARROW) for pair in (*self.rarer, *self.new)), default=0)
        self.columns = min(COLUMNS, int((WIDTH - SIDE) // (widest + NARROW)))

    def frame(self, step: int) -> list[PictureShape]:
        """Return the merge: about to be made; with the pairs that it makes rarer; or made, with the new pairs."""
        shapes = [*self._text(step), *self._place(step)]
        is_made = step == 2
        shapes += self._pairs(self.rarer if step else self.rarer[:1], 0, _("Rarer") if step else "", is_made=is_made)
        shapes += self._pairs(self.new if is_made else [], 1, _("New"), is_made=is_made)
        same = len(self.merge.untouched_pairs()) if step else len(self.merge.before) - 1
        named = (
            ngettext("{count} pair untouched", "{count} pairs untouched", same)
            if step
            else ngettext("{count} other pair", "{count} other pairs", same)
        )
        y = self.foot + SAME
        shapes.append(label("same", (2, y), named.format(count=localized_number(same))))
        pitch, columns, rows = next((each for each in DOTS if each[1] * each[2] >= same), DOTS[-1])
        size = pitch - 3
        dots = [
            (2 + pitch * (place % columns), y + 14 + pitch * (place // columns), size, size)
            for place in range(min(same, columns * rows))
        ]
        return [*shapes, bricks("others", dots, mark="dim")]

    def _text(self, step: int) -> list[PictureShape]:
        """Return the text, with the places of the merge underlined."""
        count = len(self.merge.spans)
        title = ngettext("{count} place in the text", "{count} places in the text", count)
        shapes = [label("places", (2, 14), title.format(count=localized_number(count)))]
        down, high = UNDERLINE
        boxes = []
        for number, line in enumerate(self.lines):
            y = FIRST_LINE + TEXT_LINE * number
            shapes.append(shape(f"line{number}", "text", (2 + line.width / 2, y), text=line.written))
            last = line.start + len(line.edges) - 1
            for start, end in self.merge.spans:
                if max(start, line.start) < min(end, last):
                    left, right = (line.edges[min(max(byte, line.start), last) - line.start] for byte in (start, end))
                    boxes.append((left + 1, y + down, right - left - 2, high))
        return [*shapes, bricks("underlined", boxes, mark="now" if step == 2 else "")]

    def _place(self, step: int) -> list[PictureShape]:
        rows = [self.foot + down for down in ROWS]
        shapes = [
            label(f"row{number}", (2, y), name)
            for number, (y, name) in enumerate(zip(rows, (_("Before"), _("After")), strict=True))
        ]
        tiles = _tiles(self.ids, self.place, step, rows)
        if step < 2:
            left = tiles[0]["at"][0] - tiles[0]["size"][0] / 2
            wide = tiles[-1]["at"][0] + tiles[-1]["size"][0] / 2 - left
            tiles.append(shape("after?", "tile", (left + wide / 2, rows[1]), (wide, TILE), text="?", mark="later"))
        return [*shapes, *tiles]

    def _pairs(self, pairs: Sequence[Pair], row: int, name: str, *, is_made: bool) -> list[PictureShape]:
        """Return pairs with their counts in a row, as many as there is room for."""
        if not pairs:
            return []
        y = self.foot + PAIRS[row]
        shapes = [label(f"pairs{row}", (2, y), name)] if name else []
        pitch = (WIDTH - SIDE) / self.columns
        drawn = pairs if len(pairs) <= self.columns else pairs[: self.columns - 1]
        for column, pair in enumerate(drawn):
            at, size = (SIDE + pitch * (column + 0.5), y), (pitch - 4, COUNTED)
            count = (self.merge.after if is_made else self.merge.before).get(pair, 0)
            key, written = "+".join(pair), localized_number(count)
            if count:
                mark: Mark = "now" if is_made else "next"
                shapes += _pair_with_count(self.ids, key, pair, written, at, size, mark, padding=NARROW)
            else:
                shapes.append(shape(key, "node", at, size, text=" ".join(_names(pair)), note=written, mark="dim"))
        if len(drawn) < len(pairs):
            at = SIDE + pitch * (len(drawn) + 0.5), y
            shapes.append(shape(f"more{row}", "text", at, text=f"+{localized_number(len(pairs) - len(drawn))}"))
        return shapes


def _fit_place(place: _Place) -> _Place:
    """Return a place without the outermost tokens for which there is no room."""
    while sum(_widths(place)) + 4 * len(place.symbols) > WIDTH - SIDE:
        place = _narrower(place)
    return place


def _tiles(ids: Mapping[str, int], shown: _Place, done: int, rows: Sequence[float]) -> list[PictureShape]:
    """Return the tokens of a place before the merge, and below them, each as wide as its parts, those after it."""
    widths = _widths(shown)
    names = [_shorten(token_as_text(symbol), LONGEST_TILE) for symbol in shown.symbols]
    lefts = [SIDE + sum(widths[:place]) + 4 * place for place in range(len(widths))]
    before, after = [], []
    at = 0
    for number, covered in enumerate(shown.covers):
        for place in range(at, at + covered):
            middle, hue = (lefts[place] + widths[place] / 2, rows[0]), token_hue(ids[shown.symbols[place]])
            mark: Mark = "next" if covered == 2 and done < 2 else ""
            size = (widths[place], TILE)
            before.append(shape(f"before{place}", "tile", middle, size, text=names[place], hue=hue, mark=mark))
        wide = lefts[at + covered - 1] + widths[at + covered - 1] - lefts[at]
        symbol = "".join(shown.symbols[at : at + covered])
        middle, text = (lefts[at] + wide / 2, rows[1]), _shorten(token_as_text(symbol), covered * LONGEST_TILE)
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


def _pair_with_count(
    ids: Mapping[str, int],
    key: str,
    pair: Pair,
    count_text: str,
    at: tuple[float, float],
    size: tuple[float, float],
    mark: Mark,
    *,
    padding: float = PADDING,
) -> list[PictureShape]:
    """Return a pair in a box, its count below it."""
    shapes = [shape(key, "node", at, size, mark=mark)]
    left = at[0] - _pair_width(pair, padding) / 2
    for place, (one, name) in enumerate(zip(pair, _names(pair), strict=True)):
        width = width_of(name) + padding
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


def _pair_width(pair: Pair, padding: float) -> float:
    return sum(width_of(name) + padding for name in _names(pair)) + 4


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
    return sentence.format(pair=_pair_text(merge.pair), **values)


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
