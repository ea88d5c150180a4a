"""The interface of an algorithm: everything the app asks of it."""

import inspect
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, overload

from bpe_engine import EngineError, StateView, Tokenizer, Training
from bpe_engine.training.base import WordState
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, translate_error
from ui.lessons.contract import CandidateRow, Frame, Frames, HistoryItem, Labels, TieInfo, WordRow
from ui.lessons.frames import (
    MAX_CANDIDATES,
    MAX_CHANGED_WORDS,
    MERGES_SHOWN,
    SMALL_CORPUS_WORDS,
    FrameTokens,
    column_titles,
    frame_json,
    history_with_sums,
    visible_tokens,
    visible_word_numbers,
    word_row,
)
from ui.lessons.running_text import TextOpening, opening_words, running_text
from ui.look import token_value
from ui.tokenization.algorithms import exports
from ui.tokenization.algorithms.options import TrainingOption
from ui.tokenization.algorithms.taught_code import Taught
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import Settings, TextSource

SettingsT = TypeVar("SettingsT", bound=Settings)
TrainingT = TypeVar("TrainingT", bound=Training[Any])


class LocalizedText:
    """A class attribute that is translated into the reader's language on access: `name = LocalizedText("BPE")`."""

    def __init__(self, text: str = "", **values: int | None) -> None:
        self._text = text
        self._values = values

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: object, kind: type) -> str: ...
    def __get__(self, owner: object | None, kind: type) -> Self | str:
        return (
            self
            if owner is None
            else self._text
            and _(self._text).format(**{name: localized_number(value or 0) for name, value in self._values.items()})
        )


class ChartStyle(NamedTuple):
    """How a method looks in every chart of Compare; `sign` is the shape as a character.

    Each colour, a design token, has a contrast of at least 3:1 with the light and the dark page. Within that limit,
    they were chosen to be as different as possible, for full colour vision and for the three kinds of colour blindness
    (Machado 2009).
    """

    token: str  # the colour's name among the design tokens
    shape: str
    sign: str
    dash: tuple[int, int] = (1, 0)

    @property
    def colour(self) -> str:
        """The colour, as charts need it: they can't read style sheets."""
        return token_value(self.token)


class DownloadFile(NamedTuple):
    """A download of a training."""

    label: str
    file: str
    content: Callable[[Any], str | bytes]  # computes the content from a training


class Algorithm(ABC, Generic[SettingsT, TrainingT]):
    """A training method. Subclasses may define properties as class attributes; texts as `LocalizedText`."""

    merges: ClassVar[bool] = False  # whether a step joins two tokens
    is_variant: ClassVar[bool] = False  # whether it modifies another algorithm; Compare shows it on request
    # whether it can start from bytes, which include spaces and leave nothing unknown
    is_byte_level: ClassVar[bool] = False
    unknown: ClassVar[str] = "[UNK]"  # the unknown token
    taught: ClassVar[Taught[Any] | None] = None  # its taught code
    most_candidates: ClassVar[int] = MAX_CANDIDATES  # shown for the next step

    @property
    def key(self) -> str:
        """The key in a URL."""
        return self.settings.algorithm

    @property
    @abstractmethod
    def name(self) -> str:
        """The name on a button."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What it does, in one or two sentences."""

    # How a training is made

    @property
    @abstractmethod
    def settings(self) -> type[SettingsT]:
        """The class of its settings. No other algorithm uses the same trainer class."""

    @abstractmethod
    def options(self) -> Sequence[TrainingOption]:
        """Return the options, in the order in which the page shows them."""

    def default_settings(self, scenario: Scenario) -> SettingsT:
        """Return the settings that a scenario starts from."""
        # GPT-2's pattern leaves a space at the start of words, which only byte-pair encoding makes use of.
        keeps_words = self.is_byte_level or scenario.pre_tokenizer != "gpt2"
        usual: dict[str, Any] = {
            "vocab_size": scenario.size,
            "pre_tokenizer": scenario.pre_tokenizer if keeps_words else "bert",
            **({"units": scenario.units} if self.is_byte_level else {"special_tokens": (self.unknown,)}),
        }
        return self.settings(**{**usual, **scenario.settings.get(self.key, {})})

    def scenario_description(self, scenario: Scenario) -> str:
        """Return what a scenario shows with this algorithm."""
        return scenario.description_for(self.key)

    @property
    @abstractmethod
    def immediate_limit(self) -> int:
        """Characters up to which a training is made at once: a tenth of a second for plain text, at worst a second."""

    @property
    def limit(self) -> str:
        """The largest corpus that it accepts; empty if only the page limits it."""
        most = self.settings.trainer_class.max_characters
        if most is None:
            return ""
        return _("Limit: {limit} characters, counting each different word once.").format(limit=localized_number(most))

    # What Train shows of a training

    def frames(self, training: TrainingT, first: int, last: int, begins: TextOpening | None = None) -> Frames:
        """Return the frames from step `first` to step `last`, with the tokens that they mention.

        `begins` is the opening of the training text, if there is one.
        """
        special = training.trainer.special_tokens
        tokens = FrameTokens(self.ids(training), byte_level=training.corpus.byte_level, special=special)
        words = visible_word_numbers(training.corpus.words)
        text = opening_words(begins or TextOpening(), training.corpus, training.trainer.special_tokens)
        place_of = {number: place for place, number in enumerate(dict.fromkeys((*words, *text.numbers)))}
        before = max(0, first - 1)  # the frame before the first one explains the step that led to it
        states = training.states_between(
            before, last, StateView(pairs=self.most_candidates, words=list(place_of), changed_words=MAX_CHANGED_WORDS)
        )
        frames = [self.frame(training, state, tokens) for state in states]
        in_text = [[frame["words"][place_of[number]] for number in text.numbers] for frame in frames[first - before :]]
        for frame in frames:
            del frame["words"][len(words) :]
        past = max(0, first - MERGES_SHOWN)
        merges = [self.history_item(event, tokens) for event in training.events[past:last]]
        return {
            "steps": len(training.events),
            "first": first,
            "frames": frames[first - before :],
            "merges": history_with_sums(merges, frames, before - past),
            "firstMerge": past,
            "moreWords": len(training.corpus.words) - len(words),
            "text": running_text(text, training.corpus, first, in_text),
            "code": self.taught.payload(training) if self.taught else None,
            "aligned": False,
            "columns": [],
            "listed": False,
            "special": [],
            **tokens.token_texts(training.corpus.words),
        }

    def ids(self, training: TrainingT) -> dict[str, int]:
        """Return all tokens that ever occur in a training, with their ids."""
        return {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}

    def frame(self, training: TrainingT, state: Any, tokens: FrameTokens) -> Frame:
        """Return the frame of a state, with its words. If not all words are shown, those that change are included."""
        board = self.candidates(training, state, tokens)
        some = len(training.corpus.words) > SMALL_CORPUS_WORDS
        shown, hidden = self.vocabulary_shown(training, state)
        fresh = self.new_token(training, state)

        def rows(words: Iterable[WordState]) -> list[WordRow]:
            return [self.word_row(training, state, word, tokens) for word in words]

        frame = frame_json(
            tokens,
            done=self.last_step_text(training, state),
            next=self.next_step_text(training, state),
            words=rows(state.words),
            places=rows(getattr(state, "words_with_pair", ())) if some else [],
            changed=rows(state.changed) if some else [],
            board=board,
            morePairs=self.hidden_candidates(state),
            tie=self.tie(training, state),
            chips=[(tokens[token], "") for token in shown],
            hidden=hidden,
            fresh=None if fresh is None else tokens[fresh],
            dropped=[tokens[token] for token in self.removed_tokens(training, state)],
            titles=column_titles(len(state.vocabulary), state.tokens_in_corpus),
        )
        if self.taught is None:
            return frame
        return {
            **frame,
            "codeAfter": self.taught.position_after(training, state),
            "codeBefore": self.taught.position_before(training, state),
        }

    @abstractmethod
    def last_step_text(self, training: TrainingT, state: Any) -> str:
        """Return what the last step did; at step 0, what the start looks like."""

    @abstractmethod
    def next_step_text(self, training: TrainingT, state: Any) -> str:
        """Return what the next step does and why; at the last step, why the training ended."""

    @abstractmethod
    def candidates(self, training: TrainingT, state: Any, tokens: FrameTokens) -> list[CandidateRow]:
        """Return the candidates for the next step, the winner first."""

    def hidden_candidates(self, state: Any) -> int:
        """Return the number of candidates beyond those shown."""
        return 0

    def tie(self, training: TrainingT, state: Any) -> TieInfo | None:
        """Return how candidates tie; None if there is no tie, or only one tie rule."""
        return None

    def word_row(self, training: TrainingT, state: Any, word: WordState, tokens: FrameTokens) -> WordRow:
        """Return the row of a word of the corpus."""
        return word_row(word, None, self.new_token(training, state), tokens)

    def new_token(self, training: TrainingT, state: Any) -> str | None:
        """Return the token added by the last step; None if there is none."""
        token: str | None = training.events[state.step - 1].token if state.step else None
        return token

    def vocabulary_shown(self, training: TrainingT, state: Any) -> tuple[Sequence[str], int]:
        """Return the tokens of the vocabulary to show, and the number of the others."""
        added = (event.token for event in training.events[: state.step])
        return visible_tokens(training.base_vocabulary, added, self.pinned_tokens(training, state))

    def pinned_tokens(self, training: TrainingT, state: Any) -> Collection[str]:
        """Return the base tokens to show before other base tokens."""
        return ()

    def removed_tokens(self, training: TrainingT, state: Any) -> Sequence[str]:
        """Return the tokens removed up to this step. They are shown struck through."""
        return ()

    @abstractmethod
    def history_item(self, event: Any, tokens: FrameTokens) -> HistoryItem:
        """Return the entry of a past step in the list of steps."""

    @abstractmethod
    def labels(self) -> Labels:
        """Return the labels around the frames that differ from those of byte-pair encoding."""

    def tie_rules(self) -> Mapping[str, str]:
        """Return the values of the option `tie` and their names, if the algorithm has several tie rules."""
        return {}

    @property
    def steps_title(self) -> str:
        """The heading of the steps: merges only if tokens are merged."""
        return _("Merges") if self.merges else _("Steps")

    @property
    def chart_alt(self) -> str:
        """The text alternative of a training's chart."""
        if self.merges:
            return _("A line across the merges; a dashed line marks the step shown above.")
        return _("A line across the steps; a dashed line marks the step shown above.")

    @property
    @abstractmethod
    def functions(self) -> Sequence[Callable[..., Any]]:
        """The engine's functions that made the steps, shown as source code, the most instructive first."""

    @property
    @abstractmethod
    def about_functions(self) -> str:
        """What these functions do."""

    def sources(self) -> list[str]:
        """Return the source code of these functions."""
        return [inspect.cleandoc(textwrap.dedent(inspect.getsource(function))) for function in self.functions]

    def downloads(self) -> dict[str, DownloadFile]:
        """Return the downloads of a training, by name."""
        return {
            "vocabulary": DownloadFile(_("Vocabulary (JSON)"), "vocab.json", exports.vocabulary_json),
            "steps": DownloadFile(_("All steps (CSV)"), "steps.csv", exports.steps_csv),
        }

    # What Compare shows

    @property
    @abstractmethod
    def chart_style(self) -> ChartStyle:
        """How it looks in the charts of Compare: different from all others."""

    rule = LocalizedText()  # how it chooses its tokens, in a few words; empty if the name tells

    @property
    @abstractmethod
    def when_to_use(self) -> str:
        """When to use it: a few honest sentences."""

    def advice(self) -> list[tuple[str, str]]:
        """Return names of methods, each with the reason to use it."""
        return [(method.name, method.reason) for method in self.methods()]

    def methods(self) -> "Sequence[ComparedMethod]":
        """Return the methods to compare: the algorithm and its variants."""
        return (ComparedMethod(self),)


class ComparedMethod:
    """A method in Compare: an algorithm in its basic form. Variants override what differs."""

    explanation = LocalizedText()  # what it is, if the name does not tell

    def __init__(self, algorithm: Algorithm[Any, Any]) -> None:
        self.algorithm = algorithm

    @property
    def key(self) -> str:
        """The key in a URL."""
        return self.algorithm.key

    @property
    def name(self) -> str:
        """The name on screen."""
        return self.algorithm.name

    @property
    def rule(self) -> str:
        """How it chooses its tokens, in a few words."""
        return self.algorithm.rule

    @property
    def reason(self) -> str:
        """When to use it."""
        return self.algorithm.when_to_use

    @property
    def look(self) -> ChartStyle:
        """How it looks in the charts."""
        return self.algorithm.chart_style

    def settings(self, source: TextSource, size: int) -> Settings:
        """Return the settings of its training. The text is cut at white space."""
        settings: type[Settings] = self.algorithm.settings
        return settings(size, special_tokens=(self.algorithm.unknown,))

    def tokenizer(self, trained: Tokenizer) -> Tokenizer:
        """Return the tokenizer of this method, given the trained one."""
        return trained

    def problem(self, size: int, error: EngineError) -> str:
        """Explain why it could not be trained with a vocabulary of this size."""
        return translate_error(error)

    def words_note(self, source: TextSource) -> str:
        """Return a note on the words that it cuts; empty if there is none."""
        return ""
