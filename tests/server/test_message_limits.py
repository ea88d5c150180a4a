"""Attacks by one on all: messages that take long to read or to process, while others need the server."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.server.visitor import Visitor, ask, visit
from tools.app_server import AppServer, running_app
from ui.server import message_limits
from ui.server.message_limits import BURST, MAX_WAIT_SECONDS, RateLimiter
from ui.server.message_weight import MessageWeight

LONGEST_SECONDS = 2.0
"""The longest wait of others. On an idle machine it is a tenth of this; without limits, it was 3 to 120."""

FLOOD_SECONDS = 2.5


@pytest.fixture(scope="module")
def attacked() -> Iterator[AppServer]:
    with running_app() as server:
        yield server
        log = server.log()
        assert "Traceback" not in log, log


@contextmanager
def others_are_answered(server: AppServer) -> Iterator[None]:
    """Fail if anyone else waits long meanwhile."""
    waits: list[float] = []
    is_over = threading.Event()

    def ask_again() -> None:
        while True:
            asked = time.monotonic()
            assert ask(server, "/_stcore/health").status == 200
            waits.append(time.monotonic() - asked)
            if is_over.wait(0.02):
                return

    other = threading.Thread(target=ask_again)
    other.start()
    try:
        yield
    finally:
        is_over.set()
        other.join()
    assert max(waits) < LONGEST_SECONDS


def rerun(*states: WidgetState) -> bytes:
    message = BackMsg()
    message.rerun_script.page_name = "train"
    message.rerun_script.widget_states.widgets.extend(states)
    data: bytes = message.SerializeToString()
    return data


def many_names(_visitor: Visitor) -> bytes:
    message = BackMsg()
    message.file_urls_request.file_names.extend(["a"] * 1_670_000)
    data: bytes = message.SerializeToString()
    return data


def many_widgets(_visitor: Visitor) -> bytes:
    return rerun(*(WidgetState(id=f"$$ID-{number:x}-{number:x}", trigger_value=True) for number in range(200_000)))


def many_lists(visitor: Visitor) -> bytes:
    component = next(
        element.bidi_component.id
        for element in (message.delta.new_element for message in visitor.said)
        if element.WhichOneof("type") == "bidi_component"
    )
    return rerun(WidgetState(id=component, json_value="[" + "[]," * 3_000_000 + "[]]"))


def nested(_visitor: Visitor) -> bytes:
    return b"\x0b" * 5_000_000


@pytest.mark.parametrize("hostile", [many_names, many_widgets, many_lists, nested])
def test_a_hostile_message_closes_its_connection(attacked: AppServer, hostile: Callable[[Visitor], bytes]) -> None:
    with visit(attacked) as stranger:
        stranger.open("train")
        data = hostile(stranger)
        with others_are_answered(attacked):
            stranger.socket.send(data)
            with pytest.raises(ConnectionClosed) as ended:
                stranger.wait_for("nothing")  # reads on until then
    assert ended.value.rcvd is not None
    assert (ended.value.rcvd.code, ended.value.rcvd.reason[:19]) == (1008, "No page sends this:")


def test_a_far_too_long_text_is_refused_on_its_page(attacked: AppServer) -> None:
    with visit(attacked) as learner:
        learner.open("playground")
        elements = [message.delta.new_element for message in learner.said]
        box = next(element.text_area.id for element in elements if element.WhichOneof("type") == "text_area")
        pasted = BackMsg()
        pasted.rerun_script.page_name = "playground"
        pasted.rerun_script.widget_states.widgets.add(id=box, string_value="ab " * 4_000_000)
        learner.said.clear()
        learner.send(pasted)
        learner.wait_for("script_finished")
        assert any("12,000,000" in str(message.delta) for message in learner.said)


FLOODS = {
    "runs": Frame(Opcode.BINARY, rerun()),
    "nothing": Frame(Opcode.BINARY, b""),
    "texts": Frame(Opcode.TEXT, b""),
    "kinds": Frame(Opcode.BINARY, BackMsg(clear_cache=True).SerializeToString()),
    "pings": Frame(Opcode.PING, b""),
}


@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
def test_a_flood_of_messages_does_not_delay_others(attacked: AppServer, frame: Frame) -> None:
    with visit(attacked) as stranger:
        stranger.open("train")
        many = frame.serialize(mask=True) * 1_000
        stranger.socket.socket.settimeout(0.5)
        with others_are_answered(attacked):
            over = time.monotonic() + FLOOD_SECONDS
            while time.monotonic() < over:
                try:
                    stranger.socket.socket.sendall(many)
                except OSError:  # the server reads no more than it processes, or has closed the connection
                    break
            time.sleep(max(0.0, over - time.monotonic()))
        stranger.socket.socket.close()


@pytest.mark.parametrize("part", [b"", b"x"])
def test_a_message_in_too_many_frames_closes_its_connection(attacked: AppServer, part: bytes) -> None:
    with visit(attacked) as stranger:
        stranger.open("train")
        many = Frame(Opcode.CONT, part, fin=False).serialize(mask=True) * 1_000
        line = stranger.socket.socket
        with others_are_answered(attacked):
            line.sendall(Frame(Opcode.BINARY, part, fin=False).serialize(mask=True))
            assert is_ended(line, many)
        line.close()


def is_ended(line: socket.socket, data: bytes) -> bool:
    """Return whether the server closes a connection on which this is sent repeatedly."""
    try:
        for _again in range(1_000):
            line.sendall(data)
    except OSError:
        return True
    return False


def test_a_message_in_a_few_frames_is_processed(attacked: AppServer) -> None:
    with visit(attacked) as learner:
        learner.open("home")
        message = BackMsg()
        message.rerun_script.page_name = "train"
        data = message.SerializeToString()
        for _again in range(3):  # some more than a proxy could make of it
            learner.socket.send([data[place : place + 1] for place in range(len(data))])
            learner.wait_for("new_session")
            learner.wait_for("script_finished")


def test_a_learner_is_not_disturbed_by_attacks(attacked: AppServer) -> None:
    with visit(attacked) as learner, visit(attacked) as stranger:
        stranger.open("train")
        stranger.send(BackMsg(clear_cache=True))
        stranger.send(BackMsg())
        stranger.socket.send("text")
        stranger.open("home")  # messages that no page sends but that do no harm are ignored
        learner.open("train")
        for _number in range(BURST // 2):
            learner.open("home")


def test_a_page_is_sent_in_few_messages(attacked: AppServer) -> None:
    # Each is assembled, transferred to the server's loop and sent separately, a third of a page's run.
    with visit(attacked) as learner:
        learner.open("train")
        assert len(learner.said) <= 56


class Clock:
    """A clock that advances only when someone waits."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> RateLimiter:
    return RateLimiter(clock.monotonic, clock.sleep)


SMALL = MessageWeight("rerun_script", 1_000, 0)


def waited(pace: RateLimiter, weight: MessageWeight) -> bool:
    """Return the result of acquiring; coroutines that wait for nothing else need no event loop."""
    try:
        pace.acquire(weight).send(None)
    except StopIteration as answer:
        return bool(answer.value)
    raise AssertionError("it waits for something else")


def test_a_quick_learner_does_not_wait(clock: Clock, pace: RateLimiter) -> None:
    began = clock.now
    for _number in range(BURST):
        assert waited(pace, SMALL)
    assert clock.now == began
    for _number in range(100):  # and a learner who continues
        clock.now += 1 / message_limits.RATE
        before = clock.now
        assert waited(pace, SMALL)
        assert clock.now == pytest.approx(before)


def test_excess_messages_are_slowed_down_and_finally_refused(clock: Clock, pace: RateLimiter) -> None:
    began = clock.now
    taken = 0
    while waited(pace, SMALL):
        taken += 1
    assert taken == pytest.approx(BURST + MAX_WAIT_SECONDS * message_limits.RATE, abs=2)
    assert clock.now - began == pytest.approx(MAX_WAIT_SECONDS, abs=1)


def test_after_a_rest_a_learner_may_be_quick_again(clock: Clock, pace: RateLimiter) -> None:
    for _round in range(10):
        for _number in range(BURST * 2):
            assert waited(pace, SMALL)
        clock.now += 2 * BURST / message_limits.RATE


@pytest.mark.parametrize(
    "heavy", [MessageWeight("rerun_script", 20_000_000, 0), MessageWeight("rerun_script", 500_000, 400_000)]
)
def test_expensive_messages_count_as_several(clock: Clock, pace: RateLimiter, heavy: MessageWeight) -> None:
    began = clock.now
    for _number in range(5):
        assert waited(pace, heavy)
    assert clock.now - began > 4
