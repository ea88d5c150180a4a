"""The site as tests have it: built once for all that run at a time, and what its data say."""

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
LAST = "keep.js"  # what the command writes last


def built(factory: pytest.TempPathFactory) -> Path:
    """The folder of the site. The first of the processes that ask for it builds it, the others wait."""
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
    """What a script with data gives."""
    found = re.fullmatch(r'bpeLabGives\("([\w/-]+)","([\w+/=]+)"\);\n', path.read_text("ascii"))
    assert found, path
    assert path.as_posix().endswith(f"/{found[1]}.js")
    return json.loads(decompress(b64decode(found[2])))
