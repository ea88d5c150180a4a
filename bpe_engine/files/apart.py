"""Trying a file out in a process of its own: what a library written in C++ or Rust makes of it cannot hurt this one.

A damaged file may make such a library use all memory, run for hours, or end the process it runs in.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from bpe_engine.errors import EngineError

SECONDS = 30
BYTES = 4 * 2**30
"""What a library may take to load a file and encode a few texts."""

_LIMIT = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
except ImportError:
    pass  # no such limit on Windows: the time limit alone holds there
texts = json.loads(sys.argv[2])
data = sys.stdin.buffer.read()
"""

TOKENIZERS = (
    _LIMIT
    + """
import tokenizers
try:
    loaded = tokenizers.Tokenizer.from_str(data.decode())
    loaded.no_truncation()
    loaded.no_padding()
    answer = {
        "ids": [loaded.encode(text, add_special_tokens=False).ids for text in texts],
        "vocabulary": {token.content: id for id, token in loaded.get_added_tokens_decoder().items()},
    }
except BaseException as error:
    answer = {"problem": str(error)}
print(json.dumps(answer))
"""
)

SENTENCEPIECE = (
    _LIMIT
    + """
import sentencepiece
sentencepiece.set_min_log_level(3)
try:
    loaded = sentencepiece.SentencePieceProcessor(model_proto=data)
    for text in texts:
        offsets = loaded.EncodeAsOffsetMapping(text)
        loaded.decode(offsets["ids"])
    for id in range(loaded.get_piece_size()):
        loaded.id_to_piece(id)
    answer = {"pieces": loaded.get_piece_size()}
except Exception as error:
    answer = {"problem": str(error)}
print(json.dumps(answer))
"""
)


def try_apart(program: str, file: str, data: bytes, texts: Sequence[str]) -> dict[str, Any]:
    """What a program (of the two above) says of a file.

    Raises EngineError where the library refuses the file, or needs too much time or memory, or breaks down.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", program, str(BYTES), json.dumps(texts)],
            input=data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        answer = json.loads(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        answer = None
    if not isinstance(answer, dict):
        raise EngineError(
            "{file} makes the library that reads such files break down, or takes it more than {seconds} seconds. "
            "The file is damaged, or not what it seems: get it again.",
            file=file,
            seconds=SECONDS,
        )
    if "problem" in answer:
        raise EngineError(
            "{file} is refused by the library that reads such files: {problem}. Get the file again.",
            file=file,
            problem=answer["problem"][:300],
        )
    return answer
