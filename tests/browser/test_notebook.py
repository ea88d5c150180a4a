"""A training and an encoding in a real notebook: JupyterLab runs the cells, and they are stepped through."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from socket import socket
from time import monotonic, sleep
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tools.app_server import HOST
from tools.browser import PATIENCE_MS

ROOT = Path(__file__).parents[2]
HOSTILE = "<img src=x onerror=parent.document.title='run'>"

_CELLS = (
    """from bpe_engine import BPETrainer, Corpus
words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
training = BPETrainer(vocab_size=14).record(Corpus.from_counts(words))
training""",
    "training.tokenizer().show_steps('unhug')",
    f"""words = {{{HOSTILE!r}: 3, **{{f"{{number:03d}}": 1 for number in range(300)}}}}
BPETrainer(vocab_size=200).record(Corpus.from_counts(words))""",
)


def cell(source: str) -> dict[str, object]:
    return {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run JupyterLab with a notebook; yields the notebook's address."""
    folder = tmp_path_factory.mktemp("notebook")
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": list(map(cell, _CELLS)), "metadata": kernel, "nbformat": 4, "nbformat_minor": 4}
    (folder / "lesson.ipynb").write_text(json.dumps(notebook))
    with closing(socket()) as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    own = {
        name: str(folder / ".own")
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    config = folder / ".own/labconfig/page_config.json"
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}))
    options = (
        f"--port={port}",
        f"--ip={HOST}",
        "--no-browser",
        "--allow-root",
        "--IdentityProvider.token=",
        "--ServerApp.disable_check_xsrf=True",
    )
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={folder}"],
            env={**os.environ, **own, "PYTHONPATH": str(ROOT)},
            cwd=folder,
            stdout=log,
            stderr=log,
        )
    address = f"http://{HOST}:{port}"
    try:
        wait_for(f"{address}/api", server, folder / "log")
        # The kernel starts before the page does: otherwise the page would ask which kernel to use.
        wanted = {"path": "lesson.ipynb", "name": "", "type": "notebook", "kernel": {"name": "python3"}}
        urlopen(Request(f"{address}/api/sessions", json.dumps(wanted).encode(), method="POST")).close()
        yield f"{address}/lab/tree/lesson.ipynb"
    finally:
        server.terminate()
        server.wait(20)


def wait_for(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    end = monotonic() + PATIENCE_MS / 1000
    while True:
        try:
            urlopen(address).close()
            return
        except OSError:
            assert server.poll() is None, log.read_text()
            assert monotonic() < end, log.read_text()
            sleep(0.1)


def run(page: Page, number: int) -> FrameLocator:
    """Run a cell, and return the player that it shows."""
    at = page.locator(".jp-CodeCell").nth(number)
    for _try in range(20):  # what runs before the kernel listens is lost
        if page.locator("dialog").is_visible():
            page.keyboard.press("Enter")
        at.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        with suppress(AssertionError):
            expect(at.locator(".jp-InputPrompt")).not_to_have_text("[ ]:", timeout=2_000)
            break
    player = at.frame_locator("iframe")
    expect(player.locator(".controls")).to_be_visible()
    return player


def test_cells_show_a_player_that_can_be_stepped(browser: Browser, lab: str) -> None:
    with closing(browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")) as page:
        page.goto(lab)
        expect(page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")).to_be_visible()
        training = run(page, 0)
        expect(training.locator(".where")).to_have_text("Step 0 of 7")
        training.get_by_role("button", name="Next").click()
        page.keyboard.press("ArrowRight")
        expect(training.locator(".where")).to_have_text("Step 2 of 7")
        expect(training.locator(".headline")).to_have_text("u+n→un·16")
        text = run(page, 1)
        text.get_by_role("button", name="Last").click()
        expect(text.locator(".where")).to_have_text("Step 3 of 3")
        expect(training.locator(".where")).to_have_text("Step 2 of 7")  # keys go to the player that was clicked
        # Frames without the first ones.
        long = run(page, 2)
        long.get_by_role("button", name="Last").click()
        expect(long.locator(".history li").last).to_be_visible()
        expect(long.locator(".player")).not_to_have_attribute("aria-busy", "true")
        expect(page).not_to_have_title("run")
        # The page kept its own keys and styles.
        assert page.locator(".jp-CodeCell").first.evaluate("(cell) => getComputedStyle(cell).fontSize") == "13px"
