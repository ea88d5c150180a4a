"""Byte-pair encoding: merge the most frequent neighbouring pair into a token, and repeat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bpe_engine import (
    BYTE_ALPHABET,
    BPETokenizer,
    BPETrainer,
    BPETraining,
    EngineError,
    Tokenizer,
)
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.tie_breaking import tie_break_key
from bpe_engine.bpe.trainer import BPERun
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.parameter_types import Flag
from ui.base.tokenizer_choices import longest_match
from ui.tokenization.algorithms import exports
from ui.tokenization.algorithms.base import ChartStyle, ComparedMethod, DownloadFile, LocalizedText
from ui.tokenization.algorithms.most_frequent_pair import (
    MostFrequentPair,
    PairCountSettings,
    smallest_units_option,
    tie_rule_option,
)
from ui.tokenization.algorithms.options import (
    TrainingOption,
    choice_option,
    drop_unused_option,
    min_frequency_option,
    pre_tokenizer_option,
    special_tokens_option,
    vocabulary_size_option,
)
from ui.tokenization.algorithms.taught_code import TaughtBPE
from ui.tokenization.tasks.task import PreTokenizerName, Settings, TextSource

END_OF_WORD = "</w>"


@dataclass(frozen=True)
class BPESettings(PairCountSettings):
    """The settings of byte-pair encoding."""

    algorithm = "bpe"
    trainer_class = BPETrainer

    all_bytes: bool = False  # only relevant with bytes as units
    end_of_word: Literal["none", "symbol", "suffix"] = "none"
    drop_unused: bool = False

    def trainer_options(self) -> dict[str, Any]:
        return {
            **super().trainer_options(),
            "initial_alphabet": BYTE_ALPHABET if self.all_bytes and self.byte_level else (),
            "end_of_word_symbol": END_OF_WORD if self.end_of_word == "symbol" else "",
            "end_of_word_suffix": END_OF_WORD if self.end_of_word == "suffix" else "",
        }


class BPE(MostFrequentPair[BPESettings, BPETraining]):
    """Byte-pair encoding."""

    settings = BPESettings
    immediate_limit = 20_000
    taught = TaughtBPE()
    functions = (PairQueue.pop, BPERun.merge, MergeState.merge, tie_break_key)
    chart_style = ChartStyle("--chart-1", "circle", "●")
    name = LocalizedText("BPE")
    rule = LocalizedText("most frequent pair")
    description = LocalizedText(
        "Byte-pair encoding joins the most frequent neighbouring pair, over and over. GPT uses it."
    )

    def options(self) -> Sequence[TrainingOption]:
        return (
            vocabulary_size_option(),
            tie_rule_option(),
            min_frequency_option(),
            smallest_units_option(),
            TrainingOption(
                "allbytes",
                "all_bytes",
                Flag(),
                _("Start with all 256 bytes"),
                _("Then no text has unknown bytes, and tiktoken can load the result."),
                is_relevant=lambda settings: settings.byte_level,
            ),
            pre_tokenizer_option(),
            special_tokens_option(),
            choice_option(
                "end",
                "end_of_word",
                {
                    "none": _("no mark"),
                    "symbol": _("</w> as a symbol of its own"),
                    "suffix": _("</w> joined to the last character"),
                },
                _("End of word"),
                _("A mark at the end tells “est” in “newest” from “est” in “estate”."),
            ),
            drop_unused_option(),
        )

    about_functions = LocalizedText(
        "These functions made the steps above; nothing is simplified. The first chooses the pair, the second "
        "makes it a token, the third replaces it in every word. The last orders pairs that tie."
    )
    when_to_use = LocalizedText(
        "The usual choice today, nearly always on bytes. Training is fast. Its cuts follow frequency, not meaning."
    )

    def downloads(self) -> dict[str, DownloadFile]:
        merges = DownloadFile(_("Merges (text)"), "merges.txt", exports.merges_text)
        return {"merges": merges, **super().downloads()}

    def advice(self) -> list[tuple[str, str]]:
        """Return names and reasons; the rarely used method comes last."""
        plain, longest, on_bytes, marked = super().advice()
        return [plain, on_bytes, marked, longest]

    def methods(self) -> Sequence[ComparedMethod]:
        return ComparedMethod(self), _LongestMatch(self), _ByteLevelBPE(self), _EndOfWordBPE(self)


class _LongestMatch(ComparedMethod):
    """The tokens of byte-pair encoding, applied differently: it has no training of its own."""

    key = "longest"
    look = ChartStyle("--chart-2", "square", "■", (6, 4))  # its line often overlaps that of BPE, so it is dashed
    name = LocalizedText("BPE, longest match")
    rule = LocalizedText("longest token first")
    explanation = LocalizedText(
        "BPE, longest match. The tokens of BPE, used differently. Each word is cut by the longest token found in it, "
        "then whatever is left likewise. BPE itself repeats its merges, in the order it learned them."
    )
    reason = LocalizedText(
        "Used in some course pages and older programs. Easy to do by hand, but it may cut differently from BPE, "
        "because the order of merges plays no part. For a model trained with merges, use the merges."
    )

    def tokenizer(self, trained: Tokenizer) -> Tokenizer:
        """Return a tokenizer with the same tokens that takes the longest one first."""
        assert isinstance(trained, BPETokenizer), "what its training made"
        return longest_match(trained)


class _ByteLevelBPE(ComparedMethod):
    """Byte-pair encoding that starts from all bytes."""

    key = "bytes"
    look = ChartStyle("--chart-3", "triangle-up", "▲")
    name = LocalizedText("BPE on bytes")
    rule = LocalizedText("most frequent pair of bytes")
    explanation = LocalizedText(
        "BPE on bytes. It starts from the 256 bytes instead of characters, so nothing is unknown to it. The space "
        "before a word belongs to the word (·)."
    )
    reason = LocalizedText(
        "What GPT and most of today’s models use: it can write text of any kind, in any language. A script that "
        "training saw little of takes many tokens. It needs a vocabulary of more than 256 tokens."
    )

    def settings(self, source: TextSource, size: int) -> Settings:
        """Return the settings of its training. GPT-2's pattern cuts the text."""
        split: PreTokenizerName = "whitespace" if source.counts else "gpt2"
        return BPESettings(size, split, units="bytes", all_bytes=True)

    def problem(self, size: int, error: EngineError) -> str:
        if "enough" in error.values:
            return _("It starts with the 256 bytes, and a vocabulary of {size} has no room for them.").format(
                size=localized_number(size)
            )
        return super().problem(size, error)

    def words_note(self, source: TextSource) -> str:
        """Explain that a word with a space before it is a different word."""
        if source.counts:
            return ""
        return _("BPE on bytes gets a word as it most often appears in the text, with or without the space before it.")


_STAR = "M0,-1L0.24,-0.32L0.95,-0.31L0.38,0.12L0.59,0.81L0,0.4L-0.59,0.81L-0.38,0.12L-0.95,-0.31L-0.24,-0.32Z"


class _EndOfWordBPE(ComparedMethod):
    """Byte-pair encoding as in its paper: with a mark at the end of each word."""

    key = "marked"
    look = ChartStyle("--chart-4", _STAR, "★", (4, 2))
    name = LocalizedText("BPE with </w>")
    rule = LocalizedText("most frequent pair, with ends of words")
    explanation = LocalizedText(
        "BPE with </w>. A mark ends each word, as in the paper, and is a symbol like any other."
    )
    reason = LocalizedText(
        "For words cut at spaces: </w> records where one ends. The paper and GPT-1 use it; since GPT-2, most work on "
        "bytes."
    )

    def settings(self, source: TextSource, size: int) -> Settings:
        return BPESettings(size, special_tokens=(self.algorithm.unknown,), end_of_word="symbol")
