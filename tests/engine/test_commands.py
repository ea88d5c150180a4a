"""`python -m bpe_engine`: its output is compared with other libraries."""

import fcntl
import io
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import termios
import tomllib
from array import array
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields
from functools import partial
from pathlib import Path
from unittest import mock

import pytest
import tokenizers

import bpe_engine
from bpe_engine import BPETrainer, Corpus, load_pretrained
from bpe_engine.__main__ import main
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.cli.commands import option_fields, parser
from bpe_engine.files import FORMATS, read
from bpe_engine.training.registry import TRAINERS
from tests.engine.peers import tiktoken_encoding
from tests.ui.waiting import wait_for

TEXT = "Zürich, 東京 👨‍👩‍👧 don't\r\n\n   the end \n" * 30 + "\ttrailing  "
COMMAND = [sys.executable, "-m", "bpe_engine"]


def run_process(
    *arguments: object, given: bytes | str = b"", code: int = 0, **more: str
) -> subprocess.CompletedProcess[bytes]:
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run([*COMMAND, *map(str, arguments)], input=data, capture_output=True, env=os.environ | more)
    assert done.returncode == code, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    return done


def run(*arguments: object, given: bytes | str = b"", code: int = 0) -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process, which is as good and takes a fifth of the time."""
    output, messages = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        tempfile.TemporaryFile("w+b") as data,
        redirect_stdout(output),
        redirect_stderr(messages),
        mock.patch("sys.stdin", data),
    ):
        data.write(given.encode() if isinstance(given, str) else given)
        data.seek(0)
        try:
            status = main([*map(str, arguments)])
        except SystemExit as ended:  # what argparse does after a help, or an error
            status = int(ended.code or 0)
    written, told = (stream.buffer.getvalue() for stream in (output, messages))  # type: ignore[attr-defined]
    assert status == code, told.decode()
    return subprocess.CompletedProcess(arguments, status, written, told)


def test_encode_gives_tiktoken_s_ids_and_decode_restores_the_bytes(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_bytes(TEXT.encode())
    ids = tiktoken_encoding("gpt2").encode_ordinary(TEXT)
    written = run_process("encode", "--vocabulary", "gpt2", file).stdout
    assert written == " ".join(map(str, ids)).encode() + b"\n"
    assert run("encode", "-v", "gpt2", given=TEXT).stdout == written
    assert run("encode", "-v", "gpt2", file, "-", given=" x").stdout.split()[-1] == b"2124"
    assert run_process("decode", "-v", "gpt2", given=written).stdout == TEXT.encode()
    assert run("decode", "-v", "gpt2", given=str(ids)).stdout == TEXT.encode()  # a list as Python writes it


def test_lines_round_trip_byte_for_byte_and_other_output_formats_agree() -> None:
    written = run("encode", "-v", "gpt2", "--lines", given="the pug\r\n\nthe").stdout
    enc = tiktoken_encoding("gpt2")
    expected = [enc.encode_ordinary(line) for line in ("the pug\r", "", "the")]
    assert [list(map(int, line.split())) for line in written.decode().split("\n")[:-1]] == expected
    assert run("decode", "-v", "gpt2", "--lines", given=written).stdout == b"the pug\r\n\nthe\n"
    assert run("encode", "-v", "gpt2", "--as", "tokens", given=" the pug").stdout == "Ġthe Ġp ug\n".encode()
    line = run("encode", "-v", "gpt2", "--as", "json", "--lines", given=" the pug\n").stdout
    assert json.loads(line) == {"ids": [262, 279, 1018], "tokens": ["Ġthe", "Ġp", "ug"]}
    assert json.loads(run("encode", "-v", "gpt2", "--as", "json").stdout) == {"ids": [], "tokens": []}


def test_special_tokens_are_text_unless_requested() -> None:
    enc, text = tiktoken_encoding("gpt2"), "a<|endoftext|>b"
    plain = run("encode", "-v", "gpt2", given=text).stdout
    assert list(map(int, plain.split())) == enc.encode_ordinary(text)
    assert list(map(int, run("encode", "-v", "gpt2", "--special", given=text).stdout.split())) == enc.encode(
        text, allowed_special="all"
    )


@pytest.mark.parametrize("format", [name for name, known in FORMATS.items() if known.write])
def test_the_command_writes_every_format_like_the_python_api(tmp_path: Path, format: str) -> None:
    run("train", "bpe", "--vocab-size", 300, "--format", format, "-o", tmp_path / "made", given=TEXT)
    files = {path.name: path.read_bytes() for path in (tmp_path / "made").iterdir()}
    assert set(files) == set(FORMATS[format].files)
    expected = BPETrainer(vocab_size=300, initial_alphabet=BYTE_ALPHABET).train(Corpus.from_text(TEXT))
    ids = read(files, pre_tokenizer=None if format in ("minbpe", "tokenizer.json") else "gpt2").tokenizer.encode(TEXT)
    cut = () if format in ("minbpe", "tokenizer.json") else ("--pre-tokenizer", "gpt2")
    by_command = run("encode", "-v", tmp_path / "made", *cut, given=TEXT)
    assert list(map(int, by_command.stdout.split())) == ids
    assert [len(each) for each in map(expected.token_bytes, expected.encode(TEXT))] == [
        len(each) for each in map(read(files, pre_tokenizer=cut[1] if cut else None).tokenizer.token_bytes, ids)
    ]


def test_the_tokenizers_library_gives_the_same_ids_for_a_trained_file(tmp_path: Path) -> None:
    special = "<|endoftext|>"
    given = TEXT + special + TEXT
    run("train", "bpe", "--vocab-size", 290, "--special-token", special, "-o", tmp_path, given=given)
    file = tmp_path / "tokenizer.json"
    there = tokenizers.Tokenizer.from_file(str(file))
    assert there.get_vocab_size() == 290
    written = run("encode", "-v", file, "--special", given=given).stdout
    assert list(map(int, written.split())) == there.encode(given).ids
    assert not any("endo" in token for token in there.get_vocab() if token != special)  # nothing was learned from it


@pytest.mark.parametrize("algorithm", ["wordpiece", "unigram", "words", "characters"])
def test_other_trainers_accept_their_options(tmp_path: Path, algorithm: str) -> None:
    text = "hug pug pun bun hugs " * 5
    more = {"wordpiece": ["--prefix", "@@"], "unigram": ["--estimation", "plain", "--shrink", "0.5"]}.get(algorithm, [])
    told = ["--vocab-size", 12, "--special-token", "<unk>", "--unk-token", "<unk>", *more, "-o", tmp_path]
    run("train", algorithm, *told, given=text)
    model = json.loads((tmp_path / "tokenizer.json").read_bytes())["model"]
    assert len(model["vocab"]) <= 12
    assert model.get("continuing_subword_prefix", "@@") == "@@"
    there = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    ids = run("encode", "-v", tmp_path, given=text).stdout
    assert list(map(int, ids.split())) == there.encode(text).ids
    error = run("train", algorithm, *told, "--tie-break", "first-seen", given=text, code=2).stderr
    assert b"unrecognized arguments: --tie-break" in error


def test_superbpe_learns_tokens_across_spaces_that_the_library_uses(tmp_path: Path) -> None:
    text = "by the way, by the way; in the way of the day " * 4
    run("train", "superbpe", "--vocab-size", 276, "--transition", 268, "-o", tmp_path, given=text)
    there = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert there.get_vocab_size() == 276
    assert any("Ġ" in token[1:] for token in there.get_vocab())
    ids = run("encode", "-v", tmp_path, given=text).stdout
    assert list(map(int, ids.split())) == there.encode(text).ids


@pytest.mark.parametrize(("pattern", "token"), [("gpt2", "Ġa"), ("whitespace", "a1")])  # a1 is two pieces, or one
def test_the_first_stage_of_superbpe_uses_the_requested_pattern(tmp_path: Path, pattern: str, token: str) -> None:
    told = ["--vocab-size", 257, "--transition", 257, "--first-stage", pattern]  # one merge, in the first stage
    run("train", "superbpe", *told, "-o", tmp_path, given="a1 " * 9)
    model = json.loads((tmp_path / "tokenizer.json").read_bytes())["model"]
    assert [vocab for vocab in model["vocab"] if len(vocab) > 1] == [token]


def test_a_method_that_no_file_can_store_is_refused_before_training(tmp_path: Path) -> None:
    done = run("train", "picky", "--vocab-size", 300, "-o", tmp_path / "made", "no-such-file", code=2)
    assert b"error: No file format can store what Picky BPE learns" in done.stderr
    assert b"Use bpe here, or train in Python" in done.stderr
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("name", TRAINERS)
def test_each_method_writes_a_file_or_says_why_none_can_store_it(tmp_path: Path, name: str) -> None:
    problem = TRAINERS[name].export_problem
    told = ["--vocab-size", 270, "--special-token", "[UNK]", "-o", tmp_path / "made"]
    done = run("train", name, *told, given="hug pug pun bun hugs " * 5, code=2 if problem else 0)
    assert (tmp_path / "made" / "tokenizer.json").exists() == (not problem)
    assert problem in done.stderr.decode()


@pytest.mark.parametrize("name", TRAINERS)
def test_every_trainer_is_available_with_all_its_options(name: str) -> None:
    said = run("train", name, "--help").stdout.decode()
    options = {field.name for field in fields(TRAINERS[name])} - {"initial_alphabet"}  # --level sets it
    assert options == {field.name for field in option_fields(TRAINERS[name])}
    assert all(f"--{option.replace('_', '-').removesuffix('s')}" in said for option in options)


def test_bpe_limits_the_alphabet_and_the_size_of_tokens(tmp_path: Path) -> None:
    limits = ["--limit-alphabet", 4, "--max-token-length", 3, "--level", "characters", "--vocab-size", 60]
    run("train", "bpe", *limits, "-o", tmp_path, given="hug pug pun bun hugs gum " * 5)
    tokens = json.loads((tmp_path / "tokenizer.json").read_bytes())["model"]["vocab"]
    assert len([token for token in tokens if len(token) == 1]) == 4
    assert max(map(len, tokens)) == 3


def test_workers_do_not_change_the_result(tmp_path: Path) -> None:
    files = tmp_path / "one.txt", tmp_path / "two.txt"
    for file, text in zip(files, (TEXT * 60, "the end " * 4_000), strict=True):
        file.write_bytes(text.encode())
    for workers in (1, 2):
        told = ["--workers", workers, "-o", tmp_path / str(workers), "--special-token", "end"]
        run_process("train", "bpe", "--vocab-size", 300, *told, *files)
    one, two = ((tmp_path / workers / "tokenizer.json").read_bytes() for workers in "12")
    assert one == two
    files[1].write_bytes(b"the end " * 130_000)  # more than a piece, so both workers get some
    for form in ("ids", "json"):
        told = ["encode", "-v", "gpt2", "--as", form]
        assert run_process(*told, *files, "--workers", 2).stdout == run(*told, *files).stdout


def test_inspect_summarizes_a_vocabulary() -> None:
    told = run("inspect", "gpt2", "--text", "hello 東").stdout.decode()
    assert "50,257 tokens, ids 0 to 50,256" in told
    assert "special tokens: <|endoftext|> 50256" in told
    assert "merges: 50,000\n  0 Ġ + t\n" in told
    assert "  31373 hello 'hello'\n  10545 Ġæ ' 東'\n" in told
    longest = max(tiktoken_encoding("gpt2").token_byte_values(), key=len)
    assert f"longest tokens:\n  {tiktoken_encoding('gpt2').encode_single_token(longest)} " in told
    assert "WordPieceTokenizer: 30,522 tokens" in run("inspect", "bert-base-uncased").stdout.decode()


def test_the_exit_status_of_check_follows_its_findings(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    run("train", "bpe", "--vocab-size", 270, "-o", folder, given=TEXT)
    (folder / "config.json").write_text('{"vocab_size": 269}')
    (folder / "model.safetensors").write_bytes(b"\0" * 100)  # is not read
    told = run("check", folder, code=1).stdout.decode()
    assert "FAULT:   Tokens whose ids are outside the model’s embedding of 269 rows: 1 (" in told
    assert told.endswith("\nFaults: 1. Warnings: 0.\n")
    assert run("check", folder, "--fail-on", "never").stdout.decode() == told
    page, text = tmp_path / "report.html", tmp_path / "text.txt"
    text.write_text("hug hug", "utf-8")
    more = ["--against", "gpt2", "--text", text, "--embedding", 270]
    assert run("check", folder, "--embedding", 270, "--as", "html", "-o", page).stdout == b""
    assert page.read_text("utf-8").startswith("<!doctype html>")
    data = json.loads(run("check", folder, *more, "--as", "json").stdout)
    assert (data["tokenizer"], data["format"], data["vocabulary"]) == ("tokenizer.json", "tokenizer.json", 270)
    assert [check["check"] for check in data["checks"]][-2:] == ["own-texts", "comparison"]


def test_a_warning_fails_a_check_only_if_requested() -> None:
    assert (
        "WARNING: Samples that come back changed"
        in run("check", "bert-base-uncased", "--fail-on", "warning", code=1).stdout.decode()
    )


@pytest.mark.parametrize(
    "content", [b"", b"\0\1\2\3", b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}}']
)
def test_check_refuses_bad_files_like_other_commands(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_bytes(content)
    refused = run("check", file, code=2)
    assert refused.stdout == b""
    assert refused.stderr == run("inspect", file, code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "given", "problem"),
    [
        (["encode", "-v", "no-such"], b"", "neither a vocabulary nor a file"),
        (["check", "no-such"], b"", "neither a vocabulary nor a file"),
        (["check", "gpt2", "--against", "no-such"], b"", "neither a vocabulary nor a file"),
        (["check", "gpt2", "--embedding", "0"], b"", "embedding=0 is not valid. Choose a whole number, 1 or more"),
        (["encode", "-v", "gpt2"], b"ab\xff", "byte 2 is 0xFF"),
        (["encode", "-v", "gpt2"], b"a" * 262_143 + b"\xe4", "byte 262,143 is 0xE4"),  # where two reads meet
        (["encode", "-v", "gpt2", "no-such-file"], b"", "There is no file or folder no-such-file"),
        (["encode", "-v", "gpt2", "."], b"", ". is a folder. Name a file in it."),
        (["train", "bpe", "--vocab-size", "300", "-o", "pyproject.toml"], b"abc", "pyproject.toml must be a folder"),
        (["encode", "-v", "gpt2"], b"a" * 5_000_001, "a word of 5,000,001 characters"),
        (["encode", "-v", "gpt2", "--lines"], b"b\n" + b"a" * 5_000_001, "a word of 5,000,001 characters"),
        (["encode", "-v", "gpt2", "--workers", "2"], b"b a" + b"a" * 5_000_001, "a word of 5,000,003 characters"),
        (["train", "bpe", "--vocab-size", "300", "-o", "."], b"a" * 5_000_001, "a word of 5,000,001 characters"),
        (["decode", "-v", "gpt2"], b"12 x3", "'x3' is not an id"),
        (["decode", "-v", "gpt2"], b"99999", "Id 99999 is not in the vocabulary"),
        (["train", "bpe", "--vocab-size", "3", "-o", "."], b"abc", "leaves no room"),
        (["train", "bpe", "--vocab-size", "300", "-o", "."], b"", "corpus is empty"),
        (["train", "bpe", "--vocab-size", "300", "-o", ".", "--pattern", "("], b"abc", "("),
        (["encode", "-v", "gpt2", "--workers", "0"], b"abc", "workers=0 is not valid. Choose a whole number, 1 or "
                                                             "more"),
        (["encode", "-v", "gpt2", "--lines", "--workers", "2"], b"abc", "--lines and --workers cannot be combined"),
    ],
)  # fmt: skip
def test_errors_are_reported_in_one_line(arguments: list[str], given: bytes, problem: str) -> None:
    done = run(*arguments, given=given, code=2)
    said = done.stderr.decode()
    assert problem in said
    assert said.startswith("error: ")
    assert said.count("\n") == 1


def test_a_long_line_of_short_words_is_allowed() -> None:
    words = 50_001
    given = ("a" * 99 + "1") * words  # gpt2's pattern parts letters from digits
    ids = tiktoken_encoding("gpt2").encode_ordinary("a" * 99 + "1") * words
    assert run("encode", "-v", "gpt2", given=given).stdout.decode() == " ".join(map(str, ids)) + "\n"


@pytest.mark.parametrize("given", ["no-such-file", "-"])
def test_no_output_folder_is_left_if_nothing_was_written(tmp_path: Path, given: str) -> None:
    (tmp_path / "there").mkdir()
    for folder in ("a/b/c", "there", "there/d"):
        run("train", "bpe", "--vocab-size", 300, "-o", tmp_path / folder, given, code=2)
    assert [*tmp_path.rglob("*")] == [tmp_path / "there"]


def unread_bytes(pipe: int) -> int:
    """Return the number of bytes that were written to a pipe and not read yet."""
    unread = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, unread)
    return unread[0]


def is_asleep(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def test_no_output_folder_is_left_after_an_interrupt(tmp_path: Path) -> None:
    command = [*COMMAND, "train", "bpe", "--vocab-size", "300", "-o", str(tmp_path / "a" / "b")]
    # Tests that run in the background ignore interrupts, and their child processes would too.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heard) as process:
        given = process.stdin
        assert given
        given.write(b"hello")
        given.flush()
        # It has read all and sleeps, waiting for more. Python would not act on an interrupt that comes just before.
        wait_for(lambda: not unread_bytes(given.fileno()) and is_asleep(process.pid))
        assert (tmp_path / "a" / "b").exists()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr
        assert process.stderr.read() == b"\n"
    assert [*tmp_path.iterdir()] == []


def test_the_help_describes_each_method_and_small_texts_are_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    summaries = [trainer.summary for trainer in TRAINERS.values()]
    assert len({*summaries}) == len(TRAINERS)
    with pytest.raises(SystemExit):
        parser("bpe-lab", {}).parse_args(["train", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for text in summaries:
        assert text in shown
    done = run("train", "bpe", "--vocab-size", 100_000, "-o", tmp_path / "made", given="hello hello\n")
    assert b"has 261 tokens instead of 100,000" in done.stderr
    done = run("train", "bpe", "--vocab-size", 260, "-o", tmp_path / "made", given="hello hello\n")
    assert b"instead of" not in done.stderr


@pytest.mark.parametrize(
    ("redirection", "code", "message"),
    [
        (">&-", 2, "The standard output is closed"),
        ("<&-", 2, "The standard input is closed"),
        ("2>&-", 0, ""),
    ],
)
def test_a_closed_stream_is_reported_without_a_traceback(redirection: str, code: int, message: str) -> None:
    command = f'"$0" -m bpe_engine encode -v gpt2 {redirection}'
    done = subprocess.run(["sh", "-c", command, sys.executable], input=b"hug", capture_output=True)
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False)
    assert message in done.stderr.decode()


def test_arguments_are_utf_8_in_any_locale_and_the_version_is_printed() -> None:
    locale = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run_process("inspect", "gpt2", "--text", "日本é", **locale)
    assert "2634 Ã© 'é'" in done.stdout.decode()
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    assert bpe_engine.__version__ == project["version"]
    assert run("--version").stdout.decode() == f"bpe_engine {project['version']}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
def test_a_full_disk_is_reported_clearly(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").symlink_to("/dev/full")
    told = run("train", "bpe", "--vocab-size", 300, "-o", tmp_path, given=TEXT, code=2).stderr.decode()
    assert told.startswith("error: The disk is full, so the file cannot be written. Free some space")


def test_a_closed_pipe_is_not_an_error() -> None:
    command = [*COMMAND, "encode", "-v", "gpt2", "--lines"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"the pug\n" * 2_000)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_the_progress_bar_is_shown_only_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text(TEXT, "utf-8")
    ours, theirs = pty.openpty()
    arguments = [*COMMAND, "encode", "-v", "gpt2", str(file)]
    on_terminal = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "encoding [##############################] 100%" in shown
    assert shown.endswith(" \r")
    assert run("encode", "-v", "gpt2", file).stderr == b""
    assert on_terminal.stdout == run("encode", "-v", "gpt2", file).stdout


def test_a_text_longer_than_a_piece_has_the_same_ids_as_the_whole(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    text = TEXT * 900
    assert len(text) > 1_000_000
    file.write_bytes(text.encode())
    ids = load_pretrained("gpt2").encode(text)
    written = run("encode", "-v", "gpt2", file).stdout
    assert list(map(int, written.split())) == ids
    assert run("decode", "-v", "gpt2", given=written).stdout == text.encode()
