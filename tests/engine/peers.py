"""Other implementations, given the same vocabularies and texts."""

import json
import os
import tempfile
from functools import cache
from pathlib import Path
from unittest import mock

import tiktoken
import tiktoken.load
import tokenizers
from hypothesis import strategies as st
from tiktoken_ext import openai_public  # type: ignore[import-untyped]
from tokenizers import decoders, models, pre_tokenizers

from bpe_engine import load_pretrained
from bpe_engine.vocabularies.pretrained import PRETRAINED, gpt2_encoder_json, load_pretrained_bpe, official_file

DATA = Path(__file__).parent.parent / "data"

PUBLISHED_JSON = [name for name, known in PRETRAINED.items() if known.official_name == "tokenizer.json"]
"""The vocabularies whose published file is a tokenizer.json."""


@cache
def tiktoken_encoding(name: str) -> tiktoken.Encoding:
    """Return tiktoken's own encoding: its pattern, its special tokens, and its parser of the official files.

    tiktoken downloads these files and checks their hashes; here it gets them from a folder.
    """
    files = {"vocab.bpe": official_file("gpt2"), "encoder.json": gpt2_encoder_json()}
    if name != "gpt2":
        base = "o200k_base" if name == "o200k_harmony" else name
        files = {f"{base}.tiktoken": official_file(base)}
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, TIKTOKEN_CACHE_DIR=""):
        for file_name, content in files.items():
            Path(folder, file_name).write_bytes(content)

        def from_folder(url: str) -> bytes:
            return Path(folder, url.rpartition("/")[2]).read_bytes()

        with mock.patch.object(tiktoken.load, "read_file", from_folder):
            definition = openai_public.ENCODING_CONSTRUCTORS[name]()
    return tiktoken.Encoding(**definition)


@cache
def tokenizers_gpt2() -> tokenizers.Tokenizer:
    """Return GPT-2 in the tokenizers library, which has its own pattern and byte alphabet."""
    lines = official_file("gpt2").decode().splitlines()[1:]
    merges = [(left, right) for left, right in (line.split(" ") for line in lines)]
    peer = tokenizers.Tokenizer(models.BPE(vocab=load_pretrained("gpt2").vocabulary, merges=merges))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.decoder = decoders.ByteLevel()
    return peer


@cache
def published_json(name: str) -> bytes:
    """Return the published tokenizer.json of a vocabulary, built from our tokens and merges and the rest in tests/data.

    Its SHA-256 equals that of the published file, so both are right.

    DeepSeek's file indents by four, writes each merge as one string, and has 800 placeholders, of which tests/data has
    the first.
    """
    content = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    tokenizer = load_pretrained_bpe(name)
    by_name = {**tokenizer.special_tokens, **tokenizer.added_tokens}
    model = content["model"]
    first = PRETRAINED[name].before_bytes
    model["vocab"] = {
        token: number for token, number in tokenizer.vocabulary.items() if token not in by_name or number < first
    }
    model["merges"] = [list(pair) for pair in tokenizer.merges]
    if name == "deepseek-v3":
        model["merges"] = [" ".join(pair) for pair in tokenizer.merges]
        (holder,) = (token for token in content["added_tokens"] if token["content"] == "<｜place▁holder▁no▁0｜>")
        content["added_tokens"] += [
            {**holder, "id": holder["id"] + number, "content": f"<｜place▁holder▁no▁{number}｜>"}
            for number in range(1, 800)
        ]
        content["added_tokens"].sort(key=lambda token: token["id"])
    return json.dumps(content, ensure_ascii=False, indent=4 if name == "deepseek-v3" else 2).encode()


@cache
def published_tokenizer(name: str) -> tokenizers.Tokenizer:
    """Return the published file as loaded by the tokenizers library."""
    return tokenizers.Tokenizer.from_str(published_json(name).decode())


def characters_known_to_all() -> st.SearchStrategy[str]:
    """Return a strategy for characters that all libraries know, without surrogates.

    Each follows its own version of Unicode, so a newer character may be a letter in one and unassigned in another. All
    know the characters that Python knows.
    """
    return st.characters(exclude_categories=["Cs", "Cn"])
