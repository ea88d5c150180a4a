"""The widgets of Lesson plans: start a plan, edit its slides, save it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import streamlit as st

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import current_language, localized_number
from ui.base.i18n import gettext as _
from ui.base.query_parameters import fits_in_url
from ui.base.streamlit_internals.appearance import uploader_translations
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.base.typed_text import typed_lines
from ui.base.upload_limits import MAX_UPLOAD_MEGABYTES
from ui.classroom.plans import plan as bounds
from ui.classroom.plans.bundled import BUNDLED as PLANS
from ui.classroom.plans.bundled import plan_of
from ui.classroom.plans.parser import parse_file
from ui.classroom.plans.plan import Kind, Plan, Slide, SlideQuestion
from ui.classroom.plans.slide_links import link_problems, normalize_link, page_and_query
from ui.classroom.plans.slide_question import slide_question
from ui.classroom.plans.writer import to_link, to_toml
from ui.components.notice import show_alert, show_error
from ui.pages.common import navigation, session_plan
from ui.pages.common.text_controls import download_button
from ui.pages.plans import labels
from ui.pages.plans.export import PLAN_FORMS, plan_file
from ui.pages.plans.view import TOKEN_STYLE, plan_overview, ruler, slide_in_list, titles_of
from ui.player.file_formats import FILE_FORMATS
from ui.state import session
from ui.state.session import PageState
from ui.state.shared_parameters import MOST_PLACES

_UPLOADS = "plans_uploads"  # number of files uploaded: part of the uploader's key, so that it is empty each time
_WRONG = "wrong"  # why the fields of a slide are invalid; the plan keeps its last valid state
_TITLE, _MORE = -2, -1  # not slides


def begin() -> None:
    """Show the bundled plans and the introduction, before there is a plan."""
    st.html(TOKEN_STYLE)
    with st.container(key="plans_ready"):
        for name in PLANS:
            with st.container(key=f"plans_ready_{name}"):
                _begin_with(name, width="stretch")
                st.html(plan_overview(plan_of(name), session.pages()))
        with st.container(key="plans_ready_own"):
            _begin_empty(width="stretch")
            st.write(
                _(
                    "A plan is a sequence of slides: pages of this app and texts of your own, each with a note for you "
                    "and, if you like, a question for the class. You present it as one deck: a clicker takes you from "
                    "slide to slide."
                )
            )
            st.html(plan_overview(_kinds_of_slides(), session.pages()))
            _open_file()


def _kinds_of_slides() -> Plan:
    """Return a plan with one slide of each kind."""
    return Plan(
        slides=(
            Slide("playground", title=_("A page of this app")),
            Slide("train", title=_("A page, with a question for the class"), question=SlideQuestion("pair")),
            Slide(title=_("A text of your own")),
        )
    )


def _offer_plans() -> None:
    """Offer the bundled plans, an empty one, and one from a file."""
    with st.container(horizontal=True):
        for name in PLANS:
            _begin_with(name)
        _begin_empty()
    _open_file()


def _begin_with(name: str, width: Literal["content", "stretch"] = "content") -> None:
    title = plan_of(name).title
    st.button(title, key=f"plans_begin_{name}", on_click=session_plan.set_plan, args=(name,), width=width)


def _begin_empty(width: Literal["content", "stretch"] = "content") -> None:
    st.button(_("Empty plan"), key="plans_begin", on_click=session_plan.set_plan, args=(Plan(),), width=width)


def _open_file() -> None:
    st.html(uploader_translations())
    upload = st.file_uploader(
        _("… or a saved plan (.toml)"),
        type="toml",
        key=f"plans_upload{session_state.get(_UPLOADS, 0)}.{session.session_name()}",
        max_upload_size=MAX_UPLOAD_MEGABYTES,
    )
    if upload is not None:
        try:
            opened = parse_file(upload.getvalue())
        except EngineError as error:
            show_error(error)
        else:
            session_state.put(_UPLOADS, session_state.get(_UPLOADS, 0) + 1)
            session_plan.set_plan(opened)
            st.rerun()


def edit(page: PageState, plan: Plan) -> None:
    """Show the plan, its slides one below the other, and the fields of the open one."""
    st.html(TOKEN_STYLE)
    with st.container(horizontal=True, key="plans_line", vertical_alignment="center"):
        places = sum(1 for place in plan.slides if not place.link or page_and_query(place.link)[0] in session.pages())
        st.button(
            _("Present"),
            type="primary",
            key="plans_present",
            icon=":material/slideshow:",
            disabled=not places,
            on_click=session_plan.start_presentation,
        )
        st.button(_("Undo"), key="plans_undo", disabled=not session_plan.can_undo(), on_click=session_plan.undo_change)
        st.download_button(
            _("Save to a file"), to_toml(plan), "plan.toml", "application/toml", key="plans_save", on_click="ignore"
        )
        st.button(_("Open on a phone"), key="plans_share", on_click=session_plan.share_plan)
        with st.popover(_("Keep a copy"), disabled=not places):
            _files(plan)
        with st.popover(_("Open another")):
            _offer_plans()
    if not fits_in_url(session_plan.packed_plan()):
        st.caption(_("The plan is too long for a link. Open it on a phone by its code, or save it to a file."))
    _plan_fields(plan)
    if plan.minutes:
        st.caption(_("Total: {minutes} min").format(minutes=localized_number(plan.minutes)))
        st.html(ruler(plan))
    with st.container(key="plans_slides"):
        for index in range(len(plan.slides)):
            with st.container(key=f"plans_place_{index}"):
                _card(page, plan, index)
    if not plan.slides:
        st.write(
            _(
                "No slides yet. Go to any page of the app, set up what it should show, and press “Add to the plan” at "
                "the top right. Or add text or a link here."
            )
        )
    _offer_new_slide(page, plan)


def _card(page: PageState, plan: Plan, index: int) -> None:
    """Show a slide; if it is open, with its fields."""
    slide = plan.slides[index]
    st.html(slide_in_list(slide, index + 1, session.pages()))
    for problem in link_problems(session.pages(), slide.link) if slide.link else ():
        show_alert(problem)
    if slide.question and slide.question.word and slide_question(session_plan.packed_plan(), index + 1) is None:
        show_alert(
            _(
                "“{word}” is cut inside a letter, so you can’t ask a class where. Choose another word, or "
                "another tokenizer."
            ).format(word=slide.question.word)
        )
    if page["at"] == index + 1:
        _slide_fields(plan, index)
        _order_buttons(page, plan, index)
    _open_or_close(page, index)


def _files(plan: Plan) -> None:
    """Offer the plan for the class, as downloads: on paper, or for a learning platform. Made in a worker process."""
    st.caption(_("For the class, without your notes. For paper, open the file and print it."))
    titles = titles_of(session.pages())
    for form in PLAN_FORMS:
        make = partial(session.trainings().call_in_worker, plan_file, to_link(plan), current_language(), titles, form)
        download_button(_(FILE_FORMATS[form].label), make, f"plan{FILE_FORMATS[form].ending}", key=f"plans_file_{form}")


def _open_or_close(page: PageState, index: int) -> None:
    is_open = page["at"] == index + 1

    def toggle() -> None:
        session_state.pop(_key(_WRONG, page["at"] - 1))  # the error belongs to the fields
        page.set(at=0 if is_open else index + 1)

    st.button(_("Done") if is_open else _("Edit"), key=f"plans_at_{index}", on_click=toggle, width="content")


def _key(name: str, index: int | None = None) -> str:
    return f"plans_{session_plan.change_count()}_{'' if index is None else index}_{name}"


def _typed_value(name: str, index: int | None = None) -> Any:
    return session_state.get(_key(name, index))


def _text(name: str, most: int, index: int | None = None) -> str:
    """Return a typed text. Raises EngineError if it is too long."""
    text = (_typed_value(name, index) or "").encode("utf-8", "replace").decode().strip()
    if len(text) > most:
        raise EngineError(
            "The text has {length:,} characters, but the limit is {limit:,}. Until you shorten it, the plan stays as "
            "it was.",
            length=len(text),
            limit=most,
        )
    return text


def _plan_fields(plan: Plan) -> None:
    def apply() -> None:
        _update_plan(_TITLE, lambda: replace(session_plan.plan(), title=_text("title", bounds.MAX_TITLE)))

    st.text_input(_("Plan title"), plan.title, key=_key("title"), on_change=apply, width=480)
    _show_problem(_TITLE)


def _update_plan(place: int, changed: Callable[[], Plan]) -> None:
    """Update the plan with what was typed, once it is valid."""
    try:
        session_plan.update_plan(changed())
        session_state.pop(_key(_WRONG, place))
    except EngineError as error:
        session_state.put(_key(_WRONG, place), error)


def _show_problem(place: int) -> None:
    """Show why typed values are not in the plan."""
    error: EngineError | None = session_state.get(_key(_WRONG, place))
    if error is not None:
        show_error(error)


def _slide_fields(plan: Plan, index: int) -> None:
    """Show the fields of a slide."""
    slide = plan.slides[index]

    def apply() -> None:
        _update_plan(index, lambda: session_plan.plan().with_changed(index, _slide_from_fields(index)))

    def key(name: str) -> dict[str, Any]:
        return {"key": _key(name, index), "on_change": apply}

    if slide.link:
        st.text_input(_("Link"), slide.link, **key("link"))
        page, query = page_and_query(slide.link)
        if page in session.pages():
            navigation.page_link(page, _("Open it"), query_params=query)
    else:
        st.text_area(_("Text for the class"), slide.text, **key("text"))
    line = st.container(horizontal=True)
    line.text_input(_("Title"), slide.title, width=320, **key("title"))
    line.number_input(_("Minutes"), 0, bounds.MINUTES[1], slide.minutes, width=160, **key("minutes"))
    st.text_area(
        _("Your note"),
        slide.note,
        help=_("It appears on this page only, never on the screen the room sees."),
        **key("note"),
    )
    question = slide.question or SlideQuestion("choice")
    names = labels.kinds()
    if slide.text:
        del names["pair"]
    options = list(names)
    kind = st.selectbox(
        _("Question for the class"),
        options,
        options.index(slide.question.kind if slide.question else None),
        format_func=names.__getitem__,
        width=320,
        **key("kind"),
    )
    _question_fields(kind, question, key)
    _show_problem(index)


def _question_fields(kind: Kind | None, question: SlideQuestion, key: Any) -> None:
    if kind == "choice":
        st.text_input(_("Question"), question.text, **key("question"))
        st.text_area(
            _("Two to six answers, one per line"),
            "\n".join(question.answers),
            **key("answers"),
        )
        names = [_("None: no right or wrong answer"), *question.answers]
        st.selectbox(
            _("Right answer"),
            range(len(names)),
            min(question.right, len(names) - 1),
            format_func=names.__getitem__,
            width=320,
            **key("right"),
        )
    if kind == "cut":
        line = st.container(horizontal=True)
        line.text_input(
            _("Word"),
            question.word,
            help=_("With a link to Encode you can leave this empty: it then uses the link’s word."),
            width=320,
            **key("word"),
        )
        line.selectbox(
            _("Tokenizer"),
            SHIPPED,
            SHIPPED.index(question.tokenizer) if question.tokenizer else 0,
            format_func=lambda name: TokenizerName(name).title,
            width=320,
            **key("with"),
        )
    if kind is not None:
        st.text_input(_("Explanation after the answer"), question.solution, **key("solution"))


def _slide_from_fields(index: int) -> Slide:
    """Return the slide defined by its fields. Raises EngineError while they are invalid."""
    former = session_plan.plan().slides[index]
    link, text = former.link, former.text
    if link:
        link = _parse_link(_text("link", bounds.MAX_LINK, index))
    else:
        text = _text("text", bounds.MAX_TEXT, index) or text  # a slide must not lose its text
    return Slide(
        link,
        text,
        _text("title", bounds.MAX_TITLE, index),
        _text("note", bounds.MAX_NOTE, index),
        _typed_value("minutes", index) or 0,
        _question_from_fields(index, link),
    )


def _question_from_fields(index: int, link: str) -> SlideQuestion | None:
    kind: Kind | None = _typed_value("kind", index)
    longest = bounds.MAX_QUESTION
    solution = _text("solution", longest, index)
    if kind == "choice":
        least, most = bounds.ANSWER_LIMITS
        lines = typed_lines(_text("answers", most * (longest + 1), index))
        answers = tuple(filter(None, (line.strip() for line in lines)))
        text, right = _text("question", longest, index), _typed_value("right", index) or 0
        if not text or not least <= len(answers) <= most or max(map(len, answers)) > longest:
            raise EngineError(
                "A choice needs a question and {least} to {most} answers, each on its own line. Until it has them, the "
                "plan stays as it was.",
                least=least,
                most=most,
            )
        return SlideQuestion(kind, text, answers, right if right <= len(answers) else 0, solution)
    if kind == "cut":
        least, most = bounds.WORD
        word = _text("word", most, index)
        if not word and page_and_query(link)[0] == bounds.ENCODE_PAGE:
            return SlideQuestion(kind, solution=solution)
        if not least <= len(word) <= most:
            raise EngineError(
                "A word to cut needs {least} to {most} characters. Until it has them, the plan stays as it was.",
                least=least,
                most=most,
            )
        return SlideQuestion(kind, word=word, tokenizer=_typed_value("with", index) or SHIPPED[0], solution=solution)
    return SlideQuestion(kind, solution=solution) if kind else None


def _parse_link(typed: str) -> str:
    try:
        link = normalize_link(typed, session.global_state())
    except ValueError:
        raise EngineError(
            "“{link}” isn’t a link to this app. Copy the address of one of its pages.", link=typed[:80]
        ) from None
    if page_and_query(link)[0] == bounds.PLANS_PAGE:
        raise EngineError("A slide can’t be the Lesson plans page, which would lead back to itself. Use another link.")
    return link


def _order_buttons(page: PageState, plan: Plan, index: int) -> None:
    """Move or remove a slide."""

    def move(to: int) -> None:
        session_plan.set_plan(session_plan.plan().with_moved(index, to))
        page.set(at=to + 1)

    def remove() -> None:
        session_plan.set_plan(session_plan.plan().without_slide(index))
        page.set(at=0)

    with st.container(horizontal=True):
        st.button(_("Move up"), key="plans_up", disabled=index == 0, on_click=move, args=(index - 1,))
        last = len(plan.slides) - 1
        st.button(_("Move down"), key="plans_down", disabled=index == last, on_click=move, args=(index + 1,))
        st.button(_("Remove"), key="plans_remove", on_click=remove)


def _offer_new_slide(page: PageState, plan: Plan) -> None:
    """Add a slide: a text, or a pasted link."""
    if len(plan.slides) >= MOST_PLACES:
        st.caption(
            _("A plan can have at most {most} slides. Split it into two plans.").format(
                most=localized_number(MOST_PLACES)
            )
        )
        return

    def add(slide: Slide) -> None:
        plan_now = session_plan.plan()
        index = page["at"] or len(plan_now.slides)  # after the open slide
        session_plan.set_plan(plan_now.with_slide(slide, index))
        page.set(at=index + 1)

    def add_link() -> None:
        try:
            typed = _text("more", bounds.MAX_LINK)
            if typed:
                add(Slide(_parse_link(typed)))
            else:
                session_state.pop(_key(_WRONG, _MORE))
        except EngineError as error:
            session_state.put(_key(_WRONG, _MORE), error)

    if 0 < page["at"] < len(plan.slides):
        note = _("New slides go below slide {place}, which is open.")
        st.caption(note.format(place=localized_number(page["at"])))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button(_("Add text"), key="plans_add_text", on_click=add, args=(Slide(text=_("A text for the class")),))
        st.text_input(
            _("Add link"),
            placeholder="train?scenario=hug&step=3",
            width=480,
            key=_key("more"),
            on_change=add_link,
        )
    _show_problem(_MORE)
