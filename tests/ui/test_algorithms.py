"""Whatever the registry holds has all that the app asks of an algorithm."""

import json
import pickle
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from bpe_engine import EngineError
from tests.ui.app_pages import Open, alerts, player
from ui import address, encoding
from ui.algorithms import ALGORITHMS, FIRST, algorithm_of
from ui.algorithms.base import Algorithm
from ui.algorithms.options import Option
from ui.compare import corpora, cuts, numbers
from ui.compare import methods as compare
from ui.compare.methods import METHODS
from ui.jobs import work
from ui.jobs.finished import HeldTraining
from ui.readings import Number, OneOf, Switch, Words
from ui.tasks.scenarios import EXAMPLE, OWN_TEXT, SCENARIOS
from ui.tasks.settings import Settings, Source, Task

EACH = pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
SHOWN = [key for key in SCENARIOS if key != OWN_TEXT]
TEXT = f"{EXAMPLE} {' '.join(SCENARIOS['course'].source.texts)}"


def values(option: Option) -> list[Any]:
    """Some values that an option may have: all, where they are few."""
    match option.reading:
        case Number(least, most):
            return [least, 40, most]
        case OneOf(options):
            return list(options)
        case Switch():
            return [False, True]
        case Words():
            return [[], ["<|end|>"], ["<a>", "<b>"]]


def sources(scenario: str) -> Source:
    return Source.of_texts(TEXT) if scenario == OWN_TEXT else SCENARIOS[scenario].source


@EACH
def test_it_is_found_by_its_key_and_by_what_it_trained(algorithm: Algorithm[Any, Any]) -> None:
    assert ALGORITHMS[algorithm.key] is algorithm
    assert algorithm.key == algorithm.settings().algorithm
    assert algorithm_of(work.make(Task(SCENARIOS["hug"].source, algorithm.usual(SCENARIOS["hug"])))) is algorithm


def test_an_address_without_an_algorithm_means_the_one_that_it_always_meant() -> None:
    assert FIRST == "bpe"
    assert address.read("train", {}).values["algorithm"] == FIRST


@EACH
def test_no_text_is_empty(algorithm: Algorithm[Any, Any]) -> None:
    sentences = [
        algorithm.blurb,
        algorithm.about_functions,
        *(algorithm.blurb_of(scenario) for scenario in SCENARIOS.values()),
        *(option.caption for option in algorithm.options()),
        *(reason for _name, reason in algorithm.advice()),
    ]
    assert all(sentence.endswith(".") for sentence in sentences)
    titles = [
        algorithm.name,
        algorithm.steps_title,
        algorithm.chart_alt,
        *(option.label for option in algorithm.options()),
        *(title for option in algorithm.options() for title in option.titles.values()),
        *algorithm.labels().values(),
        *algorithm.tie_rules().values(),
        *(download.label for download in algorithm.downloads().values()),
    ]
    assert all(title.strip() for title in titles)


def test_names_are_those_of_one_algorithm_alone() -> None:
    for names in (
        [algorithm.name for algorithm in ALGORITHMS.values()],
        [method.name for method in METHODS.values()],
        [method.key for algorithm in ALGORITHMS.values() for method in algorithm.methods()],
    ):
        assert len(set(names)) == len(names)


@EACH
def test_each_setting_is_an_option_with_all_the_values_that_it_may_have(algorithm: Algorithm[Any, Any]) -> None:
    types = get_type_hints(algorithm.settings)
    options = {option.setting: option for option in algorithm.options()}
    assert options.keys() | {"special_tokens"} == {field.name for field in fields(algorithm.settings)}
    assert ("special_tokens" in options) == (algorithm.key == "bpe")
    for setting, option in options.items():
        expected = {int: Number, bool: Switch, tuple[str, ...]: Words}.get(types[setting], OneOf)
        assert isinstance(option.reading, expected)
        if isinstance(option.reading, OneOf):
            assert tuple(option.titles) == tuple(option.reading.options)
            assert set(option.reading.options) == set(get_args(types[setting]))


def test_one_name_in_an_address_means_one_thing() -> None:
    kinds: dict[str, tuple[str, object]] = {}
    for algorithm in ALGORITHMS.values():
        for option in algorithm.options():
            assert kinds.setdefault(option.parameter, (option.setting, option.reading)) == (
                option.setting,
                option.reading,
            )
    # What links have been shared with.
    assert {"vocab", "tie", "min", "units", "allbytes", "end", "split", "drop", "form", "estimate"} <= kinds.keys()
    assert not kinds.keys() & {"scenario", "algorithm", "words", "text", "step", "predict", "view", "lang", "large"}


@EACH
def test_an_option_is_read_as_it_was_written_and_tells_nonsense(algorithm: Algorithm[Any, Any]) -> None:
    usual = address.read("train", {"scenario": "low", "algorithm": algorithm.key}).values
    for option in algorithm.options():
        assert usual[option.parameter] == option.of(algorithm.usual(SCENARIOS["low"]))
        for value in values(option):
            query = address.write("train", usual | {option.parameter: value}).query
            assert (option.parameter in query) == (value != usual[option.parameter])
            read = address.read("train", query)
            assert (read.values, read.problems) == (usual | {option.parameter: value}, [])
        if isinstance(option.reading, Words):
            continue  # any word is one
        read = address.read("train", {**address.write("train", usual).query, option.parameter: "nonsense"})
        assert read.values == usual
        assert [option.parameter in problem for problem in read.problems] == [True]


@EACH
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_trained_shown_and_saved(algorithm: Algorithm[Any, Any], scenario: str) -> None:
    task = Task(sources(scenario), algorithm.usual(SCENARIOS[scenario]))
    assert pickle.loads(pickle.dumps(task)) == task
    assert hash(pickle.loads(pickle.dumps(task.settings))) == hash(task.settings)
    told: list[float] = []
    training = work.make(task, lambda _phase, share: told.append(share))
    assert all(0 <= share <= 1 for share in told)
    steps = len(training.events)
    assert steps >= 1
    data = algorithm.payload(training, 0, steps)
    assert (data["steps"], len(data["frames"]), len(data["merges"])) == (steps, steps + 1, steps)
    for frame in data["frames"]:
        assert frame["done"].strip()
        assert frame["next"].strip()
        assert frame["words"]
    json.dumps(data, allow_nan=False)
    assert len(training.tokens_per_step) == len(training.vocabulary_per_step) == steps + 1
    assert work.Summary.of(training).points[-1].vocabulary == training.tokenizer().vocab_size
    for download in algorithm.downloads().values():
        assert download.text(training).strip()
    assert len(work.export(training, "steps").splitlines()) == steps + 1
    tokenizer = training.tokenizer()
    if encoding.has_steps(tokenizer):
        assert encoding.payload(tokenizer, next(iter(training.corpus.words)))["frames"]
        assert encoding.labels(tokenizer)


@EACH
def test_every_option_makes_a_trainer(algorithm: Algorithm[Any, Any]) -> None:
    usual: Settings = algorithm.usual(SCENARIOS["hug"])
    for option in algorithm.options():
        for value in values(option):
            settings = replace(usual, **{option.setting: value})
            assert option.of(settings) == value
            settings.trainer()
            assert Task(SCENARIOS["hug"].source, settings).key != Task(SCENARIOS["hug"].source, usual).key or (
                settings == usual
            )


@EACH
def test_too_small_a_vocabulary_is_an_error_with_a_way_out(algorithm: Algorithm[Any, Any]) -> None:
    source = SCENARIOS["hug"].source
    for method in algorithm.methods():
        with pytest.raises(EngineError) as caught:
            work.make(compare.task(method, source, 1))
        assert method.name in compare.problem_text(method, 1, caught.value)
        enough = compare.size_with_room(caught.value, 12)
        assert enough is not None
        work.make(compare.task(method, source, enough))


@EACH
def test_the_code_that_is_shown_is_the_engine_s(algorithm: Algorithm[Any, Any]) -> None:
    assert algorithm.functions
    assert all(function.__module__.startswith("bpe_engine.") for function in algorithm.functions)
    assert all(source.lstrip().startswith("def ") for source in algorithm.sources())


@EACH
def test_compare_has_each_of_its_methods(algorithm: Algorithm[Any, Any]) -> None:
    methods = algorithm.methods()
    assert algorithm.key in [method.key for method in methods]
    assert {method.name for method in methods} == {name for name, _reason in algorithm.advice()}
    for method in methods:
        assert METHODS[method.key].look == method.look
        for source in (SCENARIOS["hug"].source, Source.of_texts(TEXT)):
            lesson = HeldTraining(method.key, work.make(compare.task(method, source, 300)))
            made = {method: compare.finished(lesson, method)}
            assert cuts.segmentations(made, corpora.words_to_cut(source), "unhug")["rows"]
            (row,) = numbers.metrics(made, source, "unhug")
            assert row.corpus.tokens > 0
            assert row.unseen is not None


@EACH
@pytest.mark.parametrize("scenario", SHOWN)
def test_the_page_train_opens_with_it(opened: Open, algorithm: Algorithm[Any, Any], scenario: str) -> None:
    app = opened(scenario=scenario, algorithm=algorithm.key)
    assert alerts(app) == []
    data = player(app)
    assert data is not None
    assert data["steps"] > 0
    labels = {
        widget.label for kind in ("number_input", "selectbox", "toggle", "multiselect") for widget in app.get(kind)
    }
    settings = algorithm.usual(SCENARIOS[scenario])
    assert {option.label for option in algorithm.options() if option.shown(settings)} <= labels


@EACH
def test_the_page_compare_opens_with_it(opened: Open, algorithm: Algorithm[Any, Any]) -> None:
    keys = [method.key for method in algorithm.methods()]
    app = opened("pages/compare.py", corpus=OWN_TEXT, text=TEXT, methods="-".join(keys), size="300")
    assert alerts(app) == []
    assert list(app.dataframe[0].value["Method"]) == [method.name for method in algorithm.methods()]


def test_a_worker_process_needs_no_library_of_the_pages() -> None:
    # These alone would take a second to import.
    check = "import sys, ui.jobs.work; sys.exit(len({'streamlit', 'pandas', 'altair'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", check], cwd=Path(__file__).parents[2], check=False).returncode == 0
