"""Parts that all charts share: their numbers are formatted as in the reader's language."""

from collections.abc import Mapping
from typing import TypeVar

import altair as alt
from babel import Locale
from babel.numbers import get_decimal_symbol, get_group_symbol

from ui.base.i18n import current_language
from ui.look import token_value

LINE = token_value("--chart")

Chart = TypeVar("Chart", alt.Chart, alt.LayerChart)


def localized(chart: Chart) -> Chart:
    """Return the chart with number formats of the reader's language."""
    language = Locale.parse(current_language())
    number_locale = alt.NumberLocale(
        decimal=get_decimal_symbol(language),
        thousands=get_group_symbol(language),
        grouping=[3],
        currency=["", ""],
        percent=language.percent_formats[None].suffix[0],
    )
    localized: Chart = chart.configure(locale=alt.Locale(number=number_locale))
    return localized


def tooltips(fields: Mapping[str, str], **forms: str) -> list[alt.Tooltip]:
    """Return tooltips: field with its type -> title. `forms` are number formats by field."""
    return [
        alt.Tooltip(field, title=title, format=forms.get(field[:-2], alt.Undefined)) for field, title in fields.items()
    ]
