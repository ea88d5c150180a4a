"""The results of a class's questions: as data for a page to print, and as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from classroom.questions import Question
from classroom.room import LiveClass, Votes

COLUMNS = ("question", "kind", "text", "answer", "right", "first vote", "second vote", "lesson", "asked")
"""The columns of the CSV, in English."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def results(room: LiveClass, votes: Votes, language: str) -> list[dict[str, Any]]:
    """Return each question with its answers: the votes for each in both ballots, and whether it is right."""
    found = []
    for question in room.questions:
        localized = question.in_language(language)
        given = [list(votes.get(f"{question.number}.{ballot}", {}).values()) for ballot in (1, 2)]
        counts = [Counter(answers) for answers in given]
        tallies = [question.tally_votes(answers) for answers in given]
        found.append(
            {
                "number": question.number,
                "kind": question.kind,
                "lesson": question.lesson,
                "step": question.step,
                "title": question.title,
                "asked": question.asked,
                "text": localized.text,
                "votes": [tally.votes for tally in tallies],
                "right": [tally.right for tally in tallies],
                "answers": [
                    {
                        "answer": _written(question, answer, localized.options),
                        "right": answer in question.right,
                        "votes": [counted[answer] for counted in counts],
                    }
                    for answer in _answers(question, given)
                ],
            }
        )
    return found


def _answers(question: Question, given: Sequence[Sequence[str]]) -> list[str]:
    """Return all possible answers to a question; for cut questions, the right ones and those that were given."""
    if question.kind != "cut":
        return [str(option) for option in range(question.size)]
    return list(dict.fromkeys((*question.right, *sorted({answer for answers in given for answer in answers}))))


def _written(question: Question, answer: str, options: Sequence[str]) -> str:
    if question.kind == "cut":
        cuts = {int(place) for place in answer.split(",") if place}
        return "".join(("|" if place in cuts else "") + sign for place, sign in enumerate(question.letters))
    place = int(answer)
    return options[place] if place < len(options) else str(place + 1)


def as_csv(found: Sequence[dict[str, Any]], heads: Sequence[str], kinds: Mapping[str, str]) -> bytes:
    """Return the results as CSV, one row per answer. A byte order mark makes Excel read it as UTF-8.

    `heads` are the column titles, `kinds` the names of the kinds of questions.
    """
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(heads)
    for question in found:
        is_poll = not any(answer["right"] for answer in question["answers"])
        for answer in question["answers"]:
            about = (question["number"], kinds[question["kind"]], _text(question["text"]), _text(answer["answer"]))
            right = "" if is_poll else int(answer["right"])
            asked = datetime.fromtimestamp(question["asked"]).strftime("%Y-%m-%d %H:%M")
            table.writerow((*about, right, *answer["votes"], _text(question["title"]), asked))
    return written.getvalue().encode("utf-8-sig")


def _text(value: str) -> str:
    """Return a text that no spreadsheet reads as a formula."""
    return f"'{value}" if value.startswith(_FORMULA) else value
