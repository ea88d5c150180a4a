"""Data files for pages: scripts, because a page opened from a folder may not load anything else."""

import json
from base64 import b64encode
from pathlib import Path
from zlib import compress


def write_data(folder: Path, name: str, value: object) -> None:
    """Write a value into `folder`, where `load` in data.js finds it under this name."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), check_circular=False)
    data = text.encode("utf-8", "backslashreplace")  # lone surrogates, as JSON writes them
    write_packed(folder, name, compress(data, 9))


def write_packed(folder: Path, name: str, deflated: bytes) -> None:
    """Write deflated bytes, where `loadPacked` finds them."""
    # Deflated to a tenth, since many hosts do not compress; base64, because it cannot contain markup.
    path = folder / f"{name}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'bpeLabGives("{name}","{b64encode(deflated).decode()}");\n', encoding="ascii")
