"""Translation: every text that a person sees comes from a catalog."""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal
from gettext import GNUTranslations
from io import BytesIO
from math import exp, log
from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd
import pytest
import streamlit as st
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from streamlit.navigation.page import StreamlitPage
from streamlit.testing.v1 import AppTest

from bpe_engine import BPETrainer, EngineError
from bpe_engine.files import Note
from tests.ui.app_pages import data_of, query_value
from tests.ui.conftest import Everything
from tools.catalogs import texts as texts_to_translate
from ui.base import charts, i18n
from ui.base.i18n import (
    best_language,
    current_language,
    gettext,
    join_list,
    language_name,
    languages,
    localized_decimal,
    localized_number,
    localized_percent,
    localized_significant,
    ngettext,
    translate_error,
    use_language,
)
from ui.components.lazy_section import SEEN_SECTIONS
from ui.components.number_table import print_table
from ui.course.values.article_costs import articles
from ui.jobs.chart_files import chart_file
from ui.lessons.lesson import default_labels
from ui.pages.common.shell import OPENED_SECTIONS
from ui.pages.registry import PAGES
from ui.tokenization.scenarios import SCENARIOS

ROOT = Path(__file__).parents[2]
MARKED = "eo"  # its catalog marks each message: ⟦like this⟧
POLISH = "pl"  # three plural forms

# The same in every language: names and examples.
UNTRANSLATED = {
    *("BPE Lab", "aaabdaaabac", "English", "Esperanto", "Polski", "tokenization"),
    *(scenario.name for scenario in SCENARIOS.values() if " · " in scenario.name),  # words of its corpus
}


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    """Return all messages, as `make messages` collects them."""
    return texts_to_translate()


@pytest.fixture(scope="module")
def two_languages(wanted: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a catalog that marks all messages, and a small Polish one."""
    folder = tmp_path_factory.mktemp("locale")
    marked, polish = Catalog(locale=MARKED), Catalog(locale=POLISH)
    for message in wanted:
        if isinstance(message.id, str):
            marked.add(message.id, f"⟦{message.id}⟧" if message.id else "")
        else:
            marked.add(message.id, tuple(f"⟦{form}⟧" for form in message.id))
    polish.add(("{count} time", "{count} times"), ("{count} raz", "{count} razy", "{count} razów"))
    for catalog in (marked, polish):
        path = folder / str(catalog.locale) / "LC_MESSAGES" / "messages.po"
        path.parent.mkdir(parents=True)
        with path.open("wb") as out:
            write_po(out, catalog)
    return folder


@pytest.fixture
def catalogs(two_languages: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Replace the app's catalogs with those two. Each is compiled once: the app has neither language."""
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", two_languages)
    yield
    use_language("en")


@pytest.mark.usefixtures("catalogs")
def test_a_message_is_in_the_chosen_language() -> None:
    use_language(MARKED)
    assert gettext("Home") == "⟦Home⟧"
    use_language("en")
    assert gettext("Home") == "Home"


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize(("count", "text"), [(1, "1 raz"), (3, "3 razy"), (5, "5 razów"), (22, "22 razy")])
def test_a_language_has_its_plural_forms(count: int, text: str) -> None:
    use_language(POLISH)
    assert ngettext("{count} time", "{count} times", count).format(count=count) == text


# From the Unicode CLDR, shown on https://st.unicode.org/cldr-apps; Russian groups digits with no-break spaces.
WRITTEN = {
    "en": ("1,234", "1,234.50", "12%", "12.5%", "0.02778", "a, b, and c"),
    "vi": ("1.234", "1.234,50", "12%", "12,5%", "0,02778", "a, b và c"),
    "ru": ("1\xa0234", "1\xa0234,50", "12\xa0%", "12,5\xa0%", "0,02778", "a, b и c"),
    "zh_Hans": ("1,234", "1,234.50", "12%", "12.5%", "0.02778", "a、b 和 c"),
}


@pytest.mark.parametrize("code", WRITTEN)
def test_numbers_and_lists_are_formatted_for_the_language(code: str) -> None:
    use_language(code)
    found = (
        localized_number(1234),
        localized_decimal(1234.5, 2),
        localized_percent(0.12),
        localized_percent(0.125, 1),
        localized_significant(1 / 36, 4),
    )
    assert (*found, join_list("abc")) == WRITTEN[code]


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.005102, 3, "0.00510"),
        (0.9996, 3, "1.00"),
        (1234.6, 3, "1,230"),
        (3725.8, 2, "3,700"),
        (0.75, 3, "0.75"),
        (1.0, 3, "1"),
        (0, 3, "0"),
        (exp(log(0.05)), 3, "0.05"),
        (0.0000123, 3, "0.0000123"),
        (2.5e-10, 3, "2.5 × 10⁻¹⁰"),
        (Decimal("1.234e-500"), 3, "1.23 × 10⁻⁵⁰⁰"),
    ],
)
def test_numbers_have_trailing_zeros_only_if_significant(value: float | Decimal, digits: int, text: str) -> None:
    assert localized_significant(value, digits) == text


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["112", "8,207"], "112 和 8,207"),
        (["GPT-2", "GPT-3"], "GPT-2 和 GPT-3"),
        (["“pug”", "“hugs”"], "“pug”和“hugs”"),
        (["GPT-2", "词元", "Ġ"], "GPT-2、词元和 Ġ"),
        (["pug（5 次）", "hugs"], "pug（5 次）和 hugs"),
        (["词元"], "词元"),
        (["", ""], "和"),
    ],
)
def test_chinese_lists_have_spaces_next_to_other_scripts(items: list[str], text: str) -> None:
    use_language("zh_Hans")
    assert join_list(items) == text


@pytest.mark.parametrize(("code", "sign"), [("en", ", "), ("vi", ", "), ("ru", ", "), ("zh_Hans", "、")])
def test_lists_read_aloud_are_separated_as_in_the_language(code: str, sign: str) -> None:
    use_language(code)
    assert (i18n.list_separator(), default_labels()["comma"]) == (sign, sign)


def test_engine_errors_format_numbers_for_the_language() -> None:
    use_language("vi")
    error = EngineError("{word!r}: {size:,.1f} MB of {most:,}, byte 0x{byte:02X}, id {id}, {share:g}.", word="a",
                        size=1234.56, most=20_000, byte=10, id=50256, share=0.5)  # fmt: skip
    assert translate_error(error) == "'a': 1.234,6 MB of 20.000, byte 0x0A, id 50256, 0,5."
    assert str(error) == "'a': 1,234.6 MB of 20,000, byte 0x0A, id 50256, 0.5."
    assert (
        translate_error(Note("{count:,} tokens, pattern {name!r}", count=1234, name="a")) == "1.234 tokens, pattern 'a'"
    )


def test_no_message_hard_codes_the_english_number_format(wanted: Catalog) -> None:
    # translate_error fills in errors and findings of the engine, which has no languages.
    errors = {text for path in (*ROOT.glob("ui/**/*.py"), *ROOT.glob("bpe_engine/**/*.py")) for text in raised(path)}
    forms = [form for text in wanted for form in ([text.id] if isinstance(text.id, str) else text.id)]
    assert [form for form in forms if re.search(r"\{\w*:[^{}]*[,.fge%]", form) and form not in errors] == []


def raised(path: Path) -> Iterator[str]:
    """Yield the texts of the errors that a file raises, and of what a check-up finds."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = ast.unparse(node.func)
        if re.search(r"(Error|Note)$|\b(fault|warn|note|fine)$", name) or (name == "N_" and "bpe_engine" in path.parts):
            yield from (leaf.value for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant))


def test_charts_and_tables_format_numbers_for_the_language() -> None:
    use_language("ru")
    data = pd.DataFrame({"step": [1234567.5]})
    chart = charts.localized(alt.Chart(data).mark_text().encode(text=alt.Text("step:Q", format=",.1f")))
    assert ">1\xa0234\xa0567,5<" in chart_file(chart.to_json(), "svg").decode()
    share = charts.localized(alt.Chart(data / 1e7).mark_text().encode(text=alt.Text("step:Q", format=".0%")))
    assert ">12\xa0%<" in chart_file(share.to_json(), "svg").decode()
    table = print_table(pd.DataFrame({"n": [1234], "x": [0.5], "name": ["a1234"]}), {"x": localized_percent})
    assert [text in table for text in ("1\xa0234<", "50\xa0%<", "a1234<")] == [True, True, True]


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


def test_a_menu_lists_each_language_by_its_own_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for code in ("vi", "ru", "zh_Hans"):
        path = tmp_path / code / "LC_MESSAGES" / "messages.po"
        path.parent.mkdir(parents=True)
        path.touch()
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", tmp_path)
    assert list(languages().values()) == ["English", "Русский", "Tiếng Việt", "简体中文"]


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_each_message_equals_gettext_s_from_a_compiled_catalog(language: str) -> None:
    path = i18n.LOCALE_FOLDER / language / "LC_MESSAGES" / "messages.po"
    peer = GNUTranslations(BytesIO(i18n.compiled(path, language)))
    use_language(language)
    with path.open("rb") as file:
        for message in read_po(file):
            if isinstance(message.id, str):
                assert not message.id or gettext(message.id) == peer.gettext(message.id)
            else:
                one, many = message.id
                for n in (*range(26), 100, 101, 111, 1_000_000):
                    assert ngettext(one, many, n) == peer.ngettext(one, many, n), n


@pytest.mark.parametrize(
    ("language", "tag", "name"),
    [
        ("ru", "zh-Hant", "китайский, традиционное письмо"),  # not “китайский (традиционная)”
        ("zh_Hans", "zh-Hant", "繁体中文"),
        ("vi", "pt-BR", "Tiếng Bồ Đào Nha"),  # it has no name for Brazilian Portuguese
        ("zh_Hans", "ha-NG", "豪萨语"),
        ("ru", "de-1996", "немецкий"),
        ("ru", "qqq", None),
    ],
)
def test_languages_have_their_common_names(language: str, tag: str, name: str | None) -> None:
    use_language(language)
    assert language_name(tag) == name


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (["vi-VN"], "vi"),
        (["ru"], "ru"),
        (["zh-CN"], "zh_Hans"),
        (["zh"], "zh_Hans"),
        (["zh-Hans-SG"], "zh_Hans"),
        (["zh-TW"], "zh_Hans"),  # rather than English
        (["zh-Hant-HK", "en"], "zh_Hans"),
        (["fr", "ru-RU", "vi"], "ru"),
        (["en-GB", "ru"], "en"),
        (["fr"], "en"),
        (["*", "", "../ru", "xx-YY", "vi_VN"], "vi"),
        ([], "en"),
    ],
)
def test_a_reader_gets_the_nearest_language(wishes: list[str], language: str) -> None:
    assert best_language(wishes, ("en", "ru", "vi", "zh_Hans")) == language


def test_chinese_is_matched_by_script() -> None:
    wishes, both = ("zh-TW", "zh-CN", "zh"), ("en", "zh_Hans", "zh_Hant")
    assert [best_language([wish], both) for wish in wishes] == [
        "zh_Hant",
        "zh_Hans",
        "zh_Hans",
    ]


@pytest.mark.usefixtures("catalogs")
def test_engine_errors_are_translated_before_values_are_filled_in() -> None:
    use_language(MARKED)
    with pytest.raises(EngineError) as caught:
        BPETrainer(vocab_size=0)
    assert translate_error(caught.value).startswith("⟦vocab_size=0 is not")


def untranslated(text: str) -> str:
    """Return the part of a text outside the marks: letters that came from no catalog."""
    before = None
    while before != text:
        before = text
        text = re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return text.strip() if re.search(r"[A-Za-z]{2}", text) else ""


def texts(node: object) -> Iterator[str]:
    """Yield all texts of a page that AppTest reports: labels, values, options, help."""
    kind = getattr(node, "type", "")
    if kind not in ("code", "data_editor", "dataframe"):
        for name in ("label", "value", "body", "help", "placeholder", "options", "format_func"):
            value = getattr(node, name, None)
            if name == "value" and kind in ("selectbox", "button_group", "text_area", "toggle", "html"):
                continue  # a key in the code, or the learner's own text
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
    app = AppTest.from_file(ROOT / "app.py", default_timeout=90)
    app.session_state[SEEN_SECTIONS] = {name for name, page in PAGES.items() if page.has_lazy_section}
    app.session_state[OPENED_SECTIONS] = Everything()
    app.query_params.update({"lang": MARKED, **query})
    app.run()
    if page:
        app.switch_page(page).run()
    assert not app.exception
    return app


OPENINGS: list[tuple[str, dict[str, str]]] = [
    ("", {}),
    ("pages/train.py", {"scenario": "hug"}),
    ("pages/train.py", {"scenario": "low", "vocab": "x"}),
    ("pages/train.py", {"scenario": "course"}),
    ("pages/train.py", {"scenario": "aaab", "step": "99"}),
    ("pages/train.py", {"scenario": "text"}),
    ("pages/train.py", {"scenario": "text", "text": "low lower", "vocab": "2"}),
]


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize(("page", "query"), OPENINGS)
def test_every_text_of_a_page_is_translated(page: str, query: dict[str, str]) -> None:
    app = opened(page, **query)
    found = set(texts(app._tree))
    assert any("⟦" in text for text in found)
    left = {text: rest for text in found if text not in UNTRANSLATED and (rest := untranslated(text))}
    assert left == {}


@pytest.mark.usefixtures("catalogs")
def test_the_source_of_an_article_is_in_the_reader_s_language() -> None:
    page = opened("pages/size.py", sample=articles()["eng"]["text"])
    (source,) = {text for text in texts(page._tree) if "Universal Declaration of Human Rights. Source" in text}
    assert untranslated(source) == ""


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize("scenario", ["hug", "low", "course", "aaab"])
def test_every_text_of_the_player_is_translated(scenario: str) -> None:
    app = opened("pages/train.py", scenario=scenario)
    (component,) = [node for node in app.get("bidi_component") if "player" in node.proto.component_name]
    data = data_of(component.proto)
    assert data["labels"].pop("locale") == MARKED
    spoken = [*data["labels"].values(), data["legend"], *(name for _rule, name in data["rules"])]
    for frame in data["frames"]:
        spoken += [frame["done"], frame["next"], *frame["titles"]]
        spoken += [row["verdict"] for row in frame["candidates"]]
        spoken += [frame["tie"]["badge"]] if frame["tie"] else []
    left = {text: rest for text in spoken if (rest := untranslated(text))}
    assert left == {}


@pytest.mark.usefixtures("catalogs")
def test_the_title_of_every_page_and_group_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    navigation = st.navigation

    def noted(groups: dict[str, list[StreamlitPage]], **options: Any) -> StreamlitPage:
        titles.extend(group for group in groups if group)
        titles.extend(page.title for pages in groups.values() for page in pages)
        return navigation(groups, **options)

    monkeypatch.setattr(st, "navigation", noted)
    opened("")
    assert len(titles) >= len(list((ROOT / "pages").glob("*.py")))
    assert [title for title in titles if not title.startswith("⟦")] == []


def home_texts(browser: str | None, **query: str) -> set[str]:
    """Return the texts of the first page in a browser with that language."""
    app = AppTest.from_file(ROOT / "app.py", default_timeout=90)
    if browser is not None:
        app.context["locale"] = browser
    app.query_params.update(query)
    app.run()
    assert not app.exception
    return set(texts(app._tree))


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize("browser", [MARKED, f"{MARKED}-XX"])
def test_the_browser_s_language_is_used_if_the_address_names_none(browser: str) -> None:
    assert any("⟦" in text for text in home_texts(browser))


@pytest.mark.usefixtures("catalogs")
def test_the_address_takes_precedence_over_the_browser_s_language() -> None:
    assert not any("⟦" in text for text in home_texts(MARKED, lang="en"))
    assert any("⟦" in text for text in home_texts("en-US", lang=MARKED))


@pytest.mark.usefixtures("catalogs")
@pytest.mark.parametrize(("browser", "lang"), [(None, ""), ("en-GB", ""), ("xx-XX", ""), ("", ""), (None, "xx")])
def test_an_unavailable_language_means_english(browser: str | None, lang: str) -> None:
    assert not any("⟦" in text for text in home_texts(browser, **({"lang": lang} if lang else {})))


def test_the_app_runs_without_any_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", tmp_path / "none")
    assert languages() == {"en": "English"}


@pytest.mark.usefixtures("catalogs")
def test_a_chosen_language_stays_on_other_pages() -> None:
    app = opened("pages/train.py", lang="en")
    next(box for box in app.selectbox if box.label == "When pairs tie").set_value("largest-pair").run()
    app.selectbox(key="bpe_lab_language").set_value(MARKED).run()
    assert query_value(app, "tie") == "largest-pair"  # though the browser knows a choice by its words in one language
    assert app.title[0].value == "⟦Train a tokenizer⟧"
    app.query_params.clear()  # as a browser does when a link leads to another page
    app.switch_page("pages/bytes.py").run()
    assert app.title[0].value == "⟦From characters to bytes to ids⟧"
    assert query_value(app, "lang") == MARKED
    use_language(MARKED)  # for AppTest, which records the boxes' contents here
    app.selectbox(key="bpe_lab_language").set_value("en").run()
    assert app.title[0].value == "From characters to bytes to ids"


def test_zero_is_formatted_without_a_minus_sign() -> None:
    assert [localized_decimal(-0.0, 7), localized_decimal(0.0, 7), localized_number(-0.0)] == [
        "0.0000000",
        "0.0000000",
        "0",
    ]
