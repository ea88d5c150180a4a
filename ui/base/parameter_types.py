"""How a value is read from an address and written into one, and what an address is told that has another."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.typed_text import typed_words

T = TypeVar("T")


class ParameterType(ABC, Generic[T]):
    """How values of one kind stand in an address."""

    @abstractmethod
    def parse(self, value: str) -> T:
        """The value that the address names. Raises ValueError where it is none of this kind."""

    def format(self, value: T) -> str:
        """The value as an address has it: what `read` reads as the same value."""
        return str(value)

    def accepts(self, value: object) -> bool:
        """Whether a value that a widget holds is one of this kind.

        A box whose options changed while one was chosen holds the words that stood on the screen for it.
        """
        return True

    @abstractmethod
    def expected(self) -> str:
        """What an address may say, to be put after “which is not”."""


@dataclass(frozen=True)
class Choice(ParameterType[str]):
    """One of a few names.

    >>> Choice(("em", "plain")).parse("em")
    'em'
    """

    options: Sequence[str]

    def parse(self, value: str) -> str:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if value not in self.options:
            raise ValueError(value)
        return value

    def accepts(self, value: object) -> bool:
        """Whether a value that a widget holds is one of these names: a choice that was taken back is none."""
        return value in self.options

    def expected(self) -> str:
        """What an address may say."""
        return _("one of {known}").format(known=join_list(self.options))


class LazyNames(Sequence[str]):
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
class Choices(ParameterType[list[str]]):
    """Some of a few names, in their order here, with a hyphen between them.

    >>> Choices(("bpe", "words", "characters")).parse("words-bpe")
    ['bpe', 'words']
    """

    options: Sequence[str]

    def parse(self, value: str) -> list[str]:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        asked = value.split("-") if value else []
        if not set(asked) <= set(self.options):
            raise ValueError(value)
        return [option for option in self.options if option in asked]

    def format(self, value: list[str]) -> str:
        """The value as an address has it."""
        return "-".join(option for option in self.options if option in value)

    def expected(self) -> str:
        """What an address may say."""
        return _("some of {known}, separated by hyphens").format(known=join_list(self.options))


@dataclass(frozen=True)
class WholeNumber(ParameterType[int]):
    """A whole number between two others.

    >>> WholeNumber(1, 500).parse("20")
    20
    """

    least: int
    most: int

    def parse(self, value: str) -> int:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if not (value.isascii() and value.isdecimal() and self.least <= int(value) <= self.most):
            raise ValueError(value)
        return int(value)

    def expected(self) -> str:
        """What an address may say."""
        return _("a whole number from {least} to {most}").format(
            least=localized_number(self.least), most=localized_number(self.most)
        )


@dataclass(frozen=True)
class Flag(ParameterType[bool]):
    """On or off, as 1 or 0."""

    def parse(self, value: str) -> bool:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if value not in ("0", "1"):
            raise ValueError(value)
        return value == "1"

    def format(self, value: bool) -> str:
        """The value as an address has it."""
        return str(int(value))

    def expected(self) -> str:
        """What an address may say."""
        return _("0 or 1")


@dataclass(frozen=True)
class Text(ParameterType[str]):
    """Any text, or one of at most so many characters."""

    most: int | None = None

    def parse(self, value: str) -> str:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        if self.most is not None and len(value) > self.most:
            raise ValueError(value)
        return value

    def expected(self) -> str:
        """What an address may say."""
        if self.most is None:
            return _("a text")
        return _("a text of at most {most} characters").format(most=localized_number(self.most))


@dataclass(frozen=True)
class WordList(ParameterType[list[str]]):
    """Any words, with a space between them.

    >>> WordList().parse("<|user|> <|end|>")
    ['<|user|>', '<|end|>']
    """

    def parse(self, value: str) -> list[str]:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        return typed_words(value)

    def format(self, value: list[str]) -> str:
        """The value as an address has it."""
        return " ".join(value)

    def expected(self) -> str:
        """What an address may say."""
        return _("words separated by spaces")


@dataclass(frozen=True)
class CustomType(ParameterType[T]):
    """What has a way of its own to be read and written."""

    reader: Callable[[str], T]  # raises ValueError
    writer: Callable[[T], str]
    what: Callable[[], str]
    kind: type = object  # of the values

    def parse(self, value: str) -> T:
        """The value that the address names. Raises ValueError where it is none of this kind."""
        return self.reader(value)

    def format(self, value: T) -> str:
        """The value as an address has it."""
        return self.writer(value)

    def accepts(self, value: object) -> bool:
        """Whether a value that a widget holds is of this kind."""
        return isinstance(value, self.kind)

    def expected(self) -> str:
        """What an address may say."""
        return self.what()
