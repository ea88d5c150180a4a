"""Slots for learners' patterns: one browser never has all of them."""

from ui.jobs.fair_slots import FairSlots


def test_one_browser_has_one_slot_and_newcomers_go_first() -> None:
    slots = FairSlots(2)
    assert slots.acquire("greedy", 0)
    assert not slots.acquire("greedy", 0)
    assert slots.acquire("other", 0)
    assert not slots.acquire("third", 0)
    slots.release("greedy")
    assert slots.acquire("third", 0)
    slots = FairSlots(1)
    assert slots.acquire("greedy", 0)
    # Both wait now, the greedy one first.
    slots._waiting = {"again": "greedy", "once": "other"}
    slots.release("greedy")
    assert slots._next() == "once"


def test_without_a_browser_each_request_has_its_own_owner() -> None:
    slots = FairSlots(2)
    assert slots.acquire("", 0)
    assert slots.acquire("", 0)
    assert not slots.acquire("", 0)
    slots.release("")
    assert slots.acquire("", 0)
