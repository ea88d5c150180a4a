"""Texts that learners trained on do not stay on disk: not after the server stopped, and not after it was killed."""

from pathlib import Path

from tests.server.visitor import visit, wait_until
from tools.app_server import AppServer, running_app
from ui.jobs.server_folder import PREFIX
from ui.tokenization.tasks.server_texts import FOLDER


def train(server: AppServer, temporary: Path) -> Path:
    """Train on a long text; return the file that stores the result."""
    with visit(server) as learner:
        learner.open("train", scenario="text", stored="long.txt")
        wait_until(lambda: any(temporary.glob(f"{PREFIX}*/*.training")))
        return next(temporary.glob(f"{PREFIX}*/*.training"))


def test_training_files_are_removed_however_the_server_ends(tmp_path: Path) -> None:
    texts, temporary = tmp_path / "texts", tmp_path / "temporary"
    texts.mkdir()
    temporary.mkdir()
    (texts / "long.txt").write_text("hug pug pun " * 5_000, encoding="utf-8")
    with running_app(settings={"TMPDIR": str(temporary), FOLDER: str(texts)}) as server:
        file = train(server, temporary)
        assert (file.parent.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
        server.kill()
        assert file.exists()
        server.start()
        assert not any(temporary.glob(f"{PREFIX}*"))  # though nobody trains
        train(server, temporary)
    assert not any(temporary.glob(f"{PREFIX}*"))  # after a signal like systemd's
