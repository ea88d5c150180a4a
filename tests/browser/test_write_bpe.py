"""Write BPE yourself: a learner's Python is typed, run and checked in the browser, in the app and on the site."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import OpenPage, turn
from tests.browser.static_host import static_host
from ui.components.browser_python.pyodide import installed, missing_message
from ui.pages.code.functions import SOLUTIONS, steps

TITLES = {step["key"]: step["title"] for step in steps()}
TIED = SOLUTIONS["train"].replace("max(counts", "max(sorted(counts)")


@pytest.fixture(autouse=True)
def _has_python() -> None:
    assert installed(), missing_message()


_PASTE = """(editor, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def part(page: Page, key: str) -> Locator:
    """Return the section of a function, once its editor has loaded."""
    found = page.locator(".editor section").filter(has=page.get_by_role("heading", name=TITLES[key]))
    expect(found.locator(".cm-content")).to_be_visible()
    return found


def write(section: Locator, code: str) -> None:
    """Paste code into an editor, replacing its content, and run it by keyboard."""
    editor = section.locator(".cm-content")
    editor.press("Control+a")
    editor.evaluate(_PASTE, code)
    expect(editor.locator(".cm-line").first).to_have_text(code.partition("\n")[0])
    editor.press("Control+Enter")


def says(section: Locator, text: str) -> None:
    expect(section.locator(".status")).to_contain_text(text)


def test_faults_are_explained_endless_code_is_stopped_and_all_functions_can_be_right(
    open_page: OpenPage,
) -> None:
    page = open_page("/code")
    section = part(page, "train")
    results_are_beside_the_code_and_name_its_examples(section)
    section.get_by_role("button", name="Show the solution").click()
    says(section, "Run yours first")
    write(section, TIED)
    says(section, "Not yet")
    tied = section.locator(".checks li").nth(1)
    expect(tied).to_contain_text("The first merge differs.")
    expect(tied.get_by_role("row", name="Yours")).to_have_text("Yourshe3")
    expect(tied.get_by_role("row", name="Here")).to_have_text("Heresh3")
    expect(tied.locator(".differs")).to_have_text(["h", "e", "s", "h"])
    expect(tied).to_contain_text("A tie: both pairs occur 3 times.")
    expect(section).to_contain_text("This used the solution to “1. Count the pairs”, because yours isn’t right yet.")
    section.get_by_role("button", name="Show the solution").click()
    expect(section.locator(".help pre")).to_have_text(SOLUTIONS["train"])

    write(section, "def train(words, number):\n    while True:\n        print('round')\n")
    says(section, "Stopped after 5 seconds")
    expect(section.locator(".found pre")).to_contain_text("round")

    write(section, "def train(words, number):\n    return (\n")
    expect(section.get_by_role("alert")).to_contain_text("SyntaxError")
    expect(section.locator(".cm-line.bpe-lab-wrong")).to_have_text("    return (")
    section.get_by_role("button", name="Line 2").click()
    expect(section.locator(".cm-content")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.type("pass #")
    expect(section.locator(".cm-line").nth(1)).to_have_text("    pass #return (")

    write(section, "def train(words, number):\n    print('<b>none</b>')\n    return 1 / 0\n")
    expect(section.get_by_role("alert")).to_contain_text("Line 3 ZeroDivisionError")
    expect(section.locator(".found pre")).to_have_text("<b>none</b>\n")
    write(section, "def train(words, number):\n    return {}\n")
    expect(section.get_by_role("alert")).to_contain_text("Yours returns {}. It should be a list of pairs")

    count = part(page, "count")
    write(count, "def count_pairs(words):\n    return {}\n")
    expect(count.locator(".checks li.wrong")).to_have_count(3)
    check_accessibility(page)
    page.set_viewport_size({"width": 390, "height": 800})
    turn(page, dark=True)
    check_accessibility(page)

    for key in SOLUTIONS:
        section = part(page, key)
        write(section, SOLUTIONS[key])
        says(section, "All correct here.")
        expect(section.locator(".checks li.wrong")).to_have_count(0)
        expect(section.locator(".checks li.right").nth(2)).to_be_visible()
        # all functions before it are the learner's own
        expect(section.get_by_text("This used the solution to")).to_have_count(0)
    says(part(page, "encode"), "You’ve written a tokenizer")


def results_are_beside_the_code_and_name_its_examples(section: Locator) -> None:
    (checks,) = [step["checks"] for step in steps() if step["key"] == "train"]
    expect(section.locator(".checks .pending")).to_have_text([check["title"] for check in checks])
    code, results = section.locator(".cm-content").bounding_box(), section.locator(".results").bounding_box()
    assert code
    assert results
    assert results["x"] > code["x"] + code["width"]
    assert results["y"] < code["y"] + code["height"]


def check_accessibility(page: Page) -> None:
    """Check that the page fits the width of the screen, and that axe finds no faults."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page, "[data-testid=stMain]") == []


def test_keys_enter_and_leave_the_editor_and_code_is_kept_until_cleared(open_page: OpenPage, page: Page) -> None:
    open_page("/code")
    section = part(page, "count")
    editor = section.get_by_role("textbox", name="Your code: 1. Count the pairs")
    editor.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("def f():\n")
    page.keyboard.type("return 1")
    expect(section.locator(".cm-line").nth(1)).to_have_text("    return 1")
    page.keyboard.press("Tab")
    expect(section.locator(".cm-line").nth(1)).to_have_text("        return 1")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    expect(section.get_by_role("button", name="Run", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(section.get_by_role("button", name="Reset")).to_be_focused()
    described = editor.evaluate(
        "(box) => box.getRootNode().getElementById(box.getAttribute('aria-describedby')).textContent"
    )
    assert "Escape leaves the editor" in described

    kept = page.evaluate("localStorage.getItem('bpe-lab-code')")
    assert "return 1" in kept
    page.get_by_role("button", name="Clear what I typed").click()
    expect(section.locator(".cm-content")).to_contain_text("counts = {}")
    assert page.evaluate("localStorage.getItem('bpe-lab-code')") is None


def test_a_rail_links_to_each_function_and_marks_the_right_ones(open_page: OpenPage) -> None:
    page = open_page("/code")
    rail = page.get_by_role("navigation", name="Write BPE yourself")
    stations = rail.get_by_role("button")
    about, first = page.locator(".editor .about").bounding_box(), page.locator(".editor section").first.bounding_box()
    assert about is not None
    assert first is not None
    assert about["x"] + about["width"] <= first["x"]  # with room, the introduction is next to the functions
    page.set_viewport_size({"width": 390, "height": 844})
    editor = part(page, "count").locator(".cm-content")
    expect(editor).to_be_in_viewport(ratio=1)  # on a phone, before the introduction
    page.set_viewport_size({"width": 1280, "height": 720})
    names = [title.split(". ", 1)[1] for title in TITLES.values()]
    expect(stations.locator("span:not(.state)")).to_have_text(names)
    expect(rail.locator("[aria-current=step]")).to_contain_text(names[0])
    part(page, "encode")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 720})
        stations.last.press("Enter")
        expect(page.get_by_role("heading", name=TITLES["encode"])).to_be_in_viewport(ratio=1)
        expect(rail.locator("[aria-current=step]")).to_contain_text(names[-1])
        expect(stations.last).to_be_in_viewport(ratio=1)
        stations.first.press("Enter")
        expect(page.get_by_role("heading", name=TITLES["count"])).to_be_in_viewport(ratio=1)
        expect(rail.locator("[aria-current=step]")).to_contain_text(names[0])
    # Scrolling to a function opens it, too.
    part(page, "merge").evaluate("section => section.scrollIntoView({block: 'center'})")
    expect(rail.locator("[aria-current=step]")).to_contain_text(names[1])
    write(part(page, "count"), SOLUTIONS["count"])
    expect(rail.locator(".done")).to_have_text(f"✓{names[0]} Right")
    part(page, "count").get_by_role("button", name="Reset").click()
    expect(rail.locator(".done")).to_have_count(0)


WAYS_OUT = """import js

def tried(way):
    try:
        way()
    except BaseException:
        return "refused"
    return "done"

def merge(symbols, pair):
    there = "ADDRESS"
    ways = [
        lambda: js.eval(f"import('{there}/eval.js')"),
        lambda: js.Function.new(f"return import('{there}/function.js')")(),
        lambda: js.Object.getPrototypeOf(js.Object.assign).constructor(f"return import('{there}/constructor.js')")(),
        lambda: js.setTimeout(f"import('{there}/timer.js')", 0),
        lambda: js.setInterval(f"import('{there}/interval.js')", 1),
        lambda: js.FontFace.new("f", f"url({there}/font.woff2)").load(),
        lambda: js.self.fetch(f"{there}/fetch"),
    ]
    raise ValueError("tried: " + " ".join(map(tried, ways)))
"""


def test_on_the_site_code_waits_for_python_and_then_needs_no_network(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    """In one visit, since starting Python takes most of the time. The host sends no policy, as static hosts do."""
    for name in ("eval.js", "function.js", "constructor.js", "timer.js", "interval.js", "font.woff2", "fetch"):
        (tmp_path / name).write_text("")
    alone = browser.new_context(locale="en", service_workers="block")
    with static_host(site) as address, static_host(tmp_path) as elsewhere, alone as context:
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        own = (address, f"blob:{address}")
        page.on("request", lambda request: None if request.url.startswith(own) else wrong.append(request.url))
        page.goto(f"{address}/code/")
        section = part(page, "merge")
        page.route("**/python/pyodide/**", lambda route: route.abort())
        section.get_by_role("button", name="Run", exact=True).click()
        expect(section.locator(".status")).to_have_text(
            "Python couldn’t be loaded. Connect to the network, then run it again. What you typed is still here."
        )
        page.unroute_all()
        write(section, "def merge(symbols, pair):\n    return symbols\n")
        says(section, "Not yet")
        expect(section.locator(".checks li").first).to_contain_text('merge(["h", "u", "g"], ("u", "g")) gives')
        assert wrong == []

        reached: list[str] = []
        context.on("requestfinished", lambda request: reached.append(request.url))
        blocked: list[str | None] = []
        context.on("requestfailed", lambda request: blocked.append(request.failure))
        write(section, WAYS_OUT.replace("ADDRESS", elsewhere))
        expect(section).to_contain_text("tried: refused refused refused")
        context.set_offline(True)
        write(section, SOLUTIONS["merge"])  # by then a timer would have run
        says(section, "All correct here.")
        assert [url for url in reached if url.startswith(elsewhere)] == []
        assert set(blocked) <= {"csp"}
