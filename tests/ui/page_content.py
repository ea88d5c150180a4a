"""All that a page shows, as far as it can be known without a browser."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.ui.app_pages import data_of, player
from ui.course.chapter_files import chapters_by_key, course, topics
from ui.pages.course.payload import chapter_payload

READ = ("caption", "code", "dataframe", "header", "markdown", "number_input", "subheader", "text_area", "text_input")
OF_NO_PAGE = re.compile("address_bar|keeper|language|player")


def on_page(app: AppTest, query: Mapping[str, str]) -> str:
    """All texts of a page that an address opened, a line each.

    Of a player the step that the address names; else all of them, as whoever is there goes through them.
    """
    return "\n".join(line.replace("\n", " ") for line in _lines(app, query))


def _lines(app: AppTest, query: Mapping[str, str]) -> Iterator[str]:
    lesson = player(app)
    if lesson:
        steps = [lesson["step"]] if "step" in query else range(len(lesson["frames"]))
        for step in steps:
            yield from _of_frame(lesson, step, query.get("view") or lesson["usual"])
    for node in app.get("html"):
        yield unescape(re.sub("<style>.*?</style>|<[^>]*>", " ", node.proto.body, flags=re.DOTALL))
    for kind in READ:
        for node in getattr(app, kind):
            yield from map(str, node.value.to_numpy().ravel() if kind == "dataframe" else [node.value])
    for node in app.get("bidi_component"):
        if not OF_NO_PAGE.search(node.proto.component_name):
            data = data_of(node.proto)
            yield from _texts(data)
            if "chapters" in data:  # the browser fetches the one that is shown
                shown = course() if data["chapters"].endswith("/course/") else topics()
                yield from _texts(chapter_payload(shown, chapters_by_key(shown)[data["at"]["key"]]))


def _of_frame(lesson: Mapping[str, Any], step: int, view: str) -> Iterator[str]:
    frame = lesson["frames"][step - lesson["first"]]
    tokens = [{"symbols": token[0], "ids": str(token[2])}.get(view, token[1]) for token in lesson["tokens"]]
    for row in frame["words"] + frame["places"] + frame["changed"]:
        yield row["label"]
        yield from [tokens[number] for number in row["tokens"]]
        yield "".join(tokens[number] for number in row["tokens"])
        yield "".join(lesson["tokens"][number][1] for number in row["tokens"])
    for row in frame["candidates"]:
        yield from (*(tokens[number] for number in row["pair"]), row["value"], _named(row["tally"], tokens))
    for number, below in frame["chips"]:
        yield from (tokens[number], below)
    for past in lesson["merges"][: step - lesson["firstMerge"]]:
        yield from (*(tokens[number] for number in past["parts"]), past["value"], _named(past["sum"], tokens))
    yield from (_named(text, tokens) for text in (frame["done"], frame["next"], *frame["titles"]))


def _named(text: str, tokens: list[str]) -> str:
    """A sentence with the tokens that its marks name."""
    return re.sub(
        "\ue000([0-9 ]+)\ue001", lambda mark: " + ".join(tokens[int(number)] for number in mark[1].split()), text
    )


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)
