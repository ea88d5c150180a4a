"""The encoding of whole words and of characters as frames: each is looked up."""

from bpe_engine import LookupStep, Tokenizer
from ui.encoding.shared import id_caption, id_titles, special_as_text
from ui.i18n import gettext as _
from ui.player.contract import Frame, Frames, Labels, Past
from ui.player.frames import TokenTable, frame_json, past_json, payload_json, row_json
from ui.show import name


def payload(tokenizer: Tokenizer, text: str) -> Frames:
    """All frames of a text: at frame n, n units have been looked up."""
    steps: list[LookupStep] = list(tokenizer.encode_steps(text))
    tokens = TokenTable(tokenizer.vocabulary, byte_level=False, special=tokenizer.special_tokens)
    frames = [_frame(tokenizer, steps, index, tokens) for index in range(len(steps) + 1)]

    def past(number: int) -> Past:
        return past_json([tokens[steps[number].text]], tokens[steps[number].token], "")

    return payload_json(len(steps), 0, len(steps), frames, tokens=tokens, whole=True, past=past)


def _frame(tokenizer: Tokenizer, steps: list[LookupStep], index: int, tokens: TokenTable) -> Frame:
    found = [step.token for step in steps[:index]]
    words: dict[int, list[str]] = {}
    fresh: dict[int, list[int]] = {}
    for place, step in enumerate(steps):
        row = words.setdefault(step.word, [])
        if place == index - 1:
            fresh[step.word] = [len(row)]
        row.append(step.token if place < index else step.text)
    return frame_json(
        done=_what_happened(tokenizer, steps[index - 1] if index else None),
        next=_("Next: look up “{text}”.").format(text=name(steps[index].text))
        if index < len(steps)
        else _("The end: everything was looked up."),
        words=[row_json("", row, [], tokens, fresh.get(word, ())) for word, row in words.items()],
        board=[],
        pairOrder=[],
        chips=[(tokens[token], id_caption(tokenizer, token)) for token in found],
        titles=id_titles(len(found)),
    )


def _what_happened(tokenizer: Tokenizer, last: LookupStep | None) -> str:
    if last is None:
        return _("The start: nothing is merged here. Each piece is looked up in the vocabulary.")
    if last.text in tokenizer.special_tokens and last.text != tokenizer.unk_token:
        return " ".join((special_as_text(last.text), _("So it becomes {unk}.").format(unk=tokenizer.unk_token)))
    if last.token == tokenizer.unk_token and last.text != tokenizer.unk_token:
        return _("“{text}” is not in the vocabulary, so it becomes {unk}: whatever it was is lost.").format(
            text=name(last.text), unk=tokenizer.unk_token
        )
    return _("“{text}” is in the vocabulary.").format(text=name(last.text))


def labels() -> Labels:
    """The texts around the frames."""
    return {
        "controls": _("Steps of the encoding"),
        "noPairs": _("There is nothing to choose: a piece is in the vocabulary, or it is not"),
        "merges": _("Looked up so far"),
        "noMerges": _("None yet. Press Next, or the → key."),
        "backKey": _("One step back (keys: ←, Page Up)"),
        "nextKey": _("One step on (keys: →, Page Down)"),
    }
