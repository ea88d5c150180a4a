"""Packages for a course system: their content, and what is too large for one."""

import re
from html import unescape
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from bpe_engine import EngineError
from ui.course.chapter import Chapter
from ui.course.chapter_files import course
from ui.pages.course.chapter_file import chapter_page
from ui.pages.course.view import render_chapter
from ui.player import scorm_package as scorm
from ui.player.scorm_package import scorm_package
from ui.player.training_lesson import FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

HOSTILE = "</title><x> & \" ' ]]> \x00 \ud800 \u2028"
CONTENT = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
ADL = "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"


def test_the_manifest_names_an_existing_page_and_the_title() -> None:
    with ZipFile(BytesIO(scorm_package(b"<p>a page</p>", HOSTILE))) as archive:
        assert archive.namelist() == ["imsmanifest.xml", "index.html"]
        manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
        assert archive.read("index.html") == b"<p>a page</p>"
    assert manifest.findtext(f"{CONTENT}metadata/{CONTENT}schemaversion") == "1.2"
    titles = [found.text for found in manifest.iter(f"{CONTENT}title")]
    assert titles == ["</title><x> & \" ' ]]> ␀ ⟨U+D800⟩ ⟨U+2028⟩"] * 2
    (resource,) = manifest.iter(f"{CONTENT}resource")
    (item,) = manifest.iter(f"{CONTENT}item")
    assert (resource.get("href"), resource.get(f"{ADL}scormtype")) == ("index.html", "sco")
    assert item.get("identifierref") == resource.get("identifier")


@pytest.mark.parametrize(
    "chapter", [chapter for chapter in course().chapters if chapter.lesson], ids=lambda one: one.key
)
def test_each_chapter_has_its_question_and_exercises_with_answers(chapter: Chapter) -> None:
    shown = render_chapter(chapter)
    page = chapter_page(course(), chapter, "en", "scorm")
    with ZipFile(BytesIO(page)) as archive:
        html = archive.read("index.html").decode()
    options = re.findall(r'<button data-question="question"( data-right)?>(.*?)</button>', html)
    assert [bool(right) for right, _text in options] == [place == chapter.right for place in range(len(options))]
    plain = [unescape(re.sub("<[^>]*>", "", text)) for _right, text in options]
    assert plain == [option.text for option in shown.options]
    typed = re.findall(r'data-question="exercise\d*" data-kind="(\w+)" data-answer="(.*?)"', html)
    assert [(kind, unescape(answer)) for kind, answer in typed] == [
        (exercise.kind, exercise.answer) for exercise in shown.exercises
    ]
    names = re.findall(r'<p data-question="(exercise\d*)"', html)
    assert len({*names}) == len(shown.exercises)


def test_equal_lessons_give_equal_packages_and_large_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(SCENARIOS["hug"].source, default_settings("bpe", "hug"))
    wish = FileOptions("hug", "en", form="scorm")
    assert task_file(task, wish) == task_file(task, wish)
    monkeypatch.setattr(scorm, "MOST_BYTES", 10)
    with pytest.raises(EngineError, match=r"The lesson is 11 bytes, .* at most 10\. Choose a text with shorter words"):
        scorm_package(b"<p>long</p>", "long")
