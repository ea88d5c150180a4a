"""Python in the browser gives the same answers to the same tasks as here, in a worker from a plain host."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.static_host import static_host
from tests.site import HAS_PYTHON
from tests.site_tasks import POLICY, expected, tasks
from tools.app_server import ROOT

pytestmark = pytest.mark.skipif(not HAS_PYTHON, reason="Pyodide is not installed: npm ci brings it")

UI = ROOT / "ui"
SCRIPTS = ("site/python/python.js", "components/browser_python/asset_loader.js")

# All tasks, whose answers stay Python's texts, and after them a long one that is stopped, and another.
_RUN = """async ([tasks, long]) => {
    const { Python } = await import("./site/python/python.js");
    const python = new Python(new URL("python/", location.href));
    const steps = [];
    const onProgress = ({ phase, done, all }) => steps.push([phase, done <= all]);
    const answers = [];
    const given = tasks.map((task) => python.run(task, { onProgress }));
    python.worker.addEventListener("message", ({ data: { answer } }) => answer && answers.push(answer));
    await Promise.all(given);
    const stopper = new AbortController();
    const stopped = python.run(long, { onProgress: () => stopper.abort(), signal: stopper.signal });
    const why = await stopped.catch((error) => error.name);
    const again = await python.run({ page: "decode", query: "", lang: "en" });
    python.end();
    return { answers, steps, why, again: again.lesson.steps };
}"""


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve an empty page below a path, with the site's Python beside it; yields its address."""
    folder = tmp_path_factory.mktemp("site")
    below: Path = folder / "some" / "where"
    below.mkdir(parents=True)
    (below / "python").symlink_to(site / "python")
    for script in SCRIPTS:
        (below / script).parent.mkdir(parents=True)
        copyfile(UI / script, below / script)
    (below / "index.html").write_text("<!doctype html><title>Site</title>", encoding="utf-8")
    with static_host(folder, POLICY) as host:
        yield f"{host}/some/where/"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Yield a page of that site, which fails on console output or requests to another host."""
    page = browser.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("request", lambda request: None if request.url.startswith(address) else told.append(request.url))
    page.goto(address)
    yield page
    page.close()
    assert told == []


@pytest.mark.long
def test_fifty_tasks_have_the_same_answers_and_a_stopped_one_ends_at_once(
    page: Page,
) -> None:
    """On one page, since starting Python takes seconds: here it starts twice, the second time after the stop."""
    asked = tasks()
    words = " ".join(str(number * 7919 % 99_991) for number in range(20_000))
    long = {"page": "train", "query": {"scenario": "text", "text": words, "vocab": "20000"}, "lang": "vi"}
    told = page.evaluate(_RUN, [asked, long])
    assert len(asked) >= 50
    for task, one, other in zip(asked, expected(asked), told["answers"], strict=True):
        assert json.loads(other) == json.loads(one), task
        assert other == one, task
    assert (told["why"], told["again"]) == ("AbortError", 5)
    assert ["load", True] in told["steps"]
    assert all(fits for _phase, fits in told["steps"])


@pytest.mark.parametrize("name", ["pyodide/python_stdlib.zip", "lab.zip"])
def test_a_changed_file_is_not_run(page: Page, name: str) -> None:
    page.route(f"**/{name}*", lambda route: route.fulfill(body=b"changed", content_type="application/zip"))
    why, told = page.evaluate(
        """async () => {
            const { Python } = await import("./site/python/python.js");
            const python = new Python(new URL("python/", location.href));
            const error = await python.run({ page: "train", query: "", lang: "en" }).catch((error) => error);
            return [error.why, error.message];
        }"""
    )
    assert (why, told) == ("loading", f"Error: {name}")
