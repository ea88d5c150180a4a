"""The content of Encode, independent of how it is drawn: the lesson, or why there is none, and notes on it."""

from collections.abc import Callable

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.query_parameters import Values
from ui.base.tokenizer_choices import CUSTOM, TokenizerName, longest_match
from ui.lessons.contract import Lesson
from ui.lessons.lesson import LessonContext
from ui.pages.own import custom_vocabulary
from ui.tokenization import encoding


def is_byte_level(tokenizer: BPETokenizer) -> bool:
    """Return whether its tokens consist of bytes, which longest match does not support."""
    return bool(tokenizer.byte_level or tokenizer.byte_of_token)


def encoding_tokenizers(values: Values, tokenizer: Tokenizer) -> tuple[Tokenizer, Tokenizer | None]:
    """Return the tokenizer as chosen, and another one that applies its vocabulary differently, if there is one."""
    if not isinstance(tokenizer, BPETokenizer):
        return tokenizer, None
    if values["by"] == "dropout":
        return BPEDropoutTokenizer(tokenizer, dropout=values["dropout"] / 100, seed=values["seed"]), tokenizer
    if is_byte_level(tokenizer):
        return tokenizer, None
    longest = longest_match(tokenizer)
    return (longest, tokenizer) if values["by"] == "longest" else (tokenizer, longest)


def no_text() -> str:
    """Return the message for a missing text."""
    return _("Nothing to encode yet. Type a word above, or choose one of the examples.")


def only_white_space() -> str:
    """Return the message for a text of white space only, which has no lesson."""
    return _("This tokenizer leaves out white space, and the text contains nothing else.")


def problem(sample: str, tokenizer: Tokenizer) -> str:
    """Explain why a text cannot be stepped through; empty if it can."""
    if len(sample) > encoding.LONGEST_TEXT:
        return _(
            "The text has {length} characters. Here, where each merge is a step, the limit is {limit}. Shorten it, or "
            "paste it into Playground, which shows the result at once."
        ).format(length=localized_number(len(sample)), limit=localized_number(encoding.LONGEST_TEXT))
    if not encoding.has_steps(tokenizer):
        return _("You can’t step through this tokenizer here. Playground shows the tokens it makes.")
    return ""


def lesson_of(
    values: Values, name: TokenizerName, tokenizer: Tokenizer, place: Callable[[str], int], language: str
) -> Lesson | None:
    """Return the lesson; None if the tokenizer strips the whole text. Errors as in `encoding.lesson`.

    `place` returns the step at which a lesson of a given name starts; `language` is that of the text, if known.
    """
    sample = values["sample"]
    subject = f"{name} {sample}"
    if isinstance(tokenizer, BPEDropoutTokenizer):
        subject += f" {values['dropout']} {values['seed']}"
    if name.name == CUSTOM:
        subject += f" {values['cut']} {custom_vocabulary.typed_list(values)}"
    around: LessonContext = {
        "id": f"{subject} {values.get('by', '')}",
        "subject": subject,
        "step": place(subject),
        "language": language,
        "cut": encoding.cut_positions(tokenizer, sample),
    }
    lesson = encoding.lesson(tokenizer, sample, **around)
    return lesson if lesson["frames"][0]["words"] else None


def notes(values: Values, name: TokenizerName, tokenizer: Tokenizer, comparison: Tokenizer | None) -> list[str]:
    """Return the notes below the lesson."""
    texts = [] if comparison is None else [encoding.comparison_text(tokenizer, comparison, values["sample"])]
    return texts + (custom_vocabulary.remarks(values, tokenizer) if name.name == CUSTOM else [])
