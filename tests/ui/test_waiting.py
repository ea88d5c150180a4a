"""Pages that wait for long trainings: cancelling, restarting, and continuing while a learner is elsewhere."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui import pool_functions
from tests.ui.app_pages import Open, alerts, player
from tests.ui.waiting import wait_for
from ui.jobs import trainings as module
from ui.jobs.training_job import TrainingProgress
from ui.jobs.trainings import TrainingService


@pytest.fixture
def _endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "train_to_file", pool_functions.train_for_ever)


def test_a_cancelled_training_can_be_restarted(
    opened: Open, trainings: TrainingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as endless:
        endless.setattr(module, "train_to_file", pool_functions.train_for_ever)
        app = opened()
        (job,) = trainings.queue
        press(app, "Cancel")
        assert alerts(app) == ["Training was cancelled. Your text and settings are unchanged."]
        wait_for(lambda: job.problem)
        app.switch_page("pages/encode.py").run()
        assert any("Training isn’t finished yet" in alert for alert in alerts(app))
        app.switch_page("pages/train.py").run()
        assert alerts(app) == ["Training was cancelled. Your text and settings are unchanged."]
        assert not trainings.queue
    press(app, "Try again")
    wait_for(lambda: not trainings.queue)
    assert alerts(app.run()) == []
    assert player(app) is not None
    stored = [stored.path for stored in trainings._stored.values()]
    trainings._stored.clear()  # as others' trainings do: this one is in use
    assert all(path.exists() for path in stored)
    assert player(app.run()) is not None
    app.switch_page("pages/encode.py").run()
    assert alerts(app) == []


@pytest.mark.usefixtures("_endless")
def test_a_learner_waits_only_for_what_the_page_shows_now(opened: Open, trainings: TrainingService) -> None:
    app = opened()
    (first,) = trainings.queue
    next(number for number in app.number_input if number.label == "Vocabulary size").set_value(19).run()
    (second,) = trainings.queue
    assert second is not first
    wait_for(lambda: first.is_done)
    app.switch_page("pages/bytes.py").run()  # where the training continues
    app.switch_page("pages/encode.py").run()
    assert trainings.queue == [second]
    app.switch_page("pages/train.py").run()
    press(app, "Cancel")
    assert not trainings.queue


@pytest.mark.usefixtures("_endless")
def test_compare_waits_only_for_its_methods_and_can_cancel_one(opened: Open, trainings: TrainingService) -> None:
    app = opened("pages/compare.py")
    assert len(trainings.queue) == 5
    press(app, "Cancel")
    assert len(trainings.queue) == 4
    assert alerts(app) == ["BPE: Training was cancelled. Your text and settings are unchanged."]
    press(app, "Leave out BPE")
    app.number_input[0].set_value(77).run()
    assert len(trainings.queue) == 4  # and not those of the size before
    app.switch_page("pages/bytes.py").run()
    assert len(trainings.queue) == 4


@pytest.mark.usefixtures("_endless")
@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (0, "Starting your training …"),
        (1, "Waiting: 1 training run is ahead of yours."),
        (2, "Waiting: 2 training runs are ahead of yours."),
    ],
)
def test_a_queued_training_shows_how_many_are_ahead(
    opened: Open, trainings: TrainingService, monkeypatch: pytest.MonkeyPatch, ahead: int, said: str
) -> None:
    monkeypatch.setattr(trainings, "progress", lambda job: TrainingProgress("waiting", ahead, 0.0))
    app = opened()
    assert [bar.proto.text for bar in app.get("progress")] == [said]
    press(app, "Cancel")


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception
