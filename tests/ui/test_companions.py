"""The page Companions: what comes out of each entry is what the text prints, or what its slip is known to be."""

import pytest

from ui import address as addresses
from ui.companions.entries import Companion, Entry
from ui.companions.texts import TEXTS, differs, result

ALL = [
    pytest.param(companion, entry, id=f"{companion.key}-{number}")
    for companion in TEXTS.values()
    for number, entry in enumerate(entry for part in companion.parts for entry in part.entries)
]


@pytest.mark.parametrize(("companion", "entry"), ALL)
def test_each_entry_comes_out_as_expected(companion: Companion, entry: Entry) -> None:
    assert entry.expected
    assert result(entry) == entry.expected
    assert not differs(entry) or entry.why, "who reads that something differs is told why"
    assert set(entry.editions) <= set(companion.editions)


@pytest.mark.parametrize(("companion", "entry"), ALL)
def test_each_link_is_understood_as_a_whole(companion: Companion, entry: Entry) -> None:
    if not entry.page:
        return
    query = dict(entry.query)
    read = addresses.read(entry.page, query)
    assert read.problems == []
    own = {parameter.name for parameter in addresses.PAGES[entry.page]}
    others = {name: value for name, value in query.items() if name not in own}
    if others:
        assert addresses.with_training(entry.page, read.values)
        assert addresses.read("train", others).problems == []
        assert others.keys() <= {parameter.name for parameter in addresses.PAGES["train"]}
