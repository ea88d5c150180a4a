"""Every page, opened at its own URL through app.py: drawn, accessible, with the frame of the others, and printed."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.conftest import MOST_SHIFT, WATCH_SHIFT, OpenPage, move_to
from tests.browser.paper import WRONG_ON_PAPER, on_paper, on_screen
from tests.browser.screenshots import largest_empty_rectangle
from tools.browser import wait_until_idle
from ui.pages.registry import HOME, PAGES

Size = tuple[int, int]
LAPTOP, PHONE = (1280, 720), (390, 844)
SIZES = (LAPTOP, PHONE)
MOST_EMPTY = {LAPTOP: 0.20, (1920, 1080): 0.30}
"""The largest empty share of each screen, of a laptop and a projector."""

# Queries that show more of a page than its default.
QUERIES = {
    "train": ["scenario=low&step=2", "algorithm=unigram&predict=1"],
    "decode": ["step=4"],
    "chat": ["step=4"],
    "encode": ["", "sample=unhug&step=1"],
    "course": ["", "chapter=cost&quiz=0"],
    "check": ["merges=u+n%0Au+g"],
    "playground": ["first=t5-small&second=gpt2"],
}


_HEADINGS = """() => {
    const found = [];
    const walk = (root) => {
        for (const element of root.children) {
            if (/^H[1-6]$/.test(element.tagName) && element.checkVisibility()) {
                const size = parseFloat(getComputedStyle(element).fontSize);
                found.push([Number(element.tagName[1]), size, element.textContent]);
            }
            if (element.shadowRoot) walk(element.shadowRoot);
            walk(element);
        }
    };
    walk(document.querySelector("[data-testid=stMain]"));
    return found;
}"""


# The positions of what all pages share, and the page's height.
_FRAME = """() => {
    const box = (selector) => {
        const {left, top, right, bottom} = document.querySelector(selector).getBoundingClientRect();
        return [left, top, right, bottom].map(Math.round);
    };
    const title = document.querySelector("[data-testid=stMain] h1"); // Home's stands in what it draws
    const line = box("[data-testid=stMain] .st-key-bpe_lab_stage");
    const size = title && getComputedStyle(title).fontSize;
    const main = document.querySelector("[data-testid=stMain]");
    return {
        frame: {line: [line[0], line[2]], large: box(".st-key-bpe_lab_large"),
                language: box(".st-key-bpe_lab_language"), theme: box(".st-key-bpe_lab_theme")},
        title: [size, title && main.clientWidth > 736 && box("[data-testid=stMain] h1")[1]], // a phone has it in lines
        left: box(title ? "[data-testid=stMain] h1" : "[data-testid=stMain] .st-key-home")[0],
        parts: document.querySelector(".st-key-bpe_lab_parts")?.getBoundingClientRect().left ?? null,
        tall: main.scrollHeight,
        wide: Math.max(main.scrollWidth, document.scrollingElement.scrollWidth),
    };
}"""


# Elements marked as hidden but visible, because a style sheet shows them.
_NOT_HIDDEN = """() => {
    const found = [];
    const walk = (root) => {
        for (const element of root.querySelectorAll("*")) {
            const isShown = element.getClientRects().length > 0;
            if (element.hidden && isShown) found.push(`${element.tagName} ${element.className}`);
            if (element.shadowRoot) walk(element.shadowRoot);
        }
    };
    walk(document);
    return found;
}"""


_TOO_SMALL = """() => {
    const found = new Set();
    const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true, opacityProperty: true });
    const targets = "button, a[href], summary, select, input, textarea, [role=button], [role=switch], [role=slider]";
    // What is hit is the whole label, or the whole box of a widget; and it may reach beyond what is seen.
    const input = ["[data-testid=stTextInputRootElement]", "[data-testid=stNumberInputContainer]"];
    const boxes = [...input, ".stSelectbox [role=group]", ".stSlider [role=group]"].join(", ");
    const size = (element) => {
        const { width, height } = element.getBoundingClientRect();
        const beyond = getComputedStyle(element, "::after");
        const reach = beyond.position === "absolute" ? [beyond.top, beyond.bottom, beyond.left, beyond.right] : [];
        const [top, bottom, left, right] = reach.map((inset) => Math.min(0, parseFloat(inset) || 0));
        return reach.length ? [width - left - right, height - top - bottom] : [width, height];
    };
    const walk = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot) walk(element.shadowRoot);
            const { width, height } = element.getBoundingClientRect();
            if (width <= 1 || height <= 1 || !seen(element)) continue;
            const isInText = element.matches("a") && getComputedStyle(element).display === "inline";
            if (element.matches(targets) && !isInText) {
                const label = element.matches("input") ? element.closest("label") : null;
                const [wide, high] = size(element.closest(boxes) ?? label ?? element);
                if (Math.min(wide, high) < 43.9) {
                    found.add(`${element.outerHTML.slice(0, 90)}: ${Math.round(wide)} x ${Math.round(high)}`);
                }
            }
            const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
            const type = parseFloat(getComputedStyle(element).fontSize);
            // Figures under tokens are 12 px; charts are scaled pictures.
            const isExcepted = element.closest("script, style, .stVegaLiteChart, .caption");
            const isSmall = says && type && type < 12.99 && !isExcepted;
            if (isSmall) found.add(`${element.textContent.slice(0, 40)}: ${type} px`);
        }
    };
    walk(document.querySelector("[data-testid=stMain]"));
    return [...found];
}"""
"""Controls too small for a thumb, and type too small to read, on a phone."""


# On the first screen of a phone: how much of the page’s subject is visible, and what is cut off or covered.
_FIRST_SCREEN = """() => {
    const found = { shown: 0, wrong: [] };
    const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true, opacityProperty: true });
    const box = (element) => element.getBoundingClientRect();
    const lines = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    };
    const about = ".token, .hued, .cell, .bpe-checkup-parts li, .letter, .options button, .editor textarea, .cm-editor";
    const walk = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot) walk(element.shadowRoot);
            if (!seen(element)) continue;
            const { top, bottom, width } = box(element);
            if (element.matches(about) && width > 4 && top >= 56 && bottom <= innerHeight) found.shown++;
            const isCut = element.scrollWidth > element.clientWidth + 1;
            if (element.matches(".st-key-bpe_lab_parts") && isCut) found.wrong.push("the views are cut off");
            const clips = element.matches(".stSelectbox input") && getComputedStyle(element).textOverflow === "clip";
            if (clips && isCut) found.wrong.push(`cut off: ${element.value}`);
            if (element.matches(".stHeading") && element.parentElement.nextElementSibling) {
                const [last] = lines(element.querySelector("h2, h3, h4") ?? element).slice(-1);
                const { nextElementSibling } = element.closest("[data-testid=stElementContainer]");
                const [next] = lines(nextElementSibling ?? element);
                const touches = last && next && next.top > last.top && next.top < last.bottom + 2;
                if (touches) found.wrong.push(`no room below: ${element.textContent}`);
            }
        }
    };
    walk(document.querySelector("[data-testid=stMain]"));
    return found;
}"""


FROM_TOP_TO_BOTTOM = (
    "code",
    "knife",
    "recap",
    "project",
    "decode",
    "own",
    "chat",
    "prompt",
    "size",
    "codes",
    "pretokenize",
)
"""Pages that are read or worked through from top to bottom, or have a stage as high as the screen and tables below."""


def faults_of(page: Page) -> list[object]:
    """Return what is wrong with the page's accessibility, and with the order and the sizes of its headings."""
    # Axe recognizes a skip link only if the next link is outside components, unlike in the course.
    # The button for files gets its words from a style sheet, where axe does not look; test_files.py does.
    apart: dict[str, object] = {
        "exclude": [["[data-testid=stSkipToContent]"], ["[data-testid=stFileUploaderDropzone] button"]]
    }
    # While a page trains, it is redrawn each second, and stale elements are pale.
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    wait_until_idle(page)
    found = axe.faults(page, apart)
    wrong: list[object] = [
        fault for fault in found if fault[0] != "presentation-role-conflict"
    ]  # of Streamlit's upload
    headings = page.evaluate(_HEADINGS)
    levels = [level for level, _size, _text in headings]
    is_in_order = all(level <= before + 1 for before, level in zip(levels, levels[1:], strict=False))
    if levels[0] != 1 or levels.count(1) != 1 or not is_in_order:
        wrong.append(("the levels of headings", headings))
    if max(size for _level, size, _text in headings) != headings[0][1]:
        wrong.append(("the size of the title", headings))
    return wrong


def frame_of(page: Page, width: int, height: int) -> dict[str, Any]:
    """Return the positions of what all pages share, on a screen of that size."""
    page.set_viewport_size({"width": width, "height": height})
    wait_until_idle(page)
    found: dict[str, Any] = page.evaluate(_FRAME)
    return found


def differences_from_home(
    name: str, width: int, height: int, found: dict[str, Any], home: dict[str, Any]
) -> list[object]:
    """Return how the frame of a page differs from that of Home."""
    spec = PAGES[name]
    wrong: list[object] = []
    if found["frame"] != home["frame"]:
        wrong.append(found["frame"])
    if not found["left"] == home["left"] == home["frame"]["line"][0]:
        wrong.append(found["left"])
    if found["wide"] != width:
        wrong.append(found["wide"])
    if width == 390 and found["parts"] not in (None, found["left"]):  # there they have their own line
        wrong.append(("parts", found["parts"]))
    is_screen = (spec.parent or name == "pretokenize") and name not in FROM_TOP_TO_BOTTOM
    if width == 1280 and is_screen and found["tall"] > height:
        wrong.append(("tall", found["tall"]))
    return wrong


def empty_share(page: Page, size: Size, most: float) -> float:
    """Return the largest empty share of the page at a size, after waiting for it to become small enough."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for _moment in range(60):  # what a component fetches is drawn after the page has come to rest
        share = largest_empty_rectangle(page.screenshot())
        if share <= most:
            break
        page.wait_for_timeout(250)
    return share


def faults_of_frame(page: Page, name: str, size: Size, homes: dict[Size, Any], titles: dict[Size, Any]) -> list[object]:
    """Return how a page differs from the frame of Home, and its title from other titles, at a size."""
    found = frame_of(page, *size)
    wrong: list[object] = [(name, size, stray) for stray in differences_from_home(name, *size, found, homes[size])]
    is_chapter = name in ("course", "stumble")  # whose title is larger
    if found["title"][0] and found["title"] != titles[size] and not is_chapter:
        wrong.append((name, size, "the title's size and place", found["title"]))
    return wrong


@pytest.mark.long
def test_every_page_is_stable_consistent_accessible_and_printable(page: Page, open_page: OpenPage, server: str) -> None:
    page.add_init_script(WATCH_SHIFT)
    wrong: list[object] = []
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page("/")
    homes = {size: frame_of(page, *size) for size in SIZES}
    move_to(page, server, "/train")
    titles = {size: frame_of(page, *size)["title"] for size in SIZES}
    for name in PAGES:
        page.set_viewport_size({"width": 1280, "height": 720})
        open_page("/" if PAGES[name] is HOME else f"/{name}")
        title = page.locator("h1")
        expect(title, name).to_be_visible()
        expect(page.get_by_test_id("stException"), name).to_have_count(0)
        # A page to read has a title that is read out only, where what is read begins.
        below = (
            "title => [...document.querySelectorAll('.stMainBlockContainer *')].some((one) => !one.contains(title) && "
        )
        below += "one.getBoundingClientRect().bottom > title.getBoundingClientRect().bottom + 10)"
        assert title.evaluate(below), f"{name} draws nothing below its title"
        moved = page.evaluate("window.shift")
        if moved > MOST_SHIFT:
            wrong.append((name, "moves", moved))
        wrong += [(name, "shown though hidden", element) for element in page.evaluate(_NOT_HIDDEN)]
        queries = QUERIES.get(name, [""])
        for size, most in MOST_EMPTY.items():
            if (share := empty_share(page, size, most)) > most:
                wrong.append((name, size, "is empty", share))
            if size == LAPTOP:
                wrong += faults_of_frame(page, name, LAPTOP, homes, titles)
                wrong += [(name, fault) for fault in faults_of(page)] if "" in queries else []
        wrong += faults_of_frame(page, name, PHONE, homes, titles)
        wrong += [(name, "too small", each) for each in page.evaluate(_TOO_SMALL)]
        first = page.evaluate(_FIRST_SCREEN)
        wrong += [] if first["shown"] else [(name, PHONE, "begins without what it is about")]
        wrong += [(name, PHONE, *first["wrong"])] if first["wrong"] else []
        for query in queries:
            if query:
                on_screen(page)
                move_to(page, server, f"/{name}?{query}")
                wrong += [(name, query, fault) for fault in faults_of(page)]
            if "predict" in query:  # pairs to click
                continue
            on_paper(page)
            wrong += [(name, query, "on paper", *fault) for fault in page.evaluate(WRONG_ON_PAPER)]
            expect(page.get_by_role("heading", level=1), f"{name} on paper").to_be_visible()
        page.emulate_media(media="screen")
    assert wrong == []
    assert all(size for size, _top in titles.values())


@pytest.mark.page_errors  # the missing page is reported in the console, too
@pytest.mark.parametrize("view", [{"width": 400, "height": 800, "touch": True}])
def test_the_menus_of_a_page_that_says_there_is_none_are_on_a_phone_s_screen(page: Page, server: str) -> None:
    for language in ("en", "ru"):
        page.goto(f"{server}/nothing?lang={language}")
        menus = page.locator("details")
        expect(menus).to_have_count(4)
        for menu in menus.all():
            menu.locator("summary").tap()
            expect(menu.get_by_role("link").first).to_be_visible()
            box = menu.locator("ul").bounding_box()
            assert box is not None
            assert 0 <= box["x"] < box["x"] + box["width"] <= 400, language
            assert axe.faults(page) == [], language
