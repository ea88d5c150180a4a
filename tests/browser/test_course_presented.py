"""The course in Present: each screen fits, whatever its content, and nothing on it is small."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from ui.course.chapter import Chapter
from ui.course.chapter_files import course, topics

LARGE = (1920, 1080)  # checked on every fifth screen
SIZES = ((1024, 768), (1280, 720))  # continues in the last one
LEAST = 18  # pixels of type
COURSES = {"course": course(), "stumble": topics()}

_WRONG = """async (deck, least) => {
    // Its type is fitted in the frame after the screen has another size.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const sheet = deck.querySelector(".sheet");
    const wrong = [];
    if (sheet.scrollHeight > sheet.clientHeight || sheet.scrollWidth > sheet.clientWidth) wrong.push("cut off");
    const {width, height} = deck.getBoundingClientRect();
    if (width !== innerWidth || height !== innerHeight) wrong.push("not the screen");
    for (const element of deck.querySelectorAll("*")) {
        if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
        if (!element.checkVisibility({contentVisibilityAuto: true})) continue;
        const {left, top, right, bottom} = element.getBoundingClientRect();
        const name = `${element.tagName} ${element.textContent.slice(0, 30)}`;
        if (parseFloat(getComputedStyle(element).fontSize) < least) wrong.push(`small: ${name}`);
        if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`off: ${name}`);
    }
    return wrong;
}"""


def shown(page: Page) -> tuple[str, str]:
    """Return the current chapter and its screen."""
    data = page.locator(".deck").evaluate("(deck) => ({...deck.dataset})")
    return data["chapter"], data["screen"]


def wrong_on(page: Page, count: int) -> list[str]:
    """Return what is cut off or small on a screen, at each size; `count` is the screen's number."""
    found = []
    for width, height in ([] if count % 5 else [LARGE]) + [*SIZES]:
        page.set_viewport_size({"width": width, "height": height})
        told = page.locator(".deck").evaluate(_WRONG, LEAST)
        found += [f"{shown(page)} {width}: {one}" for one in told]
    return found


def screens(chapter: Chapter) -> list[str]:
    """Return the screens of a chapter."""
    there = {
        "picture": chapter.pictures,
        "rows": chapter.rows,
        "player": chapter.lesson,
        "chart": chapter.chart,
        "table": chapter.table and not chapter.chart,  # otherwise the same numbers
        "exercise": chapter.exercises,
    }
    return ["idea", "question", "explanation", *(name for name, is_there in there.items() if is_there)]


def is_more(page: Page, key: str, screen: str, is_last: bool) -> bool:
    """Whether the current screen continues with the same kind, like long texts, tables, and texts after the idea."""
    if screen == "exercise":
        return False
    if is_last:  # the next chapter may still be loading
        try:
            expect(page.locator(".deck")).not_to_have_attribute("data-chapter", key, timeout=3_000)
        except AssertionError:
            return key != [*COURSES.values()][-1].chapters[-1].key
    return shown(page) in ((key, screen), (key, "given"))


LANGUAGES = ("zh-Hans", "ru", "en", "vi")  # some of the chapters in each


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", COURSES)
def test_every_screen_of_every_chapter_is_whole_and_large(open_page: OpenPage, path: str, lang: str) -> None:
    every, part, parts = COURSES[path].chapters, LANGUAGES.index(lang), len(LANGUAGES)
    chapters = every[len(every) * part // parts : len(every) * (part + 1) // parts]
    name = {"course": "chapter", "stumble": "topic"}[path]
    page = open_page(path, present=1, lang=lang, **{name: chapters[0].key})
    deck = page.locator(".deck")
    wrong: list[str] = []
    ways = [(chapter.key, screen) for chapter in chapters for screen in screens(chapter)]
    for count, (key, screen) in enumerate(ways, 1):
        expect(deck).to_have_attribute("data-chapter", key)
        expect(deck).to_have_attribute("data-screen", screen)
        if screen == "player":  # checked by the test of all lessons
            page.keyboard.press("End")
            page.keyboard.press("PageDown")
            continue
        wrong += wrong_on(page, count)
        page.keyboard.press("PageDown")
        if screen in ("question", "exercise"):  # its answer is shown by now
            wrong += wrong_on(page, count)
            page.keyboard.press("PageDown")
        is_last = [*ways, ("", "")][count][0] != key
        while is_more(page, key, screen, is_last):
            wrong += wrong_on(page, count)
            page.keyboard.press("PageDown")
    assert wrong == []


def test_a_clicker_leads_through_a_chapter_and_its_player_and_back(open_page: OpenPage) -> None:
    page = open_page("course", chapter="counting")
    expect(page.locator(".quiz button")).to_have_count(3)
    page.locator(".steps").get_by_role("button", name="Present").click()
    deck, where = page.locator(".deck"), page.locator(".player .where")
    for screen in ("idea", "question", "question", "explanation"):
        expect(deck).to_have_attribute("data-screen", screen)
        page.keyboard.press("PageDown")
    expect(where).to_have_text("Step 0 of 7")
    for step in range(1, 8):
        page.keyboard.press("PageDown")
        expect(where).to_have_text(f"Step {step} of 7")
    page.keyboard.press("PageDown")
    expect(deck).to_have_attribute("data-screen", "exercise")
    page.keyboard.press("PageUp")
    expect(where).to_have_text("Step 7 of 7")
    expect(page).to_have_url(re.compile("present=1"))
    page.keyboard.press("Escape")
    expect(deck).to_have_count(0)
    expect(page.locator("h2").first).to_have_text("Counting pairs")
    expect(page.locator(".label")).to_have_text("Chapter 2 · 6 minutes")
    expect(page).not_to_have_url(re.compile("present=1"))
    # what the room was shown does not count as the reader's answer
    expect(page.locator(".quiz .right")).to_have_count(0)


def test_loaded_again_it_is_at_the_same_of_several_screens_of_a_kind(open_page: OpenPage) -> None:
    page = open_page("stumble", topic="formats", present=1)
    deck = page.locator(".deck")
    expect(deck).to_have_attribute("data-screen", "idea")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(deck).to_have_attribute("data-screen", "given")
    expect(deck.locator("pre")).to_have_text(re.compile(r'^\s*\[\{"name":"Ada"'))  # the second of three
    page.reload()
    expect(deck.locator("pre")).to_have_text(re.compile(r'^\s*\[\{"name":"Ada"'))
