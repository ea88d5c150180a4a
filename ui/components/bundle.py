"""The JavaScript below `ui/`: modules that import each other, in one script.

Streamlit takes a component's script as a text, which the browser cannot tell where to import from; so that text is two
lines that take the component out of the one script for all of them. A browser that asked for module after module would
wait for the line each time. Each module becomes a function that returns what it exports: a bundler would need Node.js
where the app runs.
"""

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, normpath
from typing import TYPE_CHECKING

from ui.components.minify import minify_script

if TYPE_CHECKING:
    from starlette.routing import Route

FOLDER = Path(__file__).parent.parent
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def component_script(name: str) -> str:
    """The script of a component, by the path of its module below `ui/`, whose default function draws it."""
    if name not in components():
        raise FileNotFoundError(f"There is no module {name} below {FOLDER} that draws a component.")
    # Every page lies right below the app, so that the app's own address is that of the folder a page is in.
    return (
        f"const {{ default: components }} = await import(new URL({json.dumps(bundle_url())}, document.baseURI).href);\n"
        f"export default components[{json.dumps(name)}];\n"
    )


@cache
def modules() -> dict[str, str]:
    """All modules, by their paths below `ui/`: as they were when the server started, since an address names these."""
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.js"))}


def components() -> list[str]:
    """The modules that draw components."""
    return [name for name, source in modules().items() if _DEFAULT.search(source)]


def bundle(name: str) -> str:
    """The script of a module, by its path below `ui/`, with all that it imports.

    Raises ValueError for an import or export of another kind than those that the modules use.
    """
    bundled = _Bundler()
    source, _names = bundled.body(name)
    return minify_script("".join((*bundled.parts, source)))


@cache
def component_bundle() -> bytes:
    """The script with all components, by the paths of their modules. Errors as in `bundle`."""
    bundled = _Bundler()
    entries = [f"  {json.dumps(name)}: {bundled.add(name)}.draws,\n" for name in components()]
    first = bundled.add("components/prerendered.js")
    return minify_script(
        "".join((*bundled.parts, f"export default {first}.withPrerendered({{\n", *entries, "});\n"))
    ).encode()


@cache
def bundle_url() -> str:
    """Where that script is served, relative to the app. With other contents it is another, so browsers may keep it."""
    return f"bpe-lab/{sha256(component_bundle()).hexdigest()[:16]}.js"


def routes() -> "list[Route]":
    """The route that serves that script, and nothing else."""
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    def answer(_request: Request) -> Response:
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(component_bundle(), media_type="text/javascript", headers=headers)

    # Below whatever path the app itself is served.
    return [Route(f"/{{app:path}}{bundle_url()}", answer)]


class _Bundler:
    """Modules as functions, each after those that it imports."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._places: dict[str, str] = {}  # the modules that are in, by their paths, each under another name

    def add(self, module: str) -> str:
        """Under which name a module is in."""
        if module not in self._places:
            source, names = self.body(module)
            place = self._places[module] = f"module{len(self._places)}"
            self.parts.append(f"const {place} = (() => {{\n{source}return {{ {', '.join(names)} }};\n}})();\n")
        return self._places[module]

    def body(self, module: str) -> tuple[str, list[str]]:
        """A module as the body of a function, and the names that it exports; what it imports is added first."""

        def imported(found: re.Match[str]) -> str:
            names = f" draws: {found[2]} " if found[2] else found[1].replace(" as ", ": ")
            return f"const {{{names}}} = {self.add(normpath(f'{dirname(module)}/{found[3]}'))};\n"

        source = _IMPORT.sub(imported, modules()[module])
        exported = [found[1] for found in _EXPORT.finditer(source)]
        source, defaults = _DEFAULT.subn("const draws = ", _EXPORT.sub("", source))
        if other := _OTHER.search(source):
            raise ValueError(f"The module {module} has “{other[0]}”, which a bundle cannot hold.")
        return source, exported + ["draws"] * defaults
