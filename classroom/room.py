"""A class: where it is, what it is asked, and what its teacher may do with it. Changes make a new one."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from classroom import limits
from classroom.errors import Refused
from classroom.questions import BALLOTS, PHASES, Question, Tally, read_question
from classroom.request_values import flag, listed, mapping, one_of, text, whole

Mode = Literal["follow", "free", "frozen"]
MODES = ("follow", "free", "frozen")


@dataclass(frozen=True)
class Where:
    """Where the teacher is: a step of a lesson, or a text of the teacher's own."""

    lesson: str = ""
    step: int = 0
    told: bool = True  # whether what comes next is told, or kept back for the class to think of
    text: str = ""


@dataclass(frozen=True)
class Room:
    """A class. `version` grows with each change."""

    code: str
    key: str  # of the teacher's secret
    opened: float
    version: int = 1
    mode: Mode = "follow"
    where: Where = field(default_factory=Where)
    questions: tuple[Question, ...] = ()

    @property
    def question(self) -> Question | None:
        """The question that the class has before it."""
        last = self.questions[-1] if self.questions else None
        return last if last and last.phase != "over" else None

    @property
    def open_vote(self) -> str:
        """What a vote must name to be counted; empty while there is none."""
        return self.question.open_vote if self.question else ""

    def changed(self, **changes: Any) -> "Room":
        """The class with changes, and their version."""
        return replace(self, **changes, version=self.version + 1)

    def moved(self, sent: Any) -> "Room":
        """The teacher went somewhere."""
        where = read_where(sent)
        return self if where == self.where else self.changed(where=where)

    def in_mode(self, mode: Any) -> "Room":
        """Phones follow, are free, or are to be left alone."""
        chosen: Mode = one_of(mode, "mode", MODES)  # type: ignore[assignment]
        return self if chosen == self.mode else self.changed(mode=chosen)

    def asked(self, sent: Any, now: float) -> "Room":
        """A question is put to the class; one that was before it is over.

        One that it was asked already, by the id that its page chose, is not asked again: the answer may have been lost.
        """
        asked = read_question(sent, len(self.questions) + 1, now)
        if asked.id and any(question.id == asked.id for question in self.questions):
            return self
        if len(self.questions) >= limits.QUESTIONS:
            raise Refused(
                409,
                "questions",
                f"A class has {limits.QUESTIONS} questions at most. Save its results and open another class.",
                most=limits.QUESTIONS,
            )
        return self.changed(questions=(*self._over().questions, asked))

    def number_of(self, chosen: str) -> int:
        """The number of the question that a page chose an id for; of one without, that of the last."""
        found = (question.number for question in self.questions if chosen and question.id == chosen)
        return next(found, len(self.questions))

    def shown(self, number: int, tally: Tally) -> "Room":
        """The vote is over, and what came of it is shown."""
        return self._with(self._in_phase(number, "open").with_tally(tally))

    def asked_again(self, number: int, now: float) -> "Room":
        """A second vote is opened."""
        question = self._in_phase(number, "shown")
        if question.ballot == BALLOTS:
            raise _late(number)
        return self._with(replace(question, phase="open", ballot=question.ballot + 1, asked=now))

    def revealed(self, number: int) -> "Room":
        """The solution is told."""
        return self._with(replace(self._in_phase(number, "shown"), phase="revealed"))

    def gone_on(self, number: int) -> "Room":
        """The question is over, however far it has come."""
        question = self.question
        if question is None or question.number != number:
            raise _late(number)
        return self.changed(questions=self._over().questions)

    def _over(self) -> "Room":
        question = self.question
        return replace(self, questions=(*self.questions[:-1], replace(question, phase="over"))) if question else self

    def _in_phase(self, number: int, phase: str) -> Question:
        question = self.question
        if question is None or question.number != number or question.phase != phase:
            raise _late(number)
        return question

    def _with(self, question: Question) -> "Room":
        return self.changed(questions=(*self.questions[:-1], question))

    def public(self, language: str) -> dict[str, Any]:
        """What phones may know."""
        return {
            "version": self.version,
            "mode": self.mode,
            "where": asdict(self.where),
            "question": self.question.public(language) if self.question else None,
        }

    def as_json(self) -> str:
        """All of it, to be kept."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def _late(number: int) -> Refused:
    return Refused(409, "late", f"Question {number} is not at that point any more. Look where the class is.")


def read_where(sent: Any) -> Where:
    """Where the teacher went, as the page sends it."""
    sent = mapping(sent, "where")
    return Where(
        lesson=text(sent.get("lesson", ""), "lesson", 40),
        step=whole(sent.get("step", 0), "step", 0, limits.STEP),
        told=flag(sent.get("told", True), "told"),
        text=text(sent.get("text", ""), "text", limits.PLACE_TEXT),
    )


def read_room(kept: Any, code: str, key: str, now: float) -> Room:
    """A class as it was kept, by a store or by its teacher's page; it must be this one. Raises Refused."""
    kept = mapping(kept, "class")
    opened = kept.get("opened")
    if not isinstance(opened, int | float) or isinstance(opened, bool) or not now - limits.LIFETIME < opened <= now:
        raise Refused(410, "over", "A class lasts 12 hours. This one is over: start another.")
    mode: Mode = one_of(kept.get("mode"), "mode", MODES)  # type: ignore[assignment]
    questions = listed(kept.get("questions"), "questions", 0, limits.QUESTIONS, lambda entry, _name: entry)
    return Room(
        code=code,
        key=key,
        opened=float(opened),
        version=whole(kept.get("version"), "version", 1, 2**40),
        mode=mode,
        where=read_where(kept.get("where")),
        questions=tuple(_kept_question(entry, number, now) for number, entry in enumerate(questions, 1)),
    )


def _kept_question(kept: Any, number: int, now: float) -> Question:
    kept = mapping(kept, "question")
    answers = listed(kept.get("right"), "right", 0, limits.PAIRS, lambda entry, name: text(entry, name, 400))
    question = read_question({**kept, "right": []}, number, now)
    if not all(map(question.is_answer, answers)):
        raise Refused(422, "wrong", f"Question {number} has no such right answers.", name="right")
    tallies = listed(kept.get("tallies"), "tallies", 0, BALLOTS, lambda entry, _name: _kept_tally(entry, question))
    phase = one_of(kept.get("phase"), "phase", PHASES)
    ballot = whole(kept.get("ballot"), "ballot", 1, BALLOTS)
    if len(tallies) != (ballot - 1 if phase == "open" else ballot) and phase != "over":
        raise Refused(422, "wrong", f"Question {number} is {phase} with {len(tallies)} votes counted.", name="phase")
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
    kept = mapping(kept, "tally")
    size = question.size - 1 if question.kind == "cut" else question.size

    def count(value: Any, name: str) -> int:
        return whole(value, name, 0, limits.PHONES)

    def answer(value: Any, name: str) -> tuple[str, int]:
        pair = listed(value, name, 2, 2, lambda entry, _name: entry)
        given = text(pair[0], name, 400)
        if not question.is_answer(given):
            raise Refused(422, "wrong", f"Question {question.number} has no answer {given!r}.", name=name)
        return given, count(pair[1], name)

    return Tally(
        votes=count(kept.get("votes"), "votes"),
        counts=tuple(listed(kept.get("counts"), "counts", size, size, count)),
        right=count(kept.get("right"), "right"),
        answers=tuple(listed(kept.get("answers", []), "answers", 0, 6, answer)),
    )


Votes = Mapping[str, Mapping[str, str]]
"""By `number.ballot`: phone -> answer."""


def read_votes(kept: Any, room: Room) -> dict[str, dict[str, str]]:
    """The votes of a class that is brought back. Raises Refused."""
    votes: dict[str, dict[str, str]] = {}
    for name, given in mapping(kept, "votes").items():
        number, _dot, ballot = name.partition(".")
        question = room.questions[int(number) - 1 : int(number)] if number.isdecimal() and len(number) < 4 else ()
        if not question or ballot not in ("1", "2") or name != f"{question[0].number}.{ballot}":
            raise Refused(422, "wrong", f"There was no vote {name[:20]!r}.", name="votes")
        answers = mapping(given, "votes")
        if len(answers) > limits.PHONES:
            raise Refused(422, "wrong", f"A class has {limits.PHONES} phones at most.", name="votes")
        votes[name] = {}
        for phone, answer in answers.items():
            if not isinstance(answer, str) or not question[0].is_answer(answer) or len(phone) != 20:
                raise Refused(422, "wrong", f"The vote {name} has an answer that nobody can give.", name="votes")
            votes[name][text(phone, "phone", 20)] = answer
    return votes
