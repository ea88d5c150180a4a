"""Bundle the JavaScript modules below `ui/` into one script.

Streamlit passes a component's script as text, from which the browser cannot resolve imports. So that text is two
lines that load a bundle and take their component from it. Loading the modules one by one would take a round trip each.
Most components are in one bundle, for all pages; those that few pages need are in separate bundles, which import the
modules they share with it. Each module becomes a function that returns its exports. A real bundler would need Node.js
wherever the app runs.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, normpath
from typing import TYPE_CHECKING

from ui.base.minify import minify_script

if TYPE_CHECKING:
    from starlette.routing import Route

FOLDER = Path(__file__).parent.parent
FIRST = "components/prerendered.js"
PARTS = (
    "classroom/teacher/dashboard",
    "classroom/plans",
    "course",
    "components/editor",
    "components/home",
    "components/own_files",
    "player/journey",
)
"""Path prefixes of components that most pages don't need. Each is a part with its own bundle; the part "" is the bundle
for all pages."""

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def component_script(name: str) -> str:
    """Return the script of a component, given the path of its module below `ui/`, whose default export draws it."""
    # All pages are directly below the app, so a relative address is relative to the app.
    url = json.dumps(bundle_url(part_of(name)))
    return (
        f"const {{ default: components }} = await import(new URL({url}, document.baseURI).href);\n"
        f"export default components[{json.dumps(name)}];\n"
    )


def part_of(component: str) -> str:
    """Return the part of a component: the name of its bundle. Raises FileNotFoundError if no module draws it."""
    if component not in components():
        raise FileNotFoundError(f"There is no module {component} below {FOLDER} that draws a component.")
    return _part(component)


def _part(component: str) -> str:
    return next((part for part in PARTS if component.startswith(part)), "")


@cache
def modules() -> dict[str, str]:
    """Return all modules by their paths below `ui/`, as they were when the server started."""
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.js"))}


def components() -> list[str]:
    """Return the paths of the modules that draw components: those with a default export."""
    return _modules_that_draw(modules())


def _modules_that_draw(modules: Mapping[str, str]) -> list[str]:
    return [name for name, source in modules.items() if _DEFAULT.search(source)]


def bundle(name: str, sources: Mapping[str, str] | None = None) -> str:
    """Return a module's script with everything it imports, given its path below `ui/`, or in `sources`.

    Raises ValueError for a form of import or export that the bundler does not support.
    """
    bundled = _Bundler(modules() if sources is None else sources)
    source, _names = bundled.body(name)
    return minify_script("".join((*bundled.parts, source)))


@cache
def component_bundles() -> dict[str, tuple[str, bytes]]:
    """Return the URL and script of each bundle of the app by its part. Raises what `bundle` raises."""
    return bundles_of(modules())


def bundles_of(modules: Mapping[str, str]) -> dict[str, tuple[str, bytes]]:
    """Return the URL and script of each bundle of these modules by its part.

    URLs are relative to the app. Each contains a hash of its bundle, so browsers may cache it.
    """
    bundled = _Bundler(modules)
    sources = {part: _components_source(bundled, part) for part in ("", *PARTS)}
    shared = f"export {{ {', '.join(bundled.shared)} }};\n" if bundled.shared else ""
    everyone = _with_url(sources[""] + shared)
    lines = {part: _import_line(bundled, part, everyone[0]) for part in PARTS}
    return {"": everyone, **{part: _with_url(lines[part] + sources[part]) for part in PARTS}}


def component_bundle(part: str = "") -> bytes:
    """Return the script with a part's components, keyed by the paths of their modules."""
    return component_bundles()[part][1]


def bundle_url(part: str = "") -> str:
    """Return the URL of the bundle with a part's components, relative to the app."""
    return component_bundles()[part][0]


def routes() -> "list[Route]":
    """Return the routes that serve the bundles."""
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    def route(url: str, script: bytes) -> Route:
        def answer(_request: Request) -> Response:
            headers = {"Cache-Control": "public, max-age=31536000, immutable"}
            return Response(script, media_type="text/javascript", headers=headers)

        # At any path where the app itself is mounted.
        return Route(f"/{{app:path}}{url}", answer)

    return [route(*bundled) for bundled in component_bundles().values()]


def _with_url(source: str) -> tuple[str, bytes]:
    script = minify_script(source).encode()
    return f"bpe-lab/{sha256(script).hexdigest()[:16]}.js", script


def _components_source(bundled: "_Bundler", part: str) -> str:
    bundled.begin(part)
    entries = [
        f"  {json.dumps(name)}: {bundled.add(name)}.draws,\n"
        for name in _modules_that_draw(bundled.modules)
        if _part(name) == part
    ]
    first = bundled.add(FIRST)
    return "".join((*bundled.parts, f"export default {first}.withPrerendered({{\n", *entries, "});\n"))


def _import_line(bundled: "_Bundler", part: str, url: str) -> str:
    names = ", ".join(bundled.imported[part])
    file = url.rpartition("/")[2]
    return f'import {{ {names} }} from "./{file}";\n'


class _Bundler:
    """Turns modules into functions, each after the ones that it imports.

    Later bundles import from the first one the modules that it has. Any other module is repeated in each bundle.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.modules = modules
        self.parts: list[str] = []
        self.imported: dict[str, dict[str, None]] = {}  # part -> names of the modules it imports from the first bundle
        self._first: dict[str, str] | None = None  # module path -> its name in the first bundle
        self._places: dict[str, str] = {}  # module path -> its name in this bundle
        self._part = ""

    @property
    def shared(self) -> list[str]:
        """The names of the first bundle's modules that others import."""
        return sorted({name for names in self.imported.values() for name in names})

    def begin(self, part: str) -> None:
        """Begin the bundle of another part."""
        if part:
            self._first = self._places if self._first is None else self._first
        self._places, self._part, self.parts = {}, part, []
        self.imported[part] = {}

    def add(self, module: str) -> str:
        """Add a module if it is not in the bundle yet; return its name there."""
        if self._first and module in self._first:
            name = self._first[module]
            self.imported[self._part][name] = None
            return name
        if module not in self._places:
            source, names = self.body(module)
            number = len(self._places) + len(self._first or ())
            place = self._places[module] = f"module{number}"
            self.parts.append(f"const {place} = (() => {{\n{source}return {{ {', '.join(names)} }};\n}})();\n")
        return self._places[module]

    def body(self, module: str) -> tuple[str, list[str]]:
        """Return a module as the body of a function, and the names it exports; imported modules are added first."""

        def replace_import(match: re.Match[str]) -> str:
            names = f" draws: {match[2]} " if match[2] else match[1].replace(" as ", ": ")
            return f"const {{{names}}} = {self.add(normpath(f'{dirname(module)}/{match[3]}'))};\n"

        source = _IMPORT.sub(replace_import, self.modules[module])
        exported = [match[1] for match in _EXPORT.finditer(source)]
        source, defaults = _DEFAULT.subn("const draws = ", _EXPORT.sub("", source))
        if other := _OTHER.search(source):
            raise ValueError(f"The module {module} has “{other[0]}”, which a bundle cannot hold.")
        return source, exported + ["draws"] * defaults
