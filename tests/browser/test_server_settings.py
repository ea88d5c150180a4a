"""Settings of a server: files to train on, the addresses in links, and which sites may embed its pages."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, check_log, move_to
from tests.browser.static_host import static_host
from tests.browser.test_lesson_files import look_through_a_frame
from tests.browser.visible_player import Player, choices, close_choices
from tools.app_server import AppServer, running_app
from tools.browser import wait_until_idle
from ui.server.security_headers import FRAME_ANCESTORS_VARIABLE
from ui.tokenization.tasks.server_texts import FOLDER

GONE = "pug.txt isn’t on this server"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "pug.txt").write_text("pug pug pun", encoding="utf-8")
    (folder / "low & <b>.txt").write_text("low lower", encoding="utf-8")
    return folder


@pytest.fixture
def around(tmp_path: Path) -> Path:
    """Return the folder of pages that embed those of the server."""
    folder = tmp_path / "around"
    folder.mkdir()
    return folder


@pytest.fixture
def host(around: Path) -> Iterator[str]:
    with static_host(around) as address:
        yield address


@pytest.fixture
def with_settings(folder: Path, host: str) -> Iterator[AppServer]:
    settings = {
        FOLDER: str(folder),
        "BPE_LAB_ADDRESS": "lab.school.example 10.0.0.7",
        FRAME_ANCESTORS_VARIABLE: host,
    }
    with running_app(settings=settings) as server:
        yield server
        check_log(server)


def first_words(page: Page) -> list[str]:
    return ["".join(word["tokens"]) for word in Player(page).at(0)["words"]]


def choose(page: Page, name: str) -> None:
    # A list opened while its container still scrolls closes again, and the container grows when the upload is drawn.
    body = choices(page).get_by_test_id("stPopoverBody")
    wait_until_idle(page)
    body.evaluate("body => body.scrollTop = body.scrollHeight")
    page.get_by_role("combobox", name="file on this server").click()
    page.get_by_role("option", name=name, exact=True).click()


def test_settings_of_a_server_take_effect_in_the_browser(
    new_page: NewPage, with_settings: AppServer, folder: Path, host: str, around: Path
) -> None:
    """With one server for all, since starting one takes most of the time."""
    page = new_page(clipboard=True)
    a_page_opened_first_shows_the_navigation(page, with_settings)
    a_file_can_be_chosen_and_linked_and_its_loss_is_reported(page, with_settings, folder)
    a_link_copied_on_the_server_s_machine_works_for_others(page, with_settings)
    for path, where in (("train?scenario=hug&step=2", "Step 2 of 7"), ("encode?sample=unhug&step=2", "Step 2 of 3")):
        look_through_a_frame(page, host, around, f"{with_settings.url}/{path}&embed=1", where)
    page.close()  # otherwise it asks the server that is stopped next


def a_page_opened_first_shows_the_navigation(page: Page, server: AppServer) -> None:
    page.goto(server.url)
    for name in ("Learn", "Explore", "Teach", "Tools"):
        expect(page.get_by_role("navigation").get_by_role("button", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Same word. Read two ways.")).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_have_count(0)
    wait_until_idle(page)


def a_file_can_be_chosen_and_linked_and_its_loss_is_reported(page: Page, server: AppServer, folder: Path) -> None:
    move_to(page, server.url, "/train", scenario="text")
    choose(page, "low & <b>.txt")
    close_choices(page)
    assert first_words(page) == ["low", "Ġlower"]
    expect(page).to_have_url(re.compile(r"stored=low"))
    Player(page).root.press("ArrowRight")
    Player(page).at(1)
    expect(page).to_have_url(re.compile(r"step=1"))
    link = page.url
    choose(page, "pug.txt")
    close_choices(page)
    assert first_words(page) == ["pug", "Ġpug", "Ġpun"]
    expect(page).to_have_url(re.compile("stored=pug"))
    with_pug = page.url
    page.goto(link)
    Player(page).at(1)

    (folder / "pug.txt").rename(folder / "away")
    page.goto(with_pug)
    expect(page.get_by_role("alert").filter(has_text=GONE)).to_be_visible()
    (folder / "away").rename(folder / "pug.txt")
    page.reload()
    assert first_words(page) == ["pug", "Ġpug", "Ġpun"]


def a_link_copied_on_the_server_s_machine_works_for_others(page: Page, server: AppServer) -> None:
    move_to(page, server.url, "/train", scenario="aaab", step=1)
    player = Player(page)
    player.options().get_by_role("button", name="Copy link").click()
    expect(player.root.get_by_text(f"It uses lab.school.example:{server.port}, where others")).to_be_visible()
    assert copied_host(page) == ("lab.school.example", server.port)
    player.root.get_by_role("button", name="Copy with 10.0.0.7").click()
    expect(player.root.get_by_text(f"It uses 10.0.0.7:{server.port}, where others")).to_be_visible()
    assert copied_host(page) == ("10.0.0.7", server.port)
    move_to(page, server.url, "/playground", sample="ab")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copy with 10.0.0.7").click()
    expect(page.get_by_text(f"It uses 10.0.0.7:{server.port}, where others")).to_be_visible()
    assert copied_host(page) == ("10.0.0.7", server.port)


def copied_host(page: Page) -> tuple[str | None, int | None]:
    copied = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    return copied.hostname, copied.port
