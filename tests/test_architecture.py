"""Imports point one way: pages -> ui -> bpe_engine, and few places know Streamlit."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for folder in ("bpe_engine", "ui", "pages") for path in (ROOT / folder).rglob("*.py"))
MAY_IMPORT_STREAMLIT = (
    "app.py",
    "pages/",
    "ui/session.py",
    "ui/shell.py",
    "ui/tokenizer_choice.py",
    "ui/components/",
    "ui/player/component.py",
    "ui/server/",
    *(f"ui/{page}/choices.py" for page in ("bytes", "check", "companions", "compare", "course", "decode")),
    *(f"ui/{page}/choices.py" for page in ("own", "pretokenize", "size", "special", "stumble", "train", "vocabulary")),
    "ui/train/chosen.py",
    "ui/train/lesson.py",
    "ui/train/options.py",
)

MAY_RUN_A_LIBRARY = {
    "bpe_engine/files/tokenizers_apart.py": {"tokenizers"},
    "bpe_engine/files/sentencepiece_apart.py": {"sentencepiece"},
    "bpe_engine/sentencepiece/unigram.py": {"sentencepiece"},  # for its normalizer
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


def test_there_are_modules_to_look_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in MODULES} == {"bpe_engine", "ui", "pages"}
    assert "regex" in {name for path in MODULES for name in top_level(path)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_only_what_lies_below_it(path: Path) -> None:
    below = {"bpe_engine": {"bpe_engine"}, "ui": {"bpe_engine", "ui"}, "pages": {"bpe_engine", "ui"}}
    folder = path.relative_to(ROOT).parts[0]
    assert top_level(path) & {"bpe_engine", "ui", "pages", "app", "tests", "tools", "benchmarks"} <= below[folder]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_streamlit_is_known_in_few_places(path: Path) -> None:
    assert "streamlit" not in top_level(path) or within(path, MAY_IMPORT_STREAMLIT)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_computes_knows_nothing_of_a_session(path: Path) -> None:
    assert "ui.session" not in imported(path) or within(path, MAY_IMPORT_STREAMLIT)


@pytest.mark.parametrize("path", sorted((ROOT / "ui" / "components").rglob("*.py")), ids=lambda path: path.parent.name)
def test_what_is_drawn_in_the_browser_knows_no_page(path: Path) -> None:
    known = {name for name in imported(path) if name.startswith("ui.")}
    assert {
        name for name in known if not name.startswith(("ui.components", "ui.i18n", "ui.notation", "ui.show"))
    } == set()


MAY_BE_KNOWN_TO_JOBS = (
    "bpe_engine",
    "ui.algorithms",
    "ui.i18n",
    "ui.jobs",
    "ui.results",
    "ui.player.contract",
    "ui.player.frames",
    "ui.player.running",
    "ui.tasks",
)


@pytest.mark.parametrize("path", sorted((ROOT / "ui" / "jobs").glob("*.py")), ids=lambda path: path.stem)
def test_long_work_knows_no_page(path: Path) -> None:
    ours = {name for name in imported(path) if name.partition(".")[0] in ("bpe_engine", "ui", "pages")}
    known = tuple(f"{name}." for name in MAY_BE_KNOWN_TO_JOBS)
    assert {name for name in ours if not f"{name}.".startswith(known)} == set()


@pytest.mark.parametrize("path", sorted((ROOT / "bpe_engine").rglob("*.py")), ids=lambda path: path.name)
def test_the_engine_needs_the_standard_library_and_regex_only(path: Path) -> None:
    # What other libraries' files hold, these libraries run; they are imported when such a file is opened.
    libraries = MAY_RUN_A_LIBRARY.get(path.relative_to(ROOT).as_posix(), set())
    assert top_level(path) <= {*sys.stdlib_module_names, "regex", "bpe_engine", *libraries}
    at_once = {
        node.module or "" for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)
    }
    assert not libraries & {name.partition(".")[0] for name in at_once}


def test_nothing_is_kept_where_any_client_may_have_it_thrown_away() -> None:
    # Streamlit empties these caches for all sessions as soon as one browser asks for it.
    for path in (*MODULES, ROOT / "app.py"):
        assert not re.search(r"cache_(resource|data)\b", path.read_text("utf-8")), path


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_one_place_starts_processes_and_another_keeps_a_pool(path: Path) -> None:
    may = {"bpe_engine/sandbox/__init__.py": {"subprocess"}, "ui/jobs/pool.py": {"multiprocessing"}}
    starts = top_level(path) & {"multiprocessing", "subprocess"}
    assert starts <= may.get(path.relative_to(ROOT).as_posix(), set())


@pytest.mark.parametrize("folder", ["bpe_engine", "ui"])
def test_modules_do_not_import_each_other_in_a_circle(folder: str) -> None:
    # For types only, inside a function, or a package by its name: each import ties two files together.
    files = {module(path): path for path in MODULES if path.is_relative_to(ROOT / folder)}
    needs = {name: imported(path) & files.keys() for name, path in files.items()}
    while free := {name for name, needed in needs.items() if not needed & needs.keys()}:
        needs = {name: needed for name, needed in needs.items() if name not in free}
    assert needs == {}


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


@pytest.mark.parametrize("path", sorted((ROOT / "pages").glob("*.py")), ids=lambda path: path.stem)
def test_a_page_begins_by_its_own_name_before_it_does_anything_else(path: Path) -> None:
    # The first visitor of a server may run a page without app.py (see ui/session.py). A browser test opens two so.
    calls = [
        node
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Call)
    ]
    assert ast.unparse(calls[0].value).startswith((f"shell.begin('{path.stem}', ", f"shell.stage('{path.stem}', "))


def test_a_worker_process_needs_nothing_of_streamlit() -> None:
    # It would take several times as long to start.
    code = "import sys, runpy; runpy.run_path('app.py', run_name='__mp_main__'); import ui.jobs.work;"
    code += "print(sorted({name.partition('.')[0] for name in sys.modules} & {'streamlit', 'starlette', 'altair'}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_file_refers_to_is_there(path: Path) -> None:
    for name in re.findall(r"`((?:ui|bpe_engine)(?:\.\w+)+)`", path.read_text("utf-8")):
        resolve_name(name)
