"""Trainings in worker processes: progress, a bounded queue, waiting learners, errors, storage, equal results."""

import errno
import gc
import os
import random
import re
import resource
import shutil
import signal
import tempfile
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import pytest
from streamlit.runtime.app_session import AppSession

from bpe_engine import EngineError
from tests.ui import pool_functions
from tests.ui.waiting import SECONDS, wait_for
from ui.jobs import training_calls
from ui.jobs import training_job as job_module
from ui.jobs import trainings as module
from ui.jobs.finished_training import FinishedTraining, InMemoryTraining, StoredTraining
from ui.jobs.process_pool import Pool
from ui.jobs.training_job import TrainingJob, TrainingProgress, Waiter, no_room_error
from ui.jobs.trainings import TrainingService
from ui.pages.common import current_training as chosen
from ui.pages.registry import PAGES
from ui.state import session
from ui.state.session import PageState
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.tasks.task import Task, TextSource


def random_text(characters: int, seed: int = 1) -> str:
    """Return random words: training on them takes long."""
    source = random.Random(seed)
    letters = "etaoinshrdlu"
    return " ".join("".join(source.choices(letters, k=source.randint(3, 9))) for _word in range(characters // 7))


ME, YOU = Waiter("me", "train"), Waiter("you", "train")
TEXT = random_text(30_000)


@cache
def large() -> str:
    return random_text(2_500_000)


@pytest.fixture(scope="module")
def shared() -> TrainingService:
    """Return one pool for all tests: starting its processes takes a second."""
    return TrainingService()


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Path]:
    """Yield a file for which workers are to wait: the test writes it, or this does in the end."""
    file = tmp_path / "open"
    yield file
    file.touch()


def finish(trainings: TrainingService, job: FinishedTraining | TrainingJob) -> FinishedTraining:
    assert isinstance(job, TrainingJob)
    wait_for(lambda: job.is_done)
    training = trainings.finished(job)
    assert training is not None
    return training


def ask(trainings: TrainingService, task: Task, waiter: Waiter = ME) -> FinishedTraining | TrainingJob:
    return trainings.get(task, waiter)


def ask_long(trainings: TrainingService, task: Task, waiter: Waiter = ME) -> TrainingJob:
    job = ask(trainings, task, waiter)
    assert isinstance(job, TrainingJob)
    return job


def text_task(text: str = TEXT, algorithm: str = "bpe", **settings: object) -> Task:
    return Task(TextSource.from_texts(text), ALGORITHMS[algorithm].settings(**settings))


def test_a_short_training_is_immediate_and_cached(shared: TrainingService) -> None:
    task = Task(TextSource.from_counts({"hug": 10, "pug": 5}), BPESettings())
    training = ask(shared, task)
    assert isinstance(training, InMemoryTraining)
    assert ask(shared, task) is training


@pytest.mark.parametrize("words", [("ab", "cd"), ("cd", "ab")])
def test_the_order_of_words_and_texts_matters(shared: TrainingService, words: tuple[str, str]) -> None:
    # Of equal counts, the pair seen first wins, which is in the first word.
    for source in (TextSource.from_counts(dict.fromkeys(words, 5)), TextSource.from_texts(*words)):
        training = ask(shared, Task(source, BPESettings(vocab_size=5)))
        assert isinstance(training, InMemoryTraining)
        assert training.export("merges").splitlines()[1:] == [" ".join(words[0])]


def test_slower_algorithms_show_progress_for_shorter_texts(shared: TrainingService) -> None:
    text = " ".join(TEXT.split())[:3_000]
    assert isinstance(ask(shared, text_task(text)), InMemoryTraining)
    job = ask(shared, text_task(text, algorithm="unigram"))
    assert isinstance(job, TrainingJob)
    assert isinstance(finish(shared, job), StoredTraining)


def test_a_long_training_has_the_same_frames_and_files_as_a_short_one(shared: TrainingService) -> None:
    task = text_task(vocab_size=150)
    long = finish(shared, ask(shared, task))
    assert isinstance(long, StoredTraining)
    assert ask(shared, task) is long
    short = InMemoryTraining(task.key, training_calls.train(task), 0)
    assert long.summary == short.summary
    for step in (0, 60, long.summary.steps):
        assert long.frames(step) == short.frames(step)
    for kind in ("merges", "vocabulary", "steps"):
        assert long.export(kind) == short.export(kind)


def test_errors_keep_their_values_and_equal_texts_share_a_training(shared: TrainingService) -> None:
    job = ask(shared, text_task(vocab_size=3))
    with pytest.raises(EngineError) as caught:
        finish(shared, job)
    with pytest.raises(EngineError) as here:
        training_calls.train(text_task(vocab_size=3))
    assert caught.value.template == here.value.template
    assert caught.value.values == here.value.values
    assert 3 in caught.value.values.values()
    first, second = ask(shared, text_task(vocab_size=151)), ask(shared, text_task(vocab_size=151))
    assert first is second
    finish(shared, first)


def test_progress_is_reported_and_a_training_can_be_cancelled(shared: TrainingService) -> None:
    job = ask(shared, text_task(large(), vocab_size=30_000))
    assert isinstance(job, TrainingJob)
    seen: list[TrainingProgress] = []

    def has_progressed() -> bool:
        seen.append(shared.progress(job))
        return seen[-1].phase == "merging" and seen[-1].share > 0 and len({p.share for p in seen}) > 2

    wait_for(has_progressed)
    order = ["waiting", "reading", "merging"]
    phases = [order.index(progress.phase) for progress in seen]
    assert phases == sorted(phases)
    for phase in order:
        shares = [progress.share for progress in seen if progress.phase == phase]
        assert shares == sorted(shares)
        assert all(0 <= share <= 1 for share in shares)
    shared.cancel(ME.session, job.key)
    with pytest.raises(CancelledError):
        finish(shared, job)
    assert not job.path.exists()


def test_cancelling_affects_only_the_learner_who_cancels(shared: TrainingService) -> None:
    task = text_task(large()[:400_000], vocab_size=400)
    job = ask_long(shared, task)
    wait_for(lambda: shared.progress(job).phase != "waiting")
    shared.cancel(ME.session, job.key)  # and the page is left: nobody requests this job again
    again = ask(shared, task)
    assert finish(shared, again).summary.steps > 0
    task = text_task(large()[:400_000], vocab_size=401)
    class_ = [Waiter(f"learner {number}", "train") for number in range(15)]
    jobs = {ask_long(shared, task, learner) for learner in class_}
    assert len(jobs) == 1
    (job,) = jobs
    for learner in class_[:-1]:
        shared.cancel(learner.session, job.key)
    assert ask(shared, task, class_[-1]) is job
    assert finish(shared, job).summary.steps > 0


def test_cancelling_applies_to_all_pages_of_a_learner(shared: TrainingService) -> None:
    task = text_task(large(), vocab_size=30_001)
    job = ask_long(shared, task)
    ask(shared, task, Waiter(ME.session, "compare"))
    shared.cancel(ME.session, job.key)
    with pytest.raises(CancelledError):
        finish(shared, job)


def test_a_page_waits_only_for_the_training_it_shows(shared: TrainingService) -> None:
    first, second, third = (ask_long(shared, text_task(large(), vocab_size=30_002 + number)) for number in range(3))
    ask(shared, text_task(large(), vocab_size=30_003), YOU)
    ask(shared, text_task(large(), vocab_size=30_004), Waiter(ME.session, "compare"))
    shared.drop_other_waits(ME, {"another"})
    with pytest.raises(CancelledError):
        finish(shared, first)
    wait_for(lambda: shared.progress(third).phase != "waiting")  # its turn has come
    assert not second.is_done
    assert not third.is_done
    shared.cancel(YOU.session, second.key)
    shared.cancel(ME.session, third.key)
    for job in (second, third):
        with pytest.raises(CancelledError):
            finish(shared, job)


def test_a_training_is_cancelled_when_its_learners_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {ME.session, YOU.session}
    trainings = TrainingService(there.__contains__, worker_count=1)
    mine = ask_long(trainings, text_task(large(), vocab_size=30_010))
    yours = ask_long(trainings, text_task(vocab_size=153), YOU)
    there.remove(ME.session)  # asleep, or gone for good: no one can tell yet
    time.sleep(1)
    assert not mine.is_done
    assert trainings.progress(yours) == TrainingProgress("waiting", 1, 0.0)
    monkeypatch.setattr(job_module, "PATIENCE", 0.5)
    with pytest.raises(CancelledError):
        finish(trainings, mine)
    assert finish(trainings, yours).summary.steps > 0


def test_an_abandoned_training_restarts_for_the_next_learner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = {YOU.session}
    trainings = TrainingService(there.__contains__)
    monkeypatch.setattr(job_module, "PATIENCE", -1)
    first = ask_long(trainings, text_task(vocab_size=154))
    second = ask_long(trainings, text_task(vocab_size=154), YOU)
    assert second is not first
    assert finish(trainings, second).summary.steps > 0


def test_a_queued_training_shows_its_position_and_can_be_cancelled(
    shared: TrainingService, gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = [shared.workers.submit(pool_functions.wait_for_file, gate) for _worker in range(module.WORKERS)]
    jobs = [ask(shared, text_task(vocab_size=160 + number)) for number in range(4)]
    assert all(isinstance(job, TrainingJob) for job in jobs)
    waiting = [job for job in jobs if isinstance(job, TrainingJob)]
    monkeypatch.setattr(job_module, "START_TIMEOUT", 3600)
    assert [shared.progress(job) for job in waiting] == [TrainingProgress("waiting", 0, 0.0)] * 4
    monkeypatch.setattr(job_module, "START_TIMEOUT", -1)
    # There are two workers: the second starts beside the first, the third when one of them is done.
    assert [shared.progress(job) for job in waiting] == [
        TrainingProgress("waiting", ahead, 0.0) for ahead in (0, 0, 1, 2)
    ]
    shared.cancel(ME.session, waiting[2].key)
    assert shared.progress(waiting[3]).ahead == 1
    gate.touch()
    for wait in blocked:
        wait.result(SECONDS)
    for job in (waiting[0], waiting[1], waiting[3]):
        finish(shared, job)


def test_the_queue_is_bounded_and_abandoned_trainings_leave_it(gate: Path) -> None:
    trainings = TrainingService(worker_count=1, max_queue=2)
    trainings.workers.submit(pool_functions.wait_for_file, gate)
    jobs = [ask_long(trainings, text_task(vocab_size=170 + number)) for number in range(2)]
    with pytest.raises(EngineError, match="2 long training runs are already waiting"):
        ask(trainings, text_task(vocab_size=180))
    gate.touch()
    for job in jobs:
        finish(trainings, job)
    for number in range(3):  # pages that are closed before their training is done
        job = ask_long(trainings, text_task(vocab_size=180 + number))
        wait_for(lambda job=job: job.is_done)  # type: ignore[misc]  # bound at once


def test_cancelling_a_queued_training_frees_its_text(separate_service: TrainingService) -> None:
    busy = [
        ask_long(separate_service, text_task(large(), vocab_size=30_020 + number)) for number in range(module.WORKERS)
    ]
    task = text_task(vocab_size=610)
    waiting = ask_long(separate_service, task)
    text = weakref.ref(task.source)
    del task
    separate_service.cancel(ME.session, waiting.key)
    gc.collect()
    assert text() is None
    with pytest.raises(CancelledError):
        separate_service.finished(waiting)
    for job in busy:
        separate_service.cancel(ME.session, job.key)
    finish(separate_service, ask(separate_service, text_task(vocab_size=610)))


def test_stored_trainings_are_limited_except_those_in_use() -> None:
    separate_service = TrainingService(disk_bytes=1)  # so only the last one fits
    looked_at = finish(separate_service, ask(separate_service, text_task(vocab_size=190)))
    assert isinstance(looked_at, StoredTraining)
    for size in (191, 192):
        finish(separate_service, ask(separate_service, text_task(vocab_size=size)))
    assert ask(separate_service, text_task(vocab_size=190)) is looked_at
    assert [stored.summary.steps for stored in separate_service._stored.values()] == [looked_at.summary.steps]
    finish(separate_service, ask(separate_service, text_task(vocab_size=191)))
    assert looked_at.path.exists()
    assert looked_at.export("merges")
    assert looked_at.tokenizer(5)
    path = looked_at.path
    del looked_at
    assert not path.exists()
    assert isinstance(ask(separate_service, text_task(vocab_size=191)), StoredTraining)
    assert len(list(path.parent.glob("*.training"))) == 1


def test_cached_short_trainings_are_limited() -> None:
    shared = TrainingService(memory_bytes=150_000)  # room for one
    kept = [Task(TextSource.from_counts({"hug": number}), BPESettings()) for number in (1, 2)]
    one = ask(shared, kept[0])
    ask(shared, kept[1])
    assert ask(shared, kept[0]) is not one


@pytest.fixture
def separate_service() -> TrainingService:
    """Return a pool for one test that damages it."""
    return TrainingService()


def workers_of(pool: Pool) -> set[int]:
    """Return the processes of an idle pool of at most two."""
    return {future.result(SECONDS) for future in [pool.submit(pool_functions.process) for _call in range(8)]}


def test_the_training_of_a_killed_worker_is_repeated(separate_service: TrainingService) -> None:
    workers = workers_of(separate_service.workers)
    jobs = [ask_long(separate_service, text_task(large()[:400_000], vocab_size=500 + number)) for number in range(4)]
    wait_for(lambda: separate_service.progress(jobs[0]).phase != "waiting")
    for process in workers:
        os.kill(process, signal.SIGKILL)
    for job in jobs:  # those in the queue too
        assert finish(separate_service, job).summary.steps > 0


def test_a_training_that_kills_its_worker_twice_fails_alone(
    separate_service: TrainingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ask_long(separate_service, text_task(vocab_size=510))
    with monkeypatch.context() as deadly:
        deadly.setattr(module, "train_to_file", pool_functions.die_in_training)
        killed = ask_long(separate_service, text_task(vocab_size=511))
    after = ask_long(separate_service, text_task(vocab_size=512))
    wait_for(lambda: killed.is_done)
    with pytest.raises(EngineError, match=r"ended twice \(SIGKILL\), most often for lack of memory") as caught:
        separate_service.finished(killed)
    assert "Your text and settings are kept" in str(caught.value)
    assert not killed.path.exists()
    for job in (before, after, ask(separate_service, text_task(vocab_size=511))):
        assert finish(separate_service, job).summary.steps > 0


def test_a_training_whose_file_is_missing_fails(shared: TrainingService, tmp_path: Path) -> None:
    job = TrainingJob("key", tmp_path / "gone.training", lambda _session: True)
    job.future = Future()
    job.future.set_result(Mock())
    shared._finish_job(job, job.future)
    assert job.is_done
    with pytest.raises(EngineError, match="this training can’t be stored"):
        shared.finished(job)


def test_a_dead_reader_process_is_replaced(separate_service: TrainingService) -> None:
    training = finish(separate_service, ask(separate_service, text_task(vocab_size=300)))
    training.frames(0)
    for step in (100, 200):
        for process in workers_of(separate_service.readers):
            os.kill(process, signal.SIGKILL)
        assert training.frames(step)["frames"]


def test_a_full_disk_is_reported_and_later_trainings_work() -> None:
    trainings = TrainingService(worker_count=1)
    looked_at = finish(trainings, ask(trainings, text_task(vocab_size=520)))
    finish(trainings, ask(trainings, text_task(vocab_size=521)))
    trainings.workers.call(pool_functions.write_at_most, 10_000)
    job = ask_long(trainings, text_task(vocab_size=522))
    wait_for(lambda: job.is_done)
    with pytest.raises(EngineError, match="disk is full, so this training can’t be stored") as caught:
        trainings.finished(job)
    assert "Your text and settings are kept" in str(caught.value)
    assert isinstance(looked_at, StoredTraining)
    assert list(job.path.parent.glob("*.training")) == [looked_at.path]  # no incomplete one, and none that nobody needs
    trainings.workers.call(pool_functions.write_at_most, resource.RLIM_INFINITY)
    assert finish(trainings, ask(trainings, text_task(vocab_size=522))).summary.steps > 0


def test_an_unwritable_disk_is_reported_and_later_trainings_work(
    separate_service: TrainingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(tempfile, "tempdir", "/dev/full")
        with pytest.raises(EngineError, match="disk is failing, so this training can’t be stored"):
            ask(separate_service, text_task(vocab_size=530))
        assert isinstance(
            ask(separate_service, Task(TextSource.from_counts({"hug": 3}), BPESettings())), InMemoryTraining
        )
    assert finish(separate_service, ask(separate_service, text_task(vocab_size=530))).summary.steps > 0


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO, None])
def test_disk_errors_do_not_show_the_system_s_words(number: int | None) -> None:
    told = str(no_room_error(OSError(number, "Words of the system", "/tmp/folder") if number else OSError("Words")))
    assert re.fullmatch(r"The server[^/]+ this training can’t be stored\. Your text and settings are kept\. .+", told)
    assert "Words" not in told


def test_a_lack_of_memory_is_reported_and_a_deleted_folder_is_recreated(separate_service: TrainingService) -> None:
    for pool in (separate_service.workers, separate_service.readers):
        with pytest.raises(MemoryError):
            pool.call(pool_functions.allocate, module.MEMORY)
    made = finish(separate_service, ask(separate_service, text_task(vocab_size=540)))
    with pytest.raises(EngineError, match="needs more memory than is available"):
        made.ask(pool_functions.take_more_than, module.MEMORY)
    assert made.frames(0)["frames"]
    first = finish(separate_service, ask(separate_service, text_task(vocab_size=531)))
    assert isinstance(first, StoredTraining)
    shutil.rmtree(first.path.parent)
    assert finish(separate_service, ask(separate_service, text_task(vocab_size=531))).export("merges")


def test_nothing_that_a_client_sends_replaces_the_trainings_or_their_processes() -> None:
    before = session.trainings()
    task = Task(TextSource.from_counts({"hug": 10, "pug": 5}), BPESettings())
    made, process = before.get(task, ME), workers_of(before.readers)
    AppSession._handle_clear_cache_request(Mock())
    assert session.trainings() is before
    assert before.get(task, ME) is made
    assert workers_of(before.readers) == process


def test_trainings_no_longer_shown_are_released(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {("train", "a"): "one", ("compare", "a"): "two", ("compare", "b"): "three"}
    monkeypatch.setattr(chosen, "_displayed", lambda: shown)
    monkeypatch.setattr(session, "trainings", Mock)
    monkeypatch.setattr(session, "_pages", PAGES)
    chosen.watch_only(PageState("compare"), [Mock(key="b")])
    assert shown == {("train", "a"): "one", ("compare", "b"): "three"}
