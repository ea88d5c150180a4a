"""The session state of Streamlit. No other module touches it.

It also contains the pages' values, which `ui.state.session` manages.
"""

from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")
_NONE = object()


def raw_state() -> MutableMapping[Any, Any]:
    """Return the whole session state, to be modified too."""
    return st.session_state


def snapshot() -> dict[Any, Any]:
    """Return a copy of the session state: much faster than accessing values one by one."""
    return st.session_state.to_dict().copy()


def has(key: str) -> bool:
    """Return whether the session has a value."""
    return key in st.session_state


def get(key: str, default: Any = None) -> Any:
    """Return a value, such as a widget's; the default if there is none."""
    return st.session_state.get(key, default)


def get_or_create(key: str, make: Callable[[], T]) -> T:
    """Return the session's own object under this key, creating it on first use."""
    value = st.session_state.get(key, _NONE)
    if value is _NONE:
        value = st.session_state[key] = make()
    return value  # type: ignore[no-any-return]  # the result of `make`


def put(key: str, new: Any) -> None:
    """Set a value."""
    st.session_state[key] = new


def pop(key: str, default: Any = None) -> Any:
    """Remove a value and return it; the default if there is none."""
    return st.session_state.pop(key, default)


def component_event(key: str, event: str) -> Any:
    """Return a component's event, in its callback; None if the component sent another event.

    Also None if the component is gone because another page was opened while its message was in transit.
    """
    return getattr(st.session_state.get(key), event, None)
