"""The site for tests: built once for all processes of a run, and its data."""

import json
import os
import re
import subprocess
import sys
from base64 import b64decode
from functools import cache
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest

from ui.components.browser_python.pyodide import installed

ROOT = Path(__file__).parent.parent
HAS_PYTHON = installed() is not None
LAST = "keep.js"  # the last file that the command writes


def built(factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site. The first process builds it, the others wait."""
    import fcntl

    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / LAST).is_file():
            command = [sys.executable, "-m", "ui.site", str(folder)]
            subprocess.run(command, cwd=ROOT, check=True, timeout=1_800, stdout=subprocess.DEVNULL)
    return folder


def languages_of(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "data").iterdir())


@cache
def data(path: Path) -> Any:
    """Read the value in a data script."""
    found = re.fullmatch(r'bpeLabGives\("([\w/-]+)","([\w+/=]+)"\);\n', path.read_text("ascii"))
    assert found, path
    assert path.as_posix().endswith(f"/{found[1]}.js")
    return json.loads(decompress(b64decode(found[2])))
