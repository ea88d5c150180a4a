"""The command `bpe-lab`: the commands of the app and of the engine.

The engine's commands are those of `python -m bpe_engine`. The app's commands are modules of the app. They are imported
on use, with their dependencies, which the extra `app` installs.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from bpe_engine.__main__ import main as engine
from bpe_engine.app_location import app_folder

DEFAULT_COMMAND = "serve"
OWN_OPTIONS = ("-h", "--help", "--version")
"""Options of `bpe-lab` itself. Any other belongs to the server, which starts if no command is given."""


class Command(NamedTuple):
    """A command of the app."""

    module: str  # its `main` takes the arguments and the program's name
    help: str


APP_COMMANDS = {
    DEFAULT_COMMAND: Command("ui.server.__main__", "serve the app (the default command)"),
    "lessons": Command("ui.site.lesson_files.__main__", "write the lessons as files, with the player inside"),
    "site": Command("ui.site.__main__", "write the app as a static site"),
}

MISSING_EXTRA_MESSAGE = """\
error: “bpe-lab {name}” needs the package {missing}, which is not installed: only the engine is. Install the app:
    pip install "bpe-lab[app]"
or run it with uv, without installing anything:
    uvx "bpe-lab[app]" {name}"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in OWN_OPTIONS):
        words.insert(0, DEFAULT_COMMAND)
    app = app_folder()
    available = {
        name: command for name, command in APP_COMMANDS.items() if app and _module_file(app, command).is_file()
    }
    name = words[0]
    if app is None or name not in available:
        return engine(words, "bpe-lab", {name: command.help for name, command in available.items()})
    if str(app) not in sys.path:
        sys.path.insert(0, str(app))  # first, so that no other package named `ui` is imported
    try:
        status: int = import_module(available[name].module).main(words[1:], f"bpe-lab {name}")
    except ModuleNotFoundError as problem:
        missing = (problem.name or "").partition(".")[0]
        if not missing or missing == "bpe_engine" or (app / missing).exists():  # not a missing dependency
            raise
        print(MISSING_EXTRA_MESSAGE.format(name=name, missing=missing), file=sys.stderr)
        return 2
    return status


def _module_file(app: Path, command: Command) -> Path:
    return app.joinpath(*command.module.split(".")).with_suffix(".py")


if __name__ == "__main__":
    raise SystemExit(main())
