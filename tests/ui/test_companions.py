"""The page Companions: what comes out of each entry is what the text prints, or what its slip is known to be."""

from contextvars import ContextVar

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.app_pages import Open, address, alerts, player
from ui import address as addresses
from ui import i18n
from ui.companions import unigram_code
from ui.companions.course import EDITIONS
from ui.companions.entries import Companion, Entry
from ui.companions.texts import TEXTS, differs, edition_for, result
from ui.tasks.scenarios import SCENARIOS

ALL = [
    pytest.param(companion, entry, id=f"{companion.key}-{number}")
    for companion in TEXTS.values()
    for number, entry in enumerate(entry for part in companion.parts for entry in part.entries)
]


@pytest.mark.parametrize(("companion", "entry"), ALL)
def test_each_entry_comes_out_as_expected(companion: Companion, entry: Entry) -> None:
    if entry.computed is None:
        assert entry.why, "who reads that nothing is computed is told why"
    else:
        assert entry.expected
        assert result(entry) == entry.expected
        assert not differs(entry) or entry.why, "who reads that something differs is told why"
    assert {*entry.editions, *entry.of_editions} <= set(companion.editions)


def test_what_comes_out_is_written_as_in_the_text_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_language", ContextVar("language", default="ru"))
    for companion in TEXTS.values():
        for entry in (entry for part in companion.parts for entry in part.entries):
            assert entry.computed is None or entry.computed() == entry.expected


@pytest.mark.parametrize(("companion", "entry"), ALL)
def test_each_link_is_understood_as_a_whole(companion: Companion, entry: Entry) -> None:
    if not entry.page:
        return
    query = dict(entry.query)
    read = addresses.read(entry.page, query)
    assert read.problems == []
    own = {parameter.name for parameter in addresses.PAGES[entry.page]}
    others = {name: value for name, value in query.items() if name not in own}
    if others:
        assert addresses.with_training(entry.page, read.values)
        assert addresses.read("train", others).problems == []
        assert others.keys() <= {parameter.name for parameter in addresses.PAGES["train"]}


@pytest.mark.parametrize("text", TEXTS)
def test_the_page_of_each_text_is_drawn(opened: Open, text: str) -> None:
    app = opened("pages/companions.py", beside=text)
    assert not app.exception
    assert alerts(app) == []
    entries = [entry for _heading, entries in TEXTS[text].entries(app_edition(text)) for entry in entries]
    assert len(drawn(app)) == len(entries)


def app_edition(text: str) -> str:
    return "en" if TEXTS[text].editions else ""


def drawn(app: AppTest) -> list[str]:
    return [node.proto.body for node in app.get("html") if node.proto.body.startswith('<div class="companion">')]


def test_what_one_edition_has_otherwise_is_shown_there_alone(opened: Open) -> None:
    in_vietnamese, in_russian = (drawn(opened("pages/companions.py", edition=edition)) for edition in ("vi", "ru"))
    for said in ("h is joined with ug", "This edition has “hug” twice"):
        assert any(said in body for body in in_vietnamese)
        assert not any(said in body for body in in_russian)


def test_the_answer_of_an_exercise_is_hidden_until_it_is_asked_for(opened: Open) -> None:
    (body,) = [body for body in drawn(opened("pages/companions.py")) if "unhug" in body]
    question, answer = body.split("<details>")
    assert "hug&quot;]" not in question
    assert "[&quot;un&quot;, &quot;hug&quot;]" in answer


def test_what_nothing_here_can_show_is_said_to_be_so(opened: Open) -> None:
    (body,) = [body for body in drawn(opened("pages/companions.py", beside="old")) if "1.6 GB" in body]
    assert "<code>27</code>" in body
    assert "Not computed here." in body
    assert "Computed now" not in body


def test_the_course_s_program_for_unigram_is_1_too_high_for_each_word_as_it_stands() -> None:
    words = unigram_code.words_of(SCENARIOS["course"].source.texts)
    model = unigram_code.model_of(unigram_code.start_with(words, 300))
    assert unigram_code.compute_loss(words, model, 1.0) - unigram_code.compute_loss(words, model) == pytest.approx(31)


def test_a_slip_is_told_with_what_comes_out(opened: Open) -> None:
    (body,) = [body for body in drawn(opened("pages/companions.py", beside="minbpe")) if "KeyError" in body]
    assert "≠ Differs." in body
    assert "KeyError: b&#x27;hello&#x27;" in body


@pytest.mark.parametrize(
    ("language", "edition"), [("vi", "vi"), ("ru", "ru"), ("zh_Hans", "zh-CN"), ("en", "en"), ("de", "en")]
)
def test_a_reader_is_shown_the_edition_in_their_language_first(language: str, edition: str) -> None:
    assert edition_for(language) == edition
    assert edition in EDITIONS


def test_a_text_of_one_edition_has_none_in_its_address(opened: Open) -> None:
    assert address(opened("pages/companions.py", beside="minbpe", edition="vi")) == {"beside": "minbpe"}
    assert address(opened("pages/companions.py", edition="vi")) == {"edition": "vi"}


# One link of each kind: a page with a tokenizer, or a lesson with its settings.
KINDS = {
    (
        entry.page,
        *(value for name, value in entry.query.items() if name in ("scenario", "algorithm", "with", "by", "of", "ids")),
    ): entry
    for companion in TEXTS.values()
    for part in companion.parts
    for entry in part.entries
    if entry.page
}


@pytest.mark.parametrize("entry", KINDS.values(), ids=map(" ".join, KINDS))
def test_a_link_opens_the_state_that_it_names(opened: Open, entry: Entry) -> None:
    app = opened(f"pages/{entry.page}.py", **entry.query)
    assert not app.exception
    refused = entry.query.get("ids") == "300"  # an id that the tokenizer of the example has not
    assert bool(alerts(app)) == refused
    shown = player(app)
    assert (shown is not None or refused) == (entry.page in ("train", "encode", "decode", "own"))
    if shown and "step" in entry.query:
        assert shown["step"] == int(entry.query["step"])
