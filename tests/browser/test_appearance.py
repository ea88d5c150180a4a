"""Light and dark, narrow and large, reduced motion: everything is readable and reachable."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, move_to
from tests.browser.visible_player import Player, becomes
from tools.browser import wait_until_idle
from ui.pages.registry import HOME, PAGES

# The contrast of WCAG 2.2 (section 1.4.3), from computed colours. A canvas converts any notation of a colour to bytes.
_CONTRAST = """root => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    const over = (...colours) => {
        context.clearRect(0, 0, 1, 1);
        for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (rgb) => {
        const [red, green, blue] = rgb.map((value) => value / 255)
            .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const page = getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor;
    return [...root.querySelectorAll(".token")].map((token) => {
        const style = getComputedStyle(token);
        let opacity = 1;
        for (let at = token; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
        const ground = over(page, style.backgroundColor);
        const ink = over(page, style.backgroundColor, style.color);
        // What is half transparent mixes with the page.
        const mix = (rgb) => rgb.map((value, index) => value * opacity + over(page)[index] * (1 - opacity));
        const [dark, light] = [luminance(mix(ground)), luminance(mix(ink))].sort((one, two) => one - two);
        return {text: token.textContent, ground: ground.join(), contrast: (light + 0.05) / (dark + 0.05)};
    });
}"""


@pytest.mark.parametrize("view", [{"dark": False}, {"dark": True}], ids=["light", "dark"])
def test_tokens_of_all_colours_and_what_steps_back_in_the_player_can_be_read(
    open_page: OpenPage, view: dict[str, Any]
) -> None:
    player = Player(open_page("/train", scenario="course", step=5))
    for key in ("Home", "End"):
        player.press(key)
        player.at({"Home": 0, "End": 19}[key])
        tokens = player.root.evaluate(_CONTRAST)
        assert len({token["ground"] for token in tokens}) > 12  # many hues
        found = min(tokens, key=lambda token: token["contrast"])
        assert found["contrast"] >= 4.5, found
    player.walk(5)
    player.at(5)
    player.options().get_by_label("One beat per press").check()
    player.page.mouse.click(5, 400)
    player.press("ArrowRight")
    expect(player.root.locator(".picture.chosen .hit").first).to_be_visible()

    def weakest() -> dict[str, Any]:
        parts = player.root.evaluate(_CONTRAST.replace('".token"', '".picture .token, .picture .frequency, .tally"'))
        assert len(parts) > 100
        least: dict[str, Any] = min(parts, key=lambda part: part["contrast"])
        return least

    assert weakest()["contrast"] >= 4.5, weakest()
    player.root.locator(".board li").nth(2).hover()  # unrelated ones are dimmed
    expect(player.root.locator(".picture.has-highlight.chosen .highlighted").first).to_be_visible()
    assert weakest()["contrast"] >= 4.5, weakest()


@pytest.mark.parametrize("view", [{"dark": True}], ids=["dark"])
def test_dropped_tokens_can_be_read(open_page: OpenPage, view: dict[str, Any]) -> None:
    player = Player(open_page("/train", scenario="low", drop=1, step=6))
    tokens = player.root.evaluate(_CONTRAST)
    weakest = min(tokens, key=lambda token: token["contrast"])
    assert weakest["contrast"] >= 4.5, weakest


@pytest.mark.parametrize("view", [{"dark": False}, {"dark": True}], ids=["light", "dark"])
def test_what_is_not_pointed_at_can_still_be_read(open_page: OpenPage, view: dict[str, Any]) -> None:
    page = open_page("/bytes", sample="a東é")
    lens = page.locator(".lens")
    lens.locator(".cell").first.hover()
    expect(lens.locator(".cell.highlighted").first).to_be_visible()
    cells = lens.evaluate(_CONTRAST.replace(".token", ".cell"))
    assert len(cells) > 10
    weakest = min(cells, key=lambda cell: cell["contrast"])
    assert weakest["contrast"] >= 4.5, weakest
    # Each is visible, so it has a box.
    assert min(cell.bounding_box()["height"] for cell in lens.locator("button.cell").all()) >= 24  # type: ignore[index]


@pytest.mark.parametrize("view", [{"width": 390, "height": 844}])
def test_the_button_of_what_is_chosen_says_all_of_it_on_a_phone(open_page: OpenPage, server: str) -> None:
    page = open_page("/")
    cut = (
        "button => [button, ...button.querySelectorAll('*')].filter((part) => part.scrollWidth > part.clientWidth + 1)"
    )
    for path, query in (
        ("/encode", {"with": "mistral-7b"}),
        ("/decode", {"with": "opened"}),
        ("/train", {"lang": "ru"}),
    ):
        move_to(page, server, path, **query)
        button = page.get_by_test_id("stPopoverButton")
        expect(button).to_be_visible()
        assert button.evaluate(f"{cut}.filter((part) => part.clientWidth).map((part) => part.textContent)") == [], path


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    wide: int = page.evaluate(
        """() => Math.max(0, ...[document.scrollingElement, document.querySelector("[data-testid=stMain]")]
            .map((element) => element.scrollWidth - element.clientWidth))"""
    )
    return wide


NARROW = [
    pytest.param({"width": 400, "touch": True}, id="light"),
    pytest.param({"width": 400, "dark": True}, id="dark"),
]


@pytest.mark.parametrize("view", NARROW)
@pytest.mark.parametrize("scenario", ["course"])
def test_at_400_pixels_nothing_hangs_out_and_all_controls_can_be_reached(
    open_page: OpenPage, view: dict[str, Any], scenario: str
) -> None:
    page = open_page("/train", scenario=scenario)
    player = Player(page)
    for _step in range(3):
        assert overflow(page) == 0
        next_button = player.button("Next")
        if view.get("touch"):
            next_button.tap()
        else:
            next_button.click()
    player.at(3)
    player.options()
    for control in player.root.locator("button:visible, input:visible, select:visible").all():
        control.scroll_into_view_if_needed()
        if not control.is_visible():
            continue
        box = control.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 400
        assert box["height"] >= 24  # WCAG 2.2, 2.5.8
    for row in player.root.locator(".row").all():
        assert row.evaluate("row => row.scrollWidth <= row.clientWidth + 1")


@pytest.mark.parametrize("view", [{"width": 400}])
def test_home_fits_400_pixels(open_page: OpenPage) -> None:
    assert overflow(open_page("/")) == 0


def type_size(player: Player, selector: str) -> float:
    size: float = player.root.locator(selector).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    return size


def test_large_type_makes_all_larger_and_goes_into_the_address(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    before = type_size(player, ".done")
    page.get_by_text("Large type", exact=True).click()
    expect(page).to_have_url(re.compile("large=1"))
    expect(page.locator("html")).to_have_css("font-size", "21.6px")
    becomes(lambda: type_size(player, ".done"), pytest.approx(before * 1.35, rel=0.02))
    becomes(lambda: overflow(page), 0)
    player.press("ArrowRight")
    player.at(1)
    assert type_size(player, ".headline .token") >= 32
    assert type_size(player, ".corpus .token") >= 1.25 * 21.6  # they share the room that is left
    page.get_by_text("Large type", exact=True).click()
    expect(page).not_to_have_url(re.compile("large"))
    player.at(1)


def test_nothing_in_the_player_moves_by_itself(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="hug"))
    player.press("ArrowRight")
    player.at(1)
    assert not player.root.evaluate("root => root.getAnimations({ subtree: true }).length")
    assert not player.root.evaluate(
        """root => [...root.querySelectorAll("*")].some((element) => {
            const style = getComputedStyle(element);
            return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0;
        })"""
    )


def test_the_keyboard_alone_reaches_every_control(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    player.button("First").focus()
    reached = []
    for _tab in range(9):
        reached.append(
            page.evaluate(
                """() => {
                    let element = document.activeElement;
                    while (element?.shadowRoot) element = element.shadowRoot.activeElement;
                    return [element?.ariaLabel ?? element?.textContent.trim() ?? "",
                            getComputedStyle(element).outlineStyle];
                }"""
            )
        )
        page.keyboard.press("Tab")
    names = [name for name, _outline in reached]
    assert names[:2] == ["First", "Back"]
    assert {"Next", "Last", "Step", "Options"} <= set(names)
    assert all(outline != "none" for _name, outline in reached[1:6])
    player.at(0)


@pytest.mark.parametrize("view", [{"dark": True}])
def test_the_dark_page_is_dark_all_over(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    for locator in (page.get_by_test_id("stApp"), player.root):
        ink, ground = locator.evaluate(
            "element => [getComputedStyle(element).color, "
            "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor]"
        )
        assert sum(map(int, re.findall(r"\d+", ink)[:3])) > 600
        assert sum(map(int, re.findall(r"\d+", ground)[:3])) < 150
    # From a click on a link on, the title of the page to come stands over the outline of what it draws.
    title, outline = page.evaluate(
        """() => {
            const link = document.body.appendChild(document.createElement("a"));
            link.href = "encode";
            link.onclick = () => false;
            link.click();
            link.remove();
            const [title, content] = document.querySelectorAll(".bpe-skeleton > div");
            return [getComputedStyle(title, "::before").content, getComputedStyle(content).backgroundColor];
        }"""
    )
    assert title == '"Encode a word"'
    assert sum(map(int, re.findall(r"\d+", outline)[:3])) < 150, outline


# Queries that show more of a page than its default.
QUERIES = {
    "train": ["scenario=low&step=2", "algorithm=unigram&predict=1"],
    "decode": ["step=4"],
    "chat": ["step=4"],
    "check": ["merges=u+n%0Au+g"],
    "playground": ["first=t5-small&second=gpt2"],
}
PATHS = [
    f"/{'' if page is HOME else name}?{query}" for name, page in PAGES.items() for query in QUERIES.get(name, [""])
]


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


def test_no_page_has_a_fault_of_accessibility_and_headings_follow_in_order(open_page: OpenPage, server: str) -> None:
    page = open_page("/")
    wrong = []
    for path in PATHS:
        move_to(page, server, path)
        # Axe knows a link to skip to the content only where the next link stands in no component, as in the course.
        # The button for files gets its words from a style sheet, where axe does not look; test_files.py does.
        apart = {"exclude": [["[data-testid=stSkipToContent]"], ["[data-testid=stFileUploaderDropzone] button"]]}
        faults = Axe().run(page, context=apart).response["violations"]
        ours = [fault for fault in faults if fault["id"] != "presentation-role-conflict"]  # of Streamlit's upload
        wrong += [(path, fault["id"], [node["target"] for node in fault["nodes"]]) for fault in ours]
        headings = page.evaluate(_HEADINGS)
        levels = [level for level, _size, _text in headings]
        is_in_order = all(level <= before + 1 for before, level in zip(levels, levels[1:], strict=False))
        if levels[0] != 1 or levels.count(1) != 1 or not is_in_order:
            wrong.append((path, "the levels of headings", headings))
        if max(size for _level, size, _text in headings) != headings[0][1]:
            wrong.append((path, "the size of the title", headings))
    assert wrong == []


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
                language: box(".st-key-bpe_lab_language")},
        size,
        left: box(title ? "[data-testid=stMain] h1" : "[data-testid=stMain] .st-key-home")[0],
        parts: document.querySelector(".st-key-bpe_lab_parts")?.getBoundingClientRect().left ?? null,
        tall: main.scrollHeight,
        wide: main.scrollWidth,
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
    const boxes = [...input, ".stSelectbox [role=group]"].join(", ");
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
            const isExcepted = element.closest("script, style, .stVegaLiteChart, .caption, .headline");
            const isSmall = says && type && type < 12.99 && !isExcepted;
            if (isSmall) found.add(`${element.textContent.slice(0, 40)}: ${type} px`);
        }
    };
    walk(document.querySelector("[data-testid=stMain]"));
    return [...found];
}"""
"""What a thumb misses, and type that is too small to read, on a phone."""


FROM_TOP_TO_BOTTOM = ("code", "knife", "recap", "project", "decode", "own", "chat", "prompt")
"""Pages that are read or worked through from top to bottom, or have a stage as high as the screen and tables below."""


def test_each_page_has_the_edge_the_title_and_the_switches_of_home_and_a_part_is_one_screen(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/")
    homes: dict[int, dict[str, Any]] = {}
    sizes: dict[int, set[str]] = {1280: set(), 390: set()}
    wrong = []
    for name, spec in PAGES.items():
        page.set_viewport_size({"width": 1280, "height": 720})
        move_to(page, server, "/" if spec is HOME else f"/{name}")
        wrong += [(name, "shown though hidden", element) for element in page.evaluate(_NOT_HIDDEN)]
        for width, height in ((1280, 720), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            wait_until_idle(page)
            found = page.evaluate(_FRAME)
            home = homes.setdefault(width, found)
            if name not in ("course", "stumble"):  # a chapter's title is larger
                sizes[width] |= {found["size"]} - {None}
            if found["frame"] != home["frame"]:
                wrong.append((name, width, found["frame"]))
            if not found["left"] == home["left"] == home["frame"]["line"][0]:
                wrong.append((name, width, found["left"]))
            if found["wide"] != width:
                wrong.append((name, width, found["wide"]))
            if width == 390:
                wrong += [(name, width, "too small", each) for each in page.evaluate(_TOO_SMALL)]
            if width == 390 and found["parts"] not in (None, found["left"]):  # there they have their own line
                wrong.append((name, width, "parts", found["parts"]))
            is_screen = (spec.parent or spec.short_title) and name not in FROM_TOP_TO_BOTTOM
            if width == 1280 and is_screen and found["tall"] > height:
                wrong.append((name, width, "tall", found["tall"]))
    assert len(homes) == 2
    assert wrong == []
    assert {width: len(of_titles) for width, of_titles in sizes.items()} == {1280: 1, 390: 1}


def test_the_buttons_of_a_table_cover_nothing(open_page: OpenPage) -> None:
    page = open_page("/compare")
    page.locator(".upcoming").scroll_into_view_if_needed()
    page.get_by_test_id("stDataFrame").first.hover()
    # They rise from the table, and come to rest above it.
    page.wait_for_function(
        """() => {
            const frame = document.querySelector("[data-testid=stFullScreenFrame]:has([data-testid=stDataFrame])");
            const title = [...document.querySelectorAll("h2")].find((one) => one.textContent === "The numbers");
            const box = (element) => element.getBoundingClientRect();
            const [buttons, table] = ["stElementToolbar", "stDataFrame"]
                .map((id) => box(frame.querySelector(`[data-testid=${id}]`)));
            return box(title).bottom <= buttons.top + 1 && buttons.bottom <= table.top + 1;
        }""",
    )


_COLOUR = "(element, name) => getComputedStyle(element)[name]"
_SYSTEM = """name => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
}"""


@pytest.mark.parametrize("view", [{"forced_colors": True}])
def test_in_the_systems_own_colours_the_winner_its_bar_and_the_last_merge_stand_out(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug", step=3)
    player = Player(page)
    canvas, highlight = page.evaluate(_SYSTEM, "Canvas"), page.evaluate(_SYSTEM, "Highlight")
    assert canvas != highlight

    def colours(selector: str, side: str) -> list[str]:
        return [one.evaluate(_COLOUR, side) for one in player.root.locator(selector).all()]

    assert colours(".pair", "borderTopColor") == [highlight, canvas, canvas, canvas]
    bars = colours(".pair .bar", "borderTopColor")
    assert bars[0] == highlight
    assert canvas not in bars
    assert colours(".merges button", "borderLeftColor") == [canvas, canvas, highlight]
    player.options().get_by_label("One beat per press").check()
    page.mouse.click(5, 400)
    player.press("Home", "ArrowRight", "ArrowRight")  # merged, and the next pair is not chosen yet
    player.at(1)
    assert set(colours(".pair", "borderTopColor")) == {canvas}


@pytest.mark.parametrize("view", [{"forced_colors": True}])
def test_in_the_systems_own_colours_what_is_chosen_and_a_switch_can_be_seen(open_page: OpenPage) -> None:
    page = open_page("/compare")
    highlight, ink = page.evaluate(_SYSTEM, "Highlight"), page.evaluate(_SYSTEM, "CanvasText")
    page.get_by_role("button", name="5 methods").click()
    offered = page.get_by_role("toolbar", name="Side by side").get_by_role("button")
    expect(offered.first).to_be_visible()
    lit = [one.inner_text() for one in offered.all() if one.evaluate(_COLOUR, "backgroundColor") == highlight]
    assert lit == ["BPE", "WordPiece", "Unigram", "Whole words", "Characters"]
    assert offered.count() > len(lit)
    track = page.get_by_test_id("stCheckbox").locator("label > span + div").first
    assert track.evaluate(_COLOUR, "outlineStyle") == "solid"
    assert track.locator("div").evaluate(_COLOUR, "backgroundColor") == ink


def test_the_signs_that_tell_more_are_large_enough_to_be_hit(open_page: OpenPage) -> None:
    page = open_page("/files")
    signs = page.get_by_role("button", name="Help for")
    assert signs.count() > 1
    for sign in signs.all():
        box = sign.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24  # WCAG 2.2, 2.5.8


@pytest.mark.parametrize("view", [{"width": 400}])
def test_the_headings_of_a_table_of_numbers_are_no_columns_of_single_characters(open_page: OpenPage) -> None:
    page = open_page("/size", lang="zh_Hans")
    page.locator(".stExpander summary").first.click()
    heads = page.locator(".bpe-table.numbers").first.locator("th")
    expect(heads.first).to_be_visible()
    for head in heads.all():
        size, width = head.evaluate("""(head) => {
            const range = document.createRange();
            range.selectNodeContents(head);
            return [parseFloat(getComputedStyle(head).fontSize), range.getBoundingClientRect().width];
        }""")
        assert width > 3.5 * size


@pytest.mark.parametrize("view", [{"locale": "vi-VN"}])
def test_words_of_streamlit_s_own_are_in_the_reader_s_language(open_page: OpenPage) -> None:
    page = open_page("/compare")
    drawn = "place => [getComputedStyle(place).fontSize, JSON.parse(getComputedStyle(place, '::after').content)]"
    skip = page.get_by_text("Skip to main content")
    assert skip.evaluate(drawn) == ["0px", "Đến thẳng nội dung chính"]
    page.locator(".stTextInput input").first.press_sequentially("1")
    typed = page.get_by_text("Press Enter to apply")
    expect(typed).to_have_count(1)
    assert typed.evaluate(drawn) == ["0px", "Bấm Enter để áp dụng"]
    page.locator(".upcoming").scroll_into_view_if_needed()
    page.get_by_role("button", name="Search", exact=True).first.focus()
    expect(page.get_by_test_id("stTooltipContent")).to_have_count(1)
    assert page.get_by_test_id("stTooltipContent").evaluate(drawn) == ["0px", "Tìm kiếm"]
    page.goto(page.url.replace("/compare", "/pretokenize"))
    page.locator("textarea").first.press_sequentially("1")
    typed = page.get_by_text("Press Ctrl+Enter to apply")
    expect(typed).to_have_count(1)
    assert typed.evaluate(drawn) == ["0px", "Bấm Ctrl+Enter để áp dụng"]
