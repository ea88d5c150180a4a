"""The site's Python in Firefox and WebKit gives the same answers as here."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.browser.engines.conftest import ENGINES
from tests.browser.engines.window import PATIENCE, Window
from tests.browser.static_host import static_host
from tests.site import HAS_PYTHON
from tests.site_tasks import POLICY, expected, tasks

pytestmark = pytest.mark.skipif(not HAS_PYTHON, reason="Pyodide is not installed: npm ci brings it")

# Before the first answer, WebKit compiles 9 MB of WebAssembly and starts Python: 14 seconds if nothing else runs, 66
# alongside the other tests.
_PATIENCE_TO_START = 4 * PATIENCE

# The hashes of the answers, each as soon as it is ready, so that each wait is for one answer.
_BEGIN = """(tasks) => {
    window.sums = [];
    const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const worker = new Worker("python/worker.js", { type: "module" });
    worker.onerror = (event) => window.sums.push(event.message || "the worker was refused");
    worker.onmessage = async ({ data: { id, answer, problem } }) => {
        if (problem) window.sums[id] = problem;
        if (answer) window.sums[id] = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(answer)));
    };
    for (const [id, task] of tasks.entries()) worker.postMessage({ id, task });
}"""


@pytest.fixture(scope="module")
def host(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("site")
    (folder / "python").symlink_to(site / "python")
    (folder / "index.html").write_text("<!doctype html><title>Site</title>", encoding="utf-8")
    with static_host(folder, POLICY) as address:
        yield address


@pytest.mark.long
def test_tasks_have_the_same_answers_here_and_in_other_browsers(
    engine: Window, host: str, request: pytest.FixtureRequest
) -> None:
    """Each engine does an eighth of the tasks; Chromium does all (`browser/test_site_python.py`)."""
    eighth = slice([*ENGINES].index(request.node.callspec.params["engine"]), None, 4 * len(ENGINES))
    asked = tasks()[eighth]
    engine.go(f"{host}/index.html")
    engine.faults()  # of other tests
    engine.run(_BEGIN, asked)
    for count in range(1, len(asked) + 1):
        patience = _PATIENCE_TO_START if count == 1 else PATIENCE
        engine.until("(count) => window.sums.filter(Boolean).length >= count", count, patience=patience)
    sums = engine.run("() => window.sums")
    for task, answer, found in zip(asked, expected(asked), sums, strict=True):
        assert found == sha256(answer.encode()).hexdigest(), task
    assert engine.faults() == []
