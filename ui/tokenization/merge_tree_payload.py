"""A token's merge tree: the pair that made it, the pairs that made those, down to single symbols."""

from collections import deque
from typing import NamedTuple

from bpe_engine import BPETokenizer, Pair
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL
from bpe_engine.notebook import hue
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.notation import Notation
from ui.base.token_labels import in_notations, token_text
from ui.components.contract import MergeTree, Node

MOST_NODES = 600
DEEPEST = 40
"""What is drawn of a tree; those of the pretrained vocabularies have 255 nodes and 10 levels at most."""

MOST_SIDE_BY_SIDE = 24
"""Symbols; a tree with more is drawn as an indented list."""


class Merge(NamedTuple):
    """The merge that made a token."""

    rank: int
    pair: Pair


def made_by(tokenizer: BPETokenizer, token: str) -> Merge | None:
    """The merge that made a token: the first, where several pairs make the same string. None for a single symbol."""
    table = tokenizer.table
    number = table.number_of_any.get(token)
    rank = None if number is None else table.rank_of_product.get(number)
    return None if rank is None else Merge(rank, table.pair(rank))


def symbols_in(tokenizer: BPETokenizer, token: str) -> int:
    """The number of single symbols that a token's merges start from."""
    waiting, symbols = [token], 0
    while waiting:
        merge = made_by(tokenizer, waiting.pop())
        if merge is None:
            symbols += 1
        else:
            waiting += merge.pair
    return symbols


def payload(tokenizer: BPETokenizer, token_id: int) -> MergeTree:
    """A token's tree for the component, with the sentences that go with it."""
    token = tokenizer.token_of_id[token_id]
    drawn = _Drawing(tokenizer, token)
    left_out = ngettext(
        "This tree is too large to draw whole: the parts of {count} token, marked …, are left out.",
        "This tree is too large to draw whole: the parts of {count} tokens, marked …, are left out.",
        drawn.cut,
    )
    return {
        "id": token_id,
        "said": {
            notation: [
                *_what_made_it(tokenizer, token, notation),
                *([left_out.format(count=number(drawn.cut))] if drawn.cut else []),
            ]
            for notation in drawn.root["names"]
        },
        "tree": drawn.root,
        "small": symbols_in(tokenizer, token) <= MOST_SIDE_BY_SIDE,
    }


class _Drawing:
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
            merge = made_by(tokenizer, name)
            if merge is None:
                continue
            node["caption"] = _("rank {rank}").format(rank=number(merge.rank))
            if nodes + 2 > MOST_NODES or depth == DEEPEST:
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
        named = token in self.tokenizer.named_tokens
        byte = BYTE_OF_SYMBOL.get(token) if self.tokenizer.byte_level and not named else None
        return {
            "text": token_text(self.tokenizer, token),
            "names": in_notations(self.tokenizer, token),
            "hue": None if token_id is None else hue(token_id),
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


def _what_made_it(tokenizer: BPETokenizer, token: str, notation: Notation) -> list[str]:
    if token in tokenizer.special_tokens:
        return [
            _(
                "A special token: it was put into the vocabulary by name, and no merge makes it. "
                "Ordinary text never becomes this token, even where it reads the same."
            )
        ]
    merge = made_by(tokenizer, token)
    if merge is None and token in tokenizer.added_tokens:
        return [
            _(
                "An added token: it was put into the vocabulary by name, and no merge makes it. Wherever its name "
                "occurs in a text, it becomes this token."
            )
        ]
    if merge is None:
        return [_("A single symbol: the vocabulary started with it, and no merge made it.")]

    def named(part: str) -> str:
        return in_notations(tokenizer, part, short=True)[notation]

    symbols = symbols_in(tokenizer, token)
    return [
        _(
            "“{token}” was made by joining “{left}” and “{right}”: the merge with rank {rank}, out of {all} merges."
        ).format(
            token=named(token),
            left=named(merge.pair.left),
            right=named(merge.pair.right),
            rank=number(merge.rank),
            all=number(len(tokenizer.table.pairs)),
        ),
        ngettext("It holds {count} byte.", "It holds {count} bytes.", symbols).format(count=number(symbols))
        if tokenizer.byte_level
        else ngettext("It holds {count} symbol.", "It holds {count} symbols.", symbols).format(count=number(symbols)),
        ngettext("Making it takes {count} merge.", "Making it takes {count} merges.", symbols - 1).format(
            count=number(symbols - 1)
        ),
    ]
