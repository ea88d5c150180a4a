"""WordPiece, the training: the pair that stands together most often for how rare its parts are becomes a token.

The algorithm is that of Schuster and Nakajima (2012), "Japanese and Korean Voice Search", in the form in which the
Hugging Face course teaches it: the published code of BERT (google-research/bert) has no trainer.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_engine.bpe.events import MergeStopReason
from bpe_engine.bpe.merge_state import PairIds, PairRecord
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.symbols import Pair
from bpe_engine.training.base import Progress, Trainer
from bpe_engine.training.gc_pause import paused_collector
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.options import WordPieceOptions
from bpe_engine.wordpiece.scored_pairs import ScoredPairs, pair_score
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer
from bpe_engine.wordpiece.training import WordPieceTraining

LARGEST_CORPUS = 40_000
"""How many characters the distinct words of a corpus may have together, so that a training down to the last pair
takes about half a minute of processor time at most. Measured: English words of this size take 3 seconds, random
words over 3,000 characters 8 to 11, and one long row of 160 random characters, the worst that was found, 33 to 39.
"""


@dataclass(frozen=True, kw_only=True)
class WordPieceTrainer(WordPieceOptions, Trainer):
    """Learns a WordPiece vocabulary from a corpus, one merge at a time.

    `vocab_size` is the number of tokens to stop at; a merge needs `min_frequency` occurrences of the pair.
    `drop_unused` takes out of the vocabulary a symbol that a merge leaves nowhere in the corpus; special tokens stay.
    `form` says how words are written and pairs scored:

    - "bert": a word's first character stands as it is, each later one after `prefix`; of the right part of a merge
      the prefix goes. A pair's score is count(xy) / (count(x) * count(y)).
    - "mutual-information": a mark `</w>` ends each word, a symbol of its own, and nothing marks where a word goes
      on. The score is the pointwise mutual information in bits, log2(p(xy) / (p(x) * p(y))), with p(xy) the pair's
      share of all pairs of neighbours, and p(x) the symbol's share of all tokens of the corpus as it stands.

    Of pairs with exactly the same score the one that comes first in the corpus as it stands is merged.
    The vocabulary is: `special_tokens`, then the corpus's symbols in code point order, then the merges.

    Raises EngineError for options that cannot work.

    >>> corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> for event in WordPieceTrainer(vocab_size=10).steps(corpus):
    ...     print(event.rank, event.pair, event.token, f"{event.count}/({event.left_count}*{event.right_count})")
    0 ('##g', '##s') ##gs 5/(20*5)
    1 ('h', '##u') hu 15/(15*36)
    2 ('hu', '##gs') hugs 5/(15*5)
    """

    def steps(self, corpus: Corpus) -> Iterator[WordPieceEvent]:
        """The merges, lazily, one event at a time.

        Raises EngineError, at once, where the corpus is empty, too large (LARGEST_CORPUS) or written in bytes, or
        `vocab_size` leaves no room for its symbols.
        """
        return self.start(corpus).events()

    def train(self, corpus: Corpus, *, progress: Progress | None = None) -> WordPieceTokenizer:
        """The tokenizer that all steps together make. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            for _ in run.told(progress):
                pass
        return self.tokenizer(corpus, run.vocabulary)

    def record(self, corpus: Corpus, *, progress: Progress | None = None) -> WordPieceTraining:
        """All steps, kept so that the state before and after any of them can be shown. Errors as `steps`."""
        with paused_collector():
            run = self.start(corpus)
            events = tuple(run.told(progress))
        merged_at_rank = run.pairs.state.merged_at_rank
        return WordPieceTraining(self, corpus, run.base_vocabulary, events, run.stop_reason, merged_at_rank)

    def start(self, corpus: Corpus) -> "WordPieceRun":
        """A training that has not made a step yet. Errors as `steps`."""
        return WordPieceRun(self, corpus)


class WordPieceRun:
    """A training under way: the corpus as it stands, with its pairs and their scores."""

    def __init__(self, trainer: WordPieceOptions, corpus: Corpus) -> None:
        self.trainer = trainer
        self.base_vocabulary = trainer.base_vocabulary(corpus)
        _check_size(corpus)
        self.vocabulary = dict(self.base_vocabulary)
        self.ids = dict(self.base_vocabulary)  # as the vocabulary, with what has been dropped from it too
        self.tokens = list(self.ids)
        self.stop_reason: MergeStopReason = "vocab_size"
        ids = self.ids
        self.pairs = ScoredPairs(
            (([ids[symbol] for symbol in trainer.symbols_of(word)], count) for word, count in corpus.words.items()),
            trainer.min_frequency,
        )
        self.number_of_words = sum(corpus.words.values())
        self.tokens_at_start = self.tokens_in_corpus = sum(self.pairs.counts.values())

    @property
    def share_done(self) -> float:
        """How much of the work is done, from 0 to 1: the vocabulary is full, or each word is one token."""
        vocabulary, base = len(self.vocabulary), len(self.base_vocabulary)
        of_vocabulary = (vocabulary - base) / max(self.trainer.vocab_size - base, 1)
        most = max(self.tokens_at_start - self.number_of_words, 1)
        return max(of_vocabulary, (self.tokens_at_start - self.tokens_in_corpus) / most)

    def told(self, progress: Progress | None) -> Iterator[WordPieceEvent]:
        """The merges, and how far they are is told."""
        for event in self.events():
            yield event
            if progress and not event.rank % 64:
                progress(self.share_done)

    def events(self) -> Iterator[WordPieceEvent]:
        """Make the merges, one an event, until the vocabulary is full or no pair is left."""
        rank = 0
        while len(self.vocabulary) < self.trainer.vocab_size:
            winner = self.pairs.winner()
            if winner is None:
                self.stop_reason = "min_frequency" if self.pairs.state.pairs else "no_pair"
                return
            yield self.merge(winner, rank)
            rank += 1

    def merge(self, winner: PairRecord, rank: int) -> WordPieceEvent:
        """Make the pair one token wherever it stands, and say what happened."""
        pair, count = winner.pair, winner.count
        left, right = (self.tokens[symbol] for symbol in pair)
        left_count, right_count = (self.pairs.counts[symbol] for symbol in pair)
        tokens = self.tokens_in_corpus
        score = pair_score(
            self.trainer.form, count, left_count, right_count, tokens, pairs=tokens - self.number_of_words
        )
        tied = self.pairs.tied_count() - 1
        token = self.trainer.join(left, right)
        # Two pairs can make the same string; the token then keeps the id that it has.
        token_id = self.vocabulary[token] = self.ids.setdefault(token, len(self.tokens))
        if token_id == len(self.tokens):
            self.tokens.append(token)
        replacements = self.pairs.merge(pair, token_id, rank)
        self.tokens_in_corpus -= replacements
        dropped = self._drop(pair) if self.trainer.drop_unused else ()
        return WordPieceEvent(
            rank, Pair(left, right), token, token_id, count, left_count, right_count, score, replacements, tied, dropped
        )

    def _drop(self, pair: PairIds) -> tuple[str, ...]:
        special = self.trainer.special_tokens
        parts = [(self.tokens[part], self.pairs.counts[part]) for part in dict.fromkeys(pair)]
        unused = [token for token, count in parts if not count and token not in special]
        for token in unused:
            del self.vocabulary[token]
        return tuple(unused)


def _check_size(corpus: Corpus) -> None:
    characters = sum(map(len, corpus.words))
    if characters > LARGEST_CORPUS:
        raise EngineError(
            "The distinct words of the corpus have {characters:,} characters, but the limit for WordPiece, whose "
            "scores change with every merge, is {limit:,}. Train on part of the text.",
            characters=characters,
            limit=LARGEST_CORPUS,
        )
