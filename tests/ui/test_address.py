"""The address: what is written is read back, and nonsense is told and does no harm."""

from dataclasses import replace
from typing import get_args
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine.bpe.events import TieBreak
from ui.address import (
    LARGEST_FREQUENCY,
    LARGEST_VOCABULARY,
    LONGEST_TEXT,
    PARAMETERS,
    Choice,
    fits_a_link,
    read,
    read_step,
    write,
)
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS
from ui.tasks.settings import EndOfWord, PreTokenizerName, Settings, Units
from ui.train.words import read_words, words_table

# A browser sends text as UTF-8, so half characters never come.
ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=60)


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    scenario = draw(st.sampled_from(sorted(SCENARIOS)))
    usual = Choice.of(scenario)
    settings_: Settings = replace(
        usual.settings,
        vocab_size=draw(st.integers(1, LARGEST_VOCABULARY)),
        tie_break=draw(st.sampled_from(get_args(TieBreak))),
        min_frequency=draw(st.integers(1, LARGEST_FREQUENCY)),
        units=draw(st.sampled_from(get_args(Units))),
        end_of_word=draw(st.sampled_from(get_args(EndOfWord))),
        pre_tokenizer=draw(st.sampled_from(get_args(PreTokenizerName))),
        drop_unused=draw(st.booleans()),
        all_bytes=draw(st.booleans()),
    )
    counts = usual.counts
    if counts and draw(st.booleans()):
        words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
        frequencies = st.integers(1, LARGEST_FREQUENCY)
        counts = tuple(draw(st.dictionaries(words, frequencies, min_size=1, max_size=6)).items())
    text = draw(ANY_TEXT) if scenario == OWN_TEXT else ""
    return Choice(scenario, settings_, counts, text)


@given(choices())
def test_what_is_written_is_read_back(choice: Choice) -> None:
    address = urlencode(write(choice))
    query = {name: values[0] for name, values in parse_qs(address, keep_blank_values=True).items()}
    result = read(query)
    assert result.problems == []
    assert result.choice == choice
    assert set(query) <= set(PARAMETERS)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_as_it_comes_has_a_short_address(scenario: str) -> None:
    assert write(Choice.of(scenario)) == {"scenario": scenario}


def test_no_address_is_the_first_lesson() -> None:
    assert read({}).choice == Choice.of("hug")
    assert read({}).problems == []
    assert read_step({}) == (0, [])


NONSENSE = [
    ("scenario", "huge"),
    ("scenario", ""),
    ("vocab", "-1"),
    ("vocab", "0"),
    ("vocab", "ten"),
    ("vocab", "1.5"),
    ("vocab", "1e3"),
    ("vocab", "٣"),
    ("vocab", "²"),
    ("vocab", " 20"),
    ("vocab", "9" * 5_000),
    ("vocab", str(LARGEST_VOCABULARY + 1)),
    ("tie", "random"),
    ("min", "0"),
    ("min", "1_000"),
    ("units", "bits"),
    ("end", "</w>"),
    ("split", "(a+)+"),
    ("drop", "yes"),
    ("words", ""),
    ("words", "hug"),
    ("words", "hug:"),
    ("words", "hug:0"),
    ("words", "hug:2.5"),
    ("words", ":3"),
    ("words", "hug:1,hug:2"),
    ("words", "hug:1,,pug:2"),
    ("words", ",".join(f"w{number}:1" for number in range(501))),
    ("words", f"{'a' * 201}:1"),
]


@pytest.mark.parametrize(("parameter", "value"), NONSENSE)
def test_nonsense_is_told_and_the_usual_value_shown(parameter: str, value: str) -> None:
    result = read({parameter: value})
    assert result.choice == Choice.of("hug")
    assert len(result.problems) == 1
    problem = result.problems[0]
    assert f"{parameter}={value[:40]}" in problem
    assert "The usual value is shown in its place." in problem
    assert len(problem) < 250


def test_one_wrong_value_leaves_the_others_as_they_are() -> None:
    result = read({"scenario": "low", "vocab": "12", "tie": "nonsense", "min": "2"})
    assert result.choice.scenario == "low"
    assert (result.choice.settings.vocab_size, result.choice.settings.min_frequency) == (12, 2)
    assert result.choice.settings.tie_break == "first-seen"
    assert len(result.problems) == 1


@pytest.mark.parametrize("value", ["-1", "x", "", "1.5", "9" * 5_000, "٣"])
def test_a_step_that_is_no_number_is_told(value: str) -> None:
    step, problems = read_step({"step": value})
    assert step == 0
    assert len(problems) == 1


def test_a_step_is_read() -> None:
    assert read_step({"step": "3"}) == (3, [])


@given(st.dictionaries(st.sampled_from([*PARAMETERS, "step", "predict", "lang", "x"]), ANY_TEXT))
def test_no_address_makes_the_page_fail(query: dict[str, str]) -> None:
    result = read(query)
    read_step(query)
    assert result.choice.scenario in SCENARIOS
    assert all(isinstance(problem, str) for problem in result.problems)
    assert read(write(result.choice)).choice == result.choice


WORDS_LIKE = st.lists(st.sampled_from(["hug", "%3A", "%", "%2", ":", ",", "1", "0", "-1", "5000000000", "é"])).map(
    "".join
)


@given(WORDS_LIKE)
def test_words_of_an_address_are_words_that_the_table_takes(words: str) -> None:
    counts = dict(read({"words": words}).choice.counts)
    assert read_words(words_table(counts)) == counts


@given(st.text(st.characters(codec="utf-8"), max_size=3_000))
@settings(max_examples=50)
def test_a_text_that_fits_makes_a_link_of_bounded_length(text: str) -> None:
    if fits_a_link(text):
        assert len(urlencode({"text": text})) < LONGEST_TEXT + 1_000


def test_a_long_text_is_left_out() -> None:
    fits = Choice(OWN_TEXT, Choice.of(OWN_TEXT).settings, text="a" * LONGEST_TEXT)
    assert write(fits)["text"] == fits.text
    assert "text" not in write(replace(fits, text=fits.text + "a"))
    assert "text" not in write(replace(fits, text="你" * 600))  # nine characters each, once encoded


def test_text_belongs_to_your_text_alone() -> None:
    assert read({"scenario": "hug", "text": "abc"}).choice.text == ""
    assert read({"scenario": OWN_TEXT, "text": "abc", "words": "hug:1"}).choice.counts == ()
