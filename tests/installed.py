"""The package as pip installs it: its sdist, the wheel that is built from that, and environments elsewhere."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import regex

ROOT = Path(__file__).parents[1]
UV = (sys.executable, "-m", "uv", "--quiet", "--offline", "--no-config")
OURS = Path(regex.__file__).parents[1]


class Environment(NamedTuple):
    """One that the wheel is installed in."""

    folder: Path

    def program(self, name: str) -> str:
        return str(self.folder / ("Scripts" if sys.platform == "win32" else "bin") / name)

    @property
    def packages(self) -> Path:
        return next(self.folder.rglob("site-packages"))


class Installed(NamedTuple):
    """The same wheel, installed twice."""

    engine: Environment  # with regex, and nothing else
    app: Environment  # with all that the tests run with, in place of what an index would bring


def build(folder: Path) -> Installed:
    """Build and install: in five seconds, of which a processor works for three."""
    found = Installed(Environment(folder / "engine"), Environment(folder / "app"))
    done = folder / "done"
    if done.exists():
        return found
    run(*UV, "build", "--python", sys.executable, "--no-build-isolation", "--out-dir", folder / "dist", ROOT)
    (wheel,) = folder.glob("dist/*.whl")
    for environment in found:
        run(*UV, "venv", "--clear", "--python", sys.executable, environment.folder)
        run(*UV, "pip", "install", "--no-deps", "--python", environment.program("python"), wheel)
    (found.engine.packages / "regex").symlink_to(OURS / "regex")
    (found.app.packages / "all.pth").write_text(str(OURS))
    done.touch()
    return found


def run(*command: object) -> str:
    """What a command says, which must end well."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
