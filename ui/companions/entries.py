"""What a companion is made of: entries in the order of a text, each with what the text has and what comes out now.

What a text prints is data and stays as it is. A title, a claim and a reason are interface text, marked for translation.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Edition = str
"""An edition of a text in a language, such as en or zh-CN. Empty where there is one only."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One example, number, claim or exercise of a text."""

    title: str
    about: str  # what the example is of, as code: a word, a call
    computed: Callable[[], str] | None = None  # in the notation of the text; None where nothing here can show it
    printed: str = ""  # by the text; empty where it prints nothing
    claim: str = ""  # what the text says in words
    right: str = ""  # what is expected now, where that is not what the text prints
    why: str = ""  # why it differs, or what the text leaves unsaid
    page: str = ""  # where it is shown; empty where no page shows it
    query: Mapping[str, str] = field(default_factory=dict)  # of the address there
    exercise: bool = False  # whether the answer is hidden until it is asked for
    editions: tuple[Edition, ...] = ()  # those that have it; all of them where none is named
    of_editions: Mapping[Edition, str] = field(default_factory=dict)  # what is to be said of an edition besides

    @property
    def expected(self) -> str:
        """What has to come out."""
        return self.right or self.printed


@dataclass(frozen=True)
class Part:
    """A part of a text: its heading, in the language of each edition, and what is in it."""

    headings: Mapping[Edition, str]
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Companion:
    """A text with its parts."""

    key: str
    title: str
    about: str  # what it is, where its title does not tell that
    parts: tuple[Part, ...]
    addresses: Mapping[Edition, str] = field(default_factory=dict)  # edition -> where it can be read
    language: str = "zh-CN"  # of the text, where it has one edition only

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The editions that it has, where there are several."""
        return tuple(edition for edition in self.addresses if edition)

    def entries(self, edition: Edition) -> list[tuple[str, list[Entry]]]:
        """The headings with what is below them, in an edition."""
        return [
            (
                part.headings.get(edition) or next(iter(part.headings.values())),
                [entry for entry in part.entries if not entry.editions or edition in entry.editions],
            )
            for part in self.parts
        ]


def train(scenario: str, step: int | None = None, **choices: str | int) -> dict[str, str]:
    """The address of a lesson on Train, at a step."""
    query = {"scenario": scenario} | {name: str(value) for name, value in choices.items()}
    return query if step is None else query | {"step": str(step)}
