"""The chosen token of the page Vocabulary: what it is, and how it was made."""

from bpe_engine import BPETokenizer
from ui.base.i18n import gettext as _
from ui.components.contract import MergeTreePayload
from ui.pages.vocabulary.search_index import VocabularyIndex, rows
from ui.tokenization.merge_tree_payload import payload


def shown_tree(index: VocabularyIndex, place: int) -> MergeTreePayload:
    """Return the token's merge tree, with its id, length and bytes. Where no merges made it, the token alone."""
    (row,) = rows(index, [place])
    facts = [(_("Id"), str(row["id"])), (_("Length"), row["length"]), (_("Bytes (hex)"), row["bytes"])]
    base = index.tokenizer.base_tokenizer
    if isinstance(base, BPETokenizer):
        return payload(base, row["id"], *facts)
    return {
        "id": row["id"],
        "facts": facts,
        "said": {notation: [] for notation in row["names"]},
        "tree": {
            "text": row["text"],
            "names": row["names"],
            "hue": row["hue"],
            "id": _("id {id}").format(id=row["id"]),
            "caption": row["characters"],
            "parts": [],
            "more": False,
        },
        "small": True,
    }
