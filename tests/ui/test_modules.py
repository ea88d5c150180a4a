"""The JavaScript modules, as the server sends them."""

import asyncio
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette

from ui.components import FOLDER, address, modules, needed_by, routes, script


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
    assert f"`{address()}/${{name}}`" in script("player/streamlit.js")
    assert 'const names = ["player/streamlit.js", ' in script("player/streamlit.js")
    with pytest.raises(FileNotFoundError, match="players"):
        script("players/streamlit.js")


def test_a_component_asks_at_once_for_all_that_its_module_will_import() -> None:
    needed = needed_by("player/streamlit.js")
    assert needed[0] == "player/streamlit.js"
    assert len(needed) == len(set(needed))
    assert set(needed) == reached("player/streamlit.js")
    assert "components/dom.js" in needed
    assert needed_by("components/dom.js") == ["components/dom.js"]


def reached(name: str) -> set[str]:
    """A module and what it leads to, read from the files themselves."""
    known: set[Path] = set()
    ahead = [FOLDER / name]
    while ahead:
        path = ahead.pop().resolve()
        if path not in known:
            known.add(path)
            text = path.read_text(encoding="utf-8")
            ahead += [path.parent / found for found in re.findall(r'(?:from|import) "([.]{1,2}/[^"]+[.]js)"', text)]
    return {path.relative_to(FOLDER).as_posix() for path in known}


@pytest.mark.parametrize("name", modules())
def test_a_module_imports_modules_that_are_served(name: str) -> None:
    place = (FOLDER / name).parent
    imported = re.findall(r'^(?:import|export) .* from "(.+)";$', modules()[name].decode(), re.MULTILINE)
    assert {(place / path).resolve().relative_to(FOLDER).as_posix() for path in imported} <= modules().keys()
