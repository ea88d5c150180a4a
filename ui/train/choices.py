"""The widgets of the page Train: scenario, algorithm, words or text, and settings."""

from collections.abc import Callable
from typing import TypeVar, get_args

import pandas as pd
import streamlit as st

from bpe_engine import EngineError
from bpe_engine.bpe.events import TieBreak
from ui.algorithms.names import algorithm_blurb, algorithm_limit, algorithm_name
from ui.algorithms.sentences import rule_name
from ui.components.notice import notice, show_error
from ui.i18n import gettext as _
from ui.session import Page
from ui.tasks.scenarios import EXAMPLE, OWN_TEXT, SCENARIOS
from ui.tasks.settings import (
    LARGEST_FREQUENCY,
    LARGEST_VOCABULARY,
    LONGEST_PASTE,
    Algorithm,
    EndOfWord,
    Estimation,
    PreTokenizerName,
    Units,
    WordPieceForm,
    smaller_part,
)
from ui.train import chosen
from ui.train.words import FREQUENCY, WORD, read_words, words_table

T = TypeVar("T")

_ALGORITHM = "train.algorithm_shown"
_TABLE = "train.tables"  # how many tables of words there were: a new one shows nothing of what was typed into the last


def choose_scenario(page: Page) -> None:
    """One click each."""

    def keep_algorithm() -> None:  # a scenario that was not there before comes under the algorithm of the one before
        st.session_state.setdefault(page.key("algorithm"), st.session_state[_ALGORITHM])

    st.pills(
        _("What to train on"),
        list(SCENARIOS),
        format_func=lambda key: SCENARIOS[key].title,
        required=True,
        label_visibility="collapsed",
        on_change=keep_algorithm,
        **page.widget("scenario"),
    )
    st.session_state[_ALGORITHM] = page["algorithm"]
    st.caption(SCENARIOS[page["scenario"]].blurb_under(page["algorithm"]).replace("<", "\\<"))
    if not chosen.is_usual(page):
        st.caption(_("You have changed the words or the settings of this lesson."))


def choose_algorithm(page: Page) -> None:
    """How the tokens are made: one click each."""
    st.pills(_("Algorithm"), get_args(Algorithm), format_func=algorithm_name, required=True, **page.widget("algorithm"))
    limit = algorithm_limit(page["algorithm"]) if page["scenario"] == OWN_TEXT else ""
    st.caption(f"{algorithm_blurb(page['algorithm'])} {limit}".strip())


def choose_details(page: Page) -> None:
    """The words or the text, and the settings. Stops the page where there is nothing to train on."""
    if page["scenario"] == OWN_TEXT:
        _choose_text(page)
    left, right = st.columns(2)
    if page["words"]:
        with left.expander(_("Words and frequencies")):
            _edit_words(page)
    else:
        right = left
    with right.expander(_("Settings")):
        _choose_settings(page)


def _edit_words(page: Page) -> None:
    st.caption(_("Change a word or a number, add a row, delete one: the training follows."))
    key = f"{page.key('words')}.table{st.session_state.get(_TABLE, 0)}"
    if key not in st.session_state:  # what is typed is kept as changes to the table that the widget began with
        st.session_state[f"{key}.base"] = words_table(dict(page["words"]))
    base: pd.DataFrame = st.session_state[f"{key}.base"]
    table = st.data_editor(
        base,
        num_rows="dynamic",
        hide_index=True,
        key=key,
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
    page.set(words=tuple(counts.items()))


def _choose_text(page: Page) -> None:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    text = left.text_area(
        _("Your text"),
        height=132,
        placeholder=_("Paste or type a text here, then press “Train on this text”."),
        **page.widget("text"),
    )
    file = right.file_uploader(
        _("… or a text file (.txt, UTF-8, up to 10 MB)"),
        type="txt",
        key="upload",
        max_upload_size=10,
    )
    right.button(_("Train on this text"), type="primary")
    uploaded = chosen.upload()
    if file is None:
        chosen.keep_upload(None)
    elif uploaded is None or uploaded.file_id != file.file_id:
        try:
            chosen.keep_upload(chosen.read_upload(file.file_id, file.name, file.getvalue()))
        except EngineError as error:
            chosen.keep_upload(None)
            show_error(error)
    if chosen.upload():
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
        st.write(_("No text yet. Paste one above, upload a file, or start with an example."))
        st.button(_("Use an example"), on_click=lambda: page.set(text=EXAMPLE))
        st.stop()


def link_note(page: Page) -> str:
    """What a link to this page does not carry; empty where it carries all."""
    if page["scenario"] == OWN_TEXT and chosen.upload():
        return _("An uploaded file is not part of a link: send the file along with it, to be uploaded there.")
    left_out = page.written().left_out
    if "text" in left_out:
        return _(
            "Your text is too long for a link. The link carries the settings only: send the text as a file along with "
            "it, to be uploaded there (“Downloads” below has it)."
        )
    if "words" in left_out:
        return _("Your words are too many for a link. The link carries the settings, with the words of the lesson.")
    return ""


def _choose_settings(page: Page) -> None:
    """All settings in one place, with a sentence each; those that the algorithm has no use for are left out."""
    algorithm = page["algorithm"]
    _number(page, "vocab", _("Vocabulary size"), LARGEST_VOCABULARY)
    if algorithm == "unigram":
        st.caption(_("The training stops when there are as few tokens as this."))
    else:
        st.caption(_("The training stops when there are this many tokens."))
    if algorithm == "bpe":
        _select(page, "tie", _("When pairs tie"), get_args(TieBreak), _tie_title)
        st.caption(_("Which of several equally frequent pairs is merged. Libraries differ in this."))
    if algorithm == "wordpiece":
        _select(page, "form", _("Score"), get_args(WordPieceForm), _form_title)
        st.caption(
            _(
                "For BERT: frequency of the pair ÷ (frequency of the first × frequency of the second). So others "
                "describe it: Google never published the program that trained BERT’s vocabulary. Mutual information, "
                "the other choice, is how surprising it is to see the two together. Both put the pairs into the same "
                "order."
            )
        )
    if algorithm == "unigram":
        _select(page, "estimate", _("Probabilities"), get_args(Estimation), _estimation_title)
        st.caption(_("How probable a token is taken to be, before the least needed ones go."))
    if algorithm in ("bpe", "wordpiece"):
        _number(page, "min", _("Minimum frequency"), LARGEST_FREQUENCY)
        st.caption(_("A pair must occur at least this often to be merged."))
    if algorithm == "bpe":
        _select(page, "units", _("Smallest units"), get_args(Units), _units_title)
        st.caption(_("Words are first cut into these. Any character can be written in bytes: it has one to four."))
    if page["units"] == "bytes" and algorithm == "bpe":
        st.toggle(_("Start with all 256 bytes"), **page.widget("allbytes"))
        st.caption(_("Then no text has unknown bytes, and tiktoken can load what was trained."))
    _select(
        page,
        "split",
        _("Cut into words by"),
        get_args(PreTokenizerName),
        _split_title,
        disabled=bool(page["words"]),
    )
    if page["words"]:
        st.caption(_("The words of this lesson are cut apart already."))
    st.caption(_("Tokens never go beyond a word, so this decides what can become one."))
    if algorithm == "bpe":
        _select(page, "end", _("End of a word"), get_args(EndOfWord), _end_title)
        st.caption(_("A mark at the end tells “est” in “newest” from “est” in “estate”."))
        st.toggle(_("Drop unused symbols"), **page.widget("drop"))
        st.caption(_("A symbol that a merge leaves nowhere in the corpus goes out of the vocabulary."))
    if not chosen.is_usual(page):
        st.button(_("Back to the usual settings"), on_click=_reset, args=(page,))


def _reset(page: Page) -> None:
    page.reset(*chosen.SETTINGS, "words")
    st.session_state[_TABLE] = st.session_state.get(_TABLE, 0) + 1


def show_way_out(page: Page, error: EngineError) -> None:
    """Tell what could not be done, with a button for the way out where that is a number or a smaller text."""
    show_error(error)
    enough = error.values.get("enough")
    if isinstance(enough, int):
        st.button(_("Use a vocabulary of {size:,}").format(size=enough), on_click=lambda: page.set(vocab=enough))
    shorter = smaller_part(chosen.own_text(page), error)
    if shorter:
        st.button(
            _("Train on the first {count:,} characters").format(count=len(shorter)),
            on_click=lambda: chosen.use_text(page, shorter),
        )


def _number(page: Page, name: str, label: str, most: int) -> None:
    st.number_input(label, 1, most, **page.widget(name))


def _select(
    page: Page, name: str, label: str, options: tuple[T, ...], title: Callable[[T], str], *, disabled: bool = False
) -> None:
    st.selectbox(label, options, format_func=title, disabled=disabled, **page.widget(name))


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
