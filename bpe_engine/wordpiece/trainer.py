"""Training WordPiece: merge the pair that is frequent relative to its two parts.

The algorithm is that of Schuster and Nakajima (2012), "Japanese and Korean Voice Search", in the form in which the
Hugging Face course teaches it: the published code of BERT (google-research/bert) has no trainer.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from bpe_engine.bpe.events import MergeStopReason
from bpe_engine.bpe.merge_state import PairRecord
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.corpus import Corpus
from bpe_engine.symbols import Pair
from bpe_engine.training.base import Trainer
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.options import WordPieceOptions
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer
from bpe_engine.wordpiece.training import WordPieceTraining


class WordPieceRun(BPERun):
    """A WordPiece training in progress: the loop of byte-pair encoding, with pairs ordered by score."""

    progress_interval = 64

    def __init__(self, trainer: WordPieceOptions, corpus: Corpus, *, rare_pairs: bool = True) -> None:
        super().__init__(trainer, corpus, rare_pairs=rare_pairs)
        words = self.corpus.words.items()
        self.number_of_words = sum(self.corpus.words.values())
        self.tokens_at_start = sum(len(trainer.symbols_of(word)) * frequency for word, frequency in words)
        self.tokens_in_corpus = self.tokens_at_start

    @cached_property
    def pairs(self) -> ScoredPairs:
        """The words as merged so far, with the score of each pair."""
        ids, symbols_of, words = self.ids, self.trainer.symbols_of, self.corpus.words.items()
        return ScoredPairs(
            (([ids[symbol] for symbol in symbols_of(word)], frequency) for word, frequency in words),
            self.trainer.min_frequency,
        )

    def best_pair(self) -> PairRecord | None:
        """Return the pair with the highest score, the first in the corpus if scores tie; None if none is left."""
        return self.pairs.winner()

    def reason_for_stopping(self) -> MergeStopReason:
        """Return the reason why no pair can be merged."""
        return "min_frequency" if self.pairs.state.pairs else "no_pair"

    def merge(self, winner: PairRecord) -> WordPieceEvent:
        """Make the pair one token wherever it occurs, and return the event."""
        pair, count = winner.pair, winner.count
        left_count, right_count = (self.pairs.counts[symbol] for symbol in pair)
        tokens = self.tokens_in_corpus
        score = pair_score(
            self.trainer.form, count, left_count, right_count, tokens, pairs=tokens - self.number_of_words
        )
        tied = self.pairs.tied_count() - 1
        left, right, token, token_id, _is_new = self.add_token(pair)
        replacements = self.pairs.merge(pair, token_id, self.rank)
        self.tokens_in_corpus -= replacements
        unused = [part for part in dict.fromkeys(pair) if not self.pairs.counts[part]]
        dropped = self.drop_tokens(unused) if self.trainer.drop_unused else ()
        return WordPieceEvent(
            *(self.rank, Pair(left, right), token, token_id, count, left_count, right_count, score, replacements, tied),
            dropped,
        )

    @property
    def share_done(self) -> float:
        """The share of the work done: the vocabulary fills up, or each word becomes one token."""
        of_vocabulary = (len(self.vocabulary) - len(self.base_vocabulary)) / max(self.room, 1)
        most = max(self.tokens_at_start - self.number_of_words, 1)
        return max(of_vocabulary, (self.tokens_at_start - self.tokens_in_corpus) / most)

    def training(self, events: tuple[Any, ...]) -> WordPieceTraining:
        """Return the record of all merges."""
        merged_at_rank = self.pairs.state.merged_at_rank
        return WordPieceTraining(
            self.trainer, self.corpus, self.base_vocabulary, events, self.stop_reason, merged_at_rank
        )

    def tokenizer(self, events: Iterable[WordPieceEvent]) -> WordPieceTokenizer:
        """Return the tokenizer with the resulting vocabulary. WordPiece does not encode by merges."""
        for _ in events:
            pass
        tokenizer: WordPieceTokenizer = self.trainer.tokenizer(self.corpus, self.vocabulary)
        return tokenizer


@dataclass(frozen=True, kw_only=True)
class WordPieceTrainer(WordPieceOptions, Trainer[WordPieceEvent, WordPieceTraining, WordPieceTokenizer]):
    """Trains a WordPiece vocabulary on a corpus, one merge at a time.

    `vocab_size` is the number of tokens to stop at; a merge needs `min_frequency` occurrences of the pair.
    `drop_unused` removes a symbol from the vocabulary once none is left in the corpus; special tokens stay. `form`
    selects the notation of words and the score of pairs:

    - "bert": each character but a word's first is written after `prefix`; in a merge, the right part loses its
      prefix. A pair's score is count(xy) / (count(x) * count(y)).
    - "mutual-information": a mark `</w>` ends each word, as a separate symbol, and nothing marks characters inside a
      word. The score is the pointwise mutual information in bits, log2(p(xy) / (p(x) * p(y))), with p(xy) the pair's
      share of all neighbouring pairs, and p(x) the symbol's share of all tokens of the corpus at that step.

    If pairs have exactly the same score, the one that comes first in the corpus at that step is merged. The vocabulary
    is: `special_tokens`, then the corpus's symbols in code point order, then the merges.

    Raises EngineError if the options are invalid. `steps`, `train` and `record` raise it immediately if the corpus is
    empty, too large (`max_characters`) or byte-level, or `vocab_size` leaves no room for its symbols.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> for event in WordPieceTrainer(vocab_size=10).steps(corpus):
    ...     print(event.rank, event.pair, event.token, f"{event.count}/({event.left_count}*{event.right_count})")
    0 ('##g', '##s') ##gs 5/(20*5)
    1 ('h', '##u') hu 15/(15*36)
    2 ('hu', '##gs') hugs 5/(15*5)
    """

    run_class = WordPieceRun
    summary = "WordPiece: merge the pair with the highest score"
    default_pre_tokenizer = "bert"
    max_characters: ClassVar[int | None] = 40_000
    """Limits a training down to the last pair to about half a minute of CPU time. Measured: English words of this size
    take 3 seconds, random words over 3,000 characters 8 to 11, and one row of 160 random characters, the worst that was
    found, 33 to 39.
    """
