"""How Streamlit's server and page talk: addresses, the cookie that knows a browser, and messages (protobuf)."""

from google.protobuf.descriptor import Descriptor  # type: ignore[import-untyped]  # it has no types
from starlette.requests import cookie_parser
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.state.query_params import CLIENT_STATE_QUERY_STRING_MAX_FIELDS
from streamlit.web.server.starlette.starlette_app_utils import decode_xsrf_token_string
from streamlit.web.server.starlette.starlette_routes import (
    BASE_ROUTE_COMPONENT,
    BASE_ROUTE_CORE,
    BASE_ROUTE_MEDIA,
    BASE_ROUTE_STATIC,
    BASE_ROUTE_UPLOAD_FILE,
    ROUTE_HEALTH,
    ROUTE_METRICS,
)
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME
from streamlit.web.server.starlette.starlette_websocket import _ROUTE_WEBSOCKET_STREAM

STREAM = f"/{_ROUTE_WEBSOCKET_STREAM}"
HEALTH = f"/{ROUTE_HEALTH}"
METRICS = f"/{ROUTE_METRICS}"
UPLOADS = f"/{BASE_ROUTE_UPLOAD_FILE}/"
STATIC_PATHS = f"/{BASE_ROUTE_STATIC}/"
SESSION_PATHS = (f"/{BASE_ROUTE_CORE}/", f"/{BASE_ROUTE_MEDIA}/", f"/{BASE_ROUTE_COMPONENT}/")
"""What sessions and components have, and what pages talk to."""

MAX_PARAMETERS: int = CLIENT_STATE_QUERY_STRING_MAX_FIELDS
"""Of an address: where there are more, Streamlit takes over none of them."""

BACK_MESSAGE: Descriptor = BackMsg.DESCRIPTOR

_MAX_RESPONSE = 64 * 1024  # of the server's messages with addresses in them; larger ones are pages


def xsrf_token(cookies: str) -> bytes:
    """The token that Streamlit gave a browser, in the header Cookie; empty where it has none."""
    token, _time = decode_xsrf_token_string(cookie_parser(cookies).get(XSRF_COOKIE_NAME, ""))
    return token or b""


def new_session_id(message: bytes) -> str:
    """The id of the session that a message to a browser begins; empty for other messages."""
    told = ForwardMsg.FromString(message)
    return told.new_session.initialize.session_id if told.WhichOneof("type") == "new_session" else ""


def announced_uploads(message: bytes) -> list[tuple[str, str]]:
    """The ids of session and file in each address for a file that a message to a browser gives."""
    if len(message) >= _MAX_RESPONSE or UPLOADS.encode() not in message:
        return []
    given = (file.upload_url for file in ForwardMsg.FromString(message).file_urls_response.file_urls)
    found = (url.rpartition(UPLOADS)[2].partition("/") for url in given)
    return [(session_id, file_id) for session_id, _slash, file_id in found]
