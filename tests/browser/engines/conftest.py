"""The app in other browsers' engines. If one is not available, its tests are skipped with the reason."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import check_log
from tests.browser.engines.firefox import firefox
from tests.browser.engines.webkit import webkit
from tests.browser.engines.window import MissingError, Window
from tools.app_server import AppServer

ENGINES = {"firefox": firefox, "webkit": webkit}


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of each engine, reused by its tests."""
    try:
        with ENGINES[request.param]() as window:
            yield window
    except MissingError as error:
        pytest.skip(str(error))


@pytest.fixture
def window(engine: Window, app_server: AppServer) -> Iterator[Window]:
    """A window of 1280 x 800 with empty storage. The test fails if anything goes wrong in it."""
    engine.go(f"{app_server.url}/_stcore/health")
    engine.run("() => { localStorage.clear(); sessionStorage.clear(); }")
    engine.resize(1280, 800)
    engine.faults()
    log_start = len(app_server.log())
    yield engine
    assert engine.faults() == []
    check_log(app_server, log_start)
