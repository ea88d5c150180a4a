"""Running another library on a file in a process of its own: what goes wrong there cannot hurt this one.

A damaged or evil file may make a library written in C++ or Rust use all memory, run for hours while nothing else of
Python can run, or end the process it runs in.
"""

import json
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from threading import Lock, Timer
from typing import Any

from bpe_engine.errors import EngineError

SECONDS = 30
BYTES = 4 * 2**30
"""What a library may take to load a file, and to encode a few texts then."""

ANSWER_SECONDS = 10
"""How long a library that has loaded a file may take for a text."""

PROCESSES = 4
"""How many processes are kept, the last ones used. One that was ended is started anew when it is asked again."""

# What comes and goes are blocks: a line with the number of bytes, then the bytes. The first one is the file, the others
# are questions: a list of what to do and with what. Each is answered by a line of JSON.
_START = """
import json, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
except ImportError:
    pass  # no such limit on Windows: the time limit alone holds there

def block():
    size = sys.stdin.buffer.readline()
    return sys.stdin.buffer.read(int(size)) if size else sys.exit()

def answer(work, *values):
    try:
        told = {"answer": work(*values)}
    except BaseException as error:  # a panic in Rust is no Exception
        told = {"problem": str(error)}
    print(json.dumps(told), flush=True)

def serve(load, **kinds):
    answer(load, block())
    while True:
        kind, *values = json.loads(block())
        answer(kinds[kind], *values)

def check(size, of):
    if size > 1_000 + 20 * of:
        raise ValueError(f"{size:,} tokens or characters would come out of {of:,}")
"""

TOKENIZERS = (
    _START
    + """
import tokenizers

def load(data):
    global library
    library = tokenizers.Tokenizer.from_str(data.decode())
    library.no_truncation()
    library.no_padding()

def encoded(text, whole):
    library.encode_special_tokens = not whole
    found = library.encode(text, add_special_tokens=False)
    check(len(found), len(text))
    return found

def ids_or_none(text):
    try:
        return encoded(text, True).ids
    except BaseException:
        return None

def tried(texts):
    added = dict(sorted(library.get_added_tokens_decoder().items()))
    return {
        "ids": [ids_or_none(text) for text in texts],
        "added": {token.content: id for id, token in added.items()},
        "special": [token.content for token in added.values() if token.special],
        "unk_token": getattr(library.model, "unk_token", None),
    }

def spans(text):
    found = encoded(text, False)
    return [[token, id, *place] for token, id, place in zip(found.tokens, found.ids, found.offsets)]

def decode(ids):
    longest = sum(len(library.id_to_token(id) or "") for id in ids)
    text = library.decode(ids, skip_special_tokens=False)
    check(len(text), longest)
    return text

serve(
    load,
    tried=tried,
    ids=lambda text, whole: encoded(text, whole).ids,
    spans=spans,
    decode=decode,
    vocabulary=lambda: library.get_vocab(with_added_tokens=True),
)
"""
)

SENTENCEPIECE = (
    _START
    + """
import sentencepiece
sentencepiece.set_min_log_level(3)

def load(data):
    global library
    library = sentencepiece.SentencePieceProcessor(model_proto=data)

def spans(text):
    found = library.EncodeAsOffsetMapping(text)
    check(len(found["ids"]), len(text))
    return [[id, *place] for id, place in zip(found["ids"], found["offsets"])]

def pieces():
    return [library.id_to_piece(id) for id in range(library.get_piece_size())]

def decode(ids):
    text = str(library.decode(ids))
    check(len(text), sum(len(library.id_to_piece(id)) for id in ids))
    return text

def tried(texts):
    for text in texts:
        decode([id for id, *_ in spans(text)])
    return {"pieces": pieces(), "unk_id": library.unk_id()}

serve(load, tried=tried, spans=spans, decode=decode)
"""
)


class LibraryProblem(Exception):  # noqa: N818  # no error of its own: the caller says what it means
    """What a library said of a file or a text that it refuses."""


class BrokeDown(Exception):  # noqa: N818  # likewise
    """A library ended its process, or took too long."""


class Apart:
    """A library, as one of the two programs above, with a file loaded, in a process of its own.

    The process starts with the first question, and again after one that it broke down at. It ends with this object.
    Threads may share one; their questions are answered one after the other.
    """

    def __init__(self, program: str, data: bytes) -> None:
        self._program = program
        self._data = data
        self._one_at_a_time = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._end: weakref.finalize[..., Any] | None = None

    def ask(self, kind: str, *values: object, seconds: float) -> Any:
        """The answer to a question; loading the file has SECONDS of its own.

        Raises LibraryProblem for what the library refuses, BrokeDown where there is no answer in time, and EngineError
        where the system starts no more processes.
        """
        with self._one_at_a_time:
            if self._process is None or self._process.poll() is not None:
                self.end()
                self._process = _started(self._program)
                self._end = weakref.finalize(self, _ended, self._process)
                try:
                    self._answer(self._process, self._data, SECONDS)
                except LibraryProblem:
                    self.end()
                    raise
            return self._answer(self._process, json.dumps([kind, *values]).encode(), seconds)

    def end(self) -> None:
        """End the process, if there is one."""
        if self._end is not None:
            self._end()

    def _answer(self, process: "subprocess.Popen[bytes]", block: bytes, seconds: float) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        too_long = Timer(seconds, process.kill)
        too_long.start()
        try:
            process.stdin.write(b"%d\n" % len(block) + block)
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
        except (OSError, json.JSONDecodeError):
            answer = None
        finally:
            too_long.cancel()
        if not isinstance(answer, dict):
            self.end()
            raise BrokeDown
        if "problem" in answer:
            raise LibraryProblem(answer["problem"][:300])
        return answer["answer"]


def _started(program: str) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-c", program, str(BYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as problem:
        raise EngineError(
            "The library that reads this file runs in a process of its own, and the system starts none: {problem}. "
            "Try again when less is running.",
            problem=problem.strerror or str(problem),
        ) from None


def _ended(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not sent yet goes nowhere now
                pipe.close()


@lru_cache(maxsize=PROCESSES)
def library_apart(program: str, data: bytes) -> Apart:
    """The process for a file, shared by all who ask for it. Don't keep it: it ends when nobody does."""
    return Apart(program, data)


def try_apart(program: str, file: str, data: bytes, texts: Sequence[str]) -> dict[str, Any]:
    """What a program (of the two above) says of a file and of some texts.

    Raises EngineError where the library refuses the file, or needs too much time or memory, or breaks down.
    """
    library = Apart(program, data)
    try:
        found: dict[str, Any] = library.ask("tried", texts, seconds=SECONDS)
    except BrokeDown:
        raise EngineError(
            "{file} makes the library that reads such files break down, or takes it more than {seconds} seconds. "
            "The file is damaged, or not what it seems: get it again.",
            file=file,
            seconds=SECONDS,
        ) from None
    except LibraryProblem as problem:
        raise EngineError(
            "{file} is refused by the library that reads such files: {problem}. Get the file again.",
            file=file,
            problem=str(problem),
        ) from None
    finally:
        library.end()
    return found
