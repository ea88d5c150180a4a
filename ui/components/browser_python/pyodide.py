"""Locate Pyodide (Python for browsers) as npm installs it, and select the files to serve."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

VERSION = "314"
MODULES = "node_modules"  # npm's folder, in the app's folder or the current one
APP = Path(__file__).parents[3]

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
COMPRESSED = "pyodide.asm.wasm"  # two thirds of everything, and many hosts do not compress it
# Removed from the standard library: tests and debugging, mail and other network protocols, XML, rare encodings.
OMITTED = (
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
ENCODINGS = {
    "__init__",
    "aliases",
    "ascii",
    "cp437",
    "idna",
    "latin_1",
    "punycode",
    "unicode_escape",
    "utf_16",
    "utf_8",
    "utf_8_sig",
}
"""The encodings to keep; cp437 is for file names in zip archives, unicode_escape for strings in chat templates."""
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that the same files give the same archive


def modules() -> list[Path]:
    """Return the folders where npm may have installed modules: in the app's folder, or in the current one."""
    return list(dict.fromkeys(place / MODULES for place in (APP, Path.cwd())))


def installed() -> Path | None:
    """Return Pyodide's folder; None if it is not installed."""
    return next((place / "pyodide" for place in modules() if (place / "pyodide" / COMPRESSED).is_file()), None)


def missing_message() -> str:
    """Return the message that Pyodide is not installed, and how to install it."""
    places = " or ".join(str(place / "pyodide") for place in modules())
    return (
        f"Pyodide, which runs Python in a browser, is not in {places}. "
        f"`npm install pyodide@{VERSION}` brings it into this folder."
    )


def core_files() -> dict[str, bytes]:
    """Return the files of Python itself: path -> content. Raises FileNotFoundError if Pyodide is not installed."""
    folder = installed()
    if folder is None:
        raise FileNotFoundError(missing_message())
    files = {f"pyodide/{name}": (folder / name).read_bytes() for name in CORE}
    files["pyodide/pyodide-lock.json"] = _lock(files["pyodide/pyodide-lock.json"])
    files["pyodide/python_stdlib.zip"] = _standard_library(files["pyodide/python_stdlib.zip"])
    return files


def _lock(content: bytes) -> bytes:
    """Return Pyodide's lock file without its packages: none of them is loaded, and the list is long."""
    return json.dumps({**json.loads(content), "packages": {}}).encode()


def _standard_library(content: bytes) -> bytes:
    """Return the standard library without modules that are not needed here: three tenths of it."""
    with ZipFile(BytesIO(content)) as file:
        names = [name for name in file.namelist() if not name.startswith(OMITTED)]
        included = [name for name in names if not name.startswith("encodings/") or Path(name).stem in ENCODINGS]
        return zip_files({name: file.read(name) for name in included})


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive, given their contents by name."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as file:
        for name in sorted(files):
            file.writestr(ZipInfo(name, _FIXED_TIME), files[name], ZIP_DEFLATED, compresslevel=9)
    return buffer.getvalue()
