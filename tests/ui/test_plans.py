"""Lesson plans: their file, their link, mistakes in them, and the page that makes them."""

import re
import tomllib
import zlib
from base64 import urlsafe_b64encode
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from bpe_engine import EngineError
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, component, data_of, trigger
from tools.catalogs import COMPLETE_LANGUAGES
from ui.base.i18n import languages
from ui.base.tokenizer_choices import SHIPPED as TOKENIZERS
from ui.classroom.plans import parser
from ui.classroom.plans import plan as bounds
from ui.classroom.plans.bundled import BUNDLED, bundled_plan, plan_of
from ui.classroom.plans.parser import parse_file, parse_text
from ui.classroom.plans.plan import KINDS, Plan, Slide, SlideQuestion
from ui.classroom.plans.slide_links import link_problems, normalize_link
from ui.classroom.plans.slide_question import slide_question
from ui.classroom.plans.writer import from_link, to_link, to_table, to_toml
from ui.pages.plans.view import picture
from ui.pages.registry import PAGES
from ui.state.shared_parameters import MOST_PLACES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "LESSON_PLANS.md").read_text("utf-8")

# Typed text has no lone surrogates, and begins and ends with visible characters.
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(
    lambda text: text.replace("\r\n", "\n").strip()
)
_SAID = _TEXT.filter(bool)
_QUESTIONS = st.one_of(
    st.builds(SlideQuestion, st.just("pair"), _TEXT, solution=_TEXT),
    st.builds(SlideQuestion, st.just("choice"), _SAID, st.tuples(_SAID, _SAID, _SAID), st.integers(0, 3), _TEXT),
    st.builds(
        SlideQuestion,
        st.just("cut"),
        word=_TEXT.filter(lambda word: len(word) > 1),
        tokenizer=st.sampled_from(TOKENIZERS),
        solution=_TEXT,
    ),
)
_PLACES = st.one_of(
    st.builds(Slide, link=st.just("train?scenario=hug"), note=_TEXT, question=st.none() | _QUESTIONS),
    st.builds(Slide, text=_SAID, title=_TEXT, minutes=st.integers(0, 600)),
)
_PLANS = st.builds(Plan, _TEXT, _TEXT, st.lists(_PLACES, max_size=4).map(tuple))


@given(_PLANS)
def test_a_saved_plan_round_trips(plan: Plan) -> None:
    written = to_toml(plan)
    assert tomllib.loads(written) == to_table(plan)  # Python's own reader of TOML
    assert parse_text(written) == plan
    assert parse_file(written.replace("\n", "\r\n").encode()) == plan or "\r" in str(to_table(plan))


@given(_PLANS)
def test_a_plan_round_trips_through_a_link(plan: Plan) -> None:
    assert from_link(to_link(plan)) == plan
    assert re.fullmatch(r"[\w-]+", to_link(plan), re.ASCII)


@pytest.mark.parametrize("packed", ["x", "%", "é", "45x", "eJwrSS0uAQAEXQHB", "A" * 5_000])
def test_an_invalid_plan_link_is_reported(opened: Open, packed: str) -> None:
    with pytest.raises(ValueError, match=re.escape(packed)):
        from_link(packed)
    (told,) = alerts(opened("pages/plans.py", plan=packed))
    assert "which isn’t a plan in link form" in told


def test_a_link_that_would_fill_the_memory_is_refused() -> None:
    packed = urlsafe_b64encode(zlib.compress(b'{"title":"' + b"a" * 50_000_000 + b'"}', 9)).decode()
    with pytest.raises(ValueError, match=packed[:40]):
        from_link(packed)


PAIR = '[[place]]\nlink = "train"\n[place.question]\nkind = "pair"\n'
CHOICE = '[[place]]\nlink = "train"\n[place.question]\nkind = "choice"\ntext = "?"\n'
WRONG = [
    ('title = "a"\n\n[[place\n', 3, "this isn’t TOML"),
    ('title = "a"\ntitle = "b"', 2, "this isn’t TOML"),
    ("title = 3", 1, "“title” must be text in quotation marks, but it is 3."),
    ('titel = "a"', 1, "“titel” isn’t supported here. Write one of title, about, place"),
    ('# a\nplace = "train"', 2, "[[place]]"),
    ('[[place]]\nlink = "train"\n\n[[place]]\nnote = "a"', 4, "a slide needs a “link” or a “text”"),
    ('[[place]]\nlink = "train"\ntext = "a"', 1, "a slide needs a “link” or a “text”"),
    (
        '[[place]]\nlink = "train"\n[[place]]\nlink = "http://a.example/bpe/plans?plan=45"',
        4,
        "can’t be the Lesson plans page",
    ),
    ('[[place]]\nlink = "no page"', 2, "“no page” isn’t a link to this app"),
    ('[[place]]\nlink = "train"\nminutes = 0', 3, "a whole number from 1 to 600, but it is 0."),
    ('[[place]]\nlink = "train"\nminutes = true', 3, "a whole number from 1 to 600, but it is True."),
    ('[[place]]\nlink = "train"\nminutes = 5.0', 3, "a whole number from 1 to 600, but it is 5.0."),
    ('[[place]]\nlink = "train"\nnotes = "a"', 3, "“notes” isn’t supported here"),
    (f'[[place]]\ntext = "{"a" * 4_001}"', 2, "4,001 characters, but the limit is 4,000"),
    # What is inside a text is not syntax: neither a table nor a key.
    ('[[place]]\ntext = """\n[[place]]\nlnk = "a" # b\n"""\nlnk = "x"', 6, "“lnk”"),
    ("[[place]]\ntext = '''\n[[place]]\n'''\n[[place]]\nlink = 1", 6, "“link” must be text"),
    ('[[place]]\ntext = "a # \\" [[place]]"\n[[place]]\nlink = 1', 4, "“link”"),
    ('[[place]]\ntext = "a"\n[place.question]\nkind = "pair"', 3, "at a step of a lesson"),
    ('[[place]]\nlink = "train"\nquestion = "pair"', 3, "[place.question]"),
    ('[[place]]\nlink = "train"\n[place.question]\nkind = "vote"', 4, '"pair", "choice", "cut"'),
    (PAIR + 'answers = ["a", "b"]', 5, "“answers” isn’t supported here. Write one of kind, text, solution"),
    ('[[place]]\nlink = "train"\n[place.question]\nkind = "choice"\nanswers = ["a", "b"]', 3, "“text” is missing"),
    (CHOICE + 'answers = ["a"]', 6, "a list of 2 to 6 texts"),
    (CHOICE + 'answers = ["a", 2]', 6, "a list of 2 to 6 texts"),
    (CHOICE + 'answers = ["a", "b"]\nright = 3', 7, "a whole number from 1 to 2, but it is 3."),
    (
        '[[place]]\nlink = "train"\n[place.question]\nkind = "cut"\nword = "a"',
        5,
        "2 to 60 characters, but this one has 1",
    ),
    ('[[place]]\nlink = "train"\n[place.question]\nkind = "cut"', 3, "With a link to Encode"),
    (PAIR.replace("pair", "cut") + 'word = "ab"\nwith = "gpt9"', 6, "“with” must be one of"),
    ('[[place]]\nlink = "train"\n' * (MOST_PLACES + 1), 2 * MOST_PLACES + 1, "this is slide 61"),
]


@pytest.mark.parametrize(("written", "line", "told"), WRONG)
def test_mistakes_are_reported_with_line_and_way_out(written: str, line: int, told: str) -> None:
    with pytest.raises(EngineError) as error:
        parse_text(written)
    assert str(error.value).startswith(f"Line {line}: ")
    assert told in str(error.value)


def test_invalid_utf_8_is_reported_with_its_line() -> None:
    with pytest.raises(EngineError, match="Line 2: this isn’t UTF-8 text"):
        parse_file(b'title = "a"\nabout = "\xff"')
    with pytest.raises(EngineError, match=r"4,000,001 bytes.*at most 4,000,000"):
        parse_file(b" " * (parser.MAX_FILE_BYTES + 1))


@pytest.mark.parametrize("written", ["a = " + "[" * 50_000, "a = 1" + "0" * 10_000, 'a = {"b' * 5_000])
def test_a_malicious_file_is_reported_like_any_other(written: str) -> None:
    with pytest.raises(EngineError):
        parse_text(written)


def test_the_documented_example_is_a_plan_with_every_feature() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
    plan = parse_text(example)
    assert [place.question and place.question.kind for place in plan.slides] == ["pair", "choice", "cut", "cut"]
    assert not any(link_problems(PAGES, place.link) for place in plan.slides if place.link)
    tables = re.findall(r"^\| `(\w+)` \|", DOCUMENT, re.MULTILINE)
    names = {*parser.PLAN_KEYS, *parser.SLIDE_KEYS, *(n for known in parser.QUESTION_KEYS.values() for n in known)}
    assert set(tables) == names
    for most in (bounds.MAX_TITLE, bounds.MAX_NOTE, bounds.MAX_TEXT, bounds.MAX_QUESTION, MOST_PLACES):
        assert f"{most:,}" in DOCUMENT
    assert all(f"`{name}`" in DOCUMENT for name in (*TOKENIZERS, *KINDS))


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("train", "train"),
        ("/train?scenario=hug", "train?scenario=hug"),
        ("https://lab.example/bpe/encode?word=a%26b&lang=vi&place=3", "encode?word=a%26b"),
        ("http://localhost:8501", "home"),
        ("home?say=%E5%AD%A6", "home?say=%E5%AD%A6"),
    ],
)
def test_links_are_stored_without_host_and_personal_parameters(written: str, link: str) -> None:
    assert normalize_link(written, ("lang", "large", "place")) == link


@pytest.mark.parametrize(
    "written", ["", "javascript:alert(1)", "tr ain", "<script>", "a" * 3_000, "http://[", "train?" + "a=1&" * 101]
)
def test_text_that_is_not_a_link_is_rejected(written: str) -> None:
    with pytest.raises(ValueError, match="no link of the app"):
        normalize_link(written)


@pytest.mark.parametrize("name", BUNDLED)
def test_included_plans_take_their_stated_time_and_link_to_existing_pages(name: str) -> None:
    plan = bundled_plan(name)
    assert plan.minutes == int(name)
    assert f"{name} minutes" in plan.title
    assert all(place.minutes and place.note for place in plan.slides)
    assert [found for place in plan.slides if place.link for found in link_problems(PAGES, place.link)] == []
    assert plan_of(name) == plan  # in English


def test_a_missing_page_in_a_plan_is_reported_and_other_slides_work(opened: Open) -> None:
    plan = Plan("", "", (Slide("train"), Slide("gone?a=1"), Slide("encode?word=unhug&with=gpt9"), Slide(text="a")))
    app = opened("pages/plans.py", plan=to_link(plan))
    gone, changed = alerts(app)
    assert gone == "There is no page “gone”. Presenting skips this slide."
    assert "with=gpt9" in changed
    assert deck(app)["addresses"] == ["train?present=1", "", "encode?present=1&word=unhug&with=gpt9", "plans"]


def deck(app: AppTest) -> dict[str, Any]:
    """Return the plan's data in the browser."""
    found = component(app, "lab_plan")
    data: dict[str, Any] = data_of(found)
    return data


def titles(app: AppTest) -> list[str]:
    bodies = [node.proto.body for node in app.get("html")]
    return [found for body in bodies for found in re.findall(r"<strong>\d+\. (.*?)</strong>", body)]


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


THREE = to_link(Plan("Mine", "", (Slide("train"), Slide("encode"), Slide(text="The end"))))


def test_included_plans_list_their_slides_minutes_and_questions(opened: Open) -> None:
    *bodies, kinds = [
        node.proto.body for node in opened("pages/plans.py").get("html") if '<ol class="bpe-slides"' in node.proto.body
    ]
    for name, body in zip(BUNDLED, bodies, strict=True):
        slides = bundled_plan(name).slides
        assert re.findall(r"(\d+) min", body) == [str(slide.minutes) for slide in slides]
        assert re.findall(r"flex-grow:(\d+)", body) == [str(slide.minutes) for slide in slides]
        assert body.count("asks") == 2 * sum(1 for slide in slides if slide.question)  # in the bar, and its picture
    # The card of the empty plan has a slide of each kind: a page, a question, a text.
    assert re.findall(r'class="bpe-slide-picture([^"]*)"', kinds) == ["", " asks", " icon"]


def test_a_slide_without_tokens_has_the_icon_of_its_page() -> None:
    slides = [Slide(link) for link in ("files", "recap", "nowhere", "encode?sample=", "train?words=%3Cb%3E:x")]
    found = "".join(picture(slide, PAGES) for slide in (*slides[:4], Slide(text="The end")))
    assert re.findall(r"--icon: '(\w+)'", found) == ["folder", "menu_book", "help", "data_object", "notes"]
    assert "<b>:" not in picture(slides[4], PAGES)


@pytest.mark.parametrize(
    ("link", "tokens"),
    [
        # As counted by hand: the merges of hug, pug, pun, bun are ug, un, hug, pun, ...
        ("train?scenario=hug", ["h", "u", "g"]),
        ("train?scenario=hug&step=1", ["h", "ug"]),
        ("encode?sample=bug&with=trained&scenario=hug", ["b", "u", "g"]),
        ("compare?scenario=hug", ["h", "u", "g"]),
        # OpenAI's GPT-2
        ("home", ["st", "raw", "berry", ",", "·strawberry"]),
        ("bytes?sample=%E5%AD%A6", ["E5 AD", "A6"]),
        ("playground?sample=a%3Cb%3E", ["a", "&lt;", "b", "&gt;"]),
        ("stumble?topic=spelling", ["strawberry"]),
    ],
)
def test_a_slide_is_illustrated_by_its_first_tokens(link: str, tokens: list[str]) -> None:
    drawn = picture(Slide(link), PAGES)
    assert re.findall(r'<b class="token[^"]*" style="--hue: \d+">([^<]*)</b>', drawn) == tokens
    assert "--icon" not in drawn


def test_a_slide_is_inserted_below_the_current_one(opened: Open) -> None:
    app = opened("pages/plans.py", plan=THREE)
    app.button(key="plans_at_0").click().run()
    app.button(key="plans_add_text").click().run()
    assert titles(app) == ["Train", "A text for the class", "Encode", "The end"]
    next(box for box in app.text_input if box.label == "Add link").set_value("decode?ids=1").run()
    assert titles(app) == ["Train", "A text for the class", "Decode", "Encode", "The end"]


def test_the_right_answer_is_chosen_by_its_text(opened: Open) -> None:
    question = SlideQuestion("choice", "Why?", ("By chance", "By a rule"), 2)
    app = opened("pages/plans.py", plan=to_link(Plan(slides=(Slide("train", question=question),))), at="1")
    (right,) = (box for box in app.selectbox if box.label == "Right answer")
    assert right.options == ["None: no right or wrong answer", "By chance", "By a rule"]
    assert right.value == 2


def test_headings_and_bold_words_of_a_text_slide_are_rendered_and_nothing_else(opened: Open) -> None:
    text = "# Key points\nCount **pairs** <b>\n- 2 ** 3\n- ##ing"
    app = opened("pages/plans.py", plan=to_link(Plan(slides=(Slide(text=text),))), place="1")
    (shown,) = (node.proto.body for node in app.get("html") if "bpe-place" in node.proto.body)
    assert shown.endswith(
        "<h3>Key points</h3><p>Count <strong>pairs</strong> &lt;b&gt;</p><ul><li>2 ** 3</li><li>##ing</li></ul></div>"
    )


def test_chapters_are_presented_as_separate_decks(opened: Open) -> None:
    plan = Plan(slides=(Slide("course?chapter=pairs"), Slide("stumble?topic=spelling"), Slide("playground")))
    addresses = deck(opened("pages/plans.py", plan=to_link(plan)))["addresses"]
    assert addresses == ["course?present=1&chapter=pairs", "stumble?present=1&topic=spelling", "playground"]


def test_slides_can_be_moved_removed_and_restored(opened: Open) -> None:
    app = opened("pages/plans.py", plan=THREE)
    assert titles(app) == ["Train", "Encode", "The end"]
    app.button(key="plans_at_2").click().run()
    press(app, "Move up")
    assert titles(app) == ["Train", "The end", "Encode"]
    press(app, "Move up")
    assert titles(app) == ["The end", "Train", "Encode"]
    press(app, "Remove")
    assert titles(app) == ["Train", "Encode"]
    for former in (["The end", "Train", "Encode"], ["Train", "The end", "Encode"], ["Train", "Encode", "The end"]):
        press(app, "Undo")
        assert titles(app) == former


def test_the_current_page_can_be_added_from_anywhere(opened: Open) -> None:
    app = opened("pages/plans.py", plan=THREE)
    for name, page in PAGES.items():
        if name == bounds.PLANS_PAGE:
            continue
        app.query_params.clear()
        app.switch_page(page.script).run()
        assert deck(app)["isBegun"]
        before = len(deck(app)["addresses"])
        trigger(app, "lab_plan", "add", f"http://127.0.0.1:8501/{name}?lang=en&present=1")
        assert len(deck(app)["addresses"]) == before + 1
    app.switch_page("pages/plans.py").run()
    assert len(titles(app)) == 3 + len(PAGES) - 1
    assert not deck(app)["isBegun"]  # where a plan is made, nothing is added automatically


@pytest.mark.parametrize("told", [None, 3, "", "javascript:alert(1)", "http://x/plans?plan=45", "x" * 9_000, ["train"]])
def test_additions_from_the_browser_are_validated(opened: Open, told: object) -> None:
    app = opened("pages/plans.py", plan=THREE)
    trigger(app, "lab_plan", "add", told)
    trigger(app, "lab_plan", "kept", told)
    assert titles(app) == ["Train", "Encode", "The end"]


def test_a_plan_from_an_earlier_visit_is_restored(opened: Open) -> None:
    app = opened("pages/plans.py")
    trigger(app, "lab_plan", "kept", THREE)
    assert titles(app) == ["Train", "Encode", "The end"]


def test_pages_without_a_stage_show_their_title_to_phones(opened: Open) -> None:
    slides = {
        Slide("course?chapter=pairs"): "",
        Slide("stumble?topic=spelling"): "",
        Slide("train?scenario=hug"): "",
        Slide("bytes"): "Bytes",
        Slide("size", title="Look"): "Look",
        Slide(text="# Say it"): "# Say it",
    }
    plan = to_link(Plan(slides=tuple(slides)))
    for place, text in enumerate(slides.values(), start=1):
        app = opened("pages/plans.py", plan=plan, place=str(place))
        assert data_of(component(app, "lab_teacher"))["note"]["text"] == text


def test_a_code_fetches_a_stored_plan_without_losing_the_current_one(opened: Open) -> None:
    app = opened("pages/plans.py", code="482173905")
    assert deck(app)["code"] == "482173905"
    trigger(app, "lab_plan", "kept", to_link(Plan("Before", slides=(Slide("home"),))))
    trigger(app, "lab_plan", "brought", {"code": "482173905", "plan": THREE})
    assert titles(app) == ["Train", "Encode", "The end"]
    assert deck(app)["code"] == ""
    assert "code" not in address(app)
    press(app, "Undo")
    assert titles(app) == ["Home"]


@pytest.mark.parametrize("plan", ["", "javascript:alert(1)", None])
def test_an_invalid_code_is_reported_with_a_way_out(opened: Open, plan: object) -> None:
    app = opened("pages/plans.py", code="482173905")
    trigger(app, "lab_plan", "brought", {"code": "111111111", "plan": THREE})  # of another address
    assert titles(app) == []
    trigger(app, "lab_plan", "brought", {"code": "482173905", "plan": plan})
    assert alerts(app) == [
        "The server has no plan with the code 482173905: it keeps one for 12 hours. Show its QR code again where the "
        "plan is, or open the plan from a file."
    ]
    press(app, "Empty plan")
    assert alerts(app) == []


def test_a_link_does_not_replace_the_current_plan(opened: Open) -> None:
    app = opened("pages/plans.py", plan="45")
    trigger(app, "lab_plan", "kept", THREE)
    assert len(titles(app)) == len(bundled_plan("45").slides)
    press(app, "Undo")
    assert titles(app) == ["Train", "Encode", "The end"]


def test_notes_and_questions_are_saved_once_valid(opened: Open) -> None:
    app = opened("pages/plans.py", plan=THREE)
    app.button(key="plans_at_2").click().run()
    app.text_area[1].set_value("Ask **them** <b>").run()
    next(box for box in app.selectbox if box.label == "Question for the class").select("choice").run()
    assert any("A choice needs a question" in told for told in alerts(app))
    next(box for box in app.text_input if box.label == "Question").set_value("Why?").run()
    next(box for box in app.text_area if box.label == "Two to six answers, one per line").set_value("a\n\nb\n").run()
    assert alerts(app) == []
    place = from_link(str(deck(app)["plan"])).slides[2]
    assert place.note == "Ask **them** <b>"
    assert place.question == SlideQuestion("choice", "Why?", ("a", "b"))
    assert any("Ask **them** &lt;b&gt;" in node.proto.body for node in app.get("html"))


def test_too_long_input_is_kept_and_reported(opened: Open) -> None:
    app = opened("pages/plans.py", plan=THREE)
    app.button(key="plans_at_2").click().run()
    boxes = [box for kind in (app.text_input, app.text_area) for box in kind if box.label != "Add link"]
    assert len(boxes) == 4  # two titles, the text, and the note
    for box in boxes:
        before, pasted = box.value, "a" * 5_000
        box.set_value(pasted).run()
        (told,) = alerts(app)
        assert "5,000 characters, but the limit is" in told
        assert from_link(str(deck(app)["plan"])) == from_link(THREE)
        assert pasted in {other.value for kind in (app.text_input, app.text_area) for other in kind}
        box.set_value(before).run()
        assert alerts(app) == []
    app.text_input[-1].set_value("train?text=" + "a" * 5_000).run()
    assert "5,011 characters, but the limit is 2,000" in alerts(app)[0]
    app.text_input[-1].set_value(" ").run()
    assert alerts(app) == []


def test_a_field_error_is_shown_while_it_lasts(opened: Open) -> None:
    app = opened("pages/plans.py", plan=THREE)
    app.button(key="plans_at_2").click().run()
    app.text_input[0].set_value("a" * 500).run()
    app.text_area[1].set_value("A note").run()
    (told,) = alerts(app)
    assert "500 characters" in told
    app.text_area[1].set_value("b" * 3_000).run()
    assert len(alerts(app)) == 2
    for _time in range(2):
        app.button(key="plans_at_2").click().run()  # Done, and Change: the plan's own note is there
        assert alerts(app) == [told]
    press(app, "Undo")
    assert app.text_input[0].value == "Mine"
    assert alerts(app) == []


def test_notes_are_not_shown_to_the_room(opened: Open) -> None:
    plan = Plan("", "", (Slide("train", note="SECRET"), Slide(text="Seen by all", note="SECRET")))
    app = opened("pages/plans.py", plan=to_link(plan))
    assert any("SECRET" in node.proto.body for node in app.get("html"))
    for place in ("1", "2"):
        presented = opened("pages/plans.py", plan=to_link(plan), place=place)
        shown = " ".join(node.proto.body for node in presented.get("html"))
        assert "SECRET" not in shown
        assert ("Seen by all" in shown) == (place == "2")


def test_a_plan_too_long_for_a_link_is_reported(opened: Open) -> None:
    noise = "".join(chr(0x4E00 + 7919 * n % 20_000) for n in range(1_900))  # which compresses badly
    app = opened("pages/plans.py", plan=THREE)
    assert deck(app)["link"] == f"plans?plan={THREE}"
    app.button(key="plans_at_2").click().run()
    app.text_area[1].set_value(noise).run()
    assert deck(app)["link"] == ""
    assert any("too long for a link" in caption.value for caption in app.caption)


def test_the_pages_with_a_stage_match_their_specs() -> None:
    for page in PAGES.values():
        written = (Path(__file__).parents[2] / page.script).read_text("utf-8")
        assert page.has_player_page == ("shell.start_player_page(" in written and "present" in page.parameters_by_name)


def test_included_questions_are_translated_and_custom_ones_are_not() -> None:
    asks = slide_question("45", 3)
    assert asks is not None
    assert asks["told"].keys() == languages().keys()
    assert len({asks["told"][code]["text"] for code in ("en", *COMPLETE_LANGUAGES)}) == 1 + len(COMPLETE_LANGUAGES)
    assert asks["right"] == [1]
    assert slide_question("45", 1) is None
    question = SlideQuestion("choice", "Which?", ("this", "that"), 0, "Neither.")
    own = slide_question(to_link(Plan(slides=(Slide("train", question=question),))), 1)
    told = {"en": {"text": "Which?", "options": ["this", "that"], "why": [], "solution": "Neither."}}
    assert own == {"kind": "choice", "told": told, "letters": [], "right": []}


def test_a_question_about_a_word_uses_its_tokenizer() -> None:
    peer = tiktoken_encoding("cl100k_base")
    tokens = [peer.decode([token]) for token in peer.encode("strawberry")]
    asks = _asked("strawberry", "cl100k_base")
    assert asks is not None
    (right,) = asks["right"]
    places = [0, *right, len(asks["letters"])]
    assert ["".join(asks["letters"][first:end]) for first, end in pairwise(places)] == tokens
    assert _asked("学学", "gpt2") is None  # a letter is cut: nobody could tap there


def _asked(word: str, tokenizer: str) -> Any:
    question = SlideQuestion("cut", word=word, tokenizer=tokenizer)
    return slide_question(to_link(Plan(slides=(Slide(text="?", question=question),))), 1)
