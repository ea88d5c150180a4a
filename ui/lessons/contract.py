"""The data of a lesson, written by Python and read by JavaScript. `tools.typescript_contracts` generates its types.

Tokens are sent once, in a table, and frames refer to them by index. So do sentences: a mark in them contains the number
of a token, or those of a pair, and the player writes it in the chosen notation.
"""

from typing import Literal, NotRequired, TypedDict

from ui.base.notation import Notation

TokenNumber = int
"""The index of a token in the lesson's table."""

Token = tuple[str, str, int | None, int | None] | tuple[str, str, int | None, int | None, str]
"""Symbols, text, id, hue; the last two are None outside the vocabulary. Optionally, the token that it becomes."""


class WordRow(TypedDict):
    """A word: its tokens, the positions of the next step (of left tokens), and of the new token."""

    label: str
    tokens: list[TokenNumber]
    hits: list[int]
    fresh: list[int]
    before: str  # note on what is not shown on the left; empty for nothing
    after: str
    columns: NotRequired[list[int]]  # the first column of each token, if the lesson has columns
    whole: NotRequired[str]  # the text of which `tokens` are the end, for those who can’t see it
    # tokens that split a character: first, one past the last, character
    groups: NotRequired[list[tuple[int, int, str]]]
    adds: NotRequired[str]  # its contribution to the count of the next candidate
    offered: NotRequired[bool]  # not a word, but tokens to choose from: they are not dimmed
    author: NotRequired[str]  # of a conversation: template, system, user or assistant
    share: NotRequired[float]  # bar relative to the longest: below the label, or at the end of a row with `follow`
    follow: NotRequired[str]  # number of tokens that may follow; empty for none, “?” if unknown
    kept: NotRequired[int]  # tokens before those to choose from
    said: NotRequired[str]  # the author's text, shortened


class CandidateRow(TypedDict):
    """A candidate for the next step: its parts, its number, and how that was computed."""

    pair: list[TokenNumber]
    name: str
    value: str
    spoken: str  # name and number, as read aloud
    share: float | None  # of the longest bar; None for no bar
    tally: str
    terms: NotRequired[list[tuple[str, int]]]  # terms of the tally with their amounts: the parts of the bar
    winner: bool
    tied: bool
    verdict: str  # feedback for a learner who predicts this candidate


class LanguageRow(TypedDict):
    """A language of the corpus: the tokens of its text, and whether it chooses the next merge."""

    name: str
    value: str
    spoken: str  # name and number, as read aloud
    share: float  # of the longest bar
    turn: bool


class TieInfo(TypedDict):
    """A tie: a badge, the rule that decides, and what this and the other rules say."""

    badge: str
    rule: str
    reason: str


class CodePosition(TypedDict):
    """A position in the taught code: a beat, and the value of each name there as Python writes it."""

    beat: str
    values: dict[str, str]


class Frame(TypedDict):
    """The picture at one step."""

    done: str
    next: str
    words: list[WordRow]
    places: list[WordRow]
    changed: list[WordRow]
    candidates: list[CandidateRow]
    morePairs: int  # candidates that are not shown
    pairOrder: list[int]  # the rows of the candidates in an order that does not reveal the winner
    tie: TieInfo | None
    chips: list[tuple[TokenNumber, str]]  # of the vocabulary, each with its caption
    hidden: int  # further tokens of the vocabulary
    fresh: TokenNumber | None
    dropped: list[TokenNumber]
    titles: tuple[str, str]  # of the vocabulary and of the corpus, with their numbers
    languages: NotRequired[list[LanguageRow]]  # if each text counts separately: the ones to show
    moreLanguages: NotRequired[int]  # languages that are not shown
    allLanguages: NotRequired[list[float]]  # if some are not shown: the bars of all, the longest first
    turnAt: NotRequired[int | None]  # index of the language whose turn it is
    codeAfter: NotRequired[CodePosition]  # what the taught code did in the last step
    codeBefore: NotRequired[CodePosition]  # what the taught code does next


class HistoryItem(TypedDict):
    """A past step: the tokens that took part, the resulting token, a number, and that number as a sum."""

    parts: list[TokenNumber]
    made: TokenNumber | None
    value: str
    rank: NotRequired[str]  # the value in words, if it is a rank: the only number there
    sum: str  # the number as a sum; empty if this step does not show it
    spoken: NotRequired[str]  # the step as a sentence, if its symbols alone would say little


class Code(TypedDict):
    """The taught code, and the lines of each beat with the names whose values are shown next to them."""

    lines: list[str]
    beats: dict[str, list[tuple[int, list[str]]]]
    lesson: str  # what follows the lines in a notebook cell; empty if it would be too long
    names: str  # what other texts call the functions


class TokenTexts(TypedDict):
    """The tokens that frames mention, in all notations, or only as texts and ids."""

    tokens: list[Token]
    spoken: dict[TokenNumber, str]  # how to read tokens aloud whose symbols do not say it, such as a space
    hex: list[str]  # bytes in hex; empty if tokens are not bytes
    notations: list[Notation]  # the available ones
    usual: Notation  # the one that suits the text


class RunningText(TypedDict):
    """The opening of the training text: its words in order, with what is between them.

    `words` has, for each word, its row at each step where it changes.
    """

    title: str
    signs: int  # most characters that it takes on screen
    order: list[int | str]
    words: list[list[tuple[int, WordRow]]]


class Frames(TokenTexts):
    """Consecutive frames of a lesson with `steps` steps, with the tokens that they mention."""

    steps: int
    first: int  # step of the first frame
    frames: list[Frame]
    merges: list[HistoryItem]
    firstMerge: int
    moreWords: int  # in the corpus than the frames show
    text: NotRequired[RunningText | None]  # None if the words were counted already
    code: NotRequired[Code | None]  # None if there is no taught code
    aligned: NotRequired[bool]  # rows are the same text, aligned by character
    columns: NotRequired[list[float]]  # widths in em of columns that all rows share; empty without columns
    listed: NotRequired[bool]  # whether the history also lists the steps to come
    special: NotRequired[list[TokenNumber]]  # special tokens of a conversation


class Curve(TypedDict):
    """A number that changes with the steps."""

    title: str
    values: list[int]
    heading: Literal[0, 1]  # index of the frame's title with this number


class Curves(TypedDict):
    """How numbers change over the steps; `steps` are those of the values."""

    title: str
    alt: str
    axis: str
    steps: list[int]
    lines: list[Curve]


Labels = dict[
    Literal["locale", "controls", "first", "firstKey", "back", "backKey", "play", "pause", "playKey", "next", "nextKey"]
    | Literal["last", "lastKey", "scrubber", "speed", "where", "beyond", "loading", "predict", "score", "question"]
    | Literal["guess", "copyLink", "copied", "copyThis", "link", "pairs", "noPairs", "winner", "tied"]
    | Literal["hostNamed", "nameHost"]
    | Literal["chosen", "replay", "merges", "noMerges", "noneBeforeGuess", "noSteps", "earlier", "frequentWords"]
    | Literal[
        "changed",
        "places",
        "token",
        "point",
        "options",
        "single",
        "comma",
        "chart",
        "frequency",
        "word",
        "follow",
        "start",
        "cut",
        "predictShort",
        "present",
        "presentKey",
        "leave",
        "leaveKey",
        "takeHome",
        "add",
    ]
    | Literal[
        "more", "spokenHit", "spokenFresh", "notation", "text", "symbols", "hex", "ids", "pair", "idPair", "parts"
    ]
    | Literal["languages", "turn", "readingOrder"]
    | Literal["code", "codeTitle", "codeCopy", "codeCopied", "codeCopyThis", "codeTooLong"]
    | Literal["codeRan", "codeRuns", "codeLines"],
    str,
]
"""The texts around the frames."""


class NextStepLink(TypedDict):
    """A link at the end of a lesson: the host's name for its target, its text, its URL."""

    to: str
    text: str
    address: str


class CutPositions(TypedDict):
    """How a word is cut: its letters, and the indices of those before which it is cut."""

    letters: list[str]
    right: list[int]


class Lesson(Frames):
    """The data that a player shows."""

    id: str  # changes when the content does, for example under another tie rule
    subject: str  # what it is about; if it changes, the learner starts at `step`
    step: int  # where to start, unless the URL names a step
    legend: str
    language: str  # BCP 47 tag of the text, for the browser's fonts and speech; empty if unknown
    linkNote: str  # shown when a link is copied
    rules: list[tuple[str, str]]  # tie rules: key and name
    curves: Curves | None
    nextStepLinks: list[NextStepLink]  # at the end of the lesson
    cut: NotRequired[CutPositions | None]  # question for a class at its start
    labels: Labels


class LessonFile(TypedDict):
    """A lesson as a separate file: one version per tie rule it has, else one under an empty name."""

    rule: str  # the rule to start with
    lessons: dict[str, Lesson]


class PackageSlide(TypedDict):
    """A slide of a plan in a package: the index of its lesson, the step, and whether predictions are scored."""

    lesson: int | None
    step: int
    counts: bool


class PlanPackage(TypedDict):
    """The lessons of a plan in a package, and its slides; the rest of the slides is in the page."""

    lessons: list[Lesson]
    places: list[PackageSlide]


SceneCell = tuple[int, int, str, int | None]
"""A cell of a row of a scene: first column, one past the last, text, hue."""

SceneMerge = tuple[int, int, int, str, int | None, int]
"""A merge in a scene: first column, where its parts meet, one past the last column, rank, hue, first step."""


class SceneRow(TypedDict):
    """A row that a stage adds to the picture. Before its step, it asks. The merge tree has no cells."""

    kind: Literal["text", "normalized", "chunks", "bytes", "symbols", "merges", "tokens", "ids", "again"]
    title: str
    asks: str  # what the row answers
    note: str
    step: int
    cells: list[SceneCell]


class SceneFrame(TypedDict):
    """The texts of a step. `now` describes the picture for screen readers, `next` the next step, empty at the end."""

    stage: int
    said: str
    count: str
    now: str
    next: str


class Scene(TypedDict):
    """From text to ids, as one picture whose rows are aligned in columns. `stages` are titles and first steps."""

    id: str
    step: int  # where to start if the URL names no step
    columns: int
    rows: list[SceneRow]
    merges: list[SceneMerge]
    frames: list[SceneFrame]
    stages: list[tuple[str, int]]
    stagesTitle: str
    picture: str  # text alternative of the picture
    labels: Labels
