"""The widgets of In bits: the corpus and the methods, all in sight."""

from collections.abc import Sequence

import streamlit as st

from ui.base.i18n import gettext as _
from ui.pages.compare import controls as compare
from ui.state.session import PageState
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.scenarios import SCENARIOS, offered_scenarios
from ui.tokenization.tasks.task import TextSource


def choose(page: PageState) -> tuple[TextSource, Sequence[ComparedMethod]]:
    """Choose one corpus, and the methods side by side. Stops the page if there is nothing to train, or no method."""
    st.pills(
        _("Corpus"),
        offered_scenarios(),
        format_func=lambda key: SCENARIOS[key].title,
        required=True,
        **page.widget_options("scenario"),
    )
    source = compare.corpus(page)
    compare.method_pills(page)
    methods = compare.chosen_methods(page)
    if not methods:
        st.write(compare.no_method())
        st.stop()
    compare.show_facts(page, methods)
    return source, methods
