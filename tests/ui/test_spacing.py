"""The units between the spaces of a text, for Article 1 of the Universal Declaration in all its languages."""

from unicodedata import normalize

import pytest

from ui.base.word_spacing import SAMPLE_SIZE, spacing_unit
from ui.course.values.article_costs import articles
from ui.pages.playground.messages import EXAMPLE

# By their orthographies. This Amharic text has the old sign between words; Tibetan has one between syllables.
NO_SPACES = {"amh", "bod", "cmn_hans", "cmn_hant", "jpn", "khm", "lao", "mya", "tha"}


@pytest.mark.parametrize("language", list(articles()))
def test_the_spacing_of_a_real_text_is_known_in_each_language(language: str) -> None:
    expected = "none" if language in NO_SPACES else "syllable" if language == "vie" else "word"
    assert spacing_unit(articles()[language]["text"]) == expected


def test_the_spacing_follows_from_the_beginning_of_a_text() -> None:
    text = articles()["vie"]["text"]
    for written in (normalize("NFC", text), normalize("NFD", text)):
        assert spacing_unit(written) == spacing_unit(written.upper()) == "syllable"
    english = articles()["eng"]["text"]
    assert spacing_unit(f"{english} 世界人权宣言 Việt Nam") == "word"
    assert spacing_unit(EXAMPLE) == "word"
    assert spacing_unit(f"{articles()['cmn_hans']['text']} BPE, GPT-2") == "none"
    assert spacing_unit("") == spacing_unit("12 + 30 = 42") == spacing_unit("👩‍💻 \ud800") == "word"
    english, chinese = (articles()[language]["text"] for language in ("eng", "cmn_hans"))
    assert spacing_unit(english * (SAMPLE_SIZE // len(english) + 1) + chinese * 1_000) == "word"
