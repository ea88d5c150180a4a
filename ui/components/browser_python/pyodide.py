"""Pyodide, which is Python for browsers, as npm brings it: where it is, and what of it is sent."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

VERSION = "314"
MODULES = "node_modules"  # where npm puts what it brings, below the app's folder or the one that one is in
APP = Path(__file__).parents[3]

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
COMPRESSED = "pyodide.asm.wasm"  # many hosts send it as it is, and it is two thirds of all
# Of the standard library: tests and debugging, mail and other networks, XML, and other programs' characters.
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
ENCODINGS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_16", "utf_8", "utf_8_sig"}
"""Those that stay: cp437 is that of names in an archive."""
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)  # the same for all, so that the same files make the same archive


def modules() -> list[Path]:
    """Where npm puts modules: beside the app, or in the folder that one is in."""
    return list(dict.fromkeys(place / MODULES for place in (APP, Path.cwd())))


def installed() -> Path | None:
    """The folder of Pyodide, where it is installed."""
    return next((place / "pyodide" for place in modules() if (place / "pyodide" / COMPRESSED).is_file()), None)


def missing_message() -> str:
    """That it is not, and the way to it."""
    places = " or ".join(str(place / "pyodide") for place in modules())
    return (
        f"Pyodide, which runs Python in a browser, is not in {places}. "
        f"`npm install pyodide@{VERSION}` brings it into this folder."
    )


def core_files() -> dict[str, bytes]:
    """Python itself: path -> content. Raises FileNotFoundError where it is not installed."""
    folder = installed()
    if folder is None:
        raise FileNotFoundError(missing_message())
    found = {f"pyodide/{name}": (folder / name).read_bytes() for name in CORE}
    found["pyodide/pyodide-lock.json"] = _lock(found["pyodide/pyodide-lock.json"])
    found["pyodide/python_stdlib.zip"] = _standard_library(found["pyodide/python_stdlib.zip"])
    return found


def _lock(content: bytes) -> bytes:
    """Pyodide's list of packages without these: none is loaded, and it would be the longest text of all."""
    return json.dumps({**json.loads(content), "packages": {}}).encode()


def _standard_library(content: bytes) -> bytes:
    """The standard library without what nobody asks for here: three tenths of it."""
    with ZipFile(BytesIO(content)) as file:
        names = [name for name in file.namelist() if not name.startswith(OMITTED)]
        kept = [name for name in names if not name.startswith("encodings/") or Path(name).stem in ENCODINGS]
        return zip_files({name: file.read(name) for name in kept})


def zip_files(found: Mapping[str, bytes]) -> bytes:
    """Files by their names as an archive."""
    made = BytesIO()
    with ZipFile(made, "w") as file:
        for name in sorted(found):
            file.writestr(ZipInfo(name, _FIXED_TIME), found[name], ZIP_DEFLATED, compresslevel=9)
    return made.getvalue()
