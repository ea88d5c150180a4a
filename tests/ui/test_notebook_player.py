"""The player of a lesson in a notebook: each kind of training, each way to cut a text, and requests for frames."""

import json
import re
from base64 import b64decode
from html import unescape
from typing import Any
from zlib import decompress

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from nbconvert import HTMLExporter

from bpe_engine import BPETrainer, Corpus, Training, load_pretrained
from ui.jobs import training_calls
from ui.lessons.frames import WINDOW
from ui.player.notebook.widget import PlayerWidget, player_html, player_widget
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
def test_trainings_and_encodings_are_played_completely(algorithm: str) -> None:
    training = trained(algorithm)
    lesson = played(training).lesson
    assert lesson["steps"] == len(training.events) == len(lesson["frames"]) - 1
    assert lesson["rules"] == []
    steps = played(training.tokenizer().show_steps("hugs")).lesson
    assert steps["steps"] == len(steps["frames"]) - 1 > 0


def test_frames_of_a_long_training_are_sent_on_request() -> None:
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
    assert shown.lesson["id"] == first["id"]  # the player continues where it is


def saved(source: Training[Any]) -> nbformat.NotebookNode:
    """Return a notebook with a cell that was run, as JupyterLab stores it: what IPython asks an object for."""
    data, about = DisplayFormatter().format(source)
    output = nbformat.v4.new_output("display_data", data=data, metadata=about)
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("training", outputs=[output])])


def test_a_saved_notebook_has_the_steps_without_a_kernel() -> None:
    training = trained("bpe")
    notebook = saved(training)
    nbformat.validate(notebook)
    (output,) = notebook.cells[0].outputs
    assert "application/vnd.jupyter.widget-view+json" not in output.data  # without its kernel: "model not found"
    page, _resources = HTMLExporter().from_notebook_node(notebook)
    frames = re.findall('<iframe [^>]*srcdoc="([^"]*)"', page)
    assert len(frames) == 1
    packed = re.search('id="lesson">([^<]*)<', unescape(frames[0]))
    assert packed
    lesson = json.loads(decompress(b64decode(packed[1])))["lessons"][""]
    assert len(lesson["frames"]) == len(training.events) + 1 == 8
    # And as rows, for viewers without frames or scripts.
    shown = re.sub("<[^>]*>", "", re.split("<details open[^>]*>", page)[1].split("</details>")[0])
    assert "u + g = ug merge 0, 20 ×" in shown
    assert shown.count("merge ") == 7


def test_a_saved_notebook_has_the_first_steps_of_a_long_training() -> None:
    corpus = Corpus.from_counts({f"{number:04d}": 2000 - number for number in range(2000)})
    training = BPETrainer(vocab_size=400).record(corpus)
    html = player_html(training)
    assert html
    told = re.search("The player has the first ([0-9]+) of 390 steps", html)
    assert told
    assert 0 < int(told[1]) <= 240
    assert len(html) < 2_000_000


def test_the_module_suits_anywidget_and_other_objects_show_html() -> None:
    long = load_pretrained("gpt2").show_steps("long " * 100)
    assert player_widget(long) is player_html(long) is None
    source = str(PlayerWidget._esm)
    assert source.endswith("export default { render };\n")
    assert "import " not in source.split("*/", 1)[1]
