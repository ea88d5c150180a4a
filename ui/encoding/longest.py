"""The encoding by longest match as frames: the longest token found anywhere in a word, then the rest."""

from collections.abc import Sequence

from bpe_engine import LongestMatchStep, LongestMatchTokenizer
from ui.encoding.shared import found_labels, frames_of, id_caption, id_titles
from ui.i18n import gettext as _
from ui.i18n import ngettext, number
from ui.notation import name
from ui.player.contract import Frame, Frames, Labels, Past
from ui.player.frames import TokenTable, frame_json, row_json


def payload(tokenizer: LongestMatchTokenizer, steps: Sequence[LongestMatchStep]) -> Frames:
    """All frames of a text: at frame n, n tokens have been cut out, word after word."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=False, special=tokenizer.special_tokens)
    starts = {step.word: step for step in steps if step.token is None}

    def frame(done: Sequence[LongestMatchStep], coming: LongestMatchStep | None) -> Frame:
        now = starts | {step.word: step for step in done}
        last = done[-1] if done else None
        rows = []
        for step in now.values():
            fresh = [step.place] if step is last and step.place is not None else []
            rows.append(row_json("", [piece.text for piece in step.pieces], [], tokens, fresh))
        pieces = [piece for step in now.values() for piece in step.pieces]
        found = [piece.text for piece in pieces if piece.covered or coming is None]
        return frame_json(
            tokens,
            done=_what_happened(tokenizer, last, len(now)),
            next=_what_comes_next(tokenizer, coming),
            words=rows,
            board=[],
            chips=[(tokens[token], id_caption(tokenizer, token)) for token in found],
            titles=id_titles(len(found)),
        )

    def past(step: LongestMatchStep) -> Past:
        return {"parts": [tokens[step.token or ""]], "made": None, "value": "", "sum": ""}

    return frames_of([step for step in steps if step.token is not None], frame, past, tokens)


def _what_happened(tokenizer: LongestMatchTokenizer, last: LongestMatchStep | None, words: int) -> str:
    if last is None and tokenizer.from_left:
        return ngettext(
            "The start: one word. The order of the merges does not matter here: the longest token that the word begins "
            "with is cut off first, and then the rest is treated in the same way.",
            "The start: {count} words. The order of the merges does not matter here: the longest token that a word "
            "begins with is cut off first, and then the rest is treated in the same way.",
            words,
        ).format(count=number(words))
    if last is None:
        return ngettext(
            "The start: one word. The order of the merges does not matter here: the longest token that the word holds "
            "is cut out first.",
            "The start: {count} words. The order of the merges does not matter here: the longest token that a word "
            "holds is cut out first.",
            words,
        ).format(count=number(words))
    if tokenizer.from_left:
        return _("“{token}” was cut off: the longest token that begins there.").format(token=name(last.token or ""))
    return _("“{token}” was cut out: the longest token found in what was left.").format(token=name(last.token or ""))


def _what_comes_next(tokenizer: LongestMatchTokenizer, coming: LongestMatchStep | None) -> str:
    if coming is not None and tokenizer.from_left:
        return _("Next: “{token}”. No longer token begins there.").format(token=name(coming.token or ""))
    if coming is not None:
        return _("Next: “{token}”. No longer token is found in what is left.").format(token=name(coming.token or ""))
    return _("The end: what no token covers is {unk}.").format(unk=tokenizer.unk_token)


def labels() -> Labels:
    """The texts around the frames."""
    return {
        **found_labels(),
        "noPairs": _("There is nothing to choose: the longest token wins"),
        "merges": _("Tokens cut out so far"),
    }
