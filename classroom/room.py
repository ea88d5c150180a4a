"""A class as a value: its teacher's position, its questions, and what its teacher can do. Changes return a new one."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from classroom import limits
from classroom.errors import RequestRefused, invalid_value
from classroom.questions import MAX_BALLOTS, PHASES, Question, Tally, parse_question
from classroom.request_values import (
    require_bool,
    require_choice,
    require_int,
    require_list,
    require_object,
    require_text,
)

Mode = Literal["follow", "free", "frozen"]
MODES = ("follow", "free", "frozen")


@dataclass(frozen=True)
class TeacherPosition:
    """The teacher's position: a step of a lesson, or a text."""

    lesson: str = ""
    step: int = 0
    told: bool = True  # False to hide what comes next, so that the class can think first
    text: str = ""


@dataclass(frozen=True)
class LiveClass:
    """A live class. `version` grows with each change."""

    code: str
    key: str  # hash of the teacher's secret
    opened: float
    version: int = 1
    mode: Mode = "follow"
    where: TeacherPosition = field(default_factory=TeacherPosition)
    questions: tuple[Question, ...] = ()

    @property
    def question(self) -> Question | None:
        """The current question, if any."""
        last = self.questions[-1] if self.questions else None
        return last if last and last.phase != "over" else None

    @property
    def open_vote(self) -> str:
        """The key of the open ballot; empty if there is none."""
        return self.question.open_ballot_id if self.question else ""

    def changed(self, **changes: Any) -> "LiveClass":
        """Return the class with changes and the next version."""
        return replace(self, **changes, version=self.version + 1)

    def at_position(self, sent: Any) -> "LiveClass":
        """Return the class with the teacher at another position."""
        where = parse_position(sent)
        return self if where == self.where else self.changed(where=where)

    def in_mode(self, mode: Any) -> "LiveClass":
        """Return the class in another mode: phones follow, are free, or are frozen."""
        chosen: Mode = require_choice(mode, "mode", MODES)  # type: ignore[assignment]
        return self if chosen == self.mode else self.changed(mode=chosen)

    def with_question(self, sent: Any, now: float) -> "LiveClass":
        """Return the class with a new question; the one before it ends.

        A question whose id, chosen by the page, was asked before is not asked again: its page may have missed the
        answer.
        """
        asked = parse_question(sent, len(self.questions) + 1, now)
        if asked.id and any(question.id == asked.id for question in self.questions):
            return self
        if len(self.questions) >= limits.MAX_QUESTIONS:
            raise RequestRefused(
                409,
                "questions",
                f"This class has had {limits.MAX_QUESTIONS} questions, and that is the limit. Save its results, and "
                "start another class.",
                most=limits.MAX_QUESTIONS,
            )
        return self.changed(questions=(*self._over().questions, asked)).checked()

    def checked(self) -> "LiveClass":
        """Return the class unless it is too large to be stored. Raises RequestRefused."""
        size = len(self.as_json().encode())
        if size > limits.MAX_CLASS:
            raise RequestRefused(
                409,
                "questions",
                f"The questions of this class have {size:,} bytes, but the limit is {limits.MAX_CLASS:,}. Save its "
                "results, and start another class.",
                most=limits.MAX_CLASS,
            )
        return self

    def number_of(self, chosen: str) -> int:
        """Return the number of the question with an id chosen by a page; of the last question if there is no id."""
        found = (question.number for question in self.questions if chosen and question.id == chosen)
        return next(found, len(self.questions))

    def with_tally(self, number: int, tally: Tally) -> "LiveClass":
        """Return the class with the vote closed and its result shown."""
        return self._with(self._in_phase(number, "open").with_tally(tally))

    def recounted(self, votes: "Votes") -> "LiveClass":
        """Return the class with all closed votes recounted, after phones were removed or let back in."""
        questions = tuple(
            replace(
                question,
                tallies=tuple(
                    question.tally_votes(votes.get(f"{question.number}.{ballot}", {}).values())
                    for ballot, _tally in enumerate(question.tallies, 1)
                ),
            )
            for question in self.questions
        )
        return self if questions == self.questions else self.changed(questions=questions)

    def with_revote(self, number: int, now: float) -> "LiveClass":
        """Return the class with a revote opened."""
        question = self._in_phase(number, "shown")
        if question.ballot == MAX_BALLOTS:
            raise _stale_error(number)
        return self._with(replace(question, phase="open", ballot=question.ballot + 1, asked=now))

    def with_solution(self, number: int) -> "LiveClass":
        """Return the class with the solution revealed."""
        return self._with(replace(self._in_phase(number, "shown"), phase="revealed"))

    def with_question_ended(self, number: int) -> "LiveClass":
        """Return the class with the question ended, whatever its phase."""
        question = self.question
        if question is None or question.number != number:
            raise _stale_error(number)
        return self.changed(questions=self._over().questions)

    def _over(self) -> "LiveClass":
        question = self.question
        return replace(self, questions=(*self.questions[:-1], replace(question, phase="over"))) if question else self

    def _in_phase(self, number: int, phase: str) -> Question:
        question = self.question
        if question is None or question.number != number or question.phase != phase:
            raise _stale_error(number)
        return question

    def _with(self, question: Question) -> "LiveClass":
        return self.changed(questions=(*self.questions[:-1], question))

    def for_phones(self, language: str) -> dict[str, Any]:
        """Return what phones may know of the class."""
        return {
            "version": self.version,
            "mode": self.mode,
            "where": asdict(self.where),
            "question": self.question.for_phones(language) if self.question else None,
        }

    def as_json(self) -> str:
        """Return the whole class as JSON, for storage."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def _stale_error(number: int) -> RequestRefused:
    return RequestRefused(
        409,
        "late",
        f"Question {number} is no longer at that point. Check where the class is now, and go on from there.",
    )


def parse_position(sent: Any) -> TeacherPosition:
    """Parse the teacher's position as the page sends it. Raises RequestRefused."""
    sent = require_object(sent, "where")
    return TeacherPosition(
        lesson=require_text(sent.get("lesson", ""), "lesson", 40),
        step=require_int(sent.get("step", 0), "step", 0, limits.STEP),
        told=require_bool(sent.get("told", True), "told"),
        text=require_text(sent.get("text", ""), "text", limits.MAX_SLIDE_TEXT),
    )


def restore_room(kept: Any, code: str, key: str, now: float) -> LiveClass:
    """Restore a class from a store or a snapshot, and give it this code and key. Raises RequestRefused."""
    kept = require_object(kept, "class")
    opened = kept.get("opened")
    if not isinstance(opened, int | float) or isinstance(opened, bool) or not now - limits.LIFETIME < opened <= now:
        raise RequestRefused(410, "over", "A class lasts 12 hours, and this one is over. Start another.")
    mode: Mode = require_choice(kept.get("mode"), "mode", MODES)  # type: ignore[assignment]
    questions = require_list(kept.get("questions"), "questions", 0, limits.MAX_QUESTIONS, lambda entry, _name: entry)
    return LiveClass(
        code=code,
        key=key,
        opened=float(opened),
        version=require_int(kept.get("version"), "version", 1, 2**40),
        mode=mode,
        where=parse_position(kept.get("where")),
        questions=tuple(_kept_question(entry, number, now) for number, entry in enumerate(questions, 1)),
    )


def _kept_question(kept: Any, number: int, now: float) -> Question:
    kept = require_object(kept, "question")
    answers = require_list(
        kept.get("right"), "right", 0, limits.PAIRS, lambda entry, name: require_text(entry, name, 400)
    )
    question = parse_question({**kept, "right": []}, number, now)
    if not all(map(question.is_answer, answers)):
        raise invalid_value("right", answers, f"each entry must be a possible answer to question {number}")
    tallies = require_list(
        kept.get("tallies"), "tallies", 0, MAX_BALLOTS, lambda entry, _name: _kept_tally(entry, question)
    )
    phase = require_choice(kept.get("phase"), "phase", PHASES)
    ballot = require_int(kept.get("ballot"), "ballot", 1, MAX_BALLOTS)
    counted = ballot - 1 if phase == "open" else ballot
    if len(tallies) != counted and phase != "over":
        raise RequestRefused(
            422,
            "wrong",
            f"tallies has {len(tallies)} entries, but question {number} must have {counted} ({phase}, vote {ballot}).",
            name="tallies",
        )
    asked = kept.get("asked")
    return replace(
        question,
        right=tuple(answers),
        tallies=tuple(tallies),
        phase=phase,  # type: ignore[arg-type]
        ballot=ballot,
        asked=float(asked) if isinstance(asked, int | float) and 0 <= asked <= now else now,
    )


def _kept_tally(kept: Any, question: Question) -> Tally:
    kept = require_object(kept, "tally")
    size = question.size - 1 if question.kind == "cut" else question.size

    def count(value: Any, name: str) -> int:
        return require_int(value, name, 0, limits.MAX_PHONES)

    def answer(value: Any, name: str) -> tuple[str, int]:
        pair = require_list(value, name, 2, 2, lambda entry, _name: entry)
        given = require_text(pair[0], name, 400)
        if not question.is_answer(given):
            raise invalid_value(name, given, f"it must be a possible answer to question {question.number}")
        return given, count(pair[1], name)

    return Tally(
        votes=count(kept.get("votes"), "votes"),
        counts=tuple(require_list(kept.get("counts"), "counts", size, size, count)),
        right=count(kept.get("right"), "right"),
        answers=tuple(require_list(kept.get("answers", []), "answers", 0, 6, answer)),
    )


Votes = Mapping[str, Mapping[str, str]]
"""Votes by ballot ("number.ballot"): phone -> answer."""


def restore_votes(kept: Any, room: LiveClass) -> dict[str, dict[str, str]]:
    """Restore the votes of a class. Raises RequestRefused."""
    votes: dict[str, dict[str, str]] = {}
    for name, given in require_object(kept, "votes").items():
        number, _dot, ballot = name.partition(".")
        question = room.questions[int(number) - 1 : int(number)] if number.isdecimal() and len(number) < 4 else ()
        if not question or ballot not in ("1", "2") or name != f"{question[0].number}.{ballot}":
            raise invalid_value("votes", name, "each vote must be named after a question and its vote, such as '1.2'")
        answers = require_object(given, "votes")
        if len(answers) > limits.MAX_PHONES:
            raise RequestRefused(
                422,
                "wrong",
                f"votes has {len(answers):,} phones in vote {name}, but the limit is {limits.MAX_PHONES}.",
                name="votes",
            )
        votes[name] = {}
        for phone, answer in answers.items():
            if not isinstance(answer, str) or not question[0].is_answer(answer) or len(phone) != 20:
                raise invalid_value(
                    "votes", {phone: answer}, f"it must be a phone and a possible answer to vote {name}"
                )
            votes[name][require_text(phone, "phone", 20)] = answer
    return votes


def restored_class(snapshot: Any, code: str, key: str, now: float) -> tuple[LiveClass, Votes]:
    """Restore a class and its votes from a teacher's snapshot. Raises RequestRefused."""
    snapshot = require_object(snapshot, "snapshot")
    room = restore_room(snapshot.get("class"), code, key, now).checked()
    return room, restore_votes(snapshot.get("votes", {}), room)


def snapshot_json(room: LiveClass, votes: Votes) -> bytes:
    """Return a class and its votes for the teacher's page to keep, without the hash of the secret."""
    kept = asdict(room)
    del kept["key"]
    return json.dumps({"class": kept, "votes": votes}, ensure_ascii=False, separators=(",", ":")).encode()
