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
# New examples on each run, to search for faults: HYPOTHESIS_PROFILE=search make quick
settings.register_profile("search", max_examples=2_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

BROWSER_TESTS = Path(__file__).parent / "browser"

# Of the tests in the browser `make test` runs a half with each commit, the other half with others; all of them with
# ALL=1, as on GitHub. A commit always has the same ones.
COMMIT = os.environ.get("BROWSER_TESTS_IN_TURN", "")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the tests in the browser last: Playwright leaves an event loop in the thread, which others trip over.

    One of them that failed is run once more, at most three in a run: a machine that stalls lets one or two time out.
    The summary names each, with its traceback: it is to be mended all the same.
    """
    items.sort(key=is_in_browser)
    if COMMIT:
        others = {item for item in items if is_in_browser(item) and not has_its_turn(item.nodeid)}
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]
    for item in filter(is_in_browser, items):
        item.add_marker(pytest.mark.flaky(reruns=1))


def is_in_browser(item: pytest.Item) -> bool:
    """Whether a test opens a browser."""
    return BROWSER_TESTS in item.path.parents


def has_its_turn(name: str) -> bool:
    """Whether a test of that name runs with this commit."""
    return (crc32(name.encode()) + int(COMMIT, 16)) % 2 == 0


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
