"""The text of a project, and its held-out part, on which tokenizers are measured."""

import re
from functools import lru_cache

from bpe_engine.inspection.text_path import GRAPHEME
from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.query_parameters import Values
from ui.course.chapter_files import course, topics
from ui.course.values.article_costs import articles
from ui.pages.project.spec import COURSE
from ui.tokenization.scenarios import CUSTOM_TEXT

LONGEST = 100_000
"""Characters of a learner's own text."""

HELD_OUT_SHARE = 5  # the last of this many equal parts is held out
MIN_CHARACTERS = 40  # characters; a shorter text is not split


def text_of(values: Values) -> str:
    """Return the chosen text."""
    if values["corpus"] == CUSTOM_TEXT:
        return str(values["text"])
    if values["corpus"] == COURSE:
        return _course(current_language())
    return articles()[values["corpus"]]["text"]


@lru_cache(maxsize=8)
def _course(_language: str) -> str:
    """Return the text of the course in the reader's language, without sentences that need computed numbers."""
    lines = []
    for chapter in (*course().chapters, *topics().chapters):
        options = (text for option in chapter.options for text in (option.text, option.why))
        lines += [*chapter.idea, chapter.question, *options, *chapter.explanation, *chapter.key_points]
    text = "\n".join(_(line) for line in lines if line and "{" not in line)
    return text.replace("\xa0", " ")  # only for layout, and would become tokens of their own


def split_held_out(text: str) -> tuple[str, str]:
    """Split a text into a beginning to train on and the last fifth, after white space if possible.

    >>> split_held_out("low lower lowest new newer")
    ('low lower lowest new', 'newer')
    """
    middle = len(text) * (HELD_OUT_SHARE - 1) // HELD_OUT_SHARE
    space = re.compile(r"\s+").search(text, middle)
    if space and space.end() < len(text):
        return text[: space.start()], text[space.end() :]
    # Do not split a character.
    place = next((letter.start() for letter in GRAPHEME.finditer(text) if letter.start() >= middle), len(text))
    return text[:place], text[place:]
