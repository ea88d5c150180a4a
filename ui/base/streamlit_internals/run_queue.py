"""Runs of the script: in turn, with a figure of how long they waited for it.

A run is `ScriptRunner._run_script`: the callbacks, then the fragment or the whole page, and what is settled after it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from math import inf

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.stats import GaugeStat, HistogramStat, Stat

from ui.base.fair_queue import FairQueue
from ui.base.streamlit_internals.run_context import browser

WAITING_METRIC = "bpe_lab_runs_waiting"
WAITED_METRIC = "bpe_lab_run_wait_seconds"
BOUNDS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, inf)  # seconds


class WaitMetrics:
    """How many runs wait for their turn, and how long those waited that had it: for Streamlit's figures."""

    stats_families = (WAITING_METRIC, WAITED_METRIC)

    def __init__(self) -> None:
        self.turns = FairQueue(self.observe)
        self._counts = [0] * len(BOUNDS)
        self._seconds = 0.0

    def observe(self, seconds: float) -> None:
        """Someone's turn has come, after so many seconds."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def get_stats(self, family_names: Sequence[str] | None = None) -> Mapping[str, Sequence[Stat]]:
        """The figures, of which none is dear to compute."""
        upto = tuple(zip(BOUNDS, accumulate(self._counts), strict=True))
        said = "How long runs of a page waited for their turn."
        return {
            WAITING_METRIC: [
                GaugeStat(WAITING_METRIC, self.turns.waiting, help="Runs of a page that wait for their turn.")
            ],
            WAITED_METRIC: [HistogramStat(WAITED_METRIC, upto, self._seconds, upto[-1][1], unit="seconds", help=said)],
        }


@contextmanager
def queued_runs() -> Iterator[None]:
    """Have the runs of all sessions take turns."""
    waits = WaitMetrics()
    run = ScriptRunner._run_script

    def in_turn(runner: ScriptRunner, rerun_data: RerunData) -> None:
        with waits.turns.slot(browser):
            run(runner, rerun_data)

    if Runtime.exists():
        Runtime.instance().stats_mgr.register_provider(waits)
    ScriptRunner._run_script = in_turn  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        ScriptRunner._run_script = run  # type: ignore[method-assign]
