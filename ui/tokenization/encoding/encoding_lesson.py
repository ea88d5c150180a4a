"""A way to cut a text, as the player shows it: what is asked of each, and what their frames have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

from bpe_engine import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.visible_text import name, sentences
from ui.lessons.contract import BoardRow, Code, Frame, Frames, Labels, Past, Place, Token, TokenNumber, WordRow
from ui.lessons.frames import TokenTable, frame_json, number_row, with_sums
from ui.tokenization.algorithms.frame_parts import step_labels
from ui.tokenization.algorithms.taught_code import place

TokenizerT = TypeVar("TokenizerT", bound=Tokenizer)
Step = TypeVar("Step")
Below = tuple[list[tuple[TokenNumber, str]], tuple[str, str]]


class Board(NamedTuple):
    """What a step chooses from, and how many more there are."""

    rows: list[BoardRow]
    more: int = 0


class Way(ABC, Generic[TokenizerT, Step]):
    """The steps of a text, cut by one kind of tokenizer: at frame n, n of them have been made."""

    def __init__(self, tokenizer: TokenizerT, text: str, steps: Sequence[Any]) -> None:
        self.tokenizer = tokenizer
        self.text = text  # normalized
        self.steps = steps  # the tokenizer's own
        self.tokens = TokenTable(
            tokenizer.vocabulary,
            byte_level=tokenizer.byte_level,
            special=tokenizer.named_tokens,
            byte_of_token=tokenizer.byte_of_token,
        )

    def shown(self) -> Sequence[Step]:
        """The steps that have a frame each."""
        return self.steps

    def words(self) -> Iterable[str]:
        """The words in the symbols that the steps begin with: they tell which notation is readable."""
        return ()

    @abstractmethod
    def start(self) -> str:
        """What the start looks like."""

    @abstractmethod
    def what_happened(self, last: Step) -> str:
        """What the last step did."""

    @abstractmethod
    def what_comes_next(self, coming: Step) -> str:
        """What the coming step does, and why."""

    @abstractmethod
    def end(self) -> str:
        """Why no step comes."""

    @abstractmethod
    def rows(self, done: Sequence[Step], coming: Step | None) -> tuple[list[WordRow], list[str]]:
        """The words as they stand, and their tokens so far."""

    def board(self, coming: Step | None) -> Board:
        """What the coming step chooses from."""
        return Board([])

    def below(self, done: Sequence[Step], coming: Step | None, found: Sequence[str]) -> Below:
        """What stands below the board: tokens with captions, and the two heads."""
        return self.chips(found), id_titles(len(found))

    def frame(self, done: Sequence[Step], coming: Step | None) -> Frame:
        """The picture after some steps, and before the one that comes."""
        rows, found = self.rows(done, coming)
        board = self.board(coming)
        chips, heads = self.below(done, coming, found)
        return frame_json(
            self.tokens,
            done=self.what_happened(done[-1]) if done else self.start(),
            next=self.what_comes_next(coming) if coming else self.end(),
            words=rows,
            board=board.rows,
            morePairs=board.more,
            chips=chips,
            titles=heads,
        )

    @classmethod
    @abstractmethod
    def in_short(cls, tokens: int) -> str:
        """How a text became so many tokens, in one sentence."""

    @abstractmethod
    def past(self, step: Step) -> Past:
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
        return frames_of(self.shown(), self.frame, self.past, self.tokens, self.words())

    def taught(self) -> Code | None:
        """The code that is taught of this encoding; None where there is none, or it would do otherwise."""
        return None

    def ran(self, last: Step) -> Place:
        """Where that code has just been after a step."""
        raise NotImplementedError

    def runs(self, coming: Step) -> Place:
        """Where it goes before a step."""
        raise NotImplementedError

    def stopped(self) -> Place:
        """Where it goes after the last step."""
        return place("stop")

    def with_code(self, frames: Frames) -> Frames:
        """The frames with the code that is taught, where there is such."""
        code = self.taught()
        if code is None:
            return frames
        places = [
            (self.ran(last) if last else place("start"), self.runs(coming) if coming else self.stopped())
            for last, coming in pairwise((None, *self.shown(), None))
        ]
        # A text that is changed before it is cut has a frame more, at which the code has not begun.
        first = len(frames["frames"]) - len(places)
        shown = frames["frames"][:first]
        for frame, (ran, runs) in zip(frames["frames"][first:], places, strict=True):
            shown.append({**frame, "ran": ran, "runs": runs})
        return {**frames, "frames": shown, "code": code}

    def chips(self, found: Iterable[str]) -> list[tuple[TokenNumber, str]]:
        """Tokens with what stands below each: its id, or the unknown token."""
        ids = self.tokenizer.vocabulary
        return [(self.tokens[token], str(ids.get(token, self.tokenizer.unk_token))) for token in found]


class Finding(Way[TokenizerT, Step]):
    """A way whose steps find tokens, as those of a lookup do."""

    def texts(self) -> dict[int, str]:
        """The words by their numbers, as they were before anything was found."""
        return {step.word: step.text for step in self.steps}

    @classmethod
    @abstractmethod
    def labels(cls) -> Labels:
        return {**super().labels(), **step_labels()}


def frames_of(
    steps: Sequence[Step],
    frame: Callable[[Sequence[Step], Step | None], Frame],
    past: Callable[[Step], Past],
    tokens: TokenTable,
    words: Iterable[str] = (),
) -> Frames:
    """All frames of a text: at frame n, n steps have been made. `frame` is given these, and the step that comes."""
    frames = [frame(steps[:done], next(iter(steps[done:]), None)) for done in range(len(steps) + 1)]
    return {
        "steps": len(steps),
        "first": 0,
        "frames": frames,
        "merges": with_sums(list(map(past, steps)), frames, 0),
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
    rows: list[Token] = [(name(part), name(part), None, None) for part in names]
    (first, *others) = frames["frames"]
    given: Frame = {
        **first,
        "done": _("Start: the text as given."),
        "next": _("Next: the text is changed before it is cut. It becomes “{text}”.").format(text=name(changed)),
        "words": [number_row([names[character] for character in text])],
        "board": [],
        "pairOrder": [],
        "chips": [],
        "titles": (id_titles(0)[0], _("The text")),
    }
    done = sentences(_("The text was changed to “{text}”.").format(text=name(changed)), first["done"])
    step: Past = {"parts": [names[changed]], "made": None, "value": _("changed"), "sum": ""}
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
    return _("“{token}” is a special token: plain text never becomes one.").format(token=name(token))


def id_titles(number_of_tokens: int) -> tuple[str, str]:
    """The heads of the ids and of the words."""
    return (
        _("Ids, as the model would get them now"),
        ngettext("{count} token", "{count} tokens", number_of_tokens).format(count=number(number_of_tokens)),
    )
