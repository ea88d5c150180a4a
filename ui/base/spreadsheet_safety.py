"""Tables for spreadsheets: readable in every script, and without texts that act as formulas."""

import csv
import io
from collections.abc import Iterable

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows as CSV in UTF-8, with a byte order mark for Excel. Lone surrogates are escaped as \\udXXX.

    >>> csv_bytes([["token"], ["你好"]])
    b'\\xef\\xbb\\xbftoken\\r\\n\\xe4\\xbd\\xa0\\xe5\\xa5\\xbd\\r\\n'
    """
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue().encode("utf-8-sig", "backslashreplace")


def safe_cell(text: str) -> str:
    """Return a text that no spreadsheet reads as a formula. A single character is never one.

    >>> safe_cell("=1+1"), safe_cell("-"), safe_cell("low")
    ("'=1+1", '-', 'low')
    """
    return f"'{text}" if len(text) > 1 and text.startswith(_FORMULA) else text
