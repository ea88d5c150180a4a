"""Questions to a class: what may be asked, what an answer to it is, and how answers are counted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from classroom import limits
from classroom.errors import RequestRefused, invalid_value
from classroom.request_values import require_choice, require_int, require_list, require_object, require_text

Kind = Literal["pair", "choice", "cut"]
KINDS = ("pair", "choice", "cut")
Phase = Literal["open", "shown", "revealed", "over"]
PHASES = ("open", "shown", "revealed", "over")
MAX_BALLOTS = 2
"""A vote, and a second one after discussion."""

Answer = str
"""As it is kept: the number of an option, or the places of the cuts with commas between them, none for no cut."""

MAX_DISTINCT_ANSWERS = 6
"""Of the ways to cut a word, so many are told."""


@dataclass(frozen=True)
class QuestionText:
    """A question in one language: itself, its options, what is said to who chose them, and the solution."""

    text: str = ""
    options: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    solution: str = ""


@dataclass(frozen=True)
class Tally:
    """A vote that was counted: how many voted, how many for each option (or cut before each letter), and were right.

    Of cuts, the answers as a whole that came most often are told as well.
    """

    votes: int
    counts: tuple[int, ...]
    right: int
    answers: tuple[tuple[Answer, int], ...] = ()


@dataclass(frozen=True)
class Question:
    """A question that was asked, and how far it has come."""

    number: int
    kind: Kind
    size: int  # options, or letters
    right: tuple[Answer, ...]
    id: str = ""  # that the page chose which asks it
    title: str = ""  # of what was shown there, for the results
    lesson: str = ""  # where it was asked
    step: int = 0
    letters: tuple[str, ...] = ()
    told: Mapping[str, QuestionText] = field(default_factory=dict)  # by language, the first for all others
    phase: Phase = "open"
    ballot: int = 1
    tallies: tuple[Tally, ...] = ()
    asked: float = 0.0  # when this vote was opened

    @property
    def open_ballot_id(self) -> str:
        """What a vote must name to be counted; empty while there is no vote."""
        return f"{self.number}.{self.ballot}" if self.phase == "open" else ""

    def answer(self, given: Any) -> Answer:
        """An answer as it is kept. Raises RequestRefused for one that this question does not have."""
        if self.kind != "cut":
            return str(require_int(given, "answer", 0, self.size - 1))
        places = require_list(
            given, "answer", 0, self.size - 1, lambda entry, name: require_int(entry, name, 1, self.size - 1)
        )
        return ",".join(map(str, sorted(set(places))))

    def is_answer(self, kept: str) -> bool:
        """Whether something can be a kept answer to it."""
        try:
            parts = [int(part) for part in kept.split(",") if part]
            return self.answer(parts if self.kind == "cut" else parts[0]) == kept
        except (ValueError, IndexError, RequestRefused):
            return False

    def tally_votes(self, answers: Iterable[Answer]) -> Tally:
        """Count a vote."""
        found = Counter(answers)
        if self.kind == "cut":
            cuts: Counter[int] = Counter()
            for answer, count in found.items():
                for place in filter(None, answer.split(",")):
                    cuts[int(place)] += count
            counts = tuple(cuts[place] for place in range(1, self.size))
        else:
            counts = tuple(found[str(option)] for option in range(self.size))
        often = sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))
        return Tally(
            votes=found.total(),
            counts=counts,
            right=sum(found[answer] for answer in self.right),
            answers=tuple(often[:MAX_DISTINCT_ANSWERS]) if self.kind == "cut" else (),
        )

    def with_tally(self, tally: Tally) -> "Question":
        """The question with its vote shown."""
        return replace(self, phase="shown", tallies=(*self.tallies[: self.ballot - 1], tally))

    def in_language(self, language: str) -> QuestionText:
        """What is said of it to who reads that language."""
        return self.told.get(self.language_for(language), QuestionText())

    def language_for(self, language: str) -> str:
        """The language in which it is told to who reads that one: its own, or the first; empty where nothing is."""
        return language if language in self.told else next(iter(self.told), "")

    def for_phones(self, language: str) -> dict[str, Any]:
        """What phones may know of it by now."""
        told = self.in_language(language)
        shown: dict[str, Any] = {
            "number": self.number,
            "kind": self.kind,
            "phase": self.phase,
            "ballot": self.ballot,
            "size": self.size,
            "lesson": self.lesson,
            "step": self.step,
            "letters": self.letters,
            "language": self.language_for(language),
            "text": told.text,
            "options": told.options,
            "poll": not self.right,
        }
        is_open = self.phase == "open"
        shown["tallies"] = [_public(tally, self.phase) for tally in (() if is_open else self.tallies)]
        if self.phase in ("revealed", "over"):
            shown |= {"right": self.right, "why": told.why, "solution": told.solution}
        return shown


def _public(tally: Tally, phase: Phase) -> dict[str, Any]:
    right = {"right": tally.right} if phase in ("revealed", "over") else {}
    return {"votes": tally.votes, "counts": tally.counts, "answers": tally.answers, **right}


def parse_question(sent: Any, number: int, now: float) -> Question:
    """A question as a teacher's page sends it. Raises RequestRefused."""
    sent = require_object(sent, "question")
    kind: Kind = require_choice(sent.get("kind"), "kind", KINDS)  # type: ignore[assignment]
    letters = require_list(
        sent.get("letters", []), "letters", 0, limits.LETTERS, lambda entry, name: require_text(entry, name, 20)
    )
    told = _read_told(sent.get("told", {}), kind)
    options = next(iter(told.values())).options if told else ()
    if kind == "pair":
        size = require_int(sent.get("size"), "size", 1, limits.PAIRS)
    elif kind == "cut":
        size = len(letters)
        if size < 2:
            raise invalid_value("letters", letters, "a word to cut must have at least two letters")
    else:
        size = len(options)
        if not limits.OPTIONS[0] <= size <= limits.OPTIONS[1]:
            raise invalid_value(
                "options", list(options), f"it must have {limits.OPTIONS[0]} to {limits.OPTIONS[1]} answers"
            )
    question = Question(
        number=number,
        kind=kind,
        size=size,
        right=(),
        id=require_text(sent.get("id", ""), "id", 40),
        title=require_text(sent.get("title", ""), "title", limits.MAX_TEXT),
        lesson=require_text(sent.get("lesson", ""), "lesson", 40),
        step=require_int(sent.get("step", 0), "step", 0, limits.STEP),
        letters=tuple(letters) if kind == "cut" else (),
        told=told,
        asked=now,
    )
    given = require_list(sent.get("right", []), "right", 0, limits.PAIRS, lambda entry, _name: question.answer(entry))
    return replace(question, right=tuple(given))


def _read_told(sent: Any, kind: Kind) -> dict[str, QuestionText]:
    sent = require_object(sent, "told")
    if len(sent) > limits.LANGUAGES:
        raise invalid_value("told", sorted(sent), f"it must have at most {limits.LANGUAGES} languages")
    most = limits.OPTIONS[1] if kind == "choice" else limits.PAIRS

    def texts(part: Mapping[str, Any], name: str) -> tuple[str, ...]:
        return tuple(
            require_list(
                part.get(name, []), name, 0, most, lambda entry, name: require_text(entry, name, limits.MAX_TEXT)
            )
        )

    told = {}
    for language, part in sent.items():
        read = require_object(part, "told")
        told[require_text(language, "language", 20)] = QuestionText(
            text=require_text(read.get("text", ""), "text", limits.MAX_TEXT),
            options=texts(read, "options"),
            why=texts(read, "why"),
            solution=require_text(read.get("solution", ""), "solution", 2 * limits.MAX_TEXT),
        )
    if len({len(part.options) for part in told.values()}) > 1:
        counts = {language: len(part.options) for language, part in told.items()}
        raise invalid_value("options", counts, "each language must have the same number of answers")
    return told
