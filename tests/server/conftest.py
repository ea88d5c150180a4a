"""Fixtures that the server's tests share."""

from collections.abc import Iterator

import pytest

from tools.app_server import AppServer, running_app


@pytest.fixture(scope="session")
def server() -> Iterator[AppServer]:
    """The app as it is usually served."""
    with running_app() as server:
        yield server
