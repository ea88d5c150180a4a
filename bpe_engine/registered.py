"""A tokenizer with additional special tokens."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from bpe_engine.errors import EngineError
from bpe_engine.text.added_tokens import validated_tokens
from bpe_engine.text.normalizers import Normalized
from bpe_engine.tokenizer import DecodeErrors, Span, Tokenizer


class RegisteredTokenizer(Tokenizer):
    """A tokenizer with more special tokens, like minbpe's `register_special_tokens`, but the given one is unchanged.

    Their ids follow the highest one in use, or are given: {name: id}. A name that is already a token keeps that token's
    id. Raises EngineError if a name is not a string, is empty or occurs twice, or if a given id belongs to another
    token. Threads may share an instance.

    >>> from bpe_engine import load_pretrained
    >>> chat = RegisteredTokenizer(load_pretrained("gpt2"), ["<|user|>"])
    >>> chat.encode("<|user|>Hi", "all"), chat.encode("Hi")
    ([50257, 17250], [17250])
    """

    def __init__(self, tokenizer: Tokenizer, special_tokens: Sequence[str] | Mapping[str, int]) -> None:
        ids_by_name = special_tokens if isinstance(special_tokens, Mapping) else {}
        names = validated_tokens(
            "special_tokens", list(special_tokens) if isinstance(special_tokens, Mapping) else special_tokens
        )
        self.base = tokenizer
        vocabulary = tokenizer.vocabulary
        new = [name for name in names if name not in vocabulary]
        first = max(vocabulary.values(), default=-1) + 1
        self._new = {name: ids_by_name.get(name, first + number) for number, name in enumerate(new)}
        self._validate_ids(tokenizer)
        self.special_tokens = {**tokenizer.special_tokens, **self._new}
        self.special_tokens |= {name: vocabulary[name] for name in names if name in vocabulary}
        self.byte_level = tokenizer.byte_level
        self.unk_token = tokenizer.unk_token
        self.space = tokenizer.space
        self.byte_of_token = tokenizer.byte_of_token
        self.end_of_word = tokenizer.end_of_word
        self.added_tokens = tokenizer.added_tokens
        self.flags = tokenizer.flags

    def _validate_ids(self, base: Tokenizer) -> None:
        used: dict[int, str] = {}
        for name, token_id in self._new.items():
            owner = base.token_of_id.get(token_id, used.get(token_id))
            if owner is not None:
                raise EngineError(
                    "The special token {name!r} has the id {id}, which {other!r} already has. Give it another.",
                    name=name,
                    id=token_id,
                    other=owner,
                )
            used[token_id] = name

    @property
    def base_tokenizer(self) -> Tokenizer:
        """The tokenizer that cuts the text."""
        return self.base.base_tokenizer

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """Token -> id, special tokens included."""
        return {**self.base.vocabulary, **self._new}

    def _ids(self, text: str) -> list[int]:
        return self.base._ids(text)

    def _ids_from(self, text: str, start: int) -> list[int]:
        return self.base._ids_from(text, start)

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Raises the errors of `tokenize`.
        """
        return self.base.spans(text)

    def spans_at(self, text: str, start: int) -> Iterator[Span]:
        """Yield the spans of a part between special tokens that begins at character `start` of the whole text."""
        return self.base.spans_at(text, start)

    def encode_steps(self, text: str) -> Iterator[Any]:
        """Return the steps that `tokenize` takes, word by word. Raises the errors of `tokenize`."""
        return self.base.encode_steps(text)

    def normalized(self, text: str) -> Normalized:
        """Return the normalized text, aligned to the original.

        Raises the errors of `tokenize`.
        """
        return self.base.normalized(text)

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids, with new special tokens as their names. Raises the given tokenizer's errors."""
        new = self._new.values()
        runs = [(is_new, list(run)) for is_new, run in groupby(ids, lambda token_id: token_id in new)]
        return "".join(
            "".join(map(self.token, run)) if is_new else self.base.decode(run, errors) for is_new, run in runs
        )
