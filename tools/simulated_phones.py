"""Simulated phones of a live class, without a browser: they listen, vote and reconnect. For tests and a benchmark."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

RETRY_SECONDS = 0.3
GIVE_UP_SECONDS = 30.0


class Phone:
    """A phone in a class, with what it received, by version of the class, and when."""

    def __init__(self, url: str, code: str) -> None:
        address = urlsplit(url)
        self.host, self.port = str(address.hostname), int(address.port or 80)
        self.code = code
        self.cookies: dict[str, str] = {}
        self.state: dict[str, Any] = {}
        self.own: dict[str, Any] = {}
        self.told: dict[int, float] = {}  # version -> time of arrival
        self.heard: list[str] = []  # names of all events
        self.lost: list[str] = []  # why each lost connection ended
        self._changed = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    def join(self) -> None:
        """Start listening."""
        self._listening = asyncio.create_task(self._listen())

    async def leave(self) -> None:
        """Stop listening."""
        if self._listening:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening

    async def wait_until(self, true: Callable[["Phone"], bool]) -> None:
        """Wait until a condition holds for this phone. Raises TimeoutError if it never does."""
        async with asyncio.timeout(GIVE_UP_SECONDS):
            while not true(self):
                self._changed.clear()
                await self._changed.wait()

    async def vote(self, number: int, ballot: int, answer: Any) -> tuple[str, float]:
        """Vote, retrying until the server answers. Returns the outcome, and how many seconds it took."""
        ballot_data = json.dumps({"question": number, "ballot": ballot, "answer": answer}).encode()
        began = time.monotonic()
        while True:
            try:
                status, body = await self._post(f"/join/{self.code}/vote", ballot_data)
            except (OSError, EOFError, ValueError):
                status, body = 0, b""
            if status == 403 and self._listening:  # get a new seat
                await self.leave()
                self.join()
            if status in (200, 409):
                return json.loads(body)["vote"], time.monotonic() - began
            if time.monotonic() - began > GIVE_UP_SECONDS:
                return f"refused with {status}", time.monotonic() - began
            await asyncio.sleep(RETRY_SECONDS)

    async def _post(self, path: str, body: bytes) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            about = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
            writer.write(self._request_head("POST", path, about) + body)
            status = await self._read_response(reader)
            return status, await reader.read()
        finally:
            writer.close()

    async def _listen(self) -> None:
        while True:
            try:
                reason = await self._listen_once()
            except (OSError, EOFError, ValueError) as error:  # a TimeoutError is an OSError
                reason = f"{type(error).__name__} {error}"
            self.lost.append(reason)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen_once(self) -> str:
        """Listen to one connection; return why it ended."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            last_event = f"Last-Event-ID: {self.state['version']}\r\n" if self.state else ""
            writer.write(self._request_head("GET", f"/join/{self.code}/events", last_event))
            status = await self._read_response(reader)
            if status != 200:
                return f"refused with {status}"
            text = b""
            while size := int(await reader.readline() or b"0", 16):
                text += (await reader.readexactly(size + 2))[:-2]
                while b"\n\n" in text:
                    event, _end, text = text.partition(b"\n\n")
                    self._receive_event(event)
            return "ended by the server"
        finally:
            writer.close()

    def _receive_event(self, event: bytes) -> None:
        now = time.monotonic()
        fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
        data = json.loads(fields.get(b"data", b"null"))
        if b"event" in fields:
            self.heard.append(fields[b"event"].decode())
        if fields.get(b"event") == b"state":
            self.state = data
            self.told.setdefault(data["version"], now)
        elif fields.get(b"event") == b"you":
            self.own = data
        self._changed.set()

    def _request_head(self, method: str, path: str, more: str) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        cookie = f"Cookie: {cookies}\r\n" if cookies else ""
        return f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{cookie}{more}\r\n".encode()

    async def _read_response(self, reader: asyncio.StreamReader) -> int:
        """Read an answer's headers, and store its cookies. Returns the status."""
        status = int((await reader.readline()).split()[1])
        while (line := await reader.readline()).strip():
            name, _colon, value = line.decode("latin-1").partition(":")
            if name.lower() == "set-cookie":
                cookie, _semicolon, _about = value.strip().partition(";")
                self.cookies.update([cookie.split("=", 1)])  # type: ignore[list-item]
        return status
