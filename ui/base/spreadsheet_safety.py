"""Texts in a table that a spreadsheet opens: what is typed or learned there is no formula of somebody else's."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula. One sign alone is none.

    >>> safe_cell("=1+1"), safe_cell("-"), safe_cell("low")
    ("'=1+1", '-', 'low')
    """
    return f"'{text}" if len(text) > 1 and text.startswith(_FORMULA) else text
