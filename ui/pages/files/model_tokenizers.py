"""Which model uses which tokenizer: one to choose here, or the file to open. docs/MODELS.md has the same rows."""

from typing import NamedTuple

from ui.base.i18n import gettext as _
from ui.base.i18n import join_list
from ui.base.tokenizer_choices import TokenizerName
from ui.components.html_table import titled_table

_TIKTOKEN = "https://github.com/openai/tiktoken/blob/main/tiktoken/model.py"
_MISTRAL = "https://github.com/mistralai/mistral-common"


class ModelTokenizer(NamedTuple):
    """Models with the same tokenizer, and the source for that."""

    models: tuple[str, ...]
    source: str
    included: str = ""  # the name of an included tokenizer
    file: str = ""  # what to open, if none of the included ones is theirs
    has_other_special_tokens: bool = False  # other than the included one


MODEL_TOKENIZERS = (
    ModelTokenizer(("GPT-5", "GPT-4.1", "GPT-4o", "o1", "o3", "o4-mini"), _TIKTOKEN, "o200k_base"),
    ModelTokenizer(("gpt-oss",), _TIKTOKEN, "o200k_base", has_other_special_tokens=True),
    ModelTokenizer(("GPT-4", "GPT-3.5", "text-embedding-3"), _TIKTOKEN, "cl100k_base"),
    ModelTokenizer(("GPT-3", "GPT-2"), _TIKTOKEN, "gpt2"),
    ModelTokenizer(("Qwen 3",), "https://huggingface.co/Qwen/Qwen3-8B", "qwen3"),
    ModelTokenizer(("Qwen 2.5", "Qwen 2"), "https://arxiv.org/abs/2412.15115", "qwen3", has_other_special_tokens=True),
    ModelTokenizer(("DeepSeek V3", "DeepSeek R1"), "https://arxiv.org/abs/2412.19437", "deepseek-v3"),
    ModelTokenizer(("DeepSeek R1 Distill",), "https://huggingface.co/deepseek-ai/DeepSeek-R1", file="tokenizer.json"),
    ModelTokenizer(
        ("Llama 3", "Llama 3.1", "Llama 3.2", "Llama 3.3"),
        "https://github.com/meta-llama/llama-models",
        file="tokenizer.json",
    ),
    ModelTokenizer(("Llama 2",), "https://github.com/meta-llama/llama", file="tokenizer.model"),
    ModelTokenizer(("Gemma 3",), "https://arxiv.org/abs/2503.19786", file="tokenizer.json"),
    ModelTokenizer(("Mistral 7B v0.1", "Mistral 7B v0.2", "Mixtral 8x7B"), _MISTRAL, "mistral-7b"),
    ModelTokenizer(("Mistral 7B v0.3", "Mixtral 8x22B"), _MISTRAL, file="tokenizer.model.v3"),
    ModelTokenizer(("Mistral NeMo",), _MISTRAL, file="tekken.json"),
    ModelTokenizer(("Phi-4",), "https://arxiv.org/abs/2412.08905", file="tokenizer.json"),
    ModelTokenizer(("BERT", "DistilBERT"), "https://github.com/google-research/bert", "bert-base-uncased"),
    ModelTokenizer(("T5",), "https://github.com/google-research/text-to-text-transfer-transformer", "t5-small"),
    ModelTokenizer(("Claude",), "https://docs.anthropic.com/en/docs/build-with-claude/token-counting"),
)


def tokenizer_text(row: ModelTokenizer) -> str:
    """Return what to choose, or which file to open."""
    if row.included:
        title = TokenizerName(row.included).title
        if row.has_other_special_tokens:
            return _("{tokenizer}, but its special tokens differ").format(tokenizer=title)
        return title
    return _("open its {file}").format(file=row.file) if row.file else _("not published")


def as_html() -> str:
    """Return the models as a table, with a heading and what to do."""
    title = _("Which model uses which tokenizer")
    lead = _("Choose the tokenizer, or download the file from the model’s own page and open it above.")
    rows = [(join_list(row.models), tokenizer_text(row), row.source) for row in MODEL_TOKENIZERS]
    return titled_table(title, lead, (_("Models"), _("Tokenizer"), _("Source")), rows, kind="stacked")
