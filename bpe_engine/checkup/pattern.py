"""The file's pattern and the vocabulary: tokens that the pattern cuts, and a published pattern that cuts fewer."""

from collections.abc import Iterator

from bpe_engine.checkup.encoding import cut_each
from bpe_engine.checkup.finding import Finding, Table, fault, fine, listed, note, warn
from bpe_engine.checkup.reachability import unreached_tokens
from bpe_engine.checkup.subject import Subject
from bpe_engine.pre_tokenizers import DEEPSEEK, GPT2, GPT4, GPT4O, N_, NONE, QWEN, PreTokenizer

PUBLISHED = (GPT2, GPT4, GPT4O, QWEN, DEEPSEEK)

MIN_SHARE = 1 / 10
"""A published pattern is named if it cuts at most this share of the tokens that the file's pattern cuts."""


def check_pattern(subject: Subject) -> Iterator[Finding]:
    """Find the tokens that the pattern cuts in every text tried, and the published pattern that fits best."""
    base = subject.tokenizer.base_tokenizer
    pre_tokenizer = getattr(base, "pre_tokenizer", None)
    if not isinstance(pre_tokenizer, PreTokenizer) or pre_tokenizer == NONE:
        yield fine("No pattern cuts a text before the model does.")
        return
    cut = [token for token in unreached_tokens(subject) if token.reason == "cut"]
    counts = _cut_by_published(subject) if base.byte_level else {}
    table = Table(
        (N_("pattern"), N_("tokens cut")), tuple((published.name, count) for published, count in counts.items())
    )
    best = min(counts, key=counts.__getitem__, default=None)
    examples = listed([token.text or token.token for token in cut])
    if not cut:
        yield fine("The pattern leaves every token whole in some text.", table=table if counts else None)
        stricter = [published.name for published, count in counts.items() if count == 0 and published != pre_tokenizer]
        if stricter:
            yield note(
                "These published patterns do not cut any token either, so the vocabulary may have been trained with "
                "one of them: {patterns}.",
                patterns=", ".join(stricter),
            )
    elif best is not None and best != pre_tokenizer and counts[best] <= MIN_SHARE * len(cut):
        yield fault(
            "Tokens that were found in no text, because the pattern cuts theirs: {count:,} ({tokens}). The pattern "
            "{best} would cut only {fewer:,}: the vocabulary was probably trained with that one.",
            cut[0].text or "",
            table,
            count=len(cut),
            tokens=examples,
            best=best.name,
            fewer=counts[best],
        )
    else:
        yield warn(
            "Tokens that were found in no text, because the pattern cuts theirs: {count:,} ({tokens}).",
            cut[0].text or "",
            table if counts else None,
            count=len(cut),
            tokens=examples,
        )


def _cut_by_published(subject: Subject) -> dict[PreTokenizer, int]:
    """Return how many tokens each published pattern cuts, each token's text on its own."""
    texts = [text for text in subject.texts_of_tokens.values() if text]
    return {published: sum(len(words) > 1 for words in cut_each(published, texts)) for published in PUBLISHED}
