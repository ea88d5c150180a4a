"""What a plan is: places in their order, each with a note for the teacher and perhaps a question to the class."""

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["pair", "choice", "cut"]
KINDS: tuple[Kind, ...] = ("pair", "choice", "cut")

ENCODE = "encode"
"""The page whose links say themselves which word is cut, and by what."""

PLANS = "plans"
"""The page of plans, which no place of one can be: it would lead to itself."""

LONGEST_TITLE = 120
LONGEST_NOTE = 2_000
LONGEST_TEXT = 4_000
LONGEST_LINK = 2_000
LONGEST_QUESTION = 500
"""Of a question, of an answer, and of what is said after it: phones show no more."""

ANSWERS = (2, 6)
"""The fewest and the most to choose from."""

WORD = (2, 60)
"""The fewest and the most characters of a word to cut."""

MINUTES = (1, 600)


@dataclass(frozen=True)
class Question:
    """What a class is asked at a place.

    `pair`: which pair the step merges next. `choice`: one of `answers`. `cut`: how `tokenizer` cuts `word`,
    or without these how the word of the place's link is cut.
    """

    kind: Kind
    text: str = ""  # in the place of the usual words, where there are any
    answers: tuple[str, ...] = ()
    right: int = 0  # which of the answers is right, from 1 on; 0 where none is
    solution: str = ""  # said once it is answered
    word: str = ""
    tokenizer: str = ""  # as an address names it


@dataclass(frozen=True)
class Place:
    """A place of a plan: a link of the app, or a text of the teacher's own."""

    link: str = ""  # a page and what follows it in its address
    text: str = ""
    title: str = ""
    note: str = ""  # for the teacher alone
    minutes: int = 0  # that it is meant to take; 0 where nothing is said of it
    question: Question | None = None


@dataclass(frozen=True)
class Plan:
    """Places in their order.

    >>> plan = Plan("Monday", places=(Place("train"), Place("encode"), Place("decode")))
    >>> [place.link for place in plan.moved(2, 0).without(1).places]
    ['decode', 'encode']
    """

    title: str = ""
    about: str = ""
    places: tuple[Place, ...] = ()

    @property
    def minutes(self) -> int:
        """What its places take, as far as they say."""
        return sum(place.minutes for place in self.places)

    def with_place(self, place: Place) -> "Plan":
        """With one more at its end."""
        return replace(self, places=(*self.places, place))

    def changed(self, index: int, place: Place) -> "Plan":
        """With another in the place of one."""
        return replace(self, places=(*self.places[:index], place, *self.places[index + 1 :]))

    def without(self, index: int) -> "Plan":
        """Without one."""
        return replace(self, places=self.places[:index] + self.places[index + 1 :])

    def moved(self, index: int, to: int) -> "Plan":
        """With one at another place among the others."""
        others = self.without(index).places
        return replace(self, places=(*others[:to], self.places[index], *others[to:]))
