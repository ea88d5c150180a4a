"""What a plan is: places in their order, each with a note for the teacher and perhaps a question to the class."""

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["pair", "choice", "cut"]
KINDS: tuple[Kind, ...] = ("pair", "choice", "cut")

ENCODE_PAGE = "encode"
"""The page whose links say themselves which word is cut, and by what."""

PLANS_PAGE = "plans"
"""The page of plans, which no place of one can be: it would lead to itself."""

MAX_TITLE = 120
MAX_NOTE = 2_000
MAX_TEXT = 4_000
MAX_LINK = 2_000
MAX_QUESTION = 500
"""Of a question, of an answer, and of what is said after it: phones show no more."""

ANSWER_LIMITS = (2, 6)
"""The fewest and the most to choose from."""

WORD = (2, 60)
"""The fewest and the most characters of a word to cut."""

MINUTES = (1, 600)


@dataclass(frozen=True)
class SlideQuestion:
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
class Slide:
    """A slide of a plan: a link of the app, or a text of the teacher's own."""

    link: str = ""  # a page and what follows it in its address
    text: str = ""
    title: str = ""
    note: str = ""  # for the teacher alone
    minutes: int = 0  # that it is meant to take; 0 where nothing is said of it
    question: SlideQuestion | None = None


@dataclass(frozen=True)
class Plan:
    """Slides in their order.

    >>> plan = Plan("Monday", slides=(Slide("train"), Slide("encode"), Slide("decode")))
    >>> [slide.link for slide in plan.with_moved(2, 0).without_slide(1).slides]
    ['decode', 'encode']
    >>> [slide.link for slide in plan.with_slide(Slide("home"), 1).slides]
    ['train', 'home', 'encode', 'decode']
    """

    title: str = ""
    about: str = ""
    slides: tuple[Slide, ...] = ()

    @property
    def minutes(self) -> int:
        """What its slides take, as far as they say."""
        return sum(slide.minutes for slide in self.slides)

    def with_slide(self, place: Slide, index: int | None = None) -> "Plan":
        """With one more before the slide of that index, or at its end."""
        index = len(self.slides) if index is None else index
        return replace(self, slides=(*self.slides[:index], place, *self.slides[index:]))

    def with_changed(self, index: int, place: Slide) -> "Plan":
        """With another in the place of one."""
        return replace(self, slides=(*self.slides[:index], place, *self.slides[index + 1 :]))

    def without_slide(self, index: int) -> "Plan":
        """Without one."""
        return replace(self, slides=self.slides[:index] + self.slides[index + 1 :])

    def with_moved(self, index: int, to: int) -> "Plan":
        """With one at another place among the others."""
        others = self.without_slide(index).slides
        return replace(self, slides=(*others[:to], self.slides[index], *others[to:]))
