"""The vocabulary of each model, compared with tiktoken's own table."""

import pytest
import tiktoken
from tiktoken.model import MODEL_PREFIX_TO_ENCODING, MODEL_TO_ENCODING

from bpe_engine import EngineError, vocabulary_of_model

NOT_SHIPPED = {"p50k_edit"}
NAMES = [*MODEL_TO_ENCODING, *(f"{beginning}{end}" for beginning in MODEL_PREFIX_TO_ENCODING for end in ("", "x-2024"))]


@pytest.mark.parametrize("model", NAMES)
def test_each_model_has_tiktoken_s_vocabulary(model: str) -> None:
    name = tiktoken.encoding_name_for_model(model)
    if name in NOT_SHIPPED:
        with pytest.raises(EngineError, match=f"uses the vocabulary {name}, which is not included"):
            vocabulary_of_model(model)
    else:
        assert vocabulary_of_model(model) == name


@pytest.mark.parametrize("model", ["", "gpt", "llama-3", "GPT-4o"])
def test_an_unknown_model_is_refused_with_the_known_vocabularies(model: str) -> None:
    with pytest.raises(KeyError):
        tiktoken.encoding_name_for_model(model)
    with pytest.raises(EngineError, match=r"is unknown\. Load its vocabulary by name: one of gpt2"):
        vocabulary_of_model(model)
