"""`make run` always installs the same: requirements.lock has the version and the hashes of each package."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.audit import LOCK, interpret

ROOT = LOCK.parent
SYSTEMS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
    "macOS": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    "Windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def lines_of(path: Path) -> list[str]:
    """Return the lines of a requirements file, without comments and with continued lines joined."""
    text = re.sub(r"(?m)\s*(?:^|\s)#.*$", "", path.read_text("utf-8").replace("\\\n", " "))
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@cache
def pinned(system: str, python: str) -> dict[str, str]:
    """Return the version of each package that the lock installs on a system and Python."""
    here = {**SYSTEMS[system], "python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    versions: dict[str, str] = {}
    for line in lines_of(LOCK):
        found = Requirement(line.partition(" --hash=")[0])
        if found.marker is None or found.marker.evaluate(here):
            (exact,) = found.specifier
            assert exact.operator == "=="
            assert found.name not in versions
            versions[canonicalize_name(found.name)] = exact.version
    return versions


def test_each_line_of_the_lock_is_a_version_with_hashes() -> None:
    for line in lines_of(LOCK):
        assert re.fullmatch(r"[a-z0-9.-]+==\S+( ; [^\\]+?)?( --hash=sha256:[0-9a-f]{64})+", line)


def test_the_javascript_lock_has_hashes_and_names_no_registry() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert packages.pop("")["devDependencies"] == wanted
    for name, package in packages.items():
        assert re.fullmatch(r"sha512-[\w+/]+={0,2}", package["integrity"]), name
        assert "resolved" not in package, name


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_lock_contains_exactly_the_app_s_transitive_requirements(system: str, python: str) -> None:
    here = {**SYSTEMS[system], "python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    versions = pinned(system, python)
    ahead = [Requirement(line) for line in lines_of(ROOT / "requirements.txt")]
    assert len(ahead) > 5
    reached = set()
    while ahead:
        wanted = ahead.pop()
        name = canonicalize_name(wanted.name)
        assert wanted.specifier.contains(versions[name], prereleases=True), f"{wanted}: run `make lock`"
        if (name, *sorted(wanted.extras)) in reached:
            continue
        reached.add((name, *sorted(wanted.extras)))
        try:
            asks = metadata.requires(name) if metadata.version(name) == versions[name] else None
        except metadata.PackageNotFoundError:
            asks = None  # it is for another system
        for told_by_it in map(Requirement, asks or ()):
            extras = wanted.extras or {""}
            if not told_by_it.marker or any(told_by_it.marker.evaluate({**here, "extra": extra}) for extra in extras):
                ahead.append(told_by_it)
    assert {name for name, *_extras in reached} == versions.keys(), "`make` installs what the lock has, to compare with"


def test_make_run_installs_from_the_lock() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "install --quiet --no-compile --require-hashes -r requirements.lock" in makefile
    assert "$(VENV)/app.stamp: $(VENV)/python.stamp requirements.lock\n" in makefile


def test_an_audit_reports_known_vulnerabilities_and_unaudited_packages() -> None:
    # From pip-audit's documentation.
    flask = {"id": "PYSEC-2019-179", "fix_versions": ["1.0"], "aliases": ["CVE-2019-1010083"], "description": ""}
    packages = [
        {"name": "flask", "version": "0.5", "vulns": [flask]},
        {"name": "jinja2", "version": "3.0.2", "vulns": []},
        {"name": "own", "skip_reason": "Dependency not found on PyPI and could not be audited: own (1.0)"},
    ]
    lines, code = interpret(json.dumps({"dependencies": packages}), "")
    assert lines[0] == "flask 0.5: PYSEC-2019-179, fixed in 1.0"
    assert "2 of 3 packages" in lines[1]
    assert lines[2] == "Not looked up: own."
    assert code == 1
    assert interpret(json.dumps({"dependencies": packages[1:]}), "").code == 0
    assert interpret("", "Traceback …\nValueError: a line of the lock is wrong").code == 2


def test_an_audit_without_a_network_says_so() -> None:
    nowhere = dict.fromkeys(("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"), "http://127.0.0.1:9")
    env = {name: value for name, value in os.environ.items() if name.lower() != "no_proxy"} | nowhere
    done = subprocess.run([sys.executable, "-m", "tools.audit"], cwd=ROOT, env=env, capture_output=True, text=True)
    assert "cannot be reached from here" in done.stdout
    assert done.returncode == 0
