"""The texts that other tests rely on are those that the README beside them lists."""

import hashlib
from pathlib import Path

import pytest

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize("name", ["asyoulik.txt", "moby_dick.txt"])
def test_each_text_has_the_checksum_in_the_readme(name: str) -> None:
    (row,) = [line for line in (DATA / "README.md").read_text("utf-8").splitlines() if f"`{name}`" in line]
    assert f" {hashlib.sha256((DATA / name).read_bytes()).hexdigest()} " in row
