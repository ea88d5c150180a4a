"""Light and dark, narrow and large, reduced motion: everything is readable and reachable."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage, move_to, turn
from tests.browser.visible_player import Player, becomes
from ui.base.i18n import languages
from ui.pages.registry import PAGES

# The contrast of WCAG 2.2 (section 1.4.3), from computed colours. A canvas converts any notation of a colour to bytes.
_CONTRAST = """(root, parts) => {
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
    return [...root.querySelectorAll(parts)].map((token) => {
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


def weakest(place: Locator, parts: str) -> dict[str, Any]:
    """Return the part with the lowest contrast."""
    return min(place.evaluate(_CONTRAST, parts), key=lambda part: part["contrast"])


def test_coloured_and_dimmed_tokens_are_readable_in_light_and_dark(open_page: OpenPage, server: str) -> None:
    page = open_page("/train", scenario="course", step=5)
    for dark in (False, True):
        turn(page, dark=dark)
        move_to(page, server, "/train", scenario="course", step=5)
        player = Player(page)
        for key in ("Home", "End"):
            player.press(key)
            player.at({"Home": 0, "End": 19}[key])
            tokens = player.root.evaluate(_CONTRAST, ".token")
            assert len({token["ground"] for token in tokens}) > 12, dark  # many hues
            found = min(tokens, key=lambda token: token["contrast"])
            assert found["contrast"] >= 4.5, (dark, key, found)
        player.walk(5)
        player.at(5)
        beats = player.options().get_by_label("One beat per press")
        beats.check()
        page.mouse.click(5, 400)
        player.press("ArrowRight")
        expect(player.root.locator(".picture.chosen .hit").first).to_be_visible()
        parts = ".picture .token, .picture .frequency, .tally"
        assert player.root.locator(parts).count() > 100
        found = weakest(player.root, parts)
        assert found["contrast"] >= 4.5, (dark, found)
        player.root.locator(".board li").nth(2).hover()  # unrelated ones are dimmed
        expect(player.root.locator(".picture.has-highlight.chosen .highlighted").first).to_be_visible()
        found = weakest(player.root, parts)
        assert found["contrast"] >= 4.5, (dark, "pointed at", found)
        player.options()
        beats.uncheck()
        page.mouse.click(5, 400)

        move_to(page, server, "/bytes", sample="a東é")
        lens = page.locator(".lens")
        lens.locator(".cell").first.hover()
        expect(lens.locator(".cell.highlighted").first).to_be_visible()
        assert lens.locator(".cell").count() > 10
        found = weakest(lens, ".cell")
        assert found["contrast"] >= 4.5, (dark, found)
        # Each is visible, so it has a box.
        high = "all => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
        assert lens.locator("button.cell").evaluate_all(high) >= 24, dark
        page.mouse.move(5, 400)

    move_to(page, server, "/train", scenario="low", drop=1, step=6)
    player = Player(page)
    player.at(6)
    expect(player.root.locator(".chips .dropped").first).to_be_visible()
    found = weakest(player.root, ".token")
    assert found["contrast"] >= 4.5, found
    # The dark page is dark all over.
    for locator in (page.get_by_test_id("stApp"), player.root):
        ink, ground = locator.evaluate(
            "element => [getComputedStyle(element).color, "
            "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor]"
        )
        assert sum(map(int, re.findall(r"\d+", ink)[:3])) > 600, ink
        assert sum(map(int, re.findall(r"\d+", ground)[:3])) < 150, ground
    # After a click on a link, the title of the next page is shown above its outline.
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


@pytest.mark.parametrize("view", [{"width": 390, "height": 844}])
def test_on_a_phone_the_button_for_choices_and_table_headings_are_readable(open_page: OpenPage, server: str) -> None:
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
    move_to(page, server, "/size", lang="zh_Hans")
    expect(page.get_by_test_id("stSliderThumbValue").locator("p")).to_have_css("white-space", "nowrap")
    page.locator(".stExpander summary").first.click()
    heads = page.locator(".bpe-table.numbers").first.locator("th")
    expect(heads.first).to_be_visible()
    for head in heads.all():
        size, width = head.evaluate("""(head) => {
            const range = document.createRange();
            range.selectNodeContents(head);
            return [parseFloat(getComputedStyle(head).fontSize), range.getBoundingClientRect().width];
        }""")
        assert width > 3.5 * size, head.inner_text()


_BROKEN_WORDS = """(views) => [...views.querySelectorAll("p")].flatMap(({ firstChild: text }) =>
    [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word))"""


@pytest.mark.long
@pytest.mark.parametrize("view", [{"width": 390, "height": 844, "touch": True}])
def test_on_a_phone_all_views_of_a_page_fit_in_whole_words_in_every_language(open_page: OpenPage, server: str) -> None:
    page = open_page("/")
    wrong = []
    names = dict.fromkeys(spec.parent for spec in PAGES.values() if spec.parent and not spec.in_course)
    for code in (code.replace("_", "-") for code in languages()):  # another language takes longer than another page
        for name in names:
            move_to(page, server, f"/{name}", lang=code)
            expect(page.locator("html")).to_have_attribute("lang", code)
            views = page.locator(".st-key-bpe_lab_parts")
            expect(views).to_be_visible()
            if views.evaluate("views => views.scrollWidth > views.clientWidth + 1"):
                wrong.append((name, code, "cut off"))
            wrong += [(name, code, word) for word in views.evaluate(_BROKEN_WORDS)]
    assert wrong == []


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    wide: int = page.evaluate(
        """() => Math.max(0, ...[document.scrollingElement, document.querySelector("[data-testid=stMain]")]
            .map((element) => element.scrollWidth - element.clientWidth))"""
    )
    return wide


@pytest.mark.parametrize("view", [{"width": 400, "touch": True}])
def test_at_400_pixels_nothing_overflows_and_all_controls_are_reachable(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="course")
    player = Player(page)
    for _step in range(3):
        assert overflow(page) == 0
        player.button("Next").tap()
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


def type_size(player: Player, selector: str) -> float:
    size: float = player.root.locator(selector).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    return size


def test_the_keyboard_reaches_all_controls_nothing_animates_and_large_type_enlarges_all(
    open_page: OpenPage,
) -> None:
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

    page.mouse.click(5, 400)
    player.press("ArrowRight")
    player.at(1)
    assert not player.root.evaluate("root => root.getAnimations({ subtree: true }).length")
    assert not player.root.evaluate(
        """root => [...root.querySelectorAll("*")].some((element) => {
            const style = getComputedStyle(element);
            return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0;
        })"""
    )

    player.press("Home")
    player.at(0)
    before = type_size(player, ".done")
    large = page.get_by_text("Large type", exact=True)
    large.click()
    expect(page).to_have_url(re.compile("large=1"))
    expect(page.locator("html")).to_have_css("font-size", "21.6px")
    becomes(lambda: type_size(player, ".done"), pytest.approx(before * 1.35, rel=0.02))
    becomes(lambda: overflow(page), 0)
    player.press("ArrowRight")
    player.at(1)
    assert type_size(player, ".headline .token") >= 32
    assert type_size(player, ".corpus .token") >= 1.25 * 21.6  # they share the room that is left
    large.click()
    expect(page).not_to_have_url(re.compile("large"))
    player.at(1)


def test_the_theme_button_applies_to_all_pages_and_its_choice_is_kept(open_page: OpenPage, server: str) -> None:
    page = open_page("/vocabulary")
    button = page.get_by_role("button", name="Dark theme")
    app, root = page.get_by_test_id("stApp"), page.locator("html")
    drawn = "() => document.querySelector('.st-key-token_map [data-testid=stBidiComponentIsolated]')"
    drawn += ".shadowRoot.querySelector('canvas').toDataURL()"
    before = page.evaluate(drawn)
    expect(button).to_have_attribute("aria-pressed", "false")
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    for place in (app, root):
        expect(place).to_have_css("color-scheme", "dark")
    becomes(lambda: page.evaluate(drawn) != before, True)  # a canvas does not follow the theme on its own
    move_to(page, server, "/train")
    for place in (app, root):
        expect(place).to_have_css("color-scheme", "dark")
    button.click()
    for place in (app, root):
        expect(place).to_have_css("color-scheme", "light")
    turn(page, dark=True)  # what the system has is followed again


def test_help_icons_are_large_enough_and_table_buttons_cover_nothing(open_page: OpenPage, server: str) -> None:
    page = open_page("/files")
    signs = page.get_by_role("button", name="Help for")
    assert signs.count() > 1
    for sign in signs.all():
        box = sign.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24  # WCAG 2.2, 2.5.8
    move_to(page, server, "/compare")
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
def test_forced_colors_still_show_winners_merges_choices_switches_and_boxes(open_page: OpenPage, server: str) -> None:
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

    move_to(page, server, "/compare")
    ink = page.evaluate(_SYSTEM, "CanvasText")
    page.get_by_role("button", name="5 methods").click()
    offered = page.get_by_role("toolbar", name="Side by side").get_by_role("button")
    expect(offered.first).to_be_visible()
    lit = [one.inner_text() for one in offered.all() if one.evaluate(_COLOUR, "backgroundColor") == highlight]
    assert lit == ["BPE", "WordPiece", "Unigram", "Whole words", "Characters"]
    assert offered.count() > len(lit)
    track = page.get_by_test_id("stCheckbox").locator("label > span + div").first
    assert track.evaluate(_COLOUR, "outlineStyle") == "solid"
    assert track.locator("div").evaluate(_COLOUR, "backgroundColor") == ink

    move_to(page, server, "/course", chapter="cost", quiz=0)
    page.locator(".picture .turns input").fill("2")
    for boxes, name in ((".boxes:not(.dim)", "CanvasText"), (".boxes.dim", "GrayText")):
        fill = page.locator(f"{boxes} path").first.evaluate(_COLOUR, "fill")
        assert fill == page.evaluate(_SYSTEM, name)


@pytest.mark.parametrize("view", [{"locale": "vi-VN"}])
def test_streamlit_s_own_texts_are_in_the_reader_s_language(open_page: OpenPage, server: str) -> None:
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
    move_to(page, server, "/pretokenize")
    page.locator("textarea").first.press_sequentially("1")
    typed = page.get_by_text("Press Ctrl+Enter to apply")
    expect(typed).to_have_count(1)
    assert typed.evaluate(drawn) == ["0px", "Bấm Ctrl+Enter để áp dụng"]


def test_chinese_characters_have_a_font_in_texts_tokens_and_questions(open_page: OpenPage) -> None:
    page = open_page("/course", chapter="bytes")
    page.wait_for_function(
        """(families) => families.every((family) => [...document.fonts].some((font) => font.status === "loaded"
            && font.unicodeRange.includes("U+3400") && font.family.replaceAll('"', "") === family))""",
        arg=["Source Sans", "Source Code Pro", "BPE Lab Serif"],
    )
