"""A text as it is given to a tokenizer: checked, and its halves of characters put together."""

import re

from bpe_engine.errors import EngineError

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def require_text(text: object) -> str:
    """Return the text, as it is. Raises EngineError for what is no text."""
    if isinstance(text, str):
        return text
    raise EngineError(
        "Expected a text, but got {kind}. Pass a string; .decode('utf-8') turns bytes into one.",
        kind=type(text).__name__,
    )


def normalize_surrogates(text: object) -> str:
    r"""Return the text. The two surrogates of a character become the character that they stand for, as in tiktoken.

    Such pairs come from JSON or JavaScript that was decoded half. Raises EngineError for what is no text.

    >>> normalize_surrogates("\ud83d\ude00") == "\U0001f600"
    True
    """
    text = require_text(text)
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _PAIR.sub(lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), text)
    return text
