"""The plan of a session: what it is now, how it is changed, and what of it stands on every page."""

from urllib.parse import quote, urlencode

import streamlit as st

from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import number
from ui.base.query_parameters import fits_a_link
from ui.base.streamlit_internals.appearance import style
from ui.classroom.plans.bundled import plan_of
from ui.classroom.plans.component import plan as plan_component
from ui.classroom.plans.plan import PLANS, Place, Plan
from ui.classroom.plans.slide_links import is_there, page_and_query, read_link
from ui.classroom.plans.slide_question import asking
from ui.classroom.plans.writer import pack
from ui.classroom.teacher.contract import Note
from ui.components.contract import Deck
from ui.state import session
from ui.state.page_spec import Spec
from ui.state.session import Page
from ui.state.shared_parameters import MOST_PLACES

_NOW = "bpe_lab_plan_now"  # the plan as a link has it, which is no matter of the browser's way back
_BEFORE = "bpe_lab_plan_before"  # what can be brought back, the newest last
_CHANGES = "bpe_lab_plan_changes"  # how often it was changed by other than its own fields
_START = "bpe_lab_plan_start"  # how often it was to be presented
_TOLD = "bpe_lab_plan_told"  # how often something was said of an addition, and what at last
_MOST_BEFORE = 50


def value() -> str:
    """The plan as an address has it; empty where none was begun."""
    found: str = session_state.value(_NOW, "")
    return found


def plan() -> Plan:
    """The plan that there is, in the reader's language."""
    return plan_of(value())


def put(new: Plan | str) -> None:
    """Have this plan, or the one that a link has so. Its fields are drawn anew. For callbacks."""
    _remember(value())
    session_state.put(_NOW, pack(new) if isinstance(new, Plan) else new)
    session_state.put(_CHANGES, changes() + 1)


def edit(new: Plan) -> None:
    """Have this plan, as a field of it says: it is drawn as it is. For callbacks."""
    _remember(value())
    session_state.put(_NOW, pack(new))


def undo() -> None:
    """Have the plan that was there before. For callbacks."""
    before = _before()
    if before:
        session_state.put(_NOW, before[-1])
        session_state.put(_BEFORE, before[:-1])
        session_state.put(_CHANGES, changes() + 1)


def _take(page: Page) -> None:
    """Have the plan that the address brought: a link opens it once, and then it is the learner's own."""
    brought: str = page["plan"]
    if brought:
        page.reset("plan")
        if brought != value():
            put(brought)


def can_undo() -> bool:
    """Whether there was another before."""
    return bool(_before())


def changes() -> int:
    """How often the plan was changed by other than its own fields, whose keys have this number."""
    count: int = session_state.value(_CHANGES, 0)
    return count


def present() -> None:
    """Have it presented, from its first place on. For callbacks."""
    session_state.put(_START, session_state.value(_START, 0) + 1)


def end() -> None:
    """Have it presented no more. For callbacks."""
    session.everywhere().set(place=0)


def presented() -> int:
    """The place that is presented, from 1 on; 0 where none is."""
    place: int = session.everywhere()["place"]
    return place if place <= len(plan().places) else 0


def note() -> Note | None:
    """What the teacher's page of a class tells of the place that is presented, and phones of its text."""
    number = presented()
    if not number:
        return None
    place, *others = plan().places[number - 1 :]
    page, query = page_and_query(place.link)
    step = query.get("step", "")
    has_player = page in session.pages() and "step" in session.pages()[page].named
    return {
        "place": number,
        "title": _called(place),
        "note": place.note,
        "text": place.text or ("" if has_player else _called(place)),
        "next": _called(others[0]) if others else "",
        "step": int(step) if step.isascii() and step.isdecimal() and len(step) < 8 else -1,
        "asks": asking(value(), number),
    }


def _called(place: Place) -> str:
    if place.title or place.text:
        return place.title or place.text.splitlines()[0]
    page = page_and_query(place.link)[0]
    return _(session.pages()[page].title) if page in session.pages() else page


def on_every_page(page: Page) -> None:
    """What a page has of the plan: the way to add it, or from place to place."""
    if page.name == PLANS:
        _take(page)
    here = presented()
    shown = session.pages()[page.name]
    if here and not shown.stage:
        st.html(style("presentation"))
    found = plan()
    tellings, said = session_state.value(_TOLD, (0, ""))
    labels = {
        "plan": _("The plan being presented"),
        "add": _("Add to the plan"),
        "addTitle": _("Adds what this page shows now to the end of your plan"),
        "where": _("{place} of {places}"),
        "back": _("Previous place (key: Page Up)"),
        "next": _("Next place (key: Page Down)"),
        "end": _("End"),
        "copyLink": _("Copy link"),
        "copied": _("Link copied."),
        "copyThis": _("Copy this link:"),
        "hostNamed": _("It uses {host}, where others can reach this server."),
        "nameHost": _("Copy with {host}"),
    }
    data: Deck = {
        "session": session.name(),
        "plan": value(),
        "isBegun": bool(value()) and page.name != PLANS,
        "told": said,
        "tellings": tellings,
        "link": f"{PLANS}?plan={quote(value())}" if page.name == PLANS and value() and fits_a_link(value()) else "",
        "place": here,
        "start": session_state.value(_START, 0),
        "addresses": [_address(place) for place in found.places],
        "own": [name for name in session.everywhere() if name != "place"],
        "labels": labels,  # type: ignore[typeddict-item]
    }
    plan_component(data, on_add=_add, on_end=end, on_kept=_take_over)


def _address(place: Place) -> str:
    """Where a place is presented; empty where it is not there any more."""
    if not place.link:
        return PLANS
    pages = session.pages()
    if not is_there(pages, place.link):
        return ""
    page, query = page_and_query(place.link)
    if pages[page].stage:
        query = {"present": "1", **query}
    first: Spec = next(iter(pages.values()))
    return f"{'./' if page == first.name else page}{'?' if query else ''}{urlencode(query)}"


def _add(told: object) -> None:
    """One more place: where the browser is."""
    found = plan()
    try:
        if not isinstance(told, str):
            return
        link = read_link(told, [*session.everywhere(), "present"])
    except ValueError:
        return
    page = page_and_query(link)[0]
    if is_there(session.pages(), link) and page != PLANS:
        if len(found.places) == MOST_PLACES:
            _tell(_("A plan can have at most {most} places. Split it into two plans.").format(most=number(MOST_PLACES)))
            return
        put(found.with_place(Place(link)))
        text = _("Added to the plan as place {place}.")
        if Page(page).written().left_out:
            text = _(
                "Added to the plan as place {place}. Its text is too long for a link, so the default text is used."
            )
        _tell(text.format(place=number(len(found.places) + 1)))


def _tell(text: str) -> None:
    session_state.put(_TOLD, (session_state.value(_TOLD, (0, ""))[0] + 1, text))


def _take_over(told: object) -> bool:
    """The plan of a former visit: the one that there is, or one that can be brought back. Whether that is news."""
    if not isinstance(told, str) or told in (value(), *_before()):
        return False
    try:
        plan_of(told)
    except ValueError:
        return False
    if value():
        session_state.put(_BEFORE, [told, *_before()])
    else:
        session_state.put(_NOW, told)
        session_state.put(_CHANGES, changes() + 1)
    return True


def _before() -> list[str]:
    found: list[str] = session_state.value(_BEFORE, [])
    return found


def _remember(former: str) -> None:
    if former and former not in _before()[-1:]:
        session_state.put(_BEFORE, [*_before(), former][-_MOST_BEFORE:])
