"""Bundle the JavaScript below `ui/`, modules that import each other, into one script.

Streamlit passes a component's script as text, from which the browser cannot resolve imports. So that text is two
lines that load one bundle for all components and take their component from it. Loading module after module would
take one round trip each. Each module becomes a function that returns its exports; a real bundler would need Node.js
wherever the app runs.
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
    """Return the script of a component, given the path below `ui/` of the module whose default export draws it."""
    if name not in components():
        raise FileNotFoundError(f"There is no module {name} below {FOLDER} that draws a component.")
    # All pages are directly below the app, so a relative address is relative to the app.
    return (
        f"const {{ default: components }} = await import(new URL({json.dumps(bundle_url())}, document.baseURI).href);\n"
        f"export default components[{json.dumps(name)}];\n"
    )


@cache
def modules() -> dict[str, str]:
    """Return all modules by their paths below `ui/`, as they were when the server started."""
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.js"))}


def components() -> list[str]:
    """Return the modules that draw components."""
    return [name for name, source in modules().items() if _DEFAULT.search(source)]


def bundle(name: str) -> str:
    """Return the script of a module, by its path below `ui/`, with everything it imports.

    Raises ValueError for a form of import or export that the bundler does not support.
    """
    bundled = _Bundler()
    source, _names = bundled.body(name)
    return minify_script("".join((*bundled.parts, source)))


@cache
def component_bundle() -> bytes:
    """Return the script with all components, keyed by the paths of their modules. Raises what `bundle` raises."""
    bundled = _Bundler()
    entries = [f"  {json.dumps(name)}: {bundled.add(name)}.draws,\n" for name in components()]
    first = bundled.add("components/prerendered.js")
    return minify_script(
        "".join((*bundled.parts, f"export default {first}.withPrerendered({{\n", *entries, "});\n"))
    ).encode()


@cache
def bundle_url() -> str:
    """Return the bundle's address, relative to the app. It contains a hash of the bundle, so browsers may cache it."""
    return f"bpe-lab/{sha256(component_bundle()).hexdigest()[:16]}.js"


def routes() -> "list[Route]":
    """Return the route that serves the bundle."""
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    def answer(_request: Request) -> Response:
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(component_bundle(), media_type="text/javascript", headers=headers)

    # At any path where the app itself is served.
    return [Route(f"/{{app:path}}{bundle_url()}", answer)]


class _Bundler:
    """Turns modules into functions, each after the ones that it imports."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._places: dict[str, str] = {}  # module path -> its name in the bundle

    def add(self, module: str) -> str:
        """Add a module if it is not in the bundle yet; return its name there."""
        if module not in self._places:
            source, names = self.body(module)
            place = self._places[module] = f"module{len(self._places)}"
            self.parts.append(f"const {place} = (() => {{\n{source}return {{ {', '.join(names)} }};\n}})();\n")
        return self._places[module]

    def body(self, module: str) -> tuple[str, list[str]]:
        """Return a module as the body of a function, and the names it exports; imported modules are added first."""

        def imported(found: re.Match[str]) -> str:
            names = f" draws: {found[2]} " if found[2] else found[1].replace(" as ", ": ")
            return f"const {{{names}}} = {self.add(normpath(f'{dirname(module)}/{found[3]}'))};\n"

        source = _IMPORT.sub(imported, modules()[module])
        exported = [found[1] for found in _EXPORT.finditer(source)]
        source, defaults = _DEFAULT.subn("const draws = ", _EXPORT.sub("", source))
        if other := _OTHER.search(source):
            raise ValueError(f"The module {module} has “{other[0]}”, which a bundle cannot hold.")
        return source, exported + ["draws"] * defaults
