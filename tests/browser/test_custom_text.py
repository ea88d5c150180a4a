"""Custom text: pasted, uploaded, hostile, long."""

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import OpenPage, visit
from tests.browser.visible_player import Player, choices, upload
from tools.browser import wait_until_idle

PLAY = Path(__file__).parents[1] / "data" / "asyoulik.txt"
CLIPBOARD = pytest.mark.parametrize("view", [{"clipboard": True}])

HOSTILE = (
    "<img src=x onerror=alert(1)> <script>window.hurt=1</script> ![pic](http://example.org/x.png) "
    "[a](http://example.org) "
    "$x^2$ :material/home: :red[x] **b** `c` &amp; a\u200fb a\u202eb 👨\u200d👩\u200d👧 e\u0301 \u0301x"
)


def box(page: Page) -> Locator:
    return choices(page).get_by_role("textbox", name="Your text")


def paste(page: Page, text: str) -> None:
    """Paste a text as a person does: typing a long text takes minutes, and so does Playwright's `fill`."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    box(page).click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V")
    page.get_by_role("button", name="Train on this text").click()


def message(page: Page) -> Locator:
    return page.locator("[data-testid=stHtml] [role=alert]")


def test_a_text_can_be_typed_taken_from_an_example_or_uploaded(open_page: OpenPage) -> None:
    """In one visit, since loading the app takes most of the time."""
    page = open_page("/train", scenario="text")
    a_typed_text_is_trained(page)
    an_example_is_one_click_away(page)
    an_unreadable_file_is_reported_and_the_page_still_works(page)
    a_utf8_file_is_trained(page)


def a_typed_text_is_trained(page: Page) -> None:
    box(page).fill("low low lower")
    page.get_by_role("button", name="Train on this text").click()
    seen = Player(page).at(0)
    assert seen["words"] == [
        {"count": "1 ×", "tokens": list("low"), "places": [["l", "o"]], "fresh": []},
        {"count": "1 ×", "tokens": list("Ġlow"), "places": [["l", "o"]], "fresh": []},
        {"count": "1 ×", "tokens": list("Ġlower"), "places": [["l", "o"]], "fresh": []},
    ]
    expect(page).to_have_url(re.compile(r"text=low\+low\+lower|text=low%20low%20lower"))


def an_example_is_one_click_away(page: Page) -> None:
    box(page).fill("")
    box(page).press("Control+Enter")
    page.get_by_role("button", name="Use an example").click()
    Player(page)
    expect(box(page)).to_have_value(re.compile("woodchuck"))


def give(page: Page, data: bytes) -> None:
    upload(choices(page), "some.txt", data)


def an_unreadable_file_is_reported_and_the_page_still_works(page: Page) -> None:
    give(page, "Grüße".encode("latin-1"))
    expect(message(page)).to_contain_text("The file some.txt isn’t UTF-8 text: byte 3 is 0xFC")
    box(page).fill("hug hug")
    page.get_by_role("button", name="Train on this text").click()
    Player(page)
    page.get_by_test_id("stFileChipDeleteBtn").click()
    expect(message(page)).to_have_count(0)
    Player(page)


def a_utf8_file_is_trained(page: Page) -> None:
    give(page, "\ufeffpug pun pun".encode())
    expect(page.locator(".player .corpus .token").first).to_have_text("p")
    seen = Player(page).at(0)
    assert [row["tokens"] for row in seen["words"]] == [list("pug"), list("Ġpun")]
    assert [row["count"] for row in seen["words"]] == ["1 ×", "2 ×"]
    # The name of the file stands below its uploader, and the box keeps its place beside that.
    uploader = choices(page).get_by_test_id("stFileUploader").bounding_box()
    label = choices(page).get_by_text("Your text", exact=True).last.bounding_box()
    assert uploader
    assert label
    assert abs(label["y"] - uploader["y"]) < 8


def test_a_nul_in_an_uploaded_file_is_visible(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="text", split="none")
    give(page, b"a\0b a\0b <b>\0")
    player = Player(page)
    player.options().get_by_role("button", name="Text").click()
    words = ["".join(row["tokens"]) for row in player.at(0)["words"]]
    assert "".join(words) == "a␀b·a␀b·<b>␀"


# So high that all words have room.
@pytest.mark.parametrize("view", [{"clipboard": True, "height": 1600}])
def test_hostile_text_is_shown_as_plain_text(go_to: OpenPage) -> None:
    for units in ("characters", "bytes"):
        page = go_to("/train", scenario="text", units=units, split="whitespace")
        paste(page, HOSTILE)
        player = Player(page)
        player.press("End")
        seen = player.at(player.steps())
        words = [row["tokens"] for row in seen["words"]]
        if units == "characters":
            written = (
                HOSTILE.replace("\u200f", "⟨U+200F⟩").replace("\u202e", "⟨U+202E⟩").replace(" \u0301x", " ◌\u0301x")
            )
            assert ["".join(word) for word in words] == written.split()
        player.press("Home", "ArrowRight")
        assert page.evaluate("window.hurt") is None
        # The page interpreted none of it: no picture, link or icon. (`page` fails on a request to another host.)
        main = page.get_by_test_id("stMain")
        expect(main.locator("img")).to_have_count(0)
        expect(main.get_by_role("link", name="a", exact=True)).to_have_count(0)
        shown = "img, script, a, svg:not(.curves svg, .controls svg), .katex, [data-testid=stIconMaterial]"
        expect(player.root.locator(shown)).to_have_count(0)


def test_a_file_over_the_training_limit_is_reported_and_its_start_can_be_used(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="text")
    give(page, b"hug pug pun bun hugs\n" * 600_000)
    expect(message(page)).to_contain_text("The file some.txt has 12.6 MB of text, but the limit for training is 10 MB.")
    page.get_by_role("button", name="Train on its first 10 MB").click()
    expect(page.locator(".player .where")).to_have_text(re.compile("^Step 0 of"))
    expect(message(page)).to_have_count(0)
    seen = Player(page).at(0)
    assert {"hug", "Ġpug", "Ġpun", "Ġbun", "Ġhugs"} <= {"".join(row["tokens"]) for row in seen["words"]}


def random_text(characters: int) -> str:
    source = random.Random(3)
    return " ".join("".join(source.choices("etaoinshrdlu", k=source.randint(3, 9))) for _ in range(characters // 7))


def test_a_long_training_shows_progress_and_can_be_cancelled_while_choices_are_open(page: Page, server: str) -> None:
    # The page polls the progress of the training: it does so once more right after the click.
    said: list[str | bytes] = []
    lines: list[WebSocketRoute] = []

    def relay(socket: WebSocketRoute) -> None:
        lines.append(socket.connect_to_server())

        def pass_on(message: str | bytes) -> None:
            said.append(message)
            lines[-1].send(message)

        socket.on_message(pass_on)

    page.route_web_socket("**", relay)
    visit(page, server, "/train", scenario="text", vocab=40_000)
    give(page, random_text(1_500_000).encode())
    cancel = page.get_by_role("button", name="Cancel")
    for width, height in ((390, 844), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(cancel).to_be_in_viewport()
        expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
        for shown in (page.get_by_role("progressbar"), cancel):
            shown.click(trial=True)  # nothing covers it
        choice = page.get_by_test_id("stPopoverBody").bounding_box()
        waiting = page.locator(".st-key-bpe_lab_waiting").bounding_box()
        assert choice is not None
        assert waiting is not None
        assert choice["y"] + choice["height"] <= waiting["y"], width

    # A look at the progress that comes when it is cancelled breaks nothing.
    before = len(said)
    while len(said) < before + 2:
        page.wait_for_timeout(100)
    late = said[before:]
    cancel.click()
    cancelled = page.get_by_text("Training was cancelled. Your text and settings are unchanged.")
    expect(cancelled).to_be_visible()
    for message in late:
        lines[-1].send(message)
    wait_until_idle(page)
    expect(cancelled).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    # The page still works.
    choices(page).get_by_text("low · lower · newest", exact=True).click()
    expect(Player(page).root.locator(".where")).to_have_text("Step 0 of 15")


def test_300_kb_are_trained_in_a_worker_and_a_held_key_passes_the_first_frames(
    open_page: OpenPage,
) -> None:
    page = open_page("/train", scenario="text", vocab=1_000)
    give(page, random_text(300_000).encode())
    expect(page.locator(".player .where")).to_have_text(re.compile(r"Step 0 of [\d,]+"))
    player = Player(page)
    steps = player.steps()
    player.press("End")
    assert player.at(steps)["next"] == "Done: the vocabulary has 1,000 tokens, as requested."
    player.press("Home")
    player.at(0)
    shown = player.root.evaluate(
        """async (root) => {
            for (let press = 0; press < 600; press++) { // a key repeats some 25 times a second
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
                await new Promise((done) => setTimeout(done, 40));
                const merge = Number(root.querySelector(".done").textContent.match(/^Merge (\\d+)/)?.[1]);
                if (merge > 80) return merge;
            }
        }"""
    )
    assert shown is not None, "frames came only when the key was let go"


@CLIPBOARD
def test_stepping_through_200_kb_loses_no_key_and_can_jump(open_page: OpenPage) -> None:
    page = open_page("/train", scenario="text", vocab=1_500)
    text = (PLAY.read_text(encoding="utf-8") * 2)[:200_000]
    paste(page, text)
    expect(page.locator(".player .where")).to_have_text(re.compile(r"Step 0 of 1,4\d\d"))
    player = Player(page)
    steps = player.steps()
    page.mouse.click(5, 400)
    player.press(*["ArrowRight"] * 100)
    seen = player.at(100)
    assert seen["merges"][-1] == seen_merge(player, 100)
    player.press("End")
    player.at(steps)
    player.press(*["ArrowLeft"] * 3)
    assert player.at(steps - 3)["merges"][-1] == seen_merge(player, steps - 3)
    player.press("Home")
    assert player.at(0)["merges"] == []
    scrubber = player.scrubber.bounding_box()
    assert scrubber is not None
    page.mouse.click(scrubber["x"] + scrubber["width"] / 2, scrubber["y"] + scrubber["height"] / 2)
    middle = int(player.scrubber.input_value())
    assert abs(middle - steps / 2) < steps / 10
    player.at(middle)
    expect(page).to_have_url(re.compile(f"step={middle}"))


def seen_merge(player: Player, step: int) -> list[str]:
    """Return the merge that the sentence names, in the form of the list of merges."""
    found = re.match(rf"Merge {step:,}: “(.*?)” \+ “(.*?)” became “(.*?)”", player.seen()["done"])
    assert found is not None
    return list(found.groups())
