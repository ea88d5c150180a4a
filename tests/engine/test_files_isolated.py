"""Libraries in separate processes: they load, answer, crash, and are restarted."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from tokenizers import Regex, models, normalizers, pre_tokenizers

from bpe_engine import Tokenizer
from bpe_engine.files import isolated_library, read, tokenizers_process
from tests.engine import sandbox_functions
from tests.engine.file_samples import PLAY, TEXTS, refused, stepwise

SNOW = "☃"


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    isolated_library.isolated_library.cache_clear()


def peer_with(normalizer: Any, fuse_unk: bool = True) -> tokenizers.Tokenizer:
    """Return a tokenizer of the library; the engine leaves files with fused unknown tokens to it."""
    vocabulary = {"<u>": 0, "a": 1, "b": 2, "ab": 3, SNOW: 4}
    peer = tokenizers.Tokenizer(models.BPE(vocab=vocabulary, merges=[("a", "b")], unk_token="<u>", fuse_unk=fuse_unk))
    peer.normalizer = normalizer
    peer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return peer


def opened(peer: tokenizers.Tokenizer) -> Tokenizer:
    found = read({"t.json": peer.to_str().encode()})
    assert not found.has_steps
    return found.tokenizer


def test_an_added_token_longer_than_a_command_line_argument_is_read() -> None:
    peer = peer_with(None, fuse_unk=False)
    peer.add_special_tokens(["x" * 200_000])
    found = stepwise({"t.json": peer.to_str().encode()})
    text = "ab" + "x" * 200_000
    assert found.tokenizer.encode(text, "all") == peer.encode(text).ids == [3, 5]


def test_a_normalizer_that_turns_one_character_into_a_million_is_stopped() -> None:
    peer = peer_with(normalizers.Sequence([normalizers.Replace(SNOW, SNOW * 10)] * 6))
    assert len(peer.encode(SNOW).ids) == 10**6
    tokenizer = opened(peer)
    refused(
        lambda: tokenizer.encode(SNOW),
        r"the result would have 1,000,000 tokens or characters, from 1\. Try another text",
    )
    assert tokenizer.encode("ab a") == [3, 1]


def test_an_endless_pattern_is_stopped_while_other_threads_keep_running(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = opened(peer_with(normalizers.Replace(Regex(f"({SNOW}+)+$"), "b")))
    assert tokenizer.encode("ab a") == [3, 1]
    monkeypatch.setattr(isolated_library, "RESPONSE_TIMEOUT", 0.5)
    ticks: list[float] = []
    over = threading.Event()

    def tick() -> None:
        while not over.wait(0.02):
            ticks.append(time.monotonic())

    beside = threading.Thread(target=tick)
    beside.start()
    start = time.monotonic()
    refused(lambda: tokenizer.encode((SNOW * 21 + "! ") * 1000), r"crashed on this, or took more than 0\.5 seconds")
    assert time.monotonic() - start < 60
    over.set()
    beside.join()
    assert len(ticks) > 3  # some 25
    monkeypatch.undo()
    assert tokenizer.encode("ab a") == [3, 1]  # by a new process


def test_more_tokenizers_than_processes_are_used_in_turn() -> None:
    peers = [peer_with(normalizers.Replace("x", letter)) for letter in "aab" * 2 + SNOW]
    tokenizers_here = [opened(peer) for peer in peers]
    for text in ("x ab", PLAY[:500], *TEXTS[1:]):
        for peer, tokenizer in zip(peers, tokenizers_here, strict=True):
            assert tokenizer.encode(text) == peer.encode(text).ids
            assert tokenizer.decode(tokenizer.encode(text)) == peer.decode(peer.encode(text).ids)
    assert isolated_library.isolated_library.cache_info().currsize <= isolated_library.PROCESSES


def test_threads_that_share_a_tokenizer_each_get_their_own_answer() -> None:
    peer = peer_with(normalizers.Lowercase())
    tokenizer = opened(peer)
    wrong: list[str] = []

    def encode(text: str) -> None:
        for _ in range(30):
            if tokenizer.encode(text) != peer.encode(text).ids:
                wrong.append(text)

    threads = [threading.Thread(target=encode, args=(text,)) for text in ("AB", "a b", "b" * 50, "")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_process_ends_with_its_last_reference() -> None:
    tokenizer = opened(peer_with(normalizers.Lowercase()))
    assert tokenizer.encode("AB") == [3]
    library = isolated_library.isolated_library(tokenizers_process.load, tokenizer._data)  # type: ignore[attr-defined]  # its own is private
    process = library.call(20, sandbox_functions.process_id)
    assert tokenizer.encode("AB") == [3]
    assert library.call(20, sandbox_functions.process_id) == process
    del library
    isolated_library.isolated_library.cache_clear()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_library_cannot_exceed_its_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    peer = peer_with(normalizers.Lowercase())
    peer.add_tokens(["x" * 4_000_000])
    monkeypatch.setattr(isolated_library, "LIMITS", isolated_library.LIMITS._replace(memory=2**27))
    refused(lambda: opened(peer), "crashes the library")


@pytest.mark.skipif(sys.platform != "linux", reason="only there the limit of addresses holds")
def test_too_little_system_memory_is_not_reported_as_a_damaged_file() -> None:
    program = (
        "import resource, sys\n"
        "from bpe_engine import EngineError\n"
        "from bpe_engine.files.isolated_library import probe_library\n"
        "from tests.engine import sandbox_functions as in_sandbox\n"
        "limit = int(sys.argv[1]) * 2**20\n"
        "resource.setrlimit(resource.RLIMIT_AS, (limit, limit))\n"
        "try:\n"
        "    print(probe_library(in_sandbox.loaded_into_a_gigabyte, in_sandbox.return_tried, 't.json', b'', []))\n"
        "except EngineError as error:\n"
        "    print(error)\n"
    )

    def output_of(limit: int) -> str:
        command = [sys.executable, "-c", program, str(limit)]
        done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert output_of(800) == (
        "t.json cannot be read here: the system allows a process 800 MB of memory, but the library that reads such "
        "files may need up to 4,096 MB. Raise the limit (ulimit -v), or choose a smaller file."
    )
    assert output_of(2_000) == "tried"  # a limit that does no harm is not mentioned
