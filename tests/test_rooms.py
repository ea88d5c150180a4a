"""The rooms of ui/: a room imports only rooms below it, and no folders import each other, in Python or JavaScript."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.test_architecture import MODULES, ROOT, imported, module, tied_in_cycles

ROOMS = (
    "base",
    "components",
    "lessons",
    "tokenization",
    "jobs",
    "player",
    "state",
    "classroom",
    "course",
    "pages",
    "server",
    "site",
)
"""The folders of ui/, the lowest first. docs/ARCHITECTURE.md says what each contains."""

UI = ROOT / "ui"
_SCRIPT_IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*\bfrom)? "(\.[^"]+)";', re.MULTILINE)
_TYPE_IMPORT = re.compile(r'(?:@import\b[^"]*?\bfrom |\bimport\()"(\.[^"]+)"')


class Import(NamedTuple):
    """A file, and another that it imports."""

    importer: Path
    imported: Path


@cache
def python_imports() -> frozenset[Import]:
    """Of the modules: anywhere in a file, and for types only, too."""
    files = {module(path): path for path in MODULES if path.is_relative_to(UI)}
    return frozenset(Import(path, files[name]) for path in files.values() for name in imported(path) & files.keys())


def script_imports(pattern: re.Pattern[str]) -> set[Import]:
    """Of the scripts and their declarations, those that a pattern finds."""
    return {
        Import(path, script(path.parent / name))
        for ending in ("*.js", "*.d.ts")
        for path in UI.rglob(ending)
        if path.name != "contract.d.ts"  # written from contract.py
        for name in pattern.findall(path.read_text("utf-8"))
    }


def script(named: Path) -> Path:
    """The file that a script names in an import. Of a contract, the Python from which its declarations are written."""
    path = named.resolve()
    choices = (path, path.with_name(f"{path.name}.d.ts"), path.with_suffix(".py"))
    found = [choice for choice in choices if choice.is_file() and choice.name != "contract.d.ts"]
    assert found, f"{path} does not exist"
    return found[0]


def room(path: Path) -> str:
    return path.relative_to(UI).parts[0]


def folders_in_cycles(imports: Iterable[Import]) -> set[Path]:
    needs: dict[Path, set[Path]] = {}
    for path, other in imports:
        needs.setdefault(path.parent, set())
        if other.parent not in (UI, path.parent):
            needs[path.parent].add(other.parent)
    return tied_in_cycles(needs)


def test_each_folder_is_a_room() -> None:
    assert sorted(ROOMS) == sorted({room(path) for path in UI.rglob("*.py") if path.parent != UI})
    assert [path.name for path in UI.iterdir() if path.is_file()] == ["__init__.py"]


def test_the_architecture_lists_the_rooms_from_the_top_down() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    section = text.partition("\n### ui/\n")[2].partition("\n#")[0]
    assert tuple(re.findall(r"^ {4}(\w+) ", section, re.MULTILINE)) == ROOMS[::-1]


def test_a_room_imports_only_rooms_below_it() -> None:
    of_scripts = script_imports(_SCRIPT_IMPORT) | script_imports(_TYPE_IMPORT)
    assert len(of_scripts) > len(ROOMS)
    above = {
        (path.relative_to(UI).as_posix(), other.relative_to(UI).as_posix())
        for path, other in python_imports() | of_scripts
        if UI not in (path.parent, other.parent) and ROOMS.index(room(other)) > ROOMS.index(room(path))
    }
    assert above == set()


def test_no_folders_import_each_other_in_a_cycle() -> None:
    assert folders_in_cycles(python_imports()) == set()
    assert folders_in_cycles(script_imports(_SCRIPT_IMPORT)) == set()
