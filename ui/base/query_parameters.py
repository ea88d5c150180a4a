"""Read a page's values from the query string, and write them back.

Each page declares its parameters (`ui.state.page_spec`): their names, their types, and the defaults, which are omitted.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from ui.base.i18n import gettext as _
from ui.base.parameter_types import ParameterType
from ui.base.text_direction import isolate

MAX_URL_TEXT = 1_500
"""Characters of a text, percent-encoded, that a link may contain: some programs truncate longer ones."""

Values = Mapping[str, Any]
"""A page's values, by the names of its parameters."""


@dataclass(frozen=True)
class Parameter:
    """A query parameter of a page."""

    name: str
    type: ParameterType[Any]
    default: Any = None  # or a function of the values of earlier parameters
    depends_on: Sequence[str] = ()  # earlier parameters: for each combination of their values, it has a separate value
    # whether the page has it, given the values of earlier parameters
    applies: Callable[[Values], bool] = lambda _values: True
    always: bool = False  # written even if it has its default
    played: bool = False  # written by the player, in the browser; only read here
    former_names: tuple[str, ...] = ()  # accepted in links, but no longer written

    def default_for(self, values: Values) -> Any:
        """Return the default, given the values of the earlier parameters. It is left out of the URL."""
        return self.default(values) if callable(self.default) else self.default


@dataclass
class ParsedQuery:
    """The values read from a query, and problems with it."""

    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class BuiltQuery:
    """A query, and the names of the texts that are too long for it."""

    query: dict[str, str]
    omitted: tuple[str, ...] = ()


def with_current_names(parameters: Collection[Parameter], query: Mapping[str, str]) -> dict[str, str]:
    """Return the query with former parameter names replaced by current ones. If both occur, the current one wins."""
    names = {former: parameter.name for parameter in parameters for former in parameter.former_names}
    return {names.get(name, name): query[name] for name in sorted(query, key=lambda name: name not in names)}


def parse_query(parameters: Collection[Parameter], query: Mapping[str, str]) -> ParsedQuery:
    """Parse a query. Invalid values are replaced by defaults and reported as problems."""
    parsed = ParsedQuery()
    query = with_current_names(parameters, query)
    for parameter in parameters:
        value = parameter.default_for(parsed.values)
        if parameter.name in query and parameter.applies(parsed.values):
            try:
                value = parameter.type.parse(query[parameter.name])
            except ValueError:
                parsed.problems.append(value_problem(parameter, query[parameter.name]))
        parsed.values[parameter.name] = value
    return parsed


def build_query(parameters: Iterable[Parameter], values: Values) -> BuiltQuery:
    """Build a page's query from its values. Defaults, and texts too long for a link, are omitted."""
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
    """Return whether a text is short enough for a URL."""
    return len(text) <= MAX_URL_TEXT and len(quote(text, errors="replace")) <= MAX_URL_TEXT


def value_problem(parameter: Parameter, value: str) -> str:
    """Return the message about a value that a parameter cannot have."""
    excerpt = value if len(value) <= 40 else f"{value[:40]}…"
    return _("The address says {parameter}={value}, which isn’t {wanted}. The default is shown instead.").format(
        parameter=parameter.name, value=isolate(excerpt), wanted=parameter.type.expected()
    )
