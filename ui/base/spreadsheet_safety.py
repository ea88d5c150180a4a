"""Tables that a spreadsheet opens: in their letters, and with nobody's text as a formula."""

import csv
import io
from collections.abc import Iterable

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows as CSV, in UTF-8 with the mark by which Excel knows it. Half characters are written as \\udXXX.

    >>> csv_bytes([["token"], ["你好"]])
    b'\\xef\\xbb\\xbftoken\\r\\n\\xe4\\xbd\\xa0\\xe5\\xa5\\xbd\\r\\n'
    """
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue().encode("utf-8-sig", "backslashreplace")


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula. One sign alone is none.

    >>> safe_cell("=1+1"), safe_cell("-"), safe_cell("low")
    ("'=1+1", '-', 'low')
    """
    return f"'{text}" if len(text) > 1 and text.startswith(_FORMULA) else text
