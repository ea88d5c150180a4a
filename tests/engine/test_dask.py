"""Files are counted by a real Dask cluster in three processes, one of which is killed during the work."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bpe_engine import Corpus
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from bpe_engine.text.file_counts import count_files

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install --group test")

BOOKS = [Path(__file__).parent.parent / "data" / name for name in ("asyoulik.txt", "moby_dick.txt")]


@pytest.fixture
def client() -> Iterator["distributed.Client"]:
    with (
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_cluster_counts_correctly_even_if_a_worker_is_killed(client: "distributed.Client") -> None:
    workers = client.run(os.getpid)
    assert len(set(workers.values())) == 3
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if not killed:
            killed.extend(list(workers.values())[:1])
            os.kill(killed[0], signal.SIGKILL)

    executor = client.get_executor()
    found = count_files(BOOKS, PRE_TOKENIZERS["gpt2"], executor, kill_one, part_size=20_000)
    assert killed
    assert list(found.items()) == list(Corpus.from_files(BOOKS, byte_level=False).words.items())
