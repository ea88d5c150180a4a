"""The memory of learners who left is returned to the system."""

import asyncio
import gc
import weakref
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata

from ui.base.streamlit_internals import sessions
from ui.server.memory_release import release_memory
from ui.state import session


class Thing:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_objects_in_reference_cycles_are_freed() -> None:
    gc.disable()
    try:
        gone = weakref.ref(Thing())
        assert gone() is not None
        release_memory()
        assert gone() is None
    finally:
        gc.enable()


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Replace Streamlit's runtime. Sessions in `left` have lost their browser, and end immediately."""
    runtime = Mock(left=[])
    runtime._session_mgr.list_sessions = lambda: [Mock(session=session) for session in runtime.left]
    runtime._session_mgr.is_active_session.return_value = False
    monkeypatch.setattr(Runtime, "instance", lambda: runtime)
    monkeypatch.setattr(sessions.st, "get_option", lambda _name: 0)
    monkeypatch.setattr(sessions, "CHECK_INTERVAL", 0.001)
    monkeypatch.setattr(sessions, "RELEASE_DELAY", 0.2)
    return runtime


async def ended(until: Callable[[], bool]) -> None:
    """End sessions until a condition holds."""
    ending = asyncio.create_task(sessions.expire_sessions(lambda: None))
    while not until():
        assert not ending.done()
        await asyncio.sleep(0.001)
    ending.cancel()


def test_memory_is_released_once_for_all_who_leave_together(runtime: Mock) -> None:
    given: list[int] = []

    async def visits() -> None:
        looking = asyncio.create_task(sessions.expire_sessions(lambda: given.append(len(runtime.left))))
        await asyncio.sleep(0.5)
        assert given == []  # nobody left
        runtime.left.extend(Mock(id=f"{number}") for number in range(50))
        while not given:
            await asyncio.sleep(0.01)
        runtime.left.clear()  # their sessions have ended
        while len(given) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        looking.cancel()

    asyncio.run(asyncio.wait_for(visits(), 60))
    assert given == [50, 0]


def test_failures_do_not_keep_other_sessions_from_ending(runtime: Mock) -> None:
    runtime.left = [Mock(id="broken"), Mock(id="other")]
    runtime.close_session.side_effect = lambda name: runtime.left.remove(
        next(session for session in runtime.left if session.id == name != "broken")
    )
    listed, faults = runtime._session_mgr.list_sessions, [RuntimeError("nothing to look at"), OSError("no file left")]

    def put_aside() -> list[Mock]:
        if faults:
            raise faults.pop()
        return listed()  # type: ignore[no-any-return]

    runtime._session_mgr.list_sessions = put_aside
    asyncio.run(asyncio.wait_for(ended(lambda: len(runtime.left) < 2), 20))
    assert [session.id for session in runtime.left] == ["broken"]


def test_the_loop_of_a_session_whose_script_still_runs_stays_open(runtime: Mock) -> None:
    runtime.left = runs, rests = Mock(), Mock(_scriptrunner=None)
    sessions.close_idle_loops()
    assert not runs._script_event_loop.close.called
    assert rests._script_event_loop.close.called


class Opened:
    """Something that a learner opened."""

    def use(self) -> None:
        """Stand for a widget's callback."""


def holding(value: Opened, known: Opened) -> SessionState:
    """Return the state of a session that contains a value, and a widget whose callback refers to another."""
    state = SessionState()
    state["opened"] = value
    box: WidgetMetadata[bool] = WidgetMetadata("box", bool, bool, "bool_value", callback=known.use)
    state._new_widget_state.set_widget_metadata(box)
    return state


def test_an_ended_session_holds_no_objects(runtime: Mock) -> None:
    opened = [Opened(), Opened()]
    gone = [weakref.ref(thing) for thing in opened]
    runtime.left = [Mock(id="left", _session_state=holding(*opened))]
    del opened
    asyncio.run(asyncio.wait_for(ended(lambda: not any(thing() for thing in gone)), 20))
    assert runtime.left[0].id == "left"
    before = gc.get_freeze_count()
    session._trainings.__wrapped__()
    assert gc.get_freeze_count() == before
