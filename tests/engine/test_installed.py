"""The engine as pip installs it: it works without extras, and the app's commands name the extra they need."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PathDistribution
from pathlib import Path

from tests.installed import REPOSITORY, ROOT, Environment, Installed, run
from ui.components.browser_python.pyodide import VERSION

SHOWN = """
import sys
{before}
from bpe_engine import BPETrainer, Corpus
assert {at!r} in sys.modules["bpe_engine"].__file__, sys.modules["bpe_engine"].__file__
training = BPETrainer(vocab_size=14).record(Corpus.from_counts({{"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}}))
assert "ui" not in sys.modules
print(*training._repr_mimebundle_(include=None, exclude=None), type(training._display_()).__name__, "ui" in sys.modules)
assert training._repr_html_().count("<span") == 3 * 7
"""
LOADED = "import sys; before = {*sys.modules}; import bpe_engine; print(*{*sys.modules} - before)"


def notebook_output(environment: Environment, before: str = "") -> str:
    """Return the notebook output of a training in an environment, after running `before`."""
    return run(environment.program("python"), "-P", "-c", SHOWN.format(before=before, at=str(environment.folder)))


def lab(environment: Environment, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run `bpe-lab` in an environment and return its output."""
    done = subprocess.run(
        [environment.program("bpe-lab"), *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_with_the_notebook_extra_a_training_is_played(installed: Installed) -> None:
    assert notebook_output(installed.app) == "text/html PlayerWidget True"


def test_without_the_extra_a_notebook_shows_html_and_loads_nothing_of_the_app(installed: Installed) -> None:
    assert notebook_output(installed.engine) == "_Html False"


def test_a_notebook_shows_html_if_another_package_named_ui_comes_first(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "ui.py").write_text("mine = True")
    assert notebook_output(installed.app, f"sys.path.insert(0, {str(tmp_path)!r})") == "_Html True"


def test_the_installed_engine_loads_only_the_standard_library_and_regex(installed: Installed) -> None:
    loaded = {name.partition(".")[0] for name in run(installed.engine.program("python"), "-P", "-c", LOADED).split()}
    assert loaded - sys.stdlib_module_names == {"bpe_engine", "regex"}


def test_one_package_is_installed_with_the_whole_app_in_a_folder(installed: Installed) -> None:
    names = {path.name for path in installed.app.packages.iterdir() if not path.name.startswith(("_", "all.pth"))}
    assert {name.partition("-")[0] for name in names} == {"bpe_engine", "bpe_lab"}
    app = installed.app.packages / "bpe_engine/_app"
    parts = ("app.py", ".streamlit/config.toml", "classroom", "data", "locale", "pages", "ui")
    known = run("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", *parts).split("\0")
    there = {path.relative_to(app).as_posix() for path in app.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert there == {name for name in known if name and (ROOT / name).exists()}


def links(text: str) -> list[str]:
    """Return the targets of the links and pictures of a Markdown text."""
    return re.findall(r"\]\(([^)]+)\)", text)


def test_a_package_index_can_show_the_readme_with_pictures_and_links(installed: Installed) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *installed.archives)
    (folder,) = installed.app.packages.glob("bpe_lab-*.dist-info")
    about = PathDistribution(folder).metadata
    targets = links(about.get_payload())
    version = about["version"]
    assert f"{REPOSITORY}/raw/v{version}/docs/train.png" in targets
    assert f"{REPOSITORY}/blob/v{version}/docs/CONVENTIONS.md" in targets
    here = re.compile(rf"{re.escape(REPOSITORY)}/(?:raw|blob)/v{re.escape(version)}/")
    assert [here.sub("", link) for link in targets] == links((ROOT / "README.md").read_text("utf-8"))
    assert all(link.startswith("https://") for link in targets)
    assert f"Source, {REPOSITORY}" in about.get_all("Project-URL")


def test_the_wheel_is_small_enough_to_download_in_a_class(installed: Installed) -> None:
    (wheel,) = [path for path in installed.archives if path.suffix == ".whl"]
    assert wheel.stat().st_size < 7_000_000


def test_a_package_without_a_public_repository_has_no_dead_links(tmp_path: Path) -> None:
    prepare = "import sys; from setuptools.build_meta import prepare_metadata_for_build_wheel as f; f(sys.argv[1])"
    run(sys.executable, "-c", f"import os; os.chdir({str(ROOT)!r}); {prepare}", tmp_path, BPE_LAB_REPOSITORY="")
    (folder,) = tmp_path.glob("*.dist-info")
    about = PathDistribution(folder).metadata
    assert [link for link in links(about.get_payload()) if not link.startswith("https://")] == []
    assert "English · Tiếng Việt · Русский · 简体中文" in about.get_payload()
    assert about.get_all("Project-URL") is None


def test_the_engine_s_own_commands_need_no_extra(installed: Installed, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("hello world", "utf-8")
    assert lab(installed.engine, "encode", "-v", "gpt2", str(text)).stdout == "31373 995\n"  # as in tiktoken
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert lab(installed.engine, "--version").stdout == f"bpe-lab {version}\n"
    told = lab(installed.engine, "--help").stdout
    assert [name for name in ("serve", "lessons", "train", "encode") if f"    {name} " not in told] == []


def test_without_the_app_extra_the_app_s_commands_say_how_to_install_it(installed: Installed) -> None:
    for arguments in ((), ("lessons",)):
        assert 'pip install "bpe-lab[app]"' in lab(installed.engine, *arguments, code=2).stderr


def test_with_the_extra_the_lessons_command_lists_all_languages(installed: Installed) -> None:
    assert "bpe-lab lessons --language vi" in lab(installed.app, "lessons", "--help").stdout


def test_an_unknown_command_is_refused_with_the_known_ones(installed: Installed) -> None:
    said = lab(installed.engine, "sreve", code=2).stderr
    assert "'sreve'" in said
    assert "'serve'" in said


def test_the_installed_site_command_writes_the_same_python_as_a_checkout(installed: Installed) -> None:
    assert lab(installed.app, "site", "--help").stdout.startswith("usage: bpe-lab site")
    written = "import hashlib; from ui.site.python import build; print(hashlib.sha256(build.archive()).hexdigest())"
    app = (
        f"import sys; from bpe_engine.app_location import app_folder; sys.path.insert(0, str(app_folder())); {written}"
    )
    here = run(sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {written}")
    assert run(installed.app.program("python"), "-P", "-c", app) == here


def test_the_documented_pyodide_version_is_the_tested_one() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert package["devDependencies"]["pyodide"].startswith(f"^{VERSION}.")
