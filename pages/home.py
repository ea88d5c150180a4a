"""Home: a name or a sentence becomes tokens; what tokenization is, and the ways in."""

import streamlit as st

from bpe_engine import EngineError
from ui.base.i18n import gettext as _
from ui.common import navigation, shell
from ui.components.merging import merging
from ui.components.notice import show_error
from ui.components.pipeline import pipeline
from ui.pages.home import live
from ui.pages.home.tour import about, stages
from ui.pages.registry import HOME, PAGES
from ui.state.spec import Spec, parts

# The first screen is one by itself: nothing below it is cut off by its end. A card is a link as a whole: what can be
# clicked of the link in it is as large as the card.
STYLE = """<style>
.st-key-home_first { min-height: calc(100dvh - 7.5rem); justify-content: center; gap: 3rem; }
.st-key-home_ways, .st-key-home_tour { display: grid; gap: 1rem; }
.st-key-home_ways { grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
.st-key-home_tour { grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
[class*="st-key-home_card_"] { position: relative; }
[class*="st-key-home_card_"] * { position: static; }
[class*="st-key-home_card_"] a::after { content: ""; position: absolute; inset: 0; border-radius: 0.5rem; }
[class*="st-key-home_card_"]:hover { border-color: var(--st-primary-color); }
</style>"""


def card(spec: Spec, key: str, label: str, query: dict[str, str] | None = None) -> None:
    """A link to a page, and what it is for."""
    with st.container(border=True, key=f"home_card_{key}", gap=None):
        navigation.link(spec.name, f"**{label}**", icon=":material/arrow_forward:", query_params=query)
        st.write(_(spec.about))


page = shell.begin("home", "BPE Lab")
st.html(STYLE)
with st.container(key="home_first"):
    with st.container():
        typed = st.text_input(
            _("Type your name or a sentence, and watch GPT-2 make tokens of it"),
            placeholder=live.EXAMPLE,
            max_chars=live.LONGEST,
            live=True,
            width=480,
            **page.widget("sample"),
        )
        shown = typed or live.EXAMPLE
        try:
            merging(live.merging(shown))
        except EngineError as error:
            show_error(error)
    with st.container(key="home_ways"):
        whole = _("Watch its whole way")
        card(PAGES["scene"], "way_scene", whole, {"sample": shown, "with": "gpt2"})
        card(PAGES["course"], "way_course", _("Begin the course"))
        card(PAGES["train"], "way_train", _("Start the first lesson: hug, pug, pun"), {"scenario": "hug"})
st.write(about())
pipeline(stages())
with shell.on_screen("tour"):
    st.header(_("What there is"), anchor=False)
    with st.container(key="home_tour"):
        for spec in PAGES.values():
            if spec is not HOME and not spec.part_of:
                with st.container(key=f"home_page_{spec.name}"):
                    for part in parts(PAGES, spec.name):
                        card(part, part.name, _(part.as_part or part.title))
