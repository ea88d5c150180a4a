"""New terms of a chapter: each is in bold once, in every language in the same paragraph."""

import re
from html import unescape

import pytest

from ui.base.i18n import in_language, languages
from ui.course.chapter import AnswerOption, Chapter
from ui.course.chapter_files import course
from ui.pages.course.chapter_file import paragraphs
from ui.pages.course.view import render_chapter


def marked(chapter: Chapter) -> list[tuple[int, str]]:
    """Return what is in bold, each with the number of its paragraph."""
    shown = render_chapter(chapter).with_terms()
    texts = [paragraphs(text) for text in (*shown.idea, *shown.explanation)]
    return [
        (place, unescape(term)) for place, text in enumerate(texts) for term in re.findall("<dfn>(.*?)</dfn>", text)
    ]


def chapter_of(idea: str, explanation: str, *terms: str) -> Chapter:
    options = (AnswerOption("a"), AnswerOption("b", "c"))
    return Chapter("mine", "Mine", "Why?", options, 0, (explanation,), dict, idea=(idea,), terms=terms)


def test_a_term_is_in_bold_with_its_ending_where_it_first_occurs() -> None:
    with in_language("en"):
        assert marked(chapter_of("Merges of a corpus.", "A merge, and a rank. Ranks.", "merge", "rank")) == [
            (1, "merge"),
            (1, "rank"),
        ]
        assert marked(chapter_of("Это зовут слиянием.", "Слияние, ещё слияние.", "слияни")) == [(0, "слиянием")]
        assert marked(chapter_of("这就是一次合并。再来一次合并。", "合并", "合并")) == [(0, "合并")]
        assert marked(chapter_of("A crowd, then a row.", "x", "row")) == [(0, "row")]
        assert marked(chapter_of("Паритетный\u00a0BPE", "x", "Паритетный BPE")) == [(0, "Паритетный\u00a0BPE")]


@pytest.mark.parametrize("chapter", [one for one in course().chapters if one.terms], ids=lambda one: one.key)
def test_every_language_has_each_term_once_in_the_paragraph_that_introduces_it(chapter: Chapter) -> None:
    found = {}
    for language in languages():
        with in_language(language):
            found[language] = [place for place, _term in marked(chapter)]
    assert len(found["en"]) == len(chapter.terms)
    assert found == dict.fromkeys(found, found["en"])
