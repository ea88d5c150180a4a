"""Vocabulary: search the tokens of a tokenizer, and see the merges that made one."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext, translate_error
from ui.base.tokenizer_choices import explain_id_gaps
from ui.base.visible_text import join_sentences
from ui.components.html_table import html_table
from ui.components.lazy_section import is_visible
from ui.components.merge_tree import merge_tree
from ui.components.notice import show_alert
from ui.components.number_table import show_number_table
from ui.components.token_list import token_list
from ui.components.token_map import token_map
from ui.pages.common import shell
from ui.pages.common.tokenizer_choice import choose_tokenizer
from ui.pages.vocabulary import controls as vocabulary_search
from ui.pages.vocabulary import facts, lengths
from ui.pages.vocabulary import search_index as vocabulary
from ui.pages.vocabulary.chosen_token import shown_tree, tree_of_text
from ui.pages.vocabulary.known_models import models_text
from ui.pages.vocabulary.token_map import token_map as map_of_tokens
from ui.tokenization.scenarios.article import ATTRIBUTION

LIST = "token_list"
MAP = "token_map"


def pick(component: str) -> None:
    picked = session_state.component_event(component, "pick")
    if isinstance(picked, int):
        page.set(token=picked)


page, stage, line = shell.start_player_page("vocabulary")
with line:
    name, tokenizer = choose_tokenizer(
        page,
        "of",
        _("Vocabulary"),
        on_change=partial(vocabulary_search.forget_results, page),
        notices=stage,
        in_line=True,
    )
    index = vocabulary.index_of(tokenizer)
    by = vocabulary_search.choose_search_mode(page)
    wanted = vocabulary_search.choose_query(page, index, by, stage)
with stage:
    shell.warn_about_link(page)
hits: Sequence[int] = ()
problem = _("No tokens match. Try a shorter text or a simpler regex.")
pieces: Sequence[int] = ()  # of a text that is in no token: what it is cut into
try:
    hits = vocabulary.search(tokenizer, by, wanted)
except EngineError as error:
    problem = translate_error(error)
if by == "text" and not hits and (pieces := vocabulary.tokens_of(tokenizer, wanted)):
    problem = _("No tokens match. The text is cut into these:")
marked = hits or list(dict.fromkeys(pieces))
place = index.place_of.get(page["token"], hits[0] if hits else None)  # of the token whose merges are shown
with st.container(key="bpe_lab_fill"), st.container(key="bpe_lab_vocabulary"):
    with st.container(key="bpe_lab_hits"):
        found = ngettext("{count} token of {all}", "{count} tokens of {all}", len(hits))
        st.header(found.format(count=localized_number(len(hits)), all=localized_number(len(index.ids))), anchor=False)
        listed = st.container()
        shown_page = vocabulary_search.choose_page(page, len(hits))
        with listed:
            if not hits:
                show_alert(problem)
            if marked:
                shown = vocabulary.rows(index, vocabulary.page_of(marked, shown_page))
                chosen = None if place is None else index.ids[place]
                token_list(shown, chosen, key=LIST, on_pick=partial(pick, LIST))
    token_map(map_of_tokens(tokenizer, marked, place), key=MAP, on_pick=partial(pick, MAP))
    if place is not None:
        merge_tree(shown_tree(index, place), is_picked=page["token"] is not None, key="merge_tree")
    elif pieces:
        merge_tree(tree_of_text(index, wanted, pieces), is_picked=False, key="merge_tree")
st.text(vocabulary_search.about_query(index, by))
st.write(
    _("A vocabulary is a list of tokens, each with a number, its id. Search for tokens, and see how each was made.")
)
if known := join_sentences(models_text(name.name), explain_id_gaps(tokenizer)):
    st.caption(known)
text = page["find"]
if text.strip() and (forms := shell.expander(page, facts.forms_title())):
    with forms:
        st.text(facts.forms_note(text))
        st.html(html_table(facts.forms_title(), facts.form_heads(), facts.form_rows(tokenizer, text), kind="named"))
        rows = facts.longer_rows(tokenizer, text)
        st.html(html_table(facts.longer_title(), facts.longer_heads(), rows, caption=True))
if scripts := shell.expander(page, facts.scripts_title()):
    scripts.html(html_table(facts.scripts_title(), facts.script_heads(), facts.script_rows(tokenizer)))
if languages := shell.expander(page, facts.languages_title()):
    with languages:
        st.text(facts.languages_note())
        st.html(html_table(facts.languages_title(), facts.language_heads(), facts.language_rows(tokenizer)))
        st.caption(_(ATTRIBUTION))
if both := shell.expander(page, facts.shared_title(), "other"):
    with both:
        other, another = choose_tokenizer(page, "other", _("Other vocabulary"))
        rows = facts.shared_rows((name.title, other.title), tokenizer, another)
        st.html(html_table(facts.shared_title(), facts.shared_heads(), rows))
        st.caption(facts.shared_note())
if hits:
    st.header(_("How long they are"), anchor=False)
    table = lengths.lengths(index, hits)
    if is_visible("vocabulary"):
        st.altair_chart(
            lengths.lengths_chart(lengths.lengths_for_chart(table)),
            alt=_("One bar per length in bytes: how many of the tokens found are that long."),
        )
    numbers = st.expander(_("The numbers as a table"), key="numbers", on_change="rerun")
    if numbers.open:
        show_number_table(table.set_axis([_("Length in bytes"), _("Tokens")], axis=1), place=numbers)
