"""Home: a name or a sentence becomes tokens; what tokenization is, and the ways in."""

from contextlib import nullcontext

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.components.notice import show_alert, show_error
from ui.components.pipeline import pipeline
from ui.pages.common import navigation, shell
from ui.pages.home import live_demo
from ui.pages.home.pipeline import about, stages
from ui.pages.registry import HOME, PAGES
from ui.player.merging import merging
from ui.state.page_spec import PageSpec, page_family

# The first screen is one by itself: nothing below it is cut off by its end. A card is one link, with all that it says
# in its label: in three elements each, thirty cards took a server as long as all the rest of the page.
STYLE = """<style>
.st-key-home_first { min-height: calc(100dvh - 7.5rem); justify-content: center; gap: 3rem; }
.st-key-home_ways, .st-key-home_tour { display: grid; gap: 1rem; }
.st-key-home_ways { grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
.st-key-home_tour { grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
.st-key-home_first, .st-key-home_tour {
  div:has(> a), div:has(> div > a) { margin: 0; }
  a {
    display: block; position: relative; margin: 0; padding: calc(1rem - 1px);
    border: 1px solid var(--edge); border-radius: 0.5rem;
    &, &:hover { background: none; }
    &:hover { border-color: currentcolor; }
    > :first-child { position: absolute; inset: calc(1.125rem - 1px) auto auto calc(1.5rem - 1px); }
    * { overflow: visible; white-space: normal; }
    p { font-size: 1rem; line-height: 1.6; }
    strong {
      display: table; margin: -0.25rem 0; padding: 0 0.5rem 0 2rem; border-radius: 0.5rem;
      font-size: 0.875rem; line-height: 1.75rem;
    }
    &:hover strong { background: color-mix(in srgb, currentcolor 15%, transparent); }
  }
}
</style>"""


def card(spec: PageSpec, label: str, query: dict[str, str] | None = None) -> None:
    """A link to a page, and what it is for."""
    label = f"**{label}** {_(spec.description)}"
    navigation.page_link(spec.name, label, icon=":material/arrow_forward:", query_params=query, width="stretch")


page = shell.start_page("home", "BPE Lab")
st.html(STYLE)
with st.container(key="home_first"):
    with st.container():
        typed = st.text_input(
            _("Type your name or a sentence, and watch GPT-2 turn it into tokens"),
            placeholder=live_demo.EXAMPLE,
            live=True,
            width=480,
            **page.widget_options("sample"),
        )
        shown = typed or live_demo.EXAMPLE
        if problem := live_demo.problem(shown):
            show_alert(problem)
            shown = live_demo.EXAMPLE
        else:
            try:
                merging(live_demo.merging(shown))
            except EngineError as error:
                show_error(error)
    with st.container(key="home_ways"):
        whole = _("Watch its whole journey")
        card(PAGES["scene"], whole, {"sample": shown, "with": "gpt2"})
        card(PAGES["course"], _("Start the course"))
        card(PAGES["train"], _("Start the first lesson: hug, pug, pun"), {"scenario": "hug"})
st.write(about())
pipeline(stages())
with shell.screen_only("tour"):
    st.header(_("What’s here"), anchor=False)
    with st.container(key="home_tour"):
        for spec in PAGES.values():
            if spec is not HOME and not spec.parent:
                all_of_it = page_family(PAGES, spec.name)
                with st.container() if len(all_of_it) > 1 else nullcontext():
                    for part in all_of_it:
                        card(part, _(part.short_title or part.title))
