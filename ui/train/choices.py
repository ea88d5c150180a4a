"""The widgets of the Train page: scenario, words or text, and settings."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, get_args

import pandas as pd
import streamlit as st

from bpe_engine import EngineError
from bpe_engine.bpe.events import TieBreak
from ui import state
from ui.address import LARGEST_FREQUENCY, LARGEST_VOCABULARY, fits_a_link
from ui.algorithms.names import algorithm_blurb, algorithm_limit, algorithm_name
from ui.algorithms.sentences import rule_name
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.state import Session
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS
from ui.tasks.settings import Algorithm, EndOfWord, Estimation, PreTokenizerName, Units, WordPieceForm, smaller_part
from ui.train.words import FREQUENCY, WORD, read_words, words_table

T = TypeVar("T")

LONGEST_PASTE = 300_000
EXAMPLE = (
    "How much wood would a woodchuck chuck if a woodchuck could chuck wood? "
    "He would chuck, he would, as much as he could, and chuck as much wood "
    "as a woodchuck would if a woodchuck could chuck wood."
)


def choose_scenario(session: Session) -> None:
    """One click each."""
    picked = st.pills(
        _("What to train on"),
        list(SCENARIOS),
        default=session.choice.scenario,
        format_func=lambda key: SCENARIOS[key].title,
        required=True,
        label_visibility="collapsed",
        key=f"scenario{session.pages}",
        on_change=state.touch,
    )
    if picked and picked != session.choice.scenario:
        session.switch(picked)
    about = SCENARIOS[session.choice.scenario].blurb_under(session.choice.settings.algorithm).replace("<", "\\<")
    st.caption(about)
    if not session.is_usual:
        st.caption(_("You have changed the words or the settings of this lesson."))


def choose_algorithm(session: Session) -> None:
    """How the tokens are made: one click each."""
    current = session.choice.settings.algorithm
    picked = st.pills(
        _("Algorithm"),
        get_args(Algorithm),
        default=current,
        format_func=algorithm_name,
        required=True,
        key=f"algorithm{session.version}",
        on_change=state.touch,
    )
    if picked and picked != current:
        session.switch_algorithm(picked)
        st.rerun()
    limit = algorithm_limit(current) if session.choice.scenario == OWN_TEXT else ""
    st.caption(f"{algorithm_blurb(current)} {limit}".strip())


def choose_details(session: Session) -> None:
    """The words or the text, and the settings. Stops the page where there is nothing to train on."""
    if session.choice.scenario == OWN_TEXT:
        _choose_text(session)
    left, right = st.columns(2)
    if session.choice.counts:
        with left.expander(_("Words and frequencies")):
            _edit_words(session)
    else:
        right = left
    with right.expander(_("Settings")):
        _choose_settings(session)


def _edit_words(session: Session) -> None:
    st.caption(_("Change a word or a number, add a row, delete one: the training follows."))
    key = f"words{session.version}"
    base: pd.DataFrame = st.session_state.setdefault(f"{key}_base", words_table(dict(session.choice.counts)))
    table = st.data_editor(
        base,
        num_rows="dynamic",
        hide_index=True,
        key=key,
        on_change=state.touch,
        column_config={
            WORD: st.column_config.TextColumn(_("Word")),
            FREQUENCY: st.column_config.NumberColumn(_("Frequency"), format="%g"),
        },
    )
    try:
        counts = read_words(table)
    except EngineError as error:
        show_error(error)
        st.caption(_("Until then, the last table that worked is shown below."))
        return
    session.choice = replace(session.choice, counts=tuple(counts.items()))


def _choose_text(session: Session) -> None:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    text = left.text_area(
        _("Your text"),
        value=session.choice.text,
        height=132,
        placeholder=_("Paste or type a text here, then press “Train on this text”."),
        key=f"text{session.version}",
        on_change=state.touch,
    )
    file = right.file_uploader(
        _("… or a text file (.txt, UTF-8, up to 10 MB)"),
        type="txt",
        key="upload",
        max_upload_size=10,
        on_change=state.touch,
    )
    right.button(_("Train on this text"), type="primary", on_click=state.touch)
    if file is None:
        session.upload = None
    elif session.upload is None or session.upload.file_id != file.file_id:
        try:
            session.upload = state.read_upload(file.file_id, file.name, file.getvalue())
        except EngineError as error:
            session.upload = None
            show_error(error)
    text = text or ""
    session.choice = replace(session.choice, text=text)
    if session.upload:
        if text:
            notice(_("The uploaded file is used. Remove it to use the text in the box."))
    elif len(text) > LONGEST_PASTE:
        notice(
            _(
                "The text has {length:,} characters, and the box takes {limit:,}. "
                "Save it as a .txt file and upload that: up to 10 MB work."
            ).format(length=len(text), limit=LONGEST_PASTE)
        )
        st.stop()
    elif not text:
        _no_text(session)


def _no_text(session: Session) -> None:
    st.write(_("No text yet. Paste one above, upload a file, or start with an example."))
    if st.button(_("Use an example"), on_click=state.touch):
        session.choice = replace(session.choice, text=EXAMPLE)
        session.changed()
        st.rerun()
    for problem in session.problems:
        notice(problem)
    state.write_address(session)
    st.stop()


def link_note(session: Session) -> str:
    """What a link to this page does not carry; empty where it carries all."""
    if session.upload:
        return _(
            "An uploaded file is not part of a link, which carries the settings only: send the file along with it, "
            "to be uploaded there."
        )
    if session.choice.text and not fits_a_link(session.choice.text):
        return _(
            "Your text is too long for a link. The link carries the settings only: send the text as a file along with "
            "it, to be uploaded there (“Downloads” below has it)."
        )
    return ""


def _choose_settings(session: Session) -> None:
    """All settings in one place, with a sentence each; those that the algorithm has no use for are left out."""
    settings = session.choice.settings
    algorithm = settings.algorithm
    vocab_size = _number(session, "vocab", _("Vocabulary size"), LARGEST_VOCABULARY, settings.vocab_size)
    if algorithm == "unigram":
        st.caption(_("The training stops when there are as few tokens as this."))
    else:
        st.caption(_("The training stops when there are this many tokens."))
    chosen = replace(settings, vocab_size=vocab_size)
    if algorithm == "bpe":
        tie_break = _select(session, "tie", _("When pairs tie"), get_args(TieBreak), settings.tie_break, _tie_title)
        st.caption(_("Which of several equally frequent pairs is merged. Libraries differ in this."))
        chosen = replace(chosen, tie_break=tie_break)
    if algorithm == "wordpiece":
        form = _select(session, "form", _("Score"), get_args(WordPieceForm), settings.form, _form_title)
        st.caption(
            _(
                "For BERT: frequency of the pair ÷ (frequency of the first × frequency of the second). So others "
                "describe it: Google never published the program that trained BERT’s vocabulary. Mutual information, "
                "the other choice, is how surprising it is to see the two together. Both put the pairs into the same "
                "order."
            )
        )
        chosen = replace(chosen, form=form)
    if algorithm == "unigram":
        estimation = _select(
            session, "estimate", _("Probabilities"), get_args(Estimation), settings.estimation, _estimation_title
        )
        st.caption(_("How probable a token is taken to be, before the least needed ones go."))
        chosen = replace(chosen, estimation=estimation)
    if algorithm in ("bpe", "wordpiece"):
        min_frequency = _number(session, "min", _("Minimum frequency"), LARGEST_FREQUENCY, settings.min_frequency)
        st.caption(_("A pair must occur at least this often to be merged."))
        chosen = replace(chosen, min_frequency=min_frequency)
    if algorithm == "bpe":
        units = _select(session, "units", _("Smallest units"), get_args(Units), settings.units, _units_title)
        st.caption(_("Words are first cut into these. Any character can be written in bytes: it has one to four."))
        chosen = replace(chosen, units=units)
    if chosen.byte_level:
        all_bytes = st.toggle(
            _("Start with all 256 bytes"), settings.all_bytes, key=f"allbytes{session.version}", on_change=state.touch
        )
        st.caption(_("Then no text has unknown bytes, and tiktoken can load what was trained."))
        chosen = replace(chosen, all_bytes=all_bytes)
    pre_tokenizer = _select(
        session,
        "split",
        _("Cut into words by"),
        get_args(PreTokenizerName),
        settings.pre_tokenizer,
        _split_title,
        disabled=bool(session.choice.counts),
    )
    if session.choice.counts:
        st.caption(_("The words of this lesson are cut apart already."))
    st.caption(_("Tokens never go beyond a word, so this decides what can become one."))
    chosen = replace(chosen, pre_tokenizer=pre_tokenizer)
    if algorithm == "bpe":
        end_of_word = _select(session, "end", _("End of a word"), get_args(EndOfWord), settings.end_of_word, _end_title)
        st.caption(_("A mark at the end tells “est” in “newest” from “est” in “estate”."))
        drop_unused = st.toggle(
            _("Drop unused symbols"), settings.drop_unused, key=f"drop{session.version}", on_change=state.touch
        )
        st.caption(_("A symbol that a merge leaves nowhere in the corpus goes out of the vocabulary."))
        chosen = replace(chosen, end_of_word=end_of_word, drop_unused=drop_unused)
    session.set_settings(chosen)
    if not session.is_usual and st.button(_("Back to the usual settings"), on_click=state.touch):
        session.reset()
        st.rerun()


def show_way_out(session: Session, error: EngineError) -> None:
    """Tell what could not be done, with a button for the way out where that is a number or a smaller text."""
    show_error(error)
    enough = error.values.get("enough")
    if isinstance(enough, int) and st.button(
        _("Use a vocabulary of {size:,}").format(size=enough), on_click=state.touch
    ):
        session.set_settings(replace(session.choice.settings, vocab_size=enough))
        session.changed()
        st.rerun()
    text = session.own_text
    shorter = smaller_part(text, error)
    if shorter and st.button(
        _("Train on the first {count:,} characters").format(count=len(shorter)), on_click=state.touch
    ):
        session.set_own_text(shorter)
        st.rerun()


def _number(session: Session, name: str, label: str, most: int, value: int) -> int:
    return int(st.number_input(label, 1, most, value, key=f"{name}{session.version}", on_change=state.touch))


def _select(
    session: Session,
    name: str,
    label: str,
    options: tuple[T, ...],
    value: T,
    title: Callable[[T], str],
    *,
    disabled: bool = False,
) -> T:
    return st.selectbox(
        label,
        options,
        options.index(value),
        format_func=title,
        key=f"{name}{session.version}",
        on_change=state.touch,
        disabled=disabled,
    )


def _tie_title(rule: TieBreak) -> str:
    explanation = {
        "first-seen": _("the pair that comes first in the corpus"),
        "smallest-id": _("the pair with the smallest ids"),
        "largest-pair": _("the pair last in the order of character codes"),
    }[rule]
    return f"{rule_name(rule)}: {explanation}"


def _units_title(units: Units) -> str:
    return {"characters": _("characters"), "bytes": _("bytes")}[units]


def _split_title(name: PreTokenizerName) -> str:
    return {
        "gpt2": _("GPT-2's pattern"),
        "gpt4": _("GPT-4's pattern"),
        "gpt4o": _("GPT-4o's pattern"),
        "bert": _("BERT's rule: white space and punctuation"),
        "whitespace": _("white space, which is left out"),
        "none": _("nothing: the whole text is one word"),
    }[name]


def _end_title(end: EndOfWord) -> str:
    return {
        "none": _("no mark"),
        "symbol": _("</w> as a symbol of its own"),
        "suffix": _("</w> joined to the last character"),
    }[end]


def _form_title(form: WordPieceForm) -> str:
    return {
        "bert": _("as described for BERT: pair ÷ (first × second)"),
        "mutual-information": _("mutual information, in bits, with </w> at the end of a word"),
    }[form]


def _estimation_title(estimation: Estimation) -> str:
    return {
        "em": _("estimated anew at each step, as SentencePiece does"),
        "plain": _("how often each token occurs in the corpus, as it is"),
    }[estimation]
