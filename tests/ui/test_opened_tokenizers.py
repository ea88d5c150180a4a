"""A tokenizer opened by a learner: who owns it, and that it goes when they go."""

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError
from bpe_engine.files import OpenedTokenizer
from bpe_engine.vocabularies.pretrained import official_file
from tests.ui.app_pages import Open, address, alerts
from tests.ui.test_uploaded_files import nobody
from tests.ui.waiting import SECONDS
from ui.jobs import opened_tokenizers as opening
from ui.jobs.uploaded_files import read_in_worker


def ranks(lines: int) -> dict[str, bytes]:
    return {"own.tiktoken": b"".join(official_file("cl100k_base").splitlines(keepends=True)[:lines])}


def test_the_same_files_are_one_tokenizer_as_long_as_anyone_has_it() -> None:
    files = ranks(300)
    which = opening.identify_files(files, "gpt4")
    mine = opening.open_tokenizer(which, files, nobody)
    assert opening.open_tokenizer(opening.identify_files(ranks(300), "gpt4"), ranks(300), nobody) is mine
    assert opening.open_tokenizer(opening.identify_files(files, "gpt2"), files, nobody) is not mine
    assert opening.open_tokenizer(opening.identify_files(ranks(301), "gpt4"), ranks(301), nobody) is not mine
    gone = weakref.ref(mine.tokenizer)
    del mine
    gc.collect()
    assert gone() is None


def test_a_class_that_opens_the_same_files_waits_for_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    files, readings, all_ask = ranks(302), [], Barrier(4)

    def read_and_count(*given: Any, **named: Any) -> OpenedTokenizer:
        readings.append(given)
        return read_in_worker(*given, **named)

    def open_it(_number: int) -> OpenedTokenizer:
        all_ask.wait(SECONDS)
        return opening.open_tokenizer(opening.identify_files(files, None), files, nobody)

    monkeypatch.setattr(opening, "read_in_worker", read_and_count)
    with ThreadPoolExecutor(4) as learners:
        found = [*learners.map(open_it, range(4))]
    assert len({id(one) for one in found}) == len(readings) == 1


def test_files_are_told_apart_by_their_names_and_by_where_one_ends() -> None:
    told = [
        opening.identify_files(files, None)
        for files in ({"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "c": b""}, {"a": b"", "bc": b""}, {"b": b"bc"})
    ]
    assert len(set(told)) == len(told)


def test_files_that_cannot_be_opened_are_told_each_time() -> None:
    for _again in range(2):
        with pytest.raises(EngineError, match="in an unknown format"):
            opening.open_tokenizer(opening.identify_files({"a.bin": b"\xff\x00"}, None), {"a.bin": b"\xff\x00"}, nobody)


PLACES = (("encode", "with"), ("playground", "first"), ("vocabulary", "of"), ("files", "of"))


def shown_for(app: AppTest) -> list[str]:
    return [box.value for box in app.selectbox if box.label in ("Tokenizer", "Vocabulary")]


@pytest.mark.parametrize(("page", "parameter"), PLACES)
def test_a_tokenizer_that_is_not_there_for_the_moment_stays_chosen(opened: Open, page: str, parameter: str) -> None:
    app = opened(f"pages/{page}.py", **{parameter: "opened"})
    for _again in range(2):
        assert any("No file is open here, so GPT-2 is shown" in alert for alert in alerts(app))
        assert address(app)[parameter] == "opened"
        assert [str(value) for value in shown_for(app)] == ["opened"]
        app.run()


def test_a_step_that_the_training_does_not_have_stays_chosen(opened: Open) -> None:
    app = opened("pages/vocabulary.py", of="trained-99", scenario="hug", find="u")
    assert alerts(app) == ["The training has no step 99, so the last one is shown."]
    assert address(app)["of"] == "trained-99"
