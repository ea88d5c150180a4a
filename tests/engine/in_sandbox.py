"""What tests have a sandbox do: its functions are found by their module and name."""

import os
import signal
import sys
import time

from bpe_engine import EngineError


def text(data: bytes) -> str:
    return data.decode()


def end_of(held: str, start: int) -> str:
    print("what a function prints is no answer")
    os.write(1, b"nor what a library prints")
    return held[start:]


def process_id(_held: str) -> int:
    return os.getpid()


def waited(held: str, seconds: float) -> str:
    time.sleep(seconds)
    return held


def counted(_held: str) -> int:
    return sum(range(10**15))  # for days, and nothing else of Python runs meanwhile


def asleep(held: str) -> str:
    return waited(held, 30)


def abort(data: bytes) -> str:
    os.abort()


def endless(data: bytes) -> str:
    while True:
        pass


def loaded_into_a_gigabyte(data: bytes) -> str:
    bytearray(2**30)
    return text(data)


def tried(_held: str, _texts: list[str]) -> str:
    return "tried"


def ended_at_once(_held: str) -> None:
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


def echoed(*values: object, **named: object) -> list[object]:
    return [*values, named]


def environment() -> tuple[list[str], bool]:
    return sys.path, bool(sys.flags.isolated)
