"""What a companion is made of: entries in the order of a text, each with what the text has and what comes out now.

What a text prints stays as it is. A title, a claim, a reason and a note are interface text, and translated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Edition = str
"""An edition of a text in a language, such as en or zh-CN. Empty where there is one only."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One example, number, claim or exercise of a text."""

    title: str
    of: str = ""  # what the example is of, as code: a word, a call
    computed: Callable[[], str] | None = None  # in the notation of the text; None where nothing here can show it
    printed: str = ""  # by the text; empty where it prints nothing
    claim: str = ""  # what the text says in words
    holds: bool = True  # whether what it says is so
    expected: str = ""  # what has to come out
    why: str = ""  # why it differs, or what the text leaves unsaid
    page: str = ""  # where it is shown; empty where no page shows it
    query: Mapping[str, str] = field(default_factory=dict)  # of the address there
    shown: str = ""  # the place on that page where what comes out is, word for word
    seen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # or, by its place, what is there in its stead
    exercise: bool = False  # whether the answer is hidden until it is asked for
    editions: tuple[Edition, ...] = ()  # those that have it; all of them where none is named
    notes: Mapping[Edition, str] = field(default_factory=dict)  # what is to be said of an edition besides


@dataclass(frozen=True)
class CompanionSection:
    """A part of a text: its heading, in the language of each edition, and what is in it."""

    headings: Mapping[Edition, str]
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Companion:
    """A text with its parts."""

    key: str
    title: str
    about: str  # what it is, where its title does not tell that
    language: str  # of the text, where it has one edition only
    addresses: Mapping[Edition, str]  # where each edition can be read, as far as that is known
    sections: tuple[CompanionSection, ...]

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The editions that it has, where there are several."""
        return tuple(edition for edition in self.sections[0].headings if edition)

    @property
    def all_entries(self) -> list[Entry]:
        """The entries of all its parts and editions."""
        return [entry for part in self.sections for entry in part.entries]

    def entries(self, edition: Edition) -> list[tuple[str, list[Entry]]]:
        """The headings with what is below them, in an edition."""
        return [
            (
                part.headings[edition],
                [entry for entry in part.entries if not entry.editions or edition in entry.editions],
            )
            for part in self.sections
        ]
