"""Tokens removed from a vocabulary and added to it, compared with tokenizers and tiktoken on the resulting files."""

import base64
import random
from collections.abc import Iterator
from functools import cache

import pytest
import tiktoken
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BPETokenizer, EngineError, load_pretrained
from bpe_engine.bpe.reachability import merges_lead_to
from bpe_engine.bpe.vocabulary_editing import add_special_tokens, add_tokens_by_merges, remove_tokens
from bpe_engine.files import write
from bpe_engine.vocabularies.pretrained import load_pretrained_bpe, official_file
from tests.engine.file_samples import PLAY, TEXTS, trained_bpe, trained_on_characters

WORDS = [" tokenizers", " knife's", "unbelievablest", "  ", "東京都庁"]
SHIPPED = ["gpt2", "cl100k_base", "o200k_base"]


def in_tiktoken(ours: BPETokenizer) -> tiktoken.Encoding:
    lines = write(ours, "tiktoken")["tokenizer.tiktoken"].splitlines()
    return tiktoken.Encoding(
        "mine",
        pat_str=ours.pre_tokenizer.pattern,
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)},
        special_tokens=dict(ours.special_tokens),
    )


def in_tokenizers(ours: BPETokenizer) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_str(write(ours, "tokenizer.json")["tokenizer.json"].decode())


def cut_and_grown(ours: BPETokenizer, seed: int, special: tuple[str, ...] = ("<|cut|>",)) -> BPETokenizer:
    """Return a vocabulary without some tokens, including parts of many others, and with tokens added both ways."""
    choose = random.Random(seed)
    made = sorted(set(ours.vocabulary.values()) - set(ours.tokens_by_name.values()))[256:]
    out = [*made[20:200:37], *choose.sample(made, min(len(made) // 10, 500))]
    smaller = remove_tokens(ours, out).tokenizer
    return add_special_tokens(add_tokens_by_merges(smaller, _new(smaller)).tokenizer, special)


def _new(ours: BPETokenizer) -> list[str]:
    return [word for word in WORDS if len(ours.tokenize(word)) > 1 and ours.words(word) == [word]]


@cache
def shipped_cut_and_grown(name: str) -> BPETokenizer:
    return cut_and_grown(load_pretrained_bpe(name), 1)


def random_texts(ours: BPETokenizer, seed: int) -> Iterator[str]:
    choose = random.Random(seed)
    known = [ours.decode([token_id]) for token_id in choose.sample(sorted(ours.token_of_id), 300)]
    parts = [*known, *WORDS, "<|cut|>", " ", "\n", "é", "the", "\u4eac", "👩\u200d👧"]
    for _ in range(60):
        yield "".join(choose.choices(parts, k=25)).replace("<|endo", "").replace("<|fim", "")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_file_gives_the_same_ids_in_tiktoken(name: str) -> None:
    ours = shipped_cut_and_grown(name)
    peer = in_tiktoken(ours)
    for text in (*TEXTS, *random_texts(load_pretrained_bpe(name), 2)):
        assert ours.encode(text, "all") == peer.encode(text, allowed_special="all")


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
def test_the_file_gives_the_same_ids_in_tokenizers(name: str) -> None:
    ours = shipped_cut_and_grown(name)
    peer = in_tokenizers(ours)
    for text in (*TEXTS, *random_texts(load_pretrained_bpe(name), 2)):
        assert ours.encode(text, "all") == peer.encode(text).ids


@pytest.mark.parametrize("seed", range(3))
def test_a_trained_vocabulary_gives_the_same_ids_in_both_libraries(seed: int) -> None:
    ours = cut_and_grown(trained_bpe("gpt4", special=("<|end|>",)), seed)
    peer, other = in_tokenizers(ours), in_tiktoken(ours)
    for text in (*TEXTS, *random_texts(ours, seed)):
        assert ours.encode(text, "all") == peer.encode(text).ids == other.encode(text, allowed_special="all")


@pytest.mark.parametrize("suffix", ["", "</w>"])
def test_a_character_level_vocabulary_gives_the_same_ids_in_tokenizers(suffix: str) -> None:
    ours = trained_on_characters(suffix)
    made = [ours.vocabulary["".join(pair)] for pair in ours.merges]
    cut = remove_tokens(ours, made[5:300:31])
    assert cut.lost
    grown = add_tokens_by_merges(cut.tokenizer, ["thematically"]).tokenizer
    peer = in_tokenizers(grown)
    for text in (PLAY[:2000], "thematically the thematically."):
        assert grown.encode(text) == peer.encode(text).ids
    assert grown.tokenize("thematically") == ["thematically" + suffix]


def test_dead_merges_equal_those_found_in_the_published_list() -> None:
    lines = [line.split(" ") for line in official_file("gpt2").decode().splitlines()[1:]]
    cut = remove_tokens(
        load_pretrained_bpe("gpt2"), [load_pretrained("gpt2").vocabulary[token] for token in ("Ġthe", "ing")]
    )
    gone, dead = {"Ġthe", "ing"}, []
    for rank, (left, right) in enumerate(lines):  # a part is always made first
        if {left, right, left + right} & gone:
            dead.append(rank)
            gone.add(left + right)
    assert [merge.rank for merge in cut.dead] == dead
    lost = [load_pretrained("gpt2").token(token_id) for token_id in cut.lost]
    assert {*lost, "Ġthe", "ing"} == gone
    assert [merge.role for merge in cut.dead].count("makes") == 2
    assert cut.tokenizer.vocab_size == 50257 - len(gone)


@given(st.sets(st.integers(0, 299), min_size=1, max_size=12))
@settings(max_examples=40, deadline=None)
def test_the_remaining_tokens_are_those_that_merges_still_reach(out: set[int]) -> None:
    ours = trained_bpe()
    made = [ours.vocabulary["".join(pair)] for pair in ours.merges]
    cut = remove_tokens(ours, [made[rank] for rank in out])
    assert all(merges_lead_to(cut.tokenizer, token_id) for token_id in cut.tokenizer.vocabulary.values())
    # With the same merges, and the lost tokens still in the vocabulary, none of them is made.
    smaller = BPETokenizer(
        vocabulary=ours.vocabulary,
        merges=cut.tokenizer.merges,
        pre_tokenizer=ours.pre_tokenizer,
        byte_level=True,
    )
    gone = {*cut.lost, *(made[rank] for rank in out)}
    assert {i for i in ours.vocabulary.values() if not merges_lead_to(smaller, i)} == gone


def test_all_other_tokens_keep_their_ids_and_merges() -> None:
    ours = load_pretrained_bpe("gpt2")
    grown, merges = add_tokens_by_merges(ours, [" tokenizers", "unbelievablest", "東京都庁"])
    old = ours.vocabulary
    assert {token: grown.vocabulary[token] for token in old} == old
    for word, made in merges.items():
        assert grown.encode(word) == [made[-1][2]]
        assert made[-1][1] == "".join(ours.tokenize(word))
        assert len(made) <= len(ours.tokenize(word)) - 1
    new = [token_id for made in merges.values() for *_, token_id in made]
    assert new == list(range(50257, 50257 + len(new)))


def test_tiktoken_accepts_gaps_in_ids_but_not_with_an_explicit_size() -> None:
    ours = remove_tokens(load_pretrained_bpe("gpt2"), [262]).tokenizer
    peer = in_tiktoken(ours)
    assert peer.n_vocab == 50257  # one above the last id
    assert peer.encode(" the") == [256, 258]
    with pytest.raises(KeyError):
        peer.decode([262])
    with pytest.raises(AssertionError):
        tiktoken.Encoding(
            "mine",
            pat_str=ours.pre_tokenizer.pattern,
            mergeable_ranks=peer._mergeable_ranks,
            special_tokens=peer._special_tokens,
            explicit_n_vocab=ours.vocab_size,
        )


def test_tokenizers_gives_later_added_tokens_ids_that_are_taken() -> None:
    # It counts tokens, so with missing ids, the number belongs to another token. The file has it in its vocabulary.
    ours = remove_tokens(load_pretrained_bpe("gpt2"), [262, 50256]).tokenizer
    peer = in_tokenizers(ours)
    assert len(peer.get_vocab()) == ours.vocab_size
    peer.add_special_tokens(["<|new|>"])
    assert peer.token_to_id("<|new|>") in ours.vocabulary.values()
    ours = add_special_tokens(ours, ["<|new|>"])
    assert in_tokenizers(ours).token_to_id("<|new|>") == 50256 == ours.vocabulary["<|new|>"]


def test_special_tokens_can_be_removed_even_the_unknown_token() -> None:
    ours = remove_tokens(load_pretrained_bpe("gpt2"), [50256])
    assert (ours.dead, ours.lost, ours.tokenizer.special_tokens) == ((), (), {})
    assert len(ours.tokenizer.encode("<|endoftext|>", "all")) == 7
    assert len(in_tokenizers(ours.tokenizer).encode("<|endoftext|>").ids) == 7
    ours = trained_on_characters()
    cut = remove_tokens(ours, [ours.vocabulary["[UNK]"]]).tokenizer
    assert ours.encode("東")
    with pytest.raises(EngineError, match="'東' is not in the vocabulary"):
        cut.encode("東")
    assert remove_tokens(ours, []).tokenizer is ours


def test_impossible_edits_are_refused() -> None:
    ours = load_pretrained_bpe("gpt2")
    with pytest.raises(EngineError, match=r"No merge makes the token 'A' \(id 32\)"):
        remove_tokens(ours, [32])
    with pytest.raises(EngineError, match="60000"):
        remove_tokens(ours, [60000])
    with pytest.raises(EngineError, match=r"pre-tokenizer turns it into under \|  the, and"):
        add_tokens_by_merges(ours, ["under the"])
    with pytest.raises(EngineError, match="' the' is already a token, with id 262"):
        add_tokens_by_merges(ours, [" the"])
    with pytest.raises(EngineError, match="token, with id 50256"):
        add_special_tokens(ours, ["<|endoftext|>"])
    with pytest.raises(EngineError, match="201 characters"):
        add_tokens_by_merges(ours, ["a" * 201])
    with pytest.raises(EngineError, match="'東' is not in the vocabulary"):
        add_tokens_by_merges(trained_on_characters(special=()), ["a東"])
    with pytest.raises(EngineError, match="base symbols"):
        remove_tokens(trained_on_characters(), [trained_on_characters().vocabulary["a"]])
