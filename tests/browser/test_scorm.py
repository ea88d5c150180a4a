"""A lesson in a course system: the package runs in scorm-again, which stores what SCORM 1.2 defines."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.browser.static_host import static_host
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion
from ui.classroom.plans.writer import to_link
from ui.course.chapter_files import chapters_by_key, course
from ui.pages.course.chapter_file import chapter_page
from ui.pages.plans.export import plan_file
from ui.pages.registry import PAGES
from ui.player.training_lesson import FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "node_modules/scorm-again/dist/scorm12.min.js"

PLAN = Plan(
    "Monday",
    "",
    (
        Slide("train?scenario=hug&step=5", "", "The last merges", "SECRET-NOTE"),
        Slide(
            text="Look back.",
            question=SlideQuestion("choice", "Who decides?", ("Chance", "A rule"), 2, "Each its own."),
        ),
        Slide("encode?sample=unhug&with=trained&scenario=hug", question=SlideQuestion("cut")),
    ),
)

# A course system that keeps committed data as long as the tab is open.
_SYSTEM = """<!doctype html><meta charset="utf-8"><title>A course system</title><script src="scorm12.min.js"></script>
<script>
    window.API = new Scorm12API({autocommit: false, logLevel: 5});
    if (window.name) API.loadFromJSON(JSON.parse(window.name));
    for (const event of ["LMSCommit", "LMSFinish"])
        API.on(event, () => (window.name = JSON.stringify(API.renderCMIToJSONObject().cmi)));
</script>
<iframe src="lesson/index.html" width="1200" height="900"></iframe>"""


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a course system with a lesson; yields its address."""
    folder = tmp_path_factory.mktemp("system")
    task = Task(SCENARIOS["hug"].source, default_settings("bpe", "hug"))
    with ZipFile(BytesIO(task_file(task, FileOptions("hug", "en", form="scorm")))) as package:
        package.extractall(folder / "lesson")
    with ZipFile(BytesIO(chapter_page(course(), chapters_by_key(course())["counting"], "en", "scorm"))) as package:
        package.extractall(folder / "chapter")
    with ZipFile(
        BytesIO(plan_file(to_link(PLAN), "en", {name: page.title for name, page in PAGES.items()}, "scorm"))
    ) as package:
        package.extractall(folder / "plan")
    (folder / "plan.html").write_text(_SYSTEM.replace("lesson/", "plan/"))
    (folder / "chapter.html").write_text(_SYSTEM.replace("lesson/", "chapter/"))
    (folder / "scorm12.min.js").write_bytes(RUNTIME.read_bytes())
    (folder / "index.html").write_text(_SYSTEM)
    with static_host(folder) as address:
        yield address


def lesson_in(page: Page, address: str) -> FrameLocator:
    page.goto(address)
    lesson = page.frame_locator("iframe")
    expect(lesson.locator(".controls")).to_be_visible()
    return lesson


def core(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("API.renderCMIToJSONObject().cmi.core")
    return found


def test_predictions_become_the_score_and_the_end_completes_the_lesson(page: Page, system: str) -> None:
    lesson = lesson_in(page, system)
    expect(lesson.locator(".next")).to_have_text("Which pair is next?")
    expect(lesson.locator("#not-kept")).to_be_hidden()
    lesson.get_by_role("button", name="“u” + “g”").click()  # right
    assert core(page)["score"]["raw"] in (14, "14")  # one of seven
    lesson.get_by_role("button", name="Next").click()
    lesson.get_by_role("button", name="“h” + “ug”").click()  # wrong
    expect(lesson.locator(".score")).to_have_text("1 of 2 predictions right")
    assert core(page)["score"]["raw"] in (14, "14")
    assert core(page)["lesson_status"] == "incomplete"
    lesson.get_by_role("button", name="Last").click()
    expect(lesson.locator(".where")).to_have_text("Step 7 of 7")
    page.wait_for_function("API.cmi.core.lesson_status === 'completed'")
    assert core(page)["lesson_location"] == "7"


def test_returning_learners_resume_at_their_step_and_keep_the_score(page: Page, system: str) -> None:
    lesson = lesson_in(page, system)
    lesson.get_by_role("button", name="“u” + “g”").click()
    for _press in range(5):  # at a question, the first press shows the right answer
        lesson.get_by_role("button", name="Next").click()
    expect(lesson.locator(".where")).to_have_text("Step 3 of 7")
    page.wait_for_function("API.cmi.core.lesson_location === '3'")
    lesson = lesson_in(page, system)
    expect(lesson.locator(".where")).to_have_text("Step 3 of 7")
    assert core(page)["score"]["raw"] in (14, "14")
    kept = json.loads(page.evaluate("API.cmi.suspend_data"))
    assert kept["answers"] == "1------"  # of seven
    lesson.get_by_role("button", name="First").click()
    lesson.get_by_role("button", name="“h” + “u”").click()  # the first answer counts
    assert core(page)["score"]["raw"] in (14, "14")


@pytest.fixture
def stopped_clock(browser: Browser) -> Iterator[Page]:
    """Yield an empty page whose timers never fire."""
    page = browser.new_page()  # in its own context, whose pages all have this clock
    page.clock.install(time=0)
    yield page
    page.close()


def test_a_step_is_stored_at_once(stopped_clock: Page, system: str) -> None:
    # A learner who leaves within half a second of a step returns to it: messages sent while a page closes are lost.
    page = stopped_clock
    chapter = lesson_in(page, f"{system}/chapter.html")
    page.clock.pause_at(60)  # seconds; from here on no timer fires
    chapter.get_by_role("button", name="Next", exact=True).click()
    kept = json.loads(page.evaluate("window.name"))["core"]
    assert kept["lesson_location"] == "1"
    assert kept["exit"] == "suspend"
    assert kept["session_time"] not in ("", "00:00:00")


def test_without_a_course_system_the_page_works_and_says_that_nothing_is_stored(page: Page, system: str) -> None:
    page.goto(f"{system}/lesson/index.html")
    expect(page.locator("#not-kept")).to_have_text("No learning platform is saving your place or your answers.")
    page.get_by_role("button", name="“u” + “g”").click()
    expect(page.locator(".score")).to_have_text("1 of 1 predictions right")


def test_the_question_and_exercises_of_a_chapter_count_and_complete_it(page: Page, system: str) -> None:
    chapter = lesson_in(page, f"{system}/chapter.html")
    chapter.get_by_role("button", name="“u” + “g”").first.click()
    expect(chapter.get_by_role("status").get_by_text("Right!")).to_be_visible()
    expect(chapter.get_by_text("So “ug” becomes a token")).to_be_visible()  # the answer is expanded
    assert core(page)["score"]["raw"] in (25, "25")
    assert core(page)["lesson_status"] == "incomplete"
    # h + it: ten times in hit, and eight in hits, of 16 for i + n; two tokens for each of eleven words; b aa aa a d.
    for place, answer in enumerate(("h it", "22", "5")):
        chapter.get_by_label("Your answer").nth(place).fill(answer)
        chapter.get_by_role("button", name="Check").nth(place).click()
        expect(chapter.get_by_role("status").get_by_text("Right!")).to_have_count(2 + place)
    assert core(page)["score"]["raw"] in (100, "100")
    assert core(page)["lesson_status"] == "completed"
    chapter = lesson_in(page, f"{system}/chapter.html")
    expect(chapter.get_by_role("status").get_by_text("Right!")).to_have_count(4)
    chapter.get_by_label("Your answer").first.fill("19")  # the first answer counts
    chapter.get_by_label("Your answer").first.press("Enter")
    assert core(page)["score"]["raw"] in (100, "100")


def test_a_plan_is_one_package_whose_slides_count_equally_and_it_resumes(page: Page, system: str) -> None:
    plan = lesson_in(page, f"{system}/plan.html")
    expect(plan.get_by_text("SECRET-NOTE")).to_have_count(0)
    expect(plan.locator(".place:not([hidden]) > h2")).to_have_text("1. The last merges")
    expect(plan.locator(".where").first).to_have_text("Step 5 of 7")
    # Remaining: hugs, 5 times, and bun, 4 times. Two of the two predictions on three slides: a third.
    plan.get_by_role("button", name="“hug” + “s”").click()
    plan.get_by_role("button", name="Next", exact=True).click()
    plan.get_by_role("button", name="“b” + “un”").click()
    assert core(page)["score"]["raw"] in (33, "33")
    # After the last step, the same key leads to the next slide.
    page.keyboard.press("PageDown")
    expect(plan.locator(".where").first).to_have_text("Step 7 of 7")
    page.keyboard.press("PageDown")
    expect(plan.locator(".place:not([hidden]) > h2")).to_have_text("2. Look back.")
    page.wait_for_function("API.cmi.core.lesson_location === '2'")
    plan.get_by_role("button", name="Chance").click()  # wrong
    expect(plan.get_by_text("Not this one.")).to_be_visible()
    expect(plan.get_by_text("Each its own.")).to_be_visible()
    plan.get_by_role("button", name="A rule").click()  # the first answer counts
    assert core(page)["score"]["raw"] in (33, "33")
    plan.get_by_role("button", name="Next slide").click()
    # un | hug, by hand with these merges. The slide also has three predictions.
    plan.get_by_role("button", name="Cut between n and h").click()
    plan.get_by_role("button", name="Check").click()
    assert core(page)["score"]["raw"] in (42, "42")
    assert core(page)["lesson_status"] == "incomplete"
    plan = lesson_in(page, f"{system}/plan.html")
    expect(plan.locator(".place:not([hidden]) > h2")).to_have_text("3. Encode")
    expect(plan.locator(".place:not([hidden])").get_by_text("Right!")).to_be_visible()
    plan.locator(".place:not([hidden])").get_by_role("button", name="Last").click()
    page.wait_for_function("API.cmi.core.lesson_status === 'completed'")
    assert core(page)["lesson_location"] == "3"
    assert core(page)["score"]["raw"] in (42, "42")
