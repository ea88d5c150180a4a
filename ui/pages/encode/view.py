"""What the page Encode shows of a text, whatever draws it: the lesson, or why there is none, and what stands below."""

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
    """Whether its tokens are of bytes, which the longest match is not for."""
    return bool(tokenizer.byte_level or tokenizer.byte_of_token)


def encoding_tokenizers(values: Values, tokenizer: Tokenizer) -> tuple[Tokenizer, Tokenizer | None]:
    """What cuts by a tokenizer's vocabulary as it was chosen, and what cuts by it in another way, if there is one."""
    if not isinstance(tokenizer, BPETokenizer):
        return tokenizer, None
    if values["by"] == "dropout":
        return BPEDropoutTokenizer(tokenizer, dropout=values["dropout"] / 100, seed=values["seed"]), tokenizer
    if is_byte_level(tokenizer):
        return tokenizer, None
    longest = longest_match(tokenizer)
    return (longest, tokenizer) if values["by"] == "longest" else (tokenizer, longest)


def no_text() -> str:
    """What is said where there is no text."""
    return _("Nothing to encode yet. Type a word above, or choose one of the examples.")


def only_white_space() -> str:
    """What is said where there is no lesson for white space alone."""
    return _("This tokenizer leaves out white space, and the text contains nothing else.")


def problem(sample: str, tokenizer: Tokenizer) -> str:
    """Why a text is not stepped through; empty where it is."""
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
    """The lesson; None where the tokenizer leaves out all of the text. Errors as `encoding.lesson`.

    `place` says at which step a lesson of that name begins; `language` is that of the text, as far as it is known.
    """
    sample = values["sample"]
    shown = f"{name} {sample}"
    if isinstance(tokenizer, BPEDropoutTokenizer):
        shown += f" {values['dropout']} {values['seed']}"
    if name.name == CUSTOM:
        shown += f" {values['cut']} {custom_vocabulary.typed_list(values)}"
    around: LessonContext = {
        "id": f"{shown} {values.get('by', '')}",
        "subject": shown,
        "step": place(shown),
        "language": language,
        "cut": encoding.cut_positions(tokenizer, sample),
    }
    lesson = encoding.lesson(tokenizer, sample, **around)
    return lesson if lesson["frames"][0]["words"] else None


def notes(values: Values, name: TokenizerName, tokenizer: Tokenizer, other: Tokenizer | None) -> list[str]:
    """What stands below the lesson."""
    told = [] if other is None else [encoding.comparison_text(tokenizer, other, values["sample"])]
    return told + (custom_vocabulary.remarks(values, tokenizer) if name.name == CUSTOM else [])
