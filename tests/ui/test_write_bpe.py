"""Write BPE yourself: the tasks can be solved, the expected results are right, and runs report errors."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.ui.app_pages import Open, component
from ui.base.i18n import languages, use_language
from ui.components.browser_python import assets, codemirror, learner_code, pyodide
from ui.pages.code.functions import SOLUTIONS, steps, stub
from ui.pages.code.view import code, labels
from ui.pages.code.word_sets import reference_merges

NAMES = {"count": "count_pairs", "merge": "merge", "train": "train", "encode": "encode"}


def ran(code: str, *calls: Any, before: str = "") -> tuple[dict[str, Any], str]:
    """Return the result of a program, and what it printed."""
    printed: list[str] = []
    sources = [["before", before, False], ["mine", code, True]]
    answer = learner_code.run(json.dumps({"sources": sources, "calls": calls}), printed.append)
    found: dict[str, Any] = json.loads(answer)
    return found, "".join(printed)


def test_the_solutions_give_the_expected_results() -> None:
    before = ""
    for step in steps():
        found, printed = ran(step["solution"], *(json.loads(check["call"]) for check in step["checks"]), before=before)
        assert (found["error"], printed) == (None, "")
        for check, value in zip(step["checks"], found["values"], strict=True):
            match check["returns"]:
                case "counts":
                    assert sorted(map(tuple, value)) == sorted(check["counts"])
                case "symbols":
                    assert value == check["symbols"]
                case "merges":
                    assert check["merges"]
                    assert [tuple(pair) for pair in value] == [merge["pair"] for merge in check["merges"]["merges"]]
        before += step["solution"]


def test_expected_results_equal_the_hugging_face_course_s() -> None:
    # https://huggingface.co/learn/llm-course/chapter6/5: “ug” 20 times, then “un” 16, then “hug” 15.
    count, _merge, train, encode = steps()
    counts = {(left, right): times for left, right, times in count["checks"][0]["counts"]}
    assert counts == {("h", "u"): 15, ("u", "g"): 20, ("p", "u"): 17, ("u", "n"): 16, ("b", "u"): 4, ("g", "s"): 5}
    hug, tied, _random = (check["merges"] for check in train["checks"])
    assert hug
    assert tied
    assert [(merge["pair"], merge["count"]) for merge in hug["merges"][:3]] == [
        (("u", "g"), 20),
        (("u", "n"), 16),
        (("h", "ug"), 15),
    ]
    # she sells sea shells by the sea shore: s h, h e and s e three times each; “s h” is the start of “she”.
    first = tied["merges"][0]
    assert (first["pair"], first["count"]) == (("s", "h"), 3)
    assert {(left, right) for left, right, times, _why in first["pairs"] if times == 3} == {("h", "e"), ("s", "e")}
    # hugs: ug by rank 0, then hug by rank 2, then hugs, which exists once its parts do.
    assert encode["checks"][0]["symbols"] == ["hugs"]


def test_the_tests_include_ties_and_overlaps() -> None:
    tied = reference_merges("tied")["merges"]
    ties = [merge for merge in tied if any(count == merge["count"] for *_pair, count, _why in merge["pairs"])]
    assert len(ties) >= 3
    assert "A tie: both pairs occur 3 times." in tied[0]["pairs"][0][3][0]
    random = reference_merges("random")["merges"]
    assert any(left == right for left, right in (merge["pair"] for merge in random))


def test_the_training_takes_fifteen_lines_to_write() -> None:
    def lines(text: str) -> int:
        return len(text.splitlines())

    # The initial code: minus the comment, an empty line, and the printed example.
    missing = {key: lines(SOLUTIONS[key]) - (lines(stub(key)) - 3) for key in SOLUTIONS}
    assert missing["count"] + missing["merge"] + missing["train"] == 15
    for key, name in NAMES.items():
        found, printed = ran(stub(key))
        assert found["error"] is None, name  # it runs unchanged
        assert printed


@pytest.mark.parametrize("language", languages())
def test_each_language_has_complete_tasks(language: str) -> None:
    use_language(language)
    try:
        shown = code("base/", "")
        assert all(text or name == "absent" for name, text in labels().items())
        for step in shown["steps"]:
            compile(step["stub"], step["key"], "exec")
            assert all(text.count("`") % 2 == 0 for text in (*step["instructions"], step["hint"]))
            assert "`" in step["instructions"][0]
    finally:
        use_language("en")


@pytest.mark.parametrize(
    ("program", "line", "says"),
    [
        ("def f(:\n    pass", 1, "SyntaxError"),
        ("x = [\n", 1, "SyntaxError: '[' was never closed"),
        ("a = 1\nb = a / 0\n", 2, "ZeroDivisionError: division by zero"),
        ("def f(words):\n    n = 0\n    return words[99]\n", 3, "IndexError"),
        ("def f(words):\n    return f(words)\n", 2, "RecursionError"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit: 3"),
        ("raise KeyboardInterrupt", 1, "KeyboardInterrupt"),
        ("input('Name?')", 1, "RuntimeError: input() has nobody to ask here"),
        ("\n\nraise ValueError('<b>no</b>')", 3, "ValueError: <b>no</b>"),
        ("class E(Exception):\n    def __str__(self):\n        return 1 / 0\nraise E", 4, "E"),
        ("g = 1", 0, "There is no function f any more"),
        ("raise ValueError('\\ud800' * 5000)", 1, "ValueError: ????"),
    ],
)
def test_an_error_is_reported_with_its_line(program: str, line: int, says: str) -> None:
    call = {"function": "f", "arguments": [["words", [[["a"], 1]]]], "returns": "symbols"}
    found, _printed = ran(program, call)
    assert found["error"]["line"] == line
    assert says in found["error"]["message"]
    assert found["error"]["source"] == "mine"
    assert not found["error"]["wrong"]
    assert len(found["error"]["message"]) < 1000


@pytest.mark.parametrize("returns", ["counts", "symbols", "merges"])
@pytest.mark.parametrize(
    "value", ["None", "7", "'ug'", "[1, 2]", "{'ug': 20}", "[('u',)]", "{('u', 'g'): '20'}", "['a'] * 10001", "object"]
)
def test_a_value_of_another_type_is_shown_in_short(returns: str, value: str) -> None:
    found, _printed = ran(f"def f():\n    return {value}", {"function": "f", "arguments": [], "returns": returns})
    assert found["error"]["wrong"]
    assert found["call"] == 0
    assert 0 < len(found["error"]["message"]) < 200


def test_printed_output_is_limited(opened: Open) -> None:
    found, printed = ran("print('mine', '\\ud800')", before="print('before')")
    assert (printed, found["cut"]) == ("mine ?\n", False)
    found, printed = ran("for n in range(100000):\n    print(n)")
    assert found["cut"]
    assert learner_code.MAX_OUTPUT <= len(printed) <= learner_code.MAX_OUTPUT + 5
    assert printed.endswith("…")
    found, printed = ran("import sys\nprint('to stderr', file=sys.stderr)")
    assert printed == "to stderr\n"
    app = opened("pages/code.py")
    (shown,) = json.loads(component(app, "editor").json)
    assert shown["base"] == assets.ROUTE_PREFIX
    assert [step["key"] for step in shown["steps"]] == list(SOLUTIONS)


def test_without_python_the_page_says_how_to_get_it(
    opened: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pyodide, "APP", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert pyodide.installed() is None
    assert codemirror.files() == {}
    app = opened("pages/code.py")
    (shown,) = json.loads(component(app, "editor").json)
    assert shown["base"] == ""
    assert "never on the server" in shown["labels"]["absent"]
    assert f"npm install pyodide@{pyodide.VERSION}" in shown["labels"]["absent"]
    assets._cached_assets.cache_clear()
    answer = TestClient(Starlette(routes=assets.routes())).get(f"/{assets.ROUTE_PREFIX}files.json")
    assets._cached_assets.cache_clear()
    assert answer.status_code == 404


def test_only_files_that_workers_request_are_served() -> None:
    client = TestClient(Starlette(routes=assets.routes()))
    files = client.get(f"/deep/below/{assets.ROUTE_PREFIX}files.json").json()
    assert {assets.LEARNER_CODE, "pyodide/pyodide.mjs", "pyodide/pyodide.asm.wasm"} <= files.keys()
    for name in ("../pyproject.toml", "editor/../../app.py", "package.json", ""):
        assert client.get(f"/{assets.ROUTE_PREFIX}{name}").status_code == 404
    told = client.get(f"/{assets.ROUTE_PREFIX}{assets.LEARNER_CODE}?{files[assets.LEARNER_CODE]['sha256'][:16]}")
    assert "immutable" in told.headers["cache-control"]
    worker = client.get(f"/{assets.ROUTE_PREFIX}{assets.WORKER}")
    assert worker.headers["content-type"].startswith("text/javascript")
    known = {"if-none-match": worker.headers["etag"]}
    assert worker.headers["cache-control"] == "no-cache"
    assert client.get(f"/{assets.ROUTE_PREFIX}{assets.WORKER}", headers=known).status_code == 304


def test_the_modules_of_the_editor_import_each_other_and_nothing_else() -> None:
    files = codemirror.files()
    assert {codemirror.FIRST, "codemirror-view.js", "codemirror-lang-python.js"} <= files.keys()
    for content in files.values():
        for name in re.findall(
            r"""^(?:import|export)\b[^'"\n]*\bfrom\s*['"]([^'"]+)""", content.decode(), re.MULTILINE
        ):
            assert name.removeprefix("./") in files, name
