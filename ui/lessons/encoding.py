"""The lesson of a text that is encoded, to be put into a file."""

from bpe_engine import Tokenizer
from ui import encoding
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile
from ui.show import name


def encoding_title(text: str, tokenizer: str) -> str:
    """What a lesson is called, by a text and what its tokenizer is called."""
    return _("“{text}”, {tokenizer}").format(text=name(text), tokenizer=tokenizer)


def lesson_of_encoding(tokenizer: Tokenizer, text: str, labels: Labels) -> LessonFile:
    """The steps of a text. `labels` are the texts around frames. Errors as the tokenizer's `encode_steps`."""
    return {
        "rule": "",
        "lessons": {
            "": {
                **encoding.payload(tokenizer, text),
                "id": "",
                "corpus": "",
                "step": 0,
                "legend": "",
                "linkNote": "",
                "rules": [],
                "curves": None,
                "labels": {**labels, **encoding.labels(tokenizer)},
            }
        },
    }
