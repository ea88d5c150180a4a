"""Tables of numbers, which are written as in the reader's language, on paper too.

Streamlit would write them as in the browser's, and print what of a table was on the screen.
"""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base.i18n import number
from ui.components.html_table import bare_table

Written = Mapping[str, Callable[[Any], str]]


def number_table(
    table: pd.DataFrame,
    written: Written | None = None,
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
            st.dataframe(table.style.format(_ways(table, written)), hide_index=True, **options)
        st.html(on_paper(table, written))


def on_paper(table: pd.DataFrame, written: Written | None = None) -> str:
    """The same as HTML, which is seen on paper alone (`ui.common.shell`)."""
    ways = _ways(table, written)
    columns = [map(ways.get(column, str), table[column]) for column in table.columns]
    return bare_table(map(str, table.columns), zip(*columns, strict=True), kind="bpe-paper")


def _ways(table: pd.DataFrame, written: Written | None) -> dict[Any, Any]:
    """How the numbers of each column are written."""
    ways: dict[Any, Any] = {column: number for column, kind in table.dtypes.items() if kind.kind in "iuf"}
    return ways | {column: way for column, way in (written or {}).items() if column in ways}
