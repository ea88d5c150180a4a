"""The lesson plan of a session: what it is, how it changes, and its controls on every page."""

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

_PLAN = "bpe_lab_plan_now"  # the plan as in a link; not part of the browser's history
_UNDO = "bpe_lab_plan_before"  # states to undo to, the newest last
_CHANGES = "bpe_lab_plan_changes"  # number of changes from outside its own fields
_START = "bpe_lab_plan_start"  # number of presentations started
_SHARES = "bpe_lab_plan_shares"  # number of times it was shared with another device
_MESSAGE = "bpe_lab_plan_message"  # number of messages about additions, and the last one
_MISSING = "bpe_lab_plan_missing"  # the code for which the server has no plan
_MAX_UNDO = 50


def packed_plan() -> str:
    """Return the plan in the form of a link; empty if there is none."""
    packed: str = session_state.get(_PLAN, "")
    return packed


def plan() -> Plan:
    """Return the current plan, in the reader's language."""
    return plan_of(packed_plan())


def set_plan(new: Plan | str) -> None:
    """Replace the plan, which may be in the form of a link, and redraw its fields. For callbacks."""
    _push_undo(packed_plan())
    session_state.put(_PLAN, to_link(new) if isinstance(new, Plan) else new)
    session_state.put(_CHANGES, change_count() + 1)
    session_state.pop(_MISSING)


def update_plan(new: Plan) -> None:
    """Replace the plan after a change in one of its fields, without redrawing them. For callbacks."""
    _push_undo(packed_plan())
    session_state.put(_PLAN, to_link(new))


def undo_change() -> None:
    """Undo the last change of the plan. For callbacks."""
    before = _undo_history()
    if before:
        session_state.put(_PLAN, before[-1])
        session_state.put(_UNDO, before[:-1])
        session_state.put(_CHANGES, change_count() + 1)


def _load_from_query(page: PageState) -> None:
    """Load the plan from the URL, once; after that, it is the learner's own."""
    packed: str = page["plan"]
    if packed:
        page.reset("plan")
        if packed != packed_plan():
            set_plan(packed)


def missing_code() -> str:
    """Return the code in the URL that leads to no plan; empty if there is none."""
    code: str = session_state.get(_MISSING, "")
    return code


def can_undo() -> bool:
    """Return whether there is a change to undo."""
    return bool(_undo_history())


def change_count() -> int:
    """Return the number of changes from outside the plan's own fields; it is part of their keys."""
    count: int = session_state.get(_CHANGES, 0)
    return count


def start_presentation() -> None:
    """Present the plan from its first slide on. For callbacks."""
    session_state.put(_START, session_state.get(_START, 0) + 1)


def share_plan() -> None:
    """Show in the browser how to open the plan on another device. For callbacks."""
    session_state.put(_SHARES, session_state.get(_SHARES, 0) + 1)


def end_presentation() -> None:
    """End the presentation. For callbacks."""
    session.global_state().set(place=0)


def current_slide() -> int:
    """Return the number of the presented slide, from 1; 0 if none is presented."""
    place: int = session.global_state()["place"]
    return place if place <= len(plan().slides) else 0


def slide_note() -> SlideNote | None:
    """Return the presented slide's data for the teacher's page of a class, and its text for phones."""
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
        "text": place.text or ("" if _can_present(page) else _slide_title(place)),
        "next": _slide_title(others[0]) if others else "",
        "step": int(step) if step.isascii() and step.isdecimal() and len(step) < 8 else -1,
        "asks": slide_question(packed_plan(), number),
        "minutes": place.minutes,
        "total": found.minutes,
        "slides": [(_slide_title(slide), slide.minutes) for slide in found.slides],
    }


def _can_present(page: str) -> bool:
    """Return whether a page has its own presentation mode, a player's or a chapter's deck, which also leads phones."""
    return page in session.pages() and "present" in session.pages()[page].parameters_by_name


def _slide_title(place: Slide) -> str:
    if place.title or place.text:
        return place.title or plain_text(typed_lines(place.text)[0])
    page = page_and_query(place.link)[0]
    return _(session.pages()[page].title) if page in session.pages() else page


def plan_controls(page: PageState) -> None:
    """Show a page's controls for the plan: a button to add the page, or navigation between slides."""
    if page.name == PLANS_PAGE:
        _load_from_query(page)
    here = current_slide()
    if here and not _can_present(page.name):
        st.html(style_tags("presentation"))
    found = plan()
    messages, message = session_state.get(_MESSAGE, (0, ""))
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
        "message": message,
        "messages": messages,
        "link": f"{PLANS_PAGE}?plan={quote(packed_plan())}"
        if page.name == PLANS_PAGE and packed_plan() and fits_in_url(packed_plan())
        else "",
        "shares": session_state.get(_SHARES, 0),
        "code": page["code"] if page.name == PLANS_PAGE else "",
        "place": here,
        "title": _slide_title(found.slides[here - 1]) if here else "",
        "isPage": bool(here) and page.name != PLANS_PAGE and not _can_present(page.name),
        "start": session_state.get(_START, 0),
        "addresses": [_slide_url(place) for place in found.slides],
        "own": [name for name in session.global_state() if name != "place"],
        "labels": labels,  # type: ignore[typeddict-item]
    }
    plan_component(data, on_add=_add_slide, on_end=end_presentation, on_kept=_restore, on_brought=_load_from_server)


def _slide_url(place: Slide) -> str:
    """Return the URL at which a slide is presented; empty if its target no longer exists."""
    if not place.link:
        return PLANS_PAGE
    pages = session.pages()
    if not page_exists(pages, place.link):
        return ""
    page, query = page_and_query(place.link)
    if _can_present(page):
        query = {"present": "1", **query}
    first: PageSpec = next(iter(pages.values()))
    return f"{'./' if page == first.name else page}{'?' if query else ''}{urlencode(query)}"


def _add_slide(sent: object) -> None:
    """Add a slide with the browser's current URL."""
    found = plan()
    try:
        if not isinstance(sent, str):
            return
        link = normalize_link(sent, [*session.global_state(), "present"])
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
    session_state.put(_MESSAGE, (session_state.get(_MESSAGE, (0, ""))[0] + 1, text))


def _restore(sent: object) -> bool:
    """Restore the plan of an earlier visit, or keep it for undo. Returns whether anything changed."""
    if not isinstance(sent, str) or sent in (packed_plan(), *_undo_history()):
        return False
    try:
        plan_of(sent)
    except ValueError:
        return False
    if packed_plan():
        session_state.put(_UNDO, [sent, *_undo_history()])
    else:
        session_state.put(_PLAN, sent)
        session_state.put(_CHANGES, change_count() + 1)
    return True


def _load_from_server(sent: object) -> bool:
    """Load the server's plan for the code in the URL, or note that there is none. Returns whether anything changed."""
    page = PageState(PLANS_PAGE)
    code: str = page["code"]
    if not isinstance(sent, dict) or not code or sent.get("code") != code:
        return False
    page.reset("code")
    packed = sent.get("plan")
    try:
        if not isinstance(packed, str) or not packed:
            raise ValueError(packed)
        plan_of(packed)
    except ValueError:
        session_state.put(_MISSING, code)
    else:
        set_plan(packed)
    return True


def _undo_history() -> list[str]:
    history: list[str] = session_state.get(_UNDO, [])
    return history


def _push_undo(former: str) -> None:
    if former and former not in _undo_history()[-1:]:
        session_state.put(_UNDO, [*_undo_history(), former][-_MAX_UNDO:])
