"""What the pages of the site are given, in a language. `tools.typescript_contracts` says the same to their JavaScript.

An address (`href`) is one of the app's, as page?query; the page makes of it where that lies on the site.
"""

from typing import Literal, TypedDict

from ui.components.contract import (
    CodingPage,
    Merging,
    MergingLabels,
    PipelineStage,
    TokenTableLabels,
    TokenViewLabels,
)


class SiteLink(TypedDict):
    """A link, and what is said of where it leads; empty for nothing."""

    text: str
    href: str
    about: str


class SitePage(TypedDict):
    """A page: its name in the address, what it is called in the navigation and what stands above it.

    `within`: the page that it is a part of, if any.
    """

    name: str
    title: str
    heading: str
    within: str


class SiteTexts(TypedDict):
    """What all pages say in a language."""

    pages: list[SitePage]
    shown: list[str]  # those in the navigation
    labels: dict[Literal["pages", "language", "theme", "light", "dark", "system", "newer", "reload", "problem"], str]


RunLabels = dict[
    Literal["loading", "starting", "working", "stop", "stopped", "file"]
    | Literal["unloaded", "unsupported", "ended", "again", "lessons"],
    str,
]
"""What is said while Python comes and works, and where it does not; `working` is empty where there is none."""


class HomePage(TypedDict):
    """Home: a text that becomes tokens, the ways in, what there is."""

    ask: str
    example: str
    merging: Merging
    mergingLabels: MergingLabels
    running: RunLabels
    ways: list[SiteLink]  # the first one leads to what is typed
    about: str
    stages: list[PipelineStage]
    overviewTitle: str
    tour: list[SiteLink]


class LinkGroup(TypedDict):
    """Links below a heading."""

    heading: str
    links: list[SiteLink]


class LinksPage(TypedDict):
    """A page of links."""

    about: str
    groups: list[LinkGroup]


class CodePage(TypedDict):
    """Functions to be written, what is said of them, and what is said where the site was opened from a folder."""

    about: str
    code: CodingPage
    file: str


class CompanionEntry(TypedDict):
    """An example of a text: what it has, what comes out now, and whether that is the same."""

    title: str
    of: str
    terms: list[tuple[str, str, bool]]  # a name, what is said of it, whether that is code
    state: Literal["", "same", "differs", "absent"]
    said: str
    why: str
    exercise: bool
    href: str
    editions: list[str]  # those that have it; all of them where none is named
    notes: dict[str, str]  # why, in the editions of which more is to be said


class CompanionPart(TypedDict):
    """A part of a text, with its heading in each edition."""

    headings: dict[str, str]
    entries: list[CompanionEntry]


class SiteCompanion(TypedDict):
    """A text with its parts."""

    title: str
    about: str
    language: str
    addresses: dict[str, str]
    parts: list[CompanionPart]
    labels: dict[Literal["read", "open", "show"], str]


class CompanionsPage(TypedDict):
    """The texts that there are companions to, and their editions."""

    text: str
    edition: str
    texts: list[tuple[str, str]]
    editions: dict[str, list[tuple[str, str]]]
    first: str


class FormField(TypedDict):
    """Something to choose on a page, by its name in the address."""

    name: str
    kind: Literal["choice", "number", "switch", "text", "long"]
    label: str
    caption: str
    choices: list[tuple[str, str]]
    least: int
    most: int
    usual: str
    example: str  # to begin with, where nothing is typed
    atOnce: bool  # whether the page follows it without a press of the button
    folded: bool  # whether it stands among the settings
    when: dict[str, list[str]]  # there where these others have one of these values


class FormExample(TypedDict):
    """What a button says, and the values that it chooses, there where these others have one of these values."""

    text: str
    query: dict[str, str]
    when: dict[str, list[str]]


class FormPage(TypedDict):
    """A page on one's own text: what there is to choose, and what is ready: a lesson file, or Python's answer."""

    about: str  # empty where the page says it elsewhere
    fields: list[FormField]
    examples: list[FormExample]
    defaults: dict[str, dict[str, str]]  # what is usual where it depends on others: by the values of `within`
    dependsOn: list[str]
    formerNames: dict[str, str]  # names that parameters had
    always: list[str]  # parameters that mean something where they are usual, too
    ready: dict[str, str]  # query -> file
    appOnlyLinks: list[SiteLink]  # what the app has besides
    steps: int  # the largest step that an address may say
    python: bool  # whether there is any for one's own text
    running: RunLabels
    labels: dict[Literal["show", "settings", "example", "private", "tooLong", "gone", "nothing", "step"], str]
    viewLabels: TokenViewLabels
    tableLabels: TokenTableLabels
