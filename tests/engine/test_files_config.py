"""The settings that transformers stores next to a tokenizer: chat template, and special tokens of a rank file."""

import base64
import json
from pathlib import Path

import pytest
import tiktoken

from bpe_engine.files import read, write
from bpe_engine.pre_tokenizers import GPT4
from tests.engine.file_samples import refused, trained_bpe

QWEN = Path("tests/data/qwen3.jinja").read_text("utf-8")
SPECIAL = {"[INST]": 1_000, "[/INST]": 1_001}


def config(**more: object) -> bytes:
    return json.dumps({"tokenizer_class": "PreTrainedTokenizerFast", **more}).encode()


@pytest.mark.parametrize("kind", ["tokenizer.json", "gpt2", "tiktoken", "minbpe"])
def test_a_chat_template_next_to_the_tokenizer_is_read(kind: str) -> None:
    files = {name: data for name, data in write(trained_bpe(), kind).items() if name != "tokenizer_config.json"}
    beside = config(chat_template=QWEN, bos_token=None, eos_token="<|im_end|>", pad_token={"content": "<|pad|>"})
    opened = read({"beside.json": beside, **files})
    assert opened.config.chat_template == QWEN
    assert opened.config.template_tokens == {"eos_token": "<|im_end|>", "pad_token": "<|pad|>"}
    assert opened.tokenizer.encode("hug") == read(files).tokenizer.encode("hug")
    assert read(files).config.chat_template == ""


def test_a_separate_template_file_overrides_the_one_in_the_settings() -> None:
    named = [{"name": "tool_use", "template": "no"}, {"name": "default", "template": "{{ yes }}"}]
    for value, wanted in (("{{ yes }}", "{{ yes }}"), (named, "{{ yes }}"), (named[:1], "")):
        beside = json.dumps({"chat_template": value}).encode()
        assert read({"c.json": beside, **write(trained_bpe(), "minbpe")}).config.chat_template == wanted
    files = write(trained_bpe(), "minbpe")
    for beside in (
        {"t.jinja": QWEN.encode(), "c.json": config(chat_template="old", eos_token="</s>")},
        {"c.json": config(chat_template="old", eos_token="</s>"), "t.jinja": QWEN.encode()},
    ):
        found = read({**beside, **files}).config
        assert (found.chat_template, found.template_tokens) == (QWEN, {"eos_token": "</s>"})


def test_a_rank_file_gets_its_special_tokens_from_the_settings_next_to_it() -> None:
    data = write(trained_bpe(), "tiktoken")["tokenizer.tiktoken"]
    added = {str(number): {"content": name, "special": True} for name, number in SPECIAL.items()}
    opened = read({"own.tiktoken": data, "c.json": config(added_tokens_decoder=added)})
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    peer = tiktoken.Encoding("own", pat_str=GPT4.pattern, mergeable_ranks=ranks, special_tokens=SPECIAL)
    text = "[INST]hug hugs[/INST] pun"
    assert opened.tokenizer.encode(text, allowed_special="all") == peer.encode(text, allowed_special="all")
    assert opened.tokenizer.special_tokens == SPECIAL


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"c.json": config(chat_template=QWEN)}, r"c\.json contains settings for transformers, not a tokenizer"),
        ({"t.jinja": b"{{ 1 }}"}, r"t\.jinja contains settings for transformers, not a tokenizer"),
        ({"c.json": b'{"tokenizer_class": "X",', "a.json": b"{}"}, r"c\.json is not valid JSON \(line 1"),
    ],
)
def test_settings_alone_are_not_a_tokenizer_and_must_be_valid_json(files: dict[str, bytes], told: str) -> None:
    refused(lambda: read(files), told)


def test_unexpected_values_in_settings_are_ignored() -> None:
    strange = config(chat_template=7, bos_token=["x"], added_tokens_decoder={"x": {"content": "a"}, "9": 4})
    found = read({"c.json": strange, **write(trained_bpe(), "minbpe")}).config
    assert (found.chat_template, dict(found.template_tokens), dict(found.special_tokens)) == ("", {}, {})
