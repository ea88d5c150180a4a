"""The taught code next to the frames of a training: the lines that a beat runs, and the values of names there."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from pprint import pformat
from typing import Any, ClassVar, Generic, TypeVar

from bpe_engine import BYTE_ALPHABET, BPEState, BPETraining, MergeEvent, Training, WordPieceEvent
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.taught import TaughtCode, taught_code
from bpe_engine.training.merge_training import MergeTraining
from bpe_engine.unigram.training import UnigramState, UnigramTraining
from bpe_engine.wordpiece.training import WordPieceState, WordPieceTraining
from ui.base.i18n import gettext as _
from ui.lessons.contract import Code, CodePosition

LARGEST_CORPUS = 20_000
"""Approximate number of characters of Python that a notebook cell may have for a corpus."""
WORD_OVERHEAD = 9  # characters written around each word

TrainingT = TypeVar("TrainingT", bound=Training[Any])
MergesT = TypeVar("MergesT", bound=MergeTraining[Any])


class Taught(ABC, Generic[TrainingT]):
    """The taught code of an algorithm."""

    step_call: ClassVar[str] = "pair"  # what the code yields at each step

    @abstractmethod
    def code(self, training: TrainingT) -> TaughtCode:
        """Return the code that makes the steps of a training."""

    def covers_large_corpora(self, training: TrainingT) -> bool:
        """Return whether the code makes exactly these steps, also for a large corpus."""
        return True

    def words(self, training: TrainingT) -> Mapping[str, int]:
        """Return the training words, as the code expects them."""
        return training.corpus.words

    def first_tokens(self, training: TrainingT) -> list[str]:
        """Return, as Python, what the vocabulary starts with besides the symbols of the corpus."""
        return list(map(repr, training.trainer.special_tokens))

    @abstractmethod
    def position_after(self, training: TrainingT, state: Any) -> CodePosition:
        """Return the position in the code after the step that led to a state."""

    @abstractmethod
    def position_before(self, training: TrainingT, state: Any) -> CodePosition:
        """Return the position in the code before the next step."""

    @property
    def names(self) -> str:
        """What other texts call the functions; empty if there is nothing to say."""
        return ""

    def payload(self, training: TrainingT) -> Code:
        """Return the code for the player."""
        trainer, words, first = training.trainer, self.words(training), self.first_tokens(training)
        least = getattr(trainer, "min_frequency", 1)
        arguments = [
            f"word_freqs, vocab_size={trainer.vocab_size}",
            *([f"first_tokens=[{', '.join(first)}]"] if first else []),
            *([f"min_frequency={least}"] if least != 1 else []),
        ]
        is_short = sum(map(len, words)) + WORD_OVERHEAD * len(words) <= LARGEST_CORPUS and self.covers_large_corpora(
            training
        )
        run = f"for {self.step_call} in train({', '.join(arguments)}):\n    print({self.step_call})\n"
        lesson = f"word_freqs = {pformat(dict(words), width=100, sort_dicts=False)}\n\n{run}" if is_short else ""
        return code_json(self.code(training), lesson, self.names)


def code_json(code: TaughtCode, lesson: str, names: str) -> Code:
    """Return code for the player; `lesson` is what follows it in a notebook cell."""
    beats = {beat: [(mark.line, list(mark.names)) for mark in marks] for beat, marks in code.beats.items()}
    return {"lines": list(code.lines), "beats": beats, "lesson": lesson, "names": names}


def code_position(beat: str, **values: object) -> CodePosition:
    """Return a position: a beat, and the values of its names there."""
    return {"beat": beat, "values": {name: repr(value) for name, value in values.items()}}


class TaughtMerges(Taught[MergesT]):
    """The taught code of an algorithm that merges pairs."""

    def position_after(self, training: MergesT, state: Any) -> CodePosition:
        if not state.step:
            counts = {
                "splits": training.corpus.words,
                "chunks": training.corpus.words,
                "vocab": training.base_vocabulary,
            }
            return code_position("start", **{f"len({name})": len(held) for name, held in counts.items()})
        return code_position(
            "merge", **self.values_after_merge(training, training.events[state.step - 1]), **{"len(merges)": state.step}
        )

    def values_after_merge(self, training: MergesT, event: Any) -> dict[str, object]:
        """Return the values of the code's names after a merge."""
        return {"token": event.token, "unused": list(event.dropped)}

    def position_before(self, training: MergesT, state: Any) -> CodePosition:
        if state.next_event is not None:
            return code_position("choose", **self.values_at_choice(training, state, state.next_event))
        if training.stop_reason == "vocab_size":
            return code_position(
                "full", **{"len(vocab)": len(state.vocabulary), "vocab_size": training.trainer.vocab_size}
            )
        return code_position("stop", **self.values_at_end(training, state))

    @abstractmethod
    def values_at_choice(self, training: MergesT, state: Any, event: Any) -> dict[str, object]:
        """Return the values of the code's names when a pair is chosen."""

    @abstractmethod
    def values_at_end(self, training: MergesT, state: Any) -> dict[str, object]:
        """Return the values that show that no pair is left."""


class TaughtBPE(TaughtMerges[BPETraining]):
    """Byte-pair encoding: as in the Hugging Face course, or on byte ids, as in minbpe."""

    @property
    def names(self) -> str:
        return _(
            "Pairs are counted by get_stats in minbpe and in the paper’s code, and by compute_pair_freqs in the "
            "Hugging Face course. A pair is merged by merge in minbpe, merge_vocab in the paper’s code, and merge_pair "
            "in the course."
        )

    def is_on_ids(self, training: BPETraining) -> bool:
        """Return whether tokens are numbers: the first 256 are bytes, and nothing else is in the base vocabulary."""
        trainer = training.trainer
        others = (*trainer.special_tokens, trainer.end_of_word_symbol, trainer.end_of_word_suffix)
        all_bytes = training.corpus.byte_level and tuple(trainer.initial_alphabet) == BYTE_ALPHABET
        return all_bytes and not any(others) and not trainer.drop_unused

    def code(self, training: BPETraining) -> TaughtCode:
        trainer = training.trainer
        byte_level = training.corpus.byte_level
        if self.is_on_ids(training):
            rule = {"smallest-id": "bpe_on_ids_smallest_id", "largest-pair": "bpe_on_ids_largest_pair"}
            return taught_code("bpe_on_ids", *filter(None, [rule.get(trainer.tie_break)]))
        largest = trainer.tie_break == "largest-pair"
        changes: dict[str, object] = {
            "bytes_to_unicode": byte_level and (largest or trainer.initial_alphabet),
            "bpe_end_of_word": trainer.end_of_word_symbol,
            "bpe_end_of_word_suffix": trainer.end_of_word_suffix,
            "bpe_smallest_id": trainer.tie_break == "smallest-id",
            "bpe_largest_bytes": largest and byte_level,
            "bpe_largest_pair": largest and not byte_level,
            "bpe_drop_unused": trainer.drop_unused,
        }
        return taught_code("bpe", *filter(changes.get, changes))

    def words(self, training: BPETraining) -> Mapping[str, int]:
        words = training.corpus.words
        on_ids = self.is_on_ids(training)
        return {symbols_to_bytes(word).decode(): count for word, count in words.items()} if on_ids else words

    def first_tokens(self, training: BPETraining) -> list[str]:
        if self.is_on_ids(training):
            return []
        others = ["*bytes_to_unicode().values()"] if training.trainer.initial_alphabet else []
        return [*super().first_tokens(training), *others]

    def values_after_merge(self, training: BPETraining, event: MergeEvent) -> dict[str, object]:
        if self.is_on_ids(training):
            return {"token": symbols_to_bytes(event.token), "idx": event.token_id}
        return super().values_after_merge(training, event)

    def values_at_choice(self, training: BPETraining, state: BPEState, event: MergeEvent) -> dict[str, object]:
        on_ids = self.is_on_ids(training)
        pair = tuple(map(state.vocabulary.__getitem__, event.pair)) if on_ids else tuple(event.pair)
        counts = f"{'stats' if on_ids else 'pair_freqs'}[pair]"
        return {**self.values_at_end(training, state), "pair": pair, counts: event.count}

    def values_at_end(self, training: BPETraining, state: BPEState) -> dict[str, object]:
        return {f"len({'stats' if self.is_on_ids(training) else 'pair_freqs'})": state.number_of_pairs}


class TaughtWordPiece(TaughtMerges[WordPieceTraining]):
    """WordPiece, as in the Hugging Face course."""

    def code(self, training: WordPieceTraining) -> TaughtCode:
        changes: dict[str, object] = {
            "wordpiece_mutual_information": training.trainer.form == "mutual-information",
            "wordpiece_drop_unused": training.trainer.drop_unused,
        }
        return taught_code("wordpiece", *filter(changes.get, changes))

    def values_at_choice(
        self, training: WordPieceTraining, state: WordPieceState, event: WordPieceEvent
    ) -> dict[str, object]:
        score = Fraction(event.count, event.left_count * event.right_count)
        if training.trainer.form == "mutual-information":
            tokens = state.tokens_in_corpus
            score *= Fraction(tokens**2, tokens - sum(training.corpus.words.values()))
        return {"pair": tuple(event.pair), "pair_freqs[pair]": event.count, "scores[pair]": score}

    def values_at_end(self, training: WordPieceTraining, state: WordPieceState) -> dict[str, object]:
        return {"pairs": []}


class TaughtUnigram(Taught[UnigramTraining]):
    """Unigram, with the loss and segmentation of the Hugging Face course."""

    step_call = "removed"

    @property
    def names(self) -> str:
        return _("The Hugging Face course also cuts a word with encode_word, and scores tokens with compute_scores.")

    def code(self, training: UnigramTraining) -> TaughtCode:
        return taught_code("unigram", *(["unigram_estimated"] if training.trainer.estimation == "em" else []))

    def covers_large_corpora(self, training: UnigramTraining) -> bool:
        """Return whether the engine starts from all substrings, like the code, not only from the most useful ones."""
        return len(training.seed) < training.trainer.seed_size

    def position_after(self, training: UnigramTraining, state: UnigramState) -> CodePosition:
        gone = sum(len(event.removed) for event in training.events[: state.step])
        return code_position("merge" if state.step else "start", **{"len(freqs)": len(training.seed) - gone})

    def position_before(self, training: UnigramTraining, state: UnigramState) -> CodePosition:
        if state.next_event is None:
            return code_position("full")
        removed = [token.token for token in state.next_event.removed]
        return code_position("choose", number=len(removed), removed=removed)
