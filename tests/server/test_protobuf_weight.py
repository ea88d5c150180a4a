"""The weight of a message, computed without parsing it, compared with protobuf's own parser."""

from collections.abc import Callable

import pytest
from google.protobuf.message import DecodeError
from hypothesis import example, given
from hypothesis import strategies as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tools.simulated_visitor import BrowserPage
from ui.server import protobuf_weight
from ui.server.protobuf_weight import UnexpectedMessageError, measure_message


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
    (file_names, protobuf_weight.MAX_VALUES["FileURLsRequest.file_names"]),
    (widgets, protobuf_weight.MAX_VALUES["WidgetStates.widgets"]),
    (hashes, protobuf_weight.MAX_FIELDS - 1),  # and the message that contains them
    (numbers, protobuf_weight.MAX_BYTES),
    (page_name, protobuf_weight.MAX_BYTES),
    (lists_in_a_table, protobuf_weight.MAX_PARTS),
    (entries, protobuf_weight.MAX_PARTS - 1),
]


@pytest.mark.parametrize(("make", "most"), BOUNDS)
def test_so_much_is_passed_on_and_no_more(make: Callable[[int], BackMsg], most: int) -> None:
    assert measure_message(make(most).SerializeToString()).size > most
    with pytest.raises(UnexpectedMessageError):
        measure_message(make(most + 2).SerializeToString())


def test_bounds_hold_for_values_together_in_pieces_and_of_the_kind_that_holds() -> None:
    half = lists(protobuf_weight.MAX_PARTS * 2 // 3)
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


def test_a_long_text_and_what_a_page_sends_pass() -> None:
    for text in ("hello, [world]: {}" * 500_000, "1," * (protobuf_weight.MAX_PARTS - 1)):
        assert measure_message(value(string_value=text).SerializeToString()).kind == "rerun_script"
    data = BrowserPage("train").request()
    assert measure_message(data) == ("rerun_script", len(data), 0)


@pytest.mark.parametrize(
    "data", [b"\x0b" * 50 + b"\x0c" * 50, b"\xa0\x06\x00", b"\xff" * 9, b"\x5a\x7f", b"\x5a", b"\x59"]
)
def test_what_is_no_message_of_a_page_is_refused(data: bytes) -> None:
    with pytest.raises(UnexpectedMessageError):
        measure_message(data)


REQUESTS = st.builds(
    lambda texts, chosen, count, flag: _filled(texts, chosen, count, flag),
    st.tuples(*[st.text(max_size=200)] * 4),
    st.integers(0, 6),
    st.integers(-(2**40), 2**40),
    st.booleans(),
)


def _filled(texts: tuple[str, ...], chosen: int, count: int, flag: bool) -> bytes:
    message = BackMsg()
    match chosen:
        case 0:
            message.app_heartbeat = flag
        case 1:
            message.stop_script = flag
        case 2:
            message.file_urls_request.file_names.extend(texts)
        case 3:
            message.backend_operation_request.dataframe_chunk.offset = abs(count)
            message.backend_operation_request.dataframe_chunk.sort.column = texts[0]
        case _:
            state = message.rerun_script
            state.query_string, state.page_name, state.fragment_id = texts[:3]
            state.is_auto_rerun = flag
            state.context_info.timezone_offset = count % 1000
            for text in texts:
                state.widget_states.widgets.add(id=text, string_value=text)
                state.widget_states.widgets.add(id=text, double_value=count / 7)
                state.widget_states.widgets.add(id=text).int_array_value.data.extend([count, chosen])
                state.widget_states.widgets.add(id=text).double_array_value.data.extend([count, chosen])
                state.widget_states.widgets.add(id=text).string_array_value.data.extend(texts)
                state.widget_states.widgets.add(id=text).file_uploader_state_value.uploaded_file_info.add(name=text)
    data: bytes = message.SerializeToString()
    return data


@given(REQUESTS)
def test_every_message_is_told_as_it_is(data: bytes) -> None:
    assert measure_message(data).kind == BackMsg.FromString(data).WhichOneof("type")


@given(REQUESTS, st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), max_size=6))
@example(b"\x28\x01\x58\x01", [])  # clears a field, and a number where a run request has its message
@example(b"\xaa\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", [])  # a field whose number is too long
def test_nothing_is_passed_on_as_another_kind_than_it_is(data: bytes, changes: list[tuple[int, int]]) -> None:
    changed = bytearray(data)
    for place, byte in changes:
        if changed:
            changed[place % len(changed)] = byte
    try:
        told = measure_message(bytes(changed)).kind
        message = BackMsg.FromString(bytes(changed))
    except (UnexpectedMessageError, DecodeError):
        return
    assert told == (message.WhichOneof("type") or "")
