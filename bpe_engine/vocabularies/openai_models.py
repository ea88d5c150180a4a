"""The vocabulary of each OpenAI model, from tiktoken's published table (tiktoken/model.py)."""

from bpe_engine.errors import EngineError
from bpe_engine.vocabularies.pretrained import CUSTOM_LOADERS

_MODEL_VOCABULARIES = {
    "o200k_base": ("o1", "o3", "o4-mini", "gpt-5", "gpt-4.1", "gpt-4o"),
    "cl100k_base": (
        *("gpt-4", "gpt-3.5-turbo", "gpt-3.5", "gpt-35-turbo", "davinci-002", "babbage-002"),
        *("text-embedding-ada-002", "text-embedding-3-small", "text-embedding-3-large"),
    ),
    "p50k_base": (
        *("text-davinci-003", "text-davinci-002", "code-davinci-002", "code-davinci-001", "code-cushman-002"),
        *("code-cushman-001", "davinci-codex", "cushman-codex"),
    ),
    "p50k_edit": ("text-davinci-edit-001", "code-davinci-edit-001"),
    "r50k_base": (
        *("text-davinci-001", "text-curie-001", "text-babbage-001", "text-ada-001", "davinci", "curie", "babbage"),
        *("ada", "text-similarity-davinci-001", "text-similarity-curie-001", "text-similarity-babbage-001"),
        *("text-similarity-ada-001", "text-search-davinci-doc-001", "text-search-curie-doc-001"),
        *("text-search-babbage-doc-001", "text-search-ada-doc-001", "code-search-babbage-code-001"),
        "code-search-ada-code-001",
    ),
    "gpt2": ("gpt2", "gpt-2"),
}
_MODEL_PREFIXES = {  # of names followed by a date or a version; the first match applies
    "o200k_base": (
        *("o1-", "o3-", "o4-mini-", "gpt-5", "gpt-4.5-", "gpt-4.1-", "chatgpt-4o-", "gpt-4o-", "ft:gpt-4o"),
    ),
    "cl100k_base": (
        *("gpt-4-", "gpt-3.5-turbo-", "gpt-35-turbo-", "ft:gpt-4", "ft:gpt-3.5-turbo"),
        *("ft:davinci-002", "ft:babbage-002"),
    ),
    "o200k_harmony": ("gpt-oss-",),
}


def vocabulary_of_model(model: str) -> str:
    """Return the name of a model's vocabulary, for `load_pretrained`.

    Raises EngineError if the model is unknown or its vocabulary is not included.

    >>> vocabulary_of_model("gpt-4o"), vocabulary_of_model("gpt-3.5-turbo-0125")
    ('o200k_base', 'cl100k_base')
    """
    vocabulary = next((name for name, models in _MODEL_VOCABULARIES.items() if model in models), None) or next(
        (name for name, beginnings in _MODEL_PREFIXES.items() if model.startswith(beginnings)), None
    )
    if vocabulary is None:
        raise EngineError(
            "The model {model!r} is unknown. Load its vocabulary by name: one of {known}.",
            model=model,
            known=", ".join(CUSTOM_LOADERS),
        )
    if vocabulary not in CUSTOM_LOADERS:
        raise EngineError(
            "The model {model!r} uses the vocabulary {name}, which is not included. Open its file with "
            "bpe_engine.files.read, or choose one of {known}.",
            model=model,
            name=vocabulary,
            known=", ".join(CUSTOM_LOADERS),
        )
    return vocabulary
