"""Simulated teachers and phones that call the routes directly."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

GIVE_UP_SECONDS = 10.0
_listening: "list[Caller]" = []


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Caller:
    """A teacher or phone with its own browser."""

    def __init__(self, app: ASGIApp, code: str = "", address: str = "10.1.1.1") -> None:
        self.app = app
        self.code = code
        self.address = address
        self.headers: dict[str, str] = {"host": "lab"}
        self.events: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self._left = asyncio.Event()
        self.listening: asyncio.Task[None] | None = None

    async def get(self, path: str, **headers: str) -> Answer:
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, sent: Any = None, **headers: str) -> Answer:
        body = sent if isinstance(sent, bytes) else json.dumps({} if sent is None else sent).encode()
        return await self._ask("POST", path, body, {"content_type": "application/json", **headers})

    async def listen(self, path: str = "/join/CODE/events", **headers: str) -> Answer:
        """Start listening to events, and return the first answer."""
        begun: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._left = asyncio.Event()
        self.events = asyncio.Queue()
        body = bytearray()

        async def send(message: Message) -> None:
            nonlocal body
            if message["type"] == "http.response.start":
                answer = Answer(message["status"], _headers(message), b"")
                self._keep_cookie(answer)
                begun.set_result(answer)
                return
            body += message.get("body", b"")
            while b"\n\n" in body:
                told, _end, body = body.partition(b"\n\n")
                if told.startswith(b"event: "):
                    lines = told.decode().split("\n")
                    data = json.loads(lines[-1].removeprefix("data: "))
                    self.events.put_nowait((lines[0].removeprefix("event: "), data))

        async def receive() -> Message:
            await self._left.wait()
            return {"type": "http.disconnect"}

        scope = self._scope("GET", path, headers)
        self.listening = asyncio.create_task(self.app(scope, receive, send))  # type: ignore[arg-type]
        _listening.append(self)
        return await asyncio.wait_for(begun, GIVE_UP_SECONDS)

    async def next(self, kind: str = "state") -> Any:
        """Return the next event of a kind."""
        while True:
            found, data = await asyncio.wait_for(self.events.get(), GIVE_UP_SECONDS)
            if found == kind:
                return data

    async def until(self, holds: Callable[[Any], object], kind: str = "state") -> Any:
        """Return the next event of a kind that meets a condition."""
        while not holds(data := await self.next(kind)):
            pass
        return data

    async def leave(self) -> None:
        """Stop listening."""
        self._left.set()
        if self.listening:
            await asyncio.wait_for(self.listening, GIVE_UP_SECONDS)

    async def open(self) -> Any:
        """Start a class, and act as its teacher from now on."""
        said = (await self.post("/classes")).data
        self.code = said["code"]
        self.headers["authorization"] = f"Bearer {said['secret']}"
        return said

    async def do(self, what: str, number: int = 0, question: Any = None) -> Answer:
        return await self.post("/classes/CODE/question", {"do": what, "number": number, "question": question})

    async def vote(self, answer: Any, question: int = 1, ballot: int = 1) -> Answer:
        return await self.post("/join/CODE/vote", {"question": question, "ballot": ballot, "answer": answer})

    async def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        status, found, answered = 0, {}, bytearray()
        if body:
            headers = {"content_length": str(len(body)), **headers}
        coming = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            return coming.pop() if coming else await asyncio.Future()

        async def send(message: Message) -> None:
            nonlocal status, found
            if message["type"] == "http.response.start":
                status, found = message["status"], _headers(message)
            else:
                answered.extend(message.get("body", b""))

        await asyncio.wait_for(self.app(self._scope(method, path, headers), receive, send), GIVE_UP_SECONDS)
        answer = Answer(status, found, bytes(answered))
        self._keep_cookie(answer)
        return answer

    def _scope(self, method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
        path, _mark, query = path.replace("CODE", self.code).partition("?")
        named = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in named.items()],
            "client": (self.address, 5000),
            "server": ("lab", 80),
        }

    def _keep_cookie(self, answer: Answer) -> None:
        for name, morsel in SimpleCookie(answer.headers.get("set-cookie", "")).items():
            self.headers["cookie"] = f"{name}={morsel.value}"


async def all_leave() -> None:
    """Close all event streams that a test left open."""
    for caller in _listening:
        await caller.leave()
    _listening.clear()


def _headers(message: Message) -> dict[str, str]:
    return {name.decode(): value.decode("latin-1") for name, value in message["headers"]}
