"""What plays a lesson in a notebook: each kind of training, each way to cut a text, frames that are asked for."""

from typing import Any

import pytest

from bpe_engine import BPETrainer, Corpus, Training, load_pretrained
from ui.jobs import training_calls
from ui.lessons.frames import WINDOW
from ui.player.notebook.widget import PlayerWidget, player_widget
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task


def trained(algorithm: str) -> Training[Any]:
    return training_calls.train(Task(SCENARIOS["hug"].source, default_settings(algorithm, "hug")))


def played(shown: Any) -> PlayerWidget:
    found = player_widget(shown)
    assert found is not None
    return found


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_training_and_the_steps_of_its_tokenizer_are_played_whole(algorithm: str) -> None:
    training = trained(algorithm)
    lesson = played(training).lesson
    assert lesson["steps"] == len(training.events) == len(lesson["frames"]) - 1
    assert lesson["rules"] == []
    steps = played(training.tokenizer().show_steps("hugs")).lesson
    assert steps["steps"] == len(steps["frames"]) - 1 > 0


def test_of_a_long_training_the_frames_around_a_step_come_when_they_are_asked_for() -> None:
    corpus = Corpus.from_counts({f"{number:03d}": 1000 - number for number in range(300)})
    shown = played(BPETrainer(vocab_size=200).record(corpus))
    assert (shown.lesson["first"], len(shown.lesson["frames"])) == (0, WINDOW + 1)
    first = shown.lesson
    for step in (-1, 10_000, "3", None):
        shown._on_message(shown, {"want": step}, [])
    shown._on_message(shown, "want", [])
    assert shown.lesson is first
    shown._on_message(shown, {"want": 120}, [])
    assert shown.lesson["first"] <= 120 <= shown.lesson["first"] + WINDOW
    assert shown.lesson["id"] == first["id"]  # the player goes on where it stands


def test_what_the_player_cannot_show_is_left_to_the_html() -> None:
    assert player_widget(load_pretrained("gpt2").show_steps("long " * 100)) is None


def test_the_module_is_what_anywidget_asks_for_and_imports_nothing() -> None:
    source = str(PlayerWidget._esm)
    assert source.endswith("export default { render };\n")
    assert "import " not in source.split("*/", 1)[1]
