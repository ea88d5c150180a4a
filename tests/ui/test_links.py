"""What a link carries, as a page writes it into the address."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.app_pages import Open, address, alerts, asked, player
from ui import session

FEW = {f"word{number}": number for number in range(1, 21)}
MANY = {f"word{number}": number for number in range(1, 301)}  # more than some programs leave whole in a link


def link(counts: dict[str, int]) -> str:
    return ",".join(f"{word}:{count}" for word, count in counts.items())


def count_of_first_merge(app: AppTest) -> str:
    data = player(app)
    assert data is not None
    count: str = data["merges"][0]["value"]
    return count


def link_note(app: AppTest) -> str:
    data = player(app)
    assert data is not None
    note: str = data["linkNote"]
    return note


def test_a_link_carries_the_words_of_a_learner(opened: Open) -> None:
    app = opened(scenario="hug", words=link(FEW))
    assert alerts(app) == []
    assert asked(app, "words") == link(FEW)
    assert link_note(app) == ""
    assert count_of_first_merge(app) == f"{sum(FEW.values())}"  # w + o, in each word


def test_a_link_leaves_out_words_that_are_too_long_for_it_and_the_page_keeps_them(opened: Open) -> None:
    app = opened(scenario="hug", words=link(MANY), vocab="30")
    for _run in range(2):
        assert alerts(app) == []
        assert "words" not in address(app)
        assert "too many for a link" in link_note(app)
        assert (asked(app, "scenario"), asked(app, "vocab")) == ("hug", "30")
        assert count_of_first_merge(app) == f"{sum(MANY.values()):,}"
        app.run()


@pytest.mark.parametrize("page", ["playground", "pretokenize"])
def test_a_text_that_is_too_long_for_an_address_is_still_there_after_going_back(
    opened: Open, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    app = opened(f"pages/{page}.py")
    app.text_area[0].set_value("a wood chuck " * 200).run()
    left = address(app)
    app.switch_page("pages/bytes.py").run()
    app.switch_page(f"pages/{page}.py")
    app.query_params.update(left)
    monkeypatch.setattr(session, "_went_back", lambda: True)  # AppTest has no history
    app.run()
    assert app.session_state[f"{page}.sample"] == "a wood chuck " * 200


def test_going_back_brings_a_text_that_the_address_says(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened("pages/playground.py")
    app.text_area[0].set_value("a wood chuck " * 200).run()
    app.query_params.update({"sample": "wood"})
    monkeypatch.setattr(session, "_went_back", lambda: True)
    app.run()
    assert app.text_area[0].value == "wood"


def test_a_link_to_a_lesson_leaves_a_text_of_ones_own_alone(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(scenario="text", text="wood chuck")
    app.query_params.update({"scenario": "hug"})
    monkeypatch.setattr(session, "_went_back", lambda: True)
    app.run()
    assert asked(app, "scenario") == "hug"
    monkeypatch.undo()
    app.get("button_group")[0].set_value("text").run()
    assert app.text_area[0].value == "wood chuck"
