"""The JavaScript, as the server sends it."""

import asyncio
import re

import pytest
from starlette.applications import Starlette

from ui.components import bundle as scripts
from ui.components.bundle import FOLDER, bundle, bundle_url, component_bundle, component_script, modules, routes


def get(path: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of the response for a path."""
    sent: list[dict[str, object]] = []

    async def ask() -> None:
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        await Starlette(routes=routes())(scope, receive, send)

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b""}

    async def send(message: object) -> None:
        assert isinstance(message, dict)
        sent.append(message)

    asyncio.run(ask())
    start, body = sent[0], sent[1]
    assert isinstance(start["headers"], list)
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    assert isinstance(start["status"], int)
    assert isinstance(body["body"], bytes)
    return start["status"], headers, body["body"]


@pytest.mark.parametrize("app", ["", "/lab", "/user/7/proxy/8501"])
def test_the_script_is_served_below_the_app_to_be_kept_for_good(app: str) -> None:
    status, headers, body = get(f"{app}/{bundle_url()}")
    assert status == 200
    assert body == component_bundle()
    assert headers["content-type"].startswith("text/javascript")
    assert "immutable" in headers["cache-control"]


@pytest.mark.parametrize("path", ["/player/player.js", "/../app.py", "/%2e%2e/app.py"])
def test_nothing_else_is_served(path: str) -> None:
    assert get(f"/{bundle_url()}{path}")[0] == 404


def test_the_script_has_no_other_address() -> None:
    assert get("/bpe-lab/0000000000000000.js")[0] == 404


def test_with_other_contents_the_address_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = bundle_url()
    changed = {**modules(), "player/keyboard.js": modules()["player/keyboard.js"] + "void another;\n"}
    monkeypatch.setattr(scripts, "modules", lambda: changed)
    component_bundle.cache_clear()
    bundle_url.cache_clear()
    assert bundle_url() != before
    monkeypatch.undo()
    component_bundle.cache_clear()
    bundle_url.cache_clear()
    assert bundle_url() == before


def test_a_component_takes_out_of_the_script_what_its_module_has() -> None:
    asked = component_script("player/streamlit_host.js")
    assert f'new URL("{bundle_url()}", document.baseURI)' in asked
    [name] = re.findall(r'export default components\["(.+)"\];', asked)
    assert re.search(rf'[{{,]"{name}": module\d+\.draws,', component_bundle().decode())


@pytest.mark.parametrize("name", ["players/streamlit.js", "components/dom.js"])
def test_what_draws_no_component_is_named(name: str) -> None:
    with pytest.raises(FileNotFoundError, match=name):
        component_script(name)


def test_the_script_has_each_module_once_and_imports_nothing() -> None:
    text = component_bundle().decode()
    assert text.count("class Player ") == 1
    assert text.count("function setAttributes(") == 1
    assert not re.search(r"(?:^|;)import\b(?!\()", text, re.MULTILINE)
    assert len(re.findall(r"(?:^|;)export\b", text, re.MULTILINE)) == 1


def test_what_draws_a_component_is_found_under_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {
        "x/a.js": 'import { b as c } from "../b.js";\nexport default c(1);\n',
        "b.js": "export function b() {}\n",
        "components/prerendered.js": "export function withPrerendered() {}\n",
    }
    monkeypatch.setattr(scripts, "modules", lambda: sources)
    component_bundle.cache_clear()
    assert component_bundle().decode() == (
        "const module0 = (() => {function b() {}\nreturn { b };})();"
        "const module1 = (() => {const { b: c } = module0;const draws = c(1);return { draws };})();"
        "const module2 = (() => {function withPrerendered() {}\nreturn { withPrerendered };})();"
        'export default module2.withPrerendered({"x/a.js": module1.draws,});'
    )
    component_bundle.cache_clear()


def test_a_module_imports_modules_that_are_there() -> None:
    for name, source in modules().items():
        place = (FOLDER / name).parent
        # Other imports are packages: tests/ui/test_write_bpe.py checks those of the editor.
        imported = re.findall(r'^(?:import|export) .* from "(\..+)";$', source, re.MULTILINE)
        assert {(place / path).resolve().relative_to(FOLDER).as_posix() for path in imported} <= modules().keys(), name


def test_comments_and_indents_are_not_sent() -> None:
    for text in (component_bundle().decode(), bundle("player/player.js")):
        assert not re.search(r"^ |^//|^/\*\*[^\n]*\*/$", text, re.MULTILINE)
        assert "/** @" not in text
