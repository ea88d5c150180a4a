"""One address gives one lesson: in the app, prerendered, on phones, in plans and on the site."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.ui.app_pages import Open, component, data_of
from ui.classroom.plans.plan import Plan, Slide
from ui.pages.lessons.lesson_at import IMMEDIATE, PAGES_WITH_LESSON, lesson_address, lesson_at
from ui.pages.plans.standalone_slides import standalone_slides
from ui.pages.registry import PAGES, prerender_function
from ui.pages.translated_lessons import translated_lesson
from ui.site.python.tasks import PAGES as SITE_PAGES
from ui.site.python.tasks import BrowserWorker

ADDRESSES: list[tuple[str, dict[str, str]]] = [
    ("train", {"scenario": "hug"}),
    ("train", {"scenario": "hug", "algorithm": "wordpiece"}),
    ("train", {"scenario": "hug", "words": "hug:3,pug:2", "vocab": "6"}),
    ("train", {"scenario": "text", "text": "pug hug pug", "vocab": "9"}),
    ("encode", {"scenario": "hug", "sample": "hugs"}),
    ("encode", {"scenario": "low"}),
    ("encode", {"scenario": "hug", "sample": "hugs", "with": "trained-1"}),
    ("encode", {"sample": "hello", "with": "gpt2", "by": "dropout", "dropout": "50", "seed": "3"}),
    ("encode", {"sample": "hello", "with": "gpt2", "by": "longest"}),
    ("encode", {"scenario": "hug", "sample": "hugs", "by": "longest"}),
    ("encode", {"sample": "hug", "with": "own", "cut": "merges", "merges": "u g\nh ug"}),
    ("own", {"sample": "lowest", "cut": "left", "tokens": '["low", "est"]'}),
    ("decode", {"ids": "15496 995", "with": "gpt2"}),
    ("prompt", {"sample": "The sky is ", "with": "gpt2"}),
]


def frame_data(lesson: Any) -> Any:
    """Return the data that frames are drawn from; the host decides how a text is shown next to its words."""
    return json.loads(json.dumps([lesson[part] for part in ("steps", "tokens", "merges", "frames")]))


def in_app(opened: Open, page: str, query: dict[str, str]) -> Any:
    app = opened(PAGES[page].script, **query)

    return data_of(component(app, "player"))


@pytest.mark.parametrize(("page", "query"), ADDRESSES)
def test_an_address_gives_the_same_lesson_everywhere(opened: Open, page: str, query: dict[str, str]) -> None:
    found = lesson_at(lesson_address(page, query), IMMEDIATE)
    assert found
    wanted = frame_data(found.lesson)
    assert frame_data(in_app(opened, page, query)) == wanted

    on_phone = translated_lesson(f"/{page}?{urlencode(query)}", "en")
    assert on_phone
    assert frame_data(on_phone) == wanted

    (slide,) = standalone_slides(Plan(slides=(Slide(link=f"{page}?{urlencode(query)}"),)), {page: page})
    assert slide.played
    assert frame_data(slide.played.lesson) == wanted

    if page in SITE_PAGES:
        assert frame_data(BrowserWorker().run({"page": page, "query": query})["lesson"]) == wanted
    if page == "encode":
        first = prerender_function(page)(query)
        assert first
        assert frame_data(first["data"]) == wanted


def test_every_page_with_a_lesson_is_tested() -> None:
    assert {page for page, _query in ADDRESSES} == PAGES_WITH_LESSON


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("train", {"scenario": "text", "stored": "moby.txt"}),
        ("encode", {"scenario": "text", "stored": "moby.txt", "sample": "hug"}),
        ("encode", {"with": "opened"}),
        ("encode", {"scenario": "hug", "sample": "hug", "with": "trained-900"}),
        ("train", {"scenario": "text"}),
        ("train", {"scenario": "text", "text": "ab " * 1_700}),
        ("encode", {"sample": "x" * 500, "with": "gpt2"}),
        ("decode", {"ids": "99999999"}),
        ("decode", {"ids": ""}),
        ("prompt", {"sample": ""}),
    ],
)
def test_there_is_no_lesson_if_the_page_has_none_or_it_is_too_large(page: str, query: dict[str, str]) -> None:
    assert lesson_at(lesson_address(page, query), IMMEDIATE) is None


def test_invalid_values_in_an_address_are_reported() -> None:
    assert len(lesson_address("train", {"scenario": "none"}).problems) == 1
    assert len(lesson_address("encode", {"sample": "hug", "scenario": "none"}).problems) == 1
    assert not lesson_address("encode", {"sample": "hug", "scenario": "hug", "step": "2"}).problems
