"""Containerfile agrees with the repository. `make container` builds, starts and checks it, which takes minutes."""

import re
from fnmatch import fnmatch
from pathlib import Path

import yaml

from bpe_engine.cli.bpe_lab import APP_COMMANDS, DEFAULT_COMMAND
from tests.test_architecture import ROOT
from tools.container import HARDENED_OPTIONS
from ui.base.streamlit_internals.protocol import HEALTH

FILE = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
LINES = [line for line in FILE.splitlines() if line and not line.startswith("#")]
IGNORED = (ROOT / ".dockerignore").read_text("utf-8").split()


def arguments_of(instruction: str) -> list[str]:
    """Return the arguments of each occurrence of an instruction."""
    return [line.partition(" ")[2] for line in LINES if line.startswith(f"{instruction} ")]


def is_sent(path: str) -> bool:
    """Return whether a file is part of the build context, by .dockerignore."""
    parts = [path, *(parent.as_posix() for parent in Path(path).parents)]
    return not any(fnmatch(part, pattern.removeprefix("**/")) for part in parts for pattern in IGNORED)


def test_there_is_only_one_containerfile() -> None:
    names = {path.name for folder in (ROOT, ROOT / "deploy") for path in folder.iterdir()}
    assert {name for name in names if re.search("containerfile|dockerfile", name, re.IGNORECASE)} == {"Containerfile"}


def test_the_build_context_contains_all_parts_of_the_package() -> None:
    setup = (ROOT / "setup.py").read_text("utf-8")
    found = re.search(r"^APP = \((.+)\)$", setup, re.MULTILINE)
    assert found
    copied = [
        name for line in arguments_of("COPY") if "--from" not in line for name in line.split()[:-1] if name != "."
    ]
    project = ["setup.py", "pyproject.toml", "README.md", "LICENSE", "licences", "bpe_engine"]
    extras = [path.name for path in ROOT.glob("requirements*.txt")]
    for name in (*re.findall(r'"(.+?)"', found[1]), *copied, *project, *extras):
        assert (ROOT / name).exists(), name
        assert is_sent(name), name
    assert not is_sent("tests/test_container.py")
    assert not is_sent("node_modules/x/y.js")
    assert not is_sent(".streamlit/secrets.toml")


def test_the_container_runs_unprivileged_with_a_health_check() -> None:
    (user,) = arguments_of("USER")
    assert user.split(":")[0].isdecimal()  # a name does not prove that the user is not root
    assert int(user.split(":")[0]) > 0
    assert LINES.index(f"USER {user}") > LINES.index("FROM ${BASE}")  # of the final stage, not of the build stage
    (environment,) = [dict(pair.split("=") for pair in line.split()) for line in arguments_of("ENV") if "HOME" in line]
    assert environment["HOME"] == "/tmp"
    assert environment["STREAMLIT_SERVER_PORT"] == arguments_of("EXPOSE")[0]
    assert f"http://127.0.0.1:$STREAMLIT_SERVER_PORT{HEALTH}" in arguments_of("HEALTHCHECK")[0]
    assert arguments_of("CMD") == ['["bpe-lab"]']
    assert DEFAULT_COMMAND in APP_COMMANDS


def test_the_compose_file_runs_the_tested_image() -> None:
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text("utf-8"))["services"]
    for name in ("one", "two", "three"):
        service = services[name]
        assert service["build"] == {"context": "..", "dockerfile": "Containerfile"}
        assert (service["read_only"], service["tmpfs"]) == (True, ["/tmp"])
        assert (service["cap_drop"], service["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    assert {"--read-only", "--cap-drop", "no-new-privileges"} <= set(HARDENED_OPTIONS)


def test_the_documented_settings_of_a_space_match_the_containerfile() -> None:
    told = (ROOT / "deploy/README.md").read_text("utf-8")
    (header,) = re.findall(r"^    ---\n(.+?)^    ---\n", told, re.MULTILINE | re.DOTALL)
    settings = yaml.safe_load(re.sub("(?m)^    ", "", header))
    assert settings["sdk"] == "docker"
    assert str(settings["app_port"]) == arguments_of("EXPOSE")[0]
