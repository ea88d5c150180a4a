"""What several chapters count: tokens in rows, a training as a lesson, the work of counting pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bpe_engine import BPETrainer, BPETraining, Corpus, Tokenizer, Training
from bpe_engine.bpe.merge_state import SWALLOWED, MergeState, PairIds, PairRecord
from bpe_engine.bpe.trainer import BPERun
from bpe_engine.notebook import hue
from ui.algorithms import usual_settings
from ui.components.contract import TokenRow
from ui.decode import frames as decode
from ui.i18n import current_language, ngettext, number
from ui.i18n import gettext as _
from ui.jobs import work
from ui.lessons.encoding import lesson_of_encoding
from ui.lessons.training import Wish, lesson_file, trainings_of
from ui.player.contract import Labels, LessonFile
from ui.show import name
from ui.tasks.scenarios import SCENARIOS
from ui.tasks.settings import Source, Task
from ui.vocabulary.index import token_text


def tokens(count: int) -> str:
    """A number of tokens in words."""
    return ngettext("{count} token", "{count} tokens", count).format(count=number(count))


def quoted(parts: Sequence[str]) -> str:
    """Tokens as a sentence names them."""
    return " + ".join(_("“{token}”").format(token=name(part)) for part in parts)


def row(title: str, tokenizer: Tokenizer, ids: Sequence[int]) -> TokenRow:
    """Ids as a row of tokens."""
    return {
        "title": title,
        "count": tokens(len(ids)),
        "tokens": [
            (token_text(tokenizer, tokenizer.token_of_id[token_id]), token_id, hue(token_id), False) for token_id in ids
        ],
    }


def task(scenario: str, algorithm: str = "bpe", text: str = "", **changes: Any) -> Task:
    """A training with the usual settings of a scenario, but for some; `text` in place of its words."""
    source = Source.of_texts(text) if text else SCENARIOS[scenario].source
    return Task(source, replace(usual_settings(algorithm, scenario), **changes))


def trained(asked: Task) -> Training[Any]:
    """A small training, made here."""
    return work.make(asked)


def trained_bpe(asked: Task) -> BPETraining:
    """The same for byte-pair encoding."""
    found = trained(asked)
    assert isinstance(found, BPETraining)
    return found


def play_training(asked: Task, labels: Labels) -> LessonFile:
    """A small training for a player, under each rule to break ties."""
    trainings = trainings_of(asked)
    steps = max(len(training.events) for training in trainings.values())
    return lesson_file(trainings, steps, Wish("", current_language(), labels))


def play_encoding(tokenizer: Tokenizer, text: str, labels: Labels) -> LessonFile:
    """A text that is encoded, for a player."""
    return lesson_of_encoding(tokenizer, text, labels)


def play_decoding(tokenizer: Tokenizer, ids: Sequence[int], labels: Labels, *, as_text: bool = False) -> LessonFile:
    """Ids that are decoded, for a player; `as_text` for who does not know bytes yet."""
    return {
        "rule": "",
        "lessons": {
            "": {
                **decode.payload(tokenizer, ids, as_text=as_text),
                "id": "",
                "corpus": "",
                "step": 0,
                "legend": "",
                "language": "",
                "linkNote": "",
                "rules": [],
                "curves": None,
                "waysOn": [],
                "labels": {**labels, **decode.labels()},
            }
        },
    }


class Looked(NamedTuple):
    """How many pairs of neighbours a training looked at so far, after a number of merges."""

    merges: int
    text: int  # all pairs of the whole text are counted anew before each merge
    words: int  # the same, but each different word once, times its frequency
    kept: int  # counted once, and then only the pairs that a merge takes away or makes


@dataclass
class _Work:
    looked: int = 0


class _CountingState(MergeState):
    """The engine's own state, which notes how many places it looks at."""

    def __init__(self, words: list[tuple[list[int], int]], noted: _Work) -> None:
        self.noted = noted
        super().__init__(words)
        noted.looked = sum(len(record.places) for record in self.pairs.values())

    def merge(self, pair: PairIds, token: int, rank: int) -> tuple[int, list[PairRecord]]:
        self.noted.looked += len(self.pairs[pair].places)
        return super().merge(pair, token, rank)

    def _move(self, old: PairIds, new: PairIds, places: list[int]) -> PairRecord | None:
        # In "aaa" the second (a, a) went with the merge itself, and is noted there.
        gone = len(places) if old in self.pairs else 0
        self.noted.looked += gone + len(places)
        return super()._move(old, new, places)


LONGEST_COUNTED = 5_000
"""Characters of a text that is counted while the page is drawn."""


def looked_at(text: str, merges: int) -> Iterator[Looked]:
    """The pairs that were looked at: at the start, and after each of the merges that there are, `merges` at most."""
    corpus = Corpus.from_text(text[:LONGEST_COUNTED], "gpt2", byte_level=True)
    run = BPERun(BPETrainer(vocab_size=256 + merges), corpus)
    symbols = [([run.ids[symbol] for symbol in word], frequency) for word, frequency in corpus.words.items()]
    noted = _Work()
    state = run.state = _CountingState(symbols, noted)
    all_pairs = sum((len(word) - 1) * frequency for word, frequency in symbols)
    word_pairs = sum(len(word) - 1 for word, _frequency in symbols)
    whole, words = all_pairs, word_pairs
    yield Looked(0, whole, words, noted.looked)
    for count, event in enumerate(run.events(), 1):
        all_pairs -= event.replacements
        word_pairs -= state.symbols.count(SWALLOWED - 1 - event.rank)
        whole, words = whole + all_pairs, words + word_pairs
        yield Looked(count, whole, words, noted.looked)
        if count == merges:
            return
