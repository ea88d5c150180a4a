"""What a visitor types on Home, put together from its characters as GPT-2 does it."""

from itertools import groupby

from bpe_engine.vocabularies.pretrained import load_pretrained_bpe
from ui.base.i18n import current_language, list_separator, localized_number, ngettext
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.text_direction import isolate
from ui.components.contract import Merging, MergingWord
from ui.lessons.frames import FrameTokens, merge_positions

TOKENIZER = "gpt2"
EXAMPLE = "tokenization"
"""Shown as long as nothing is typed."""

LONGEST = 60
"""Characters: a name or a short sentence, whose merges can be watched one after the other."""


def problem(text: str) -> str:
    """Why the merges of a text are not shown; empty where they are."""
    if len(text) <= LONGEST:
        return ""
    return _(
        "The text has {length} characters. Here, where each merge is a step, the limit is {limit}. Shorten it, or "
        "paste it into Playground, which shows the result at once."
    ).format(length=localized_number(len(text)), limit=localized_number(LONGEST))


def merging(text: str) -> Merging:
    """A text from its bytes to its tokens: at beat n, each word has made n merges, or all that it makes.

    Raises EngineError for a lone surrogate.
    """
    return _merging(text, current_language())


@cached(lambda made, text, _language: 200 * len(made["beats"]) * (10 + len(text)))
def _merging(text: str, _language: str) -> Merging:
    tokenizer = load_pretrained_bpe(TOKENIZER)
    words = [list(steps) for _word, steps in groupby(tokenizer.encode_steps(text), lambda step: step.word)]
    table = FrameTokens(tokenizer.vocabulary, byte_level=True)
    beats: list[list[MergingWord]] = []
    for beat in range(max(map(len, words), default=1)):
        row: list[MergingWord] = []
        for steps in words:
            symbols = steps[min(beat, len(steps) - 1)].symbols
            coming = steps[beat + 1].pair if beat + 1 < len(steps) else None
            hits = merge_positions(symbols, coming) if coming else []
            row.append({"tokens": [table[symbol] for symbol in symbols], "hits": hits})
        beats.append(row)
    counts = [_count(sum(len(word["tokens"]) for word in beat)) for beat in beats]
    made = list_separator().join(isolate(table.rows[place][1]) for word in beats[-1] for place in word["tokens"])
    return {
        "tokens": [(text, token_id, hue) for _symbols, text, token_id, hue, *_becomes in table.rows],
        "beats": beats,
        "counts": counts,
        "spoken": _("{count}: {tokens}").format(count=counts[-1], tokens=made),
    }


def _count(tokens: int) -> str:
    return ngettext("{count} token", "{count} tokens", tokens).format(count=localized_number(tokens))
