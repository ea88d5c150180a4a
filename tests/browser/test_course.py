"""The course: a chapter is walked through, and the browser keeps that it was done."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from unittest.mock import ANY

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.axe import faults
from tests.browser.conftest import OpenPage, move_to, resize, turn
from tests.browser.visible_player import reload
from tools.browser import wait_until_idle
from ui.base.i18n import gettext, in_language, languages
from ui.course.chapter import CoursePart
from ui.course.chapter_files import chapters_by_key, course
from ui.course.pictures.broken_copies import faults_of_copies
from ui.pages.course.chapter_file import chapter_page
from ui.pages.course.view import render_chapter


def current_chapter(page: Page) -> Locator:
    """The chapter that the rail says one is at."""
    return page.locator(".chapters [aria-current=page]")


def numbered_parts() -> list[tuple[CoursePart, int, int]]:
    """The parts that have chapters, with the numbers of their first and last one."""
    shown = course()
    ends = [(part, chapters) for part in shown.parts if (chapters := shown.chapters_in(part))]
    number = shown.chapters.index
    return [(part, number(chapters[0]) + 1, number(chapters[-1]) + 1) for part, chapters in ends]


def test_a_waiting_lesson_shows_its_whole_question_and_no_hint_to_click(open_page: OpenPage) -> None:
    page = open_page("course", chapter="unigram")
    page.locator(".views button").last.click()
    heading = page.locator(".player .pairs h2")
    expect(heading).to_have_text("Which token is removed next?")
    assert heading.evaluate("(one) => one.scrollHeight <= one.clientHeight + 2")
    expect(page.locator(".player")).not_to_contain_text("Click")


def test_the_texts_of_a_waiting_lesson_fit_in_russian(open_page: OpenPage) -> None:
    page = open_page("course", chapter="unigram", lang="ru")
    page.locator(".views button").last.click()
    expect(page.locator(".player .done")).to_contain_text("Unigram")
    ends = [
        page.locator(f".player {part}").evaluate("(one) => one.getBoundingClientRect().bottom")
        for part in (".done", ".explanation")
    ]
    assert ends[0] <= ends[1]


def test_a_finished_chapter_stays_done(open_page: OpenPage, settle: Callable[[], None]) -> None:
    page = open_page("course")
    expect(current_chapter(page)).to_have_text(re.compile("What does a model read?"))
    expect(page.locator(".chapters ol > li:not(:has(> .page))")).to_have_count(len(course().chapters))
    expect(page.locator(".chapters .part > summary")).to_have_text(
        [*(f"{part.title}{first}–{last}" for part, first, last in numbered_parts()), "Your own tokenizer"]
    )
    expect(page.locator(".chapters a.page .name")).to_have_text(
        ["From text to ids", "Write BPE yourself", "A tokenizer for your language", "Summary"]
    )
    expect(page.locator(".chapters .path")).to_contain_text("Essential path: 0 of 10")
    expect(page.locator(".chapters [aria-label='on the essential path']")).to_have_count(10)
    page.locator(".chapters li a", has_text="Counting pairs").click()
    expect(page.locator(".quiz .question")).to_have_text("Which pair becomes the first new token?")
    # The lesson waits at its start, and gives nothing away: pairs without their counts, and no key that moves it.
    page.get_by_role("button", name="Watch it").click()
    where = page.locator(".player .where")
    expect(where).to_have_text("Step 0 of 7")
    expect(page.locator(".player .guesses button")).to_have_count(6)
    expect(page.locator(".player")).not_to_contain_text("Click")  # nor does it ask for anything itself
    expect(page.locator(".player .pairs h2")).to_have_text("Which pair is next?")
    told = page.locator(".player .done")  # instead of a headline
    expect(told).to_contain_text("has 113 tokens")
    expect(page.locator(".player .next")).to_be_hidden()
    assert told.evaluate("(one) => one.clientWidth > 400 && getComputedStyle(one).clipPath === 'none'")
    for key in ("ArrowRight", "End"):
        page.keyboard.press(key)
    expect(where).to_have_text("Step 0 of 7")
    expect(page.locator(".player .count")).to_have_count(0)
    expect(page.locator(".player .sum")).to_be_empty()  # a heading has the number of tokens
    page.locator(".quiz button", has_text="“h” + “u”").click()
    expect(page.get_by_text("Another pair is in these two words")).to_be_visible()
    expect(where).to_have_text("Step 1 of 7")  # that the explanation speaks of
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text("Step 2 of 7")
    box = page.get_by_label("Your answer to 1")
    box.fill("h t")
    box.press("Enter")
    expect(page.locator(".course-verdict.wrong")).to_have_text("Not yet.")
    box.fill("h it")
    box.press("Enter")
    expect(page.locator(".course-verdict.right")).to_have_text("Right!")
    for number, answer in ((2, "22"), (3, "5")):
        box = page.get_by_label(f"Your answer to {number}")
        box.fill(answer)
        box.press("Enter")
        expect(page.locator(".course-verdict.right")).to_have_count(number)
    expect(page.locator(".chapters li", has=page.locator(".mark"))).to_have_text(re.compile("Counting pairs"))
    page.get_by_role("button", name="Next: Unknown words").click()
    expect(current_chapter(page)).to_have_text(re.compile("Unknown words"))
    expect(page.locator(".player")).to_have_count(0)
    settle()
    expect(page).to_have_url(re.compile(r"/course\?chapter=unknown$"))
    page.get_by_label("Back: Counting pairs").click()
    expect(page.get_by_label("Your answer to 1")).to_have_value("h it")
    with page.expect_popup() as opened:  # another tab of the same browser, with a session of its own
        page.evaluate("open(location.href)")
    other = opened.value
    expect(other.locator(".chapters li", has=other.locator(".mark"))).to_have_text(re.compile("Counting pairs"))
    expect(other.locator(".chapters .counted")).to_have_text(f"1 of {len(course().chapters)} chapters done")
    other.close()
    # A picture waits for the answer too, and is then stepped from its beginning.
    page.locator(".chapters li a", has_text=re.compile(r"^\d*Bytes")).click()
    expect(current_chapter(page)).to_have_text(re.compile("Bytes"))
    steps = page.locator(".picture .turns .where")
    page.keyboard.press("ArrowRight")
    expect(steps).to_have_text("0 of 3")
    page.locator(".quiz .options button").first.click()
    expect(steps).to_have_text("1 of 3")
    page.keyboard.press("ArrowRight")
    expect(steps).to_have_text("2 of 3")
    # Its slider leads to any step, and the drawing stays where it is, however long a step's sentence.
    top = page.locator(".picture .drawing").bounding_box()
    page.locator(".picture .turns input").fill("3")
    expect(steps).to_have_text("3 of 3")
    assert page.locator(".picture .drawing").bounding_box() == top
    expect(page.locator(".picture .turns .main")).to_have_attribute("aria-disabled", "true")


def test_a_click_on_the_most_frequent_pair_merges_it(open_page: OpenPage) -> None:
    page = open_page("course", chapter="counting")
    position = page.locator(".picture .turns .where")
    page.locator(".drawing [data-answers='1']").click(position={"x": 8, "y": 8})
    expect(position).to_have_text("1 of 5")
    for step, token in enumerate(["ug", "un", "hug", "pun"], 2):
        page.locator(".drawing .tile[data-to]").first.click()
        expect(position).to_have_text(f"{step} of 5")
        expect(page.locator(".drawing .tile.now").first).to_have_text(token)
    expect(page.locator(".drawing [data-to]")).to_have_count(0)


def test_a_card_in_the_picture_answers_the_question_as_its_option_does(open_page: OpenPage) -> None:
    page = open_page("course", chapter="ranks")
    cards, options = page.locator(".drawing [data-answers]"), page.locator(".quiz .options button")
    expect(cards).to_have_count(3)
    expect(page.locator(".waits")).to_have_text("Click your answer here, or choose it in the text.")
    edge = cards.nth(2).locator("rect")
    thin = edge.evaluate("(rect) => getComputedStyle(rect).strokeWidth")
    options.nth(2).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(edge).not_to_have_css("stroke-width", thin)  # the card of the option that has the focus
    cards.nth(2).click()
    expect(options.nth(2)).to_have_class("right")
    expect(page.locator(".picture .turns .where")).to_have_text(re.compile("^1 of"))
    # The answers were asked for once: no key, button or slider leads back to them.
    expect(page.get_by_role("button", name="Back")).to_have_attribute("aria-disabled", "true")
    slider = page.locator(".picture .turns input")
    for key in ("ArrowLeft", "Home"):
        slider.press(key)
        expect(slider).to_have_value("1")
    expect(cards).to_have_count(0)


def test_a_dial_works_by_slider_key_and_click_after_the_answer(open_page: OpenPage) -> None:
    page = open_page("course", chapter="smaller")
    expect(page.locator(".drawing svg")).to_be_visible()  # of the picture in steps
    page.get_by_role("button", name="Remove a token").click()
    said, value = page.locator(".picture .says"), page.locator(".turns .where")
    tile = page.locator(".drawing [data-to]")
    expect(said).to_be_hidden()
    expect(page.locator(".drawing svg")).to_be_hidden()
    page.locator(".quiz .options button").first.click()
    expect(value).to_have_text("·the")
    expect(said).to_contain_text("Without “·the”, 49 other tokens")
    slider = page.get_by_role("slider", name="Without")
    slider.press("End")
    expect(value).to_have_text("·theirs")
    expect(slider).to_have_attribute("aria-valuetext", "·theirs")
    tile.filter(has_text="he + r").click()
    expect(said).to_contain_text("Without “her”, 254 other tokens")
    expect(slider).to_have_attribute("aria-valuetext", "her")
    # Seen again, it begins where it was set to begin, not at its last value.
    reload(page)  # until the app has taken over from the page that the server sent
    expect(page.locator(".drawing svg")).to_be_visible()
    page.get_by_role("button", name="Remove a token").click()
    page.locator(".quiz .options button").first.click()
    expect(value).to_have_text("·the")


def test_unordered_values_have_buttons_instead_of_a_slider(open_page: OpenPage) -> None:
    page = open_page("course", chapter="ties")
    values = page.get_by_role("group", name="Rule").get_by_role("button")
    expect(values).to_have_count(0)  # until the answer
    page.locator(".quiz .options button").first.click()
    expect(values).to_have_text(["first seen", "smallest id", "largest pair"])
    expect(page.locator(".picture .turns input")).to_be_hidden()
    expect(values.first).to_have_attribute("aria-pressed", "true")
    values.last.press("Enter")
    expect(values.last).to_be_focused()
    expect(values.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".picture .says")).to_contain_text("By the rule “largest pair”")


def test_a_dial_that_reveals_nothing_is_shown_before_the_answer(open_page: OpenPage) -> None:
    page = open_page("course", chapter="words")
    slider = page.locator(".picture .turns input")
    expect(page.locator(".picture .says")).to_contain_text("What will the longest tokens be?")
    expect(page.locator(".drawing svg")).to_be_visible()
    expect(slider).to_be_hidden()
    page.locator(".quiz .options button").first.click()
    slider.press("End")
    expect(page.locator(".turns .where")).to_have_text("39")


def test_values_to_click_in_a_drawing_have_a_slider_for_the_keyboard(open_page: OpenPage) -> None:
    page = open_page("course", chapter="choosing")
    said, slider = page.locator(".picture .says"), page.locator(".picture .turns input")
    bill = page.locator(".drawing [data-to='9']")  # the second text in the fourth tokenizer
    page.locator(".quiz .options button").first.click()
    expect(said).to_contain_text("is 2 tokens in T5")
    expect(slider).to_have_css("opacity", "0")
    bill.click()
    expect(said).to_contain_text("is 4 tokens in BERT. But decoding gives another text")
    slider.press("ArrowRight")
    expect(said).to_contain_text("is 10 tokens in T5")
    expect(slider).to_have_css("opacity", "1")


def test_a_right_fault_stays_with_its_copy_and_a_wrong_one_is_only_explained(open_page: OpenPage) -> None:
    page = open_page("course", chapter="bugs")
    drawn = faults_of_copies("", "small", "iPhone", "cafe\u0301", "<|im_end|>")
    said, copies = page.locator(".picture .says"), page.get_by_role("group", name=drawn["dial"]["name"])
    faults = page.locator(".picture .names button")
    told = drawn["choices"]["says"]
    faults.first.press("Enter")
    expect(said).to_have_text(drawn["says"][0])  # nothing to choose for yet
    page.locator(".quiz .options button").first.click()
    for step, right in enumerate(drawn["choices"]["right"][1:], 1):
        letter = drawn["dial"]["values"][step]
        copies.get_by_role("button", name=letter, exact=True).press("Enter")
        wrong = (right + 1) % len(told[step])
        faults.nth(wrong).click()
        expect(said).to_have_text(told[step][wrong])
        faults.nth(right).press("Enter")
        expect(said).to_contain_text(told[step][right])
        expect(faults.nth(right).locator(".of")).to_have_text(letter)
    expect(said).to_contain_text(drawn["choices"]["done"])
    copies.get_by_role("button", name="A", exact=True).click()
    expect(said).to_contain_text(told[1][drawn["choices"]["right"][1]])


def test_a_word_can_be_cut_by_mouse_or_keyboard_and_while_presenting(open_page: OpenPage) -> None:
    """By hand: st, raw, ra, w and berry are tokens of GPT-2, and rawberry is none."""
    page = open_page("course", chapter="ways")
    gaps, said = page.get_by_role("toolbar", name="Cut the word").get_by_role("button"), page.locator(".picture .says")
    count, ids = page.locator(".drawing .label").first, page.locator(".drawing .tile .below")
    expect(gaps).to_have_count(9)
    assert min(one["height"] for gap in gaps.all() if (one := gap.bounding_box())) >= 44
    expect(count).to_have_text("Ways found: 1 of ?")
    expect(ids).to_have_text(["301", "1831", "8396"])
    page.get_by_role("button", name="Cut after “straw”", exact=True).click()
    expect(said).to_have_text("Not a token: “rawberry”. So this isn’t a way yet.")
    expect(ids).to_have_text(["301"])
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Cut after “straw”", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(ids).to_have_text(["301", "1831", "8396"])
    page.locator(".quiz .options button").first.click()
    expect(count).to_have_text("Ways found: 1 of 238")
    gaps.nth(4).press("ArrowLeft")
    page.keyboard.press("Space")
    expect(said).to_have_text("A way with 4 tokens: “st” + “ra” + “w” + “berry”.")
    gaps.nth(3).click()  # joined again, it is the way that was found before
    expect(said).to_have_text("The canonical way, with 3 tokens: “st” + “raw” + “berry”.")
    expect(count).to_have_text("Ways found: 2 of 238")
    expect(page.locator(".drawing .hued:not(:has(.below))")).to_have_text(
        ["st", "ra", "w", "berry", "st", "raw", "berry"]
    )
    page.get_by_role("button", name="Reset").click()
    expect(count).to_have_text("Ways found: 1 of 238")
    expect(ids).to_have_text(["301", "1831", "8396"])
    page.locator(".steps").get_by_role("button", name="Present").click()
    deck = page.locator(".deck")
    for screen in ("idea", "question", "question", "explanation", "picture"):
        expect(deck).to_have_attribute("data-screen", screen)
        if screen != "picture":
            page.keyboard.press("PageDown")
    deck.locator(".gap").nth(3).press("Space")
    expect(deck.locator(".says")).to_contain_text("A way with 4 tokens")
    deck.get_by_role("button", name="Reset").click()
    expect(deck.locator(".drawing .label").first).to_have_text("Ways found: 1 of 238")
    page.keyboard.press("PageDown")
    expect(deck.locator("figcaption")).to_have_text("Adding up the ways")


def test_progress_survives_a_reload_until_it_is_cleared(open_page: OpenPage, settle: Callable[[], None]) -> None:
    page = open_page("course", chapter="counting")
    page.locator(".quiz button", has_text="“h” + “u”").click()
    page.get_by_label("Your answer to 1").fill("h it")
    page.get_by_label("Your answer to 1").press("Enter")
    expect(page.locator(".course-verdict.right")).to_be_visible()
    settle()
    with page.expect_popup() as opened:  # which a test lets keep what it finds
        page.evaluate("open(location.href)")
    page = opened.value
    expect(page.locator(".quiz button.wrong")).to_have_text(re.compile("“h” \\+ “u”.*your choice", re.DOTALL))
    expect(page.locator(".picture .turns")).to_be_visible()
    expect(page.get_by_label("Your answer to 1")).to_have_value("h it")
    expect(page.locator(".course-verdict.right")).to_be_visible()
    page.locator(".chapters summary", has_text="Start again").click()
    page.get_by_role("button", name="Clear all answers").click()
    expect(page.locator(".chapters .mark")).to_have_count(0)
    expect(page.locator(".quiz button.right")).to_have_count(0)
    expect(page.locator(".live")).to_have_class(re.compile("waiting"))
    # A server that takes its time over the chapter: the page is not shown without it.
    held: list[Route] = []
    page.route("**/counting.json", lambda route: held.append(route))
    page.reload()
    expect(page.locator(".chapter")).to_have_attribute("aria-busy", "true")
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_attached()
    page.evaluate("async () => { for (let n = 0; n < 10; n++) await new Promise(requestAnimationFrame); }")
    expect(page.locator(".bpe-skeleton")).to_have_count(1)
    held[0].continue_()
    expect(page.locator(".bpe-skeleton")).to_have_count(0)
    expect(page.locator(".quiz button")).to_have_count(3)
    expect(page.locator(".chapter")).not_to_have_attribute("aria-busy", "true")
    wait_until_idle(page)
    expect(page.locator(".quiz button.right")).to_have_count(0)
    page.locator(".quiz button", has_text="“u” + “g”").click()  # it can be answered
    expect(page.get_by_label("Your answer to 1")).to_have_value("")
    page.close()


def test_chapters_are_accessible(open_page: OpenPage, server: str) -> None:
    page = open_page("course", chapter="counting", quiz=0)
    shown = {"player": "counting", "picture": "vocabularies"}
    for kind, chapter in shown.items():
        if kind != "player":
            move_to(page, server, "course", chapter=chapter, quiz=0)
        title = chapters_by_key(course())[chapter].title
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        page.locator(".views button").nth(-1 if kind == "player" else 0).click()
        for scheme, width in (("dark", 1280), ("light", 400)):
            page.set_viewport_size({"width": width, "height": 800})
            turn(page, dark=scheme == "dark")
            expect(page.locator(".player .controls" if kind == "player" else ".picture .turns")).to_be_visible()
            wait_until_idle(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (kind, width)
            assert faults(page, "[data-testid=stMain]") == [], (kind, scheme)
            page.emulate_media(media="print")
            drawn = page.locator(".drawing svg g").evaluate_all(
                "all => all.map((one) => getComputedStyle(one).display)"
            )
            assert "none" not in drawn, (kind, width)
            page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1280, "height": 800})


def test_a_chapter_file_is_self_contained(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "chapter.html"
    file.write_bytes(chapter_page(course(), chapters_by_key(course())["others"], "en"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    expect(page.locator(".player .controls")).to_be_visible()
    answer = page.locator("details").first
    expect(answer.get_by_text("Every s has a g before it")).to_be_hidden()
    answer.locator("summary").click()
    expect(answer.get_by_text("Every s has a g before it")).to_be_visible()
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    turn(page, dark=True)
    assert page.evaluate(ground) != light
    assert faults(page) == []
    turn(page, dark=False)
    resize(page, {"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    assert asked == [file.as_uri()]


def stored_course(page: Page) -> dict[str, dict[str, object]]:
    """Return the course data that the browser stores."""
    kept: dict[str, dict[str, object]] = page.evaluate("JSON.parse(localStorage.getItem('bpe-lab-course') ?? '{}')")
    return kept


def test_missed_questions_return_with_other_values_until_answered(open_page: OpenPage) -> None:
    page = open_page("course", chapter="counting", quiz=0)
    for typed, said in (("many", ".unread"), ("23", ".wrong"), ("22", ".right")):
        page.get_by_label("Your answer to 2").fill(typed)
        page.get_by_label("Your answer to 2").press("Enter")
        expect(page.locator(f".course-verdict{said}")).to_be_visible()
    assert stored_course(page)["boxes"] == {"counting/2": [1, ANY]}
    page.get_by_role("button", name="Next: Unknown words").click()
    page.get_by_text("Ask first, then show the answer").click()
    opening = page.locator(".opening")
    expect(page.locator(".quiz .options button")).to_have_count(3)
    expect(opening).to_have_count(0)
    page.locator(".quiz .options button").last.click()  # which is right
    expect(opening).to_contain_text("From an earlier chapter: Counting pairs")
    expect(opening.locator(".exercise")).to_be_hidden()  # folded, below all of this chapter
    own, recall = page.locator(".exercises").bounding_box(), opening.bounding_box()
    assert own
    assert recall
    assert recall["y"] >= own["y"] + own["height"]
    opening.locator("summary").first.click()
    first, second = map(int, re.findall(r"(\d+) times", opening.inner_text()))
    assert (first, second) != (6, 5)
    box = page.get_by_label("Your answer from memory")
    for number in (2 * (first + second), 1):  # the first answer counts
        box.fill(str(number))
        box.press("Enter")
        expect(opening.locator(".course-verdict")).to_have_class(re.compile("right" if number > 1 else "wrong"))
    assert stored_course(page)["boxes"] == {"counting/2": [2, ANY]}


def test_a_quiz_reports_the_score_and_the_chapters_to_reread(open_page: OpenPage) -> None:
    page = open_page("course", chapter="bytes")
    page.get_by_role("link", name="Quiz on chapters 1 to 4").click()
    expect(page).to_have_url(re.compile("mixed=1"))
    boxes = page.locator(".exercise")
    expect(boxes).to_have_count(5)
    first, second = map(int, re.findall(r"(\d+) times", boxes.nth(1).inner_text()))  # two words of three letters
    for number, typed in enumerate(("no", 2 * (first + second), "a b", "999", "no")):
        box = boxes.nth(number).locator("input")
        box.fill(str(typed))
        box.press("Enter")
        expect(boxes.nth(number).locator(".course-verdict")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("1 of 5 right on the first try")
    expect(page.locator(".result li")).to_have_text(["What does a model read?", "Unknown words", "Bytes"])
    assert stored_course(page)["done"] == {"bytes/quiz": "1/5"}
    assert len(stored_course(page)["boxes"]) == 4
    page.locator(".result a", has_text="Unknown words").click()
    expect(current_chapter(page)).to_have_text(re.compile("Unknown words"))


def test_a_chapter_s_choices_links_and_new_exercises_work(open_page: OpenPage, server: str) -> None:
    page = open_page("course", chapter="ties", quiz=0)
    page.evaluate("window.same = true")
    page.locator(".views button").last.click()
    page.locator(".player .tie .badge").click()
    rule = page.locator(".player .rules button[aria-pressed=false]").first
    name = rule.inner_text()
    rule.click()
    expect(page.locator(".player .rules button[aria-pressed=true]")).to_have_text(name)

    move_to(page, server, "course", chapter="training", quiz=0)
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.locator(".live .text")
    expect(text).to_have_text(chapters_by_key(course())["training"].sample)
    box = page.get_by_label("Your text")
    box.fill("aaab")
    box.blur()
    expect(text).to_have_text("aaab")
    expect(page.locator(".course-numbers tbody tr").first).to_have_text("0333")
    expect(page).to_have_url(re.compile("sample=aaab"))

    move_to(page, server, "course", chapter="counting", quiz=0)
    page.get_by_role("link", name="The overlaps in aaabdaaabac").click()
    expect(page.locator(".player .where")).to_have_text("Step 0 of 3")
    expect(page).to_have_url(re.compile("/train"))
    page.go_back()
    expect(current_chapter(page)).to_have_text(re.compile("Counting pairs"))
    assert page.evaluate("window.same"), "the app was loaded anew"

    wait_until_idle(page)
    box = page.get_by_label("Your answer to 3")
    box.fill("5")  # of baaaaad, and of aaaaaaa too
    box.press("Enter")
    expect(page.locator(".course-verdict.right")).to_be_visible()
    before = page.locator(".exercise").nth(2).inner_text()
    page.get_by_role("button", name="More like these").click()
    expect(page.locator(".exercise").nth(2)).not_to_have_text(before)
    expect(page.get_by_label("Your answer to 3")).to_have_value("")
    expect(page.locator(".course-verdict")).to_have_count(0)


# What of a lesson beside its text cannot be read: text that is cut off or covered, words without a token in sight. Of a
# list some may have no room, which a line says; what ends in dots, a calculation or a long token, is told elsewhere.
_CUT = """async (player) => {
    const home = player.getRootNode();
    const wrong = new Set();
    const dots = ".sum, .headline .token, .chips .token, .sentences .label";
    const unseen = ".screen-reader-text, thead, .longest, .code, .panel, .curves";
    const around = (element) => {
        const all = [];
        for (let one = element; one !== player; one = one.parentElement) all.push([one, getComputedStyle(one)]);
        return all;
    };
    const isCut = (element, node) => {
        const over = around(element);
        if (over.some(([, {clipPath}]) => clipPath !== "none")) return false;
        const clipping = over.filter(([, {overflow}]) => overflow !== "visible");
        const boxes = clipping.map(([one]) => one.getBoundingClientRect());
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].some(({left, right, top, bottom, width}) => {
            const y = (top + bottom) / 2;
            const isApart = (box) =>
                right <= box.left + 1 || left >= box.right - 1 || y + 3 <= box.top || y - 3 >= box.bottom;
            const isWithin = (box) =>
                left >= box.left - 1 && right <= box.right + 1 && y - 3 >= box.top && y + 3 <= box.bottom;
            if (!width || boxes.some(isApart)) return false;
            const at = [left + 1, right - 1].map((x) => home.elementFromPoint(x, y));
            return !boxes.every(isWithin) || at.some((one) => one && !element.contains(one) && !one.contains(element));
        });
    };
    const look = (step) => {
        const texts = document.createTreeWalker(player, NodeFilter.SHOW_TEXT);
        for (let node; (node = texts.nextNode()); ) {
            const element = node.parentElement;
            const isShown = element.checkVisibility({opacityProperty: true, visibilityProperty: true});
            if (!node.data.trim() || !isShown || element.closest(`${unseen}, ${dots}`)) continue;
            if (isCut(element, node)) wrong.add(`${step} ${element.className || element.tagName}: ${node.data}`);
        }
        const room = player.querySelector(".corpus table").getBoundingClientRect();
        const tokens = [...player.querySelectorAll(".corpus .token")].map((token) => token.getBoundingClientRect());
        const isSeen = ({top, bottom, height}) => height > 0 && top >= room.top - 1 && bottom <= room.bottom + 2;
        if (tokens.length && !tokens.some(isSeen)) wrong.add(`${step} no words`);
    };
    const scrubber = player.querySelector(".scrub input");
    const last = Number(scrubber.max);
    for (const step of new Set([0, 1, last >> 1, last])) {
        scrubber.value = step;
        scrubber.dispatchEvent(new Event("input"));
        do await new Promise(requestAnimationFrame); while ("moving" in player.dataset);
        look(step);
    }
    const { scrollHeight, clientHeight } = home.host.closest(".lesson");
    if (scrollHeight > clientHeight + 1) wrong.add("scrolls");
    return [...wrong];
}"""


# Texts above a question that the bar at the top of the page covers in part.
_SLICED = """(quiz) => {
    const edge = parseFloat(getComputedStyle(quiz).scrollMarginTop);
    return [...quiz.parentElement.children].filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < edge - 1 && bottom > edge + 1;
    }).map((one) => one.textContent.slice(0, 40));
}"""
# The distance of a text from the top of its option, and the height of the option.
_TEXT_IN_OPTION = """(option) => {
    const { top, height } = option.getBoundingClientRect();
    return [option.querySelector(".text").getBoundingClientRect().top - top, height];
}"""


def _bottom(element: Locator) -> float:
    """Return how far down the window an element ends."""
    expect(element).to_be_visible()
    return float(element.evaluate("(one) => one.getBoundingClientRect().bottom"))


_SIGNS = """(options) => [...options.querySelectorAll("button")].map((option) => {
    const range = document.createRange();
    range.selectNodeContents(option.querySelector(".text"));
    return range.getBoundingClientRect().left - option.querySelector(".mark").getBoundingClientRect().right;
})"""


@pytest.mark.parametrize("view", [{"height": 720}], ids=str)
def test_an_answer_is_marked_and_its_reason_scrolls_into_view(open_page: OpenPage) -> None:
    page = open_page("course", chapter="bytes")
    options = page.locator(".options")
    options.get_by_role("button").first.click()  # wrong, so that two options are marked
    expect(options.locator(".mark span")).to_have_text(["your choice", "right answer"])
    assert all(free > 0 for free in options.evaluate(_SIGNS)[:2])
    expect(page.locator(".quiz")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("view", [{"height": 720}])
def test_the_longest_questions_of_waiting_lessons_are_not_cut_off(open_page: OpenPage, server: str) -> None:
    """These have the longest questions, each with a hint."""
    page = open_page("course")
    for language, key in product(languages(), ("others", "viterbi")):
        move_to(page, server, "course", chapter=key, lang=language.replace("_", "-"))
        with in_language(language):
            title = gettext(chapters_by_key(course())[key].title)
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        page.locator(".views button").last.click()
        heading = page.locator(".player .pairs h2")
        expect(heading).to_have_text(re.compile("[?？]$"))
        assert heading.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1, (language, key)


@pytest.mark.long
@pytest.mark.parametrize("view", [{"height": 720}])
def test_lines_are_readable_questions_visible_and_lessons_not_cut_off(open_page: OpenPage, server: str) -> None:
    page = open_page("course", chapter="counting", quiz=0)
    expect(page.get_by_role("heading", name="Key points")).to_be_visible()
    found = page.locator(".chapter p.course-text").evaluate_all("""all => all.map((one) => {
        const lines = one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight);
        return [lines, one.textContent.length];
    })""")
    assert page.locator(".chapter p.course-text .quoted").count() > 0
    # Boxes make no line higher.
    assert [lines for lines, _length in found] == pytest.approx([round(lines) for lines, _length in found], abs=0.02)
    full = [length / lines for lines, length in found if lines > 3]
    assert 42 < sum(full) / len(full) < 65, found  # of 45 to 65, the last lines, which are short, among them
    wrong, below, with_code = {}, {}, set()
    for language, chapter in product(("ru", "vi", "zh_Hans"), course().chapters):
        move_to(page, server, "course", chapter=chapter.key, lang=language.replace("_", "-"))
        with in_language(language):
            title = gettext(chapter.title)
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        if (end := _bottom(page.locator(".quiz .options button").last)) > 720:
            below[f"{chapter.key}, {language}"] = end
    for chapter in course().chapters:
        move_to(page, server, "course", chapter=chapter.key, lang="en")
        expect(page.get_by_role("heading", name=chapter.title, exact=True)).to_be_visible()
        if (end := _bottom(page.locator(".quiz .options button").last)) > 720:
            below[chapter.key] = end
        option = page.locator(".quiz .options button").nth(render_chapter(chapter).right)
        before = option.evaluate(_TEXT_IN_OPTION)
        steps = page.locator(".live :not(.cuttable) > .turns, .live .controls").count()
        expect(page.locator(".live .waits")).to_have_count(steps)  # if there are steps, the page says how to start them
        option.click()
        expect(page.locator(".live .waits")).to_have_count(0)
        assert option.evaluate(_TEXT_IN_OPTION) == pytest.approx(before, abs=1), chapter.key  # its mark moves nothing
        if (end := _bottom(page.locator(".quiz"))) > 720:
            below[f"{chapter.key}, answered"] = end
        if sliced := page.locator(".quiz").evaluate(_SLICED):
            wrong[f"{chapter.key}, answered"] = sliced
        if page.locator(".chapter pre").count():
            with_code.add(chapter.key)
        player = page.locator(".live .player")
        if chapter.lesson:
            if chapter.pictures:
                page.locator(".views button").last.click()
            expect(player.locator(".controls")).to_be_visible()
            if cut := player.evaluate(_CUT):
                wrong[chapter.key] = cut
    assert wrong == {}
    assert below == {}
    assert with_code == {"chat", "pattern", "picky", "patches"}  # a chat, a pattern, four sentences, a text


@pytest.mark.parametrize(("chapter", "is_coloured"), [("counting", True), ("ranks", False)])
def test_tokens_of_options_are_coloured_only_if_all_can_be(go_to: OpenPage, chapter: str, is_coloured: bool) -> None:
    """Otherwise colours would show which tokens the vocabulary has, or come to in its lesson."""
    page = go_to("course", chapter=chapter)
    tokens = page.locator(".options button .token")
    expect(tokens.first).to_be_visible()
    found = tokens.evaluate_all("(all) => all.map((token) => token.style.getPropertyValue('--hue') !== '')")
    assert len(found) > 4
    assert {*found} == {is_coloured}


@pytest.mark.parametrize("view", [{"width": 1280, "height": 720}], ids=str)
def test_the_lesson_of_a_chapter_describes_a_merge_once(go_to: OpenPage) -> None:
    page = go_to("course", chapter="counting", quiz=0, step=0)
    page.get_by_role("button", name="Watch it").click()
    headline = page.locator(".live .headline")
    for _step in range(7):
        page.locator(".live .controls").get_by_role("button", name="Next", exact=True).click()
        expect(headline).to_have_text(re.compile(r"^(\w+)\+(\w+)→\1\2·\d+$"))
    expect(headline).to_have_text("b+un→bun·4")


def test_numbered_lines_become_a_list(go_to: OpenPage) -> None:
    page = go_to("course", chapter="bugs", quiz=0)
    told = "\n".join(render_chapter(chapters_by_key(course())["bugs"]).aside)
    *_, (number, last) = re.findall(r"^(\d)\. (.+)$", told, re.MULTILINE)
    expect(page.locator("ol.course-text > li")).to_have_count(int(number))
    expect(page.locator("ol.course-text > li").last).to_have_text(last)


def test_a_table_follows_its_explanation_and_no_outline_covers_an_id(go_to: OpenPage) -> None:
    page = go_to("stumble", topic="formats", quiz=0)
    expect(page.locator("p.course-text + :has(> div > .course-numbers)")).to_contain_text("YAML")
    page = go_to("course", chapter="counting", quiz=0, step=1)
    new = page.locator(".player .known .captioned:has(.new-token)")
    expect(new).to_have_count(1)
    free = new.evaluate("""(one) => {
        const [token, id] = one.children;
        const { outlineOffset, outlineWidth } = getComputedStyle(token);
        const ring = token.getBoundingClientRect().bottom + parseFloat(outlineOffset) + parseFloat(outlineWidth);
        return id.getBoundingClientRect().top - ring;
    }""")
    assert free >= 0


@pytest.mark.parametrize("view", [{"width": 390, "height": 844}])
def test_on_a_phone_merges_leave_no_gap_and_nothing_covers_the_menu(
    open_page: OpenPage,
) -> None:
    page = open_page("course", chapter="words", quiz=0)
    page.locator(".views button").last.click()
    past = page.locator(".player .history")
    expect(past).to_contain_text("None yet")
    size = past.evaluate("(past) => [past.offsetHeight, parseFloat(getComputedStyle(past).fontSize)]")
    assert size[0] < 5 * size[1]
    page.get_by_test_id("stExpandSidebarButton").click()
    language = page.locator(".st-key-bpe_lab_language")
    expect(language).to_be_hidden()
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    expect(language).to_be_visible()


def test_the_last_chapter_has_a_quiz_and_an_ending(open_page: OpenPage) -> None:
    page = open_page("course", chapter="parity", quiz=0)
    page.get_by_role("button", name="Next: Without tokens: patches of bytes").click()
    expect(page.locator(".ending")).to_contain_text("That was the last chapter")
    expect(page.locator(".ending a")).to_have_text(
        ["Your certificate, and the course on one page", "Your project: a tokenizer for your language"]
    )
    last = len(course().chapters)
    first = last - (last - 1) % 4  # after the quiz before
    page.get_by_role("button", name=f"Quiz on chapters {first} to {last}").click()
    expect(page.locator(".exercise")).to_have_count(min(5, 2 * (last - first + 1)))
    expect(page.locator(".ending")).to_contain_text(f"0 of {last} chapters done")
    for query, heading in (
        ("", "Without tokens: patches of bytes"),
        ("?chapter=reading", "What does a model read?"),
    ):
        with page.expect_popup() as opened:  # another visit, in the same browser
            page.evaluate("(query) => void window.open(`${location.pathname}${query}`)", query)
        expect(current_chapter(opened.value)).to_have_text(re.compile(re.escape(heading)))
        opened.value.close()
