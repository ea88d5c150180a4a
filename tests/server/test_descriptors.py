"""As many open files as the system allows, counted as they are."""

import subprocess
import sys

import pytest

from ui.server import file_descriptors

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")


def limits_after_raising(soft: int, hard: str) -> list[int]:
    code = (
        "import resource; from ui.server import file_descriptors as descriptors;"
        f"hard = {hard};"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, hard));"
        "descriptors.raise_limit(); print(*resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [int(number) for number in done.stdout.split()]


def test_the_soft_limit_is_raised_to_the_hard_one_and_never_lowered() -> None:
    assert limits_after_raising(256, "1000") == [1000, 1000]
    assert limits_after_raising(300, "300") == [300, 300]


def test_if_the_system_refuses_the_hard_limit_less_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    # Like macOS: no hard limit, and an error above the kernel's own.
    asked: list[int] = []

    def refuse(_kind: int, wish: tuple[int, int]) -> None:
        asked.append(wish[0])
        if wish[0] > 20_000:
            raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    file_descriptors.raise_limit()
    assert asked == [file_descriptors.SUFFICIENT, 10_240]


def test_each_open_file_is_counted() -> None:
    before = file_descriptors.free_descriptors()
    with open(__file__, "rb"), open(__file__, "rb"):
        assert file_descriptors.free_descriptors() == before - 2
    assert file_descriptors.free_descriptors() == before
