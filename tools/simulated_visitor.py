"""A simulated visitor: opens pages and uses their widgets through Streamlit's own protocol, without a browser.

For many visitors at once: as many browsers would take more resources than the server itself.
"""

import asyncio
import json
import urllib.request
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

GIVE_UP_SECONDS = 60.0
TOKEN = "2|aabbccdd|aabbccddaabbccddaabbccddaabbccdd|1700000000"
"""What Streamlit would put into a browser's cookie to tie its sessions to it. It accepts any token."""
COOKIE = f"_streamlit_xsrf={TOKEN}"
ADDRESS = "bpe_lab_address_bar"
DISCONNECT_ERRORS = (ConnectionClosed, OSError, LookupError)  # a TimeoutError is an OSError
FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


@dataclass(frozen=True)
class PageElement:
    """An element on the page."""

    element: Element
    fragment: str
    run: int  # script run in which it arrived


class BrowserPage:
    """The browser's view of a page: its elements, its widgets' values, its address."""

    def __init__(self, page: str) -> None:
        self.name = page
        self.parts: dict[tuple[int, ...], PageElement] = {}
        self.values: dict[str, WidgetState] = {}
        self.query: dict[str, str] = {}
        self.script = ""
        self.run = 0
        self.pages: dict[str, str] = {}  # name in the URL -> Streamlit's hash
        self._known: dict[str, tuple[Delta, int]] = {}  # hash -> a large element, and the run that last used it
        self._runs = 0
        self._kept_runs = 2

    def apply_message(self, message: ForwardMsg) -> str:
        """Process a message of the server; return an error text, or an empty string."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.script = message.new_session.page_script_hash
            self.run += 1
            self._kept_runs = message.new_session.config.max_cached_message_age
        elif kind == "navigation":
            self.script = message.navigation.page_script_hash
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
        elif kind in ("delta", "ref_hash"):
            return self._take_delta(message)
        elif kind == "script_finished":
            return self._finish(message.script_finished)
        elif kind == "page_not_found":
            return "page not found"
        elif kind == "session_event" and message.session_event.HasField("script_compilation_exception"):
            return message.session_event.script_compilation_exception.message
        return ""

    def _take_delta(self, message: ForwardMsg) -> str:
        if message.WhichOneof("type") == "ref_hash":
            if message.ref_hash not in self._known:
                return "the server refers to an element that was not kept"
            delta = self._known[message.ref_hash][0]
            self._known[message.ref_hash] = delta, self._runs
        else:
            delta = message.delta
            if message.metadata.cacheable:
                self._known[message.hash] = delta, self._runs
        place = tuple(message.metadata.delta_path)
        if delta.WhichOneof("type") != "new_element":
            return ""
        for below in [path for path in self.parts if path[: len(place)] == place]:
            del self.parts[below]
        self.parts[place] = PageElement(delta.new_element, delta.fragment_id, self.run)
        if delta.new_element.WhichOneof("type") == "exception":
            return f"{delta.new_element.exception.type}: {delta.new_element.exception.message}"
        return ""

    def _finish(self, status: int) -> str:
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            return "the page does not compile"
        if status == ForwardMsg.FINISHED_SUCCESSFULLY:
            # Elements that this run did not send are gone, and cached elements unused for several runs are forgotten.
            self.parts = {place: part for place, part in self.parts.items() if part.run == self.run}
            drawn_ids = {self._id(part.element) for part in self.parts.values()}
            self.values = {name: value for name, value in self.values.items() if name in drawn_ids}
            self.query = dict(json.loads(self.component(ADDRESS).element.bidi_component.json)[0]["query"])
            self._runs += 1
            self._known = {
                name: (delta, used)
                for name, (delta, used) in self._known.items()
                if self._runs - used <= self._kept_runs
            }
        return ""

    @staticmethod
    def _id(element: Element) -> str:
        kind = element.WhichOneof("type")
        return str(getattr(getattr(element, kind), "id", "")) if kind else ""

    def widgets(self, kind: str) -> list[PageElement]:
        """Return all widgets of a kind."""
        return [part for part in self.parts.values() if part.element.WhichOneof("type") == kind]

    def widget(self, kind: str, label: str) -> PageElement:
        """Return the widget of a kind with a label. Raises LookupError if there is none."""
        for part in self.widgets(kind):
            if getattr(part.element, kind).label == label:
                return part
        raise LookupError(f"{self.name} has no {kind} with the label {label!r}")

    def component(self, name: str) -> PageElement:
        """Return the component with a name. Raises LookupError if there is none."""
        for part in self.parts.values():
            if (
                part.element.WhichOneof("type") == "bidi_component"
                and name in part.element.bidi_component.component_name
            ):
                return part
        raise LookupError(f"{self.name} has no component {name}")

    def set(self, value: WidgetState) -> None:
        """Give a widget another value, to be sent with the next request."""
        self.values[value.id] = value

    def go_to(self, name: str) -> None:
        """Go to another page, with the next request."""
        self.name, self.script = name, self.pages["" if name == "home" else name]
        self.query = {}
        self.values = {}

    def request(self, fragment: str = "") -> bytes:
        """Return the message by which a browser requests a run of the script."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode(self.query)
        state.page_script_hash = self.script
        if not self.script:
            state.page_name = "" if self.name == "home" else self.name
        state.fragment_id = fragment
        state.widget_states.widgets.extend(self.values.values())
        state.cached_message_hashes.extend(self._known)
        state.context_info.locale = "en-US"
        state.context_info.timezone = "UTC"
        state.context_info.timezone_offset = 0
        state.context_info.color_scheme = "light"
        data: bytes = message.SerializeToString()
        return data


class Visitor:
    """An open page, and its connection to the server."""

    def __init__(self, page: str, socket: ClientConnection, server: str) -> None:
        self.page = BrowserPage(page)
        self.socket = socket
        self.server = server
        self.session = ""

    async def run(self, fragment: str = "") -> list[str]:
        """Run the script and wait until it is done; return the errors on the page."""
        await self.socket.send(self.page.request(fragment))
        wrong = []
        async with asyncio.timeout(GIVE_UP_SECONDS):
            while True:
                message = await self._received()
                if error := self.page.apply_message(message):
                    wrong.append(error)
                if message.WhichOneof("type") == "script_finished" and message.script_finished in FINISHED:
                    return wrong

    async def upload(self, label: str, name: str, data: bytes) -> None:
        """Upload a file, and give it to an uploader with the next request."""
        uploader = self.page.widget("file_uploader", label).element.file_uploader
        request = BackMsg()
        request.file_urls_request.request_id = name
        request.file_urls_request.file_names.append(name)
        request.file_urls_request.session_id = self.session
        await self.socket.send(request.SerializeToString())
        while (message := await self._received()).WhichOneof("type") != "file_urls_response":
            self.page.apply_message(message)
        urls = message.file_urls_response.file_urls[0]
        await asyncio.to_thread(self._put, urljoin(f"{self.server}/", urls.upload_url.removeprefix("/")), name, data)
        value = WidgetState(id=uploader.id)
        file = value.file_uploader_state_value.uploaded_file_info.add()
        file.file_id, file.name, file.size = urls.file_id, name, len(data)
        file.file_urls.CopyFrom(urls)
        self.page.set(value)

    def _put(self, address: str, name: str, data: bytes) -> None:
        browser = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        line = "a-line-between-the-parts"
        disposition = f'Content-Disposition: form-data; name="{name}"; filename="{name}"'
        body = b"\r\n".join((f"--{line}".encode(), disposition.encode(), b"", data, f"--{line}--".encode(), b""))
        headers = {"Content-Type": f"multipart/form-data; boundary={line}", "Cookie": COOKIE, "X-Xsrftoken": TOKEN}
        request = urllib.request.Request(address, data=body, method="PUT", headers=headers)
        with browser.open(request, timeout=GIVE_UP_SECONDS):
            pass

    async def _received(self) -> ForwardMsg:
        data = await self.socket.recv()
        assert isinstance(data, bytes)
        message: ForwardMsg = ForwardMsg.FromString(data)
        if message.WhichOneof("type") == "new_session":
            self.session = message.new_session.initialize.session_id
        return message


def connection(server: str, session: str = "", browser: int = 0) -> connect:
    """Connect to the server; with a session id, resume that session.

    Each number stands for another browser: a single one may only open a limited number of pages.
    """
    # The entry in between is for a token that only servers with user accounts need.
    token = TOKEN.replace("|1700000000", f"{browser:02x}|1700000000") if browser else TOKEN
    protocols = ["streamlit", "PLACEHOLDER_AUTH_TOKEN", session] if session else ["streamlit"]
    address = f"{server.replace('http', 'ws', 1)}/_stcore/stream"
    return connect(
        address,
        additional_headers={"Cookie": f"_streamlit_xsrf={token}"},
        subprotocols=[Subprotocol(name) for name in protocols],
        max_size=None,
        proxy=None,
    )
