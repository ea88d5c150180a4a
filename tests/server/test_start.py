"""`bpe-lab serve`, in a checkout `python -m ui.server`: how Streamlit is started, and what is refused."""

import os
import re
from pathlib import Path

import pytest

from bpe_engine.cli import bpe_lab
from tests.test_architecture import MODULES, ROOT
from ui.server import __main__ as start

ENVIRONMENT = {setting.name for setting in start.SETTINGS.values() if "." not in setting.name}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the command that starts Streamlit."""
    command: list[str] = []
    monkeypatch.setattr(start, "_replace_process", command.extend)
    for name in (*ENVIRONMENT, "STREAMLIT_SERVER_PORT", "STREAMLIT_SERVER_ADDRESS"):
        monkeypatch.setenv(name, "before")  # restored afterwards
        monkeypatch.delenv(name)
    return command


def test_options_become_streamlit_options_and_environment_variables(started: list[str], tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    os.environ["BPE_LAB_COURSE"] = "/chapters"
    options = ["--port", "8600", "--listen", "127.0.0.1", "--open", "--corpora", str(tmp_path / "a/../texts")]
    (tmp_path / "a").mkdir()
    assert bpe_lab.main([*options, "--server.sslCertFile=cert.pem"]) == 0
    app = str(ROOT / "app.py")
    assert started[:4] == ["streamlit", "run", app, "--server.sslCertFile=cert.pem"]
    assert set(started[4:]) == {"--server.port=8600", "--server.address=127.0.0.1"}
    found = {name: os.environ.get(name) for name in ENVIRONMENT}
    given = {"BPE_LAB_OPEN": "1", "BPE_LAB_CORPORA": str(tmp_path / "texts"), "BPE_LAB_COURSE": "/chapters"}
    assert found == dict.fromkeys(ENVIRONMENT) | given


def test_omitted_options_leave_the_environment_unchanged(started: list[str]) -> None:
    os.environ["BPE_LAB_METRICS"] = "1"
    assert start.main([]) == 0
    assert started == ["streamlit", "run", str(ROOT / "app.py")]
    assert os.environ["BPE_LAB_METRICS"] == "1"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "0"], "'0' is not a port. Choose a whole number from 1 to 65535."),
        (["--port", "65536"], "'65536' is not a port."),
        (["--port", "²"], "'²' is not a port."),
        (["--port", "8501.5"], "'8501.5' is not a port."),
        (["--corpora", "/nowhere"], "'/nowhere' is not a folder. Create it, or choose another one."),
        (["--course", "/etc/passwd"], "'/etc/passwd' is not a folder."),
        (["--listen", "999.1.1.1"], "'999.1.1.1' is not an address of this machine. Choose one that it has, such as"),
        (["--listen", "192.0.2.7"], "'192.0.2.7' is not an address of this machine."),  # reserved for documentation
        (["--listen", "::zz"], "'::zz' is not an address"),
        (["--listen", "a" * 300], "is not an address"),
        (["--listen", "a..b"], "'a..b' is not an address"),
        (["--listen", "a\0b"], "is not an address"),
        (["--server.address=999.1.1.1"], "--server.address: '999.1.1.1' is not an address of this machine."),
        (["--server.port=70000"], "--server.port: '70000' is not a port."),
        (["--prot", "8600"], "'--prot' is neither an option listed by --help nor one of Streamlit's."),
        (["texts.txt"], "'texts.txt' is neither"),
    ],
)
def test_invalid_options_are_refused_and_nothing_starts(
    started: list[str], capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        start.main(options, "bpe-lab serve")
    error = capsys.readouterr().err
    assert "usage: bpe-lab serve" in error
    assert said in error
    assert started == []


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        (
            "STREAMLIT_SERVER_ADDRESS",
            "999.1.1.1",
            "STREAMLIT_SERVER_ADDRESS: '999.1.1.1' is not an address of this machine. Choose one that it has, such as "
            "127.0.0.1, or leave it out.",
        ),
        (
            "STREAMLIT_SERVER_PORT",
            "70000",
            "STREAMLIT_SERVER_PORT: '70000' is not a port. Choose a whole number from 1 to 65535.",
        ),
    ],
)
def test_invalid_environment_variables_are_refused_and_nothing_starts(
    started: list[str], capsys: pytest.CaptureFixture[str], variable: str, value: str, said: str
) -> None:
    os.environ[variable] = value
    with pytest.raises(SystemExit, match="2"):
        start.main([], "bpe-lab serve")
    error = capsys.readouterr().err
    assert "usage: bpe-lab serve" in error
    assert said in error
    assert started == []
    # An option takes precedence over the variable.
    assert start.main(["--listen", "127.0.0.1", "--port", "8600"]) == 0
    assert set(started[3:]) == {"--server.port=8600", "--server.address=127.0.0.1"}


def test_every_environment_variable_has_an_option_and_is_documented() -> None:
    read = {name for path in MODULES for name in re.findall(r'"(BPE_LAB_\w+|REDIS_URL)"', path.read_text("utf-8"))}
    told = (ROOT / "docs/SERVER.md").read_text("utf-8")
    assert read == ENVIRONMENT
    for name in (*ENVIRONMENT, *start.SETTINGS):
        assert f"`{name}" in told
