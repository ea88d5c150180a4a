"""Functions that tests run in a sandbox, which finds them by module and name."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bpe_engine import EngineError


def text(data: bytes) -> str:
    return data.decode()


def end_of(held: str, start: int) -> str:
    print("what a function prints is no answer")
    os.write(1, b"nor what a library prints")
    return held[start:]


def process_id(_held: str) -> int:
    return os.getpid()


def wait(held: str, seconds: float) -> str:
    time.sleep(seconds)
    return held


def count_for_days(_held: str) -> int:
    return sum(range(10**15))  # runs for days, and blocks Python meanwhile


def asleep(held: str) -> str:
    return wait(held, 30)


def abort(data: bytes) -> str:
    os.abort()


def endless(data: bytes) -> str:
    while True:
        pass


def loaded_into_a_gigabyte(data: bytes) -> str:
    bytearray(2**30)
    return text(data)


def return_tried(_held: str, _texts: list[str]) -> str:
    return "tried"


def end_process(_held: str) -> None:
    os._exit(0)


def of_size(size: int) -> int:
    return len(bytearray(size))


def worked(seconds: float) -> bool:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return True


def slept(seconds: float) -> bool:
    time.sleep(seconds)
    return True


def stopped() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def refuse(value: int) -> None:
    raise EngineError("value={value} is above {limit:,}.", value=value, limit=1_000)


def fail(value: str) -> None:
    raise KeyError(value)


def not_json() -> object:
    return object()


def echo(*values: object, **named: object) -> list[object]:
    return [*values, named]


def environment() -> tuple[list[str], bool]:
    return sys.path, bool(sys.flags.isolated)


def remaining_rights(folder: str) -> list[str]:
    """Return what this process may still do beyond reading a file."""
    tries: dict[str, Callable[[], object]] = {
        "connect": socket.socket,
        "run": lambda: subprocess.run([sys.executable, "-c", ""]),
        "make a file": lambda: Path(f"{folder}/made").touch(),
        "make a folder": lambda: os.mkdir(f"{folder}/folder"),
        "change a file": lambda: Path(f"{folder}/there").open("ab").close(),
        "cut a file": lambda: os.truncate(f"{folder}/there", 1),
        "remove a file": lambda: os.unlink(f"{folder}/there"),
        "give a file away": lambda: os.chown(f"{folder}/there", 65534, 65534),
    }
    refused = []
    for name, act in tries.items():
        try:
            act()
        except PermissionError:
            refused.append(name)
    return [name for name in tries if name not in refused]


def names_in(folder: str) -> list[str]:
    return os.listdir(folder)


def capabilities() -> int:
    told = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in told if line.startswith("CapPrm")), 16)


def of_files() -> list[int | bool]:
    import resource

    return [resource.getrlimit(resource.RLIMIT_FSIZE)[0], sys.dont_write_bytecode]


def problem_of_call(number: int) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.syscall(number, socket.AF_INET, socket.SOCK_STREAM, 0) == -1
    return ctypes.get_errno()
