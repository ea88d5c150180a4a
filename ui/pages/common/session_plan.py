"""The plan of a session: what it is now, how it is changed, and what of it stands on every page."""

from urllib.parse import quote, urlencode

import streamlit as st

from ui.base import session_state
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.query_parameters import fits_in_url
from ui.base.streamlit_internals.appearance import style_tags
from ui.base.typed_text import typed_lines
from ui.classroom.plans.bundled import plan_of
from ui.classroom.plans.component import plan as plan_component
from ui.classroom.plans.plan import PLANS_PAGE, Plan, Slide
from ui.classroom.plans.slide_links import normalize_link, page_and_query, page_exists
from ui.classroom.plans.slide_question import slide_question
from ui.classroom.plans.slide_text import plain_text
from ui.classroom.plans.writer import to_link
from ui.classroom.teacher.contract import SlideNote
from ui.components.contract import PlanState
from ui.state import session
from ui.state.page_spec import PageSpec
from ui.state.session import PageState
from ui.state.shared_parameters import MOST_PLACES

_NOW = "bpe_lab_plan_now"  # the plan as a link has it, which is no matter of the browser's way back
_BEFORE = "bpe_lab_plan_before"  # what can be brought back, the newest last
_CHANGES = "bpe_lab_plan_changes"  # how often it was changed by other than its own fields
_START = "bpe_lab_plan_start"  # how often it was to be presented
_SHARES = "bpe_lab_plan_shares"  # how often it was to go to another device
_TOLD = "bpe_lab_plan_told"  # how often something was said of an addition, and what at last
_MISSING = "bpe_lab_plan_missing"  # the code that led to no plan
_MOST_BEFORE = 50


def packed_plan() -> str:
    """The plan as an address has it; empty where none was begun."""
    found: str = session_state.get(_NOW, "")
    return found


def plan() -> Plan:
    """The plan that there is, in the reader's language."""
    return plan_of(packed_plan())


def set_plan(new: Plan | str) -> None:
    """Have this plan, or the one that a link has so. Its fields are drawn anew. For callbacks."""
    _push_undo(packed_plan())
    session_state.put(_NOW, to_link(new) if isinstance(new, Plan) else new)
    session_state.put(_CHANGES, changes() + 1)
    session_state.pop(_MISSING)


def update_plan(new: Plan) -> None:
    """Have this plan, as a field of it says: it is drawn as it is. For callbacks."""
    _push_undo(packed_plan())
    session_state.put(_NOW, to_link(new))


def undo_change() -> None:
    """Have the plan that was there before. For callbacks."""
    before = _before()
    if before:
        session_state.put(_NOW, before[-1])
        session_state.put(_BEFORE, before[:-1])
        session_state.put(_CHANGES, changes() + 1)


def _take_from_query(page: PageState) -> None:
    """Have the plan that the address brought: a link opens it once, and then it is the learner's own."""
    brought: str = page["plan"]
    if brought:
        page.reset("plan")
        if brought != packed_plan():
            set_plan(brought)


def missing_code() -> str:
    """The code that the address had and that leads to no plan; empty where there is none such."""
    found: str = session_state.get(_MISSING, "")
    return found


def can_undo() -> bool:
    """Whether there was another before."""
    return bool(_before())


def changes() -> int:
    """How often the plan was changed by other than its own fields, whose keys have this number."""
    count: int = session_state.get(_CHANGES, 0)
    return count


def start_presentation() -> None:
    """Have it presented, from its first place on. For callbacks."""
    session_state.put(_START, session_state.get(_START, 0) + 1)


def share_plan() -> None:
    """Have the browser show how to open it on another device. For callbacks."""
    session_state.put(_SHARES, session_state.get(_SHARES, 0) + 1)


def end_presentation() -> None:
    """Have it presented no more. For callbacks."""
    session.global_state().set(place=0)


def current_slide() -> int:
    """The place that is presented, from 1 on; 0 where none is."""
    place: int = session.global_state()["place"]
    return place if place <= len(plan().slides) else 0


def slide_note() -> SlideNote | None:
    """What the teacher's page of a class tells of the place that is presented, and phones of its text."""
    number = current_slide()
    if not number:
        return None
    found = plan()
    place, *others = found.slides[number - 1 :]
    page, query = page_and_query(place.link)
    step = query.get("step", "")
    return {
        "place": number,
        "title": _slide_title(place),
        "note": place.note,
        "text": place.text or ("" if _has_stage(page) else _slide_title(place)),
        "next": _slide_title(others[0]) if others else "",
        "step": int(step) if step.isascii() and step.isdecimal() and len(step) < 8 else -1,
        "asks": slide_question(packed_plan(), number),
        "minutes": place.minutes,
        "total": found.minutes,
    }


def _has_stage(page: str) -> bool:
    """Whether a page is presented in a stage of its own, a player's or a chapter's deck, which leads phones itself."""
    return page in session.pages() and "present" in session.pages()[page].parameters_by_name


def _slide_title(place: Slide) -> str:
    if place.title or place.text:
        return place.title or plain_text(typed_lines(place.text)[0])
    page = page_and_query(place.link)[0]
    return _(session.pages()[page].title) if page in session.pages() else page


def plan_controls(page: PageState) -> None:
    """What a page has of the plan: the way to add it, or from place to place."""
    if page.name == PLANS_PAGE:
        _take_from_query(page)
    here = current_slide()
    if here and not _has_stage(page.name):
        st.html(style_tags("presentation"))
    found = plan()
    tellings, said = session_state.get(_TOLD, (0, ""))
    labels = {
        "plan": _("The plan being presented"),
        "add": _("Add to the plan"),
        "addTitle": _("Adds what this page shows now to the end of your plan"),
        "where": _("{place} of {places}"),
        "back": _("Previous slide (key: Page Up)"),
        "next": _("Next slide (key: Page Down)"),
        "end": _("End"),
        "copyLink": _("Copy link"),
        "copied": _("Link copied."),
        "copyThis": _("Copy this link:"),
        "hostNamed": _("It uses {host}, where others can reach this server."),
        "nameHost": _("Copy with {host}"),
        "onPhone": _("Open on a phone"),
        "code": _("The plan’s code"),
        "join": _("Scan the QR code with a phone, or open:"),
        "address": _("Address phones can reach"),
        "keeps": _("The link works for 12 hours. It opens a copy of the plan, with your notes and the answers."),
        "close": _("Close"),
        "noServer": _("The server isn’t answering. Try again once it is back; nothing you typed is lost."),
        "refused": _("The server can’t keep this plan: {message}"),
    }
    data: PlanState = {
        "session": session.session_name(),
        "plan": packed_plan(),
        "isBegun": bool(packed_plan()) and page.name != PLANS_PAGE,
        "told": said,
        "tellings": tellings,
        "link": f"{PLANS_PAGE}?plan={quote(packed_plan())}"
        if page.name == PLANS_PAGE and packed_plan() and fits_in_url(packed_plan())
        else "",
        "shares": session_state.get(_SHARES, 0),
        "code": page["code"] if page.name == PLANS_PAGE else "",
        "place": here,
        "title": _slide_title(found.slides[here - 1]) if here else "",
        "isPage": bool(here) and page.name != PLANS_PAGE and not _has_stage(page.name),
        "start": session_state.get(_START, 0),
        "addresses": [_slide_url(place) for place in found.slides],
        "own": [name for name in session.global_state() if name != "place"],
        "labels": labels,  # type: ignore[typeddict-item]
    }
    plan_component(data, on_add=_add_slide, on_end=end_presentation, on_kept=_restore, on_brought=_bring)


def _slide_url(place: Slide) -> str:
    """Where a place is presented; empty where it is not there any more."""
    if not place.link:
        return PLANS_PAGE
    pages = session.pages()
    if not page_exists(pages, place.link):
        return ""
    page, query = page_and_query(place.link)
    if _has_stage(page):
        query = {"present": "1", **query}
    first: PageSpec = next(iter(pages.values()))
    return f"{'./' if page == first.name else page}{'?' if query else ''}{urlencode(query)}"


def _add_slide(told: object) -> None:
    """One more place: where the browser is."""
    found = plan()
    try:
        if not isinstance(told, str):
            return
        link = normalize_link(told, [*session.global_state(), "present"])
    except ValueError:
        return
    page = page_and_query(link)[0]
    if page_exists(session.pages(), link) and page != PLANS_PAGE:
        if len(found.slides) == MOST_PLACES:
            _show_message(
                _("A plan can have at most {most} slides. Split it into two plans.").format(
                    most=localized_number(MOST_PLACES)
                )
            )
            return
        set_plan(found.with_slide(Slide(link)))
        text = _("Added to the plan as slide {place}.")
        if PageState(page).query().omitted:
            text = _(
                "Added to the plan as slide {place}. Its text is too long for a link, so the default text is used."
            )
        _show_message(text.format(place=localized_number(len(found.slides) + 1)))


def _show_message(text: str) -> None:
    session_state.put(_TOLD, (session_state.get(_TOLD, (0, ""))[0] + 1, text))


def _restore(told: object) -> bool:
    """The plan of a former visit: the one that there is, or one that can be brought back. Whether that is news."""
    if not isinstance(told, str) or told in (packed_plan(), *_before()):
        return False
    try:
        plan_of(told)
    except ValueError:
        return False
    if packed_plan():
        session_state.put(_BEFORE, [told, *_before()])
    else:
        session_state.put(_NOW, told)
        session_state.put(_CHANGES, changes() + 1)
    return True


def _bring(told: object) -> bool:
    """The plan that the server had under the code in the address, or that it has none. Whether that is news."""
    page = PageState(PLANS_PAGE)
    code: str = page["code"]
    if not isinstance(told, dict) or not code or told.get("code") != code:
        return False
    page.reset("code")
    packed = told.get("plan")
    try:
        if not isinstance(packed, str) or not packed:
            raise ValueError(packed)
        plan_of(packed)
    except ValueError:
        session_state.put(_MISSING, code)
    else:
        set_plan(packed)
    return True


def _before() -> list[str]:
    found: list[str] = session_state.get(_BEFORE, [])
    return found


def _push_undo(former: str) -> None:
    if former and former not in _before()[-1:]:
        session_state.put(_BEFORE, [*_before(), former][-_MOST_BEFORE:])
