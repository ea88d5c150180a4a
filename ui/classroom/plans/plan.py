"""Plans: slides in order, each with a note for the teacher and perhaps a question for the class."""

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["pair", "choice", "cut"]
KINDS: tuple[Kind, ...] = ("pair", "choice", "cut")

ENCODE_PAGE = "encode"
"""The page whose links contain the word to cut and its tokenizer."""

PLANS_PAGE = "plans"
"""The page of plans. No slide can link to it, as it would lead to itself."""

MAX_TITLE = 120
MAX_NOTE = 2_000
MAX_TEXT = 4_000
MAX_LINK = 2_000
MAX_QUESTION = 500
"""The longest question, answer, or solution, in characters: phones show no more."""

ANSWER_LIMITS = (2, 6)
"""The fewest and the most answers to choose from."""

WORD = (2, 60)
"""The fewest and the most characters of a word to cut."""

MINUTES = (1, 600)


@dataclass(frozen=True)
class SlideQuestion:
    """A question that a slide asks the class.

    `pair`: which pair the step merges next. `choice`: one of `answers`. `cut`: how `tokenizer` cuts `word`, or, without
    them, how the word in the slide's link is cut.
    """

    kind: Kind
    text: str = ""  # replaces the standard wording of the kind, if it has one
    answers: tuple[str, ...] = ()
    right: int = 0  # the number of the right answer, from 1; 0 if none is right
    solution: str = ""  # shown after the class has answered
    word: str = ""
    tokenizer: str = ""  # as in an address


@dataclass(frozen=True)
class Slide:
    """A slide of a plan: a link of the app, or the teacher's own text."""

    link: str = ""  # a page with its query string
    text: str = ""
    title: str = ""
    note: str = ""  # for the teacher only
    minutes: int = 0  # planned; 0 if not given
    question: SlideQuestion | None = None


@dataclass(frozen=True)
class Plan:
    """Slides in order.

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
        """The planned minutes of its slides together."""
        return sum(slide.minutes for slide in self.slides)

    def with_slide(self, place: Slide, index: int | None = None) -> "Plan":
        """Return the plan with a slide added before the one at that index, or at the end."""
        index = len(self.slides) if index is None else index
        return replace(self, slides=(*self.slides[:index], place, *self.slides[index:]))

    def with_changed(self, index: int, place: Slide) -> "Plan":
        """Return the plan with the slide at that index replaced."""
        return replace(self, slides=(*self.slides[:index], place, *self.slides[index + 1 :]))

    def without_slide(self, index: int) -> "Plan":
        """Return the plan without the slide at that index."""
        return replace(self, slides=self.slides[:index] + self.slides[index + 1 :])

    def with_moved(self, index: int, to: int) -> "Plan":
        """Return the plan with a slide moved to another index."""
        others = self.without_slide(index).slides
        return replace(self, slides=(*others[:to], self.slides[index], *others[to:]))
