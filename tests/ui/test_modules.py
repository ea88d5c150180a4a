"""The JavaScript modules, as the server sends them."""

import asyncio
import re

import pytest
from starlette.applications import Starlette

from ui.components import FOLDER, address, modules, routes, script


def get(path: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of what is served at a path."""
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
def test_a_module_is_served_below_the_app_to_be_kept_for_good(app: str) -> None:
    status, headers, body = get(f"{app}/{address()}/player/player.js")
    assert status == 200
    assert body == (FOLDER / "player" / "player.js").read_bytes()
    assert headers["content-type"].startswith("text/javascript")
    assert "immutable" in headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "player/frames.py",
        "components/streamlit.d.ts",
        "player/",
        "../app.py",
        "player/../../ui/player/player.js/../frames.py",
        "%2e%2e/app.py",
    ],
)
def test_nothing_else_is_served(path: str) -> None:
    assert get(f"/{address()}/{path}")[0] == 404


def test_modules_have_no_other_address() -> None:
    assert get("/bpe-lab/0000000000000000/player/player.js")[0] == 404


def test_with_other_contents_the_address_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = address()
    changed = {**modules(), "player/player.js": b"// another\n"}
    moved = {name.replace("keys.js", "key.js"): source for name, source in modules().items()}
    for others in (changed, moved):
        monkeypatch.setattr("ui.components.modules", lambda others=others: others)
        address.cache_clear()
        assert address() != before
    monkeypatch.undo()
    address.cache_clear()
    assert address() == before


def test_a_component_asks_for_a_module_that_is_there() -> None:
    assert f'"{address()}/player/streamlit.js"' in script("player/streamlit.js")
    with pytest.raises(FileNotFoundError, match="players"):
        script("players/streamlit.js")


@pytest.mark.parametrize("name", modules())
def test_a_module_imports_modules_that_are_served(name: str) -> None:
    place = (FOLDER / name).parent
    imported = re.findall(r'^(?:import|export) .* from "(.+)";$', modules()[name].decode(), re.MULTILINE)
    assert {(place / path).resolve().relative_to(FOLDER).as_posix() for path in imported} <= modules().keys()
