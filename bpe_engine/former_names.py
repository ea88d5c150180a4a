"""Former names of exports, and of classes in pickled tokenizers. They are kept for one release."""

import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Self

from bpe_engine.bpe.longest_match import LongestMatchTokenizer
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.bpe.training import BPEState
from bpe_engine.files.opened_tokenizer import OpenedTokenizer
from bpe_engine.inspection.metrics import Metrics
from bpe_engine.parity.corpus import LanguageCorpus
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.superbpe.training import SuperBPETraining
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.training.base import StateView, Trainer, Training
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


class _Former:
    """A descriptor that reads a member by its former name, from an object or its class."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> Any:
        return getattr(owner if instance is None else instance, self._name)


class View(StateView):
    """`StateView` by its former name and with the former name of its last field."""

    def __new__(cls, pairs: int | None = None, words: Sequence[int] | None = None, changes: int | None = None) -> Self:
        """Accept the former name of the last field."""
        return super().__new__(cls, pairs, words, changes)


FORMER: tuple[tuple[type, str, str], ...] = (
    (Metrics, "vocabulary", "vocabulary_size"),
    (Tokenizer, "inner", "base_tokenizer"),
    (Tokenizer, "named_tokens", "tokens_by_name"),
    (PreTokenizer, "is_published", "is_builtin"),
    (PreTokenizer, "ends_with_words", "allows_word_splits"),
    (StateView, "changes", "changed_words"),
    (Trainer, "run", "start"),
    (Training, "walk", "states_between"),
    (LongestMatchTokenizer, "of", "from_tokenizer"),
    (BPETokenizer, "merged", "merge_pre_token"),
    (BPETokenizer, "merged_into", "describe_merged"),
    (BPETokenizer, "pieces_of", "tokens_of_part"),
    (BPEState, "places", "words_with_pair"),
    (BPEState, "tie_choices", "winner_by_rule"),
    (LanguageCorpus, "of", "from_corpora"),
    (LanguageCorpus, "measured", "evaluation_words"),
    (SuperBPETraining, "left", "dropped_at_transition"),
    (WordPieceTokenizer, "beginnings", "prefixes"),
    (OpenedTokenizer, "stepwise", "has_steps"),
)

for _owner, _old, _new in FORMER:
    setattr(_owner, _old, _Former(_new))


class _FormerModule(ModuleType):
    """A module under its former name. It imports the current module when a pickle first looks up a class in it."""

    def __init__(self, name: str, module: str, names: dict[str, str]) -> None:
        super().__init__(name)
        self._module = module
        self._names = names

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # code that inspects all modules must not import this one
            raise AttributeError(name)
        return getattr(import_module(self._module), self._names.get(name, name))


FORMER_MODULES: tuple[tuple[str, str, dict[str, str]], ...] = (
    (
        "bpe_engine.changed_text",
        "bpe_engine.tokenizers.normalizing",
        {"ChangingTokenizer": "NormalizingTokenizer", "Spaces": "SpaceHandling"},
    ),
    ("bpe_engine.files.normalizer_apart", "bpe_engine.files.isolated_normalizer", {}),
    ("bpe_engine.files.sentencepiece_apart", "bpe_engine.files.sentencepiece_process", {}),
    ("bpe_engine.files.splits", "bpe_engine.files.split_sequence", {}),
    ("bpe_engine.files.tokenizers_apart", "bpe_engine.files.tokenizers_process", {}),
    ("bpe_engine.sentencepiece.words", "bpe_engine.sentencepiece.space_splitting", {"SpaceWords": "SpaceSplitter"}),
    ("bpe_engine.whole_units", "bpe_engine.tokenizers.whole_units", {}),
)
"""Modules named in pickles of version 0.2: former name, current name, and renamed classes.

A class renamed within its module has an alias next to it.
"""

for _name, _module, _names in FORMER_MODULES:
    sys.modules[_name] = _FormerModule(_name, _module, _names)
