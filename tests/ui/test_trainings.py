"""Trainings in worker processes: progress, a queue with a bound, cancelling, errors, and the same results."""

import os
import random
import signal
import time
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path

import pytest

from bpe_engine import EngineError
from ui.algorithms import ALGORITHMS
from ui.algorithms.bpe import BPE, BPESettings
from ui.jobs import trainings as module
from ui.jobs import work
from ui.jobs.finished import FinishedTraining, HeldTraining, StoredTraining
from ui.jobs.job import CancelledError, Job, Progress
from ui.jobs.trainings import Trainings
from ui.tasks.settings import Source, Task

SECONDS = 30  # until a worker must have answered, on a busy machine


def random_text(characters: int, seed: int = 1) -> str:
    """Words of chance: a training on them takes long."""
    source = random.Random(seed)
    letters = "etaoinshrdlu"
    return " ".join("".join(source.choices(letters, k=source.randint(3, 9))) for _word in range(characters // 7))


TEXT = random_text(30_000)
LARGE = random_text(2_500_000)


@pytest.fixture(scope="module")
def shared() -> Trainings:
    """One pool for all tests: to start its processes takes a second."""
    return Trainings()


def wait_for(condition: Callable[[], object]) -> None:
    give_up = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < give_up, "waited too long"
        time.sleep(0.02)


def finish(trainings: Trainings, job: FinishedTraining | Job) -> FinishedTraining:
    assert isinstance(job, Job)
    wait_for(job.future.done)
    training = trainings.finished(job)
    assert training is not None
    return training


def text_task(text: str = TEXT, algorithm: str = "bpe", **settings: object) -> Task:
    return Task(Source.of_texts(text), ALGORITHMS[algorithm].settings(**settings))


def test_a_short_training_is_made_at_once_and_kept(shared: Trainings) -> None:
    task = Task(Source.of_counts({"hug": 10, "pug": 5}), BPESettings())
    training = shared.get(task)
    assert isinstance(training, HeldTraining)
    assert shared.get(task) is training


@pytest.mark.parametrize("words", [("ab", "cd"), ("cd", "ab")])
def test_the_order_of_words_makes_another_training(shared: Trainings, words: tuple[str, str]) -> None:
    # Of equal counts the pair seen first wins, and that is in the word that stands first.
    training = shared.get(Task(Source.of_counts(dict.fromkeys(words, 5)), BPESettings(vocab_size=5)))
    assert isinstance(training, HeldTraining)
    assert training.export("merges").splitlines()[1:] == [" ".join(words[0])]


@pytest.mark.parametrize("texts", [("ab", "cd"), ("cd", "ab")])
def test_the_order_of_texts_makes_another_training_too(shared: Trainings, texts: tuple[str, str]) -> None:
    training = shared.get(Task(Source.of_texts(*texts), BPESettings(vocab_size=5)))
    assert isinstance(training, HeldTraining)
    assert training.export("merges").splitlines()[1:] == [" ".join(texts[0])]


def test_an_algorithm_that_takes_longer_has_progress_and_cancel_from_shorter_texts_on(shared: Trainings) -> None:
    text = " ".join(TEXT.split())[:3_000]
    assert isinstance(shared.get(text_task(text)), HeldTraining)
    job = shared.get(text_task(text, algorithm="unigram"))
    assert isinstance(job, Job)
    assert isinstance(finish(shared, job), StoredTraining)


def test_a_long_training_has_the_same_frames_and_files_as_a_short_one(
    shared: Trainings, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = text_task(vocab_size=150)
    long = finish(shared, shared.get(task))
    assert isinstance(long, StoredTraining)
    assert shared.get(task) is long
    monkeypatch.setattr(BPE, "short", 10**9)
    short = Trainings().get(task)
    assert isinstance(short, HeldTraining)
    assert long.summary == short.summary
    for step in (0, 60, long.summary.steps):
        assert long.frames(step) == short.frames(step)
    for kind in ("merges", "vocabulary", "steps"):
        assert long.export(kind) == short.export(kind)  # type: ignore[arg-type]  # a loop over literals is one over str


def test_an_error_comes_back_from_a_worker_with_its_parts(shared: Trainings) -> None:
    job = shared.get(text_task(vocab_size=3))
    with pytest.raises(EngineError) as caught:
        finish(shared, job)
    with pytest.raises(EngineError) as here:
        work.make(text_task(vocab_size=3))
    assert caught.value.template == here.value.template
    assert caught.value.values == here.value.values
    assert 3 in caught.value.values.values()


def test_two_learners_with_the_same_text_share_a_training(shared: Trainings) -> None:
    first, second = shared.get(text_task(vocab_size=151)), shared.get(text_task(vocab_size=151))
    assert first is second
    finish(shared, first)


def test_progress_goes_on_and_a_training_can_be_cancelled(shared: Trainings) -> None:
    job = shared.get(text_task(LARGE, vocab_size=30_000))
    assert isinstance(job, Job)
    seen: list[Progress] = []

    def goes_on() -> bool:
        seen.append(shared.progress(job))
        return seen[-1].phase == "merging" and seen[-1].share > 0 and len({p.share for p in seen}) > 2

    wait_for(goes_on)
    order = ["waiting", "reading", "merging"]
    phases = [order.index(progress.phase) for progress in seen]
    assert phases == sorted(phases)
    for phase in order:
        shares = [progress.share for progress in seen if progress.phase == phase]
        assert shares == sorted(shares)
        assert all(0 <= share <= 1 for share in shares)
    start = time.monotonic()
    shared.cancel(job)
    with pytest.raises(CancelledError):
        finish(shared, job)
    assert time.monotonic() - start < 5


def test_what_one_cancelled_can_be_trained_again_at_once(shared: Trainings) -> None:
    task = text_task(LARGE[:400_000], vocab_size=400)
    job = shared.get(task)
    assert isinstance(job, Job)
    wait_for(lambda: shared.progress(job).phase != "waiting")
    shared.cancel(job)  # and the page is left: no one asks for this job again
    again = shared.get(task)
    assert finish(shared, again).summary.steps > 0


def test_a_training_that_another_learner_cancels_just_now_is_a_job_too(
    shared: Trainings, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = [shared._workers.submit(time.sleep, 0.5) for _worker in range(module.WORKERS + 1)]
    task = text_task(vocab_size=152)
    job = shared.get(task)
    assert isinstance(job, Job)
    found = shared._job

    def found_and_cancelled(task: Task, key: str) -> Job:
        job = found(task, key)
        shared.cancel(job)
        return job

    monkeypatch.setattr(shared, "_job", found_and_cancelled)
    assert shared.get(task) is job
    for sleep in blocked:
        sleep.result()


def test_a_training_that_waits_says_how_many_are_ahead_and_can_be_cancelled(shared: Trainings) -> None:
    blocked = [shared._workers.submit(time.sleep, 1.5) for _worker in range(module.WORKERS)]
    jobs = [shared.get(text_task(vocab_size=160 + number)) for number in range(4)]
    assert all(isinstance(job, Job) for job in jobs)
    waiting = [job for job in jobs if isinstance(job, Job)]
    assert [shared.progress(job) for job in waiting] == [Progress("waiting", ahead, 0.0) for ahead in range(4)]
    shared.cancel(waiting[2])
    assert shared.progress(waiting[3]).ahead == 2
    for sleep in blocked:
        sleep.result()
    for job in (waiting[0], waiting[1], waiting[3]):
        finish(shared, job)


def test_the_queue_has_an_end(shared: Trainings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_QUEUE", 2)
    jobs = [shared.get(text_task(vocab_size=170 + number)) for number in range(2)]
    with pytest.raises(EngineError, match="2 long trainings are waiting already"):
        shared.get(text_task(vocab_size=180))
    for job in jobs:
        finish(shared, job)
    finish(shared, shared.get(text_task(vocab_size=180)))


def test_trainings_that_no_one_waits_for_do_not_fill_the_queue(
    shared: Trainings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST_QUEUE", 1)
    for number in range(3):  # pages that are closed before their training is done
        job = shared.get(text_task(vocab_size=181 + number))
        assert isinstance(job, Job)
        wait_for(job.future.done)
        time.sleep(0.05)  # what follows on the end of a job runs in another thread


def test_only_so_many_trainings_are_kept(shared: Trainings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STORED", 1)
    monkeypatch.setattr(module, "HELD", 1)
    first = finish(shared, shared.get(text_task(vocab_size=190)))
    finish(shared, shared.get(text_task(vocab_size=191)))
    assert first is not shared.get(text_task(vocab_size=190))
    kept = [Task(Source.of_counts({"hug": number}), BPESettings()) for number in (1, 2)]
    one = shared.get(kept[0])
    shared.get(kept[1])
    assert shared.get(kept[0]) is not one


@pytest.fixture
def alone() -> Trainings:
    """A pool for one test that does harm to it."""
    return Trainings()


def test_trainings_leave_no_files_behind_but_those_that_are_kept(
    alone: Trainings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STORED", 1)
    finish(alone, alone.get(text_task(vocab_size=195)))
    folder: Path = alone._folder
    assert len(list(folder.glob("*.training"))) == 1
    assert not [*folder.glob("*.progress"), *folder.glob("*.cancel")]


def test_a_worker_that_dies_is_told_and_the_next_training_works(alone: Trainings) -> None:
    others = {process.pid for process in active_children()}
    job = alone.get(text_task(LARGE, vocab_size=30_000))
    assert isinstance(job, Job)
    wait_for(lambda: alone.progress(job).phase != "waiting")
    for process in active_children():
        if process.pid is not None and process.pid not in others:
            os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(EngineError, match="ended by the system, most likely for want of memory"):
        finish(alone, job)
    assert finish(alone, alone.get(text_task(vocab_size=151))).summary.steps > 0


def test_a_dead_reader_is_replaced(alone: Trainings) -> None:
    training = finish(alone, alone.get(text_task(vocab_size=300)))
    others = {process.pid for process in active_children()}
    training.frames(0)
    readers = [process for process in active_children() if process.pid not in others]
    assert readers
    for process in readers:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
    for process in readers:
        process.join(SECONDS)
    assert training.frames(training.summary.steps)["frames"]
