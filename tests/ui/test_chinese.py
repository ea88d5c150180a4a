"""Chinese pages: quotation marks as wide as the characters."""

import pytest

from ui.base import i18n
from ui.base.i18n import use_language
from ui.base.streamlit_internals.appearance import widget_translations


@pytest.mark.parametrize("language", i18n.languages())
def test_only_chinese_uses_its_own_font_for_quotation_marks(language: str) -> None:
    use_language(language)
    style = widget_translations()
    assert ("@font-face" in style) == (language == "zh_Hans")
    assert "url(" not in style
    for mark in "“”‘’—…" if language == "zh_Hans" else "":
        assert f"{ord(mark):X}" in style.replace("2018-2019", "2018 2019").replace("201C-201D", "201C 201D")
