"""Turn OS errors about files and disks into messages that name a way out."""

import errno

from bpe_engine.errors import EngineError

_FULL = "The disk is full, so {name} cannot be written. Free some space, or write to another disk."
_FORBIDDEN = "You do not have permission to read or write {name}. Change its permissions, or choose another path."
_NO_FOLDER = "{name} must be a folder, but there is a file of that name. Choose another name."
_OTHER = "{name} cannot be used ({problem}). Choose another path."

_MESSAGES = {
    errno.ENOENT: "There is no file or folder {name}. Check the spelling.",
    errno.EISDIR: "{name} is a folder. Name a file in it.",
    errno.ENOTDIR: _NO_FOLDER,
    errno.EEXIST: _NO_FOLDER,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: "{name} is on a read-only disk. Write to another disk.",
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.ENAMETOOLONG: "The name {name} is longer than the system allows. Choose a shorter one.",
}


def explain_os_error(problem: OSError) -> EngineError:
    """Return an EngineError that says what to do about an OSError.

    >>> str(explain_os_error(OSError(errno.EROFS, "Read-only file system", "made")))
    'made is on a read-only disk. Write to another disk.'
    """
    name = "the file" if problem.filename is None else str(problem.filename)
    return EngineError(_MESSAGES.get(problem.errno or 0, _OTHER), name=name, problem=problem.strerror or str(problem))
