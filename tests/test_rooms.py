"""The floors of ui/: a folder imports lower ones only, and no folders import each other in a circle."""

import re
from functools import cache
from pathlib import Path

from tests.test_architecture import MODULES, ROOT, imported, module

FLOORS = (
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
"""The folders of ui/, the lowest first. docs/ARCHITECTURE.md says what is in each."""

UI = ROOT / "ui"


@cache
def needed() -> dict[Path, set[Path]]:
    """File -> the files that it imports: anywhere in it, and for types only, too."""
    files = {module(path): path for path in MODULES if path.is_relative_to(UI)}
    return {path: {files[name] for name in imported(path) & files.keys()} for path in files.values()}


def floor(path: Path) -> int:
    return FLOORS.index(path.relative_to(UI).parts[0])


def test_each_folder_has_a_floor() -> None:
    assert sorted(FLOORS) == sorted({path.relative_to(UI).parts[0] for path in needed() if path.parent != UI})
    assert [path.name for path in needed() if path.parent == UI] == ["__init__.py"]


def test_the_architecture_lists_the_rooms_from_the_top_down() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    section = text.partition("\n### ui/\n")[2].partition("\n#")[0]
    assert tuple(re.findall(r"^ {4}(\w+) ", section, re.MULTILINE)) == FLOORS[::-1]


def test_a_folder_imports_lower_floors_only() -> None:
    above = {
        (module(path), module(other))
        for path, others in needed().items()
        for other in others
        if other.parent != UI and path.parent != UI and floor(other) > floor(path)
    }
    assert above == set()


def test_no_folders_import_each_other_in_a_circle() -> None:
    needs: dict[Path, set[Path]] = {}
    for path, others in needed().items():
        here = needs.setdefault(path.parent, set())
        here |= {other.parent for other in others if other.parent not in (UI, path.parent)}
    while free := {folder for folder, others in needs.items() if not others & needs.keys()}:
        needs = {folder: others for folder, others in needs.items() if folder not in free}
    assert needs == {}
