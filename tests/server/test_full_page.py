"""The page shown when the server is full, in the language that the browser asks for, if available."""

from itertools import islice, product
from string import ascii_lowercase

import pytest

from ui.base import i18n
from ui.server import status_pages


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("fr, de;q=0.3, en;q=0.7", "en"),
        ("pt-BR;q=0.4, de", "de"),
        ("pt-BR; q=0.4, de; q=0.6", "de"),
        ("pt-BR", "pt_BR"),
        ("xx", "en"),
        (";q=;,;;q=x, *;q=0.1, -", "en"),
    ],
)
def test_the_language_is_the_one_wished_for_most(monkeypatch: pytest.MonkeyPatch, accepted: str, language: str) -> None:
    monkeypatch.setattr(i18n, "languages", lambda: {"en": "English", "de": "Deutsch", "pt_BR": "português"})
    assert i18n.best_language(i18n.preferred_languages(accepted)) == language


def test_a_browser_that_asks_for_thousands_of_languages_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(i18n, "_locale", asked.append)
    codes = map("".join, product(ascii_lowercase, repeat=3))
    assert (
        i18n.best_language(i18n.preferred_languages(",".join(f"{code}-Hans-CN" for code in islice(codes, 3_000))))
        == "en"
    )
    assert 10 <= len(asked) <= 50


def test_the_page_is_in_that_language_and_what_comes_after_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "languages", lambda: {"en": "English", "de": "Deutsch"})
    monkeypatch.setattr(status_pages, "_", lambda text: f"{i18n.current_language()}: {text}")
    assert "de: Try again now" in status_pages.server_full_page("de", 9)
    assert '<html lang="de">' in status_pages.server_full_page("de", 9)
    assert i18n.current_language() == "en"
