"""Mistral's tekken.json: its ids are tiktoken's, after the special tokens, as in mistral-common."""

import base64
import json
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BPETokenizer
from bpe_engine.files import read, write
from bpe_engine.files.opened_tokenizer import OpenedTokenizer
from bpe_engine.files.tekken import PATTERN
from tests.engine.file_samples import TEXTS, refused, trained_bpe

SPECIAL = 24
LEFT_OUT = 7  # tokens of the file that the model does not use


def ranks() -> dict[bytes, int]:
    lines = write(trained_bpe("gpt4o"), "tiktoken")["tokenizer.tiktoken"].splitlines()
    return {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}


def content(**changed: Any) -> dict[str, Any]:
    """Return a file like mistral-common's: with more tokens than are used, and no list of special tokens."""
    vocab = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": token.decode("utf-8", "ignore")}
        for token, rank in ranks().items()
    ]
    config = {
        "pattern": PATTERN,
        "num_vocab_tokens": len(vocab),
        "default_vocab_size": len(vocab) - LEFT_OUT + SPECIAL,
        "default_num_special_tokens": SPECIAL,
        "version": "v3",
    }
    return {"config": config | changed.pop("config", {}), "vocab": vocab, "image": {"image_patch_size": 16}} | changed


def opened(**changed: Any) -> OpenedTokenizer:
    return read({"tekken.json": json.dumps(content(**changed)).encode()})


def peer() -> tiktoken.Encoding:
    """Return what mistral-common makes of the file; it adds the number of special tokens to the ids."""
    used = dict(list(ranks().items())[:-LEFT_OUT])
    return tiktoken.Encoding("tekken", pat_str=PATTERN, mergeable_ranks=used, special_tokens={})


def test_ids_are_tiktoken_s_after_the_special_tokens() -> None:
    found = opened()
    assert (found.format, found.has_steps, found.notes) == ("tekken", True, ())
    ours = found.tokenizer
    assert ours.vocab_size == 256 + 300 - LEFT_OUT + SPECIAL
    assert list(ours.special_tokens.values()) == list(range(SPECIAL))
    assert list(ours.special_tokens)[::11] == ["<unk>", "<pad>", "<SPECIAL_22>"]
    for text in (*TEXTS, "ABCdef don't 12345 </s>"):
        ids = [token_id + SPECIAL for token_id in peer().encode(text)]
        assert ours.encode(text, "none") == ids
        assert ours.decode(ids) == text
    assert ours.encode("a</s>", "all")[-1] == 2


@settings(max_examples=50)
@given(text=st.text(st.one_of(st.sampled_from("the 12'sA/東\n\r \t"), st.characters(exclude_categories=["Cs"]))))
def test_any_text_has_tiktoken_s_ids(text: str) -> None:
    assert opened_once().encode(text, "none") == [token_id + SPECIAL for token_id in peer().encode(text)]


def opened_once(kept: list[BPETokenizer] = []) -> BPETokenizer:  # noqa: B006  # opened on first use
    if not kept:
        tokenizer = opened().tokenizer
        assert isinstance(tokenizer, BPETokenizer)
        kept.append(tokenizer)
    return kept[0]


def test_the_steps_lead_to_the_ids() -> None:
    steps = list(opened_once().encode_steps("the their"))
    latest = {step.word: step.ids for step in steps}
    assert [token_id for ids in latest.values() for token_id in ids] == opened_once().encode("the their")


def test_special_tokens_and_pattern_come_from_the_file() -> None:
    named = [{"rank": number, "token_str": f"[{name}]", "is_control": True} for number, name in enumerate("ABC")]
    ours = opened(special_tokens=named).tokenizer
    assert list(ours.special_tokens)[:4] == ["[A]", "[B]", "[C]", "<SPECIAL_3>"]
    found = opened(config={"pattern": r"\S+|\s+"})
    assert "Its pattern is not that of the published files" in str(found.notes[0])
    assert isinstance(found.tokenizer, BPETokenizer)
    assert found.tokenizer.pre_tokenizer.split("a1 b2") == ["a1", " ", "b2"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"config": {"default_num_special_tokens": -1}},
            "'default_num_special_tokens' is -1, but a tekken.json has a whole number",
        ),
        (
            {"config": {"default_vocab_size": "many"}},
            "'default_vocab_size' is 'many', but a tekken.json has a whole number",
        ),
        ({"config": {"default_vocab_size": 5_000_000}}, "5,000,000 tokens, but the limit is 1,000,000"),
        ({"config": {"default_vocab_size": 9_000}}, "but a tekken.json has a list of 8,976 tokens or more"),
        (
            {"config": {"default_vocab_size": 20}},
            "'default_vocab_size' is 20, but a tekken.json has a number above 24, the number",
        ),
        ({"config": {"default_vocab_size": 100}}, "no rank for 180 of the 256 bytes"),
        ({"config": {"default_num_special_tokens": 3}}, "no more than 3 tokens"),
        ({"config": {"pattern": None}}, "'pattern' is None, but a tekken.json has a pattern"),
        ({"config": {"pattern": "("}}, "not a valid regex"),
        (
            {"special_tokens": [{"rank": 1, "token_str": "a"}]},
            r"'special_tokens'\[0\] is .*, but a tekken.json has a name of its own",
        ),
        ({"special_tokens": [{"rank": 0, "token_str": "a"}]}, "the special token 'a' is also an ordinary token"),
        ({"vocab": [{"token_bytes": "*"}] * 900}, r"'vocab'\[0\] is .*, but a tekken.json has bytes in base64"),
        ({"vocab": [3] * 900}, r"'vocab'\[0\] is 3, but a tekken.json has bytes in base64"),
    ],
)
def test_errors_name_the_field_that_is_wrong(changed: dict[str, Any], message: str) -> None:
    refused(lambda: opened(**changed), message)
