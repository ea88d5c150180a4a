"""What the engine as a package promises: its names, its errors, and what it needs."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bpe_engine
from bpe_engine import EngineError

ROOT = Path(__file__).parents[2]

PUBLIC = {
    "BYTE_ALPHABET", "BPEState", "BPETrainer", "BPETraining", "Corpus", "EncodeStep", "EngineError", "MergeEvent",
    "Pair", "PreTokenizer", "Tokenizer", "Trainer", "Training", "View", "load_pretrained",
}  # fmt: skip


def test_the_promised_names_are_there_and_all_is_sorted_and_complete() -> None:
    assert set(bpe_engine.__all__) >= PUBLIC
    assert len(set(bpe_engine.__all__)) == len(bpe_engine.__all__)
    modules = {name for name, value in vars(bpe_engine).items() if isinstance(value, type(sys))}
    defined = {name for name in vars(bpe_engine) if not name.startswith("_")} - modules
    assert defined == set(bpe_engine.__all__) - modules


def test_importing_the_engine_loads_no_library_but_regex_and_opens_no_vocabulary() -> None:
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


def test_an_error_keeps_its_template_and_values_for_translation_also_from_another_process() -> None:
    with pytest.raises(EngineError) as caught:
        bpe_engine.BPETrainer(vocab_size=0)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value) == caught.value.template.format(**caught.value.values)
    assert (type(copy), copy.template, copy.values) == (EngineError, caught.value.template, caught.value.values)
    assert isinstance(copy, ValueError)


def test_the_version_is_the_same_wherever_it_is_told() -> None:
    [version] = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    [cited] = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    newest = re.findall(r"^## \[(\d.*?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[0]
    assert version == cited == newest
