"""Build everything for a release except the upload, in dist/.

python -m tools.release     wheel, sdist, lessons in every language, site, release notes and checksums
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog

from tools import catalogs
from ui.base.i18n import languages

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
SITE = ROOT / "ui/site/__main__.py"

REMAINING_STEPS = """\
dist/ contains version {version}. What remains for you:
    git tag --annotate v{version} --file dist/CHANGES.md
    uv publish dist/*.whl dist/*.tar.gz
and a release page with the text of dist/CHANGES.md and the archives."""

WITHOUT_ADDRESS = """\
The README in the package has no links and pictures, because this checkout has no public repository. If there is one,
name it (git remote add origin https://HOST/OWNER/NAME) and run this again."""


def main() -> int:
    """Make a release; if something prevents it, print that and return 1."""
    version, problems = check_versions(*(ROOT.joinpath(name).read_text("utf-8") for name in FILES))
    if uncommitted := output_of("git", "status", "--porcelain"):
        problems.append(f"These files are not as they were committed; commit them, or put them back:\n{uncommitted}")
    if not problems:  # collecting the messages takes seconds
        problems = missing_translations(catalogs.texts(), catalogs.LOCALE)
    if problems:
        print("No release is made.", *problems, sep="\n", file=sys.stderr)
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    committed = int(output_of("git", "log", "-1", "--format=%ct"))  # the time stamp of all files in the archives
    variables = {"SOURCE_DATE_EPOCH": str(committed), "BPE_LAB_REPOSITORY": repository_address(remote())}
    run("-m", "uv", "build", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(DIST), **variables)
    run("-m", "twine", "check", "--strict", *map(str, sorted(DIST.glob("*.whl")) + sorted(DIST.glob("*.tar.gz"))))
    archive(f"bpe-lab-{version}-lessons", write_lessons, committed)
    if SITE.is_file():
        archive(f"bpe-lab-{version}-site", lambda folder: run("-m", "ui.site", str(folder)), committed)
    (DIST / "CHANGES.md").write_text(release_notes(ROOT.joinpath("CHANGELOG.md").read_text("utf-8")), "utf-8")
    (DIST / "SHA256SUMS").write_text(checksums(DIST), "utf-8")
    for path in sorted(DIST.glob("[!.]*")):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB")
    if not variables["BPE_LAB_REPOSITORY"]:
        print(WITHOUT_ADDRESS)
    print(REMAINING_STEPS.format(version=version))
    return 0


FILES = ("pyproject.toml", "CHANGELOG.md", "CITATION.cff")
HEADING = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


def check_versions(project: str, changelog: str, citation: str) -> tuple[str, list[str]]:
    """Return the project's version, and problems where other files disagree with it."""
    version = tomllib.loads(project)["project"]["version"]
    problems = []
    newest = HEADING.search(changelog)
    if newest is None or newest[1] != version:
        latest = newest[1] if newest else "none"
        problems.append(
            f"CHANGELOG.md begins with {latest}, and pyproject.toml has {version}. Give the newest changes the heading "
            f"“## [{version}] - DATE”, or change the version."
        )
    elif newest[2] is None:
        problems.append(f"CHANGELOG.md has no date for {version}. Write “## [{version}] - DATE”.")
    cited = {
        name: match[1]
        for name in ("version", "date-released")
        if (match := re.search(rf"^{name}: (.+)$", citation, re.M))
    }
    date = newest[2] if newest else None
    if cited != {"version": version, "date-released": date} and not problems:
        problems.append(f"CITATION.cff has {cited}. Write version: {version} and date-released: {date}.")
    return version, problems


def missing_translations(messages: Catalog, folder: Path) -> list[str]:
    """Return the missing translations of the languages that must be complete for a release."""
    return [
        f"{path.relative_to(folder.parent)}: {problem}"
        for language in catalogs.COMPLETE_LANGUAGES
        for path in [folder / language / "LC_MESSAGES" / "messages.po"]
        for problem in catalogs.untranslated(catalogs.read(path), messages)
    ]


def release_notes(changelog: str) -> str:
    """Return CHANGELOG.md's section on the newest version."""
    headings = list(HEADING.finditer(changelog))
    end = headings[1].start() if len(headings) > 1 else None
    return changelog[headings[0].end() : end].strip() + "\n"


def write_lessons(folder: Path) -> None:
    """Write the bundled lessons, in one folder per language."""
    for language in languages():
        run("-m", "ui.site.lesson_files", "--language", language, "--out", str(folder / language))


def archive(name: str, write: Callable[[Path], object], made: float) -> None:
    """Write a folder with `write`, and add it to dist/ as an archive."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary, name)
        write(folder)
        deterministic_archive(folder, DIST / f"{name}.zip", made)


def deterministic_archive(folder: Path, into: Path, made: float) -> None:
    """Write a reproducible archive of a folder: files in order, all with the same time stamp."""
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            about = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), time.gmtime(made)[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            archive.writestr(about, path.read_bytes())


def checksums(folder: Path) -> str:
    """Return the checksums of a folder's files, in the format of `sha256sum --check`."""
    files = sorted(folder.glob("[!.]*"))
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def remote() -> str:
    """Return the URL of git's remote; an empty string if there is none."""
    return subprocess.run(
        ["git", "config", "remote.origin.url"], cwd=ROOT, check=False, capture_output=True, text=True
    ).stdout.strip()


def repository_address(remote: str) -> str:
    """Return the URL of a repository's page; an empty string if a remote has none, such as a folder.

    >>> repository_address("git@host.example:owner/name.git")
    'https://host.example/owner/name'
    """
    match = re.fullmatch(
        r"(?:https://|ssh://|)(?:[^@/]+@)?([\w-]+(?:\.[\w-]+)+)[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?", remote
    )
    return f"https://{match[1]}/{match[2]}" if match else ""


def output_of(*command: str) -> str:
    """Return a command's output."""
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def run(*arguments: str, **variables: str) -> None:
    """Run Python with these environment variables. Raises CalledProcessError if it fails."""
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, env=os.environ | variables)


if __name__ == "__main__":
    sys.exit(main())
