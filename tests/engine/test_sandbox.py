"""Functions in separate processes: limits of memory and time, errors with their values, reused processes."""

import errno
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_engine import EngineError
from bpe_engine.sandbox import BusyError, FunctionRaised, Limits, ProcessFailed, Sandbox, restrictions, run
from tests.engine import sandbox_functions

ROOT = Path(__file__).parent.parent.parent
LIMITS = Limits(memory=2**29, seconds=20)
unix = pytest.mark.skipif(sys.platform == "win32", reason="limits of memory and work, and signals, are those of Unix")


def test_values_are_sent_and_returned() -> None:
    values = ["\ud800 é \x00\r\n☃", -(10**30), 0.1, True, None, {"a": [1, []]}]
    assert run(LIMITS, sandbox_functions.echo, *values, named="x") == [*values, {"named": "x"}]


def test_engine_errors_keep_their_values_and_other_errors_become_text() -> None:
    with pytest.raises(EngineError) as caught:
        run(LIMITS, sandbox_functions.refuse, 2_000)
    assert caught.value.template == "value={value} is above {limit:,}."
    assert caught.value.values == {"value": 2_000, "limit": 1_000}
    assert str(caught.value) == "value=2000 is above 1,000."
    with pytest.raises(FunctionRaised, match="this and that"):
        run(LIMITS, sandbox_functions.fail, "this and that")
    with pytest.raises(FunctionRaised, match="not JSON serializable"):
        run(LIMITS, sandbox_functions.not_json)
    with pytest.raises(FunctionRaised) as caught:
        run(LIMITS, sandbox_functions.fail, "x" * 10_000)
    assert len(str(caught.value)) == 300


@unix
def test_memory_has_a_limit() -> None:
    assert run(LIMITS, sandbox_functions.of_size, LIMITS.memory // 2) == LIMITS.memory // 2
    with pytest.raises(ProcessFailed):
        run(LIMITS, sandbox_functions.of_size, LIMITS.memory)


def test_time_has_a_limit() -> None:
    start = time.monotonic()
    with pytest.raises(ProcessFailed):
        run(LIMITS._replace(seconds=0.5), sandbox_functions.slept, 60)
    assert time.monotonic() - start < 50


@unix
def test_the_time_limit_also_applies_to_a_stopped_process() -> None:
    start = time.monotonic()
    with pytest.raises(ProcessFailed):
        run(LIMITS._replace(seconds=0.5), sandbox_functions.stopped)
    assert time.monotonic() - start < 50


@unix
def test_cpu_time_has_its_own_limit_that_waiting_does_not_use_up() -> None:
    limits = LIMITS._replace(work=1)
    assert run(limits, sandbox_functions.slept, 2.5)
    start = time.monotonic()
    with pytest.raises(ProcessFailed):
        run(limits, sandbox_functions.worked, 60)
    assert time.monotonic() - start < 50


def test_a_process_is_reused_and_restarted_after_a_crash() -> None:
    sandbox = Sandbox(LIMITS, sandbox_functions.text, b"snow \xe2\x98\x83")
    first = sandbox.call(20, sandbox_functions.process_id)
    assert [sandbox.call(20, sandbox_functions.end_of, start) for start in range(4)] == [
        "snow ☃",
        "now ☃",
        "ow ☃",
        "w ☃",
    ]
    assert sandbox.call(20, sandbox_functions.process_id) == first != os.getpid()
    for seconds, breaks in ((20, sandbox_functions.end_process), (0.2, sandbox_functions.asleep)):
        with pytest.raises(ProcessFailed):
            sandbox.call(seconds, breaks)
        assert sandbox.call(20, sandbox_functions.end_of, 5) == "☃"
    assert sandbox.call(20, sandbox_functions.process_id) != first


def test_a_failure_to_load_is_reported_each_time() -> None:
    sandbox = Sandbox(LIMITS, sandbox_functions.text, b"\xff")
    for _ in range(2):
        with pytest.raises(FunctionRaised, match="invalid start byte"):
            sandbox.call(20, sandbox_functions.process_id)


def wait_for(condition: Callable[[], object]) -> None:
    give_up = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < give_up, "waited too long"
        time.sleep(0.02)


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@unix
def test_a_process_ends_with_its_owner() -> None:
    sandbox = Sandbox(LIMITS, sandbox_functions.text, b"x")
    process = sandbox.call(20, sandbox_functions.process_id)
    assert not is_gone(process)
    del sandbox
    wait_for(lambda: is_gone(process))


KILLED_OWNER = """
import os, signal, threading
from bpe_engine.sandbox import Limits, Sandbox
from tests.engine import sandbox_functions as in_sandbox

sandbox = Sandbox(Limits(2**29, 20), in_sandbox.text, b"x")
process = sandbox.call(20, in_sandbox.process_id)
print(process, flush=True)
if {busy}:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()
    sandbox.call(3600, in_sandbox.count_for_days)
os.kill(os.getpid(), signal.SIGKILL)
"""


@unix
@pytest.mark.parametrize("busy", [False, True])
def test_a_process_ends_if_its_owner_is_killed(busy: bool) -> None:
    if busy and sys.platform != "linux":
        pytest.skip("no other system ends a process that is busy")
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_OWNER.format(busy=busy)], capture_output=True, cwd=ROOT, check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    process = int(killed.stdout)
    wait_for(lambda: is_gone(process))


@unix
def test_an_abandoned_answer_is_not_taken_for_the_next_one() -> None:
    sandbox = Sandbox(LIMITS, sandbox_functions.text, b"x")
    sandbox.call(20, sandbox_functions.process_id)

    def interrupt(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            sandbox.call(20, sandbox_functions.wait, 0.5)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert sandbox.call(20, sandbox_functions.end_of, 1) == ""


def test_modules_are_found_without_environment_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    path, isolated = run(LIMITS, sandbox_functions.environment)
    assert path == [str(Path(folder).absolute()) for folder in sys.path]
    assert isolated


def test_a_sandbox_can_only_read(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("kept")
    given_up = run(LIMITS, restrictions.dropped_privileges)
    left = set(run(LIMITS, sandbox_functions.remaining_rights, str(tmp_path)))
    # As far as the system supports it, which the process reports; macOS limits what is written.
    of_network = set() if restrictions.NETWORK in given_up else {"connect"}
    of_programs = set() if restrictions.PROGRAMS in given_up else {"run"}
    assert left & {"connect", "run"} == of_network | of_programs
    assert left <= {"connect", "run"} or restrictions.WRITING not in given_up
    if restrictions.WRITING in given_up:
        assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert (tmp_path / "there").read_text() == "kept"


@unix
def test_without_other_protection_the_file_size_limit_prevents_writing() -> None:
    assert run(LIMITS, sandbox_functions.of_files) == [0, True]


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="others have one form of calls")
def test_x32_system_calls_are_refused_too() -> None:
    socket = 41
    for call in (socket, 0x40000000 + socket):
        assert run(LIMITS, sandbox_functions.problem_of_call, call) == errno.EPERM


@pytest.mark.skipif(sys.platform != "linux", reason="of other systems it is not known what they have")
@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="its system calls are not known")
def test_a_current_linux_supports_all_restrictions() -> None:
    landlock = Path("/sys/kernel/security/lsm")
    assert {restrictions.NETWORK, restrictions.PROGRAMS, restrictions.ROOT} <= set(
        run(LIMITS, restrictions.dropped_privileges)
    )
    if landlock.is_file() and "landlock" in landlock.read_text():
        assert restrictions.WRITING in run(LIMITS, restrictions.dropped_privileges)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root on Linux has rights to give up")
def test_root_can_run_from_another_user_s_folder(tmp_path: Path) -> None:
    theirs = tmp_path / "home"
    theirs.mkdir()
    (theirs / "module.py").write_text("x = 1")
    os.chown(theirs, 1000, 1000)
    theirs.chmod(0o700)
    assert restrictions.ROOT in run(LIMITS, restrictions.dropped_privileges)
    assert run(LIMITS, sandbox_functions.names_in, str(theirs)) == ["module.py"]
    assert run(LIMITS, sandbox_functions.capabilities) in (1 << 2, 1 << 1)


def test_a_system_that_cannot_start_a_process_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(BusyError, match="the system cannot start one: Resource temporarily unavailable"):
        run(LIMITS, sandbox_functions.slept, 0)
