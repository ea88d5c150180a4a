"""The tokens of a vocabulary that no text can have, or a longer text only.

Looking through a shipped vocabulary takes half a minute, so what comes of it lies in reachability.json beside this
file; `python tools/build_reachability.py` makes it.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bpe_engine import BPETokenizer, load_pretrained
from bpe_engine.bpe.encoding import merge_stages
from bpe_engine.bpe.reachability import Reach, longer_texts, not_alone, own_symbols, own_text
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.result_cache import cached
from ui.base.token_labels import text_of_id
from ui.base.visible_text import joined, sentences, token_as_text, visible

FILE = Path(__file__).with_name("reachability.json")
MOST_TOKENS = 1_000
"""Of a vocabulary that is looked through when its page is opened."""

_MOST_TRIED = 300
_SHOWN = 3  # texts where a token might have been


class Reached(NamedTuple):
    """How the tokens of a vocabulary are reached; special tokens are left out."""

    tokens: int
    alone: int  # whose own text is encoded to them
    parts: int  # of characters, which stand in longer texts
    others: tuple[Reach, ...]  # those that no text has, and those that are whole and stand in longer texts only


def look_through(tokenizer: BPETokenizer, most: int | None = None) -> Reached:
    """How the tokens are reached; `most` longer texts are tried for each."""
    found = [*(not_alone(tokenizer) if most is None else not_alone(tokenizer, most))]
    others = tuple(each for each in found if not (each.reached and each.partial))
    left_out = {*tokenizer.named_tokens.values(), tokenizer.unk_id}
    tokens = len(set(tokenizer.vocabulary.values()) - left_out)
    return Reached(tokens, tokens - len(found), len(found) - len(others), others)


@cache
def shipped() -> dict[str, Reached]:
    """What is known of the shipped vocabularies."""
    return {
        name: Reached(tokens, alone, parts, tuple(Reach(*each) for each in others))
        for name, (tokens, alone, parts, others) in json.loads(FILE.read_text("utf-8")).items()
    }


def reached(tokenizer: BPETokenizer) -> Reached | None:
    """How the tokens of a vocabulary are reached; None of one that takes too long to look through now.

    A pattern of one's own runs in a process apart, which is too much for each token.
    """
    if tokenizer.name in shipped() and load_pretrained(tokenizer.name) is tokenizer:
        return shipped()[tokenizer.name]
    is_quick = tokenizer.vocab_size <= MOST_TOKENS and tokenizer.pre_tokenizer.is_published
    return _looked_through(tokenizer) if is_quick else None


@cached(lambda found, _tokenizer: 300 * len(found.others))
def _looked_through(tokenizer: BPETokenizer) -> Reached:
    return look_through(tokenizer, _MOST_TRIED)


def title() -> str:
    """What stands above all of it."""
    return _("Tokens found in no text, or only in a longer one")


def not_known() -> str:
    """Of which vocabularies it is known."""
    return _(
        "This is known here for the vocabularies included, and for others of up to {most} tokens that cut text by a "
        "known pattern."
    ).format(most=number(MOST_TOKENS))


def told(found: Reached) -> str:
    """How many tokens are reached in which way."""
    whole = [each for each in found.others if each.reached]
    never = len(found.others) - len(whole)
    return sentences(
        ngettext(
            "Of {count} token, special ones aside, {alone} are what their own text encodes to.",
            "Of {count} tokens, special ones aside, {alone} are what their own text encodes to.",
            found.tokens,
        ).format(count=number(found.tokens), alone=number(found.alone)),
        ngettext(
            "{count} is part of a character: it occurs only in longer texts.",
            "{count} are parts of characters: they occur only in longer texts.",
            found.parts,
        ).format(count=number(found.parts))
        if found.parts
        else "",
        ngettext(
            "{count} more occurs only in longer texts, though it is whole.",
            "{count} more occur only in longer texts, though they are whole.",
            len(whole),
        ).format(count=number(len(whole)))
        if whole
        else "",
        _("Tested alone, as in the paper “Fishing for Magikarp”, such a token counts as unreachable.") if whole else "",
        ngettext("{count} was not found in any text.", "{count} were not found in any text.", never).format(
            count=number(never)
        )
        if never
        else _("Every token was found in some text."),
    )


def heads() -> list[str]:
    """The heads of the table of those that are not reached alone."""
    return [_("Token"), _("Alone: its symbols, then each merge by rank"), _("Why")]


def rows(tokenizer: BPETokenizer, found: Sequence[Reach]) -> list[list[str]]:
    """A row for each, first those of no text: token and id, what becomes of it alone, and the reason."""
    return [
        [
            f"{text_of_id(tokenizer, each.token_id)}\n{_('id {id}').format(id=each.token_id)}",
            _stages(tokenizer, each),
            _why(tokenizer, each),
        ]
        for each in sorted(found, key=lambda each: each.reached)
    ]


def _stages(tokenizer: BPETokenizer, found: Reach) -> str:
    """The merges in each pre-token of a token's text, a line each."""
    own = own_text(tokenizer, found.token_id)
    if own is None or found.kind == "merges":
        return "\n".join(_merged(tokenizer, own_symbols(tokenizer, found.token_id)))
    return "\n".join(line for word in tokenizer.words(own) for line in _merged(tokenizer, tokenizer.symbols_of(word)))


def _merged(tokenizer: BPETokenizer, symbols: Sequence[str]) -> list[str]:
    lines = []
    for stage in merge_stages(symbols, tokenizer.table):
        names = tokenizer.table.names(stage.numbers, symbols)
        parts = " | ".join(map(token_as_text if tokenizer.byte_level else visible, names))
        lines.append(parts if stage.rank is None else f"{number(stage.rank)}: {parts}")
    return lines


def _why(tokenizer: BPETokenizer, found: Reach) -> str:
    own = own_text(tokenizer, found.token_id)
    match found.kind:
        case "bytes":
            return _("UTF-8 never uses this byte, so no text has it.")
        case "merges":
            return _("Merging by rank takes another path and stops here. A longer text around it changes nothing.")
        case "inside":
            words = tokenizer.words(own or "")
            cut = (
                _("The pre-tokenizer cuts its text into {parts}.").format(parts=joined(words)) if len(words) > 1 else ""
            )
            return sentences(cut, _("It is a token in the text “{text}”.").format(text=visible(found.text)))
        case _:
            tried = [*longer_texts(tokenizer, found.token_id, _SHOWN)]
            return sentences(
                ngettext(
                    "It is not a token in the {count} text tried with it.",
                    "It is not a token in any of the {count} texts tried with it.",
                    found.tried,
                ).format(count=number(found.tried)),
                *(
                    _("“{text}” becomes {parts}.").format(
                        text=visible(text), parts=joined(map(_shown(tokenizer), tokenizer.tokenize(text)))
                    )
                    for text in tried
                ),
            )


def _shown(tokenizer: BPETokenizer) -> Callable[[str], str]:
    return token_as_text if tokenizer.byte_level else str
