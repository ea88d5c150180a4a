"""A page as it prints, and what is wrong with it there."""

from playwright.sync_api import Page, ViewportSize

from tools.browser import wait_until_idle

# Of A4, within margins of a centimetre.
PAPER: ViewportSize = {"width": 718, "height": 1047}

# Visible controls, links to other pages, and what is cut off. A button that looks like text, or that shows part of a
# picture, does not count on paper.
WRONG_ON_PAPER = """() => {
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
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    wait_until_idle(page)
    return page


def on_screen(page: Page) -> None:
    """Show the page on a screen again."""
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 800})
