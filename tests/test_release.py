"""The checks of `make release` before it builds anything, and its archives."""

import re
import subprocess
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tools import catalogs, release

PROJECT = '[project]\nversion = "1.2.0"\n'
CITATION = "cff-version: 1.2.0\nversion: 1.2.0\ndate-released: 2027-02-01\n"
CHANGELOG = """# Changelog

## [1.2.0] - 2027-02-01

### Added

- A page.

## [1.1.0] - 2027-01-01

- The start.
"""


def test_the_current_version_is_the_same_everywhere() -> None:
    version, problems = release.check_versions(
        *(release.ROOT.joinpath(name).read_text("utf-8") for name in release.FILES)
    )
    assert problems == []
    assert version == tomllib.loads((release.ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        (0, "1.2.0", "1.3.0", "CHANGELOG.md begins with 1.2.0, and pyproject.toml has 1.3.0. Give the newest changes"),
        (
            1,
            "[1.2.0] - 2027-02-01",
            "[Unreleased]",
            "CHANGELOG.md begins with Unreleased, and pyproject.toml has 1.2",
        ),
        (1, " - 2027-02-01", "", "CHANGELOG.md has no date for 1.2.0. Write “## [1.2.0] - DATE”."),
        (2, "version: 1.2.0\ndate", "version: 1.1.0\ndate", "Write version: 1.2.0 and date-released: 2027-02-01."),
        (2, "02-01", "02-02", "Write version: 1.2.0 and date-released: 2027-02-01."),
    ],
)
def test_differing_versions_are_reported_with_the_fix(file: int, before: str, after: str, said: str) -> None:
    files = [PROJECT, CHANGELOG, CITATION]
    assert release.check_versions(*files)[1] == []
    files[file] = files[file].replace(before, after)
    (problem,) = release.check_versions(*files)[1]
    assert said in problem


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://host.example/owner/name", "https://host.example/owner/name"),
        ("https://token@host.example/owner/name.git", "https://host.example/owner/name"),
        ("git@host.example:owner/name.git", "https://host.example/owner/name"),
        ("ssh://git@host.example/owner/na.me.git", "https://host.example/owner/na.me"),
        ("/srv/git/name.git", ""),
        ("../name", ""),
        ("", ""),
    ],
)
def test_the_repository_url_is_that_of_the_remote_without_a_password(remote: str, address: str) -> None:
    assert release.repository_address(remote) == address


def test_release_notes_are_the_newest_section_of_the_changelog() -> None:
    assert release.release_notes(CHANGELOG) == "### Added\n\n- A page.\n"


def test_a_release_refuses_uncommitted_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in zip(release.FILES, (PROJECT, CHANGELOG, CITATION), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "run", lambda *_arguments, **_named: pytest.fail("something is made"))
    assert release.main() == 1
    assert "?? CITATION.cff" in capsys.readouterr().err
    assert not (tmp_path / "dist").exists()


def test_a_release_needs_complete_translations(tmp_path: Path) -> None:
    messages = Catalog()
    for text in ("Home", ("{n} cat", "{n} cats"), "A new page"):
        messages.add(text)
    translations = {
        "ru": ("Начало", ("{n} кот", "{n} кота", ""), "Новая страница"),
        "vi": ("Trang chủ", ("{n} con mèo",), "Trang mới"),
        "zh_Hans": ("首页", ("{n} 只猫",), ""),
    }
    assert set(translations) == set(catalogs.COMPLETE_LANGUAGES)
    for language, forms in translations.items():
        catalog = Catalog(locale=language)
        for message, form in zip([message for message in messages if message.id], forms, strict=True):
            catalog.add(message.id, form)
        path = tmp_path / "locale" / language / "LC_MESSAGES" / "messages.po"
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_po(file, catalog)
    assert release.missing_translations(messages, tmp_path / "locale") == [
        "locale/ru/LC_MESSAGES/messages.po: “{n} cat” in plural form 2 is not translated.",
        "locale/zh_Hans/LC_MESSAGES/messages.po: “A new page” is not translated.",
    ]


def test_archives_of_the_same_files_are_identical(tmp_path: Path) -> None:
    archives = []
    for time, names in enumerate((("b.txt", "a/c.txt"), ("a/c.txt", "b.txt"))):
        folder = tmp_path / str(time) / "lessons"
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name, "utf-8")
        archives.append(tmp_path / f"{time}.zip")
        release.deterministic_archive(folder, archives[-1], 1_800_000_000)
    assert archives[0].read_bytes() == archives[1].read_bytes()
    with ZipFile(archives[0]) as archive:
        assert {info.filename: archive.read(info) for info in archive.infolist()} == {
            "lessons/a/c.txt": b"a/c.txt",
            "lessons/b.txt": b"b.txt",
        }
        assert {info.date_time for info in archive.infolist()} == {(2027, 1, 15, 8, 0, 0)}


def test_checksums_have_the_format_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "abc").write_bytes(b"abc")
    (tmp_path / ".gitignore").touch()
    # From FIPS 180-2, appendix B.1.
    expected = "ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad".replace(" ", "")
    assert release.checksums(tmp_path) == f"{expected}  abc\n"


def test_the_sdist_and_the_wheel_contain_the_same_parts_of_the_app() -> None:
    setup = (release.ROOT / "setup.py").read_text("utf-8")
    manifest = (release.ROOT / "MANIFEST.in").read_text("utf-8")
    found = re.search(r"^APP = \((.+)\)$", setup, re.MULTILINE)
    assert found
    for part in re.findall(r'"(.+?)"', found[1]):
        line = f"graft {part}\n" if (release.ROOT / part).is_dir() else f" {part} "
        assert line in manifest, part
