"""What the frames of all encodings have in common: the ids below the tokens, and what a special token is."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bpe_engine import Tokenizer
from ui.algorithms.shared import step_labels
from ui.i18n import gettext as _
from ui.i18n import ngettext, number
from ui.player.contract import Frame, Frames, Labels, Past, Token
from ui.player.frames import TokenTable, number_row, with_sums
from ui.show import name, sentences

Step = TypeVar("Step")


def frames_of(
    steps: Sequence[Step],
    frame: Callable[[Sequence[Step], Step | None], Frame],
    past: Callable[[Step], Past],
    tokens: TokenTable,
    words: Iterable[str] = (),
) -> Frames:
    """All frames of a text: at frame n, n steps have been made. `frame` is given these, and the step that comes."""
    frames = [frame(steps[:done], next(iter(steps[done:]), None)) for done in range(len(steps) + 1)]
    return {
        "steps": len(steps),
        "first": 0,
        "frames": frames,
        "merges": with_sums(list(map(past, steps)), frames, 0),
        "firstMerge": 0,
        "all": True,
        "text": None,
        "code": None,
        **tokens.names(words),
    }


def after_normalization(text: str, changed: str, frames: Frames) -> Frames:
    """The same frames, after one with the text as it was given, before it was changed."""
    names: dict[str, int] = {}
    for part in (*text, changed):
        names.setdefault(part, len(frames["tokens"]) + len(names))
    rows: list[Token] = [(name(part), name(part), None, None) for part in names]
    (first, *others) = frames["frames"]
    given: Frame = {
        **first,
        "done": _("The start: the text as it was given."),
        "next": _("Next: the text is changed before it is cut. It becomes “{text}”.").format(text=name(changed)),
        "words": [number_row([names[character] for character in text])],
        "board": [],
        "pairOrder": [],
        "chips": [],
        "titles": (id_titles(0)[0], _("The text")),
    }
    done = sentences(_("The text was changed to “{text}”.").format(text=name(changed)), first["done"])
    step: Past = {"parts": [names[changed]], "made": None, "value": _("changed"), "sum": ""}
    return {
        **frames,
        "steps": frames["steps"] + 1,
        "frames": [given, {**first, "done": done}, *others],
        "merges": [step, *frames["merges"]],
        "tokens": [*frames["tokens"], *rows],
        "hex": [*frames["hex"], *(text for text, *_rest in rows)],
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
        ngettext("{count} token", "{count} tokens", number_of_tokens).format(count=number(number_of_tokens)),
    )
