"""Make ui/pages/knife/reachability.json: how the tokens of the shipped vocabularies of byte-pair encoding are reached.

    python tools/build_reachability.py

Takes two minutes.
"""

import json

from bpe_engine.vocabularies.pretrained import PRETRAINED, load_bpe
from ui.pages.knife.reachability import FILE, look_through

if __name__ == "__main__":
    known = {name: look_through(load_bpe(name)) for name in PRETRAINED}
    FILE.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", "utf-8")
