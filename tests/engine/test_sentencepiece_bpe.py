"""SentencePiece's BPE, step by step: ids, positions and texts are those of the library running the same models."""

import lzma
import pickle
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_engine
from bpe_engine import EngineError, SentencePieceBPE, load_pretrained
from bpe_engine.bpe.encoding import MANY_PRODUCTS, SHORT_WORD
from bpe_engine.sentencepiece.model_file import ModelFile, PieceKind
from bpe_engine.sentencepiece.normalizer import SpaceNormalizer
from bpe_engine.text.normalizers import Normalized
from tests.engine.file_samples import PLAY, refused
from tests.engine.sentencepiece_models import CONFIGURATIONS, LANGUAGES, model, peer, written
from tests.engine.test_t5 import HOSTILE

MISTRAL = Path(bpe_engine.__file__).parent / "data" / "mistral-7b.xz"
SPECIAL = [("<unk>", 0.0, PieceKind.UNKNOWN), ("<s>", 0.0, PieceKind.CONTROL), ("</s>", 0.0, PieceKind.CONTROL)]

ANY_TEXT = st.one_of(
    st.text(
        st.one_of(
            st.sampled_from("the a▁ 東éé½ﬁ \n\t🎉\u0301\0\u3000Ａ<>sepx19"), st.characters(exclude_categories=["Cs"])
        ),
        max_size=40,
    ),
    st.lists(
        st.sampled_from(["the", " ", "  ", "▁", "<sep>", "ab", "<0x0A>", "</s>", "thou ", "aß", "東京", "\n", "12"])
    ).map("".join),
)


class ByTheLibrary:
    """A model's rules, run by the library in this process; opened files use a separate one."""

    def __init__(self, data: bytes) -> None:
        self.library = peer(data)

    def normalize(self, text: str) -> str:
        return self.aligned(text).text

    def aligned(self, text: str) -> Normalized:
        changed, offsets = self.library.normalize(text, with_offsets=True)
        return Normalized(changed, offsets[:-1], offsets[1:])


def tokenizer_of(data: bytes) -> SentencePieceBPE:
    file = ModelFile(data)
    return SentencePieceBPE(file, normalizer=ByTheLibrary(data) if file.has_character_map else None)


@cache
def tokenizer_and_peer(configuration: str) -> tuple[SentencePieceBPE, Any]:
    data = lzma.decompress(MISTRAL.read_bytes()) if configuration == "mistral" else model(configuration)
    ours = load_pretrained("mistral-7b") if configuration == "mistral" else tokenizer_of(data)
    return ours, peer(data)


def assert_equal(ours: SentencePieceBPE, library: Any, text: str) -> None:
    """Compare ids, positions, the decoded text, and the result of the steps."""
    expected = library.EncodeAsOffsetMapping(text)
    assert ours.encode(text, "none") == expected["ids"] == library.encode(text)
    assert [(span.token_id, (span.start, span.end)) for span in ours.spans(text)] == list(
        zip(expected["ids"], expected["offsets"], strict=True)
    )
    assert ours.decode(expected["ids"]) == library.decode(expected["ids"])
    assert ours.normalized(text).text == library.normalize(text)
    latest = {step.word: step.symbols for step in ours.encode_steps(text)}
    symbols = [symbol for word in latest.values() for symbol in word]
    ids = [ours.vocabulary.get(symbol, ours.unk_id) for symbol in symbols]
    for place in range(len(ids) - 1, 0, -1):
        if ids[place] == ids[place - 1] == ours.unk_id:
            del ids[place]
    assert ids == expected["ids"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_mistral_s_ids_equal_sentencepiece_s_in_37_languages(code: str) -> None:
    assert_equal(*tokenizer_and_peer("mistral"), LANGUAGES[code])


@pytest.mark.parametrize("configuration", ["mistral", *CONFIGURATIONS])
def test_ids_of_hostile_text_equal_sentencepiece_s(configuration: str) -> None:
    for text in (*HOSTILE.values(), *list(LANGUAGES.values())[::6], PLAY[:3_000], "<ctl> <sep>  a ab</s>"):
        assert_equal(*tokenizer_and_peer(configuration), text)


@settings(max_examples=100)
@given(configuration=st.sampled_from(["mistral", *CONFIGURATIONS]), text=ANY_TEXT)
def test_ids_of_any_text_equal_sentencepiece_s(configuration: str, text: str) -> None:
    assert_equal(*tokenizer_and_peer(configuration), text)


@settings(max_examples=60)
@given(
    configuration=st.sampled_from(["mistral", *CONFIGURATIONS]),
    ids=st.lists(st.one_of(st.integers(0, 12), st.integers(0, 300), st.integers(0, 900)), max_size=10),
)
def test_any_ids_decode_to_sentencepiece_s_text(configuration: str, ids: Sequence[int]) -> None:
    ours, library = tokenizer_and_peer(configuration)
    ids = [token_id for token_id in ids if token_id < ours.vocab_size]
    assert ours.decode(ids) == library.decode(ids)


def test_ids_of_a_long_text_equal_sentencepiece_s() -> None:
    ours, library = tokenizer_and_peer("mistral")
    for text in (PLAY[:100_000], "x" * 20_000, " " * 20_000, "東" * 5_000, "ab" * 9_999 + "\n" * 999):
        assert ours.encode(text) == library.encode(text)


@pytest.mark.parametrize("seed", range(40))
def test_equal_scores_and_arbitrary_pieces_give_sentencepiece_s_ids(seed: int) -> None:
    # In Mistral's own file, runs of spaces share a score. Here nearly all pieces do, and some characters are missing.
    draw = random.Random(seed)
    single = [(letter, float(-draw.randrange(9)), PieceKind.NORMAL) for letter in "abc▁" if draw.random() < 0.8]
    texts = {"".join(draw.choice("abc▁") for _ in range(draw.randrange(2, 6))) for _ in range(25)}
    longer = [(text, float(-draw.randrange(3)), PieceKind.NORMAL) for text in sorted(texts)]
    byte_pieces = [(f"<0x{byte:02X}>", 0.0, PieceKind.BYTE) for byte in range(256)] if seed % 2 else []
    data = written(
        [*SPECIAL, *byte_pieces, *single, *longer],
        add_dummy_prefix=bool(seed & 2),
        remove_extra_whitespaces=bool(seed & 4),
        escape_whitespaces=seed % 5 > 0,
    )
    ours, library = tokenizer_of(data), peer(data)
    for _ in range(60):
        assert_equal(ours, library, "".join(draw.choice("abc ▁d") for _ in range(draw.randrange(100))))


@pytest.mark.parametrize("seed", range(20))
def test_long_words_with_equal_scores_give_sentencepiece_s_ids(seed: int) -> None:
    # Any two characters are within a piece, so a text is one word.
    draw = random.Random(seed)
    letters = "ab▁"
    texts = {"".join(draw.choices(letters, k=draw.randrange(2, 7))) for _ in range(30)}
    pairs = {left + right for left in letters for right in letters}
    single = [(letter, float(-draw.randrange(9)), PieceKind.NORMAL) for letter in letters]
    longer = [(text, float(-draw.randrange(3)), PieceKind.NORMAL) for text in sorted(texts | pairs)]
    data = written([*SPECIAL, *single, *longer], add_dummy_prefix=bool(seed % 2), remove_extra_whitespaces=False)
    ours, library = tokenizer_of(data), peer(data)
    assert MANY_PRODUCTS in ours.table.products
    for _ in range(6):
        part = "".join(draw.choices("ab ", k=draw.randrange(1, 5)))
        text = "".join(draw.choices([part, *"ab "], [4, 1, 1, 1], k=80))
        (word,) = ours._words(ours.normalizer.normalize(text))
        assert len(word.text) > SHORT_WORD
        assert_equal(ours, library, text)


def test_ranking_by_piece_order_would_change_ids_in_runs_of_spaces() -> None:
    ours, library = tokenizer_and_peer("mistral")
    text = "x" + " " * 7 + "y"
    (ranks,) = {ours.table.rank_of[key] for key in ours.table.product_of}
    assert ranks == len(ours.table.products) - 1  # all that share a score, the lowest
    assert ours.encode(text) == library.encode(text)


def test_steps_are_merges_by_score_then_bytes() -> None:
    ours, _ = tokenizer_and_peer("mistral")
    steps = list(ours.encode_steps("hi ꙮ"))
    assert [(step.word, "|".join(step.symbols), step.pair, step.bytes_of) for step in steps] == [
        (0, "▁|h|i", None, ()),
        (0, "▁h|i", ("▁", "h"), ()),
        (0, "▁hi", ("▁h", "i"), ()),
        (1, "▁|ꙮ", None, ()),
        (1, "▁|<0xEA>|<0x99>|<0xAE>", None, ("ꙮ",)),
    ]
    assert steps[-1].merged == (1, 2, 3)
    assert [step.merged for step in steps[:3]] == [(), (0,), (0,)]
    for before, step in zip(steps, steps[1:], strict=False):
        if step.rank is not None:
            assert step.rank == min(candidate.rank for candidate in before.candidates)


def test_without_byte_pieces_a_run_of_unknown_characters_is_one_piece() -> None:
    ours, library = tokenizer_and_peer("as it comes")
    assert ours.tokenize("ꙮꙮ a ꙮ") == ["▁", "<unk>", "▁a", "▁", "<unk>"]
    assert [(span.start, span.end) for span in ours.spans("ꙮꙮ")] == [(0, 0), (0, 2)]
    assert ours.is_unknown(library.unk_id())


def test_special_tokens_are_an_error_allowed_or_text_and_a_copy_gives_the_same_ids() -> None:
    ours, library = tokenizer_and_peer("mistral")
    assert ours.special_tokens == {"<unk>": 0, "<s>": 1, "</s>": 2}
    with pytest.raises(EngineError, match=r"special token '</s>' at position 2"):
        ours.encode("hi</s>")
    assert ours.encode("hi</s>", "all") == [*library.encode("hi"), library.eos_id()]
    ours, library = tokenizer_and_peer("mistral")
    assert pickle.loads(pickle.dumps(ours)).encode("ﬁ tokenizers") == library.encode("ﬁ tokenizers")


def test_tokens_have_bytes_and_invalid_ids_and_surrogates_are_refused() -> None:
    ours, library = tokenizer_and_peer("mistral")
    newline = library.piece_to_id("<0x0A>")
    assert (ours.token(newline), ours.token_bytes(newline)) == ("<0x0A>", b"\n")
    assert ours.token_bytes(library.piece_to_id("▁the")) == "▁the".encode()
    broken = [library.piece_to_id(piece) for piece in ("<0xE6>", "<0x9D>", "▁a")]
    assert ours.decode(broken) == library.decode(broken) == "\ufffd\ufffd a"
    refused(lambda: ours.decode(broken, "strict"), "byte 0xE6 is not valid UTF-8 where it occurs")
    ours, _ = tokenizer_and_peer("mistral")
    for ask in (ours.encode, ours.tokenize, ours.spans, ours.normalized, lambda text: list(ours.encode_steps(text))):
        refused(lambda ask=ask: ask("a\ud83d"), r"half a character at position 1: the lone surrogate U\+D83D")
    refused(lambda: ours.decode([32_000]), "Id 32000 is not in the vocabulary")


@pytest.mark.parametrize(
    ("piece", "reason"),
    [
        (("ab", 0.0, PieceKind.UNUSED), "Its token 'ab' is marked as unused"),
        (("a", 0.0, PieceKind.CONTROL), "Its special token 'a' is a single character"),
        (("ab", float("nan"), PieceKind.NORMAL), "The score of its token 'ab' is not a number"),
        (("a" * 201, 0.0, PieceKind.NORMAL), "It has a token of 201 characters; more than 200 take too long"),
    ],
)
def test_a_model_that_only_the_library_can_run_is_refused_with_the_reason(
    piece: tuple[str, float, PieceKind], reason: str
) -> None:
    refused(lambda: tokenizer_of(written([*SPECIAL, piece])), reason)


def test_a_model_with_rules_needs_a_normalizer() -> None:
    refused(lambda: SentencePieceBPE(ModelFile(model("as it comes"))), "by rules that only the library applies")


@settings(max_examples=80)
@given(
    text=ANY_TEXT,
    spaces=st.fixed_dictionaries(
        {key: st.booleans() for key in ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")}
    ),
    symbols=st.sampled_from([(), ("ab", " "), ("<sep>", "  ", " a", "▁")]),
)
def test_spaces_are_normalized_as_in_sentencepiece(text: str, spaces: dict[str, bool], symbols: Sequence[str]) -> None:
    own = [(symbol, 0.0, PieceKind.USER_DEFINED) for symbol in symbols]
    data = written([*SPECIAL, *own, ("x", 0.0, PieceKind.NORMAL)], **spaces)
    changed, offsets = peer(data).normalize(text, with_offsets=True)
    found = SpaceNormalizer.of(ModelFile(data)).aligned(text)
    assert found.text == changed
    if changed:
        assert [*found.starts, found.ends[-1]] == offsets
