"""What an address carries: how the values of a page are read from it and written into it.

Each page tells its parameters itself (`ui.state.page_spec`): their names, how each is read, and what is usual and left
out.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from ui.base.i18n import gettext as _
from ui.base.parameter_types import ParameterType
from ui.base.text_direction import isolate

MAX_URL_TEXT = 1_500
"""Characters of a text, percent-encoded, that a link takes: longer ones are cut by some programs."""

Values = Mapping[str, Any]
"""What a page has chosen, by the names of its parameters."""


@dataclass(frozen=True)
class Parameter:
    """One thing that an address says of a page."""

    name: str
    type: ParameterType[Any]
    default: Any = None  # or a function of the values of the parameters before it
    depends_on: Sequence[str] = ()  # parameters before it: for each of their values it has a value of its own
    applies: Callable[[Values], bool] = lambda _values: True  # whether the page has it at all, given those before it
    always: bool = False  # written where it is usual too
    played: bool = False  # written in the browser, by the player; only read here
    former_names: tuple[str, ...] = ()  # names that it had: a link that says one of them is read, and the name written

    def default_for(self, values: Values) -> Any:
        """The value that is left out of the address."""
        return self.default(values) if callable(self.default) else self.default


@dataclass
class ParsedQuery:
    """What was read from an address, and what in it could not be understood."""

    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class BuiltQuery:
    """What an address says of a page, and the names of the texts that are too long for it."""

    query: dict[str, str]
    omitted: tuple[str, ...] = ()


def with_current_names(parameters: Collection[Parameter], query: Mapping[str, str]) -> dict[str, str]:
    """What an address says, by the names that parameters have today. Where one is there by both names, that wins."""
    names = {former: parameter.name for parameter in parameters for former in parameter.former_names}
    return {names.get(name, name): query[name] for name in sorted(query, key=lambda name: name not in names)}


def parse_query(parameters: Collection[Parameter], query: Mapping[str, str]) -> ParsedQuery:
    """The values that an address stands for. What cannot be understood is left at its usual value, and told."""
    found = ParsedQuery()
    query = with_current_names(parameters, query)
    for parameter in parameters:
        value = parameter.default_for(found.values)
        if parameter.name in query and parameter.applies(found.values):
            try:
                value = parameter.type.parse(query[parameter.name])
            except ValueError:
                found.problems.append(value_problem(parameter, query[parameter.name]))
        found.values[parameter.name] = value
    return found


def build_query(parameters: Iterable[Parameter], values: Values) -> BuiltQuery:
    """The query parameters of a page: what is not usual, as far as it fits into a link."""
    query = {}
    left_out = []
    for parameter in parameters:
        if parameter.played or not parameter.applies(values):
            continue
        text = parameter.type.format(values[parameter.name])
        if text == parameter.type.format(parameter.default_for(values)) and not parameter.always:
            continue
        if fits_in_url(text):
            query[parameter.name] = text
        else:
            left_out.append(parameter.name)
    return BuiltQuery(query, tuple(left_out))


def fits_in_url(text: str) -> bool:
    """Whether a text is short enough for an address."""
    return len(text) <= MAX_URL_TEXT and len(quote(text, errors="replace")) <= MAX_URL_TEXT


def value_problem(parameter: Parameter, value: str) -> str:
    """What is told of a value that a parameter cannot have."""
    shown = value if len(value) <= 40 else f"{value[:40]}…"
    return _("The address says {parameter}={value}, which isn’t {wanted}. The default is shown instead.").format(
        parameter=parameter.name, value=isolate(shown), wanted=parameter.type.expected()
    )
