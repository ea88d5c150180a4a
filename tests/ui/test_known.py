"""The models that use a shipped vocabulary, according to tiktoken."""

import pytest
import tiktoken

from tests.ui.app_pages import Open
from ui.base.tokenizer_choices import PRETRAINED, SHIPPED
from ui.pages.vocabulary.known_models import MODELS, models_text


@pytest.mark.parametrize("name", PRETRAINED)
def test_the_models_are_those_of_tiktoken(name: str) -> None:
    # tiktoken's names. GPT-3 has the same merges under another name.
    names = {"gpt-3": "davinci", "text-embedding-3": "text-embedding-3-small"}
    for model in map(str.lower, MODELS[name]):
        used = tiktoken.encoding_name_for_model(names.get(model, model))
        assert used in ((name, "r50k_base") if name == "gpt2" else (name,)), model


def test_every_shipped_vocabulary_says_who_uses_it() -> None:
    assert list(MODELS) == list(SHIPPED)
    assert models_text("trained") == ""


def test_the_names_that_readers_look_for_are_on_the_page(opened: Open) -> None:
    app = opened("pages/vocabulary.py")
    told = " ".join(caption.value for caption in app.caption)
    for name in ("RoBERTa", "BART", "DeBERTa", "encoder.json", "vocab.bpe"):
        assert name in told
    app = opened("pages/vocabulary.py", of="o200k_base")
    assert any("Used by GPT-4o, GPT-4.1" in caption.value for caption in app.caption)
