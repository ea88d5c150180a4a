"""The tokens of a text: a long one's beginning at once, and the rest when a worker has found them."""

from collections.abc import Sequence

from bpe_engine import Tokenizer
from bpe_engine.inspection.token_offsets import Special, settled
from ui.base.i18n import ngettext, number
from ui.components.contract import TokenView
from ui.jobs.long_texts import OURS, LongText, long_texts
from ui.pages.playground.messages import LONG_TEXT
from ui.pages.playground.token_payload import Tokens, placed, read_tokens, view

FIRST = 10_000
"""Characters of a long text that are read at once: more tokens than are drawn at once, in most languages."""


def tokens_or_wait(tokenizer: Tokenizer, text: str, special: Special) -> Tokens | LongText:
    """The tokens of a text, or that a worker is looking for them. Errors as `read_tokens`."""
    if len(text) <= LONG_TEXT or not isinstance(tokenizer, OURS):
        return read_tokens(tokenizer, text, special)
    found = long_texts().get(tokenizer, text, special)
    return found if isinstance(found, LongText) else placed(tokenizer, text, found)


def before(text: LongText) -> int:
    """How many long texts are read before this one."""
    return long_texts().before(text)


def first_screen(
    titles: Sequence[str], tokenizers: Sequence[Tokenizer], text: str, special: Special
) -> TokenView | None:
    """The first tokens of a long text, as they will be when all are known.

    None where those at the beginning may depend on what comes later. Errors as `read_tokens`.
    """
    end = min(settled(tokenizer, text, FIRST, special) for tokenizer in tokenizers)
    if not end:
        return None
    shown = view(titles, [read_tokens(tokenizer, text[:end], special) for tokenizer in tokenizers])
    for panel in shown["panels"]:
        count = len(panel["tokens"])
        panel["count"] = ngettext("the first token", "the first {count} tokens", count).format(count=number(count))
        panel["rate"] = ""
        panel["total"] = 0
    return {**shown, "pages": 1}
