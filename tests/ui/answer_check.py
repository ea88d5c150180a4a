"""The browser's verdicts on answers to exercises."""

import json
import subprocess
from collections.abc import Iterable

from tests.test_architecture import ROOT
from tools.node import node

_ASK = """
import { checkAnswer } from "./ui/player/answer_check.js";
const asked = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(asked.map((one) => checkAnswer(...one))));
"""

Asked = tuple[str, str, str]
"""A kind of answer, the typed text, and the answer."""


def judged(asked: Iterable[Asked]) -> list[str]:
    """Return the verdict on each: right, wrong, or unread."""
    told = json.dumps([*asked])
    command = [node(), "--input-type=module", "--eval", _ASK]
    found = subprocess.run(command, cwd=ROOT, input=told, capture_output=True, text=True, timeout=60, check=True)
    verdicts: list[str] = json.loads(found.stdout)
    return verdicts


def not_said(verdict: str, asked: Iterable[Asked]) -> list[Asked]:
    """Return those with another verdict."""
    asked = [*asked]
    return [one for one, said in zip(asked, judged(asked), strict=True) if said != verdict]
