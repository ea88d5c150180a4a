"""The app as pip installs it, served by `bpe-lab` in an unrelated folder: a lesson is stepped through."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import check_log
from tests.installed import Installed
from tests.ui.waiting import wait_for
from tools.app_server import AppServer, running_app

OPENER = "browser-of-ours"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder with texts, files named like ours, and a program that reports the URL it is given."""
    for name in ("app.py", "ui.py", "random.py"):
        (tmp_path / name).write_text("raise SystemExit('this is somebody else’s')", "utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/rhymes.txt").write_text("hot pot, hot pot", "utf-8")
    (tmp_path / OPENER).write_text(f"#!/bin/sh\nprintf %s $1 > {tmp_path}/opened\n", "utf-8")
    (tmp_path / OPENER).chmod(0o755)
    return tmp_path


@pytest.fixture
def serving(installed: Installed, elsewhere: Path) -> Iterator[AppServer]:
    command = (installed.app.program("bpe-lab"), "--corpora", "texts", "--open")
    settings = {"PATH": "/usr/bin:/bin", "BROWSER": str(elsewhere / OPENER)}  # which Python tries first
    with running_app(elsewhere, settings=settings, command=command) as server:
        yield server
        check_log(server)


def test_the_installed_app_serves_a_lesson_that_can_be_stepped(
    browser: Browser, serving: AppServer, elsewhere: Path
) -> None:
    page = browser.new_page(locale="vi")
    page.goto(f"{serving.url}/train?scenario=hug")
    player = page.get_by_test_id("stApp").locator(".player")
    expect(page.get_by_role("button", name="Học", exact=True)).to_be_visible()
    expect(player.locator(".where")).to_contain_text("0")  # loaded, and accepts keys
    page.keyboard.press("ArrowRight")
    expect(player.locator(".where")).to_contain_text("1")
    expect(player.locator(".history .token").last).to_have_text("ug")  # the first merge of the Hugging Face course
    wait_for((elsewhere / "opened").exists)
    assert (elsewhere / "opened").read_text("utf-8") == f"{serving.url}/"
