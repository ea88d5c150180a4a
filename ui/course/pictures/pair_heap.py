"""The pairs of a training as a heap, the most frequent on top, before and after each merge."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bpe_engine import BPETrainer, Corpus
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, caption, drawing, shape
from ui.course.values.value_registry import picture

LEVELS = 3  # that are drawn
LEVEL = 116
NODE = (112, 68)
LONGEST_NAME = 9  # of a pair that has room in a node


@picture
def pair_heap(text: str, merges: int) -> Picture:
    """The text's pairs as a heap, the most frequent on top; one merge per step, with the counts that it changes."""
    found = _pairs_of(text, merges)
    heap: list[Pair] = []
    before: Mapping[Pair, int] = {}
    frames: list[Frame] = []
    for number, (merged, counts) in enumerate(found):
        update(heap, counts)
        changed = {pair for pair, count in counts.items() if before.get(pair) != count} if number else set()
        frames.append((_told(merged, before, counts, heap, len(changed)), _shapes(heap, counts, changed)))
        before = counts
    return drawing(
        _("The pairs as a heap"),
        _(
            "A tree of pairs with their counts. No pair is rarer than the two below it, so the most frequent one is on "
            "top. A thick edge marks a count that the merge has changed."
        ),
        (WIDTH, LEVEL * LEVELS + 30),
        frames,
    )


@lru_cache(maxsize=16)
def _pairs_of(text: str, merges: int) -> list[tuple[Pair | None, dict[Pair, int]]]:
    """Return the merged pair and the counts of all pairs, the next to merge first: at the start, after each merge."""
    corpus = Corpus.from_text(text, "gpt2", byte_level=True)
    made = BPETrainer(vocab_size=256 + merges).record(corpus)
    last = min(merges, len(made.events))
    merged = [None, *(event.pair for event in made.events[:last])]
    states = made.states_between(0, last)
    return [
        (pair, {row.pair: row.count for row in state.leaderboard}) for pair, state in zip(merged, states, strict=True)
    ]


def update(heap: list[Pair], counts: Mapping[Pair, int]) -> None:
    """Bring a heap up to date: pairs that are gone leave it, new ones enter, and changed ones move.

    `counts` has the pairs in the order in which they would be merged. The first is on top then.

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
    """Move a pair down until none below it comes before it."""
    while below := [child for child in (2 * index + 1, 2 * index + 2) if child < len(heap)]:
        first = min(below, key=lambda child: place_of[heap[child]])
        if place_of[heap[index]] < place_of[heap[first]]:
            return
        heap[index], heap[first] = heap[first], heap[index]
        index = first


def _at(index: int) -> tuple[float, float]:
    """Return the middle of a node."""
    level = (index + 1).bit_length() - 1
    in_level = index + 1 - 2**level
    return WIDTH * (in_level + 0.5) / 2**level, NODE[1] / 2 + 4 + LEVEL * level


def _shapes(heap: Sequence[Pair], counts: Mapping[Pair, int], changed: set[Pair]) -> list[PictureShape]:
    shown = heap[: 2**LEVELS - 1]
    shapes: list[PictureShape] = []
    for index in range(1, len(shown)):
        (x, y), (to_x, to_y) = _at((index - 1) // 2), _at(index)
        shapes.append(shape(f"to{index}", "line", (x, y), (to_x - x, to_y - y)))
    # In an order that stays, so that a pair moves when its place changes.
    for pair, index in sorted((pair, index) for index, pair in enumerate(shown)):
        mark = "best" if not index else "now" if pair in changed else ""
        name, count = _name(pair), localized_number(counts[pair])
        shapes.append(shape("+".join(pair), "node", _at(index), NODE, text=name, note=count, mark=mark))
    if len(heap) > len(shown):
        rest = len(heap) - len(shown)
        more = ngettext("{count} more pair below", "{count} more pairs below", rest)
        at = (WIDTH / 2, LEVEL * LEVELS + 12)
        shapes.append(caption("more", at, more.format(count=localized_number(rest))))
    return shapes


def _name(pair: Pair) -> str:
    name = " + ".join(map(token_as_text, pair))
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _quoted(pair: Pair) -> str:
    return " + ".join(_("“{token}”").format(token=display_name(token_as_text(one))) for one in pair)


def _told(
    merged: Pair | None, before: Mapping[Pair, int], counts: Mapping[Pair, int], heap: Sequence[Pair], changed: int
) -> str:
    if not heap:
        return _("No pair is left to merge.")
    on_top = _("On top is {pair}, which occurs most often: {count}.").format(
        pair=_quoted(heap[0]), count=localized_number(counts[heap[0]])
    )
    if merged is None:
        pairs = ngettext("{count} different pair.", "{count} different pairs.", len(counts))
        return join_sentences(pairs.format(count=localized_number(len(counts))), on_top)
    stayed = sum(before.get(pair) == count for pair, count in counts.items())
    return join_sentences(
        _("{pair} was merged. New or changed counts: {changed}; unchanged: {stayed}.").format(
            pair=_quoted(merged), changed=localized_number(changed), stayed=localized_number(stayed)
        ),
        on_top,
    )
