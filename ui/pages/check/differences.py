"""Comparing merges with a training, and finding other settings that would make them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

from bpe_engine import BPETraining, Training
from bpe_engine.bpe.continuing_prefix import find_prefix
from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_comparison import (
    MergeDifference,
    VocabularyDifference,
    first_difference,
    vocabulary_difference,
)
from bpe_engine.bpe.merge_comparison import (
    count_equal_merges as equal_merges,
)
from ui.base.result_cache import cached
from ui.jobs.finished_training import FinishedTraining
from ui.pages.check.submission import Submission
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.tasks.task import PreTokenizerName, Task

EXTRA_STEPS = 50
"""Merges after the first difference to try other settings on."""

END = "<|endoftext|>"
"""The special token of nearly every course."""


SHOWN_MERGES = 24
"""Merges to show, around the first difference."""


class ComparisonResult(NamedTuple):
    """The result of a comparison; None for what does not differ."""

    difference: MergeDifference | None
    vocabulary: VocabularyDifference | None
    prefix: str  # the mark of the learner's merges for continued words
    first_shown: int  # of the merges
    ids: Mapping[str, int]  # of the shown tokens; none if they have marks, which the training's have not


class SettingChange(NamedTuple):
    """Another setting that a program may assume: its name in the settings, and its value."""

    setting: str
    value: Any


@cached(lambda _result, _training, submission: 200 * len(submission.merges) + 200 * len(submission.vocabulary))
def compare(training: FinishedTraining, submission: Submission) -> ComparisonResult:
    """Return the differences between a training of byte-pair encoding and the learner's merges."""
    result: ComparisonResult = training.ask(_compare, submission)
    return result


def _compare(training: Training[Any], submission: Submission) -> ComparisonResult:
    assert isinstance(training, BPETraining), "the page asks for no other"
    vocabulary = dict(submission.vocabulary)
    difference, prefix = first_difference(training, submission.merges), find_prefix(training, submission.merges)
    first = max(0, min(difference.step if difference else 0, len(submission.merges)) - SHOWN_MERGES // 2)
    pairs = [*submission.merges[first : first + SHOWN_MERGES]]
    if difference and difference.ours:
        pairs.append(difference.ours.pair)
    ids = {} if prefix else training.vocabulary_at(len(training.events))
    shown = {token for pair in pairs for token in (*pair, pair.left + pair.right)}
    return ComparisonResult(
        difference,
        vocabulary_difference(training, submission.merges, vocabulary) if vocabulary else None,
        prefix,
        first,
        {token: ids[token] for token in shown & ids.keys()},
    )


@cached(lambda _equal, _training, submission: 200 * len(submission.merges))
def count_equal_merges(training: FinishedTraining, submission: Submission) -> int:
    """Count the leading merges that agree with a training's."""
    count: int = training.ask(equal_merges, submission.merges)
    return count


def _changes(task: Task, difference: MergeDifference) -> Iterator[SettingChange]:
    """Yield the settings to try, the likeliest first."""
    settings = task.settings
    assert isinstance(settings, BPESettings)
    if difference.theirs is None or difference.ours is None or "again" in difference.reasons:
        return
    texts = task.source.texts
    if any(token in text for token in settings.special_tokens for text in texts):
        yield SettingChange("special_tokens", ())
    elif not settings.special_tokens and any(END in text for text in texts):
        yield SettingChange("special_tokens", (END,))
    for rule in get_args(TieBreak):
        if rule != settings.tie_break and rule in difference.rules:
            yield SettingChange("tie_break", rule)
    for name in get_args(PreTokenizerName) if texts else ():
        if name != settings.pre_tokenizer:
            yield SettingChange("pre_tokenizer", name)


def alternative_tasks(task: Task, difference: MergeDifference, base: int) -> dict[SettingChange, Task]:
    """Return trainings with one setting changed, with as many merges as it takes to tell whether it explains them.

    `base` is the number of tokens before the first merge.
    """
    tasks = {}
    for change in _changes(task, difference):
        settings: Any = replace(task.settings, **{change.setting: change.value})
        tasks[change] = Task(task.source, replace(settings, vocab_size=base + difference.step + EXTRA_STEPS))
    return tasks
