"""Values of training runs, for chapters: `of` is a URL of the Train page.

Merges count from 1; a step is the state after that many merges, and -1 the last one. A pair has a space between its
parts.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log
from typing import Any

from bpe_engine import ParityTraining, PickyTraining, UnigramTraining
from bpe_engine.bpe.events import MergeEvent
from bpe_engine.inspection.huffman import CodeLengths, code_lengths
from bpe_engine.picky.events import Removal
from bpe_engine.unigram.viterbi import viterbi
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal
from ui.base.visible_text import token_as_text
from ui.course.values.app_links import bpe_training_at, parse_link, task_from_query, training_at
from ui.course.values.counting_work import count_pair_work as counted
from ui.course.values.text_values import quotient, quotient_parts
from ui.course.values.value_registry import value
from ui.tokenization.algorithms.frame_parts import times_phrase


def _row(of: str, pair: str, step: int = 0) -> Any:
    """Return the numbers of a pair at a step."""
    return next(row for row in training_at(of).at(step).leaderboard if " ".join(row.pair) == pair)


@value
def words(of: str) -> str:
    """The words of the corpus with their counts."""
    counts = training_at(of).corpus.words.items()
    return join_list(_("{word} ({times})").format(word=word, times=times_phrase(count)) for word, count in counts)


@value
def corpus_texts(of: str) -> str:
    """The texts of the corpus, one per line."""
    return "\n".join(task_from_query(parse_link(of)).source.texts)


@value
def frequency(of: str, word: str) -> int:
    """The count of a word."""
    return training_at(of).corpus.words[word]


@value
def pair_count(of: str, pair: str, step: int = 0) -> int:
    """The count of a pair at a step."""
    return int(_row(of, pair, step).count)


@value
def score(of: str, pair: str) -> Fraction:
    """WordPiece's score of a pair at the start."""
    row = _row(of, pair)
    return quotient(row.count, row.left_count, row.right_count)


@value
def score_parts(of: str, pair: str) -> str:
    """The calculation of WordPiece's score, written out."""
    row = _row(of, pair)
    return quotient_parts(row.count, row.left_count, row.right_count)


@value
def corpus_tokens(of: str, step: int) -> int:
    """The number of tokens in the corpus at a step."""
    return training_at(of).tokens_per_step[step]


@value
def corpus_pairs(of: str, step: int) -> int:
    """The number of neighbouring pairs in the corpus at a step."""
    return corpus_tokens(of, step) - sum(training_at(of).corpus.words.values())


@value
def vocabulary_size_at(of: str, step: int) -> int:
    """The number of tokens in the vocabulary at a step."""
    return training_at(of).vocabulary_per_step[step]


@value
def occurrences(of: str, token: str = "") -> int:
    """How often a base token occurs in the corpus, overlaps included; or all tokens together."""
    return _occurrences(of, [token] if token else training_at(of).base_vocabulary)


@value
def occurrences_at(of: str, step: int) -> int:
    """How often all tokens of a step occur in the corpus together, overlaps included."""
    return _occurrences(of, training_at(of).vocabulary_at(step))


def _occurrences(of: str, tokens: Iterable[str]) -> int:
    return sum(word.count(token) * count for token in tokens for word, count in training_at(of).corpus.words.items())


def _lengths(of: str, step: int) -> CodeLengths:
    made = training_at(of)
    counts: Counter[str] = Counter()
    for word in made.at(step if step >= 0 else len(made.events) + 1 + step).words:
        for symbol in word.symbols:
            counts[symbol] += word.frequency
    return code_lengths(counts)


@value
def corpus_entropy(of: str, step: int) -> float:
    """The entropy of the corpus's tokens at a step, in bits per token."""
    return _lengths(of, step).entropy


@value
def corpus_information(of: str, step: int) -> float:
    """The bits that all tokens of the corpus carry together at a step: their entropy times their number."""
    return _lengths(of, step).entropy * corpus_tokens(of, step)


@value
def corpus_bits(of: str, step: int) -> int:
    """The bits of the corpus at a step in a Huffman code."""
    return _lengths(of, step).bits


@value
def merge_count_of(of: str) -> int:
    """The number of merges of a training."""
    return len(bpe_training_at(of).events)


@value
def ties(of: str) -> int:
    """The number of merges of a training that break a tie."""
    return sum(event.tied > 0 for event in bpe_training_at(of).events)


def _merge(of: str, number: int) -> MergeEvent:
    return bpe_training_at(of).events[number - 1]


@value
def merged(of: str, number: int) -> list[str]:
    """The pair of a merge."""
    return list(_merge(of, number).pair)


@value
def part_of_merge(of: str, number: int, part: int) -> str:
    """The left part of a merge's pair (1) or the right part (2)."""
    return _merge(of, number).pair[part - 1]


@value
def replaced(of: str, number: int) -> int:
    """The number of occurrences that a merge replaced."""
    return _merge(of, number).replacements


@value
def tied(of: str, number: int) -> int:
    """The number of pairs that shared the highest count at a merge, the merged one included."""
    return _merge(of, number).tied + 1


@value
def tokens_in_each(*addresses: str) -> int:
    """The number of tokens that all of several training runs learn."""
    learned = [{event.token for event in training_at(of).events} for of in addresses]
    return len(set.intersection(*learned))


def _across_words(of: str) -> Any:
    """Return the first training event whose token crosses from one word into the next."""
    return next(event for event in training_at(of).events if "Ġ" in event.token[1:])


@value
def across_words(of: str) -> str:
    """The first token that crosses from one word into the next."""
    return token_as_text(_across_words(of).token)


@value
def merge_across_words(of: str) -> int:
    """The number of the first merge whose token crosses from one word into the next."""
    return int(_across_words(of).rank + 1)


def _longest(of: str) -> str:
    return max((event.token for event in bpe_training_at(of).events), key=len)


@value
def longest_token(of: str) -> str:
    """The longest token that the training made."""
    return token_as_text(_longest(of))


@value
def longest_token_length(of: str) -> int:
    """The number of symbols in the longest token that the training made."""
    return len(_longest(of))


@value
def looked_at(text: str, merges: int, way: str) -> int:
    """The pairs looked at until this many merges are made.

    The way is text (everything is recounted each time), words (each different word), kept (only what a merge
    changes), or merges (the number of merges).
    """
    *_before, last = (found for found in counted(text, max(1, merges)) if found.merges <= merges)
    return int(last._asdict()[way])


@value
def looked_at_less(text: str, merges: int) -> float:
    """The pairs looked at if everything is recounted, relative to recounting only what a merge changes."""
    return looked_at(text, merges, "text") / looked_at(text, merges, "kept")


def _unigram(of: str) -> UnigramTraining:
    made = training_at(of)
    if not isinstance(made, UnigramTraining):
        raise ValueError(of)
    return made


@value
def loss(of: str, step: int) -> float:
    """Unigram's loss at a step."""
    return _unigram(of).at(step).loss


@value
def corpus_cost(of: str, step: int) -> float:
    """Unigram's loss at a step, in halvings."""
    return loss(of, step) / log(2)


@value
def loss_parts(of: str, step: int) -> str:
    """The sum behind Unigram's loss: each word's count times −ln of the probability of its best cut."""
    made = _unigram(of)
    scores = made.scores_at(step)
    return " + ".join(
        f"{count} × {localized_decimal(-viterbi(word, scores).total, 3)}" for word, count in made.corpus.words.items()
    )


@value
def loss_without(of: str, token: str, step: int) -> float:
    """The growth of the loss at a step without a token."""
    return next(piece.loss_increase for piece in _unigram(of).at(step).tokens if piece.token == token)


@value
def halvings_without(of: str, token: str, step: int, occurrences: int = 1) -> float:
    """How often best cuts' probabilities are halved at a step without a token, over all words; or per occurrence."""
    return loss_without(of, token, step) / log(2) / occurrences


@value
def taken_away(of: str) -> list[str]:
    """The tokens that Unigram prunes, in order."""
    return [_("“{token}”").format(token=token) for event in _unigram(of).events for token, _increase in event.removed]


def _parity_training(of: str) -> ParityTraining:
    made = training_at(of)
    if not isinstance(made, ParityTraining):
        raise ValueError(of)
    return made


@value
def tokens_of_language(of: str, language: str, step: int) -> int:
    """The number of a language's tokens at a step of parity-aware BPE; the language by its web code."""
    made = _parity_training(of)
    return made.lengths_at(step % (len(made.events) + 1))[made.languages.index(language)]


@value
def tokens_by_plain_bpe(of: str, language: str) -> int:
    """The number of a language's tokens after plain BPE with as many merges."""
    made = _parity_training(of)
    return made.plain_lengths[made.languages.index(language)]


@value
def all_tokens_by_plain_bpe(of: str) -> int:
    """The number of all languages' tokens after plain BPE with as many merges."""
    return sum(_parity_training(of).plain_lengths)


@value
def turns_of(of: str, language: str) -> int:
    """How often a language chose the pair."""
    return sum(event.language == language for event in _parity_training(of).events)


def _removals(of: str) -> list[tuple[int, Removal]]:
    """Return the tokens that a Picky BPE training run removed, each with the number of its merge."""
    made = training_at(of)
    if not isinstance(made, PickyTraining):
        raise ValueError(of)
    return [(number, removal) for number, event in enumerate(made.events, 1) for removal in event.removed]


@value
def taken_out(of: str) -> list[str]:
    """The tokens that Picky BPE removes, in order."""
    return [_("“{token}”").format(token=removal.token) for _number, removal in _removals(of)]


@value
def taken_out_count(of: str) -> int:
    """The number of tokens that Picky BPE removes."""
    return len(_removals(of))


def repeated(tokens: Sequence[str]) -> list[str]:
    """Return the tokens that have already been made before."""
    return [token for place, token in enumerate(tokens) if token in tokens[:place]]


@value
def made_again(of: str) -> list[str]:
    """The tokens that Picky BPE removes, and later makes again."""
    made = repeated([event.token for event in training_at(of).events])
    return [_("“{token}”").format(token=token_as_text(token)) for token in made]


@value
def share_taken(of: str, number: int, token: str) -> float:
    """The share of a token's occurrences that a merge used up, which is why the token was removed."""
    return next(removal.share for at, removal in _removals(of) if (at, removal.token) == (number, token))
