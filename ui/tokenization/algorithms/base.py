"""What an algorithm is: everything that the app asks of a way to make tokens."""

import inspect
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, overload

from bpe_engine import EngineError, Tokenizer, Training, View
from bpe_engine.training.base import WordState
from ui.base.i18n import error_text, number
from ui.base.i18n import gettext as _
from ui.lessons.contract import BoardRow, Frame, Frames, Labels, Past, Tie, WordRow
from ui.lessons.frames import (
    CHANGES,
    MERGES_SHOWN,
    PAIRS,
    SMALL_CORPUS,
    TokenTable,
    frame_json,
    newest,
    titles,
    with_sums,
    word_row,
    words_shown,
)
from ui.lessons.running_text import Beginning, running, words_of
from ui.tokenization.algorithms import exports
from ui.tokenization.algorithms.options import Option
from ui.tokenization.algorithms.taught_code import Taught
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import Settings, Source

SettingsT = TypeVar("SettingsT", bound=Settings)
TrainingT = TypeVar("TrainingT", bound=Training[Any])


class Said:
    """A text of a class, which comes in the reader's language: `name = Said("BPE")`."""

    def __init__(self, text: str = "", **values: int) -> None:
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
            else self._text and _(self._text).format(**{name: number(value) for name, value in self._values.items()})
        )


class Look(NamedTuple):
    """How a method looks in every chart of Compare; the sign is the shape as a character.

    Each colour has a contrast of 3:1 or more with both the light and the dark page. They were chosen to be as far apart
    as that allows, for full colour vision and for the three kinds of colour blindness (Machado 2009).
    """

    colour: str
    shape: str
    sign: str
    dash: tuple[int, int] = (1, 0)


class Download(NamedTuple):
    """A training as a file."""

    label: str
    file: str
    text: Callable[[Any], str]  # of a training


class Algorithm(ABC, Generic[SettingsT, TrainingT]):
    """A way to make tokens. A class attribute will do where a property is asked for; for a text, `Said`."""

    merges: ClassVar[bool] = False  # whether a step joins two tokens
    variant: ClassVar[bool] = False  # whether it is another one with a change; Compare shows it when it is chosen
    of_bytes: ClassVar[bool] = False  # whether it may begin with bytes: so it has spaces, and no unknown token
    unknown: ClassVar[str] = "[UNK]"  # the token for what is not in the vocabulary
    taught: ClassVar[Taught[Any] | None] = None  # the code that is taught of it
    limit = Said()  # how large a corpus it takes; empty where there is no limit but that of the page

    @property
    def key(self) -> str:
        """Its name in an address."""
        return self.settings.algorithm

    @property
    @abstractmethod
    def name(self) -> str:
        """The name on a button."""

    @property
    @abstractmethod
    def blurb(self) -> str:
        """What it does, in a sentence or two."""

    # What a training is made with.

    @property
    @abstractmethod
    def settings(self) -> type[SettingsT]:
        """The class of its settings. Their trainer is of a class that no other algorithm has."""

    @abstractmethod
    def options(self) -> Sequence[Option]:
        """The settings to choose, as they stand on the page."""

    def usual(self, scenario: Scenario) -> SettingsT:
        """The settings that a scenario starts from."""
        # The words of GPT-2's pattern begin with spaces, which only byte-pair encoding makes use of.
        keeps_words = self.of_bytes or scenario.pre_tokenizer != "gpt2"
        usual: dict[str, Any] = {
            "vocab_size": scenario.size,
            "pre_tokenizer": scenario.pre_tokenizer if keeps_words else "bert",
            "special_tokens": () if self.of_bytes else (self.unknown,),
        }
        return self.settings(**{**usual, **scenario.settings.get(self.key, {})})

    def blurb_of(self, scenario: Scenario) -> str:
        """What a scenario is good for under this algorithm."""
        return scenario.blurb_under(self.key)

    @property
    @abstractmethod
    def short(self) -> int:
        """Characters up to which a training is made at once.

        In a tenth of a second on plain text, a second on the worst.
        """

    # What the page Train shows of a training.

    def payload(self, training: TrainingT, first: int, last: int, begins: Beginning | None = None) -> Frames:
        """The frames from step `first` to step `last`, with the tokens that they name.

        `begins` is how the text begins that is trained on, where it is one.
        """
        special = training.trainer.special_tokens
        tokens = TokenTable(self.ids(training), byte_level=training.corpus.byte_level, special=special)
        words = words_shown(training.corpus.words)
        text = words_of(begins or Beginning(), training.corpus, training.trainer.special_tokens)
        place_of = {number: place for place, number in enumerate(dict.fromkeys((*words, *text.numbers)))}
        before = max(0, first - 1)  # what led to the first frame is told by the one before it
        states = training.walk(before, last, View(pairs=PAIRS, words=list(place_of), changes=CHANGES))
        frames = [self.frame(training, state, tokens) for state in states]
        in_text = [[frame["words"][place_of[number]] for number in text.numbers] for frame in frames[first - before :]]
        for frame in frames:
            del frame["words"][len(words) :]
        past = max(0, first - MERGES_SHOWN)
        merges = [self.past(event, tokens) for event in training.events[past:last]]
        return {
            "steps": len(training.events),
            "first": first,
            "frames": frames[first - before :],
            "merges": with_sums(merges, frames, before - past),
            "firstMerge": past,
            "all": len(words) == len(training.corpus.words),
            "text": running(text, training.corpus, first, in_text),
            "code": self.taught.shown(training) if self.taught else None,
            **tokens.names(training.corpus.words),
        }

    def ids(self, training: TrainingT) -> dict[str, int]:
        """All tokens that there ever are in a training, with their ids."""
        return {**training.base_vocabulary, **{event.token: event.token_id for event in training.events}}

    def frame(self, training: TrainingT, state: Any, tokens: TokenTable) -> Frame:
        """The picture of a state, with its words: where all are shown, those that change are among them."""
        board = self.board(training, state, tokens)
        some = len(training.corpus.words) > SMALL_CORPUS
        shown, hidden = self.vocabulary_shown(training, state)
        fresh = self.fresh(training, state)

        def rows(words: Iterable[WordState]) -> list[WordRow]:
            return [self.row(training, state, word, tokens) for word in words]

        frame = frame_json(
            tokens,
            done=self.what_happened(training, state),
            next=self.what_comes_next(training, state),
            words=rows(state.words),
            places=rows(getattr(state, "places", ())) if some else [],
            changed=rows(state.changed) if some else [],
            board=board,
            morePairs=self.more(state),
            tie=self.tie(training, state),
            chips=[(tokens[token], "") for token in shown],
            hidden=hidden,
            fresh=None if fresh is None else tokens[fresh],
            dropped=[tokens[token] for token in self.gone(training, state)],
            titles=titles(len(state.vocabulary), state.tokens_in_corpus),
        )
        if self.taught is None:
            return frame
        return {**frame, "ran": self.taught.ran(training, state), "runs": self.taught.runs(training, state)}

    @abstractmethod
    def what_happened(self, training: TrainingT, state: Any) -> str:
        """What the last step did; at step 0, what the start looks like."""

    @abstractmethod
    def what_comes_next(self, training: TrainingT, state: Any) -> str:
        """What the next step does and why; at the last step, why the training ended."""

    @abstractmethod
    def board(self, training: TrainingT, state: Any, tokens: TokenTable) -> list[BoardRow]:
        """The candidates for the next step, the winner first."""

    def more(self, state: Any) -> int:
        """How many candidates there are beside those of the board."""
        return 0

    def tie(self, training: TrainingT, state: Any) -> Tie | None:
        """That candidates tie; None where they do not, or where there is but one rule."""
        return None

    def row(self, training: TrainingT, state: Any, word: WordState, tokens: TokenTable) -> WordRow:
        """A word of the corpus."""
        return word_row(word, None, self.fresh(training, state), tokens)

    def fresh(self, training: TrainingT, state: Any) -> str | None:
        """The token that came with the last step."""
        token: str | None = training.events[state.step - 1].token if state.step else None
        return token

    def vocabulary_shown(self, training: TrainingT, state: Any) -> tuple[Sequence[str], int]:
        """The tokens of the vocabulary to show, and how many are not shown."""
        added = (event.token for event in training.events[: state.step])
        return newest(training.base_vocabulary, added, self.used(training, state))

    def used(self, training: TrainingT, state: Any) -> Collection[str]:
        """The tokens of the start that are shown before others of the start."""
        return ()

    def gone(self, training: TrainingT, state: Any) -> Sequence[str]:
        """The tokens that have left the vocabulary by a step: they are shown as struck through."""
        return ()

    @abstractmethod
    def past(self, event: Any, tokens: TokenTable) -> Past:
        """What is told of an event once it has happened."""

    @abstractmethod
    def labels(self) -> Labels:
        """The texts around the frames, where they differ from those of byte-pair encoding."""

    def tie_rules(self) -> Mapping[str, str]:
        """The values of the option `tie` by their names, for an algorithm that can be trained again under another."""
        return {}

    @property
    def steps_title(self) -> str:
        """What the steps of a training are called: merges only where something is merged."""
        return _("Merges") if self.merges else _("Steps")

    @property
    def chart_alt(self) -> str:
        """What a chart of a training shows, for who cannot see it."""
        if self.merges:
            return _("A line across the merges; a dashed line marks the step shown above.")
        return _("A line across the steps; a dashed line marks the step shown above.")

    @property
    @abstractmethod
    def functions(self) -> Sequence[Callable[..., Any]]:
        """The engine's own functions, to be read on the page: what made the steps, the most telling first."""

    @property
    @abstractmethod
    def about_functions(self) -> str:
        """What the functions do."""

    def sources(self) -> list[str]:
        """The functions as source text."""
        return [inspect.cleandoc(textwrap.dedent(inspect.getsource(function))) for function in self.functions]

    def downloads(self) -> dict[str, Download]:
        """A training as files, by a name for each."""
        return {
            "vocabulary": Download(_("Vocabulary (JSON)"), "vocab.json", exports.vocabulary_json),
            "steps": Download(_("All steps (CSV)"), "steps.csv", exports.steps_csv),
        }

    # What Compare shows.

    @property
    @abstractmethod
    def look(self) -> Look:
        """How it looks in the charts of Compare: unlike all others."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """When to use it: a few honest sentences."""

    def advice(self) -> list[tuple[str, str]]:
        """When to use which of the methods: name and reason."""
        return [(method.name, method.reason) for method in self.methods()]

    def methods(self) -> "Sequence[Method]":
        """What is set side by side: the algorithm, and its variants."""
        return (Method(self),)


class Method:
    """A method of Compare: an algorithm as it is. A variant says in what it differs."""

    explanation = Said()  # what it is, where the name does not tell

    def __init__(self, algorithm: Algorithm[Any, Any]) -> None:
        self.algorithm = algorithm

    @property
    def key(self) -> str:
        """Its name in an address."""
        return self.algorithm.key

    @property
    def name(self) -> str:
        """The name on the screen."""
        return self.algorithm.name

    @property
    def reason(self) -> str:
        """When to use it."""
        return self.algorithm.reason

    @property
    def look(self) -> Look:
        """How it looks in the charts."""
        return self.algorithm.look

    def settings(self, source: Source, size: int) -> Settings:
        """The settings of its training. The text is cut at white space."""
        settings: type[Settings] = self.algorithm.settings
        return settings(size, special_tokens=(self.algorithm.unknown,))

    def tokenizer(self, trained: Tokenizer) -> Tokenizer:
        """The tokenizer that cuts text by this method, from what the training made."""
        return trained

    def problem(self, size: int, error: EngineError) -> str:
        """Why it could not be trained with a vocabulary of this size."""
        return error_text(error)

    def note_on_words(self, source: Source) -> str:
        """What else is to be known of the words that it cuts; empty for nothing."""
        return ""
