"""One limit for all uploads: in the widgets, in the server, and when reading."""

import ast
import tomllib
from pathlib import Path

from bpe_engine.files import MAX_FILE_BYTES
from ui.base.upload_limits import MAX_UPLOAD_MEGABYTES, MEGABYTE

ROOT = Path(__file__).parents[2]


def test_the_server_and_every_uploader_accept_the_promised_size() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["server"]["maxUploadSize"] == MAX_UPLOAD_MEGABYTES
    assert MAX_UPLOAD_MEGABYTES * 1024 * 1024 > MAX_FILE_BYTES + 10_000
    assert MAX_UPLOAD_MEGABYTES * MEGABYTE == MAX_FILE_BYTES
    limits = [
        {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}["max_upload_size"]
        for folder in ("pages", "ui")
        for path in (ROOT / folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("file_uploader")
    ]
    assert limits == ["MAX_UPLOAD_MEGABYTES"] * len(limits)
    assert limits


def test_every_uploader_is_in_the_reader_s_language() -> None:
    called = {
        path: [
            ast.unparse(call.func).split(".")[-1]
            for call in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(call, ast.Call)
        ]
        for folder in ("pages", "ui")
        for path in (ROOT / folder).rglob("*.py")
    }
    uploaders = [names for names in called.values() if "file_uploader" in names]
    assert uploaders
    assert all("uploader_translations" in names for names in uploaders)
