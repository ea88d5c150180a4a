"""Which class makes room for another where a server has as many as it can have."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from classroom import limits
from classroom.errors import too_many_classes


class ClassUse(NamedTuple):
    """A class: the network that it was started from, when somebody last listened to it, and the phones there."""

    code: str
    network: str
    used: float
    here: int


def class_to_give_up(classes: Sequence[ClassUse], network: str, now: float) -> str | None:
    """The class that makes room for another from a network; None where there is room. Raises RequestRefused.

    First the one that nobody has listened to for longest. Then, of the address with the most, the one with the fewest
    phones: of those without any, one whose teacher is gone.
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
    """The least used of the address with the most, if that has more than is safe, and others `own` classes."""
    (largest, count), *_ = Counter(one.network for one in classes).most_common(1)
    if count <= max(limits.KEPT_CLASSES_PER_ADDRESS, own + 1):
        return None
    return min((one for one in classes if one.network == largest), key=lambda one: (one.here, one.used))
