"""Decode: an emoji that appears and is completed, as a person sees it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visible_player import Player

EXAMPLE = "15496 3228 12520 97 245"
LONG = f"{EXAMPLE} 15496 3228 12520"
"""Ids that are too many for columns: they are listed beside their rows."""

_BOXES = "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"


def line(page: Page, label: str) -> str:
    """Return the text of a row, without the covers of what is still to come."""
    row = page.locator(".corpus tr", has=page.locator(".frequency", has_text=label))
    return "".join(text for text in row.locator(".token").all_inner_texts() if text != "?")


def test_a_replacement_character_is_shown_until_its_bytes_are_complete(go_to: OpenPage) -> None:
    page = go_to("/decode", step=2)
    player = Player(page)
    for step, at_once, held in [(2, "Hello!!", "Hello!!"), (3, "Hello!!·\ufffd", "Hello!!·"), (5, "Hello!!·🤗", None)]:
        while player.scrubber.input_value() != str(step):
            player.press("ArrowRight")
        player.at(step)
        assert line(page, "Text at once") == at_once
        assert line(page, "Text held back") == (held or at_once)
    expect(page.locator(".done")).to_contain_text("the � is gone")


def test_row_names_do_not_overlap_their_tokens(go_to: OpenPage) -> None:
    page = go_to("/decode", step=4, ids=LONG)
    Player(page)
    for row in page.locator(".corpus tbody tr").all():
        name, token = row.locator(".frequency"), row.locator(".token").first
        assert name.evaluate("cell => cell.scrollWidth <= cell.clientWidth")
        boxes = name.bounding_box(), token.bounding_box()
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]


def test_what_an_id_becomes_stands_right_below_it(go_to: OpenPage) -> None:
    player = Player(go_to("/decode", step=5))
    player.at(5)
    rows = player.root.locator(".corpus tbody tr").all()
    ids, names, data, *texts = (row.locator(".token").evaluate_all(_BOXES) for row in rows)
    assert [(box["left"], box["right"]) for box in names] == [(box["left"], box["right"]) for box in ids]
    # Hello has five bytes, !! two, the space and half of the emoji three, and its other half two.
    first = [0, 5, 7, 10, 11, 12]
    for place, box in enumerate(ids):
        inside = data[first[place] : first[place + 1]]
        assert inside[0]["left"] == pytest.approx(box["left"], abs=1)
        assert inside[-1]["right"] == pytest.approx(box["right"], abs=1)
    for row in texts:  # the emoji is as wide as the two ids that it took
        assert len(row) == 4
        assert row[3]["left"] == pytest.approx(ids[3]["left"], abs=1)
        assert row[3]["right"] == pytest.approx(ids[4]["right"], abs=1)


def test_columns_have_the_whole_width(go_to: OpenPage) -> None:
    player = Player(go_to("/decode"))
    expect(player.root.locator(".pairs")).to_be_hidden()
    expect(player.root.locator(".history")).to_be_hidden()
    last, picture = (
        player.root.locator(".corpus .token").last.bounding_box(),
        player.root.locator(".picture").bounding_box(),
    )
    assert last is not None
    assert picture is not None
    assert picture["x"] + picture["width"] - (last["x"] + last["width"]) < 40


def test_decoding_leaves_no_space_for_candidates(go_to: OpenPage) -> None:
    player = Player(go_to("/decode", ids=LONG))
    expect(player.root.locator(".pairs")).to_be_hidden()
    boxes = [player.root.locator(name).bounding_box() for name in (".corpus", ".history")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["x"] + boxes[0]["width"] == pytest.approx(boxes[1]["x"], abs=40)


def test_ids_are_listed_before_they_are_looked_up(go_to: OpenPage) -> None:
    player = Player(go_to("/decode", ids=LONG))
    listed = player.root.locator(".history li")
    ids = enumerate(LONG.split(), 1)
    coming = [f"{place}{one}→ ?" for place, one in ids]
    expect(listed).to_have_text(coming)
    expect(player.root.locator(".known")).to_be_hidden()
    player.walk(2)
    expect(listed).to_have_text(["115496→Hello", "23228→!!", *coming[2:]])


_CUT_ROWS = """(list) => [...list.children].filter((row) => {
    const [place, {top, bottom}] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
    return (top < place.top - 1 && bottom > place.top + 1) || (top < place.bottom - 1 && bottom > place.bottom + 1);
}).map((row) => row.textContent)"""


@pytest.mark.parametrize("view", [{"width": 390, "height": 844, "touch": True}])
@pytest.mark.parametrize(("path", "query"), [("/decode", {}), ("/decode", {"ids": LONG}), ("/prompt", {})])
def test_on_a_phone_ids_appear_once_and_no_row_is_cut_off(go_to: OpenPage, path: str, query: dict[str, str]) -> None:
    player = Player(go_to(path, step=3, **query))
    player.at(3)
    rows = player.root.locator(".history .merges")
    expect(rows.locator("li").first).to_be_attached()
    assert rows.evaluate(_CUT_ROWS) == []
    if path == "/decode":
        ids = player.root.locator(".corpus .token:visible, .history .token:visible")
        expect(ids.filter(has_text="97")).to_have_count(1)
        expect(ids.filter(has_text="245")).to_have_count(1)


def test_tokens_in_the_list_of_ids_form_a_column(go_to: OpenPage) -> None:
    player = Player(go_to("/decode", step=8, ids=LONG))
    player.at(8)
    tokens = player.root.locator(".history .merges .token:nth-of-type(2)")
    expect(tokens).to_have_text(["Hello", "!!", "20 F0 9F", "A4", "97", "Hello", "!!", "20 F0 9F"])
    left = tokens.evaluate_all("tokens => tokens.map((token) => token.getBoundingClientRect().left)")
    assert max(left) - min(left) < 3


def test_decoding_offers_no_predictions(go_to: OpenPage) -> None:
    page = go_to("/decode", predict=1)
    player = Player(page)
    expect(player.root.get_by_text("Predict")).to_be_hidden()
    player.press("ArrowRight")
    player.at(1)
    expect(page.locator(".done")).not_to_be_empty()
    expect(Player(go_to("/train")).root.get_by_text("Predict")).to_be_visible()
