"""Build ui/pages/knife/reachability.json: how the tokens of the bundled BPE vocabularies can be reached.

    python tools/build_reachability.py

Takes two minutes. Skips vocabularies behind a normalization, which the page does not edit, and gpt-oss's, which is the
same as GPT-4o's.
"""

import json

from bpe_engine.vocabularies.pretrained import PRETRAINED, load_pretrained_bpe
from ui.pages.knife.reachability import FILE, compute_reachability

if __name__ == "__main__":
    names = [name for name, info in PRETRAINED.items() if not info.composes and name != "o200k_harmony"]
    known = {name: compute_reachability(load_pretrained_bpe(name)) for name in names}
    FILE.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", "utf-8")
