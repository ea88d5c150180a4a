"""Read, unpack and verify the files in the package's `data/` folder."""

import hashlib
import lzma
from importlib.resources import files

from bpe_engine.errors import EngineError


def read_bundled(name: str, sha256: str) -> bytes:
    """Return the content of `data/name.xz`, unpacked. `sha256` is the expected checksum.

    Raises EngineError if the file is missing or damaged.
    """
    path = files("bpe_engine") / "data" / f"{name}.xz"
    try:
        content = lzma.decompress(path.read_bytes())
    except OSError as error:
        raise EngineError(
            "The vocabulary file {path} cannot be read ({problem}). Reinstall the package.",
            path=str(path),
            problem=error.strerror,
        ) from None
    except (lzma.LZMAError, EOFError):
        content = b""
    if hashlib.sha256(content).hexdigest() != sha256:
        raise EngineError(
            "The vocabulary file {path} is damaged: it does not contain the vocabulary of {name}. Reinstall the "
            "package, or restore the file.",
            path=str(path),
            name=name,
        )
    return content
