"""Runs of pages take turns: all of them, including callbacks and fragments."""

import asyncio
import re
from collections.abc import Callable

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.testing.v1 import AppTest

from tests.server.visitor import ask
from tools.app_server import AppServer, running_app
from tools.simulated_visitor import Visitor, connection
from ui.base import fair_queue
from ui.base.streamlit_internals.run_queue import WAITED_METRIC, WAITING_METRIC, WaitMetrics, queue_runs
from ui.server.request_limits import METRICS_VARIABLE


def metric(server: AppServer, name: str) -> float:
    text = ask(server, "/_stcore/metrics").body.decode()
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    assert found, text
    return float(found[1])


async def visit_with_fragment(server: AppServer, seen: Callable[[], None]) -> None:
    async with connection(server.url) as socket:
        visitor = Visitor("train", socket, server.url)
        assert await visitor.run() == []
        seen()
        assert await visitor.run(visitor.page.component("bpe_lab_player").fragment) == []
        seen()


def test_metrics_count_page_and_fragment_runs() -> None:
    counts: list[float] = []
    with running_app(settings={METRICS_VARIABLE: "1"}) as server:
        asyncio.run(visit_with_fragment(server, lambda: counts.append(metric(server, f"{WAITED_METRIC}_count"))))
        assert metric(server, WAITING_METRIC) == 0
    assert counts[1] == counts[0] + 1


def test_a_callback_runs_within_the_turn_of_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScriptRunner, "_run_script", ScriptRunner._run_script)  # restored afterwards

    def script() -> None:
        import streamlit as st

        from ui.base import fair_queue

        def has_turn() -> bool:
            return fair_queue._end_own.get() is not None

        def on_click() -> None:
            st.session_state["callback"] = has_turn()

        st.button("A button", on_click=on_click)
        st.session_state["page"] = has_turn()

    queue_runs()
    app = AppTest.from_function(script).run()
    assert (app.session_state["page"], "callback" in app.session_state) == (True, False)
    app.button[0].click().run()
    assert app.session_state["callback"]
    assert fair_queue._end_own.get() is None


def test_waiting_times_are_counted_in_histogram_buckets() -> None:
    waits = WaitMetrics()
    for seconds in (0.01, 0.3, 2.0, 60.0):
        waits.observe(seconds)
    lines = waits.get_stats()[WAITED_METRIC][0].to_metric_str().splitlines()
    counted = {bound: int(number) for bound, number in re.findall(r'le="(\S+)"} (\d+)', "\n".join(lines))}
    assert counted == {"0.03": 1, "0.1": 1, "0.3": 2, "1.0": 2, "3.0": 3, "10.0": 3, "+Inf": 4}
    assert lines[-2:] == [f"{WAITED_METRIC}_sum 62.31", f"{WAITED_METRIC}_count 4"]
