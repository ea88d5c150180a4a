"""The registry of pages: its descriptions match the app and its files."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, component
from ui.base.query_parameters import parse_query
from ui.components.lazy_section import SEEN_SECTIONS
from ui.course.chapter_files import course, topics
from ui.pages.common.shell import OPENED_SECTIONS
from ui.pages.registry import HOME, PAGES, window_title
from ui.state.page_spec import page_views
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.scenarios import SCENARIOS

ROOT = Path(__file__).parents[2]
IN_NAVIGATION = [page for page in PAGES.values() if not page.parent]
MENUS = ("Learn", "Explore", "Teach", "Tools")


def test_pages_are_files_in_groups_with_a_purpose() -> None:
    assert PAGES.keys() == {path.stem for path in (ROOT / "pages").glob("*.py")}
    specs = [path for path in (ROOT / "ui").rglob("spec.py") if "\nPAGE = PageSpec(" in path.read_text("utf-8")]
    assert PAGES.keys() == {path.parent.name for path in specs}
    assert HOME is next(iter(PAGES.values()))
    assert [page.name for page in PAGES.values() if not page.description] == [HOME.name]
    assert len({page.description for page in PAGES.values()} | {page.title for page in PAGES.values()}) == 2 * len(
        PAGES
    )
    assert [page.name for page in PAGES.values() if page.defines_training] == ["train"]
    places = [page.parent or page.name for page in PAGES.values()]
    assert sorted(places, key=list(dict.fromkeys(places)).index) == places
    groups = [page.group for page in IN_NAVIGATION]
    assert sorted(groups, key=list(dict.fromkeys(groups)).index) == groups
    assert not any(page.group for page in PAGES.values() if page.parent)
    assert all(PAGES[page.parent] in IN_NAVIGATION for page in PAGES.values() if page.parent)


def test_four_menus_have_twelve_pages_with_at_most_three_views_each() -> None:
    menus = {group: [page.name for page in IN_NAVIGATION if page.group == group] for group in ("", *MENUS)}
    assert menus == {
        "": ["home"],
        "Learn": ["course", "scene", "stumble"],
        "Explore": ["train", "encode", "playground", "compare", "vocabulary", "pretokenize"],
        "Teach": ["teach"],
        "Tools": ["companions", "files"],
    }
    assert all(page.icon for page in IN_NAVIGATION if page.group)
    views = {page.name: [view.name for view in page_views(PAGES, page.name)] for page in IN_NAVIGATION}
    assert {name: found for name, found in views.items() if found != [name]} == {
        "encode": ["encode", "decode", "own"],
        "playground": ["playground", "special", "chat"],
        "compare": ["compare", "codes"],
        "vocabulary": ["vocabulary", "size", "knife"],
        "pretokenize": ["pretokenize", "bytes"],
        "stumble": ["stumble", "prompt"],
        "teach": ["teach", "plans"],
        "files": ["files", "checkup", "check"],
    }


def test_no_view_is_named_like_the_title_beside_it() -> None:
    views = [page_views(PAGES, page.name) for page in IN_NAVIGATION]
    shown = [view for some in views if len(some) > 1 for view in some]
    same = [view.name for view in shown if (view.short_title or view.title) == view.shown_heading]
    assert same == ["stumble"]  # whose topics have titles of their own


def test_pages_in_the_course_are_separate_pages() -> None:
    assert [page.name for page in PAGES.values() if page.in_course] == ["recap", "code", "project"]
    assert [view.name for view in page_views(PAGES, "recap")] == ["course", "recap"]
    assert all(page.parent == "course" for page in PAGES.values() if page.in_course)


def title_of(page: str, **query: str) -> str:
    values, training = (parse_query(PAGES[name].parameters, query).values for name in (page, "train"))
    return window_title(PAGES[page], values, training)


def test_the_window_title_names_the_lesson_chapter_or_text() -> None:
    assert title_of("home") == "BPE Lab"
    assert title_of("files") == "Tokenizer files · BPE Lab"
    assert title_of("train") == "hug · pug · pun, BPE · Train · BPE Lab"
    assert title_of("encode") == "“unhug”, hug · pug · pun, BPE · Encode · BPE Lab"
    assert title_of("encode", **{"sample": "low er", "with": "gpt2"}) == "“low·er”, GPT-2 · Encode · BPE Lab"
    lessons = {title_of("train", scenario=key, algorithm=by) for key in SCENARIOS for by in ALGORITHMS}
    assert len(lessons) == len(SCENARIOS) * len(ALGORITHMS)
    chapters = {title_of("course", chapter=one.key) for one in course().chapters}
    explained = {title_of("stumble", topic=one.key) for one in topics().chapters}
    assert len(chapters | explained) == len(course().chapters) + len(topics().chapters)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_agrees_with_its_spec(opened: Open, name: str) -> None:
    app = opened(PAGES[name].script)
    title = PAGES[name].shown_heading
    assert [heading.value for heading in app.title] == [title] * bool(title)
    assert component(app, "address_bar").json.count(f'"page": "{name}"') == 1
    # By its key, what was typed finds its box again once a new server has drawn the page.
    assert all(box.key for box in (*app.text_area, *app.text_input, *app.number_input))
    assert not places(app)
    app.session_state[SEEN_SECTIONS] = set()
    app.run()
    assert bool(places(app)) == PAGES[name].has_lazy_section


def test_folded_sections_open_by_address_and_stay_open(opened: Open) -> None:
    for name, query in {"bytes": {"byte": "195"}, "codes": {"of": "characters"}, "size": {"rows": "2"}}.items():
        usual, said = opened(PAGES[name].script), opened(PAGES[name].script, **query)
        assert not any(one.proto.expanded for one in usual.expander)
        assert sum(one.proto.expanded for one in said.expander) == 1
    app = opened("pages/bytes.py")
    app.session_state[OPENED_SECTIONS] = set()
    app.run()
    assert not app.number_input
    for is_open in (True, False):
        app.session_state["bpe_lab_folded_bytes_byte_table"] = is_open
        app.run()
        assert [number.label for number in app.number_input] == ["Byte, 0 to 255"]


def places(app: AppTest) -> list[str]:
    """Return the placeholders of parts drawn when they come into view."""
    names = [node.proto.component_name for node in app.get("bidi_component")]
    return [name for name in names if "lazy_section" in name]


def test_reading_an_address_imports_no_tables_charts_or_course() -> None:
    code = """
import sys
from ui.base.query_parameters import parse_query
from ui.pages.registry import PAGES
for page in PAGES.values():
    if page.name not in ("course", "companions", "stumble"):  # whose addresses name what they show
        parse_query(page.parameters, {parameter.name: "x" for parameter in page.parameters})
found = {name for name in sys.modules if name.startswith(("ui.course.chapter_files", "ui.pages.companions.computed"))}
print(sorted(found | sys.modules.keys() & {"pandas", "altair", "numpy", "streamlit"}))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Everything that a new page with a text in its URL consists of.
NEW_PAGE = {
    "ui/pages/letters/__init__.py": '"""Letters."""\n',
    "ui/pages/letters/spec.py": """
from ui.base.query_parameters import Parameter
from ui.base.parameter_types import Text
from ui.state.page_spec import EXPLORE_GROUP, PageSpec

PAGE = PageSpec(
    name="letters",
    title="Letters",
    group=EXPLORE_GROUP,
    description="Count the letters of a text.",
    parameters=(Parameter("sample", Text(9), "abc"),),
)
""",
    "pages/letters.py": """
import streamlit as st

from ui.pages.common import shell

page = shell.start_page("letters")
text = st.text_input("Text", **page.widget_options("sample"))
st.write(f"{len(text)} letters")
""",
}
USED = """
from streamlit.testing.v1 import AppTest
from tests.ui.app_pages import address, alerts, component, data_of
from ui.base.query_parameters import parse_query, build_query
from ui.pages.registry import PAGES

parameters = PAGES["letters"].parameters
assert parse_query(parameters, {"sample": "word"}).values == {"sample": "word"}
assert build_query(parameters, {"sample": "word"}).query == {"sample": "word"}
assert len(parse_query(parameters, {"sample": "ten letters"}).problems) == 1
app = AppTest.from_file("app.py", default_timeout=90)
app.query_params["sample"] = "word"
app.switch_page("pages/letters.py").run()
assert [text.value for text in app.markdown] == ["4 letters"], app.main
app.text_input[0].set_value("pug").run()
assert address(app) == {"sample": "pug"}
app.switch_page("pages/home.py").run()
links = [link for group in data_of(component(app, "home"))["groups"] for link in group["links"]]
assert {"text": "Letters", "about": "Count the letters of a text.", "href": "letters"} in links
assert not app.exception and not alerts(app)
"""


def test_a_new_page_needs_a_folder_a_file_and_a_line_in_the_registry(tmp_path: Path) -> None:
    for name in ("ui", "pages"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("app.py", "bpe_engine", "data", "locale", "tests", ".streamlit"):
        (tmp_path / name).symlink_to(ROOT / name)
    for file, text in NEW_PAGE.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, "utf-8")
    registry = tmp_path / "ui" / "pages" / "registry.py"
    registry.write_text(
        registry.read_text("utf-8").replace('    "bytes",\n', '    "bytes",\n    "letters",\n'), "utf-8"
    )
    done = subprocess.run([sys.executable, "-c", USED], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]


def test_what_vocabulary_opens_with_fills_its_list() -> None:
    (shown,) = [parameter.default for parameter in PAGES["vocabulary"].parameters if parameter.name == "find"]
    tokens = tiktoken_encoding("gpt2").token_byte_values()
    assert sum(str(shown).encode() in token for token in tokens) > 15
