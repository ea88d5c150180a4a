"""Home without a browser: the data it first sends, and how it handles typed text."""

from base64 import b64encode

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import load_pretrained
from tests.engine.peers import PUBLISHED_JSON, published_tokenizer, tiktoken_encoding
from tests.ui.app_pages import Open, address, component, data_of, trigger
from ui.base.i18n import use_language
from ui.base.tokenizer_choices import PRETRAINED, SHIPPED
from ui.components.contract import HomePayload
from ui.pages.home.payload import EXAMPLE, MAX_LENGTH, chunks_of, home_payload

TYPED = ["Katharina", "Zoë likes 🍓!", "aaaaaaa", " ", "日本語", "<b>a</b>\u202e\x00", "👩‍👩‍👧" * 12]


@pytest.mark.parametrize("name", PRETRAINED)
@pytest.mark.parametrize("text", TYPED)
def test_a_text_is_sent_with_its_tokens(text: str, name: str) -> None:
    chunks, peer = chunks_of(text, load_pretrained(name)), tiktoken_encoding(name)
    assert "".join(chunk for chunk, _tokens in chunks) == text
    for chunk, tokens in chunks:
        assert b"".join(peer.decode_single_token_bytes(one) for one, _length in tokens) == chunk.encode()
        assert all(len(peer.decode_single_token_bytes(one)) == length for one, length in tokens)
    assert [one for _chunk, tokens in chunks for one, _length in tokens] == peer.encode_ordinary(text)


@pytest.mark.parametrize("text", ["a" * (MAX_LENGTH + 1), "\ud800"])
def test_a_text_from_the_browser_is_returned_without_tokens(text: str) -> None:
    for name in ("gpt2", "bert-base-uncased"):
        assert chunks_of(text, load_pretrained(name)) == []


@pytest.mark.parametrize("name", [name for name in SHIPPED if name not in PRETRAINED])
@pytest.mark.parametrize("text", TYPED)
def test_each_server_side_tokenizer_covers_the_text_with_its_ids(text: str, name: str) -> None:
    chunks = chunks_of(text, load_pretrained(name))
    assert "".join(chunk for chunk, _tokens in chunks) == text
    ids = [one for _chunk, tokens in chunks for one, _length in tokens]
    if name in PUBLISHED_JSON:
        assert ids == published_tokenizer(name).encode(text, add_special_tokens=False).ids
    for chunk, tokens in chunks:
        assert sum(length for _one, length in tokens) in (0, len(chunk.encode()))


def test_bert_skips_spaces_and_qwen_cuts_a_word_in_two_ways() -> None:
    bert = chunks_of("low lower", load_pretrained("bert-base-uncased"))
    assert [(chunk, len(tokens)) for chunk, tokens in bert] == [("low", 1), (" ", 0), ("lower", 1)]
    qwen = {chunk: len(tokens) for chunk, tokens in chunks_of(EXAMPLE, load_pretrained("qwen3"))}
    words = ("strawberry", " strawberry")
    peer = published_tokenizer("qwen3")
    assert [qwen[word] for word in words] == [len(peer.encode(word, add_special_tokens=False).ids) for word in words]


def test_the_example_is_cut_in_two_ways() -> None:
    peer = tiktoken_encoding("gpt2")
    (first, one), (_comma, _one), (second, other) = chunks_of(EXAMPLE, load_pretrained("gpt2"))
    assert f" {first}" == second
    assert len(one) == len(peer.encode_ordinary(first)) == 3
    assert len(other) == len(peer.encode_ordinary(second)) == 1
    shown = home_payload({"sample": "", "with": "gpt2"}, [], load_pretrained("gpt2"), is_app=True)
    assert [[text for text, _id, _hue in row] for row in shown["hug"]] == [["h", "u", "g"], ["h", "ug"], ["hug"]]
    # hug 10, pug 5, pun 12, bun 4, hugs 5
    assert [("".join(text for text, _id, _hue in pair), times) for pair, times in shown["pairs"]] == [
        ("ug", 10 + 5 + 5), ("pu", 5 + 12), ("un", 12 + 4), ("hu", 10 + 5),
    ]  # fmt: skip


def test_counts_have_each_plural_form_of_a_language() -> None:
    forms = {}
    for language in ("en", "ru", "vi"):
        use_language(language)
        shown = home_payload({"sample": "", "with": "gpt2"}, [], load_pretrained("gpt2"), is_app=True)
        forms[language] = shown["counts"]["token"]
    use_language("en")
    assert forms["en"] == {"one": "{count} token", "other": "{count} tokens"}
    assert forms["ru"].keys() == {"one", "few", "many"}
    assert forms["vi"].keys() == {"other"}


def test_an_empty_field_shows_an_example_and_all_pages_are_described(opened: Open) -> None:
    shown = home_data(opened(""))
    assert (shown["sample"], shown["example"]) == ("", EXAMPLE)
    assert ids(shown) == tiktoken_encoding("gpt2").encode_ordinary(EXAMPLE)
    links = [link for group in shown["groups"] for link in group["links"]]
    assert {"course", "teach", "plans", "knife", "check"} <= {link["href"] for link in links}
    assert all(link["text"] and link["about"] for link in links)


def test_typed_text_stays_and_is_written_to_the_address(opened: Open) -> None:
    app = opened("")
    trigger(app, "home", "asked", {"sample": "Ada", "tokenizer": "cl100k_base"})
    app.run()
    assert address(app) == {"sample": "Ada", "with": "cl100k_base"}
    app.switch_page("pages/bytes.py").run()
    app.switch_page("pages/home.py").run()
    shown = home_data(app)
    assert (shown["sample"], shown["tokenizer"]) == ("Ada", "cl100k_base")
    assert ids(shown) == tiktoken_encoding("cl100k_base").encode_ordinary("Ada")


def test_every_included_tokenizer_is_offered_and_cuts_the_text(opened: Open) -> None:
    app = opened("", sample="Ada")
    shown = home_data(app)
    offered = [name for name, _title in (*shown["tokenizers"], *shown["others"])]
    assert sorted(offered) == sorted([*SHIPPED, "open"])
    trigger(app, "home", "asked", {"sample": "Ada", "tokenizer": "qwen3"})
    app.run()
    assert address(app) == {"sample": "Ada", "with": "qwen3"}
    assert ids(home_data(app)) == published_tokenizer("qwen3").encode("Ada", add_special_tokens=False).ids


def test_a_file_is_opened_on_home_and_its_tokens_are_shown(opened: Open) -> None:
    app = opened("", sample="abc")
    trigger(app, "home", "asked", {"sample": "abc", "tokenizer": "open"})
    app.run()
    ranks = {bytes([byte]): byte for byte in range(256)}
    lines = [b"%s %d\n" % (b64encode(token), rank) for token, rank in {**ranks, b"ab": 256}.items()]
    app.file_uploader[0].upload("own.tiktoken", b"".join(lines)).run()
    assert not app.exception
    assert address(app) == {"sample": "abc", "with": "opened"}
    assert ids(home_data(app)) == [256, 99]


@pytest.mark.parametrize("told", [{"sample": 3, "tokenizer": "gpt2"}, {"sample": "a", "tokenizer": "none"}, "a"])
def test_unexpected_messages_are_ignored(opened: Open, told: object) -> None:
    app = opened("", sample="kept")
    trigger(app, "home", "asked", told)
    assert home_data(app.run())["sample"] == "kept"
    assert not app.exception


def home_data(app: AppTest) -> HomePayload:
    shown: HomePayload = data_of(component(app, "home"))
    return shown


def ids(shown: HomePayload) -> list[int]:
    return [one for _chunk, tokens in shown["chunks"] for one, _length in tokens]
