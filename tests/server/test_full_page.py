"""The page for whom there is no room: in the language that the browser asks for, as far as there is one."""

import pytest

from ui import i18n
from ui.server import full_page


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("fr, de;q=0.3, en;q=0.7", "en"),
        ("pt-BR;q=0.4, de", "de"),
        ("pt-BR", "pt_BR"),
        ("xx", "en"),
        (";q=;,;;q=x, *;q=0.1, -", "en"),
    ],
)
def test_the_language_is_the_one_wished_for_most(monkeypatch: pytest.MonkeyPatch, accepted: str, language: str) -> None:
    monkeypatch.setattr(i18n, "languages", lambda: {"en": "English", "de": "Deutsch", "pt_BR": "português"})
    assert full_page.language_of(accepted) == language


def test_the_page_is_in_that_language_and_what_comes_after_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "languages", lambda: {"en": "English", "de": "Deutsch"})
    monkeypatch.setattr(full_page, "_", lambda text: f"{i18n.current_language()}: {text}")
    assert "de: Try again now" in full_page.full_page("de", 9)
    assert '<html lang="de">' in full_page.full_page("de", 9)
    assert i18n.current_language() == "en"
