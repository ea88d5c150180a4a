"""File names that readers look for: the content of each, and the models that come with such files."""

from typing import NamedTuple

from ui.base.i18n import N_, join_list
from ui.base.i18n import gettext as _
from ui.base.visible_text import join_sentences
from ui.components.html_table import titled_table


class Named(NamedTuple):
    """Files by name."""

    names: tuple[str, ...]
    holds: str
    models: tuple[str, ...]


NAMES = (
    Named(
        ("vocab.json", "merges.txt", "encoder.json", "vocab.bpe"),
        N_(
            "The tokens with their ids, and the merges in order of rank. OpenAI calls the first encoder.json and the "
            "second vocab.bpe."
        ),
        ("GPT-2", "RoBERTa", "BART", "DeBERTa v1"),
    ),
    Named(
        ("tokenizer.json",),
        N_("All in one file: normalization, the rule that cuts a text into words, tokens, merges or scores."),
        ("BERT", "GPT-2", "Llama 3", "Qwen"),
    ),
    Named(
        (".tiktoken",),
        N_("The tokens with their ranks. The pattern that cuts text into words is in the tiktoken library."),
        ("GPT-3.5", "GPT-4", "GPT-4o"),
    ),
    Named(
        ("tokenizer.model", "spiece.model"),
        N_("A SentencePiece model: tokens with scores, for byte-pair encoding or for Unigram."),
        ("T5", "Llama 2", "Mistral 7B"),
    ),
    Named(("tekken.json",), N_("The tokens with their ranks, and the pattern."), ("Mistral NeMo",)),
    Named(
        (".model", ".vocab"),
        N_("The merges as pairs of ids, as minbpe writes them. The .vocab is for people to read."),
        (),
    ),
    Named(
        ("vocab.txt",),
        N_(
            "WordPiece’s tokens, one per line: the line number, counted from 0, is the id. Such a file can’t be "
            "opened here; BERT’s tokenizer is among those to choose from."
        ),
        ("BERT", "DistilBERT"),
    ),
)


def as_html() -> str:
    """Return the names as a table, with a heading and what they are worth."""
    title = _("Which file is which")
    lead = _("Files are recognized by their content: their names don’t matter.")
    rows = [("\n".join(named.names), _description(named)) for named in NAMES]
    return titled_table(title, lead, (_("Files"), _("What’s in them")), rows, kind="named stacked")


def _description(named: Named) -> str:
    models = _("Models: {models}.").format(models=join_list(named.models)) if named.models else ""
    return join_sentences(_(named.holds), models)
