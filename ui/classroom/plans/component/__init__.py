"""A teacher's plan on every page: this place is added to it, and presented, it is one deck."""

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
    """Keep a plan in the browser, and lead from place to place of it.

    `on_add` is told the address of a page that is to be one more place; `on_kept` the plan that the browser kept of
    former visits, `on_brought` the one that the server had under a code; both say whether that is news. Each may be
    anything. `on_end`: the plan is presented no more.
    """

    def add() -> None:
        on_add(session_state.component_event(KEY, "add"))

    def kept() -> None:
        on_kept(session_state.component_event(KEY, "kept"))

    def brought() -> None:
        on_brought(session_state.component_event(KEY, "brought"))

    told = _mount(
        key=KEY, data=data, on_add_change=add, on_end_change=on_end, on_kept_change=kept, on_brought_change=brought
    )
    # Told in the first run of a session, which calls nothing back.
    is_news = told.kept is not None and on_kept(told.kept)
    if (told.brought is not None and on_brought(told.brought)) or is_news:
        st.rerun()
