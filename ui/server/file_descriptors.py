"""Open files: how many the system lets this process have, and how many are left.

A connection takes one, a session three more. Windows counts otherwise, and has no limit that a class comes near.
"""

import os
import sys
from contextlib import suppress
from math import inf

if sys.platform != "win32":
    import resource

SUFFICIENT = 65_536
"""More than the sessions that fit into the memory of any machine need, where the system would give any number."""


def raise_limit() -> None:
    """Have as many open files as the system allows. Often it begins with 256 or 1,024, and gives more when asked."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = SUFFICIENT if hard == resource.RLIM_INFINITY else min(hard, SUFFICIENT)
    # macOS says that there is no limit, and refuses what is above one that it does not name here.
    for wish in (most, 10_240, 4_096):
        if soft == resource.RLIM_INFINITY or wish <= soft:
            return
        if wish <= most:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wish, hard))
                return


def free_descriptors() -> float:
    """How many more files this process can open; infinitely many if the system sets or tells no limit."""
    if sys.platform == "win32":
        return inf
    limit, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        opened = len(os.listdir("/dev/fd")) - 1  # less the one that this took
    except (FileNotFoundError, PermissionError):
        return inf
    except OSError:  # not even one is left for this
        return 0
    return inf if limit == resource.RLIM_INFINITY else limit - opened
