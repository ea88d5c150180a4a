"""Server files to train on: chosen on the page, named by a link, removed and restored."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, check_log, visit
from tests.browser.visible_player import Player, choices, close_choices
from tools.app_server import AppServer, running_app
from tools.browser import wait_until_idle
from ui.tokenization.tasks.server_texts import FOLDER

GONE = "pug.txt isn’t on this server"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pug.txt").write_text("pug pug pun", encoding="utf-8")
    (tmp_path / "low & <b>.txt").write_text("low lower", encoding="utf-8")
    return tmp_path


@pytest.fixture
def with_files(folder: Path) -> Iterator[AppServer]:
    with running_app(settings={FOLDER: str(folder)}) as server:
        yield server
        check_log(server)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


def first_words(page: Page) -> list[str]:
    return ["".join(word["tokens"]) for word in Player(page).at(0)["words"]]


def choose(page: Page, name: str) -> None:
    # A list opened while its container still scrolls closes again, and the container grows when the upload is drawn.
    body = choices(page).get_by_test_id("stPopoverBody")
    wait_until_idle(page)
    body.evaluate("body => body.scrollTop = body.scrollHeight")
    page.get_by_role("combobox", name="file on this server").click()
    page.get_by_role("option", name=name, exact=True).click()


def test_a_file_is_chosen_stepped_through_linked_to_and_told_once_it_is_gone(
    page: Page, with_files: AppServer, folder: Path
) -> None:
    visit(page, with_files.url, "/train", scenario="text")
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
    with_pug = page.url
    page.goto(link)
    Player(page).at(1)

    page.goto(with_pug)
    assert first_words(page) == ["pug", "Ġpug", "Ġpun"]
    (folder / "pug.txt").rename(folder / "away")
    page.reload()
    expect(page.get_by_role("alert").filter(has_text=GONE)).to_be_visible()
    (folder / "away").rename(folder / "pug.txt")
    page.reload()
    assert first_words(page) == ["pug", "Ġpug", "Ġpun"]
