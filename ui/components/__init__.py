"""What the pages draw with beyond Streamlit's own widgets: a folder for each component.

The JavaScript below `ui/` is modules that import each other. Streamlit takes a component's script as a text, which the
browser cannot tell where to import from; so the modules are served beside the app's own files, and that text is a few
lines that import one of them.
"""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.routing import Route

FOLDER = Path(__file__).parent.parent
_IMPORTED = re.compile(r'^(?:import|export) [^"]*from "(.+)";$', re.MULTILINE)


def component(name: str, html: str) -> Callable[..., Any]:
    """What draws the component whose folder has this name: HTML to begin with, its script, its style sheets."""
    import streamlit as st

    sheets = ("components/tokens.css", f"components/{name}/{name}.css")
    js = script(f"components/{name}/{name}.js")
    return st.components.v2.component(f"bpe_lab_{name}", html=html, css=styles(*sheets), js=js)


def styles(*names: str) -> str:
    """The style sheets of a component, by their paths below `ui/`, one after the other."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


def script(name: str) -> str:
    """The script of a component: the module of that path below `ui/`, whose default function draws it."""
    if name not in modules():
        raise FileNotFoundError(f"There is no module {name} below {FOLDER}.")
    # All at once: a browser that finds out one by one what modules import waits for the line each time.
    # Every page lies right below the app, so that the app's own address is that of the folder a page is in.
    return (
        f"const names = {json.dumps(needed_by(name))};\n"
        f"const fetched = names.map((name) => import(new URL(`{address()}/${{name}}`, document.baseURI).href));\n"
        "const [module] = await Promise.all(fetched);\n"
        "export default module.default;\n"
    )


def needed_by(name: str) -> list[str]:
    """A module, and all that it imports, and what these import."""
    needed = [name]
    for module in needed:
        for path in _IMPORTED.findall(modules()[module].decode()):
            found = normpath(f"{dirname(module)}/{path}")
            if found not in needed:
                needed.append(found)
    return needed


@cache
def modules() -> dict[str, bytes]:
    """All modules, by their paths below `ui/`: as they were when the server started, since an address names these."""
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in sorted(FOLDER.rglob("*.js"))}


@cache
def address() -> str:
    """Where the modules are served, relative to the app. With other contents it is another, so a browser may keep them.

    One for all, since modules import each other by name.
    """
    digest = sha256()
    for name, source in modules().items():
        digest.update(f"{name} {len(source)} ".encode() + source)
    return f"bpe-lab/{digest.hexdigest()[:16]}"


def routes() -> "Sequence[Route]":
    """The routes that serve the modules, and nothing else."""
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    def module(request: Request) -> Response:
        source = modules().get(request.path_params["name"])
        if source is None:
            raise HTTPException(404)
        return Response(
            source, media_type="text/javascript", headers={"Cache-Control": "public, max-age=31536000, immutable"}
        )

    # Below whatever path the app itself is served.
    return [Route(f"/{{app:path}}{address()}/{{name:path}}", module)]
