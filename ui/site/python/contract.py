"""The answers of Python in the browser. `tools.typescript_contracts` generates the TypeScript types."""

from typing import NotRequired, TypedDict

from ui.components.contract import TokenChanges, TokenTable, TokenViewPayload
from ui.course.contract import NumbersTable
from ui.lessons.contract import Lesson, Scene


class Remedy(TypedDict):
    """A button's text, and the query it leads to."""

    text: str
    query: dict[str, str]


class Problem(TypedDict):
    """An error, and the remedies for it."""

    message: str
    waysOut: list[Remedy]


class OfferedFile(TypedDict):
    """A file to download, created on request. `key` distinguishes files with the same name."""

    key: str
    name: str
    text: str  # of its button


class Details(TypedDict):
    """A section below a picture, or instead of it: paragraphs, a table of tokens or numbers, files."""

    title: str  # may be empty
    folded: bool
    paragraphs: list[str]
    tokens: TokenTable | None
    numbers: NumbersTable | None
    files: list[OfferedFile]


class Answer(TypedDict):
    """The content of a page, in the reader's language. `query` is the URL's query as the app would write it."""

    page: str
    query: dict[str, str]
    problems: list[str]  # of the URL, and what is shown instead of what is unavailable
    notes: list[str]  # one paragraph each
    error: Problem | None
    details: list[Details]
    lesson: NotRequired[Lesson]
    scene: NotRequired[Scene]
    view: NotRequired[TokenViewPayload]
    facts: NotRequired[list[str]]  # about the text of a view
    changes: NotRequired[TokenChanges]
    toggled: NotRequired[dict[str, str]]  # token id -> the tokens to remove once it is pressed
    file: NotRequired[str]  # the content of the requested file
    lacksPattern: NotRequired[bool]  # whether the files that were opened don't say how a text is cut
