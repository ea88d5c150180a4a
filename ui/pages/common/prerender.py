"""Prerendering: the part of a page that works before the app has loaded."""

from collections.abc import Mapping

from ui.base.i18n import language_tag
from ui.base.query_parameters import parse_query, with_current_names
from ui.components import read_styles
from ui.components.contract import Prerendered
from ui.lessons.contract import Lesson
from ui.player.stylesheets import player_styles
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import GLOBAL_PARAMETERS

Query = Mapping[str, str]

_FONTS = '--sans: "BPE Lab Marks", "First Sans", sans-serif; --code: "BPE Lab Marks", "First Code", monospace;'


def parse_for_prerender(page: PageSpec, query: Query, others: Mapping[str, object]) -> Query | None:
    """Return the part of a query that a page prerenders, without what components read themselves.

    `others` are further parameters that the query may contain, such as those of a training. Returns None if the app
    must answer itself, because it would report problems or use parameters that apply to all pages, except the language.
    """
    query = with_current_names(page.parameters, query)
    if query.keys() - page.parameters_by_name.keys() - others.keys() - {"lang"}:
        return None
    if parse_query(page.parameters, query).problems or parse_query(GLOBAL_PARAMETERS, query).problems:
        return None
    played = {parameter.name for parameter in page.parameters if parameter.played}
    return {name: value for name, value in query.items() if name not in played | {"lang"}}


def prerender_player(title: str, lesson: Lesson, *keys: str) -> Prerendered:
    """Return a player below a title, until the app has drawn its own in an element with one of these keys."""
    return {
        **_base_payload(title, player_styles(), keys),
        "component": "player/streamlit_host.js",
        "isStage": True,
        "root": "player",
        "data": lesson,
        "steps": lesson["steps"],
    }


def prerender_component(
    name: str, title: str, data: object, *keys: str, above: tuple[str, str, str] | None = None
) -> Prerendered:
    """Return a component, by the name of its folder, below a title and perhaps a text."""
    base = _base_payload(title, read_styles("components/tokens.css", f"components/{name}/{name}.css"), keys)
    return {
        **base,
        "styles": base["styles"] + (read_styles("components/prerendered_text.css") if above else ""),
        "component": f"components/{name}/{name}.js",
        "root": name.replace("_", "-"),
        "data": data,
        "above": above,
    }


def prerender_course(title: str, sheets: str, data: object, *keys: str) -> Prerendered:
    """Return a chapter of a course below a title, with its own styles; a player in it is isolated."""
    base = _base_payload(title, sheets, keys)
    return {
        **base,
        "styles": base["styles"] + read_styles("components/prerendered_reading.css"),
        "component": "course/browser/streamlit_host.js",
        "root": "course",
        "apart": player_styles(),
        "data": data,
    }


def _base_payload(title: str, sheets: str, keys: tuple[str, ...]) -> Prerendered:
    return {
        "title": title,
        "language": language_tag(),
        "styles": f":host {{ {_FONTS} }}\n{sheets}\n{read_styles('components/prerendered.css')}",
        "above": None,
        "component": "",
        "root": "",
        "apart": "",
        "isStage": False,
        "data": None,
        "steps": 0,
        "keys": list(keys),
    }
