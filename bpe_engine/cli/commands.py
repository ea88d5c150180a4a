"""The commands of `python -m bpe_engine`: train, encode, decode, inspect and check, on files or standard input."""

import argparse
import codecs
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import MISSING, Field, fields
from heapq import nlargest
from itertools import chain
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.checkup import as_html, as_json, as_text, open_subject, run_checks, shipped_subject, worst
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.files import FORMATS, MAX_FILE_BYTES, notes_on, read, write
from bpe_engine.inspection.token_offsets import Special
from bpe_engine.parity.corpus import LanguageCorpus
from bpe_engine.pieces import check_word_length, check_word_lengths, encode_pieces, pieces_to_train_on
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer, resolve_pre_tokenizer
from bpe_engine.tokenizer import NO_ID, Tokenizer
from bpe_engine.training.options import require_positive_int
from bpe_engine.training.registry import TRAINERS
from bpe_engine.version import installed_version
from bpe_engine.vocabularies.pretrained import CUSTOM_LOADERS, load_pretrained

PROG = "python -m bpe_engine"
STANDARD_INPUT = "-"
_READ_SIZE = 2**18  # bytes per read
_ROWS = 10  # rows per list in `inspect`

MAX_WORD_LENGTH = 5_000_000
"""Maximum length of a word in characters: such a word takes 750 MB and four seconds."""


class ProgressBar:
    """A progress bar on the terminal; silent if standard error is not a terminal."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.next = 0.0 if sys.stderr.isatty() else float("inf")

    def __call__(self, share: float) -> None:
        """Show the share done, at most a few times per second."""
        if time.monotonic() >= self.next:
            self.next = time.monotonic() + 0.2
            filled = int(30 * min(1.0, share))
            print(
                f"\r{self.label} [{'#' * filled}{'.' * (30 - filled)}] {share:4.0%}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def clear(self) -> None:
        """Clear the line."""
        if 0 < self.next < float("inf"):
            print(f"\r{' ' * (len(self.label) + 40)}\r", end="", file=sys.stderr, flush=True)


def parser(prog: str, more: Mapping[str, str]) -> argparse.ArgumentParser:
    """Return the argument parser. The help also lists the commands in `more`, with their descriptions."""
    about = "Learn how a tokenizer works, in the app or with its engine. " if more else ""
    top = argparse.ArgumentParser(
        prog=prog,
        description=f"{about}Train and use tokenizers on the command line. Text is UTF-8 and is not changed.",
    )
    top.add_argument("--version", action="version", version=f"{prog.split()[-1]} {installed_version()}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, description in more.items():
        commands.add_parser(name, help=description)
    _add_train(commands.add_parser("train", help="train a vocabulary on text"))

    encode = commands.add_parser("encode", help="convert text to ids")
    _add_vocabulary(encode)
    _add_files(encode, "text")
    encode.add_argument(
        "--lines",
        action="store_true",
        help="encode each line separately, without its line feed",
    )
    encode.add_argument(
        "--as",
        dest="form",
        choices=("ids", "tokens", "json"),
        default="ids",
        help="the output: ids or tokens separated by spaces, or one line of JSON with both (default: ids)",
    )
    encode.add_argument(
        "--special", action="store_true", help="read special tokens in the text as tokens (default: as plain text)"
    )
    _add_workers(encode, "encode a long text, unless --lines is set")
    encode.set_defaults(run=run_encode)

    decode = commands.add_parser("decode", help="convert ids to text")
    _add_vocabulary(decode)
    _add_files(decode, "ids, separated by white space or commas")
    decode.add_argument("--lines", action="store_true", help="decode each line of ids separately, into a line")
    decode.set_defaults(run=run_decode)

    inspect = commands.add_parser("inspect", help="show what is in a vocabulary, and how it cuts a text")
    inspect.add_argument("vocabulary", nargs="+", help=_VOCABULARY)
    _add_pre_tokenizer(inspect, "for files that do not say how to cut a text")
    inspect.add_argument("--text", type=_utf8_argument, help="a text to cut")
    inspect.set_defaults(run=run_inspect)
    _add_check(commands.add_parser("check", help=_CHECK_UP, description=_CHECK_UP))
    return top


_CHECK_UP = "give a tokenizer a check-up: its parts, its faults, and the consequences of its design"


def _add_check(command: argparse.ArgumentParser) -> None:
    command.add_argument("vocabulary", nargs="+", metavar="FILE", help=_VOCABULARY)
    command.add_argument("--against", metavar="NAME", help="another tokenizer, a name or a file, to compare with")
    command.add_argument("--text", action="append", default=[], metavar="FILE", help="a text to try it on, in UTF-8")
    command.add_argument(
        "--embedding",
        type=int,
        metavar="ROWS",
        help="rows of the model's embedding (default: those of its config.json)",
    )
    command.add_argument(
        "--as",
        dest="form",
        choices=tuple(_REPORTS),
        default="text",
        help="the report: text, JSON, or one HTML file (default: text)",
    )
    command.add_argument("--output", "-o", metavar="FILE", help="the file to write to (default: standard output)")
    command.add_argument(
        "--fail-on",
        choices=("fault", "warning", "never"),
        default="fault",
        help="end with exit status 1 if there is a fault, or a warning, or never (default: fault)",
    )
    _add_pre_tokenizer(command, "for files that do not say how to cut a text")
    command.set_defaults(run=run_check)


_REPORTS = {"text": as_text, "json": as_json, "html": as_html}


def _utf8_argument(argument: str) -> str:
    """Return an argument as UTF-8 text, whatever encoding the system's locale claims: under POSIX it may be ASCII."""
    return os.fsencode(argument).decode("utf-8", "surrogateescape")


_VOCABULARY = f"a vocabulary: {', '.join(CUSTOM_LOADERS)}; or a file, or a folder with one tokenizer's files"


def _add_vocabulary(command: argparse.ArgumentParser) -> None:
    command.add_argument("--vocabulary", "-v", required=True, action="append", help=_VOCABULARY)
    _add_pre_tokenizer(command, "for files that do not say how to cut a text")


def _add_files(command: argparse.ArgumentParser, what: str, combination: str = "joined into one text") -> None:
    command.add_argument(
        "files",
        nargs="*",
        default=[STANDARD_INPUT],
        help=f"files of {what}, {combination}; standard input for - or if there is none",
    )


def _add_workers(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument("--workers", type=int, default=1, metavar="N", help=f"processes that {what} (default: 1)")


def _add_pre_tokenizer(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument("--pre-tokenizer", metavar="NAME", help=f"{what}: {', '.join(PRE_TOKENIZERS)}")
    command.add_argument("--pattern", type=_utf8_argument, help="a regular expression of your own instead")


def _add_train(command: argparse.ArgumentParser) -> None:
    algorithms = command.add_subparsers(required=True, metavar="METHOD")
    for name, trainer in TRAINERS.items():
        algorithm = algorithms.add_parser(name, help=trainer.summary, description=trainer.summary)
        _add_files(algorithm, "text", *(["one per language"] if trainer.is_multilingual else []))
        algorithm.add_argument("--output", "-o", required=True, metavar="FOLDER", help="the folder to write to")
        algorithm.add_argument(
            "--format",
            choices=[file_format.name for file_format in FORMATS.values() if file_format.write],
            default="tokenizer.json",
            help="the file format (default: tokenizer.json)",
        )
        _add_workers(algorithm, "count the words of a long text")
        cut = trainer.default_pre_tokenizer
        _add_pre_tokenizer(algorithm, f"how to cut text into words first (default: {cut}), one of")
        names = {field.name for field in fields(trainer)}
        if "initial_alphabet" in names:
            algorithm.add_argument(
                "--level",
                choices=("bytes", "seen-bytes", "characters"),
                default="bytes",
                help="what to start from: all 256 bytes, those that occur, or characters (default: bytes)",
            )
        types = get_type_hints(trainer)
        for field in option_fields(trainer):
            _add_option(algorithm, field, types[field.name])
        level = "bytes" if "initial_alphabet" in names else "characters"
        algorithm.set_defaults(run=run_train, trainer=trainer, pre_tokenizer=cut, level=level)


def option_fields(trainer: Any) -> list[Field[Any]]:
    """Return the trainer options that the command line offers: those with a help text."""
    return [field for field in fields(trainer) if "help" in field.metadata]


def _add_option(command: argparse.ArgumentParser, field: Field[Any], kind: Any) -> None:
    name, default = field.name, field.default
    meta: dict[str, Any] = dict(field.metadata)
    if get_origin(kind) is Literal:
        meta["choices"] = get_args(kind)
    elif kind is PreTokenizer:
        meta["choices"] = tuple(PRE_TOKENIZERS)
    flag = "--" + name.replace("_", "-")
    if isinstance(default, bool):
        command.add_argument(flag, action="store_true", **meta)
    elif default == ():
        command.add_argument(
            flag.removesuffix("s"), dest=name, action="append", default=[], metavar="TOKEN", type=_utf8_argument, **meta
        )
    elif default is MISSING:
        command.add_argument(flag, type=int, required=True, **meta)
    else:
        default = default.name if isinstance(default, PreTokenizer) else default
        default_note = f" (default: {default})" if default else ""
        meta["help"] = (meta["help"] + default_note).replace("%", "%%")
        of_type = int if default is None else _utf8_argument if isinstance(default, str) else type(default)
        command.add_argument(flag, type=of_type, default=default, **meta)


def run_train(options: argparse.Namespace) -> None:
    """Train a tokenizer and write its files. Raises EngineError before training if no file can store the result."""
    if options.trainer.export_problem:
        raise EngineError(options.trainer.export_problem)
    settings = {field.name: getattr(options, field.name) for field in option_fields(options.trainer)}
    if options.level == "bytes":
        settings["initial_alphabet"] = BYTE_ALPHABET
    if "first_stage" in settings:
        settings["first_stage"] = resolve_pre_tokenizer(options.first_stage)
    trainer = options.trainer(**settings)
    splitter = _pre_tokenizer(options)
    assert splitter is not None, "it has a default"
    with _folder(Path(options.output)) as folder:
        with _workers(options) as executor:

            def count_words(files: Sequence[str]) -> Corpus:
                texts = pieces_to_train_on(_texts(files, "reading"), splitter, trainer.special_tokens)
                return Corpus.from_text(texts, splitter, options.level != "characters", executor=executor)

            if options.trainer.is_multilingual:
                corpus: Corpus = LanguageCorpus.from_corpora({file: count_words([file]) for file in options.files})
            else:
                corpus = count_words(options.files)
        check_word_length(max(map(len, corpus.words), default=0), MAX_WORD_LENGTH)
        bar = ProgressBar("training")
        tokenizer = trainer.train(corpus, progress=bar)
        bar.clear()
        for name, content in write(tokenizer, options.format).items():
            (folder / name).write_bytes(content)
            print(f"{folder / name}: {len(content):,} bytes", file=sys.stderr)
    for note in notes_on(tokenizer, options.format):
        print(note, file=sys.stderr)
    if tokenizer.vocab_size < options.vocab_size:
        print(
            f"The vocabulary has {tokenizer.vocab_size:,} tokens instead of {options.vocab_size:,}: with these "
            "settings, the text has nothing more to learn.",
            file=sys.stderr,
        )


@contextmanager
def _folder(folder: Path) -> Iterator[Path]:
    """Create the output folder before training, so that no training is lost; remove it if nothing is written."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield folder
    except BaseException:
        for parent in missing:
            with suppress(OSError):  # it is not empty
                parent.rmdir()
        raise


def run_encode(options: argparse.Namespace) -> None:
    """Write the ids of a text, or its tokens."""
    if options.lines and options.workers != 1:
        raise EngineError(
            "--lines and --workers cannot be combined: this process writes each line before it reads the next. Leave "
            "one out."
        )
    tokenizer = _open_tokenizer(options)
    special: Special = "all" if options.special else "none"
    texts = _texts(options.files, "encoding")
    if options.lines:
        for line in _lines(texts):
            check_word_lengths(line, MAX_WORD_LENGTH, getattr(tokenizer, "pre_tokenizer", None))
            ids = tokenizer.encode(line.removesuffix("\n"), special)
            _write(_format_ids(tokenizer, ids, options.form) + "\n")
        return
    with _workers(options) as executor:
        pieces = encode_pieces(tokenizer, texts, special, executor=executor, longest_word=MAX_WORD_LENGTH)
        if options.form == "json":
            _write(_format_ids(tokenizer, [*chain.from_iterable(pieces)], "json") + "\n")
            return
        between = ""
        for piece in filter(None, pieces):
            _write(between + _format_ids(tokenizer, piece, options.form))
            between = " "
        _write("\n")


def _workers(options: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """Return the requested worker processes; None if there is only this process."""
    require_positive_int("workers", options.workers)
    return ProcessPoolExecutor(options.workers) if options.workers > 1 else nullcontext()


def _format_ids(tokenizer: Tokenizer, ids: Sequence[int], form: str) -> str:
    if form == "ids":
        return " ".join(map(str, ids))
    tokens = list(map(tokenizer.token, ids))
    if form == "tokens":
        return " ".join(tokens)
    return json.dumps({"ids": ids, "tokens": tokens}, ensure_ascii=False)


def run_decode(options: argparse.Namespace) -> None:
    """Write the text of ids: at byte level byte for byte, even incomplete characters."""
    tokenizer = _open_tokenizer(options)
    texts = _texts(options.files, "decoding")
    if options.lines:
        for line in _lines(texts):
            _write_bytes(tokenizer.decode_bytes(_ids(line)) + b"\n")
    elif tokenizer.byte_level and tokenizer.decoder is None:
        for part in _words(texts):
            _write_bytes(tokenizer.decode_bytes(_ids(part)))
    else:
        _write(tokenizer.decode(_ids("".join(texts))))


def _ids(text: str) -> list[int]:
    words = re.findall(r"[^\s,\[\]]+", text)
    for word in words:
        if not re.fullmatch(r"\d{1,10}", word, re.ASCII):
            raise EngineError("{word!r} is not an id. Give whole numbers, separated by spaces.", word=word[:40])
    return list(map(int, words))


def run_inspect(options: argparse.Namespace) -> None:
    """Write a summary of a vocabulary."""
    tokenizer = _open_tokenizer(options)
    numbers = tokenizer.token_of_id
    special = tokenizer.special_tokens
    _write(f"{type(tokenizer).__name__}: {tokenizer.vocab_size:,} tokens, ids 0 to {max(numbers):,}\n")
    _write(f"special tokens: {', '.join(f'{token} {token_id}' for token, token_id in special.items()) or 'none'}\n")
    plain = [token_id for token_id in numbers if token_id not in special.values()]
    longest = nlargest(_ROWS, plain, key=lambda token_id: (len(tokenizer.token_bytes(token_id)), -token_id))
    _write("longest tokens:\n")
    for token_id in longest:
        _write(f"  {token_id} {numbers[token_id]!r}, {len(tokenizer.token_bytes(token_id))} bytes\n")
    if isinstance(tokenizer, BPETokenizer):
        _write(f"text is cut by: {tokenizer.pre_tokenizer.name or tokenizer.pre_tokenizer.pattern}\n")
        _write(f"merges: {len(tokenizer.table.pairs):,}\n")
        for rank, (left, right) in enumerate(tokenizer.merges[:_ROWS]):
            _write(f"  {rank} {left} + {right}\n")
    if options.text is not None:
        _write("the text:\n")
        for token, token_id, start, end in tokenizer.spans(options.text):
            number = "no id" if token_id == NO_ID else token_id
            _write(f"  {number} {token} {options.text[start:end]!r}\n")


def run_check(options: argparse.Namespace) -> int:
    """Write the report of a check-up. Return 1 if it has findings that `--fail-on` names, else 0."""
    if options.embedding is not None:
        require_positive_int("embedding", options.embedding)
    names: list[str] = options.vocabulary
    if names[0] in CUSTOM_LOADERS and len(names) == 1:
        subject = shipped_subject(names[0])
        subject.embedding = options.embedding
    else:
        files = {path.name: _head(path) for path in _existing_paths(names) if path.suffix in _TOKENIZER_SUFFIXES}
        subject = open_subject(files, pre_tokenizer=_pre_tokenizer(options), embedding=options.embedding)
    if options.against is not None:
        subject.against, subject.against_name = _open_named([options.against], None), options.against
    subject.texts = {file: "".join(_texts([file], "reading")) for file in options.text}
    bar = ProgressBar("checking")
    results = [*run_checks(subject, bar)]
    bar.clear()
    report = _REPORTS[options.form](subject, results)
    if options.output is None:
        _write(report)
    else:
        Path(options.output).write_text(report, "utf-8", errors="backslashreplace")
    refused = {"fault": ("fault",), "warning": ("fault", "warning"), "never": ()}[options.fail_on]
    return 1 if worst(results) in refused else 0


_TOKENIZER_SUFFIXES = (".json", ".txt", ".model", ".vocab", ".bpe", ".tiktoken", ".jinja", "")
"""Only these files of a folder are read, since it may also contain a model's weights."""


def _pre_tokenizer(options: argparse.Namespace) -> PreTokenizer | None:
    if options.pattern is not None:
        custom = PreTokenizer(options.pattern)
        custom.check()
        return custom
    return None if options.pre_tokenizer is None else resolve_pre_tokenizer(options.pre_tokenizer)


def _open_tokenizer(options: argparse.Namespace) -> Tokenizer:
    """Return the chosen tokenizer; notes about its file go to standard error."""
    return _open_named(options.vocabulary, _pre_tokenizer(options))


def _open_named(names: Sequence[str], pre_tokenizer: PreTokenizer | None) -> Tokenizer:
    if names[0] in CUSTOM_LOADERS and len(names) == 1:
        return load_pretrained(names[0])
    opened = read({path.name: _head(path) for path in _existing_paths(names)}, pre_tokenizer=pre_tokenizer)
    for note in opened.notes:
        print(note, file=sys.stderr)
    return opened.tokenizer


def _existing_paths(names: Sequence[str]) -> list[Path]:
    paths = [path for name in names for path in _expand_paths(Path(name))]
    if missing := [path for path in paths if not path.exists()]:
        raise EngineError(
            "{name!r} is neither a vocabulary nor a file. Choose one of {known}, or a file.",
            name=str(missing[0]),
            known=", ".join(CUSTOM_LOADERS),
        )
    return paths


def _expand_paths(path: Path) -> list[Path]:
    return sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_FILE_BYTES + 1)  # one byte more than the limit, to detect larger files


def _texts(files: Iterable[str], label: str) -> Iterator[str]:
    """Yield the text of the files in blocks, line ends unchanged. Raises EngineError if it is not UTF-8."""
    paths = [None if file == STANDARD_INPUT else Path(file) for file in files]
    if None in paths and getattr(sys, "stdin", None) is None:
        raise EngineError("The standard input is closed, so there is no text to read. Name a file instead.")
    sizes = [path.stat().st_size if path else 0 for path in paths]
    size = sum(sizes) if all(paths) else 0  # 0 if unknown
    bar = ProgressBar(label)
    done = 0
    for path in paths:
        with path.open("rb") if path else open(sys.stdin.fileno(), "rb", closefd=False) as file:
            decoder = codecs.getincrementaldecoder("utf-8")()
            place = 0
            while True:
                block = file.read(_READ_SIZE)
                before = len(decoder.getstate()[0])
                try:
                    text = decoder.decode(block, final=not block)
                except UnicodeDecodeError as error:
                    raise EngineError(
                        "{file} is not UTF-8 text: byte {position:,} is 0x{byte:02X}, which is not valid there. Save "
                        "it as UTF-8.",
                        file=path or "The standard input",
                        position=place - before + error.start,
                        byte=error.object[error.start],
                    ) from None
                if text:
                    yield text
                if not block:
                    break
                place += len(block)
                done += len(block)
                if size:
                    bar(done / size)
    bar.clear()


def _lines(texts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text given in blocks, with their ends. Lines end only at line feeds, as in a binary file."""
    return _split_keeping_ends(texts, "\n")


def _words(texts: Iterable[str]) -> Iterator[str]:
    return _split_keeping_ends((re.sub(r"[\s,]", " ", text) for text in texts), " ", 2**16)


def _split_keeping_ends(texts: Iterable[str], end: str, least: int = 0) -> Iterator[str]:
    """Yield parts of at least `least` characters that end with `end`; the last may be shorter."""
    waiting: list[str] = []
    for text in texts:
        start = 0
        while (place := text.find(end, start + least)) >= 0:
            waiting.append(text[start : place + 1])
            yield "".join(waiting)
            waiting.clear()
            start = place + 1
        waiting.append(text[start:])
    if rest := "".join(waiting):
        yield rest


def _write(text: str) -> None:
    _write_bytes(text.encode("utf-8", "backslashreplace"))


def _write_bytes(data: bytes) -> None:
    if getattr(sys, "stdout", None) is None:
        raise EngineError("The standard output is closed, so the result cannot be written. Redirect it to a file.")
    sys.stdout.buffer.write(data)
