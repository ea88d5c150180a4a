"""Lessons as a teacher's page uploads them, and such a page without a browser."""

import json
import urllib.error
import urllib.request
from typing import Any

from ui.jobs import training_calls
from ui.player.training_lesson import FileOptions, lesson_file
from ui.tokenization.algorithms import default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task


def hug() -> dict[str, Any]:
    """Return the lesson of the first scenario: 7 merges."""
    training = training_calls.train(Task(SCENARIOS["hug"].source, default_settings("bpe", "hug")))
    lesson = lesson_file({"": training}, len(training.events), FileOptions("", "en"))["lessons"][""]
    return dict(lesson)


class Teacher:
    """A teacher's page: starts a class on a running server, and leads it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.headers: dict[str, str] = {}
        said = self.post("/classes")
        self.code = said["code"]
        self.headers = {"Authorization": f"Bearer {said['secret']}"}
        self.lesson = ""

    @property
    def link(self) -> str:
        return f"{self.url}/join/{self.code}"

    def post(self, path: str, sent: Any = None) -> Any:
        return self._ask(path, json.dumps({} if sent is None else sent).encode())

    def get(self, path: str = "") -> Any:
        return self._ask(f"/classes/{self.code}{path}", None)

    def hand_in(self, lesson: dict[str, Any]) -> None:
        sent = {"language": "en", "address": "train?scenario=hug", "data": lesson}
        self.lesson = self.post(f"/classes/{self.code}/lesson", sent)["lesson"]

    def move(self, step: int, *, told: bool = True) -> None:
        self.post(f"/classes/{self.code}/move", {"lesson": self.lesson, "step": step, "told": told})

    def say(self, text: str) -> None:
        self.post(f"/classes/{self.code}/move", {"text": text})

    def mode(self, mode: str) -> None:
        self.post(f"/classes/{self.code}/mode", {"mode": mode})

    def ask(self, question: dict[str, Any]) -> None:
        self.post(f"/classes/{self.code}/question", {"do": "ask", "question": question})

    def do(self, what: str, number: int = 1) -> None:
        self.post(f"/classes/{self.code}/question", {"do": what, "number": number})

    def _ask(self, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json", **self.headers}
        request = urllib.request.Request(f"{self.url}{path}", body, headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=30) as answer:
            return json.load(answer)
