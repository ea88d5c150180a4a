"""The path of a text from characters to ids, as values that a page can show."""

import json
import time
import unicodedata
from pathlib import Path

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import (
    BYTE_ALPHABET,
    BPETokenizer,
    BPETrainer,
    Corpus,
    EngineError,
    PreTokenizer,
    TextPath,
    load_pretrained,
    merge_tree,
    trace_text,
)
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.tokenizer import NO_ID
from tests.engine.peers import characters_known_to_all, tiktoken_encoding

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "tests" / "data"
NAMES = ["gpt2", "cl100k_base", "o200k_base"]
GPT2 = load_pretrained("gpt2")

TEXTS = st.lists(
    st.one_of(
        st.text(characters_known_to_all(), max_size=5),
        st.sampled_from(
            ["👨‍👩‍👧‍👦", "🇩🇪🇫🇷", "e\u0301", "東京", "\r\n", " ", "\x00", "<|endoftext|>", "ǅ", "가", "क्षि"]
        ),
    ),
    max_size=8,
).map("".join)


def words(path: TextPath) -> list[str]:
    return [word.text for word in path.pre_tokens()]


def test_words_symbols_and_alternatives_equal_gpt2_s() -> None:
    (word,) = trace_text(GPT2, "你好中国").pre_tokens()
    assert word.symbols == tuple("ä½łå¥½ä¸ŃåĽ½")
    assert len(word.symbols) == 12
    assert word.utf8 == "你好中国".encode()
    path = trace_text(GPT2, "Hello've world123 how's are you!!!?")
    assert words(path) == ["Hello", "'ve", " world", "123", " how", "'s", " are", " you", "!!!?"]
    assert [word.alternative.name for word in path.pre_tokens() if word.alternative] == [
        "letters", "contraction", "letters", "digits", "letters", "contraction", "letters", "letters",
        "other characters",
    ]  # fmt: skip
    _, there = trace_text(GPT2, "Hello there").pre_tokens()
    assert ("".join(there.symbols), there.tokens, there.ids) == ("Ġthere", ("Ġthere",), (612,))
    (word,) = trace_text(GPT2, " Elaborate").pre_tokens()
    expected = [GPT2.token_of_id[token_id] for token_id in tiktoken_encoding("gpt2").encode(" Elaborate")]
    assert "".join(word.symbols) == "ĠElaborate"
    assert list(word.tokens) == GPT2.bpe("ĠElaborate").split(" ") == expected


def test_each_byte_of_a_split_character_has_its_token() -> None:
    # U+6771 is E6 9D B1 in UTF-8; GPT-2 has E6 9D as a token, and B1.
    path = trace_text(GPT2, "a東")
    _, character = path.characters()
    assert (character.character, character.code_point, character.byte_start) == ("東", "U+6771", 1)
    assert [(byte.value, byte.symbol) for byte in character.bytes] == [(0xE6, "æ"), (0x9D, "Ŀ"), (0xB1, "±")]
    assert [byte.token_index for byte in character.bytes] == [1, 1, 2]
    assert [byte.id for byte in character.bytes] == [path.ids[1], path.ids[1], path.ids[2]]
    assert [(token.is_whole_characters, token.utf8, token.start, token.end) for token in path.tokens()] == [
        (True, b"a", 0, 1),
        (False, b"\xe6\x9d", 1, 2),
        (False, b"\xb1", 1, 2),
    ]
    assert [(group.text, group.first_token, group.last_token) for group in path.groups()] == [("a", 0, 1), ("東", 1, 3)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cluster", ["👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤️", "e\u0301", "क्षि"])
def test_flags_emoji_and_accented_letters_are_one_group_each(name: str, cluster: str) -> None:
    path = trace_text(load_pretrained(name), cluster * 2)
    groups = list(path.groups())
    assert [group.text for group in groups] in ([cluster] * 2, [cluster * 2])
    assert "".join(group.text for group in path.groups(graphemes=False)) == cluster * 2
    assert len(list(path.groups(graphemes=False))) >= len(groups)


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS)
def test_groups_are_the_fewest_tokens_that_form_whole_characters(name: str, text: str) -> None:
    path = trace_text(load_pretrained(name), text, "all")
    ids = [token_id for token_id in path.ids if token_id is not None]
    groups = list(path.groups(graphemes=False))
    assert "".join(group.text for group in groups) == text
    assert [0, *(group.last_token for group in groups)] == [*(group.first_token for group in groups), len(ids)]
    peer = tiktoken_encoding(name)
    for group in groups:
        assert peer.decode_bytes(ids[group.first_token : group.last_token]) == group.text.encode()
        for shorter in range(group.first_token + 1, group.last_token):
            with pytest.raises(UnicodeDecodeError):
                peer.decode_bytes(ids[group.first_token : shorter]).decode()


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS)
def test_positions_and_ids_equal_tiktoken_s(name: str, text: str) -> None:
    path, peer = trace_text(load_pretrained(name), text, "all"), tiktoken_encoding(name)
    expected = peer.encode(text, allowed_special="all")
    assert path.ids == expected
    assert "".join(words(path)) == text
    place = 0
    for token, token_id in zip(path.tokens(), expected, strict=True):
        token_bytes = peer.decode_single_token_bytes(token_id)
        assert (token.utf8, token.byte_start, token.byte_end) == (token_bytes, place, place + len(token_bytes))
        place = token.byte_end
    # tiktoken's offsets: a token that begins inside a character belongs to that character.
    assert [token.start for token in path.tokens()] == peer.decode_with_offsets(expected)[1]
    shown = [byte for character in path.characters() for byte in character.bytes]
    assert bytes(byte.value for byte in shown) == text.encode()
    for byte_place, byte in enumerate(shown):
        assert byte.token_index is not None
        (token,) = path.tokens(byte.token_index, byte.token_index + 1)
        assert token.byte_start <= byte_place < token.byte_end
        assert (byte.token, byte.id) == (token.token, token.id)


def test_special_tokens_are_marked() -> None:
    path = trace_text(load_pretrained("cl100k_base"), "a<|endoftext|>b", "all")
    assert [(word.text, word.special, word.ids) for word in path.pre_tokens()] == [
        ("a", False, (64,)),
        ("<|endoftext|>", True, (100257,)),
        ("b", False, (65,)),
    ]
    assert [token.special for token in path.tokens()] == [False, True, False]
    with pytest.raises(EngineError, match="special token"):
        trace_text(load_pretrained("cl100k_base"), "a<|endoftext|>b")


def test_text_that_a_pattern_skips_has_no_token() -> None:
    trainer = BPETrainer(vocab_size=12, special_tokens=["[UNK]"], end_of_word_symbol="</w>")
    tokenizer = trainer.train(Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))
    path = trace_text(tokenizer, "hug  é pug")
    assert [(t.token, t.id, t.start, t.end, t.byte_start, t.byte_end, t.unknown) for t in path.tokens()][-5:-3] == [
        ("[UNK]", 0, 5, 6, 5, 7, True),
        ("</w>", tokenizer.vocabulary["</w>"], 6, 6, 7, 7, False),
    ]
    assert [[byte.token for byte in character.bytes] for character in path.characters(3, 6)] == [
        [None],
        [None],
        ["[UNK]", "[UNK]"],
    ]
    assert path.ids == tokenizer.encode("hug  é pug")


def test_an_unknown_character_without_an_unknown_token_has_no_id() -> None:
    tokenizer = BPETrainer(vocab_size=10).train(Corpus.from_counts({"hug": 10, "pun": 12, "bun": 4, "hugs": 5}))
    assert trace_text(tokenizer, "xug").ids[0] is None
    assert next(trace_text(tokenizer, "xug").tokens()).token == "[UNK]"


@given(text=TEXTS)
def test_the_path_of_a_trained_byte_level_tokenizer_equals_the_library_s(text: str) -> None:
    trainer = BPETrainer(vocab_size=300, initial_alphabet=sorted(BYTE_ALPHABET))
    ours = trainer.train(Corpus.from_text("the theory of the thing 東東東 ééé"))
    peer = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=ours.vocabulary, merges=list(ours.merges)))
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False)
    text = "".join(c for c in text if unicodedata.category(c) != "Cn")  # their versions of Unicode differ
    assert trace_text(ours, text).ids == peer.encode(text).ids
    assert [(span.start, span.end) for span in ours.spans(text)] == peer.encode(text).offsets
    assert b"".join(token.utf8 for token in trace_text(ours, text).tokens()) == text.encode()


MARKED = [
    BPETrainer(vocab_size=60, special_tokens=special, **{option: mark}).train(  # type: ignore[arg-type]  # one of its options
        Corpus.from_text("the theory of the thing 東東東 ééé", "whitespace", byte_level)
    )
    for special in ([], ["[UNK]"])
    for option, mark in (("end_of_word_symbol", ""), ("end_of_word_symbol", "</w>"), ("end_of_word_suffix", "</w>"))
    for byte_level in (False, True)
]


@given(text=TEXTS, tokenizer=st.sampled_from(MARKED))
def test_spans_equal_the_positions_in_the_path(text: str, tokenizer: BPETokenizer) -> None:
    path = [(token.token, token.id, token.start, token.end) for token in trace_text(tokenizer, text, "none").tokens()]
    spans = tokenizer.spans(text)
    assert [(token, None if token_id == NO_ID else token_id, *place) for token, token_id, *place in spans] == path


def test_custom_patterns_have_no_alternatives_and_windows_are_slices() -> None:
    trainer = BPETrainer(vocab_size=30)
    tokenizer = trainer.train(Corpus.from_text("ab ab cd", pre_tokenizer=PreTokenizer(r"\w+"), byte_level=False))
    path = trace_text(tokenizer, "ab, cd")
    assert [(word.text, word.start, word.end, word.alternative) for word in path.pre_tokens()] == [
        ("ab", 0, 2, None),
        ("cd", 4, 6, None),
    ]
    path = trace_text(GPT2, "One 東 two 👨‍👩‍👧 three")
    for rows in (path.pre_tokens, path.tokens, path.characters):
        assert list(rows(2, 5)) == list(rows())[2:5]
        assert list(rows(3)) == list(rows())[3:]
        assert list(rows(5, 10_000)) == list(rows())[5:]
    with pytest.raises(EngineError, match="position 3"):
        trace_text(GPT2, "abc\ud800")
    path = trace_text(GPT2, "")
    assert (path.ids, list(path.pre_tokens()), list(path.groups()), list(path.characters())) == ([], [], [], [])


@pytest.mark.parametrize("unit", ["whale ", "你好👨‍👩‍👧e\u0301", "\u0301", "🇩🇪"])
def test_the_path_takes_time_linear_in_the_text(unit: str) -> None:
    def seconds(characters: int) -> float:
        start = time.process_time()
        path = trace_text(GPT2, (unit * characters)[:characters])
        list(path.groups())
        list(path.tokens(characters // 2, characters // 2 + 100))
        list(path.characters(characters // 2, characters // 2 + 100))
        return time.process_time() - start

    small = min(seconds(20_000) for _ in range(2))
    assert seconds(200_000) < 40 * small + 0.5  # ten times as much; quadratic time would be a hundred times


def test_a_merge_tree_goes_down_to_single_bytes() -> None:
    # vocab.bpe begins: Ġ t, Ġ a, h e, i n, r e, o n, Ġt he
    tree = merge_tree(GPT2, GPT2.vocabulary["Ġthe"])
    assert (tree.rank, [(part.token, part.rank, part.id) for part in tree.parts]) == (
        6,
        [("Ġt", 0, 256), ("he", 2, 258)],
    )
    assert [(part.token, part.rank, part.parts) for part in tree.parts[0].parts] == [("Ġ", None, ()), ("t", None, ())]
    assert merge_tree(GPT2, 50256).parts == ()
    with pytest.raises(EngineError, match="50257"):
        merge_tree(GPT2, 50257)


@pytest.mark.parametrize("name", NAMES)
def test_the_path_of_article_1_leads_to_its_ids_in_all_languages(name: str) -> None:
    for language in json.loads((ROOT / "data" / "udhr" / "article1_37.json").read_text("utf-8")).values():
        path = trace_text(load_pretrained(name), language["text"])
        assert path.ids == tiktoken_encoding(name).encode_ordinary(language["text"])
        assert "".join(group.text for group in path.groups()) == language["text"]
        symbols = "".join(symbol for word in path.pre_tokens() for symbol in word.symbols)
        assert symbols_to_bytes(symbols).decode() == language["text"]
