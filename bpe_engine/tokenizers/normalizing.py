"""Tokenizers that change a text before cutting it: normalization and replacement of spaces."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

from bpe_engine.text.added_tokens import TokenMatch, find_tokens
from bpe_engine.text.input_text import require_text
from bpe_engine.text.normalizers import Normalized, Normalizer
from bpe_engine.tokenizer import DecodeErrors, Span, Tokenizer

PrependSpace = Literal["always", "first", "never"]
"""Where a space is prepended: to each piece, only at the beginning of the whole text, or never."""


@dataclass(frozen=True)
class SpaceHandling:
    """How spaces are written: the character that replaces each, and when one is prepended to a text without one.

    >>> SpaceHandling("▁").apply(Normalized.identity("in a text"), 0).text
    '▁in▁a▁text'
    """

    marker: str = " "
    prepend: PrependSpace = "always"

    def __setstate__(self, state: dict[str, Any]) -> None:
        former = {"sign": "marker", "before": "prepend"}  # attribute names in pickles of version 0.2
        vars(self).update({former.get(name, name): value for name, value in state.items()})

    def apply(self, normalized: Normalized, start: int) -> Normalized:
        """Apply this to a normalized text that begins at `start` of the whole text."""
        text = normalized.text.replace(" ", self.marker)
        needs_space = self.prepend == "always" or (self.prepend == "first" and start == 0)
        if not text or not needs_space or text.startswith(self.marker):
            return Normalized(text, normalized.starts, normalized.ends)
        first = normalized.starts[0]
        return Normalized(self.marker + text, [first, *normalized.starts], [first, *normalized.ends])


class NormalizingTokenizer(Tokenizer):
    """A tokenizer behind a normalizer or a rewriting of spaces: it sees the text after these changes.

    Also a tokenizer with ordinary added tokens whose match depends on their neighbours.

    Ordinary added tokens are matched in the original text; the text between them is changed piece by piece, as in the
    tokenizers library. Positions are those in the original text. Threads may share an instance.
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
        self._between = copy(inner)  # cuts the text between added tokens
        self._between.added_tokens = {}

    @property
    def base_tokenizer(self) -> Tokenizer:
        """The tokenizer that cuts the text."""
        return self._inner

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Token -> id, special tokens included."""
        return self.base_tokenizer.vocabulary

    def normalized(self, text: str) -> Normalized:
        """Return the normalized text with unchanged added tokens, aligned to the original.

        Raises the errors of `tokenize`.
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
        """Yield the steps that `tokenize` takes on the changed text, word by word. Raises the errors of `tokenize`."""
        before = 0  # words so far
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

        Raises the errors of `tokenize`.
        """
        return list(self.iter_spans(text))

    def iter_spans(self, text: str) -> Iterator[Span]:
        """Yield the spans one at a time."""
        return self.spans_at(text, 0)

    def spans_at(self, text: str, start: int) -> Iterator[Span]:
        """Yield the spans of a part that begins at character `start` of the whole text."""
        for part, place, token in self._parts(text):
            if token is not None:
                yield Span(token, self.added_tokens[token], place, place + len(part))
                continue
            changed = self._normalize(part, start + place)
            for token, token_id, first, end in self._between.iter_spans(changed.text):
                first, end = changed.original_span(first, end)
                yield Span(token, token_id, place + first, place + end)

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids, which may differ from the encoded text. Raises the inner tokenizer's errors."""
        if self.decoder is not None:
            return self.decoder([*map(self.token, ids)])
        return self.base_tokenizer.decode(ids, errors)

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises EngineError if an id is not in the vocabulary."""
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
        """Return the parts of a text with their positions: plain text (None), or an added token and its name."""
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
