"""Tokens and samples in quotation marks: a chapter draws them as boxes, the same ones in every language."""

import re

import pytest

from ui.base.i18n import in_language, languages
from ui.course.chapter import Course
from ui.course.chapter_files import course, topics
from ui.pages.course.chapter_file import shown_text
from ui.pages.course.view import render_chapter

BOX = re.compile(
    '<bdi class="quoted" translate="no"><span class="quote">[“«]</span>(.+?)<span class="quote">[”»]</span></bdi>'
)


def texts_of(of: Course, language: str) -> dict[tuple[str, str], str]:
    """Return the texts of all chapters by chapter and place."""
    found: dict[tuple[str, str], str] = {}
    with in_language(language):
        for chapter in of.chapters:
            shown = render_chapter(chapter)
            parts = {
                "idea": shown.idea,
                "question": [shown.question, shown.watch],
                "options": [text for option in shown.options for text in (option.text, option.why)],
                "explanation": [*shown.explanation, *shown.aside],
                "exercises": [text for each in shown.exercises for text in (each.text, each.hint, each.solution)],
                "remember": shown.remember,
                "note": [
                    *([chapter.table(chapter.sample).note] if chapter.table else []),
                    *([chapter.overview().note] if chapter.overview else []),
                ],
                "pictures": [said for each in chapter.pictures for said in each(chapter.sample)["says"]],
            }
            found |= {(chapter.key, f"{part} {n}"): text for part, all_ in parts.items() for n, text in enumerate(all_)}
    return found


def test_a_box_has_no_space_and_copies_with_its_quotation_marks() -> None:
    written = shown_text("“h” + “<|im_end|>”, “How much wood”, «Кто\u00a0раньше», «мост»")
    assert BOX.findall(written) == ["h", "&lt;|im_end|&gt;", "мост"]
    plain = re.sub("<[^>]*>", "", written)
    assert plain == "“h” + “&lt;|im_end|&gt;”, “How much wood”, «Кто\u00a0раньше», «мост»"


@pytest.mark.parametrize("of", [course(), topics()], ids=["course", "topics"])
def test_all_languages_have_the_same_boxes_and_no_other_word_is_quoted(of: Course) -> None:
    """A title, name or phrase that only a translation quotes would become a box there."""
    english = {place: {*BOX.findall(shown_text(text))} for place, text in texts_of(of, "en").items()}
    assert any(english.values())
    for language in languages():
        texts = {place: shown_text(text) for place, text in texts_of(of, language).items()}
        boxes = {place: {*BOX.findall(text)} for place, text in texts.items()}
        assert {place: (boxes[place], there) for place, there in english.items() if boxes[place] != there} == {}
        left = [part for text in texts.values() for part in re.findall("[“«]([^“”«»]+)[”»]", BOX.sub("", text))]
        assert [part for part in left if " " not in part and "\u00a0" not in part and len(part) <= 32] == [], language
