"""The end of the course: the summary shows the reader's progress, and a project is exported as a page."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from ui.course.chapter_files import course

KEPT = {"answers": {}, "done": dict.fromkeys(("reading", "reading/2"), ""), "boxes": {"ties": [1, 1]}}

PARTS = [
    (int(place == 0), len(course().chapters_in(part)))
    for place, part in enumerate(part for part in course().parts if course().chapters_in(part))
]
STOPPED = course().chapters[1].key


def test_the_summary_marks_finished_chapters_and_questions_that_return(page: Page, open_page: OpenPage) -> None:
    page.add_init_script(f"localStorage.setItem('bpe-lab-course', {json.dumps(json.dumps(KEPT))})")
    page.add_init_script(f"localStorage.setItem('bpe-lab-course-stopped-chapter', {json.dumps(STOPPED)})")
    recap = open_page("/recap").locator(".recap")
    expect(recap).to_contain_text(
        f"Chapters of BPE Lab’s course on tokenizers completed: 1 of {len(course().chapters)}"
    )
    expect(recap.locator("h3:has(.done)")).to_have_text([r"1. What does a model read?1. What does a model read?✓ done"])
    expect(recap.locator(".card.whole .token")).to_have_text(["Hello", ",", "·world"])
    expect(recap.locator("h3:has(.missed)")).to_contain_text(["When two pairs tie"])
    expect(recap.locator("h3:has(.stopped)")).to_contain_text(["→ you stopped here"])
    expect(recap.locator("h3:has(.stopped) a")).to_have_text(re.compile("^2[.] "))
    # What is not done yet is promised, and not claimed.
    expect(recap.get_by_text("What you will be able to do")).to_be_visible()
    expect(recap.get_by_text("What you can do now")).to_have_count(0)
    expect(recap.locator(".part h2 .count")).to_have_text([f"{done} of {all_} done" for done, all_ in PARTS])
    # What holds a word together, as in “GPT-2”, isn't a mark of progress: it is as thin as the text around it.
    together = recap.locator(".card li .unbroken")
    assert {*together.evaluate_all("all => all.map((one) => getComputedStyle(one).fontWeight)")} == {"400"}
    recap.get_by_label("Your name").fill("Ada <b>Lovelace</b>")
    expect(recap.locator(".certificate .name")).to_have_text("Ada <b>Lovelace</b>")
    assert "Lovelace" not in page.url + page.evaluate("JSON.stringify({...localStorage})")
    page.emulate_media(media="print")
    expect(recap.get_by_label("Your name")).to_be_hidden()
    expect(recap.locator(".certificate .name")).to_be_visible()
    page.emulate_media(media="screen")
    recap.get_by_role("link", name="When two pairs tie").click()
    expect(page).to_have_url(re.compile("chapter=ties"))


def test_a_project_is_defended_and_taken_home(go_to: OpenPage, tmp_path: Path) -> None:
    page = go_to("/project")
    expect(page.locator(".bpe-scores tbody tr")).to_have_count(4)
    page.get_by_role("button", name="Add an attempt").click()
    page.get_by_test_id("stRadio").get_by_text("2. BPE on bytes, NFC").click()
    box = page.get_by_role("textbox", name="Why this one?")
    box.fill("Nothing is <b>lost</b>.")
    box.press("Tab")
    expect(page).to_have_url(re.compile("chosen=2.*defence="))
    with page.expect_download() as told:
        page.get_by_role("button", name="Download your project as one page (HTML)").click()
    file = tmp_path / "project.html"
    told.value.save_as(file)
    home = page.context.new_page()
    home.goto(file.as_uri())
    expect(home.get_by_text("Nothing is <b>lost</b>.", exact=True)).to_be_visible()
    expect(home.get_by_text("2. BPE on bytes, NFC, vocabulary size 1,000")).to_be_visible()
    expect(home.locator("tbody tr")).to_have_count(5)
    link = home.get_by_role("link", name="Open it in BPE Lab")
    assert "attempts=2" in (link.get_attribute("href") or "")
