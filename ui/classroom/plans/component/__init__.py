"""The lesson plan on every page: adds the page to the plan, and presents the plan as one deck of slides."""

from collections.abc import Callable

import streamlit as st

from ui.base import session_state
from ui.components import read_styles, register_component
from ui.components.contract import PlanState

KEY = "bpe_lab_plan"

_mount = register_component(
    "bpe_lab_plan",
    "classroom/plans/component/plan.js",
    '<div class="plan">\n</div>',
    read_styles("components/tokens.css", "classroom/plans/component/plan.css"),
)


def plan(
    data: PlanState,
    *,
    on_add: Callable[[object], None],
    on_end: Callable[[], None],
    on_kept: Callable[[object], bool],
    on_brought: Callable[[object], bool],
) -> None:
    """Keep the plan in the browser, and lead from slide to slide.

    Args:
        data: the plan's state, for the script.
        on_add: gets the address of a page to add as a slide.
        on_end: called when the presentation ends.
        on_kept: gets the plan that the browser kept from earlier visits; returns whether it is new.
        on_brought: gets the plan that the server had under a code; returns whether it is new.

    The values come from the browser and can be anything.
    """

    def report_added() -> None:
        on_add(session_state.component_event(KEY, "add"))

    def report_kept() -> None:
        on_kept(session_state.component_event(KEY, "kept"))

    def report_loaded() -> None:
        on_brought(session_state.component_event(KEY, "brought"))

    state = _mount(
        key=KEY,
        data=data,
        on_add_change=report_added,
        on_end_change=on_end,
        on_kept_change=report_kept,
        on_brought_change=report_loaded,
    )
    # Set in a session's first run, which calls no callbacks.
    is_news = state.kept is not None and on_kept(state.kept)
    if (state.brought is not None and on_brought(state.brought)) or is_news:
        st.rerun()
