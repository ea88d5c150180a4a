"""The server's metrics, if a setting enables them."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from ui.server.request_limits import METRICS_VARIABLE, RequestLimitMiddleware


@pytest.mark.parametrize(("setting", "status"), [("", 404), ("0", 404), ("1", 200)])
def test_metrics_are_served_only_if_the_setting_enables_them(
    monkeypatch: pytest.MonkeyPatch, setting: str, status: int
) -> None:
    monkeypatch.setenv(METRICS_VARIABLE, setting)
    routes = [Route("/{path:path}", lambda _request: PlainTextResponse("figures"))]
    client = TestClient(Starlette(routes=routes, middleware=[Middleware(RequestLimitMiddleware)]))
    for path in ("/_stcore/metrics", "/_stcore/metrics/", "/_stcore/metrics?families=active_sessions"):
        assert client.get(path).status_code == status
