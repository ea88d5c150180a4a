"""The course in Present: each screen fits, whatever its content, and nothing on it is small."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import OpenPage, resize
from ui.base.i18n import languages, use_language
from ui.base.streamlit_internals import index_html
from ui.components.bundle import bundle
from ui.course.chapter import Chapter
from ui.course.chapter_files import course, topics
from ui.look import FOLDER, FONTS, document_styles
from ui.pages.course.payload import chapter_payload, course_payload, course_styles, picture_styles

# Each size, and of how many chapters one is checked at it.
SIZES: tuple[tuple[ViewportSize, int], ...] = (
    ({"width": 1024, "height": 768}, 1),
    ({"width": 1280, "height": 720}, 1),
    ({"width": 1920, "height": 1080}, 5),  # as on the size before, but for its scale
)
LEAST = 18  # pixels of type
COURSES = {"course": course, "stumble": topics}

# Presses through chapters. Returns what is cut off or small, and the screens of each chapter. The player has a test of
# its own, with all lessons.
_WALK = """([chapters, least]) => {
    const [wrong, seen] = [[], []];
    const look = (deck, tell) => {
        const sheet = deck.querySelector(".sheet");
        if (sheet.scrollHeight > sheet.clientHeight || sheet.scrollWidth > sheet.clientWidth) tell("cut off");
        const {width, height} = deck.getBoundingClientRect();
        if (width !== innerWidth || height !== innerHeight) tell("not the screen");
        if (deck.querySelector("[data-answers]")) tell("answers to click, once they are known");
        for (const element of deck.querySelectorAll("*")) {
            if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
            if (!element.checkVisibility({contentVisibilityAuto: true})) continue;
            if (element.matches(".quote")) continue; // the marks of a box take no room
            const {left, top, right, bottom} = element.getBoundingClientRect();
            const name = `${element.tagName} ${element.textContent.slice(0, 30)}`;
            if (parseFloat(getComputedStyle(element).fontSize) < least) tell(`small: ${name}`);
            if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) tell(`off: ${name}`);
        }
        for (const list of deck.querySelectorAll(".words ol")) {
            const [lead, below] = [list.previousElementSibling, list].map((one) => one.getBoundingClientRect().left);
            if (list.getClientRects().length > 1 || lead !== below) tell("a list in two columns, or without its lead");
        }
    };
    for (const [name, labels, chapter] of chapters) {
        let turn, isOver;
        const played = { element: document.createElement("div"), present() {}, leave() {} };
        const deck = new ChapterPresentation(labels, {
            createPicture: (one) => new Picture(one, labels, prose),
            createPlayer: (_lesson, _step, options) => ((turn = options.goToLesson), played),
            over: () => (isOver = true),
            leave() {},
        });
        document.querySelector(".course").replaceChildren(deck.element);
        const screens = [];
        for (deck.show(name, chapter, 0, 1); !isOver; ) {
            const { screen } = deck.element.dataset;
            screens.push(screen);
            if (screen === "player") turn(1);
            else {
                look(deck.element, (what) => wrong.push([name, screens.length, screen, what]));
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "PageDown", bubbles: true}));
            }
        }
        deck.end();
        seen.push(screens);
    }
    return [wrong, seen];
}"""


def screens(chapter: Chapter) -> list[str]:
    """Return the screens of a chapter from its question on."""
    there = {
        "text": chapter.text,
        "picture": chapter.pictures,
        "rows": chapter.rows,
        "player": chapter.lesson,
        "chart": chapter.chart,
        "table": chapter.table and not chapter.chart,  # otherwise the same numbers
        "overview": chapter.overview,
        "exercise": chapter.exercises,
    }
    return ["question", "explanation", *(name for name, is_there in there.items() if is_there)]


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """Yield a page with the styles and the fonts of a chapter's page, and what presents a chapter, without a server."""

    def as_url(font: Path) -> str:
        return f"data:font/woff2;base64,{b64encode(font.read_bytes()).decode()}"

    kinds = {name: as_url(index_html.FOLDER / index_html.font(name)) for name in ("sans", "code")}
    faces = "".join(
        f"@font-face {{ font-family: {name}; font-weight: 100 900; src: url({url}) }}" for name, url in kinds.items()
    )
    styles = (
        document_styles({name: as_url(FOLDER / name) for name in FONTS}),
        f"{faces} :root {{ --sans: sans; --code: code; font-family: var(--sans) }}",
        course_styles(),
        picture_styles(),
    )
    page = browser.new_page(reduced_motion="reduce")
    page.set_content(f"<!doctype html><style>{''.join(styles)}</style><div class=course></div>")
    for name, script in (
        ("ChapterPresentation", "course/browser/presentation.js"),
        ("Picture", "components/picture/picture.js"),
        ("prose", "components/prose.js"),
    ):
        page.evaluate(f"() => {{ {bundle(script)} window.{name} = {name}; }}")
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load())).then(() => true)")
    yield page
    page.close()


@pytest.mark.parametrize("name", COURSES)
def test_every_screen_of_every_chapter_fits_in_large_type(blank: Page, name: str) -> None:
    codes = list(languages())
    shown = COURSES[name]()
    chapters = []
    for number, chapter in enumerate(shown.chapters):
        use_language(codes[number % len(codes)])
        chapters.append((chapter.key, course_payload(shown)["labels"], chapter_payload(shown, chapter)))
    wrong: list[object] = []
    for size, every in SIZES:
        resize(blank, size)
        given = json.dumps([chapters[::every], LEAST])
        found, seen = blank.evaluate(f"given => ({_WALK})(JSON.parse(given))", given)
        wrong += [(size["width"], *one) for one in found]
        for chapter, there in zip(shown.chapters[::every], seen, strict=True):
            begins = bool(chapter.idea) or "given" in there  # the title of a short topic stands over its question
            expected = [*["idea"] * begins, *screens(chapter)]
            assert [screen for screen in dict.fromkeys(there) if screen != "given"] == expected, chapter.key
    assert wrong == []


def test_a_clicker_moves_through_a_chapter_and_its_player_and_back(open_page: OpenPage) -> None:
    page = open_page("course", chapter="counting")
    expect(page.locator(".quiz button")).to_have_count(3)
    page.locator(".steps").get_by_role("button", name="Present").click()
    deck, where = page.locator(".deck"), page.locator(".player .where")
    for screen in ("idea", "question", "question", "explanation"):
        expect(deck).to_have_attribute("data-screen", screen)
        page.keyboard.press("PageDown")
    for step in range(1, 5):  # those after the answer
        expect(deck.locator(".picture .where")).to_have_text(f"{step} of 5")
        page.keyboard.press("PageDown")
    expect(deck.locator(".picture .where")).to_have_text("5 of 5")
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
    expect(page.locator(".top .label")).to_have_text("Chapter 2 · 6 minutes")
    expect(page).not_to_have_url(re.compile("present=1"))
    # what the room was shown does not count as the reader's answer
    expect(page.locator(".quiz .right")).to_have_count(0)


def test_a_clicker_moves_a_dial_on_from_its_current_value(open_page: OpenPage) -> None:
    page = open_page("course", chapter="patches", present="1")
    deck, value = page.locator(".deck"), page.locator(".deck .turns .where")
    for _press in range(30):
        if page.locator(".deck .dialled").count():
            break
        page.keyboard.press("PageDown")
    expect(value).to_be_visible()
    expect(value).to_have_text("2.00 bits")  # as on the page, once the question is answered
    page.keyboard.press("PageDown")
    expect(value).to_have_text("2.50 bits")
    page.locator(".deck .turns input").fill("0")
    expect(value).to_have_text("0.25 bits")
    page.keyboard.press("PageDown")
    expect(value).to_have_text("0.50 bits")
    expect(deck).to_have_attribute("data-screen", "picture")


def test_the_answer_of_a_presented_question_shrinks_nothing_and_its_mark_is_whole(open_page: OpenPage) -> None:
    page = open_page("course", chapter="ranks", present="1")
    deck, sheet = page.locator(".deck"), page.locator(".deck .sheet")
    page.keyboard.press("PageDown")
    expect(deck).to_have_attribute("data-screen", "question")
    asked = sheet.evaluate("(sheet) => sheet.style.fontSize")
    page.keyboard.press("PageDown")
    mark = deck.locator(".options .right .mark")
    expect(mark).to_be_visible()
    assert sheet.evaluate("(sheet) => sheet.style.fontSize") == asked
    inner, outer = mark.bounding_box(), deck.locator(".options .right").bounding_box()
    assert inner is not None
    assert outer is not None
    assert outer["x"] < inner["x"] < inner["x"] + inner["width"] < outer["x"] + outer["width"]


def test_the_f_key_presents_the_chapter_or_the_lesson_being_played(open_page: OpenPage) -> None:
    page = open_page("course", chapter="counting")
    button, deck = page.locator(".steps .present"), page.locator(".deck")
    expect(button.locator("kbd")).to_have_text("F")
    page.keyboard.press("f")
    expect(deck).to_have_attribute("data-screen", "idea")
    page.keyboard.press("Escape")
    expect(deck).to_have_count(0)
    page.locator(".quiz button").first.click()
    page.get_by_role("button", name="Watch it").click()
    page.keyboard.press("f")
    expect(page.locator(".player dialog")).to_be_visible()
    expect(deck).to_have_count(0)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(button).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator("dialog:open")).to_have_count(0)


def test_a_reload_returns_to_the_same_screen(open_page: OpenPage) -> None:
    page = open_page("stumble", topic="formats", present=1)
    deck = page.locator(".deck")
    expect(deck).to_have_attribute("data-screen", "question")
    page.keyboard.press("PageDown")
    expect(deck.locator(".options .right")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(deck).to_have_attribute("data-screen", "explanation")
    said = deck.locator(".words").inner_text()
    page.reload()
    expect(deck).to_have_attribute("data-screen", "explanation")
    expect(deck.locator(".words")).to_have_text(said, use_inner_text=True)
