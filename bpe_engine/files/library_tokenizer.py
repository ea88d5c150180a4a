"""A tokenizer that another library runs: its tokens, ids and places, without the steps that lead to them."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL
from bpe_engine.errors import EngineError
from bpe_engine.tokenizer import AllowedSpecial, Span, Tokenizer

if TYPE_CHECKING:
    import tokenizers


class LibraryTokenizer(Tokenizer):
    """What the tokenizers of other libraries share: they cannot be stepped through."""

    library: str

    @abstractmethod
    def _whole_ids(self, text: str) -> list[int]:
        """The ids of a text with its special tokens."""

    def encode(self, text: str, allowed_special: AllowedSpecial = "none_raise") -> list[int]:
        """The ids of `text`. Errors as in `Tokenizer`, but what is unknown is what the library makes of it.

        A text with special tokens is given to the library as a whole: what stands before one may matter after it.
        """
        pieces = list(self.split_special(text, allowed_special))  # raises for those that are not allowed
        if any(special_id is not None for _, special_id in pieces):
            return self._whole_ids(text)
        return self._ids(text)

    def encode_steps(self, text: str) -> Iterator[Any]:
        """Raises EngineError: a library gives its result only."""
        raise EngineError(
            "This tokenizer is run by the library {library}, which gives its tokens but not the steps to them. "
            "Use tokenize() or encode().",
            library=self.library,
        )

    def check_text(self, text: str) -> None:
        """Raises EngineError for a lone surrogate, which UTF-8 cannot write."""
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise EngineError(
                "The text has half a character at position {position}: the lone surrogate U+{code}, "
                "which UTF-8 cannot write. Remove it, or replace it by U+FFFD.",
                position=error.start,
                code=f"{ord(text[error.start]):04X}",
            ) from None

    def gave_up(self, problem: BaseException) -> NoReturn:
        """Tell what the library said. A panic in Rust is no Exception; what else is none is passed on."""
        if not isinstance(problem, Exception) and type(problem).__name__ != "PanicException":
            raise problem
        raise EngineError(
            "The library {library} could not do this: {problem}. Try another text, or another file.",
            library=self.library,
            problem=str(problem)[:300],
        ) from None


class HuggingFaceTokenizer(LibraryTokenizer):
    """A tokenizer of the tokenizers library.

    Its post-processing, truncation and padding are left out: the ids are those of the text alone.
    """

    library = "tokenizers"

    def __init__(self, content: str, *, byte_level: bool = False) -> None:
        from tokenizers import Tokenizer as Loaded

        self._whole = _prepared(Loaded.from_str(content))
        self._plain = _prepared(Loaded.from_str(content))
        self._plain.encode_special_tokens = True
        added = self._whole.get_added_tokens_decoder()
        self.special_tokens: Mapping[str, int] = {
            token.content: token_id for token_id, token in sorted(added.items()) if token.special
        }
        self._added = {token.content for token in added.values()}
        self.byte_level = byte_level
        self.unk_token = getattr(self._whole.model, "unk_token", None) or "[UNK]"

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """Token -> id, special tokens included."""
        return self._whole.get_vocab(with_added_tokens=True)

    def _ids(self, text: str) -> list[int]:
        return list(self._encoding(self._plain, text).ids)

    def _whole_ids(self, text: str) -> list[int]:
        return list(self._encoding(self._whole, text).ids)

    def spans(self, text: str) -> list[Span]:
        """The tokens of a text and where the library says that each stands."""
        encoding = self._encoding(self._plain, text)
        return [
            Span(token, token_id, start, end)
            for token, token_id, (start, end) in zip(encoding.tokens, encoding.ids, encoding.offsets, strict=True)
        ]

    def decode(self, ids: Sequence[int], errors: Literal["replace", "strict"] = "replace") -> str:
        """The text that the ids stand for, as the library's decoder puts it together."""
        for token_id in ids:
            self.token(token_id)
        try:
            return self._whole.decode(list(ids), skip_special_tokens=False)
        except BaseException as problem:
            self.gave_up(problem)

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes that a token stands for. Raises EngineError for an id that is not in the vocabulary."""
        token = self.token(token_id)
        if self.byte_level and token not in self._added and all(symbol in BYTE_OF_SYMBOL for symbol in token):
            return bytes(BYTE_OF_SYMBOL[symbol] for symbol in token)
        return token.encode("utf-8", "surrogatepass")

    def _encoding(self, library: "tokenizers.Tokenizer", text: str) -> "tokenizers.Encoding":
        self.check_text(text)
        try:
            return library.encode(text, add_special_tokens=False)
        except BaseException as problem:
            self.gave_up(problem)


def _prepared(loaded: "tokenizers.Tokenizer") -> "tokenizers.Tokenizer":
    loaded.no_truncation()
    loaded.no_padding()
    return loaded
