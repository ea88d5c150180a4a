"""What pyproject.toml cannot say: the app is a folder of the engine (`bpe_engine.app_location`), and README.md's links.

`tools.release` gives the address of the repository as BPE_LAB_REPOSITORY. A package index needs it for the links and
pictures of README.md, whose paths are those of the repository.
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
"""The app, as it lies in a checkout; MANIFEST.in has the same for the sdist."""
GENERATED = ignore_patterns("__pycache__", "contract.d.ts", "*.mo", "*.pot")


class BuildWithApp(build_py):
    """The engine's modules, and the app as it is beside them."""

    def run(self) -> None:
        """Copy what there is; an editable installation has it in the checkout."""
        super().run()
        if self.editable_mode:
            return
        app = Path(self.build_lib, "bpe_engine/_app")
        rmtree(app, ignore_errors=True)  # of a build before: what has left the checkout since is in it
        for part in APP:
            (app / part).parent.mkdir(parents=True, exist_ok=True)
            if (HERE / part).is_dir():
                copytree(HERE / part, app / part, ignore=GENERATED)
            else:
                copy(HERE / part, app / part)


REPOSITORY = os.environ.get("BPE_LAB_REPOSITORY", "")
VERSION = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def absolute_link(found: re.Match[str]) -> str:
    """Return a link or picture of the README with its address; if there is none, the text of the link only."""
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
