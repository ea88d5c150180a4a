"""The queue in which runs of pages take turns."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

import pytest

from ui.base.fair_queue import FairQueue, slot_owner, yield_slot

SOON = 60.0  # seconds that a test waits for what must happen, on a busy machine
FOREVER = 1_000.0


class Runs:
    """Runs in threads, each of which continues until told to end."""

    def __init__(self, at_once: int = 2, longest: float = FOREVER) -> None:
        self.waits: list[float] = []
        self.turns = FairQueue(self.waits.append, at_once, longest)
        self.begun: list[int] = []
        self._ends: list[Event] = []
        self._threads: list[Thread] = []

    def begin(self, inside: Callable[[], None] = lambda: None) -> int:
        """Start a run; return its number."""
        number, end = len(self._ends), Event()
        self._ends.append(end)

        def run() -> None:
            with self.turns.slot():
                self.begun.append(number)
                inside()
                assert end.wait(SOON)

        self._threads.append(Thread(target=run))
        self._threads[-1].start()
        until(lambda: len(self.begun) + self.turns.waiting == len(self._threads))
        return number

    def end(self, *numbers: int) -> None:
        """Let runs end."""
        for number in numbers:
            self._ends[number].set()
            self._threads[number].join(SOON)
            assert not self._threads[number].is_alive()


def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = monotonic() + SOON
    while not holds():
        assert monotonic() < end


def test_two_run_at_once_and_the_others_in_order_of_arrival() -> None:
    runs = Runs()
    for _number in range(5):
        runs.begin()
    until(lambda: runs.turns.waiting == 3)
    assert set(runs.begun) == {0, 1}
    runs.end(1)
    until(lambda: len(runs.begun) == 3)
    assert runs.begun[2:] == [2]
    runs.end(0, 2)
    until(lambda: len(runs.begun) == 5)
    assert runs.turns.waiting == 0
    runs.end(3, 4)


def test_a_run_that_waits_for_something_else_blocks_nobody() -> None:
    runs = Runs(at_once=1)
    waiting = runs.begin(yield_slot)
    runs.end(runs.begin())  # beside it
    runs.end(waiting)
    first, second = runs.begin(), runs.begin()
    until(lambda: runs.turns.waiting == 1)  # the run that gave way has left no turn behind
    assert runs.begun[-1] == first
    runs.end(first, second)


def test_a_slow_or_failing_run_lets_the_next_one_in() -> None:
    runs = Runs(at_once=1, longest=0.05)
    long = runs.begin()
    runs.end(runs.begin())
    runs.end(long)
    turns = FairQueue(lambda _waited: None, at_once=1, longest=FOREVER)
    for _time in range(2):
        with pytest.raises(ZeroDivisionError), turns.slot():
            _ = 1 / 0


def test_waiting_times_are_reported() -> None:
    runs = Runs(at_once=1)
    first, second = runs.begin(), runs.begin()
    came = monotonic()
    until(lambda: monotonic() - came > 1)
    runs.end(first)
    runs.end(second)
    assert runs.waits[0] < 1 <= runs.waits[1]


def test_a_turn_knows_its_owner_and_yielding_outside_of_one_does_nothing() -> None:
    yield_slot()
    turns = FairQueue(lambda _seconds: None)
    assert slot_owner() == ""
    with turns.slot(lambda: "a browser"):
        assert slot_owner() == "a browser"
    with turns.slot():
        assert slot_owner() == ""
