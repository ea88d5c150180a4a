"""Going from page to page, and back: choices are restored, and one press of Back leads to each page."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, move_to
from tests.browser.visible_player import Player, arrive, becomes, choices, follow, query
from tools.browser import wait_until_idle


def back(page: Page) -> None:
    page.go_back()
    wait_until_idle(page)


def entries(page: Page) -> int:
    number: int = page.evaluate("history.length")
    return number


def test_back_restores_the_previous_page(go_to: OpenPage) -> None:
    page = go_to("/train")
    player = Player(page)
    player.press("ArrowRight", "ArrowRight")
    expect(page).to_have_url(re.compile("step=2"))
    follow(page, "Encode")
    page.get_by_label("A word or a sentence").fill("mug")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("sample=mug"))
    follow(page, "Vocabulary")
    back(page)
    expect(page).to_have_url(re.compile("/encode.*sample=mug"))
    expect(page.get_by_label("A word or a sentence")).to_have_value("mug")
    back(page)
    expect(page).to_have_url(re.compile(r"/train.*step=2"))
    Player(page).at(2, 7)
    page.go_forward()
    wait_until_idle(page)
    expect(page.get_by_label("A word or a sentence")).to_have_value("mug")


def test_an_address_that_names_only_a_step_leads_to_that_step_of_the_same_lesson(go_to: OpenPage, server: str) -> None:
    page = go_to("/train", scenario="hug", step=1)
    Player(page).at(1, 7)
    move_to(page, server, "/train", step=6)
    Player(page).at(6, 7)


def test_the_address_has_the_step_before_another_text_is_typed(go_to: OpenPage) -> None:
    page = go_to("/encode", sample="unhug", step=2)
    player = Player(page)
    player.at(2)
    player.press("ArrowLeft", "ArrowLeft")
    player.at(0)
    page.get_by_label("A word or a sentence").focus()
    assert "step=" not in page.evaluate("location.search")


def test_choices_add_no_history_entries(open_page: OpenPage) -> None:
    page = open_page("/train")
    before = entries(page)
    choices(page).get_by_role("radio", name="low · lower · newest").click()
    expect(page).to_have_url(re.compile("scenario=low"))
    choices(page).get_by_role("radio", name="WordPiece").click()
    expect(page).to_have_url(re.compile("algorithm=wordpiece"))
    page.get_by_text("Large type", exact=True).click()
    expect(page).to_have_url(re.compile("large=1"))
    assert entries(page) == before
    follow(page, "Playground")
    assert entries(page) == before + 1


def test_encode_offers_the_training_up_to_its_step_and_train_keeps_that_step(
    go_to: OpenPage,
) -> None:
    page = go_to("/train", scenario="low")
    player = Player(page)
    player.at(0, 15)
    player.press("ArrowRight", "ArrowRight", "ArrowRight")
    follow(page, "Encode")  # at once: the player has not rested yet
    choices(page).get_by_role("combobox", name="Tokenizer").click()
    expect(page.get_by_role("option", name="The one you trained, after step 3")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    follow(page, "Train")
    Player(page).at(3, 15)
    expect(page).to_have_url(re.compile("scenario=low.*step=3"))
    expect(choices(page).get_by_role("radio", name="low · lower · newest")).to_be_checked()


def test_links_within_the_app_open_their_step_and_a_new_lesson_drops_the_step(
    go_to: OpenPage,
) -> None:
    page = go_to("/train", scenario="hug", step=3)
    Player(page).at(3, 7)
    follow(page, "Home")
    page.get_by_role("link", name="Train a tokenizer").click()
    player = Player(page)
    player.at(0, 7)
    player.press("ArrowRight", "ArrowRight", "ArrowRight")
    expect(page).to_have_url(re.compile("step=3"))
    choices(page).get_by_role("radio", name="low · lower · newest").click()
    expect(page).to_have_url(re.compile("scenario=low"))
    Player(page).at(0, 15)
    becomes(lambda: query(page), {"scenario": "low"})


def test_typed_texts_and_settings_override_the_first_url_and_large_type_stays(open_page: OpenPage, server: str) -> None:
    page = open_page("/")
    large = page.get_by_text("Large type", exact=True)
    cases: list[tuple[str, str, dict[str, str], str, str]] = [
        ("/bytes", "Bytes", {"sample": "a"}, "Your text", "東"),
        ("/pretokenize", "Chunks and bytes", {"sample": "a b"}, "Your text", "it's"),
        ("/compare", "Compare methods", {"scenario": "hug"}, "A new text for each to cut", "mugs"),
    ]
    for path, name, opened_by, label, typed in cases:
        move_to(page, server, path, **opened_by)
        box = page.get_by_label(label)
        box.fill(typed)
        box.press("Control+Enter" if path == "/pretokenize" else "Enter")
        wait_until_idle(page)
        large.click()  # another run of the page
        expect(page, name).to_have_url(re.compile("large=1"))
        expect(box, name).to_have_value(typed)
        follow(page, "Home")
        follow(page, name)
        expect(page.get_by_label(label), name).to_have_value(typed)
        large.click()
        expect(page, name).not_to_have_url(re.compile("large"))
        wait_until_idle(page)

    move_to(page, server, "/train", vocab=9)
    choices(page).get_by_text("Settings", exact=True).click()
    size = page.get_by_label("Vocabulary size")
    size.fill("11")
    size.press("Enter")
    wait_until_idle(page)
    large.click()
    expect(page).to_have_url(re.compile(r"large=1&scenario=hug&vocab=11$"))
    Player(page).at(0, 4)
    follow(page, "Home")
    follow(page, "Train")
    player = Player(page)
    player.at(0, 4)
    # Neither a step nor another page takes large type out of the address.
    player.press("ArrowRight", "ArrowRight")
    becomes(lambda: query(page), {"large": "1", "scenario": "hug", "vocab": "11", "step": "2"})
    expect(page.locator("html")).to_have_css("font-size", "21.6px")
    follow(page, "Bytes")
    expect(page.locator("html")).to_have_css("font-size", "21.6px")
    expect(page.get_by_role("switch", name="Large type")).to_be_checked()
    expect(page).to_have_url(re.compile(r"/bytes\?large=1&sample=%E6%9D%B1$"))  # the text typed above


def test_back_to_a_url_without_parameters_shows_the_defaults(go_to: OpenPage) -> None:
    page = go_to("/vocabulary")
    box = page.get_by_label("Text in the token")
    usual = box.input_value()
    follow(page, "Train")
    follow(page, "Vocabulary")
    box.fill("ing")
    box.press("Enter")
    expect(page).to_have_url(re.compile("find="))
    back(page)
    back(page)
    expect(page).to_have_url(re.compile("/vocabulary$"))
    expect(box).to_have_value(usual)


def test_links_to_the_next_page_appear_only_at_the_end_of_a_lesson(go_to: OpenPage) -> None:
    page = go_to("/train", scenario="hug", tie="smallest-id")
    player = Player(page)
    player.walk(6)
    player.at(6, 7)
    expect(player.root.get_by_role("link")).to_have_count(0)
    player.press("End")
    player.at(7)
    encode = player.root.get_by_role("link", name="Encode a word with these tokens")
    expect(encode).to_have_attribute("href", "encode?scenario=hug&tie=smallest-id")
    player.root.get_by_role("link", name="Next lesson: low · lower · newest").click()
    player.at(0, 15)
    expect(page).to_have_url(re.compile("scenario=low"))
    player.press("End")
    player.at(15)
    player.root.get_by_role("link", name="Encode a word with these tokens").click()
    arrive(page, "/encode")
    back(page)
    Player(page).at(15, 15)


def test_only_links_to_pages_of_the_app_open_without_a_reload(go_to: OpenPage) -> None:
    page = go_to("/companions")
    expect(page.locator(".stHtml a").first).to_be_attached()
    page.evaluate("window.same = true")

    def is_taken(href: str) -> bool:
        """Click a link in the page's HTML, and return whether the browser is kept from following it."""
        taken: bool = page.evaluate(
            """(href) => {
                const link = Object.assign(document.createElement("a"), { href });
                document.querySelector(".stHtml").append(link);
                let taken = null;
                const end = (event) => {
                    taken = event.defaultPrevented;
                    event.preventDefault();
                };
                document.addEventListener("click", end, { once: true });
                link.click();
                return taken;
            }""",
            href,
        )
        return taken

    assert [is_taken(href) for href in ("lessons.zip", "username", "encode")] == [False, False, True]
    expect(page).to_have_url(re.compile("/encode"))
    assert page.evaluate("window.same")
