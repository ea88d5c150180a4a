"""A page of the app without a browser, as its tests look at it."""

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
    """What the address says, as the browser is told to write it."""
    for node in app.get("bidi_component"):
        if "address_bar" in node.proto.component_name:
            data: dict[str, dict[str, str]] = data_of(node.proto)
            return data["query"]
    raise AssertionError("no address is written")


def asked(app: AppTest, parameter: str) -> str:
    """What the address says of one thing."""
    return address(app)[parameter]


def player(app: AppTest) -> dict[str, Any] | None:
    """What the player is given, None where there is none."""
    for node in app.get("bidi_component"):
        if "player" in node.proto.component_name:
            data: dict[str, Any] = data_of(node.proto)
            return data
    return None


def data_of(proto: Any) -> Any:
    """What a component is given to draw."""
    (data,) = json.loads(proto.json)
    return data


def component(app: AppTest, name: str) -> Any:
    """What the browser gets of a component of the app. Raises ValueError where it is not there once."""
    (found,) = [node.proto for node in app.get("bidi_component") if name in node.proto.component_name]
    return found


def trigger(app: AppTest, name: str, event: str, value: object) -> None:
    """Let a component tell something, as it does from the browser."""
    states = app._tree.get_widget_states()
    told = json.dumps([{"event": event, "value": value}])
    states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{component(app, name).id}__events", json_trigger_value=told)
    app._run(states)
    assert not app.exception
