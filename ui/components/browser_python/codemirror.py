"""The modules of CodeMirror, the code editor, from npm. The browser imports them directly, without a bundler."""

import json
import re
from pathlib import Path

from ui.components.browser_python.pyodide import modules

FIRST = "code_editor.js"
"""Our own module on top of the others: it creates an editor."""

_FROM = re.compile(r"""^((?:import|export)\b[^'"\n]*\bfrom\s*)(['"])([^.'"][^'"]*)\2""", re.MULTILINE)


def files() -> dict[str, bytes]:
    """Return our module and everything it imports, by their file names in one folder.

    Empty if npm has not installed them: code is then written in a plain text box.
    """
    files: dict[str, bytes] = {}
    waiting = {FIRST: Path(__file__).with_name(FIRST)}
    while waiting:
        name, path = waiting.popitem()
        source = path.read_text("utf-8")
        for package in {match[3] for match in _FROM.finditer(source)}:
            entry = _entry(package)
            if entry is None:
                return {}
            if _name(package) not in files:
                waiting[_name(package)] = entry
        files[name] = _FROM.sub(lambda match: f'{match[1]}"./{_name(match[3])}"', source).encode()
    return files


def _name(package: str) -> str:
    return f"{package.replace('@', '').replace('/', '-')}.js"


def _entry(package: str) -> Path | None:
    """Return the main module of a package; None if the package is not installed."""
    for place in modules():
        manifest = place / package / "package.json"
        if manifest.is_file():
            about = json.loads(manifest.read_text("utf-8"))
            return manifest.parent / str(about.get("module") or about["exports"]["import"])
    return None
