"""Learners' files are read in another process, within limits of time and memory, one at a time."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import tokenizers
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError
from bpe_engine.files import read
from tests.ui import pool_functions
from tests.ui.waiting import wait_for
from ui.jobs import opened_tokenizers as opening
from ui.jobs import uploaded_files
from ui.jobs.uploaded_files import read_in_worker
from ui.pages.check.submission import parse_files


class Left(Exception):  # noqa: N818
    """The learner has left."""


class Learner:
    """A learner waiting for a file: the messages they receive until they leave."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.leaves = Event()

    def __call__(self, ahead: int) -> None:
        self.told.append(ahead)
        if self.leaves.is_set():
            raise Left


def ignore_queue(_ahead: int) -> None:
    pass


@pytest.fixture(autouse=True)
def _told_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_files, "POLL_INTERVAL", 0.05)


def test_files_are_read_in_another_process_with_the_library() -> None:
    assert read_in_worker("a.json", ignore_queue, pool_functions.process) != os.getpid()
    peer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"hug": 0, "pug": 1, "[UNK]": 2}, unk_token="[UNK]"))
    peer.normalizer = tokenizers.normalizers.Replace(tokenizers.Regex("x+"), "")
    peer.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex("(?:hu|pu)g"), "isolated")
    files = {"tokenizer.json": peer.to_str().encode()}
    opened = opening.open_tokenizer(opening.identify_files(files, None), files, ignore_queue).tokenizer
    assert opened.encode("hxugpugxx") == peer.encode("hxugpugxx").ids


def test_errors_in_files_are_reported_in_the_same_words() -> None:
    files = {"a.json": b'{"a": 0'}
    with pytest.raises(EngineError) as here:
        read(files)
    with pytest.raises(EngineError) as apart:
        opening.open_tokenizer(opening.identify_files(files, None), files, ignore_queue)
    assert str(apart.value) == str(here.value)


def test_excessive_files_are_stopped_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineError, match=r"a\.json takes more than 120 seconds, or more than 2 GB of memory"):
        read_in_worker("a.json", ignore_queue, pool_functions.allocate, uploaded_files.MEMORY)
    assert read_in_worker("a.json", ignore_queue, pool_functions.allocate, 2**20) == 2**20
    with monkeypatch.context() as patch:
        patch.setattr(uploaded_files, "FAST_LANE_SECONDS", 0.2)
        patch.setattr(uploaded_files, "SECONDS", 0.5)
        with pytest.raises(EngineError, match=r"a\.json takes more than 0\.5 seconds"):
            read_in_worker("a.json", ignore_queue, pool_functions.never_end)
    assert read_in_worker("a.json", ignore_queue, pool_functions.process) != os.getpid()


def test_four_slow_files_block_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_files, "FAST_LANE_SECONDS", 0.5)
    monkeypatch.setattr(uploaded_files, "SECONDS", 40)
    slow, quick = [Learner() for _ in range(4)], Learner()

    def bring(learner: Learner, function: Callable[[], object]) -> object:
        return read_in_worker("a.json", learner, function)

    with ThreadPoolExecutor(4) as learners:
        evil = [learners.submit(bring, learner, pool_functions.never_end) for learner in slow]
        try:
            wait_for(lambda: max(learner.told.count(2) for learner in slow))  # all readers are taken, and two wait
            begun = time.monotonic()
            assert bring(quick, pool_functions.process) != os.getpid()
            assert 3 in quick.told
            # one is being read, to its end
            wait_for(lambda: sorted(learner.told[-1] for learner in slow) == [0, 1, 2, 3])
            assert bring(quick, pool_functions.process) != os.getpid()
            assert time.monotonic() - begun < uploaded_files.SECONDS
        finally:
            for learner in slow:
                learner.leaves.set()
    assert all(isinstance(each.exception(), Left) for each in evil)


def test_the_queue_position_counts_only_files_ahead() -> None:
    queue = uploaded_files._ReaderQueue()
    first, quick, slow = Learner(), Learner(), Learner()

    def wait(learner: Learner, *, is_slow: bool) -> None:
        with pytest.raises(Left), queue.slot(learner, is_slow=is_slow):
            pass

    with (
        ThreadPoolExecutor(1) as learners,
        queue.slot(ignore_queue, is_slow=False),
        queue.slot(ignore_queue, is_slow=True),
    ):
        waits = learners.submit(wait, first, is_slow=True)
        wait_for(lambda: first.told)
        for learner in (quick, slow, first):
            learner.leaves.set()
            if learner is not first:
                wait(learner, is_slow=learner is slow)
        waits.result()
    assert (first.told[-1], quick.told, slow.told) == (1, [1], [2])


def test_leaving_frees_the_reader() -> None:
    learner = Learner()
    learner.leaves.set()
    for _ in range(uploaded_files.READER_PROCESSES + 1):
        with pytest.raises(Left):
            read_in_worker("a.json", learner, pool_functions.never_end)
    assert read_in_worker("a.json", ignore_queue, pool_functions.process) != os.getpid()


def test_the_pages_files_and_check_use_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_files, "FAST_LANE_SECONDS", 0)
    monkeypatch.setattr(uploaded_files, "SECONDS", 0)
    files = {"vocab.json": b'{"a": 0}', "merges.txt": b"#version: 0.2\n"}
    with pytest.raises(EngineError, match=r"vocab\.json \+ merges\.txt takes more than 0 seconds"):
        opening.open_tokenizer(opening.identify_files(files, None), files, ignore_queue)
    with pytest.raises(EngineError, match=r"merges\.txt takes more than 0 seconds"):
        parse_files([("merges.txt", b"h u")], ignore_queue)


def test_the_page_shows_the_queue_position_until_its_turn() -> None:
    def page() -> None:
        import streamlit as st

        from ui.components.file_progress import reading_progress

        with reading_progress() as told:
            for ahead in st.session_state["ahead"]:
                told(ahead)
            if st.session_state["leaves"]:
                st.stop()

    app = AppTest.from_function(page)
    for ahead, leaves, shown in (
        ([2, 1], True, ["Waiting: 1 file ahead of yours."]),
        ([2], True, ["Waiting: 2 files ahead of yours."]),
        ([2, 0], False, []),
    ):
        app.session_state["ahead"], app.session_state["leaves"] = ahead, leaves
        assert [caption.value for caption in app.run().caption] == shown
