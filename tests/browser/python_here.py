"""The Python of the site's pages, run on this machine: it gives the same answers (test_site_python.py) at once.

The browser's own takes eight seconds of a processor for each page that is opened.
"""

from base64 import b64decode
from typing import Any

from playwright.sync_api import Page, Route

from ui.site.python.browser_entry import answer_text
from ui.site.python.tasks import BrowserWorker

# Like `worker.js`, but a request takes each task to the test.
_WORKER = """
void navigator.locks.request(self.name, () => {
    self.postMessage({ isHeld: true });
    return new Promise(() => {});
});
self.onmessage = async ({ data: { id, task, files = [] } }) => {
    const read = async (file) => [file.name, (await file.bytes()).toBase64()];
    const body = JSON.stringify({ task, files: await Promise.all(files.map(read)) });
    const answer = await fetch("task", { method: "POST", body });
    self.postMessage({ id, answer: await answer.text() });
};
"""


class PythonHere:
    """Answers the tasks of a page, or holds them back as long as a test wants."""

    def __init__(self, page: Page) -> None:
        self.is_held = False
        self._held: list[Route] = []
        self._opened = ""
        self._python = BrowserWorker()
        page.route("**/python/worker.js", lambda route: route.fulfill(body=_WORKER, content_type="text/javascript"))
        page.route("**/python/task", lambda route: self._held.append(route) if self.is_held else self._answer(route))

    def hold(self) -> None:
        """Answer nothing from now on."""
        self.is_held = True

    def release(self) -> None:
        """Answer the latest task that was held back, if one has come already, and from now on each."""
        self.is_held = False
        for latest in self._held[-1:]:
            self._answer(latest)
        self._held.clear()

    def _answer(self, route: Route) -> None:
        asked: Any = route.request.post_data_json
        opened = asked["task"].get("opened", "")
        if opened != self._opened:
            self._python.give_files({name: b64decode(content) for name, content in asked["files"]})
            self._opened = opened
        route.fulfill(body=answer_text(self._python.run(asked["task"])), content_type="application/json")
