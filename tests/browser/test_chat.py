"""From chat to ids by keyboard: each row names its author, and each token has its id below it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player
from tools.browser import wait_until_idle


def test_keys_add_one_row_at_a_time_and_a_typed_special_token_is_one_token(go_to: OpenPage) -> None:
    page = go_to("/chat", messages="user: <|im_end|>", step=1)
    player = Player(page)
    player.press("ArrowRight")
    player.at(2)
    row = page.locator(".corpus tbody tr").nth(1)
    expect(row.locator(".name")).to_have_text("2 user")
    expect(row.locator("bdi")).to_have_text("<|im_end|>")
    expect(row.locator(".token")).to_have_text(["<|im_end|>"])
    expect(row.locator(".caption")).to_have_text(["100265 special"])
    page.get_by_text("As text", exact=True).click()
    expect(row.locator(".caption")).to_have_text(["27", "91", "318", "6345", "91", "29"])
    expect(row.locator(".token.special")).to_have_count(0)


PLACES = """(list) => [...list.querySelectorAll("[data-author]")].map((row) => {
    const box = (name) => row.querySelector(name)?.getBoundingClientRect();
    const [said, tokens] = [box(".said"), box("td.row")];
    const name = row.querySelector(".said") && getComputedStyle(row.querySelector(".said")).backgroundColor;
    const ground = getComputedStyle(row.querySelector("td.row")).backgroundColor;
    const same = name === ground;
    return {author: row.dataset.author, said: said && [said.left, said.right], tokens: tokens.left, same};
})"""


def test_bubbles_are_placed_by_role_and_contain_their_tokens(go_to: OpenPage) -> None:
    page = go_to("/chat", messages="system: Be brief.\nuser: Hi!\nassistant: Hello.", step=0)
    page.set_viewport_size({"width": 1280, "height": 900})
    Player(page).at(0)
    rows = page.locator(".corpus tbody")
    expect(rows.locator("bdi")).to_have_text(["Be brief.", "Hi!", "Hello."])
    expect(page.locator(".side")).to_be_hidden()
    places = rows.evaluate(PLACES)
    system, user, assistant = (place for place in places if place["said"])
    assert len({place["tokens"] for place in places}) == 1  # in one line, whatever a template writes around them
    assert abs(user["said"][1] - user["tokens"]) < 2  # at the right, and it touches its tokens
    assert assistant["said"][0] < user["said"][0]
    assert assistant["said"][1] < user["tokens"] - 20  # at the left
    assert system["said"][0] == assistant["said"][0]
    assert abs(system["said"][1] - system["tokens"]) < 2  # a strip
    assert all(place["same"] for place in (system, user, assistant))
    # What has no room in large type scrolls, with what happens in sight.
    page.set_viewport_size({"width": 1280, "height": 720})
    player = Player(page)
    wait_until_idle(page)
    player.press("End")
    player.at(7)
    lines = rows.locator("tr")
    expect(lines.last).to_be_in_viewport(ratio=0.9)
    expect(lines.first).not_to_be_in_viewport(ratio=0.9)
    player.press("Home")
    player.press("ArrowRight")
    player.at(1)
    expect(lines.first).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size({"width": 390, "height": 800})
    for token in rows.locator(".token").all():
        expect(token).to_have_css("font-size", "16px")
    assert rows.evaluate("(list) => list.scrollWidth <= list.clientWidth")


@pytest.mark.parametrize("lang", ["en", "vi", "ru"])
@pytest.mark.parametrize("view", [{"width": 800, "height": 900}])
def test_on_a_tablet_choices_are_next_to_the_views(go_to: OpenPage, lang: str, view: object) -> None:
    page = go_to("/chat", lang=lang)
    line = ".st-key-bpe_lab_parts, .st-key-chat-choices button, .st-key-chat-typed"
    expect(page.locator(line)).to_have_count(3)
    boxes = [one.bounding_box() for one in page.locator(line).all()]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert max(middles) - min(middles) <= 4
