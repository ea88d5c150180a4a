"""Resource limits, and rights dropped by a process that reads untrusted input, as far as the OS supports it.

Without these rights, a library compromised by a crafted file cannot connect to other machines, start programs or write
files. Linux supports all of it, without privileges; macOS limits the size of written files. Dropped rights cannot be
regained.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from contextlib import suppress

NETWORK, PROGRAMS, WRITING, ROOT = "the network", "other programs", "writing files", "the rights of root"

# From the Linux headers, under these names.
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, _PR_SET_NO_NEW_PRIVS = 22, 2, 38
_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_LANDLOCK_CREATE_RULESET_VERSION, _LANDLOCK_RULE_PATH_BENEATH = 1, 1
_CAPABILITY_VERSION_3, _DAC_OVERRIDE, _DAC_READ_SEARCH = 0x20080522, 1 << 1, 1 << 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # BPF opcodes
_REFUSE, _ALLOW = 0x00050000 | errno.EPERM, 0x7FFF0000

# By machine: audit architecture, system call numbers of socket and io_uring_setup, and of execve and execveat.
_CALLS: dict[str, tuple[int, tuple[int, ...], tuple[int, ...]]] = {
    "x86_64": (0xC000003E, (41, 425), (59, 322)),
    "aarch64": (0xC00000B7, (198, 425), (221, 281)),
}
_X32 = 0x40000000  # numbers from here on are the x32 forms of system calls

# WRITE_FILE, REMOVE_DIR, REMOVE_FILE and seven MAKE_ rights of Landlock's first ABI; REFER and TRUNCATE came later.
_WRITE_FILE = 1 << 1
_WRITES = [_WRITE_FILE | sum(1 << bit for bit in range(4, 13)), 1 << 13, 1 << 14]


_given_up: list[str] = []


def dropped_privileges() -> list[str]:
    """Return the rights that this process has dropped."""
    return list(_given_up)


def drop_privileges(*, writing: bool, programs: bool) -> None:
    """Drop network access, root's rights and, if asked, writing and starting programs. Child processes inherit this.

    Call this before any thread starts, else not everything is dropped. On Windows, it does nothing.
    """
    if writing:
        set_resource_limit("RLIMIT_FSIZE", 0)
        sys.dont_write_bytecode = True
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # an old Linux, or a libc without support
            libc = ctypes.CDLL(None, use_errno=True)
            _require_success(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
            _given_up.extend(
                _block_system_calls(libc, programs)
                + (_block_writes(libc) if writing else [])
                + _drop_capabilities(libc)
            )


def set_resource_limit(name: str, most: int) -> None:
    """Limit a resource of this process, such as RLIMIT_AS, if the OS supports it."""
    try:
        import resource
    except ImportError:
        return  # Windows
    kind = getattr(resource, name)
    highest = resource.getrlimit(kind)[1]
    with suppress(ValueError, OSError):  # macOS does not limit the address space
        resource.setrlimit(kind, (most if highest == resource.RLIM_INFINITY else min(most, highest), highest))


def _require_success(status: int) -> int:
    if status < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return status


def _block_system_calls(libc: ctypes.CDLL, programs: bool) -> list[str]:
    """Install a system call filter that refuses new connections and, with `programs`, starting other programs."""
    calls = _CALLS.get(platform.machine())
    if calls is None:
        return []
    machine, refused, of_programs = calls
    if programs:
        refused += of_programs
    after = len(refused)  # instructions from the first comparison to the one that allows
    program = [
        (_LOAD, 0, 0, 4),  # load the architecture
        (_IF_EQUAL, 0, after + 3, machine),
        (_LOAD, 0, 0, 0),  # load the system call number
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
    """Use Landlock so that no file or folder can be created, changed or removed; /dev/null stays writable."""
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
    """Drop root's capabilities, except reading other users' files, since the program's folder may be one."""
    with suppress(OSError):
        header = ctypes.create_string_buffer(struct.pack("II", _CAPABILITY_VERSION_3, 0), 8)
        data = ctypes.create_string_buffer(24)
        _require_success(libc.capget(header, data))
        permitted = struct.unpack_from("I", data, 4)[0]
        # A container may have only the second, which also allows writing.
        capability = permitted & _DAC_READ_SEARCH or permitted & _DAC_OVERRIDE
        _require_success(
            libc.capset(header, ctypes.create_string_buffer(struct.pack("6I", capability, capability, 0, 0, 0, 0), 24))
        )
        return [ROOT]
    return []
