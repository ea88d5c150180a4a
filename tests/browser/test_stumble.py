"""The page Why models stumble in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenLink, OpenPage, move_to, turn
from tests.browser.visible_player import becomes, query
from tests.engine.peers import tiktoken_encoding
from ui.course.chapter_files import chapters_by_key, topics


def row(page: Page, number: int) -> list[int]:
    return [int(text) for text in page.locator(".rows section").nth(number).locator(".id").all_text_contents()]


_SIGN = "(element, part) => getComputedStyle(part ? element.querySelector(part) : element, '::before').content"
_TINT = "element => getComputedStyle(element).backgroundColor"


def test_tokens_and_reason_follow_the_one_answer_which_is_marked(
    open_page: OpenPage, server: str, settle: Callable[[], None]
) -> None:
    page = open_page("stumble")
    expect(page.locator(".quiz button")).to_have_count(3)
    # What it is about is there from the start, in one piece.
    expect(page.locator(".rows section").first.locator(".token, .count, .id")).to_have_text(["?", "strawberry", "?"])
    page.locator(".quiz button", has_text="10 tokens").click()
    verdict = page.locator(".quiz [role=status]")
    expect(verdict).to_have_text("Not this one.")
    wrong, right = page.locator(".quiz button.wrong"), page.locator(".quiz button.right")
    expect(wrong).to_contain_text("your choice")
    expect(right).to_contain_text("3 tokens")
    for scheme in ("light", "dark"):
        turn(page, dark=scheme == "dark")
        settle()
        assert [wrong.evaluate(_SIGN, ".mark"), right.evaluate(_SIGN, ".mark")] == ['"✗"', '"✓"'], scheme
        assert page.locator(".quiz .verdict").evaluate(_SIGN, "") == '"✗ "', scheme
        plain = page.locator(".quiz button:not(.right, .wrong)").first.evaluate(_TINT)
        assert len({wrong.evaluate(_TINT), right.evaluate(_TINT), plain}) == 3, scheme
    expect(page.locator(".rows section").first.locator(".token")).to_have_text(["str", "aw", "berry"])
    peer = tiktoken_encoding("cl100k_base")
    assert row(page, 0) == peer.encode("strawberry")
    assert row(page, 3) == peer.encode(".DefaultCellStyle") == [98518]
    assert row(page, 4) == tiktoken_encoding("gpt2").encode(".DefaultCellStyle")
    # The first answer counts, also after another topic.
    page.locator(".quiz button", has_text="3 tokens").click(force=True)  # it is marked as disabled
    page.get_by_role("button", name="Next: Reversing a word").click()
    expect(page.locator(".quiz .question")).to_contain_text("lollipop")
    expect(page.locator(".rows .token")).to_have_text(["lollipop", "popillol"])
    settle()
    becomes(lambda: query(page), {"topic": "reversing"})
    page.get_by_label("Back: Spelling").click()
    expect(page.locator(".quiz button.wrong")).to_contain_text("10 tokens")
    settle()

    move_to(page, server, "stumble", topic="formats")
    yaml, line = page.locator(".quiz button", has_text="YAML"), page.locator(".quiz button", has_text="one line")
    yaml.click()
    expect(verdict).to_have_text("Not this one.")
    for again in (line, yaml, line):
        again.click(force=True)  # it is marked as disabled
        settle()
        expect(verdict).to_have_text("Not this one.")
        expect(line).to_have_text(re.compile("right answer$"))
        expect(yaml).to_have_text(re.compile("your choice$"))


def test_questions_can_be_switched_off_and_the_link_keeps_it(
    open_page: OpenPage, elsewhere: OpenLink, settle: Callable[[], None]
) -> None:
    page = open_page("stumble", topic="code")
    expect(page.locator(".quiz button")).to_have_count(3)
    page.get_by_text("Ask first, then show the answer").click()
    expect(page.locator(".rows section")).to_have_count(2)
    settle()
    becomes(lambda: query(page), {"topic": "code", "quiz": "0"})
    other = elsewhere(page.evaluate("location.href"))
    expect(other.locator(".rows section")).to_have_count(2)
    expect(other.locator(".quiz")).to_have_count(0)
    for number, name in enumerate(("gpt2", "cl100k_base")):
        assert row(other, number) == tiktoken_encoding(name).encode(chapters_by_key(topics())["code"].question_texts[0])


def test_clicker_and_keyboard_can_answer_and_every_topic_has_a_link(
    open_page: OpenPage, server: str, settle: Callable[[], None]
) -> None:
    page = open_page("stumble")
    page.keyboard.press("PageDown")
    expect(page.locator(".quiz button.right")).to_contain_text("right answer")
    expect(page.locator(".quiz [role=status]")).to_be_empty()  # nothing was chosen
    expect(page.locator(".quiz button.wrong")).to_have_count(0)
    expect(page.locator(".rows section").first).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".quiz .question")).to_contain_text("lollipop")
    settle()
    becomes(lambda: query(page), {"topic": "reversing"})
    expect(page.locator(".rows .count")).to_have_text(["?", "?"])
    page.keyboard.press("PageUp")
    expect(page.locator(".quiz button.right")).to_contain_text("right answer")  # it was answered
    settle()

    move_to(page, server, "stumble", topic="formats")
    button = page.locator(".quiz button", has_text="JSON on one line")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".quiz [role=status]")).to_have_text("Right!")
    expect(page.locator(".rows section")).to_have_count(3)
    assert button.evaluate("button => button === button.getRootNode().activeElement")
    settle()

    for topic, shown in (("code", ".rows .token"), ("languages", ".chart .line")):
        move_to(page, server, "stumble", topic=topic, quiz=0)
        page.set_viewport_size({"width": 400, "height": 800})
        expect(page.locator(shown).first, topic).to_be_visible()
        settle()
        assert page.locator(".rows, .chart").first.evaluate("one => one.getBoundingClientRect().right") <= 400, topic
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), topic
        page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".chart .line")).to_have_count(37)
    expect(page.get_by_text("Source: United Nations OHCHR")).to_be_hidden()
    page.get_by_text("The numbers as a table").click()
    expect(page.get_by_text("Source: United Nations OHCHR")).to_be_visible()

    move_to(page, server, "stumble", topic="<b>x</b>", quiz="nonsense")
    expect(page.get_by_role("alert")).to_contain_text(["topic=<b>x</b>", "quiz=nonsense"])
    expect(page.locator(".quiz button")).to_have_count(3)
