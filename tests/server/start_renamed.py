"""Start Streamlit with some of its names renamed throughout: a working version that lacks these names.

    python start_renamed.py NAMES run app.py …

NAMES is a comma-separated list of words: names of modules, classes, methods or attributes.
"""

import re
import runpy
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

SUFFIX = "_renamed"
NAMES = sys.argv.pop(1).split(",") if __name__ == "__main__" else []
WORDS = re.compile(rf"\b({'|'.join(NAMES)})\b".encode())


class RenamingLoader(SourceFileLoader):
    """Loads a module's source with the names replaced."""

    def path_stats(self, path: Any) -> Any:
        """Refuse to use compiled files."""
        raise OSError(path)

    def get_data(self, path: Any) -> bytes:
        """Return the changed source."""
        return WORDS.sub(rb"\1" + SUFFIX.encode(), super().get_data(path))


class RenamingFinder:
    """Finds Streamlit's modules by their new names."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a module; None for one that needs no change, and is found in the usual way."""
        above, _dot, last = name.rpartition(".")
        if name.partition(".")[0] != "streamlit":
            return None
        if last in NAMES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        found = PathFinder.find_spec(f"{above}.{last.removesuffix(SUFFIX)}".strip("."), path)
        if found is None or found.origin is None or not WORDS.search(Path(found.origin).read_bytes()):
            return None
        loader = RenamingLoader(name, found.origin)
        folders = found.submodule_search_locations
        return spec_from_file_location(name, found.origin, loader=loader, submodule_search_locations=folders)


if __name__ == "__main__":
    sys.meta_path.insert(0, RenamingFinder)  # type: ignore[arg-type]  # a class is good enough
    sys.path[0] = ""
    sys.argv[0] = "streamlit"
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
