"""What a process may take, and what it gives up that reads what strangers send, as far as the system has it.

Without them a library that a damaged file has taken over can ask no other machine, start no program and write no file.
Linux has all of it, and asks for no rights to give rights up; macOS bounds what is written. What is given up stays so.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from contextlib import suppress

NETWORK, PROGRAMS, WRITING, ROOT = "the network", "other programs", "writing files", "the rights of root"

# From Linux's own headers, where they have these names.
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, _PR_SET_NO_NEW_PRIVS = 22, 2, 38
_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_LANDLOCK_CREATE_RULESET_VERSION, _LANDLOCK_RULE_PATH_BENEATH = 1, 1
_CAPABILITY_VERSION_3, _DAC_OVERRIDE, _DAC_READ_SEARCH = 0x20080522, 1 << 1, 1 << 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # of a BPF program
_REFUSE, _ALLOW = 0x00050000 | errno.EPERM, 0x7FFF0000

# By machine: its name for a filter, its numbers of socket and io_uring_setup, and of execve and execveat.
_CALLS: dict[str, tuple[int, tuple[int, ...], tuple[int, ...]]] = {
    "x86_64": (0xC000003E, (41, 425), (59, 322)),
    "aarch64": (0xC00000B7, (198, 425), (221, 281)),
}
_X32 = 0x40000000  # calls from here on are others in another form

# WRITE_FILE, REMOVE_DIR, REMOVE_FILE, seven times MAKE_, of Landlock's first version; REFER and TRUNCATE came later.
_WRITE_FILE = 1 << 1
_WRITES = [_WRITE_FILE | sum(1 << bit for bit in range(4, 13)), 1 << 13, 1 << 14]


_given_up: list[str] = []


def dropped_privileges() -> list[str]:
    """What this process has given up."""
    return list(_given_up)


def drop_privileges(*, writing: bool, programs: bool) -> None:
    """Give up the network, root's rights and, if so asked, writing and other programs, which inherit all that.

    Only a process without threads gives up all. Windows gives up nothing.
    """
    if writing:
        set_resource_limit("RLIMIT_FSIZE", 0)
        sys.dont_write_bytecode = True
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # an old Linux, or a libc without that
            libc = ctypes.CDLL(None, use_errno=True)
            _require_success(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
            _given_up.extend(
                _block_system_calls(libc, programs)
                + (_block_writes(libc) if writing else [])
                + _drop_capabilities(libc)
            )


def set_resource_limit(name: str, most: int) -> None:
    """Let this process take no more of a kind, such as RLIMIT_AS, where the system has such limits."""
    try:
        import resource
    except ImportError:
        return  # Windows
    kind = getattr(resource, name)
    highest = resource.getrlimit(kind)[1]
    with suppress(ValueError, OSError):  # macOS takes no limit of addresses
        resource.setrlimit(kind, (most if highest == resource.RLIM_INFINITY else min(most, highest), highest))


def _require_success(said: int) -> int:
    if said < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return said


def _block_system_calls(libc: ctypes.CDLL, programs: bool) -> list[str]:
    """Return a filter of system calls: those that begin a connection, and perhaps another program, are refused."""
    known = _CALLS.get(platform.machine())
    if known is None:
        return []
    machine, refused, of_programs = known
    if programs:
        refused += of_programs
    after = len(refused)  # instructions up to the one that allows, from the first that compares a call
    program = [
        (_LOAD, 0, 0, 4),  # the machine
        (_IF_EQUAL, 0, after + 3, machine),
        (_LOAD, 0, 0, 0),  # the call
        (_IF_AT_LEAST, after + 1, 0, _X32),
        *((_IF_EQUAL, after - place, 0, call) for place, call in enumerate(refused)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    with suppress(OSError):
        code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
        filter_ = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program), ctypes.addressof(code)))
        _require_success(libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, filter_, 0, 0))
        return [NETWORK, PROGRAMS] if programs else [NETWORK]
    return []


def _block_writes(libc: ctypes.CDLL) -> list[str]:
    """Landlock: no file or folder can be made, changed, or removed. What is written nowhere may go there."""
    with suppress(OSError):
        version = _require_success(libc.syscall(_LANDLOCK_CREATE_RULESET, None, 0, _LANDLOCK_CREATE_RULESET_VERSION))
        rules = ctypes.create_string_buffer(struct.pack("Q", sum(_WRITES[:version])), 8)
        ruleset = _require_success(libc.syscall(_LANDLOCK_CREATE_RULESET, rules, 8, 0))
        nowhere = ctypes.create_string_buffer(struct.pack("=Qi", _WRITE_FILE, os.open(os.devnull, os.O_PATH)))
        _require_success(libc.syscall(_LANDLOCK_ADD_RULE, ruleset, _LANDLOCK_RULE_PATH_BENEATH, nowhere, 0))
        _require_success(libc.syscall(_LANDLOCK_RESTRICT_SELF, ruleset, 0))
        return [WRITING]
    return []


def _drop_capabilities(libc: ctypes.CDLL) -> list[str]:
    """What root may do that others may not, but to read what is another user's, as the folder of the program may be."""
    with suppress(OSError):
        header = ctypes.create_string_buffer(struct.pack("II", _CAPABILITY_VERSION_3, 0), 8)
        data = ctypes.create_string_buffer(24)
        _require_success(libc.capget(header, data))
        permitted = struct.unpack_from("I", data, 4)[0]
        # A container may have the second alone, which is to write too.
        kept = permitted & _DAC_READ_SEARCH or permitted & _DAC_OVERRIDE
        _require_success(
            libc.capset(header, ctypes.create_string_buffer(struct.pack("6I", kept, kept, 0, 0, 0, 0), 24))
        )
        return [ROOT]
    return []
