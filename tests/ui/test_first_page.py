"""The lesson that comes with the page Train, before the app is there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.ui.app_pages import Open, player
from ui.base.i18n import use_language
from ui.components.scripts import address
from ui.pages.train.first import first_lesson, scenario_of
from ui.scenarios import SCENARIOS
from ui.server.first_page import FirstPage
from ui.streamlit_inside.index import FOLDER


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """What is shown in another language here is shown so here alone."""
    yield
    use_language("en")


@pytest.fixture
def client() -> Iterator[TestClient]:
    """A browser at a server whose app answers nothing but its name."""

    async def app(_request: Request) -> Response:
        return PlainTextResponse("the app")

    routes = [Route("/{path:path}", app, methods=["GET", "POST"])]
    server = Starlette(routes=routes, middleware=[Middleware(FirstPage)])
    with TestClient(server, headers={"accept": "text/html", "accept-language": "en-GB,en;q=0.5"}) as client:
        yield client


def lesson_in(page: str) -> dict[str, Any]:
    """What a browser reads of the lesson in a page."""
    [found] = re.findall(r'<script type="application/json" id="bpe-lab-first">(.*?)</script>', page, re.DOTALL)
    given: dict[str, Any] = json.loads(found)
    return given


@pytest.mark.parametrize(
    ("query", "scenario"),
    [
        ({}, "hug"),
        ({"scenario": "low"}, "low"),
        ({"scenario": "low", "step": "3", "view": "ids", "code": "1", "predict": "1", "present": "1"}, "low"),
        ({"lang": "vi"}, "hug"),
    ],
)
def test_an_address_without_choices_leads_to_the_lesson_of_its_scenario(query: dict[str, str], scenario: str) -> None:
    assert scenario_of(query) == scenario


@pytest.mark.parametrize(
    "query",
    [
        {"scenario": "text"},
        {"scenario": "nonsense"},
        {"scenario": "low", "algorithm": "wordpiece"},
        {"vocab": "9"},
        {"large": "1"},
        {"lang": "xx"},
        {"step": "many"},
        {"embed": "1"},
    ],
)
def test_where_an_address_says_more_no_lesson_comes_with_the_page(query: dict[str, str]) -> None:
    assert scenario_of(query) == ""


@pytest.mark.parametrize("scenario", [key for key in SCENARIOS if SCENARIOS[key].ready])
def test_what_comes_with_the_page_is_what_the_app_will_show(opened: Open, scenario: str) -> None:
    found = json.loads(json.dumps(first_lesson(scenario, "en")))["lesson"]
    shown = player(opened(scenario=scenario))
    assert shown is not None
    of_the_app = {"id", "subject", "rules"}  # by which it tells lessons and trains again
    assert found.keys() == shown.keys()
    assert {name for name in found if found[name] != shown[name]} <= of_the_app


def test_the_page_is_streamlits_own_with_the_lesson_in_it(client: TestClient) -> None:
    page = client.get("/train").text
    given = lesson_in(page)
    assert (given["title"], given["language"]) == ("Train a tokenizer", "en")
    assert given["lesson"]["steps"] == 7
    ours = f'<script type="module" src="./{address()}"></script>'
    # It is the first script that runs, and what else there is, is as it was.
    assert page.index(ours) < page.index("./static/js/index.")
    without = re.sub(r'(?s)<script type="application/json".*?</script>\n|\n<style>.*?</style>', "", page)
    streamlits = (FOLDER / "index.html").read_text("utf-8")
    assert without.replace(f"{ours}\n", "") == streamlits.replace("<title>Streamlit<", "<title>BPE Lab<")


def test_the_fonts_of_a_lesson_are_those_of_the_app(client: TestClient) -> None:
    files = re.findall(r'font-family: "(First \w+)".* url\(\./(.*)\)', client.get("/train").text)
    assert [name for name, _file in files] == ["First Sans", "First Code"]
    [style] = (FOLDER / "static" / "css").glob("index.*.css")
    for _name, file in files:
        assert (FOLDER / file).is_file()
        assert Path(file).name in style.read_text("utf-8")


def test_nothing_in_a_lesson_ends_its_script(client: TestClient) -> None:
    [data] = re.findall(r'id="bpe-lab-first">(.*?)\n</body>', client.get("/train").text, re.DOTALL)
    assert data.count("<") == 1
    assert data.endswith("</script>")


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("/train", {"accept-language": "vi-VN,vi;q=0.9,en;q=0.5"}, "vi"),
        ("/train", {"accept-language": "vi", "cookie": "bpe-lab-language=ru"}, "ru"),
        ("/train?lang=zh-Hans", {"accept-language": "vi", "cookie": "bpe-lab-language=ru"}, "zh-Hans"),
        ("/train", {"accept-language": "xx"}, "en"),
    ],
)
def test_a_lesson_comes_in_the_language_that_the_app_will_have(
    client: TestClient, path: str, headers: dict[str, str], language: str
) -> None:
    assert lesson_in(client.get(path, headers=headers).text)["language"] == language


def test_a_browser_that_has_the_page_is_told_so(client: TestClient) -> None:
    first = client.get("/train")
    assert first.headers["cache-control"] == "no-cache"
    assert {"Accept-Language", "Cookie"} <= set(first.headers["vary"].split(", "))
    again = client.get("/train", headers={"if-none-match": f"W/{first.headers['etag']}"})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert client.get("/train?scenario=low").headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize("path", ["/", "/encode?sample=hug", "/train?scenario=text", "/train?scenario=low", "/nowhere"])
@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({"accept-language": "uk,ru,en"}, "ru"),
        ({"accept-language": "de,zh-TW;q=0.5,en;q=0.1", "cookie": "another=vi"}, "zh-Hans"),
        ({"accept-language": "de", "cookie": "bpe-lab-language=vi"}, "vi"),
        ({}, "en"),
    ],
)
def test_every_page_says_its_language_before_the_app_is_there(
    client: TestClient, path: str, headers: dict[str, str], language: str
) -> None:
    page = client.get(path, headers=headers).text
    assert re.findall("<html lang=.*?>", page) == [f'<html lang="{language}">']


@pytest.mark.parametrize("path", ["/", "/encode", "/train?scenario=text"])
def test_a_page_without_a_lesson_is_streamlits_own_but_for_its_language(client: TestClient, path: str) -> None:
    assert client.get(path).text == (FOLDER / "index.html").read_text("utf-8")
    shown = client.get(path, headers={"accept-language": "vi"}).text
    assert shown == (FOLDER / "index.html").read_text("utf-8").replace('lang="en"', 'lang="vi"', 1)


@pytest.mark.parametrize("path", ["/train/_stcore/health", "/static/train", "/favicon.png", "/train/manifest.json"])
def test_all_else_is_the_apps(client: TestClient, path: str) -> None:
    assert client.get(path).text == "the app"


def test_what_is_no_look_at_a_page_is_the_apps(client: TestClient) -> None:
    assert client.post("/train").text == "the app"
    assert client.get("/train", headers={"accept": "application/json"}).text == "the app"
