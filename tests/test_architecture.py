"""Imports point one way: pages -> ui -> bpe_engine, and few places know Streamlit."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeVar

import pytest

Node = TypeVar("Node")

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    path for folder in ("bpe_engine", "classroom", "ui", "pages") for path in (ROOT / folder).rglob("*.py")
)
MAY_IMPORT_STREAMLIT = (
    "app.py",
    "pages/",
    "ui/base/session_state.py",
    "ui/state/session.py",
    "ui/pages/common/text_controls.py",
    "ui/pages/common/navigation.py",
    "ui/pages/common/shell.py",
    "ui/pages/common/lesson_downloads.py",
    "ui/pages/common/session_plan.py",
    "ui/pages/common/tokenizer_choice.py",
    "ui/base/reachable_hosts.py",
    "ui/components/",
    "ui/state/address_bar/",
    "ui/state/persistence/",
    "ui/classroom/plans/component/",
    "ui/server/",
    "ui/base/streamlit_internals/",
    "ui/pages/common/current_training.py",
)
WIDGET_MODULES = {
    "controls.py",
    "custom_text.py",
    "defence.py",
    "editor.py",
    "option_widgets.py",
    "player_area.py",
    "settings_drawer.py",
    "token_panel.py",
}
"""The modules of a page's folder that draw with Streamlit. All its others compute."""

MAY_RUN_A_LIBRARY = {
    "bpe_engine/files/tokenizers_process.py": {"tokenizers"},
    "bpe_engine/files/sentencepiece_process.py": {"sentencepiece"},
    "bpe_engine/sentencepiece/unigram.py": {"sentencepiece"},  # for its normalizer
    "bpe_engine/bpe/numpy_merges.py": {"numpy"},  # for large texts, where it is installed
}


@cache
def imported(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it, for types only or not; a relative import by its full name."""
    names: set[str] = set()
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join((*above, *filter(None, [node.module])))
            members = {f"{source}.{alias.name}" for alias in node.names}
            names |= {member if is_module(member) else source for member in members}
    return names


def is_module(name: str) -> bool:
    """Whether a name is that of a file or a folder here, and not of something in a file."""
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def top_level(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imported(path)}


def within(path: Path, places: tuple[str, ...]) -> bool:
    relative = path.relative_to(ROOT).as_posix()
    return any(relative == place or (place.endswith("/") and relative.startswith(place)) for place in places)


def draws_a_page(path: Path) -> bool:
    return path.name in WIDGET_MODULES and path.parent.parent == ROOT / "ui" / "pages"


def may_import_streamlit(path: Path) -> bool:
    return draws_a_page(path) or within(path, MAY_IMPORT_STREAMLIT)


def test_no_box_of_streamlit_s_leaves_out_what_is_pasted() -> None:
    """Its own bound does, without a word."""
    for path in (path for folder in ("pages", "ui") for path in (ROOT / folder).rglob("*.py")):
        assert "max_chars" not in path.read_text("utf-8"), path


def test_there_are_modules_to_look_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == {"bpe_engine", "classroom", "ui", "pages"}
    assert "regex" in {name for path in MODULES for name in top_level(path)}


def test_a_module_imports_only_what_lies_below_it() -> None:
    below = {
        "bpe_engine": {"bpe_engine"},
        "classroom": {"classroom"},  # what it shows is handed to it
        "ui": {"bpe_engine", "classroom", "ui"},
        "pages": {"bpe_engine", "ui"},
    }
    ours = {*below, "app", "tests", "tools", "benchmarks"}
    assert [path for path in MODULES if not top_level(path) & ours <= below[path.relative_to(ROOT).parts[0]]] == []


def test_streamlit_is_known_in_few_places() -> None:
    knows = {path for path in MODULES if "streamlit" in top_level(path)}
    assert [path for path in knows if not may_import_streamlit(path)] == []
    assert {path.name for path in knows if draws_a_page(path)} == WIDGET_MODULES


def test_what_computes_knows_nothing_of_a_session() -> None:
    knows = {path for path in MODULES if {"ui.base.session_state", "ui.state.session"} & imported(path)}
    assert [path for path in knows if not may_import_streamlit(path)] == []


def test_what_streamlit_holds_for_a_session_is_touched_in_one_place() -> None:
    touching = {path for path in MODULES if re.search(r"\bst\.session_state\b", path.read_text("utf-8"))}
    assert {path.relative_to(ROOT).as_posix() for path in touching} == {"ui/base/session_state.py"}


def test_what_is_drawn_in_the_browser_knows_no_page() -> None:
    may = (
        "ui.components",
        "ui.base.session_state",
        "ui.base.i18n",
        "ui.base.notation",
        "ui.base.visible_text",
        "ui.base.streamlit_internals",
    )
    drawn = [path for path in MODULES if within(path, ("ui/components/",))]
    known = {(path, name) for path in drawn for name in imported(path) if name.startswith("ui.")}
    assert len(known) > len(drawn)
    assert {(path, name) for path, name in known if not name.startswith(may)} == set()


MAY_BE_KNOWN_TO_JOBS = (
    "bpe_engine",
    "ui.tokenization.algorithms",
    "ui.base.i18n",
    "ui.jobs",
    "ui.base.result_cache",
    "ui.base.fair_queue",
    "ui.lessons.contract",
    "ui.lessons.frames",
    "ui.lessons.running_text",
    "ui.tokenization.tasks",
)


def test_long_work_knows_no_page() -> None:
    known = tuple(f"{name}." for name in MAY_BE_KNOWN_TO_JOBS)
    work = [path for path in MODULES if within(path, ("ui/jobs/",))]
    ours = {(path, name) for path in work for name in imported(path) if name.startswith(("bpe_engine", "ui", "pages"))}
    assert len(ours) > len(work)
    assert {(path, name) for path, name in ours if not f"{name}.".startswith(known)} == set()


def test_the_engine_needs_the_standard_library_and_regex_only() -> None:
    # What other libraries' files hold, these libraries run; they are imported when such a file is opened.
    for path in (path for path in MODULES if path.is_relative_to(ROOT / "bpe_engine")):
        libraries = MAY_RUN_A_LIBRARY.get(path.relative_to(ROOT).as_posix(), set())
        assert top_level(path) <= {*sys.stdlib_module_names, "regex", "bpe_engine", *libraries}, path
        at_once = {
            node.module or "" for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)
        }
        assert not libraries & {name.partition(".")[0] for name in at_once}, path


def test_nothing_is_kept_where_any_client_may_have_it_thrown_away() -> None:
    # Streamlit empties these caches for all sessions as soon as one browser asks for it.
    for path in (*MODULES, ROOT / "app.py"):
        assert not re.search(r"cache_(resource|data)\b", path.read_text("utf-8")), path


def test_one_place_starts_processes_and_another_keeps_a_pool() -> None:
    starting = {"multiprocessing", "subprocess"}
    starts = {path.relative_to(ROOT).as_posix(): top_level(path) & starting for path in MODULES}
    may = {"bpe_engine/sandbox/__init__.py": {"subprocess"}, "ui/jobs/process_pool.py": {"multiprocessing"}}
    assert {path: used for path, used in starts.items() if used} == may


@pytest.mark.parametrize("folder", ["bpe_engine", "classroom", "ui"])
def test_modules_do_not_import_each_other_in_a_cycle(folder: str) -> None:
    # For types only, inside a function, or a package by its name: each import ties two files together.
    files = {module(path): path for path in MODULES if path.is_relative_to(ROOT / folder)}
    assert tied_in_cycles({name: imported(path) & files.keys() for name, path in files.items()}) == set()


def tied_in_cycles(needs: dict[Node, set[Node]]) -> set[Node]:
    """What remains of a graph after its free nodes are removed again and again."""
    while free := {node for node, needed in needs.items() if not needed & needs.keys()}:
        needs = {node: needed for node, needed in needs.items() if node not in free}
    return set(needs)


def module(path: Path) -> str:
    """The name that a file is imported by; of an `__init__` that of its folder."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_no_engine_module_that_computes_knows_how_tokens_are_drawn() -> None:
    engine = {module(path): path for path in MODULES if path.is_relative_to(ROOT / "bpe_engine")}
    drawing = engine.pop("bpe_engine.notebook")
    assert "html" in imported(drawing)
    knows = {
        name
        for name, path in engine.items()
        if imported(path) & {"bpe_engine.notebook", "html", "colorsys"}
        or any(word in path.read_text("utf-8") for word in ("_repr_html_", "<span", "hsl("))
    }
    assert knows == {"bpe_engine"}  # which gives the drawing to all objects


def test_a_page_begins_by_its_own_name_before_it_does_anything_else() -> None:
    # The first visitor of a server may run a page without app.py (see `ui.state.session`). A browser test opens two so.
    for path in (ROOT / "pages").glob("*.py"):
        calls = [
            node
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Call)
        ]
        begins = (f"shell.start_page('{path.stem}', ", f"shell.start_player_page('{path.stem}', ")
        assert ast.unparse(calls[0].value).startswith(begins), path


def test_a_worker_process_needs_nothing_of_streamlit() -> None:
    # It would take several times as long to start.
    code = "import sys, runpy; runpy.run_path('app.py', run_name='__mp_main__'); import ui.jobs.training_calls;"
    code += "print(sorted({name.partition('.')[0] for name in sys.modules} & {'streamlit', 'starlette', 'altair'}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_a_file_refers_to_is_there() -> None:
    names = {
        name
        for path in MODULES
        for name in re.findall(r"`((?:ui|classroom|bpe_engine)(?:\.\w+)+)`", path.read_text("utf-8"))
    }
    assert len(names) > 10
    for name in names:
        resolve_name(name)
