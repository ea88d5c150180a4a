"""Tokens, ids and code in all generated HTML are marked so that browsers do not translate them."""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from bpe_engine import load_pretrained
from tests.ui.app_pages import Open
from ui.classroom.plans.bundled import BUNDLED
from ui.pages.companions import controls
from ui.pages.companions.catalog import TEXTS, text
from ui.pages.plans.export import plan_file
from ui.pages.registry import PAGES
from ui.player.encoding_lesson import encoding_file
from ui.player.file_formats import FileFormat
from ui.player.training_lesson import FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

LITERAL_TAGS = {"code", "pre", "bdi"}
LITERAL_CLASSES = {"token", "id", "piece", "cut"}
EMPTY_TAGS = {"meta", "link", "br", "input", "img", "hr", "wbr"}
TITLES = {name: page.title for name, page in PAGES.items()}


class Literals(HTMLParser):
    """The elements that contain tokens, ids or code, and which of them a browser may translate."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.within: list[bool] = []
        self.count = 0
        self.translated: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        kept = has.get("translate") == "no" or any(self.within)
        if tag in LITERAL_TAGS or LITERAL_CLASSES & {*(has.get("class") or "").split()}:
            self.count += 1
            if not kept:
                self.translated.append(self.get_starttag_text() or tag)
        if tag not in EMPTY_TAGS:
            self.within.append(kept)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY_TAGS:
            self.within.pop()


def papers() -> Iterator[tuple[str, str]]:
    forms: tuple[FileFormat, ...] = ("paper", "blank")
    for form in forms:
        for algorithm in ("bpe", "wordpiece", "unigram"):
            task = Task(SCENARIOS["hug"].source, default_settings(algorithm, "hug"))
            yield f"training {algorithm} {form}", task_file(task, FileOptions("A", "en", form=form)).decode()
        encoding = encoding_file(load_pretrained("gpt2"), "hug é", "GPT-2", "en", form=form)
        yield f"encoding {form}", encoding.decode()
        for name in BUNDLED:
            yield f"plan {name} {form}", plan_file(name, "en", TITLES, form).decode()


def companions() -> Iterator[tuple[str, str]]:
    for key in TEXTS:
        for number, entry in enumerate(text(key).all_entries):
            yield f"{key} {number}", controls.html(entry, "en")


def test_no_printed_token_and_no_code_is_translated() -> None:
    found = {name: Literals(html.partition("<body>")[2].partition("</body>")[0]) for name, html in papers()}
    assert min(literals.count for literals in found.values()) > 3
    assert {name: literals.translated for name, literals in found.items() if literals.translated} == {}
    found = {name: Literals(html) for name, html in companions()}
    assert sum(literals.count for literals in found.values()) > 300
    assert {name: literals.translated for name, literals in found.items() if literals.translated} == {}


@pytest.mark.parametrize("page", ["companions", "course", "knife", "plans"])
def test_no_token_in_the_html_of_a_page_is_translated(opened: Open, page: str) -> None:
    app = opened(f"pages/{page}.py")
    assert [each for node in app.get("html") for each in Literals(node.proto.body).translated] == []
