"""Storing a session in the browser and restoring it: what is stored and what is refused; the URL wins."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from streamlit.testing.v1 import AppTest

from tests.ui.app_pages import Open, address, alerts, component, data_of, trigger
from tests.ui.test_address import FORMER, PARAMETERS, VALUES, choices
from ui.pages.registry import PAGES
from ui.state import browser_storage
from ui.state.browser_storage import MAX_STEPS, MAX_STORED_TEXT, MAX_VALUES, UploadedFile, digest, value_key
from ui.tokenization.tasks.task import MAX_VOCABULARY

read, write = partial(browser_storage.restore, PAGES), partial(browser_storage.values_to_store, PAGES)
LONG = "a wood chuck " * 200


def browser_message(**parts: Any) -> dict[str, Any]:
    """Return the message of a browser that has stored only this."""
    return {"session": "before", "search": "", "values": {}, "files": {}, "places": {}, "place": None, **parts}


def keep(app: AppTest) -> dict[str, Any]:
    """Return the values that the browser is asked to store."""
    data: dict[str, Any] = data_of(component(app, "keeper"))
    return data


@given(choices())
def test_what_is_kept_comes_back(choice: tuple[str, dict[str, Any]]) -> None:
    page, values = choice
    held = {
        value_key(page, parameter, values): values[parameter.name]
        for parameter in PARAMETERS[page]
        if parameter.applies(values) and values[parameter.name] != parameter.default_for(values)
    }
    held |= {"player": None, "train.drawers": set(), "train.upload0": b"", "bpe_lab_page": "train"}
    result = read(json.loads(json.dumps(browser_message(values=write(held.items())))))
    assert result.problems == []
    assert {**held, **result.values} == held
    assert page in ("", "home") or len(result.values) == len(held) - 4


def test_what_is_usual_or_in_every_address_is_not_kept() -> None:
    held = {"train.scenario": "hug", "train.low.bpe.vocab": 26, "train.step": 3, ".large": True}
    assert write(held.items()) == {}
    assert write([("train.low.bpe.vocab", 21)]) == {"train.low.bpe.vocab": "21"}


@pytest.mark.parametrize(
    "key",
    [
        "bpe_lab_session",
        "train",
        "train.nothing",
        "train.vocab",  # of which lesson?
        "train.low.vocab",
        "train.nowhere.bpe.vocab",
        "train.low.bpe.vocab.more",
        "train.low.words.tie",  # whole words have no ties
        "home.scenario",
        ".large",
        "",
    ],
)
def test_what_is_no_value_is_refused_and_told(key: str) -> None:
    result = read(browser_message(values={key: "21", "train.scenario": "low"}))
    assert result.values == {"train.scenario": "low"}
    (problem,) = result.problems
    assert "couldn’t be read" in problem


@pytest.mark.parametrize("text", ["1e9", "-1", "", "lots", 21, ["21"], {}, True])
def test_a_value_that_an_address_may_not_have_is_refused(text: object) -> None:
    result = read(browser_message(values={"train.low.bpe.vocab": text}))
    assert (result.values, len(result.problems)) == ({}, 1)


@pytest.mark.parametrize("nonsense", [None, 3, "text", [], [["values", {}]], {"values": 3}, {"values": [1]}])
def test_nonsense_does_no_harm(nonsense: object) -> None:
    result = read(nonsense)
    assert (result.query, result.values, result.files, result.places, result.place) == ({}, {}, {}, {}, None)


def test_a_text_that_is_too_long_is_not_kept_and_not_taken() -> None:
    assert digest("x" * MAX_STORED_TEXT) != ""
    assert digest("x" * (MAX_STORED_TEXT + 1)) == ""
    result = read(browser_message(values={"train.text": "x" * (MAX_STORED_TEXT + 1)}))
    assert (result.values, len(result.problems)) == ({}, 1)
    (problem,) = read(browser_message(values={"train.text": None})).problems
    assert "Paste it again" in problem


def test_files_come_with_their_text_or_their_name() -> None:
    result = read(
        browser_message(
            files={"train": "play.txt", "files": "x" * 500, "nowhere": "a", "encode": 3},
            values={"train.file": "To be", "files.file": None, "bytes.file": "of no name"},
        )
    )
    assert result.files == {"train": UploadedFile("play.txt", "To be"), "files": UploadedFile("x" * 300)}
    assert len(result.problems) == 1


def test_places_are_steps_of_lessons() -> None:
    steps = {"a": 3, "b": -1, "c": "4", "d": 2.5, "e": MAX_VOCABULARY + 1, "x" * 20_000: 1, "f": 0}
    result = read(
        browser_message(places={"train": steps, "encode": [1], "nowhere": {"a": 1}}, place={"lesson": "a", "step": 4})
    )
    assert result.places == {"train": {"a": 3, "f": 0}, "encode": {}}
    assert result.place == ("a", 4)
    assert read(browser_message(place={"lesson": 3, "step": 4})).place is None
    many = {str(number): 1 for number in range(500)}
    assert list(read(browser_message(places={"train": many})).places["train"]) == [
        str(number) for number in range(300, 500)
    ]


def test_a_session_takes_over_what_the_browser_kept_and_the_address_wins(opened: Open) -> None:
    app = opened("pages/pretokenize.py", pattern="gpt4")
    values = {"pretokenize.sample": LONG, "pretokenize.pattern": "whitespace", "pretokenize.part": "3"}
    values |= {"train.scenario": "low", "train.low.bpe.vocab": "14", "playground.sample": "another page"}
    trigger(
        app,
        "keeper",
        "given",
        browser_message(search="?pattern=gpt2&part=2", values=values, places={"train": {"x": 5}}),
    )
    assert alerts(app) == ["The text is too long for an address, so links to this page leave it out."]
    assert app.text_area[0].value == LONG
    assert address(app) == {"part": "2"}
    assert keep(app)["places"] == {"train": {"x": 5}}
    app.switch_page("pages/train.py").run()
    assert address(app) == {"scenario": "low", "vocab": "14"}
    app.switch_page("pages/playground.py").run()
    assert app.text_area[0].value == "another page"


def test_what_an_address_leaves_out_is_usual_but_for_a_long_text(opened: Open) -> None:
    app = opened("pages/pretokenize.py")
    values = {"pretokenize.sample": LONG, "pretokenize.pattern": "whitespace"}
    trigger(app, "keeper", "given", browser_message(values=values))
    assert address(app) == {}
    assert app.text_area[0].value == LONG


def test_only_a_new_session_takes_over_and_only_once(opened: Open) -> None:
    app = opened("pages/playground.py")
    own = keep(app)["session"]
    trigger(
        app,
        "keeper",
        "given",
        browser_message(session=own, values={"playground.sample": "its own"}, search="?sample=its+own"),
    )
    assert address(app) == {}
    trigger(app, "keeper", "given", browser_message(search="?sample=first"))
    assert address(app) == {"sample": "first"}
    trigger(app, "keeper", "given", browser_message(search="?sample=second"))
    assert address(app) == {"sample": "first"}


def test_places_of_lessons_are_kept_but_of_a_page_loaded_anew_that_of_its_address(opened: Open) -> None:
    app = opened("pages/train.py")
    place = {"lesson": "one", "step": 3}
    trigger(
        app, "keeper", "given", browser_message(places={"train": {"one": 1, "two": 2}}, place=place, search="?step=3")
    )
    assert keep(app)["places"] == {"train": {"one": 3, "two": 2}}
    app = opened("pages/train.py")
    trigger(
        app, "keeper", "given", browser_message(places={"train": {"one": 1}, "encode": {"two": 2}}, search="?step=3")
    )
    assert keep(app)["places"] == {"encode": {"two": 2}}
    app = opened("pages/train.py")
    many = {str(number): 1 for number in range(MAX_STEPS)}
    trigger(app, "keeper", "given", browser_message(places={"train": many}, place={"lesson": "0", "step": 2}))
    for lesson in ("1", "another"):
        trigger(app, "address_bar", "left", {"lesson": lesson, "step": 3})
    places = keep(app.run())["places"]["train"]
    assert list(places.items())[-3:] == [("0", 2), ("1", 3), ("another", 3)]
    assert (len(places), "2" in places) == (MAX_STEPS, False)


def test_what_a_session_began_with_is_not_mixed_with_what_the_browser_kept(opened: Open) -> None:
    app = opened("pages/train.py", scenario="low", vocab="14")
    app.switch_page("pages/bytes.py").run()
    app.query_params.clear()
    trigger(app, "keeper", "given", browser_message(values={"train.low.bpe.vocab": "15"}))
    app.switch_page("pages/train.py").run()
    assert address(app) == {"scenario": "hug"}
    app.get("button_group")[0].set_value("low").run()
    assert address(app) == {"scenario": "low", "vocab": "15"}


@pytest.mark.parametrize(("page", "former"), FORMER)
def test_what_a_browser_kept_by_a_former_name_is_taken_over(page: str, former: str) -> None:
    value = VALUES.get(FORMER[page, former], "abc")
    found = read({"values": {f"{page}.{former}": value}})
    assert (found.problems, found.values) == ([], {f"{page}.{FORMER[page, former]}": value})


def test_a_file_too_long_to_be_kept_is_not_sent(opened: Open) -> None:
    app = opened("pages/train.py", scenario="text")
    app.session_state["bpe_lab_files"] = {"train": UploadedFile("play.txt", "a" + " a" * (MAX_STORED_TEXT // 2))}
    data = keep(app.run())
    assert (data["long"], data["send"], data["files"]) == ({"train.file": ""}, {}, {"train": "play.txt"})


def test_problems_are_told_in_the_language_of_the_session_until_something_else_is_chosen(opened: Open) -> None:
    app = opened("pages/bytes.py")
    trigger(app, "keeper", "given", browser_message(values={"bytes.byte": "300"}))
    (problem,) = alerts(app)
    assert "couldn’t be read" in problem
    app.text_input[0].set_value("wood").run()
    assert alerts(app) == []
    app = opened("pages/train.py", lang="vi")
    trigger(app, "keeper", "given", browser_message(values={"bytes.byte": "300"}, search="?step=abc"))
    of_address, of_kept = alerts(app)
    assert of_address.startswith("Địa chỉ ghi step=abc")
    assert of_kept.startswith("Không đọc được một phần những gì trình duyệt")


def test_a_long_text_travels_once(opened: Open) -> None:
    app = opened("pages/pretokenize.py")
    app.text_area[0].set_value(LONG).run()
    data = keep(app)
    assert data["values"] == {}
    assert data["send"] == {data["long"]["pretokenize.sample"]: LONG}
    app.switch_page("pages/bytes.py").run()
    assert keep(app)["long"] == data["long"]
    assert keep(app)["send"] == {}
    trigger(app, "keeper", "missing", [*data["long"].values(), 3])  # a run may be cut short by the next
    assert keep(app)["send"] == data["send"]


def test_an_uploaded_text_comes_back_until_removed_or_is_asked_for_by_its_name(opened: Open) -> None:
    app = opened("pages/train.py", scenario="text")
    files = {"train": "play.txt"}
    trigger(
        app, "keeper", "given", browser_message(files=files, values={"train.file": "pug pun"}, search="?scenario=text")
    )
    (shown,) = [node.proto.body for node in app.get("html") if "play.txt" in node.proto.body]
    assert "7 characters" in shown
    assert keep(app)["files"] == files
    app.button[[button.label for button in app.button].index("Remove the file")].click().run()
    assert keep(app)["files"] == {}
    app = opened("pages/train.py", scenario="text")
    gone = browser_message(files={"train": "play.txt"}, values={"train.file": None}, search="?scenario=text&text=wood")
    trigger(app, "keeper", "given", gone)
    (asked,) = alerts(app)
    assert "play.txt" in asked
    app.button[[button.label for button in app.button].index("Train on this text")].click().run()
    assert alerts(app) == []  # the text in the box is still used


@pytest.mark.parametrize("page", ["train", "files"])
def test_a_file_is_asked_for_in_words_that_hold_for_a_page_loaded_anew_too(opened: Open, page: str) -> None:
    app = opened(f"pages/{page}.py", **({"scenario": "text"} if page == "train" else {}))
    gone = browser_message(files={page: "play.txt"}, values={f"{page}.file": None}, search="?scenario=text")
    trigger(app, "keeper", "given", gone)
    (asked,) = [alert for alert in alerts(app) if "play.txt" in alert]
    assert "the page was reloaded or" in asked.replace(",", "")


def test_values_have_keys_of_their_own_and_no_more_is_read_than_an_address_may_have() -> None:
    keys = [value_key(page, one, dict.fromkeys(one.depends_on, "x")) for page in PARAMETERS for one in PARAMETERS[page]]
    assert len(keys) == len(set(keys))
    assert not any(key.endswith(f".{browser_storage.FILE}") for key in keys)
    longest = "?pattern=gpt2" + "&part=2" * (MAX_VALUES - 1)
    assert read(browser_message(search=longest)).query == {"pattern": "gpt2", "part": "2"}
    more = read(browser_message(search=f"{longest}&part=3"))
    assert more.query == {}
    assert len(more.problems) == 1


STORED_NAMES = {
    *("bpe-lab", "bpe-lab-code", "bpe-lab-course", "bpe-lab-large", "bpe-lab-plan"),
    *("bpe_lab_class", "bpe_lab_class_address", "bpe_lab_class_draft", "bpe_lab_class_kept"),
    *("bpe_lab_class_note", "bpe_lab_class_opening", "bpe_lab_class_planned"),
}
"""The names of everything that the app's scripts store. Under another name, stored progress would be lost."""


def test_what_a_browser_keeps_stays_under_its_names() -> None:
    scripts = [path.read_text("utf-8") for path in (Path(browser_storage.__file__).parents[1]).rglob("*.js")]
    constants = {name for script in scripts for name in re.findall(r"^const [A-Z_]+ = \"([^\"]+)\";", script, re.M)}
    assert constants >= STORED_NAMES
    assert all(f'"{name}"' in "".join(scripts) for name in ("bpe-lab-language", "bpe-lab-theme"))
