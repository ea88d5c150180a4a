"""Home and Train without a browser: each bad input gives a clear message on a page that still works."""

import re
from pathlib import Path

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError
from tests.ui.app_pages import Open, address, alerts, player, player_data, query_value
from ui.pages.common.shell import OPENED_SECTIONS
from ui.pages.train.word_table import FREQUENCY, WORD
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import MAX_PASTED_TEXT, Task

ROOT = Path(__file__).parents[2]


def shows_player(app: AppTest) -> bool:
    """Return whether the player is shown after another lesson was chosen on the same page."""
    pills = app.get("button_group")[0]
    other = "low" if pills.value != "low" else "hug"
    pills.set_value(other).run()
    found = player(app)
    return not app.exception and found is not None and found["steps"] > 0


def test_home_says_in_a_few_sentences_what_a_tokenizer_is(opened: Open) -> None:
    app = opened("")
    about = max((written.value for written in app.markdown), key=len)
    assert len(re.findall(r"[.?!](?:\s|$)", about)) in (5, 6)


@pytest.mark.parametrize("scenario", [key for key in SCENARIOS if SCENARIOS[key].ready])
def test_each_lesson_opens_from_its_address(opened: Open, scenario: str) -> None:
    app = opened(scenario=scenario)
    data = player_data(app)
    steps = {"hug": 7, "low": 15, "course": 19, "aaab": 3, "tones": 7, "marks": 7, "stems": 8, "words": 5}
    steps |= {"article4": 44}
    assert data["steps"] == steps[scenario]
    assert alerts(app) == []


def test_the_suggested_size_works_and_an_empty_text_offers_an_example(opened: Open) -> None:
    app = opened(vocab="3")
    (message,) = alerts(app)
    assert player(app) is None
    enough = int(re.findall(r"Choose (\d+) or more", message)[0])
    app = opened(vocab=str(enough))
    assert alerts(app) == []
    data = player_data(app)
    assert data["steps"] == 1
    app = opened(scenario="text")
    assert alerts(app) == []
    assert player(app) is None
    next(button for button in app.button if button.label == "Use an example").click().run()
    data = player_data(app)
    assert data["steps"] > 10
    assert app.text_area[0].value


def test_one_symbol_has_no_pair_and_says_so(opened: Open) -> None:
    app = opened(scenario="text", text="a a a", split="whitespace")
    data = player_data(app)
    assert data["steps"] == 0
    assert "no word has two symbols" in data["frames"][0]["next"]
    assert shows_player(app)


def test_a_text_without_words_or_too_long_for_the_box_says_so(opened: Open) -> None:
    app = opened(scenario="text", text=" \n ", split="whitespace")
    assert len(alerts(app)) == 1
    assert "empty" in alerts(app)[0] or "no word" in alerts(app)[0]
    assert shows_player(app)
    app = opened(scenario="text")
    app.text_area[0].set_value("ab " * (MAX_PASTED_TEXT // 3 + 1)).run()
    (message,) = alerts(app)
    assert "300,000" in message
    assert "upload" in message
    assert shows_player(app)


@pytest.mark.parametrize(("name", "value"), [("scenario", "<b>huge</b>"), ("split", "![x](http://h/i.png)")])
def test_invalid_values_in_the_address_are_reported_and_the_lesson_is_shown(
    opened: Open, name: str, value: str
) -> None:
    app = opened(**{name: value})
    (message,) = alerts(app)
    assert f"{name}={value}" in message
    data = player_data(app)
    assert (data["steps"], data["step"]) == (7, 0)
    assert shows_player(app)
    assert alerts(app) == []


def test_frames_around_the_step_in_the_address_come_first(opened: Open) -> None:
    data = player_data(opened(scenario="text", text="a " * 5 + "the cat sat on the mat, " * 9, vocab="400", step="99"))
    assert data["first"] + len(data["frames"]) > min(99, data["steps"])


def table(*rows: tuple[object, object]) -> pd.DataFrame:
    return pd.DataFrame(
        {WORD: [word for word, _ in rows], FREQUENCY: pd.Series([count for _, count in rows], dtype="float64")}
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [([], "The table has no words."), ([("<img src=x>", 0)], "The frequency of '<img src=x>' is 0, but")],
)
def test_an_unusable_table_is_reported_and_the_last_good_one_stays(
    opened: Open, monkeypatch: pytest.MonkeyPatch, rows: list[tuple[object, object]], message: str
) -> None:
    # AppTest cannot type into the table, so its result is replaced.
    monkeypatch.setattr(st, "data_editor", lambda *_args, **_options: table(*rows))
    app = opened()
    (alert,) = alerts(app)
    assert alert.startswith(message)
    data = player_data(app)
    assert data["steps"] == 7


def test_an_edited_table_is_trained_on_and_written_to_the_address(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(st, "data_editor", lambda *_args, **_options: table(("ab", 3), ("b:c,", 2)))
    app = opened()
    assert alerts(app) == []
    assert query_value(app, "words") == "ab:3,b%3Ac%2C:2"
    data = player_data(app)
    assert [row["tokens"] for row in data["frames"][0]["words"]] != []
    assert data["steps"] == 4  # ab; b + :, then c, then the comma


def test_settings_are_written_to_the_address_and_can_be_reset(opened: Open) -> None:
    app = opened()
    next(box for box in app.selectbox if box.label == "When pairs tie").set_value("largest-pair").run()
    assert query_value(app, "tie") == "largest-pair"
    next(button for button in app.button if button.label == "Reset settings").click().run()
    assert "tie" not in address(app)
    assert next(box for box in app.selectbox if box.label == "When pairs tie").value == "first-seen"
    assert not app.exception


def test_a_lesson_is_as_it_was_left(opened: Open) -> None:
    app = opened(scenario="low", min="7")
    pills = app.get("button_group")[0]
    pills.set_value("hug").run()
    assert query_value(app, "scenario") == "hug"
    assert "min" not in address(app)
    app.get("button_group")[0].set_value("low").run()
    assert query_value(app, "min") == "7"
    data = player_data(app)
    assert data["steps"] == 5


def test_large_type_is_in_the_address_and_the_code_is_the_engine_s(opened: Open) -> None:
    app = opened()
    next(toggle for toggle in app.toggle if toggle.label == "Large type").set_value(True).run()
    assert query_value(app, "large") == "1"
    assert any("font-size: calc(1.35 * var(--root, 100%))" in node.proto.body for node in app.get("html"))
    next(toggle for toggle in app.toggle if toggle.label == "Large type").set_value(False).run()
    assert "large" not in address(app)
    assert not app.code  # as long as it is closed
    app.session_state["engine_code"] = True
    shown = [block.value for block in app.run().code]
    source = "".join(path.read_text() for path in (ROOT / "bpe_engine").rglob("*.py"))
    lines = {line.strip() for line in source.splitlines()}
    assert len(shown) >= 3
    for block in shown:
        assert block.startswith("def ")
        assert all(line.strip() in lines for line in block.splitlines())


def test_the_content_of_a_drawer_is_drawn_when_first_opened(opened: Open) -> None:
    app = opened()
    app.session_state[OPENED_SECTIONS] = set()
    app.run()
    assert not app.number_input
    app.session_state["train.drawer_settings"] = True
    app.run()
    assert [number.label for number in app.number_input] == ["Vocabulary size", "Minimum frequency"]
    app.session_state["train.drawer_settings"] = False
    app.run()
    assert app.number_input


def test_a_failed_training_can_be_retried(opened: Open) -> None:
    app = opened()
    key = Task(SCENARIOS["hug"].source, default_settings("bpe", "hug")).key
    app.session_state["train.failed"] = {key: EngineError("No room for {what}.", what="it")}
    app.run()
    assert alerts(app) == ["No room for it."]
    assert player(app) is None
    app.switch_page("pages/encode.py").run()  # and no other page restarts it
    assert any("Training isn’t finished yet" in alert for alert in alerts(app))
    app.switch_page("pages/train.py").run()
    next(button for button in app.button if button.label == "Try again").click().run()
    assert alerts(app) == []
    assert player(app) is not None


@pytest.mark.parametrize(
    ("scenario", "said"),
    [("text", "You’ve changed the settings."), ("hug", "You’ve changed this lesson’s words or settings.")],
)
def test_changes_are_listed_and_custom_texts_have_no_word_table(opened: Open, scenario: str, said: str) -> None:
    def change_captions(app: AppTest) -> list[str]:
        return [caption.value for caption in app.caption if "You’ve changed" in caption.value]

    assert change_captions(opened(scenario=scenario)) == []
    assert change_captions(opened(scenario=scenario, vocab="70")) == [said]


def test_a_message_of_a_removed_component_is_ignored() -> None:
    def page() -> None:
        import streamlit as st

        from ui.base import session_state

        st.session_state["told"] = session_state.component_event("gone", "choose")

    app = AppTest.from_function(page).run()
    assert not app.exception
    assert app.session_state["told"] is None
