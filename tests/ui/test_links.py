"""The content of a link, as a page writes it to the URL."""

from collections.abc import Callable

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.ui.app_pages import Open, address, alerts, player_data, query_value, trigger
from ui.base.i18n import COOKIE
from ui.state import session

Back = Callable[..., AppTest]


@pytest.fixture
def run_from_history(monkeypatch: pytest.MonkeyPatch) -> Back:
    """Returns a function that runs a page as after Back; AppTest has no history."""

    def run(app: AppTest, **query: str) -> AppTest:
        app.query_params.update(query)
        with monkeypatch.context() as history:
            history.setattr(session, "came_from_history", lambda: True)
            return app.run()

    return run


FEW = {f"word{number}": number for number in range(1, 21)}
MANY = {f"word{number}": number for number in range(1, 301)}  # more than some programs keep whole in a link


def link(counts: dict[str, int]) -> str:
    return ",".join(f"{word}:{count}" for word, count in counts.items())


def count_of_first_merge(app: AppTest) -> str:
    data = player_data(app)
    count: str = data["merges"][0]["value"]
    return count


def step(app: AppTest) -> int:
    data = player_data(app)
    found: int = data["step"]
    return found


def link_note(app: AppTest) -> str:
    data = player_data(app)
    note: str = data["linkNote"]
    return note


def test_a_link_contains_the_learner_s_words(opened: Open) -> None:
    app = opened(scenario="hug", words=link(FEW))
    assert alerts(app) == []
    assert query_value(app, "words") == link(FEW)
    assert link_note(app) == ""
    assert count_of_first_merge(app) == f"{sum(FEW.values())}"  # w + o, in each word


def test_a_link_omits_too_many_words_but_the_page_keeps_them(opened: Open) -> None:
    app = opened(scenario="hug", words=link(MANY), vocab="30")
    for _run in range(2):
        assert alerts(app) == []
        assert "words" not in address(app)
        assert "too many words for a link" in link_note(app)
        assert (query_value(app, "scenario"), query_value(app, "vocab")) == ("hug", "30")
        assert count_of_first_merge(app) == f"{sum(MANY.values()):,}"
        app.run()


@pytest.mark.parametrize("page", ["playground", "pretokenize"])
def test_a_text_too_long_for_an_address_is_kept_after_going_back(
    opened: Open, run_from_history: Back, page: str
) -> None:
    app = opened(f"pages/{page}.py")
    app.text_area[0].set_value("a wood chuck " * 200).run()
    left = address(app)
    app.switch_page("pages/bytes.py").run()
    run_from_history(app.switch_page(f"pages/{page}.py"), **left)
    assert app.session_state[f"{page}.sample"] == "a wood chuck " * 200


def test_going_back_restores_the_text_and_step_of_the_address(opened: Open, run_from_history: Back) -> None:
    app = opened("pages/playground.py")
    app.text_area[0].set_value("a wood chuck " * 200).run()
    assert run_from_history(app, sample="wood").text_area[0].value == "wood"
    app = opened(scenario="low")
    shown = player_data(app)
    trigger(app, "address_bar", "left", {"lesson": shown["subject"], "step": 3})
    assert step(app.run()) == 3
    assert step(run_from_history(app, scenario="low", step="5")) == 5


def test_the_step_in_an_address_applies_only_to_its_lesson(opened: Open, run_from_history: Back) -> None:
    app = opened(scenario="low", step="5")
    assert step(app) == 5
    for scenario in ("hug", "low"):  # chosen, they start again
        app.get("button_group")[0].set_value(scenario).run()
        assert (query_value(app, "scenario"), step(app)) == (scenario, 0)
    assert step(run_from_history(app, scenario="hug", step="2")) == 2
    assert step(run_from_history(app, scenario="low", step="5")) == 5


def test_new_pages_start_at_the_first_step_and_old_ones_stay_as_left(opened: Open) -> None:
    app = opened("pages/encode.py", **{"with": "trained", "sample": "lowest", "scenario": "low", "step": "3"})
    assert step(app) == 3
    app.query_params.clear()
    app.switch_page("pages/train.py").run()
    assert query_value(app, "scenario") == "low"
    assert step(app) == 0
    app = opened(scenario="low", vocab="14")
    app.query_params.clear()
    app.switch_page("pages/bytes.py").run()
    app.switch_page("pages/train.py").run()
    assert address(app) == {"scenario": "low", "vocab": "14"}


@pytest.mark.parametrize(("query", "title"), [({"lang": "vi"}, "vi"), ({}, "ru")])
def test_the_language_of_a_link_overrides_an_earlier_choice(
    opened: Open, monkeypatch: pytest.MonkeyPatch, query: dict[str, str], title: str
) -> None:
    monkeypatch.setattr(type(st.context), "cookies", {COOKIE: "ru"})
    shown = player_data(opened(**query))
    assert shown["labels"]["locale"] == title


def test_the_first_available_language_of_the_browser_is_used(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(st.context), "headers", {"Accept-Language": "uk,ru;q=0.9,en;q=0.8"})
    shown = player_data(opened())
    assert shown["labels"]["locale"] == "ru"


def test_a_cleared_choice_becomes_the_default(opened: Open) -> None:
    app = opened(scenario="low")
    app.get("button_group")[0].set_value(None).run()
    assert query_value(app, "scenario") == "hug"
    assert app.get("button_group")[0].value == "hug"


def test_a_link_to_a_lesson_keeps_the_learner_s_text(opened: Open, run_from_history: Back) -> None:
    app = run_from_history(opened(scenario="text", text="wood chuck"), scenario="hug")
    assert query_value(app, "scenario") == "hug"
    app.get("button_group")[0].set_value("text").run()
    assert app.text_area[0].value == "wood chuck"
