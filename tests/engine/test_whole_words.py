"""Tokens that no merges reach: a word equal to one becomes it, as in tiktoken and with `ignore_merges`."""

import base64
import json
import random

import pytest
import tiktoken
from tokenizers import Tokenizer as Peer

from bpe_engine import BPETokenizer, EngineError, load_pretrained
from bpe_engine.bpe.reachability import find_text
from bpe_engine.bpe.vocabulary_editing import add_tokens_by_merges, remove_tokens
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.files import read, write
from bpe_engine.inspection.prompt_ends import encode_prefixes
from bpe_engine.inspection.text_path import merge_tree
from bpe_engine.pre_tokenizers import NONE, PreTokenizer
from tests.engine.file_samples import stepwise
from tests.engine.test_files_tokenizer_json import BYTE_LEVEL, LLAMA3, in_turn, isolated

BYTES = {bytes([byte]): byte for byte in range(256)}
DOTS = {b":.": 256, b".:": 257, b".:.:": 258}


def rank_file(tokens: dict[bytes, int]) -> bytes:
    return b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in (BYTES | tokens).items())


def opened(tokens: dict[bytes, int], cut: PreTokenizer = NONE) -> BPETokenizer:
    tokenizer = read({"x.tiktoken": rank_file(tokens)}, pre_tokenizer=cut).tokenizer
    assert isinstance(tokenizer, BPETokenizer)
    return tokenizer


def peer(tokens: dict[bytes, int], pattern: str = "(?s:.+)") -> tiktoken.Encoding:
    return tiktoken.Encoding("peer", pat_str=pattern, mergeable_ranks=BYTES | tokens, special_tokens={})


def random_tokens(rng: random.Random) -> dict[bytes, int]:
    """Return ranks in random order, so that many tokens cannot be reached, and parts may rank higher than the whole."""
    tokens = dict.fromkeys(bytes(rng.choice(b"ab.") for _ in range(rng.randint(2, 6))) for _ in range(9))
    return {token: 256 + number for number, token in enumerate(tokens)}


@pytest.mark.parametrize(
    ("text", "ids"), [(".:.:", [258]), ("a.:.:", [97, 46, 256, 58]), (".:.:.", [46, 256, 256]), ("", [])]
)
def test_a_word_is_looked_up_before_it_is_merged(text: str, ids: list[int]) -> None:
    assert peer(DOTS).encode(text) == ids
    assert opened(DOTS).encode(text) == ids


def test_every_method_gives_tiktoken_s_tokens() -> None:
    rng = random.Random(29)
    whole_words = higher_parts = 0
    for _ in range(150):
        tokens = random_tokens(rng)
        ours, theirs = opened(tokens), peer(tokens)
        whole_words += len(ours.table.whole_words)
        higher_parts += sum(
            ours.vocabulary[part] > ours.vocabulary["".join(pair)] for pair in ours.merges for part in pair
        )
        texts = ["".join(chr(rng.choice(b"ab.")) for _ in range(rng.randint(1, 12))) for _ in range(8)]
        for text in [*texts, *(token.decode() for token in tokens)]:
            ids = theirs.encode(text)
            *_, last = ours.encode_steps(text)
            *_, typed = encode_prefixes(ours, text)
            assert ours.encode(text) == ids
            assert [span.token_id for span in ours.spans(text)] == ids
            assert list(last.ids) == ids
            assert [ours.vocabulary[token] for token in typed.tokens] == ids
    assert whole_words > 375
    assert higher_parts > 18


def test_a_token_may_be_built_from_parts_of_higher_rank() -> None:
    tokens = {b"aaa": 256, b"aa": 257, b"aaaa": 258}  # aa a a, aaa a, aaaa
    assert peer(tokens).encode("aaaa") == [258]
    assert opened(tokens).encode("aaaa") == [258]


def test_batches_of_words_have_the_same_ids() -> None:
    ours, theirs = opened(DOTS, PreTokenizer(r"\S+|\s+")), peer(DOTS, r"\S+|\s+")
    text = " ".join(f".:.: {number:x} :.:. .:.:." for number in range(20_000))
    assert ours.encode(text) == theirs.encode(text)


def test_a_rank_file_like_llama_3_s_round_trips_byte_for_byte() -> None:
    rng = random.Random(3)
    for tokens in (DOTS, *(random_tokens(rng) for _ in range(50))):
        (data,) = write(opened(tokens), "tiktoken").values()
        assert data == rank_file(tokens)


def test_in_tokenizer_json_it_becomes_ignore_merges_with_the_library_s_ids() -> None:
    rng = random.Random(4)
    for tokens in (DOTS, *(random_tokens(rng) for _ in range(10))):
        ours = opened(tokens)
        files = write(ours, "tokenizer.json")
        assert json.loads(files["tokenizer.json"])["model"]["ignore_merges"] == bool(ours.table.whole_words)
        library = Peer.from_str(files["tokenizer.json"].decode())
        back = stepwise({"tokenizer.json": files["tokenizer.json"]})
        assert write(back.tokenizer, "tokenizer.json") == files
        for _ in range(20):
            text = "".join(rng.choice("ab.: ") for _ in range(rng.randint(1, 12)))
            assert ours.encode(text) == back.tokenizer.encode(text) == library.encode(text).ids


@pytest.mark.parametrize("format_name", ["gpt2", "minbpe"])
def test_a_format_that_stores_only_merges_is_refused(format_name: str) -> None:
    with pytest.raises(EngineError, match=r"none lead to the token '\.:\.:'.*tokenizer\.json"):
        write(opened(DOTS), format_name)


def test_a_whole_word_token_has_no_merges_and_can_be_removed() -> None:
    ours = opened(DOTS)
    assert find_text(ours, 258).kind == "alone"
    assert merge_tree(ours, 258).parts == ()
    ours = opened(DOTS)
    assert remove_tokens(ours, [258]).tokenizer.encode(".:.:") == [46, 256, 58]
    assert remove_tokens(ours, [256]).tokenizer.encode(".:.:") == [258]
    assert add_tokens_by_merges(ours, ["ab"]).tokenizer.encode(".:.:") == [258]
    start, whole = opened(DOTS).encode_steps(".:.:")
    assert (start.symbols, start.token) == ((".", ":", ".", ":"), None)
    assert (whole.symbols, whole.token, whole.pair, whole.rank, whole.merged) == ((".:.:",), ".:.:", None, None, (0,))


def test_a_file_like_llama_3_s_has_the_library_s_ids_in_every_method() -> None:
    # Llama 3's own file is not available. Like it: a large vocabulary of ranks, its pattern, ignore_merges, 695 tokens
    # that no merges reach, here because their merges were removed, and two of its special tokens.
    file = json.loads(write(load_pretrained("cl100k_base"), "tokenizer.json")["tokenizer.json"])
    model, file["added_tokens"] = file["model"], []
    model["vocab"] = {token: number for token, number in model["vocab"].items() if number < 100_256}
    parts = {part for pair in model["merges"] for part in pair}
    ends = [pair for pair in model["merges"] if "".join(pair) not in parts and pair[0].startswith("Ġ")]
    gone = {"".join(pair) for pair in ends[:695]}
    assert len(gone) == 695
    model |= {"merges": [pair for pair in model["merges"] if "".join(pair) not in gone], "ignore_merges": True}
    library = Peer.from_str(json.dumps(file))
    library.pre_tokenizer = in_turn(isolated(LLAMA3), BYTE_LEVEL)
    library.add_special_tokens(["<|begin_of_text|>", "<|eot_id|>"])
    opened = stepwise({"tokenizer.json": library.to_str().encode()})
    ours = opened.tokenizer
    assert isinstance(ours, BPETokenizer)
    assert gone <= ours.table.whole_words.keys()
    words = [symbols_to_bytes(token).decode() for token in sorted(gone)[:100]]
    for text in ("Hello world, it's 2024!\n\n  東京 привет", "".join(words), " ".join(words), words[0] + "x"):
        ids = library.encode(text, add_special_tokens=False).ids
        assert ours.encode(text) == [span.token_id for span in ours.spans(text)] == ids
        last = {step.word: step for step in ours.encode_steps(text)}
        assert [token_id for step in last.values() for token_id in step.ids] == ids
        *_, typed = encode_prefixes(ours, text[-40:])
        assert [ours.vocabulary[token] for token in typed.tokens] == library.encode(text[-40:]).ids
    assert find_text(ours, ours.vocabulary[sorted(gone)[0]]).kind == "alone"
    text = "<|begin_of_text|>Hello<|eot_id|>"
    assert ours.encode(text, "all") == library.encode(text, add_special_tokens=False).ids
