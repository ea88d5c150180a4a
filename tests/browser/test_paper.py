"""Printed pages: everything that a page teaches, and nothing that could only be pressed."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage, move_to
from tools.browser import wait_until_idle
from ui.course.chapter_files import chapters_by_key, course
from ui.pages.course.chapter_file import chapter_page
from ui.pages.registry import HOME, PAGES

# Of A4, within margins of a centimetre.
PAPER = {"width": 718, "height": 1047}

# Visible controls, links to other pages, and what is cut off. A button that looks like text, or that shows part of a
# picture, does not count on paper.
_WRONG = """() => {
    const SHOWN = ".cell, .rule, .token";
    const PRESSED = "button, select, a, summary, nav, [role=button], [role=switch], [role=radio], [role=navigation],"
        + "input:is([type=checkbox], [type=range], [type=radio], [type=file])";
    const wrong = [];
    const name = (element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 40)}`;
    const isPlain = ({borderTopWidth, borderTopColor, backgroundColor}) =>
        (borderTopWidth === "0px" || borderTopColor === "rgba(0, 0, 0, 0)") && backgroundColor === "rgba(0, 0, 0, 0)";
    const look = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot) look(element.shadowRoot);
            if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
            const style = getComputedStyle(element);
            const {width, height, right} = element.getBoundingClientRect();
            if (width < 2 || height < 2 || style.clipPath !== "none") continue;
            const leads = element.matches("a, nav, [role=navigation]");
            if (element.matches(PRESSED) && !element.matches(SHOWN) && (leads || !isPlain(style)))
                wrong.push(["pressed", name(element)]);
            const [across, down] = [style.overflowX, style.overflowY].map((overflow) => overflow !== "visible");
            if (across && element.scrollWidth > element.clientWidth + 1
                || down && element.scrollHeight > element.clientHeight + 1) wrong.push(["cut off", name(element)]);
            if (right > innerWidth + 1) wrong.push(["beyond the paper", name(element)]);
            if (["fixed", "sticky"].includes(style.position)) wrong.push(["on every sheet", name(element)]);
        }
    };
    look(document);
    return wrong;
}"""


def on_paper(page: Page) -> Page:
    """Return the page as it prints."""
    page.set_viewport_size(PAPER)  # type: ignore[arg-type]
    page.emulate_media(media="print")
    wait_until_idle(page)
    return page


VALUES: dict[str, dict[str, Any]] = {
    "train": {"step": 2},
    "encode": {"sample": "unhug", "step": 1},
    "course": {"chapter": "cost", "quiz": 0},
    "check": {"merges": "u n\nu g"},
}


def test_no_page_prints_what_is_to_be_pressed_or_cuts_anything_off(open_page: OpenPage, server: str) -> None:
    page = open_page("/")
    wrong = []
    for name in PAGES:
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1280, "height": 800})
        move_to(page, server, "/" if name == HOME.name else f"/{name}", **VALUES.get(name, {}))
        on_paper(page)
        wrong += [(name, *found) for found in page.evaluate(_WRONG)]
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert wrong == []


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram"])
def test_a_training_prints_its_step_with_its_tables(open_page: OpenPage, algorithm: str) -> None:
    page = on_paper(open_page("/train", scenario="course", algorithm=algorithm, step=3))
    assert page.evaluate(_WRONG) == []
    root = page.locator(".player")
    for part in (".headline", ".sum", ".done", ".next", ".corpus tr", ".board li", ".chips .token", ".merges li"):
        for one in root.locator(part).all():
            expect(one).to_be_visible()
    assert root.locator(".merges li").count() == 3


def is_read(place: Page | Locator, *texts: str) -> None:
    for text in texts:
        expect(place.get_by_text(text).first).to_be_visible()


def test_a_chapter_prints_its_idea_its_question_what_explains_it_and_the_step(open_page: OpenPage) -> None:
    page = open_page("/course", chapter="counting")
    page.locator(".quiz button", has_text="“h” + “u”").click()
    expect(page.locator(".player .board li")).not_to_have_count(0)
    on_paper(page)
    assert page.evaluate(_WRONG) == []
    is_read(
        page,
        "Philip Gage described it in 1994",
        "Which pair becomes the first new token?",
        "“u” + “g”",
        "Another pair is in",
    )
    is_read(page, "Here the corpus", "Watch it")
    expect(page.locator(".player .corpus tbody tr").first).to_be_visible()
    expect(page.locator(".chapters")).to_be_hidden()


def test_a_chapter_as_a_file_prints_its_answers(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "chapter.html"
    file.write_bytes(chapter_page(course(), chapters_by_key(course())["others"], "en"))
    page.goto(file.as_uri())
    expect(page.locator(".player .board li")).not_to_have_count(0)
    expect(page.get_by_text("occurs only 5 times")).to_be_hidden()
    page.set_viewport_size(PAPER)  # type: ignore[arg-type]
    page.emulate_media(media="print")
    is_read(page, "occurs only 5 times")
    assert page.evaluate(_WRONG) == []


def test_a_table_of_numbers_prints_whole(open_page: OpenPage) -> None:
    page = open_page("/compare")
    table = page.locator(".bpe-paper").first
    expect(table).to_be_hidden()
    on_paper(page)
    expect(table).to_be_visible()
    expect(page.get_by_test_id("stDataFrame").first).to_be_hidden()
    assert table.locator("th").all_inner_texts()[0] == "Method"
    assert table.locator("tbody tr").count() == 5


def test_what_nobody_scrolled_to_is_told_on_paper_and_is_there_the_next_time(
    open_page: OpenPage,
) -> None:
    page = open_page("/size")
    expect(page.locator(".upcoming .again")).to_have_text("This part is only now being drawn. Print the page again.")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".stVegaLiteChart").first).to_be_visible()
