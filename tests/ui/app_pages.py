"""Helpers to inspect a page of the app without a browser."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]


def alerts(app: AppTest) -> list[str]:
    bodies = [node.proto.body for node in app.get("html") if 'role="alert"' in node.proto.body]
    return [unescape(re.sub(r"<[^<>]*>", "", body)) for body in bodies]


def address(app: AppTest) -> dict[str, str]:
    """Return the query that the app writes into the URL."""
    for node in app.get("bidi_component"):
        if "address_bar" in node.proto.component_name:
            data: dict[str, dict[str, str]] = data_of(node.proto)
            return data["query"]
    raise AssertionError("no address is written")


def query_value(app: AppTest, parameter: str) -> str:
    """Return the value of a query parameter."""
    return address(app)[parameter]


def player(app: AppTest) -> dict[str, Any] | None:
    """Return the player's data; None if there is no player."""
    for node in app.get("bidi_component"):
        if "player" in node.proto.component_name:
            data: dict[str, Any] = data_of(node.proto)
            return data
    return None


def player_data(app: AppTest) -> dict[str, Any]:
    """Return the player's data. Fails if there is no player."""
    data = player(app)
    assert data is not None
    return data


def data_of(proto: Any) -> Any:
    """Return the data of a component."""
    (data,) = json.loads(proto.json)
    return data


def component(app: AppTest, name: str) -> Any:
    """Return the only component with a name. Raises ValueError if it does not occur exactly once."""
    (found,) = [node.proto for node in app.get("bidi_component") if name in node.proto.component_name]
    return found


def trigger(app: AppTest, name: str, event: str, value: object) -> None:
    """Send a component's event, as the browser does."""
    states = app._tree.get_widget_states()
    told = json.dumps([{"event": event, "value": value}])
    states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{component(app, name).id}__events", json_trigger_value=told)
    app._run(states)
    assert not app.exception
