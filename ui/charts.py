"""What all charts have in common: their numbers are written as in the reader's language."""

from typing import TypeVar

import altair as alt
from babel import Locale
from babel.numbers import get_decimal_symbol, get_group_symbol

from ui.i18n import current_language

Chart = TypeVar("Chart", alt.Chart, alt.LayerChart)


def localized(chart: Chart) -> Chart:
    """The same chart, with the signs of the reader's language in its numbers."""
    language = Locale.parse(current_language())
    signs = alt.NumberLocale(
        decimal=get_decimal_symbol(language),
        thousands=get_group_symbol(language),
        grouping=[3],
        currency=["", ""],
        percent=language.percent_formats[None].suffix[0],
    )
    localized: Chart = chart.configure(locale=alt.Locale(number=signs))
    return localized
