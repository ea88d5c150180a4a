"""Build the compact vocabulary files in bpe_engine/data/ from the published ones.

    python tools/build_pretrained.py FOLDER

FOLDER contains vocab.bpe, cl100k_base.tiktoken and o200k_base.tiktoken (openaipublic.blob.core.windows.net, under
gpt-2/encodings/main/ and encodings/), qwen3/tokenizer.json and deepseek-v3/tokenizer.json (of Qwen3 and of DeepSeek-V3
or R1). Missing ones are skipped. Their SHA-256 is checked first. Prints the checksums that
bpe_engine/vocabularies/pretrained.py needs. Takes half a minute.
"""

import base64
import hashlib
import json
import lzma
import sys
from itertools import pairwise
from pathlib import Path

from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.vocabularies.pretrained import GPT2_ALPHABET, PRETRAINED, pack_pairs

DATA = Path(__file__).parent.parent / "bpe_engine" / "data"

Pairs = list[tuple[int, int]]


def pairs_of_merges(vocab_bpe: bytes) -> Pairs:
    """Return the pairs of GPT-2's vocab.bpe, which lists merges: two tokens per line, after a line with the version."""
    ids = {symbol: token_id for token_id, symbol in enumerate(GPT2_ALPHABET)}
    pairs = []
    for line in vocab_bpe.decode().splitlines()[1:]:
        left, right = line.split(" ")
        pairs.append((ids[left], ids[right]))
        ids[left + right] = len(ids)
    return pairs


def pairs_of_ranks(rank_file: bytes) -> Pairs:
    """Return the pairs of a .tiktoken file, which lists tokens only.

    The pair that made a token is what remains of its bytes after all merges of lower ranks.
    """
    ranks = {}
    for line in rank_file.splitlines():
        encoded, decimal = line.split()
        ranks[base64.b64decode(encoded)] = int(decimal)
    tokens = list(ranks)
    if list(ranks.values()) != list(range(len(ranks))) or tokens[:256] != [*map(symbols_to_bytes, GPT2_ALPHABET)]:
        raise SystemExit("The ids are not in the order that the compact form assumes.")
    pairs = []
    for rank, token in enumerate(tokens[256:], 256):
        parts = [token[i : i + 1] for i in range(len(token))]
        while len(parts) > 2:
            joined = [ranks.get(left + right, rank) for left, right in pairwise(parts)]
            lowest = min(joined)
            if lowest == rank:
                raise SystemExit(f"Token {rank} cannot be made from those before it.")
            place = joined.index(lowest)
            parts[place : place + 2] = [parts[place] + parts[place + 1]]
        pairs.append((ranks[parts[0]], ranks[parts[1]]))
    return pairs


def pairs_of_json(tokenizer_json: bytes, first: int) -> Pairs:
    """Return the pairs of a tokenizer.json, as numbers from the id `first` on."""
    model = json.loads(tokenizer_json)["model"]
    merges = [merge.split(" ") if isinstance(merge, str) else merge for merge in model["merges"]]
    tokens = [*GPT2_ALPHABET, *(left + right for left, right in merges)]
    if [model["vocab"][token] for token in tokens] != list(range(first, first + len(tokens))):
        raise SystemExit("The ids are not in the order that the compact form assumes.")
    return [(model["vocab"][left] - first, model["vocab"][right] - first) for left, right in merges]


def main(folder: Path) -> None:
    """Write the compact files, and print what to put into bpe_engine/vocabularies/pretrained.py."""
    for info in PRETRAINED.values():
        if info.shipped_as != info.name:
            continue
        path = folder / info.official_name
        if info.official_name == "tokenizer.json":
            path = folder / info.name / info.official_name
        if not path.is_file():
            print(f"{path} is missing.")
            continue
        official = path.read_bytes()
        if hashlib.sha256(official).hexdigest() != info.official_sha256:
            raise SystemExit(f"{info.official_name} is not the published file.")
        if info.official_name == "tokenizer.json":
            pairs = pairs_of_json(official, info.before_bytes)
        else:
            pairs = pairs_of_merges(official) if info.name == "gpt2" else pairs_of_ranks(official)
        columns = pack_pairs(pairs)
        packed = lzma.compress(columns, preset=9 | lzma.PRESET_EXTREME)
        (DATA / f"{info.name}.xz").write_bytes(packed)
        print(f"{info.name}: {len(pairs):,} merges, {len(packed):,} bytes, {hashlib.sha256(columns).hexdigest()}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
