"""Tables with numbers formatted in the reader's language, on paper too.

Streamlit would format them in the browser's language, and print only the part that was on the screen.
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
"""A pandas table, or its columns."""


def show_number_table(
    table: Table,
    formats: NumberFormats | None = None,
    place: DeltaGenerator | None = None,
    *,
    is_seen: bool = True,
    **options: Any,
) -> None:
    """Draw a table; `formats` gives the format of columns whose numbers are not all whole.

    Before it comes into view, only the version for paper: on the screen, five rows take the server longer than the rest
    of the page.
    """
    with place or nullcontext():
        if is_seen:
            st.dataframe(pd.DataFrame(table).style.format(_column_formats(table, formats)), hide_index=True, **options)
        st.html(print_table(table, formats))


def print_table(table: Table, formats: NumberFormats | None = None) -> str:
    """Return the table as HTML that is visible only in print."""
    by_column = _column_formats(table, formats)
    columns = [map(by_column.get(column, str), values) for column, values in table.items()]
    return table_markup(map(str, table), zip(*columns, strict=True), kind="bpe-paper")


def _column_formats(table: Table, formats: NumberFormats | None) -> dict[Any, Any]:
    """Return the format of each column of numbers."""
    columns: dict[Any, Any] = {
        column: localized_number for column, values in table.items() if {*map(type, values)} <= {int, float}
    }
    return columns | {column: column_format for column, column_format in (formats or {}).items() if column in columns}
