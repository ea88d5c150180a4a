"""Calls in processes: one that dies affects no other, unwanted ones are killed, and all end with the server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from bpe_engine import EngineError
from tests.ui import pool_functions
from tests.ui.waiting import SECONDS, is_gone, wait_for
from ui.jobs.process_pool import Pool, ProcessDiedError

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pool() -> Pool:
    return Pool(1, memory=2**30, writing=True)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "notes"


def test_one_process_answers_many_calls(pool: Pool) -> None:
    processes = {pool.call(pool_functions.process) for _ in range(3)}
    assert len(processes) == 1
    assert os.getpid() not in processes


@pytest.mark.parametrize(
    "error", [EngineError("No {what}.", what="room"), OSError(28, "full"), EOFError(), KeyError(1)]
)
def test_an_error_is_returned_and_the_process_stays(pool: Pool, error: Exception) -> None:
    process = pool.call(pool_functions.process)
    with pytest.raises(type(error)) as caught:
        pool.call(pool_functions.fail, error)
    assert str(caught.value) == str(error)
    assert pool.call(pool_functions.process) == process


def test_a_process_keeps_nothing_after_a_call(pool: Pool, notes: Path) -> None:
    pool.call(pool_functions.note_when_freed, pool_functions.Text(), notes)
    wait_for(notes.exists)
    notes.unlink()
    with pytest.raises(ValueError, match="nothing to be done"):
        pool.call(pool_functions.fail_and_note_when_freed, pool_functions.Text(), notes)
    wait_for(notes.exists)


def test_a_call_whose_process_dies_is_retried_once(pool: Pool, notes: Path) -> None:
    assert pool.call(pool_functions.die, notes, 1) == pool.call(pool_functions.process)


def test_a_call_whose_process_dies_twice_fails_alone(pool: Pool, notes: Path) -> None:
    before = [pool.submit(pool_functions.process) for _ in range(3)]
    killed = pool.submit(pool_functions.die, notes, 100)
    after = [pool.submit(pool_functions.process) for _ in range(3)]
    assert len({future.result(SECONDS) for future in before}) == 1
    with pytest.raises(ProcessDiedError) as caught:
        killed.result(SECONDS)
    assert caught.value.exitcode == -signal.SIGKILL
    assert notes.read_text().split() == ["died", "died"]
    assert len({future.result(SECONDS) for future in after}) == 1


def test_dead_processes_are_replaced_and_long_calls_report_progress(pool: Pool, notes: Path) -> None:
    for _ in range(3):
        process = pool.call(pool_functions.process)
        os.kill(process, signal.SIGKILL)
        assert pool.call(pool_functions.process) != process
    heard: list[int] = []
    assert (
        pool.submit_watched(lambda: True, heard.append, pool_functions.report_numbers, 5, notes).result(SECONDS)
        == "told"
    )
    assert heard == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("talks", [False, True])
def test_an_unwanted_call_is_killed(pool: Pool, notes: Path, talks: bool) -> None:
    wanted = True
    if talks:
        future = pool.submit_watched(lambda: wanted, lambda _number: None, pool_functions.report_numbers, 10**6, notes)
    else:
        # The call above settled the type of `future`; this one returns nothing.
        future = pool.submit_watched(lambda: wanted, lambda _number: None, pool_functions.busy, notes)  # type: ignore[arg-type]
    wait_for(lambda: notes.exists() and notes.read_text())
    wanted = False
    with pytest.raises(CancelledError):
        future.result(SECONDS)
    assert is_gone(int(notes.read_text()))
    assert pool.call(pool_functions.process)


def test_an_unwanted_call_never_starts(pool: Pool, notes: Path) -> None:
    with pytest.raises(CancelledError):
        pool.submit_watched(lambda: False, print, pool_functions.report_numbers, 1, notes).result(SECONDS)
    assert not notes.exists()


KILLED_SERVER = """
import os, signal, sys, time
from pathlib import Path
from tests.ui import pool_functions as in_pool
from tests.ui.waiting import SECONDS, is_gone, wait_for
from ui.jobs.process_pool import Pool

if __name__ == "__main__":
    idle, busy, notes = Pool(1, memory=2**30, writing=True), Pool(1, memory=2**30, writing=True), Path(sys.argv[1])
    process = idle.call(in_pool.process)
    busy.submit_watched(lambda: True, print, in_pool.busy, notes)
    while not (notes.exists() and notes.read_text()):
        time.sleep(0.01)
    print(process, notes.read_text(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Path]:
    """A program that is killed while one of its processes is idle and another one computes."""
    script = tmp_path / "server.py"
    script.write_text(KILLED_SERVER)
    yield script
    if (tmp_path / "notes").exists() and not is_gone(left := int((tmp_path / "notes").read_text())):
        os.kill(left, signal.SIGKILL)


def test_processes_end_if_the_server_is_killed(server: Path, notes: Path) -> None:
    killed = subprocess.run(
        [sys.executable, str(server), str(notes)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    idle, busy = map(int, killed.stdout.split())
    wait_for(lambda: is_gone(idle) and is_gone(busy))


ENDING_SERVER = """
import atexit, sys, time
from pathlib import Path

atexit.register(lambda: print(repr(call.exception(20))))  # the first is the last: the processes have been ended by then

from tests.ui import pool_functions as in_pool
from ui.jobs.process_pool import Pool

if __name__ == "__main__":
    pool, notes = Pool(1, memory=2**30, writing=True), Path(sys.argv[1])
    call = pool.submit_watched(lambda: True, print, in_pool.busy, notes)
    while not (notes.exists() and notes.read_text()):
        time.sleep(0.01)
"""


def test_an_ending_server_does_not_restart_its_processes(tmp_path: Path, notes: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(ENDING_SERVER)
    ended = subprocess.run(
        [sys.executable, str(script), str(notes)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (ended.stdout, ended.stderr) == (f"ProcessDiedError({-signal.SIGTERM})\n", "")
    wait_for(lambda: is_gone(int(notes.read_text())))


def test_processes_end_with_their_pool(notes: Path) -> None:
    pool = Pool(2, memory=2**30, writing=True)
    process = pool.call(pool_functions.process)
    assert not is_gone(process)
    del pool
    wait_for(lambda: is_gone(process))
