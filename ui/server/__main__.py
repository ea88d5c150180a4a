"""Start the server: `python -m ui.server` in a checkout; `bpe-lab serve`, or just `bpe-lab`, if installed.

An option takes precedence over its environment variable (docs/SERVER.md).
"""

import argparse
import os
import runpy
import socket
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

APP = Path(__file__).parents[2] / "app.py"
LARGEST_PORT = 65_535


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port. Choose a whole number from 1 to {LARGEST_PORT}.")
    return int(text)


def _address(text: str) -> str:
    """Check that an address belongs to this machine: the server would end with a traceback on any other."""
    try:
        family = socket.AF_INET6 if ":" in text else socket.AF_INET  # the same rule as Streamlit's
        with socket.socket(family) as probe:
            probe.bind((text, 0))
    except (OSError, ValueError, TypeError) as problem:  # also raised for an invalid host name
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address of this machine. Choose one that it has, such as 127.0.0.1, or leave it out."
        ) from problem
    return text


def _folder(text: str) -> str:
    folder = Path(text).expanduser().resolve()
    if not folder.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder. Create it, or choose another one.")
    return str(folder)


class Setting(NamedTuple):
    """A setting that the app reads from the environment, or an option of Streamlit's."""

    name: str  # of the variable, or the option
    help: str
    metavar: str = ""  # placeholder of the option's value; empty for a flag
    read: Callable[[str], object] = str


SETTINGS = {
    "--port": Setting("server.port", "the port (default: 8501, or the next free one)", "N", _port),
    "--listen": Setting(
        "server.address", "the only address to listen on (default: all addresses of this machine)", "ADDRESS", _address
    ),
    "--open": Setting("BPE_LAB_OPEN", "open the app in a browser on this machine"),
    "--corpora": Setting("BPE_LAB_CORPORA", "a folder whose text files Train offers to everyone", "FOLDER", _folder),
    "--course": Setting("BPE_LAB_COURSE", "a folder with your own chapters for the course", "FOLDER", _folder),
    "--known-as": Setting("BPE_LAB_ADDRESS", "names or addresses under which others reach this machine", "NAMES"),
    "--framed-by": Setting("BPE_LAB_FRAMED_BY", "sites that may show the app in a frame", "SITES"),
    "--redis": Setting("REDIS_URL", "the Redis in which several servers share live classes", "URL"),
    "--metrics": Setting("BPE_LAB_METRICS", "show the server's statistics to everyone who can reach it"),
}


def main(arguments: Sequence[str] | None = None, prog: str = "python -m ui.server") -> int:
    """Start the server in this process. An invalid option exits with status 2."""
    parser = _parser(prog)
    chosen, others = parser.parse_known_args(arguments)
    if unknown := [option for option in others if not option.startswith("--") or "." not in option]:
        parser.error(f"{unknown[0]!r} is neither an option listed by --help nor one of Streamlit's.")
    _check_environment(parser, chosen)
    if find_spec("streamlit") is None:
        raise ModuleNotFoundError("No module named 'streamlit'", name="streamlit")
    command = ["streamlit", "run", str(APP), *others]
    for name, value in vars(chosen).items():
        if "." in name:
            command.append(f"--{name}={value}")
        else:
            os.environ[name] = value
    _replace_process(command)
    return 0


def _check_environment(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    """Exit with status 2, as for an invalid option, if the environment sets an invalid port or address.

    Streamlit would end with a traceback.
    """
    for setting in (SETTINGS["--port"], SETTINGS["--listen"]):
        variable = f"STREAMLIT_{setting.name.replace('.', '_').upper()}"
        value = os.environ.get(variable)
        if value and setting.name not in chosen:
            try:
                setting.read(value)
            except argparse.ArgumentTypeError as problem:
                parser.error(f"{variable}: {problem}")


def _replace_process(command: list[str]) -> None:
    """Run Streamlit, replacing this process if the system supports it."""
    if os.name == "posix":
        # -P: do not import from the current folder, where a file may have the name of a library.
        os.execv(sys.executable, [sys.executable, "-P", "-m", *command])
    sys.argv = command
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        allow_abbrev=False,
        argument_default=argparse.SUPPRESS,
        description="Serve the app to browsers until Ctrl-C.",
        epilog="Streamlit's own options have a dot in their names and are passed on: --server.sslCertFile=FILE.",
    )
    for flag, (name, about, metavar, read) in SETTINGS.items():
        if "." in name:
            parser.add_argument(flag, f"--{name}", dest=name, type=read, metavar=metavar, help=about)
        elif metavar:
            parser.add_argument(flag, dest=name, type=read, metavar=metavar, help=f"{about} ({name})")
        else:
            parser.add_argument(flag, dest=name, action="store_const", const="1", help=f"{about} ({name})")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
