"""Parameter types: how a value is parsed from a URL and formatted for one, and what a URL may contain."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Generic, TypeVar, overload

from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.typed_text import typed_words

T = TypeVar("T")


class ParameterType(ABC, Generic[T]):
    """The type of a query parameter."""

    @abstractmethod
    def parse(self, value: str) -> T:
        """Parse a value from a URL. Raises ValueError if it is invalid."""

    def format(self, value: T) -> str:
        """Format a value for a URL, so that `parse` returns an equal value."""
        return str(value)

    def accepts(self, value: object) -> bool:
        """Return whether a widget's value has this type.

        A select box whose options changed while one was selected returns that option's label.
        """
        return True

    @abstractmethod
    def expected(self) -> str:
        """Describe valid values, to follow “which isn’t”."""


@dataclass(frozen=True)
class Choice(ParameterType[str]):
    """One of a few names.

    >>> Choice(("em", "plain")).parse("em")
    'em'
    """

    options: Sequence[str]

    def parse(self, value: str) -> str:
        """Parse a value from a URL. Raises ValueError if it is invalid."""
        if value not in self.options:
            raise ValueError(value)
        return value

    def accepts(self, value: object) -> bool:
        """Return whether a widget's value is one of the names. A cleared selection is not."""
        return value in self.options

    def expected(self) -> str:
        """Describe valid values."""
        return _("one of {known}").format(known=join_list(self.options))


class LazyNames(Sequence[str]):
    """Names that are looked up on each access, because they may change."""

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
class Choices(ParameterType[list[str]]):
    """Some of a few names, in the order of `options`, joined by hyphens.

    >>> Choices(("bpe", "words", "characters")).parse("words-bpe")
    ['bpe', 'words']
    """

    options: Sequence[str]

    def parse(self, value: str) -> list[str]:
        """Parse a value from a URL. Raises ValueError if it is invalid."""
        keys = value.split("-") if value else []
        if not set(keys) <= set(self.options):
            raise ValueError(value)
        return [option for option in self.options if option in keys]

    def format(self, value: list[str]) -> str:
        """Format a value for a URL."""
        return "-".join(option for option in self.options if option in value)

    def expected(self) -> str:
        """Describe valid values."""
        return _("some of {known}, separated by hyphens").format(known=join_list(self.options))


@dataclass(frozen=True)
class WholeNumber(ParameterType[int]):
    """A whole number within bounds.

    >>> WholeNumber(1, 500).parse("20")
    20
    """

    least: int
    most: int

    def parse(self, value: str) -> int:
        """Parse a value from a URL. Raises ValueError if it is invalid."""
        if not (value.isascii() and value.isdecimal() and self.least <= int(value) <= self.most):
            raise ValueError(value)
        return int(value)

    def expected(self) -> str:
        """Describe valid values."""
        return _("a whole number from {least} to {most}").format(
            least=localized_number(self.least), most=localized_number(self.most)
        )


@dataclass(frozen=True)
class Flag(ParameterType[bool]):
    """On or off, as 1 or 0."""

    def parse(self, value: str) -> bool:
        """Parse a value from a URL. Raises ValueError if it is invalid."""
        if value not in ("0", "1"):
            raise ValueError(value)
        return value == "1"

    def format(self, value: bool) -> str:
        """Format a value for a URL."""
        return str(int(value))

    def expected(self) -> str:
        """Describe valid values."""
        return _("0 or 1")


@dataclass(frozen=True)
class Text(ParameterType[str]):
    """Any text, or one of at most `most` characters."""

    most: int | None = None

    def parse(self, value: str) -> str:
        """Parse a value from a URL. Raises ValueError if it is invalid."""
        if self.most is not None and len(value) > self.most:
            raise ValueError(value)
        return value

    def expected(self) -> str:
        """Describe valid values."""
        if self.most is None:
            return _("a text")
        return _("a text of at most {most} characters").format(most=localized_number(self.most))


@dataclass(frozen=True)
class WordList(ParameterType[list[str]]):
    """Any words, separated by spaces.

    >>> WordList().parse("<|user|> <|end|>")
    ['<|user|>', '<|end|>']
    """

    def parse(self, value: str) -> list[str]:
        """Parse a value from a URL. Raises ValueError if it is invalid."""
        return typed_words(value)

    def format(self, value: list[str]) -> str:
        """Format a value for a URL."""
        return " ".join(value)

    def expected(self) -> str:
        """Describe valid values."""
        return _("words separated by spaces")


@dataclass(frozen=True)
class CustomType(ParameterType[T]):
    """A type with its own functions to parse and format values."""

    reader: Callable[[str], T]  # raises ValueError
    writer: Callable[[T], str]
    what: Callable[[], str]
    kind: type | UnionType = object  # of the values

    def parse(self, value: str) -> T:
        """Parse a value from a URL. Raises ValueError if it is invalid."""
        return self.reader(value)

    def format(self, value: T) -> str:
        """Format a value for a URL."""
        return self.writer(value)

    def accepts(self, value: object) -> bool:
        """Return whether a widget's value has this type."""
        return isinstance(value, self.kind)

    def expected(self) -> str:
        """Describe valid values."""
        return self.what()
