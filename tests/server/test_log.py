"""The log of a server whose app fails, which all browser tests look for."""

from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.conftest import TRACEBACKS
from tests.server.visitor import visit
from tools.app_server import running_app


def test_a_failure_is_logged_in_the_form_that_browser_tests_look_for(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("1 / 0\n")
    with running_app(tmp_path) as server, visit(server) as someone:
        message = BackMsg()
        message.rerun_script.query_string = ""
        someone.send(message)
        someone.wait_for("script_finished")
        assert any(trace in server.log() for trace in TRACEBACKS)
        assert "ZeroDivisionError" in server.log()
