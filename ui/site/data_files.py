"""What a page reads: data in scripts of their own, since a page from a stick may load nothing else."""

import json
from base64 import b64encode
from pathlib import Path
from zlib import compress


def write_data(folder: Path, name: str, value: object) -> None:
    """Write a value into `folder`, for `load` in data.js to find it under this name."""
    # Deflated it is a tenth, and many a web host does not compress; base64 is no markup, whatever is in it.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), check_circular=False)
    data = text.encode("utf-8", "backslashreplace")  # half a pair of surrogates, as JSON writes it
    path = folder / f"{name}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'bpeLabGives("{name}","{b64encode(compress(data, 9)).decode()}");\n', encoding="ascii")
