"""A way to cut a text, as the player shows it: what is asked of each, and what their frames have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

from bpe_engine import Tokenizer
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
    """What a step chooses from, and how many more there are."""

    rows: list[CandidateRow]
    more: int = 0


class EncodingLesson(ABC, Generic[TokenizerT, Step]):
    """The steps of a text, cut by one kind of tokenizer: at frame n, n of them have been made."""

    def __init__(self, tokenizer: TokenizerT, text: str, steps: Sequence[Any]) -> None:
        self.tokenizer = tokenizer
        self.text = text  # normalized
        self.steps = steps  # the tokenizer's own
        self.tokens = FrameTokens(
            tokenizer.vocabulary,
            byte_level=tokenizer.byte_level,
            special=tokenizer.tokens_by_name,
            byte_of_token=tokenizer.byte_of_token,
        )

    def visible_steps(self) -> Sequence[Step]:
        """The steps that have a frame each."""
        return self.steps

    def words(self) -> Iterable[str]:
        """The words in the symbols that the steps begin with: they tell which notation is readable."""
        return ()

    @abstractmethod
    def start_text(self) -> str:
        """What the start looks like."""

    @abstractmethod
    def last_step_text(self, last: Step) -> str:
        """What the last step did."""

    @abstractmethod
    def next_step_text(self, coming: Step) -> str:
        """What the coming step does, and why."""

    @abstractmethod
    def end_text(self) -> str:
        """Why no step comes."""

    @abstractmethod
    def word_rows(self, done: Sequence[Step], coming: Step | None) -> tuple[list[WordRow], list[str]]:
        """The words as they stand, and their tokens so far."""

    def candidates(self, coming: Step | None) -> CandidateList:
        """What the coming step chooses from."""
        return CandidateList([])

    def token_strip(self, done: Sequence[Step], coming: Step | None, found: Sequence[str]) -> TokenStrip:
        """What stands below the board: tokens with captions, and the two heads."""
        return self.token_captions(found), id_titles(len(found))

    def frame(self, done: Sequence[Step], coming: Step | None) -> Frame:
        """The picture after some steps, and before the one that comes."""
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
        """How a text became so many tokens, in one sentence."""

    @abstractmethod
    def history_item(self, step: Step) -> HistoryItem:
        """What is told of a step once it has happened."""

    @classmethod
    @abstractmethod
    def labels(cls) -> Labels:
        """The texts around the frames, where they differ from those of a training."""
        return {
            "controls": _("Encoding steps"),
            "beyond": _("There is no step {step}: this encoding ends at step {last}."),
        }

    def frames(self) -> Frames:
        """All frames of the text."""
        return build_frames(self.visible_steps(), self.frame, self.history_item, self.tokens, self.words())

    def taught(self) -> Code | None:
        """The code that is taught of this encoding; None where there is none, or it would do otherwise."""
        return None

    def position_after(self, last: Step) -> CodePosition:
        """Where that code has just been after a step."""
        raise NotImplementedError

    def position_before(self, coming: Step) -> CodePosition:
        """Where it goes before a step."""
        raise NotImplementedError

    def position_at_end(self) -> CodePosition:
        """Where it goes after the last step."""
        return code_position("stop")

    def with_code(self, frames: Frames) -> Frames:
        """The frames with the code that is taught, where there is such."""
        code = self.taught()
        if code is None:
            return frames
        places = [
            (
                self.position_after(last) if last else code_position("start"),
                self.position_before(coming) if coming else self.position_at_end(),
            )
            for last, coming in pairwise((None, *self.visible_steps(), None))
        ]
        # A text that is changed before it is cut has a frame more, at which the code has not begun.
        first = len(frames["frames"]) - len(places)
        shown = frames["frames"][:first]
        for frame, (ran, runs) in zip(frames["frames"][first:], places, strict=True):
            shown.append({**frame, "codeAfter": ran, "codeBefore": runs})
        return {**frames, "frames": shown, "code": code}

    def token_captions(self, found: Iterable[str]) -> list[tuple[TokenNumber, str]]:
        """Tokens with what stands below each: its id, or the unknown token."""
        ids = self.tokenizer.vocabulary
        return [(self.tokens[token], str(ids.get(token, self.tokenizer.unk_token))) for token in found]


class LookupLesson(EncodingLesson[TokenizerT, Step]):
    """A way whose steps find tokens, as those of a lookup do."""

    def texts(self) -> dict[int, str]:
        """The words by their numbers, as they were before anything was found."""
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
    """All frames of a text: at frame n, n steps have been made. `frame` is given these, and the step that comes."""
    frames = [frame(steps[:done], next(iter(steps[done:]), None)) for done in range(len(steps) + 1)]
    return {
        "steps": len(steps),
        "first": 0,
        "frames": frames,
        "merges": history_with_sums(list(map(past, steps)), frames, 0),
        "firstMerge": 0,
        "all": True,
        "text": None,
        "code": None,
        **tokens.names(words),
    }


def after_normalization(text: str, changed: str, frames: Frames) -> Frames:
    """The same frames, after one with the text as it was given, before it was changed."""
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
        "titles": (id_titles(0)[0], _("The text")),
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
    """Why a special token's name in a text is not looked up as the token."""
    return _("“{token}” is a special token: plain text never becomes one.").format(token=display_name(token))


def id_titles(number_of_tokens: int) -> tuple[str, str]:
    """The heads of the ids and of the words."""
    return (
        _("Ids, as the model would get them now"),
        ngettext("{count} token", "{count} tokens", number_of_tokens).format(count=localized_number(number_of_tokens)),
    )
