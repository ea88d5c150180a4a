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


def verdicts_on(asked: Iterable[Asked]) -> list[str]:
    """Return the verdict on each: right, wrong, or unread."""
    answers = json.dumps([*asked])
    command = [node(), "--input-type=module", "--eval", _ASK]
    process = subprocess.run(command, cwd=ROOT, input=answers, capture_output=True, text=True, timeout=60, check=True)
    verdicts: list[str] = json.loads(process.stdout)
    return verdicts


def with_other_verdict(verdict: str, asked: Iterable[Asked]) -> list[Asked]:
    """Return those with another verdict."""
    asked = [*asked]
    return [answer for answer, given in zip(asked, verdicts_on(asked), strict=True) if given != verdict]
