"""The encoding of whole words and of characters as frames: each is looked up."""

from collections.abc import Sequence

from bpe_engine import LookupStep, Tokenizer
from ui.encoding.shared import found_labels, frames_of, id_caption, id_titles, special_as_text
from ui.i18n import gettext as _
from ui.notation import name_text
from ui.player.contract import Frame, Frames, Labels, Past
from ui.player.frames import TokenTable, frame_json, row_json
from ui.show import sentences


def payload(tokenizer: Tokenizer, steps: Sequence[LookupStep]) -> Frames:
    """All frames of a text: at frame n, n units have been looked up."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=False, special=tokenizer.special_tokens)

    def frame(done: Sequence[LookupStep], coming: LookupStep | None) -> Frame:
        last = done[-1] if done else None
        words: dict[int, list[str]] = {}
        fresh: dict[int, list[int]] = {}
        for number, step in enumerate(steps):
            row = words.setdefault(step.word, [])
            if step is last:
                fresh[step.word] = [len(row)]
            row.append(step.token if number < len(done) else step.text)
        return frame_json(
            tokens,
            done=_what_happened(tokenizer, last),
            next=_("Next: look up “{text}”.").format(text=name_text(coming.text))
            if coming
            else _("The end: everything was looked up."),
            words=[row_json("", row, [], tokens, fresh.get(word, ())) for word, row in words.items()],
            board=[],
            chips=[(tokens[step.token], id_caption(tokenizer, step.token)) for step in done],
            titles=id_titles(len(done)),
        )

    def past(step: LookupStep) -> Past:
        return {"parts": [tokens[step.text]], "made": tokens[step.token], "value": "", "sum": ""}

    return frames_of(steps, frame, past, tokens)


def _what_happened(tokenizer: Tokenizer, last: LookupStep | None) -> str:
    if last is None:
        return _("The start: nothing is merged here. Each piece is looked up in the vocabulary.")
    if last.text in tokenizer.special_tokens and last.text != tokenizer.unk_token:
        return sentences(special_as_text(last.text), _("So it becomes {unk}.").format(unk=tokenizer.unk_token))
    if last.token == tokenizer.unk_token and last.text != tokenizer.unk_token:
        return _("“{text}” is not in the vocabulary, so it becomes {unk}: whatever it was is lost.").format(
            text=name_text(last.text), unk=tokenizer.unk_token
        )
    return _("“{text}” is in the vocabulary.").format(text=name_text(last.text))


def labels() -> Labels:
    """The texts around the frames."""
    return {
        **found_labels(),
        "noPairs": _("There is nothing to choose: a piece is in the vocabulary, or it is not"),
        "merges": _("Looked up so far"),
    }
