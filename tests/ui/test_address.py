"""The address: what is written is read back, and invalid values are reported and harmless."""

from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.base import query_parameters
from ui.base.notation import NOTATIONS
from ui.base.parameter_types import Choice, Choices, Flag, Text, WholeNumber, WordList
from ui.base.query_parameters import MAX_URL_TEXT, BuiltQuery, ParsedQuery, fits_in_url
from ui.base.text_direction import isolate
from ui.base.tokenizer_choices import OPENED, SHIPPED, TRAINED, TokenizerName
from ui.classroom.plans.plan import Plan, Slide
from ui.classroom.plans.writer import to_link
from ui.pages.playground.spec import COLUMNS, shown_columns
from ui.pages.registry import PAGES
from ui.pages.train.word_table import read_words, words_table
from ui.state.shared_parameters import GLOBAL_PARAMETERS
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks.task import MAX_FREQUENCY, MAX_VOCABULARY, MAX_WORD_LENGTH, MAX_WORDS

PARAMETERS = {"": GLOBAL_PARAMETERS, **{name: page.parameters for name, page in PAGES.items()}}

# Browsers send text as UTF-8, so lone surrogates cannot occur.
ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=60)
TOKENIZERS = st.one_of(
    st.sampled_from((*SHIPPED, OPENED, TRAINED)).map(TokenizerName),
    st.integers(0, 999_999).map(lambda step: TokenizerName(TRAINED, step)),
)
WORDS = st.dictionaries(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=12),
    st.integers(1, MAX_FREQUENCY),
    min_size=1,
    max_size=6,
).map(lambda counts: tuple(counts.items()))
KINDS: dict[type, Any] = {
    WholeNumber: lambda reading: st.integers(reading.least, reading.most),
    Choice: lambda reading: st.sampled_from(reading.options),
    Choices: lambda reading: st.lists(st.sampled_from(reading.options), unique=True).map(
        lambda some: sorted(some, key=reading.options.index)
    ),
    Flag: lambda _reading: st.booleans(),
    Text: lambda _reading: ANY_TEXT,
    WordList: lambda _reading: st.lists(ANY_TEXT.filter(lambda text: text.split() == [text])),
}
OTHERS = {
    "words": WORDS,
    "token": st.none() | st.integers(0, 300_000),
    "lang": st.just("en"),
    "stored": st.sampled_from(["", "pug & pun.txt"]),
    "code": st.from_regex(r"[0-9]{9}", fullmatch=True),
    "view": st.sampled_from(NOTATIONS),
    "plan": st.sampled_from(["", "45", to_link(Plan("Mine", slides=(Slide("train"),)))]),
}
OTHERS |= dict.fromkeys(("with", "first", "of"), TOKENIZERS)
OTHERS |= dict.fromkeys(COLUMNS[1:], st.none() | TOKENIZERS)


def read(page: str, query: dict[str, str]) -> ParsedQuery:
    return query_parameters.parse_query(PARAMETERS[page], query)


def write(page: str, values: dict[str, Any]) -> BuiltQuery:
    return query_parameters.build_query(PARAMETERS[page], values)


@st.composite
def choices(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a page, and values that may be chosen there."""
    page = draw(st.sampled_from(sorted(PARAMETERS)))
    values: dict[str, Any] = {}
    for parameter in PARAMETERS[page]:
        kind = KINDS.get(type(parameter.type))
        is_chosen = parameter.applies(values) and not parameter.played and draw(st.booleans())
        chosen = kind(parameter.type) if kind else OTHERS[parameter.name]
        values[parameter.name] = draw(chosen) if is_chosen else parameter.default_for(values)
    return page, values


@given(choices())
def test_written_addresses_are_read_back(choice: tuple[str, dict[str, Any]]) -> None:
    page, values = choice
    written = write(page, values)
    assert written.omitted == ()
    query = {name: found[0] for name, found in parse_qs(urlencode(written.query), keep_blank_values=True).items()}
    result = read(page, query)
    assert result.problems == []
    assert result.values == values


@pytest.mark.parametrize("page", PARAMETERS)
def test_a_page_with_default_values_has_a_short_address(page: str) -> None:
    result = read(page, {})
    assert result.problems == []
    always = {"train": {"scenario": "hug"}, "encode": {"sample": "unhug"}}
    assert write(page, result.values).query == always.get(page, {})


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_comes_with_its_own_settings(scenario: str) -> None:
    values = read("train", {"scenario": scenario}).values
    assert values["vocab"] == SCENARIOS[scenario].settings.get("bpe", {}).get("vocab_size", SCENARIOS[scenario].size)
    assert write("train", values).query == {"scenario": scenario}


def test_links_from_earlier_versions_still_work() -> None:
    # Addresses from earlier versions.
    values = read("train", {"scenario": "course", "algorithm": "unigram", "vocab": "50", "estimate": "plain"}).values
    assert (values["scenario"], values["algorithm"], values["vocab"], values["estimate"]) == (
        "course", "unigram", 50, "plain",
    )  # fmt: skip
    values = read("train", {"scenario": "hug", "words": "ab:3,b%3Ac%2C:2", "drop": "1", "min": "2", "step": "4"}).values
    assert values["words"] == (("ab", 3), ("b:c,", 2))
    assert (values["drop"], values["min"], values["step"]) == (True, 2, 4)
    values = read("encode", {"word": "mug", "with": "trained-3", "by": "longest", "scenario": "low"}).values
    assert (values["sample"], values["with"], values["by"]) == ("mug", TokenizerName(TRAINED, 3), "longest")
    values = read("playground", {"sample": "a", "second": "o200k_base", "special": "token", "page": "3"}).values
    assert (values["second"], values["special"], values["page"]) == (TokenizerName("o200k_base"), "token", 3)
    assert shown_columns(values) == ["first", "second"]
    for page, view in (("train", "text"), ("encode", "symbols"), ("playground", "ids"), ("vocabulary", "hex")):
        assert read(page, {"view": view}).values["view"] == view
    assert read("playground", {"view": "bytes"}).values["view"] == "hex"
    values = read("compare", {"corpus": "low", "size": "20", "methods": "bpe-bytes", "unseen": ""}).values
    assert (values["size"], values["methods"], values["unseen"]) == (20, ["bpe", "bytes"], "")
    values = read(
        "vocabulary", {"of": "cl100k_base", "by": "regex", "matching": "^a", "token": "64", "results": "2"}
    ).values
    assert (values["by"], values["matching"], values["token"], values["results"]) == ("regex", "^a", 64, 2)
    values = read("stumble", {"topic": "languages", "quiz": "0"}).values
    assert (values["topic"], values["quiz"]) == ("languages", False)


FORMER = {
    ("home", "say"): "sample",
    ("bytes", "chars"): "sample",
    ("encode", "word"): "sample",
    ("own", "by"): "cut",
    ("compare", "corpus"): "scenario",
    ("codes", "corpus"): "scenario",
}
"""Every parameter name in old links -> its current name. Entries are never removed."""


VALUES = {"scenario": "text", "cut": "left"}
"""Parameters that are not text: a value other than the default."""


def test_every_former_name_is_known() -> None:
    told = {(page, former): one.name for page, all in PARAMETERS.items() for one in all for former in one.former_names}
    assert told == FORMER


@pytest.mark.parametrize(("page", "former"), FORMER)
def test_former_parameter_names_are_read_and_current_ones_written(page: str, former: str) -> None:
    today = FORMER[page, former]
    value = VALUES.get(today, "abc")
    result = read(page, {former: value})
    assert (result.problems, result.values[today]) == ([], value)
    assert write(page, result.values).query == {today: value}
    assert read(page, {today: value, former: "hug"}).values == result.values  # in either order
    assert read(page, {former: "hug", today: value}).values == result.values
    assert former not in {parameter.name for parameter in PARAMETERS["train"]}  # which may occur together with it


NO_NUMBERS = ("-1", "ten", "1.5", "1e3", "٣", "²", " 20", "9" * 5_000)
NONSENSE: dict[str, tuple[str, tuple[str, ...]]] = {
    "scenario": ("one of hug, low, course,", ("huge", "")),
    "vocab": ("a whole number from 1 to 60,000", (*NO_NUMBERS, "0", str(MAX_VOCABULARY + 1))),
    "step": ("a whole number", (*NO_NUMBERS, "")),
    "min": ("a whole number", ("0", "1_000")),
    "tie": ("one of first-seen, smallest-id, and largest-pair", ("random",)),
    "units": ("one of", ("bits",)),
    "end": ("one of", ("</w>",)),
    "split": ("gpt2", ("(a+)+",)),
    "drop": ("0 or 1", ("yes",)),
    "words": (
        "words with numbers, such as hug:10,pug:5",
        (
            *("", "hug", "hug:", "hug:0", "hug:2.5", ":3", "hug:1,hug:2", "hug:1,,pug:2", f"{'a' * 201}:1"),
            ",".join(f"w{number}:1" for number in range(501)),
        ),
    ),
}
"""Parameter -> the valid values in words, and invalid values."""


@pytest.mark.parametrize(
    ("parameter", "takes", "value"), [(name, takes, value) for name, (takes, all) in NONSENSE.items() for value in all]
)
def test_invalid_values_are_reported_and_the_default_is_used(parameter: str, takes: str, value: str) -> None:
    result = read("train", {parameter: value})
    assert result.values == read("train", {}).values
    (problem,) = result.problems
    assert f"{parameter}={isolate(value[:40])}" in problem
    assert takes in problem
    assert "The default is shown instead." in problem
    assert len(problem) < 250


@pytest.mark.parametrize("page", PARAMETERS)
def test_every_page_reports_values_that_it_cannot_read(page: str) -> None:
    free = (Text, WordList)
    named = [parameter for parameter in PARAMETERS[page] if not isinstance(parameter.type, free)]
    for parameter in named:
        if parameter.applies(read(page, {}).values):
            (problem,) = read(page, {parameter.name: "<b>?"}).problems
            assert f"{parameter.name}=<b>?" in problem


def test_values_within_a_limit_are_used_and_an_invalid_one_affects_no_other() -> None:
    words = ",".join((f"{'a' * MAX_WORD_LENGTH}:1", *(f"w{number}:{MAX_FREQUENCY}" for number in range(1, MAX_WORDS))))
    result = read("train", {"words": words, "vocab": str(MAX_VOCABULARY)})
    assert (result.problems, len(result.values["words"])) == ([], MAX_WORDS)
    result = read("train", {"scenario": "low", "vocab": "12", "tie": "nonsense", "min": "2"})
    values = result.values
    assert (values["scenario"], values["vocab"], values["min"], values["tie"]) == ("low", 12, 2, "first-seen")
    assert len(result.problems) == 1


ANY_QUERY = st.dictionaries(
    st.sampled_from(sorted({parameter.name for page in PARAMETERS.values() for parameter in page} | {"x"})), ANY_TEXT
)


@given(st.sampled_from(sorted(PARAMETERS)), ANY_QUERY)
def test_no_address_makes_a_page_fail(page: str, query: dict[str, str]) -> None:
    result = read(page, query)
    assert all(isinstance(problem, str) for problem in result.problems)
    played = {parameter.name for parameter in PARAMETERS[page] if parameter.played}
    again = read(page, write(page, result.values).query).values
    assert {name: value for name, value in again.items() if name not in played} == {
        name: value for name, value in result.values.items() if name not in played
    }


WORDS_LIKE = st.lists(st.sampled_from(["hug", "%3A", "%", "%2", ":", ",", "1", "0", "-1", "5000000000", "é"])).map(
    "".join
)


@given(WORDS_LIKE)
def test_words_in_an_address_are_valid_in_the_word_table(words: str) -> None:
    counts = dict(read("train", {"words": words}).values["words"])
    assert read_words(words_table(counts)) == counts


@given(st.text(st.characters(codec="utf-8"), max_size=3_000))
@settings(max_examples=50)
def test_a_link_with_a_text_has_a_bounded_length(text: str) -> None:
    if fits_in_url(text):
        assert len(urlencode({"text": text})) < MAX_URL_TEXT + 1_000


def test_values_too_long_for_a_link_are_omitted_and_named() -> None:
    values = read("train", {"scenario": CUSTOM_TEXT}).values
    assert write("train", values | {"text": "a" * MAX_URL_TEXT}).query["text"] == "a" * MAX_URL_TEXT
    for text in ("a" * (MAX_URL_TEXT + 1), "你" * 600):  # nine characters each, once encoded
        written = write("train", values | {"text": text})
        assert "text" not in written.query
        assert written.omitted == ("text",)
    many = tuple((f"word{number}", 1) for number in range(300))
    written = write("train", read("train", {}).values | {"words": many})
    assert written.query == {"scenario": "hug"}
    assert written.omitted == ("words",)


def test_texts_and_trainings_are_in_a_link_only_if_they_are_used() -> None:
    assert read("train", {"scenario": "hug", "text": "abc"}).values["text"] == ""
    assert read("train", {"scenario": CUSTOM_TEXT, "text": "abc", "words": "hug:1"}).values["words"] == ()
    values = read("playground", {}).values
    assert not PAGES["playground"].needs_training(values)
    assert PAGES["playground"].needs_training(values | {"second": TokenizerName(TRAINED, 3)})
    assert not PAGES["train"].needs_training(read("train", {}).values)


@pytest.mark.parametrize("page", [page for page in PAGES if page != "train"])
def test_pages_do_not_reuse_the_parameter_names_of_the_training(page: str) -> None:
    played = {"step", "predict", "present", "view", "code"}
    shared = {parameter.name for parameter in PARAMETERS[page]} & {parameter.name for parameter in PARAMETERS["train"]}
    assert shared <= played or page in ("compare", "codes", "project")  # which use no training of Train
