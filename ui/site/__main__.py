"""Write the site: the app as a folder of files for any web host. docs/SITE.md says where to put it.

python -m ui.site site                  into the folder site/
python -m ui.site site --only-ready     without Python for the reader's own text: a third of the size
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bpe_engine.cli.os_errors import explain_os_error
from ui.components.browser_python.pyodide import installed, missing_message
from ui.site.build import write


def main(arguments: Sequence[str] | None = None, prog: str = "python -m ui.site") -> int:
    """Write the site; return 2 if the folder cannot be written."""
    description = (__doc__ or "").replace("python -m ui.site", prog)
    parser = argparse.ArgumentParser(
        prog=prog, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--only-ready", action="store_true", help="leave out Python: only the prepared lessons")
    chosen = parser.parse_args(arguments)
    python = not chosen.only_ready and installed() is not None
    if not (python or chosen.only_ready):
        print(f"note: only the prepared lessons are written. {missing_message()}", file=sys.stderr)
    try:
        write(chosen.folder, python=python)
    except OSError as problem:
        print(f"error: {explain_os_error(problem)}", file=sys.stderr)
        return 2
    files = [path for path in chosen.folder.rglob("*") if path.is_file()]
    print(f"{chosen.folder}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
