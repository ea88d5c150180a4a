"""Write the encoding of a text to a lesson file."""

from bpe_engine import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import use_language
from ui.base.visible_text import display_name
from ui.lessons.lesson import single_lesson_file
from ui.player.file_formats import FILE_FORMATS, FileFormat
from ui.tokenization import encoding


def encoding_title(text: str, tokenizer: str) -> str:
    """Return the title of an encoding lesson, given the text and the tokenizer's title."""
    return _("“{text}”, {tokenizer}").format(text=display_name(text), tokenizer=tokenizer)


def encoding_file(
    tokenizer: Tokenizer,
    text: str,
    tokenizer_title: str,
    language: str,
    text_language: str = "",
    form: FileFormat = "lesson",
) -> bytes:
    """Return the encoding of a text as a file in the given language and format. Raises what `encode_steps` raises."""
    use_language(language)
    lesson = encoding.lesson(tokenizer, text, language=text_language)
    title = encoding_title(text, tokenizer_title)
    return FILE_FORMATS[form].write(single_lesson_file(lesson), title, language, lesson["steps"])
