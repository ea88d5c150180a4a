"""The options of a training: their query parameters and their texts on the page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ui.base.i18n import gettext as _
from ui.base.parameter_types import Choice, Flag, WholeNumber, WordList
from ui.base.typed_text import typed_words
from ui.tokenization.tasks.task import MAX_FREQUENCY, MAX_VOCABULARY, Settings


def _always(settings: Settings) -> bool:
    return True


@dataclass(frozen=True)
class TrainingOption:
    """One option of a training, with its texts in the reader's language."""

    parameter: str  # its name in a URL
    setting: str  # its name in the algorithm's settings
    type: WholeNumber | Choice | Flag | WordList  # also determines the kind of widget
    label: str
    caption: str
    titles: Mapping[str, str] = field(default_factory=dict)  # titles of the values, if it is a choice
    is_relevant: Callable[[Any], bool] = _always  # whether it has an effect, given the other settings
    counted: str = ""  # why it has no effect on counted words; empty if it has one

    def value_in(self, settings: Settings) -> Any:
        """Return the option's value in these settings, as a widget represents it."""
        value = getattr(settings, self.setting)
        return list(value) if isinstance(value, tuple) else value

    def to_setting(self, value: Any) -> Any:
        """Convert a widget's value to the form that settings use."""
        return tuple(dict.fromkeys(typed_words(" ".join(value)))) if isinstance(value, list) else value


def choice_option(
    parameter: str, setting: str, titles: Mapping[str, str], label: str, caption: str, counted: str = ""
) -> TrainingOption:
    """Return an option that is a choice of a few values."""
    return TrainingOption(parameter, setting, Choice(tuple(titles)), label, caption, titles, counted=counted)


def vocabulary_size_option(caption: str = "") -> TrainingOption:
    """Return the option for the vocabulary size."""
    caption = caption or _("Training stops at this many tokens.")
    return TrainingOption("vocab", "vocab_size", WholeNumber(1, MAX_VOCABULARY), _("Vocabulary size"), caption)


def min_frequency_option() -> TrainingOption:
    """Return the option for the minimum frequency of a pair."""
    return TrainingOption(
        "min",
        "min_frequency",
        WholeNumber(1, MAX_FREQUENCY),
        _("Minimum frequency"),
        _("A pair must occur at least this often to be merged."),
    )


def drop_unused_option() -> TrainingOption:
    """Return the option for dropping symbols that no longer occur."""
    return TrainingOption(
        "drop",
        "drop_unused",
        Flag(),
        _("Drop unused symbols"),
        _(
            "A symbol leaves the vocabulary once merges have used it up in the corpus. That is the rule of one text, "
            "not of the papers, and it has a price: “lowest” can no longer be written, though its parts were learned."
        ),
    )


def special_tokens_option() -> TrainingOption:
    """Return the option for special tokens, which no merge makes."""
    return TrainingOption(
        "specials",
        "special_tokens",
        WordList(),
        _("Special tokens"),
        _("They get the first ids. Where the text contains one, it is left out, and the text is cut there."),
    )


def pre_tokenizer_option() -> TrainingOption:
    """Return the option for the pre-tokenizer."""
    titles = {
        "gpt2": _("GPT-2’s pattern"),
        "gpt4": _("GPT-4’s pattern"),
        "gpt4-minbpe": _("GPT-4’s older pattern, as in minbpe"),
        "gpt4o": _("GPT-4o’s pattern"),
        "bert": _("BERT’s rule: white space and punctuation"),
        "whitespace": _("white space, which is left out"),
        "none": _("nothing: the whole text is one word"),
    }
    return choice_option(
        "split",
        "pre_tokenizer",
        titles,
        _("Cut into words by"),
        _("Tokens never cross a word boundary, so this decides what can become one."),
        counted=_("This lesson’s words are already separate."),
    )
