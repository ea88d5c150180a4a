"""The data of a companion: entries in the order of a text, each with the text's statement and the computed result.

What a text prints stays untranslated. Titles, claims, reasons and notes are interface text, and translated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Edition = str
"""An edition of a text, by language, such as en or zh-CN. Empty if there is only one."""


@dataclass(frozen=True, eq=False)
class Entry:
    """An example, number, claim or exercise of a text."""

    title: str
    of: str = ""  # what the example is about, as code: a word, a call
    computed: Callable[[], str] | None = None  # in the text's notation; None if it cannot be computed here
    printed: str = ""  # by the text; empty if it prints nothing
    claim: str = ""  # what the text says in words
    holds: bool = True  # whether that is true
    expected: str = ""  # what must come out
    why: str = ""  # why it differs, or what the text leaves out
    page: str = ""  # where it is shown; empty if on no page
    query: Mapping[str, str] = field(default_factory=dict)  # of that page
    shown: str = ""  # where on that page the result occurs, word for word
    seen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # or, by place, what occurs there instead
    exercise: bool = False  # whether the answer is hidden until requested
    editions: tuple[Edition, ...] = ()  # the editions that contain it; empty for all
    notes: Mapping[Edition, str] = field(default_factory=dict)  # further notes on an edition


@dataclass(frozen=True)
class CompanionSection:
    """A section of a text: its heading in each edition, and its entries."""

    headings: Mapping[Edition, str]
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Companion:
    """A text with its sections."""

    key: str
    title: str
    about: str  # what it is, if its title does not say that
    language: str  # of the text, if it has only one edition
    addresses: Mapping[Edition, str]  # where each edition can be read, if known
    sections: tuple[CompanionSection, ...]

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The editions, if there are several."""
        return tuple(edition for edition in self.sections[0].headings if edition)

    @property
    def all_entries(self) -> list[Entry]:
        """The entries of all sections and editions."""
        return [entry for part in self.sections for entry in part.entries]

    def entries(self, edition: Edition) -> list[tuple[str, list[Entry]]]:
        """Return the headings of an edition, each with its entries."""
        return [
            (
                part.headings[edition],
                [entry for entry in part.entries if not entry.editions or edition in entry.editions],
            )
            for part in self.sections
        ]
