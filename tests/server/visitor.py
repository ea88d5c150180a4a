"""A simulated visitor that speaks Streamlit's own protocol, without a browser; and requests to a server."""

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse, ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tools.app_server import AppServer
from tools.simulated_visitor import TOKEN

GIVE_UP_SECONDS = 60.0
OTHER_TOKEN = "2|aabbccdd|00000000111111112222222233333333|1700000000"


class Visitor:
    """A visitor with an open page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.session = ""
        self.said: list[ForwardMsg] = []

    def send(self, message: BackMsg) -> None:
        self.socket.send(message.SerializeToString())

    def wait_for(self, kind: str) -> ForwardMsg:
        """Return the next message of a kind."""
        while True:
            data = self.socket.recv(timeout=GIVE_UP_SECONDS)
            assert isinstance(data, bytes)
            message = ForwardMsg.FromString(data)
            self.said.append(message)
            if message.WhichOneof("type") == "new_session":
                self.session = message.new_session.initialize.session_id
            if message.WhichOneof("type") == kind:
                return message

    def open(self, page: str, **query: str) -> None:
        """Open a page, and wait until it is complete. Keywords become the query."""
        message = BackMsg()
        message.rerun_script.page_name = page
        message.rerun_script.query_string = urlencode(query)
        self.send(message)
        self.wait_for("new_session")  # after pending messages of earlier runs
        # A run may end early for another one, which discards pending messages: wait for the last one.
        while self.wait_for("script_finished").script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
            pass

    def upload_addresses(self, *names: str) -> list[str]:
        """Return the paths to which files of these names may be uploaded."""
        message = BackMsg()
        message.file_urls_request.request_id = "1"
        message.file_urls_request.file_names.extend(names)
        message.file_urls_request.session_id = self.session
        self.send(message)
        return [urls.upload_url for urls in self.wait_for("file_urls_response").file_urls_response.file_urls]

    def request_download(self, file_id: str) -> BackendOperationResponse:
        """Request a download whose content is created on demand."""
        message = BackMsg()
        message.backend_operation_request.request_id = "1"
        message.backend_operation_request.session_id = self.session
        message.backend_operation_request.deferred_file.file_id = file_id
        self.send(message)
        return self.wait_for("backend_operation_response").backend_operation_response

    def download(self, name: str) -> str:
        """Return the id of a download, given the start of its button's label, as soon as it arrives."""
        while True:
            for message in reversed(self.said):
                button = message.delta.new_element.download_button
                if button.label.startswith(name):
                    return button.deferred_file_id
            self.wait_for("delta")


@contextmanager
def visit(server: AppServer, session: str = "", token: str = TOKEN, origin: str | None = None) -> Iterator[Visitor]:
    """Connect, resuming a session if one is given. Raises InvalidStatus if the server refuses."""
    protocols = ["streamlit", token, session] if session else ["streamlit", token]
    socket = connect(
        f"{server.url.replace('http', 'ws', 1)}/_stcore/stream",
        origin=Origin(origin) if origin else None,
        additional_headers={"Cookie": f"_streamlit_xsrf={token}"},
        subprotocols=[Subprotocol(entry) for entry in protocols],
        max_size=None,
        max_queue=None,  # unread messages do not block the end
        proxy=None,
        open_timeout=GIVE_UP_SECONDS,
    )
    with socket:
        yield Visitor(socket)


@dataclass(frozen=True)
class Answer:
    """The server's answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(server: AppServer, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
    """Send a request. Underscores in header names stand for hyphens."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=GIVE_UP_SECONDS)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def send_file(server: AppServer, address: str, size: int, token: str = TOKEN) -> Answer:
    """Upload a file of this many bytes, as a browser does."""
    body = b'--b\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\n' + b"x" * size + b"\r\n--b--\r\n"
    return ask(server, address, "PUT", body, **_upload_headers(token))


@contextmanager
def announced_file(server: AppServer, address: str, size: int) -> Iterator[None]:
    """Announce an upload of this many bytes, and send none."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=GIVE_UP_SECONDS)
    connection.putrequest("PUT", address)
    for name, value in {**_upload_headers(TOKEN), "Content_Length": str(size)}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    try:
        yield
    finally:
        connection.close()


def _upload_headers(token: str) -> dict[str, str]:
    kind = "multipart/form-data; boundary=b"
    return {"Content_Type": kind, "Cookie": f"_streamlit_xsrf={token}", "X_Xsrftoken": token}


def wait_until(true: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail if it never does."""
    give_up = time.monotonic() + GIVE_UP_SECONDS
    while not true():
        assert time.monotonic() < give_up, "it did not come true"
        time.sleep(0.1)
