"""What all tables of numbers have in common: their numbers are written as in the reader's language.

Streamlit would write them as in the browser's.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from ui.i18n import number

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler


def localized(table: pd.DataFrame, written: Mapping[str, Callable[[Any], str]] | None = None) -> "Styler":
    """A table with its numbers as they are to be read: `written` says how where a column has no whole numbers."""
    ways: dict[Any, str | Callable[[Any], str] | None] = dict.fromkeys(table.select_dtypes("number").columns, number)
    ways |= {column: way for column, way in (written or {}).items() if column in ways}
    return table.style.format(ways)
