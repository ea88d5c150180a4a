"""The app in the engines of other browsers. Where one cannot be had, its tests are skipped, and say why."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import check_log
from tests.browser.engines.firefox import firefox
from tests.browser.engines.webkit import webkit
from tests.browser.engines.window import MissingError, Window
from tools.app_server import AppServer

ENGINES = {"firefox": firefox, "webkit": webkit}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of each engine, which the tests in it have one after the other."""
    try:
        with ENGINES[request.param]() as window:
            yield window
    except MissingError as error:
        pytest.skip(str(error))


@pytest.fixture
def window(engine: Window, app_server: AppServer) -> Iterator[Window]:
    """A window of 1280 x 800 that knows of nothing. At the end the test fails if something went wrong."""
    engine.go(f"{app_server.url}/_stcore/health")
    engine.run("() => { localStorage.clear(); sessionStorage.clear(); }")
    engine.resize(1280, 800)
    engine.faults()
    log_start = len(app_server.log())
    yield engine
    assert engine.faults() == []
    check_log(app_server, log_start)
