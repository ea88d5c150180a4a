"""The data of Home, and of the pages of links: all lessons, and what only the app has."""

from bpe_engine import load_pretrained
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import PRETRAINED
from ui.pages.home.payload import about, about_title, home_payload, page_groups
from ui.pages.registry import PAGES
from ui.site.contract import HomePage, LinkGroup, LinksPage, SiteLink, SiteMenu
from ui.site.form_fields import canonical
from ui.site.links import link
from ui.site.ready_lessons import ReadyLesson
from ui.state.page_spec import LEARN_GROUP, TEACH_GROUP, TOOLS_GROUP

OF_SITE = (
    *("course", "lessons", "train", "encode", "decode", "playground", "stumble", "companions"),
    *("code", "scene", "chat", "prompt", "knife", "recap"),
)
"""All pages after Home."""

ABOUT = "about"
"""The page that says what only the app has."""


LISTED_PAGES = ("train", "encode", "scene", "chat", "prompt", "knife")
"""Pages whose lessons are listed."""


def heading(page: str) -> str:
    """Return the heading of a page."""
    return {
        "home": "BPE Lab",
        "train": _("Train a tokenizer"),
        "encode": _("Encode a word"),
        "decode": _("Decode ids"),
    }.get(page) or title(page)


def title(page: str) -> str:
    """Return the title of a page in the navigation."""
    return _("Lessons") if page == "lessons" else _(PAGES[page].title)


def home() -> HomePage:
    """Return the data of Home, which is as in the app but with the pages of the site."""
    values = {"sample": "", "with": PRETRAINED[0]}
    pages = {name: PAGES[name] for name in OF_SITE if name in PAGES}
    groups = page_groups(pages, {name: title(name) for name in pages})
    groups[0]["links"].append({"text": title("lessons"), "about": _about_lessons(), "href": "lessons"})
    payload = home_payload(values, groups, load_pretrained(PRETRAINED[0]), is_app=False)
    return {"home": payload, "aboutTitle": about_title(), "about": about()}


def menus() -> list[SiteMenu]:
    """Return the menus of the app, with the pages of the site; what only the app has is in the last one."""
    pages_by_group: dict[str, list[str]] = {}
    for name, page in PAGES.items():
        views_of = PAGES[page.parent or name]
        is_first = name in OF_SITE and not parent_page(name)
        if views_of.group and (is_first or page.group == TEACH_GROUP):
            pages_by_group.setdefault(views_of.group, []).append(name)
    pages_by_group[LEARN_GROUP].append("lessons")
    pages_by_group[TOOLS_GROUP].append(ABOUT)
    return [{"title": _(group), "pages": pages} for group, pages in pages_by_group.items()]


def about_page(page: str) -> str:
    """Return what a page is for, in a sentence; empty for Home and for what only the app has."""
    if page == "lessons":
        return _about_lessons()
    return _(PAGES[page].description) if page in PAGES and PAGES[page].description else ""


def parent_page(page: str) -> str:
    """Return the page that a page is a part of; empty if there is none."""
    part_of = PAGES[page].parent if page in PAGES and page in OF_SITE else ""
    return part_of if part_of in OF_SITE else ""


def _about_lessons() -> str:
    return _("Everything ready to watch: each lesson starts at once.")


def all_lessons(ready: list[ReadyLesson], chapters: list[SiteLink]) -> LinksPage:
    """Return links to every prepared lesson, grouped by page."""
    groups: list[LinkGroup] = [
        {
            "heading": heading(page),
            "links": [_lesson(lesson) for lesson in ready if lesson.page == page and lesson.title],
        }
        for page in LISTED_PAGES
    ]
    return {
        "about": _about_lessons(),
        "groups": [{"heading": _("The course"), "links": chapters}, *groups],
    }


def app_only() -> LinksPage:
    """Return links to what only the app has, with how to start the app."""
    return {
        "about": app_install_note(),
        "groups": [{"heading": _("Only in the app"), "links": [_page_link(page) for page in app_only_pages()]}],
    }


def app_only_page(page: str) -> LinksPage:
    """Return the replacement for a page that only the app has: what it is for, and where to go instead."""
    links = [
        link(title(name), name, about=_(PAGES[name].description))
        for name in ("course", "train", "encode", "playground")
    ]
    return {
        "about": f"{_(PAGES[page].description)} {app_install_note()}",
        "groups": [{"heading": _("Where to go from here"), "links": links}],
    }


def app_only_pages() -> list[str]:
    """Return the pages that only the app has."""
    return [page for page in PAGES if page not in (*OF_SITE, "home")]


def app_install_note() -> str:
    """Explain how to get the app."""
    return _(
        "This needs the app, which runs on your computer or your school’s. So do classes that follow a teacher on "
        "their phones, files to train on, and large texts. Start the app with {uvx}, or with {make} in a copy of the "
        "project."
    ).format(uvx='uvx "bpe-lab[app]"', make="make run")


def _page_link(page: str) -> SiteLink:
    return link(title(page), page, about=_(PAGES[page].description))


def _lesson(ready: ReadyLesson) -> SiteLink:
    return {"text": ready.title, "href": f"{ready.page}?{canonical(ready.queries[0])}", "about": ""}
