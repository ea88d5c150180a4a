"""The page Why models stumble in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, OpenPage, visit
from tests.browser.visible_player import becomes, query
from tests.engine.peers import tiktoken_encoding
from tools.browser import wait_until_idle
from ui.course.chapter import Chapter
from ui.course.chapter_files import chapters_by_key, topics


def row(page: Page, number: int) -> list[int]:
    return [int(text) for text in page.locator(".rows section").nth(number).locator(".id").all_text_contents()]


def test_the_tokens_and_the_reason_come_after_the_answer(go_to: OpenPage) -> None:
    page = go_to("stumble")
    expect(page.locator(".quiz button")).to_have_count(3)
    expect(page.locator(".rows")).to_have_count(0)
    page.locator(".quiz button", has_text="10 tokens").click()
    expect(page.locator(".quiz [role=status]")).to_have_text("Not this one.")
    expect(page.locator(".quiz button.right")).to_contain_text("3 tokens")
    expect(page.locator(".rows section").first.locator(".token")).to_have_text(["str", "aw", "berry"])
    peer = tiktoken_encoding("cl100k_base")
    assert row(page, 0) == peer.encode("strawberry")
    assert row(page, 3) == peer.encode(".DefaultCellStyle") == [98518]
    assert row(page, 4) == tiktoken_encoding("gpt2").encode(".DefaultCellStyle")
    # The first answer counts, also after another topic.
    page.locator(".quiz button", has_text="3 tokens").click(force=True)  # it is marked as disabled
    page.get_by_role("button", name="Next: Reversing a word").click()
    expect(page.locator(".quiz .question")).to_contain_text("lollipop")
    expect(page.locator(".rows")).to_have_count(0)
    wait_until_idle(page)
    becomes(lambda: query(page), {"topic": "reversing"})
    page.get_by_label("Back: Spelling").click()
    expect(page.locator(".quiz button.wrong")).to_contain_text("10 tokens")


def test_a_question_is_answered_once(go_to: OpenPage) -> None:
    page = go_to("stumble", topic="formats")
    verdict = page.locator(".quiz [role=status]")
    wrong, right = page.locator(".quiz button", has_text="YAML"), page.locator(".quiz button", has_text="one line")
    wrong.click()
    expect(verdict).to_have_text("Not this one.")
    for again in (right, wrong, right):
        again.click(force=True)  # it is marked as disabled
        wait_until_idle(page)
        expect(verdict).to_have_text("Not this one.")
        expect(right).to_have_text(re.compile("right answer$"))
        expect(wrong).to_have_text(re.compile("your choice$"))


def test_an_answer_is_given_with_the_keyboard(open_page: OpenPage) -> None:
    page = open_page("stumble", topic="formats")
    button = page.locator(".quiz button", has_text="JSON on one line")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".quiz [role=status]")).to_have_text("Right!")
    expect(page.locator(".rows section")).to_have_count(3)
    assert button.evaluate("button => button === button.getRootNode().activeElement")


def test_a_teacher_switches_the_questions_off_and_the_link_keeps_it(
    go_to: OpenPage, new_page: NewPage, server: str
) -> None:
    page = go_to("stumble", topic="code")
    expect(page.locator(".quiz button")).to_have_count(3)
    page.get_by_text("Ask first, then show the answer").click()
    expect(page.locator(".rows section")).to_have_count(2)
    wait_until_idle(page)
    becomes(lambda: query(page), {"topic": "code", "quiz": "0"})
    other = new_page()
    visit(other, server, "stumble", topic="code", quiz=0)
    expect(other.locator(".rows section")).to_have_count(2)
    expect(other.locator(".quiz")).to_have_count(0)
    for number, name in enumerate(("gpt2", "cl100k_base")):
        assert row(other, number) == tiktoken_encoding(name).encode(chapters_by_key(topics())["code"].question_texts[0])


@pytest.mark.parametrize(
    "topic", [topic for topic in topics().chapters if topic.key in ("code", "languages")], ids=lambda topic: topic.key
)
def test_every_topic_has_a_link_of_its_own(go_to: OpenPage, topic: Chapter) -> None:
    key = topic.key
    page = go_to("stumble", topic=key, quiz=0)
    if key == "languages":
        expect(page.locator(".chart .line")).to_have_count(37)
        expect(page.get_by_text("Source: United Nations OHCHR")).to_be_hidden()
        page.get_by_text("The numbers as a table").click()
        expect(page.get_by_text("Source: United Nations OHCHR")).to_be_visible()
    else:
        expect(page.locator(".rows .token").first).to_be_visible()


def test_a_topic_that_is_none_is_told(go_to: OpenPage) -> None:
    page = go_to("stumble", topic="<b>x</b>", quiz="nonsense")
    expect(page.get_by_role("alert")).to_contain_text(["topic=<b>x</b>", "quiz=nonsense"])
    expect(page.locator(".quiz button")).to_have_count(3)


@pytest.mark.parametrize("view", [{"width": 400, "dark": True}], ids=str)
@pytest.mark.parametrize("topic", ["code", "languages"])
def test_nothing_is_wider_than_the_screen(open_page: OpenPage, page: Page, topic: str) -> None:
    open_page("stumble", topic=topic, quiz=0)
    shown = page.locator(".rows, .chart").first
    expect(shown).to_be_visible()
    box, size = shown.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] + box["width"] <= size["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_clicker_answers_and_goes_on(go_to: OpenPage) -> None:
    page = go_to("stumble")
    page.keyboard.press("PageDown")
    expect(page.locator(".quiz button.right")).to_contain_text("right answer")
    expect(page.locator(".quiz [role=status]")).to_be_empty()  # nothing was chosen
    expect(page.locator(".quiz button.wrong")).to_have_count(0)
    expect(page.locator(".rows section").first).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".quiz .question")).to_contain_text("lollipop")
    wait_until_idle(page)
    becomes(lambda: query(page), {"topic": "reversing"})
    expect(page.locator(".rows")).to_have_count(0)
    page.keyboard.press("PageUp")
    expect(page.locator(".quiz button.right")).to_contain_text("right answer")  # it was answered


@pytest.mark.parametrize("view", [{"dark": False}, {"dark": True}])
def test_right_and_wrong_are_told_by_sign_and_tint(open_page: OpenPage) -> None:
    page = open_page("stumble")
    page.locator(".quiz button", has_text="10 tokens").click()
    wrong, right = page.locator(".quiz button.wrong"), page.locator(".quiz button.right")
    expect(wrong).to_contain_text("your choice")
    sign = "(element, part) => getComputedStyle(part ? element.querySelector(part) : element, '::before').content"
    assert [wrong.evaluate(sign, ".text"), right.evaluate(sign, ".text")] == ['"✗ "', '"✓ "']
    assert page.locator(".quiz .verdict").evaluate(sign, "") == '"✗ "'
    tint = "element => getComputedStyle(element).backgroundColor"
    plain = page.locator(".quiz button:not(.right, .wrong)").first.evaluate(tint)
    assert len({wrong.evaluate(tint), right.evaluate(tint), plain}) == 3
