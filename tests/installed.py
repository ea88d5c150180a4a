"""The package as pip installs it: its sdist, the wheel built from it, and environments elsewhere."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import regex

ROOT = Path(__file__).parents[1]
UV = (sys.executable, "-m", "uv", "--quiet", "--offline", "--no-config")
OURS = Path(regex.__file__).parents[1]
REPOSITORY = "https://host.example/owner/bpe-lab"
"""The project's URL according to the built package."""


class Environment(NamedTuple):
    """An environment in which the wheel is installed."""

    folder: Path

    def program(self, name: str) -> str:
        return str(self.folder / ("Scripts" if sys.platform == "win32" else "bin") / name)

    @property
    def packages(self) -> Path:
        return next(self.folder.rglob("site-packages"))


class Installed(NamedTuple):
    """The same wheel, installed twice."""

    engine: Environment  # with regex, and nothing else
    app: Environment  # with everything the tests run with, instead of packages from an index

    @property
    def archives(self) -> list[Path]:
        """The files to be published: the wheel and the sdist."""
        return sorted(path for path in (self.app.folder.parent / "dist").iterdir() if path.suffix in (".whl", ".gz"))


def build(folder: Path) -> Installed:
    """Build and install the package, which takes five seconds, and three of CPU time."""
    found = Installed(Environment(folder / "engine"), Environment(folder / "app"))
    done = folder / "done"
    if done.exists():
        return found
    at = {"BPE_LAB_REPOSITORY": REPOSITORY}
    run(*UV, "build", "--python", sys.executable, "--no-build-isolation", "--out-dir", folder / "dist", ROOT, **at)
    (wheel,) = folder.glob("dist/*.whl")
    for environment in found:
        run(*UV, "venv", "--clear", "--python", sys.executable, environment.folder)
        run(*UV, "pip", "install", "--no-deps", "--python", environment.program("python"), wheel)
    (found.engine.packages / "regex").symlink_to(OURS / "regex")
    (found.app.packages / "all.pth").write_text(str(OURS))
    done.touch()
    return found


def run(*command: object, **variables: str) -> str:
    """Run a command, which must succeed, and return its output."""
    done = subprocess.run(
        [*map(str, command)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | variables,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
