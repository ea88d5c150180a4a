"""What a scenario is: its words or text, and what each algorithm and each page begins with on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ui.base.i18n import gettext as _
from ui.base.visible_text import join_sentences
from ui.tokenization.tasks.task import PreTokenizerName, TextSource

EMOJI = "🤗"
"""Unknown where words are cut into characters that the training saw; never where they are cut into bytes."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A corpus to train on, and all that the app has to show on it. Its texts are English, as they are translated."""

    key: str  # its name in an address
    order: int  # among the others, from the first on
    name: str  # on the button
    blurb: str  # what it is good for, in a sentence or two
    credit: str = ""  # what is to be shown wherever its text is, as those ask who published it
    descriptions: Mapping[str, str] = field(default_factory=dict)  # by algorithm, where it is good for something else
    source: TextSource
    pre_tokenizer: PreTokenizerName
    units: Literal["characters", "bytes"] = "characters"  # for the algorithms that can start from either
    language: str = ""  # of its words, as a web page names it; whose readers see it early
    size: int = 20  # of a vocabulary at which an algorithm shows what it should, where `settings` say nothing else
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By algorithm: what its settings have that is not usual."""
    compared: int  # the size of a vocabulary at which all algorithms can be compared
    unseen: str = ""  # a new text for them; empty where it depends on what a learner brings
    example_words: tuple[str, ...] = ()  # worth encoding
    ready: bool = True  # whether its lessons are made before anybody asks: as files, and for the site

    @property
    def title(self) -> str:
        """The name on the button, in the reader's language."""
        return _(self.name)

    def description_for(self, algorithm: str) -> str:
        """What it is good for under an algorithm, in the reader's language."""
        said = _(self.descriptions.get(algorithm, self.blurb))
        return join_sentences(said, _(self.credit)) if self.credit else said
