"""The widgets of Check your merges: the learner's merges, what they were trained on, another setting to try."""

from typing import Any

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.streamlit_internals.appearance import uploader_translations
from ui.base.upload_limits import MAX_UPLOAD_MEGABYTES
from ui.components.file_progress import reading_progress
from ui.components.notice import show_alert, show_error, show_paragraphs
from ui.pages.check.differences import END, SettingChange
from ui.pages.check.submission import HOW_TO_WRITE, Submission, parse_files, parse_typed, submission_summary
from ui.pages.common import current_training as chosen
from ui.pages.train import settings_drawer
from ui.state import session
from ui.state.browser_storage import UploadedFile
from ui.state.session import PageState
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks.task import MAX_PASTED_TEXT, Task

_UPLOADED_MERGES = "check.own"  # the parsed content of uploaded files
_UPLOADS = "check.uploads"  # how many times files were uploaded

_BYTES = {"scenario": CUSTOM_TEXT, "algorithm": "bpe", "min": 1, "units": "bytes", "end": "none", "drop": False}
PEER_SETTINGS: dict[str, dict[str, Any]] = {
    "Stanford CS336": _BYTES | {"split": "gpt2", "allbytes": True, "tie": "largest-pair", "specials": [END]},
    "minbpe": _BYTES | {"split": "gpt4-minbpe", "allbytes": True, "tie": "first-seen", "specials": []},
    "tokenizers": _BYTES | {"split": "gpt2", "allbytes": False, "tie": "smallest-id", "specials": []},
}
"""Others' training settings for a text, as values of Train."""

_EXAMPLE_SCENARIO = "hug"
EXAMPLE = "u g\nh ug\nu n\np ug\np un\nb un\nhug s"
"""Merges of hug, pug, pun with each word counted once: then (u, n) is more frequent than (h, ug)."""

NAMES = {"special_tokens": "specials", "tie_break": "tie", "pre_tokenizer": "split"}
"""Settings that may explain a difference, by their names on Train."""


def choose_training(train: PageState) -> None:
    """Choose what to train on, with the widgets of Train."""
    settings_drawer.choose(train)
    st.caption(_("The settings of a course or a library:"))
    with st.container(key="check_presets", horizontal=True):
        for name, values in PEER_SETTINGS.items():
            st.button(name, key=f"check_{name}", on_click=train.set, kwargs=values)


def submission_input(page: PageState, train: PageState) -> Submission | None:
    """Return the learner's merges and vocabulary; None if there are none yet. Raises EngineError for invalid ones."""
    notices = st.container()
    merges = st.text_area(
        _("Your merges: one per line, as in merges.txt, or JSON"), height=120, **page.widget_options("merges")
    )
    choose_training(train)
    with st.expander(_("Your vocabulary, files, and how to write them"), expanded=bool(page["vocabulary"])):
        vocabulary = st.text_area(_("Your vocabulary (optional): JSON"), height=68, **page.widget_options("vocabulary"))
        _upload()
        _how_to_write()
    with notices:
        submission = _current_submission(merges, vocabulary)
        if submission is None:
            st.button(_("Use an example"), on_click=_use_example, args=(page, train))
        else:
            show_paragraphs(submission_summary(submission), status=True)
    return submission


def _current_submission(merges: str, vocabulary: str) -> Submission | None:
    submission: Submission | None = session_state.get(_UPLOADED_MERGES)
    file = session.uploaded_file("check")
    if submission is not None and file is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            show_paragraphs(file.name)
            st.button(_("Remove the file"), on_click=_remove, key="check_remove")
        if merges:
            show_alert(_("Using the uploaded file. Remove it to use the text in the box."))
        return submission
    if file is not None:
        show_alert(
            _(
                "What you opened is no longer here: the page was reloaded, or the server restarted. Choose {name} "
                "again."
            ).format(name=file.name)
        )
    for text in (merges, vocabulary):
        if len(text) > MAX_PASTED_TEXT:
            raise EngineError(
                "The text has {length:,} characters, but the limit is {limit:,}. Choose the file instead.",
                length=len(text),
                limit=MAX_PASTED_TEXT,
            )
    return parse_typed(merges, vocabulary)


def _upload() -> None:
    """Show an uploader that empties itself once its files are parsed; they are kept until removed."""
    st.html(uploader_translations())
    uploads = st.file_uploader(
        _("… or their files: merges.txt, JSON, a minbpe .model, a tokenizer.json"),
        accept_multiple_files=True,
        max_upload_size=MAX_UPLOAD_MEGABYTES,
        key=f"check_upload{session_state.get(_UPLOADS, 0)}.{session.session_name()}",
        help=_("Up to {size} MB per file.").format(size=localized_number(MAX_UPLOAD_MEGABYTES)),
    )
    if uploads:
        try:
            with reading_progress() as report:
                submission = parse_files(((file.name, file.getvalue()) for file in uploads), report)
        except EngineError as error:
            show_error(error)
        else:
            session_state.put(_UPLOADED_MERGES, submission)
            session_state.put(_UPLOADS, session_state.get(_UPLOADS, 0) + 1)
            session.store_file("check", UploadedFile(" + ".join(file.name for file in uploads)))
            st.rerun()


def _remove() -> None:
    session_state.pop(_UPLOADED_MERGES, None)
    session.store_file("check", None)


def _how_to_write() -> None:
    st.write(
        _(
            "Only Python can read bytes the way Python prints them, and a pickle may run any program when you open "
            "it. So write JSON; both can go in one file:"
        )
    )
    st.code(HOW_TO_WRITE, language="python")
    st.write(_("Lines as in merges.txt use GPT-2’s byte symbols, where the space is Ġ. A minbpe .model works too."))


def example() -> tuple[Task, Submission, dict[str, str]]:
    """Return the example's training and merges, and the training's query on Train."""
    own = parse_typed(EXAMPLE, "")
    assert own is not None
    task = Task(SCENARIOS[_EXAMPLE_SCENARIO].source, default_settings("bpe", _EXAMPLE_SCENARIO))
    return task, own, {"scenario": _EXAMPLE_SCENARIO}


def _use_example(page: PageState, train: PageState) -> None:
    train.set(scenario=_EXAMPLE_SCENARIO, algorithm="bpe")
    train.set(words=train.default("words"))
    train.reset(*chosen.lesson_parameters(train))
    page.set(merges=EXAMPLE)


def setting_button(train: PageState, change: SettingChange) -> None:
    """Show a button to train with another setting."""
    values = {NAMES[change.setting]: change.value}
    if change.setting == "special_tokens":  # they take up room in the vocabulary: keep the number of merges
        special_tokens = list(change.value)
        values = {"specials": special_tokens, "vocab": train["vocab"] + len(special_tokens) - len(train["specials"])}
    st.button(_("Use this setting"), on_click=train.set, kwargs=values)
