"""A lesson as a file: opened from disk, from a static host without our server, and in a frame."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewPage, OpenPage
from tests.browser.static_host import static_host
from tests.browser.test_table_and_files import download
from tests.browser.visible_player import Player
from ui.player.training_lesson import MAX_STEPS, FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

HOSTILE = "</script><script>document.title='run'</script> <!-- \u2028 \x00 \ud800 <img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write some lessons as files."""
    folder = tmp_path_factory.mktemp("lessons")
    hug = Task(SCENARIOS["hug"].source, default_settings("bpe", "hug"))
    course = Task(SCENARIOS["course"].source, default_settings("bpe", "course"))
    hostile = Task(
        TextSource.from_counts({HOSTILE: 3, "hug": 2}), replace(default_settings("bpe", "hug"), vocab_size=60)
    )
    for name, task in {"hug": hug, "course": course, "hostile": hostile}.items():
        title = HOSTILE.replace("\ud800", "") if name == "hostile" else name
        (folder / f"{name}.html").write_bytes(task_file(task, FileOptions(title, "en")))
    return folder


@pytest.fixture
def host(folder: Path) -> Iterator[str]:
    """Serve them; yields the address of a static host."""
    with static_host(folder) as address:
        yield address


class File:
    """A lesson file in a browser: its player, and what it requested."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.asked: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(address)
        self.root = page.locator(".player")
        expect(self.root.locator(".controls")).to_be_visible()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def shows(self, step: str | re.Pattern[str]) -> None:
        expect(self.root.locator(".where")).to_have_text(step)
        expect(self.root).not_to_have_attribute("data-moving", "")


@pytest.mark.parametrize("place", ["disk", "host"])
def test_a_file_can_be_stepped_to_its_end_and_requests_nothing(page: Page, folder: Path, host: str, place: str) -> None:
    address = f"{folder.as_uri() if place == 'disk' else host}/hug.html"
    file = File(page, address)
    file.shows("Step 0 of 7")
    file.press(*["ArrowRight"] * 7)
    file.shows("Step 7 of 7")
    expect(file.root.locator(".headline")).to_have_text("b+un→bun·4")
    expect(file.root.locator(".merges li")).to_have_count(7)
    expect(page).to_have_url(f"{address}#step=7")
    page.reload()
    file.shows("Step 7 of 7")
    assert file.asked == [address] * 2


def test_a_file_shows_the_same_as_the_app(go_to: OpenPage, new_page: NewPage, folder: Path) -> None:
    # Only the app has links at the end, to its other pages.
    said = """root => [...root.querySelectorAll('.where, .headline, .sum, .done, .next, .corpus, .pairs, .side')]
        .map(element => [...element.childNodes].filter((node) => node.className !== "app-link"))
        .map((nodes) => nodes.map((node) => node.textContent).join(""))"""
    app = Player(go_to("/train", scenario="hug"))
    file = File(new_page(), f"{folder.as_uri()}/hug.html")
    for step in range(8):
        app.at(step)
        file.shows(f"Step {step} of 7")
        assert file.root.evaluate(said) == app.root.evaluate(said)
        app.press("ArrowRight")
        file.press("ArrowRight")


def test_a_presented_file_reveals_nothing_before_the_first_press(page: Page, folder: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    file = File(page, f"{folder.as_uri()}/hug.html#present=1")
    expect(file.root.locator(".done")).to_contain_text("has 113 tokens. The vocabulary")
    expect(file.root.locator(".next")).to_be_hidden()
    file.press("PageDown")
    file.shows("Step 1 of 7")
    expect(file.root.locator(".next")).to_be_visible()


def test_a_file_supports_predictions_present_and_other_tie_rules(page: Page, folder: Path) -> None:
    address = f"{folder.as_uri()}/hug.html"
    file = File(page, f"{address}?step=4&predict=1")  # like a link to the app
    file.shows("Step 4 of 7")
    file.root.get_by_role("button", name="“p” + “ug”").click()
    expect(file.root.locator(".score")).to_have_text("1 of 1 predictions right")
    file.root.get_by_role("button", name="tie of 2 pairs").click()
    file.root.get_by_role("button", name="smallest id").click()
    expect(page).to_have_url(re.compile(r"#step=4&predict=1&tie=smallest-id$"))
    expect(file.root.locator(".score")).to_be_empty()
    file.press("f")
    expect(page.locator("dialog.screen")).to_be_visible()
    expect(page.locator("dialog .controls")).to_be_visible()
    file.press("Escape")
    expect(page.locator("dialog.screen")).to_be_hidden()
    page.goto(f"{address}#step=2&tie=largest-pair")
    file.shows("Step 2 of 7")
    page.go_back()
    file.shows("Step 4 of 7")
    page.reload()
    file.root.get_by_role("checkbox", name="Predict").uncheck()
    file.root.get_by_role("button", name="tie of 2 pairs").click()
    pressed = file.root.get_by_role("button", name="smallest id", pressed=True)
    expect(pressed).to_be_visible()


def test_a_tie_rule_without_a_lesson_is_ignored(page: Page, folder: Path) -> None:
    file = File(page, f"{folder.as_uri()}/hug.html#step=1")
    for name in page.evaluate("['no-such', ...Object.getOwnPropertyNames(Object.prototype)]"):
        page.goto(f"{folder.as_uri()}/hug.html#step=2&tie={name}")  # while the file is open
        file.shows("Step 2 of 7")
        expect(file.root.locator(".headline")).to_have_text("u+n→un·16")
    page.reload()
    file.shows("Step 2 of 7")
    expect(file.root.locator(".headline")).to_have_text("u+n→un·16")


@pytest.mark.parametrize("view", [{"width": 390, "height": 844, "touch": True}, {"dark": True}])
def test_a_file_fits_a_phone_and_follows_the_system_s_dark_mode(page: Page, folder: Path, view: dict[str, Any]) -> None:
    file = File(page, f"{folder.as_uri()}/hug.html#step=2")
    file.shows("Step 2 of 7")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(file.root.get_by_role("button", name="Next")).to_be_in_viewport(ratio=1)
    background = "rgb(16, 18, 22)" if view.get("dark") else "rgb(247, 246, 242)"
    expect(page.locator("body")).to_have_css("background-color", background)
    assert faults(page) == []


def test_no_text_in_a_file_is_executed(page: Page, folder: Path) -> None:
    file = File(page, f"{folder.as_uri()}/hostile.html")
    file.press("End")
    file.shows(re.compile(r"Step (\d+) of \1"))
    expect(page).to_have_title(re.compile("^</script>"))
    assert page.locator("script").count() == 2
    assert page.locator("img").count() == 0
    assert file.asked == [f"{folder.as_uri()}/hostile.html"]


def test_motion_and_charts_respect_the_content_security_policy(new_page: NewPage, folder: Path) -> None:
    page = new_page(reduced_motion=False)
    file = File(page, f"{folder.as_uri()}/hug.html")
    file.press("ArrowRight")
    expect(file.root).not_to_have_attribute("data-moving", "")
    file.press("ArrowLeft")
    expect(file.root).not_to_have_attribute("data-moving", "")
    bars = file.root.locator(".bar").evaluate_all("bars => bars.map(bar => bar.style.width)")
    assert bars[0] == "100%"
    expect(file.root.locator(".curves svg")).to_have_count(2)


@pytest.mark.parametrize("view", [{"width": 390, "height": 600}])
def test_a_chart_has_its_name_at_once(page: Page, folder: Path) -> None:
    # Parts below the screen are marked when keys rest. Here they never do: no time passes for the page.
    page.add_init_script("window.setTimeout = () => 0")
    page.goto(f"{folder.as_uri()}/hug.html")
    for chart, words in zip(page.locator(".curves svg").all(), ("113 tokens", "7 tokens"), strict=True):
        expect(chart).to_have_accessible_name(re.compile(words))


# Everything then fits in the frame, which no longer scrolls.
_FITS = """() => {
    const main = document.querySelector("[data-testid=stMain]") ?? document.documentElement;
    return main.scrollHeight <= innerHeight;
}"""


def look_through_a_frame(page: Page, host: str, folder: Path, address: str, where: str = "Step 2 of 7") -> None:
    """Show the player in a frame of a page that follows its height."""
    # Under one name, a second page of the same second would be the first, which the browser keeps.
    around = folder / f"around_{len(list(folder.iterdir()))}.html"
    around.write_text(f"""<!doctype html><title>A course</title><script>
    addEventListener("message", ({{ data }}) => {{
        if (data.type === "bpe-lab:height") document.querySelector("iframe").height = window.told = data.height;
    }});
    </script><iframe width="600" height="400" src="{address}"></iframe>""")
    page.goto(f"{host}/{around.name}")
    expect(page.frame_locator("iframe").locator(".where")).to_have_text(where)
    page.wait_for_function("window.told > 400 && window.told < 900")
    inside = page.frames[1]
    inside.wait_for_function(_FITS)
    assert not inside.get_by_role("heading", level=1).is_visible()
    assert not inside.get_by_role("navigation").is_visible()


def test_a_file_reports_its_height_to_the_page_around_it(page: Page, host: str, folder: Path) -> None:
    look_through_a_frame(page, host, folder, "/hug.html?step=2")


def test_train_and_encode_download_the_lesson_they_show(open_page: OpenPage, new_page: NewPage, tmp_path: Path) -> None:
    long = {"scenario": "text", "text": " ".join(f"{number:03d}" for number in range(150)), "vocab": 90}
    for path, query in (
        ("/train", {"scenario": "hug", "algorithm": "wordpiece"}),
        ("/train", long),
        ("/encode", {"sample": "unhug"}),
    ):
        page = open_page(path, **query)
        steps = Player(page).steps()
        (tmp_path / "taken.html").write_bytes(download(page, "HTML"))
        file = File(new_page(), (tmp_path / "taken.html").as_uri())
        file.shows(f"Step 0 of {min(steps, MAX_STEPS[0])}")
        file.press("End")
        file.shows(f"Step {min(steps, MAX_STEPS[0])} of {min(steps, MAX_STEPS[0])}")
    assert steps == 3
    expect(file.page).to_have_title("“unhug”, hug · pug · pun, BPE")


def test_a_file_contains_the_taught_code(new_page: NewPage, folder: Path) -> None:
    file = File(new_page(), f"{(folder / 'hug.html').as_uri()}#code=1")
    expect(file.root.locator(".code .runs .values").last).to_contain_text("pair = ('u', 'g')")
    expect(file.root.locator(".code")).to_be_in_viewport(ratio=0.95)
    file.press("ArrowRight")
    file.shows("Step 1 of 7")
    expect(file.root.locator(".code .ran .values").filter(has_text="token = 'ug'")).to_have_count(1)
