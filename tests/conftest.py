"""What all tests share."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from tests.installed import Installed, build
from tests.site import built
from ui.base.i18n import SOURCE_LANGUAGE, use_language

# The same examples on every run and every machine, and no limit of time, which a busy machine would break. A quarter
# of those that Hypothesis makes: there are a hundred such tests.
settings.register_profile(
    "steady", max_examples=25, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# New examples on each run, to search for faults: HYPOTHESIS_PROFILE=search make test-engine
settings.register_profile("search", max_examples=2_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# `make test` does not run all with each commit: of the tests that are marked `in_turn` (they take long, and many are
# alike) an eighth, of other tests in the browser a half, of a test with many cases a third of these. A commit always
# has the same ones, the next has others. Empty, or without `make`: all.
COMMIT = os.environ.get("TESTS_IN_TURN", "")
MANY_CASES = 12

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests in the browser last: Playwright leaves an event loop in the thread, which others trip over.

    One that failed is run once more, at most three in a run: of 8,000 tests with processes, browsers and clocks, one
    or two meet a machine that stalls. The summary names each, with its traceback: it is to be mended all the same.
    """
    items.sort(key=lambda item: BROWSER_TESTS in item.path.parents)
    if COMMIT:
        cases = Counter(of_which(item) for item in items)
        others = {item for item in items if not has_its_turn(item.nodeid, turns_of(item, cases[of_which(item)]))}
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]
    if config.option.usepdb:  # who looks for a fault wants to stop at the first
        return
    for item in items:
        item.add_marker(pytest.mark.flaky(reruns=1))


def of_which(item: pytest.Item) -> str:
    """The test that an item is a case of."""
    return item.nodeid.partition("[")[0]


def turns_of(item: pytest.Item, cases: int) -> int:
    """With how many commits a test has its turn once."""
    if item.get_closest_marker("in_turn"):
        return 8
    if BROWSER_TESTS in item.path.parents:
        return 2
    return 3 if cases > MANY_CASES else 1


def has_its_turn(name: str, turns: int) -> bool:
    """Whether a test of that name runs with this commit."""
    return (crc32(name.encode()) + int(COMMIT, 16)) % turns == 0


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Texts are English in every test that asks for no other language, whatever the one before it asked for."""
    use_language(SOURCE_LANGUAGE)
    yield
    use_language(SOURCE_LANGUAGE)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once."""
    return built(tmp_path_factory)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package as pip installs it, which the first process of the tests builds that asks for it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with FileLock(shared / "installed.lock"):
        return build(shared / "installed")
