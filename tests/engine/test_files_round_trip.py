"""Written tokenizers can be read back: with registered tokens, without the library, and never in a circle."""

import base64
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest
import regex
import tiktoken
import tokenizers

import bpe_engine
from bpe_engine import (
    BPEDropoutTokenizer,
    BPETrainer,
    CharacterTrainer,
    Corpus,
    EngineError,
    LongestMatchTokenizer,
    PickyBPETrainer,
    RegisteredTokenizer,
    SuperBPETrainer,
    Tokenizer,
    UnigramTrainer,
    WordLevelTrainer,
    WordPieceTrainer,
    load_pretrained,
)
from bpe_engine.files import FORMATS, notes_on, read, snippet, write
from bpe_engine.vocabularies.pretrained import load_pretrained_bpe
from tests.engine.file_samples import stepwise, trained_bpe, trained_on_characters

PLAY = (Path(__file__).parent.parent / "data" / "asyoulik.txt").read_text("utf-8")[:20_000]
NEW = ("<|user|>", "<|end of turn|>")
CHAT = "<|user|>the king, don't<|end of turn|> of Zürich"
WRITABLE = [name for name, known in FORMATS.items() if known.write]


def word_tokenizer(trainer: Callable[..., object], cut: str = "whitespace") -> Tokenizer:
    ready = trainer(vocab_size=300, special_tokens=["[UNK]"], unk_token="[UNK]")
    return ready.train(Corpus.from_text(PLAY, cut, byte_level=False))  # type: ignore[attr-defined, no-any-return]  # any trainer


def across_words() -> Tokenizer:
    return SuperBPETrainer(vocab_size=400, initial_alphabet=bpe_engine.BYTE_ALPHABET).train(
        Corpus.from_text(PLAY.split("\n\n"), "none")
    )


OURS: dict[str, Callable[[], Tokenizer]] = {
    "bpe": lambda: trained_bpe("gpt4", special=("<|end|>",)),
    "bpe of characters": partial(trained_on_characters, "</w>"),
    "superbpe": across_words,
    "wordpiece": partial(word_tokenizer, WordPieceTrainer, "bert"),
    "unigram": partial(word_tokenizer, UnigramTrainer),
    "words": partial(word_tokenizer, WordLevelTrainer),
    "characters": partial(word_tokenizer, CharacterTrainer),
    "registered": lambda: RegisteredTokenizer(trained_bpe("gpt2"), NEW),
}
ODD: dict[str, Callable[[], Tokenizer]] = {
    "picky": lambda: PickyBPETrainer(vocab_size=300).train(Corpus.from_text(PLAY)),
    "dropout": lambda: BPEDropoutTokenizer(load_pretrained_bpe("gpt2"), dropout=0.1),
    "longest": lambda: LongestMatchTokenizer.from_tokenizer(trained_on_characters()),
    "registered bert": lambda: RegisteredTokenizer(load_pretrained("bert-base-uncased"), NEW),
    "registered picky": lambda: RegisteredTokenizer(ODD["picky"](), NEW),
    **{name: partial(load_pretrained, name) for name in ("gpt2", "bert-base-uncased", "t5-small", "mistral-7b")},
}


@cache
def tokenizer_named(name: str) -> Tokenizer:
    """Return one of these tokenizers, trained once."""
    return (OURS | ODD)[name]()


# ---- Registered tokens


@pytest.mark.parametrize("name", ["gpt2", "p50k_base", "bert-base-uncased"])
def test_registered_tokens_are_in_a_tokenizer_json_with_the_library_s_ids(name: str) -> None:
    ours = RegisteredTokenizer(load_pretrained(name), NEW)
    files = write(ours, "tokenizer.json")
    peer = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())
    opened = stepwise(files)
    ids = ours.encode(CHAT, "all")
    assert ids == peer.encode(CHAT).ids == opened.tokenizer.encode(CHAT, "all")
    assert {token: peer.token_to_id(token) for token in NEW} == {token: ours.special_tokens[token] for token in NEW}
    assert opened.tokenizer.special_tokens == ours.special_tokens
    assert opened.tokenizer.vocabulary == ours.vocabulary
    assert NEW[0] not in load_pretrained(name).special_tokens


@pytest.mark.parametrize("name", ["gpt2", "p50k_base"])
def test_registered_tokens_accompany_tiktoken_s_ranks(name: str) -> None:
    ours = RegisteredTokenizer(load_pretrained_bpe(name), NEW)
    files = write(ours, "tiktoken")
    lines = (line.split(b" ") for line in files["tokenizer.tiktoken"].splitlines())
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
    peer = tiktoken.Encoding(
        "mine",
        pat_str=load_pretrained_bpe(name).pre_tokenizer.pattern,
        mergeable_ranks=ranks,
        special_tokens=dict(ours.special_tokens),
    )
    again = read(
        files, special_tokens=ours.special_tokens, pre_tokenizer=load_pretrained_bpe(name).pre_tokenizer
    ).tokenizer
    ids = ours.encode(CHAT, "all")
    assert ids == peer.encode(CHAT, allowed_special="all") == again.encode(CHAT, "all")
    assert f"'<|user|>': {ours.special_tokens['<|user|>']}" in snippet(ours, "tiktoken")


def test_registered_tokens_without_white_space_are_in_minbpe_s_model() -> None:
    ours = RegisteredTokenizer(trained_bpe("gpt4"), ["<|user|>"])
    opened = read(write(ours, "minbpe")).tokenizer
    assert opened.special_tokens == dict(ours.special_tokens)
    assert opened.decode(opened.encode(CHAT, {"<|user|>"}, ())) == CHAT


def test_notes_mention_different_ids_in_minbpe_and_omitted_special_tokens(tmp_path: Path) -> None:
    in_order = BPETrainer(vocab_size=300, initial_alphabet=bpe_engine.BYTE_ALPHABET).train(Corpus.from_text(PLAY))
    for tokenizer, same in (
        (in_order, True),
        (load_pretrained_bpe("gpt2"), False),
        (RegisteredTokenizer(in_order, ["<a>"]), True),
    ):
        again = read(write(tokenizer, "minbpe")).tokenizer
        assert (again.vocabulary == tokenizer.vocabulary) == same
        assert ["numbers tokens its own way" in str(note) for note in notes_on(tokenizer, "minbpe")] == [True][same:]
    assert notes_on(in_order, "tiktoken") == notes_on(tokenizer_named("registered"), "tokenizer.json") == ()
    (note,) = notes_on(tokenizer_named("registered"), "tiktoken")
    assert "does not contain the special tokens" in str(note)
    (tmp_path / "text.txt").write_text(PLAY, "utf-8")
    command = [sys.executable, "-m", "bpe_engine", "train", "bpe", "--vocab-size", "300", "--special-token", "<a>"]
    done = subprocess.run(
        [*command, "-o", str(tmp_path), "--format", "minbpe", str(tmp_path / "text.txt")],
        capture_output=True,
        text=True,
    )
    assert "minbpe numbers tokens its own way" in done.stderr


# ---- What no format can express


@pytest.mark.parametrize("name", [*OURS, *ODD])
def test_every_recommended_format_can_store_the_tokenizer(name: str) -> None:
    tokenizer = tokenizer_named(name)
    for message in filter(None, (refusal(tokenizer, format_name) for format_name in WRITABLE)):
        sent_to = re.findall("(?:Try|Choose|or choose) (tokenizer.json)", message)
        assert sent_to or re.search(r"save it with pickle|Train|Rename", message), message
        for other in sent_to:
            assert not refusal(tokenizer, other), message


def refusal(tokenizer: Tokenizer, format_name: str) -> str:
    """Return why a tokenizer cannot be written in a format; empty if it can."""
    try:
        write(tokenizer, format_name)
    except EngineError as error:
        return str(error)
    return ""


def test_a_dropout_tokenizer_s_file_makes_the_library_drop_merges() -> None:
    always = BPEDropoutTokenizer(load_pretrained_bpe("gpt2"), dropout=1)
    files = write(always, "tokenizer.json")
    peer = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())
    assert peer.encode("the king").ids == always.encode("the king")
    assert json.loads(files["tokenizer.json"])["model"]["dropout"] == 1


# ---- Without the library


@pytest.fixture(scope="module")
def plain_install(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a Python with the engine and regex, and no other package."""
    site = tmp_path_factory.mktemp("site")
    for package in (bpe_engine, regex):
        folder = Path(str(package.__file__)).parent
        (site / folder.name).symlink_to(folder)
    (site / "bpe_lab-1.dist-info").mkdir()
    (site / "bpe_lab-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: bpe-lab\nVersion: 1\n")
    return {**os.environ, "PYTHONPATH": str(site)}


def run_plain(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-S", "-m", "bpe_engine", *arguments]
    return subprocess.run(command, env=environment, cwd="/", input=CHAT, capture_output=True, text=True)


@pytest.mark.parametrize("name", OURS)
def test_the_command_reads_the_engine_s_own_files_without_the_library(
    name: str, plain_install: dict[str, str], tmp_path: Path
) -> None:
    ours = tokenizer_named(name)
    for file, content in write(ours, "tokenizer.json").items():
        (tmp_path / file).write_bytes(content)
    done = run_plain(plain_install, "encode", "-v", str(tmp_path), "--special")
    assert done.returncode == 0, done.stderr
    assert done.stdout == " ".join(map(str, ours.encode(CHAT, "all"))) + "\n"


def test_a_file_of_other_origin_needs_the_library(plain_install: dict[str, str], tmp_path: Path) -> None:
    content = json.loads(write(trained_bpe("gpt2"), "tokenizer.json")["tokenizer.json"])
    content["model"]["fuse_unk"] = True
    (tmp_path / "tokenizer.json").write_text(json.dumps(content), "utf-8")
    done = run_plain(plain_install, "encode", "-v", str(tmp_path / "tokenizer.json"))
    assert done.returncode == 2
    assert "not written here needs the tokenizers package. Install it: pip install tokenizers." in done.stderr


# ---- The file beside it


@pytest.mark.parametrize("name", OURS)
def test_tokenizer_config_names_the_class_and_the_unknown_token(name: str) -> None:
    ours = tokenizer_named(name)
    files = write(ours, "tokenizer.json")
    config = json.loads(files["tokenizer_config.json"])
    # AutoTokenizer 5.23 opens such a folder without a config.json, and gives the same ids.
    assert config.pop("tokenizer_class") == "PreTrainedTokenizerFast"
    assert config.pop("clean_up_tokenization_spaces") is False
    assert config == ({"unk_token": ours.unk_token} if ours.unk_token in ours.vocabulary else {})
    assert read(files).tokenizer.vocabulary == ours.vocabulary


def test_a_tokenizer_config_alone_is_not_a_tokenizer() -> None:
    config = write(trained_bpe("gpt2"), "tokenizer.json")["tokenizer_config.json"]
    with pytest.raises(EngineError, match=r"x\.json contains settings.*Choose the tokenizer\.json next to"):
        read({"x.json": config})
    both = write(trained_bpe("gpt2"), "gpt2") | {"tokenizer_config.json": config}
    assert read(both).format == "gpt2"
