"""Choose the class that makes room for another if the server is full."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from classroom import limits
from classroom.errors import too_many_classes


class ClassUse(NamedTuple):
    """How much a class is used: the network it was started from, when somebody last listened, and its phones."""

    code: str
    network: str
    used: float
    here: int


def class_to_give_up(classes: Sequence[ClassUse], network: str, now: float) -> str | None:
    """Return the code of the class that makes room for a new one from `network`; None if there is room.

    If the network has as many classes as one may have, its own longest idle class makes room. If the server is full,
    the longest idle class of all does. If none is idle, the network with the most classes gives up the one with the
    fewest phones, and of those the one unused for longest. Raises RequestRefused if no class can make room.
    """
    own = [one for one in classes if one.network == network]
    if len(own) >= limits.MAX_CLASSES_PER_ADDRESS:
        unused, most = _idle(own, now), limits.MAX_CLASSES_PER_ADDRESS
    elif len(classes) >= limits.MAX_CLASSES:
        unused, most = _idle(classes, now) or _least_used(classes, len(own)), limits.MAX_CLASSES
    else:
        return None
    if unused is None:
        raise too_many_classes(most)
    return unused.code


def _idle(classes: Sequence[ClassUse], now: float) -> ClassUse | None:
    idlest = min(classes, key=lambda one: one.used)
    return idlest if idlest.used <= now - limits.IDLE_SECONDS else None


def _least_used(classes: Sequence[ClassUse], own: int) -> ClassUse | None:
    """Return the least used class of the network with the most, if that network has more than its safe share."""
    (largest, count), *_ = Counter(one.network for one in classes).most_common(1)
    if count <= max(limits.KEPT_CLASSES_PER_ADDRESS, own + 1):
        return None
    return min((one for one in classes if one.network == largest), key=lambda one: (one.here, one.used))
