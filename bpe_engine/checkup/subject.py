"""The subject of a check-up: a tokenizer, its file as far as it can be read, and what it is compared with."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bpe_engine.app_location import app_folder
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.checkup.encoding import encode_each
from bpe_engine.errors import EngineError
from bpe_engine.files import Note, read
from bpe_engine.files.tokenizer_config import CONFIG, TEMPLATE
from bpe_engine.files.tokenizer_json import FILE
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.vocabularies.pretrained import CUSTOM_LOADERS, load_pretrained

MODEL_CONFIG = "config.json"
BESIDE = (MODEL_CONFIG, TEMPLATE, "generation_config.json", "special_tokens_map.json", "added_tokens.json")
"""Files next to a tokenizer's own. Only the first two describe it."""

BATCH = 20_000
"""Texts to encode between reports of progress."""

ENGLISH = "eng"


def _ignore_progress(_share: float) -> None:
    """Ignore progress. A module-level function, so that a subject can be pickled."""


@dataclass(eq=False)
class Subject:
    """A tokenizer with what is known about it. Made by `open_subject`, or from a tokenizer alone."""

    tokenizer: Tokenizer
    name: str = ""
    format: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)  # a tokenizer.json without its tokens
    config: Mapping[str, Any] = field(default_factory=dict)  # the tokenizer_config.json next to it
    notes: tuple[Note, ...] = ()  # notes about the file
    embedding: int | None = None  # rows of the model's embedding
    against: Tokenizer | None = None
    against_name: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)  # name -> text: the user's own
    progress: Callable[[float], object] = _ignore_progress

    @cached_property
    def ordinary(self) -> dict[str, int]:
        """The ordinary tokens: neither matched by name nor the unknown token."""
        ids_by_name = self.tokenizer.tokens_by_name
        return {
            token: token_id
            for token, token_id in self.tokenizer.vocabulary.items()
            if token not in ids_by_name and token != self.tokenizer.unk_token
        }

    @cached_property
    def texts_of_tokens(self) -> dict[int, str | None]:
        """The text of each ordinary token; None for a partial character."""
        return {token_id: text_of(self.tokenizer, token) for token, token_id in self.ordinary.items()}

    def encode_each(self, texts: Sequence[str]) -> Iterator[list[int]]:
        """Yield the ids of each text, special tokens read as plain text; none for a text that cannot be encoded."""
        for start in range(0, len(texts), BATCH):
            self.progress(start / len(texts))
            yield from encode_each(self.tokenizer, texts[start : start + BATCH])

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text, special tokens read as plain text; none for one that cannot be encoded."""
        return encode_each(self.tokenizer, [text])[0]

    def tokens(self, text: str) -> list[str]:
        """Return the tokens of a text for display: partial characters as bytes, <E2 80>."""
        return [self._display(token_id) for token_id in self.encode(text)]

    def _display(self, token_id: int) -> str:
        token = self.tokenizer.token_of_id.get(token_id, self.tokenizer.unk_token)
        text = text_of(self.tokenizer, token)
        return f"<{self.tokenizer.token_bytes(token_id).hex(' ').upper()}>" if text is None else text


def text_of(tokenizer: Tokenizer, token: str) -> str | None:
    """Return the text of a token; None if its bytes are incomplete characters.

    >>> text_of(load_pretrained("gpt2"), "Ġthe"), text_of(load_pretrained("mistral-7b"), "▁the")
    (' the', ' the')
    """
    try:
        if token in tokenizer.byte_of_token:
            return bytes([tokenizer.byte_of_token[token]]).decode()
        if tokenizer.byte_level and token not in tokenizer.tokens_by_name:
            return symbols_to_bytes(token).decode()
    except UnicodeDecodeError:
        return None
    except EngineError:  # outside the byte alphabet
        return token
    if tokenizer.end_of_word:
        token = token.removesuffix(tokenizer.end_of_word)
    if prefix := getattr(tokenizer.base_tokenizer, "prefix", ""):
        token = token.removeprefix(prefix)
    return token.replace(tokenizer.space, " ") if tokenizer.space else token


def open_subject(
    files: Mapping[str, bytes], *, pre_tokenizer: str | PreTokenizer | None = None, embedding: int | None = None
) -> Subject:
    """Open a tokenizer's files, with those next to them in a model's folder.

    Raises EngineError as `bpe_engine.files.read`.
    """
    tokenizer_files = {name: data for name, data in files.items() if name not in BESIDE} if len(files) > 1 else files
    if FILE in tokenizer_files:  # other files may contain the same tokenizer in other formats
        tokenizer_files = {FILE: tokenizer_files[FILE]}
    opened = read(tokenizer_files, pre_tokenizer=pre_tokenizer)
    config = _json(files.get(CONFIG))
    if TEMPLATE in files:
        config = {**config, "chat_template": files[TEMPLATE].decode("utf-8", "replace")}
    size = _json(files.get(MODEL_CONFIG)).get("vocab_size")
    return Subject(
        opened.tokenizer,
        " + ".join(tokenizer_files),
        opened.format,
        content=opened.outline,
        config=config,
        notes=opened.notes,
        embedding=size if embedding is None and type(size) is int else embedding,
    )


def shipped_subject(name: str) -> Subject:
    """Return an included vocabulary. Raises EngineError as `load_pretrained`."""
    return Subject(load_pretrained(name), name, "included" if name in CUSTOM_LOADERS else "")


def _json(data: bytes | None) -> Mapping[str, Any]:
    """Return the object of a JSON file; an empty one if there is none."""
    try:
        content = json.loads((data or b"{}").decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def articles() -> Mapping[str, Mapping[str, str]]:
    """Return Article 1 in 37 languages by ISO 639-3 code: name, text. Empty if only the engine is installed."""
    app = app_folder()
    file = app / "data" / "udhr" / "article1_37.json" if app else None
    if file is None or not file.is_file():
        return {}
    loaded: Mapping[str, Mapping[str, str]] = json.loads(file.read_text("utf-8"))
    return loaded
