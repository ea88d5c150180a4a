"""Open tokenizer files. The format is detected from the content, not from the file name."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from bpe_engine.errors import EngineError
from bpe_engine.files import minbpe, sentencepiece_model, tekken, tiktoken_ranks, tokenizer_json, vocab_merges
from bpe_engine.files.file_checks import check_size, decode_text
from bpe_engine.files.opened_tokenizer import OpenedTokenizer
from bpe_engine.files.tokenizer_config import CONFIG, CONFIG_KEYS, TEMPLATE, TokenizerConfig, is_template, read_config
from bpe_engine.pre_tokenizers import PreTokenizer

# The key "model" with an object, as in a tokenizer.json. Within a token, the quotes would be escaped.
_MODEL = re.compile(r'"model"\s*:\s*\{')
_KNOWN_START = re.compile(rb"minbpe v|\s*\{|#version|[A-Za-z0-9+/]+=* \d+\r?\n|\S+ \S+\r?\n")
MINBPE_VOCAB = "minbpe .vocab"
_VOCAB_LINE = re.compile(r"\[.*\] \d+$")


def read(
    files: Mapping[str, bytes],
    *,
    pre_tokenizer: str | PreTokenizer | None = None,
    special_tokens: Mapping[str, int] | None = None,
    with_library: bool = True,
    progress: Callable[[float], object] = lambda share: None,
) -> OpenedTokenizer:
    """Return the tokenizer of one file, or of vocab.json and merges.txt together: file name -> content.

    A tokenizer_config.json or chat_template.jinja next to them adds the chat template; the former also adds the special
    tokens of a rank file. `pre_tokenizer` is used if the files do not specify one, and `special_tokens` are those of a
    rank file. `with_library=False` reads a tokenizer.json or a SentencePiece .model without its library, as browsers
    must: results are not compared with the library's, and files that need the library are refused. `progress` receives
    the share of the work done for a large file.

    Raises EngineError if a file is missing, of unknown format, too large or faulty; the message says what was expected,
    and where.
    """
    if not files:
        raise EngineError("There is no file to open. Choose at least one.")
    kinds = {file: _detect_kind(file, data) for file, data in files.items()}
    config = TokenizerConfig()
    for beside in [file for file, kind in kinds.items() if kind in (CONFIG, TEMPLATE)]:
        config = _read_beside(beside, files[beside], kinds.pop(beside), config)
        if not kinds:
            raise EngineError(
                "{file} contains settings for transformers, not a tokenizer. Choose the tokenizer.json next to it.",
                file=beside,
            )
    if config.special_tokens and special_tokens is None:
        special_tokens = config.special_tokens
    opened = _read_tokenizer(files, kinds, pre_tokenizer, special_tokens, with_library=with_library, progress=progress)
    return replace(opened, config=config)


def _read_beside(file: str, data: bytes, kind: str, before: TokenizerConfig) -> TokenizerConfig:
    """Merge the files next to a tokenizer: a separate chat template overrides the one in the settings."""
    if kind == TEMPLATE:
        return replace(before, chat_template=decode_text(file, data))
    config = read_config(file, data)
    return replace(config, chat_template=before.chat_template or config.chat_template)


def _read_tokenizer(
    files: Mapping[str, bytes],
    kinds: dict[str, str],
    pre_tokenizer: str | PreTokenizer | None,
    special_tokens: Mapping[str, int] | None,
    *,
    with_library: bool,
    progress: Callable[[float], object],
) -> OpenedTokenizer:
    if MINBPE_VOCAB in kinds.values():
        shown = next(file for file, kind in kinds.items() if kind == MINBPE_VOCAB)
        if minbpe.NAME not in kinds.values():
            raise EngineError(
                "{file} is a minbpe .vocab, which is for people to read. Choose the .model next to it.", file=shown
            )
        del kinds[shown]
    of_kind = {kind: (file, files[file]) for file, kind in kinds.items()}
    if set(kinds.values()) & {vocab_merges.VOCAB, vocab_merges.MERGES} and len(kinds) <= 2:
        return _read_vocab_and_merges(of_kind, pre_tokenizer)
    if len(kinds) > 1:
        raise EngineError(
            "These {count} files do not form one tokenizer: {kinds}. Open one on its own, or vocab.json with its "
            "merges.txt.",
            count=len(kinds),
            kinds=", ".join(f"{file} ({kind})" for file, kind in kinds.items()),
        )
    ((kind, (file, data)),) = of_kind.items()
    if kind == minbpe.NAME:
        return minbpe.read(file, data)
    if kind == sentencepiece_model.NAME:
        return sentencepiece_model.read(file, data, with_library=with_library)
    if kind == tekken.NAME:
        return tekken.read(file, data)
    if kind == tokenizer_json.NAME:
        return tokenizer_json.read(file, data, with_library=with_library, progress=progress)
    return tiktoken_ranks.read(file, data, pre_tokenizer, special_tokens)


def _read_vocab_and_merges(
    of_kind: Mapping[str, tuple[str, bytes]], pre_tokenizer: str | PreTokenizer | None
) -> OpenedTokenizer:
    for kind, other in ((vocab_merges.VOCAB, vocab_merges.MERGES), (vocab_merges.MERGES, vocab_merges.VOCAB)):
        if kind not in of_kind:
            raise EngineError(
                "{file} is only one of two files: the same tokenizer's {missing} is missing. Choose both.",
                file=of_kind[other][0],
                missing=kind,
            )
    both = (of_kind[vocab_merges.VOCAB], of_kind[vocab_merges.MERGES])
    return vocab_merges.read(dict(both), pre_tokenizer)


def _detect_kind(file: str, data: bytes) -> str:
    """Return the kind of a file: a format's name, or the name of one of GPT-2's two files."""
    check_size(file, data)
    if sentencepiece_model.is_model(data):
        return sentencepiece_model.NAME
    try:
        text = decode_text(file, data)
    except EngineError:
        if _KNOWN_START.match(data):
            raise  # with the position of the damage
        raise _unknown_format(file, data) from None
    if minbpe.is_model(text):
        return minbpe.NAME
    if is_template(text):
        return TEMPLATE
    if text.lstrip()[:1] == "{":
        if tekken.is_tekken(text):
            return tekken.NAME
        if _MODEL.search(text):
            return tokenizer_json.NAME
        return CONFIG if CONFIG_KEYS.search(text) else vocab_merges.VOCAB
    first = text.split("\n", 1)[0].rstrip("\r")
    if _VOCAB_LINE.fullmatch(first):
        return MINBPE_VOCAB
    if tiktoken_ranks.is_ranks(text):
        return tiktoken_ranks.NAME
    if vocab_merges.is_merges(text):
        return vocab_merges.MERGES
    raise _unknown_format(file, data)


def _unknown_format(file: str, data: bytes) -> EngineError:
    return EngineError(
        "{file} is in an unknown format; it starts with the bytes {start}. Expected one of: {known}.",
        file=file,
        start=data[:8].hex(" ").upper() or "–",
        known="minbpe .model, vocab.json + merges.txt, tokenizer.json, tekken.json, tiktoken ranks, "
        "SentencePiece .model",
    )
