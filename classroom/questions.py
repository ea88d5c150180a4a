"""Questions to a class: which are valid, which answers they accept, and how answers are counted."""

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
"""A vote, and a revote after discussion."""

Answer = str
"""An answer as stored: the number of an option, or the cut positions joined by commas (empty for no cut)."""

MAX_DISTINCT_ANSWERS = 6
"""The maximum number of distinct answers to a cut question to show."""


@dataclass(frozen=True)
class QuestionText:
    """A question in one language: its text, its options, feedback on each option, and the solution."""

    text: str = ""
    options: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    solution: str = ""


@dataclass(frozen=True)
class Tally:
    """The result of a vote: votes, votes per option (or per cut position), and correct votes.

    For cut questions, also the most frequent complete answers.
    """

    votes: int
    counts: tuple[int, ...]
    right: int
    answers: tuple[tuple[Answer, int], ...] = ()


@dataclass(frozen=True)
class Question:
    """A question that was asked, with its phase and its results."""

    number: int
    kind: Kind
    size: int  # number of options, or of letters
    right: tuple[Answer, ...]
    id: str = ""  # chosen by the page that asks
    title: str = ""  # of the lesson it was asked in, for the results
    lesson: str = ""  # the lesson in which it was asked
    step: int = 0
    letters: tuple[str, ...] = ()
    told: Mapping[str, QuestionText] = field(default_factory=dict)  # by language; the first is the fallback
    phase: Phase = "open"
    ballot: int = 1
    tallies: tuple[Tally, ...] = ()
    asked: float = 0.0  # when this vote was opened

    @property
    def open_ballot_id(self) -> str:
        """The key of the open ballot, "number.ballot"; empty while no vote is open."""
        return f"{self.number}.{self.ballot}" if self.phase == "open" else ""

    def answer(self, given: Any) -> Answer:
        """Normalize an answer for storage. Raises RequestRefused if this question has no such answer."""
        if self.kind != "cut":
            return str(require_int(given, "answer", 0, self.size - 1))
        places = require_list(
            given, "answer", 0, self.size - 1, lambda entry, name: require_int(entry, name, 1, self.size - 1)
        )
        return ",".join(map(str, sorted(set(places))))

    def is_answer(self, kept: str) -> bool:
        """Return whether a stored string is a possible answer."""
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
        """Return the question with the result of its vote, in phase "shown"."""
        return replace(self, phase="shown", tallies=(*self.tallies[: self.ballot - 1], tally))

    def in_language(self, language: str) -> QuestionText:
        """Return the question's text in a language, or in its first one."""
        return self.told.get(self.language_for(language), QuestionText())

    def language_for(self, language: str) -> str:
        """Return `language` if the question has it, else its first language; empty if it has no text."""
        return language if language in self.told else next(iter(self.told), "")

    def for_phones(self, language: str) -> dict[str, Any]:
        """Return what phones may know of the question in its current phase."""
        localized = self.in_language(language)
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
            "text": localized.text,
            "options": localized.options,
            "poll": not self.right,
        }
        is_open = self.phase == "open"
        shown["tallies"] = [_public(tally, self.phase) for tally in (() if is_open else self.tallies)]
        if self.phase in ("revealed", "over"):
            shown |= {"right": self.right, "why": localized.why, "solution": localized.solution}
        return shown


def _public(tally: Tally, phase: Phase) -> dict[str, Any]:
    right = {"right": tally.right} if phase in ("revealed", "over") else {}
    return {"votes": tally.votes, "counts": tally.counts, "answers": tally.answers, **right}


def parse_question(sent: Any, number: int, now: float) -> Question:
    """Parse a question sent by a teacher's page. Raises RequestRefused."""
    sent = require_object(sent, "question")
    kind: Kind = require_choice(sent.get("kind"), "kind", KINDS)  # type: ignore[assignment]
    letters = require_list(
        sent.get("letters", []), "letters", 0, limits.LETTERS, lambda entry, name: require_text(entry, name, 20)
    )
    texts_by_language = _read_told(sent.get("told", {}), kind)
    options = next(iter(texts_by_language.values())).options if texts_by_language else ()
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
        told=texts_by_language,
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

    texts_by_language = {}
    for language, part in sent.items():
        read = require_object(part, "told")
        texts_by_language[require_text(language, "language", 20)] = QuestionText(
            text=require_text(read.get("text", ""), "text", limits.MAX_TEXT),
            options=texts(read, "options"),
            why=texts(read, "why"),
            solution=require_text(read.get("solution", ""), "solution", 2 * limits.MAX_TEXT),
        )
    if len({len(part.options) for part in texts_by_language.values()}) > 1:
        counts = {language: len(part.options) for language, part in texts_by_language.items()}
        raise invalid_value("options", counts, "each language must have the same number of answers")
    return texts_by_language
