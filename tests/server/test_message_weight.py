"""The weight of a message, and messages that are refused."""

from collections.abc import Callable

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tools.simulated_visitor import BrowserPage
from ui.server import message_weight
from ui.server.message_limits import ALLOWED_KINDS
from ui.server.message_weight import UnexpectedMessageError, measure_message


def file_names(count: int) -> BackMsg:
    message = BackMsg()
    message.file_urls_request.file_names.extend(["a.txt"] * count)
    return message


def widgets(count: int) -> BackMsg:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.extend(WidgetState(id=f"{number:x}") for number in range(count))
    return message


def value(**value: object) -> BackMsg:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.append(WidgetState(id="box", **value))
    return message


def numbers(count: int) -> BackMsg:
    message = value()
    message.rerun_script.widget_states.widgets[0].int_array_value.data.extend([1] * count)
    return message


def hashes(count: int) -> BackMsg:
    message = BackMsg()
    message.rerun_script.cached_message_hashes.extend(["0"] * count)
    return message


def page_name(count: int) -> BackMsg:
    message = BackMsg()
    message.rerun_script.page_name = "x" * count
    return message


def lists(count: int) -> BackMsg:
    return value(json_value=" [" + "[]," * (count // 2 - 1) + "0]")  # a bracket and a comma each, and one more bracket


def lists_in_a_table(count: int) -> BackMsg:
    return value(string_value="\n" + "[" * count)


def entries(count: int) -> BackMsg:
    return value(json_trigger_value="{" + '"":0,' * (count // 2))


BOUNDS = [
    (file_names, message_weight.MAX_REPEATED["FileURLsRequest.file_names"]),
    (widgets, message_weight.MAX_REPEATED["WidgetStates.widgets"]),
    (hashes, message_weight.MAX_VALUES - 1),  # and the message that contains them
    (numbers, message_weight.MAX_VALUES - 5),  # and the messages that contain them
    (page_name, message_weight.MAX_LENGTH),
    (lists_in_a_table, message_weight.MAX_PARTS),
    (entries, message_weight.MAX_PARTS - 1),
]


@pytest.mark.parametrize(("make", "most"), BOUNDS)
def test_messages_within_the_bounds_pass_and_larger_ones_do_not(make: Callable[[int], BackMsg], most: int) -> None:
    assert measure_message(make(most).SerializeToString()).size > most
    with pytest.raises(UnexpectedMessageError):
        measure_message(make(most + 2).SerializeToString())


def test_bounds_apply_to_all_values_of_a_message_together() -> None:
    half = lists(message_weight.MAX_PARTS * 2 // 3)
    measure_message(half.SerializeToString())
    half.rerun_script.widget_states.widgets.append(half.rerun_script.widget_states.widgets[0])
    with pytest.raises(UnexpectedMessageError):
        measure_message(half.SerializeToString())
    # Protobuf joins consecutive messages.
    piece = file_names(60).SerializeToString()
    assert len(BackMsg.FromString(piece * 2).file_urls_request.file_names) == 120
    with pytest.raises(UnexpectedMessageError):
        measure_message(piece * 2)
    kinds = [widgets(1), BackMsg(clear_cache=True)]
    for order, kind in ((kinds, "clear_cache"), (kinds[::-1], "rerun_script")):
        data = b"".join(message.SerializeToString() for message in order)
        assert measure_message(data).kind == kind == BackMsg.FromString(data).WhichOneof("type")


def test_long_texts_and_normal_messages_pass() -> None:
    for text in ("hello, [world]: {}" * 500_000, "1," * (message_weight.MAX_PARTS - 1)):
        assert measure_message(value(string_value=text).SerializeToString()).kind == "rerun_script"
    data = BrowserPage("train").request()
    assert measure_message(data) == ("rerun_script", len(data), 0)


@pytest.mark.parametrize("data", [b"\x0b" * 50, b"\xff" * 9, b"\x5a\x7f", b"\x5a", b"\x59"])
def test_malformed_messages_are_refused(data: bytes) -> None:
    with pytest.raises(UnexpectedMessageError):
        measure_message(data)


@pytest.mark.parametrize("data", [b"", b"\x0b" * 50 + b"\x0c" * 50, b"\xa0\x06\x00"])
def test_an_empty_message_has_no_kind(data: bytes) -> None:
    assert measure_message(data).kind not in ALLOWED_KINDS
