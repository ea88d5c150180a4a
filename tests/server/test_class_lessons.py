"""Lessons of a class in the phone's language, as the server makes them."""

import json
from contextvars import copy_context
from typing import Any

import pytest

from classroom.lessons import identity, is_same_lesson
from tests.classroom.lessons import Teacher, hug
from tests.server.test_classes import event_stream
from tests.server.visitor import ask
from tools.app_server import AppServer
from tools.catalogs import COMPLETE_LANGUAGES
from ui.base.i18n import languages
from ui.course.chapter_files import course
from ui.pages.translated_lessons import translated_lesson


def lesson_in(address: str, language: str) -> Any:
    return copy_context().run(translated_lesson, address, language)


@pytest.mark.parametrize("language", languages())
def test_the_steps_are_the_same_in_each_language(language: str) -> None:
    lesson = lesson_in("train?scenario=hug", language)
    assert [merge["value"] for merge in lesson["merges"]] == ["20", "16", "15", "12", "5", "5", "4"]
    assert lesson["labels"]["locale"] == language.replace("_", "-")


LESSONS = (
    "train?scenario=hug",
    "train?scenario=aaab&algorithm=unigram",
    "encode?scenario=hug&sample=unhug",
    "encode?with=gpt2&sample=+whaleman+and+Ā",
    "encode?with=t5-small&sample=ﬁsh+stick",
    "encode?with=bert-base-uncased&sample=Déjà+vu",
    "decode?ids=15496,3228,12520,97,245",
    "course?chapter=",
)


@pytest.mark.parametrize("address", LESSONS)
def test_a_lesson_has_the_same_fingerprint_in_each_language(address: str) -> None:
    if "chapter=" in address:
        address = f"course?chapter={next(one.key for one in course().chapters if one.lesson)}"
    lessons = {language: json.loads(json.dumps(lesson_in(address, language))) for language in languages()}
    known = identity(lessons["en"])
    assert all(is_same_lesson(lesson, known) for lesson in lessons.values())
    translated = ("en", *COMPLETE_LANGUAGES)
    assert len({lessons[language]["labels"]["controls"] for language in translated}) == len(translated)
    other = lesson_in("encode?with=gpt2&sample=other", "en")
    assert not is_same_lesson(other, known)


def test_the_prompt_page_is_a_class_lesson_with_the_chosen_candidates() -> None:
    lesson = lesson_in("prompt?sample=The+sky+is+", "vi")
    assert lesson["steps"] == len("The sky is ")
    assert is_same_lesson(json.loads(json.dumps(lesson_in("prompt?sample=The+sky+is+", "en"))), identity(lesson))
    for nothing in ("prompt?with=t5-small", f"prompt?sample={'x' * 201}"):
        assert lesson_in(nothing, "vi") is None
    lesson = lesson_in("http://lab/bpe/train?scenario=low&algorithm=wordpiece&vocab=40&step=3&present=1", "vi")
    assert lesson["steps"] == lesson_in("train?scenario=low&algorithm=wordpiece&vocab=40", "en")["steps"] > 0


@pytest.mark.parametrize(
    "address",
    [
        *("", "train?scenario=none", "size?sample=x", "http://[", "train?vocab=x", "train?scenario=text&text="),
        *(
            f"encode?sample={'x' * 201}",
            "encode?with=opened",
            "decode?ids=x",
            "decode?ids=99999999",
            "course?chapter=x",
        ),
        "train?scenario=text&stored=x.txt",
        f"train?scenario=text&text={'x+' * 3000}",
        "train?scenario=text&text=a&vocab=1000000",
        f"train?{'a=1&' * 200}",
    ],
)
def test_only_small_lessons_are_made_for_phones(address: str) -> None:
    assert lesson_in(address, "vi") is None


def test_a_phone_gets_the_lesson_in_its_language(server: AppServer) -> None:
    teacher = Teacher(server.url)
    teacher.hand_in(hug())
    with event_stream(server, teacher.code) as stream:
        cookie = stream.getheader("set-cookie", "").partition(";")[0]
        for language, word in (("vi", "Bước"), ("ru", "Шаг"), ("en", "Step")):
            path = f"/join/{teacher.code}/lesson/{teacher.lesson}?lang={language}"
            lesson = json.loads(ask(server, path, Cookie=cookie).body)
            assert word in lesson["labels"]["where"]
            assert len(lesson["frames"]) == 8
