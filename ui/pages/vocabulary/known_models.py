"""Facts about included vocabularies: the models that use them, and the names of their files."""

from ui.base.i18n import gettext as _
from ui.base.i18n import join_list
from ui.base.tokenizer_choices import BY_NAME
from ui.base.visible_text import join_sentences


def models_text(vocabulary: str) -> str:
    """Return the models that use a vocabulary, and the names of its files; empty if it is not included."""
    if vocabulary not in BY_NAME:
        return ""
    used = _("Used by {models}.").format(models=join_list(BY_NAME[vocabulary].models))
    if vocabulary == "gpt2":
        return join_sentences(
            used,
            _(
                "{models} use its merges, with their own ids and special tokens; {last} only in its first version."
            ).format(models=join_list(("RoBERTa", "BART", "DeBERTa")), last="DeBERTa"),
            _("OpenAI calls its files encoder.json and vocab.bpe; elsewhere they are vocab.json and merges.txt."),
        )
    return used
