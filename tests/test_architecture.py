"""Promises about imports and names in the code, besides the import contracts in pyproject.toml."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from pkgutil import resolve_name

import grimp
import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    path for folder in ("bpe_engine", "classroom", "ui", "pages") for path in (ROOT / folder).rglob("*.py")
)
MAY_RUN_A_LIBRARY = {
    "tokenizers": {"bpe_engine.files.tokenizers_process"},
    "sentencepiece": {"bpe_engine.files.sentencepiece_process", "bpe_engine.sentencepiece.unigram"},
    "numpy": {"bpe_engine.bpe.numpy_merges"},  # for large texts, if it is installed
}


@cache
def imported(path: Path) -> set[str]:
    """Return the modules that a file imports anywhere, also for types only; relative imports by their full names."""
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
    """Return whether a name is a module or a package here, rather than something inside a module."""
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_no_text_field_truncates_pasted_text() -> None:
    """Its own limit would truncate silently."""
    for path in (path for folder in ("pages", "ui") for path in (ROOT / folder).rglob("*.py")):
        assert "max_chars" not in path.read_text("utf-8"), path


def test_the_engine_needs_the_standard_library_and_regex_only() -> None:
    graph = grimp.build_graph("bpe_engine", include_external_packages=True)
    libraries = {name for name in graph.modules if graph.is_module_squashed(name)} - sys.stdlib_module_names
    assert "regex" in libraries
    importers = {name: graph.find_modules_that_directly_import(name) for name in libraries - {"regex"}}
    assert importers == MAY_RUN_A_LIBRARY


@pytest.mark.parametrize("package", ["bpe_engine", "classroom", "ui"])
def test_modules_do_not_import_each_other_in_a_cycle(package: str) -> None:
    # Including imports for types, inside functions, or of a package by its name: each ties two files together.
    graph = grimp.build_graph(package)
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


def test_no_engine_module_that_computes_writes_html() -> None:
    drawing = re.compile(r"_repr_html_|<span|hsl\(")
    engine = (path for path in MODULES if path.is_relative_to(ROOT / "bpe_engine"))
    found = {path.relative_to(ROOT).as_posix() for path in engine if drawing.search(path.read_text("utf-8"))}
    assert found == {"bpe_engine/notebook.py"}


def test_every_page_first_starts_itself_by_name() -> None:
    # A server's first visitor may run a page without app.py (see `ui.state.session`). A browser test opens two pages
    # so.
    for path in (ROOT / "pages").glob("*.py"):
        calls = [
            node
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Call)
        ]
        begins = [f"shell.{name}('{path.stem}'" for name in ("start_page", "start_player_page")]
        assert ast.unparse(calls[0].value).startswith(
            tuple(f"{call}{end}" for call in begins for end in (")", ", "))
        ), path


def test_worker_processes_do_not_import_streamlit() -> None:
    # It would take several times as long to start.
    code = "import sys, runpy; runpy.run_path('app.py', run_name='__mp_main__'); import ui.jobs.training_calls;"
    code += "print(sorted({name.partition('.')[0] for name in sys.modules} & {'streamlit', 'starlette', 'altair'}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_files_referred_to_in_code_and_documents_exist() -> None:
    names = {
        name
        for path in MODULES
        for name in re.findall(r"`((?:ui|classroom|bpe_engine)(?:\.\w+)+)`", path.read_text("utf-8"))
    }
    assert len(names) > 10
    for name in names:
        resolve_name(name)


SCRIPTS = [*ROOT.glob("ui/**/*.js")]
# What a page may show; a command writes to a terminal.
SHOWN = [path for path in (*ROOT.glob("ui/**/*.py"), *ROOT.glob("pages/*.py")) if path.name != "__main__.py"]


def findings_by_file(paths: Iterable[Path], find: Callable[[str], object]) -> dict[str, object]:
    """Return what is found in these files, by file name."""
    found = {path.relative_to(ROOT).as_posix(): find(path.read_text("utf-8")) for path in paths}
    assert found
    return {path: each for path, each in found.items() if each}


def test_no_script_formats_numbers_by_the_browser_s_locale() -> None:
    assert (
        findings_by_file(SCRIPTS, re.compile(r"toLocale\w+\(\)|NumberFormat\(\)|navigator\.language\b").findall) == {}
    )


def test_no_script_joins_texts_with_hard_coded_punctuation() -> None:
    """Except the number before a title."""
    joins = re.compile(r'join\("[,.;:] "\)|`\$\{[^`]*[^1]\}(?:, `|[.:] \$\{)')
    assert findings_by_file(SCRIPTS, joins.findall) == {}


def test_no_code_hard_codes_english_numbers_or_quotation_marks() -> None:
    """Each language has its own, so they belong in messages."""

    def written(code: str) -> list[str]:
        tree = ast.parse(code)
        # Errors for programmers are in English.
        raised = {inner for node in ast.walk(tree) if isinstance(node, ast.Raise) for inner in ast.walk(node)}
        return [
            ast.unparse(node)
            for node in ast.walk(tree)
            if (isinstance(node, ast.JoinedStr) and node not in raised and re.search("[“”]", ast.unparse(node)))
            or (
                isinstance(node, ast.FormattedValue)
                and node.format_spec is not None
                and re.search(r":[^:{}]*[,.][^:{}]*\}", ast.unparse(node))
            )
        ]

    assert findings_by_file(SHOWN, written) == {}


def test_no_code_hard_codes_brackets_around_a_text() -> None:
    """Chinese uses different ones, without a space before them, so they belong in messages."""

    def glued(code: str) -> list[str]:
        texts = [
            "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            for node in ast.walk(ast.parse(code))
            if isinstance(node, ast.JoinedStr)
        ]
        return [text for text in texts if re.search(r"[}>] ?\(\{", text)]

    # The pages on companions show lines that programs print.
    assert findings_by_file((path for path in SHOWN if "companions" not in path.parts), glued) == {}
