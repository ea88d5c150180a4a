"""Babel's way into what is written as data: the texts of chapters, companions and plans that are to be translated."""

import tomllib
from collections.abc import Iterator
from typing import BinaryIO

from ui.course.chapter_format import OF_A_CHAPTER
from ui.course.toml_schema import SAID, TEXT, Field, tables, texts
from ui.pages.companions.loader import OF_A_TEXT

_NUMBER = Field((int,))
_QUESTION = {"kind": TEXT, "text": SAID, "word": TEXT, "with": TEXT, "right": _NUMBER, "solution": SAID}
_QUESTION["answers"] = Field((list,), each=SAID)
_OF_A_PLAN = {
    "title": SAID,
    "about": SAID,
    "place": tables(
        {
            "title": SAID,
            "link": TEXT,
            "text": SAID,
            "minutes": _NUMBER,
            "note": SAID,
            "question": Field((dict,), fields=_QUESTION),
        }
    ),
}

Found = tuple[int, None, str, list[str]]
"""As Babel takes a text: its line, the function that it stands in, the text, and comments for translators."""


def extract(file: BinaryIO, keywords: object, comment_tags: object, options: object) -> Iterator[Found]:
    """The texts of a file, in their order; what is nothing but a value has no words to translate."""
    written = file.read().decode()
    lines = written.splitlines()
    table = tomllib.loads(written)
    fields = OF_A_TEXT if "part" in table else OF_A_CHAPTER if "option" in table else _OF_A_PLAN
    for text in texts(table, fields):
        if not (text.startswith("{") and text.endswith("}") and text.count("{") == 1):
            line = next((number for number, line in enumerate(lines, 1) if text[:40] in line), 1)
            yield line, None, text, []
