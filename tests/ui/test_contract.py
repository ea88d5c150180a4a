"""What Python sends to the player is what JavaScript was told."""

from types import ModuleType
from typing import Annotated, TypedDict

import pytest

from tools import contract
from ui.player.component import _labels
from ui.player.contract import Labels


class _Texts(TypedDict, total=False):
    """Texts that may be missing."""

    title: str


class _Shown(TypedDict):
    """What is shown.

    More is said here.
    """

    size: int
    share: float | None
    pairs: list[tuple[int, str]]
    texts: Annotated[_Texts, "complete"]


def test_typed_dicts_become_interfaces() -> None:
    module = ModuleType(__name__)
    vars(module).update({"__file__": "contract.py", "Texts": _Texts, "Shown": _Shown, "pytest": pytest})
    assert contract.declarations(module).splitlines() == [
        "// Made from contract.py by `make contract`: change that file, not this one.",
        "",
        "/** Texts that may be missing. */",
        "export interface _Texts {",
        "  title?: string;",
        "}",
        "",
        "/** What is shown. */",
        "export interface _Shown {",
        "  size: number;",
        "  share: number | null;",
        "  pairs: Array<[number, string]>;",
        "  texts: Required<_Texts>;",
        "}",
    ]


def test_what_json_has_not_is_told() -> None:
    with pytest.raises(TypeError, match="set"):
        contract._type(set[int])


def test_no_text_around_the_frames_is_missing() -> None:
    assert _labels().keys() == Labels.__annotations__.keys()
