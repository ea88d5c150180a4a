"""The result of opening a file: a tokenizer, whether it can be stepped through, and notes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bpe_engine.errors import EngineError
from bpe_engine.files.tokenizer_config import TokenizerConfig
from bpe_engine.tokenizer import Tokenizer


class Note:
    """A note about an opened file: a translatable `template` with named `values`, as in EngineError.

    >>> str(Note("{count} ids are free.", count=3))
    '3 ids are free.'
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def __repr__(self) -> str:
        return f"Note({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Note) and (self.template, self.values) == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(str(self))


class LibraryNeededError(EngineError):
    """Raised when a file is read without the library that it needs. The message says what only the library can do."""


@dataclass(frozen=True)
class OpenedTokenizer:
    """A tokenizer read from files."""

    tokenizer: Tokenizer
    format: str  # a name of FORMATS
    has_steps: bool  # whether `encode_steps` is supported; if not, the notes say why
    notes: tuple[Note, ...] = ()
    outline: Mapping[str, Any] = field(default_factory=dict)  # a tokenizer.json without its vocabulary
    config: TokenizerConfig = field(default_factory=TokenizerConfig)  # from a tokenizer_config.json opened with it
