"""The included vocabularies are the genuine ones."""

import hashlib
import lzma
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import bpe_engine.vocabularies.bundled_files
import bpe_engine.vocabularies.pretrained
from bpe_engine import PRETRAINED, EngineError, load_pretrained
from bpe_engine.vocabularies.bundled_files import read_bundled
from bpe_engine.vocabularies.pretrained import gpt2_encoder_json, official_file
from tests.engine.peers import tiktoken_encoding

NAMES = ["gpt2", "r50k_base", "p50k_base", "cl100k_base", "o200k_base", "o200k_harmony"]


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("name", "official"),
    [
        ("gpt2", "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"),
        ("r50k_base", "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930"),
        ("p50k_base", "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069"),
        ("cl100k_base", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
        ("o200k_base", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
        ("o200k_harmony", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
    ],
)
def test_the_official_file_is_reconstructed_byte_for_byte(name: str, official: str) -> None:
    assert sha256(official_file(name)) == official


def test_encoder_json_of_gpt2_is_reconstructed_byte_for_byte() -> None:
    assert sha256(gpt2_encoder_json()) == "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"


@pytest.mark.parametrize("name", NAMES)
def test_ids_bytes_and_special_tokens_equal_tiktoken_s(name: str) -> None:
    tokenizer, peer = load_pretrained(name), tiktoken_encoding(name)
    # Two names have one id in o200k_harmony; the newer one is left out.
    peer_special = {token: number for token, number in peer._special_tokens.items() if token != "<|reserved_200018|>"}
    assert tokenizer.special_tokens == peer_special
    expected = {
        token_id: token
        for token, token_id in (
            peer._mergeable_ranks | {token.encode(): token_id for token, token_id in peer_special.items()}
        ).items()
    }
    assert {token_id: tokenizer.token_bytes(token_id) for token_id in tokenizer.token_of_id} == expected
    assert tokenizer.vocab_size == len(expected)


def test_r50k_base_and_o200k_harmony_share_the_merges_of_others() -> None:
    assert load_pretrained("r50k_base").merges == load_pretrained("gpt2").merges
    assert load_pretrained("o200k_harmony").merges == load_pretrained("o200k_base").merges


@pytest.mark.parametrize("name", ["gpt2", "p50k_base", "cl100k_base", "o200k_base"])
def test_merging_each_token_s_bytes_yields_its_id(name: str) -> None:
    # tiktoken looks up a word before merging; the shown steps are true only if merging also leads there.
    tokenizer = load_pretrained(name)
    symbols = tokenizer.table.symbols
    assert [tokenizer.bpe(symbol) for symbol in symbols] == list(symbols)


def test_a_vocabulary_is_loaded_once_and_its_first_ids_are_gpt2_s_alphabet() -> None:
    # From openai/gpt-2's encoder.json.
    vocabulary = load_pretrained("gpt2").vocabulary
    assert [vocabulary[symbol] for symbol in ("!", "~", "¡", "ÿ", "Ā", "Ġ", "Ń")] == [0, 93, 94, 187, 188, 220, 255]
    bpe_engine.vocabularies.pretrained._load.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        loaded = list(pool.map(load_pretrained, ["cl100k_base"] * 16))
    assert len({id(tokenizer) for tokenizer in loaded}) == 1


def test_nothing_is_read_on_import() -> None:
    program = (
        "import sys; opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import bpe_engine\n"
        "print([path for path in opened if path.endswith('.xz')])\n"
        "bpe_engine.load_pretrained('gpt2')\n"
        "print(len([path for path in opened if path.endswith('.xz')]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "1"]


def test_an_unknown_name_is_an_error_with_the_known_names() -> None:
    with pytest.raises(EngineError, match=r"'gpt5'.*gpt2, r50k_base, p50k_base, cl100k_base, o200k_base"):
        load_pretrained("gpt5")


def cut_short(data: bytes) -> bytes:
    return data[:-100]


def one_byte_changed(data: bytes) -> bytes:
    return data[:5000] + bytes([data[5000] ^ 1]) + data[5001:]


def another_file(data: bytes) -> bytes:
    return lzma.compress(lzma.decompress(data)[:-6])


def empty(_data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [cut_short, one_byte_changed, another_file, empty])
def test_a_damaged_file_is_reported_by_name(damage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Path(bpe_engine.__file__).parent / "data" / "gpt2.xz"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "gpt2.xz").write_bytes(damage(original.read_bytes()))
    monkeypatch.setattr(bpe_engine.vocabularies.bundled_files, "files", lambda _package: tmp_path)
    with pytest.raises(EngineError, match=r"gpt2\.xz is damaged"):
        read_bundled("gpt2", PRETRAINED["gpt2"].sha256)


def test_a_missing_file_is_reported_by_name_and_licences_are_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bpe_engine.vocabularies.bundled_files, "files", lambda _package: tmp_path)
    with pytest.raises(EngineError, match=r"o200k_base\.xz cannot be read \(No such file"):
        read_bundled("o200k_base", PRETRAINED["o200k_base"].sha256)
    licences = Path(bpe_engine.__file__).parent / "data" / "licences"
    assert "Modified MIT License" in (licences / "openai-gpt-2.txt").read_text("utf-8")
    assert "MIT License" in (licences / "openai-tiktoken.txt").read_text("utf-8")
