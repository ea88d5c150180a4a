"""A plan on paper: its slides in order, their questions, answers only in the key, and no teacher's notes."""

import re
from html import unescape
from io import BytesIO
from zipfile import ZipFile

import pytest

from bpe_engine import EngineError
from tests.ui.test_worksheets import Read
from ui.classroom.plans.bundled import BUNDLED, bundled_plan
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion
from ui.classroom.plans.writer import to_link
from ui.pages.plans.export import PLAN_FORMS, plan_file
from ui.pages.registry import PAGES
from ui.player import scorm_package
from ui.player.file_formats import FileFormat

TITLES = {name: page.title for name, page in PAGES.items()}
HOSTILE = "</p><script>alert(1)</script> <img src=//evil.example> \u202e \x00"


def sheets(plan: Plan | str, form: FileFormat = "blank", language: str = "en") -> str:
    return plan_file(plan if isinstance(plan, str) else to_link(plan), language, TITLES, form).decode()


def page_text(page: str) -> str:
    """Return the text of a page as one line."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", page.partition("<body>")[2])).split())


def parts(page: str) -> tuple[str, str]:
    """Return the handout and the key."""
    given, key = page.split('<section class="key">')
    return page_text(given), page_text(f"<body>{key}")


@pytest.mark.parametrize("name", BUNDLED)
def test_slides_are_in_order_without_teachers_notes(name: str) -> None:
    plan = bundled_plan(name)
    page = sheets(name)
    headings = [
        unescape(found) for found in re.findall(r"<h2>\d+\. (.*?)</h2>", page.split('<section class="key">')[0])
    ]
    assert headings == [place.title for place in plan.slides]
    assert not [place.note for place in plan.slides if place.note[:40] in page_text(page)]


def test_questions_are_on_the_handout_and_answers_only_in_the_key() -> None:
    # By hand, as in the Hugging Face course: u + g occurs 20 times; un and hug are tokens by then.
    plan = Plan(
        "Monday",
        "",
        (
            Slide("train?scenario=hug&step=2", question=SlideQuestion("pair", solution="It occurs 15 times.")),
            Slide("encode?sample=unhug&with=trained&scenario=hug", question=SlideQuestion("cut")),
            Slide(text="Why?", question=SlideQuestion("choice", "Who?", ("Chance", "A rule"), 2, "Ours: the first.")),
            Slide("playground", question=SlideQuestion("cut", word="strawberry", tokenizer="cl100k_base")),
        ),
    )
    given, key = parts(sheets(plan))
    assert "Which pair is next? (after step 2)" in given
    assert "How will this word be cut? u n h u g" in given
    assert "Who? Chance A rule" in given
    assert "How will “strawberry” be cut? s t r a w b e r r y" in given
    assert not re.search(r"It occurs 15|un \| hug|Ours", given)
    assert "“h” + “ug” It occurs 15 times." in key
    assert "un | hug" in key
    assert "B. A rule Ours: the first." in key
    assert "str | aw | berry" in key  # as tiktoken cuts it


def test_the_key_has_answers_with_all_steps_and_no_lesson_twice() -> None:
    given, key = parts(sheets("45", "paper"))
    assert "hug 10 + pug 5 + hugs 5 = 20" in given
    assert "hug 10 + pug 5 + hugs 5 = 20" not in key
    assert "B. A rule, different in each library" in key
    page = sheets(Plan("", "", (Slide("train?scenario=hug"), Slide("train?scenario=hug&step=4"))))
    assert page.split('<section class="key">')[0].count("<table") == 1
    assert "The lesson from slide 1, after step 4." in page_text(page)


def test_slides_that_cannot_be_printed_are_mentioned_and_missing_ones_omitted() -> None:
    plan = Plan(
        "",
        "",
        (
            Slide("gone?a=1"),
            Slide("encode?sample=unhug&with=opened"),
            Slide("train?scenario=text&text="),
            Slide("playground?sample=hug"),
            Slide("course?chapter=counting"),
        ),
    )
    found = page_text(sheets(plan))
    assert "gone" not in found
    assert "opened from a file, and links can’t carry files" in found
    assert "In the app: train?scenario=text&text=" in found
    assert "In the app: playground?sample=hug" in found
    assert "Which pair becomes the first new token?" in found


@pytest.mark.parametrize("form", PLAN_FORMS)
def test_a_teacher_s_words_stay_text(form: FileFormat) -> None:
    question = SlideQuestion("choice", HOSTILE, (HOSTILE, "b"), 1, HOSTILE)
    plan = Plan(HOSTILE, "", (Slide(text=HOSTILE, title=HOSTILE, question=question), Slide("train?scenario=hug")))
    page = in_package(plan) if form == "scorm" else sheets(plan, form)
    assert not Read(page).tags & {"img"}
    assert len(re.findall("<script", page)) == (2 if form == "scorm" else 0)  # its data, and the script that reads them


def in_package(plan: Plan) -> str:
    with ZipFile(BytesIO(plan_file(to_link(plan), "en", TITLES, "scorm"))) as package:
        return package.read("index.html").decode()


def test_too_large_and_empty_plans_are_refused_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan("", "", (Slide("gone"),))
    with pytest.raises(EngineError, match=r"plan’s slides exists any more.*Add a slide\."):
        in_package(plan)
    monkeypatch.setattr(scorm_package, "MOST_BYTES", 10)
    with pytest.raises(EngineError, match=r"The plan is .+ bytes, .* at most 10\. Split it into two plans"):
        in_package(bundled_plan("45"))


def test_a_package_has_each_lesson_once_and_its_questions() -> None:
    page = in_package(bundled_plan("90"))
    assert page.count('<section class="place"') == len(bundled_plan("90").slides)
    # unhug is un + hug; in GPT-2, whaleman with a space before it is wh + al + eman, with the space in its first
    # letter.
    assert 'data-kind="cut" data-answer="2"' in page
    assert 'data-kind="cut" data-answer="2,4"' in page
    assert "<span>·w</span>" in page
