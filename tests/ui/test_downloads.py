"""Files that cannot be made: the page gives the reason in the reader's language until the next action."""

from contextvars import copy_context

import pytest

from bpe_engine import EngineError
from tests.ui.app_pages import Open, alerts
from ui.pages.common import text_controls
from ui.player import scorm_package as scorm
from ui.player.scorm_package import scorm_package


def _messages_of(make: object, language: str) -> list[str]:
    told: list[str] = []
    with pytest.raises((EngineError, ZeroDivisionError)):
        copy_context().run(text_controls._file_content, make, told.append, "no session", language)  # type: ignore[arg-type]
    return told


def test_a_too_large_lesson_is_reported_in_the_reader_s_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorm, "MOST_BYTES", 10)
    (english,) = _messages_of(lambda: scorm_package(b"<p>long</p>", "long"), "en")
    assert english.startswith("The lesson is 11 bytes, but many learning platforms accept at most 10. Choose a text")
    (vietnamese,) = _messages_of(lambda: scorm_package(b"<p>long</p>", "long"), "vi")
    assert vietnamese.startswith("Bài học chiếm 11 byte")


def test_unexpected_errors_are_reported_once_without_details(opened: Open) -> None:
    (told,) = _messages_of(lambda: b"" * (1 // 0), "en")
    assert told.startswith("This file could not be made.")
    assert "division" not in told
    app = opened("pages/encode.py", sample="unhug", **{"with": "gpt2"})
    app.session_state["around.no_file"]["file_scorm"] = "It is too large."
    assert alerts(app.run()) == ["It is too large."]
    assert alerts(app.run()) == []
