"""Content that is sent with a page before the app loads: a lesson, the tokens of a text, a chapter."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import parse_qsl, urljoin
from xml.etree import ElementTree

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit import config

from tests.ui.app_pages import Open, component, data_of, player_data
from ui.base.i18n import use_language
from ui.base.streamlit_internals.index_html import FOLDER
from ui.components.bundle import bundle_url, components
from ui.look import FOLDER as FOLDER_OF_LOOK
from ui.look import HAN, font_urls
from ui.look import routes as look_routes
from ui.pages.course.routes import routes
from ui.pages.registry import PAGES, prerender_function, prerender_query
from ui.server import prerendering
from ui.server.prerendering import PrerenderMiddleware
from ui.tokenization.scenarios import SCENARIOS

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Restore English, so that a language set in one test does not affect the next."""
    yield
    use_language("en")


async def app(_request: Request) -> Response:
    return PlainTextResponse("the app")


@pytest.fixture
def pages() -> PrerenderMiddleware:
    """Return a server with a minimal app, patient enough for a busy machine."""
    return PrerenderMiddleware(Starlette(routes=[Route("/{path:path}", app, methods=["GET", "POST"])]), patience=60)


@pytest.fixture
def client(pages: PrerenderMiddleware) -> Iterator[TestClient]:
    """Yield a browser at this server."""
    with TestClient(pages, headers={"accept": "text/html", "accept-language": "en-GB,en;q=0.5"}) as client:
        yield client


def lesson_in(page: str) -> dict[str, Any]:
    """Return the lesson in a page as a browser reads it."""
    [found] = re.findall(r'<script type="application/json" id="bpe-lab-first">(.*?)</script>', page, re.DOTALL)
    given: dict[str, Any] = json.loads(found)
    return given


def prerendered(page: str, /, **query: str) -> Any:
    """Return the prerendered content of an address; None if there is none."""
    found = prerender_query(page, query)
    return None if found is None else json.loads(json.dumps(prerender_function(page)(found)))


def test_pages_with_prerendered_content_compute_it() -> None:
    modules = {path.stem for path in ROOT.glob("ui/pages/prerendered/[a-z]*.py")}
    assert (
        modules
        == {page.name for page in PAGES.values() if page.is_prerendered}
        >= {"train", "encode", "playground", "course"}
    )
    for name in modules:
        assert prerendered(name)["data"], name
        assert prerendered(name)["component"] in components()


@pytest.mark.parametrize("query", [{}, {"step": "3", "view": "ids", "code": "1", "predict": "1", "present": "1"}])
def test_an_address_without_choices_gives_the_scenario_s_lesson(query: dict[str, str]) -> None:
    assert prerendered("train", scenario="low", **query)["data"]["nextStepLinks"][0]["address"] == "encode?scenario=low"
    assert prerender_query("train", {"lang": "vi", **query}) == {}


@pytest.mark.parametrize(
    "address",
    [
        "train?scenario=text",
        "train?scenario=nonsense",
        "train?scenario=low&algorithm=wordpiece",
        "train?vocab=9",
        "train?large=1",
        "train?lang=xx",
        "train?step=many",
        "train?embed=1",
        "encode?with=opened",
        "encode?with=nothing",
        "encode?with=trained-900",
        "encode?with=gpt2&sample=",
        f"encode?with=gpt2&sample={201 * 'x'}",  # which that page does not step through
        "encode?embed=1",
        "encode?scenario=text",
        "playground?sample=",
        "playground?second=opened",
        "playground?first=gpt2&page=0",
        "playground?large=1",
        "course?chapter=none",
        "course?chapter=cost&sample=mine",
        "course?place=2",
        "stumble?topic=none",
        "compare",
        "",
        "nowhere",
    ],
)
def test_nothing_is_prerendered_if_the_app_would_show_something_else(address: str) -> None:
    page, _, query = address.partition("?")
    assert prerendered(page, **dict(parse_qsl(query, keep_blank_values=True))) is None


@pytest.mark.parametrize("scenario", [key for key in SCENARIOS if SCENARIOS[key].ready])
def test_the_prerendered_lesson_equals_the_app_s(opened: Open, scenario: str) -> None:
    found = prerendered("train", scenario=scenario)["data"]
    shown = player_data(opened(scenario=scenario))
    of_the_app = {"id", "subject", "rules"}  # by which it tells lessons and trains again
    assert found.keys() == shown.keys()
    assert {name for name in found if found[name] != shown[name]} <= of_the_app


@pytest.mark.parametrize(
    "address",
    [
        "encode",
        "encode?scenario=low",
        "encode?sample=hugs&with=trained-2&by=longest",
        "encode?word=lower&scenario=text&text=low+low+lower&vocab=9",
        "encode?with=gpt2&sample=%3Cb%3Ehi%3C/b%3E&by=dropout&dropout=30&seed=4",
        "encode?with=own&sample=unhug&cut=left",
        "encode?with=bert-base-uncased&sample=Tokenizers",
        "playground",
        "playground?sample=%3Cb%3E%20hi%00%0A&second=trained&scenario=low",
        "playground?sample=a%3C%7Cendoftext%7C%3Eb&special=token&first=cl100k_base",
    ],
)
def test_prerendered_content_of_other_pages_equals_the_app_s(opened: Open, address: str) -> None:
    page, _, query = address.partition("?")
    asked = dict(parse_qsl(query))
    first = prerendered(page, **asked)
    app = opened(f"pages/{page}.py", **asked)
    assert first["data"] == data_of(component(app, "player" if page == "encode" else "token_view"))
    assert first["title"] == app.title[0].value


@pytest.mark.parametrize(
    "address", ["course", "course?chapter=ties&seed=3&quiz=0", "course?chapter=cost", "stumble?topic=spaces"]
)
def test_a_prerendered_chapter_equals_the_app_s(opened: Open, address: str) -> None:
    page, _, query = address.partition("?")
    asked = dict(parse_qsl(query))
    first = prerendered(page, **asked)
    app = opened(f"pages/{page}.py", **asked)
    given, shown = first["data"], data_of(component(app, "bpe_lab_course"))
    served = TestClient(Starlette(routes=routes())).get(f"/{shown['chapters']}{shown['at']['key']}.json").json()
    assert given.pop("chapter") == served
    assert {**given, "own": shown["own"]} == shown  # whose text it is, is the app's to say
    assert first["title"] == app.title[0].value


def without_a_lesson(language: str, title: str) -> str:
    """Return Streamlit's page in a language with a title and the app's components, but without a lesson."""
    page = (FOLDER / "index.html").read_text("utf-8").replace('lang="en"', f'lang="{language}"', 1)
    charset = '<meta charset="UTF-8" />\n'
    page = page.replace(charset, f'{charset}<script type="module" src="./{bundle_url()}"></script>\n', 1)
    return page.replace("<title>Streamlit</title>", f"<title>{title}</title>", 1)


def test_the_fonts_that_a_page_names_are_served(client: TestClient) -> None:
    page = client.get("/compare").text
    addresses = re.findall(r'url\("\./([^"]+\.woff2)"\)', page)
    assert {*addresses} == {*font_urls("").values()}
    for name, address in font_urls("").items():
        served = TestClient(Starlette(routes=look_routes())).get(f"/{address}")
        assert served.headers["content-type"] == "font/woff2"
        assert served.content == (FOLDER_OF_LOOK / name).read_bytes()
    assert re.findall(r'href="\./([^"]+)" as="font"', page) == addresses[:1]
    in_chinese = client.get("/compare?lang=zh-Hans").text
    assert {*addresses} - {*re.findall(r'url\("\./([^"]+\.woff2)"\)', in_chinese)} == {font_urls("")[HAN]}


def without_styles(page: str) -> str:
    """Return a page without our styles and fonts, and with Streamlit's icon instead of ours."""
    assert page.count('<link rel="preload"') == 1
    [icon] = re.findall(r'<link rel="icon" href="data:image/svg\+xml;base64,(.*)" />', page)
    assert "".join(ElementTree.fromstring(b64decode(icon)).itertext()) == "B"
    page = re.sub(r'<link rel="icon" [^>]*>', '<link rel="shortcut icon" href="./favicon.png" />', page)
    return re.sub(r'(?s)\n<link rel="preload"[^>]*>|\n<style>.*?</style>', "", page)


def test_the_page_is_streamlit_s_with_the_lesson_inserted(client: TestClient) -> None:
    page = client.get("/train").text
    given = lesson_in(page)
    assert (given["title"], given["language"]) == ("Train a tokenizer", "en")
    assert given["data"]["steps"] == given["steps"] == 7
    ours = f'<script type="module" src="./{bundle_url()}"></script>'
    # It is the first script that runs, and what else there is, is as it was.
    assert page.index(ours) < page.index("./static/js/index.")
    without = re.sub(r'(?s)<script type="application/json".*?</script>\n', "", without_styles(page))
    assert without == without_a_lesson("en", "hug · pug · pun, BPE · Train · BPE Lab")


def test_a_prerendered_lesson_uses_the_app_s_fonts(client: TestClient) -> None:
    files = re.findall(r'font-family: "(First \w+)".* url\(\./(.*)\)', client.get("/train").text)
    assert [name for name, _file in files] == ["First Sans", "First Code"]
    [style] = (FOLDER / "static" / "css").glob("index.*.css")
    for _name, file in files:
        assert (FOLDER / file).is_file()
        assert Path(file).name in style.read_text("utf-8")


@pytest.mark.parametrize("page", ["train", "encode", "playground", "course"])
def test_prerendered_content_cannot_end_its_script(client: TestClient, page: str) -> None:
    query = {} if page in ("train", "course") else {"sample": "</script><script>alert(1)</script><!--\x00\u2028"}
    text = client.get(f"/{page}", params=query).text
    [data] = re.findall(r'id="bpe-lab-first">(.*?)\n</body>', text, re.DOTALL)
    assert data.count("<") == 1
    assert data.endswith("</script>")


def test_a_failure_to_prerender_leaves_the_page_unchanged(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> Any:
        raise RuntimeError("no")

    monkeypatch.setattr("ui.pages.registry.prerender_function", fail)
    encode = client.get("/encode").text
    assert without_styles(encode) == without_a_lesson("en", "“unhug”, hug · pug · pun, BPE · Encode · BPE Lab")
    long = client.get("/playground", params={"sample": "x" * 4_000}).text
    assert without_styles(long) == without_a_lesson("en", "Playground · BPE Lab")


def test_prerendering_is_shared_and_nobody_waits_long(
    pages: PrerenderMiddleware, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_for: list[str] = []
    end = Event()

    def slow(name: str) -> Any:
        made_for.append(name)
        assert end.wait(30)
        return prerender_function(name)

    monkeypatch.setattr("ui.pages.registry.prerender_function", slow)
    pages.patience = 0.05
    bare = without_a_lesson("en", "“unhug”, hug · pug · pun, BPE · Encode · BPE Lab")
    for path in ("/encode", "/encode?lang=en"):
        assert without_styles(client.get(path).text) == bare
    # Readers of other links don't wait either, and the number of pages rendered for them is limited.
    for number in range(prerendering.MAX_WAITING + 5):
        bare = without_a_lesson("en", "Playground · BPE Lab")
        assert without_styles(client.get(f"/playground?sample={number}").text) == bare
    end.set()
    pages.patience = 30
    assert "bpe-lab-first" in client.get("/encode").text
    assert made_for.count("encode") == 1
    client.get(f"/playground?sample={prerendering.MAX_WAITING - 2}")  # the last that was to be made
    assert made_for.count("playground") == prerendering.MAX_WAITING - 1


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("/train", {"accept-language": "vi-VN,vi;q=0.9,en;q=0.5"}, "vi"),
        ("/train", {"accept-language": "vi", "cookie": "bpe-lab-language=ru"}, "ru"),
        ("/train?lang=zh-Hans", {"accept-language": "vi", "cookie": "bpe-lab-language=ru"}, "zh-Hans"),
        ("/train", {"accept-language": "xx"}, "en"),
    ],
)
def test_a_prerendered_lesson_is_in_the_app_s_language(
    client: TestClient, path: str, headers: dict[str, str], language: str
) -> None:
    assert lesson_in(client.get(path, headers=headers).text)["language"] == language


def test_a_cached_page_is_not_sent_again(client: TestClient) -> None:
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
def test_every_page_declares_its_language_before_the_app_loads(
    client: TestClient, path: str, headers: dict[str, str], language: str
) -> None:
    page = client.get(path, headers=headers).text
    assert re.findall("<html lang=.*?>", page) == [f'<html lang="{language}">']


TITLED = {
    "/?place=2": ("BPE Lab", "BPE Lab"),
    "/compare": ("Compare methods · BPE Lab", "So sánh phương pháp · BPE Lab"),
    "/train?scenario=text": ("Your text, BPE · Train · BPE Lab", "Văn bản của bạn, BPE · Huấn luyện · BPE Lab"),
    "/encode?with=opened": (
        "“unhug”, The one you opened · Encode · BPE Lab",
        "“unhug”, Tokenizer bạn đã mở · Mã hóa · BPE Lab",
    ),
}


@pytest.mark.parametrize("path", TITLED)
def test_a_page_without_a_lesson_differs_only_in_language_and_title(client: TestClient, path: str) -> None:
    title, in_vietnamese = TITLED[path]
    assert without_styles(client.get(path).text) == without_a_lesson("en", title)
    told = client.get(path, headers={"accept-language": "vi"}).text
    assert without_styles(told) == without_a_lesson("vi", in_vietnamese)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/train", "hug · pug · pun, BPE · Train · BPE Lab"),
        ("/train?scenario=low&algorithm=unigram&step=2", "low · lower · newest, Unigram · Train · BPE Lab"),
        ("/train?scenario=low&nonsense=1", "low · lower · newest, BPE · Train · BPE Lab"),
        ("/encode?with=gpt2&sample=low+er&large=1", "“low·er”, GPT-2 · Encode · BPE Lab"),
        ("/encode?scenario=low&sample=lower", "“lower”, low · lower · newest, BPE · Encode · BPE Lab"),
        ("/encode?with=gpt2&sample=</title><script>", "“&lt;/title&gt;&lt;script&gt;”, GPT-2 · Encode · BPE Lab"),
        ("/course?chapter=counting", "Counting pairs · The course · BPE Lab"),
        ("/course?chapter=no-such-one", "What does a model read? · The course · BPE Lab"),
        ("/files", "Tokenizer files · BPE Lab"),
        ("/nowhere", "BPE Lab"),
        (
            f"/encode?with=gpt2&sample={'x' * prerendering.MAX_QUERY}",
            "“unhug”, hug · pug · pun, BPE · Encode · BPE Lab",
        ),
    ],
)
def test_a_page_has_its_title_before_the_app_loads(client: TestClient, path: str, title: str) -> None:
    assert re.findall("<title>(.*?)</title>", client.get(path).text) == [title]


@pytest.mark.parametrize("path", ["/train/_stcore/health", "/static/train", "/favicon.png", "/train/manifest.json"])
def test_other_paths_are_left_to_the_app(client: TestClient, path: str) -> None:
    assert client.get(path).text == "the app"


def test_requests_other_than_page_views_are_left_to_the_app(client: TestClient) -> None:
    assert client.post("/train").text == "the app"
    assert client.get("/train", headers={"accept": "application/json"}).text == "the app"


@pytest.mark.parametrize("path", ["/nothing", "/nothing/", "/nothing/here", "/train/nothing", "/a/b/train"])
def test_an_unknown_page_says_so_with_a_link_to_home(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no page at this address." in answer.text
    (address,) = re.findall('<a href="(.*?)">Go to Home</a>', answer.text)
    assert urljoin(f"http://host{path}", address) == "http://host/"
    assert re.findall('<div class="sign".*?><b>(.*?)</b>', answer.text) == [path.strip("/").split("/")[-1]]


def test_every_link_of_an_unknown_page_leads_to_a_page(client: TestClient) -> None:
    links = re.findall('<a href="(.*?)"', client.get("/nothing/<b>here").text)
    paths = {urljoin("http://host/nothing/here", link).removeprefix("http://host") for link in links}
    assert {"/", "/course", "/playground", "/teach", "/files"} <= paths
    assert [path for path in paths if client.get(path).status_code != 200] == []


def test_the_name_that_leads_nowhere_is_shown_as_text(client: TestClient) -> None:
    page = client.get("/nothing/%3Cimg%20src=x%3E").text
    assert "&lt;img src=x&gt;" in page
    assert "<img" not in page


def test_a_slash_after_a_page_s_name_is_dropped(client: TestClient) -> None:
    answer = client.get("/train/?step=2", follow_redirects=False)
    assert answer.status_code == 307
    assert urljoin("http://host/train/", answer.headers["location"]) == "http://host/train?step=2"
    plain = client.get("/train/", follow_redirects=False).headers["location"]
    assert urljoin("http://host/train/", plain) == "http://host/train"


@pytest.fixture
def in_a_folder() -> Iterator[None]:
    """Let the app be in a folder of its server."""
    config.set_option("server.baseUrlPath", "lab")
    yield
    config.set_option("server.baseUrlPath", "")


@pytest.mark.usefixtures("in_a_folder")
def test_an_app_in_a_folder_has_its_pages_and_home_there(client: TestClient) -> None:
    assert [client.get(path).status_code for path in ("/lab", "/lab/", "/lab/train", "/lab/train/")] == [200] * 4
    for path in ("/lab/nothing", "/lab/train/some/where", "/train"):
        answer = client.get(path)
        assert answer.status_code == 404
        (address,) = re.findall('<a href="(.*?)">Go to Home</a>', answer.text)
        assert urljoin(f"http://host{path}", address) == "http://host/lab/"


def test_the_path_home_redirects_with_its_query(client: TestClient) -> None:
    answer = client.get("/lab/home?lang=ru&sample=a%26b", follow_redirects=False)
    assert answer.status_code == 307
    assert urljoin("http://host/lab/home", answer.headers["location"]) == "http://host/lab/?lang=ru&sample=a%26b"
