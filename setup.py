"""What pyproject.toml cannot express: in the wheel, the app is a folder inside the engine.

See `bpe_engine.app_location`. `tools.release` sets BPE_LAB_REPOSITORY to the repository's address. A package index
needs it for README.md's links and pictures, whose paths are relative to the repository.
"""

import os
import re
import tomllib
from pathlib import Path
from shutil import copy, copytree, ignore_patterns, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
APP = ("app.py", ".streamlit/config.toml", "classroom", "data", "locale", "pages", "ui")
"""The app's files in a checkout; MANIFEST.in lists the same for the sdist."""
GENERATED = ignore_patterns("__pycache__", "contract.d.ts", "*.mo", "*.pot")


class BuildWithApp(build_py):
    """Copies the app beside the engine's modules."""

    def run(self) -> None:
        """Copy all files of the app. An editable installation uses those of the checkout."""
        super().run()
        if self.editable_mode:
            return
        app = Path(self.build_lib, "bpe_engine/_app")
        rmtree(app, ignore_errors=True)  # of an earlier build: may contain files since deleted
        for part in APP:
            (app / part).parent.mkdir(parents=True, exist_ok=True)
            if (HERE / part).is_dir():
                copytree(HERE / part, app / part, ignore=GENERATED)
            else:
                copy(HERE / part, app / part)


REPOSITORY = os.environ.get("BPE_LAB_REPOSITORY", "")
VERSION = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def absolute_link(found: re.Match[str]) -> str:
    """Return a README link or picture with its full address, or only the link's text if no address is set."""
    picture, text, path = found.groups()
    if not REPOSITORY:
        return "" if picture else text
    return f"{picture}[{text}]({REPOSITORY}/{'raw' if picture else 'blob'}/v{VERSION}/{path})"


setup(
    cmdclass={"build_py": BuildWithApp},
    long_description=re.sub(
        r"(!?)\[([^]]*)\]\((?!https?:|#)([^)]+)\)", absolute_link, (HERE / "README.md").read_text("utf-8")
    ),
    long_description_content_type="text/markdown",
    project_urls={
        "Source": REPOSITORY,
        "Documentation": f"{REPOSITORY}/blob/v{VERSION}/README.md#where-to-go-next",
        "Changelog": f"{REPOSITORY}/blob/main/CHANGELOG.md",
        "Issues": f"{REPOSITORY}/issues",
    }
    if REPOSITORY
    else {},
)
