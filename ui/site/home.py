"""Home, and the pages of links: all lessons, and what only the app has."""

from ui.base.i18n import gettext as _
from ui.components import merging as merging_component
from ui.pages.home import live
from ui.pages.home.tour import about, stages
from ui.pages.registry import PAGES
from ui.site.contract import HomePage, Link, LinksPage
from ui.site.forms import run_labels
from ui.site.lessons import Ready, canonical
from ui.site.links import link

OF_SITE = ("course", "code", "lessons", "train", "encode", "decode", "playground", "stumble", "companions")
"""The pages of the site after Home, in the order of its navigation."""

IN_NAVIGATION = tuple(page for page in OF_SITE if page != "code")
"""A line has no room for more: Home and chapters lead to the others."""


def heading(page: str) -> str:
    """What stands above a page."""
    return {
        "home": "BPE Lab",
        "train": _("Train a tokenizer"),
        "encode": _("Encode a word"),
        "decode": _("Decode ids"),
    }.get(page) or title(page)


def title(page: str) -> str:
    """What a page is called in the navigation."""
    return _("Lessons") if page == "lessons" else _(PAGES[page].title)


def home(*, python: bool) -> HomePage:
    """The text that becomes tokens, the ways in, and what there is."""
    course, train, encode = (_(PAGES[page].about) for page in ("course", "train", "encode"))
    ranked = _("See each of these merges, with its rank")
    return {
        "ask": _("Type your name or a sentence, and watch GPT-2 make tokens of it"),
        "longest": live.LONGEST,
        "example": live.EXAMPLE,
        "merging": live.merging(live.EXAMPLE),
        "mergingLabels": merging_component.labels(),
        "running": run_labels(python=python),
        "ways": [
            link(_("Begin the course"), "course", about=course),
            link(_("Start the first lesson: hug, pug, pun"), "train", {"scenario": "hug"}, train),
            link(ranked, "encode", {"sample": live.EXAMPLE, "with": "gpt2"}, encode),
        ],
        "about": about(),
        "stages": stages(),
        "thereIs": _("What there is"),
        "tour": [_tour(page) for page in OF_SITE],
    }


def _tour(page: str) -> Link:
    return link(title(page), page, about=_about_lessons() if page == "lessons" else _(PAGES[page].about))


def _about_lessons() -> str:
    return _("All that is ready to watch: each lesson begins at once.")


def all_lessons(ready: list[Ready], chapters: list[Link]) -> LinksPage:
    """Every lesson that is ready, by what it is of."""
    trainings = [lesson for lesson in ready if lesson.page == "train"]
    encodings = [lesson for lesson in ready if lesson.page == "encode"]
    return {
        "about": _about_lessons(),
        "groups": [
            {"heading": _("The course"), "links": chapters},
            {"heading": _("Train a tokenizer"), "links": [_lesson(lesson) for lesson in trainings]},
            {"heading": _("Encode a word"), "links": [_lesson(lesson) for lesson in encodings]},
        ],
    }


def app_only() -> LinksPage:
    """What the site has not, and how the app is begun."""
    return {
        "about": needs_app(),
        "groups": [{"heading": _("Only in the app"), "links": [_named(page) for page in only_in_app()]}],
    }


def absent(page: str) -> LinksPage:
    """In the place of a page that only the app has: what it is for, and where to go on."""
    ways = [link(title(way), way, about=_(PAGES[way].about)) for way in ("course", "train", "encode", "playground")]
    return {
        "about": f"{_(PAGES[page].about)} {needs_app()}",
        "groups": [{"heading": _("Here you can go on with"), "links": ways}],
    }


def only_in_app() -> list[str]:
    """The pages of the app that the site has not."""
    return [page for page in PAGES if page not in (*OF_SITE, "home")]


def needs_app() -> str:
    """How the app is had."""
    return _(
        "This needs the app, which runs on a computer of yours or of your school. So do classes that follow a teacher "
        "on their phones, files of your own, and large texts. The app begins with {uvx}, or with {make} in a copy of "
        "the project."
    ).format(uvx='uvx "bpe-lab[app]"', make="make run")


def _named(page: str) -> Link:
    return link(title(page), page, about=_(PAGES[page].about))


def _lesson(ready: Ready) -> Link:
    return {"text": ready.title, "href": f"{ready.page}?{canonical(ready.queries[0])}", "about": ""}
