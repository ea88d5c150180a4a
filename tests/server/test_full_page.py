"""The page shown when the server is full, in the language that the browser asks for, if available."""

import re
from itertools import islice, product
from string import ascii_lowercase

import pytest

from ui.base import i18n
from ui.server import status_pages


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"), ("de-DE,de;q=0.9,en;q=0.8", "de"), ("fr, de;q=0.3, en;q=0.7", "en"), ("pt-BR;q=0.4, de", "de"),
        ("pt-BR; q=0.4, de; q=0.6", "de"), ("pt-BR", "pt_BR"), ("xx", "en"), (";q=;,;;q=x, *;q=0.1, -", "en"),
    ],
)  # fmt: skip
def test_the_page_is_in_the_most_preferred_available_language(accepted: str, language: str) -> None:
    assert i18n.best_language(i18n.preferred_languages(accepted), ["en", "de", "pt_BR"]) == language


def test_a_header_with_thousands_of_languages_is_handled_quickly() -> None:
    codes = map("".join, product(ascii_lowercase, repeat=3))
    asked = i18n.preferred_languages(",".join(f"{code}-Hans-CN" for code in islice(codes, 3_000)))
    assert 10 <= len(asked) <= 50
    page = status_pages.server_full_page("ru", 9)
    assert '<html lang="ru">' in page
    assert re.search(">[А-Яа-яё ]+</a>", page)
    assert i18n.current_language() == "en"


def test_the_page_looks_like_the_app_and_loads_nothing_else() -> None:
    page = status_pages.server_full_page("en", 9)
    assert "--accent:light-dark(" in page
    assert 'aria-label="BPE Lab"' in page
    assert not re.search(r"\ssrc=|url\(|@import", page)
