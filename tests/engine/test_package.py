"""The engine as a package: its public names, errors and dependencies."""

import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bpe_engine
from bpe_engine import (
    BPETrainer,
    Corpus,
    EngineError,
    LanguageCorpus,
    LongestMatchTokenizer,
    StateView,
    SuperBPETrainer,
    View,
    WordPieceTokenizer,
    follow,
    load_pretrained,
    measure,
    trace_text,
)
from bpe_engine.files import read, write

ROOT = Path(__file__).parents[2]

PUBLIC = {
    "BYTE_ALPHABET", "BPEState", "BPETrainer", "BPETraining", "Corpus", "EncodeStep", "EngineError", "MergeEvent",
    "Pair", "PreTokenizer", "Tokenizer", "Trainer", "Training", "View", "load_pretrained",
}  # fmt: skip


def test_the_promised_names_exist_and_dunder_all_is_sorted_and_complete() -> None:
    assert set(bpe_engine.__all__) >= PUBLIC
    assert len(set(bpe_engine.__all__)) == len(bpe_engine.__all__)
    modules = {name for name, value in vars(bpe_engine).items() if isinstance(value, type(sys))}
    defined = {name for name in vars(bpe_engine) if not name.startswith("_")} - modules
    assert defined == set(bpe_engine.__all__) - modules


def test_importing_the_engine_loads_only_regex_and_opens_no_vocabulary() -> None:
    code = (
        "import sys; before = set(sys.modules); opened = []; "
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None); "
        "import bpe_engine; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)); "
        "print(*[path for path in opened if '/data/' in path])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours, opened = done.stdout.split("\n")[:2]
    assert set(ours.split()) - {"_regex", "_regex_core"} == {"bpe_engine", "regex"}
    assert opened == ""


def test_errors_can_be_pickled_and_the_version_is_the_same_everywhere() -> None:
    with pytest.raises(EngineError) as caught:
        bpe_engine.BPETrainer(vocab_size=0)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value) == caught.value.template.format(**caught.value.values)
    assert (type(copy), copy.template, copy.values) == (EngineError, caught.value.template, caught.value.values)
    assert isinstance(copy, ValueError)
    [version] = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    [cited] = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    newest = re.findall(r"^## \[(\d.*?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[0]
    assert version == cited == newest


def test_former_names_still_work() -> None:
    words = Corpus.from_counts({"hug": 10, "pug": 5})
    trainer: Any = BPETrainer(vocab_size=6)  # a type checker knows today's names only
    training = trainer.record(words)
    bpe: Any = training.tokenizer()
    gpt2: Any = load_pretrained("gpt2")
    assert follow is trace_text
    assert View(changes=2) == StateView(changed_words=2)
    assert View(3, [0], 2).changes == 2  # type: ignore[attr-defined]  # as above
    assert measure(bpe, [("hug", 1)]).vocabulary == 6  # type: ignore[attr-defined]  # g h p u, ug and hug
    assert gpt2.inner is gpt2
    assert gpt2.named_tokens == {"<|endoftext|>": 50256}
    assert gpt2.pre_tokenizer.is_published
    assert gpt2.pre_tokenizer.ends_with_words
    assert [event.token for event in trainer.run(words).events()] == ["ug", "hug"]
    assert [state.step for state in training.walk(0, 2)] == [0, 1, 2]
    assert [word.word for word in training.at(1).places] == ["hug"]
    assert training.at(0).tie_choices == {}
    assert bpe.merged("hug").parts == ("hug",)
    assert bpe.merged_into == bpe.describe_merged
    assert (bpe.pieces_of("ug"), bpe.pieces_of("x")) == (["ug"], ["[UNK]"])
    assert LongestMatchTokenizer.of(bpe).tokenize("hugpug") == ["hug", "p", "ug"]  # type: ignore[attr-defined]
    assert LanguageCorpus.of({"en": words}).measured == {"en": words.words}  # type: ignore[attr-defined]
    spaces = SuperBPETrainer(vocab_size=10, transition=9).record(Corpus.from_text("a     a  bc", "none"))
    assert spaces.left == ("Ġbc",)  # type: ignore[attr-defined]  # see test_superbpe.py
    pieces: Any = WordPieceTokenizer(vocabulary={"hu": 0, "##g": 1}, pre_tokenizer=words.pre_tokenizer)
    assert pieces.beginnings("hug", 1) == ["##ug", "##u"]
    assert read(write(bpe, "tokenizer.json")).stepwise  # type: ignore[attr-defined]  # as above


PICKLED: dict[str, tuple[str, list[str], bytes]] = pickle.loads(
    (ROOT / "tests" / "data" / "tokenizers_0.2.pickle").read_bytes()
)


@pytest.mark.parametrize("name", PICKLED)
def test_tokenizers_pickled_by_version_0_2_load_and_encode_as_before(name: str) -> None:
    former_class, tokens, pickled = PICKLED[name]
    tokenizer = pickle.loads(pickled)
    assert tokenizer.tokenize("hugs") == tokens
    assert tokenizer.encode("hugs") == [tokenizer.vocabulary[token] for token in tokens]
    renamed = {"ChangingTokenizer": "NormalizingTokenizer"}
    assert type(tokenizer).__name__ == renamed.get(former_class, former_class)
    again = pickle.loads(pickle.dumps(tokenizer))
    assert again.tokenize("hugs") == tokens
