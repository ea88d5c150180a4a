"""Cutting a text by a regex of one's own, which may be wrong, huge, or never end.

Each try is a process of its own: even compiling a pattern that the engine's check lets through stops all
threads of a process for up to two seconds, and its memory stays. Measured in `tests/ui/test_pretokenize.py`.
"""

import json
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path

from bpe_engine import EngineError
from bpe_engine.pre_tokenizers import PreToken

ROOT = Path(__file__).parents[2]
TRY_SECONDS = 10
"""For one try. The engine's own limits add up to less; this one holds where they fail."""
WAIT_SECONDS = 20
AT_ONCE = 2  # tries; others wait
KEPT = 64

_free = threading.BoundedSemaphore(AT_ONCE)


def own_pre_tokens(pattern: str, text: str) -> tuple[PreToken, ...]:
    """The pre-tokens of a text by a regex of one's own.

    Raises EngineError where the pattern is wrong, or needs too much time or memory, or where too many others wait.
    The last results are kept, errors too: an evil pattern is tried once.
    """
    result = _tried(pattern, text)
    if isinstance(result, EngineError):
        raise EngineError(result.template, **result.values)
    return result


@lru_cache(maxsize=KEPT)
def _tried(pattern: str, text: str) -> tuple[PreToken, ...] | EngineError:
    if not _free.acquire(timeout=WAIT_SECONDS):
        # Raised, not returned: this is not kept.
        raise EngineError(
            "Other people's patterns are being tried, and yours waited for {seconds} seconds. "
            "It is kept as it is: change the text or choose the pattern again to try once more.",
            seconds=WAIT_SECONDS,
        )
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ui.pretokenize.worker"],
            cwd=ROOT,
            input=json.dumps({"pattern": pattern, "text": text}),
            capture_output=True,
            encoding="ascii",
            errors="replace",
            timeout=TRY_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _too_heavy(pattern)
    finally:
        _free.release()
    if done.returncode != 0:
        return _too_heavy(pattern)
    answer = json.loads(done.stdout)
    if "error" in answer:
        return EngineError(answer["error"], **answer["values"])
    return tuple(PreToken(text[start:end], start, None) for start, end in answer["places"])


def _too_heavy(pattern: str) -> EngineError:
    return EngineError(
        "The pattern {pattern!r} took too much time or memory on this text, so it was stopped. "
        "Nested repeats such as (a+)+ are the usual cause: repeat one thing only once.",
        pattern=pattern,
    )
