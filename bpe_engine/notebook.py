"""HTML for tokens, merges and steps in a notebook. Everything that comes from a text is escaped.

A token's colour follows from its id, and is never the only cue: each token has a border, a gap, and its id as a title.
Text keeps the page's colour on a light tint, so that it is readable in light and dark themes.

All rendering is here; the modules that compute do not depend on it. To display a class in a notebook, add a function
below with the decorator `@html_for`; notebooks find it as the method `_repr_html_`.

Objects with steps are played in the app's player if it is available: the engine imports it by name when something is
displayed. It is available in a checkout and, with the extra `notebook`, in an installation. Player and steps are
embedded in the HTML, so a saved notebook shows them without a kernel; the rows of steps are for viewers without
JavaScript.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from bpe_engine.app_location import app_folder
from bpe_engine.bpe.encoding import EncodeStep
from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.longest_match import LongestMatchStep
from bpe_engine.inspection.tokenized_text import TokenizedText, make_visible
from bpe_engine.parity.events import ParityEvent
from bpe_engine.picky.events import PickyEvent
from bpe_engine.picky.tokenizer import PickyStep
from bpe_engine.symbols import Pair
from bpe_engine.tokenizer import TextSteps
from bpe_engine.tokenizers.whole_units import LookupStep, UnitEvent
from bpe_engine.training.base import Training
from bpe_engine.unigram.events import PruneEvent
from bpe_engine.unigram.tokenizer import UnigramStep
from bpe_engine.wordpiece.events import WordPieceEvent
from bpe_engine.wordpiece.tokenizer import WordPieceStep

ShownT = TypeVar("ShownT")

_ROW = '<div style="line-height:2.2;font-family:monospace;overflow-wrap:anywhere" dir="ltr">{}</div>'
MAX_TOKENS = 5_000
"""Maximum number of tokens shown of one text or event."""

MAX_STEPS = 50
"""Maximum number of steps shown as rows, without the player."""


def html_for(kind: type[ShownT]) -> Callable[[Callable[[ShownT], str]], Callable[[ShownT], str]]:
    """Register the decorated function as the notebook HTML of a class."""

    def attach(draw: Callable[[ShownT], str]) -> Callable[[ShownT], str]:
        kind._repr_html_ = draw  # type: ignore[attr-defined]  # notebooks look for a method of this name
        return draw

    return attach


_PLAYER = "ui.player.notebook.widget"


def _player(value: object, method: str) -> Any:
    """Return an object's player in one of the player's output forms; None if there is no player for it."""
    app = app_folder()
    if app is None or not _has("anywidget"):
        return None
    if str(app) not in sys.path:
        # Appended last, so that other packages of the same name take precedence, and then there is no player.
        sys.path.append(str(app))
    try:
        return getattr(import_module(_PLAYER), method)(value)
    except ImportError:
        return None


def _has(library: str) -> bool:
    """Return whether a library is installed; `find_spec` raises ValueError for one that was blocked."""
    try:
        return find_spec(library) is not None
    except ValueError:
        return False


class _Html:
    """The HTML of an object without a player."""

    def __init__(self, html: str) -> None:
        self._html = html

    def _repr_html_(self) -> str:
        return self._html


def _mimebundle(value: Any, **_options: object) -> dict[str, Any]:
    """Return what Jupyter, VS Code and Colab request first. If it is empty, they request the HTML."""
    player = _player(value, "player_html")
    if player is None:
        return {}
    # The player's script closes this element, if scripts may run.
    rows = f"<details open><summary>The steps as text</summary>{value._repr_html_()}</details>"
    return {"text/html": f"<div>{player}{rows}</div>"}


def _marimo_display(value: Any) -> object:
    """Return what marimo displays."""
    return _player(value, "player_widget") or _Html(value._repr_html_())


def player_for(kind: type[ShownT]) -> None:
    """Let notebooks play the objects of a class."""
    kind._repr_mimebundle_ = _mimebundle  # type: ignore[attr-defined]  # notebooks look for methods of these names
    kind._display_ = _marimo_display  # type: ignore[attr-defined]


def token_hue(token_id: int) -> int:
    """Return a token's colour, in degrees: always the same for an id, and far from those of neighbouring ids.

    >>> token_hue(0), token_hue(1), token_hue(2)
    (0, 138, 275)
    """
    return round(token_id * 137.508) % 360  # the golden angle


def token_html(text: str, token_id: int | None = None, *, title: str = "", bold: bool = False) -> str:
    """Return a token in its colour; dashed and colourless if it has no id."""
    if token_id is None:
        look = "border:1px dashed currentColor"
    else:
        degrees = token_hue(token_id)
        look = f"border:1px solid hsl({degrees} 60% 50%);background:hsl({degrees} 80% 50% / 0.2)"
    weight = ";font-weight:bold;border-width:2px" if bold else ""
    name = title or ("unknown" if token_id is None else f"id {token_id}")
    return (
        f'<span title="{escape(name)}" translate="no" style="{look}{weight};border-radius:3px;margin:0 2px;'
        f'padding:1px 3px;white-space:pre-wrap;unicode-bidi:isolate">{escape(make_visible(text))}</span>'
    )


@html_for(TokenizedText)
def tokenized_text(tokenized: TokenizedText) -> str:
    """Return the tokens of a text, side by side."""
    chips = [
        token_html(text, token_id, title=f"{'no id' if token_id is None else f'id {token_id}'}: {make_visible(token)}")
        for text, token, token_id in tokenized.tokens[:MAX_TOKENS]
    ]
    return _ROW.format("".join(chips) + _hidden_count(tokenized.tokens))


@html_for(MergeEvent)
def merge_event(event: MergeEvent) -> str:
    """Show a merge: the two symbols and the resulting token."""
    note = f"merge {event.rank:,}, {event.count:,} ×{_tie_note(event.tied)}"
    return _row_html(_merge_html(event.pair, event.token, event.token_id), note)


@html_for(WordPieceEvent)
def wordpiece_event(event: WordPieceEvent) -> str:
    """Show a merge of WordPiece: the two symbols, the resulting token, and the winning score."""
    note = f"merge {event.rank:,}, score {event.score:.4g}, {event.count:,} ×{_tie_note(event.tied)}"
    return _row_html(_merge_html(event.pair, event.token, event.token_id), note)


@html_for(PickyEvent)
def picky_event(event: PickyEvent) -> str:
    """Show a merge of Picky BPE: the two symbols, the resulting token, and the removed tokens."""
    note = f"merge {event.rank:,}, {event.count:,} ×{_tie_note(event.tied)}"
    if event.dropped:
        note += f", out: {escape(', '.join(map(make_visible, event.dropped)))}"
    return _row_html(_merge_html(event.pair, event.token, event.token_id), note)


@html_for(ParityEvent)
def parity_event(event: ParityEvent) -> str:
    """Show a merge of parity-aware BPE: the two symbols, the resulting token, and the language that chose them."""
    note = f"merge {event.rank:,}, {escape(make_visible(event.language))}, {event.count:,} ×{_tie_note(event.tied)}"
    return _row_html(_merge_html(event.pair, event.token, event.token_id), note)


@html_for(PruneEvent)
def prune_event(event: PruneEvent) -> str:
    """Show a pruning: the removed tokens, each with its loss increase as a title."""
    chips = [
        token_html(token, title=f"without it: loss {loss_increase:+.4g}")
        for token, loss_increase in event.removed[:MAX_TOKENS]
    ]
    note = (
        f"pruning {event.rank:,}, loss {event.loss_before:,.1f} → {event.loss_after:,.1f}, "
        f"vocabulary {event.vocab_size:,}"
    )
    return _row_html("".join(chips) + _hidden_count(event.removed), note)


@html_for(UnitEvent)
def unit_event(event: UnitEvent) -> str:
    """Show a word or a character that was added to the vocabulary."""
    note = f"step {event.rank:,}, {event.count:,} ×{_tie_note(event.tied)}, {event.covered:,} of {event.total:,} known"
    return _row_html(token_html(event.token, event.token_id, bold=True), note)


@html_for(EncodeStep)
def encode_step(step: EncodeStep) -> str:
    """Show a word at a step: its symbols, with newly merged ones in bold."""
    fresh = set(step.merged)
    row = _tokens_html(step.symbols, step.ids, fresh)
    note = f"word {step.word:,}"
    if step.rank is not None:
        note += f", after merge {step.rank:,}"
    elif step.token is not None:
        note += ", taken whole"
    return _row_html(row, note)


@html_for(PickyStep)
def picky_step(step: PickyStep) -> str:
    """Show a word of Picky BPE at a step: its symbols, with the results of the last change in bold."""
    note = f"word {step.word:,}"
    if step.number is not None:
        note += f", after change {step.number:,}"
    return _row_html(_tokens_html(step.symbols, step.ids, set(step.made)), note)


@html_for(WordPieceStep)
def wordpiece_step(step: WordPieceStep) -> str:
    """Show a word of WordPiece at a step: its tokens, the latest in bold, and the rest of the word."""
    if step.found is None:
        return _row_html(
            _tokens_html(step.tokens, step.ids, set()),
            f"word {step.word:,}, unknown: {escape(make_visible(step.text))}",
        )
    left = step.tried[0][len(step.found) :]  # the first attempt is the whole rest of the word
    row = _tokens_html(step.tokens, step.ids, {len(step.tokens) - 1})
    row += token_html(left, title="not cut yet") if left else ""
    return _row_html(row, f"word {step.word:,}, {len(step.tried):,} looked up")


@html_for(UnigramStep)
def unigram_step(step: UnigramStep) -> str:
    """Show a position of Viterbi's table: its candidates with their scores, the best in bold; or the path."""
    if step.path is not None:
        return _row_html(_tokens_html(step.path, step.ids, set()), f"word {step.word:,}")
    candidates = [
        f"{token_html(candidate.token, token_id, bold=place == 0)} {candidate.total:.2f}"
        for place, (candidate, token_id) in enumerate(zip(step.candidates, step.ids, strict=True))
    ]
    return _row_html(" ".join(candidates), f"word {step.word:,}, place {step.position:,}")


@html_for(LookupStep)
def lookup_step(step: LookupStep) -> str:
    """Show a word or a character, and the token that it was looked up as."""
    return _row_html(
        f"{token_html(step.text, title='text')} → {token_html(step.token, step.id)}", f"word {step.word:,}"
    )


@html_for(LongestMatchStep)
def longest_match_step(step: LongestMatchStep) -> str:
    """Show a word at a step of longest match: its pieces, with the latest token in bold."""
    chips = [
        token_html(piece.text, token_id, title="" if piece.covered else "no token yet", bold=place == step.place)
        for place, (piece, token_id) in enumerate(zip(step.pieces, step.ids, strict=True))
    ]
    return _row_html("".join(chips), f"word {step.word:,}")


@html_for(Training)  # type: ignore[type-abstract]  # it is not instantiated here
def training(recorded: Training[Any]) -> str:
    """Show a training: one row per step."""
    return _steps_html(recorded.events, f"{len(recorded.events):,} steps from {len(recorded.base_vocabulary):,} tokens")


@html_for(TextSteps)
def text_steps(steps: TextSteps) -> str:
    """Return the steps of a text, one row per step."""
    return _steps_html(steps.steps, f"{len(steps.steps):,} steps")


player_for(Training)  # type: ignore[type-abstract]
player_for(TextSteps)


def _steps_html(steps: Sequence[Any], note: str) -> str:
    """Return rows of steps; only the first ones if there are many."""
    rows: Iterable[str] = (step._repr_html_() for step in steps[:MAX_STEPS])
    more = f"and {len(steps) - MAX_STEPS:,} more" if len(steps) > MAX_STEPS else ""
    return f"<div><small>{note}</small>{''.join(rows)}<small>{more}</small></div>"


def _row_html(tokens: str, note: str) -> str:
    """Return a row of HTML: tokens, and a note in small print. Both must already be escaped."""
    return _ROW.format(f"{tokens} <small>{note}</small>")


def _merge_html(pair: Pair, token: str, token_id: int) -> str:
    left, right = (token_html(symbol, title="symbol") for symbol in pair)
    return f"{left} + {right} = {token_html(token, token_id, bold=True)}"


def _tie_note(others: int) -> str:
    return f", tied with {others:,}" if others else ""


def _hidden_count(tokens: Sequence[object]) -> str:
    """Return a note on how many tokens are not shown, if there are too many."""
    return f"and {len(tokens) - MAX_TOKENS:,} more" if len(tokens) > MAX_TOKENS else ""


def _tokens_html(symbols: Sequence[str], ids: Sequence[int | None], bold: set[int]) -> str:
    return "".join(
        token_html(symbol, token_id, bold=place in bold)
        for place, (symbol, token_id) in enumerate(zip(symbols, ids, strict=True))
    )
