"""Values of an exercise that are drawn: another number or text for each seed, the same one wherever a link leads."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

SEED_COUNT = 20
"""How many seeds there are: 0, 1, …; a site of files has each of them ready."""
MAX_RANGE = 1_000  # numbers that one is drawn from


def is_random(asked: object) -> bool:
    """Whether a value is one that is drawn."""
    return isinstance(asked, dict) and not asked.keys().isdisjoint(("one_of", "between"))


def possible_values(asked: Mapping[str, Any]) -> Sequence[Any]:
    """What a value is drawn from. The numbers of `between` are drawn with both ends."""
    if "one_of" in asked:
        found: Sequence[Any] = asked["one_of"]
        return found
    least, most = asked["between"]
    return range(least, most + 1)


def draw_values(values: Mapping[str, Any], of: str, seed: int) -> dict[str, Any]:
    """These values as a seed has them; `of` names what they belong to.

    The seed 0 takes the first of each, which is the one that the author wrote it for. From then on each is drawn
    before one comes again.
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
