"""The app works with a Streamlit that lacks any, or all, of the internals that the app uses."""

import ast
import re
import sys
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server.visitor import ask, send_file, visit
from tests.test_streamlit_internals import ROOM, internals_by_name, names, private
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
    """Return the names of Streamlit's internals in use. A message's class is named by its module."""
    imported = (name.replace(":", ".").split(".") for name in internals_by_name(names))
    return {parts[-2] if parts[-2].endswith("_pb2") else parts[-1] for parts in imported} | {
        *internals_by_name(private)
    }


def used_together() -> list[set[str]]:
    """Return, for each function that uses internals, their names, including those in functions that it calls."""
    words = used_names() | PUBLIC_NAMES
    said, called = dict[str, set[str]](), dict[str, set[str]]()
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                said[node.name] = words.intersection(re.findall(r"\w+", ast.unparse(node)))
                called[node.name] = {ast.unparse(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
    found = []
    for name in filter(said.get, said):
        reached = {name}
        while more := said.keys() & {one for name in reached for one in called[name]} - reached:
            reached |= more
        found.append(set[str]().union(*(said[name] for name in reached)))
    return found


def apart() -> list[list[str]]:
    """Return all names in groups. No function uses two names of a group, so each lacks one of its names at a time."""
    together = used_together()
    groups: list[list[str]] = []
    for word in sorted(used_names() | PUBLIC_NAMES):
        near = set[str]().union(*(used for used in together if word in used))
        group = next((group for group in groups if near.isdisjoint(group)), None)
        if group is None:
            groups.append([word])
        else:
            group.append(word)
    return groups


def is_served_without(*words: str, told: Collection[str] = ()) -> str:
    """Use the app as a learner does; return its log once it contains all of `told`."""
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


def test_the_app_runs_without_any_or_all_of_streamlit_s_internals() -> None:
    groups = apart()
    assert {word for group in groups for word in group} == used_names() | PUBLIC_NAMES
    users = ("queue_runs", "disconnected_sessions", "read_back_message", "new_session_id", "_context")
    told = {f"{user} goes without something that Streamlit " for user in users}
    with ThreadPoolExecutor(2) as pool:
        without_all = pool.submit(is_served_without, *used_names(), *PUBLIC_NAMES, told=told)
        logs = [*pool.map(lambda words: is_served_without(*words), groups), without_all.result()]
    assert [words for words, log in zip([*groups, "all"], logs, strict=True) if "Traceback" in log] == []
    assert {text for text in told if text not in logs[-1]} == set()
