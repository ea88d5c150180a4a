"""A text at every size of a vocabulary, compared with tiktoken with the first tokens of the same ranks."""

import re
from collections import Counter
from pathlib import Path

import pytest
import tiktoken
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError, load_pretrained
from bpe_engine.vocabularies.pretrained import load_pretrained_bpe
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts
from tests.ui.conftest import Train
from ui.base.i18n import use_language
from ui.base.tokenizer_choices import PRETRAINED, embedding_rows
from ui.course.chapter_files import chapters_by_key, course
from ui.course.values.vocabulary_sizes import (
    LONGEST_TEXT,
    TEXT,
    SizeMeasurement,
    batch,
    first_tokens,
    measure_sizes,
    sizes_to_measure,
)
from ui.pages.size.view import batch_html, columns_html, range_html, table_html

TEXTS = [TEXT, "Все люди рождаются свободными.\n\n  人人生而自由 👩\u200d👧 don't DON'T 12345"]


def smaller(name: str, size: int) -> tiktoken.Encoding:
    base = tiktoken_encoding(name)
    ranks = {token: rank for token, rank in base._mergeable_ranks.items() if rank < size}
    return tiktoken.Encoding(name=f"{name}-{size}", pat_str=base._pat_str, mergeable_ranks=ranks, special_tokens={})


@pytest.mark.parametrize("name", PRETRAINED)
def test_each_size_equals_tiktoken_with_the_first_ranks(name: str) -> None:
    found = {row.size: row for row in measure_sizes(load_pretrained_bpe(name), "\n".join(TEXTS))}
    assert list(found) == sizes_to_measure(load_pretrained_bpe(name))
    assert max(found) == len(tiktoken_encoding(name)._mergeable_ranks)
    for size in (256, 512, 4096, 32768, max(found)):
        counts = Counter(smaller(name, size).encode_ordinary("\n".join(TEXTS)))
        row = found[size]
        assert (row.tokens, row.used) == (counts.total(), len(counts))
        assert row.once == sum(count == 1 for count in counts.values())
        assert row.rare_share == pytest.approx(sum(counts[rank] < 2 for rank in range(size)) / size)


def test_a_trained_tokenizer_has_the_tokens_of_each_step(train: Train) -> None:
    training = train("course")
    found = measure_sizes(training.tokenizer(19), " ".join(training.corpus.words))
    assert [row.size for row in found] == [30, 32, 49]  # 30 characters, 19 merges; <|endoftext|> does not count
    for row in found:
        assert row.tokens == len(training.tokenizer(row.size - 30).tokenize(" ".join(training.corpus.words)))


@pytest.mark.parametrize("size", [256, 1_024, 50_256])
def test_the_displayed_tokens_use_the_first_ranks(size: int) -> None:
    gpt2 = load_pretrained_bpe("gpt2")
    ids = [gpt2.vocabulary[token] for token in first_tokens(gpt2, TEXT, size, 40)]
    assert len(ids) >= 40
    assert ids == smaller("gpt2", size).encode_ordinary(TEXT)[: len(ids)]


def test_a_chosen_size_recuts_the_text_and_is_in_the_link(opened: Open) -> None:
    app = opened("pages/size.py", upto="4096")
    (sizes,) = app.select_slider
    assert sizes.value == 4_096
    before = len(smaller("gpt2", 256).encode_ordinary(TEXT))
    for size in (4_096, 512, 50_256):
        sizes.set_value(size).run()
        assert address(app) == ({"upto": str(size)} if size != 50_256 else {})
        after = len(smaller("gpt2", size).encode_ordinary(TEXT))
        assert any(f"{before} → {after}<" in node.proto.body for node in app.get("html"))
        (sizes,) = app.select_slider


@pytest.mark.parametrize("name", PRETRAINED)
def test_an_embedding_has_as_many_rows_as_tiktoken_says(name: str) -> None:
    assert embedding_rows(load_pretrained(name)) == tiktoken_encoding(name).n_vocab


@pytest.mark.parametrize("name", PRETRAINED)
@pytest.mark.parametrize("page", ["size", "vocabulary"])
def test_tokens_and_embedding_rows_are_both_given_if_they_differ(opened: Open, page: str, name: str) -> None:
    peer = tiktoken_encoding(name)
    tokens = len(peer._mergeable_ranks) + len(peer._special_tokens)
    app = opened(f"pages/{page}.py", of=name)
    told = markdown_text(app) + " ".join(node.value for node in app.caption)
    assert f"{tokens:,}" in told + " ".join(node.value for node in app.header)
    assert (f"{peer.n_vocab:,} rows" in told) == (peer.n_vocab > tokens)
    if page == "size":
        assert f"{768 * peer.n_vocab:,} embedding parameters" in told


def test_the_course_and_the_guide_mention_gaps_in_ids() -> None:
    peer = tiktoken_encoding("cl100k_base")
    tokens = len(peer._mergeable_ranks) + len(peer._special_tokens)
    guide = Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_TIKTOKEN.md"
    for told in (chapters_by_key(course())["vocabularies"].values()["gaps"], guide.read_text("utf-8")):
        assert f"{tokens:,}" in str(told).replace("\n", " ")
        assert f"{peer.n_vocab:,} rows" in str(told).replace("\n", " ")
    ids = list(range(20))
    assert batch(ids, 2, 8) == [ids[:8], ids[8:16]]
    assert batch(ids, 8, 8) == [ids[:8], ids[8:16]]
    assert batch(ids, 1, 21) == []


def test_bars_and_table_have_all_numbers_and_escaped_text() -> None:
    gpt2 = load_pretrained_bpe("gpt2")
    found = measure_sizes(gpt2, TEXT)
    html = columns_html(found, 768, 3)
    most = found[0].tokens
    for row in found:
        assert f'--share: {round(row.tokens / most, 4)}"><i>{row.tokens}</i>' in html
        assert f'--share: {round(row.size / found[-1].size, 4)}"><i>' in html  # each has as many parameters
    (chosen,) = re.findall(r'<div class="chosen">.*?</div>', html)
    assert f"<b>{found[3].size:,}</b>" in chosen
    assert f"<td>{found[-1].tokens}</td>" in table_html(found, len(TEXT), 768)
    html = batch_html(gpt2, [gpt2.encode("<b>")])
    assert "&lt;" in html
    assert "<b>" not in html
    ranges = range_html(found[0], found[1], 768)
    assert f"</span> {found[0].tokens} → {found[1].tokens}</p>" in ranges
    assert "</span> 196,608 → 393,216</p>" in ranges


# From the Unicode Consortium's data (CLDR 46): 38,596,608 and 196,608, in their short forms.
@pytest.mark.parametrize(
    ("language", "large", "small"),
    [
        ("en", "38.6M", "197K"),
        ("ru", "38,6\xa0млн", "197\xa0тыс."),
        ("vi", "38,6\xa0Tr", "197\xa0N"),
        ("zh_Hans", "38.6M", "197K"),  # not 3860万 beside numbers in groups of three digits
    ],
)
def test_bars_abbreviate_numbers_for_the_reader_s_language(language: str, large: str, small: str) -> None:
    use_language(language)
    html = columns_html([SizeMeasurement(256, 437, 200, 10), SizeMeasurement(50_256, 96, 80, 70)], 768, 0)
    assert f"<i>{large}</i>" in html
    assert f"<i>{small}</i>" in html


def test_a_lone_surrogate_is_reported() -> None:
    with pytest.raises(EngineError, match="surrogate"):
        measure_sizes(load_pretrained_bpe("gpt2"), "\ud800")


def markdown_text(app: object) -> str:
    return " ".join(node.value for node in app.markdown)  # type: ignore[attr-defined]  # elements have a value


def test_every_choice_is_written_to_the_address(opened: Open) -> None:
    app = opened("pages/size.py")
    assert alerts(app) == []
    assert (
        "GPT-2 has 50,257 tokens, special ones included, with 768 numbers each: 38,597,376 embedding"
        in markdown_text(app)
    )
    next(button for button in app.button if button.label == "GPT-3: 12,288").click().run()
    next(button for button in app.button if button.label == "Article 1: русский").click().run()
    next(box for box in app.number_input if box.label.startswith("B:")).set_value(2).run()
    found = address(app)
    assert (found["width"], found["rows"]) == ("12288", "2")
    again = opened("pages/size.py", **found)
    assert "617,558,016" in markdown_text(again)
    assert "shape (2, 8)" in markdown_text(again)


@pytest.mark.parametrize("name", ["bert-base-uncased", "t5-small", "mistral-7b"])
def test_a_vocabulary_without_ordered_merges_is_reported(opened: Open, name: str) -> None:
    (message,) = alerts(opened("pages/size.py", of=name))
    assert "aren’t a smaller vocabulary" in message


def test_long_and_short_texts_and_unknown_characters_are_reported(opened: Open) -> None:
    assert "No text yet" in markdown_text(opened("pages/size.py", sample=""))
    app = opened("pages/size.py")
    app.text_area[0].set_value("a" * (LONGEST_TEXT + 1)).run()
    too_long_for_a_link, message = alerts(app)
    assert "too long for an address" in too_long_for_a_link
    assert "20,001" in message
    assert "too few tokens for a row" in markdown_text(opened("pages/size.py", sample="Hi"))
    assert "leaves out white space" in markdown_text(opened("pages/size.py", scenario="hug", of="trained", sample=" "))
    (message,) = alerts(opened("pages/size.py", scenario="hug", of="trained", sample="hugs xyz"))
    assert "'x' is not in the vocabulary, which has no unknown token" in message


def test_an_article_of_the_declaration_has_its_source_below_it(opened: Open) -> None:
    def shows_source(app: AppTest) -> bool:
        return any("Source: United Nations OHCHR" in caption.value for caption in app.caption)

    app = opened("pages/size.py")
    assert not shows_source(app)
    for article in (1, 4):  # English, Chinese
        assert shows_source(app.button(key=f"size_{article}").click().run())
    assert not shows_source(app.button(key="size_0").click().run())
