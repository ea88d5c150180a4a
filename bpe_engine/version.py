"""The version of the package."""

import tomllib
from importlib import metadata
from pathlib import Path


def installed_version() -> str:
    """Return the version of the current checkout, else of the installed package."""
    project = Path(__file__).parents[1] / "pyproject.toml"
    if project.is_file():
        version: str = tomllib.loads(project.read_text("utf-8"))["project"]["version"]
        return version
    return metadata.version("bpe-lab")
