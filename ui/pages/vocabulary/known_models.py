"""Facts about bundled vocabularies: the models that use them, and the names of their files."""

from ui.base.i18n import gettext as _
from ui.base.i18n import join_list
from ui.base.visible_text import join_sentences

MODELS = {
    "gpt2": ("GPT-2", "GPT-3"),
    "cl100k_base": ("GPT-3.5", "GPT-4", "text-embedding-3"),
    "o200k_base": ("GPT-4o", "GPT-4.1", "o1"),
    "mistral-7b": ("Mistral 7B",),
    "bert-base-uncased": ("BERT", "DistilBERT"),
    "t5-small": ("T5",),
}
"""Vocabulary -> the models with its tokens and ids."""


def models_text(vocabulary: str) -> str:
    """Return the models that use a vocabulary, and the names of its files; empty if it is not bundled."""
    if vocabulary not in MODELS:
        return ""
    used = _("Used by {models}.").format(models=join_list(MODELS[vocabulary]))
    if vocabulary == "gpt2":
        return join_sentences(
            used,
            _(
                "{models} use its merges, with their own ids and special tokens; {last} only in its first version."
            ).format(models=join_list(("RoBERTa", "BART", "DeBERTa")), last="DeBERTa"),
            _("OpenAI calls its files encoder.json and vocab.bpe; elsewhere they are vocab.json and merges.txt."),
        )
    return used
