"""Companion entries compute what the same call to another library returns."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from tokenizers import normalizers, pre_tokenizers

from bpe_engine.byte_alphabet import BYTE_ALPHABET
from tests.engine.peers import tiktoken_encoding
from ui.base.tokenizer_choices import PRETRAINED
from ui.pages.companions.catalog import TEXTS, computed_result, text
from ui.pages.companions.entries import Entry

BYTE_LEVEL = pre_tokenizers.ByteLevel(add_prefix_space=False)
OF_TOKENIZERS = {
    "bert": pre_tokenizers.BertPreTokenizer(),
    "gpt2": BYTE_LEVEL,
    "whitespace": pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]),
}


def token(name: str, token_id: int) -> str:
    return "".join(BYTE_ALPHABET[byte] for byte in tiktoken_encoding(name).decode_single_token_bytes(token_id))


def ids(name: str, text: str) -> list[int]:
    return tiktoken_encoding(name).encode(text, disallowed_special=())


def special(name: str, text: str) -> list[int]:
    return tiktoken_encoding(name).encode(text, allowed_special="all")


def embedding(name: str, width: int) -> str:
    peer = tiktoken_encoding(name)
    return f"{len(peer._mergeable_ranks) + len(peer._special_tokens)}, {peer.n_vocab}, {peer.n_vocab * width}"


def part(word: str) -> str:
    # Like minGPT's encode_and_show_work, a function that the text no longer has.
    tokens = [token("gpt2", each) for each in ids("gpt2", word)]
    return repr(
        {
            "token": word,
            "token_bytes": word.encode("utf-8"),
            "token_translated": "".join(BYTE_ALPHABET[byte] for byte in word.encode("utf-8")),
            "token_merged": tokens,
            "token_ix": ids("gpt2", word),
        }
    )


PEERS: dict[str, Callable[..., str]] = {
    "tokenizers.tokens": lambda name, text: repr([token(name, each) for each in ids(name, text)]),
    "tokenizers.token_count": lambda name, *texts: ", ".join(str(len(ids(name, text))) for text in texts),
    "tokenizers.ids": lambda name, text: repr(ids(name, text)),
    "tokenizers.ids_with_special": lambda name, text: f"{ids(name, text)}, {special(name, text)}",
    "tokenizers.decoded": lambda name, *ids: tiktoken_encoding(name).decode(ids),
    "tokenizers.there_and_back": lambda name, text: repr(tiktoken_encoding(name).decode(ids(name, text))),
    "tokenizers.shape": lambda name, *texts: repr((len(texts), len(ids(name, texts[0])))),
    "tokenizers.pieces": lambda pattern, text, *_signs: repr(OF_TOKENIZERS[pattern].pre_tokenize_str(text)),
    "tokenizers.normalized": lambda _name, text: repr(normalizers.BertNormalizer().normalize_str(text)),
    "tokenizers.byte_symbols": lambda text: repr(list(BYTE_LEVEL.pre_tokenize_str(text)[0][0])),
    "tokenizers.word_count": lambda _pattern, text: str(len(BYTE_LEVEL.pre_tokenize_str(text))),
    "tokenizers.ids_in_row": lambda name, text: " ".join(map(str, ids(name, text))),
    "minbpe.embedding": embedding,
    "gpt2.decode_row": lambda text: tiktoken_encoding("gpt2").decode(ids("gpt2", text)),
    "gpt2.part": part,
    "course.metaspace": lambda text: repr(pre_tokenizers.Metaspace().pre_tokenize_str(text)),
}


def call(entry: Entry) -> tuple[str, Sequence[str | int]]:
    """Return the name of the function that computes an entry, and its arguments."""
    assert isinstance(entry.computed, partial)
    _place, (name, *given) = entry.computed.args
    return name, given


def has_no_peer(of: str) -> bool:
    """Return whether the libraries lack the tokenizer: t5-small's model is not in them, nor is a training run."""
    return of == "t5-small" or "scenario=" in of


ALL = [entry for key in TEXTS for entry in text(key).all_entries if entry.computed]
WITH_PEER = [entry for entry in ALL if call(entry)[0] in PEERS and not has_no_peer(str(call(entry)[1][0]))]


@pytest.mark.parametrize(
    "entry", WITH_PEER, ids=lambda entry: " ".join(map(str, (entry.computed.args[1][0], entry.of)))
)
def test_another_library_gives_the_same_result(entry: Entry) -> None:
    name, given = call(entry)
    assert computed_result(entry) == PEERS[name](*given)


def test_each_peer_and_each_real_vocabulary_is_used() -> None:
    assert {call(entry)[0] for entry in WITH_PEER} == PEERS.keys()
    assert {given for entry in WITH_PEER for given in call(entry)[1]} >= {*PRETRAINED}
