"""The engine as a command: `python -m bpe_engine train|encode|decode|inspect|check`, see `bpe_engine.cli.commands`."""

import os
import sys
from collections.abc import Mapping, Sequence

from bpe_engine.cli.commands import PROG, parser
from bpe_engine.cli.os_errors import explain_os_error
from bpe_engine.errors import EngineError


def main(arguments: Sequence[str] | None = None, prog: str = PROG, more: Mapping[str, str] | None = None) -> int:
    """Run a command and return its exit status.

    The help also lists the commands in `more` (name -> description), which the caller runs.
    """
    if getattr(sys, "stderr", None) is None:  # closed: discard messages
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for as long as the process runs
    options = parser(prog, more or {}).parse_args(arguments)
    try:
        status: int = options.run(options) or 0
        if getattr(sys, "stdout", None) is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has stopped, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python reports the broken pipe at exit
        return 1
    except (EngineError, OSError) as problem:
        print(f"error: {explain_os_error(problem) if isinstance(problem, OSError) else problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status


if __name__ == "__main__":
    raise SystemExit(main())
