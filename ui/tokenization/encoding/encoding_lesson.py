"""The interface of an encoding lesson, and what all of them share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

from bpe_engine import Tokenizer
from bpe_engine.byte_alphabet import sentencepiece_bytes
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences
from ui.lessons.contract import (
    CandidateRow,
    Code,
    CodePosition,
    Frame,
    Frames,
    HistoryItem,
    Labels,
    Token,
    TokenNumber,
    WordRow,
)
from ui.lessons.frames import FrameTokens, frame_json, history_with_sums, number_row
from ui.tokenization.algorithms.frame_parts import step_labels
from ui.tokenization.algorithms.taught_code import code_position

TokenizerT = TypeVar("TokenizerT", bound=Tokenizer)
Step = TypeVar("Step")
TokenStrip = tuple[list[tuple[TokenNumber, str]], tuple[str, str]]


class CandidateList(NamedTuple):
    """What a step chooses from, and the number of further candidates."""

    rows: list[CandidateRow]
    more: int = 0


class EncodingLesson(ABC, Generic[TokenizerT, Step]):
    """An encoding as a lesson, for one kind of tokenizer. Frame n shows the text after n steps."""

    def __init__(self, tokenizer: TokenizerT, text: str, steps: Sequence[Any]) -> None:
        self.tokenizer = tokenizer
        self.text = text  # normalized
        self.steps = steps  # the tokenizer's own steps
        self.tokens = FrameTokens(
            tokenizer.vocabulary,
            byte_level=tokenizer.byte_level,
            special=tokenizer.tokens_by_name,
            byte_of_token=tokenizer.byte_of_token,
        )

    def visible_steps(self) -> Sequence[Step]:
        """Return the steps that have a frame each."""
        return self.steps

    def words(self) -> Iterable[str]:
        """Return the words in the symbols that the steps start with: they determine the default notation."""
        return ()

    @abstractmethod
    def start_text(self) -> str:
        """Return what the start looks like."""

    @abstractmethod
    def last_step_text(self, last: Step) -> str:
        """Return what the last step did."""

    @abstractmethod
    def next_step_text(self, coming: Step) -> str:
        """Return what the next step does, and why."""

    @abstractmethod
    def end_text(self) -> str:
        """Return why there is no further step."""

    @abstractmethod
    def word_rows(self, done: Sequence[Step], coming: Step | None) -> tuple[list[WordRow], list[str]]:
        """Return the rows of the words in their current state, and the tokens so far."""

    def candidates(self, coming: Step | None) -> CandidateList:
        """Return what the next step chooses from."""
        return CandidateList([])

    def token_strip(self, done: Sequence[Step], coming: Step | None, found: Sequence[str]) -> TokenStrip:
        """Return what is below the candidates: tokens with captions, and two headings."""
        chips = self.token_captions(found)
        return chips, id_titles(len(chips))

    def frame(self, done: Sequence[Step], coming: Step | None) -> Frame:
        """Return the frame after the steps `done`, and before the step `coming`."""
        rows, found = self.word_rows(done, coming)
        board = self.candidates(coming)
        chips, heads = self.token_strip(done, coming, found)
        return frame_json(
            self.tokens,
            done=self.last_step_text(done[-1]) if done else self.start_text(),
            next=self.next_step_text(coming) if coming else self.end_text(),
            words=rows,
            board=board.rows,
            morePairs=board.more,
            chips=chips,
            titles=heads,
        )

    @classmethod
    @abstractmethod
    def summary_text(cls, tokens: int) -> str:
        """Return how a text became this many tokens, in one sentence."""

    @abstractmethod
    def history_item(self, step: Step) -> HistoryItem:
        """Return the entry of a past step in the list of steps."""

    @classmethod
    @abstractmethod
    def labels(cls) -> Labels:
        """Return the labels around the frames that differ from those of a training."""
        return {
            "controls": _("Encoding steps"),
            "beyond": _("There is no step {step}: this encoding ends at step {last}."),
        }

    def frames(self) -> Frames:
        """Return all frames of the text."""
        return build_frames(self.visible_steps(), self.frame, self.history_item, self.tokens, self.words())

    def code(self) -> Code | None:
        """Return the taught code of this encoding; None if there is none, or it would do something else."""
        return None

    def position_after(self, last: Step) -> CodePosition:
        """Return the position in the taught code after a step."""
        raise NotImplementedError

    def position_before(self, coming: Step) -> CodePosition:
        """Return the position in the taught code before a step."""
        raise NotImplementedError

    def position_at_end(self) -> CodePosition:
        """Return the position in the taught code after the last step."""
        return code_position("stop")

    def with_code(self, frames: Frames) -> Frames:
        """Return the frames, with the taught code if there is any."""
        code = self.code()
        if code is None:
            return frames
        places = [
            (
                self.position_after(last) if last else code_position("start"),
                self.position_before(coming) if coming else self.position_at_end(),
            )
            for last, coming in pairwise((None, *self.visible_steps(), None))
        ]
        # A text that is normalized first has an extra frame, before the code starts.
        first = len(frames["frames"]) - len(places)
        shown = frames["frames"][:first]
        for frame, (ran, runs) in zip(frames["frames"][first:], places, strict=True):
            shown.append({**frame, "codeAfter": ran, "codeBefore": runs})
        return {**frames, "frames": shown, "code": code}

    def token_captions(self, found: Iterable[str]) -> list[tuple[TokenNumber, str]]:
        """Return tokens with their captions: the id, or the unknown token; byte tokens for what would become bytes."""
        ids, bytes_of = self.tokenizer.vocabulary, self.tokenizer.byte_of_token
        read = (part for one in found for part in (sentencepiece_bytes(one) if bytes_of and one not in ids else [one]))
        return [(self.tokens[token], str(ids.get(token, self.tokenizer.unk_token))) for token in read]


class LookupLesson(EncodingLesson[TokenizerT, Step]):
    """An encoding whose steps find tokens by lookup."""

    def texts(self) -> dict[int, str]:
        """Return the words by number, as they were before any token was found."""
        return {step.word: step.text for step in self.steps}

    @classmethod
    @abstractmethod
    def labels(cls) -> Labels:
        return {**super().labels(), **step_labels()}


def build_frames(
    steps: Sequence[Step],
    frame: Callable[[Sequence[Step], Step | None], Frame],
    past: Callable[[Step], HistoryItem],
    tokens: FrameTokens,
    words: Iterable[str] = (),
) -> Frames:
    """Return all frames of a text: frame n is after n steps. `frame` receives these, and the next step."""
    frames = [frame(steps[:done], next(iter(steps[done:]), None)) for done in range(len(steps) + 1)]
    return {
        "steps": len(steps),
        "first": 0,
        "frames": frames,
        "merges": history_with_sums(list(map(past, steps)), frames, 0),
        "firstMerge": 0,
        "moreWords": 0,
        "text": None,
        "code": None,
        "aligned": False,
        "columns": [],
        "listed": False,
        "special": [],
        **tokens.token_texts(words),
    }


def after_normalization(text: str, changed: str, frames: Frames) -> Frames:
    """Return the same frames, preceded by one with the text before normalization."""
    names: dict[str, int] = {}
    for part in (*text, changed):
        names.setdefault(part, len(frames["tokens"]) + len(names))
    rows: list[Token] = [(display_name(part), display_name(part), None, None) for part in names]
    (first, *others) = frames["frames"]
    given: Frame = {
        **first,
        "done": _("Start: the text as given."),
        "next": _("Next: the text is changed before it is cut. It becomes “{text}”.").format(
            text=display_name(changed)
        ),
        "words": [number_row([names[character] for character in text])],
        "candidates": [],
        "pairOrder": [],
        "chips": [],
        "titles": (first["titles"][0], _("The text")),
    }
    done = join_sentences(_("The text was changed to “{text}”.").format(text=display_name(changed)), first["done"])
    step: HistoryItem = {"parts": [names[changed]], "made": None, "value": _("changed"), "sum": ""}
    return {
        **frames,
        "steps": frames["steps"] + 1,
        "frames": [given, {**first, "done": done}, *others],
        "merges": [step, *frames["merges"]],
        "tokens": [*frames["tokens"], *rows],
        "hex": [*frames["hex"], *(text for text, *_rest in rows)] if frames["hex"] else [],
    }


def special_as_text(token: str) -> str:
    """Explain why a special token's name in a text is not looked up as the token."""
    return _("“{token}” is a special token: plain text never becomes one.").format(token=display_name(token))


def id_titles(number_of_tokens: int) -> tuple[str, str]:
    """Return the headings of the ids and of the words."""
    return (
        _("Ids, as the model would get them now"),
        ngettext("{count} token", "{count} tokens", number_of_tokens).format(count=localized_number(number_of_tokens)),
    )
