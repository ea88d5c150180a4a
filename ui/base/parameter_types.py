"""How a value is read from an address and written into one, and what an address is told that has another."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

from ui.base.i18n import gettext as _
from ui.base.i18n import listed, number

T = TypeVar("T")


class Reading(ABC, Generic[T]):
    """How values of one kind stand in an address."""

    @abstractmethod
    def read(self, value: str) -> T:
        """The value that the address names. Raises ValueError where it is none of this kind."""

    def write(self, value: T) -> str:
        """The value as an address has it: what `read` reads as the same value."""
        return str(value)

    def fits(self, value: object) -> bool:
        """Whether a value that a widget holds is one of this kind.

        A box whose options changed while one was chosen holds the words that stood on the screen for it.
        """
        return True

    @abstractmethod
    def wanted(self) -> str:
        """What an address may say, to be put after “which is not”."""


@dataclass(frozen=True)
class OneOf(Reading[str]):
    """One of a few names.

    >>> OneOf(("em", "plain")).read("em")
    'em'
    """

    options: Sequence[str]

    def read(self, value: str) -> str:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if value not in self.options:
            raise ValueError(value)
        return value

    def fits(self, value: object) -> bool:
        """Whether a value that a widget holds is one of these names: a choice that was taken back is none."""
        return value in self.options

    def wanted(self) -> str:
        """What an address may say."""
        return _("one of {known}").format(known=listed(self.options))


class Later(Sequence[str]):
    """Names that are looked up when they are asked for: there may be others by then."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._find = names

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(self._find())

    def __contains__(self, name: object) -> bool:
        return name in self._names

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return self._names[place]

    def __len__(self) -> int:
        return len(self._names)


@dataclass(frozen=True)
class SomeOf(Reading[list[str]]):
    """Some of a few names, in their order here, with a hyphen between them.

    >>> SomeOf(("bpe", "words", "characters")).read("words-bpe")
    ['bpe', 'words']
    """

    options: Sequence[str]

    def read(self, value: str) -> list[str]:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        asked = value.split("-") if value else []
        if not set(asked) <= set(self.options):
            raise ValueError(value)
        return [option for option in self.options if option in asked]

    def write(self, value: list[str]) -> str:
        """The value as an address has it."""
        return "-".join(option for option in self.options if option in value)

    def wanted(self) -> str:
        """What an address may say."""
        return _("some of {known}, separated by hyphens").format(known=listed(self.options))


@dataclass(frozen=True)
class Number(Reading[int]):
    """A whole number between two others.

    >>> Number(1, 500).read("20")
    20
    """

    least: int
    most: int

    def read(self, value: str) -> int:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if not (value.isascii() and value.isdecimal() and self.least <= int(value) <= self.most):
            raise ValueError(value)
        return int(value)

    def wanted(self) -> str:
        """What an address may say."""
        return _("a whole number from {least} to {most}").format(least=number(self.least), most=number(self.most))


@dataclass(frozen=True)
class Switch(Reading[bool]):
    """On or off, as 1 or 0."""

    def read(self, value: str) -> bool:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if value not in ("0", "1"):
            raise ValueError(value)
        return value == "1"

    def write(self, value: bool) -> str:
        """The value as an address has it."""
        return str(int(value))

    def wanted(self) -> str:
        """What an address may say."""
        return _("0 or 1")


@dataclass(frozen=True)
class Text(Reading[str]):
    """Any text, or one of at most so many characters."""

    most: int | None = None

    def read(self, value: str) -> str:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if self.most is not None and len(value) > self.most:
            raise ValueError(value)
        return value

    def wanted(self) -> str:
        """What an address may say."""
        if self.most is None:
            return _("a text")
        return _("a text of at most {most} characters").format(most=number(self.most))


@dataclass(frozen=True)
class Words(Reading[list[str]]):
    """Any words, with a space between them.

    >>> Words().read("<|user|> <|end|>")
    ['<|user|>', '<|end|>']
    """

    def read(self, value: str) -> list[str]:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        return value.split()

    def write(self, value: list[str]) -> str:
        """The value as an address has it."""
        return " ".join(value)

    def wanted(self) -> str:
        """What an address may say."""
        return _("words separated by spaces")


@dataclass(frozen=True)
class Named(Reading[T]):
    """What has a way of its own to be read and written."""

    reader: Callable[[str], T]  # raises ValueError
    writer: Callable[[T], str]
    what: Callable[[], str]
    kind: type = object  # of the values

    def read(self, value: str) -> T:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        return self.reader(value)

    def write(self, value: T) -> str:
        """The value as an address has it."""
        return self.writer(value)

    def fits(self, value: object) -> bool:
        """Whether a value that a widget holds is of this kind."""
        return isinstance(value, self.kind)

    def wanted(self) -> str:
        """What an address may say."""
        return self.what()
