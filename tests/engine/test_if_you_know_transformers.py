"""docs/IF_YOU_KNOW_TRANSFORMERS.md: its program runs on a model's folder, and the table holds for what it opens."""

import json
import re
from pathlib import Path

import pytest
import tokenizers

from bpe_engine import EngineError
from bpe_engine.files import OpenedTokenizer
from tests.engine.peers import published_json

DOCUMENT = (Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_TRANSFORMERS.md").read_text("utf-8")
TEXT = "Hello, world! 東京"


def test_the_program_opens_a_folder_and_gives_the_library_s_results(tmp_path: Path) -> None:
    template = (Path(__file__).parents[1] / "data" / "qwen3.jinja").read_text("utf-8")
    (tmp_path / "tokenizer.json").write_bytes(published_json("qwen3"))
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"chat_template": template}), "utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    assert '"a model\'s folder"' in program
    names: dict[str, OpenedTokenizer] = {}
    exec(program.replace('"a model\'s folder"', repr(str(tmp_path))), names)
    opened = names["opened"]
    assert opened.config.chat_template == template

    ours, peer = opened.tokenizer, tokenizers.Tokenizer.from_str(published_json("qwen3").decode())
    encoded = peer.encode(TEXT, add_special_tokens=False)
    assert (ours.encode(TEXT), ours.tokenize(TEXT)) == (encoded.ids, encoded.tokens)
    assert ours.decode(encoded.ids) == peer.decode(encoded.ids)
    assert (ours.vocabulary, len(ours)) == (peer.get_vocab(), peer.get_vocab_size())
    with pytest.raises(EngineError, match=r"<\|im_end\|>"):
        ours.encode("<|im_end|>")
    assert ours.encode("<|im_end|>", "all") == peer.encode("<|im_end|>").ids == [ours.special_tokens["<|im_end|>"]]
    assert len(ours.encode("<|im_end|>", "none")) > 1


def test_each_link_of_both_guides_leads_to_a_file() -> None:
    for guide in ("IF_YOU_KNOW_TRANSFORMERS.md", "IF_YOU_KNOW_TIKTOKENIZER.md"):
        folder = Path(__file__).parents[2] / "docs"
        for link in re.findall(r"\]\(([\w.]+)\)", (folder / guide).read_text("utf-8")):
            assert (folder / link).is_file()
