"""A lesson on paper: all explanations of a step, blanks to fill in, and texts that stay text."""

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest

from bpe_engine import load_pretrained
from ui.jobs import training_calls
from ui.player.encoding_lesson import encoding_file
from ui.player.file_formats import FileFormat
from ui.player.training_lesson import FileOptions, task_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

HOSTILE = "</table><script>alert(1)</script> <!-- <style> ]]> \u2028 \x00 \ud800 <img src=//evil.example>"


def task(scenario: str, algorithm: str = "bpe") -> Task:
    return Task(SCENARIOS[scenario].source, default_settings(algorithm, scenario))


def sheet(asked: Task, form: FileFormat, language: str = "en", steps: int = 60) -> str:
    return task_file(asked, FileOptions("A lesson", language, steps, form=form)).decode()


def rows(page: str) -> list[list[str]]:
    """Return the cells of a page's tables, a list per row."""
    cells = [
        re.findall("<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL) for row in re.findall("<tr>.*?</tr>", page, re.DOTALL)
    ]
    return [[" ".join(unescape(re.sub("<[^>]*>", " ", cell)).split()) for cell in row] for row in cells]


def test_all_steps_of_the_course_s_corpus_are_on_the_worksheet() -> None:
    # As in the Hugging Face course, with its counts by hand: u + g in hug (10), pug (5) and hugs (5), ….
    head, *steps = rows(sheet(task("hug"), "paper"))
    assert head == ["Step", "What happens", "Number", "Words it changes"]
    assert [step[:2] for step in steps] == [
        ["1", "u + g → ug"], ["2", "u + n → un"], ["3", "h + ug → hug"], ["4", "p + un → pun"], ["5", "p + ug → pug"],
        ["6", "hug + s → hugs"], ["7", "b + un → bun"],
    ]  # fmt: skip
    assert [step[2] for step in steps] == [
        "hug 10 + pug 5 + hugs 5 = 20", "pun 12 + bun 4 = 16", "hug 10 + hugs 5 = 15", "pun 12", "pug 5 tie of 2 pairs",
        "hugs 5", "bun 4",
    ]  # fmt: skip
    assert [step[3] for step in steps[:2]] == ["10 × h ug 5 × p ug 5 × h ug s", "12 × p un 4 × b un"]


def test_blanks_give_away_only_ties_and_the_key_has_everything() -> None:
    page = sheet(task("hug"), "blank")
    to_fill_in, key = page.split('<section class="sheet key')
    _head, *blanks = rows(to_fill_in)
    assert [row[0] for row in blanks] == list("1234567")
    assert {cell for row in blanks for cell in row[1:]} == {"", "tie of 2 pairs"}
    assert rows(key) == rows(sheet(task("hug"), "paper"))
    body = unescape(re.sub("<[^>]*>", " ", to_fill_in.partition("<body>")[2]))
    assert not re.search(r"\b(ug|un|hug|pun|20|16)\b", body)
    assert "Ties are broken by the rule “first seen”." in body


def test_worksheets_for_encoding_give_ranks_but_not_their_order() -> None:
    tokenizer = training_calls.train(task("hug")).tokenizer()
    page = encoding_file(tokenizer, "unhug", "hug", "en", form="blank").decode()
    to_fill_in = page.split('<section class="sheet key')[0]
    ranks = re.findall(r"<li>(.*?)</li>", to_fill_in.split("Pairs, with their ranks from 0")[1])
    told = [" ".join(unescape(re.sub("<[^>]*>", " ", rank)).split()) for rank in ranks]
    # The merges in the order they were learned: ug, un, hug. Nothing else of the word was.
    assert [rank for rank in told if re.search(r"\d", rank)] == ["h + ug 2", "u + g 0", "u + n 1"]
    _head, *blanks = rows(to_fill_in)
    assert len(blanks) == 3


class Read(HTMLParser):
    """The tags of a page, and what its scripts and styles would run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}


@pytest.mark.parametrize("form", ["paper", "blank"])
def test_texts_on_a_worksheet_stay_text(form: FileFormat) -> None:
    source = TextSource.from_counts({HOSTILE: 3, "hug": 2})
    page = sheet(Task(source, replace(default_settings("bpe", "hug"), vocab_size=60)), form)
    read = Read(page)
    assert not read.tags & {"script", "img"}
    assert not {name for name in read.attributes if name.startswith(("on", "src", "style"))}
    assert "script-src 'none'" in page
    encoded = encoding_file(load_pretrained("gpt2"), HOSTILE[:40], "<i>", "en", form=form).decode()
    assert not Read(encoded).tags & {"script", "img", "i"}


@pytest.mark.parametrize("form", ["paper", "blank"])
def test_a_long_lesson_says_how_many_steps_are_on_the_worksheet(form: FileFormat) -> None:
    text = " ".join(f"{number:03d}" for number in range(300))
    asked = Task(TextSource.from_texts(text), replace(default_settings("bpe", "text"), vocab_size=400))
    page = sheet(asked, form)
    ((shown, steps),) = re.findall(r"This sheet has the first (\d+) of (\d+) steps\.", page)
    numbered = [row[0] for row in rows(page.split('<section class="sheet key')[0])[1:]]
    assert numbered == [str(step) for step in range(1, int(shown) + 1)]
    assert int(shown) < 60 < int(steps) == len(training_calls.train(asked).events)


def test_a_lesson_without_steps_has_a_worksheet() -> None:
    asked = Task(TextSource.from_counts({"a": 1}), default_settings("bpe", "hug"))
    assert rows(sheet(asked, "blank")) == [["Step", "What happens", "Number", "Words it changes"]] * 2
    tokens = re.findall(r'<span class="token[^>]*>', sheet(task("hug"), "paper"))
    assert tokens
    assert all('translate="no"' in token for token in tokens)
