"""Items in the order of a whole number each, the greatest first; ties go to the item that stands first."""

import heapq
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Ranking(Generic[Item]):
    """Items by their keys. The best one is always at hand, and keys may change at any time.

    `place` tells where an item stands; of the items with the greatest key the one with the least place is first.
    A place may only grow, unless `moved` says otherwise.

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
        self._best: list[int] = []  # a heap of the keys, negative: the greatest first; some may be gone
        self._by_place: dict[int, list[tuple[int, Item]]] = {}  # key -> heap, once several items tied for the first

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
        """Take in an item, or give it another key."""
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
        """Take out an item, if it is there."""
        key = self._keys.pop(item, None)
        if key is None:
            return
        items = self._items_with[key]
        items.remove(item)
        if not items:
            del self._items_with[key]
            self._by_place.pop(key, None)

    def reposition(self, item: Item) -> None:
        """Say that an item may stand earlier than it did."""
        heap = self._by_place.get(self._keys[item])
        if heap is not None:
            heapq.heappush(heap, (self._place(item), item))

    def first(self) -> Item | None:
        """Return the item with the greatest key, of several the one that stands first; None if there are no items."""
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
