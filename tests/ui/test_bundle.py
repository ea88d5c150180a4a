"""The JavaScript as served."""

import asyncio
import re

import pytest
from starlette.applications import Starlette

from ui.components.bundle import (
    FOLDER,
    PARTS,
    bundle,
    bundle_url,
    bundles_of,
    component_bundle,
    component_script,
    components,
    modules,
    part_of,
    routes,
)


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


@pytest.mark.parametrize("part", ["", *PARTS])
@pytest.mark.parametrize("app", ["", "/lab", "/user/7/proxy/8501"])
def test_the_script_is_served_as_immutable_below_the_app(app: str, part: str) -> None:
    status, headers, body = get(f"{app}/{bundle_url(part)}")
    assert status == 200
    assert body == component_bundle(part)
    assert headers["content-type"].startswith("text/javascript")
    assert "immutable" in headers["cache-control"]


@pytest.mark.parametrize("path", ["/player/player.js", "/../app.py", "/%2e%2e/app.py"])
def test_no_other_path_is_served(path: str) -> None:
    assert get(f"/{bundle_url()}{path}")[0] == 404


def test_the_script_s_url_follows_from_its_content() -> None:
    assert get("/bpe-lab/0000000000000000.js")[0] == 404
    changed = {**modules(), "player/keyboard.js": modules()["player/keyboard.js"] + "void another;\n"}
    assert bundles_of(changed)[""][0] != bundle_url() == bundles_of(modules())[""][0]


@pytest.mark.parametrize("component", components())
def test_a_component_imports_its_module_from_the_script(component: str) -> None:
    part = part_of(component)
    asked = component_script(component)
    assert f'new URL("{bundle_url(part)}", document.baseURI)' in asked
    [name] = re.findall(r'export default components\["(.+)"\];', asked)
    assert re.search(rf'[{{,]"{name}":module\d+\.draws,', component_bundle(part).decode())


@pytest.mark.parametrize("name", ["players/streamlit.js", "components/dom.js"])
def test_a_module_without_a_component_is_named_in_the_error(name: str) -> None:
    with pytest.raises(FileNotFoundError, match=name):
        component_script(name)


def test_each_module_is_in_exactly_one_script() -> None:
    texts = [component_bundle(part).decode() for part in ("", *PARTS)]
    bodies = re.findall(r"(?<=;)const module\d+=\(\(\)=>\{(.*?)return\{", ";" + ";".join(texts), re.DOTALL)
    assert len(bodies) > 70
    assert len(bodies) == len(set(bodies))
    assert "".join(texts).count("class Player{") == texts[0].count("class Player{") == 1
    assert "".join(texts).count("function setAttributes(") == 1


@pytest.mark.parametrize("part", ["", *PARTS])
def test_scripts_import_only_from_the_first_one(part: str) -> None:
    text = component_bundle(part).decode()
    imported = re.findall(r"(?:^|;)import\b(?!\()(.*?);", text, re.MULTILINE)
    assert len(re.findall(r"(?:^|;)export default\b", text, re.MULTILINE)) == 1
    if not part:
        assert imported == []
        return
    [line] = imported
    assert line.endswith(f'}}from "./{bundle_url().removeprefix("bpe-lab/")}"')
    names = re.findall(r"module\d+", line)
    [offered] = re.findall(r"export\{(.*)\};", component_bundle().decode())
    assert set(names) <= set(re.findall(r"module\d+", offered))
    # No name is that of a module of its own as well.
    assert not [name for name in names if f"const {name} = " in text]


def test_a_component_s_module_is_found_by_its_path() -> None:
    sources = {
        "course/d.js": 'import { b } from "../b.js";\nexport default b(2);\n',
        "x/a.js": 'import { b as c } from "../b.js";\nexport default c(1);\n',
        "b.js": "export function b() {}\n",
        "components/prerendered.js": "export function withPrerendered() {}\n",
    }
    made = bundles_of(sources)
    assert made[""][1].decode() == (
        "const module0=(()=>{function b(){}\nreturn{b};})();"
        "const module1=(()=>{const{b:c}=module0;const draws=c(1);return{draws};})();"
        "const module2=(()=>{function withPrerendered(){}\nreturn{withPrerendered};})();"
        'export default module2.withPrerendered({"x/a.js":module1.draws,});'
        "export{module0,module2};"
    )
    assert made["course"][1].decode() == (
        f'import{{module0,module2}}from "./{made[""][0].removeprefix("bpe-lab/")}";'
        "const module3=(()=>{const{b}=module0;const draws=b(2);return{draws};})();"
        'export default module2.withPrerendered({"course/d.js":module3.draws,});'
    )


def test_modules_import_existing_files_and_are_sent_without_comments() -> None:
    for name, source in modules().items():
        place = (FOLDER / name).parent
        # Other imports are packages: tests/ui/test_write_bpe.py checks those of the editor.
        imported = re.findall(r'^(?:import|export) .* from "(\..+)";$', source, re.MULTILINE)
        assert {(place / path).resolve().relative_to(FOLDER).as_posix() for path in imported} <= modules().keys(), name
    for text in (*(component_bundle(part).decode() for part in ("", *PARTS)), bundle("player/player.js")):
        assert not re.search(r"^ |^//|^/\*\*[^\n]*\*/$", text, re.MULTILINE)
        assert "/** @" not in text
