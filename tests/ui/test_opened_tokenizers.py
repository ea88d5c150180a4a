"""Tokenizers opened by learners: sharing, and removal when a learner leaves."""

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError
from bpe_engine.files import OpenedTokenizer
from bpe_engine.vocabularies.pretrained import official_file
from tests.ui.app_pages import Open, address, alerts, component, data_of, trigger
from tests.ui.test_uploaded_files import ignore_queue
from tests.ui.waiting import SECONDS
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.jobs import opened_tokenizers as opening
from ui.jobs.uploaded_files import read_in_worker
from ui.pages.registry import PAGES
from ui.state.browser_storage import UploadedFile


@cache
def published() -> list[bytes]:
    return official_file("cl100k_base").splitlines(keepends=True)


def ranks(lines: int) -> dict[str, bytes]:
    return {"own.tiktoken": b"".join(published()[:lines])}


def test_the_same_files_share_a_tokenizer_while_in_use() -> None:
    files = ranks(300)
    which = opening.identify_files(files, "gpt4")
    mine = opening.open_tokenizer(which, files, ignore_queue)
    assert opening.open_tokenizer(opening.identify_files(ranks(300), "gpt4"), ranks(300), ignore_queue) is mine
    assert opening.open_tokenizer(opening.identify_files(files, "gpt2"), files, ignore_queue) is not mine
    assert opening.open_tokenizer(opening.identify_files(ranks(301), "gpt4"), ranks(301), ignore_queue) is not mine
    gone = weakref.ref(mine.tokenizer)
    del mine
    gc.collect()
    assert gone() is None


def test_concurrent_openings_of_the_same_files_read_them_once(monkeypatch: pytest.MonkeyPatch) -> None:
    files, readings, all_ask = ranks(302), [], Barrier(4)

    def read_and_count(*given: Any, **named: Any) -> OpenedTokenizer:
        readings.append(given)
        return read_in_worker(*given, **named)

    def open_it(_number: int) -> OpenedTokenizer:
        all_ask.wait(SECONDS)
        return opening.open_tokenizer(opening.identify_files(files, None), files, ignore_queue)

    monkeypatch.setattr(opening, "read_in_worker", read_and_count)
    with ThreadPoolExecutor(4) as learners:
        found = [*learners.map(open_it, range(4))]
    assert len({id(one) for one in found}) == len(readings) == 1


def test_different_files_are_distinguished_and_errors_repeated() -> None:
    told = [
        opening.identify_files(files, None)
        for files in ({"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "c": b""}, {"a": b"", "bc": b""}, {"b": b"bc"})
    ]
    assert len(set(told)) == len(told)
    for _again in range(2):
        with pytest.raises(EngineError, match="in an unknown format"):
            opening.open_tokenizer(
                opening.identify_files({"a.bin": b"\xff\x00"}, None), {"a.bin": b"\xff\x00"}, ignore_queue
            )


PLACES = (("encode", "with"), ("playground", "first"), ("vocabulary", "of"), ("files", "of"))


def shown_for(app: AppTest) -> list[str]:
    return [box.value for box in app.selectbox if box.label in ("Tokenizer", "Vocabulary")]


@pytest.mark.parametrize(("page", "parameter"), PLACES)
def test_a_temporarily_missing_tokenizer_stays_chosen(opened: Open, page: str, parameter: str) -> None:
    app = opened(f"pages/{page}.py", **{parameter: "opened"})
    for _again in range(2):
        assert any("No file is open here, so GPT-2 is shown" in alert for alert in alerts(app))
        assert address(app)[parameter] == "opened"
        assert [str(value) for value in shown_for(app)] == ["opened"]
        app.run()


def test_a_missing_file_is_requested_and_the_step_stays_chosen(opened: Open) -> None:
    app = opened("pages/files.py")
    app.session_state["bpe_lab_files"] = {"files": UploadedFile("mine.json")}
    assert any("Choose mine.json again." in message for message in alerts(app.run()))
    app = opened("pages/vocabulary.py", of="trained-99", scenario="hug", find="u")
    assert alerts(app) == ["The training has no step 99, so the last one is shown."]
    assert address(app)["of"] == "trained-99"


CHOICES = [
    (page.name, parameter)
    for page in PAGES.values()
    for parameter in page.own_file_choices
    if page.name not in ("files", "home")  # one has an uploader of its own, and the other a list: see test_home.py
]


def choice(app: AppTest, page: str, parameter: str) -> Any:
    return next(box for box in app.selectbox if str(box.proto.id).endswith(f"-{page}.{parameter}"))


def pick(app: AppTest, page: str, parameter: str, value: str) -> AppTest:
    box = choice(app, page, parameter)
    title = next(label for label in box.options if label == value)
    states = app._tree.get_widget_states()
    (state,) = [state for state in states.widgets if state.id == box.id]
    state.string_value = title
    return app._run(states)


def test_every_tokenizer_choice_can_open_files() -> None:
    offered = {(page.name, parameter) for page in PAGES.values() for parameter in page.tokenizer_choices}
    assert offered - {("files", "of")} == {*CHOICES} - {("bytes", "lens"), ("chat", "template")}


@pytest.mark.parametrize(("page", "parameter"), CHOICES)
def test_every_tokenizer_choice_offers_included_ones_and_opens_a_file(opened: Open, page: str, parameter: str) -> None:
    optional = {parameter: "gpt2"} if page == "playground" and parameter != "first" else {}
    app = opened(f"pages/{page}.py", **optional)
    if parameter in PAGES[page].tokenizer_choices:
        assert {TokenizerName(name).title for name in SHIPPED} <= {*choice(app, page, parameter).options}
    before = address(app)
    assert not app.file_uploader
    pick(app, page, parameter, "Open a file …")
    assert not app.exception
    assert address(app) == before
    (box,) = app.file_uploader
    box.upload("own.tiktoken", ranks(300)["own.tiktoken"])
    box.upload("tokenizer_config.json", b'{"chat_template": "{% for m in messages %}<{{ m.content }}>{% endfor %}"}')
    app.run()
    assert not app.exception
    assert address(app)[parameter] == "opened"
    assert not app.file_uploader
    assert not any("No file is open" in alert for alert in alerts(app))


def test_file_errors_are_shown_at_the_choice_which_stays(opened: Open) -> None:
    app = pick(opened("pages/vocabulary.py"), "vocabulary", "of", "Open a file …")
    app.file_uploader[0].upload("a.bin", b"\xff\x00")
    app.run()
    assert any("a.bin is in an unknown format" in alert for alert in alerts(app))
    assert "of" not in address(app)
    assert len(app.file_uploader) == 1


def test_dropped_files_go_to_the_first_empty_uploader(opened: Open) -> None:
    app = opened("pages/playground.py")
    number = data_of(component(app, "own_files"))["number"]
    trigger(app, "own_files", "event", {"is": "dropped"})
    assert data_of(component(app, "own_files"))["number"] == number + 1
    app.file_uploader[0].upload("own.tiktoken", ranks(300)["own.tiktoken"])
    app.run()
    assert address(app) == {"first": "opened"}
    told = data_of(component(app, "own_files"))["opened"]
    assert (told["names"], told["pattern"]) == (["own.tiktoken"], "")


def test_stored_files_are_offered_and_opened_when_chosen(opened: Open) -> None:
    app = opened("pages/vocabulary.py")
    assert "The one you opened" not in choice(app, "vocabulary", "of").options
    trigger(app, "own_files", "event", {"is": "kept", "names": ["own.tiktoken"]})
    assert not data_of(component(app, "own_files"))["isWanted"]
    pick(app, "vocabulary", "of", "The one you opened")
    assert data_of(component(app, "own_files"))["isWanted"]
    trigger(app, "own_files", "event", {"is": "restored", "pattern": "gpt2"})
    app.file_uploader[0].upload("own.tiktoken", ranks(300)["own.tiktoken"])
    app.run()
    assert not any("No file is open" in alert for alert in alerts(app))
    assert address(app)["of"] == "opened"
    assert data_of(component(app, "own_files"))["opened"]["pattern"] == "gpt2"


@pytest.mark.parametrize("told", [None, 7, {}, {"is": "restored"}, {"is": "kept", "names": 7}, {"is": []}])
def test_unexpected_messages_from_a_browser_change_nothing(opened: Open, told: object) -> None:
    app = opened("pages/vocabulary.py")
    before = data_of(component(app, "own_files"))
    trigger(app, "own_files", "told", told)
    assert data_of(component(app, "own_files")) == before


def test_a_stored_tokenizer_can_be_cleared(opened: Open) -> None:
    app = opened("pages/files.py")
    app.file_uploader[0].upload("own.tiktoken", ranks(300)["own.tiktoken"])
    app.run()
    assert data_of(component(app, "own_files"))["opened"]
    next(button for button in app.button if button.label == "Clear it from this browser").click().run()
    told = data_of(component(app, "own_files"))
    assert (told["opened"], told["isCleared"], told["isKnown"]) == (None, True, False)
    assert "The one you opened" not in choice(app, "files", "of").options
