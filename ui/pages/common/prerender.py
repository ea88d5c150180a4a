"""What comes with a page before the app is there: a component of it, with what its address asks for."""

from collections.abc import Mapping

from ui.base.i18n import language_tag
from ui.base.query_parameters import read, renamed
from ui.components import styles
from ui.components.contract import First
from ui.lessons.contract import Lesson
from ui.player.stylesheets import colours, player_styles
from ui.state.page_spec import Spec
from ui.state.shared_parameters import EVERYWHERE

Query = Mapping[str, str]

_FONTS = '--st-font: "First Sans", sans-serif; --st-code-font: "First Code", monospace;'


def asked(page: Spec, query: Query, others: Mapping[str, object]) -> Query | None:
    """What an address asks a page for, apart from what a component reads itself; None where the app has to answer.

    `others` is what an address may say besides, as of a training. What the app would tell of, and what holds on all
    pages but the language, is the app's.
    """
    query = renamed(page.parameters, query)
    if query.keys() - page.named.keys() - others.keys() - {"lang"}:
        return None
    if read(page.parameters, query).problems or read(EVERYWHERE, query).problems:
        return None
    played = {one.name for one in page.parameters if one.played}
    return {name: value for name, value in query.items() if name not in played | {"lang"}}


def with_player(title: str, lesson: Lesson, *keys: str) -> First:
    """A player below a title, until the app has drawn its own in an element of one of these keys."""
    return {
        **_drawn(title, player_styles(), keys),
        "component": "player/streamlit_host.js",
        "isStage": True,
        "root": "player",
        "data": lesson,
        "steps": lesson["steps"],
    }


def with_component(name: str, title: str, data: object, *keys: str, above: tuple[str, str] | None = None) -> First:
    """The component whose folder has that name, likewise, perhaps below a text, after what that is."""
    return {
        **_drawn(title, styles("components/tokens.css", f"components/{name}/{name}.css"), keys),
        "component": f"components/{name}/{name}.js",
        "root": name.replace("_", "-"),
        "data": data,
        "above": above,
    }


def with_course(title: str, sheets: str, data: object, *keys: str) -> First:
    """A chapter of a course, likewise, with its own styles; a player stands apart in it."""
    return {
        **_drawn(title, sheets, keys),
        "component": "course/browser/streamlit_host.js",
        "root": "course",
        "apart": player_styles(),
        "data": data,
    }


def _drawn(title: str, sheets: str, keys: tuple[str, ...]) -> First:
    return {
        "title": title,
        "language": language_tag(),
        "styles": f":host {{ {colours()} {_FONTS} }}\n{sheets}\n{styles('components/prerendered.css')}",
        "above": None,
        "component": "",
        "root": "",
        "apart": "",
        "isStage": False,
        "data": None,
        "steps": 0,
        "keys": list(keys),
    }
