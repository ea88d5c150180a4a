"""The training methods by their names on the command line and in the app, in the order of the app's buttons."""

from typing import Any

from bpe_engine.bpe.trainer import BPETrainer
from bpe_engine.parity.trainer import ParityBPETrainer
from bpe_engine.picky.trainer import PickyBPETrainer
from bpe_engine.superbpe.trainer import SuperBPETrainer
from bpe_engine.tokenizers.whole_units import CharacterTrainer, WordLevelTrainer
from bpe_engine.unigram.trainer import UnigramTrainer
from bpe_engine.wordpiece.trainer import WordPieceTrainer

TRAINERS: dict[str, Any] = {  # each is a Trainer and a dataclass of its options
    "bpe": BPETrainer,
    "wordpiece": WordPieceTrainer,
    "unigram": UnigramTrainer,
    "words": WordLevelTrainer,
    "characters": CharacterTrainer,
    "superbpe": SuperBPETrainer,
    "picky": PickyBPETrainer,
    "parity": ParityBPETrainer,
}
