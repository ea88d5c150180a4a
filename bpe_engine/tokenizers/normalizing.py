"""Tokenizers that change a text before they cut it: normalization, and signs for spaces."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

from bpe_engine.text.added_tokens import TokenMatch, find_tokens
from bpe_engine.text.input_text import require_text
from bpe_engine.text.normalizers import Normalized, Normalizer
from bpe_engine.tokenizer import DecodeErrors, Span, Tokenizer

PrependSpace = Literal["always", "first", "never"]
"""Where a space is put before a text: before each piece, at the beginning of the whole only, or never."""


@dataclass(frozen=True)
class SpaceHandling:
    """What stands for a space, and where one more is put before a text that does not begin with one.

    >>> SpaceHandling("▁").apply(Normalized.identity("in a text"), 0).text
    '▁in▁a▁text'
    """

    marker: str = " "
    prepend: PrependSpace = "always"

    def __setstate__(self, state: dict[str, Any]) -> None:
        former = {"sign": "marker", "before": "prepend"}  # in what version 0.2 pickled
        vars(self).update({former.get(name, name): value for name, value in state.items()})

    def apply(self, normalized: Normalized, start: int) -> Normalized:
        """Return a normalized text with these spaces; `start` is where it stands in the whole text."""
        text = normalized.text.replace(" ", self.marker)
        wanted = self.prepend == "always" or (self.prepend == "first" and start == 0)
        if not text or not wanted or text.startswith(self.marker):
            return Normalized(text, normalized.starts, normalized.ends)
        first = normalized.starts[0]
        return Normalized(self.marker + text, [first, *normalized.starts], [first, *normalized.ends])


class NormalizingTokenizer(Tokenizer):
    """A tokenizer behind a normalizer or a rewriting of spaces: it sees the text after these changes.

    Also one with ordinary added tokens that look at the text around them.

    Ordinary added tokens are looked for in the text as it was; what stands between them is changed piece by piece, as
    the tokenizers library does it. Places are those in the text as it was given. Threads may share an instance.
    """

    def __init__(
        self,
        inner: Tokenizer,
        *,
        normalizer: Normalizer | None = None,
        spaces: SpaceHandling | None = None,
    ) -> None:
        self._inner = inner
        self.normalizer = normalizer
        self.spaces = spaces
        self.name = inner.name
        self.byte_level = inner.byte_level
        self.byte_of_token = inner.byte_of_token
        self.unk_token = inner.unk_token
        self.end_of_word = inner.end_of_word
        self.special_tokens = inner.special_tokens
        self.added_tokens = inner.added_tokens
        self.flags = inner.flags
        self.space = inner.space
        self._between = copy(inner)  # what cuts the text between added tokens
        self._between.added_tokens = {}

    @property
    def base_tokenizer(self) -> Tokenizer:
        """What cuts the text."""
        return self._inner

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Token -> id, special tokens included."""
        return self.base_tokenizer.vocabulary

    def normalized(self, text: str) -> Normalized:
        """Return the text as it is cut, added tokens as they are, and where each character came from. Errors as
        `tokenize`.
        """
        parts = [
            self._normalize(part, start) if token is None else Normalized.identity(part)
            for part, start, token in self._parts(text)
        ]
        starts = [start for _, start, _ in self._parts(text)]
        return Normalized(
            "".join(part.text for part in parts),
            [start + place for part, start in zip(parts, starts, strict=True) for place in part.starts],
            [start + place for part, start in zip(parts, starts, strict=True) for place in part.ends],
        )

    def encode_steps(self, text: str) -> Iterator[Any]:
        """Yield the steps that `tokenize` takes on the changed text, word by word. Errors as `tokenize`."""
        before = 0  # words
        for part, start, token in self._parts(text):
            number = -1
            steps = (
                self.base_tokenizer.encode_steps(token)
                if token
                else self._between.encode_steps(self._text(part, start))
            )
            for step in steps:
                number = step.word
                yield step._replace(word=before + number)
            before += number + 1

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Errors as `tokenize`.
        """
        return list(self.iter_spans(text))

    def iter_spans(self, text: str) -> Iterator[Span]:
        """The same one after the other."""
        return self.spans_at(text, 0)

    def spans_at(self, text: str, start: int) -> Iterator[Span]:
        """The same of a part of a text, which begins at character `start` of the whole."""
        for part, place, token in self._parts(text):
            if token is not None:
                yield Span(token, self.added_tokens[token], place, place + len(part))
                continue
            changed = self._normalize(part, start + place)
            for token, token_id, first, end in self._between.iter_spans(changed.text):
                first, end = changed.original_span(first, end)
                yield Span(token, token_id, place + first, place + end)

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text that the ids stand for: not always the one that they were made of. Errors as those of the
        inner.
        """
        if self.decoder is not None:
            return self.decoder([*map(self.token, ids)])
        return self.base_tokenizer.decode(ids, errors)

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes that a token stands for. Raises EngineError if an id is not in the vocabulary."""
        return self.base_tokenizer.token_bytes(token_id)

    def _ids(self, text: str) -> list[int]:
        return self._ids_from(text, 0)

    def _ids_from(self, text: str, start: int) -> list[int]:
        ids = []
        for part, place, token in self._parts(text):
            if token is None:
                ids += self._between._ids(self._text(part, start + place))
            else:
                ids.append(self.added_tokens[token])
        return ids

    def _parts(self, text: str) -> list[tuple[str, int, str | None]]:
        """Return the text in order: what is changed and cut, and the added tokens. Each with its place, and which it
        is.
        """
        text = require_text(text)
        parts: list[tuple[str, int, str | None]] = []
        place = 0
        for token, start, end in (
            *find_tokens(self.added_tokens, text, self.flags),
            TokenMatch("", len(text), len(text)),
        ):
            if start > place:
                parts.append((text[place:start], place, None))
            if token:
                parts.append((text[start:end], start, token))
            place = end
        return parts

    def _text(self, part: str, start: int) -> str:
        text = self.normalizer.normalize(part) if self.normalizer else part
        return self.spaces.apply(Normalized.identity(text), start).text if self.spaces else text

    def _normalize(self, part: str, start: int) -> Normalized:
        normalized = self.normalizer.aligned(part) if self.normalizer else Normalized.identity(part)
        return self.spaces.apply(normalized, start) if self.spaces else normalized
