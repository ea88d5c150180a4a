"""What the components are given to draw, but for the player.

`tools.typescript_contracts` says the same to their JavaScript.

The labels of a component are its texts.
"""

from typing import Literal, NotRequired, TypedDict

from ui.base.notation import Notation


class Language(TypedDict):
    """The language of the page, as HTML names it, and the one to keep in a cookie; empty where none was chosen."""

    tag: str
    cookie: str
    chosen: str


class AddressBar(TypedDict):
    """The address of a page: its parameters, and the names of those that a player writes.

    `group` is the name of the page's group in the navigation; empty where it stands there by itself. `within` is the
    page that it is a part of, if any. A link that is copied leaves out `own`, the visitor's own, and names one of
    `hosts` on the server's machine.
    """

    page: str
    group: str
    within: str
    query: dict[str, str]
    played: list[str]
    own: list[str]
    hosts: list[str]
    language: Language


class PlanState(TypedDict):
    """A teacher's plan: as it is kept, and the addresses of its places, empty for one that is not there any more.

    `place` is the one that is presented, from 1 on, 0 while none is; a higher `start` than before begins at the first.
    Links keep `own`, what is the visitor's own.
    """

    session: str
    plan: str
    isBegun: bool  # whether places can be added here
    told: str  # what is to be said of an addition, when there are more `tellings` than before
    tellings: int
    link: str  # to the plan, to be copied here; empty where none is
    shares: int  # more than before: it is to go to another device
    code: str  # of a plan that the server keeps, which is to be opened here; empty for none
    place: int
    title: str  # of the place that is presented
    isPage: bool  # whether that one is a page without a stage of its own, shown a screen at a time
    start: int
    addresses: list[str]
    own: list[str]
    labels: dict[
        Literal["plan", "add", "addTitle", "where", "back", "next", "end"]
        | Literal["copyLink", "copied", "copyThis", "hostNamed", "nameHost"]
        | Literal["onPhone", "code", "join", "address", "keeps", "close", "noServer", "refused"],
        str,
    ]


class LiveInput(TypedDict):
    """The selector of a box that is followed while its text has at most so many bytes in UTF-8."""

    box: str
    most: int


class LeftPlayer(TypedDict):
    """Where a player stood when its page was left."""

    lesson: str
    step: int


class StateToStore(TypedDict):
    """What a browser is to keep of a session, for one that comes after it.

    Long texts go by their digests, empty for one that is too long; `send` has those that are new.
    """

    session: str
    taken: bool  # that it has what the browser had kept before
    values: dict[str, str]
    long: dict[str, str]
    send: dict[str, str]
    files: dict[str, str]
    places: dict[str, dict[str, int]]
    away: str  # what to say while the server does not answer


class RestoredState(TypedDict):
    """What a browser has kept, and where it is; a text that was too long is None."""

    session: str
    search: str
    values: dict[str, str | None]
    files: dict[str, str]
    places: dict[str, dict[str, int]]
    place: LeftPlayer | None


class PatternAlternative(TypedDict):
    """An alternative of a pattern: a row of the legend."""

    number: str
    name: str
    regex: str
    about: str
    count: str
    hue: int | None  # None for what no alternative matches


class ChunkedText(TypedDict):
    """A text cut up by one pattern; a piece is its text, its row of the legend, and 1 where only this pattern cuts."""

    title: str
    summary: str
    legend: list[PatternAlternative]
    before: str
    pieces: list[tuple[str, int, int]]


class Chunks(TypedDict):
    """A text cut up by one or two patterns."""

    panels: list[ChunkedText]


class TextPathItem(TypedDict):
    """What stands over the bytes from `start` to `end`; its cells are [row, text, small text]."""

    start: int
    end: int
    hue: int | None
    cells: list[tuple[int, str, str]]
    say: str


class TextPathView(TypedDict):
    """The path of a text. Lines break at `breaks` only, and rather at `good` ones."""

    rows: list[str]
    columns: int
    items: list[TextPathItem]
    breaks: list[int]
    good: list[int]
    summary: str


class Node(TypedDict):
    """A token of a merge tree, and the parts that it was made of."""

    text: str
    names: dict[Notation, str]
    hue: int | None
    id: str
    caption: str
    parts: list["Node"]
    more: bool  # it has parts that are not drawn


class MergeTreePayload(TypedDict):
    """A token's merge tree, and the sentences that go with it."""

    id: int
    said: dict[Notation, list[str]]
    tree: Node
    small: bool


class PipelineStage(TypedDict):
    """A stage from text to ids: pieces in groups, each its text and its hue."""

    title: str
    about: str
    groups: list[list[tuple[str, int | None]]]


class MergingWord(TypedDict):
    """A word that is put together: its tokens by number, and where the next merge happens (the left ones)."""

    tokens: list[int]
    hits: list[int]


class Merging(TypedDict):
    """A text that is put together, beat by beat: its words, and how many tokens there are.

    Of the tokens text, id and hue; `spoken` is what comes of it, as it is read out.
    """

    tokens: list[tuple[str, int | None, int | None]]
    beats: list[list[MergingWord]]
    counts: list[str]
    spoken: str


class LocalizedQuiz(TypedDict):
    """A question in one language: itself, its options, what is said to who chose each of them, and the solution."""

    text: str
    options: list[str]
    why: list[str]
    solution: str


class ChapterQuestion(TypedDict):
    """A question with options; the index of the right one, and of the one that was chosen (-1: none, it was shown).

    `told` has it as a class is asked it, by languages.
    """

    question: str
    options: list[str]
    right: int
    chosen: int | None
    told: dict[str, LocalizedQuiz]


class CourseProgress(TypedDict):
    """What a learner did, by the keys of chapters: the options that were chosen, and the right answers as typed.

    Those to the exercises of a chapter are named by its key, from the second one on with the number: bytes, bytes/2.
    """

    answers: dict[str, int]
    done: dict[str, str]
    boxes: dict[str, tuple[int, int]]  # Leitner's, of exercises that were missed, and since when they are there


class ChapterKeyPoints(TypedDict):
    """What to remember of a chapter, and the names by which its exercises are kept."""

    key: str
    title: str
    href: str
    texts: list[str]
    exercises: list[str]


class TokenListRow(TypedDict):
    """A row of a list of tokens."""

    id: int
    text: str
    names: dict[Notation, str]
    name: str  # as it is read out
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


TokenStatus = Literal["", "part", "special", "unknown"]

Kind = tuple[int | None, str, str, int | None, TokenStatus]
"""A kind of token: id, text, bytes in hex, hue, and what is special about it."""


class TokenPanel(TypedDict):
    """The tokens that begin in a stretch of a text, with the kinds that they name.

    Groups are [first, one past the last, the characters that the tokens make up together]; gaps are [token, what was
    left out before it]. `cuts` are the tokens that begin where only this tokenizer cuts. `total` is 0 while not all
    tokens of the text are known.
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
    symbols: list[str]  # of the kinds, in byte symbols; empty where the tokens are none of bytes
    said: dict[int, str]  # how kinds are read out that their text does not tell, as a space


class TokenViewPayload(TypedDict):
    """A page of a text as one tokenizer cuts it, or two beside each other.

    With a `linkNote`, even an empty one, there is a button to copy the page's link, which says this note.
    """

    panels: list[TokenPanel]
    notations: list[Notation]
    page: int
    pages: int
    shown: str
    linkNote: NotRequired[str]


class Prerendered(TypedDict):
    """What comes with a page, before the app is there: a component of it below a title, in a language, with its styles.

    The app's own takes its place when it is drawn, in an element of one of the `keys`.
    """

    title: str
    language: str
    styles: str
    above: tuple[str, str] | None  # a text in a box between the title and the component, after what it is
    component: str  # by the path of its module
    root: str  # the class of the element that it draws in
    apart: str  # styles of what stands apart in it
    isStage: bool  # whether it comes first on its page
    data: object
    steps: int  # an address that asks for a later one is the app's to answer
    keys: list[str]


class ReferenceMerge(TypedDict):
    """A merge as it is made here, and what is to be said of another one in its place.

    `pairs` are the others that stand in the words then: left, right, count, and what would explain it, nothing where it
    just occurs less often.
    """

    pair: tuple[str, str]
    count: int
    headline: str
    pairs: list[tuple[str, str, int, list[str]]]


class ReferenceMerges(TypedDict):
    """The merges as they are made here; `all` is said where they are the same."""

    merges: list[ReferenceMerge]
    all: str


class FunctionTest(TypedDict):
    """A call of the learner's function, as JSON for `browser_python/learner_code.py`, and what is to come of it.

    `shown` is the call as it is written, empty for one too long to be read. What comes is of the kind that the call
    says: counts of pairs, symbols or merges.
    """

    title: str
    call: str
    shown: str
    returns: Literal["counts", "symbols", "merges"]
    counts: list[tuple[str, str, int]]
    symbols: list[str]
    merges: ReferenceMerges | None


class FunctionTask(TypedDict):
    """A function to be written: what is asked, what stands there to begin with, and what it is tried on."""

    key: str
    title: str
    needs: list[str]  # the keys of those before it that it calls
    asked: list[str]
    stub: str
    hint: str
    solution: str
    checks: list[FunctionTest]


CodeLabels = dict[
    Literal["locale", "private", "absent", "keys", "editor", "run", "stop", "reset", "hint", "solution", "tryFirst"]
    | Literal["forget", "forgotten", "output", "cut", "checks", "right", "wrong", "allRight", "next", "done", "given"]
    | Literal["loading", "starting", "running", "unloaded", "unsupported", "ended", "slow", "stopped"]
    | Literal["error", "line", "errorIn", "errorAt", "skipped", "kindCounts", "kindSymbols", "kindMerges"]
    | Literal["pair", "missing", "extra", "differs", "comes", "merge", "first", "count", "yours", "here"]
    | Literal["again", "unknown", "gone", "rarer", "short", "long"],
    str,
]


class CodingPage(TypedDict):
    """Functions to be written, one after the other. `base` is where Python lies, empty where it does not."""

    steps: list[FunctionTask]
    base: str
    seconds: int
    labels: CodeLabels


ChunksLabels = dict[Literal["chunks", "legend", "order", "said", "counted", "onlyHere", "hint"], str]
TextPathLabels = dict[Literal["lens", "hint", "cell"], str]
MergeTreeLabels = dict[Literal["tree", "more"], str]
MergingLabels = dict[Literal["again"], str]
TokenListLabels = dict[
    Literal["list", "token", "id", "length", "bytes", "pick", "notation", "text", "symbols", "hex", "ids"], str
]
RecapLabels = dict[Literal["done", "missed"], str]
TokenRowsLabels = dict[Literal["token"], str]
TokenTableLabels = dict[Literal["token"], str]
TokenViewLabels = dict[
    Literal[
        "locale", "notation", "text", "symbols", "hex", "ids", "spaces", "copyLink", "copied", "copyIds", "copyPage"
    ]
    | Literal["hostNamed", "nameHost"]
    | Literal["idsCopied", "copyThis", "pages", "first", "back", "next", "last", "hint", "tokens", "idList", "token"]
    | Literal["tokenOfMany", "id", "noId", "byteList", "place", "part", "special", "unknown", "cut", "leftOut"],
    str,
]


LazySectionLabels = dict[Literal["drawing", "again"], str]
"""What stands where a part of a page is drawn once it is seen: on the screen, and on paper."""
