"""Extract the messages of data files for Babel: the texts of chapters, companions and lesson plans."""

import tomllib
from collections.abc import Iterator
from typing import BinaryIO

from ui.course.chapter_format import CHAPTER_FIELDS
from ui.course.toml_schema import MARKED_TEXT, TEXT, SchemaField, table_list, translatable_texts
from ui.pages.companions.loader import COMPANION_FIELDS

_NUMBER = SchemaField((int,))
_QUESTION = {"kind": TEXT, "text": MARKED_TEXT, "word": TEXT, "with": TEXT, "right": _NUMBER, "solution": MARKED_TEXT}
_QUESTION["answers"] = SchemaField((list,), each=MARKED_TEXT)
_OF_A_PLAN = {
    "title": MARKED_TEXT,
    "about": MARKED_TEXT,
    "place": table_list(
        {
            "title": MARKED_TEXT,
            "link": TEXT,
            "text": MARKED_TEXT,
            "minutes": _NUMBER,
            "note": MARKED_TEXT,
            "question": SchemaField((dict,), fields=_QUESTION),
        }
    ),
}

ExtractedMessage = tuple[int, None, str, list[str]]
"""A message as Babel expects it: line, function, text, and comments for translators."""


def extract(file: BinaryIO, keywords: object, comment_tags: object, options: object) -> Iterator[ExtractedMessage]:
    """Yield the messages of a file, in order. A text that is only a computed value has no words to translate."""
    toml_text = file.read().decode()
    lines = toml_text.splitlines()
    table = tomllib.loads(toml_text)
    fields = CHAPTER_FIELDS if "option" in table else COMPANION_FIELDS if "part" in table else _OF_A_PLAN
    for text in translatable_texts(table, fields):
        if not (text.startswith("{") and text.endswith("}") and text.count("{") == 1):
            line = next((number for number, line in enumerate(lines, 1) if text[:40] in line), 1)
            yield line, None, text, []
