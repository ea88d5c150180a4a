"""The folder for a server's files: those of a killed server are removed, those of a running one stay."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ui.jobs import server_folder as module
from ui.jobs import shared_trainings, training_calls
from ui.jobs.finished_training import StoredTraining
from ui.jobs.server_folder import PREFIX, create_folder, open_private, remove_abandoned, remove_own_folders
from ui.jobs.training_calls import TrainingSummary
from ui.jobs.training_job import Waiter
from ui.jobs.trainings import TrainingService
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.tasks.task import Task, TextSource

ROOT = Path(__file__).parents[2]
CODE = shared_trainings.CODE

SERVER = """
import os, signal, sys, time
from pathlib import Path
from ui.tokenization.algorithms.bpe import BPESettings
from ui.jobs.training_job import Waiter
from ui.jobs.trainings import TrainingService
from ui.tokenization.tasks.task import TextSource, Task

if __name__ == "__main__":
    trainings = TrainingService()
    job = trainings.get(Task(TextSource.from_texts("hug pug pun " * 2_000), BPESettings()), Waiter("me", "train"))
    while trainings.finished(job) is None:
        time.sleep(0.01)
    print(job.path.parent, flush=True)
    if sys.argv[1] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif sys.argv[1] == "alive":
        sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def start(home: Path, end: str) -> "subprocess.Popen[str]":
    """Start a program that stores a training in a folder, then is killed, ends normally, or continues."""
    script = home / "server.py"
    script.write_text(SERVER)
    env = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(home)}
    return subprocess.Popen(
        [sys.executable, str(script), end], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def folder_of(server: "subprocess.Popen[str]") -> Path:
    assert server.stdout is not None
    return Path(server.stdout.readline().strip())


def test_files_of_a_killed_server_are_removed_and_those_in_use_stay(tmp_path: Path) -> None:
    with start(tmp_path, "killed") as server:
        left = folder_of(server)
    assert server.returncode == -signal.SIGKILL
    assert list(left.glob("*.training"))
    own = create_folder()
    remove_abandoned()
    assert not left.exists()
    assert own.exists()
    with start(tmp_path, "alive") as server:
        used = folder_of(server)
        remove_abandoned()
        assert list(used.glob("*.training"))
        server.kill()


def test_trainings_of_another_server_are_shared_and_outlive_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task, me = Task(TextSource.from_texts("hug pug pun " * 2_000), BPESettings()), Waiter("me", "train")
    with start(tmp_path, "alive") as server:
        theirs = folder_of(server)
        assert shared_trainings.fetch(task.key, tmp_path / "none.training") is None  # of another version, here
        monkeypatch.setattr(shared_trainings, "CODE", CODE)
        theirs.chmod(0o755)  # where somebody else may have put it
        assert shared_trainings.fetch(task.key, tmp_path / "none.training") is None
        theirs.chmod(0o700)
        found = TrainingService().get(task, me)
        server.kill()
    remove_abandoned()
    assert not theirs.exists()
    assert isinstance(found, StoredTraining)
    assert found.summary == TrainingSummary.from_training(training_calls.train(task))
    assert found.tokenizer(3).tokenize("pug") == training_calls.train(task).tokenizer(3).tokenize("pug")
    assert found.path.stat().st_mode & 0o777 == 0o600
    used = found.path.parent
    del found
    remove_own_folders()
    assert not used.exists()


def test_a_server_that_ends_normally_leaves_no_files(tmp_path: Path) -> None:
    with start(tmp_path, "well") as server:
        used = folder_of(server)
    assert server.returncode == 0
    assert not used.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="has other rights")
def test_training_files_are_private() -> None:
    before = os.umask(0)  # which masks nothing
    try:
        folder = create_folder()
        with open_private(folder / "1.training") as file:
            file.write(b"hug pug pun")
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


def test_a_late_worker_leaves_no_files_and_other_folders_stay(tmp_path: Path) -> None:
    folder = create_folder()
    with open_private(folder / "1.training"):
        remove_own_folders()
    with pytest.raises(FileNotFoundError):
        open_private(folder / "2.training")
    assert list(tmp_path.iterdir()) == []
    remove_own_folders()  # when there is none
    others = [tmp_path / name for name in ("bpe-lab-x", "another")]
    elsewhere = tmp_path / "home"
    for folder in (*others, elsewhere):
        folder.mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(elsewhere)
    made = [create_folder() for _ in range(3)]
    remove_abandoned()
    assert all(folder.exists() for folder in (*others, *made))
    assert list(elsewhere.iterdir()) == []


def test_a_folder_that_another_server_removed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []
    make = tempfile.mkdtemp

    def made_and_taken(prefix: str) -> str:
        made.append(Path(make(prefix=prefix)))
        if len(made) == 1:  # between creating it and marking it as in use
            module._remove_if_abandoned(made[0])
        return str(made[-1])

    monkeypatch.setattr(tempfile, "mkdtemp", made_and_taken)
    assert create_folder() == made[1]
    assert made[1].exists()
