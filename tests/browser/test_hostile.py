"""Names and texts of a learner stay text, whatever they contain: a walk over the text parameters of all pages.

The tests look for what Markdown or HTML would make of them: bold, struck or coloured text, links, images, formulas,
arrows. No visible sign may reverse the direction of what follows.
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, move_to
from tools.browser import wait_until_idle
from ui.base.parameter_types import Choice, Text, WordList
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TRAINED
from ui.course.chapter_files import course
from ui.pages.registry import PAGES
from ui.state.shared_parameters import TOKENIZER
from ui.tokenization.scenarios import CUSTOM_TEXT

HOSTILE = (
    "__zqa__ **zqb** ~~zqc~~ :red[zqd] ![zqe](/zqe.png) [zqf](/zqf) $zqg$ <b>zqh</b> <img/src=zqi> `zqj` :smile:zqk "
    "zql->zql \u202ezqm ``zqn"
)

SHORT = 60
"""The most characters that Home accepts: for longer texts it shows only their length."""

IN_PIECES = {"home", "course", "decode", "bytes", "codes", "size", "scene", "knife", "project", "checkup"}
"""Pages that show texts only in parts, or draw them."""

SHOWN = """() => {
    const wrong = [], shown = [];
    const drawn = "strong, b, em, i, del, s, a, img, .katex, span[class*=Color], span[style*=color]";
    const look = (root) => {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            if (node.parentElement.closest("textarea, script, style")) continue;
            shown.push(node.data);
            if (/\\u202e|zql→|😄/u.test(node.data)) wrong.push(node.data);
        }
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot) look(element.shadowRoot);
            if (!element.matches(drawn)) continue;
            const says = element.tagName === "IMG" ? element.src : element.textContent;
            if (/zq[a-n]/.test(says)) wrong.push(element.outerHTML);
        }
    };
    look(document.body);
    return [wrong, shown.join("").replace(/\\s/g, "")];
}"""
"""Returns markup that a learner's text was turned into, of which there should be none, and all visible text."""


OPEN = "(folds) => folds.forEach((fold) => fold.click())"
"""Opens all folds at once, which takes a sixth of the time of clicking each."""


def hostile_addresses() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the addresses of all pages with hostile values for each parameter that takes any text."""
    for page, spec in PAGES.items():
        parameters = spec.parameters
        texts = [parameter.name for parameter in parameters if isinstance(parameter.type, Text | WordList)]
        query = dict.fromkeys(texts, HOSTILE)
        query |= {parameter.name: CUSTOM_TEXT for parameter in parameters if CUSTOM_TEXT in options(parameter)}
        if spec.may_need_training:  # the training is on a hostile text too
            query |= {"scenario": CUSTOM_TEXT, "text": HOSTILE, "specials": HOSTILE}
            query |= {parameter.name: TRAINED for parameter in parameters if parameter.type is TOKENIZER}
        query |= {parameter.name: "own" for parameter in parameters if parameter.name == "pattern"}
        several = [parameter for parameter in parameters if parameter.name == "by"]
        if texts:
            yield from ((page, query | {each.name: option}) for each in several for option in options(each))
            if not several:
                yield page, query
    yield "home", {"sample": HOSTILE[:SHORT]}
    yield "train", {"words": ",".join(f"{quote(word)}:{count}" for count, word in enumerate(HOSTILE.split(), 2))}
    yield "course", {"chapter": next(each.key for each in course().chapters if each.sample), "sample": HOSTILE}


def options(parameter: Parameter) -> Sequence[str]:
    return parameter.type.options if isinstance(parameter.type, Choice) else ()


@pytest.mark.long
@pytest.mark.parametrize("view", [{"height": 3_000}])
def test_learner_texts_are_plain_text_on_every_page(open_page: OpenPage, server: str) -> None:
    unseen = {name for name, _query in hostile_addresses()}
    page = open_page()
    for name, query in hostile_addresses():
        move_to(page, server, f"/{name}".replace("home", ""), **query)
        page.locator(".stExpander summary").evaluate_all(OPEN)
        wait_until_idle(page)
        popover = page.get_by_test_id("stPopoverButton")
        if popover.count():
            popover.first.click()
            opened = page.get_by_test_id("stPopoverBody")
            expect(opened).to_be_visible()
            opened.locator("summary").evaluate_all(OPEN)
            wait_until_idle(page)
        wrong, shown = page.evaluate(SHOWN)
        assert wrong == [], (name, query)
        page.keyboard.press("Escape")  # closes what was opened
        unseen.discard(name if "zqb" in shown else "")
    assert unseen <= IN_PIECES
