"""The rooms of ui/ in JavaScript: a script imports only rooms below its own, and folders have no import cycles.

The import contracts in pyproject.toml say the same for Python.
"""

import re
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from tests.test_architecture import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
(ROOMS,) = (contract["layers"] for contract in CONTRACTS if contract["id"] == "rooms")
"""The folders of ui/ from the top down, described in docs/ARCHITECTURE.md."""

UI = ROOT / "ui"
_SCRIPT_IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*\bfrom)? "(\.[^"]+)";', re.MULTILINE)
_TYPE_IMPORT = re.compile(r'(?:@import\b[^"]*?\bfrom |\bimport\()"(\.[^"]+)"')


class Import(NamedTuple):
    """An import: a file, and the file that it imports."""

    importer: Path
    imported: Path


def script_imports(pattern: re.Pattern[str]) -> set[Import]:
    """Return the imports in scripts and their declarations that match a pattern."""
    return {
        Import(path, script(path.parent / name))
        for ending in ("*.js", "*.d.ts")
        for path in UI.rglob(ending)
        if path.name != "contract.d.ts"  # generated from contract.py
        for name in pattern.findall(path.read_text("utf-8"))
    }


def script(named: Path) -> Path:
    """Return the file that an import names; for a contract, the Python file that declares it."""
    path = named.resolve()
    choices = (path, path.with_name(f"{path.name}.d.ts"), path.with_suffix(".py"))
    found = [choice for choice in choices if choice.is_file() and choice.name != "contract.d.ts"]
    assert found, f"{path} does not exist"
    return found[0]


def room(path: Path) -> str:
    return path.relative_to(UI).parts[0]


def test_the_architecture_lists_the_rooms_from_the_top_down() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    section = text.partition("\n### ui/\n")[2].partition("\n#")[0]
    assert re.findall(r"^ {4}(\w+) ", section, re.MULTILINE) == ROOMS


def test_a_script_imports_only_rooms_below_its_own() -> None:
    imports = script_imports(_SCRIPT_IMPORT) | script_imports(_TYPE_IMPORT)
    assert len(imports) > len(ROOMS)
    above = {
        (path.relative_to(UI).as_posix(), other.relative_to(UI).as_posix())
        for path, other in imports
        if ROOMS.index(room(other)) < ROOMS.index(room(path))
    }
    assert above == set()


def test_no_folders_of_scripts_import_each_other_in_a_cycle() -> None:
    needs: dict[Path, set[Path]] = {}
    for path, other in script_imports(_SCRIPT_IMPORT):
        needs.setdefault(path.parent, set()).update({other.parent} - {path.parent})
    TopologicalSorter(needs).prepare()
