"""The words of a lesson in another language are marked as such, so that they are drawn and read aloud correctly."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player
from ui.player.training_lesson import FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task


def languages(player: Locator) -> set[str]:
    """Return the languages of all tokens and quoted words."""
    found: set[str] = set(
        player.evaluate(
            "root => [...root.querySelectorAll('.token, .message p > span:not(.app-link)')].map(({lang}) => lang)"
        )
    )
    return found


def test_tokens_and_quoted_words_are_marked_with_the_lesson_s_language(open_page: OpenPage) -> None:
    train = Player(open_page("/train", scenario="words", step=2))
    expect(train.root.locator(".done [lang=zh-Hans]").first).to_have_text("“北” + “京”")
    assert languages(train.root) == {"zh-Hans"}
    encode = Player(open_page("/encode", scenario="words", sample="北大", **{"with": "trained"}))
    assert languages(encode.root) == {"zh-Hans"}
    assert languages(Player(open_page("/train", scenario="hug", step=2)).root) == {""}


def test_tokens_and_quoted_words_in_a_file_are_marked_too(page: Page, tmp_path: Path) -> None:
    task = Task(SCENARIOS["tones"].source, default_settings("bpe", "tones"))
    file = tmp_path / "tones.html"
    file.write_bytes(task_file(task, FileOptions("tones", "en", text_language="vi")))
    page.goto(f"{file.as_uri()}#step=2")
    expect(page.locator(".where")).to_have_text("Step 2 of 7")
    assert languages(page.locator(".player")) == {"vi"}
