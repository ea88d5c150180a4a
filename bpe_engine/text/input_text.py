"""Check an input text and combine its surrogate pairs."""

import re

from bpe_engine.errors import EngineError

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def require_text(text: object) -> str:
    """Return the text unchanged. Raises EngineError if it is not text."""
    if isinstance(text, str):
        return text
    raise EngineError(
        "Expected a text, but got {kind}. Pass a string; .decode('utf-8') turns bytes into one.",
        kind=type(text).__name__,
    )


def normalize_surrogates(text: object) -> str:
    r"""Return the text with surrogate pairs combined into characters, as in tiktoken.

    Such pairs come from half-decoded JSON or JavaScript. Raises EngineError if it is not text.

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
