"""The Streamlit internals that the app relies on exist, and are used in one room only. Failures name the users."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import streamlit

from tests.test_architecture import ROOT, imported
from ui.base.streamlit_internals import index_html

ROOM = ROOT / "ui" / "base" / "streamlit_internals"
OURS = [ROOT / "app.py"] + [
    path for folder in ("ui", "pages") for path in (ROOT / folder).rglob("*.*") if path.suffix in (".py", ".js", ".css")
]
STREAMLIT = Path(streamlit.__file__).parent
PUBLIC = {"streamlit", "streamlit.delta_generator"}

# Elements by test id or class, attributes, and classes of libraries used by Streamlit.
MARKS = re.compile(r"\bst[A-Z][a-z]\w+|\bInputInstructions\b|data-test-[a-z-]+|data-variant|data-baseweb|rc-overflow")
# Streamlit's own words, by which elements are found.
WORDS = re.compile(r'"(Show/hide columns|Download as CSV|Search|Fullscreen|Close fullscreen)":')
ANYWHERE = re.compile(rf"{MARKS.pattern}|data-testid|_stcore|static/index\.html")


@cache
def in_the_browser() -> str:
    """Return everything that Streamlit runs in the browser."""
    folder = STREAMLIT / "static"
    return "".join(path.read_text("utf-8") for ending in ("js", "css", "html") for path in folder.rglob(f"*.{ending}"))


@cache
def on_the_server() -> str:
    """Return the part of Streamlit's Python that serves an app."""
    return "".join(path.read_text("utf-8") for part in ("runtime", "web") for path in (STREAMLIT / part).rglob("*.py"))


def modules(path: Path) -> set[str]:
    """Return the modules that a file imports from Streamlit."""
    names = imported(path) if path.suffix == ".py" else set()
    return {name for name in names if name.split(".")[0] == "streamlit"} - PUBLIC


def names(path: Path) -> Iterable[str]:
    """Yield module and name of what a file imports from Streamlit's internals, except for types."""
    tree = ast.parse(path.read_text("utf-8") if path.suffix == ".py" else "")
    for_types = {
        below
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for below in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("streamlit."):
            yield from (f"{node.module}:{alias.name}" for alias in node.names)


def private(path: Path) -> Iterable[str]:
    """Yield the private members of other objects that a file uses."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))) if path.suffix == ".py" else ():
        if isinstance(node, ast.Attribute) and re.match("_[a-z]", node.attr) and ast.unparse(node.value) != "self":
            yield node.attr


def written(pattern: re.Pattern[str]) -> Callable[[Path], Iterable[str]]:
    """Return a function that yields the matches of a pattern in a file."""
    return lambda path: (found[found.lastindex or 0] for found in pattern.finditer(path.read_text("utf-8")))


def internals_by_name(what: Callable[[Path], Iterable[str]]) -> dict[str, set[str]]:
    """Return the internals in use -> the files of the room that use them."""
    found = defaultdict[str, set[str]](set)
    for path in OURS:
        if path.is_relative_to(ROOM):
            for one in what(path):
                found[one].add(path.name)
    return found


def exists(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_the_streamlit_internals_in_use_exist() -> None:
    kinds: dict[str, tuple[Callable[[Path], Iterable[str]], Callable[[str], bool]]] = {
        "imports": (names, exists),
        "private members": (
            private,
            lambda name: re.search(rf"\bself\.{name}\b|def {name}\b", on_the_server()) is not None,
        ),
        "elements": (written(MARKS), lambda mark: mark in in_the_browser()),
        "words": (written(WORDS), lambda word: f"`{word}`" in in_the_browser()),
    }
    known = {kind: internals_by_name(what) for kind, (what, _there) in kinds.items()}
    assert {kind: len(found) > 4 for kind, found in known.items()} == dict.fromkeys(kinds, True)
    gone = {
        (kind, one): sorted(files)
        for kind, found in known.items()
        for one, files in found.items()
        if not kinds[kind][1](one)
    }
    assert gone == {}, "Streamlit no longer has what these files of ui/base/streamlit_internals rest on."


def test_streamlit_s_page_has_the_places_where_ours_is_inserted() -> None:
    places = (index_html.LANGUAGE, index_html.BEFORE_SCRIPTS, index_html.TITLE, index_html.ICON, index_html.END)
    assert {place: index_html.original_html().count(place) for place in places} == dict.fromkeys(places, 1)
    assert [index_html.font(name) for name in index_html.FONTS]
    assert index_html.inline_scripts()


def test_only_one_folder_uses_streamlit_s_internals() -> None:
    outside = [path for path in OURS if not path.is_relative_to(ROOM)]
    touching = {
        path.relative_to(ROOT).as_posix(): found
        for path in outside
        if (found := {*modules(path), *written(ANYWHERE)(path)})
    }
    assert touching == {}, "What touches Streamlit's inside belongs into ui/base/streamlit_internals."


def test_each_file_states_the_internals_it_relies_on() -> None:
    import ui.base.streamlit_internals as room

    told = (room.__doc__ or "").split()
    files = {path.name for path in ROOM.iterdir() if path.suffix in (".py", ".js")} - {"__init__.py"}
    assert files == {name.rstrip(",") for name in told} & files
