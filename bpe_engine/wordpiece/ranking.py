"""A priority queue with integer keys, the greatest first; ties go to the item with the earliest position."""

import heapq
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Ranking(Generic[Item]):
    """Items ordered by keys that may change at any time.

    `place` returns an item's position; among items with the greatest key, the one with the smallest position is first.
    A position may only grow, unless `reposition` is called.

    >>> ranking = Ranking[str](place="cab".index)
    >>> for item, key in (("a", 2), ("b", 2), ("c", 1)):
    ...     ranking.set_key(item, key)
    >>> ranking.first(), ranking.best_key, sorted(ranking.best)
    ('a', 2, ['a', 'b'])
    """

    def __init__(self, place: Callable[[Item], int]) -> None:
        self._place = place
        self._keys: dict[Item, int] = {}
        self._items_with: dict[int, set[Item]] = {}
        self._best: list[int] = []  # a heap of the negated keys: the greatest first; some may be outdated
        self._by_place: dict[int, list[tuple[int, Item]]] = {}  # key -> heap, once several items have tied for first

    def __contains__(self, item: Item) -> bool:
        return item in self._keys

    @property
    def best_key(self) -> int | None:
        """The greatest key; None if there are no items."""
        while self._best and -self._best[0] not in self._items_with:
            heapq.heappop(self._best)
        return -self._best[0] if self._best else None

    @property
    def best(self) -> set[Item]:
        """The items with the greatest key."""
        key = self.best_key
        return set() if key is None else self._items_with[key]

    def set_key(self, item: Item, key: int) -> None:
        """Add an item, or change its key."""
        if self._keys.get(item) == key:
            return
        self.remove(item)
        self._keys[item] = key
        if key in self._items_with:
            self._items_with[key].add(item)
            self.reposition(item)
            return
        self._items_with[key] = {item}
        heapq.heappush(self._best, -key)
        if len(self._best) > 2 * len(self._items_with) + 100:
            self._best = [-key for key in self._items_with]
            heapq.heapify(self._best)

    def remove(self, item: Item) -> None:
        """Remove an item, if present."""
        key = self._keys.pop(item, None)
        if key is None:
            return
        items = self._items_with[key]
        items.remove(item)
        if not items:
            del self._items_with[key]
            self._by_place.pop(key, None)

    def reposition(self, item: Item) -> None:
        """Report that an item's position may have become smaller."""
        heap = self._by_place.get(self._keys[item])
        if heap is not None:
            heapq.heappush(heap, (self._place(item), item))

    def first(self) -> Item | None:
        """Return the item with the greatest key, the earliest one if keys tie; None if there are no items."""
        key = self.best_key
        if key is None:
            return None
        items = self._items_with[key]
        if len(items) == 1:
            return next(iter(items))
        if key not in self._by_place:
            self._by_place[key] = [(self._place(item), item) for item in items]
            heapq.heapify(self._by_place[key])
        heap = self._by_place[key]
        while True:
            noted, item = heap[0]
            if item not in items:
                heapq.heappop(heap)
            elif (place := self._place(item)) != noted:
                heapq.heapreplace(heap, (place, item))
            else:
                return item
