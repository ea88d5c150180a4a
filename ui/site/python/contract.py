"""What Python in the browser answers. `tools.typescript_contracts` says the same to the JavaScript of the site."""

from typing import NotRequired, TypedDict

from ui.components.contract import Merging, TokenTable, TokenViewPayload
from ui.course.contract import NumbersTable
from ui.lessons.contract import Lesson, Scene


class Remedy(TypedDict):
    """What a button says, and the values that it leads to, as an address has them."""

    text: str
    query: dict[str, str]


class Problem(TypedDict):
    """What could not be done, and what can be."""

    message: str
    waysOut: list[Remedy]


class OfferedFile(TypedDict):
    """A file to take away, which is made when it is asked for: `key` says of what, where several have a name."""

    key: str
    name: str
    text: str  # of its button


class Details(TypedDict):
    """A part of what stands below a picture, or in its place: paragraphs, a table of tokens or of numbers, files."""

    title: str  # empty where the part has none
    folded: bool
    told: list[str]
    tokens: TokenTable | None
    numbers: NumbersTable | None
    files: list[OfferedFile]


class Answer(TypedDict):
    """What a page shows, all of it in the reader's language. `query` is the address, as the app would write it."""

    page: str
    query: dict[str, str]
    problems: list[str]  # of the address, and what is shown in the place of what is not there
    notes: list[str]  # a paragraph each
    error: Problem | None
    details: list[Details]
    lesson: NotRequired[Lesson]
    scene: NotRequired[Scene]
    view: NotRequired[TokenViewPayload]
    facts: NotRequired[list[str]]  # of the text of a view
    merging: NotRequired[Merging]  # of Home
    file: NotRequired[str]  # what one holds that was asked for
