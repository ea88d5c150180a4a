"""The process that tries a regex of one's own: pattern and text in, the places of the matches out, both as JSON.

It may take too long or too much memory; then it ends, and the server has not noticed. See `ui.pretokenize.own`.
"""

import json
import sys

from bpe_engine import EngineError, PreTokenizer

LARGEST_BYTES = 2**30


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return  # no such limit on Windows: the time limit alone holds there
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST_BYTES, LARGEST_BYTES))


def main() -> None:
    """Answer one question, from standard input to standard output."""
    _limit_memory()
    question = json.load(sys.stdin)
    answer: dict[str, object]
    try:
        found = PreTokenizer(question["pattern"]).pre_tokens(question["text"])
        answer = {"places": [(piece.start, piece.start + len(piece.text)) for piece in found]}
    except EngineError as error:
        answer = {"error": error.template, "values": error.values}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
