"""Tables of numbers, which are written as in the reader's language, on paper too.

Streamlit would write them as in the browser's, and print what of a table was on the screen.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base.i18n import localized_number
from ui.components.html_table import table_markup

NumberFormats = Mapping[str, Callable[[Any], str]]
Table = pd.DataFrame | Mapping[str, Sequence[Any]]
"""A table of pandas, or its columns."""


def show_number_table(
    table: Table,
    written: NumberFormats | None = None,
    place: DeltaGenerator | None = None,
    *,
    is_seen: bool = True,
    **options: Any,
) -> None:
    """A table with its numbers as they are to be read: `written` says how where a column has no whole numbers.

    On paper alone where it is not yet seen: for a screen, five rows take a server longer than the page around them.
    """
    with place or nullcontext():
        if is_seen:
            st.dataframe(pd.DataFrame(table).style.format(_column_formats(table, written)), hide_index=True, **options)
        st.html(print_table(table, written))


def print_table(table: Table, written: NumberFormats | None = None) -> str:
    """The same as HTML, which is seen on paper alone (`ui.pages.common.shell`)."""
    ways = _column_formats(table, written)
    columns = [map(ways.get(column, str), values) for column, values in table.items()]
    return table_markup(map(str, table), zip(*columns, strict=True), kind="bpe-paper")


def _column_formats(table: Table, written: NumberFormats | None) -> dict[Any, Any]:
    """How the numbers of each column are written."""
    ways: dict[Any, Any] = {
        column: localized_number for column, values in table.items() if {*map(type, values)} <= {int, float}
    }
    return ways | {column: way for column, way in (written or {}).items() if column in ways}
