"""JavaScript modules as one script, for a page that can import none.

Each module becomes a function that returns what it exports. A bundler would need Node.js where the app runs.
"""

import re
from collections.abc import Callable
from posixpath import dirname, normpath

from ui.components import modules

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(name: str) -> str:
    """The script of a module, by its path below `ui/`, with all that it imports.

    Raises ValueError for an import or export of another kind than those that the modules use.
    """
    places: dict[str, str] = {}  # the modules that are in, by their paths, each under another name
    parts: list[str] = []

    def add(module: str) -> str:
        if module not in places:
            source, names = _body(module, add)
            places[module] = f"module{len(places)}"
            returned = f"return {{ {', '.join(names)} }};\n"
            parts.append(f"const {places[module]} = (() => {{\n{source}{returned}}})();\n")
        return places[module]

    source, _names = _body(name, add)
    return "".join((*parts, source))


def _body(module: str, add: Callable[[str], str]) -> tuple[str, list[str]]:
    """A module as the body of a function, and the names that it exports; what it imports is added first."""

    def imported(found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ")
        return f"const {{{names}}} = {add(normpath(f'{dirname(module)}/{found[2]}'))};\n"

    source = _IMPORT.sub(imported, modules()[module].decode())
    exported = [found[1] for found in _EXPORT.finditer(source)]
    source = _EXPORT.sub("", source)
    if other := _OTHER.search(source):
        raise ValueError(f"The module {module} has “{other[0]}”, which a bundle cannot hold.")
    return source, exported
