"""The definition of a scenario: its words or text, and the initial settings of each algorithm and page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ui.base.i18n import gettext as _
from ui.base.visible_text import join_sentences
from ui.tokenization.tasks.task import PreTokenizerName, TextSource

EMOJI = "🤗"
"""Unknown if words are cut into characters seen in training; never if they are cut into bytes."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A corpus to train on, with everything the app needs to present it. Its texts are English source messages."""

    key: str  # its name in a URL
    order: int  # position among the scenarios, from 1
    name: str  # on the button
    blurb: str  # what it shows, in one or two sentences
    credit: str = ""  # must be shown wherever its text is: its publishers ask for this
    descriptions: Mapping[str, str] = field(default_factory=dict)  # by algorithm, if it shows something else there
    source: TextSource
    pre_tokenizer: PreTokenizerName
    units: Literal["characters", "bytes"] = "characters"  # for the algorithms that can start from either
    language: str = ""  # BCP 47 tag of its words; readers of this language see it early
    size: int = 20  # vocabulary size at which an algorithm shows its point, unless `settings` override it
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By algorithm: the settings that differ from the defaults."""
    compared: int  # vocabulary size at which all algorithms can be compared
    unseen: str = ""  # a new text for the trained tokenizers; empty if it depends on the learner's text
    example_words: tuple[str, ...] = ()  # worth encoding
    ready: bool = True  # whether its lessons are built in advance: as files, and for the site

    @property
    def title(self) -> str:
        """The name on the button, in the reader's language."""
        return _(self.name)

    def description_for(self, algorithm: str) -> str:
        """Return what it shows with an algorithm, in the reader's language."""
        description = _(self.descriptions.get(algorithm, self.blurb))
        return join_sentences(description, _(self.credit)) if self.credit else description
