"""What an address carries: how the values of a page are read from it and written into it.

Each page tells its parameters itself (`ui.state.page_spec`): their names, how each is read, and what is usual and left
out.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from ui.base.i18n import gettext as _
from ui.base.parameter_types import Reading

LONGEST_TEXT = 1_500
"""Characters of a text, percent-encoded, that a link takes: longer ones are cut by some programs."""

Values = Mapping[str, Any]
"""What a page has chosen, by the names of its parameters."""


@dataclass(frozen=True)
class Parameter:
    """One thing that an address says of a page."""

    name: str
    reading: Reading[Any]
    usual: Any = None  # or a function of the values of the parameters before it
    within: Sequence[str] = ()  # parameters before it: for each of their values it has a value of its own
    applies: Callable[[Values], bool] = lambda _values: True  # whether the page has it at all, given those before it
    always: bool = False  # written where it is usual too
    played: bool = False  # written in the browser, by the player; only read here
    former: tuple[str, ...] = ()  # names that it had: a link that says one of them is read, and the name written

    def usual_in(self, values: Values) -> Any:
        """The value that is left out of the address."""
        return self.usual(values) if callable(self.usual) else self.usual


@dataclass
class Read:
    """What was read from an address, and what in it could not be understood."""

    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Written:
    """What an address says of a page, and the names of the texts that are too long for it."""

    query: dict[str, str]
    left_out: tuple[str, ...] = ()


def renamed(parameters: Collection[Parameter], query: Mapping[str, str]) -> dict[str, str]:
    """What an address says, by the names that parameters have today. Where one is there by both names, that wins."""
    names = {former: parameter.name for parameter in parameters for former in parameter.former}
    return {names.get(name, name): query[name] for name in sorted(query, key=lambda name: name not in names)}


def read(parameters: Collection[Parameter], query: Mapping[str, str]) -> Read:
    """The values that an address stands for. What cannot be understood is left at its usual value, and told."""
    found = Read()
    query = renamed(parameters, query)
    for parameter in parameters:
        value = parameter.usual_in(found.values)
        if parameter.name in query and parameter.applies(found.values):
            try:
                value = parameter.reading.read(query[parameter.name])
            except ValueError:
                found.problems.append(problem(parameter, query[parameter.name]))
        found.values[parameter.name] = value
    return found


def write(parameters: Iterable[Parameter], values: Values) -> Written:
    """The query parameters of a page: what is not usual, as far as it fits into a link."""
    query = {}
    left_out = []
    for parameter in parameters:
        if parameter.played or not parameter.applies(values):
            continue
        text = parameter.reading.write(values[parameter.name])
        if text == parameter.reading.write(parameter.usual_in(values)) and not parameter.always:
            continue
        if fits_a_link(text):
            query[parameter.name] = text
        else:
            left_out.append(parameter.name)
    return Written(query, tuple(left_out))


def fits_a_link(text: str) -> bool:
    """Whether a text is short enough for an address."""
    return len(text) <= LONGEST_TEXT and len(quote(text, errors="replace")) <= LONGEST_TEXT


def problem(parameter: Parameter, value: str) -> str:
    """What is told of a value that a parameter cannot have."""
    shown = value if len(value) <= 40 else f"{value[:40]}…"
    return _("The address says {parameter}={value}, which is not {wanted}. The default is shown instead.").format(
        parameter=parameter.name, value=shown, wanted=parameter.reading.wanted()
    )
