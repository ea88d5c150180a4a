"""Files in random configurations give the ids of the library that wrote them, or are left to it with a reason.

`benchmarks/random_files.py` does the same with more files.
"""

import pytest

from tests.engine.random_files import try_file

SEEDS = 24
STEPWISE = {0, 1, 2, 3, 4, 5, 14, 18, 20, 22}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_random_file_has_the_library_s_ids(seed: int) -> None:
    found = try_file(seed)
    assert found.stepwise == (seed in STEPWISE), found.note
    assert found.other_ids == ()
    if not found.stepwise:
        assert "The library gives different ids" not in found.note
