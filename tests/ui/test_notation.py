"""The notations of tokens: their output, which one suits a text, and token numbers in sentences."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_engine import BPETrainer, BPETraining, Corpus, Pair, load_pretrained
from bpe_engine.byte_alphabet import to_byte_symbols
from ui.base.notation import name_pair, name_text, name_token, notate, notations, number_names, suggested_notation
from ui.base.visible_text import MAX_NAME_LENGTH
from ui.pages.playground.token_payload import encode_text, token_view_payload
from ui.pages.vocabulary import search_index
from ui.tokenization import encoding
from ui.tokenization import merge_tree_payload as tree
from ui.tokenization.algorithms import ALGORITHMS

Train = Callable[..., BPETraining]

# The beginning of Article 1 of the Universal Declaration of Human Rights.
RUSSIAN = "Все люди рождаются свободными и равными в своем достоинстве и правах."
VIETNAMESE = "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền."
CHINESE = "人人生而自由,在尊严和权利上一律平等。"
GERMAN = "Alle Menschen sind frei und gleich an Würde und Rechten geboren."
ENGLISH = "All human beings are born free and equal in dignity and rights."


@pytest.mark.parametrize("text", [RUSSIAN, VIETNAMESE, CHINESE])
def test_texts_unreadable_in_byte_symbols_start_as_text(text: str) -> None:
    assert suggested_notation(Corpus.from_text(text).words, of_bytes=True) == "text"
    assert encoding.payload(load_pretrained("gpt2"), text)["usual"] == "text"


@pytest.mark.parametrize("text", [GERMAN, ENGLISH])
def test_texts_in_latin_letters_start_in_byte_symbols(text: str) -> None:
    assert suggested_notation(Corpus.from_text(text).words, of_bytes=True) == "symbols"
    assert encoding.payload(load_pretrained("gpt2"), text)["usual"] == "symbols"


def test_tokens_are_shown_as_text_symbols_or_hex(train: Train) -> None:
    assert notations(of_bytes=False) == ["text", "ids"]
    frames = ALGORITHMS["bpe"].frames(train("low"), 0, 2)
    assert (frames["notations"], frames["usual"], frames["hex"]) == (["text", "ids"], "text", [])
    assert notate(to_byte_symbols(" мост"), of_bytes=True)[1:] == ("·мост", "20 D0 BC D0 BE D1 81 D1 82", "space мост")
    part = notate("ä½", of_bytes=True)  # the first two bytes of 你
    assert part == ("ä½", "E4 BD", "E4 BD", "E4 BD")
    assert notate("a" * 99, of_bytes=True, short=True).text == "a" * (MAX_NAME_LENGTH - 8) + "…" + "a" * 7
    assert notate("a" * 99, of_bytes=True, short=True).hex == "61 " * 8 + "… 61 61"


@given(st.text(max_size=12), st.text(max_size=12), st.text(max_size=12))
def test_names_in_a_sentence_round_trip(left: str, right: str, word: str) -> None:
    seen: list[tuple[str, bool]] = []

    def number_of(part: str, is_token: bool) -> int:
        seen.append((part, is_token))
        return len(seen)

    sentence = f"{name_pair(Pair(left, right))}, {name_token(left)}, {name_text(word)}"
    assert number_names(sentence, number_of) == "\ue0001 2\ue001, \ue0003\ue001, \ue0004\ue001"
    assert seen == [(left, True), (right, True), (left, True), (word, False)]


def test_a_word_is_not_a_token_even_if_spelled_the_same(train: Train) -> None:
    frames = ALGORITHMS["bpe"].frames(train("hug"), 0, 7)
    assert [ids for symbols, _text, ids, _hue in frames["tokens"] if symbols == "hug"].count(None) == 1
    sentence = frames["frames"][2]["next"]  # h + ug: hug 10 + hugs 5
    named = [int(part) for part in sentence.replace("\ue001", "\ue000").split("\ue000")[1].split()]
    assert [frames["tokens"][number][0] for number in named] == ["h", "ug"]
    assert all(isinstance(frames["tokens"][number][2], int) for number in named)


def test_every_name_in_a_byte_level_lesson_has_its_bytes(train: Train) -> None:
    frames = ALGORITHMS["bpe"].frames(train("aaab"), 0, 3)
    assert len(frames["hex"]) == len(frames["tokens"])
    assert {text: code for (text, *_), code in zip(frames["tokens"], frames["hex"], strict=True)}["aa"] == "61 61"
    frames = encoding.payload(load_pretrained("bert-base-uncased"), "Hug")
    assert frames["notations"] == ["text", "ids"]
    trained = BPETrainer(vocab_size=300).train(Corpus.from_text("hug hug"))
    assert len(encoding.payload(trained, "hug")["hex"]) == len(encoding.payload(trained, "hug")["tokens"])


def test_page_components_write_tokens_in_each_notation() -> None:
    gpt2, bert = (encode_text(load_pretrained(name), " a 你") for name in ("gpt2", "bert-base-uncased"))
    both = token_view_payload(["a", "b"], [gpt2, bert])
    assert both["notations"] == ["text", "symbols", "hex", "ids"]
    assert both["panels"][0]["symbols"][0] == "Ġa"
    assert both["panels"][0]["said"][0] == "space a"
    assert both["panels"][1]["symbols"] == []
    assert token_view_payload(["b"], [bert])["notations"] == ["text", "hex", "ids"]
    gpt2 = load_pretrained("gpt2")
    found = search_index.index_of(gpt2)
    (row,) = search_index.rows(found, [found.place_of[318]])
    assert row["names"] == {"text": "·is", "symbols": "Ġis", "hex": "20 69 73", "ids": "318"}
    assert row["name"] == "space is"
    made = tree.payload(gpt2.base_tokenizer, 318)  # type: ignore[arg-type]  # a BPE tokenizer
    assert made["tree"]["names"] == row["names"]
    assert made["said"]["ids"][0].startswith("“318” was made by joining “220” and “271”")
    assert made["said"]["hex"][0].startswith("“20 69 73” was made by joining “20” and “69 73”")
