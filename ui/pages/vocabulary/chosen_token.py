"""The chosen token of the page Vocabulary: what it is, and how it was made."""

from collections.abc import Sequence

from bpe_engine import BPETokenizer
from bpe_engine.tokenizer import NO_ID
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.visible_text import display_name
from ui.components.contract import MergeTreePayload
from ui.pages.vocabulary.search_index import VocabularyIndex, rows
from ui.tokenization.merge_tree_payload import payload

MAX_WIDTH = 28
"""Characters of the tokens in a row below a text. More are drawn as an indented list."""

EDGES = 2  # characters that the edges of a token take


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


def tree_of_text(index: VocabularyIndex, text: str, places: Sequence[int]) -> MergeTreePayload:
    """Return the tree of a text that is no token: the text on top, and the tokens it is cut into below."""
    parts = [shown_tree(index, place)["tree"] for place in places]
    notations = parts[0]["names"]
    return {
        "id": NO_ID,
        "facts": [(_("Tokens"), localized_number(len(parts)))],
        "said": {notation: [] for notation in notations},
        "tree": {
            "text": display_name(text),
            "names": dict.fromkeys(notations, display_name(text)),
            "hue": None,
            "id": _("not in the vocabulary"),
            "caption": "",
            "parts": [{**part, "parts": [], "more": False} for part in parts],
            "more": False,
        },
        "small": sum(len(part["text"]) + EDGES for part in parts) <= MAX_WIDTH,
    }
