"""Registered special tokens, compared with tiktoken and minbpe, which can register some too."""

from functools import cache

import pytest
import regex
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import BPETrainer, Corpus, EngineError, RegisteredTokenizer, load_pretrained
from bpe_engine.files import read, write
from bpe_engine.files.supported_kinds import with_registered_tokens
from tests.engine.file_samples import trained_bpe
from tests.engine.minbpe_oracle import RegexTokenizer
from tests.engine.peers import tiktoken_encoding

NAMES = ["<|user|>", "<|assistant|>"]
TEXTS = st.lists(st.sampled_from([*NAMES, "<|endoftext|>", "<|user", "Hi, ", " 東", "|>", "\n"]), max_size=6).map(
    "".join
)


@cache
def peer_of(name: str) -> tiktoken.Encoding:
    """Return tiktoken's encoding, extended as in its README."""
    base = tiktoken_encoding(name)
    first = base.max_token_value + 1
    new = {special: number for number, special in enumerate(NAMES, first)}
    return tiktoken.Encoding(
        name=f"{name}_im",
        pat_str=base._pat_str,
        mergeable_ranks=base._mergeable_ranks,
        special_tokens={**base._special_tokens, **new},
    )


EXTENDED = ("gpt2", "cl100k_base")


@pytest.mark.parametrize("name", EXTENDED)
@given(text=TEXTS, allowed=st.sets(st.sampled_from([*NAMES, "<|endoftext|>"])))
def test_registered_tokens_work_as_in_tiktoken(name: str, text: str, allowed: set[str]) -> None:
    ours, peer = RegisteredTokenizer(load_pretrained(name), NAMES), peer_of(name)
    ids = peer.encode(text, allowed_special="all")
    assert ours.encode(text, "all") == ids
    assert ours.decode(ids) == ours.decode_bytes(ids).decode() == text
    assert ours.encode(text, allowed, ()) == peer.encode(text, allowed_special=allowed, disallowed_special=())
    assert ours.encode(text, "none") == peer.encode(text, disallowed_special=())
    assert NAMES[0] not in load_pretrained(name).special_tokens


@pytest.fixture(scope="module")
def with_minbpe(tmp_path_factory: pytest.TempPathFactory) -> tuple[RegisteredTokenizer, RegexTokenizer]:
    files = write(trained_bpe("gpt4"), "minbpe")
    path = tmp_path_factory.mktemp("minbpe") / "tokenizer.model"
    path.write_bytes(files["tokenizer.model"])
    theirs = RegexTokenizer()
    theirs.load(str(path))
    theirs.compiled_pattern = regex.compile(theirs.pattern)
    ours = RegisteredTokenizer(read({"tokenizer.model": files["tokenizer.model"]}).tokenizer, NAMES)
    theirs.register_special_tokens(dict(ours.special_tokens))
    return ours, theirs


@given(text=TEXTS, allowed=st.sets(st.sampled_from(NAMES)))
def test_registered_tokens_work_as_in_minbpe(
    with_minbpe: tuple[RegisteredTokenizer, RegexTokenizer], text: str, allowed: set[str]
) -> None:
    ours, theirs = with_minbpe
    assert ours.encode(text, "all") == theirs.encode(text, "all")
    assert ours.encode(text, "none") == theirs.encode(text, "none")
    # With a set in minbpe, the others are text. In tiktoken they would be an error.
    assert ours.encode(text, allowed, ()) == theirs.encode(text, allowed)
    try:
        expected = theirs.encode(text)
    except AssertionError:
        with pytest.raises(EngineError, match="special token"):
            ours.encode(text)
    else:
        assert ours.encode(text) == expected


@pytest.mark.parametrize("name", ["bert-base-uncased", "t5-small", "mistral-7b"])
def test_every_kind_of_tokenizer_accepts_more_special_tokens(name: str) -> None:
    base = load_pretrained(name)
    ours = RegisteredTokenizer(base, NAMES)
    new = max(base.vocabulary.values()) + 1
    assert ours.encode("<|user|>hello", "all") == [new, *base.encode("hello")]
    assert ours.encode("<|user|>hello", "none") == base.encode("<|user|>hello", "none")
    assert ours.decode([new, *base.encode("hello"), new + 1]) == "<|user|>hello<|assistant|>"
    assert ours.vocab_size == base.vocab_size + 2
    assert [step.word for step in ours.encode_steps("hello")] == [step.word for step in base.encode_steps("hello")]
    assert ours.spans("hello") == base.spans("hello")


def test_known_names_keep_their_ids_and_invalid_names_are_refused() -> None:
    base = load_pretrained("bert-base-uncased")
    ours = RegisteredTokenizer(base, ["hello", "<|user|>"])
    assert ours.special_tokens["hello"] == base.vocabulary["hello"]
    assert ours.special_tokens["<|user|>"] == max(base.vocabulary.values()) + 1
    with pytest.raises(EngineError, match="empty or a duplicate"):
        RegisteredTokenizer(load_pretrained("gpt2"), ["<a>", "<a>"])
    with pytest.raises(EngineError, match=r"disallowed_special='none' is not valid\. Choose 'all'"):
        load_pretrained("gpt2").encode("text", "all", "none")


def test_registered_tokens_are_written_even_after_the_base_cached_its_tokens() -> None:
    base = BPETrainer(vocab_size=6, special_tokens=["<s>"]).train(Corpus.from_counts({"hug": 10, "pug": 5}))
    assert base.tokens_by_name == {"<s>": 0}
    written = with_registered_tokens(RegisteredTokenizer(base, ["<a>"]))
    assert written.tokens_by_name == {"<s>": 0, "<a>": 6}
    assert written.token_of_id[6] == "<a>"
    assert written.vocabulary == {**base.vocabulary, "<a>": 6}
