"""Writes everything that runs Python in the browser: Pyodide, the engine, the app's modules, vocabularies.

pyodide/          Python itself, from the npm package, its largest file compressed
lab.zip           the engine, the modules of `ui/` that tasks need, Jinja, Babel for the app's languages, catalogs
vocabularies/     one file each, fetched when a task needs it
files.json        what to load: sizes, and hashes that the workers check
worker.js         the worker for the app's own tasks
code.js           the worker for learners' code, which learner_code.py runs
editor/           the code editor
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import babel
import jinja2
import markupsafe
from babel import Locale

import bpe_engine
from bpe_engine.app_location import INSTALLED
from ui.base.i18n import LOCALE_FOLDER, SOURCE_LANGUAGE, compiled, languages
from ui.base.tokenizer_choices import SHIPPED
from ui.components.browser_python import assets
from ui.components.browser_python.pyodide import APP, core_files, zip_files
from ui.components.bundle import bundle
from ui.pages.knife.reachability import FILE as REACHED
from ui.site.python import pattern_translation
from ui.tokenization.scenarios.article import ARTICLE

FOLDER = Path(__file__).parent
# in a checkout, next to the app's folders; in a wheel, the folder that contains them
ENGINE = Path(bpe_engine.__file__).parent
FIRST = "ui.site.python.browser_entry"
WHOLE_PACKAGES = (
    "bpe_engine",
    "ui/tokenization/algorithms",
    "ui/tokenization/scenarios",
)  # their modules are found by folder, or read as text
OMITTED = (
    *("bpe_engine/data/", "bpe_engine/checkup/", "bpe_engine/__main__.py", "bpe_engine/cli/commands.py"),
    "bpe_engine/cli/bpe_lab.py",
)


def write_python(folder: Path) -> None:
    """Write everything into a folder, creating it if necessary.

    Raises FileNotFoundError if Pyodide is not installed.
    """
    loaded = {**core_files(), "lab.zip": archive()}
    for name in SHIPPED:
        loaded[f"vocabularies/{name}.xz"] = _source_path(f"bpe_engine/data/{name}.xz").read_bytes()
    files = {**assets.manifest_files({**loaded, **assets.learner_code_files()}), **assets.scripts()}
    files["worker.js"] = bundle("site/python/worker.js").encode()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def archive() -> bytes:
    """Return a ZIP of the engine, the app's modules and their data, to be unpacked on Python's import path."""
    files = {_checkout_path(path): path.read_bytes() for path in _app_modules()}
    files |= {path.relative_to(_babel().parent).as_posix(): path.read_bytes() for path in _babel_files()}
    for file in (jinja2.__file__, markupsafe.__file__):  # for a model's chat template
        folder = Path(file or "").parent
        files |= {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in folder.glob("*.py")}
    for language in languages():
        if language != SOURCE_LANGUAGE:
            catalog = Path(language, "LC_MESSAGES", "messages.po")
            files[f"locale/{catalog.with_suffix('.mo').as_posix()}"] = compiled(LOCALE_FOLDER / catalog, language)
    files |= {path.name: path.read_bytes() for path in (FOLDER / "shims").glob("*.py")}
    files["bpe_engine/sandbox/__init__.py"] = files.pop("sandbox.py")
    files |= {path.relative_to(APP).as_posix(): path.read_bytes() for path in (ARTICLE, REACHED)}
    files["regex_patterns.json"] = patterns_json()
    files["regex_classes.json"] = json.dumps(pattern_translation.classes(), separators=(",", ":")).encode()
    return zip_files(files)


def patterns_json() -> bytes:
    """Return the bundled patterns as rows: pattern and flags, and both translated for `re`."""
    from ui.site.python import tasks  # bundled patterns are those of all modules it imports

    assert tasks
    rows = [[*key, *translated] for key, translated in pattern_translation.bundled_patterns().items()]
    return json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _app_modules() -> list[Path]:
    """Return the modules that tasks import, directly or not, and those that are read as text."""
    paths: set[Path] = set()
    for folder in map(_source_path, WHOLE_PACKAGES):
        paths |= {path for path in folder.rglob("*.py") if INSTALLED not in path.relative_to(folder).parts}
    waiting = [FIRST]
    seen = set()
    while waiting:
        name = waiting.pop()
        path = _module_file(name)
        if name in seen or path is None:
            continue
        seen.add(name)
        paths.add(path)
        waiting += [name.rpartition(".")[0], *_imported_modules(path)]
    return sorted(path for path in paths if not _checkout_path(path).startswith(OMITTED))


def _source_path(name: str) -> Path:
    """Return the path of one of our files or folders, given its path in a checkout."""
    return (ENGINE.parent if name.startswith(ENGINE.name) else APP) / name


def _checkout_path(path: Path) -> str:
    """Return the path that a file has in a checkout."""
    return path.relative_to(APP if path.is_relative_to(APP) else ENGINE.parent).as_posix()


def _module_file(module: str) -> Path | None:
    """Return the file of one of our modules; None for any other module."""
    if not module.startswith(("ui", "bpe_engine")):
        return None
    path = _source_path(module.replace(".", "/"))
    return next(filter(Path.is_file, (path.with_suffix(".py"), path / "__init__.py")), None)


def _imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _babel() -> Path:
    return Path(babel.__file__).parent


def _babel_files() -> Iterator[Path]:
    """Yield the files of Babel without its catalog parser, and with the locale data of the app's languages only."""
    folder = _babel()
    yield from (folder / f"{name}.py" for name in ("__init__", "core", "lists", "localedata", "numbers", "plural"))
    yield from (folder / f"{name}.py" for name in ("dates", "util"))
    yield from (folder / "localtime").glob("*.py")
    yield folder / "global.dat"
    names = {"root"}
    for code in languages():
        parts = str(Locale.parse(code)).split("_")
        names |= {"_".join(parts[:length]) for length in range(1, len(parts) + 1)}
    yield from (path for name in sorted(names) if (path := folder / "locale-data" / f"{name}.dat").is_file())


if __name__ == "__main__":
    write_python(Path(sys.argv[1]))
