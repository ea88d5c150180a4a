"""The tokens of a text: for a long one, its beginning at once, and the rest from a worker."""

from collections.abc import Sequence

from bpe_engine import Tokenizer
from bpe_engine.inspection.token_offsets import Special, stable_prefix_length
from ui.base.i18n import localized_number, ngettext
from ui.components.contract import TokenViewPayload
from ui.jobs.long_texts import TOKENIZER_CLASSES, EncodingJob, long_texts
from ui.pages.playground.messages import LONG_TEXT
from ui.pages.playground.token_payload import EncodedText, encode_text, from_offsets, token_view_payload

FIRST = 10_000
"""Characters of a long text that are encoded at once: in most languages, more tokens than are drawn at once."""


def encode_or_queue(tokenizer: Tokenizer, text: str, special: Special) -> EncodedText | EncodingJob:
    """Return the tokens of a text, or the job that is computing them. Errors as in `encode_text`."""
    if len(text) <= LONG_TEXT or not isinstance(tokenizer, TOKENIZER_CLASSES):
        return encode_text(tokenizer, text, special)
    job = long_texts().get(tokenizer, text, special)
    return job if isinstance(job, EncodingJob) else from_offsets(tokenizer, text, job)


def queue_position(text: EncodingJob) -> int:
    """Return the number of long texts to be encoded before this one."""
    return long_texts().queue_position(text)


def preview(
    titles: Sequence[str], tokenizers: Sequence[Tokenizer], text: str, special: Special
) -> TokenViewPayload | None:
    """Return the first tokens of a long text, as they will be in the end.

    None if even the first tokens may depend on what comes later. Raises what `encode_text` raises.
    """
    end = min(stable_prefix_length(tokenizer, text, FIRST, special) for tokenizer in tokenizers)
    if not end:
        return None
    payload = token_view_payload(titles, [encode_text(tokenizer, text[:end], special) for tokenizer in tokenizers])
    for panel in payload["panels"]:
        count = len(panel["tokens"])
        panel["count"] = ngettext("the first token", "the first {count} tokens", count).format(
            count=localized_number(count)
        )
        panel["rate"] = ""
        panel["total"] = 0
    return {**payload, "pages": 1}
