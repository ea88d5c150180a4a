"""What the frames of all encodings have in common: the ids below the tokens, and what a special token is."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from bpe_engine import Tokenizer
from ui.algorithms.shared import step_labels
from ui.i18n import gettext as _
from ui.i18n import ngettext
from ui.player.contract import Frame, Frames, Labels, Past
from ui.player.frames import TokenTable
from ui.show import name

Step = TypeVar("Step")


def frames_of(
    steps: Sequence[Step],
    frame: Callable[[Sequence[Step], Step | None], Frame],
    past: Callable[[Step], Past],
    tokens: TokenTable,
) -> Frames:
    """All frames of a text: at frame n, n steps have been made. `frame` is given these, and the step that comes."""
    return {
        "steps": len(steps),
        "first": 0,
        "frames": [frame(steps[:done], next(iter(steps[done:]), None)) for done in range(len(steps) + 1)],
        "merges": list(map(past, steps)),
        "firstMerge": 0,
        "all": True,
        "tokens": tokens.rows,
    }


def found_labels() -> Labels:
    """The texts around frames whose steps find tokens, as those of a lookup do."""
    return {"controls": _("Steps of the encoding"), **step_labels()}


def id_caption(tokenizer: Tokenizer, symbol: str) -> str:
    """What stands below a token: its id, or the unknown token."""
    token_id = tokenizer.vocabulary.get(symbol)
    return tokenizer.unk_token if token_id is None else str(token_id)


def special_as_text(token: str) -> str:
    """Why a special token's name in a text is not looked up as the token."""
    return _("“{token}” is a special token: plain text never becomes one.").format(token=name(token))


def id_titles(number_of_tokens: int) -> tuple[str, str]:
    """The heads of the ids and of the words."""
    return (
        _("Ids, as the model would get them now"),
        ngettext("{count:,} token", "{count:,} tokens", number_of_tokens).format(count=number_of_tokens),
    )
