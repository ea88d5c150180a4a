"""The payloads of all components except the player; `tools.typescript_contracts` declares them in TypeScript.

The `labels` of a component are its interface texts.
"""

from typing import Literal, NotRequired, TypedDict

from ui.base.notation import Notation


class Language(TypedDict):
    """The page's language as an HTML tag, the cookie for it, and the language that was chosen, empty if none was."""

    tag: str
    cookie: str
    chosen: str


class AddressBar(TypedDict):
    """A page's URL: its query parameters, and the names of those that the player writes.

    `group` is the menu with the page; empty for Home, whose title is `home`. `within` is the page it is a view of, if
    any. A copied link omits `own`, the visitor's own settings, and uses one of `hosts` instead of localhost.
    """

    page: str
    group: str
    within: str
    home: str
    query: dict[str, str]
    played: list[str]
    own: list[str]
    hosts: list[str]
    language: Language


class PlanState(TypedDict):
    """A teacher's plan in its stored form, and the URLs of its slides, empty for a page that no longer exists.

    `place` is the number of the presented slide, from 1; 0 if none is. A higher `start` than before starts at the first
    slide. Links keep `own`, the visitor's own settings.
    """

    session: str
    plan: str
    isBegun: bool  # whether slides can be added here
    message: str  # about an addition, shown if `messages` is higher than before
    messages: int
    link: str  # link to the plan that can be copied here; empty for none
    shares: int  # higher than before: send the plan to another device
    code: str  # code of a plan on the server to open here; empty for none
    place: int
    title: str  # of the current slide
    isPage: bool  # whether the slide is a page without a player, shown a screen at a time
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
    """The selector of a text box to send while someone types in it, and the most bytes of UTF-8 to send."""

    box: str
    most: int | None


class LeftPlayer(TypedDict):
    """The player's position when its page was left."""

    lesson: str
    step: int


class StateToStore(TypedDict):
    """The state of a session that the browser stores for a later one.

    Long texts are referred to by their digests, empty for a text that is too long; `send` asks for new ones.
    """

    session: str
    taken: bool  # whether the session has restored what the browser had stored before
    values: dict[str, str]
    long: dict[str, str]
    send: dict[str, str]
    files: dict[str, str]
    places: dict[str, dict[str, int]]
    away: str  # the message shown while the server does not answer


class RestoredState(TypedDict):
    """The state that a browser has stored, and its current page; None for a text that was too long."""

    session: str
    search: str
    values: dict[str, str | None]
    files: dict[str, str]
    places: dict[str, dict[str, int]]
    place: LeftPlayer | None


class OpenedFiles(TypedDict):
    """The files of the opened tokenizer, and the pattern chosen for them, empty for none."""

    digest: str
    names: list[str]
    pattern: str


class OwnFiles(TypedDict):
    """The learner's own tokenizer files, and the number of the current uploader."""

    number: int
    opened: OpenedFiles | None
    isWanted: bool  # whether the page shows such a tokenizer, though none is open
    isKnown: bool  # whether the session knows of files that the browser keeps
    isCleared: bool  # whether the browser is to clear what it keeps
    labels: dict[Literal["drop"], str]


class PatternAlternative(TypedDict):
    """An alternative of a pattern: a row of the legend."""

    number: str
    name: str
    regex: str
    about: str
    count: str
    hue: int | None  # None for text that no alternative matches


class ChunkedText(TypedDict):
    """A text cut by one pattern. A chunk is [text, row in the legend, 1 if only this pattern cuts there]."""

    title: str
    summary: str
    legend: list[PatternAlternative]
    before: str
    pieces: list[tuple[str, int, int]]


class Chunks(TypedDict):
    """A text cut by one or two patterns."""

    panels: list[ChunkedText]


class TextPathItem(TypedDict):
    """An item above the bytes from `start` to `end`; its cells are [row, text, small text]."""

    start: int
    end: int
    hue: int | None
    cells: list[tuple[int, str, str]]
    say: str


class TextPathView(TypedDict):
    """A text from characters to ids. Lines break only at `breaks`, preferably at those in `good`."""

    rows: list[str]
    columns: int
    items: list[TextPathItem]
    breaks: list[int]
    good: list[int]
    summary: str


class Node(TypedDict):
    """A token in a merge tree, and the parts that were merged into it."""

    text: str
    names: dict[Notation, str]
    hue: int | None
    id: str
    caption: str
    parts: list["Node"]
    more: bool  # whether it has parts that are not drawn


class MergeTreePayload(TypedDict):
    """A token's merge tree, the facts to read beside the token, as [name, value], and the sentences about it."""

    id: int
    facts: list[tuple[str, str]]
    said: dict[Notation, list[str]]
    tree: Node
    small: bool


class HomeLink(TypedDict):
    """A link: its text, a description of its target, and its URL."""

    text: str
    about: str
    href: str


class HomeGroup(TypedDict):
    """A group of pages with a title."""

    title: str
    links: list[HomeLink]


HomeToken = tuple[str, int, int]
"""Text, id, hue."""


class HomePayload(TypedDict):
    """Home: the typed text with its tokens, three ways to start with their pictures, and all pages.

    `chunks` are those of the text, or of the example while nothing is typed, each with [id, number of bytes] of its
    tokens; empty for a text longer than `most`. `merges` has the URLs of the merges with which the browser tokenizes
    the text itself; `others` are the tokenizers that run on the server. `counts` has a form for each category of
    `Intl.PluralRules`.
    """

    isApp: bool
    sample: str
    example: str
    tokenizer: str
    tokenizers: list[tuple[str, str]]
    others: list[tuple[str, str]]
    chunks: list[tuple[str, list[tuple[int, int]]]]
    merges: dict[str, str]
    most: int
    steps: str  # the URL of the page that shows each step
    playground: str
    learn: HomeLink
    explore: HomeLink
    teach: HomeLink
    hug: list[list[HomeToken]]  # a word in symbols, and after each merge
    pairs: list[tuple[list[HomeToken], int]]  # pairs of tokens with their counts
    groups: list[HomeGroup]
    counts: dict[Literal["token", "character"], dict[str, str]]
    labels: dict[
        Literal["locale", "title", "lead", "text", "tokenizer", "tokens", "counted", "spaced", "cased", "cut", "id"]
        | Literal["tooLong", "openPlayground", "missing", "steps", "ways", "learn", "explore", "teach", "all"]
        | Literal["separator", "others", "refused"],
        str,
    ]


class LocalizedQuiz(TypedDict):
    """A question in one language: its text, its options, the explanation of each option, and the solution."""

    text: str
    options: list[str]
    why: list[str]
    solution: str


class ChapterQuestion(TypedDict):
    """A question with options, the index of the right one, and of the chosen one (-1: solution shown, none chosen).

    `told` has the question for the phones of a class, by language.
    """

    question: str
    options: list[str]
    right: int
    chosen: int | None
    told: dict[str, LocalizedQuiz]


class CourseProgress(TypedDict):
    """A learner's progress: the chosen options by chapter key, and the right answers as typed by exercise.

    An exercise is named by its chapter's key, and from the second on also by its number: bytes, bytes/2.
    """

    answers: dict[str, int]
    done: dict[str, str]
    boxes: dict[str, tuple[int, int]]  # Leitner boxes of missed exercises, and the time each entered its box


class ChapterKeyPoints(TypedDict):
    """A chapter's key points, and the names under which its exercises are stored."""

    key: str
    part: int  # index of the course's part
    title: str
    href: str
    tiles: list[tuple[str, int | None]]  # a few of its tokens, each with its hue
    texts: list[str]
    exercises: list[str]


class Ability(TypedDict):
    """An ability that a reader has after certain chapters."""

    text: str
    chapters: list[str]


class FurtherLink(TypedDict):
    """A link to an external page."""

    text: str
    href: str


class TokenListRow(TypedDict):
    """A row of the token list."""

    id: int
    text: str
    names: dict[Notation, str]
    name: str  # as read aloud
    hue: int
    bytes: str
    characters: str
    length: str


class TokenMap(TypedDict):
    """All tokens of a vocabulary, in the order of ids. `marked` and `chosen`, if any, are positions in this order.

    `kinds` has one byte per token, deflated and in base64; `legend` has [kind, name, number of tokens]. Ids may have
    gaps: `runs` has the position and the id where each run begins.
    """

    title: str
    kinds: str
    count: int
    runs: list[tuple[int, int]]
    legend: list[tuple[int, str, str]]
    marked: list[int]
    chosen: int | None


ChangedToken = tuple[str, int, int | None, Literal["kept", "base", "out", "lost", "new"]]
"""A token of a vocabulary that is edited: [text, id, hue, state]. One of the base cannot be taken out."""


class LostTokens(TypedDict):
    """Tokens that a vocabulary loses with others, the first of them, and what is said of them."""

    said: str
    tokens: list[ChangedToken]
    more: bool


TokenChangesLabels = dict[Literal["hint", "undo", "remove", "token"], str]


class TokenChanges(TypedDict):
    """A text's tokens before and after: the name and size of both rows, and the parts of the text that both cut."""

    about: str
    names: list[tuple[str, str]]
    columns: list[tuple[list[ChangedToken], list[ChangedToken]]]
    lost: LostTokens
    labels: TokenChangesLabels


class TokenRow(TypedDict):
    """A short text as its tokens: [text, id, hue, whether a line ends after it]."""

    title: str
    count: str
    tokens: list[tuple[str, int, int, bool]]


class PictureShape(TypedDict):
    """A shape around a point, or a line from that point, in units in which a letter is 11.4 wide.

    A text, in the font of tokens, and a caption, in the page's font, are centred on the point; a label starts there.
    The height of a text's size, if it has one, is that of its type.
    A shape that has the same key in the next step moves there. Boxes stand in lines, to the right and down from the
    point; their size is that of one, and of the space after it. Bricks are boxes of any size, each anywhere.
    """

    key: str
    shape: Literal[
        "tile", "cell", "prefix", "node", "disc", "dot", "line", "arrow", "boxes", "bricks", "text", "label", "caption"
    ]
    at: tuple[float, float]
    size: tuple[float, float]
    text: str
    note: str  # below the text
    hue: int | None
    mark: Literal["", "now", "next", "best", "dim", "later"]
    spacing: NotRequired[float]  # between the letters of its text
    boxes: NotRequired[tuple[int, int]]  # how many, and how many in a line
    bricks: NotRequired[list[tuple[float, float, float, float]]]  # left and top edge from the point, width, height
    lines: NotRequired[tuple[float, float, float]]  # of a tile: where the first begins, the last ends; their distance
    to: NotRequired[int]  # the step that a click on it leads to
    answers: NotRequired[int]  # the option, counted from 0, that a click on it chooses as long as the question waits


class Dial(TypedDict):
    """What a reader sets in a picture: its name, the value that each step stands for, and the step shown first.

    Either all of it waits for the answer, or step 0 is shown before, which gives nothing away. Values with an order are
    set with a slider; each of the others has a button, but not a step 0 that is only shown before the answer. If all
    are chosen by clicking the drawing, a hint says so, and the slider is only seen while it has the focus.
    """

    name: str
    values: list[str]
    start: int
    waits: bool
    ordered: bool
    hint: NotRequired[str]


class Choices(TypedDict):
    """What a reader chooses from for each of a dial's values: the names, by step the right one, or −1 without any.

    `says` has by step what each choice is told, and `done` what is added once all are found.
    """

    names: list[str]
    right: list[int]
    says: list[list[str]]
    done: str


class WordToCut(TypedDict):
    """A word that readers cut at the gaps between its letters, which are numbered from 1 on.

    Step 0 of its picture is the word before the answer, step 1 after it; the pieces in them, whose keys start with
    “piece”, are replaced by those that readers cut, the shape “found” gets a box for each way they found, and the label
    “count” its number.
    """

    letters: list[str]
    pieces: dict[str, PictureShape]  # by start and end, such as “0-2”; those that are tokens have a hue
    gaps: list[tuple[float, str]]  # where each is, and its name
    band: tuple[float, float]  # the top and height of gaps
    canonical: list[int]  # the gaps that the tokenizer cuts
    slots: list[tuple[float, float]]  # the left edge and the middle of each way that is listed, the newest first
    listed: tuple[float, float, float]  # the left edge of the word, by what its width is scaled there, and the height
    counts: list[str]  # templates with {found}, per step
    ways: list[str]  # templates with {parts} of a way with one token, two tokens and so on
    canonicalWay: str
    wrong: str  # a template with the {parts} that aren't tokens
    quoted: str  # a template with {token}
    separator: str
    reset: str


class Picture(TypedDict):
    """A picture in steps, drawn in shapes; step 0 does not give away what the question asks.

    `says` has a sentence for each step.

    With a dial, its steps are not a process but what the picture is like for each of the dial's values. A word to cut
    has no steps to turn to: readers cut it as they like, before the answer too.
    """

    title: str
    about: str  # text alternative
    says: list[str]
    size: tuple[float, float]
    frames: list[list[PictureShape]]  # its shapes, step by step
    dial: NotRequired[Dial]
    choices: NotRequired[Choices]  # only with a dial
    word: NotRequired[WordToCut]


class StillPicture(TypedDict):
    """One step of a picture. `about` is its text alternative.

    `forms` are the sizes and shapes of its layouts, the widest first: the first that has room is shown, or the last.
    """

    forms: list[tuple[tuple[float, float], list[PictureShape]]]
    about: str


class PictureLabels(TypedDict):
    """The texts around a picture: buttons, and the number of its step as a template with {place} and {all}."""

    before: str
    after: str
    of: str


class ComparedColumn(TypedDict):
    """A method: its name, its rule, and its tokens for the corpus. `share` is relative to the method with the most."""

    name: str
    rule: str
    share: float
    count: str


class MatrixRow(TypedDict):
    """A word as each method cuts it. `note` says how often it occurs, or that it is from the new text."""

    word: str
    note: str
    isNew: bool
    cells: list["TableCell"]


class MethodMatrix(TypedDict):
    """Words as methods cut them. `sums` says what the bars in the header count; `unknown` is an unknown token."""

    caption: str
    columns: list[ComparedColumn]
    rows: list[MatrixRow]
    sums: str
    unknown: str


class TableCell(TypedDict):
    """A word as one method cuts it: tokens as [text, id, hue]. `differs`: not cut as by the first method."""

    call: NotRequired[str]  # the function call with this result, as code
    tokens: list[tuple[str, int | None, int | None]]
    error: NotRequired[str]  # the name of the error raised instead of a result
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
"""A kind of token: id, text, bytes in hex, hue, status."""


class TokenPanel(TypedDict):
    """The tokens that start in a part of a text, as indices into `kinds`.

    Groups are [first token, one past the last, the characters that they form together]; gaps are [token, the text
    skipped before it]. `cuts` are the tokens that start where only this tokenizer cuts. `total` is 0 until all tokens
    of the text are known.
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
    symbols: list[str]  # of the kinds, in byte symbols; empty for tokens that are not made of bytes
    said: dict[int, str]  # how to read kinds aloud whose text does not say it, such as a space


class TokenViewPayload(TypedDict):
    """A page of a text as cut by one tokenizer, or by several side by side.

    With `linkNote`, even an empty one, a button copies the page's link and shows that note. `canAdd` and `canRemove`
    tell whether buttons add and remove tokenizers.
    """

    panels: list[TokenPanel]
    notations: list[Notation]
    page: int
    pages: int
    shown: str
    linkNote: NotRequired[str]
    canAdd: NotRequired[bool]
    canRemove: NotRequired[bool]


class Prerendered(TypedDict):
    """A component that is prerendered in the page's HTML, shown below a title until the app is ready.

    The app's own component replaces it once that is drawn in an element with one of the `keys`.
    """

    title: str
    language: str
    styles: str
    above: tuple[str, str, str] | None  # a box between title and component: its label, its text, numbers of that
    component: str  # path of its module
    root: str  # class of the element that it draws in
    apart: str  # styles of the part that is isolated from the page
    isStage: bool  # whether it is the first thing on its page
    data: object
    steps: int  # a URL with a later step is left to the app
    keys: list[str]


class ReferenceMerge(TypedDict):
    """A merge of the reference training, and explanations for learners whose merge differs.

    `pairs` are the other pairs in the words at that point: [left, right, count, what would explain choosing it, empty
    if it just occurs less often].
    """

    pair: tuple[str, str]
    count: int
    headline: str
    pairs: list[tuple[str, str, int, list[str]]]


class ReferenceMerges(TypedDict):
    """The merges of the reference training. `all` is shown if the learner's are the same."""

    merges: list[ReferenceMerge]
    all: str


class FunctionTest(TypedDict):
    """A call of the learner's function, as JSON for `browser_python/learner_code.py`, and the expected result.

    `shown` is the call as code, empty if it is too long to read. `returns` says what it returns: counts of pairs,
    symbols or merges.
    """

    title: str
    call: str
    shown: str
    returns: Literal["counts", "symbols", "merges"]
    counts: list[tuple[str, str, int]]
    symbols: list[str]
    merges: ReferenceMerges | None


class FunctionTask(TypedDict):
    """A function to write: the task, the code to begin with, a hint, a solution, and the tests."""

    key: str
    title: str
    needs: list[str]  # keys of earlier functions that it calls
    instructions: list[str]
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
    | Literal["again", "unknown", "gone", "rarer", "short", "long", "rail"],
    str,
]


class CodingPage(TypedDict):
    """Functions to write, one after the other. `base` is the URL of Pyodide's files, empty if they are missing."""

    intro: str
    steps: list[FunctionTask]
    base: str
    seconds: int
    labels: CodeLabels


ChunksLabels = dict[Literal["chunks", "legend", "order", "said", "counted", "onlyHere", "hint"], str]
TextPathLabels = dict[Literal["lens", "hint", "cell"], str]
MergeTreeLabels = dict[Literal["tree", "more"], str]
TokenListLabels = dict[
    Literal["list", "token", "id", "length", "bytes", "pick", "notation", "text", "symbols", "hex", "ids"], str
]
RecapLabels = dict[
    Literal["done", "missed", "stopped", "name", "private", "print", "walked", "promised", "abilities", "further"]
    | Literal["inPart"],
    str,
]


class RecapPayload(TypedDict):
    """The end of the course, part by part.

    `parameter` is the query parameter for a chapter, and the key under which the browser stores the last one.
    """

    parameter: str
    parts: list[str]
    chapters: list[ChapterKeyPoints]
    abilities: list[Ability]
    further: list[FurtherLink]
    labels: RecapLabels


TokenRowsLabels = dict[Literal["token"], str]
MethodMatrixLabels = dict[Literal["word", "token", "differs", "bar", "unknown"], str]
TokenMapLabels = dict[Literal["map", "keys", "at"], str]
TokenTableLabels = dict[Literal["token"], str]
TokenViewLabels = dict[
    Literal[
        "locale", "notation", "text", "symbols", "hex", "ids", "spaces", "copyLink", "copied", "copyIds", "copyPage"
    ]
    | Literal["hostNamed", "nameHost"]
    | Literal["idsCopied", "copyThis", "pages", "first", "back", "next", "last", "hint", "tokens", "idList", "token"]
    | Literal["add", "remove"]
    | Literal["tokenOfMany", "id", "noId", "byteList", "place", "part", "special", "unknown", "cut", "leftOut"],
    str,
]


LazySectionLabels = dict[Literal["drawing", "again"], str]
"""The placeholders of a section that is drawn when it comes into view: on the screen, and on paper."""
