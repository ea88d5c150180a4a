"""Random values of exercises: a number or a text for each seed, the same for everyone."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

SEED_COUNT = 20
"""The number of seeds, from 0 on; a static site has files for all of them."""
MAX_RANGE = 1_000  # most numbers to choose from


def is_random(asked: object) -> bool:
    """Return whether a value is random."""
    return isinstance(asked, dict) and not asked.keys().isdisjoint(("one_of", "between"))


def possible_values(asked: Mapping[str, Any]) -> Sequence[Any]:
    """Return the possible values of a random value; `between` includes both ends."""
    if "one_of" in asked:
        found: Sequence[Any] = asked["one_of"]
        return found
    least, most = asked["between"]
    return range(least, most + 1)


def draw_values(values: Mapping[str, Any], of: str, seed: int) -> dict[str, Any]:
    """Return the values for a seed; `of` names what they belong to, so that each has its own order.

    Seed 0 takes the first possibility of each, the one the author wrote the exercise for. With higher seeds, each
    possibility comes up before one repeats.
    """
    return {
        name: _draw_one(asked, f"{of} {name}", seed) if is_random(asked) else asked for name, asked in values.items()
    }


def _draw_one(asked: Mapping[str, Any], of: str, seed: int) -> Any:
    first, *others = possible_values(asked)
    cycle, place = divmod(seed, len(others) + 1)
    Random(f"{of} {cycle}").shuffle(others)
    found = ([first, *others] if not cycle else [*others, first])[place]
    return {"of": found, "as": asked["as"]} if "as" in asked else found
