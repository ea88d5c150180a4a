"""The site: everything is there in each language, its links lead to files, and it contacts no other host."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.site import data, languages_of
from ui.base.i18n import languages, use_language
from ui.base.minify import minify_script
from ui.base.query_parameters import parse_query
from ui.course.chapter_files import course, topics
from ui.look import FONTS, HAN
from ui.pages.companions.catalog import TEXTS
from ui.pages.recap.payload import recap_payload
from ui.pages.registry import PAGES
from ui.player.training_lesson import SMALL_CORPUS
from ui.site.build import SCRIPTS
from ui.site.data_files import write_data
from ui.site.form_fields import FORMS, form
from ui.site.home import OF_SITE, app_only_pages
from ui.tokenization.algorithms import ALGORITHMS, OPTIONS
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS

LANGUAGES = sorted(code.replace("_", "-") for code in languages())
# Names that browsers do not request; and the base of an address of which only the query is used.
NAMES = {"http://www.w3.org/2000/svg", "https://lesson/?"}


class Tags(HTMLParser):
    """The elements of a page with their attributes, and the contents of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str]]] = []
        self.inline: list[str] = []
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        self.all.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if self._in in ("script", "style") and data.strip():
            self.inline.append(data)


def html_files(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def texts_under(value: Any, *names: str) -> Iterator[str]:
    """Yield the texts under these names, anywhere in the data."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name in names and isinstance(one, str) and one:
                yield one
            yield from texts_under(one, *names)
    elif isinstance(value, list):
        for one in value:
            yield from texts_under(one, *names)


def test_the_site_is_in_each_language(site: Path) -> None:
    assert languages_of(site) == LANGUAGES
    in_english = sorted(path.relative_to(site / "data" / "en") for path in (site / "data" / "en").rglob("*.js"))
    for language in LANGUAGES:
        folder = site / "data" / language
        assert sorted(path.relative_to(folder) for path in folder.rglob("*.js")) == in_english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_exists_under_every_algorithm(site: Path, language: str) -> None:
    ready = data(site / "data" / language / "train.js")["ready"]
    for key, scenario in SCENARIOS.items():
        if not scenario.ready:
            assert f"scenario={key}" not in ready
            continue
        for name, algorithm in ALGORITHMS.items():
            query = f"scenario={key}" if name == "bpe" else f"algorithm={name}&scenario={key}"
            file = data(site / "data" / language / f"{ready[query]}.js")
            lesson = file["lessons"][file["rule"]]
            assert len(lesson["frames"]) == lesson["steps"] + 1
            assert lesson["labels"]["locale"] == language
            assert lesson["language"] == scenario.language
            rules = (
                algorithm.tie_rules() if "tie" in OPTIONS[name] and scenario.source.size <= SMALL_CORPUS else {"": ""}
            )
            assert file["lessons"].keys() == rules.keys()
            if algorithm.merges and key == "hug" and name == "bpe":
                assert lesson["merges"][0]["value"] == "20"  # ug: 10 hug, 5 pug, 5 hugs, counted by hand


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", [course(), topics()], ids=lambda shown: shown.page)
def test_every_chapter_exists(site: Path, language: str, shown: Any) -> None:
    folder = site / "data" / language
    keys = [chapter["key"] for chapter in data(folder / f"{shown.page}.js")["chapters"]]
    assert keys == [chapter.key for chapter in shown.chapters]
    for chapter in shown.chapters:
        found = data(folder / shown.page / f"{chapter.key}.js")
        assert found["right"] == chapter.right
        assert bool(found["lesson"]) == bool(chapter.lesson)
        assert [len(draws) > 1 for draws in found["exercises"]] == [each.varies for each in chapter.exercises]
        assert len(found["options"]) == len(chapter.options)
        assert "{" not in "".join(texts_under(found["exercises"], "text", "hint", "solution"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_companion_exists(site: Path, language: str) -> None:
    page = data(site / "data" / language / "companions.js")
    assert {key for key, _title in page["texts"]} == set(TEXTS)
    for key in TEXTS:
        parts = data(site / "data" / language / "companions" / f"{key}.js")["parts"]
        assert all(part["entries"] for part in parts)
        for entry in (entry for part in parts for entry in part["entries"]):
            assert all(len(term) == 3 for term in entry["terms"])


def test_every_page_of_the_app_exists_or_says_where_to_go(site: Path) -> None:
    assert {*OF_SITE, *app_only_pages(), "home"} >= PAGES.keys()
    for page in PAGES:
        assert (site / page / "index.html").is_file(), page
    for page in app_only_pages():
        ways = list(texts_under(data(site / "data" / "en" / f"{page}.js"), "href"))
        assert ways
        assert all(way in OF_SITE for way in ways)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_file(site: Path, language: str) -> None:
    folder = site / "data" / language
    courses = {"course": "chapter", "stumble": "topic", "companions": "beside"}
    links = 0
    for path in sorted(folder.rglob("*.js")):
        for href in texts_under(data(path), "href", "address"):
            if path == folder / "recap.js" and href.startswith("https://"):
                continue  # external pages, for readers who have finished the course
            page, query = urlsplit(href).path, parse_qs(urlsplit(href).query, keep_blank_values=True)
            assert (site / page / "index.html").is_file(), (path, href)
            if courses.get(page) in query:
                assert (folder / page / f"{query[courses[page]][0]}.js").is_file(), (path, href)
            links += 1
    assert links > 200
    # Lessons in the list of lessons are prepared.
    for group in data(folder / "lessons.js")["groups"]:
        for link in group["links"]:
            page, _sep, query = link["href"].partition("?")
            if page in FORMS:
                assert query in data(folder / f"{page}.js")["ready"], link
    for page in FORMS:
        for file in data(folder / f"{page}.js")["ready"].values():
            assert (folder / f"{file}.js").is_file(), file


@pytest.mark.parametrize("language", languages())
def test_the_course_ends_with_the_certificate_of_the_app(site: Path, language: str) -> None:
    use_language(language)
    shown = data(site / "data" / language.replace("_", "-") / "recap.js")
    assert shown == json.loads(json.dumps(recap_payload(course())))
    assert shown["labels"]["print"]
    assert [page["href"] for page in data(site / "data" / "en" / "course.js")["end"]["links"]] == ["recap", "project"]


def test_files_named_by_pages_exist_below_any_path(site: Path) -> None:
    for path in html_files(site):
        for tag, attributes in Tags(path.read_text("utf-8")).all:
            for name in ("href", "src"):
                address = attributes.get(name)
                if address is not None and address != "data:,":
                    assert not urlsplit(address).scheme, (path, address)
                    assert not address.startswith("/"), (path, address)
                    there = path.parent / address
                    assert (there / "index.html" if address.endswith("/") else there).is_file(), (path, tag, address)


def test_a_window_has_its_title_before_a_script_runs(site: Path) -> None:
    pages = {page["name"]: page["title"] for page in data(site / "data" / "en" / "site.js")["pages"]}
    for name, title in pages.items():
        found = re.findall("<title>(.*?)</title>", (site / name / "index.html").read_text("utf-8"))
        assert found == ["BPE Lab" if name == "home" else f"{escape(title)} · BPE Lab"]
    assert pages["train"] == "Train"
    assert "<title>BPE Lab</title>" in (site / "index.html").read_text("utf-8")


def test_no_page_has_inline_scripts_or_styles(site: Path) -> None:
    """Except the script of the page for unknown URLs, which can't name a file: its policy allows that script alone."""
    for path in html_files(site):
        tags = Tags(path.read_text("utf-8"))
        if path.name == "404.html":
            [script] = tags.inline
            digest = b64encode(sha256(script.encode()).digest()).decode()
            assert f"script-src 'sha256-{digest}' " in path.read_text("utf-8")
        else:
            assert tags.inline == [], path
        for tag, attributes in tags.all:
            assert tag != "style"
            assert not [name for name in attributes if name == "style" or name.startswith("on")]
        [policy] = [one["content"] for tag, one in tags.all if one.get("http-equiv") == "Content-Security-Policy"]
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy
        assert not re.search(r"https?:|\*", policy)


def test_no_file_refers_to_another_host(site: Path) -> None:
    for path in [*site.rglob("*.html"), *site.rglob("*.css"), *(site / "scripts").glob("*.js"), site / "keep.js"]:
        found = set(re.findall(r"(?:https?:)?//[\w.-]+[^\s\"'`$)]*", path.read_text("utf-8"))) - NAMES
        assert {one for one in found if "." in one or one.startswith("http")} == set(), path


@pytest.mark.parametrize("page", FORMS)
def test_a_form_has_the_parameters_of_the_app_s_page(page: str) -> None:
    fields = {field["name"]: field for field in form(page, {}, python=True)["fields"]}
    # A server file; the page of a long text, requested by its viewer; a custom template, for the app.
    elsewhere = {"stored", "page", "jinja", *(["ids"] if page == "chat" else [])}
    for parameter in PAGES[page].parameters:
        if not parameter.played and parameter.name not in elsewhere:
            assert parameter.name in fields, parameter.name


def test_an_example_of_a_page_is_ready(site: Path) -> None:
    """Except those of other chat templates than the first: each would load its vocabulary."""
    folder = site / "data" / "en"
    for page in ("scene", "chat", "prompt", "knife"):
        shown = data(folder / f"{page}.js")
        usual = {field["name"]: field["usual"] for field in shown["fields"]}
        offered = [one for one in shown["examples"] if "chatml" in one["when"].get("template", ["chatml"])]
        assert len(offered) >= 3
        for example in offered:
            query = {name: value for name, value in example["query"].items() if value != usual[name]}
            answer = data(folder / f"{shown['ready'][urlencode(sorted(query.items()))]}.js")
            assert answer["error"] is None
            assert answer["problems"] == []
            assert answer["details"] or answer["scene"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_defaults_of_forms_equal_the_app_s(algorithm: str) -> None:
    train = form("train", {}, python=True)
    for scenario in SCENARIOS:
        found = train["defaults"][f"{scenario} {algorithm}"]
        values = parse_query(PAGES["train"].parameters, {"scenario": scenario, "algorithm": algorithm, **found}).values
        assert values == parse_query(PAGES["train"].parameters, {"scenario": scenario, "algorithm": algorithm}).values
        assert OPTIONS[algorithm].keys() <= found.keys()


def test_choices_of_forms_are_valid_in_addresses() -> None:
    for page in FORMS:
        named = {**PAGES["train"].parameters_by_name, **PAGES[page].parameters_by_name}
        for field in form(page, {}, python=True)["fields"]:
            for value, text in field["choices"]:
                assert text
                if value:
                    named[field["name"]].type.parse(value)


@pytest.mark.parametrize("language", languages())
def test_without_python_only_prepared_lessons_can_be_chosen(language: str) -> None:
    use_language(language)
    for page in FORMS:
        for field in form(page, {}, python=False)["fields"]:
            assert field["kind"] == "choice"
            assert field["atOnce"]
            assert CUSTOM_TEXT not in dict(field["choices"])


def test_data_scripts_contain_any_text_safely(tmp_path: Path) -> None:
    hostile = {"</script>": "\u2028\ud800\x00 \"'\\"}
    write_data(tmp_path, "some/name", hostile)
    assert data(tmp_path / "some" / "name.js") == hostile


def test_scripts_are_minified() -> None:
    source = "// Why.\nconst a = `b`; // kept;\n/** @type {B} */ let c;\n  /**\n   * Long.\n   */\n"
    source += "  d((/** @type {E} */ e) => e);\n"
    assert minify_script(source) == "const a = `b`; // kept;\nlet c;d((e)=>e);"
    with pytest.raises(ValueError, match="template"):
        minify_script("const a = `b\n  c`;\n")


_DRAWN_BY = {"course": ["course"], "stumble": ["course"], "chat": ["token_table"], "prompt": ["token_table"]}
"""Page -> the style sheets it draws with, besides the player's."""


def test_the_wordmark_and_the_font_of_titles_are_light(site: Path) -> None:
    """Requested by all pages once, and kept."""
    files = (site / "wordmark.svg", site / "styles" / "bpe-lab-serif-latin.woff2")
    assert sum(path.stat().st_size for path in files) < 25_000
    assert all(f'url("{name}")' in (site / "styles" / "site.css").read_text("utf-8") for name in FONTS if name != HAN)


@pytest.mark.parametrize("page", ["train", "encode", "decode", "course", "stumble", "scene", "chat", "prompt"])
def test_a_page_with_a_lesson_that_is_ready_is_light(site: Path, page: str) -> None:
    """As sent by a host without compression, with everything that the page itself requests, in the largest language.

    A chapter with pictures requests also what draws them.
    """
    script = SCRIPTS[page]
    drawing = [site / "scripts" / "picture.js", site / "styles" / "picture.css"]
    with_pictures = {c.key for each in (course(), topics()) for c in each.chapters if c.pictures}
    sheets = ["site", "scene" if page == "scene" else "player", *_DRAWN_BY.get(page, [])]
    shared = [site / page / "index.html", site / "scripts" / f"{script}.js", site / "keep.js", site / "icon.svg"]
    shared += [site / "styles" / f"{sheet}.css" for sheet in sheets]
    if page in FORMS and form(page, {}, python=True)["ownLabels"]:
        shared.append(site / "scripts" / "own_tokenizer.js")
    for language in LANGUAGES:
        folder = site / "data" / language
        lessons = list((folder / page).glob("*.js"))
        assert lessons
        largest = max(
            sum(each.stat().st_size for each in [path, *(drawing if path.stem in with_pictures else [])])
            for path in lessons
        )
        parts = [*shared, folder / "site.js", folder / f"{page}.js"]
        # The course judges answers in words and formulas, in four languages, without the server, and has a rail, and
        # a lesson and pictures with dials beside its text, in which tokens are boxes, choices, and words to cut.
        most = 383_000 if page == "course" else 325_000
        assert sum(path.stat().st_size for path in parts) + largest < most, language
