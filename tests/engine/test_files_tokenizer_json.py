"""tokenizer.json: how the tokenizers library reads ours, and how we read its."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Regex, decoders, models, normalizers, pre_tokenizers, processors, trainers

from bpe_engine import (
    BPETokenizer,
    BPETrainer,
    Corpus,
    EngineError,
    PreTokenizer,
    RegisteredTokenizer,
    Tokenizer,
    load_pretrained,
)
from bpe_engine.files import OpenedTokenizer, isolated_library, read, tokenizer_json, tokenizers_process, write
from bpe_engine.files.oniguruma import from_onig, to_onig
from bpe_engine.files.pre_tokenizer_json import MATCH_ALL, NoStepsError, read_pre_tokenizer
from bpe_engine.inspection.text_path import trace_text
from bpe_engine.pre_tokenizers import GPT2, GPT4, GPT4_MINBPE, GPT4O, NONE, QWEN, WHITESPACE
from bpe_engine.tokenizers.whole_units import CharacterTrainer, WordLevelTrainer
from bpe_engine.unigram.trainer import UnigramTrainer
from bpe_engine.wordpiece.trainer import WordPieceTrainer
from tests.engine import sandbox_functions
from tests.engine.file_samples import (
    CODE,
    PLAY,
    TEXTS,
    can_load,
    mutated,
    refused,
    stepwise,
    tokenizer_of_bytes,
    trained_bpe,
    trained_on_characters,
)
from tests.engine.peers import characters_known_to_all

(LLAMA3,) = MATCH_ALL
QWEN2 = QWEN.pattern
DEEPSEEK = (
    r"\p{N}{1,3}",
    r"[一-龥぀-ゟ゠-ヿ]+",
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
    r"""| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+""",
)
BYTE_LEVEL = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)


def isolated(pattern: str) -> Any:
    return pre_tokenizers.Split(Regex(pattern), "isolated")


def in_turn(*steps: Any) -> Any:
    return pre_tokenizers.Sequence(list(steps))


STEPWISE: dict[str, Callable[[], Any]] = {
    "GPT-2": lambda: pre_tokenizers.ByteLevel(add_prefix_space=False),
    "bytes of the whole text": lambda: BYTE_LEVEL,
    "GPT-4": lambda: in_turn(isolated(to_onig(GPT4)), BYTE_LEVEL),
    "Llama 3": lambda: in_turn(isolated(LLAMA3), BYTE_LEVEL),
    "Qwen 2": lambda: in_turn(isolated(QWEN2), BYTE_LEVEL),
    "DeepSeek": lambda: in_turn(*map(isolated, DEEPSEEK), BYTE_LEVEL),
    "StarCoder": lambda: in_turn(pre_tokenizers.Digits(True), pre_tokenizers.ByteLevel(add_prefix_space=False)),
    "digits together": lambda: in_turn(pre_tokenizers.Digits(False), BYTE_LEVEL),
    "words and signs": pre_tokenizers.Whitespace,
    "white space": pre_tokenizers.WhitespaceSplit,
    "BERT": pre_tokenizers.BertPreTokenizer,
    "hyphens": lambda: pre_tokenizers.CharDelimiterSplit("-"),
    "nothing": lambda: None,
    "sequences in sequences": lambda: in_turn(in_turn(pre_tokenizers.WhitespaceSplit()), pre_tokenizers.Digits(True)),
}  # fmt: skip
SPLITS: dict[str, Callable[[], Any]] = STEPWISE | {
    **{
        f"{pattern} {behavior} {invert}": partial(pre_tokenizers.Split, Regex(pattern), behavior, invert)
        for pattern in (
            *(r"\w+", r"[\w']+|\s+|.", r"[^\w]", r"[ea]|$", r"^.", r"a*", r"(?i:the)|(?<=a)b"),
            *(r"a*?", r"a??|b", r"a*|b", r"a+?b", r"|e", r"(?=b)|b"),  # some prefer to match nothing
        )
        for behavior in ("isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous")
        for invert in (False, True)
    },
    **{
        f"punctuation {behavior}": partial(pre_tokenizers.Punctuation, behavior)
        for behavior in ("isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous")
    },
    "a string": lambda: pre_tokenizers.Split(".", "isolated"),
}  # fmt: skip


@cache
def peer_of(name: str) -> tokenizers.Tokenizer:
    """Return a tokenizer trained by the library itself, with one of those pre-tokenizers."""
    return trained_there(STEPWISE[name]())


def trained_there(pre_tokenizer: Any, **options: Any) -> tokenizers.Tokenizer:
    byte_level = "ByteLevel" in repr(pre_tokenizer)
    peer = tokenizers.Tokenizer(models.BPE(**({} if byte_level else {"unk_token": "[UNK]"}), **options))
    if pre_tokenizer is not None:
        peer.pre_tokenizer = pre_tokenizer
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        show_progress=False,
        special_tokens=["<|end|>"] + ([] if byte_level else ["[UNK]"]),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet() if byte_level else [],
    )
    peer.train_from_iterator([PLAY[:15_000], CODE], trainer)
    return peer


def saved(peer: tokenizers.Tokenizer) -> dict[str, bytes]:
    return {"tokenizer.json": peer.to_str().encode()}


def changed(peer: tokenizers.Tokenizer, **parts: Any) -> dict[str, bytes]:
    """Return its file with keys of the model changed."""
    content = json.loads(peer.to_str())
    content["model"] |= parts
    return {"tokenizer.json": json.dumps(content).encode()}


def ids_there(peer: tokenizers.Tokenizer, text: str) -> list[int]:
    return peer.encode(text, add_special_tokens=False).ids


@pytest.fixture
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try hundreds of files in this process; a process for each would take a minute."""

    def try_here(_load: Any, tried: Any, file: str, data: bytes, texts: Sequence[str]) -> Any:
        try:
            loaded = tokenizers.Tokenizer.from_str(data.decode())
            loaded.no_truncation()
            loaded.no_padding()
        except BaseException as error:
            raise EngineError("{file} is refused: {problem}", file=file, problem=str(error)) from None
        return tried(loaded, texts)

    monkeypatch.setattr(tokenizer_json, "probe_library", try_here)


# ---- Ours, in the library

CUTTERS = ("gpt2", "gpt4", "gpt4-minbpe", "gpt4o", "whitespace", "none")


def of_words(trainer: Any, size: int = 200, **options: Any) -> Any:
    unknown = "<unk>" if trainer is UnigramTrainer else "[UNK]"
    options = {"special_tokens": [unknown, "<|end|>"], "unk_token": unknown} | options
    return trainer(vocab_size=size, **options).train(Corpus.from_text(PLAY[:20_000], "whitespace", byte_level=False))


@pytest.mark.parametrize(
    "ours",
    [
        partial(load_pretrained, "gpt2"),
        partial(load_pretrained, "bert-base-uncased"),
        *(partial(of_words, trainer) for trainer in (WordLevelTrainer, WordPieceTrainer, UnigramTrainer)),
        partial(of_words, CharacterTrainer, 50),
        *(partial(trained_bpe, name, special=("<|end|>",)) for name in CUTTERS),
        trained_on_characters,
        lambda: trained_on_characters("</w>"),
        lambda: tokenizer_of_bytes([b"ab", b" \n#", b"\xf0\x9f"], PreTokenizer(r"[\w']+|\d|  ?|^x|y$")),
    ],
)  # fmt: skip
def test_a_written_file_gives_the_same_ids_in_the_library_and_here(ours: Callable[[], Tokenizer]) -> None:
    before = ours()
    files = write(before, "tokenizer.json")
    peer = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())
    opened = stepwise(files)
    assert opened.tokenizer.vocabulary == before.vocabulary
    assert opened.tokenizer.special_tokens == before.special_tokens
    for text in (*TEXTS, "x\ny\nx", "x y\n", "ünïted [MASK] 東京 unaffable!", "x" * 150):
        ids = before.encode(text, "all")
        assert ids == ids_there(peer, text) == opened.tokenizer.encode(text, "all")
        assert opened.tokenizer.tokenize(text) == before.tokenize(text)
        if (
            isinstance(before, BPETokenizer)
            and before.byte_level
            and before.pre_tokenizer in (GPT2, GPT4, GPT4_MINBPE, GPT4O, NONE)
        ):
            assert peer.decode(ids, skip_special_tokens=False) == text


@settings(max_examples=60)
@given(st.text(st.sampled_from('a #\n\r\t\x00\x1b\u00a0\u2028"\\é東🎉'), min_size=2, max_size=5))
def test_any_character_in_a_token_round_trips(token: str) -> None:
    prefixes = [token[:end] for end in range(2, len(token) + 1)]
    vocabulary = {symbol: number for number, symbol in enumerate(dict.fromkeys([*sorted(set(token)), *prefixes]))}
    ours = BPETokenizer(
        vocabulary=vocabulary, merges=[(prefix[:-1], prefix[-1]) for prefix in prefixes], pre_tokenizer=NONE
    )
    peer = tokenizers.Tokenizer.from_str(write(ours, "tokenizer.json")["tokenizer.json"].decode())
    for text in (token, token * 2, token[::-1]):
        assert ours.encode(text) == ids_there(peer, text)


def test_tokenizers_that_the_library_does_not_support_are_refused_with_a_way_out() -> None:
    paper = BPETrainer(vocab_size=20, end_of_word_symbol="</w>").train(Corpus.from_counts({"low": 5, "lower": 2}))
    refused(lambda: write(paper, "tokenizer.json"), "end_of_word_suffix='</w>'")
    lookback = tokenizer_of_bytes([b"ab"], PreTokenizer(r"\p{N}{1,3}+|\b\w"))
    refused(lambda: write(lookback, "tokenizer.json"), "reads differently.*minbpe or tiktoken")
    nothing = tokenizer_of_bytes([b"ab"], PreTokenizer(r"a*|b"))
    there = pre_tokenizers.Split(Regex(r"a*|b"), "removed", invert=True)
    assert (there.pre_tokenize_str("ba"), PreTokenizer(r"a*|b").split("ba")) == ([("a", (1, 2))], ["b", "a"])
    refused(lambda: write(nothing, "tokenizer.json"), "can match an empty string.*with \\+ instead of")
    refused(
        lambda: write(tokenizer_of_bytes([b"ab"], PreTokenizer(r"(?=b)|b")), "tokenizer.json"),
        "can match an empty string",
    )
    half = BPETokenizer(vocabulary={"\ud800": 0}, merges=[], pre_tokenizer=NONE)
    refused(lambda: write(half, "tokenizer.json"), "half a character, the lone surrogate U\\+D800")


# ---- The library's, here


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("name", STEPWISE)
def test_a_tokenizer_trained_by_the_library_has_steps_and_its_ids(name: str) -> None:
    peer = peer_of(name)
    opened = stepwise(saved(peer))
    assert isinstance(opened.tokenizer, BPETokenizer)
    for text in TEXTS:
        assert opened.tokenizer.encode(text, "all") == ids_there(peer, text)
        if len(text) > 2000:
            continue
        ids = {step.word: step.ids for step in opened.tokenizer.encode_steps(text)}
        tokens = [token_id for word in sorted(ids) for token_id in ids[word] if token_id is not None]
        assert tokens == [token_id for token_id in opened.tokenizer._ids(text) if token_id != opened.tokenizer.unk_id]


def cuts_alike(name: str, text: str) -> None:
    theirs = SPLITS[name]()
    if theirs is None:
        return
    peer = tokenizers.Tokenizer(models.BPE())
    peer.pre_tokenizer = theirs
    ours = read_pre_tokenizer(json.loads(peer.to_str())["pre_tokenizer"]).pre_tokenizer
    pieces = ours.pre_tokens(text)
    assert [(piece.start, piece.start + len(piece.text)) for piece in pieces] == [
        place for _, place in theirs.pre_tokenize_str(text)
    ]
    words = ours.split(text)
    assert [piece.text for piece in pieces] == words
    assert ours.count([text, text]) == Counter(words + words)


@pytest.mark.parametrize("name", [*SPLITS][::2])  # the next test draws from the others
def test_pre_tokens_equal_the_library_s(name: str) -> None:
    for text in (*TEXTS[1:], "baab", "ab"):
        cuts_alike(name, text)


@settings(max_examples=60)
@given(
    name=st.sampled_from([*SPLITS]),
    text=st.text(st.one_of(st.sampled_from("aabb e-.'1²½\n\r\t theT"), characters_known_to_all())),
)
def test_pre_tokens_of_any_text_equal_the_library_s(name: str, text: str) -> None:
    cuts_alike(name, text)


def test_published_patterns_are_recognized_by_name() -> None:
    for pre_tokenizer in (GPT2, GPT4, GPT4_MINBPE, GPT4O, WHITESPACE, NONE):
        files = write(tokenizer_of_bytes([b"ab"], pre_tokenizer), "tokenizer.json")
        assert read(files).tokenizer.pre_tokenizer is pre_tokenizer


def test_a_word_class_within_brackets_means_what_it_means_in_the_library() -> None:
    vocabulary = {token: number for number, token in enumerate(["<u>", *"xm²½ ", "x²", "m½", "½x"])}
    merges = [("x", "²"), ("m", "½"), ("½", "x")]
    for pattern in (r"[\w']+|\s+|.", r"[^\w]", r"\w+|\s"):
        peer = tokenizers.Tokenizer(models.BPE(vocab=vocabulary, merges=merges, unk_token="<u>"))
        peer.pre_tokenizer = isolated(pattern)
        opened = stepwise(saved(peer))
        for text in (*TEXTS, "x² m³ m½x ½x²x ¹x¼m¾"):
            assert opened.tokenizer.encode(text, "all") == ids_there(peer, text)


def test_files_with_unsupported_patterns_run_in_the_library() -> None:
    patterns = {"too long": "|".join(f"w{number}" for number in range(600)), "invalid here": r"\w+(?=x{2,1})"}
    for pattern in patterns.values():
        peer = trained_there(in_turn(isolated(pattern), BYTE_LEVEL))
        opened = read(saved(peer))
        assert not opened.has_steps
        assert "pattern that cannot be used here" in str(opened.notes[0])
        assert len(str(opened.notes[0])) < 300
        assert opened.tokenizer.encode(PLAY[:500]) == ids_there(peer, PLAY[:500])
    long = trained_there(in_turn(pre_tokenizers.Split("-" * 3000, "isolated"), BYTE_LEVEL))
    assert "pattern that cannot be used here" in str(read(saved(long)).notes[0])


def test_a_malicious_pattern_is_harmless_here_and_in_the_library() -> None:
    start = time.monotonic()
    for pattern in (r"(?:(?:(?:a{99}){99}){99}){99}", "(?:" * 900 + "a" + ")" * 900):
        can_load(read, saved(changed_cut(pattern)))
    assert time.monotonic() - start < 100


def changed_cut(pattern: str) -> tokenizers.Tokenizer:
    peer = tokenizers.Tokenizer(models.BPE(vocab={"a": 0, "b": 1, "ab": 2}, merges=[("a", "b")]))
    peer.pre_tokenizer = isolated(pattern)
    return peer


def test_a_pattern_with_a_different_meaning_in_the_library_is_not_translated() -> None:
    there = pre_tokenizers.Split(Regex(r"\d{1,3}+"), "isolated")
    assert [piece for piece, _ in there.pre_tokenize_str("12345")] == ["12345"]
    assert PreTokenizer(r"\d{1,3}+").split("12345") == ["123", "45"]
    for pattern in (
        r"\d{1,3}+",
        r"\d{2}?",
        r"[a[b]]",
        r"[a-z&&[^b]]",
        r"\h",
        r"\R",
        r"(a)\1",
        r"(?i:ss)",
        r"\bx",
        r"(?m:.)",
    ):
        assert from_onig(pattern) is None


@pytest.mark.usefixtures("_in_this_process")
def test_old_files_with_string_merges_and_without_types_are_read() -> None:
    peer = peer_of("GPT-2")
    content = json.loads(peer.to_str())
    content["model"]["merges"] = [" ".join(merge) for merge in content["model"]["merges"]]
    del content["model"]["type"]
    opened = stepwise({"t.json": json.dumps(content).encode()})
    assert opened.tokenizer.encode(PLAY[:2000]) == ids_there(peer, PLAY[:2000])


@pytest.mark.usefixtures("_in_this_process")
def test_ignore_merges_looks_words_up_whole_and_has_steps() -> None:
    peer = peer_of("Llama 3")
    assert read(changed(peer, ignore_merges=True)).has_steps
    content = json.loads(peer.to_str())["model"]
    lonely = content["vocab"] | {"Hamlet": 9999}
    opened = stepwise(changed(peer, ignore_merges=True, vocab=lonely))
    assert opened.tokenizer.encode("Hamlet") == [9999]
    assert read(changed(peer, ignore_merges=False, vocab=lonely)).has_steps


@pytest.mark.usefixtures("_in_this_process")
def test_unknown_text_without_an_unknown_token_is_an_error() -> None:
    peer = peer_of("white space")
    opened = stepwise(changed(peer, unk_token=None))
    assert "drops unknown characters" in str(opened.notes[0])
    refused(lambda: opened.tokenizer.encode("the 東"), "'東' is not in the vocabulary, which has no unknown token")


def not_stepwise() -> dict[str, tuple[tokenizers.Tokenizer, str]]:
    prefixed = trained_there(in_turn(pre_tokenizers.WhitespaceSplit(), pre_tokenizers.ByteLevel(add_prefix_space=True)))
    metaspace = trained_there(in_turn(pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()))
    rounds = trained_there(pre_tokenizers.ByteLevel(add_prefix_space=False))
    rounds.normalizer = normalizers.Sequence([normalizers.NFC()])
    rounds.add_special_tokens([AddedToken("<round>", normalized=True)])
    scripts = trained_there(pre_tokenizers.UnicodeScripts())
    stripping = trained_there(pre_tokenizers.ByteLevel(add_prefix_space=False))
    stripping.add_special_tokens([AddedToken("<mask>", lstrip=True)])
    stripping.add_tokens([AddedToken("  ", normalized=False)])
    odd = trained_there(in_turn(isolated(r"\p{N}{1,3}+|\p{^N}+"), BYTE_LEVEL))
    fused = trained_there(pre_tokenizers.WhitespaceSplit(), fuse_unk=True)
    return {
        "prefix": (prefixed, "adds spaces before pieces of a text .'ByteLevel'"),
        "metaspace": (metaspace, "adds spaces before pieces of a text .'Metaspace'"),
        "rounds": (rounds, "added tokens in the normalized text"),
        "scripts": (scripts, "not supported here .'UnicodeScripts'"),
        "lstrip": (stripping, "depends on the text around it, where another may stand"),
        "pattern": (odd, "may mean something else here"),
        "fuse_unk": (fused, "fuse_unk"),
    }


@pytest.mark.usefixtures("_in_this_process")
def test_unsupported_files_run_in_the_library_with_a_reason() -> None:
    for name, (peer, reason) in not_stepwise().items():
        opened = read(saved(peer))
        assert (opened.has_steps, opened.format) == (False, "tokenizer.json")
        with pytest.raises(AssertionError, match=reason):
            raise AssertionError(str(opened.notes[0]))
        tokenizer = opened.tokenizer
        for text in TEXTS:
            expected = peer.encode(text, add_special_tokens=False)
            assert tokenizer.encode(text, "all") == expected.ids, name
            spans = tokenizer.spans(text)
            if "<|end|>" not in text:
                assert [(span.token, span.token_id, (span.start, span.end)) for span in spans] == list(
                    zip(expected.tokens, expected.ids, expected.offsets, strict=True)
                )
                assert tokenizer.tokenize(text) == expected.tokens
            assert tokenizer.decode(expected.ids) == peer.decode(expected.ids, skip_special_tokens=False)
        refused(lambda: next(tokenizer.encode_steps("x")), "returns its tokens but not the steps")  # noqa: B023  # called at once


def lower_casing(**flags: Any) -> tokenizers.Tokenizer:
    peer = trained_there(pre_tokenizers.WhitespaceSplit())
    peer.normalizer = normalizers.Lowercase()
    peer.add_special_tokens([AddedToken("Foo", normalized=True, **flags), AddedToken("<Bar>", normalized=False)])
    return peer


@pytest.mark.usefixtures("_in_this_process")
def test_special_tokens_are_matched_in_the_normalized_text_like_the_library() -> None:
    peer = lower_casing()
    tokenizer = read(saved(peer)).tokenizer
    foo = tokenizer.special_tokens["Foo"]
    assert peer.encode("a foo").ids[-1] == foo
    for text in ("foo", "a FOO b", "Foo<Bar>", "<bar> 東 [UNK] fool foo", "a", "", "東 foo 東"):
        assert tokenizer.encode(text, "all") == ids_there(peer, text)
        peer.encode_special_tokens = True
        assert tokenizer.encode(text, "none") == ids_there(peer, text)
        peer.encode_special_tokens = False
    refused(lambda: tokenizer.encode("a FOO b"), "special token 'Foo' at position 2")
    refused(lambda: tokenizer.encode("東 <Bar>"), "special token '<Bar>' at position 2")
    assert tokenizer.encode("a FOO b", {"Foo"}) == ids_there(peer, "a FOO b")
    # An unknown character becomes a special token too, but is none in the text.
    assert tokenizer.encode("a 東") == ids_there(peer, "a 東")
    assert list(tokenizer.split_special("a FOO b", "all")) == [("a ", None), ("FOO", foo), (" b", None)]
    shown = tokenizer.show("a FOO", "all").tokens[-1]
    assert (shown.text, shown.token, shown.id) == ("FOO", "Foo", foo)


@pytest.mark.usefixtures("_in_this_process")
def test_special_tokens_strip_white_space_like_the_library() -> None:
    tokenizer = read(saved(lower_casing(lstrip=True, rstrip=True))).tokenizer
    assert [piece for piece, _ in tokenizer.split_special("a foo b", "all")] == ["a", " foo ", "b"]
    tokenizer = read(saved(lower_casing(single_word=True))).tokenizer
    assert [piece for piece, _ in tokenizer.split_special("fool foo", "all")] == ["fool ", "foo", ""]


@pytest.mark.usefixtures("_in_this_process")
def test_files_with_a_continuing_prefix_are_valid() -> None:
    vocabulary = {token: number for number, token in enumerate(["a", "b", "##a", "##b", "ab", "##ab"])}
    merges = [("a", "##b"), ("##a", "##b")]
    handmade: Any = models.BPE(vocab=vocabulary, merges=merges, continuing_subword_prefix="##")
    small_peer = tokenizers.Tokenizer(handmade)
    trained_so = tokenizers.Tokenizer(models.BPE())
    trained_so.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=400, continuing_subword_prefix="@@", show_progress=False)
    trained_so.train_from_iterator([PLAY[:15_000]], trainer)
    assert small_peer.encode("abab").tokens == ["ab", "##ab"]
    for peer, text in ((small_peer, "abab"), (small_peer, "baab"), (trained_so, PLAY[:2_000])):
        opened = read(saved(peer))
        assert not opened.has_steps
        assert "continuing_subword_prefix='" in str(opened.notes[0])
        assert opened.tokenizer.encode(text) == ids_there(peer, text)
    refused(lambda: read(changed(small_peer, merges=[["b", "##a"]])), "'b' and '##a' need the token 'ba'")
    # The library removes two characters from the right part here too, and so accepts the file.
    taken = {"a": 0, "xyz": 1, "az": 2}
    assert not read(changed(small_peer, vocab=taken, merges=[["a", "xyz"]])).has_steps


@pytest.mark.usefixtures("_in_this_process")
def test_a_file_with_dropout_is_noted() -> None:
    opened = read(changed(peer_of("GPT-2"), dropout=0.5))
    assert not opened.has_steps
    assert str(opened.notes[0]) == ("It drops merges at random (dropout=0.5), so a text gets different ids each time.")
    assert len({tuple(opened.tokenizer.encode(PLAY[:500])) for _ in range(5)}) > 1


@pytest.mark.usefixtures("_in_this_process")
def test_library_tokenizers_treat_special_tokens_like_ours() -> None:
    peer, _ = not_stepwise()["rounds"]
    tokenizer = read(saved(peer)).tokenizer
    end = tokenizer.special_tokens["<|end|>"]
    refused(lambda: tokenizer.encode("a<|end|>"), "special token '<|end|>' at position 1".replace("|", r"\|"))
    assert end in tokenizer.encode("a<|end|>", {"<|end|>"})
    plain = tokenizer.encode("a<|end|>", "none")
    assert end not in plain
    assert tokenizer.decode_bytes(plain) == b"a<|end|>"
    assert tokenizer.decode_bytes([end]) == b"<|end|>"
    refused(lambda: tokenizer.decode([10**6]), "Id 1000000 is not in the vocabulary")
    refused(lambda: tokenizer.encode("a\ud800"), "half a character at position 1")
    assert tokenizer.vocab_size == peer.get_vocab_size()


@pytest.mark.usefixtures("_in_this_process")
def test_post_processing_is_skipped_with_a_note() -> None:
    peer = tokenizers.Tokenizer.from_str(peer_of("GPT-2").to_str())
    peer.post_processor = processors.TemplateProcessing("<|end|> $A", special_tokens=[("<|end|>", 0)])
    peer.decoder = decoders.ByteLevel()
    peer.enable_truncation(3)
    peer.enable_padding(length=50)
    opened = read(saved(peer))
    assert [str(note).split(" ")[2] for note in opened.notes] == ["asks", "asks", "adds"]
    peer.no_truncation()
    peer.no_padding()
    assert opened.tokenizer.encode("out of the way, a, b, c") == ids_there(peer, "out of the way, a, b, c")


# ---- Decoders


DECODERS: dict[str, Callable[[], Any]] = {
    "none": lambda: None,
    "Fuse": decoders.Fuse,
    "no steps": lambda: decoders.Sequence([]),
    "BPEDecoder": decoders.BPEDecoder,
    "another suffix": lambda: decoders.BPEDecoder("e"),
    "WordPiece": decoders.WordPiece,
    "WordPiece as it is": lambda: decoders.WordPiece("t", False),
    "Metaspace": lambda: decoders.Metaspace("a"),
    "Metaspace, never": lambda: decoders.Metaspace("a", prepend_scheme="never"),
    "in turn": lambda: decoders.Sequence(
        [decoders.WordPiece("o", True), decoders.Sequence([decoders.Metaspace("t"), decoders.Fuse()])]
    ),
}  # fmt: skip


@cache
def decoded_there(kind: str, name: str) -> tuple[tokenizers.Tokenizer, OpenedTokenizer]:
    base = peer_of("nothing") if kind == "BPE" else trained_there_by(kind)
    peer = tokenizers.Tokenizer.from_str(base.to_str())
    peer.decoder = DECODERS[name]()
    return peer, read(saved(peer))


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("kind", ["BPE", "WordPiece", "Unigram"])
@pytest.mark.parametrize("name", DECODERS)
def test_ids_decode_as_by_the_file_s_decoder(kind: str, name: str) -> None:
    peer, opened = decoded_there(kind, name)
    assert opened.has_steps, opened.notes
    assert "decoder" not in "".join(map(str, opened.notes))
    choose = random.Random(1)
    all_ids = [*opened.tokenizer.token_of_id]
    samples = [choose.choices(all_ids, k=choose.randrange(12)) for _ in range(40)]
    samples += [ids_there(peer, text) for text in ("it 's , a . do not ' n't !", *TEXTS)]
    files = write(opened.tokenizer, "tokenizer.json")
    again = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())
    for ids in samples:
        expected = peer.decode(ids, skip_special_tokens=False)
        assert opened.tokenizer.decode(ids) == expected
        assert again.decode(ids, skip_special_tokens=False) == expected


@pytest.mark.usefixtures("_in_this_process")
def test_a_decoder_that_is_not_used_is_named() -> None:
    bytes_decoder, strip = decoders.ByteLevel(), decoders.Strip(" ", 1, 1)
    for base, decoder, notes in (
        ("GPT-2", bytes_decoder, []),
        ("GPT-2", decoders.Sequence([bytes_decoder, decoders.Fuse()]), []),
        ("GPT-2", None, ["The file has no decoder, so"]),
        ("GPT-2", decoders.Metaspace(), ["The file's decoder ('Metaspace') is not used"]),
        ("GPT-2", decoders.Sequence([bytes_decoder, strip]), ["The file's decoder ('ByteLevel', 'Strip') is not used"]),
        ("white space", strip, ["The file's decoder ('Strip') is not used"]),
        ("white space", bytes_decoder, ["The file's decoder ('ByteLevel') is not used"]),
    ):
        peer = tokenizers.Tokenizer.from_str(peer_of(base).to_str())
        peer.decoder = decoder
        opened = stepwise(saved(peer))
        told = [note for note in map(str, opened.notes) if "decoder" in note]
        assert [note[: len(expected)] for note, expected in zip(told, notes, strict=True)] == notes
        ids = ids_there(peer, "out of the way")
        assert opened.tokenizer.decode(ids).replace(" ", "") == "outoftheway"
        if not notes:
            assert opened.tokenizer.decode(ids) == peer.decode(ids)


# ---- Tokens found by name


ADDED_HERE: dict[str, tuple[str, tuple[AddedToken, ...], bool]] = {
    "runs of spaces": ("GPT-2", tuple(AddedToken(" " * n, normalized=False) for n in (2, 3, 5)), True),
    "normalized": ("GPT-2", tuple(AddedToken(" " * n, normalized=True) for n in (2, 3, 5)), True),
    "one begins another": ("Llama 3", tuple(map(AddedToken, ("<x>", "<x>a", "東", "東é", "the", "</x>"))), True),
    "both kinds": (
        "GPT-4",
        (AddedToken("<tool>"), AddedToken("</tool>"), AddedToken("<|im|>", special=True, normalized=False)),
        True,
    ),
    "characters": ("white space", (AddedToken("th"), AddedToken(" e"), AddedToken("é", normalized=False)), True),
    "overlapping kinds": ("GPT-2", (AddedToken("aé"), AddedToken("éa", special=True, normalized=False)), False),
    "overlapping rounds": ("GPT-2", (AddedToken("aé", normalized=True), AddedToken("éa", normalized=False)), False),
    "one in another": ("GPT-2", (AddedToken("é"), AddedToken("<é>", special=True)), False),
    "a byte's sign": ("GPT-2", (AddedToken("é"),), False),
    "lstrip": ("GPT-2", (AddedToken("<x>", lstrip=True),), True),
    "rstrip": ("white space", (AddedToken("<x>", rstrip=True),), True),
    "single_word": ("GPT-2", (AddedToken("the", single_word=True),), True),
    "special single_word": ("GPT-2", (AddedToken("the", single_word=True, special=True),), True),
}


@cache
def with_added(name: str) -> tuple[tokenizers.Tokenizer, OpenedTokenizer]:
    base, added, _ = ADDED_HERE[name]
    peer = tokenizers.Tokenizer.from_str(peer_of(base).to_str())
    for token in added:
        (peer.add_special_tokens if token.special else peer.add_tokens)([token])
    return peer, read(saved(peer))


def read_alike(name: str, text: str) -> None:
    """Compare with special tokens read, and with their names as text."""
    peer, opened = with_added(name)
    assert opened.tokenizer.encode(text, "all") == ids_there(peer, text)
    peer.encode_special_tokens = True
    plain = ids_there(peer, text)
    peer.encode_special_tokens = False
    assert opened.tokenizer.encode(text, "none") == plain
    assert [span.token_id for span in opened.tokenizer.spans(text)] == plain
    if opened.has_steps:
        last_steps = {step.word: step.ids for step in opened.tokenizer.encode_steps(text)}
        unknown = peer.token_to_id("[UNK]")
        assert [unknown if each is None else each for ids in last_steps.values() for each in ids] == plain


@pytest.mark.parametrize("name", ADDED_HERE)
def test_added_tokens_are_matched_like_the_library(name: str) -> None:
    _, opened = with_added(name)
    assert opened.has_steps == ADDED_HERE[name][2], opened.notes
    for text in (*TEXTS, "a  b", "aéaéa<é>", "the<x>athe <x> a  </x>", "<tool>é東</tool><|im|>x<|end|>"):
        read_alike(name, text)


@settings(max_examples=60)
@given(
    name=st.sampled_from([name for name, (*_, stepwise) in ADDED_HERE.items() if stepwise]),
    text=st.lists(
        st.sampled_from(["<x>", "</x>", "a", " ", "  ", "é", "東", "th", "e", "<tool>", "<|im|>", "<", "\n"])
    ),
)
def test_any_text_with_added_tokens_is_read_like_the_library(name: str, text: list[str]) -> None:
    read_alike(name, "".join(text))


SPECIAL_ADDED_LATER: dict[str, Any] = {
    "BPE": models.BPE({"a": 0, "b": 1, "[UNK]": 2, "ab": 3}, [("a", "b")], unk_token="[UNK]"),
    "WordLevel": models.WordLevel({"a": 0, "ab": 1, "[UNK]": 2}, unk_token="[UNK]"),
    "WordPiece": models.WordPiece({"a": 0, "##b": 1, "[UNK]": 2}, unk_token="[UNK]"),
    "Unigram": models.Unigram([("[UNK]", 0.0), ("a", -1.0), ("b", -2.0)], unk_id=0, byte_fallback=False),
}


@pytest.mark.parametrize("special", ["é", "é9", "##é"])
@pytest.mark.parametrize("model", SPECIAL_ADDED_LATER)
def test_plain_text_never_becomes_a_special_token_that_was_added_later(model: str, special: str) -> None:
    peer = tokenizers.Tokenizer(SPECIAL_ADDED_LATER[model])
    peer.pre_tokenizer = pre_tokenizers.Whitespace()
    ours = RegisteredTokenizer(read(saved(peer)).tokenizer, [special])
    peer.add_special_tokens([special])
    again = read(saved(peer)).tokenizer
    written = tokenizers.Tokenizer.from_str(write(ours, "tokenizer.json")["tokenizer.json"].decode())
    for text in ("a é b", "aéb", "é9", "aé", "a##é b"):
        for library in (peer, written):
            library.encode_special_tokens = False
            assert ours.encode(text, "all") == again.encode(text, "all") == library.encode(text).ids
            library.encode_special_tokens = True
            assert ours.encode(text, "none") == again.encode(text, "none") == library.encode(text).ids


def test_a_special_character_among_ordinary_tokens_is_refused() -> None:
    base = BPETokenizer(vocabulary={"a": 0, "b": 2}, merges=[], pre_tokenizer=WHITESPACE)
    refused(
        lambda: write(RegisteredTokenizer(base, {"é": 1}), "tokenizer.json"), "'é' is a single character.*longer name"
    )


def test_an_added_token_is_a_separate_word_in_every_method_and_in_files() -> None:
    peer, opened = with_added("one begins another")
    tokenizer = opened.tokenizer
    assert isinstance(tokenizer, BPETokenizer)
    text = "so 東é<x>a<|end|>"
    ids = peer.encode(text, add_special_tokens=False).ids
    spans = [
        (span.token, span.start, span.end) for span in tokenizer.spans(text) if span.token in tokenizer.added_tokens
    ]
    assert spans == [("東é", 3, 5), ("<x>a", 5, 9)]
    assert [(word.text, word.ids) for word in trace_text(tokenizer, text, "all").pre_tokens()][-3:-1] == [
        ("東é", (ids[-3],)),
        ("<x>a", (ids[-2],)),
    ]
    tokens = list(trace_text(tokenizer, text, "all").tokens())[-3:]
    assert [(token.utf8.decode(), token.start, token.end) for token in tokens] == [
        ("東é", 3, 5),
        ("<x>a", 5, 9),
        ("<|end|>", 9, 16),
    ]
    assert [step.symbols for step in tokenizer.encode_steps("東é<x>a")] == [("東é",), ("<x>a",)]
    assert [shown.text for shown in tokenizer.show(text, "all").tokens][-3:] == ["東é", "<x>a", "<|end|>"]
    assert tokenizer.tokenize("<x>a") == ["<x>a"]
    assert tokenizer.decode(ids) == text
    assert list(tokenizer.special_tokens) == ["<|end|>"]
    files = write(tokenizer, "tokenizer.json")
    again = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())
    assert [token.special for token in again.get_added_tokens_decoder().values()].count(True) == 1
    for text in TEXTS:
        assert ids_there(again, text) == ids_there(peer, text)
    assert read(files).tokenizer.added_tokens == tokenizer.added_tokens
    for name in ("gpt2", "tiktoken", "minbpe"):
        refused(lambda: write(tokenizer, name), "cannot record that '<x>' is a token wherever.*Choose tokenizer.json")  # noqa: B023  # called at once


@pytest.mark.usefixtures("_in_this_process")
def test_other_models_with_added_tokens_run_in_the_library() -> None:
    for kind in ("WordPiece", "Unigram"):
        peer = tokenizers.Tokenizer.from_str(trained_there_by(kind).to_str())
        peer.add_tokens(["the"])
        opened = read(saved(peer))
        assert not opened.has_steps
        assert "token 'the' before a text is cut into words" in str(opened.notes[0])
        for text in TEXTS:
            assert opened.tokenizer.encode(text, "all") == ids_there(peer, text)


# ---- Faulty and hostile files


def content(**parts: Any) -> dict[str, Any]:
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]], **parts}
    return {"added_tokens": [], "model": model}


@pytest.mark.parametrize(
    ("value", "match"),
    [
        (content(vocab={"a": 0}), r"t, line 1: 'a' and 'b' need the token 'b'"),
        (content(vocab={"a": 0, "b": 0}), r"'b' and 'a' have the same id"),
        (content(vocab={"a": -1}), r"the id of 'a' is -1"),
        (content(vocab={"a": 2**40}), r"the id of 'a' is 1099511627776"),
        (content(vocab=[1]), r"contains no vocabulary"),
        (content(merges=[["a", "b", "c"]]), r"'merges'\[0\] is \['a', 'b', 'c'\]"),
        (content(merges=["ab"]), r"'merges'\[0\] is 'ab'"),
        (content(merges={"a": "b"}), r"'merges' should be a list"),
        (content(type="Magic"), r"was rejected by the library"),
        ({"added_tokens": [{"id": 5}], "model": content()["model"]}, r"'added_tokens'\[0\] has the content None"),
        ({"added_tokens": [{"id": -5, "content": "x"}], "model": content()["model"]}, r"the id of 'x' is -5"),
        ({"added_tokens": [7], "model": content()["model"]}, r"'added_tokens'\[0\] should be an object"),
        (content(type="Unigram", vocab=[["a"]]), r"'vocab'\[0\] is \['a'\], but a token and its score"),
        (content(type="Unigram", vocab=[["a", 10**400]]), r"'vocab'\[0\] is \['a', 1000.*but a token and its score"),
        (content() | {"pre_tokenizer": {"type": "Nothing"}}, r"was rejected by the library"),
        (
            content()
            | {"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(a"}, "behavior": "Isolated", "invert": False}},
            r"was rejected by the library",
        ),
    ],
)  # fmt: skip
def test_errors_in_a_file_name_the_key_and_what_was_expected(value: Any, match: str) -> None:
    refused(lambda: read({"t": json.dumps(value).encode()}), match)


def test_a_pattern_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_engine.text.custom_patterns.MATCH_TIMEOUT", 0.2)
    peer = tokenizers.Tokenizer(models.BPE(vocab={"a": 0, "b": 1}, merges=[]))
    peer.pre_tokenizer = isolated(r"(?:a|a)+c")
    opened = stepwise(saved(peer))
    refused(lambda: opened.tokenizer.encode("a" * 40), r"took longer than 0\.2 seconds")


@pytest.mark.parametrize("part", ["pre_tokenizer", "normalizer"])
def test_repeated_byte_level_steps_are_refused(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    members = {"pre_tokenizer": "pretokenizers", "normalizer": "normalizers"}[part]
    inner = {"type": "Sequence", members: [byte_level] * 3}
    four = content() | {part: {"type": "Sequence", members: [byte_level, inner]}}
    assert read({"t": json.dumps(four).encode()}).has_steps == (part == "normalizer")
    five = content() | {part: {"type": "Sequence", members: [inner, byte_level, byte_level]}}
    # Twenty of them took 12 seconds and 2.8 GB, so the library is not asked.
    monkeypatch.setattr(tokenizer_json, "probe_library", None)
    refused(lambda: read({"t": json.dumps(five).encode()}), "as bytes 5 times over .ByteLevel.*the limit is 4")


@pytest.mark.parametrize("load", [sandbox_functions.abort, sandbox_functions.endless])
def test_a_crash_or_timeout_of_the_library_is_reported(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated_library, "LIMITS", isolated_library.LIMITS._replace(seconds=0.5))
    monkeypatch.setattr(tokenizers_process, "load", load)
    refused(lambda: read({"t.json": json.dumps(content()).encode()}), r"t\.json crashes the library")


@pytest.mark.usefixtures("_in_this_process")
def test_a_damaged_file_either_loads_or_raises_a_clear_error() -> None:
    datas = [small(name) for name in ("StarCoder", "BERT", "GPT-2", "Llama 3")]
    datas += [saved(trained_there_by(kind))["tokenizer.json"] for kind in ("WordPiece", "Unigram")]
    changed = [mutated(data, seed) for seed, data in enumerate(datas * 35)]
    loaded = [can_load(read, {"t.json": data}) for data in changed]
    assert 0 < sum(loaded) < len(loaded)


@cache
def small(name: str) -> bytes:
    """Return a file with few merges, so that random changes often hit the rest."""
    content = json.loads(peer_of(name).to_str())
    model = content["model"]
    model["merges"] = model["merges"][:10]
    keep = {"".join(merge) for merge in model["merges"]}
    model["vocab"] = {token: number for token, number in model["vocab"].items() if len(token) == 1 or token in keep}
    model["vocab"] |= {"<|end|>": 0}
    return json.dumps(content, indent=1).encode()


def test_reasons_for_missing_steps_are_not_engine_errors() -> None:
    with pytest.raises(NoStepsError) as caught:
        read_pre_tokenizer({"type": "Metaspace"})
    assert caught.value.note.values == {"kind": "'Metaspace'"}


# ---- Whole words and characters


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("name", ["white space", "words and signs", "BERT", "nothing"])
def test_word_level_files_of_the_library_have_its_ids(name: str) -> None:
    peer = tokenizers.Tokenizer(models.WordLevel(unk_token="[UNK]"))
    if name != "nothing":
        peer.pre_tokenizer = STEPWISE[name]()
    trainer = trainers.WordLevelTrainer(vocab_size=200, special_tokens=["[UNK]", "<|end|>"], show_progress=False)
    peer.train_from_iterator([PLAY[:20_000]], trainer)
    opened = stepwise(saved(peer))
    for text in TEXTS:
        assert opened.tokenizer.encode(text, "all") == ids_there(peer, text)


def without_unknown() -> dict[str, tokenizers.Tokenizer]:
    words: Any = models.WordLevel({"hello": 0, "world": 1}, unk_token="[UNK]")
    pieces: Any = models.WordPiece({"hel": 0, "##lo": 1, "world": 2}, unk_token="[UNK]")
    likely: Any = models.Unigram([("hello", -1.0), *((letter, -2.0) for letter in "helowrd")], None)
    peers = {"words": words, "WordPiece": pieces, "Unigram": likely}
    made = {name: tokenizers.Tokenizer(model) for name, model in peers.items()}
    for peer in made.values():
        peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return made


@pytest.mark.parametrize("name", without_unknown())
def test_a_file_without_an_unknown_token_opens_and_unknown_text_is_an_error(name: str) -> None:
    peer = without_unknown()[name]
    opened = stepwise(saved(peer))
    assert "It has no unknown token" in str(opened.notes[0])
    assert opened.tokenizer.encode("hello world hello") == ids_there(peer, "hello world hello")
    with pytest.raises(Exception, match=r"(?i)unk"):
        peer.encode("hello 東")
    refused(lambda: opened.tokenizer.encode("hello 東"), "'東' is not in the vocabulary, which has no unknown token")
    peer.pre_tokenizer = in_turn(pre_tokenizers.WhitespaceSplit(), pre_tokenizers.UnicodeScripts())
    run_there = read(saved(peer))
    assert not run_there.has_steps
    assert run_there.tokenizer.encode("hello world") == ids_there(peer, "hello world")
    refused(lambda: run_there.tokenizer.encode("hello 東"), "could not do this: .*(UNK|unk_id)")


def test_a_trained_tokenizer_without_an_unknown_token_round_trips() -> None:
    for trainer in (WordLevelTrainer, CharacterTrainer, WordPieceTrainer, UnigramTrainer):
        before = of_words(trainer, special_tokens=())
        files = write(before, "tokenizer.json")
        peer = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())
        assert before.encode("the the") == stepwise(files).tokenizer.encode("the the") == ids_there(peer, "the the")


# ---- WordPiece and Unigram


@cache
def trained_there_by(kind: str) -> tokenizers.Tokenizer:
    options: dict[str, Any] = {"vocab_size": 400, "show_progress": False}
    if kind == "WordPiece":
        peer = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
        peer.normalizer = normalizers.BertNormalizer()
        peer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        trainer: Any = trainers.WordPieceTrainer(special_tokens=["[UNK]", "<|end|>"], **options)
    else:
        peer = tokenizers.Tokenizer(models.Unigram())
        peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        trainer = trainers.UnigramTrainer(special_tokens=["<unk>", "<|end|>"], unk_token="<unk>", **options)
    peer.train_from_iterator([PLAY[:30_000], CODE], trainer)
    return peer


@pytest.mark.usefixtures("_in_this_process")
@pytest.mark.parametrize("kind", ["WordPiece", "Unigram"])
def test_wordpiece_and_unigram_files_of_the_library_have_steps_and_its_ids(kind: str) -> None:
    opened = stepwise(saved(trained_there_by(kind)))
    for text in (*TEXTS, *(mutated(PLAY[:300].encode(), seed).decode("utf-8", "ignore") for seed in range(15))):
        assert opened.tokenizer.encode(text, "all") == ids_there(trained_there_by(kind), text)


@pytest.mark.usefixtures("_in_this_process")
def test_scores_are_those_that_the_library_parses() -> None:
    unknown = {"id": 0, "content": "<unk>", "special": True, "normalized": False}
    unknown |= dict.fromkeys(("single_word", "lstrip", "rstrip"), False)
    choose = random.Random(1)
    read_otherwise = 0
    for _ in range(60):
        a, b = (-choose.uniform(5, 20) for _ in range(2))
        pieces = [["<unk>", 0.0], ["a", a], ["b", b], ["ab", a + b], ["c", -60.0]]
        model = {"type": "Unigram", "unk_id": 0, "byte_fallback": False, "vocab": pieces}
        file = json.dumps({"version": "1.0", "added_tokens": [unknown], "model": model})
        peer = tokenizers.Tokenizer.from_str(file)
        read_otherwise += json.loads(peer.to_str())["model"]["vocab"] != pieces
        opened = stepwise({"t.json": file.encode()})
        # ab is exactly as probable as a and b: this shows if a number is read as its neighbour.
        assert opened.tokenizer.encode("abab") == ids_there(peer, "abab")
    assert read_otherwise > 10


@pytest.mark.usefixtures("_in_this_process")
def test_models_that_would_take_too_long_here_run_in_the_library() -> None:
    long_piece: Any = models.Unigram([("<unk>", 0.0), ("a", -1.0), ("q" * 4000, -2.0)], 0)
    vocabulary = {"[UNK]": 0, "a": 1, "##a": 2}
    long_word: Any = models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=10**9)
    for model, reason in ((long_piece, "token of 4,000 characters"), (long_word, "words of up to 1000000000")):
        peer = tokenizers.Tokenizer(model)
        opened = read(saved(peer))
        assert not opened.has_steps
        assert reason in str(opened.notes[0])
        assert opened.tokenizer.encode("a" * 500) == ids_there(peer, "a" * 500)
