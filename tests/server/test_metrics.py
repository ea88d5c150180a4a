"""The server's figures, where a setting asks for them."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from ui.server.short_circuit import METRICS_VARIABLE, ShortCircuitMiddleware, hide_metrics


@pytest.mark.parametrize(("setting", "status"), [("", 404), ("0", 404), ("1", 200)])
def test_figures_are_shown_where_the_setting_says_so(
    monkeypatch: pytest.MonkeyPatch, setting: str, status: int
) -> None:
    monkeypatch.setenv(METRICS_VARIABLE, setting)
    routes = [Route("/{path:path}", lambda _request: PlainTextResponse("figures"))]
    client = TestClient(Starlette(routes=routes, middleware=[Middleware(ShortCircuitMiddleware, hide_metrics)]))
    assert client.get("/_stcore/metrics").status_code == status
