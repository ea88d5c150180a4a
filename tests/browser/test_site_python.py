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

# Like `python.js`, but the answers stay Python's texts.
_RAW = """async (tasks) => {
    const worker = new Worker("python/worker.js", { type: "module" });
    const answers = [];
    for (const [id, task] of tasks.entries()) {
        answers.push(await new Promise((resolve, reject) => {
            worker.onerror = (event) => reject(new Error(event.message));
            worker.onmessage = ({ data }) => {
                if (data.answer) resolve(data.answer);
                if (data.problem) reject(new Error(data.problem));
            };
            worker.postMessage({ id, task });
        }));
    }
    worker.terminate();
    return answers;
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


def test_fifty_tasks_have_the_same_answers_here_and_in_the_browser(page: Page) -> None:
    asked = tasks()
    found = page.evaluate(_RAW, asked)
    assert len(asked) >= 50
    for task, one, other in zip(asked, expected(asked), found, strict=True):
        assert json.loads(other) == json.loads(one), task
        assert other == one, task


def test_a_training_that_is_stopped_ends_at_once_and_the_next_task_starts_python_anew(page: Page) -> None:
    told = page.evaluate(
        """async () => {
            const { Python } = await import("./site/python/python.js");
            const python = new Python(new URL("python/", location.href));
            const steps = [];
            const onProgress = ({ phase, done, all, text }) => steps.push([phase, done <= all, text]);
            const first = await python.run({ page: "train", query: "scenario=hug", lang: "vi" }, { onProgress });
            const words = Array.from({ length: 20000 }, (_, at) => `${at * 7919 % 99991}`).join(" ");
            const long = { page: "train", query: { scenario: "text", text: words, vocab: "20000" }, lang: "vi" };
            const stopper = new AbortController();
            const stopped = python.run(long, { onProgress: () => stopper.abort(), signal: stopper.signal });
            const why = await stopped.catch((error) => error.name);
            const again = await python.run({ page: "decode", query: "", lang: "en" });
            python.end();
            return { first: first.lesson.steps, why, again: again.lesson.steps, steps };
        }"""
    )
    assert (told["first"], told["why"], told["again"]) == (7, "AbortError", 5)
    assert {(phase, fits) for phase, fits, _text in told["steps"]} >= {("load", True)}
    assert all(fits for _phase, fits, _text in told["steps"])


@pytest.mark.parametrize("name", ["pyodide/python_stdlib.zip", "lab.zip"])
def test_a_file_that_was_changed_is_not_run(page: Page, name: str) -> None:
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
