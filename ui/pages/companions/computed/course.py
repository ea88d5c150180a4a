"""The Hugging Face course, chapter 6, sections 4, 8 and 10: sizes, a pattern, and the quiz’s right answers."""

import re
from collections.abc import Sequence
from math import prod

from bpe_engine import UnigramTraining, WordPieceTraining, load_pretrained
from bpe_engine.pre_tokenizers import WHITESPACE
from ui.base.tokenizer_choices import TokenizerName
from ui.course.values.app_links import bpe_training_at, tokenizer_at, training_at
from ui.pages.companions.computed.unigram_code import cuts
from ui.tokenization.encoding.examples import find_ambiguous_word


def sizes(algorithm: str) -> str:
    """Return an algorithm's vocabulary sizes at the start and the end."""
    sizes = training_at(f"scenario=hug&algorithm={algorithm}").vocabulary_per_step
    return f"{sizes[0]} → {sizes[-1]}"


def metaspace(text: str) -> str:
    """Return a text split before each space, which becomes the ▁ of the word."""
    return repr([(f"▁{word.group().strip()}", word.span()) for word in re.finditer(r" ?\S+", text)])


def normalization(text: str, cleaned: str) -> str:
    """Return the right answers to the sixth question."""
    return _right(load_pretrained("bert-base-uncased").normalized(text).text == cleaned, False, False, False)


def pre_tokenization(text: str) -> str:
    """Return the right answers to the seventh question."""
    return _right(False, False, WHITESPACE.split(text) == text.split(), False)


def byte_pair_encoding() -> str:
    """Return the right answers to the eighth question."""
    state = bpe_training_at("scenario=hug").at(0)
    assert state.next_event is not None
    frequent = state.next_event.count == max(row.count for row in state.leaderboard)
    longest = find_ambiguous_word(TokenizerName("gpt2"), load_pretrained("gpt2")) is None  # no word is cut differently
    return _right(_grows("bpe"), not _grows("bpe"), frequent, not frequent, not longest, longest)


def wordpiece() -> str:
    """Return the right answers to the ninth question."""
    training = training_at("scenario=hug&algorithm=wordpiece")
    assert isinstance(training, WordPieceTraining)
    state, last = training.at(0), training.tokenizer(3)
    assert state.next_event is not None
    frequent = state.next_event.count == max(row.count for row in state.leaderboard)
    longest = last.tokenize("pugs") == _longest_first("pugs", [*last.vocabulary])
    return _right(_grows("wordpiece"), not _grows("wordpiece"), frequent, not frequent, not longest, longest)


def unigram() -> str:
    """Return the right answers to the tenth question."""
    training = training_at("scenario=hug&algorithm=unigram")
    assert isinstance(training, UnigramTraining)
    state = training.at(0)
    assert state.next_event is not None
    shares = {piece.token: piece.probability for piece in state.tokens}
    least = {removed.loss_increase for removed in state.next_event.removed}
    by_loss = least == {min(piece.loss_increase for piece in state.tokens)}
    found = tokenizer_at("scenario=hug&algorithm=unigram&with=trained-0").tokenize("unhug")
    known = [cut for cut in cuts("unhug") if shares.keys() >= set(cut)]
    probable = found == max(known, key=lambda cut: prod(map(shares.__getitem__, cut)))
    return _right(_grows("unigram"), not _grows("unigram"), by_loss, not by_loss, probable, not probable)


def _right(*answers: bool) -> str:
    """Return the numbers of the right answers."""
    return ", ".join(str(number) for number, is_right in enumerate(answers, 1) if is_right)


def _grows(algorithm: str) -> bool:
    """Return whether the vocabulary grows from the start to the end."""
    sizes = training_at(f"scenario=hug&algorithm={algorithm}").vocabulary_per_step
    return sizes[0] < sizes[-1]


def _longest_first(word: str, vocabulary: Sequence[str]) -> list[str]:
    """Return a word cut by longest match from the left, with ## before continuations."""
    tokens: list[str] = []
    place = 0
    while place < len(word):
        mark = "##" if place else ""
        end = max(end for end in range(place + 1, len(word) + 1) if mark + word[place:end] in vocabulary)
        tokens.append(mark + word[place:end])
        place = end
    return tokens
