"""The engine as a command: `python -m bpe_engine train|encode|decode|inspect`, see `bpe_engine.commands`."""

import os
import sys
from collections.abc import Sequence

from bpe_engine.commands import parser
from bpe_engine.errors import EngineError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; say what it ends with."""
    chosen = parser().parse_args(arguments)
    try:
        chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has had enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
        return 1
    except (EngineError, OSError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
