"""One switch for the notation of tokens, everywhere and in the URL; and the running text."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player, follow
from tools.browser import wait_until_idle

RUSSIAN = "Мост через реку. Этот мост старый, и на мосту старик."
BYTES = {"scenario": "text", "text": RUSSIAN, "vocab": 290, "units": "bytes"}


def switch(place: Locator | Page) -> Locator:
    return place.get_by_role("group", name="Show tokens as")


def choose(player: Player, name: str) -> None:
    switch(player.options()).get_by_role("button", name=name, exact=True).click()
    player.page.mouse.click(5, 400)


def test_texts_and_sentences_in_another_script_start_as_text(go_to: OpenPage) -> None:
    player = Player(go_to("/train", **BYTES, step=30))
    seen = player.at(30)
    shown = " ".join((seen["done"], seen["next"], *(token for row in seen["words"] for token in row["tokens"])))
    assert "Ð" not in shown
    assert "·старый" in player.root.locator(".candidates").inner_text()
    expect(player.page).not_to_have_url(re.compile("view="))


def test_one_switch_changes_tokens_counts_merges_and_sentences(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="aaab", step=1)
    player = Player(page)
    expect(player.root.locator(".headline")).to_have_text("a+a→aa·4")
    choose(player, "Ids")
    expect(player.root.locator(".headline")).to_have_text("(97,97)→256·4")
    expect(player.root.locator(".merges li .token")).to_have_text(["97", "97", "256"])
    expect(player.root.locator(".corpus .token").first).to_have_text("256")
    expect(player.root.locator(".done")).to_contain_text("Merge 1: (97, 97) became “256”")
    expect(player.root.locator(".board li .token").first).to_have_text("256")
    assert 'button "Merge 1: (97, 97) becomes “256”, 4 times"' in player.root.aria_snapshot()
    expect(page).to_have_url(re.compile("view=ids"))
    choose(player, "Hex")
    expect(player.root.locator(".headline")).to_have_text("61+61→61 61·4")
    expect(player.root.locator(".sum")).to_contain_text("61 61 61 62 64 61 61 61 … 61 63 4")
    choose(player, "Byte symbols")  # as usual
    expect(page).not_to_have_url(re.compile("view="))


def test_a_character_level_lesson_offers_only_text_and_ids(open_page: OpenPage) -> None:
    player = Player(open_page("/train", scenario="low", view="hex"))
    expect(switch(player.options()).get_by_role("button")).to_have_text(["Text", "Ids"])
    expect(player.root.locator(".corpus .token").first).to_have_text("l")


def test_the_chosen_notation_applies_to_the_next_page(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="hug")
    player = Player(page)
    choose(player, "Ids")
    expect(page).to_have_url(re.compile("view=ids"))
    follow(page, "Vocabulary")
    expect(page.locator(".list td .token").first).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator(".tree .node .token").first).to_have_text(re.compile(r"^\d+$"))
    switch(page).get_by_role("button", name="Byte symbols").click()
    expect(page.locator(".tree .node .token").first).to_have_text("word")
    follow(page, "Playground")
    expect(switch(page).get_by_role("button", name="Byte symbols")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".flow .token").nth(2)).to_have_text("Ġcut")


def test_sentences_name_a_space(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="course", step=1))
    expect(player.root.locator(".done .screen-reader-text")).to_have_text(["“space” + “t”", "space t"])
    assert "Ġ" not in player.root.get_by_role("status").aria_snapshot()


TEXT = "root => [...root.querySelectorAll('.flow .token')].map(token => token.textContent).join('')"


def test_the_running_text_follows_steps_and_highlights(go_to: OpenPage) -> None:
    player = Player(go_to("/train", scenario="course", step=0))
    before = player.root.evaluate(TEXT)
    assert before.startswith("ThisĠisĠtheĠHugging")
    tokens = player.root.locator(".flow .token")
    assert tokens.count() == 198  # as many as the sentences have characters
    player.press("ArrowRight", "ArrowRight")
    player.at(2)
    assert player.root.evaluate(TEXT) == before
    assert tokens.count() == 186
    expect(player.root.locator(".flow .new-token")).to_have_text(["is"] * 5)
    player.root.locator(".board li").first.hover()  # e + r
    expect(player.root.locator(".flow .token.highlighted")).to_have_text(["e", "r"] * 5)


def test_the_running_text_moves_nothing_else(go_to: OpenPage) -> None:
    player = Player(go_to("/train", **BYTES))
    steps = player.steps()
    places = """root => [".text", ".box", ".corpus", ".pairs", ".known", ".history", ".message"].map((name) => {
        const box = root.querySelector(name).getBoundingClientRect();
        return [name, Math.round(box.top + scrollY), Math.round(box.left), Math.round(box.width)];
    })"""
    for width, height in ((1280, 720), (400, 800)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.press("Home")
        player.at(0)
        wait_until_idle(player.page)
        first = player.root.evaluate(places)
        for step in range(1, steps + 1, 3):
            player.press("ArrowRight", "ArrowRight", "ArrowRight")
            player.at(min(step + 2, steps))
            assert player.root.evaluate(places) == first, (width, step)
