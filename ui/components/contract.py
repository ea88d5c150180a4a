"""What the components are given to draw, but for the player. `contract.d.ts` says the same to their JavaScript."""

from typing import Literal, NotRequired, TypedDict


class AddressBar(TypedDict):
    """The address of a page: its parameters, and the names of those that a player writes."""

    page: str
    query: dict[str, str]
    played: list[str]


class Left(TypedDict):
    """Where a player stood when its page was left."""

    lesson: str
    step: int


class Chunk(TypedDict):
    """An alternative of a pattern: a row of the legend."""

    number: str
    name: str
    regex: str
    about: str
    count: str
    hue: int | None  # None for what no alternative matches


class ChunkPanel(TypedDict):
    """A text cut up by one pattern; a piece is its text, its row of the legend, and 1 where only this pattern cuts."""

    title: str
    summary: str
    legend: list[Chunk]
    before: str
    pieces: list[tuple[str, int, int]]


class Chunks(TypedDict):
    """A text cut up by one or two patterns."""

    panels: list[ChunkPanel]


class LensItem(TypedDict):
    """What stands over the bytes from `start` to `end`; its cells are [row, text, small text]."""

    start: int
    end: int
    hue: int | None
    cells: list[tuple[int, str, str]]
    say: str


class Lens(TypedDict):
    """The path of a text. Lines break at `breaks` only, and rather at `good` ones."""

    rows: list[str]
    columns: int
    items: list[LensItem]
    breaks: list[int]
    good: list[int]
    summary: str


class Node(TypedDict):
    """A token of a merge tree, and the parts that it was made of."""

    text: str
    hue: int | None
    id: str
    caption: str
    parts: list["Node"]
    more: bool  # it has parts that are not drawn


class MergeTree(TypedDict):
    """A token's merge tree, and the sentences that go with it."""

    id: int
    said: list[str]
    tree: Node
    small: bool


class Stage(TypedDict):
    """A stage from text to ids: pieces in groups, each its text and its hue."""

    title: str
    about: str
    groups: list[list[tuple[str, int | None]]]


class Quiz(TypedDict):
    """A question with options; the index of the right one, and of the one that was chosen."""

    question: str
    options: list[str]
    right: int
    chosen: int | None


class ListedToken(TypedDict):
    """A row of a list of tokens."""

    id: int
    text: str
    name: str
    hue: int
    bytes: str
    characters: str
    length: str


class TokenRow(TypedDict):
    """A short text as its tokens: text, id, hue, and whether a line ends behind it."""

    title: str
    count: str
    tokens: list[tuple[str, int, int, bool]]


class TableCell(TypedDict):
    """A word as one method cuts it: tokens of text, id and hue; `differs` from how the first method does."""

    tokens: list[tuple[str, int | None, int | None]]
    count: str
    differs: bool


class TableRow(TypedDict):
    """A word as each method cuts it."""

    title: str
    note: str
    cells: list[TableCell]


class TokenTable(TypedDict):
    """Words, each cut by several methods."""

    caption: str
    columns: list[str]
    rows: list[TableRow]


What = Literal["", "part", "special", "unknown"]

Kind = tuple[int | None, str, str, int | None, What]
"""A kind of token: id, text, bytes in hex, hue, and what is special about it."""


class TokenPanel(TypedDict):
    """The tokens that begin in a stretch of a text, with the kinds that they name.

    Groups are [first, one past the last, the characters that the
    tokens make up together]; gaps are [token, what was left out before it]. `cuts` are the tokens that begin where
    only this tokenizer cuts.
    """

    title: str
    count: str
    rate: str
    first: int
    total: int
    kinds: list[Kind]
    tokens: list[int]
    bytes: list[int]
    characters: list[int]
    groups: list[tuple[int, int, str]]
    gaps: list[tuple[int, str]]
    cuts: list[int]


class TokenView(TypedDict):
    """A page of a text as one tokenizer cuts it, or two beside each other.

    With a `linkNote`, even an empty one, there is a button to copy the page's link, which says this note.
    """

    panels: list[TokenPanel]
    page: int
    pages: int
    shown: str
    linkNote: NotRequired[str]


class ChunksLabels(TypedDict):
    """The texts of `Chunks`."""

    chunks: str
    legend: str
    order: str
    said: str
    counted: str
    onlyHere: str
    hint: str


class LensLabels(TypedDict):
    """The texts of `Lens`."""

    lens: str
    hint: str


class MergeTreeLabels(TypedDict):
    """The texts of `MergeTree`."""

    tree: str
    more: str


class QuizLabels(TypedDict):
    """The texts of `Quiz`."""

    options: str
    right: str
    wrong: str
    answer: str
    yours: str


class TokenListLabels(TypedDict):
    """The texts of `TokenList`."""

    list: str
    token: str
    id: str
    length: str
    bytes: str
    pick: str


class TokenRowsLabels(TypedDict):
    """The texts of `TokenRows`."""

    token: str


class TokenTableLabels(TypedDict):
    """The texts of `TokenTable`."""

    token: str


class TokenViewLabels(TypedDict):
    """The texts of `TokenView`."""

    options: str
    text: str
    ids: str
    bytes: str
    spaces: str
    copyLink: str
    linkCopied: str
    copyIds: str
    copyPage: str
    idsCopied: str
    copyThis: str
    pages: str
    first: str
    back: str
    next: str
    last: str
    hint: str
    tokens: str
    idList: str
    token: str
    id: str
    noId: str
    byteList: str
    place: str
    part: str
    special: str
    unknown: str
    cut: str
    leftOut: str
