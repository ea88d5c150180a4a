"""Fixtures and settings that all tests share."""

import gc
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from tests.installed import Installed, build
from tests.site import built
from ui.base.i18n import SOURCE_LANGUAGE, use_language

# The same examples on every run and machine, and no deadline, which a busy machine would miss. A quarter of
# Hypothesis's default number: there are a hundred such tests.
settings.register_profile(
    "steady", max_examples=25, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# New examples on each run, to search for faults: HYPOTHESIS_PROFILE=search make quick
settings.register_profile("search", max_examples=2_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

ENGINES = ("firefox", "webkit")
_MAIN = sys.modules["__main__"]

# Eight thousand tests are created and stay, so the collector would find nothing: it is off until they run.
gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last, of these the long ones first, and then the largest files.

    Playwright leaves an event loop in the thread, which breaks other tests.
    """
    sizes = Counter(group_of(item.nodeid) for item in items if is_in_browser(item.nodeid))
    items.sort(
        key=lambda item: (
            is_in_browser(item.nodeid),
            not item.get_closest_marker("long"),
            -sizes[group_of(item.nodeid)],
        )
    )


class Groups(LoadScopeScheduling):
    """Runs the tests of a group in one process. xdist's own `loadgroup` finds no groups with pytest 9.2."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Groups:
    return Groups(config, log)


def group_of(nodeid: str) -> str:
    """Return the group of a test, whose tests share something slow: Firefox or WebKit, or what their file loads.

    For browser tests, these are the pages, and what the server caches.
    """
    file, _of, test = nodeid.partition("::")
    _name, _parameter, engine = test.removesuffix("]").rpartition("[")
    return engine if engine in ENGINES else file


def is_in_browser(nodeid: str) -> bool:
    """Return whether a test opens a browser."""
    return nodeid.startswith("tests/browser/")


def pytest_collection_finish() -> None:
    """Look for unused objects from now on, but not among those of the tests themselves."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Start every test in English, whatever language the one before it used."""
    use_language(SOURCE_LANGUAGE)
    yield
    use_language(SOURCE_LANGUAGE)


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """Restore the main module. Streamlit's AppTest replaces it with its script, which each new process would run."""
    yield
    sys.modules["__main__"] = _MAIN


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once."""
    return built(tmp_path_factory)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package as pip installs it, built by the first test process that needs it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with FileLock(shared / "installed.lock"):
        return build(shared / "installed")
