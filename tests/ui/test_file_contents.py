"""The page Tokenizer files shows a tokenizer's first and last tokens, and its first merges."""

from html import unescape

from bpe_engine import load_pretrained
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.pre_tokenizers import GPT2
from tests.ui.app_pages import Open, alerts
from tests.ui.test_opened_tokenizers import ranks
from ui.pages.files.contents import contents_html, contents_of
from ui.pages.files.view import title_with_size


def test_gpt_2_is_shown_from_its_bytes_to_its_special_token() -> None:
    found = contents_of(load_pretrained("gpt2"))
    # vocab.json begins with these, and merges.txt with "Ġ t", "Ġ a", "h e", "i n", "r e", "o n".
    assert [text for _id, text in found.first] == list("!\"#$%&'()*")
    assert found.last[-1] == (50_256, "<|endoftext|>")
    assert [token_id for token_id, _text in found.last] == list(range(50_251, 50_257))
    assert found.between == 50_257 - 16
    assert (found.merge_count, [merge[2] for merge in found.merges]) == (
        50_000,
        [("·t", 256), ("·a", 257), ("he", 258), ("in", 259), ("re", 260), ("on", 261)],
    )


def test_a_small_tokenizer_is_shown_whole_and_one_without_merges_has_no_card_for_them() -> None:
    small = BPETokenizer(
        vocabulary={"a": 0, "b": 1, "ab": 2, "<": 3},
        merges=[("a", "b")],
        pre_tokenizer=GPT2,
        unk_token="",
        byte_level=False,
    )
    found = contents_of(small)
    assert (found.first, found.last, found.between) == (((0, "a"), (1, "b"), (2, "ab"), (3, "<")), (), 0)
    html = contents_html(found)
    assert "Merges by rank <b>1</b>" in html
    assert "&lt;" in html
    for name in ("bert-base-uncased", "t5-small", "mistral-7b"):
        assert "Merges" not in contents_html(contents_of(load_pretrained(name))), name


def test_a_file_is_labelled_with_its_size() -> None:
    assert title_with_size("load.py", 320) == "load.py, 0.3 kB"
    assert title_with_size("tokenizer.json", 2_114_000) == "tokenizer.json, 2.1 MB"


def test_the_page_shows_the_opened_tokenizer_until_it_is_cleared(opened: Open) -> None:
    app = opened("pages/files.py")

    def drawn() -> str:
        return unescape("".join(node.proto.body for node in app.get("html")))

    assert "<b>normalizer</b><strong>none</strong>" in drawn()
    assert "Merges by rank <b>7</b>" in drawn()  # of hug, pug, pun
    app.file_uploader[0].upload("own.tiktoken", ranks(300)["own.tiktoken"])
    app.run()
    assert str(app.session_state["files.of"]) == "opened"
    assert "Tokens with their ids <b>300</b>" in drawn()
    next(button for button in app.button if button.label == "Clear it from this browser").click().run()
    assert str(app.session_state["files.of"]) == "trained"
    assert alerts(app) == []
