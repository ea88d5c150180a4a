"""Turn OS errors about files and disks into messages that name a way out."""

import errno

from bpe_engine.errors import EngineError

_FULL = "The disk is full, so {name} cannot be written. Make room on it, or choose a place on another disk."
_FORBIDDEN = "This user may not open or write {name}. Change its rights, or choose another place."
_NO_FOLDER = "{name} is needed as a folder, and there is a file of that name. Choose another name."
_OTHER = "The system does not let {name} be used: {problem}. Choose another place."

_WORDS = {
    errno.ENOENT: "There is no file or folder {name}. Look at how its name is written.",
    errno.EISDIR: "{name} is a folder. Name a file in it.",
    errno.ENOTDIR: _NO_FOLDER,
    errno.EEXIST: _NO_FOLDER,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: "{name} lies on a disk that can only be read. Choose a place on another disk.",
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.ENAMETOOLONG: "The name {name} is longer than the system allows. Choose a shorter one.",
}


def explain_os_error(problem: OSError) -> EngineError:
    """Turn an OSError into an EngineError that says what to do.

    >>> str(explain_os_error(OSError(errno.EROFS, "Read-only file system", "made")))
    'made lies on a disk that can only be read. Choose a place on another disk.'
    """
    name = "the file" if problem.filename is None else str(problem.filename)
    return EngineError(_WORDS.get(problem.errno or 0, _OTHER), name=name, problem=problem.strerror or str(problem))
