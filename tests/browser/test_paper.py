"""Printed pages: everything that a page teaches, and nothing that could only be pressed."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage, move_to
from tests.browser.paper import PAPER, WRONG_ON_PAPER, on_paper, on_screen
from tests.browser.visible_player import Player
from ui.course.chapter_files import chapters_by_key, course
from ui.pages.course.chapter_file import chapter_page


def test_a_training_prints_its_step_and_whole_tables(open_page: OpenPage, server: str) -> None:
    page = open_page("/train", scenario="course", algorithm="bpe", step=3)
    shown = ".headline, .sum, .done, .next, .corpus tr, .board li, .chips .token, .merges li"
    hidden = """all => all
        .filter((one) => !one.checkVisibility({visibilityProperty: true}) || !one.getClientRects().length)
        .map((one) => one.outerHTML)"""
    for algorithm in ("bpe", "wordpiece", "unigram"):
        if algorithm != "bpe":
            on_screen(page)
            move_to(page, server, "/train", scenario="course", algorithm=algorithm, step=3)
        Player(page).at(3)
        on_paper(page)
        assert page.evaluate(WRONG_ON_PAPER) == [], algorithm
        root = page.locator(".player")
        assert root.locator(shown).evaluate_all(hidden) == [], algorithm
        assert root.locator(".merges li").count() == 3, algorithm

    on_screen(page)
    move_to(page, server, "/compare")
    table = page.locator(".bpe-paper").first
    expect(table).to_be_hidden()
    on_paper(page)
    expect(table).to_be_visible()
    expect(page.get_by_test_id("stDataFrame").first).to_be_hidden()
    assert table.locator("th").all_inner_texts()[0] == "Method"
    assert table.locator("tbody tr").count() == 5


def is_read(place: Page | Locator, *texts: str) -> None:
    for text in texts:
        expect(place.get_by_text(text).first).to_be_visible()


def test_a_chapter_prints_its_idea_question_explanation_and_step(open_page: OpenPage) -> None:
    page = open_page("/course", chapter="counting")
    page.locator(".quiz button", has_text="“h” + “u”").click()
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator(".player .board li")).not_to_have_count(0)
    on_paper(page)
    assert page.evaluate(WRONG_ON_PAPER) == []
    is_read(
        page,
        "It is learned from a large text",
        "Which pair becomes the first new token?",
        "“u” + “g”",
        "Another pair is in",
    )
    is_read(page, "Here the corpus")
    expect(page.get_by_role("heading", name="Watch it")).to_be_visible()
    expect(page.locator(".player .corpus tbody tr").first).to_be_visible()
    expect(page.locator(".chapters")).to_be_hidden()


def test_a_chapter_file_prints_its_answers(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "chapter.html"
    file.write_bytes(chapter_page(course(), chapters_by_key(course())["others"], "en"))
    page.goto(file.as_uri())
    expect(page.locator(".player .board li")).not_to_have_count(0)
    expect(page.get_by_text("Every s has a g before it")).to_be_hidden()
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    is_read(page, "Every s has a g before it")
    assert page.evaluate(WRONG_ON_PAPER) == []


def test_paper_names_parts_not_loaded_and_the_next_print_has_them(
    open_page: OpenPage,
) -> None:
    page = open_page("/vocabulary")
    expect(page.locator(".upcoming .again")).to_have_text("This part is only now being drawn. Print the page again.")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".stVegaLiteChart").first).to_be_visible()
