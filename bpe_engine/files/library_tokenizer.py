"""A tokenizer run by another library: its tokens, ids and positions, but no encoding steps.

The library runs in a separate process (see `bpe_engine.sandbox`), so a file cannot occupy it forever.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, Concatenate, ParamSpec, TypeVar

from bpe_engine.byte_alphabet import is_byte_string, symbols_to_bytes
from bpe_engine.errors import EngineError
from bpe_engine.files import isolated_library, tokenizers_process
from bpe_engine.sandbox import FunctionRaised, ProcessFailed
from bpe_engine.sentencepiece.normalizer import check_text
from bpe_engine.text.added_tokens import TokenMatch
from bpe_engine.text.input_text import normalize_surrogates
from bpe_engine.tokenizer import AllowedSpecial, DecodeErrors, DisallowedSpecial, Span, Tokenizer

P = ParamSpec("P")
T = TypeVar("T")


def call_library(
    library: str,
    load: Callable[[bytes], Any],
    data: bytes,
    function: Callable[Concatenate[Any, P], T],
    /,
    *values: P.args,
    **named: P.kwargs,
) -> T:
    """Call a function of a library's process on a file. Raises EngineError if it refuses, crashes or takes too long."""
    try:
        return isolated_library.isolated_library(load, data).call(
            isolated_library.RESPONSE_TIMEOUT, function, *values, **named
        )
    except FunctionRaised as problem:
        raise EngineError(
            "The {library} library could not do this: {problem}. Try another text or file.",
            library=library,
            problem=str(problem),
        ) from None
    except ProcessFailed:
        raise EngineError(
            "The {library} library crashed on this, or took more than {seconds} seconds. Try a shorter text, or "
            "another file.",
            library=library,
            seconds=isolated_library.RESPONSE_TIMEOUT,
        ) from None


class LibraryTokenizer(Tokenizer):
    """Base class of tokenizers run by other libraries, without encoding steps. Threads may share an instance."""

    library: str
    _ids_of_each: Callable[[Any, list[str]], list[list[int]]]  # the function to call in the library's process

    def __init__(self, load: Callable[[bytes], Any], data: bytes) -> None:
        """Take the function that loads the file in its process, and the file's content."""
        self._load = load
        self._data = data

    @abstractmethod
    def _ids_with_special(self, text: str) -> list[int]:
        """Return the ids of a text with its special tokens."""

    def encode(
        self,
        text: str,
        allowed_special: AllowedSpecial = "none_raise",
        disallowed_special: DisallowedSpecial = "all",
    ) -> list[int]:
        """Return the ids of `text`. Errors are those of `Tokenizer.encode`, but the library handles unknown characters.

        A text with special tokens is encoded by the library as a whole, since the text before one may affect the text
        after it. If some are read as plain text, which the library cannot do, it encodes the text between the others.
        """
        text = normalize_surrogates(text)
        pieces = list(self.split_special(text, allowed_special, disallowed_special))  # raises for others
        if all(special_id is None for _, special_id in pieces):
            return self._ids(text)
        if pieces == list(self.split_special(text, "all")):
            return self._ids_with_special(text)
        return super().encode(text, allowed_special, disallowed_special)

    def encode_steps(self, text: str) -> Iterator[Any]:
        """Raise EngineError: a library returns only its result."""
        raise EngineError(
            "This tokenizer runs in the {library} library, which returns its tokens but not the steps. Use tokenize() "
            "or encode().",
            library=self.library,
        )

    def ids_of_each(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of each text, special tokens read as plain text; none for one that the library refuses."""
        return self._call(self._ids_of_each, list(map(normalize_surrogates, texts)))

    @abstractmethod
    def _decode_known(self, ids: list[int]) -> str:
        """Return the text of ids that are in the vocabulary."""

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids, as decoded by the library.

        Raises EngineError if an id is not in the vocabulary.
        """
        for token_id in ids:
            self.token(token_id)
        return self._decode_known(list(ids))

    def _call(self, function: Callable[Concatenate[Any, P], T], /, *values: P.args, **named: P.kwargs) -> T:
        """Call a function in the library's process. Raises the errors of `call_library`."""
        return call_library(self.library, self._load, self._data, function, *values, **named)


class HuggingFaceTokenizer(LibraryTokenizer):
    """A tokenizer run by the tokenizers library.

    Post-processing, truncation and padding are skipped: the ids are those of the text alone.
    """

    library = "tokenizers"
    _ids_of_each = staticmethod(tokenizers_process.ids_of_each)

    def __init__(self, data: bytes, about: tokenizers_process.ProbeResult, *, byte_level: bool = False) -> None:
        """Take a tokenizer.json and what the library reports about it."""
        super().__init__(tokenizers_process.load, data)
        self.special_tokens = {token: about["added"][token] for token in about["special"]}
        self.added_tokens = {
            token: token_id for token, token_id in about["added"].items() if token not in self.special_tokens
        }
        self.byte_level = byte_level
        self.unk_token = about["unk_token"] or "[UNK]"

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """Token -> id, special tokens included."""
        return self._call(tokenizers_process.vocabulary)

    def _find_special_tokens(self, text: str, names: Collection[str]) -> Iterator[TokenMatch]:
        # The library searches for some of them in the normalized text: "Foo" may match in "foo".
        if self.special_tokens:
            check_text(text)
            for token_id, start, end in self._call(tokenizers_process.special_spans, text):
                if self.token(token_id) in names:
                    yield TokenMatch(self.token(token_id), start, end)

    def _ids(self, text: str) -> list[int]:
        check_text(text)
        return self._call(tokenizers_process.ids, text, False)

    def _ids_with_special(self, text: str) -> list[int]:
        check_text(text)
        return self._call(tokenizers_process.ids, text, True)

    def _decode_known(self, ids: list[int]) -> str:
        return self._call(tokenizers_process.decode, ids)

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, each with its position as reported by the library."""
        check_text(text)
        return [Span(*span) for span in self._call(tokenizers_process.spans, text)]

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises EngineError if an id is not in the vocabulary."""
        token = self.token(token_id)
        if self.byte_level and token not in self.tokens_by_name and is_byte_string(token):
            return symbols_to_bytes(token)
        return token.encode("utf-8", "surrogatepass")
