"""The options of a training: how each stands in an address, and what the page says of it."""

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
    """One setting of a training, with its texts in the reader's language."""

    parameter: str  # its name in an address
    setting: str  # its name in the algorithm's settings
    type: WholeNumber | Choice | Flag | WordList  # tells the kind of widget too
    label: str
    caption: str
    titles: Mapping[str, str] = field(default_factory=dict)  # of the values, where it is one of a few
    is_relevant: Callable[[Any], bool] = _always  # whether it means anything beside the other settings
    counted: str = ""  # why there is nothing to choose where the words are counted already; empty where there is

    def value_in(self, settings: Settings) -> Any:
        """The value that it has in these settings, as a widget holds it."""
        value = getattr(settings, self.setting)
        return list(value) if isinstance(value, tuple) else value

    def to_setting(self, value: Any) -> Any:
        """What the settings have for a value that a widget holds."""
        return tuple(dict.fromkeys(typed_words(" ".join(value)))) if isinstance(value, list) else value


def choice_option(
    parameter: str, setting: str, titles: Mapping[str, str], label: str, caption: str, counted: str = ""
) -> TrainingOption:
    """An option with a few values, by their titles."""
    return TrainingOption(parameter, setting, Choice(tuple(titles)), label, caption, titles, counted=counted)


def vocabulary_size_option(caption: str = "") -> TrainingOption:
    """The number of tokens that a training stops at."""
    caption = caption or _("Training stops at this many tokens.")
    return TrainingOption("vocab", "vocab_size", WholeNumber(1, MAX_VOCABULARY), _("Vocabulary size"), caption)


def min_frequency_option() -> TrainingOption:
    """How often a pair must occur to be merged."""
    return TrainingOption(
        "min",
        "min_frequency",
        WholeNumber(1, MAX_FREQUENCY),
        _("Minimum frequency"),
        _("A pair must occur at least this often to be merged."),
    )


def drop_unused_option() -> TrainingOption:
    """Whether symbols leave the vocabulary that a merge leaves nowhere."""
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
    """Tokens that no merge makes."""
    return TrainingOption(
        "specials",
        "special_tokens",
        WordList(),
        _("Special tokens"),
        _("They get the first ids. Where the text contains one, it is left out, and the text is cut there."),
    )


def pre_tokenizer_option() -> TrainingOption:
    """The pre-tokenizer."""
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
