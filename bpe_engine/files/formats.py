"""The formats by name, and writing one of them."""

from collections.abc import Callable
from typing import NamedTuple

from bpe_engine.errors import EngineError
from bpe_engine.files import minbpe, sentencepiece_model, tekken, tiktoken_ranks, tokenizer_json, vocab_merges
from bpe_engine.tokenizer import Tokenizer


class Format(NamedTuple):
    """A file format: what it is called, its files as `write` names them, and the library that loads them."""

    name: str
    title: str
    files: tuple[str, ...]
    library: str
    write: Callable[[Tokenizer], dict[str, bytes]] | None  # None where it is read only


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
        Format(tokenizer_json.NAME, "tokenizer.json", (tokenizer_json.FILE,), "tokenizers", tokenizer_json.write),
        Format(tiktoken_ranks.NAME, "tiktoken ranks", (tiktoken_ranks.FILE,), "tiktoken", tiktoken_ranks.write),
        Format(tekken.NAME, "tekken.json", (), "mistral-common", None),
        Format(sentencepiece_model.NAME, "SentencePiece .model", (), "sentencepiece", None),
    )
}
"""All formats by name."""


def write(tokenizer: Tokenizer, format: str) -> dict[str, bytes]:
    """The files of a tokenizer in that format: file name -> content.

    Raises EngineError for an unknown format, for one that is read only, and where the format cannot hold the
    tokenizer: with the reason, and a format that can.
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
    return chosen.write(tokenizer)
