"""Attacks on another session: with its id, with its addresses, and after its end."""

from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from bpe_engine.files import MAX_FILE_BYTES
from tests.server.visitor import OTHER_TOKEN, announced_file, ask, send_file, visit, wait_until
from tools.app_server import AppServer, running_app
from ui.base.upload_limits import MEGABYTE


def test_a_second_connection_cannot_take_over_a_session(server: AppServer) -> None:
    with visit(server) as learner:
        learner.open("home")
        with visit(server, learner.session, token=OTHER_TOKEN) as stranger:
            stranger.open("home")
            assert stranger.session not in ("", learner.session)
            learner.open("home")  # is still connected
        session = learner.session
    with visit(server, session, token=OTHER_TOKEN) as stranger:
        stranger.open("home")
        assert stranger.session not in ("", session)
    with visit(server, session) as learner:
        learner.open("home")
        assert learner.session == session


def test_each_upload_url_accepts_one_file(server: AppServer) -> None:
    with visit(server) as learner:
        learner.open("files")
        first, second = learner.upload_addresses("a.json", "b.json")
        made_up = first.rpartition("/")[0] + "/made-up"
        assert send_file(server, made_up, 10).status == 404
        assert send_file(server, first, 10, token=OTHER_TOKEN).status == 403
        assert send_file(server, first, 10).status == 204
        assert send_file(server, first, 10).status == 404
        assert send_file(server, second, 10).status == 204
        assert ask(server, second, "DELETE").status == 403


def test_a_file_of_the_promised_maximum_size_is_accepted(server: AppServer) -> None:
    with visit(server) as learner:
        learner.open("files")
        largest, larger = learner.upload_addresses("a.json", "b.json")
        assert send_file(server, largest, MAX_FILE_BYTES).status == 204
        assert send_file(server, larger, MAX_FILE_BYTES + 3 * MEGABYTE).status == 413


def test_announced_files_that_never_arrive_block_nobody(server: AppServer) -> None:
    with ExitStack() as stack:
        for _number in range(6):
            stranger = stack.enter_context(visit(server))
            stranger.open("files")
            for address in stranger.upload_addresses("a.json", "b.json", "c.json", "d.json"):
                stack.enter_context(announced_file(server, address, MAX_FILE_BYTES))
        learner = stack.enter_context(visit(server))
        learner.open("files")
        assert send_file(server, *learner.upload_addresses("a.json"), MAX_FILE_BYTES).status == 204


def test_a_download_is_removed_with_its_session() -> None:
    with running_app(options=["--server.disconnectedSessionTTL=3"]) as server:
        leave_a_download(server)


def leave_a_download(server: AppServer) -> None:
    with visit(server) as learner:
        learner.open("files")
        made_later = learner.download("load.py")
        made = learner.request_download(made_later).deferred_file.url
        assert b"token" in ask(server, made).body
        assert len(made.rpartition("/")[2].partition(".")[0]) >= 32  # a hash of its content
    # Nobody else comes or leaves meanwhile.
    wait_until(lambda: ask(server, made).status == 404)
    with visit(server) as stranger:
        stranger.open("home")
        assert stranger.request_download(made_later).error_msg


def test_other_sites_can_neither_connect_nor_read_responses(server: AppServer) -> None:
    stranger = "https://stranger.example"
    with pytest.raises(InvalidStatus) as refused, visit(server, origin=stranger):
        pass
    assert refused.value.response.status_code == 403
    for path in ("/_stcore/health", "/_stcore/host-config", "/"):
        assert "access-control-allow-origin" not in ask(server, path, Origin=stranger).headers
