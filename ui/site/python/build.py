"""What runs Python in the browser, written into a folder: Pyodide, the engine and the app's modules, vocabularies.

pyodide/          Python itself, as the npm package has it, its largest file packed
lab.zip           the engine, the modules of `ui/` that tasks need, Babel for the languages there are, catalogs
vocabularies/     each in a file of its own, which is fetched when a task needs it
files.json        what is loaded: sizes, and sums that the workers check
worker.js         the worker of the app's own tasks
code.js           that of code that learners write; learner_code.py is what runs it
editor/           the editor in which they write
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import babel
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

HERE = Path(__file__).parent
ENGINE = Path(bpe_engine.__file__).parent  # in a checkout the app's folder has it; installed, it has the app's folder
FIRST = "ui.site.python.browser_entry"
WHOLE_PACKAGES = (
    "bpe_engine",
    "ui/tokenization/algorithms",
    "ui/tokenization/scenarios",
)  # modules there are found by their folder, or are read as texts
OMITTED = ("bpe_engine/data/", "bpe_engine/__main__.py", "bpe_engine/cli/commands.py", "bpe_engine/cli/bpe_lab.py")


def write_python(folder: Path) -> None:
    """Write all of it into a folder, which is made where it is not there.

    Raises FileNotFoundError where Pyodide is not installed.
    """
    loaded = {**core_files(), "lab.zip": archive()}
    for name in SHIPPED:
        loaded[f"vocabularies/{name}.xz"] = _source_path(f"bpe_engine/data/{name}.xz").read_bytes()
    written = {**assets.manifest_files({**loaded, **assets.learner_code_files()}), **assets.scripts()}
    written["worker.js"] = bundle("site/python/worker.js").encode()
    for name, content in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def archive() -> bytes:
    """The engine, the app's modules and what they read, to be unpacked where Python looks for modules."""
    found = {_name(path): path.read_bytes() for path in _app_modules()}
    found |= {path.relative_to(_babel().parent).as_posix(): path.read_bytes() for path in _babel_files()}
    for language in languages():
        if language != SOURCE_LANGUAGE:
            catalog = Path(language, "LC_MESSAGES", "messages.po")
            found[f"locale/{catalog.with_suffix('.mo').as_posix()}"] = compiled(LOCALE_FOLDER / catalog, language)
    found |= {path.name: path.read_bytes() for path in (HERE / "shims").glob("*.py")}
    found |= {path.relative_to(APP).as_posix(): path.read_bytes() for path in (ARTICLE, REACHED)}
    found["regex_patterns.json"] = patterns_json()
    return zip_files(found)


def patterns_json() -> bytes:
    """The shipped patterns as rows: pattern and flags, and both as `re` has them."""
    from ui.site.python import tasks  # the patterns are those of all that it imports

    assert tasks
    rows = [[*key, *written] for key, written in pattern_translation.bundled_patterns().items()]
    return json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _app_modules() -> list[Path]:
    """The modules that tasks import, anywhere in them, and what is read as text."""
    found: set[Path] = set()
    for folder in map(_source_path, WHOLE_PACKAGES):
        found |= {path for path in folder.rglob("*.py") if INSTALLED not in path.relative_to(folder).parts}
    waiting = [FIRST]
    seen = set()
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if name in seen or path is None:
            continue
        seen.add(name)
        found.add(path)
        waiting += [name.rpartition(".")[0], *_imported(path)]
    return sorted(path for path in found if not _name(path).startswith(OMITTED))


def _source_path(name: str) -> Path:
    """Where a file or folder of ours lies, by the name that it has in a checkout."""
    return (ENGINE.parent if name.startswith(ENGINE.name) else APP) / name


def _name(path: Path) -> str:
    """That name."""
    return path.relative_to(APP if path.is_relative_to(APP) else ENGINE.parent).as_posix()


def _file(module: str) -> Path | None:
    """The file of a module of ours; None for another one."""
    if not module.startswith(("ui", "bpe_engine")):
        return None
    path = _source_path(module.replace(".", "/"))
    return next(filter(Path.is_file, (path.with_suffix(".py"), path / "__init__.py")), None)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _babel() -> Path:
    return Path(babel.__file__).parent


def _babel_files() -> Iterator[Path]:
    """Babel without what reads catalogs, and with the data of the languages that there are."""
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
