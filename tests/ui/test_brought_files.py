"""Files that learners bring are read apart from the server, within so much time and memory."""

import os

import pytest

from bpe_engine import EngineError
from bpe_engine.files import read
from tests.ui import in_pool
from ui.check.own import read_files
from ui.files import opening
from ui.jobs import brought_files
from ui.jobs.brought_files import read_apart


def test_they_are_read_by_another_process() -> None:
    assert read_apart("a.json", in_pool.process) != os.getpid()


def test_what_is_wrong_in_them_is_told_in_the_same_words() -> None:
    files = {"a.json": b'{"a": 0'}
    with pytest.raises(EngineError) as here:
        read(files)
    with pytest.raises(EngineError) as apart:
        opening.opened(opening.given(files, None), files)
    assert str(apart.value) == str(here.value)


def test_what_takes_too_much_memory_is_told_and_the_next_is_read() -> None:
    with pytest.raises(EngineError, match=r"a\.json takes more than 120 seconds, or more than 2 GB of memory"):
        read_apart("a.json", in_pool.take, brought_files.MEMORY)
    assert read_apart("a.json", in_pool.take, 2**20) == 2**20


def test_what_takes_too_long_is_ended_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(brought_files, "SECONDS", 0.5)
        with pytest.raises(EngineError, match=r"a\.json takes more than 0\.5 seconds"):
            read_apart("a.json", in_pool.never_end)
    assert read_apart("a.json", in_pool.process) != os.getpid()


def test_files_and_check_have_theirs_read_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought_files, "SECONDS", 0)
    files = {"vocab.json": b'{"a": 0}', "merges.txt": b"#version: 0.2\n"}
    with pytest.raises(EngineError, match=r"vocab\.json \+ merges\.txt takes more than 0 seconds"):
        opening.opened(opening.given(files, None), files)
    with pytest.raises(EngineError, match=r"merges\.txt takes more than 0 seconds"):
        read_files([("merges.txt", b"h u")])
