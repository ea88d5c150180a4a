"""What comes out of a file: a tokenizer, whether it can be stepped through, and what there is to know of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bpe_engine.errors import EngineError
from bpe_engine.files.tokenizer_config import TokenizerConfig
from bpe_engine.tokenizer import Tokenizer


class Note:
    """Something to know of an opened file. A `template` with named `values`, as EngineError has, for translation.

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
    """A file that only another library can run was read without it. The message says what only it can do."""


@dataclass(frozen=True)
class OpenedTokenizer:
    """A tokenizer that was read from files."""

    tokenizer: Tokenizer
    format: str  # a name of FORMATS
    has_steps: bool  # whether `encode_steps` shows how the tokens come about; if not, the notes say why
    notes: tuple[Note, ...] = ()
    outline: Mapping[str, Any] = field(default_factory=dict)  # of a tokenizer.json: all but its vocabulary
    config: TokenizerConfig = field(default_factory=TokenizerConfig)  # of a tokenizer_config.json opened with it
