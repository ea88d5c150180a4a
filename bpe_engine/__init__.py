"""The engine of BPE Lab: tokenization algorithms that can be followed step by step."""

from bpe_engine import notebook as notebook  # registers how tokens and steps are displayed in a notebook
from bpe_engine.bpe.dropout import BPEDropoutTokenizer
from bpe_engine.bpe.encoding import EncodeStep
from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.longest_match import LongestMatchStep, LongestMatchTokenizer
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.trainer import BPETrainer
from bpe_engine.bpe.training import BPEState, BPETraining
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.former_names import View
from bpe_engine.inspection.metrics import Metrics, measure
from bpe_engine.inspection.text_path import MergeTree, TextPath, merge_tree, trace_text
from bpe_engine.inspection.tokenized_text import TokenizedText
from bpe_engine.parity.corpus import LanguageCorpus
from bpe_engine.parity.events import ParityEvent
from bpe_engine.parity.trainer import ParityBPETrainer
from bpe_engine.parity.training import ParityTraining
from bpe_engine.picky.events import PickyEvent
from bpe_engine.picky.tokenizer import PickyBPETokenizer, PickyStep
from bpe_engine.picky.trainer import PickyBPETrainer
from bpe_engine.picky.training import PickyTraining
from bpe_engine.pieces import encode_pieces
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.registered import RegisteredTokenizer
from bpe_engine.sentencepiece.bpe import SentencePieceBPE
from bpe_engine.superbpe.trainer import SuperBPETrainer
from bpe_engine.superbpe.training import SuperBPETraining
from bpe_engine.symbols import Pair
from bpe_engine.tokenizer import Span, Tokenizer
from bpe_engine.tokenizers.whole_units import (
    CharacterTokenizer,
    CharacterTrainer,
    LookupStep,
    UnitEvent,
    UnitTraining,
    WordLevelTokenizer,
    WordLevelTrainer,
)
from bpe_engine.training.base import StateView, Trainer, Training
from bpe_engine.unigram.events import PruneEvent
from bpe_engine.unigram.tokenizer import UnigramStep, UnigramTokenizer
from bpe_engine.unigram.trainer import UnigramTrainer
from bpe_engine.unigram.training import UnigramTraining
from bpe_engine.vocabularies.openai_models import vocabulary_of_model
from bpe_engine.vocabularies.pretrained import PRETRAINED, load_pretrained
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.tokenizer import WordPieceStep, WordPieceTokenizer
from bpe_engine.wordpiece.trainer import WordPieceTrainer
from bpe_engine.wordpiece.training import WordPieceTraining

follow = trace_text  # former name, kept for one release


def __getattr__(name: str) -> str:
    """Return `__version__`, reading it from the package metadata only on first use."""
    if name == "__version__":
        from bpe_engine.version import installed_version  # importlib.metadata is slow to import

        return installed_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "BYTE_ALPHABET",
    "PRETRAINED",
    "BPEDropoutTokenizer",
    "BPEState",
    "BPETokenizer",
    "BPETrainer",
    "BPETraining",
    "CharacterTokenizer",
    "CharacterTrainer",
    "Corpus",
    "EncodeStep",
    "EngineError",
    "LanguageCorpus",
    "LongestMatchStep",
    "LongestMatchTokenizer",
    "LookupStep",
    "MergeEvent",
    "MergeTree",
    "Metrics",
    "Pair",
    "ParityBPETrainer",
    "ParityEvent",
    "ParityTraining",
    "PickyBPETokenizer",
    "PickyBPETrainer",
    "PickyEvent",
    "PickyStep",
    "PickyTraining",
    "PreTokenizer",
    "PruneEvent",
    "RegisteredTokenizer",
    "SentencePieceBPE",
    "Span",
    "StateView",
    "SuperBPETrainer",
    "SuperBPETraining",
    "TextPath",
    "TokenizedText",
    "Tokenizer",
    "Trainer",
    "Training",
    "UnigramStep",
    "UnigramTokenizer",
    "UnigramTrainer",
    "UnigramTraining",
    "UnitEvent",
    "UnitTraining",
    "View",
    "WordLevelTokenizer",
    "WordLevelTrainer",
    "WordPieceEvent",
    "WordPieceStep",
    "WordPieceTokenizer",
    "WordPieceTrainer",
    "WordPieceTraining",
    "encode_pieces",
    "follow",
    "load_pretrained",
    "measure",
    "merge_tree",
    "trace_text",
    "vocabulary_of_model",
]
