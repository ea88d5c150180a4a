"""Makes page runs take turns, and keeps statistics of their waiting times.

A run is `ScriptRunner._run_script`: callbacks, then the fragment or the whole page, then Streamlit's cleanup. If
Streamlit has no such method, runs are concurrent as usual.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, Any

from streamlit import runtime

from ui.base.fair_queue import FairQueue
from ui.base.streamlit_internals.fallback import or_else
from ui.base.streamlit_internals.run_context import browser

if TYPE_CHECKING:
    from streamlit.runtime.stats import Stat

WAITING_METRIC = "bpe_lab_runs_waiting"
WAITED_METRIC = "bpe_lab_run_wait_seconds"
BOUNDS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, inf)  # seconds


class WaitMetrics:
    """A provider of statistics for Streamlit: how many runs are waiting, and how long others have waited."""

    stats_families = (WAITING_METRIC, WAITED_METRIC)

    def __init__(self) -> None:
        self.turns = FairQueue(self.observe)
        self._counts = [0] * len(BOUNDS)
        self._seconds = 0.0

    def observe(self, seconds: float) -> None:
        """Record a run that waited this many seconds."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    @or_else({})
    def get_stats(self, family_names: Sequence[str] | None = None) -> "Mapping[str, Sequence[Stat]]":
        """Return both families. Streamlit 1.66 has no histograms, and shows neither."""
        from streamlit.runtime.stats import GaugeStat, HistogramStat

        upto = tuple(zip(BOUNDS, accumulate(self._counts), strict=True))
        waiting = GaugeStat(WAITING_METRIC, self.turns.waiting, help="Page runs waiting for their turn.")
        help_text = "How long page runs waited for their turn."
        waited = HistogramStat(WAITED_METRIC, upto, self._seconds, upto[-1][1], unit="seconds", help=help_text)
        return {WAITING_METRIC: [waiting], WAITED_METRIC: [waited]}


@or_else(None)
def queue_runs() -> None:
    """Make the runs of all sessions take turns."""
    from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

    run = ScriptRunner._run_script
    waits = WaitMetrics()

    def run_in_turn(*values: Any) -> None:
        with waits.turns.slot(browser):
            run(*values)

    ScriptRunner._run_script = run_in_turn  # type: ignore[method-assign, assignment]
    _show(waits)


@or_else(None)
def _show(waits: WaitMetrics) -> None:
    if runtime.exists():
        runtime.get_instance().stats_mgr.register_provider(waits)
