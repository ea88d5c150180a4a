"""The file formats by name, and writing in one of them."""

from collections.abc import Callable
from typing import NamedTuple

from bpe_engine.errors import EngineError
from bpe_engine.files import (
    minbpe,
    sentencepiece_model,
    tekken,
    tiktoken_ranks,
    tokenizer_config,
    tokenizer_json,
    vocab_merges,
)
from bpe_engine.files.opened_tokenizer import Note
from bpe_engine.files.supported_kinds import require_supported, with_registered_tokens
from bpe_engine.tokenizer import Tokenizer


class Format(NamedTuple):
    """A file format: its name, its files as named by `write`, and the library that loads them."""

    name: str
    title: str
    files: tuple[str, ...]
    library: str
    write: Callable[[Tokenizer], dict[str, bytes]] | None  # None if it is read-only


FORMATS: dict[str, Format] = {
    known.name: known
    for known in (
        Format(minbpe.NAME, "minbpe .model", (minbpe.MODEL, minbpe.VOCAB), "minbpe", minbpe.write),
        Format(
            vocab_merges.NAME,
            vocab_merges.TITLE,
            (vocab_merges.VOCAB, vocab_merges.MERGES),
            "tokenizers",
            vocab_merges.write,
        ),
        Format(
            tokenizer_json.NAME,
            "tokenizer.json",
            (tokenizer_json.FILE, tokenizer_config.CONFIG),
            "tokenizers",
            tokenizer_json.write,
        ),
        Format(tiktoken_ranks.NAME, "tiktoken ranks", (tiktoken_ranks.FILE,), "tiktoken", tiktoken_ranks.write),
        Format(tekken.NAME, "tekken.json", (), "mistral-common", None),
        Format(sentencepiece_model.NAME, "SentencePiece .model", (), "sentencepiece", None),
    )
}
"""All formats by name."""


def notes_on(tokenizer: Tokenizer, format: str) -> tuple[Note, ...]:
    """Return notes on the files that `write` produces for this tokenizer and format."""
    tokenizer = with_registered_tokens(tokenizer)
    if format == minbpe.NAME and minbpe.changes_ids(tokenizer):
        return (
            Note(
                "minbpe numbers tokens its own way: 0 to 255 are the bytes by value, and each merge gets the next "
                "number. So a text has different ids there."
            ),
        )
    if format == vocab_merges.NAME:
        return vocab_merges.notes(tokenizer)
    if format == tiktoken_ranks.NAME and tokenizer.special_tokens:
        return (Note("The rank file does not contain the special tokens: tiktoken gets them separately, in code."),)
    return ()


def write(tokenizer: Tokenizer, format: str) -> dict[str, bytes]:
    """Return a tokenizer's files in a format: file name -> content.

    Registered special tokens are written like the tokenizer's own: in a tokenizer.json, in minbpe's `.model`, and next
    to tiktoken's rank file, which has no place for them (see `snippet`).

    Raises EngineError if the format is unknown, read-only or cannot represent the tokenizer; the message gives the
    reason and another format, if one can.
    """
    if format not in FORMATS:
        raise EngineError(
            "There is no format {format!r}. Choose one of {known}.", format=format, known=", ".join(FORMATS)
        )
    chosen = FORMATS[format]
    if chosen.write is None:
        raise EngineError(
            "{format} can be opened but not written here. Choose one of {known}.",
            format=chosen.title,
            known=", ".join(known.name for known in FORMATS.values() if known.write),
        )
    tokenizer = with_registered_tokens(tokenizer)
    require_supported(tokenizer, chosen.title)
    return chosen.write(tokenizer)
