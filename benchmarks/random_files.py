"""Are the tokenizers library's files read as it reads them? It writes random ones, with 50 texts for each.

    python benchmarks/random_files.py [--files 600] [--first 0]

Prints how many can be stepped through, how many are left to the library and why, and each text whose ids differ.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bpe_engine import EngineError
from tests.engine.random_files import try_file


def main(first: int, files: int) -> int:
    """Compare the files; return 1 if an id differs."""
    reasons: Counter[str] = Counter()
    stepwise = texts = different = 0
    for seed in range(first, first + files):
        try:
            result = try_file(seed)
        except EngineError as error:  # not opened at all
            print(f"file {seed}: {error}")
            reasons["not opened"] += 1
            continue
        stepwise += result.stepwise
        texts += result.texts
        different += len(result.other_ids)
        for text in result.other_ids:
            print(f"file {seed}: other ids for {text!r}")
        if not result.stepwise:
            # Without names and numbers of the file, the sentence is the reason.
            reasons[re.sub(r"‘[^’]*’|“[^”]*”|'[^']*'|\"[^\"]*\"|\d+", "…", result.note)] += 1
    print(f"{files} files: {stepwise} are stepped through, {texts:,} texts, {different} with other ids")
    print(f"{files - stepwise} are left to the library:")
    for reason, count in reasons.most_common():
        print(f"  {count:4}  {reason}")
    return int(different > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=600)
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first file; equal numbers are equal files"
    )
    chosen = parser.parse_args()
    sys.exit(main(chosen.first, chosen.files))
