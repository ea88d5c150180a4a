"""The taught code beside the frames of a training: which lines a beat runs, and what its names have there."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from pprint import pformat
from typing import Any, ClassVar, Generic, TypeVar

from bpe_engine import BYTE_ALPHABET, BPEState, BPETraining, Training
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.taught import TaughtCode, taught_code
from bpe_engine.unigram.training import UnigramState, UnigramTraining
from bpe_engine.wordpiece.training import WordPieceState, WordPieceTraining
from ui.i18n import gettext as _
from ui.player.contract import Code, Place

LARGEST_CORPUS = 20_000
"""Characters of Python, about, that a cell of a notebook may have for a corpus."""
FOR_A_WORD = 9  # what is written around it

TrainingT = TypeVar("TrainingT", bound=Training[Any])


class Taught(ABC, Generic[TrainingT]):
    """The code that is taught of an algorithm."""

    step: ClassVar[str] = "pair"  # what a training gives for each of its steps

    @abstractmethod
    def code(self, training: TrainingT) -> TaughtCode:
        """The code that makes the steps of a training."""

    def makes_all(self, training: TrainingT) -> bool:
        """Whether the code makes the very steps, for a corpus that is large too."""
        return True

    @abstractmethod
    def call(self, training: TrainingT) -> tuple[Mapping[str, int], str]:
        """The words to train on, and the call that trains on them, as Python."""

    @abstractmethod
    def ran(self, training: TrainingT, state: Any) -> Place:
        """Where the code has just been at a state."""

    @abstractmethod
    def runs(self, training: TrainingT, state: Any) -> Place:
        """Where it goes next."""

    @property
    def names(self) -> str:
        """How other texts call the functions; empty where there is nothing to say."""
        return ""

    def shown(self, training: TrainingT) -> Code:
        """The code as the player is given it."""
        words, call = self.call(training)
        is_short = sum(map(len, words)) + FOR_A_WORD * len(words) <= LARGEST_CORPUS and self.makes_all(training)
        lesson = f"{_literal(words)}\n\nfor {self.step} in {call}:\n    print({self.step})\n" if is_short else ""
        return code_json(self.code(training), lesson, self.names)


def code_json(code: TaughtCode, lesson: str, names: str) -> Code:
    """Code as the player is given it; `lesson` is what a cell of a notebook has after it."""
    beats = {beat: [(mark.line, list(mark.names)) for mark in marks] for beat, marks in code.beats.items()}
    return {"lines": list(code.lines), "beats": beats, "lesson": lesson, "names": names}


def place(beat: str, **values: object) -> Place:
    """A beat, and what its names have there."""
    return {"beat": beat, "values": {name: repr(value) for name, value in values.items()}}


def _literal(words: Mapping[str, int]) -> str:
    return f"word_freqs = {pformat(dict(words), width=100, sort_dicts=False)}"


def _arguments(training: BPETraining | WordPieceTraining, first_tokens: str = "") -> str:
    trainer = training.trainer
    least = f", min_frequency={trainer.min_frequency}" if trainer.min_frequency != 1 else ""
    return f"train(word_freqs, vocab_size={trainer.vocab_size}{first_tokens}{least})"


class TaughtBPE(Taught[BPETraining]):
    """Byte-pair encoding: as the Hugging Face course has it, or on the ids of bytes, as minbpe has it."""

    @property
    def names(self) -> str:
        """How other texts call the functions."""
        return _(
            "The pairs are counted by get_stats in minbpe and in the paper’s code, by compute_pair_freqs in the "
            "Hugging Face course. A pair is merged by merge in minbpe, merge_vocab in the paper’s code, merge_pair in "
            "the course."
        )

    def is_on_ids(self, training: BPETraining) -> bool:
        """Whether tokens are numbers: bytes are the first 256, and nothing else is in the vocabulary."""
        trainer = training.trainer
        others = (*trainer.special_tokens, trainer.end_of_word_symbol, trainer.end_of_word_suffix)
        all_bytes = training.corpus.byte_level and tuple(trainer.initial_alphabet) == BYTE_ALPHABET
        return all_bytes and not any(others) and not trainer.drop_unused

    def code(self, training: BPETraining) -> TaughtCode:
        """The code that makes the merges of a training."""
        trainer = training.trainer
        byte_level = training.corpus.byte_level
        if self.is_on_ids(training):
            rule = {"smallest-id": "bpe_on_ids_smallest_id", "largest-pair": "bpe_on_ids_largest_pair"}
            return taught_code("bpe_on_ids", *filter(None, [rule.get(trainer.tie_break)]))
        changes = []
        if byte_level and (trainer.tie_break == "largest-pair" or trainer.initial_alphabet):
            changes.append("bytes_to_unicode")
        if trainer.end_of_word_symbol:
            changes.append("bpe_end_of_word")
        if trainer.end_of_word_suffix:
            changes.append("bpe_end_of_word_suffix")
        if trainer.tie_break == "smallest-id":
            changes.append("bpe_smallest_id")
        if trainer.tie_break == "largest-pair":
            changes.append("bpe_largest_bytes" if byte_level else "bpe_largest_pair")
        if trainer.drop_unused:
            changes.append("bpe_drop_unused")
        return taught_code("bpe", *changes)

    def call(self, training: BPETraining) -> tuple[Mapping[str, int], str]:
        """The words to train on, and the call that trains on them."""
        trainer, words = training.trainer, training.corpus.words
        if self.is_on_ids(training):
            return {symbols_to_bytes(word).decode(): count for word, count in words.items()}, _arguments(training)
        first = [repr(token) for token in trainer.special_tokens]
        if trainer.initial_alphabet:
            first.append("*bytes_to_unicode().values()")
        return words, _arguments(training, f", first_tokens=[{', '.join(first)}]" if first else "")

    def ran(self, training: BPETraining, state: BPEState) -> Place:
        """Where the code has just been at a state."""
        if not state.step:
            return _started(training)
        event = training.events[state.step - 1]
        merged: dict[str, object] = {"token": event.token, "unused": list(event.dropped), "len(merges)": state.step}
        if self.is_on_ids(training):
            merged = {"token": symbols_to_bytes(event.token), "idx": event.token_id, "len(merges)": state.step}
        return place("merge", **merged)

    def runs(self, training: BPETraining, state: BPEState) -> Place:
        """Where it goes next."""
        event = state.next_event
        stats = "stats" if self.is_on_ids(training) else "pair_freqs"
        if event is None:
            return _ends(training, state, f"len({stats})", state.number_of_pairs)
        ids = state.vocabulary
        pair = tuple(map(ids.__getitem__, event.pair)) if self.is_on_ids(training) else tuple(event.pair)
        return place("choose", **{f"len({stats})": state.number_of_pairs, "pair": pair, f"{stats}[pair]": event.count})


class TaughtWordPiece(Taught[WordPieceTraining]):
    """WordPiece, as the Hugging Face course has it."""

    def code(self, training: WordPieceTraining) -> TaughtCode:
        """The code that makes the merges of a training."""
        changes = []
        if training.trainer.form == "mutual-information":
            changes.append("wordpiece_mutual_information")
        if training.trainer.drop_unused:
            changes.append("wordpiece_drop_unused")
        return taught_code("wordpiece", *changes)

    def call(self, training: WordPieceTraining) -> tuple[Mapping[str, int], str]:
        """The words to train on, and the call that trains on them."""
        special = list(training.trainer.special_tokens)
        return training.corpus.words, _arguments(training, f", first_tokens={special}" if special else "")

    def ran(self, training: WordPieceTraining, state: WordPieceState) -> Place:
        """Where the code has just been at a state."""
        if not state.step:
            return _started(training)
        event = training.events[state.step - 1]
        return place("merge", **{"token": event.token, "unused": list(event.dropped), "len(merges)": state.step})

    def runs(self, training: WordPieceTraining, state: WordPieceState) -> Place:
        """Where it goes next."""
        event = state.next_event
        if event is None:
            return _ends(training, state, "pairs", [])
        score = Fraction(event.count, event.left_count * event.right_count)
        if training.trainer.form == "mutual-information":
            tokens = state.tokens_in_corpus
            score *= Fraction(tokens**2, tokens - sum(training.corpus.words.values()))
        return place("choose", **{"pair": tuple(event.pair), "pair_freqs[pair]": event.count, "scores[pair]": score})


class TaughtUnigram(Taught[UnigramTraining]):
    """Unigram, with the loss and the cuts of the Hugging Face course."""

    step = "removed"

    @property
    def names(self) -> str:
        """How other texts call the functions."""
        return _("The Hugging Face course cuts a word with encode_word too, and weighs tokens with compute_scores.")

    def code(self, training: UnigramTraining) -> TaughtCode:
        """The code that takes away the tokens."""
        return taught_code("unigram", *(["unigram_estimated"] if training.trainer.estimation == "em" else []))

    def makes_all(self, training: UnigramTraining) -> bool:
        """Of more parts of words than these, the engine begins with the most useful ones, the code with all."""
        return len(training.seed) < training.trainer.seed_size

    def call(self, training: UnigramTraining) -> tuple[Mapping[str, int], str]:
        """The words to train on, and the call that trains on them."""
        special = list(training.trainer.special_tokens)
        first = f", first_tokens={special}" if special else ""
        return training.corpus.words, f"train(word_freqs, vocab_size={training.trainer.vocab_size}{first})"

    def ran(self, training: UnigramTraining, state: UnigramState) -> Place:
        """Where the code has just been at a state."""
        gone = sum(len(event.removed) for event in training.events[: state.step])
        return place("merge" if state.step else "start", **{"len(freqs)": len(training.seed) - gone})

    def runs(self, training: UnigramTraining, state: UnigramState) -> Place:
        """Where it goes next."""
        if state.next_event is None:
            return place("full")
        removed = [token.token for token in state.next_event.removed]
        return place("choose", number=len(removed), removed=removed)


def _started(training: Training[Any]) -> Place:
    return place(
        "start",
        **{
            "len(splits)": len(training.corpus.words),
            "len(chunks)": len(training.corpus.words),
            "len(vocab)": len(training.base_vocabulary),
        },
    )


def _ends(training: BPETraining | WordPieceTraining, state: Any, name: str, value: object) -> Place:
    if training.stop_reason == "vocab_size":
        size = training.trainer.vocab_size
        return place("full", **{"len(vocab)": len(state.vocabulary), "vocab_size": size})
    return place("stop", **{name: value})
