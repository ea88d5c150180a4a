"""What Streamlit holds for a session, by keys. The only place that touches it.

The values of the pages are in it too; they are the business of `ui.state.session`.
"""

from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")
_NONE = object()


def raw_state() -> MutableMapping[Any, Any]:
    """All that is held, to be changed too."""
    return st.session_state


def snapshot() -> dict[Any, Any]:
    """All that is held now: much quicker than to ask for one after the other."""
    return st.session_state.to_dict().copy()


def has(key: str) -> bool:
    """Whether there is something."""
    return key in st.session_state


def get(key: str, default: Any = None) -> Any:
    """What is held, such as what a widget has; the default where there is nothing."""
    return st.session_state.get(key, default)


def get_or_create(key: str, make: Callable[[], T]) -> T:
    """What the session has of its own, made when it is first asked for."""
    found = st.session_state.get(key, _NONE)
    if found is _NONE:
        found = st.session_state[key] = make()
    return found  # type: ignore[no-any-return]  # what `make` once made


def put(key: str, new: Any) -> None:
    """Hold this from now on."""
    st.session_state[key] = new


def pop(key: str, default: Any = None) -> Any:
    """What was held, and is so no more; the default where there was nothing."""
    return st.session_state.pop(key, default)


def component_event(key: str, event: str) -> Any:
    """What a component has just told, in its callback; None where it told something else.

    And where it is gone, with what it told: another page came up while its message was on the way.
    """
    return getattr(st.session_state.get(key), event, None)
