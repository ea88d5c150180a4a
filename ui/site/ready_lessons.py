"""The prepared lessons: each scenario with each algorithm, words encoded by what was learned, and ids.

Also the examples of the other pages for the reader's own text, as Python would answer them in the browser.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bpe_engine import Tokenizer, load_pretrained
from ui.base.i18n import current_language
from ui.base.tokenizer_choices import TokenizerName
from ui.lessons.contract import LessonFile
from ui.lessons.lesson import single_lesson_file
from ui.pages.chat import conversation
from ui.pages.decode.id_input import EXAMPLE, parse_ids
from ui.pages.home import payload as home
from ui.pages.knife import view as knife
from ui.pages.lessons.lesson_at import LessonLimits, lesson_address, lesson_at, tokenizer_at
from ui.pages.prompt import view as prompt
from ui.pages.scene.spec import EXAMPLES as SCENES
from ui.pages.train.next_steps import next_steps
from ui.player.encoding_lesson import encoding_title
from ui.player.training_lesson import training_title
from ui.site.lesson_files.__main__ import EXAMPLE_TEXTS
from ui.site.python.contract import Answer
from ui.site.python.tasks import BrowserWorker
from ui.tokenization import decoding_frames, encoding
from ui.tokenization.algorithms import ALGORITHMS, DEFAULT_ALGORITHM
from ui.tokenization.scenarios import SCENARIOS, offered_scenarios

GPT2 = "gpt2"
DEFAULT_SCENARIO = "hug"
"""The scenario of a URL that names none."""


class ReadyLesson(NamedTuple):
    """A prepared lesson: page, the queries that lead to it, file, and title. Without a title it is not listed."""

    page: str
    queries: tuple[Mapping[str, str], ...]
    file: str
    title: str
    lesson: LessonFile | Answer


def lessons() -> Iterator[ReadyLesson]:
    """Yield all prepared lessons in the reader's language."""
    for scenario in scenarios():
        for algorithm in ALGORITHMS:
            yield _training(scenario, algorithm)
            yield from _encoding_lessons(scenario, algorithm)
    for number, (text, name) in enumerate((*EXAMPLE_TEXTS, ("tokenization", GPT2))):
        if name not in SCENARIOS:
            title = encoding_title(text, TokenizerName(name).title)
            query = {"sample": text, "with": name}
            lesson = single_lesson_file(_encoding_lesson(load_pretrained(name), text))
            yield ReadyLesson("encode", (query,), f"encode/{name}-{number}", title, lesson)
    ids = decoding_frames.lesson(load_pretrained(GPT2), parse_ids(EXAMPLE), id=EXAMPLE, subject=EXAMPLE)
    yield ReadyLesson("decode", ({}, {"ids": EXAMPLE}), "decode/first", EXAMPLE, single_lesson_file(ids))


def answers() -> Iterator[ReadyLesson]:
    """Yield the answers of the other pages to their examples."""
    browser = BrowserWorker()
    numbers: Counter[str] = Counter()
    for page, title, query in _example_queries():
        answer = browser.run({"page": page, "query": query, "lang": current_language()})
        yield ReadyLesson(page, (answer["query"],), f"{page}/{numbers[page]}", title, answer)
        numbers[page] += 1


def _example_queries() -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Yield page, title and query of each example."""
    yield "playground", "", {}
    for text in (home.EXAMPLE, *SCENES):
        yield "scene", text, {"sample": text}
    for title, messages in conversation.injection_examples("chatml").items():
        for typed in ("special", "text", "refused"):
            yield "chat", title if typed == "special" else "", {"messages": messages, "typed": typed}
    for title, text in prompt.examples().items():
        yield "prompt", title, {"sample": text}
    yield "knife", "", {}
    for title, values in knife.examples().items():
        yield "knife", title, values


def scenarios() -> list[str]:
    """Return the scenarios with prepared lessons, in the order for the reader's language."""
    return [key for key in offered_scenarios() if SCENARIOS[key].ready]


def query_of(scenario: str, algorithm: str) -> dict[str, str]:
    """Return the query of a training."""
    return {"scenario": scenario, **({} if algorithm == DEFAULT_ALGORITHM else {"algorithm": algorithm})}


def _training(scenario: str, algorithm: str) -> ReadyLesson:
    """Return Train's lesson for a scenario and an algorithm, with all its steps."""
    query = query_of(scenario, algorithm)
    addressed = lesson_at(lesson_address("train", query), LessonLimits(by_rule=True))
    assert addressed, "a scenario has words"
    file = addressed.file
    queries = (query, {}) if (scenario, algorithm) == (DEFAULT_SCENARIO, DEFAULT_ALGORITHM) else (query,)
    for lesson in file["lessons"].values():
        lesson["subject"] = f"{scenario} {algorithm}"
        lesson["nextStepLinks"] = next_steps(scenario, query)
    title = training_title(scenario, algorithm)
    return ReadyLesson("train", queries, f"train/{scenario}-{algorithm}", title, file)


def _encoding_lessons(scenario: str, algorithm: str) -> Iterator[ReadyLesson]:
    """Yield lessons of example words: all of them for the default algorithm, the first one for the others."""
    address = lesson_address("encode", query_of(scenario, algorithm))
    tokenizer = tokenizer_at(address.tokenizer_name, address, LessonLimits())
    assert tokenizer, "a scenario has words"
    title = training_title(scenario, algorithm)
    others = [text for text, name in EXAMPLE_TEXTS if name == scenario and algorithm == DEFAULT_ALGORITHM]
    first = SCENARIOS[scenario].example_words[0]
    for number, word in enumerate(dict.fromkeys((first, *others))):
        query = query_of(scenario, algorithm)
        queries = [{"sample": word, **query}, *([query] if word == first else [])]
        if scenario == DEFAULT_SCENARIO:  # the default, which a URL may omit
            queries += [{name: query[name] for name in query if name != "scenario"} for query in queries]
        lesson = single_lesson_file(_encoding_lesson(tokenizer, word, SCENARIOS[scenario].language))
        file = f"encode/{scenario}-{algorithm}-{number}"
        yield ReadyLesson("encode", tuple(queries), file, encoding_title(word, title), lesson)


def _encoding_lesson(tokenizer: Tokenizer, text: str, language: str = "") -> Any:
    return encoding.lesson(
        tokenizer, text, id=text, subject=text, language=language, cut=encoding.cut_positions(tokenizer, text)
    )
