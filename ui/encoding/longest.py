"""The encoding by longest match as frames: the longest token found anywhere in a word, then the rest."""

from bpe_engine import LongestMatchStep, LongestMatchTokenizer
from ui.encoding.shared import id_caption, id_titles
from ui.i18n import gettext as _
from ui.i18n import ngettext
from ui.player.contract import Frame, Frames, Labels, Past
from ui.player.frames import TokenTable, frame_json, past_json, payload_json, row_json
from ui.show import name


def payload(tokenizer: LongestMatchTokenizer, text: str) -> Frames:
    """All frames of a text: at frame n, n tokens have been cut out, word after word."""
    steps = list(tokenizer.encode_steps(text))
    tokens = TokenTable(tokenizer.vocabulary, byte_level=False, special=tokenizer.special_tokens)
    starts = {step.word: step for step in steps if step.token is None}
    cuts = [step for step in steps if step.token is not None]
    frames = []
    for index in range(len(cuts) + 1):
        now = starts | {step.word: step for step in cuts[:index]}
        last = cuts[index - 1] if index else None
        coming = cuts[index] if index < len(cuts) else None
        frames.append(_frame(tokenizer, now, last, coming, tokens))

    def past(number: int) -> Past:
        return past_json([tokens[cuts[number].token or ""]], None, "")

    return payload_json(len(cuts), 0, len(cuts), frames, tokens=tokens, whole=True, past=past)


def _frame(
    tokenizer: LongestMatchTokenizer,
    now: dict[int, LongestMatchStep],
    last: LongestMatchStep | None,
    coming: LongestMatchStep | None,
    tokens: TokenTable,
) -> Frame:
    rows = []
    found = []
    for word, step in now.items():
        fresh = [step.place] if last is not None and last.word == word and step.place is not None else []
        pieces = [piece.text for piece in step.pieces]
        rows.append(row_json("", pieces, [], tokens, fresh))
        found += [piece.text for piece in step.pieces if piece.covered or coming is None]
    return frame_json(
        done=_what_happened(last, len(now)),
        next=_what_comes_next(tokenizer, coming),
        words=rows,
        board=[],
        pairOrder=[],
        chips=[(tokens[token], id_caption(tokenizer, token)) for token in found],
        titles=id_titles(len(found)),
    )


def _what_happened(last: LongestMatchStep | None, words: int) -> str:
    if last is None:
        return ngettext(
            "The start: one word. The order of the merges does not matter here: the longest token that the word holds "
            "is cut out first.",
            "The start: {count:,} words. The order of the merges does not matter here: the longest token that a word "
            "holds is cut out first.",
            words,
        ).format(count=words)
    return _("“{token}” was cut out: the longest token found in what was left.").format(token=name(last.token or ""))


def _what_comes_next(tokenizer: LongestMatchTokenizer, coming: LongestMatchStep | None) -> str:
    if coming is not None:
        return _("Next: “{token}”. No longer token is found in what is left.").format(token=name(coming.token or ""))
    return _("The end: what no token covers is {unk}.").format(unk=tokenizer.unk_token)


def labels() -> Labels:
    """The texts around the frames."""
    return {
        "controls": _("Steps of the encoding"),
        "noPairs": _("There is nothing to choose: the longest token wins"),
        "merges": _("Tokens cut out so far"),
        "noMerges": _("None yet. Press Next, or the → key."),
        "backKey": _("One step back (keys: ←, Page Up)"),
        "nextKey": _("One step on (keys: →, Page Down)"),
    }
