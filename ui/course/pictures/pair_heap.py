"""The pairs of a training as a heap, the most frequent on top, before and after each merge."""

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache

from bpe_engine import BPETrainer, Corpus
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import PADDING, WIDTH, Frame, Mark, caption, drawing, label, shape, width_of
from ui.course.values.value_registry import picture

LEVELS = 3  # levels drawn
LEVEL = 86
NODE = (114, 62)
LONGEST_NAME = 6  # characters of a pair, without its plus, that fit in a node
FOOT = LEVEL * LEVELS  # below this are the counts that a merge has changed


@picture
def pair_heap(text: str, merges: int) -> Picture:
    """The text's pairs as a heap, the most frequent on top; one merge per step, with the counts it changes."""
    ids, found = _pairs_of(text, merges)
    heap: list[Pair] = []
    before: Mapping[Pair, int] = {}
    frames: list[Frame] = []
    for number, (merged, counts) in enumerate(found):
        update(heap, counts)
        changed = [pair for pair, count in counts.items() if before.get(pair) != count] if number else []
        shapes = [*_shapes(ids, heap, counts, {*changed}), *_below(ids, merged, before, counts, changed)]
        frames.append((_told(merged, before, counts, heap, len(changed)), shapes))
        before = counts
    return drawing(
        _("The pairs as a heap"),
        _(
            "A tree of pairs with their counts. No pair is rarer than the two below it, so the most frequent one is on "
            "top. A thick frame marks a count that the merge has changed. Below are all of these, before and after."
        ),
        (WIDTH, FOOT + 98),
        frames,
    )


@lru_cache(maxsize=16)
def _pairs_of(text: str, merges: int) -> tuple[dict[str, int], list[tuple[Pair | None, dict[Pair, int]]]]:
    """Return the tokens' ids, and for the start and each merge the merged pair and the counts of all pairs.

    The first of these pairs merges next.
    """
    corpus = Corpus.from_text(text, "gpt2", byte_level=True)
    made = BPETrainer(vocab_size=256 + merges).record(corpus)
    last = min(merges, len(made.events))
    merged = [None, *(event.pair for event in made.events[:last])]
    states = made.states_between(0, last)
    ids = {**made.base_vocabulary, **{event.token: event.token_id for event in made.events}}
    return ids, [
        (pair, {row.pair: row.count for row in state.leaderboard}) for pair, state in zip(merged, states, strict=True)
    ]


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


def _at(index: int) -> tuple[float, float]:
    """Return the centre of a node."""
    level = (index + 1).bit_length() - 1
    in_level = index + 1 - 2**level
    return WIDTH * (in_level + 0.5) / 2**level, NODE[1] / 2 + 4 + LEVEL * level


def _shapes(
    ids: Mapping[str, int], heap: Sequence[Pair], counts: Mapping[Pair, int], changed: Set[Pair]
) -> list[PictureShape]:
    shown = heap[: 2**LEVELS - 1]
    shapes: list[PictureShape] = []
    for index in range(1, len(shown)):
        (x, y), (to_x, to_y) = _at((index - 1) // 2), _at(index)
        shapes.append(shape(f"to{index}", "line", (x, y), (to_x - x, to_y - y)))
    # Sorted by pair, a stable order, so that a pair moves when its position in the heap changes.
    for pair, index in sorted((pair, index) for index, pair in enumerate(shown)):
        mark: Mark = "best" if not index else "now" if pair in changed else ""
        x, y = _at(index)
        count = localized_number(counts[pair])
        shapes.append(shape("+".join(pair), "node", (x, y), NODE, mark=mark))
        shapes += _pair(ids, f"{'+'.join(pair)}:", pair, x - _wide(pair) / 2, y - 11)
        shapes.append(shape(f"{'+'.join(pair)}:count", "text", (x, y + 17), text=count))
    if shown:
        shapes.append(label("next", (_at(0)[0] + NODE[0] / 2 + 12, _at(0)[1]), _("merges next"), "best"))
    if len(heap) > len(shown):
        rest = len(heap) - len(shown)
        more = ngettext("{count} more pair below", "{count} more pairs below", rest)
        shapes.append(caption("more", (WIDTH / 2, FOOT - 9), more.format(count=localized_number(rest))))
    return shapes


def _below(
    ids: Mapping[str, int],
    merged: Pair | None,
    before: Mapping[Pair, int],
    counts: Mapping[Pair, int],
    changed: Sequence[Pair],
) -> list[PictureShape]:
    """Return the merged pair and as many of the counts it changed as fit."""
    title = label("changed", (2, FOOT + 18), _("New or corrected"), "now" if merged else "")
    shapes = [shape("rule", "line", (2, FOOT + 4), (WIDTH - 4, 0)), title]
    y, x = FOOT + 64, 2.0
    if not merged:
        return [*shapes, shape("changed0", "tile", (WIDTH / 2, y), (WIDTH - 4, 52), text="?", mark="later")]
    shapes += [label("merged", (2, 14), _("Just merged")), *_pair(ids, "merged", merged, 2, 42)]
    for place, pair in enumerate(changed):
        count = localized_number(counts[pair])
        told = (
            f"{localized_number(before[pair])} → {count}" if pair in before else _("new: {count}").format(count=count)
        )
        width = max(_wide(pair), width_of(told)) + 18
        left = len(changed) - place
        if x + width + (width_of(f"+ {left}") if left > 1 else 0) > WIDTH:
            shapes.append(label("rest", (x + 4, y), f"+ {localized_number(left)}"))
            break
        at = (x + width / 2, y)
        shapes.append(shape(f"changed{place}", "node", at, (width, 64), mark="now"))
        shapes += _pair(ids, f"changed{place}:", pair, at[0] - _wide(pair) / 2, y - 11)
        shapes.append(shape(f"changed{place}:count", "text", (at[0], y + 17), text=told))
        x += width + 10
    return shapes


def _names(pair: Pair) -> list[str]:
    """Return the tokens of a pair, shortened to fit in a node."""
    names = [token_as_text(one) for one in pair]
    if len("".join(names)) <= LONGEST_NAME:
        return names
    return [name if len(name) < LONGEST_NAME / 2 else f"{name[:2]}…" for name in names]


def _wide(pair: Pair) -> float:
    return sum(width_of(name) + PADDING for name in _names(pair)) + 4


def _pair(ids: Mapping[str, int], key: str, pair: Pair, left: float, y: float) -> list[PictureShape]:
    """Return the two tokens of a pair side by side."""
    shapes = []
    for place, (one, name) in enumerate(zip(pair, _names(pair), strict=True)):
        width = width_of(name) + PADDING
        at = (left + width / 2, y)
        shapes.append(shape(f"{key}{place}", "tile", at, (width, 27), text=name, hue=token_hue(ids[one])))
        left += width + 4
    return shapes


def _quoted(pair: Pair) -> str:
    return " + ".join(_("“{token}”").format(token=display_name(token_as_text(one))) for one in pair)


def _told(
    merged: Pair | None, before: Mapping[Pair, int], counts: Mapping[Pair, int], heap: Sequence[Pair], changed: int
) -> str:
    if not heap:
        return _("No pair is left to merge.")
    on_top = _on_top(counts, heap[0])
    if merged is None:
        pairs = ngettext("{count} different pair.", "{count} different pairs.", len(counts))
        return join_sentences(pairs.format(count=localized_number(len(counts))), on_top)
    gone = len(before.keys() - counts.keys())
    corrected = ngettext(
        "Of {all} counts, only {changed} had to be added or corrected (thick frames); {gone} pair is gone.",
        "Of {all} counts, only {changed} had to be added or corrected (thick frames); {gone} pairs are gone.",
        gone,
    )
    return join_sentences(
        _("{pair} has merged.").format(pair=_quoted(merged)),
        corrected.format(
            all=localized_number(len(counts)), changed=localized_number(changed), gone=localized_number(gone)
        ),
        on_top,
    )


def _on_top(counts: Mapping[Pair, int], top: Pair) -> str:
    """Say why a pair is on top. In a tie, it is the one seen first."""
    tied = [*counts.values()].count(counts[top])
    values = {"pair": _quoted(top), "count": localized_number(counts[top]), "tied": localized_number(tied)}
    if tied == 1:
        return _("{pair} is on top with {count}, so it merges next.").format(**values)
    return _("{tied} pairs tie at {count}; {pair} comes first in the text, so it is on top.").format(**values)
