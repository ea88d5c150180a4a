"""Server files to train on: only those of one folder, read in bounded memory."""

import os
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import Corpus, EngineError
from tests.ui.app_pages import Open, alerts, player, player_data, query_value
from ui.jobs import training_calls
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.algorithms.superbpe import SuperBPESettings
from ui.tokenization.algorithms.wordpiece import WordPieceSettings
from ui.tokenization.tasks import server_texts
from ui.tokenization.tasks.task import Task, TextSource

TEXT = "the pug and the pun\n" * 3 + "a bun " * 2 + "hugs"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "corpora"
    made.mkdir()
    (made / "pug.txt").write_text(TEXT, encoding="utf-8", newline="")
    monkeypatch.setenv(server_texts.FOLDER, str(made))
    return made


def test_only_text_files_of_the_folder_are_offered(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "notes.md").write_text("no text file")
    (folder / "below").mkdir()
    (folder / "below" / "deep.txt").write_text("deep")
    (folder / "folder.txt").mkdir()
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "down.txt").symlink_to(folder / "below" / "deep.txt")
    (folder / "gone.txt").symlink_to(folder / "nothing")
    (folder / "same.txt").symlink_to(folder / "pug.txt")
    assert list(server_texts.server_texts()) == ["pug.txt", "same.txt"]


@pytest.mark.parametrize("named", ["", "nowhere"])
def test_without_a_folder_nothing_is_offered(named: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(server_texts.FOLDER, named and str(tmp_path / named))
    assert server_texts.server_texts() == {}
    monkeypatch.delenv(server_texts.FOLDER)
    assert server_texts.server_texts() == {}


def test_a_file_has_the_words_of_its_text_and_a_changed_file_is_a_new_source(folder: Path) -> None:
    path = folder / "pug.txt"
    source, settings = TextSource.from_file(path), BPESettings(pre_tokenizer="gpt2")
    told: list[int] = []
    found = source.corpus(settings, told.append)
    assert found == Corpus.from_text(TEXT, "gpt2", settings.byte_level)
    assert told[-1] == source.size == len(TEXT)
    path.write_text(TEXT + " more", encoding="utf-8")
    os.utime(path, (1, 1))
    assert TextSource.from_file(path) != source
    assert Task(TextSource.from_file(path), settings).key != Task(source, settings).key


def test_large_files_are_reduced_and_missing_ones_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WordPieceSettings, "max_characters", 10)
    task = Task(TextSource.from_file(folder / "pug.txt"), WordPieceSettings(vocab_size=30, pre_tokenizer="whitespace"))
    assert training_calls.train(task).corpus.words == {"the": 6}  # those of three times have 9 characters
    monkeypatch.setattr(WordPieceSettings, "max_characters", 12)
    assert training_calls.train(task).corpus.words == {"the": 6, "pug": 3, "and": 3, "pun": 3}
    monkeypatch.setattr(SuperBPESettings, "max_characters", 11)
    words = TextSource.from_file(folder / "pug.txt").corpus(SuperBPESettings()).words
    assert words == {"the pug and": 1}
    source = TextSource.from_file(folder / "pug.txt")
    (folder / "pug.txt").unlink()
    with pytest.raises(EngineError, match=r"The file pug\.txt can’t be read\. Choose another one\."):
        source.corpus(BPESettings())


def words(app: AppTest) -> list[str]:
    """Return the words that the player shows at first."""
    shown = player_data(app)
    tokens = [token[0] for token in shown["tokens"]]
    return ["".join(tokens[token] for token in row["tokens"]) for row in shown["frames"][0]["words"]]


def test_a_link_can_name_a_server_file_to_train_on(folder: Path, opened: Open) -> None:
    app = opened(scenario="text", stored="pug.txt", split="whitespace", vocab="60")
    assert words(app)[:3] == ["the", "pug", "and"]
    assert query_value(app, "stored") == "pug.txt"
    assert "1,000,000" in "".join(caption.value for caption in app.caption)


@pytest.mark.parametrize("name", ["../secret.txt", "/etc/hostname", "below/deep.txt", "out.txt", "nothing.txt"])
def test_a_link_cannot_reach_other_files(name: str, folder: Path, opened: Open) -> None:
    (folder.parent / "secret.txt").write_text("secret secret secret")
    (folder / "out.txt").symlink_to(folder.parent / "secret.txt")
    app = opened(scenario="text", stored=name)
    assert player(app) is None
    assert any(name in alert for alert in alerts(app))


def test_a_file_that_disappears_is_reported_and_returns(folder: Path, opened: Open) -> None:
    (folder / "other.txt").write_text("other")
    app = opened(scenario="text", stored="pug.txt")
    (folder / "pug.txt").rename(folder / "away")
    app.run()
    assert not app.exception
    assert player(app) is None
    assert any("pug.txt isn’t on this server" in alert for alert in alerts(app))
    assert query_value(app, "stored") == "pug.txt"
    (folder / "away").rename(folder / "pug.txt")
    app.run()
    assert player(app) is not None
    assert alerts(app) == []


def test_the_text_in_the_field_is_used_if_chosen(folder: Path, opened: Open) -> None:
    app = opened(scenario="text", stored="pug.txt", text="low lower")
    assert words(app)[0] == "the"
    next(button for button in app.button if button.label == "Train on this text").click().run()
    assert words(app) == ["low", "Ġlower"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"caf\xe9", "The file pug.txt is not UTF-8 text: byte 3 is 0xE9"),
        (b"", "The file pug.txt is empty"),
    ],
)
def test_file_errors_are_reported_without_the_path(data: bytes, problem: str, folder: Path, opened: Open) -> None:
    (folder / "pug.txt").write_bytes(data)
    told = "".join(alerts(opened(scenario="text", stored="pug.txt")))
    assert problem in told
    assert str(folder) not in told
