"""The check-up of a tokenizer: planted faults, one at a time, and whole vocabularies compared with other libraries."""

import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import tiktoken

from bpe_engine import load_pretrained
from bpe_engine.byte_alphabet import bytes_to_symbols
from bpe_engine.checkup import (
    ASKED_CHECKS,
    CHECKS,
    Finding,
    Result,
    Subject,
    as_data,
    as_html,
    as_json,
    as_text,
    open_subject,
    run_checks,
    shipped_subject,
    worst,
)
from bpe_engine.checkup import subject as subject_module
from bpe_engine.checkup.encoding import cut_each, encode_each
from bpe_engine.checkup.languages import check_languages
from bpe_engine.checkup.pattern import check_pattern
from bpe_engine.checkup.reachability import unreached_tokens
from bpe_engine.checkup.unreachable import check_unreachable
from bpe_engine.errors import EngineError
from bpe_engine.files import read, write
from bpe_engine.files.tekken import PATTERN
from bpe_engine.pre_tokenizers import GPT2, GPT4O, PreTokenizer
from bpe_engine.sentencepiece.unigram import load_t5
from tests.engine.file_samples import TEXTS, tokenizer_of_bytes, trained_bpe
from tests.engine.peers import tiktoken_encoding

DATA = Path(__file__).parents[1] / "data"
ARTICLES = json.loads((Path(__file__).parents[2] / "data/udhr/article1_37.json").read_text("utf-8"))
Content = dict[str, Any]
LICENCE = "LicenseInAllCopiesOrSubstantialPortionsOfYourSoftwareAsItIs"  # of 59 letters

IM_START = {
    "id": 268,  # the next one
    "content": "<|im_start|>",
    **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False),
    "special": True,
}


@cache
def written() -> bytes:
    """A sound tokenizer.json of few merges, whose tokens fit GPT-2's pattern."""
    return write(tokenizer_of_bytes([b"hug", b"then", b"12345", " é".encode()], GPT2), "tokenizer.json")[
        "tokenizer.json"
    ]


@cache  # the library reads each file in a process of its own
def opened(content: bytes) -> Subject:
    return open_subject({"tokenizer.json": content})


def checked(content: object, **others: Any) -> dict[str, Result]:
    """Return the results for a tokenizer.json; `others` are fields of the subject, such as its config."""
    subject = opened(content if isinstance(content, bytes) else json.dumps(content).encode())
    return {result.name: result for result in run_checks(replace(subject, **others))}


def reported(results: dict[str, Result]) -> dict[str, str]:
    """Return the checks that found a fault or a warning."""
    return {name: result.severity for name, result in results.items() if result.severity in ("fault", "warning")}


def id_of(content: Content, token: str) -> int:
    """Return the id of a token; a new token gets the next free id."""
    vocab = content["model"]["vocab"]
    return vocab.setdefault(token, max(vocab.values()) + 1)


def without_a_byte(content: Content) -> None:
    del content["model"]["vocab"][bytes_to_symbols(b"\x07")]


def without_decoder(content: Content) -> None:
    content["decoder"] = None


def at_random(content: Content) -> None:
    content["model"]["dropout"] = 1e-9


def lower_case(content: Content) -> None:
    content["normalizer"] = {"type": "Lowercase"}


def without_merge(content: Content) -> None:
    content["model"]["merges"].remove(["the", "n"])


def token_without_merge(content: Content) -> None:
    id_of(content, "xyz")


def impossible_bytes(content: Content) -> None:
    left, right = map(bytes_to_symbols, (b"\xc0", b"\x80"))
    id_of(content, left + right)
    content["model"]["merges"].append([left, right])


def merge_listed_twice(content: Content) -> None:
    content["model"]["merges"].append(["h", "u"])


def merges_out_of_order(content: Content) -> None:
    merges = content["model"]["merges"]
    merges.remove(["h", "u"])
    merges.insert(merges.index(["hu", "g"]) + 1, ["h", "u"])


def unused_merge(content: Content) -> None:
    id_of(content, "ug")
    content["model"]["merges"] += [["u", "g"], ["h", "ug"]]


def duplicate_token(content: Content) -> None:
    content["added_tokens"] = [IM_START | {"content": " é"}]


def token_like_text(content: Content) -> None:
    content["added_tokens"] = [IM_START | {"content": "hello"}]


def pattern_of_single_digits(content: Content) -> None:
    pattern = r" ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    level = content["pre_tokenizer"] | {"use_regex": False}
    content["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [split, level]}


def dropping_pre_tokenizer(content: Content) -> None:
    split = {"type": "Split", "pattern": {"String": "~"}, "behavior": "Removed", "invert": False}
    content["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [split, content["pre_tokenizer"]]}


def long_token(content: Content) -> None:
    for end in range(2, len(LICENCE) + 1):
        id_of(content, LICENCE[:end])
        content["model"]["merges"].append([LICENCE[: end - 1], LICENCE[end - 1]])


PLANTED: dict[Callable[[Content], None], tuple[dict[str, str], str, str]] = {
    without_a_byte: ({"round-trip": "fault"}, "Bytes without a token: 1, from 0x07.", "\x07"),
    without_decoder: ({"round-trip": "fault"}, "byte symbols instead of text: ' a' becomes 'Ġ a'.", " a"),
    at_random: ({"round-trip": "fault"}, "different tokens each time (dropout=1e-09)", ""),
    lower_case: ({"round-trip": "warning", "unreachable": "warning"}, "For example, 'A' becomes 'a'.", "A"),
    without_merge: ({"unreachable": "warning"}, "of their own symbols, so that no text has them: 1 ('then')", "then"),
    token_without_merge: ({"unreachable": "warning"}, "so that no text has them: 1 ('xyz')", "xyz"),
    impossible_bytes: ({"unreachable": "warning"}, "that UTF-8 never has, so that no text has them: 1 ('ÀĢ')", ""),
    merge_listed_twice: ({"merges": "fault"}, "Merges that are listed twice: 1 ('h + u')", "hu"),
    merges_out_of_order: ({"merges": "warning"}, "before the merge of one of their parts: 1 ('hu + g')", "hug"),
    unused_merge: ({"merges": "warning"}, "because another merge makes the same token: 1 ('h + ug')", "hug"),
    duplicate_token: ({"duplicates": "warning"}, "the same text as another token: 1 ('ĠÃ© =  é')", " é"),
    token_like_text: ({"special-tokens": "warning"}, "look like ordinary text: 1 ('hello')", "xhellox"),
    pattern_of_single_digits: (
        {"pattern": "fault"},
        "the pattern cuts theirs: 4 ('12', '123', '1234', '12345'). The pattern gpt2 would cut only 0",
        "12",
    ),
    dropping_pre_tokenizer: ({"round-trip": "fault", "pattern": "fault"}, "For example, '~' becomes ''.", "~"),
    long_token: (
        {"contents": "warning"},
        "that don’t just repeat a few: 9 ('LicenseInAllCopiesOrSubstantia…', 'LicenseInAllCopiesOrSubstantia…', 'Lic",
        LICENCE,
    ),
}  # fmt: skip


def test_a_sound_tokenizer_has_no_faults_and_no_warnings() -> None:
    config = {"chat_template": "{{ messages }}", "bos_token": None}
    files = {"tokenizer.json": written(), "tokenizer_config.json": json.dumps(config).encode()}
    subject = open_subject(files, embedding=300)
    assert subject.config == config
    results = {result.name: result for result in run_checks(subject)}
    assert reported(results) == {}
    assert [*results] == [check.name for check in CHECKS]
    assert all(result.findings for result in results.values())


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_found_and_nothing_else(plant: Callable[[Content], None]) -> None:
    content = json.loads(written())
    plant(content)
    results = checked(content)
    expected, sentence, example = PLANTED[plant]
    assert reported(results) == expected
    name = next(iter(expected))
    (finding,) = [found for found in results[name].findings if found.severity == expected[name]]
    assert sentence in str(finding)
    assert finding.example == example


@pytest.mark.parametrize(
    ("config", "check", "sentence"),
    [
        ({"chat_template": "<|im_start|>{{ m }}<b>"}, "chat-template", "not tokens: 1 ('<|im_start|>'). '<|im_s"),
        ({"chat_template": [{"name": "a", "template": "<｜x｜>"}]}, "chat-template", "1 ('<｜x｜>')"),
        ({"bos_token": {"content": "<s>"}}, "special-tokens", "the vocabulary lacks: bos_token '<s>'."),
    ],
)  # fmt: skip
def test_settings_that_contradict_the_tokenizer_are_found(config: Content, check: str, sentence: str) -> None:
    results = checked(written(), config=config)
    assert reported(results) == {check: "fault"}
    assert sentence in " ".join(map(str, results[check].findings))


def test_tokens_that_are_not_matched_by_name_are_found() -> None:
    content = json.loads(written())
    id_of(content, "<|im_start|>")  # in the model only: the 12 characters are not joined
    results = checked(content, config={"chat_template": "<|im_start|>{{ m }}", "eos_token": "<|im_start|>"})
    assert reported(results) == {"unreachable": "warning", "special-tokens": "warning", "chat-template": "fault"}
    for name in ("special-tokens", "chat-template"):
        found = " ".join(map(str, results[name].findings))
        assert "does not look for: 1 ('<|im_start|>'). '<|im_start|>'" in found
        assert "becomes 12 tokens" in found


def test_a_padding_token_that_ends_texts_is_found_and_names_of_tokens_are_fine() -> None:
    content = json.loads(written()) | {"added_tokens": [IM_START]}
    config = {"pad_token": "<|im_start|>", "eos_token": {"content": "<|im_start|>"}}
    results = checked(content, config=config)
    assert reported(results) == {"special-tokens": "warning"}
    assert "'<|im_start|>' is both the padding and the end of a text" in str(results["special-tokens"].findings[-1])
    content = json.loads(written()) | {"added_tokens": [IM_START]}
    results = checked(content, config={"chat_template": "<|im_start|>{{ m }}"})
    assert reported(results) == {}
    assert (
        str(results["chat-template"].findings[0]) == "Every name in the chat template is a token: 1 ('<|im_start|>')."
    )


def test_unused_ids_are_noted_and_ids_outside_the_embedding_are_faults() -> None:
    tokenizer = tokenizer_of_bytes([b"hug"])
    tokenizer.special_tokens = {"<s>": 300}
    (result,) = [result for result in run_checks(Subject(tokenizer, embedding=512)) if result.name == "ids"]
    assert [str(found) for found in result.findings] == [
        "Ids that no token has, below the last one: 42, from 258. A model that outputs one adds no text.",
        "The embedding has 211 more rows than there are ids. Such padding is common.",
    ]
    last = len(json.loads(written())["model"]["vocab"]) - 1
    results = checked(written(), embedding=last)
    assert reported(results) == {"ids": "fault"}
    assert f"embedding of {last} rows: 1 " in str(results["ids"].findings[0])
    config = json.dumps({"vocab_size": last}).encode()
    assert open_subject({"tokenizer.json": written(), "config.json": config}).embedding == last


def test_tokens_that_other_tokens_always_beat_are_found() -> None:
    def unigram(score: float) -> set[str]:
        model = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["a", -1], ["b", -1], ["ab", score]]}
        results = checked({"version": "1.0", "added_tokens": [], "model": model, "decoder": {"type": "Fuse"}})
        return {str(found) for found in results["unreachable"].findings if found.severity == "warning"}

    assert unigram(-1.5) == set()
    assert unigram(-5) == {
        "Tokens that no text has, because others for the same text score higher: 1 ('ab')."
    }  # fmt: skip
    vocab = {"[UNK]": 0, "a": 1, "##b": 2, "##c": 3, "ab": 4}
    model = {"type": "WordPiece", "vocab": vocab, "unk_token": "[UNK]", "continuing_subword_prefix": "##"}
    model["max_input_chars_per_word"] = 100
    content = {"version": "1.0", "added_tokens": [], "model": model, "pre_tokenizer": {"type": "BertPreTokenizer"}}
    (found,) = checked(content)["unreachable"].findings
    assert (found.severity, "comes first: 1 ('##b')" in str(found)) == ("warning", True)


# Oracles: what other libraries say.


SURROUNDINGS = ("", "a", " ", "1", ".", "\n", "東", "A", "'", "\t", "é")


def never_output(peer: tiktoken.Encoding) -> set[int]:
    """Return the tokens that tiktoken outputs neither for their own texts nor for any of a hundred around these."""
    whole = {token_id: text for data, token_id in peer._mergeable_ranks.items() if (text := _text(data)) is not None}
    left = {token_id: text for token_id, text in whole.items() if token_id not in peer.encode_ordinary(text)}
    around = [(before, after) for before in SURROUNDINGS for after in SURROUNDINGS]
    return {
        token_id
        for token_id, text in left.items()
        if not any(token_id in peer.encode_ordinary(before + text + after) for before, after in around)
    }


def test_unreachable_tokens_are_exactly_those_that_tiktoken_never_outputs() -> None:
    # GPT-2's two files, read with GPT-4o's pattern.
    subject = open_subject(write(load_pretrained("gpt2"), "gpt2"), pre_tokenizer=GPT4O)
    ranks = tiktoken_encoding("gpt2")._mergeable_ranks
    peer = tiktoken.Encoding(
        "", pat_str=tiktoken_encoding("o200k_base")._pat_str, mergeable_ranks=ranks, special_tokens={}
    )
    unreached = unreached_tokens(subject)
    assert {token.token_id for token in unreached if token.text is not None} == never_output(peer)
    # RFC 3629 names the thirteen bytes that UTF-8 never has. Other parts of characters are in some text.
    never = {ranks[bytes([byte])] for byte in (0xC0, 0xC1, *range(0xF5, 0x100))}
    assert {token.token_id for token in unreached if token.text is None} == never
    (finding,) = check_pattern(subject)
    assert finding.severity == "fault"
    assert "The pattern gpt2 would cut only 0: the vocabulary was probably trained with that one." in str(finding)


def test_unreachable_tokens_of_a_tekken_json_are_those_that_tiktoken_never_outputs() -> None:
    # tiktoken finds a word that is a token without any merge, so "xyz" is output; the pattern cuts "z1".
    tokens = [*(bytes([byte]) for byte in range(256)), b"hu", b"hug", b"xyz", b"z1"]
    vocab = [{"rank": rank, "token_bytes": b64encode(token).decode()} for rank, token in enumerate(tokens)]
    sizes = {"default_vocab_size": len(vocab) + 1, "default_num_special_tokens": 1}
    config = {"pattern": PATTERN, "num_vocab_tokens": len(vocab), "version": "v3", **sizes}
    content = {
        "config": config,
        "vocab": vocab,
        "special_tokens": [{"rank": 0, "token_str": "<s>", "is_control": True}],
    }
    subject = open_subject({"tekken.json": json.dumps(content).encode()})
    ranks = {token: rank for rank, token in enumerate(tokens)}
    peer = tiktoken.Encoding("", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens={})
    assert never_output(peer) == {ranks[b"z1"]}
    assert [token.token for token in unreached_tokens(subject) if token.text is not None] == ["z1"]
    assert "because the pattern cuts theirs: 1 ('z1')." in str(next(check_pattern(subject)))


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def test_unreachable_pieces_of_t5_are_those_that_sentencepiece_never_outputs() -> None:
    peer = sentencepiece.SentencePieceProcessor(model_proto=load_t5().model)
    (finding,) = check_unreachable(shipped_subject("t5-small"))
    assert "score higher: 2 ('▁Its', '▁mes')" in str(finding)
    for word in ("Its", "mes"):
        for text in (word, f"a {word} b", f"{word} {word}", f"x{word}", f"{word}x"):
            assert peer.piece_to_id("▁" + word) not in peer.encode(text)
    # The library reads neither name in a text, and never outputs the other two (see above).
    (finding,) = check_unreachable(open_subject({"spiece.model": load_t5().model}))
    assert str(finding) == (
        "Tokens that are in none of the texts that were tried: 4 ('<pad>', '</s>', '▁Its', '▁mes')."
    )


def test_language_costs_equal_tiktoken_s_counts() -> None:
    peers = [tiktoken_encoding(name) for name in ("gpt2", "o200k_base")]
    (finding,) = check_languages(shipped_subject("gpt2"))
    assert finding.table is not None
    rows = {row[0]: row for row in finding.table.rows}
    assert len(rows) == 37
    for article in ARTICLES.values():
        here, there = (len(peer.encode_ordinary(article["text"])) for peer in peers)
        _, tokens, characters, ratio, peer_tokens, _ = rows[article["name"]]
        assert (tokens, peer_tokens) == (here, there)
        assert characters == round(len(article["text"]) / here, 2)
        assert ratio == round(here / rows["English"][1], 2)


def test_encoding_texts_together_equals_encoding_them_one_by_one() -> None:
    cut = PreTokenizer(r"\p{L}+|\s|[^\p{L}\s]+")
    ours = tokenizer_of_bytes([b"hug", b"then"], cut)
    split = read({"tokenizer.json": write(trained_bpe(), "tokenizer.json")["tokenizer.json"]}).tokenizer
    for tokenizer in (ours, split, load_pretrained("bert-base-uncased")):
        texts = [*TEXTS[1:], "\ud800", *(f"then{number} hugs" for number in range(1_000))]
        for text, ids in zip(texts, encode_each(tokenizer, texts), strict=True):
            assert ids == (tokenizer.encode(text, "none") if text != "\ud800" or not tokenizer.byte_level else [])
    assert cut_each(cut, ["a b", ""]) == [["a", " ", "b"], []]


# The report.


def test_a_comparison_counts_shared_tokens() -> None:
    # hu, hug, and the bytes are in both; th, the, then and ug in one each.
    subject = Subject(
        tokenizer_of_bytes([b"hug", b"then"]),
        "ours",
        against=tokenizer_of_bytes([b"hug", b"ug"]),
        against_name="theirs",
    )
    subject.texts = {"mine": "hug then"}
    results = {result.name: result for result in run_checks(subject)}
    assert [*results] == [check.name for check in (*CHECKS, *ASKED_CHECKS)]
    shared, ids, texts = results["comparison"].findings
    assert "in theirs: 258, or 99% of the tokens here. Only here: 3 ('th', 'the', 'then'). Only there: 1 ('ug')" in str(
        shared
    )
    assert str(ids) == "Of the shared tokens, 258 have the same id in both."
    assert texts.table is not None
    assert texts.table.rows[-1] == ("mine", 3, 6)  # hug, a space, and then or its letters
    assert str(results["own-texts"].findings[0]).startswith("mine: 3 tokens, 2.67 characters per token; it comes back")


def test_every_report_format_has_every_sentence() -> None:
    content = json.loads(written())
    content["added_tokens"] = [IM_START | {"content": "<b>&\n"}]
    subject = open_subject({"<i>.json": json.dumps(content).encode()})
    results = [*run_checks(subject)]
    data = json.loads(as_json(subject, results))
    assert data["severity"] == worst(results) == "note"
    assert [check["check"] for check in data["checks"]] == [check.name for check in CHECKS]
    assert data == json.loads(json.dumps(as_data(subject, results), default=str))
    findings = [finding for check in data["checks"] for finding in check["findings"]]
    assert sum(data["counts"].values()) == len(findings)
    page, text = as_html(subject, results), as_text(subject, results)
    assert all(f'<h2 id="{result.name}">' in page for result in results)
    assert "<i>" not in page
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;\\n" in page
    for finding in findings:
        assert finding["sentence"] in text


def test_a_check_that_fails_to_run_says_so() -> None:
    class Broken(Subject):
        def encode(self, text: str) -> list[int]:
            raise EngineError("the library is gone")

    results = {result.name: result for result in run_checks(Broken(tokenizer_of_bytes([b"hug"])))}
    assert str(results["cutting"].findings[0]) == "This could not be checked: the library is gone"
    assert results["merges"].severity == "fine"


def test_progress_grows_from_0_to_1(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    assert [*run_checks(Subject(tokenizer_of_bytes([b"hug"])), told.append)]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)
    monkeypatch.setattr(subject_module, "BATCH", 10)
    content = json.loads(written())
    token_without_merge(content)  # its text is tried in longer ones, after all others
    told: list[float] = []
    assert [*run_checks(opened(json.dumps(content).encode()), told.append)]
    assert told == sorted(told)
    assert len(set(told)) > len(CHECKS)


def test_severities_are_ordered() -> None:
    findings = [Finding(severity, "x") for severity in ("fine", "warning", "note")]  # type: ignore[arg-type]
    assert Result("a", "A", tuple(findings)).severity == "warning"
