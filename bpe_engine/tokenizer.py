"""The base class of tokenizers: a vocabulary, special tokens, text to ids and back."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.errors import EngineError
from bpe_engine.inspection.tokenized_text import TokenizedText, VisibleToken, visible_bytes
from bpe_engine.text.added_tokens import Flags, TokenMatch, find_tokens
from bpe_engine.text.input_text import normalize_surrogates, require_text
from bpe_engine.text.normalizers import Normalized
from bpe_engine.tokenizers.tensors import Ids, ReturnTensors, to_batch, to_ids

AllowedSpecial = Literal["none_raise", "none", "all"] | Collection[str]
"""How a special token's name in a text is treated: as an error ("none_raise"), as plain text ("none"), or as the token
("all"). With a set, the names in the set are tokens and any other is an error, as in tiktoken; with
disallowed_special=() as well, any other is plain text, as in minbpe.

Plain text is cut as if the name had no special meaning, so it does not become a special token. There is one exception:
a name that is also the product of a merge, or a single character in the vocabulary of byte-pair encoding or Unigram. It
is in the vocabulary once, with one id, as in the tokenizers library, so plain text can become that token. Choose names
that do not occur in the corpus.
"""

DecodeErrors = Literal["replace", "strict"]
"""How `decode` treats invalid UTF-8."""

DisallowedSpecial = Literal["all"] | Collection[str]
"""Which special tokens are an error in a text, as in tiktoken: all that are not allowed, or these."""

NO_ID = -1
"""The id of unknown text if there is no unknown token."""


class Span(NamedTuple):
    """A token and its span in the text, in characters."""

    token: str  # as the vocabulary writes it
    token_id: int  # NO_ID if it is unknown
    start: int
    end: int


@dataclass(frozen=True)
class TextSteps:
    """The steps of encoding a text, shown in a notebook. Made by `Tokenizer.show_steps`."""

    tokenizer: "Tokenizer"
    text: str
    steps: tuple[Any, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)


class Tokenizer(ABC):
    """Converts text to ids and back. Each method has its own class: `BPETokenizer` and its siblings.

    A class implements the vocabulary (token -> id), `_ids` of a plain text, `_decode`, and `encode_steps`. Threads may
    share an instance.
    """

    name: str = ""
    byte_level: bool = False
    complete: bool = False  # whether no text can contain unknown parts
    unk_token: str = "[UNK]"
    space: str = ""  # the character that replaces a space in tokens, such as ▁, if any
    byte_of_token: Mapping[str, int] = {}  # of byte tokens such as <0x0A>
    end_of_word: str = ""  # the mark at the end of a word's last token, if any
    special_tokens: Mapping[str, int]
    added_tokens: Mapping[str, int] = {}  # ordinary tokens that are matched anywhere in a text
    flags: Mapping[str, Flags] = {}  # of added tokens whose match depends on their neighbours
    decoder: Callable[[Sequence[str]], str] | None = None  # joins tokens as a file specifies

    @property
    def base_tokenizer(self) -> "Tokenizer":
        """The tokenizer that cuts a normalized text; the tokenizer itself if it does not normalize."""
        return self

    @property
    @abstractmethod
    def vocabulary(self) -> Mapping[str, int]:
        """Token -> id, special tokens included."""

    @abstractmethod
    def _ids(self, text: str) -> list[int]:
        """Return the ids of a text without special tokens; NO_ID for unknown symbols."""

    @abstractmethod
    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids. Raises EngineError if an id is not in the vocabulary."""

    @abstractmethod
    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Raises the errors of `tokenize`.
        """

    def iter_spans(self, text: str) -> Iterator[Span]:
        """Yield the spans one at a time if possible, so that callers can report progress."""
        yield from self.spans(text)

    @abstractmethod
    def encode_steps(self, text: str) -> Iterator[Any]:
        """Return the steps that `tokenize` takes, word by word. Raises the errors of `tokenize`."""

    def normalized(self, text: str) -> Normalized:
        """Return the normalized text, aligned to the original.

        Raises the errors of `tokenize`.
        """
        return Normalized.identity(text)

    def spans_at(self, text: str, start: int) -> Iterator[Span]:
        """Yield the spans of a part between special tokens that begins at character `start` of the whole text."""
        return self.iter_spans(text)

    def _ids_from(self, text: str, start: int) -> list[int]:
        """Return the ids of a part that begins at character `start` of the whole text."""
        return self._ids(text)

    def decode(self, ids: Ids, errors: DecodeErrors = "replace") -> str:
        """Return the text of ids: a list, or a row of an array or tensor such as `tokenizer(text)[0]`.

        Invalid UTF-8 becomes U+FFFD, or raises EngineError with errors="strict". Raises EngineError for an id that is
        not in the vocabulary, or if `ids` is not a single row of whole numbers.
        """
        if errors not in get_args(DecodeErrors):
            raise EngineError(
                "errors={value!r} is not valid. Choose 'replace' for U+FFFD, or 'strict' for an error.", value=errors
            )
        return self._decode(to_ids(ids), errors)

    @property
    def vocab_size(self) -> int:
        """The number of tokens in the vocabulary. Ids may have gaps: the last of cl100k_base is 100276."""
        return len(self.vocabulary)

    def __len__(self) -> int:
        """Return `vocab_size`, as in transformers."""
        return self.vocab_size

    def __bool__(self) -> bool:
        """Return True, whatever the size of the vocabulary."""
        return True

    def is_unknown(self, token_id: int) -> bool:
        """Return whether an id is that of an unknown token."""
        return token_id in (NO_ID, self.vocabulary.get(self.unk_token, NO_ID))

    @cached_property
    def tokens_by_name(self) -> dict[str, int]:
        """The tokens matched in a text by name, special or not; their names are never in the byte alphabet."""
        return {**self.special_tokens, **self.added_tokens}

    @cached_property
    def token_of_id(self) -> dict[int, str]:
        """Id -> token."""
        return {token_id: token for token, token_id in self.vocabulary.items()}

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of `text` as strings, in the byte alphabet at byte level; unknown parts are `unk_token`.

        Special tokens are read as plain text (see AllowedSpecial). Raises EngineError if `text` is not text, and at
        byte level for a lone surrogate.
        """
        return [self.token_of_id.get(token_id, self.unk_token) for token_id in self._ids(normalize_surrogates(text))]

    def encode(
        self,
        text: str,
        allowed_special: AllowedSpecial = "none_raise",
        disallowed_special: DisallowedSpecial = "all",
    ) -> list[int]:
        """Return the ids of `text`.

        Raises EngineError if `text` is not text, if it contains a special token that is not allowed (see
        AllowedSpecial), if a symbol is unknown and `unk_token` has no id, and at byte level for a lone surrogate; a
        surrogate pair is one character.
        """
        text = normalize_surrogates(text)
        ids = []
        place = 0
        for piece, special_id in self.split_special(text, allowed_special, disallowed_special):
            ids += self._ids_from(piece, place) if special_id is None else [special_id]
            place += len(piece)
        if not self.complete and NO_ID in ids:
            raise self._unknown_token_error(text, self._encoded_spans(text, allowed_special, disallowed_special))
        return ids

    def encode_spans(
        self,
        text: str,
        allowed_special: AllowedSpecial = "none_raise",
        disallowed_special: DisallowedSpecial = "all",
    ) -> list[Span]:
        """Return the tokens that `encode` returns, including special ones, with their spans.

        Raises the errors of `encode`.

        >>> from bpe_engine import load_pretrained
        >>> [tuple(span) for span in load_pretrained("gpt2").encode_spans("hi<|endoftext|>", "all")]
        [('hi', 5303, 0, 2), ('<|endoftext|>', 50256, 2, 15)]
        """
        text = normalize_surrogates(text)
        spans = list(self._encoded_spans(text, allowed_special, disallowed_special))
        if any(span.token_id == NO_ID for span in spans):
            raise self._unknown_token_error(text, spans)
        return spans

    def _encoded_spans(
        self, text: str, allowed_special: AllowedSpecial, disallowed_special: DisallowedSpecial
    ) -> Iterator[Span]:
        place = 0
        for piece, special_id in self.split_special(text, allowed_special, disallowed_special):
            if special_id is None:
                for token, token_id, start, end in self.spans_at(piece, place):
                    yield Span(token, token_id, place + start, place + end)
            else:
                yield Span(self.token(special_id), special_id, place, place + len(piece))
            place += len(piece)

    def _unknown_token_error(self, text: str, spans: Iterable[Span]) -> EngineError:
        """Return the error for the first unknown part of a text."""
        return EngineError(
            "{part!r} is not in the vocabulary, which has no unknown token. Remove it from the text, or use a "
            "tokenizer with an unknown token: train with special_tokens=[{unk!r}], or at byte level, where no "
            "character is unknown.",
            part=next((text[span.start : span.end] for span in spans if span.token_id == NO_ID), text[:40]),
            unk=self.unk_token or "[UNK]",
        )

    def __call__(
        self,
        text: str | Iterable[str],
        return_tensors: ReturnTensors = None,
        allowed_special: AllowedSpecial = "none_raise",
    ) -> Any:
        """Return the ids of a text, or of each text of a list or column, one row per text: [[...]] even for one text.

        With return_tensors="np", the result is a NumPy array, with "pt" a PyTorch LongTensor, of shape (texts, ids).
        This is how a tokenizer is called in Andrej Karpathy's minGPT and in Hugging Face's transformers.

        Raises EngineError as `encode`, and if the requested array cannot be made: see `to_batch`.

        >>> from bpe_engine import load_pretrained
        >>> load_pretrained("gpt2")("hello world")
        [[31373, 995]]
        """
        # Iterating over a table would yield its column names.
        is_table = isinstance(text, Mapping) or hasattr(text, "columns")
        is_one = isinstance(text, str | bytes | bytearray) or is_table or not isinstance(text, Iterable)
        texts: list[Any] = [text] if is_one else list(text)
        if not all(isinstance(item, str) for item in texts):
            raise EngineError(
                "Expected a text or a list of texts, but got {kind}. Pass a string or a list of strings.",
                kind=type(text).__name__,
            )
        return to_batch([self.encode(item, allowed_special) for item in texts], return_tensors)

    def show(self, text: str, allowed_special: AllowedSpecial = "none") -> TokenizedText:
        """Return the tokens of a text, shown in colour in a notebook. Raises the errors of `tokenize`.

        >>> from bpe_engine import load_pretrained
        >>> print(load_pretrained("gpt2").show("a tokenizer"))
        a|·token|izer
        """
        text = normalize_surrogates(text)
        names = []
        place = 0
        for piece, special_id in self.split_special(text, allowed_special):
            before, place = place, place + len(piece)
            if special_id is not None:
                names.append(VisibleToken(piece, self.token(special_id), special_id))
                continue
            for token, token_id, start, end in self.spans_at(piece, before):
                unknown = self.is_unknown(token_id)
                part = visible_bytes(self.token_bytes(token_id)) if self.byte_level and not unknown else token
                known_id = None if token_id == NO_ID else token_id
                names.append(VisibleToken(piece[start:end] if unknown else part, token, known_id))
        return TokenizedText(tuple(names))

    def show_steps(self, text: str) -> TextSteps:
        """Return the steps of `encode_steps` for display in a notebook: in a player, or as rows.

        Raises the errors of `tokenize`.

        >>> from bpe_engine import load_pretrained
        >>> len(load_pretrained("gpt2").show_steps(" token"))
        6
        """
        text = normalize_surrogates(text)
        return TextSteps(self, text, tuple(self.encode_steps(text)))

    def decode_bytes(self, ids: Ids) -> bytes:
        """Return the bytes of these ids, even incomplete characters. Raises the errors of `decode`."""
        ids = to_ids(ids)
        if not self.byte_level:
            return self.decode(ids).encode("utf-8", "surrogatepass")
        bytes_of = {token_id: self.token_bytes(token_id) for token_id in set(ids)}
        return b"".join(map(bytes_of.__getitem__, ids))

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises EngineError if an id is not in the vocabulary."""
        token = self.token(token_id)
        if self.byte_level and token not in self.tokens_by_name:
            return symbols_to_bytes(token)
        return token.encode("utf-8", "surrogatepass")

    def split_special(
        self, text: str, allowed_special: AllowedSpecial, disallowed_special: DisallowedSpecial = "all"
    ) -> Iterator[tuple[str, int | None]]:
        """Yield the text as pieces, in order: (plain text, None) or (name of a special token, its id).

        Raises EngineError if a special token is not allowed, or if a choice is invalid.
        """
        text = require_text(text)
        if not _is_choice(allowed_special, ("none_raise", "none", "all")):
            raise EngineError(
                "allowed_special={value!r} is not valid. Choose 'none_raise', 'none' or 'all', or pass a set of "
                "special tokens.",
                value=allowed_special,
            )
        if not _is_choice(disallowed_special, ("all",)):
            raise EngineError(
                "disallowed_special={value!r} is not valid. Choose 'all', or pass a set of special tokens; () means "
                "none.",
                value=disallowed_special,
            )
        if allowed_special == "none":
            yield text, None
            return
        known = self.special_tokens.keys()
        allowed = (
            known if allowed_special == "all" else known & (() if allowed_special == "none_raise" else allowed_special)
        )
        refused = known - allowed if disallowed_special == "all" else known & disallowed_special
        for token, start, _end in self._find_special_tokens(text, known) if refused else ():
            if token in refused:
                raise EngineError(
                    "The text contains the special token {token!r} at position {position}. If you mean the token, pass "
                    "allowed_special={{{token!r}}} or 'all'; if it is plain text, pass allowed_special='none'.",
                    token=token,
                    position=start,
                )
        place = 0
        for token, start, end in self._find_special_tokens(text, allowed) if allowed else ():
            yield text[place:start], None
            yield text[start:end], self.special_tokens[token]
            place = end
        yield text[place:], None

    def _find_special_tokens(self, text: str, names: Collection[str]) -> Iterator[TokenMatch]:
        """Yield the matches of the special tokens with these names."""
        return find_tokens(names, text, self.flags)

    def token(self, token_id: int) -> str:
        """Return the token of an id, as written in the vocabulary. Raises EngineError if the id has none."""
        try:
            return self.token_of_id[token_id]
        except KeyError:
            raise EngineError(
                "Id {id} is not in the vocabulary, whose ids go from 0 to {last}. Remove it.",
                id=token_id,
                last=max(self.token_of_id, default=0),
            ) from None


def _is_choice(value: object, names: Collection[str]) -> bool:
    """Return whether a value is one of these names, or a set, list or tuple to choose from."""
    return value in names if isinstance(value, str) else isinstance(value, Collection)
