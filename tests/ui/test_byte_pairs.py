"""Text is tokenized in the browser while it is typed: tiktoken's ids, in the notation of the engine's tokens."""

import base64
import json
import subprocess
from pathlib import Path

import pytest

from bpe_engine import load_pretrained
from tests.engine.peers import tiktoken_encoding
from tools.node import node
from ui.base.tokenizer_choices import PRETRAINED
from ui.base.visible_text import token_as_text
from ui.components.byte_pairs import packed_merges

ROOT = Path(__file__).parents[2]
TEXTS = [
    *(each["text"] for each in json.loads((ROOT / "data/udhr/article1_37.json").read_text("utf-8")).values()),
    "strawberry, strawberry",
    "I'M can'T WE'LL it'ſ 'sup '",
    "  two   spaces \n\n\t lines\r\n\r\n  and an end   \n ",
    "1234567 ٣٤٥ Ⅷ x² 9.11>9.9",
    "http://a.b/c//d//\n/e HTTPServer iPhone ǅungla",
    "👩‍👩‍👧 🍓 e\u0301 \u0301x \u202e\u200f\u00ad\x00\x07\x1c\x85\ufeff\u2028\u3000",
    "<b>a</b> ![](x) $x$ `y` __z__",
    "xkcdqzvjw" * 30,
    "a" * 400,
    "",
]
PROGRAM = """
import { BytePairs } from "./ui/components/byte_pairs/byte_pairs.js";
import { bytesFromBase64, inflate } from "./ui/components/inflate.js";
import { visibleBytes } from "./ui/components/visible_text.js";
let given = "";
for await (const part of process.stdin.setEncoding("utf-8")) given += part;
const { name, merges, texts } = JSON.parse(given);
const pairs = new BytePairs(name, new Uint8Array(await inflate(bytesFromBase64(merges)).arrayBuffer()));
const made = texts.map((text) => {
  const bytes = new TextEncoder().encode(text);
  return pairs.encode(text).flatMap(({ tokens }) => tokens)
    .map(({ id, start, end }) => [id, visibleBytes(bytes.slice(start, end))]);
});
console.log(JSON.stringify(made));
"""


@pytest.mark.parametrize("name", PRETRAINED)
def test_tokens_in_the_browser_equal_tiktoken_s_and_look_like_the_pages(name: str) -> None:
    given = {"name": name, "merges": base64.b64encode(packed_merges(name)).decode(), "texts": TEXTS}
    command = [node(), "--input-type=module", "--eval", PROGRAM]
    told = subprocess.run(
        command, input=json.dumps(given), capture_output=True, encoding="utf-8", cwd=ROOT, check=False
    )
    assert told.returncode == 0, told.stderr
    peer, ours = tiktoken_encoding(name), load_pretrained(name)
    for text, made in zip(TEXTS, json.loads(told.stdout), strict=True):
        ids = peer.encode_ordinary(text)
        assert [token_id for token_id, _written in made] == ids, text
        assert [written for _token_id, written in made] == [token_as_text(ours.token_of_id[one]) for one in ids], text
