"""Lessons as files: their content, in which texts stay text."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest

from bpe_engine import BPETraining
from ui.components.bundle import bundle
from ui.jobs import training_calls
from ui.lessons.lesson import single_lesson_file
from ui.lessons.running_text import text_opening
from ui.player.encoding_lesson import encoding_title
from ui.player.html_page import lesson_page
from ui.player.training_lesson import MAX_STEPS, SMALL_CORPUS, FileOptions, task_file, training_file
from ui.site.lesson_files import __main__
from ui.tokenization import encoding
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

HOSTILE = "</script><script>alert(1)</script> <!-- <script> ]]> \u2028 \x00 \ud800 <img src=//evil.example>"
Train = Callable[..., BPETraining]


class Elements(HTMLParser):
    """The elements of a page with their attributes and texts."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.ended = True
        self.feed(page.decode("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes), ""))
        self.ended = False

    def handle_endtag(self, tag: str) -> None:
        self.ended = True

    def handle_data(self, data: str) -> None:
        if not self.ended:
            tag, attributes, text = self.found[-1]
            self.found[-1] = (tag, attributes, text + data)

    def one(self, tag: str, **wanted: str) -> tuple[dict[str, str | None], str]:
        (found,) = [
            (attributes, text)
            for name, attributes, text in self.found
            if name == tag and wanted.items() <= attributes.items()
        ]
        return found


def file_options(**values: Any) -> FileOptions:
    return FileOptions(**{"title": "A lesson", "language": "en", **values})


def task(scenario: str, algorithm: str = "bpe") -> Task:
    return Task(SCENARIOS[scenario].source, default_settings(algorithm, scenario))


def inside(page: bytes) -> dict[str, Any]:
    """Return the lessons of a file."""
    found: dict[str, Any] = json.loads(decompress(b64decode(Elements(page).one("script", id="lesson")[1])))
    return found


SMALL = [(scenario, algorithm) for scenario in SCENARIOS if SCENARIOS[scenario].ready for algorithm in ALGORITHMS]


def test_a_small_lesson_contains_each_tie_rule() -> None:
    file = inside(task_file(task("hug"), file_options()))
    assert (file["rule"], set(file["lessons"])) == ("first-seen", {"first-seen", "smallest-id", "largest-pair"})
    for rule, lesson in file["lessons"].items():
        assert {name for name, _title in lesson["rules"]} == set(file["lessons"])
        assert {frame["tie"]["rule"] for frame in lesson["frames"] if frame["tie"]} == {rule}


def test_a_long_training_has_its_own_rule_and_the_requested_steps(train: Train) -> None:
    made = train(" ".join(f"{number:03d}" for number in range(300)), vocab_size=100)
    page = training_file(made, file_options(steps=10))
    (lesson,) = inside(page)["lessons"].values()
    assert (lesson["steps"], len(lesson["frames"]), len(lesson["merges"]), lesson["rules"]) == (10, 11, 10, [])
    assert lesson["curves"]["steps"][-1] == 10
    assert f"This file has the first 10 of {len(made.events)} steps." in page.decode()


def test_a_file_has_a_limited_number_of_steps(train: Train) -> None:
    made = train(" ".join(f"{number:03d}" for number in range(500)), vocab_size=400)
    (lesson,) = inside(training_file(made, file_options(steps=999, most_bytes=10**8)))["lessons"].values()
    assert lesson["steps"] == MAX_STEPS[-1] < len(made.events)


def test_a_hostile_text_stays_text(train: Train) -> None:
    made = train({HOSTILE: 2}, pre_tokenizer="none")
    page = training_file(made, file_options(title=HOSTILE.replace("\ud800", "")))
    elements = Elements(page)
    assert [tag for tag, _attributes, _text in elements.found].count("script") == 2
    assert not [tag for tag, _attributes, _text in elements.found if tag == "img"]
    assert b"<!--" not in page
    assert b"evil.example>" not in page
    assert inside(page)["lessons"][""]["frames"]


def test_the_policy_of_a_file_allows_its_own_script_and_styles_and_nothing_else() -> None:
    elements = Elements(task_file(task("hug"), file_options()))
    policy, _text = elements.one("meta", **{"http-equiv": "Content-Security-Policy"})
    rules = dict(rule.split(" ", 1) for rule in (policy["content"] or "").split("; "))

    def hash_source(source: str) -> str:
        return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"

    assert rules == {
        "default-src": "'none'",
        "script-src": hash_source(elements.one("script", type="module")[1]),
        "style-src": hash_source(elements.one("style")[1]),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    for _tag, attributes, _text in elements.found:
        assert attributes.keys().isdisjoint({"style", "onclick", "src"})


def test_a_file_declares_its_title_and_language() -> None:
    page = lesson_page({"rule": "", "lessons": {}}, "東 <b>", "vi")
    elements = Elements(page)
    assert elements.one("html")[0]["lang"] == "vi"
    assert elements.one("title")[1].strip() == elements.one("h1")[1].strip() == "東 <b>"


def test_a_bundle_contains_each_module_once_and_imports_nothing() -> None:
    script = bundle("player/html_file_host.js")
    assert script.count("class Player{") == 1
    assert script.count("function setAttributes(") == 1
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)
    assert "</script" not in script.lower()
    assert "<!--" not in script


def test_a_module_that_cannot_be_bundled_is_named() -> None:
    sources = {"x/a.js": 'import { b as c } from "./b.js";\n', "x/b.js": "export { c };\n"}
    with pytest.raises(ValueError, match=r"The module x/b\.js has “export \{ c \};”"):
        bundle("x/a.js", sources)


def test_imports_under_another_name_keep_that_name() -> None:
    sources = {"x/a.js": 'import { b as c } from "../b.js";\nc();\n', "b.js": "export function b() {}\n"}
    function = "const module0=(()=>{function b(){}\nreturn{b};})();"
    assert bundle("x/a.js", sources) == f"{function}const{{b:c}}=module0;c();"


def test_a_too_large_file_has_fewer_steps(train: Train) -> None:
    made = train(" ".join(f"{number:03d}" for number in range(300)), vocab_size=100)
    whole = training_file(made, file_options())
    page = training_file(made, file_options(most_bytes=len(whole) - 1))
    assert len(page) < len(whole)
    (lesson,) = inside(page)["lessons"].values()
    steps = lesson["steps"]
    assert 0 < steps < len(made.events)
    assert (len(lesson["frames"]), len(lesson["merges"])) == (steps + 1, steps)
    assert lesson["curves"]["steps"] == list(range(steps + 1))
    assert f"This file has the first {steps} of {len(made.events)} steps." in page.decode()


def running(page: bytes, step: int) -> str:
    """Return the running text of a file at a step, with bars between the tokens of a word."""
    file = inside(page)
    lesson = file["lessons"][file["rule"]]
    tokens, text = lesson["tokens"], lesson["text"]

    def word(number: int) -> str:
        row = [row for since, row in text["words"][number] if since <= step][-1]
        return "|".join(tokens[token][0] for token in row["tokens"])

    return "".join(word(part) if isinstance(part, int) else part for part in text["order"]).rstrip()


def test_a_file_contains_the_running_text() -> None:
    text = "low lower lowest"
    asked = Task(TextSource.from_texts(text), replace(default_settings("bpe", "text"), vocab_size=300))
    pages = [
        task_file(asked, file_options()),
        training_file(training_calls.train(asked), file_options(), text_opening([text])),
    ]
    for page in pages:
        # “low” occurs three times, twice with its space: l + o and lo + w come first.
        assert running(page, 0) == "l|o|wĠ|l|o|w|e|rĠ|l|o|w|e|s|t"
        assert running(page, 2) == "lowĠ|low|e|rĠ|low|e|s|t"


def test_a_shortened_file_has_no_later_steps_of_the_running_text(train: Train) -> None:
    text = " ".join(f"{number:03d}" for number in range(300))
    made = train(text, vocab_size=100)
    whole = training_file(made, file_options(), text_opening([text]))
    shorter = training_file(made, file_options(most_bytes=len(whole) - 1), text_opening([text]))
    (lesson,) = inside(shorter)["lessons"].values()
    changes = [since for states in lesson["text"]["words"] for since, _row in states]
    assert 0 < max(changes) <= lesson["steps"] < len(made.events)


def test_a_longer_text_has_only_its_own_tie_rule() -> None:
    long = Task(TextSource.from_texts("hug " * SMALL_CORPUS), default_settings("bpe", "text"))
    assert set(inside(task_file(long, file_options()))["lessons"]) == {""}


def test_a_file_contains_all_steps_of_an_encoding() -> None:
    tokenizer = training_calls.train(task("hug")).tokenizer()
    page = lesson_page(
        single_lesson_file(encoding.lesson(tokenizer, HOSTILE[:20])), encoding_title(HOSTILE[:20], "<b>"), "en"
    )
    (lesson,) = inside(page)["lessons"].values()
    assert len(lesson["frames"]) == lesson["steps"] + 1
    assert Elements(page).one("h1")[1] == "“</script><script>ale”, <b>"


def test_the_command_writes_every_lesson_with_every_frame_and_links_to_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    __main__.write(tmp_path, "en")
    links = {
        str(attributes["href"]): text
        for tag, attributes, text in Elements((tmp_path / "index.html").read_bytes()).found
        if tag == "a"
    }
    assert links.keys() | {"index.html"} == {path.name for path in tmp_path.iterdir()}
    files = {}
    for name, title in links.items():
        page = (tmp_path / name).read_bytes()
        assert len(page) < 300_000
        assert Elements(page).one("h1")[1] == title
        files[name] = inside(page)
        assert files[name]["lessons"]
    assert f"index.html: {len(links)} lessons" in capsys.readouterr().out
    for scenario, algorithm in SMALL:  # each frame is that of the app
        file = files[f"{scenario}-{algorithm}.html"]
        made = training_calls.train(task(scenario, algorithm))
        begins = text_opening(SCENARIOS[scenario].source.texts)
        shown = json.loads(json.dumps(ALGORITHMS[algorithm].frames(made, 0, len(made.events), begins)))
        assert {name: file["lessons"][file["rule"]][name] for name in shown} == shown
