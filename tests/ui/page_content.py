"""The content of a page, as far as it can be read without a browser."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.ui.app_pages import data_of, player
from ui.course.chapter_files import chapters_by_key, course, topics
from ui.pages.course.payload import chapter_payload

READ = ("caption", "code", "dataframe", "header", "markdown", "number_input", "subheader", "text_area", "text_input")
OF_NO_PAGE = re.compile("address_bar|keeper|language|plan|player|teacher")


def page_text(app: AppTest, query: Mapping[str, str]) -> str:
    """Return all texts of a page opened by a URL, one per line.

    Of a player, only the step in the URL; if there is none, all steps.
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
            if "chapters" in data:  # the browser fetches the current chapter
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
    """Replace the marks in a sentence by the tokens that they name."""
    return re.sub(
        "\ue000([0-9 ]+)\ue001", lambda mark: " + ".join(tokens[int(number)] for number in mark[1].split()), text
    )


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)


Rows = list[tuple[str, ...]]


def rows_by_place(app: AppTest, query: Mapping[str, str]) -> dict[str, Rows]:
    """Return the content of a page by place: rows of cells, or one cell with a sentence.

    Of a player, only the current step: a visitor who opens the page sees no other.
    """
    found: dict[str, Rows] = defaultdict(list)
    lesson = player(app)
    if lesson:
        _of_player(found, lesson, query.get("view") or lesson["usual"])
    for node in app.get("html"):
        _of_html(found, node.proto.body)
    for kind in ("caption", "markdown", "subheader"):
        found["text"] += [(str(node.value),) for node in getattr(app, kind)]
    found["field"] += [(str(node.value),) for kind in ("number_input", "text_area") for node in getattr(app, kind)]
    for node in app.code:
        found["file"] += [(line,) for line in node.value.splitlines()]
    for node in app.get("bidi_component"):
        name = node.proto.component_name.removeprefix("bpe_lab_")
        if name in _OF_COMPONENT:
            _OF_COMPONENT[name](found, data_of(node.proto), query.get("view") or "text")
        elif name == "course":
            data = data_of(node.proto)
            shown = course() if data["chapters"].endswith("/course/") else topics()
            payload = chapter_payload(shown, chapters_by_key(shown)[data["at"]["key"]])
            found["text"] += [(text,) for text in _texts(payload)]
    return found


def _of_player(found: dict[str, Rows], lesson: Mapping[str, Any], view: str) -> None:
    step = lesson["step"]
    frame = lesson["frames"][step - lesson["first"]]
    tokens = [{"symbols": token[0], "ids": str(token[2])}.get(view, token[1]) for token in lesson["tokens"]]

    def named(text: str) -> str:
        return _named(text, tokens).replace("\n", " ")

    for row in frame["words"]:
        label = row["label"].removesuffix(" ×").replace(",", "")
        found["words"].append((*(tokens[number] for number in row["tokens"]), *([label] if label else [])))
    for row in frame["words"] + frame["places"]:
        found["tokens"] += [(tokens[number],) for number in row["tokens"]]
        found["line"].append(("".join(lesson["tokens"][number][1] for number in row["tokens"]),))
    for row in frame["candidates"]:
        pair = tuple(tokens[number] for number in row["pair"])
        found["pairs"].append((*pair, row["value"]))
        found["sums"].append((*pair, named(row["tally"])))
    for number, below in frame["chips"]:
        found["dropped" if number in frame["dropped"] else "vocabulary"].append((tokens[number],))
        found["ids"].append((below,))
    for past in lesson["merges"][: step - lesson["firstMerge"]]:
        pair = tuple(tokens[number] for number in past["parts"])
        found["merges"].append((*pair, *([] if past["made"] is None else [tokens[past["made"]]])))
        found["merge values"].append((*pair, past["value"]))
    found["text"] += [(named(text),) for text in (frame["done"], frame["next"], *frame["titles"]) if text]


def _of_html(found: dict[str, Rows], body: str) -> None:
    body = re.sub("<style>.*?</style>", "", body, flags=re.DOTALL)
    for row in re.findall("<tr>(.*?)</tr>", body, re.DOTALL):
        found["table"].append(tuple(map(_plain, re.findall("<t[dh].*?>(.*?)</t[dh]>", row, re.DOTALL))))
    for name, value in re.findall("<dt.*?>(.*?)</dt><dd.*?>(.*?)</dd>", body, re.DOTALL):
        found["byte"].append((_plain(name), _plain(value)))
    for paragraph in re.split("</?(?:p|h2|div|li|span)[^>]*>", body):
        if _plain(paragraph):
            found["text"].append((_plain(paragraph),))


def _of_chunks(found: dict[str, Rows], data: Mapping[str, Any], _view: str) -> None:
    for panel in data["panels"]:
        found["chunks"] += [(piece[0],) for piece in panel["pieces"]]
        found["text"].append((panel["summary"],))


def _of_token_view(found: dict[str, Rows], data: Mapping[str, Any], view: str) -> None:
    for panel in data["panels"]:
        found["count"].append((panel["count"],))
        for number in panel["tokens"]:
            token_id, text = panel["kinds"][number][:2]
            found["tokens"].append((panel["symbols"][number] if view == "symbols" else text,))
            found["ids"].append((str(token_id),))


def _of_token_table(found: dict[str, Rows], data: Mapping[str, Any], _view: str) -> None:
    for row in data["rows"]:
        for cell in row["cells"]:
            found["cells"].append((row["title"], *(token[0] for token in cell["tokens"])))
            found["text"].append((f"{cell.get('call', '')} {cell['count']}".strip(),))


def _of_method_matrix(found: dict[str, Rows], data: Mapping[str, Any], _view: str) -> None:
    for column in data["columns"]:
        found["count"].append((column["name"], column["count"]))
    for row in data["rows"]:
        for cell in row["cells"]:
            found["cells"].append((f"{row['word']} ({row['note']})", *(token[0] for token in cell["tokens"])))
            found["text"].append((cell["count"],))


def _of_text_path(found: dict[str, Rows], data: Mapping[str, Any], _view: str) -> None:
    for item in data["items"]:
        for row, cell, _below in item["cells"]:
            found[("characters", "code points", "bytes", "symbols", "tokens", "ids")[row]].append((cell,))


def _of_vocabulary(found: dict[str, Rows], data: Mapping[str, Any], view: str) -> None:
    if "said" in data:
        found["text"] += [(text,) for text in data["said"][view]]
    for row in data.get("rows", ()):
        found["vocabulary"].append((row["names"][view],))


_OF_COMPONENT = {
    "chunks": _of_chunks,
    "token_view": _of_token_view,
    "token_table": _of_token_table,
    "method_matrix": _of_method_matrix,
    "text_path": _of_text_path,
    "token_list": _of_vocabulary,
    "merge_tree": _of_vocabulary,
}


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", "", html)).split())


def rows_of(shown: Sequence[tuple[str, ...]], parts: Sequence[str]) -> bool:
    """Return whether these parts, in order, are complete rows of a place, each used at most once."""
    rows = list(shown)
    start = 0
    while start < len(parts):
        fitting = [row for row in rows if row and tuple(parts[start : start + len(row)]) == row]
        if not fitting:
            return False
        rows.remove(max(fitting, key=len))
        start += len(max(fitting, key=len))
    return True
