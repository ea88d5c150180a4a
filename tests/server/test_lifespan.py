"""What the server does at its start, for as long as it runs."""

import asyncio
import gc
import os
from typing import Any

import pytest

from ui import server
from ui.server.memory_release import ALLOCATOR


def test_workers_use_pythons_own_allocator_though_the_server_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ALLOCATOR:
        monkeypatch.setenv(variable, "1")
    app: Any = None

    async def start() -> None:
        async with server.lifespan(app):
            assert not os.environ.keys() & ALLOCATOR.keys()  # which workers are started with

    try:
        asyncio.run(start())
    finally:
        gc.unfreeze()
