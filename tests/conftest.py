"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every run and every machine, and no limit of time, which a busy machine would break. Half as
# many as Hypothesis makes: there are a hundred such tests.
settings.register_profile("steady", max_examples=50, derandomize=True, deadline=None)
# New examples on each run, to search for faults: HYPOTHESIS_PROFILE=search make test-engine
settings.register_profile("search", max_examples=2_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

BROWSER_TESTS = Path(__file__).parent / "browser"

# What a test in the browser says that waited in vain.
LATE = [r"^TimeoutError: ", r"with timeout \d+ms"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests in the browser last: Playwright leaves an event loop in the thread, which others trip over.

    One that waited in vain is run once more: a machine that stalls is no fault of the app. The summary names it.
    """
    items.sort(key=lambda item: BROWSER_TESTS in item.path.parents)
    if config.option.usepdb:  # who looks for a fault wants to stop at the first
        return
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=LATE))
