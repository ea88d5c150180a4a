"""Every method in the registry has everything that the app needs of it."""

import ast
import json
import pickle
import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import EngineError
from bpe_engine.training.registry import TRAINERS
from tests.plain_sentences import with_plain_sentences
from tests.ui.app_pages import Open, alerts, player
from ui.base import query_parameters
from ui.base.parameter_types import Choice, Flag, WholeNumber, WordList
from ui.jobs import training_calls
from ui.jobs.finished_training import InMemoryTraining
from ui.pages.compare import corpora, metrics_tables, segmentations
from ui.pages.compare import methods as compare
from ui.pages.compare.methods import METHODS
from ui.pages.train.spec import PAGE
from ui.tokenization import algorithms, encoding
from ui.tokenization.algorithms import ALGORITHMS, DEFAULT_ALGORITHM, algorithm_for
from ui.tokenization.algorithms.base import Algorithm, ChartStyle, LocalizedText
from ui.tokenization.algorithms.options import TrainingOption
from ui.tokenization.algorithms.whole_units import WordSettings, _WholeUnits
from ui.tokenization.scenarios import CUSTOM_TEXT, EXAMPLE, SCENARIOS
from ui.tokenization.tasks.task import Settings, Task, TextSource


def test_the_app_offers_exactly_the_engine_s_trainers() -> None:
    assert {key: type(algorithm.settings().trainer()) for key, algorithm in ALGORITHMS.items()} == TRAINERS


EACH = pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
SHOWN = [key for key in SCENARIOS if key != CUSTOM_TEXT]
TEXT = f"{EXAMPLE} {' '.join(SCENARIOS['course'].source.texts)}"


def values(option: TrainingOption) -> list[Any]:
    """Return some valid values of an option, or all if they are few."""
    match option.type:
        case WholeNumber(least, most):
            return [least, 40, most]
        case Choice(options):
            return list(options)
        case Flag():
            return [False, True]
        case WordList():
            return [[], ["<|end|>"], ["<a>", "<b>"]]


def sources(scenario: str) -> TextSource:
    return TextSource.from_texts(TEXT) if scenario == CUSTOM_TEXT else SCENARIOS[scenario].source


@EACH
def test_an_algorithm_is_found_by_key_and_by_its_training(algorithm: Algorithm[Any, Any]) -> None:
    assert ALGORITHMS[algorithm.key] is algorithm
    assert algorithm.key == algorithm.settings().algorithm
    assert (
        algorithm_for(training_calls.train(Task(SCENARIOS["hug"].source, algorithm.default_settings(SCENARIOS["hug"]))))
        is algorithm
    )


def test_no_sentence_is_chosen_by_comparing_algorithm_keys() -> None:
    # Otherwise the next one would be described with facts of the last.
    folder = Path(algorithms.__file__).parent
    asked = [
        f"{path.name}:{call.lineno}"
        for path in folder.glob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "isinstance"
        if re.search(r"(Trainer|Training|Settings)\b", ast.unparse(call.args[1]))
    ]
    assert asked == []


def test_a_new_method_of_whole_units_must_define_its_sentences() -> None:
    class Trigrams(_WholeUnits[WordSettings]):
        settings = WordSettings
        name = description = when_to_use = LocalizedText("Trigrams")
        chart_style = ChartStyle("--chart-1", "circle", "●")

    with pytest.raises(TypeError, match=r"abstract methods conclusion, start_text$"):
        Trigrams()


def test_addresses_and_workers_import_no_algorithms_or_page_libraries() -> None:
    assert DEFAULT_ALGORITHM == "bpe"
    assert query_parameters.parse_query(PAGE.parameters, {}).values["algorithm"] == DEFAULT_ALGORITHM
    # These alone would take a second to import.
    check = "import sys, ui.jobs.training_calls; sys.exit(len({'streamlit', 'pandas', 'altair'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", check], cwd=Path(__file__).parents[2], check=False).returncode == 0


@EACH
def test_no_text_of_an_algorithm_is_empty(algorithm: Algorithm[Any, Any]) -> None:
    sentences = [
        algorithm.description,
        algorithm.about_functions,
        *(algorithm.scenario_description(scenario) for scenario in SCENARIOS.values()),
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


WORDS = st.dictionaries(st.text("abc", min_size=1, max_size=7), st.integers(1, 300), min_size=1, max_size=8)


def named(data: dict[str, Any], frame: dict[str, Any]) -> str:
    """Return a frame as text to compare, with tokens instead of their numbers."""
    token = data["tokens"]

    def rows(name: str, part: str = "tokens") -> list[Any]:
        return [{**row, part: [token[number] for number in row[part]]} for row in frame[name]]

    changed = {name: rows(name) for name in ("words", "places", "changed")}
    changed |= {"candidates": rows("candidates", "pair"), "dropped": [token[number] for number in frame["dropped"]]}
    changed |= {"chips": [[token[number], *rest] for number, *rest in frame["chips"]]}
    changed |= {"fresh": frame["fresh"] if frame["fresh"] is None else [token[frame["fresh"]]]}
    return json.dumps(frame | changed)


@pytest.mark.parametrize(("key", "more"), [*((key, {}) for key in ALGORITHMS), ("bpe", {"drop_unused": True})])
@given(counts=WORDS, data=st.data())
@settings(max_examples=15, deadline=None)
def test_a_step_looks_the_same_in_every_window(
    key: str, more: dict[str, Any], counts: dict[str, int], data: st.DataObject
) -> None:
    made = ALGORITHMS[key].settings(vocab_size=14, **more)
    training = training_calls.train(Task(TextSource.from_counts(counts), made))
    steps = len(training.events)
    first = data.draw(st.integers(0, steps))
    last = data.draw(st.integers(first, steps))
    whole, part = (
        with_plain_sentences(ALGORITHMS[key].frames(training, *span)) for span in ((0, steps), (first, last))
    )
    assert (part["first"], len(part["frames"]), part["steps"]) == (first, last - first + 1, steps)
    for frame, same in zip(part["frames"], whole["frames"][first : last + 1], strict=True):
        assert named(part, frame) == named(whole, same)
    json.dumps(part, allow_nan=False)


def test_names_belong_to_one_algorithm_each() -> None:
    for names in (
        [algorithm.name for algorithm in ALGORITHMS.values()],
        [method.name for method in METHODS.values()],
        [method.key for algorithm in ALGORITHMS.values() for method in algorithm.methods()],
    ):
        assert len(set(names)) == len(names)


@EACH
def test_each_setting_is_an_option_with_all_its_values(algorithm: Algorithm[Any, Any]) -> None:
    types = get_type_hints(algorithm.settings)
    options = {option.setting: option for option in algorithm.options()}
    assert options.keys() | {"special_tokens"} == {field.name for field in fields(algorithm.settings)}
    assert ("special_tokens" in options) == (algorithm.key == "bpe")
    for setting, option in options.items():
        expected = {int: WholeNumber, bool: Flag, tuple[str, ...]: WordList}.get(types[setting], Choice)
        assert isinstance(option.type, expected)
        if isinstance(option.type, Choice):
            assert tuple(option.titles) == tuple(option.type.options)
            assert set(option.type.options) == set(get_args(types[setting]))


def test_each_parameter_name_has_one_meaning() -> None:
    kinds: dict[str, tuple[str, object]] = {}
    for algorithm in ALGORITHMS.values():
        for option in algorithm.options():
            assert kinds.setdefault(option.parameter, (option.setting, option.type)) == (
                option.setting,
                option.type,
            )
    # Names used in shared links.
    assert {"vocab", "tie", "min", "units", "allbytes", "end", "split", "drop", "form", "estimate"} <= kinds.keys()
    assert not kinds.keys() & {"scenario", "algorithm", "words", "text", "step", "predict", "view", "lang", "large"}


@EACH
def test_options_are_read_as_written_and_report_invalid_values(algorithm: Algorithm[Any, Any]) -> None:
    usual = query_parameters.parse_query(PAGE.parameters, {"scenario": "low", "algorithm": algorithm.key}).values
    for option in algorithm.options():
        assert usual[option.parameter] == option.value_in(algorithm.default_settings(SCENARIOS["low"]))
        for value in values(option):
            query = query_parameters.build_query(PAGE.parameters, usual | {option.parameter: value}).query
            assert (option.parameter in query) == (value != usual[option.parameter])
            read = query_parameters.parse_query(PAGE.parameters, query)
            assert (read.values, read.problems) == (usual | {option.parameter: value}, [])
        if isinstance(option.type, WordList):
            continue  # any word is valid
        read = query_parameters.parse_query(
            PAGE.parameters,
            {**query_parameters.build_query(PAGE.parameters, usual).query, option.parameter: "nonsense"},
        )
        assert read.values == usual
        assert [option.parameter in problem for problem in read.problems] == [True]


@EACH
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_trained_shown_and_saved(algorithm: Algorithm[Any, Any], scenario: str) -> None:
    task = Task(sources(scenario), algorithm.default_settings(SCENARIOS[scenario]))
    assert pickle.loads(pickle.dumps(task)) == task
    assert hash(pickle.loads(pickle.dumps(task.settings))) == hash(task.settings)
    shares: list[float] = []
    training = training_calls.train(task, lambda _phase, share: shares.append(share))
    assert all(0 <= share <= 1 for share in shares)
    steps = len(training.events)
    assert steps >= 1
    data = algorithm.frames(training, 0, steps)
    assert (data["steps"], len(data["frames"]), len(data["merges"])) == (steps, steps + 1, steps)
    for frame in data["frames"]:
        assert frame["done"].strip()
        assert frame["next"].strip()
        assert frame["words"]
    json.dumps(data, allow_nan=False)
    assert len(training.tokens_per_step) == len(training.vocabulary_per_step) == steps + 1
    assert (
        training_calls.TrainingSummary.from_training(training).points[-1].vocabulary == training.tokenizer().vocab_size
    )
    for download in algorithm.downloads().values():
        assert download.content(training).strip()
    assert len(training_calls.export(training, "steps").splitlines()) == steps + 1
    tokenizer = training.tokenizer()
    if encoding.has_steps(tokenizer):
        assert encoding.payload(tokenizer, next(iter(training.corpus.words)))["frames"]
        assert encoding.labels(tokenizer)


@EACH
def test_every_option_makes_a_trainer_and_changes_what_is_trained(algorithm: Algorithm[Any, Any]) -> None:
    usual: Settings = algorithm.default_settings(SCENARIOS["hug"])
    for option in algorithm.options():
        for value in values(option):
            settings = replace(usual, **{option.setting: value})
            assert option.value_in(settings) == value
            settings.trainer()
            assert Task(SCENARIOS["hug"].source, settings).key != Task(SCENARIOS["hug"].source, usual).key or (
                settings == usual
            )
    # A setting whose name is not an option of the trainer would have no effect.
    usual = algorithm.default_settings(SCENARIOS["hug"])
    if algorithm.is_byte_level:
        usual = replace(usual, units="bytes")
    for option in algorithm.options():
        changed = [replace(usual, **{option.setting: option.to_setting(value)}) for value in values(option)]
        made = [(settings.trainer(), settings.corpus_pre_tokenizer, settings.byte_level) for settings in changed]
        assert any(other != made[0] for other in made), option.setting


@EACH
def test_the_final_sentence_gives_the_actual_reason_for_stopping(algorithm: Algorithm[Any, Any]) -> None:
    # A text that is used up before the vocabulary is full, with everything a method may leave out.
    source = TextSource.from_texts("a 1 22 1a a1 b2b 1999, 2001: a! ab ab: abc; (ab) AB é ấ 大学")
    training = training_calls.train(
        Task(source, replace(algorithm.default_settings(SCENARIOS["course"]), vocab_size=5_000))
    )
    assert training.stop_reason != "vocab_size"
    steps = len(training.events)
    (end,) = with_plain_sentences(algorithm.frames(training, steps, steps))["frames"]
    is_single = training.tokens_per_step[-1] == sum(training.corpus.words.values())
    assert is_single or "every word is a single token" not in end["next"]
    assert end["next"].startswith(("Done: ", "Nothing to remove"))


@EACH
def test_too_small_a_vocabulary_is_refused_with_a_way_out(algorithm: Algorithm[Any, Any]) -> None:
    source = SCENARIOS["hug"].source
    for method in algorithm.methods():
        with pytest.raises(EngineError) as caught:
            training_calls.train(compare.task(method, source, 1))
        assert method.name in compare.error_text(method, 1, caught.value)
        enough = compare.feasible_size(caught.value, 12)
        assert enough is not None
        training_calls.train(compare.task(method, source, enough))


@EACH
def test_the_displayed_code_gives_the_engine_s_result(algorithm: Algorithm[Any, Any]) -> None:
    assert algorithm.functions
    assert all(function.__module__.startswith("bpe_engine.") for function in algorithm.functions)
    assert all(source.lstrip().startswith("def ") for source in algorithm.sources())


@EACH
def test_compare_offers_each_of_its_methods(algorithm: Algorithm[Any, Any]) -> None:
    methods = algorithm.methods()
    assert algorithm.key in [method.key for method in methods]
    assert {method.name for method in methods} == {name for name, _reason in algorithm.advice()}
    for method in methods:
        assert METHODS[method.key].look == method.look
        for source in (SCENARIOS["hug"].source, TextSource.from_texts(TEXT)):
            lesson = InMemoryTraining(method.key, training_calls.train(compare.task(method, source, 300)))
            made = {method: compare.final_tokenizer(lesson, method)}
            assert segmentations.segmentations(made, corpora.words_to_cut(source), "unhug")
            (row,) = metrics_tables.metrics(made, source, "unhug")
            assert row.corpus.tokens > 0
            assert row.unseen is not None


# Each algorithm with the first scenario, and each scenario with some algorithm: what all pairs train is tested above.
OPENED = sorted(
    {(key, SHOWN[0]) for key in ALGORITHMS}
    | {([*ALGORITHMS][place % len(ALGORITHMS)], scenario) for place, scenario in enumerate(SHOWN)}
)


@pytest.mark.parametrize(("key", "scenario"), OPENED)
def test_the_page_train_opens_with_each_algorithm(opened: Open, key: str, scenario: str) -> None:
    algorithm = ALGORITHMS[key]
    app = opened(scenario=scenario, algorithm=key)
    assert alerts(app) == []
    data = player(app)
    if SCENARIOS[scenario].source.size > algorithm.immediate_limit:
        assert data is None  # another process makes it, and the page shows the progress
    else:
        assert data is not None
        assert data["steps"] > 0
    labels = {
        widget.label for kind in ("number_input", "selectbox", "toggle", "multiselect") for widget in app.get(kind)
    }
    settings = algorithm.default_settings(SCENARIOS[scenario])
    assert {option.label for option in algorithm.options() if option.is_relevant(settings)} <= labels


@EACH
def test_the_page_compare_opens_with_each_algorithm(opened: Open, algorithm: Algorithm[Any, Any]) -> None:
    keys = [method.key for method in algorithm.methods()]
    app = opened("pages/compare.py", scenario=CUSTOM_TEXT, text=TEXT, methods="-".join(keys), size="300")
    assert alerts(app) == []
    assert list(app.dataframe[0].value["Method"]) == [method.name for method in algorithm.methods()]
