"""Translation: every text that a person sees comes from a catalog."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import write_po
from streamlit.testing.v1 import AppTest

from bpe_engine import BPETrainer, EngineError
from ui import i18n
from ui.components.when_seen import SEEN
from ui.i18n import current_language, error_text, gettext, languages, ngettext, use_language

ROOT = Path(__file__).parents[2]
MARKED = "eo"  # its catalog marks each message: ⟦like this⟧
POLISH = "pl"  # three plural forms

# What is the same in every language: names and examples.
UNTRANSLATED = {
    "BPE Lab", "hug · pug · pun", "low · lower · newest", "aaabdaaabac", "English", "Esperanto", "polski",
}  # fmt: skip


def clear() -> None:
    i18n._translations.cache_clear()
    st.cache_resource.clear()


@pytest.fixture
def catalogs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogs in the place of the app's own: a marked one of all messages, and a small Polish one."""
    marked, polish = Catalog(locale=MARKED), Catalog(locale=POLISH)
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    keywords = {**DEFAULT_KEYWORDS, "EngineError": (1,), "BusyError": (1,)}
    for folder in ("", "pages", "ui", "bpe_engine"):
        found = extract_from_dir(
            str(ROOT / folder),
            [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods],
            options,
            keywords,
            directory_filter=(lambda _path: False) if not folder else None,
        )
        for _name, _line, message, _comments, _context in found:
            if isinstance(message, tuple):
                marked.add(message, tuple(f"⟦{form}⟧" for form in message))
            else:
                marked.add(message, f"⟦{message}⟧")
    polish.add(("{count:,} time", "{count:,} times"), ("{count:,} raz", "{count:,} razy", "{count:,} razów"))
    for catalog in (marked, polish):
        path = tmp_path / str(catalog.locale) / "LC_MESSAGES" / "messages.po"
        path.parent.mkdir(parents=True)
        with path.open("wb") as out:
            write_po(out, catalog)
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", tmp_path)
    clear()
    yield tmp_path
    use_language("en")
    clear()


@pytest.mark.usefixtures("catalogs")
def test_a_message_comes_in_the_chosen_language() -> None:
    use_language(MARKED)
    assert gettext("Home") == "⟦Home⟧"
    use_language("en")
    assert gettext("Home") == "Home"


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize(("count", "text"), [(1, "1 raz"), (3, "3 razy"), (5, "5 razów"), (22, "22 razy")])
def test_a_language_has_the_plurals_that_it_needs(count: int, text: str) -> None:
    use_language(POLISH)
    assert ngettext("{count:,} time", "{count:,} times", count).format(count=count) == text


@pytest.mark.usefixtures("catalogs")
def test_a_message_that_is_not_translated_stays_english() -> None:
    use_language(POLISH)
    assert gettext("Home") == "Home"
    assert ngettext("{n} cat", "{n} cats", 2) == "{n} cats"


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize("code", ["xx", "", "../../etc", "eo/../eo"])
def test_an_unknown_language_means_english(code: str) -> None:
    use_language(code)
    assert current_language() == "en"


@pytest.mark.usefixtures("catalogs")
def test_languages_call_themselves_by_their_own_names() -> None:
    assert languages() == {"en": "English", MARKED: "Esperanto", POLISH: "polski"}


@pytest.mark.usefixtures("catalogs")
def test_an_error_of_the_engine_is_translated_before_its_values_go_in() -> None:
    use_language(MARKED)
    with pytest.raises(EngineError) as caught:
        BPETrainer(vocab_size=0)
    assert error_text(caught.value).startswith("⟦vocab_size=0 is not")


def untranslated(text: str) -> str:
    """What of a text is outside of the marks: letters that no catalog had a say in."""
    before = None
    while before != text:
        before = text
        text = re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return text.strip() if re.search(r"[A-Za-z]{2}", text) else ""


def texts(node: object) -> Iterator[str]:
    """All texts of a page as AppTest tells them: labels, values, options, help."""
    kind = getattr(node, "type", "")
    if kind not in ("code", "data_editor", "dataframe"):
        for name in ("label", "value", "body", "help", "placeholder", "options", "format_func"):
            value = getattr(node, name, None)
            if name == "value" and kind in ("selectbox", "button_group", "text_area", "toggle", "html"):
                continue  # a key of the code, or the learner's own text
            for text in value if isinstance(value, (list, tuple)) else [value]:
                if isinstance(text, str):
                    yield re.sub(r"<style>.*?</style>|<[^<>]+>", "", text, flags=re.DOTALL)
        proto = getattr(node, "proto", None)
        for name in ("label", "text", "alt", "placeholder", "help"):
            value = getattr(proto, name, None)
            if isinstance(value, str):
                yield value
    children = getattr(node, "children", None)
    for child in (children or {}).values():
        yield from texts(child)


def opened(page: str, **query: str) -> AppTest:
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    app.session_state[SEEN] = {"train", "compare"}
    app.query_params.update({"lang": MARKED, **query})
    app.run()
    if page:
        app.switch_page(page).run()
    assert not app.exception
    return app


PAGES = [
    ("", {}),
    ("pages/train.py", {"scenario": "hug"}),
    ("pages/train.py", {"scenario": "low", "vocab": "x"}),
    ("pages/train.py", {"scenario": "course"}),
    ("pages/train.py", {"scenario": "aaab", "step": "99"}),
    ("pages/train.py", {"scenario": "text"}),
    ("pages/train.py", {"scenario": "text", "text": "low lower", "vocab": "2"}),
]


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize(("page", "query"), PAGES)
def test_every_text_of_a_page_is_translated(page: str, query: dict[str, str]) -> None:
    app = opened(page, **query)
    found = set(texts(app._tree))
    assert any("⟦" in text for text in found)
    left = {text: rest for text in found if text not in UNTRANSLATED and (rest := untranslated(text))}
    assert left == {}


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize("scenario", ["hug", "low", "course", "aaab"])
def test_every_text_of_the_player_is_translated(scenario: str) -> None:
    app = opened("pages/train.py", scenario=scenario)
    (component,) = [node for node in app.get("bidi_component") if "player" in node.proto.component_name]
    data = json.loads(component.proto.json if component.proto.json else component.proto.mixed.json)
    spoken = [*data["labels"].values(), data["legend"], *(name for _rule, name in data["rules"])]
    for frame in data["frames"]:
        spoken += [frame["done"], frame["next"], frame["morePairs"], frame["hidden"], *frame["titles"]]
        spoken += [row["verdict"] for row in frame["board"]]
        spoken += [frame["tie"]["badge"]] if frame["tie"] else []
    left = {text: rest for text in spoken if (rest := untranslated(text))}
    assert left == {}


@pytest.mark.usefixtures("catalogs")
def test_the_browsers_language_is_taken_where_the_address_names_none() -> None:
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    app.session_state[SEEN] = {"train", "compare"}
    app.run()
    assert not any("⟦" in text for text in texts(app._tree))
    app.query_params["lang"] = "xx"
    app.run()
    assert not app.exception
    assert not any("⟦" in text for text in texts(app._tree))


def test_the_app_runs_without_any_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", tmp_path / "none")
    assert languages() == {"en": "English"}
