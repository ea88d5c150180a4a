"""The models that use a shipped vocabulary, according to tiktoken."""

from pathlib import Path

import pytest
import tiktoken

from bpe_engine import load_pretrained
from bpe_engine.vocabularies.pretrained import CUSTOM_LOADERS
from tests.ui.app_pages import Open
from ui.base.tokenizer_choices import (
    BY_NAME,
    INCLUDED,
    PRETRAINED,
    SHIPPED,
    IncludedTokenizer,
    TokenizerName,
    available_tokenizers,
)
from ui.pages.files.model_tokenizers import MODEL_TOKENIZERS
from ui.pages.vocabulary.known_models import models_text
from ui.tokenization.encoding.examples import find_ambiguous_word

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", PRETRAINED)
def test_models_equal_tiktoken_s_list(name: str) -> None:
    # tiktoken's names. GPT-3 has the same merges under another name.
    names = {"gpt-3": "davinci", "text-embedding-3": "text-embedding-3-small"}
    for model in map(str.lower, BY_NAME[name].models):
        used = tiktoken.encoding_name_for_model(names.get(model, model))
        assert used in ((name, "r50k_base") if name == "gpt2" else (name,)), model


@pytest.mark.parametrize("included", INCLUDED, ids=lambda included: included.name)
def test_each_included_tokenizer_is_complete_from_its_record(included: IncludedTokenizer) -> None:
    name = TokenizerName.parse(included.name)
    tokenizer = load_pretrained(included.name)
    assert tokenizer.name == included.name
    assert tokenizer.encode("hello world")
    assert name.title
    assert name in available_tokenizers(0, None)
    assert all(model in models_text(included.name) for model in included.models)
    assert (find_ambiguous_word(name, tokenizer) is None) == (included.ambiguous_word == "")
    data = ROOT / "bpe_engine" / "data"
    assert (data / f"{included.name}.xz").is_file()  # which the site fetches by this name
    assert f"`{included.name}.xz`" in (data / "README.md").read_text("utf-8")
    for page in ("CHAPTERS.md", "LESSON_PLANS.md", "MODELS.md"):
        assert f"`{included.name}`" in (ROOT / "docs" / page).read_text("utf-8"), page


def test_included_tokenizers_load_and_are_listed_by_known_names(opened: Open) -> None:
    assert set(SHIPPED) <= set(CUSTOM_LOADERS)
    assert models_text("trained") == ""
    app = opened("pages/vocabulary.py")
    told = " ".join(caption.value for caption in app.caption)
    for name in ("RoBERTa", "BART", "DeBERTa", "encoder.json", "vocab.bpe"):
        assert name in told
    app = opened("pages/vocabulary.py", of="o200k_base")
    assert any("Used by GPT-4o, GPT-4.1" in caption.value for caption in app.caption)


def test_the_list_of_models_links_to_existing_tokenizers() -> None:
    written = (ROOT / "docs" / "MODELS.md").read_text("utf-8")
    for row in MODEL_TOKENIZERS:
        (line,) = [line for line in written.splitlines() if line.startswith(f"| {', '.join(row.models)} |")]
        assert row.source in line
        assert f"`{row.included or row.file}`" in line or (not row.included and not row.file)
        assert row.included == "" or row.included in SHIPPED
    named = [model for row in MODEL_TOKENIZERS for model in row.models]
    assert len(named) == len(set(named))
    # Each included tokenizer is there, under the names that the Vocabulary page gives its models.
    leading = {model: row.included for row in MODEL_TOKENIZERS for model in row.models}
    for included in INCLUDED:
        for model in included.models:
            assert leading.get(model, leading.get(f"{model} v0.1")) == included.name, model


def test_openai_s_models_are_listed_with_tiktoken_s_tokenizers(opened: Open) -> None:
    for row in MODEL_TOKENIZERS:
        if row.source.startswith("https://github.com/openai/tiktoken"):
            for model in row.models:
                name = {"GPT-3": "davinci", "text-embedding-3": "text-embedding-3-small", "gpt-oss": "gpt-oss-20b"}
                used = tiktoken.encoding_name_for_model(name.get(model, model.lower()))
                assert {"r50k_base": "gpt2", "o200k_harmony": "o200k_base"}.get(used, used) == row.included, model
    app = opened("pages/files.py")
    assert any("<h2>Which model uses which tokenizer</h2>" in node.proto.body for node in app.get("html"))
