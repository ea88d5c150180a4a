"""The lesson of a text that is encoded, to be put into a file."""

from bpe_engine import Tokenizer
from ui import encoding
from ui.i18n import gettext as _
from ui.i18n import use_language
from ui.lessons.page import lesson_page
from ui.player.contract import Labels, LessonFile
from ui.show import name


def encoding_title(text: str, tokenizer: str) -> str:
    """What a lesson is called, by a text and what its tokenizer is called."""
    return _("“{text}”, {tokenizer}").format(text=name(text), tokenizer=tokenizer)


def page_of_encoding(
    tokenizer: Tokenizer, text: str, tokenizer_title: str, labels: Labels, language: str, text_language: str = ""
) -> bytes:
    """A page of the steps of a text, in a language. `labels` are the texts around the frames of a training.

    Errors as the tokenizer's `encode_steps`.
    """
    use_language(language)
    lesson = lesson_of_encoding(tokenizer, text, labels, text_language)
    return lesson_page(lesson, encoding_title(text, tokenizer_title), language)


def lesson_of_encoding(tokenizer: Tokenizer, text: str, labels: Labels, text_language: str = "") -> LessonFile:
    """The steps of a text."""
    return {
        "rule": "",
        "lessons": {
            "": {
                **encoding.payload(tokenizer, text),
                "id": "",
                "corpus": "",
                "step": 0,
                "legend": "",
                "language": text_language,
                "linkNote": "",
                "rules": [],
                "curves": None,
                "waysOn": [],
                "labels": {**labels, **encoding.labels(tokenizer)},
            }
        },
    }
