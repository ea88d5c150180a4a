"""Open files: how many the system allows this process, and how many are left.

A connection takes one, a session three more. Windows counts differently, and its limit is far beyond a class.
"""

import os
import sys
from contextlib import suppress
from math import inf

if sys.platform != "win32":
    import resource

SUFFICIENT = 65_536
"""The limit to ask for if the system would grant any number: more than the sessions in any machine's memory need."""


def raise_limit() -> None:
    """Raise the limit of open files as far as the system allows. It often starts at 256 or 1,024."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = SUFFICIENT if hard == resource.RLIM_INFINITY else min(hard, SUFFICIENT)
    # macOS reports no limit but refuses values above one that it does not reveal here.
    for limit in (most, 10_240, 4_096):
        if soft == resource.RLIM_INFINITY or limit <= soft:
            return
        if limit <= most:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
                return


def free_descriptors() -> float:
    """Return how many more files this process can open; infinity if the system has or reports no limit."""
    if sys.platform == "win32":
        return inf
    limit, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        opened = len(os.listdir("/dev/fd")) - 1  # minus the one that this call opens
    except (FileNotFoundError, PermissionError):
        return inf
    except OSError:  # not even one is left for this call
        return 0
    return inf if limit == resource.RLIM_INFINITY else limit - opened
