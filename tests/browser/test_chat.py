"""From chat to ids by keyboard: each row names its author, and each token has its id below it."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player


def test_the_keys_write_row_after_row_and_a_name_that_is_typed_is_one_token(go_to: OpenPage) -> None:
    page = go_to("/chat", messages="user: <|im_end|>", step=1)
    player = Player(page)
    player.press("ArrowRight")
    player.at(2)
    row = page.locator(".corpus tbody tr").nth(1)
    expect(row.locator(".frequency")).to_have_text("2 user")
    expect(row.locator(".token")).to_have_text(["<|im_end|>"])
    expect(row.locator(".caption")).to_have_text(["100265 special"])
    page.get_by_text("As text", exact=True).click()
    expect(row.locator(".caption")).to_have_text(["27", "91", "318", "6345", "91", "29"])
    name, token = row.locator(".frequency").bounding_box(), row.locator(".token").first.bounding_box()
    assert name is not None
    assert token is not None
    assert name["x"] + name["width"] <= token["x"]
