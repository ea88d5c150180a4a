"""The teacher's guide and the app's plans: each link leads to something, and each number is computed."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classroom.limits import MAX_PHONES_PER_ADDRESS, QUICK_SECONDS, STAY_SECONDS
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, alerts
from ui.classroom.plans.bundled import BUNDLED, bundled_plan
from ui.classroom.plans.plan import Slide
from ui.classroom.plans.slide_links import link_problems, normalize_link, page_and_query
from ui.course.values.article_costs import language_costs
from ui.jobs import training_calls
from ui.pages.registry import PAGES
from ui.tokenization.algorithms import DEFAULT_ALGORITHM, default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "TEACHING.md").read_text("utf-8")
LINKS = sorted({*re.findall(r"\((http://localhost:8501[^)]*)\)", GUIDE)})
SHOWN = sorted(
    {place.link for name in BUNDLED for place in bundled_plan(name).slides if place.link}
    | set(map(normalize_link, LINKS))
)

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}  # the course of Hugging Face, chapter 6
TOKENS_OF_LOW = [("e", "s"), ("es", "t"), ("est", "</w>"), ("l", "o"), ("lo", "w")]  # Sennrich, Haddow and Birch, 2016


def test_links_use_current_names() -> None:
    for link in SHOWN:
        page, query = page_and_query(link)
        former = {name for parameter in PAGES[page].parameters for name in parameter.former_names}
        assert not former & query.keys(), link


def trained(scenario: str) -> Any:
    """Return a training run with its default settings."""
    return training_calls.train(Task(SCENARIOS[scenario].source, default_settings(DEFAULT_ALGORITHM, scenario)))


def cut(text: str, encoding: str) -> str:
    """Return tiktoken's tokens of a text."""
    peer = tiktoken_encoding(encoding)
    return " + ".join(peer.decode([token]).strip() for token in peer.encode_ordinary(text))


def in_hug(pair: str) -> dict[str, int]:
    return {word: count for word, count in HUG.items() if pair in word}


def tie() -> str:
    training = trained("hug")
    first, second = training.events[4:6]
    assert first.count == second.count == HUG["pug"] == HUG["hugs"]
    return f"the one that comes first in the text: {' + '.join(first.pair)}"


def first_merges() -> str:
    events = trained("low").events[:5]
    assert [tuple(event.pair) for event in events] == TOKENS_OF_LOW
    # low 5, lower 2, newest 6, widest 3
    counts = Counter({6 + 3: 3, 5 + 2: 2})
    assert Counter(event.count for event in events) == counts
    return "three of them 9 times, two 7 times"


NUMBERS: list[Callable[[], str]] = [
    lambda: "{} times: {} in hug, {} in pug, {} in hugs".format(sum(in_hug("ug").values()), *in_hug("ug").values()),
    lambda: f"h + ug, {sum(in_hug('hug').values())} times",
    lambda: f"Two pairs occur {HUG['pug']} times each",
    tie,
    lambda: f"{sum('aaabdaaabac'[at : at + 2] == 'aa' for at in range(11))} times, because it occurs twice in aaa",
    lambda: cut(" whaleman", "gpt2"),
    lambda: cut("strawberry", "cl100k_base"),
    lambda: f"{len('学'.encode())} bytes, which are {len(tiktoken_encoding('gpt2').encode('学'))} tokens in GPT-2",
    lambda: cut("1234567", "cl100k_base"),
    lambda: f"{len(tiktoken_encoding('cl100k_base').encode_ordinary('<|endoftext|>'))} tokens, as long as it is read",
    lambda: f"{language_costs()['mya'].relative['gpt2']:.0f} times as many |",
    first_merges,
    lambda: "How is 1234567 cut",
    lambda: f"left within {STAY_SECONDS} seconds or voted within {QUICK_SECONDS} seconds of joining",
    lambda: f"a program that pretends to be {MAX_PHONES_PER_ADDRESS} phones",
    lambda: f"whose {MAX_PHONES_PER_ADDRESS} phones share an address",
]


@pytest.mark.parametrize("computed", NUMBERS)
def test_numbers_in_the_guide_are_computed(computed: Callable[[], str]) -> None:
    assert computed() in GUIDE


def test_the_guide_s_numbers_cuts_and_links_are_right() -> None:
    text = re.sub(r"http://localhost:8501[^)`]*", "", GUIDE)
    for computed in NUMBERS:
        text = text.replace(computed(), "")
    for name in BUNDLED:
        text = text.replace(f"[{name} minutes]", "")  # the sum of its slides' minutes is tested
    text = re.sub(r"^\d+\. |GPT-\d", "", text, flags=re.MULTILINE)
    assert re.findall(r".*\d.*", text) == []
    for scenario, word, parts in (("hug", "unhug", ["un", "hug"]), ("low", "lowest", ["low", "est</w>"])):
        assert trained(scenario).tokenizer().tokenize(word) == parts
    assert "un + hug" in GUIDE
    assert "low + est with the end of the word" in GUIDE
    assert len(LINKS) > 25
    assert [(link, found) for link in LINKS for found in link_problems(PAGES, normalize_link(link))] == []
    assert all((DOCS / file).is_file() for file in re.findall(r"\]\((\w+\.md)\)", GUIDE))
    assert {f"http://localhost:8501/plans?plan={name}" for name in BUNDLED} <= set(LINKS)


@pytest.mark.parametrize("link", SHOWN)
def test_links_for_teachers_open(opened: Open, link: str) -> None:
    page, query = page_and_query(link)
    app = opened(PAGES[page].script, **query)
    assert alerts(app) == []


@pytest.mark.parametrize("name", BUNDLED)
def test_questions_of_plans_can_be_asked_on_their_slides(name: str) -> None:
    asked = [place for place in bundled_plan(name).slides if place.question]
    assert {place.question.kind for place in asked if place.question} == {"pair", "choice", "cut"}
    for place in asked:
        assert place.question
        if place.question.kind == "pair":
            assert page_and_query(place.link)[0] == "train"
        if place.question.kind == "choice":
            assert place.question.right


def test_numbers_in_notes_are_computed() -> None:
    def slide_words(place: Slide) -> str:
        question = place.question
        asked = [question.text, *question.answers, question.solution] if question else []
        return " ".join([place.title, place.text, place.note, *asked])

    texts = [slide_words(place) for name in BUNDLED for place in bundled_plan(name).slides]
    assert [text for text in texts if re.search(r"\d", text.replace("GPT-2", ""))] == []
