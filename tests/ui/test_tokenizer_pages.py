"""Every available tokenizer, on every page that offers it, without a browser."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError, load_pretrained
from bpe_engine.vocabularies.pretrained import gpt2_encoder_json, official_file
from tests.engine import sentencepiece_models, test_files_tekken, test_normalizing
from tests.ui.app_pages import Open, alerts, component, data_of, player_data, query_value
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.base.upload_limits import MEGABYTE
from ui.pages.common.current_training import parse_upload, trainable_prefix
from ui.pages.common.own_tokenizer import files_by_name
from ui.tokenization import encoding
from ui.tokenization.algorithms import ALGORITHMS, DEFAULT_ALGORITHM


@pytest.mark.parametrize("name", SHIPPED)
def test_every_included_vocabulary_works_on_every_page(opened: Open, name: str) -> None:
    for page, query in (
        ("encode", {"with": name, "sample": "Hello tokenizers 東"}),
        ("playground", {"first": name, "second": "gpt2", "sample": "Hello tokenizers 東 <unk>"}),
        ("vocabulary", {"of": name, "find": "e"}),
        ("files", {"of": name, "as": "tokenizer.json"}),
    ):
        app = opened(f"pages/{page}.py", **query)
        assert not app.exception, (page, app.exception)
        # No format written here can express what a SentencePiece normalizer does.
        assert bool(alerts(app)) == (page == "files" and name in ("t5-small", "mistral-7b")), (page, alerts(app))
        assert any(box.label in ("Tokenizer", "Vocabulary") for box in app.selectbox)


def test_encode_names_another_tokenizer_only_with_its_tokens(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened("pages/encode.py", **{"with": "gpt2", "sample": "hugs"})
    happened: list[str] = []

    def recorded(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def note(*values: Any, **named: Any) -> Any:
            happened.append(what)
            return function(*values, **named)

        return note

    monkeypatch.setattr(encoding, "payload", recorded("tokens", encoding.payload))
    monkeypatch.setattr(st, "popover", recorded("name", st.popover))
    (box,) = (box for box in app.selectbox if box.label == "Tokenizer")
    box.set_value(TokenizerName("bert-base-uncased")).run()
    assert happened[:2] == ["tokens", "name"]


RUSSIAN = "Все люди рождаются свободными 👍🏽"


def sentencepiece_model() -> tuple[str, bytes, list[int]]:
    data = sentencepiece_models.model("bytes")
    return "some.model", data, sentencepiece_models.peer(data).encode(RUSSIAN)


def normalizing(kind: str, name: str) -> tuple[str, bytes, list[int]]:
    peer = test_normalizing.peer_of(kind, name)
    return "tokenizer.json", peer.to_str().encode(), peer.encode(RUSSIAN, add_special_tokens=False).ids


def tekken() -> tuple[str, bytes, list[int]]:
    ids = [token_id + test_files_tekken.SPECIAL for token_id in test_files_tekken.peer().encode(RUSSIAN)]
    return "tekken.json", json.dumps(test_files_tekken.content()).encode(), ids


@pytest.mark.parametrize(
    "file_of",
    [sentencepiece_model, partial(normalizing, "bytes", "nfkc, lower case"), partial(normalizing, "llama", "first"),
     tekken],
)  # fmt: skip
def test_an_opened_file_is_compared_with_gpt_4o(
    opened: Open, file_of: Callable[[], tuple[str, bytes, list[int]]]
) -> None:
    file, data, ids = file_of()
    text = RUSSIAN
    app = opened("pages/files.py")
    app.file_uploader[0].upload(file, data).run()
    said = " ".join(node.proto.body for node in app.get("html"))
    assert "You can watch it encode step by step." in said, said
    for page, query in (
        ("encode", {"with": "opened", "sample": text}),
        ("playground", {"first": "opened", "second": "o200k_base", "sample": text}),
        ("vocabulary", {"of": "opened", "find": "e"}),
    ):
        app.query_params.clear()
        app.query_params.update(query)
        app.switch_page(f"pages/{page}.py").run()
        assert not app.exception
        assert not alerts(app), (page, alerts(app))
        if page == "encode":
            shown = player_data(app)
            assert [shown["tokens"][number][2] for number, _ in shown["frames"][-1]["chips"]] == ids
        if page == "playground":
            shown_view = component(app, "token_view")
            panels = data_of(shown_view)["panels"]
            assert [panel["total"] for panel in panels] == [len(ids), len(load_pretrained("o200k_base").encode(text))]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_tokenizer_trained_by_any_algorithm_is_offered_everywhere(opened: Open, algorithm: str) -> None:
    app = opened(scenario="course", algorithm=algorithm)
    assert algorithm == DEFAULT_ALGORITHM or query_value(app, "algorithm") == algorithm
    for page, query in (
        ("encode", {"with": "trained", "sample": "token tokens"}),
        ("playground", {"first": "trained", "sample": "token tokens"}),
        ("vocabulary", {"of": "trained", "find": "t"}),
        ("files", {"of": "trained"}),
    ):
        app.query_params.update(query)
        app.switch_page(f"pages/{page}.py").run()
        assert not app.exception, (page, app.exception)
        # Some tokenizers fit no file format, which the page says.
        assert [alert for alert in alerts(app) if "or in any other format here" not in alert] == [], page


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("hug".encode("utf-16"), "The file some.txt isn’t UTF-8 text: byte 1 is 0xFF"),
        (b"", r"The file some.txt is empty\."),
        (b"\xff" * 12_600_000, "isn’t UTF-8 text"),
        (
            b"hug " * 3_150_000,
            r"has 12\.6 MB of text, but the limit for training is 10 MB\. Use its beginning, or upload",
        ),
    ],
)
def test_a_file_that_is_not_text_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        parse_upload("some.txt", data)


@pytest.mark.parametrize("letter", ["x", "é", "语", "🧩"])
def test_the_beginning_of_a_too_long_file_is_offered(letter: str) -> None:
    data = ("a" + letter * (11 * MEGABYTE // len(letter.encode()))).encode()
    with pytest.raises(EngineError) as refused:
        parse_upload("some.txt", data)
    part = trainable_prefix(refused.value, data)
    assert 10 * MEGABYTE - 4 < len(part) <= 10 * MEGABYTE
    assert data.decode().startswith(part.decode())
    parse_upload("some.txt", part)
    assert trainable_prefix(EngineError("Something else."), data) == b""


def test_a_training_that_starts_from_all_bytes_exports_to_tiktoken(opened: Open) -> None:
    def files_page() -> AppTest:
        app.query_params.clear()  # as a browser does when a link leads to another page
        app.switch_page("pages/files.py").run()
        return app.get("button_group")[0].set_value("tiktoken").run()

    app = opened(scenario="text", text="low lower lowest low lower")
    assert any("needs an id for each of the 256 bytes" in alert for alert in alerts(files_page()))
    app.query_params.clear()
    app.switch_page("pages/train.py").run()
    next(toggle for toggle in app.toggle if toggle.label == "Start with all 256 bytes").set_value(True).run()
    assert query_value(app, "allbytes") == "1"
    assert not alerts(files_page())
    assert not app.exception


def test_gpt_2_s_files_open_under_openai_s_names(opened: Open) -> None:
    app = opened("pages/files.py")
    shown = " ".join(node.proto.body for node in app.get("html"))
    for name in ("encoder.json", "vocab.bpe", "vocab.json", "merges.txt", "RoBERTa", "BART", "DeBERTa"):
        assert name in shown
    files = {"encoder.json": gpt2_encoder_json(), "vocab.bpe": official_file("gpt2")}
    for name, data in files.items():
        app.file_uploader[0].upload(name, data)
    app.run()
    assert "Opened: vocab.json + merges.txt" in " ".join(node.proto.body for node in app.get("html"))


def test_unsupported_files_and_duplicate_names_are_reported(opened: Open) -> None:
    app = opened("pages/encode.py", **{"with": "opened"})
    assert alerts(app) == ["No file is open here, so GPT-2 is shown. Choose “Open a file …” among the tokenizers."]
    assert files_by_name([("a", b"1"), ("b", b"2")]) == {"a": b"1", "b": b"2"}
    with pytest.raises(EngineError, match=r"Two of the files are called merges\.txt\. Remove one, or rename it"):
        files_by_name([("merges.txt", b"1"), ("vocab.json", b"2"), ("merges.txt", b"3")])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"by": "regex", "matching": "(a"}, "not a valid regex"),
        ({"by": "id", "id": "99999999"}, "No token has the id 99999999"),
        ({"find": "<img src=x>"}, "No tokens match"),
        ({"by": "<img src=x>"}, "<img src=x>"),
        ({"by": "script", "script": "<img src=x>"}, "<img src=x>"),
    ],
)
def test_invalid_input_on_the_vocabulary_page_is_reported(opened: Open, query: dict[str, str], said: str) -> None:
    assert any(said in alert for alert in alerts(opened("pages/vocabulary.py", **query)))


@pytest.mark.parametrize(
    "page", ["encode", "decode", "playground", "vocabulary", "size", "knife", "special", "files", "companions"]
)
def test_a_widget_with_an_outdated_choice_shows_the_default(opened: Open, page: str) -> None:
    app = opened(f"pages/{page}.py")
    offered = [box.value for box in app.selectbox]
    assert offered
    for number in range(len(offered)):
        states = app._tree.get_widget_states()
        (state,) = [state for state in states.widgets if state.id == app.selectbox[number].id]
        state.string_value = "The one you trained, after step 77"
        app._run(states)
        assert not app.exception, app.exception
    assert [box.value for box in app.selectbox] == offered


@pytest.mark.parametrize("page", ["train", "compare", "vocabulary", "stumble", "own", "companions"])
def test_cleared_choices_show_the_default(opened: Open, page: str) -> None:
    app = opened(f"pages/{page}.py")
    groups = [node.proto.id for node in app.get("button_group")]
    for group in groups:
        states = app._tree.get_widget_states()
        del states.widgets[:]
        states.widgets.add(id=group).string_array_value.data[:] = []
        app._run(states)
        assert not app.exception, app.exception
