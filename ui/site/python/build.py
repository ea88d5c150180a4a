"""What runs Python in the browser, written into a folder: Pyodide, the engine and the app's modules, vocabularies.

pyodide/          Python itself, as the npm package has it, its largest file packed
lab.zip           the engine, the modules of `ui/` that tasks need, Babel for the languages there are, catalogs
vocabularies/     each in a file of its own, which is fetched when a task needs it
files.json        what is loaded: sizes, and sums that the worker checks
worker.js         the worker
"""

import ast
import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from shutil import copyfile
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import babel
from babel import Locale

import bpe_engine
from bpe_engine.beside import INSTALLED
from ui.base.i18n import LOCALE_FOLDER, SOURCE_LANGUAGE, compiled, languages
from ui.base.tokenizers import SHIPPED
from ui.site.python import patterns

HERE = Path(__file__).parent
APP = Path(__file__).parents[3]
ENGINE = Path(bpe_engine.__file__).parent  # in a checkout the app's folder has it; installed, it has the app's folder
PYODIDE = Path("node_modules", "pyodide")  # where npm puts it, below the app's folder or the one that one is in
VERSION = "314"

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKED = "pyodide.asm.wasm"  # many hosts send it as it is, and it is two thirds of all
FIRST = "ui.site.python.asked_in_browser"
# Of the standard library: tests and debugging, mail and other networks, XML, and other programs' characters.
LEFT_OUT = (
    *(
        "_pyrepl/",
        "bdb.py",
        "doctest.py",
        "idlelib/",
        "imaplib.py",
        "mailbox.py",
        "optparse.py",
        "pdb.py",
        "pickletools.py",
    ),
    *("poplib.py", "pydoc.py", "pydoc_data/", "smtplib.py", "turtle.py", "unittest/", "wsgiref/", "xml/", "xmlrpc/"),
)
ENCODINGS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_16", "utf_8", "utf_8_sig"}
"""Those that stay: cp437 is that of names in an archive."""
WHOLE = ("bpe_engine", "ui/scenarios")  # modules there are found by their folder, or are read as texts
NOT_NEEDED = ("bpe_engine/data/", "bpe_engine/__main__.py", "bpe_engine/commands.py", "bpe_engine/lab.py")
_A_TIME = (1980, 1, 1, 0, 0, 0)  # the same for all, so that the same files make the same archive


def _places() -> list[Path]:
    """Where npm puts Pyodide: beside the app, or in the folder that one is in."""
    return list(dict.fromkeys(place / PYODIDE for place in (APP, Path.cwd())))


def installed() -> Path | None:
    """The folder of Pyodide, which is Python for browsers, where it is installed."""
    return next((place for place in _places() if (place / PACKED).is_file()), None)


def missing() -> str:
    """That it is not, and the way to it."""
    return (
        f"Pyodide, which runs Python in a browser, is not in {' or '.join(map(str, _places()))}. "
        f"`npm install pyodide@{VERSION}` brings it into this folder."
    )


def write_python(folder: Path) -> None:
    """Write all of it into a folder, which is made where it is not there.

    Raises FileNotFoundError where Pyodide is not installed.
    """
    pyodide = installed()
    if pyodide is None:
        raise FileNotFoundError(missing())
    written = {f"pyodide/{name}": (pyodide / name).read_bytes() for name in CORE}
    written["pyodide/pyodide-lock.json"] = _lock(written["pyodide/pyodide-lock.json"])
    written["pyodide/python_stdlib.zip"] = _standard_library(written["pyodide/python_stdlib.zip"])
    written["lab.zip"] = archive()
    for name in SHIPPED:
        written[f"vocabularies/{name}.xz"] = _place(f"bpe_engine/data/{name}.xz").read_bytes()
    told = {}
    for name, content in written.items():
        stored = f"{name}.gz" if name.endswith(PACKED) else name
        path = folder / stored
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(content, mtime=0) if stored != name else content)
        told[name] = {"path": stored, "bytes": path.stat().st_size, "sha256": sha256(content).hexdigest()}
    (folder / "files.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    copyfile(HERE / "worker.js", folder / "worker.js")


def _lock(content: bytes) -> bytes:
    """Pyodide's list of packages without these: none is loaded, and it would be the longest text of all."""
    return json.dumps({**json.loads(content), "packages": {}}).encode()


def _standard_library(content: bytes) -> bytes:
    """The standard library without what nobody asks for here: three tenths of it."""
    with ZipFile(BytesIO(content)) as file:
        names = [name for name in file.namelist() if not name.startswith(LEFT_OUT)]
        kept = [name for name in names if not name.startswith("encodings/") or Path(name).stem in ENCODINGS]
        return _packed({name: file.read(name) for name in kept})


def archive() -> bytes:
    """The engine, the app's modules and what they read, to be unpacked where Python looks for modules."""
    found = {_name(path): path.read_bytes() for path in _ours()}
    found |= {path.relative_to(_babel().parent).as_posix(): path.read_bytes() for path in _of_babel()}
    for language in languages():
        if language != SOURCE_LANGUAGE:
            catalog = Path(language, "LC_MESSAGES", "messages.po")
            found[f"locale/{catalog.with_suffix('.mo').as_posix()}"] = compiled(LOCALE_FOLDER / catalog, language)
    found |= {path.name: path.read_bytes() for path in (HERE / "in_browser").glob("*.py")}
    found["regex_patterns.json"] = patterns_json()
    return _packed(found)


def _packed(found: Mapping[str, bytes]) -> bytes:
    """Files by their names as an archive."""
    made = BytesIO()
    with ZipFile(made, "w") as file:
        for name in sorted(found):
            file.writestr(ZipInfo(name, _A_TIME), found[name], ZIP_DEFLATED, compresslevel=9)
    return made.getvalue()


def patterns_json() -> bytes:
    """The shipped patterns as rows: pattern and flags, and both as `re` has them."""
    from ui.site.python import tasks  # the patterns are those of all that it imports

    assert tasks
    rows = [[*key, *written] for key, written in patterns.shipped().items()]
    return json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _ours() -> list[Path]:
    """The modules that tasks import, anywhere in them, and what is read as text."""
    found: set[Path] = set()
    for folder in map(_place, WHOLE):
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
    return sorted(path for path in found if not _name(path).startswith(NOT_NEEDED))


def _place(name: str) -> Path:
    """Where a file or folder of ours lies, by the name that it has in a checkout."""
    return (ENGINE.parent if name.startswith(ENGINE.name) else APP) / name


def _name(path: Path) -> str:
    """That name."""
    return path.relative_to(APP if path.is_relative_to(APP) else ENGINE.parent).as_posix()


def _file(module: str) -> Path | None:
    """The file of a module of ours; None for another one."""
    if not module.startswith(("ui", "bpe_engine")):
        return None
    path = _place(module.replace(".", "/"))
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


def _of_babel() -> Iterator[Path]:
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
