"""The app is served by a Streamlit that lacks any part of its inside that the app uses, or all of them."""

import sys
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server.visitor import ask, send_file, visit
from tests.test_streamlit_internals import names, private, resting
from tools.app_server import running_app

START = str(Path(__file__).with_name("start_renamed.py"))
PUBLIC_NAMES = {
    "close_session",
    "file_storage",
    "get_active_session_info",
    "get_session_info",
    "is_active_session",
    "list_sessions",
    "media_file_mgr",
    "register_provider",
    "stats_mgr",
    "uploaded_file_mgr",
}
"""Members of private classes, which don't look private."""


def used_names() -> set[str]:
    """The words by which the app uses Streamlit's inside. A message's class is named by its module."""
    imported = (name.replace(":", ".").split(".") for name in resting(names))
    return {parts[-2] if parts[-2].endswith("_pb2") else parts[-1] for parts in imported} | {*resting(private)}


def is_served_without(*words: str, told: Collection[str] = ()) -> str:
    """Use the app as a learner does. Returns what its log says, once it says all that is to be told."""
    with running_app(command=(sys.executable, START, ",".join(words), "run", "app.py")) as server:
        assert ask(server, "/train", Accept="text/html").status == 200
        with visit(server) as learner:
            learner.open("train")
            learner.open("files")
            errors = [said for said in learner.said if said.delta.new_element.WhichOneof("type") == "exception"]
            assert errors == [], server.log()
            assert send_file(server, *learner.upload_addresses("a.json"), 10).status == 204
            session = learner.session
        with visit(server, session) as learner:  # comes back
            learner.open("train")
        give_up = time.monotonic() + 60
        while not all(text in server.log() for text in told) and time.monotonic() < give_up:
            time.sleep(0.1)  # the sessions are checked every few seconds
        return server.log()


def test_the_list_is_not_empty() -> None:
    assert {"_run_script", "_session_mgr", "get_script_run_ctx", "BackMsg_pb2"} <= used_names()


def test_the_app_is_served_without_each_part_of_streamlit_s_inside() -> None:
    words = sorted(used_names() | PUBLIC_NAMES)
    with ThreadPoolExecutor(2) as pool:
        logs = dict(zip(words, pool.map(is_served_without, words), strict=True))
    assert {word for word, log in logs.items() if "Traceback" in log} == set()


def test_the_app_is_served_without_all_of_them_and_the_log_says_what_is_missing() -> None:
    users = ("queued_runs", "disconnected_sessions", "back_message", "new_session_id", "_context")
    told = {f"{user} goes without something that Streamlit " for user in users}
    log = is_served_without(*used_names(), *PUBLIC_NAMES, told=told)
    assert "Traceback" not in log
    assert {text for text in told if text not in log} == set()
