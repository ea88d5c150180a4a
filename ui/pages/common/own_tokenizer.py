"""A learner's own tokenizer, on every page with a choice of tokenizers: opening its files, and restoring them."""

from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, use_language
from ui.base.streamlit_internals.appearance import uploader_translations
from ui.base.streamlit_internals.run_context import is_embedded
from ui.base.tokenizer_choices import OPEN_FILES, OPENED
from ui.base.upload_limits import MAX_UPLOAD_MEGABYTES
from ui.components.contract import OpenedFiles
from ui.components.file_progress import reading_progress
from ui.components.notice import show_alert, show_error
from ui.components.own_files import own_files, uploader_place
from ui.state import session
from ui.state.browser_storage import MAX_FILE_NAME, UploadedFile
from ui.state.session import PageState

PATTERNS = ("gpt4", "gpt4o", "gpt2")
"""Patterns that a file of ranks may have been trained with; the file does not name its own."""

FILES = "files"  # the page that always has an uploader; also the key under which file names are stored
_PATTERN = "files_pattern"
_READ = "files_read"  # the uploads that were read last, with the pattern chosen for them
_NUMBER = "files_number"  # of the uploader: a higher number gives an empty one
_ASKED = "files_asked"  # the page and the parameter that a dialog is open for; empty parameter to change none
_OPENED = "files_opened"  # the files that the browser is to keep
_CLEARED = "files_cleared"
_CHOSEN = "files_chosen"  # the page and the parameter that selects the opened tokenizer in the next run
_BEFORE = "files_before"  # key of a choice -> what was chosen before


def is_available() -> bool:
    """Return whether a tokenizer is open, or the browser keeps one that was."""
    return session.opened_tokenizer() is not None or session.uploaded_file(FILES) is not None


def entries(chosen: str) -> list[str]:
    """Return the entries of a choice of names for the learner's own tokenizer, and for opening one."""
    return [OPENED] * (is_available() or chosen == OPENED) + [OPEN_FILES] * (not is_embedded())


def entry_title(name: str) -> str:
    """Return the title of the entry that opens files; empty for any other."""
    return _("Open a file …") if name == OPEN_FILES else ""


def choose_or_ask(page: PageState, parameter: str, on_change: Callable[[], None] | None = None) -> None:
    """Open the file dialog if its entry was chosen, and undo the choice: the dialog will set it. For callbacks."""
    key = page.key(parameter)
    if str(session_state.get(key)) == OPEN_FILES:
        page.set(**{parameter: session_state.get(_BEFORE, {}).get(key, page.default(parameter))})
        ask_for_files(page.name, parameter)
    elif on_change is not None:
        on_change()


def watch_files(page: PageState) -> None:
    """Handle files that are dropped on a page, and those that the browser has kept from an earlier visit."""
    spec = session.pages()[page.name]
    chosen = [page[name] for name in spec.own_file_choices]
    is_wanted = page.name == FILES or any(str(value) == OPENED for value in chosen)

    def on_event(event: Any) -> None:
        match event:
            case {"is": "dropped"}:
                ask_for_files(page.name, spec.own_file_choices[0])
            case {"is": "restored", "pattern": str(pattern)}:
                session_state.put(_PATTERN, pattern if pattern in PATTERNS else None)
                ask_for_files(page.name, "")
            case {"is": "kept", "names": [*names]} if not is_available():
                session.store_file(FILES, _joined_upload(str(name) for name in names))

    own_files(
        {
            "number": _number(),
            "opened": session_state.get(_OPENED) if session.opened_tokenizer() is not None else None,
            "isWanted": is_wanted,
            "isKnown": is_available(),
            "isCleared": bool(session_state.get(_CLEARED)),
            "labels": {"drop": _("Drop the tokenizer’s files here to open them.")},
        },
        on_event=on_event,
    )


def ask_for_files(page: str, parameter: str) -> None:
    """Show an empty uploader in the next run: a page's own, or a dialog. `parameter` is where to choose the tokenizer.

    For callbacks.
    """
    session_state.put(_NUMBER, _number() + 1)
    session_state.pop(_READ, None)
    if page != FILES:
        session_state.put(_ASKED, (page, parameter))


def begin_choice(page: PageState, parameter: str, on_change: Callable[[], None] | None = None) -> None:
    """Select the tokenizer opened in a dialog, or show the dialog while it is open for this choice.

    Call it before the widget. The dialog for files that the browser has kept is shown by the page's first choice, and
    does not change it.
    """
    spec = session.pages()[page.name]
    if session_state.get(_CHOSEN) == (page.name, parameter):
        session_state.pop(_CHOSEN)
        page.set(**{parameter: spec.parameters_by_name[parameter].type.parse(OPENED)})
        if on_change is not None:
            on_change()
        st.rerun()  # the address bar has been updated already
    before: dict[str, object] = session_state.get_or_create(_BEFORE, dict)
    before[page.key(parameter)] = page[parameter]
    asked = session_state.get(_ASKED)
    if asked == (page.name, parameter) or (asked == (page.name, "") and spec.own_file_choices[0] == parameter):
        _show_dialog(asked)


def _show_dialog(request: tuple[str, str]) -> None:
    def close() -> None:
        session_state.pop(_ASKED, None)

    @st.dialog(_("Open a tokenizer"), on_dismiss=close)
    def opening() -> None:
        use_language(session.language())
        if open_files():
            close()
            session_state.put(_CHOSEN, request)
            st.rerun()

    opening()


def open_files() -> bool:
    """Show an uploader and open the files in it. Returns whether new files were opened."""
    st.html(uploader_translations())
    with uploader_place(_number()):
        uploads = st.file_uploader(
            _(
                "A minbpe .model, vocab.json with merges.txt, a Hugging Face tokenizer.json, a .tiktoken file, a "
                "tekken.json, or a SentencePiece .model; with tokenizer_config.json, its chat template too"
            ),
            accept_multiple_files=True,
            max_upload_size=MAX_UPLOAD_MEGABYTES,
            key=f"files_upload.{session.session_name()}.{_number()}",
            help=_("Up to {size} MB per file, which is larger than any published tokenizer.").format(
                size=localized_number(MAX_UPLOAD_MEGABYTES)
            ),
        )
    pattern = st.selectbox(
        _("The pattern that cuts the text, if the file has none"),
        [None, *PATTERNS],
        key=_PATTERN,
        persist_state="session",
        format_func=pattern_title,
        help=_("A .tiktoken file contains only the tokens. With a different pattern, the ids differ."),
    )
    st.caption(_("Only you see what you open. Your browser keeps it until you clear it."))
    asked = ([upload.file_id for upload in uploads], pattern)
    if not uploads or session_state.get(_READ) == asked:
        return False
    try:
        with reading_progress() as report:
            files = files_by_name((upload.name, upload.getvalue()) for upload in uploads)
            digest = session.open_tokenizer_files(files, pattern, report)
    except EngineError as error:
        session_state.pop(_READ, None)
        show_error(error)
        if session.opened_tokenizer() is not None:
            show_alert(_("The tokenizer you opened before is still here."))
        return False
    opened: OpenedFiles = {"digest": digest, "names": list(files), "pattern": pattern or ""}
    session.store_file(FILES, _joined_upload(files))
    session_state.put(_OPENED, opened)
    session_state.put(_READ, asked)
    session_state.pop(_CLEARED, None)
    return True


def clear() -> None:
    """Close the tokenizer, and have the browser clear its files. For callbacks."""
    session.close_tokenizer()
    session.store_file(FILES, None)
    session_state.put(_CLEARED, True)
    session_state.put(_NUMBER, _number() + 1)


def _number() -> int:
    return int(session_state.get(_NUMBER, 0))


def _joined_upload(names: Iterable[str]) -> UploadedFile:
    return UploadedFile(" + ".join(names)[:MAX_FILE_NAME])


def files_by_name(uploads: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return uploaded files by name. Raises EngineError if two have the same name."""
    files: dict[str, bytes] = {}
    for name, content in uploads:
        if name in files:
            raise EngineError("Two of the files are called {file}. Remove one, or rename it.", file=name)
        files[name] = content
    return files


def pattern_title(pattern: str | None) -> str:
    """Return a pattern's name on screen."""
    if pattern is None:
        return _("the format’s default")
    return {"gpt2": "GPT-2", "gpt4": "GPT-4 (cl100k)", "gpt4o": "GPT-4o (o200k)"}[pattern]
