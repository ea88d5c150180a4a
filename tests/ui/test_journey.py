"""The page From text to ids: each step has a sentence with a number, and shows what tiktoken does."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from bpe_engine import Tokenizer, load_pretrained
from bpe_engine.bpe.vocabulary_editing import remove_tokens
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, component, data_of
from ui.base.i18n import languages, use_language
from ui.base.tokenizer_choices import SHIPPED
from ui.lessons.contract import Scene
from ui.pages.scene.spec import EXAMPLES
from ui.player.journey_lesson import MOST_BYTES, journey_lesson


def scene_of(app: Any) -> Scene:
    data: Scene = data_of(component(app, "scene"))
    return data


def cell_texts(found: Scene, kind: str) -> list[str]:
    """Return the texts of a row's cells."""
    (row,) = [row for row in found["rows"] if row["kind"] == kind]
    return [text for _start, _end, text, _hue in row["cells"]]


def as_typed(cells: list[str]) -> str:
    return "".join(cells).replace("·", " ")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SHIPPED)
def test_each_step_is_a_sentence_with_a_number(name: str, language: str) -> None:
    use_language(language)
    try:
        for text in EXAMPLES:
            found = journey_lesson(load_pretrained(name), name, text)
            for frame in found["frames"]:
                assert re.search(r"\d", frame["said"]), frame["said"]
                assert re.search(r"\d", frame["count"])
                assert "{" not in frame["said"] + frame["count"]
    finally:
        use_language("en")


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_row_of_ids_equals_tiktoken_s_and_bytes_equal_the_text_s(text: str) -> None:
    for name in ("gpt2", "cl100k_base", "o200k_base"):
        found = journey_lesson(load_pretrained(name), name, text)
        assert [*map(int, cell_texts(found, "ids"))] == tiktoken_encoding(name).encode_ordinary(text)
        assert bytes.fromhex("".join(cell_texts(found, "bytes"))) == text.encode()
        assert as_typed(cell_texts(found, "text")) == as_typed(cell_texts(found, "again")) == text


def test_the_sentence_for_a_merge_gives_its_rank_and_the_number_of_merges() -> None:
    found = journey_lesson(load_pretrained("gpt2"), "GPT-2", "hugs")
    said = [found["frames"][step]["said"] for step in sorted({merge[-1] for merge in found["merges"]})]
    # The ranks of gpt2's merges.txt: "u g" is line 763, "ug s" line 10,084, counted from 1.
    assert said == [
        "Merge 1 of 2: “u” + “g” becomes “ug”. Of the 3 learned pairs in this word, it had the lowest rank, 762. "
        "Training counted neighbouring pairs in many texts, merged the most frequent, and counted again. A pair’s rank "
        "is its place in the list of these merges, counting from 0.",
        "Merge 2 of 2: “ug” + “s” becomes “ugs”. It was the only learned pair in this word, with rank 10,083. No "
        "learned pairs are left in this word: it is now 2 tokens.",
    ]


def test_the_relation_of_id_and_rank_is_explained_if_there_is_one() -> None:
    def sentence_about(tokenizer: Tokenizer, text: str) -> str:
        return next(
            frame["said"]
            for frame in journey_lesson(tokenizer, "It", text)["frames"]
            if "gets its number" in frame["said"]
        )

    gpt2 = load_pretrained("gpt2")
    assert tiktoken_encoding("gpt2").encode_ordinary("hugs") == [71, 10_339]
    assert sentence_about(gpt2, "hugs").endswith(
        "“ugs” is 10339. The list starts with the 256 bytes, in the order of their symbols. Each merge adds one token, "
        "by rank: 10,083 + 256 = 10339. This sequence of 2 numbers is all a model gets of the text."
    )
    assert [tiktoken_encoding("gpt2").encode_single_token(bytes([byte])) for byte in (33, 126, 161, 255, 0, 32)] == [
        *(0, 93, 94, 187, 188, 220)  # the characters ! ~ ¡ ÿ Ā Ġ, in Unicode order
    ]
    without = remove_tokens(gpt2, [gpt2.encode(" low")[0]]).tokenizer  # its ids have a gap
    assert "An id is a place in this list: neither a rank nor a byte." in sentence_about(without, "hugs")
    assert sentence_about(gpt2, "!").endswith(
        "neither a rank nor a byte. This sequence of 1 number is all a model gets of the text."
    )


def test_finished_words_say_so_and_notation_is_explained_once() -> None:
    said = [frame["said"] for frame in journey_lesson(load_pretrained("gpt2"), "GPT-2", EXAMPLES[0])["frames"]]
    done = [sentence for told in said for sentence in re.findall("No learned pairs are left in this word.*", told)]
    # tiktoken has Token + izers, " cut", " words" and "!", which is one symbol and merges nothing.
    assert [int(count) for told in done for count in re.findall(r"\d+", told)] == [2, 1, 1]
    said = [frame["said"] for frame in journey_lesson(load_pretrained("gpt2"), "GPT-2", "Ü is")["frames"]]
    assert said[0].endswith("The dot is a space.")
    assert said[2].endswith("“Ü” is 195 156, in hex C3 9C.")  # UTF-8's two bytes
    assert said[3] == (
        "Merging starts from single bytes: 5 symbols. Merges shorten this sequence, which saves a model work. The "
        "dashed pair is next."
    )


def test_each_step_adds_a_row_or_a_merge_and_removes_nothing() -> None:
    found = journey_lesson(load_pretrained("gpt2"), "GPT-2", EXAMPLES[0])
    added = [row["step"] for row in found["rows"]] + [merge[-1] for merge in found["merges"]]
    assert {*added} == {*range(len(found["frames"]))}
    kinds = [row["kind"] for row in found["rows"]]
    assert kinds == ["text", "chunks", "bytes", "merges", "tokens", "ids", "again"]
    assert [row["step"] for row in found["rows"]] == sorted(row["step"] for row in found["rows"])
    assert all(row["asks"].endswith("?") for row in found["rows"][1:])
    # A press is named for what it adds.
    assert [frame["next"] for frame in found["frames"][:4]] == ["Chunks", "Bytes", "Merges", "Next merge"]
    assert [frame["next"] for frame in found["frames"][-4:]] == ["Tokens", "Ids", "Back to text", ""]


def test_cells_are_in_the_columns_of_their_bytes() -> None:
    found = journey_lesson(load_pretrained("gpt2"), "GPT-2", "Ü🤗 a")
    columns = {row["kind"]: [(start, end) for start, end, _text, _hue in row["cells"]] for row in found["rows"]}
    assert columns["text"] == columns["again"] == [(0, 2), (2, 6), (6, 7), (7, 8)]  # UTF-8 takes 2, 4, 1 and 1
    assert columns["bytes"] == [(place, place + 1) for place in range(8)]
    assert columns["ids"] == columns["tokens"]
    for start, middle, end, *_rest in found["merges"]:
        assert start < middle < end
        assert any(first <= start and end <= last for first, last in columns["tokens"])


def test_normalization_has_a_row_only_if_it_changes_the_text() -> None:
    bert = journey_lesson(load_pretrained("bert-base-uncased"), "BERT", "Café Naïve")
    assert as_typed(cell_texts(bert, "normalized")) == "cafe naive"  # lower case, without accents, as its authors say
    assert "10 became 10 characters, “cafe·naive”" in bert["frames"][1]["said"]
    assert "normalized" not in {row["kind"] for row in journey_lesson(load_pretrained("gpt2"), "It", "É")["rows"]}


def test_tokens_without_text_have_a_column() -> None:
    found = journey_lesson(load_pretrained("t5-small"), "T5", "你 a")
    tokens = next(row["cells"] for row in found["rows"] if row["kind"] == "tokens")
    assert all(start < end for start, end, _text, _hue in tokens)
    assert all(one[1] <= other[0] for one, other in pairwise(tokens))
    for name, told in {"bert-base-uncased": "longest token", "t5-small": "most probable"}.items():
        found = journey_lesson(load_pretrained(name), name, "unhappiness")
        assert not found["merges"]
        assert any("Nothing merges" in frame["said"] and told in frame["said"] for frame in found["frames"])
    for text in ("a" * MOST_BYTES, "ab " * (MOST_BYTES // 3), "🤗" * (MOST_BYTES // 4)):
        assert len(json.dumps(journey_lesson(load_pretrained("gpt2"), "GPT-2", text))) < 250_000


def test_the_page_shows_the_scene_of_its_address(opened: Open) -> None:
    app = opened("pages/scene.py", sample="hugs", step="4")
    found = scene_of(app)
    assert found["step"] == 4
    assert cell_texts(found, "text") == [*"hugs"]
    app.text_input[0].set_value("pugs").run()
    assert cell_texts(scene_of(app), "text") == [*"pugs"]
    assert address(app)["sample"] == "pugs"
    app = opened("pages/scene.py", **{"sample": "hug pug", "with": "trained", "scenario": "hug"})
    assert not alerts(app)
    assert scene_of(app)["merges"]


def test_texts_without_a_scene_are_reported_with_a_way_out(opened: Open) -> None:
    app = opened("pages/scene.py", sample="é" * 121)
    (told,) = alerts(app)
    assert "242 bytes" in told
    assert "the limit is 240." in told
    assert "Playground" in told
    assert app.text_input[0].value == "é" * 121
    app.text_input[0].set_value("").run()
    assert "Nothing to show yet" in alerts(app)[0]
