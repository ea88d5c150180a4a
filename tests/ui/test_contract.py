"""The types of what Python sends to the browser agree with those declared for JavaScript."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NotRequired, TypedDict, get_args

import pytest

from tools import typescript_contracts
from ui.base.notation import notation_labels
from ui.components import contract as components
from ui.components.bundle import FOLDER
from ui.lessons.contract import Labels
from ui.lessons.lesson import default_labels

_Texts = dict[Literal["title", "one"] | Literal["two"], str]


class _Shown(TypedDict):
    """A contract for the tests."""

    size: int
    share: float | None
    pairs: list[tuple[int, str]]
    texts: _Texts
    note: NotRequired[str]


def test_dictionaries_become_types() -> None:
    module = ModuleType(__name__)
    vars(module).update({"__file__": "contract.py", "_Texts": _Texts, "_Shown": _Shown, "pytest": pytest})
    assert typescript_contracts.declarations(module).splitlines() == [
        "// Made from contract.py by `make javascript`.",
        "",
        'export type _Texts = Record<"title" | "one" | "two", string>;',
        "",
        "export interface _Shown {",
        "  size: number;",
        "  share: number | null;",
        "  pairs: Array<[number, string]>;",
        '  texts: Record<"title" | "one" | "two", string>;',
        "  note?: string;",
        "}",
    ]


def test_types_that_json_lacks_are_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        typescript_contracts._type(set[int])


def names(labels: Any) -> set[str]:
    """Return the keys of a type of labels."""
    key = get_args(labels)[0]
    return {name for part in get_args(key) for name in get_args(part) or (part,)}


def test_no_label_of_the_player_is_missing() -> None:
    assert set(default_labels()) == names(Labels)


@pytest.mark.parametrize(
    "path", sorted((FOLDER / "components").glob("*/__init__.py")), ids=lambda path: path.parent.name
)
def test_no_label_of_a_component_is_missing(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    kind = re.search(r"\w+Labels\b", source)
    expected = names(getattr(components, kind[0])) if kind else set()
    switch = notation_labels() if "**notation_labels()" in source else {}
    assert {*re.findall(r'"(\w+)": (?:_|comma|language_tag)\(', source), *switch} == expected
