"""Encoding as frames for the player: what was learned, applied to a word or a sentence. One module per method."""

from typing import Any, Unpack

from bpe_engine import (
    BPEDropoutTokenizer,
    BPETokenizer,
    CharacterTokenizer,
    LongestMatchTokenizer,
    PickyBPETokenizer,
    SentencePieceBPE,
    Tokenizer,
    UnigramTokenizer,
    WordLevelTokenizer,
    WordPieceTokenizer,
)
from bpe_engine.inspection.text_path import GRAPHEME
from ui.base.i18n import current_language, localized_number, ngettext
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached
from ui.base.visible_text import join_quoted, make_visible
from ui.lessons.contract import CutPositions, Frames, Labels, Lesson
from ui.lessons.lesson import LessonContext
from ui.lessons.lesson import build_lesson as given
from ui.tokenization.encoding import dropout
from ui.tokenization.encoding.bpe import BPEEncodingLesson
from ui.tokenization.encoding.dropout import DropoutLesson
from ui.tokenization.encoding.encoding_lesson import EncodingLesson, after_normalization
from ui.tokenization.encoding.longest_match import LongestMatchLesson
from ui.tokenization.encoding.lookup import UnitLookupLesson
from ui.tokenization.encoding.picky import PickyLesson
from ui.tokenization.encoding.sentencepiece import SentencePieceLesson
from ui.tokenization.encoding.unigram import ViterbiLesson
from ui.tokenization.encoding.wordpiece import WordPieceLesson

LONGEST_TEXT = 200
"""Characters. Every step is shown, so this suits words and sentences."""

FEWEST_LETTERS, MOST_LETTERS = 2, 60
"""Letters of a word that a class can be asked to cut."""


_LESSON_CLASSES: dict[type[Tokenizer], type[EncodingLesson[Any, Any]]] = {
    BPETokenizer: BPEEncodingLesson,
    BPEDropoutTokenizer: DropoutLesson,
    SentencePieceBPE: SentencePieceLesson,
    PickyBPETokenizer: PickyLesson,
    LongestMatchTokenizer: LongestMatchLesson,
    WordPieceTokenizer: WordPieceLesson,
    UnigramTokenizer: ViterbiLesson,
    WordLevelTokenizer: UnitLookupLesson,
    CharacterTokenizer: UnitLookupLesson,
}


def _lesson_class(tokenizer: Tokenizer) -> type[EncodingLesson[Any, Any]] | None:
    return next(
        (lesson for kind, lesson in _LESSON_CLASSES.items() if isinstance(tokenizer.base_tokenizer, kind)), None
    )


def has_steps(tokenizer: Tokenizer) -> bool:
    """Return whether there are steps to show. Tokenizers of other libraries have none."""
    return _lesson_class(tokenizer) is not None


def summary_text(tokenizer: Tokenizer, tokens: int) -> str:
    """Return how a tokenizer turned a text into this many tokens, in one sentence."""
    way = _lesson_class(tokenizer)
    if way is not None:
        return way.summary_text(tokens)
    return ngettext(
        "This tokenizer cuts in one go, with no steps to show: {count} token.",
        "This tokenizer cuts in one go, with no steps to show: {count} tokens.",
        tokens,
    ).format(count=localized_number(tokens))


def payload(tokenizer: Tokenizer, text: str) -> Frames:
    """Return all frames of a text, for a tokenizer with steps. Errors as in the tokenizer's `encode_steps`.

    If the text is normalized first, that is the first step. Cached, because the page requests it on every run, and a
    class requests it for the same word.
    """
    return _payload(tokenizer, text, current_language())


@cached(lambda found, _tokenizer, text, _language: (10_000 + 200 * len(text)) * len(found["frames"]))
def _payload(tokenizer: Tokenizer, text: str, _language: str) -> Frames:
    kind = _lesson_class(tokenizer)
    assert kind is not None, "asked for only where there are steps"
    changed = tokenizer.normalized(text).text
    way = kind(tokenizer.base_tokenizer, changed, list(tokenizer.encode_steps(text)))
    frames = way.frames()
    if changed != text and changed:
        frames = after_normalization(text, changed, frames)
    return way.with_code(frames)


def labels(tokenizer: Tokenizer) -> Labels:
    """Return the labels around the frames that differ from those of a training."""
    way = _lesson_class(tokenizer)
    return way.labels() if way else {}


def lesson(tokenizer: Tokenizer, text: str, **around: Unpack[LessonContext]) -> Lesson:
    """Return the lesson of a text. Errors as in `payload`."""
    return given(payload(tokenizer, text), labels(tokenizer), **around)


def cut_positions(tokenizer: Tokenizer, text: str) -> CutPositions | None:
    """Return how a word is cut, for a question to a class; None if tokens do not start at letters. Errors as `payload`.

    A space before the word belongs to its first letter: for most tokenizers, “ word” and “word” are different words.
    """
    bare = text.removeprefix(" ")
    space = len(text) - len(bare)
    found = list(GRAPHEME.finditer(bare))
    letters = [letter[0] for letter in found]
    letters[:1] = [make_visible(" " * space) + letter for letter in letters[:1]]
    places = {letter.start() + space if place else 0: place for place, letter in enumerate(found)}
    begins = [span.start for span in tokenizer.spans(text)]
    is_word = bare.split() == [bare] and FEWEST_LETTERS <= len(letters) <= MOST_LETTERS
    if (
        not is_word
        or not begins
        or begins[0] != 0
        or len(set(begins)) < len(begins)
        or not set(begins) <= places.keys()
    ):
        return None
    return {"letters": letters, "right": sorted(places[start] for start in begins[1:])}


def is_unknown(tokenizer: Tokenizer, text: str) -> bool:
    """Return whether nothing in a text is merged and it contains symbols unknown to the tokenizer."""
    inner = tokenizer.base_tokenizer
    if not isinstance(inner, BPETokenizer):
        return False
    steps = list(tokenizer.encode_steps(text))
    if any(step.pair is not None for step in steps):
        return False
    return any(symbol not in inner.vocabulary for step in steps for symbol in step.symbols)


def comparison_text(tokenizer: Tokenizer, other: Tokenizer, text: str) -> str:
    """Return, in a sentence, whether the other method gives the same tokens."""
    first, second = tokenizer.tokenize(text), other.tokenize(text)
    if isinstance(tokenizer, BPEDropoutTokenizer):
        return dropout.comparison_text(first, second)
    by_length = isinstance(other, LongestMatchTokenizer)
    if first == second and by_length:
        return _("Longest match, which cuts out the longest token in a word first, gives the same tokens.")
    if first == second:
        return _("The order of the merges gives the same tokens.")
    if by_length:
        sentence = _("Longest match, which cuts out the longest token in a word first, would give: {tokens}.")
    else:
        sentence = _("The order of the merges would give: {tokens}.")
    return sentence.format(tokens=join_quoted(second))
