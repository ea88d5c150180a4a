"""Fixtures that the tests of the views share."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from bpe_engine import BPETraining
from tests.ui.app_pages import Open
from ui.components.lazy_section import SEEN_SECTIONS
from ui.jobs import shared_trainings, training_calls
from ui.jobs.trainings import TrainingService
from ui.pages.common.shell import OPENED_SECTIONS
from ui.pages.registry import PAGES
from ui.state import session
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

Train = Callable[..., BPETraining]

# An AppTest scans all installed packages for components before its first run, which takes ten times as long as a
# page. Once per test process is enough: nothing is installed meanwhile.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


class Everything(set[str]):
    """A set that contains everything."""

    def __contains__(self, _name: object) -> bool:
        return True


@pytest.fixture(autouse=True)
def _trains_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the trainings of other tests, as if another version of the app had made them."""
    monkeypatch.setattr(shared_trainings, "CODE", secrets.token_hex(8))


@pytest.fixture
def trainings(monkeypatch: pytest.MonkeyPatch) -> TrainingService:
    """Return the app's trainings for one test, each of them long."""
    made = TrainingService()
    monkeypatch.setattr(session, "_trainings", lambda: made)
    for algorithm in ALGORITHMS.values():
        monkeypatch.setattr(type(algorithm), "immediate_limit", 0)
    return made


@pytest.fixture
def train() -> Train:
    """Trains BPE on a scenario (by key), counted words, or a text, with settings by name."""

    def train_(what: str | dict[str, int], **options: object) -> BPETraining:
        if isinstance(what, str) and what in SCENARIOS:
            source, settings = SCENARIOS[what].source, ALGORITHMS["bpe"].default_settings(SCENARIOS[what])
        else:
            source = TextSource.from_counts(what) if isinstance(what, dict) else TextSource.from_texts(what)
            settings = BPESettings()
        training = training_calls.train(Task(source, replace(settings, **options)))
        assert isinstance(training, BPETraining)
        return training

    return train_


@pytest.fixture
def opened() -> Open:
    """Opens a page of the app, Train by default; keywords become the query."""

    def open_(page: str = "pages/train.py", **query: str) -> AppTest:
        app = AppTest.from_file(Path(__file__).parents[2] / "app.py", default_timeout=90)
        app.query_params.update(query)
        # Without a screen, nothing can scroll into view, so all sections are open.
        app.session_state[SEEN_SECTIONS] = {name for name, page in PAGES.items() if page.has_lazy_section}
        app.session_state[OPENED_SECTIONS] = Everything()  # and expanders are open
        app.run()
        if page:
            app.switch_page(page).run()
        assert not app.exception
        return app

    return open_
