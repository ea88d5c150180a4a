"""What a session holds, by single keys: Streamlit puts all of it together for each box that looks for its own value."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from streamlit.runtime.state import SafeSessionState
from streamlit.runtime.state.common import is_element_id


class LazySessionState(Mapping[str, Any]):
    """The same as `SafeSessionState.filtered_state`, of which only that is put together which is asked for."""

    def __init__(self, state: SafeSessionState) -> None:
        self._of = state

    def __getitem__(self, key: str) -> Any:
        if is_element_id(key):
            raise KeyError(key)
        return self._of[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.copy())

    def __len__(self) -> int:
        return len(self.copy())

    def copy(self) -> dict[str, Any]:
        """All of it."""
        with self._of._lock:
            return self._of._state.filtered_state


@contextmanager
def fast_lookups() -> Iterator[None]:
    """Have boxes look for their own value alone."""
    whole = SafeSessionState.filtered_state
    SafeSessionState.filtered_state = property(LazySessionState)  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        SafeSessionState.filtered_state = whole  # type: ignore[method-assign]
