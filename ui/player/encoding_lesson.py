"""The lesson of a text that is encoded, to be put into a file."""

from bpe_engine import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import use_language
from ui.base.visible_text import name
from ui.lessons.lesson import alone
from ui.player.file_formats import FORMS, Form
from ui.tokenization import encoding


def encoding_title(text: str, tokenizer: str) -> str:
    """What a lesson is called, by a text and what its tokenizer is called."""
    return _("“{text}”, {tokenizer}").format(text=name(text), tokenizer=tokenizer)


def page_of_encoding(
    tokenizer: Tokenizer, text: str, tokenizer_title: str, language: str, text_language: str = "", form: Form = "lesson"
) -> bytes:
    """A file of the steps of a text, in a language. Errors as the tokenizer's `encode_steps`."""
    use_language(language)
    lesson = encoding.lesson(tokenizer, text, language=text_language)
    title = encoding_title(text, tokenizer_title)
    return FORMS[form].write(alone(lesson), title, language, lesson["steps"])
