"""Training steps as plain JSON for the player: everything that it shows, decided here, a module for each algorithm."""

from bpe_engine import BPETraining
from bpe_engine.unigram.training import UnigramTraining
from bpe_engine.whole_units import UnitTraining
from bpe_engine.wordpiece.training import WordPieceTraining
from ui.algorithms import bpe, unigram, units, wordpiece
from ui.player.frames import Json
from ui.tasks.settings import Algorithm

AnyTraining = BPETraining | WordPieceTraining | UnigramTraining | UnitTraining


def payload(training: AnyTraining, first: int, last: int) -> Json:
    """The frames from step `first` to step `last`, with the tokens that they name."""
    if isinstance(training, WordPieceTraining):
        return wordpiece.payload(training, first, last)
    if isinstance(training, UnigramTraining):
        return unigram.payload(training, first, last)
    if isinstance(training, UnitTraining):
        return units.payload(training, first, last)
    return bpe.payload(training, first, last)


def labels(algorithm: Algorithm) -> dict[str, str]:
    """The texts around the frames, where they differ from those of byte-pair encoding."""
    return {
        "bpe": dict,
        "wordpiece": wordpiece.labels,
        "unigram": unigram.labels,
        "words": units.word_labels,
        "characters": units.character_labels,
    }[algorithm]()
