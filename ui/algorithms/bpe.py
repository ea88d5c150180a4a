"""Byte-pair encoding: the most frequent pair of neighbours becomes a token, again and again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from bpe_engine import (
    BYTE_ALPHABET,
    BPEState,
    BPETokenizer,
    BPETrainer,
    BPETraining,
    EngineError,
    MergeEvent,
    PickyEvent,
    Tokenizer,
)
from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_state import MergeState
from bpe_engine.bpe.pair_queue import PairQueue
from bpe_engine.bpe.ties import tie_priority
from bpe_engine.bpe.trainer import BPERun
from ui.algorithms import bpe_sentences, exports
from ui.algorithms.base import Algorithm, Download, Look, Method, Said
from ui.algorithms.options import (
    Option,
    choice,
    cut_into_words,
    drop_unused,
    least_frequency,
    special_tokens,
    vocabulary_size,
)
from ui.algorithms.shared import board_row, gone, pair_frame, pair_text, past_merge, times
from ui.algorithms.taught import TaughtBPE
from ui.i18n import gettext as _
from ui.i18n import ngettext, number
from ui.notation import name
from ui.player.contract import BoardRow, Frame, Labels, Past, Tie
from ui.player.frames import TokenTable
from ui.readings import Switch
from ui.tasks.scenarios import OWN_TEXT, Scenario
from ui.tasks.settings import PreTokenizerName, Settings, Source
from ui.tokenizers import longest_match

END_OF_WORD = "</w>"


@dataclass(frozen=True)
class BPESettings(Settings):
    """What byte-pair encoding is trained with."""

    algorithm = "bpe"

    tie_break: TieBreak = "first-seen"
    min_frequency: int = 1
    units: Literal["characters", "bytes"] = "characters"
    all_bytes: bool = False  # means something with bytes as units only
    end_of_word: Literal["none", "symbol", "suffix"] = "none"
    drop_unused: bool = False

    @property
    def byte_level(self) -> bool:
        """Whether words are written in bytes."""
        return self.units == "bytes"

    def trainer(self) -> BPETrainer:
        """The trainer with these choices. Raises EngineError where they cannot work together."""
        return BPETrainer(
            vocab_size=self.vocab_size,
            min_frequency=self.min_frequency,
            special_tokens=self.special_tokens,
            initial_alphabet=BYTE_ALPHABET if self.all_bytes and self.byte_level else (),
            end_of_word_symbol=END_OF_WORD if self.end_of_word == "symbol" else "",
            end_of_word_suffix=END_OF_WORD if self.end_of_word == "suffix" else "",
            tie_break=self.tie_break,
            drop_unused=self.drop_unused,
        )


class BPE(Algorithm[BPESettings, BPETraining]):
    """Byte-pair encoding."""

    settings = BPESettings
    sizes: ClassVar[Mapping[str, int]] = {
        "hug": 20,
        "low": 26,
        "course": 50,
        "aaab": 259,
        "tones": 20,
        "marks": 20,
        "stems": 30,
        "words": 20,
        OWN_TEXT: 300,
    }
    short = 20_000
    merges = True
    taught = TaughtBPE()
    functions = (PairQueue.pop, BPERun.merge, MergeState.merge, tie_priority)
    look = Look("#4b5aff", "circle", "●")
    name = Said("BPE")
    blurb = Said("Byte-pair encoding joins the most frequent pair of neighbours, again and again. GPT uses it.")

    def options(self) -> Sequence[Option]:
        """The settings to choose."""
        return (
            vocabulary_size(),
            tie_rule(),
            least_frequency(),
            smallest_units(),
            Option(
                "allbytes",
                "all_bytes",
                Switch(),
                _("Start with all 256 bytes"),
                _("Then no text has unknown bytes, and tiktoken can load what was trained."),
                shown=lambda settings: settings.byte_level,
            ),
            cut_into_words(),
            special_tokens(),
            choice(
                "end",
                "end_of_word",
                {
                    "none": _("no mark"),
                    "symbol": _("</w> as a symbol of its own"),
                    "suffix": _("</w> joined to the last character"),
                },
                _("End of a word"),
                _("A mark at the end tells “est” in “newest” from “est” in “estate”."),
            ),
            drop_unused(),
        )

    def usual(self, scenario: Scenario) -> BPESettings:
        """The settings that a scenario starts from."""
        usual = BPESettings(self.sizes[scenario.key], scenario.pre_tokenizer)
        match scenario.key:
            case "low":
                return replace(usual, end_of_word="symbol")
            case "course":
                return replace(usual, units="bytes", special_tokens=("<|endoftext|>",))
            case "aaab":
                return replace(usual, units="bytes", all_bytes=True)
        return replace(usual, units="bytes") if scenario.key == OWN_TEXT else usual

    def blurb_of(self, scenario: Scenario) -> str:
        """What a scenario is good for: of marks and bytes something is to be seen here alone."""
        return {
            "low": _(
                "The example of the paper that brought BPE to language. A mark </w> ends each word, and what is "
                "learned can write a word that was never seen: encode “lowest”."
            ),
            "course": _(
                "Real sentences, cut into words as GPT-2 does it. The space before a word belongs to the word and is "
                "written Ġ."
            ),
            "aaab": _(
                "How it began: compressing bytes. The whole text is one word, and the vocabulary starts with all 256 "
                "bytes, so the first new token has the id 256."
            ),
        }.get(scenario.key, scenario.blurb)

    def frame(self, training: BPETraining, state: BPEState, tokens: TokenTable) -> Frame:
        """The picture of a state."""
        return pair_frame(
            training,
            state,
            tokens,
            done=bpe_sentences.what_happened(training, state),
            next=bpe_sentences.what_comes_next(training, state),
            board=board(training, state, tokens),
            tie=tie(training, state),
            dropped=gone(training, state.step) if training.trainer.drop_unused else (),
        )

    def past(self, event: MergeEvent, tokens: TokenTable) -> Past:
        """A merge with the count of its pair."""
        return past_of(event, tokens)

    def labels(self) -> Labels:
        """The texts around the frames: those that the player comes with."""
        return {}

    def tie_rules(self) -> Mapping[str, str]:
        """The tie rules by their names."""
        return bpe_sentences.rule_names()

    about_functions = Said(
        "These functions made the steps above; nothing is simplified. The first chooses the pair, the second "
        "makes it a token, the third replaces it in every word. The last orders pairs that tie."
    )
    reason = Said(
        "The usual choice today, nearly always on bytes. Training is fast. Its cuts follow frequency, not meaning."
    )

    def downloads(self) -> dict[str, Download]:
        """A training as files, by a name for each."""
        merges = Download(_("Merges (text)"), "merges.txt", "text/plain", exports.merges_text)
        return {"merges": merges, **super().downloads()}

    def advice(self) -> list[tuple[str, str]]:
        """When to use which of the methods: what few use comes last."""
        plain, longest, on_bytes, marked = super().advice()
        return [plain, on_bytes, marked, longest]

    def methods(self) -> Sequence[Method]:
        """What is set side by side."""
        return Method(self), _LongestMatch(self), _OnBytes(self), _Marked(self)


def tie_rule() -> Option:
    """Which of several equally frequent pairs is merged."""
    return choice(
        "tie",
        "tie_break",
        {
            rule: _("{rule}: {explanation}").format(rule=name, explanation=explanation)
            for (rule, name), explanation in zip(
                bpe_sentences.rule_names().items(),
                (
                    _("the pair that comes first in the corpus"),
                    _("the pair with the smallest ids"),
                    _("the pair last in the order of character codes, or of bytes"),
                ),
                strict=True,
            )
        },
        _("When pairs tie"),
        _(
            "Which of several equally frequent pairs is merged. The Hugging Face course and minbpe take the first "
            "seen, the tokenizers library the one with the smallest ids, subword-nmt the largest."
        ),
    )


def smallest_units() -> Option:
    """What words are cut into first."""
    return choice(
        "units",
        "units",
        {"characters": _("characters"), "bytes": _("bytes")},
        _("Smallest units"),
        _("Words are first cut into these. Any character can be written in bytes: it has one to four."),
    )


class _LongestMatch(Method):
    """The tokens of byte-pair encoding, put to use otherwise: it has no training of its own."""

    key = "longest"
    look = Look("#4b96f0", "square", "■", (6, 4))  # often where BPE is: both can be seen
    name = Said("BPE, longest match")
    explanation = Said(
        "BPE, longest match. The tokens of BPE, put to use otherwise. Each word is cut by the longest token found "
        "in it, then what is left of it. BPE itself makes its merges again, in the order in which it learned them."
    )
    reason = Said(
        "In some course pages and older programs. Simple to do by hand; it may cut unlike BPE, as the "
        "order of the merges plays no part. For a model that was trained with merges, use the merges."
    )

    def tokenizer(self, trained: Tokenizer) -> Tokenizer:
        """The same tokens, the longest first."""
        assert isinstance(trained, BPETokenizer), "what its training made"
        return longest_match(trained)


class _OnBytes(Method):
    """Byte-pair encoding that begins with all bytes."""

    key = "bytes"
    look = Look("#00781e", "triangle-up", "▲")
    name = Said("BPE on bytes")
    explanation = Said(
        "BPE on bytes. It begins with the 256 bytes instead of characters, so nothing is unknown to it. The space "
        "before a word belongs to the word (·)."
    )
    reason = Said(
        "What GPT and most of today's models do: text of any kind, in any language, can be written. A "
        "script that the training saw little of takes many tokens. It needs a vocabulary of more than 256 "
        "tokens."
    )

    def settings(self, source: Source, size: int) -> Settings:
        """The settings of its training. GPT-2's pattern cuts the text."""
        split: PreTokenizerName = "whitespace" if source.counts else "gpt2"
        return BPESettings(size, split, units="bytes", all_bytes=True)

    def problem(self, size: int, error: EngineError) -> str:
        """Why it could not be trained."""
        if "enough" in error.values:
            return _("It begins with the 256 bytes, for which a vocabulary of {size} has no room.").format(
                size=number(size)
            )
        return super().problem(size, error)

    def note_on_words(self, source: Source) -> str:
        """That a word is not the same with and without the space before it."""
        if source.counts:
            return ""
        return _("BPE on bytes gets a word as it most often stands in the text, with the space before it or without.")


_STAR = "M0,-1L0.24,-0.32L0.95,-0.31L0.38,0.12L0.59,0.81L0,0.4L-0.59,0.81L-0.38,0.12L-0.95,-0.31L-0.24,-0.32Z"


class _Marked(Method):
    """Byte-pair encoding as its paper has it: with a mark at the end of each word."""

    key = "marked"
    look = Look("#f06978", _STAR, "★", (4, 2))
    name = Said("BPE with </w>")
    explanation = Said("BPE with </w>. A mark ends each word, as in the paper, and is a symbol like any other.")
    reason = Said(
        "Where words are cut at spaces: </w> keeps where one ends. The paper and GPT-1 have it; since GPT-2 most "
        "work on bytes."
    )

    def settings(self, source: Source, size: int) -> Settings:
        """The settings of its training."""
        return BPESettings(size, special_tokens=(self.algorithm.unknown,), end_of_word="symbol")


def past_of(event: MergeEvent | PickyEvent, tokens: TokenTable) -> Past:
    """A merge with the count of its pair."""
    spoken = ngettext(
        "Merge {number}: {pair} becomes “{token}”, {count} time",
        "Merge {number}: {pair} becomes “{token}”, {count} times",
        event.count,
    ).format(
        number=number(event.rank + 1),
        pair=pair_text(event.pair),
        token=name(event.token),
        count=number(event.count),
    )
    return past_merge(event.pair, event.token, number(event.count), tokens, spoken)


def board(training: BPETraining, state: BPEState, tokens: TokenTable) -> list[BoardRow]:
    """The pairs by their counts."""
    event = state.next_event
    most = training.events[0].count if training.events else max((row.count for row in state.leaderboard), default=1)
    return [
        board_row(
            row.pair,
            tokens,
            value=number(row.count),
            said=times(row.count),
            share=row.count / most,
            tally=bpe_sentences.tally(row),
            winner=event is not None and row.pair == event.pair,
            tied=event is not None and event.tied > 0 and row.count == event.count,
            verdict=bpe_sentences.verdict(row, training, state) if event else "",
        )
        for row in state.leaderboard
    ]


def tie(training: BPETraining, state: BPEState) -> Tie | None:
    """That pairs tie, where they do."""
    if not state.tie_choices:
        return None
    assert state.next_event is not None, "only pairs that can merge next tie"
    equal = state.next_event.tied + 1
    badge = ngettext("tie of {count} pairs", "tie of {count} pairs", equal).format(count=number(equal))
    return {"badge": badge, "rule": training.trainer.tie_break, "reason": bpe_sentences.tie_reason(training, state)}
