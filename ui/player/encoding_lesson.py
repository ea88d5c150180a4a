"""The lesson of a text that is encoded, to be put into a file."""

from bpe_engine import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import use_language
from ui.base.visible_text import display_name
from ui.lessons.lesson import single_lesson_file
from ui.player.file_formats import FILE_FORMATS, FileFormat
from ui.tokenization import encoding


def encoding_title(text: str, tokenizer: str) -> str:
    """What a lesson is called, by a text and what its tokenizer is called."""
    return _("“{text}”, {tokenizer}").format(text=display_name(text), tokenizer=tokenizer)


def encoding_file(
    tokenizer: Tokenizer,
    text: str,
    tokenizer_title: str,
    language: str,
    text_language: str = "",
    form: FileFormat = "lesson",
) -> bytes:
    """A file of the steps of a text, in a language. Errors as the tokenizer's `encode_steps`."""
    use_language(language)
    lesson = encoding.lesson(tokenizer, text, language=text_language)
    title = encoding_title(text, tokenizer_title)
    return FILE_FORMATS[form].write(single_lesson_file(lesson), title, language, lesson["steps"])
