"""A vocabulary of your own: typed tokens cut the text, as a person sees it."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player, choices, close_choices


def test_typed_tokens_cut_the_text_and_are_in_the_url(open_page: OpenPage) -> None:
    page = open_page("/own", sample="lowest")
    box = choices(page).get_by_label("Tokens: one per line")
    box.fill("low\nest\nwest\nl\no")
    box.press("Control+Enter")
    expect(page).to_have_url(re.compile("tokens=low"))
    close_choices(page)
    player = Player(page)
    player.button("Last").click()
    assert player.at(3)["words"][0]["tokens"] == ["l", "o", "west"]
    expect(player.root.locator(".corpus .lane")).to_have_count(3)  # none leads on from the word that was cut
    expect(page.get_by_text("From the left, you’d get: “low” + “est”.")).to_be_visible()
