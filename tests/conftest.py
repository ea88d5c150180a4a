"""What all tests share."""

import os
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

# With each commit another eighth of the tests that are marked `in_turn`: they take long, and many are alike. A commit
# always has the same eighth. Empty, or without `make`: all.
TURNS = 8
COMMIT = os.environ.get("TESTS_IN_TURN", "")

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests in the browser last: Playwright leaves an event loop in the thread, which others trip over.

    One that failed is run once more, at most three in a run: of 8,000 tests with processes, browsers and clocks, one
    or two meet a machine that stalls. The summary names each, with its traceback: it is to be mended all the same.
    """
    items.sort(key=lambda item: BROWSER_TESTS in item.path.parents)
    if COMMIT:
        others = {item for item in items if item.get_closest_marker("in_turn") and not has_its_turn(item.nodeid)}
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]
    if config.option.usepdb:  # who looks for a fault wants to stop at the first
        return
    for item in items:
        item.add_marker(pytest.mark.flaky(reruns=1))


def has_its_turn(name: str) -> bool:
    """Whether a test of that name runs with this commit."""
    return (crc32(name.encode()) + int(COMMIT, 16)) % TURNS == 0


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
