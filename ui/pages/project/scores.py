"""The four numbers of a tokenizer, measured on a text that it was not trained on."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.inspection.text_path import GRAPHEME
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent
from ui.base.result_cache import cached
from ui.base.word_spacing import SpacingUnit
from ui.pages.compare.metrics_tables import tokens_per, unit_note
from ui.pages.project.normal_forms import FORMS, letter_by_letter


class TokenizerScores(NamedTuple):
    """The measured values. White space does not count as a letter: some methods make no tokens of it."""

    tokens: int
    characters: int  # of the original text
    words: int  # separated by white space
    letters: int
    lost: int  # letters that decoding does not restore: unknown, or changed by normalization
    cut: int  # letters that no token contains as a whole
    spaces: int  # white space inside the text
    spaces_lost: int  # of these, not restored by decoding
    used: int  # distinct tokens
    vocabulary: int


@cached(lambda _scores, _tokenizer, text, _form: 200 + 4 * len(text))
def score_tokenizer(tokenizer: Tokenizer, text: str, form: str) -> TokenizerScores:
    """Normalize and encode a text, and measure the result. Raises EngineError at byte level for a lone surrogate.

    A letter in NFC and in NFD is the same letter.
    """
    letters = GRAPHEME.findall(text)
    formed = letter_by_letter(letters, form)
    whole = "".join(formed)
    spans = tokenizer.spans(whole)
    ends = [*accumulate(map(len, formed))]
    token_counts, unknown = [0] * len(letters), [False] * len(letters)
    for span in spans:
        last = max(span.end, span.start + 1)  # a byte of a letter may have an empty span
        for place in range(bisect_right(ends, span.start), len(letters)):
            if ends[place] - len(formed[place]) >= last:
                break
            token_counts[place] += 1
            unknown[place] |= tokenizer.is_unknown(span.token_id)
    visible = [place for place, letter in enumerate(letters) if not letter.isspace()]
    compose = FORMS["NFC"]
    spaces = _count_spaces(whole)
    return TokenizerScores(
        tokens=len(spans),
        characters=len(text),
        words=len(text.split()),
        letters=len(visible),
        # normalization may have put spaces around a letter
        lost=sum(
            unknown[place] or not token_counts[place] or compose(formed[place]).strip() != compose(letters[place])
            for place in visible
        ),
        cut=sum(token_counts[place] > 1 for place in visible),
        spaces=spaces,
        spaces_lost=max(0, spaces - _count_spaces(tokenizer.decode([span.token_id for span in spans]))),
        used=len({span.token_id for span in spans if not tokenizer.is_unknown(span.token_id)}),
        vocabulary=tokenizer.vocab_size,
    )


def _count_spaces(text: str) -> int:
    return sum(map(str.isspace, text.strip()))


def heads(unit: SpacingUnit) -> list[str]:
    """Return the headings of the four numbers."""
    return [
        _("Characters per token"),
        tokens_per(unit) or _("Letters split"),
        _("Letters lost"),
        _("Vocabulary used"),
    ]


def score_values(scores: TokenizerScores, unit: SpacingUnit) -> list[float]:
    """Return the four numbers as they are, 0 where there is nothing to divide by."""
    return [
        scores.characters / scores.tokens if scores.tokens else 0,
        scores.cut / scores.letters if unit == "none" else scores.tokens / scores.words if scores.words else 0,
        scores.lost / scores.letters,
        scores.used / scores.vocabulary,
    ]


def format_scores(scores: TokenizerScores, unit: SpacingUnit) -> list[str]:
    """Format the four numbers."""
    per_word = localized_decimal(scores.tokens / scores.words, 2) if scores.words else "–"
    return [
        localized_decimal(scores.characters / scores.tokens, 2) if scores.tokens else "–",
        localized_percent(scores.cut / scores.letters, 1) if unit == "none" else per_word,
        _format_loss(scores),
        _("{share} of {size}").format(
            share=localized_percent(scores.used / scores.vocabulary, 1), size=localized_number(scores.vocabulary)
        ),
    ]


def _format_loss(scores: TokenizerScores) -> str:
    """Format the share of lost letters, and of lost spaces if there are any: 0.0% alone would suggest no loss."""
    letters = localized_percent(scores.lost / scores.letters, 1)
    if not scores.spaces_lost:
        return letters
    return _("{share}, spaces {spaces}").format(
        share=letters, spaces=localized_percent(scores.spaces_lost / scores.spaces, 1)
    )


def score_explanations(unit: SpacingUnit) -> Sequence[str]:
    """Explain each number in one or two sentences."""
    per_word = _("1 would mean one token each. Also called fertility; each token is a step a model has to take.")
    cut = _("The share of letters that are in no token as a whole: a model sees parts of them, mostly single bytes.")
    return (
        _(
            "How much text one token covers. The more it covers, the shorter the text is for a model, and the less it "
            "costs. Spaces count, though some methods make no tokens for them."
        ),
        f"{unit_note(unit)} {cut if unit == 'none' else per_word}",
        _(
            "The share of letters that the ids don’t bring back: the vocabulary doesn’t know them, or normalization "
            "changed them. Here, a letter is what a reader sees as one character; NFC and NFD count as the same. "
            "Spaces count on their own, and are named only if some are lost: then the ids don’t say where each word "
            "ends."
        ),
        _(
            "How many of the vocabulary’s tokens this text uses. Each costs a model a row of numbers, used or not; but "
            "no short text uses much of a large vocabulary."
        ),
    )
