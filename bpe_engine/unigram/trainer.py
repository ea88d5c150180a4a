"""Training the Unigram language model: start with many tokens, and repeatedly prune the least needed.

The algorithm is that of Kudo (2018), "Subword Regularization: Improving Neural Network Translation Models with Multiple
Subword Candidates", in two forms: that of SentencePiece, and that of the Hugging Face course.
"""

from dataclasses import dataclass
from typing import ClassVar

from bpe_engine.training.base import Trainer
from bpe_engine.unigram.events import PruneEvent
from bpe_engine.unigram.options import UnigramOptions
from bpe_engine.unigram.run import UnigramRun
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.unigram.training import UnigramTraining


@dataclass(frozen=True, kw_only=True)
class UnigramTrainer(UnigramOptions, Trainer[PruneEvent, UnigramTraining, UnigramTokenizer]):
    """Trains a Unigram model on a corpus, one pruning step at a time.

    The initial vocabulary contains all characters of the corpus and the substrings of its words up to
    `max_token_length`; only the most useful if there are more than `seed_size` (see `seed_counts`). Each step prunes
    the share `shrink` of the tokens longer than a character, at least one, but never below `vocab_size` tokens: those
    without which the loss increases least. The loss is the sum, over all words, of frequency * -log(probability of the
    word's best cut), in natural logarithms. Characters always stay. `estimation` selects how probabilities are
    estimated:

    - "em": `em_iterations` of expectation-maximization before each pruning, and at the end (SentencePiece).
    - "plain": a token's initial frequency divided by those of all remaining tokens (the Hugging Face course).

    Ties in the loss increase, to nine decimals, are broken by code point order. The vocabulary is: `special_tokens`,
    then the characters in code point order, then the other tokens, the most needed first. So each pruning removes the
    last ones, and a token has the same id at every step.

    Raises EngineError if the options are invalid. `steps`, `train` and `record` raise it immediately if the corpus is
    empty, byte-level or too large (`max_characters`, `MAX_WORD_LENGTH`, `MAX_WORK`), or `vocab_size` leaves no room for
    its characters.

    >>> from bpe_engine import Corpus
    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> trainer = UnigramTrainer(vocab_size=9, estimation="plain")
    >>> for event in trainer.steps(corpus):
    ...     print(event.rank, *[f"{token} {increase:.1f}" for token, increase in event.removed])
    0 bu 0.0 gs 0.0
    1 hu 0.0
    2 pu 0.0
    3 ugs 0.0
    4 ug 7.6
    >>> trainer.train(corpus).tokenize("unhug")
    ['un', 'hug']
    """

    run_class = UnigramRun
    summary = "Unigram: start with many tokens and prune the least useful"
    needs_characters = True
    max_characters: ClassVar[int | None] = 200_000
