"""Parts that all charts share: their numbers are formatted as in the reader's language."""

import json
import re
from collections.abc import Mapping
from typing import TypeVar

import altair as alt
from babel import Locale
from babel.numbers import format_compact_decimal, get_decimal_symbol, get_group_symbol

from ui.base.i18n import current_language
from ui.look import token_value

LINE = token_value("--chart")

Chart = TypeVar("Chart", alt.Chart, alt.LayerChart)


def localized(chart: Chart) -> Chart:
    """Return the chart with number formats of the reader's language."""
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


def tooltips(fields: Mapping[str, str], **forms: str) -> list[alt.Tooltip]:
    """Return tooltips: field with its type -> title. `forms` are number formats by field."""
    return [
        alt.Tooltip(field, title=title, format=forms.get(field[:-2], alt.Undefined)) for field, title in fields.items()
    ]


def compact_number_labels() -> str:
    """Return a Vega expression for axis labels that shortens large numbers as the reader's language does: 10M or 10
    млн.

    If the language counts in other steps than thousands, as in 1000万, numbers are written in full, because all numbers
    around a chart are grouped by three digits.
    """
    # Vega's own short form is k and M in every language. The units are taken from what Babel writes for 1,000, …
    found = "format(datum.value, ',~f')"
    units: dict[int, str] = {}
    for power in range(3, 15):
        written = format_compact_decimal(10**power, locale=current_language())
        digits = re.match("[0-9]+", written)
        assert digits is not None
        units[10**power // int(digits[0])] = written[digits.end() :]
    units.pop(1, None)  # not shortened
    if any(len(str(unit)) % 3 != 1 for unit in units):
        return found
    for unit, name in sorted(units.items()):
        found = f"datum.value >= {unit} ? format(datum.value / {unit}, '~f') + {json.dumps(name)} : {found}"
    return found
