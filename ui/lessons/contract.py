"""What a player is given to show.

Made by Python, read by JavaScript: `tools.typescript_contracts` says the same to the latter.

Tokens are sent once, in a table, and frames name them by their place in it. So do sentences: a mark in them has the
number of a token, or those of a pair, and the player writes it in the notation that is chosen.
"""

from typing import Literal, NotRequired, TypedDict

from ui.base.notation import Notation

TokenNumber = int
"""The place of a token in the lesson's table."""

Token = tuple[str, str, int | None, int | None] | tuple[str, str, int | None, int | None, str]
"""Symbols, text, id, hue; the last two None for what is in no vocabulary. A fifth: the token that it becomes."""


class WordRow(TypedDict):
    """A word: its tokens, where the next step happens (the left ones), and where the new token stands."""

    label: str
    tokens: list[TokenNumber]
    hits: list[int]
    fresh: list[int]
    before: str  # what is not shown of it on the left; empty for nothing
    after: str
    groups: NotRequired[list[tuple[int, int, str]]]  # tokens in which a character is cut: first, one past the last, it
    adds: NotRequired[str]  # what it adds to the count of what comes next
    offered: NotRequired[bool]  # no word, but tokens to choose from: these stay clear where nothing happens


class CandidateRow(TypedDict):
    """A candidate for the next step: what it is made of, its number, and where that came from."""

    pair: list[TokenNumber]
    name: str
    value: str
    spoken: str  # its name and its number, as they are read out
    share: float | None  # of the longest bar; None for no bar
    tally: str
    winner: bool
    tied: bool
    verdict: str  # what is said to a learner who predicts it


class LanguageRow(TypedDict):
    """A language of the corpus: how many tokens its text takes, and whether it chooses what merges next."""

    name: str
    value: str
    spoken: str  # its name and its number, as they are read out
    share: float  # of the longest bar
    turn: bool


class TieInfo(TypedDict):
    """That candidates are equal, the rule that decides, and what it and the others say."""

    badge: str
    rule: str
    reason: str


class CodePosition(TypedDict):
    """Where the taught code is: one of its beats, and what names have there, as Python writes it."""

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
    morePairs: int  # candidates that are not on the board
    pairOrder: list[int]  # the rows of the board in an order that gives nothing away
    tie: TieInfo | None
    chips: list[tuple[TokenNumber, str]]  # of the vocabulary, each with what stands below it
    hidden: int  # tokens of the vocabulary that are not among them
    fresh: TokenNumber | None
    dropped: list[TokenNumber]
    titles: tuple[str, str]  # of the vocabulary and of the corpus, with their numbers
    languages: NotRequired[list[LanguageRow]]  # where each text counts by itself, those to show
    moreLanguages: NotRequired[int]  # that are not among them
    allLanguages: NotRequired[list[float]]  # where some are not: the bars of all, the longest first
    turnAt: NotRequired[int | None]  # the one among these whose turn it is
    codeAfter: NotRequired[CodePosition]  # what the taught code did to come here,
    codeBefore: NotRequired[CodePosition]  # and what it does next


class HistoryItem(TypedDict):
    """What has happened in a step: the tokens that took part, the token that came of it, a number, and its sum."""

    parts: list[TokenNumber]
    made: TokenNumber | None
    value: str
    rank: NotRequired[str]  # the same in words, where it is a rank: no other number stands beside it
    sum: str  # where the number came from; empty for what is not told of this step
    spoken: NotRequired[str]  # all of it in a sentence, where signs alone would say little


class Code(TypedDict):
    """The code that is taught, and the lines of each beat with the names whose values are told beside them."""

    lines: list[str]
    beats: dict[str, list[tuple[int, list[str]]]]
    lesson: str  # what a cell of a notebook has after the lines; empty where it would be too long
    names: str  # how other texts call the functions


class TokenTexts(TypedDict):
    """The tokens that frames name, and how they can be written: all of it, or their texts and ids alone."""

    tokens: list[Token]
    spoken: dict[TokenNumber, str]  # how tokens are read out that their signs do not tell, as a space
    hex: list[str]  # their bytes; empty where tokens are none of bytes
    notations: list[Notation]  # those that there are
    usual: Notation  # the one that suits the text


class RunningText(TypedDict):
    """The text that is trained on, as it begins: its words in order with what stands between them.

    Each word has the steps from which on it looks otherwise.
    """

    title: str
    signs: int  # that it takes the room of, at most
    order: list[int | str]
    words: list[list[tuple[int, WordRow]]]


class Frames(TokenTexts):
    """Frames that follow one another, of a lesson with `steps` steps, with the tokens that they name."""

    steps: int
    first: int  # the step of the first frame
    frames: list[Frame]
    merges: list[HistoryItem]
    firstMerge: int
    all: bool  # whether every frame shows all words
    text: NotRequired[RunningText | None]  # None where the words were counted already
    code: NotRequired[Code | None]  # None for what has no code that is taught


class Curve(TypedDict):
    """A number that changes with the steps."""

    title: str
    values: list[int]
    heading: Literal[0, 1]  # the one of a frame's titles that says it


class Curves(TypedDict):
    """How numbers change over the steps; `steps` are those that the values belong to."""

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
    """Where a learner may go from the end of a lesson: what the place is told, the text of the link, its address."""

    to: str
    text: str
    address: str


class CutPositions(TypedDict):
    """How a word is cut: its letters, and before which of them."""

    letters: list[str]
    right: list[int]


class Lesson(Frames):
    """What a player shows."""

    id: str  # another one: what is shown is another, as by another tie rule
    subject: str  # what it is of; another one: the learner begins anew
    step: int  # where to begin, unless the address names a step
    legend: str
    language: str  # of the text, as a web page names it: a browser draws and reads its words so; empty where unknown
    linkNote: str  # what is said when a link is copied
    rules: list[tuple[str, str]]  # to break ties by: the rule and its name
    curves: Curves | None
    nextStepLinks: list[NextStepLink]  # from its end
    cut: NotRequired[CutPositions | None]  # what a class may be asked at its start
    labels: Labels


class LessonFile(TypedDict):
    """A lesson in a file of its own: under each rule to break ties that it has there, else under an empty name."""

    rule: str  # the one to begin with
    lessons: dict[str, Lesson]


class PackageSlide(TypedDict):
    """A place of a plan in a package: which of its lessons is there, at which step, and whether predictions count."""

    lesson: int | None
    step: int
    counts: bool


class PlanPackage(TypedDict):
    """The lessons of a plan in a package, and its places, which have the rest of what they are in the page."""

    lessons: list[Lesson]
    places: list[PackageSlide]


ScenePiece = tuple[int, int, str, int | None]
"""What a scene moves as one: where it begins and ends on the scene's line of atoms, what is written on it, its hue."""


class SceneFrame(TypedDict):
    """A picture of a scene: its words, by their places among the rows.

    `next` and `fresh` are the stretches that merge next, and those that a merge has just made.
    """

    stage: int
    said: str
    count: str
    words: list[int]
    look: Literal["letters", "words", "pieces"]
    ids: Literal["", "under", "row", "read"]  # where the ids are; `read`: in their row, and the tokens are gone
    next: list[tuple[int, int]]
    fresh: list[tuple[int, int]]


class Scene(TypedDict):
    """From text to ids. What overlaps on the line in two frames, became each other. `stages`: title, first frame."""

    id: str
    step: int  # where it begins, when the address names no step
    frames: list[SceneFrame]
    rows: list[list[ScenePiece]]
    ids: list[ScenePiece]
    stages: list[tuple[str, int]]
    row: str  # what the row of ids is called
    stagesTitle: str
    picture: str  # how the picture is read out
    labels: Labels
