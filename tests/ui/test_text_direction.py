"""Right-to-left texts: each is isolated within sentences, on pages and on paper."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError
from tests.ui.app_pages import Open, alerts
from ui.base.i18n import translate_error
from ui.base.text_direction import RIGHT_TO_LEFT, isolate
from ui.base.visible_text import display_name, reading_order_note, visible_message
from ui.player.training_lesson import FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.tasks.task import Task, TextSource

TEXT = "مرحبا بالعالم 12"
ISOLATED = re.compile("\u2068[^\u2066-\u2069]*\u2069")
ORDER = "Tokens in a row are read from left to right, in the order of the text."
PAGES: dict[str, dict[str, str]] = {
    "check": {"scenario": "text", "text": TEXT, "merges": "ا ل\nم ر", "split": "whitespace", "units": "characters"},
    "train": {"scenario": "text", "text": TEXT},
    "encode": {"sample": TEXT},
    "playground": {"sample": TEXT},
    "pretokenize": {"sample": TEXT},
    "compare": {"scenario": "text", "text": TEXT, "unseen": TEXT},
    "decode": {"ids": "30925, 148, 109, 148, 101"},
    "knife": {"add": "مرحبا", "sample": TEXT},
    "bytes": {"sample": TEXT},
    "special": {"sample": TEXT},
    "prompt": {"sample": TEXT},
    "own": {"tokens": "مر\nحبا", "sample": TEXT},
    "chat": {"messages": f"user: {TEXT}", "typed": "refused"},
    "scene": {"sample": TEXT},
    "size": {"sample": TEXT},
    "vocabulary": {"find": "ال", "tokenizer": "gpt2"},
    "home": {"sample": TEXT},
}
KEYS = {"id", "subject", "code", "message", "address", "query", "sample", "text"}
"""Keys of component data that are not sentences: names of a lesson, programs, contents of boxes."""


class Loose(HTMLParser):
    """Pieces of right-to-left text that are not isolated."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.within: list[bool] = []
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if tag not in {"meta", "link", "br", "input"}:
            self.within.append(tag in {"bdi", "code"} or "token" in classes)

    def handle_endtag(self, tag: str) -> None:
        self.within.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.within) and RIGHT_TO_LEFT.search(ISOLATED.sub("", data)):
            self.found.append(data)


def page_texts(app: AppTest) -> list[str]:
    """Return all text of a page itself: HTML, Markdown, labels."""
    found = [node.proto.body for node in app.get("html")]
    for kind in ("markdown", "caption", "header", "subheader"):
        found += [node.value for node in app.get(kind)]
    return found + [node.label for kind in ("checkbox", "radio", "metric", "expander") for node in app.get(kind)]


def sentences(data: object) -> list[str]:
    """Return a component's sentences, without tokens and single words."""
    if isinstance(data, str):
        return [data] if re.search("[A-Za-z]{2}|[“”|]", data) and not data.startswith("space ") else []
    if isinstance(data, Mapping):
        data = [value for key, value in data.items() if key not in KEYS]
    return [found for each in data for found in sentences(each)] if isinstance(data, list) else []


@pytest.mark.parametrize("page", PAGES)
def test_pages_isolate_what_comes_from_a_text(opened: Open, page: str) -> None:
    app = opened(f"pages/{page}.py", **PAGES[page])
    shown = [node.proto for node in app.get("bidi_component")]
    parts = [node for node in shown if not re.search("address_bar|keeper", node.component_name)]
    assert [loose for each in page_texts(app) for loose in Loose(each).found] == []
    given = [each for node in parts for each in sentences(json.loads(node.json))]
    assert [each for each in given if RIGHT_TO_LEFT.search(ISOLATED.sub("", each))] == []


@pytest.mark.parametrize("page", ["playground", "pretokenize"])
def test_a_page_states_the_reading_direction_of_tokens(opened: Open, page: str) -> None:
    assert ORDER in "".join(page_texts(opened(f"pages/{page}.py", sample=TEXT)))
    assert ORDER not in "".join(page_texts(opened(f"pages/{page}.py", sample="plain")))


@pytest.mark.parametrize("blank", [False, True])
def test_a_printed_lesson_isolates_texts_and_states_their_direction(blank: bool) -> None:
    settings = replace(default_settings("bpe", "text"), vocab_size=40, pre_tokenizer="whitespace")  # type: ignore[call-arg]  # of BPE
    form = "blank" if blank else "paper"
    page = task_file(Task(TextSource(texts=(TEXT,)), settings), FileOptions("A lesson", "en", form=form)).decode()
    assert TEXT.split()[0] in page
    assert Loose(page.split("<body>")[1].split("</body>")[0]).found == []
    assert ORDER in page


def test_sums_keep_their_order_and_errors_isolate_quotes(opened: Open) -> None:
    # Without isolation, digits and signs between two Arabic words are drawn from right to left.
    word = TEXT.split()[0]
    assert isolate(word) == display_name(word) == f"\u2068{word}\u2069"
    assert isolate(isolate(word)) == isolate(word)
    assert isolate("hug é 你好") == "hug é 你好"
    assert visible_message(f"“{isolate(word)}” = 2\u2068") == f"“\u2068{word}\u2069” = 2⟨U+2068⟩"
    assert reading_order_note("12 hug") == ""
    error = EngineError("The value {value!r} is 3, not {other}.", value="مرحبا", other="العالم")
    assert translate_error(error) == "The value \u2068'مرحبا'\u2069 is 3, not \u2068العالم\u2069."
    (told_error,) = alerts(opened("pages/decode.py", ids="مرحبا"))
    assert "\u2068" in told_error
    assert "U+2068" not in told_error
