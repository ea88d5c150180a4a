"""The data of the site's pages, in one language. `tools.typescript_contracts` generates the TypeScript types.

An `href` is an address of the app (page?query); the page maps it to a file of the site.
"""

from typing import Literal, TypedDict

from ui.components.contract import (
    CodingPage,
    HomePayload,
    TokenTableLabels,
    TokenViewLabels,
)


class SiteLink(TypedDict):
    """A link, and a description of its target (may be empty)."""

    text: str
    href: str
    about: str


class SitePage(TypedDict):
    """A page: its name in the URL, its title in the navigation, and its heading.

    `within` is the page that it is a part of, if any.
    """

    name: str
    title: str
    heading: str
    within: str
    about: str  # in its menu


class SiteMenu(TypedDict):
    """A menu of the bar, and the names of its pages."""

    title: str
    pages: list[str]


class SiteTexts(TypedDict):
    """The texts that all pages share."""

    pages: list[SitePage]
    menus: list[SiteMenu]
    labels: dict[Literal["pages", "language", "theme", "light", "dark", "system", "newer", "reload", "problem"], str]


RunLabels = dict[
    Literal["loading", "starting", "working", "stop", "stopped", "file"]
    | Literal["unloaded", "unsupported", "ended", "again", "lessons"],
    str,
]
"""Messages while Python loads and runs, or if it cannot; `working` is empty if the site has no Python."""


class HomePage(TypedDict):
    """Home as in the app, and what a tokenizer is."""

    home: HomePayload
    aboutTitle: str
    about: str


class LinkGroup(TypedDict):
    """A heading with links."""

    heading: str
    links: list[SiteLink]


class LinksPage(TypedDict):
    """A page of links."""

    about: str
    groups: list[LinkGroup]


class CodePage(TypedDict):
    """The page of functions to write, with the message for a site opened from a folder."""

    code: CodingPage
    file: str


class CompanionEntry(TypedDict):
    """An example of a text: what the text states, what is computed today, and whether both agree."""

    title: str
    of: str
    terms: list[tuple[str, str, list[tuple[str, bool, int | None, bool]]]]  # name, words, or instead a result's parts
    state: Literal["", "same", "differs", "absent"]
    said: str
    why: str
    exercise: bool
    href: str
    editions: list[str]  # the editions with this example; empty for all
    notes: dict[str, str]  # further explanations, by edition


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
    """The texts that have companions, and their editions."""

    text: str
    edition: str
    texts: list[tuple[str, str]]
    editions: dict[str, list[tuple[str, str]]]
    first: str


class FormField(TypedDict):
    """An input of a page, by the name of its query parameter."""

    name: str
    kind: Literal["choice", "number", "switch", "text", "long"]
    label: str
    caption: str
    choices: list[tuple[str, str]]
    least: int
    most: int
    usual: str
    example: str  # initial value if nothing is typed
    atOnce: bool  # whether the page reacts without a press of the button
    folded: bool  # whether it is among the settings
    when: dict[str, list[str]]  # shown only if each of these fields has one of the listed values
    opens: bool  # whether it chooses a tokenizer, so that files can be opened for it


class FormExample(TypedDict):
    """A button that sets values, shown only if each field in `when` has one of the listed values."""

    text: str
    query: dict[str, str]
    when: dict[str, list[str]]


OwnLabels = dict[Literal["open", "drop", "opened", "clear", "pattern"], str]
"""The texts for the reader's own tokenizer: the choice that opens files, and what is open."""


class FormPage(TypedDict):
    """A page for the reader's own text: its inputs, and the prepared answers: lesson files or Python's answers."""

    about: str  # empty if the page shows it elsewhere
    fields: list[FormField]
    examples: list[FormExample]
    defaults: dict[str, dict[str, str]]  # defaults that depend on other fields, by the values of `dependsOn`
    dependsOn: list[str]
    formerNames: dict[str, str]  # former names of parameters
    always: list[str]  # parameters that are written even if they have their default
    ready: dict[str, str]  # query -> file
    appOnlyLinks: list[SiteLink]  # further options in the app
    steps: int  # the largest step in a URL
    python: bool  # whether the site has Python for the reader's own text
    running: RunLabels
    labels: dict[Literal["show", "settings", "example", "private", "tooLong", "gone", "nothing", "step"], str]
    ownLabels: OwnLabels | None  # null without a choice of tokenizers
    ownPatterns: list[tuple[str, str]]  # that may cut texts for files that have none
    viewLabels: TokenViewLabels
    tableLabels: TokenTableLabels
