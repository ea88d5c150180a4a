"""A token's merge tree: the pair that made it, the pairs that made those, down to single symbols."""

from collections import deque
from typing import NamedTuple

from bpe_engine import BPETokenizer, Pair
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import Notation
from ui.base.token_labels import notations_of, token_label
from ui.components.contract import MergeTreePayload, Node

MAX_NODES = 600
MAX_DEPTH = 40
"""Limits of what is drawn. The trees of the pretrained vocabularies have at most 255 nodes and 10 levels."""

MAX_CHILDREN = 24
"""Symbols. A tree with more is drawn as an indented list."""


class TokenMerge(NamedTuple):
    """The merge that made a token."""

    rank: int
    pair: Pair


def merge_of(tokenizer: BPETokenizer, token: str) -> TokenMerge | None:
    """Return the merge that made a token, the first if several pairs make the same string; None for a single symbol."""
    table = tokenizer.table
    number = table.number_of_symbol.get(token)
    rank = None if number is None else table.rank_of_product.get(number)
    return None if rank is None else TokenMerge(rank, table.pair(rank))


def symbol_count(tokenizer: BPETokenizer, token: str) -> int:
    """Return the number of single symbols that a token's merges start from."""
    waiting, symbols = [token], 0
    while waiting:
        merge = merge_of(tokenizer, waiting.pop())
        if merge is None:
            symbols += 1
        else:
            waiting += merge.pair
    return symbols


def payload(tokenizer: BPETokenizer, token_id: int, *facts: tuple[str, str]) -> MergeTreePayload:
    """Return a token's tree for the component, with the sentences about it, and facts to read beside it."""
    token = tokenizer.token_of_id[token_id]
    drawn = _TreeBuilder(tokenizer, token)
    left_out = ngettext(
        "This tree is too large to draw whole: the parts of {count} token, marked …, are left out.",
        "This tree is too large to draw whole: the parts of {count} tokens, marked …, are left out.",
        drawn.cut,
    )
    return {
        "id": token_id,
        "facts": list(facts),
        "said": {
            notation: [
                *_origin_text(tokenizer, token, notation),
                *([left_out.format(count=localized_number(drawn.cut))] if drawn.cut else []),
            ]
            for notation in drawn.root["names"]
        },
        "tree": drawn.root,
        "small": symbol_count(tokenizer, token) <= MAX_CHILDREN,
    }


class _TreeBuilder:
    """The nodes nearest to the root, level by level."""

    def __init__(self, tokenizer: BPETokenizer, token: str) -> None:
        self.tokenizer = tokenizer
        self.cut = 0  # nodes whose parts are not drawn
        special = token in tokenizer.special_tokens
        self.root = self._node(token, special=special)
        waiting = deque([] if special else [(token, self.root, 1)])
        nodes = 1
        while waiting:
            name, node, depth = waiting.popleft()
            merge = merge_of(tokenizer, name)
            if merge is None:
                continue
            node["caption"] = _("rank {rank}").format(rank=localized_number(merge.rank))
            if nodes + 2 > MAX_NODES or depth == MAX_DEPTH:
                self.cut += 1
                node["more"] = True
                continue
            nodes += 2
            for part in merge.pair:
                child = self._node(part)
                node["parts"].append(child)
                waiting.append((part, child, depth + 1))

    def _node(self, token: str, special: bool = False) -> Node:
        token_id = self.tokenizer.vocabulary.get(token)
        named = token in self.tokenizer.tokens_by_name
        byte = BYTE_OF_SYMBOL.get(token) if self.tokenizer.byte_level and not named else None
        return {
            "text": token_label(self.tokenizer, token),
            "names": notations_of(self.tokenizer, token),
            "hue": None if token_id is None else token_hue(token_id),
            "id": _("not in the vocabulary") if token_id is None else _("id {id}").format(id=token_id),
            "caption": _("special")
            if special
            else _("added")
            if named
            else _("symbol")
            if byte is None
            else _("byte {byte}").format(byte=f"{byte:02X}"),
            "parts": [],
            "more": False,
        }


def _origin_text(tokenizer: BPETokenizer, token: str, notation: Notation) -> list[str]:
    if token in tokenizer.special_tokens:
        return [
            _(
                "A special token: it was put into the vocabulary by name, and no merge makes it. "
                "Ordinary text never becomes this token, even where it reads the same."
            )
        ]
    merge = merge_of(tokenizer, token)
    if merge is None and token in tokenizer.added_tokens:
        return [
            _(
                "An added token: it was put into the vocabulary by name, and no merge makes it. Wherever its name "
                "occurs in a text, it becomes this token."
            )
        ]
    if merge is None:
        return [_("A single symbol: the vocabulary started with it, and no merge made it.")]

    def token_notation(part: str) -> str:
        return notations_of(tokenizer, part, short=True)[notation]

    symbols = symbol_count(tokenizer, token)
    return [
        _(
            "“{token}” was made by joining “{left}” and “{right}”: the merge with rank {rank}, out of {all} merges."
        ).format(
            token=token_notation(token),
            left=token_notation(merge.pair.left),
            right=token_notation(merge.pair.right),
            rank=localized_number(merge.rank),
            all=localized_number(len(tokenizer.table.pairs)),
        ),
        ngettext("It is {count} byte.", "It is {count} bytes.", symbols).format(count=localized_number(symbols))
        if tokenizer.byte_level
        else ngettext("It has {count} symbol.", "It has {count} symbols.", symbols).format(
            count=localized_number(symbols)
        ),
        ngettext("Making it takes {count} merge.", "Making it takes {count} merges.", symbols - 1).format(
            count=localized_number(symbols - 1)
        ),
    ]
