"""A text that is typed as frames for the player: after each character its tokens, and what could stand at its end.

Some programs heal the end of a prompt: they take its last tokens back, and let the model begin with a token that begins
with the text of these. No model is asked here: what is shown is which tokens a vocabulary has.
"""

from collections.abc import Sequence
from typing import NamedTuple, Unpack

from bpe_engine import Tokenizer
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.inspection.prompt_ends import Back, Beginnings, ByRank, Typed, typed
from ui.base.i18n import gettext as _
from ui.base.i18n import listed, ngettext, number
from ui.base.notation import name, name_text, quoted
from ui.base.result_cache import cached
from ui.base.token_labels import token_text
from ui.base.visible_text import name as named
from ui.base.visible_text import sentences, visible
from ui.lessons.contract import Frame, Frames, Labels, Lesson, Past, WordRow
from ui.lessons.frames import Named, TokenTable, frame_json, grouped, left_out, number_row
from ui.lessons.lesson import Around
from ui.lessons.lesson import lesson as given

LONGEST_TEXT = 200
"""Characters: each is a step."""

ROWS = 4  # characters typed last, each with its tokens
TOKENS = 6  # at the end of a row
BACKS = 3  # times that a token more is taken back
FIRST = 4  # of the tokens that begin with a text
NAMED = 3  # tokens that a sentence names
COMING = 30  # characters still to come


class Shown(NamedTuple):
    """A text after a character more, and what may stand at its end."""

    character: str
    typed: Typed
    backs: tuple[Back, ...]


@cached(lambda made, _tokenizer: 60 * len(made))
def beginnings(tokenizer: Tokenizer) -> Beginnings:
    """The tokens of a vocabulary in order, made once for it."""
    return Beginnings(tokenizer)


@cached(lambda made, _tokenizer, _text: 2_000 * len(made))
def shown(tokenizer: ByRank, text: str) -> Sequence[Shown]:
    """The text after each of its characters. Errors as `typed`."""
    known = beginnings(tokenizer)
    steps = zip(text, typed(tokenizer, text), strict=True)
    return [Shown(character, step, tuple(known.going_back(step.tokens, FIRST))) for character, step in steps]


def lesson(tokenizer: ByRank, text: str, **around: Unpack[Around]) -> Lesson:
    """What a player is given of a text. Errors as `typed`."""
    return given(payload(tokenizer, text), labels(), **around)


def payload(tokenizer: ByRank, text: str) -> Frames:
    """All frames of a text: at frame n, n of its characters are typed. Errors as `typed`."""
    steps = shown(tokenizer, text)
    picture = _Picture(tokenizer, steps)
    frames = [picture.frame(done) for done in range(len(steps) + 1)]
    return {
        "steps": len(steps),
        "first": 0,
        "frames": frames,
        "merges": [picture.past(step) for step in steps],
        "firstMerge": 0,
        "all": True,
        "text": None,
        "code": None,
        **picture.tokens.names([]),
        "usual": "text",
    }


class _Picture:
    """The frames of a text, and the tokens that they name."""

    def __init__(self, tokenizer: ByRank, steps: Sequence[Shown]) -> None:
        self.tokenizer = tokenizer
        self.steps = steps
        self.tokens = TokenTable(
            tokenizer.vocabulary,
            byte_level=tokenizer.byte_level,
            special=tokenizer.named_tokens,
            byte_of_token=tokenizer.byte_of_token,
        )

    def frame(self, done: int) -> Frame:
        """The picture after so many characters."""
        steps, now = self.steps, self.steps[done - 1] if done else None
        coming = [self.tokens[self.text(step.character)] for step in steps[done:]]
        count = len(now.typed.tokens) if now else 0
        return frame_json(
            self.tokens,
            done=self.what_happened(now) if now else _start(len(steps)),
            next=self.what_may_stand(now) if now else _("“Next” types the first character."),
            words=[
                *(self.typed_row(step) for step in steps[max(0, done - ROWS) : done]),
                *(self.back_row(back) for back in (now.backs[:BACKS] if now else ())),
            ],
            board=[],
            chips=[(one, "") for one in coming[:COMING]],
            hidden=max(0, len(coming) - COMING),
            titles=(
                ngettext("{count} character to come", "{count} characters to come", len(coming)).format(
                    count=number(len(coming))
                ),
                ngettext("{count} token so far", "{count} tokens so far", count).format(count=number(count)),
            ),
        )

    def text(self, text: str) -> Named:
        """A text that is no token, as the table of tokens writes it."""
        return Named(to_byte_symbols(text) if self.tokenizer.byte_level else text, False)

    def joined(self, back: Back) -> str:
        """The text of tokens that are taken back, as the table of tokens writes one."""
        return "".join(back.tokens)

    def typed_row(self, step: Shown) -> WordRow:
        """The tokens at the end of the text after a character, and which of them are new."""
        tokens = step.typed.tokens
        first = max(0, len(tokens) - TOKENS)
        label = _("“{character}” {change}").format(character=visible(step.character), change=_in_signs(step.typed))
        new = [place for place in range(len(tokens) - first) if first + place >= step.typed.kept]
        row = number_row([self.tokens[token] for token in tokens[first:]], label, new=new)
        return grouped({**row, "before": left_out(first)}, self.tokens.bytes_of)

    def back_row(self, back: Back) -> WordRow:
        """The first tokens that may stand in place of those that are taken back."""
        first = [self.tokens[self.tokenizer.token(token_id)] for token_id in back.found.first]
        text = named(token_text(self.tokenizer, self.joined(back)))
        label = _("↩ “{text}”: {count}").format(text=text, count=number(back.found.number))
        row = number_row(first, label)
        return {**row, "after": left_out(back.found.number - len(first)), "offered": True}

    def past(self, step: Shown) -> Past:
        """A character, the last token since it was typed, and what was looked at for it."""
        tokens = step.typed.tokens
        return {
            "parts": [self.tokens[self.text(step.character)]],
            "made": self.tokens[tokens[-1]] if tokens else None,
            "value": told_of_change(step.typed),
            "sum": told_of_work(step.typed),
        }

    def what_happened(self, now: Shown) -> str:
        step, before = now.typed, self.before(now)
        gone = before[step.kept :]
        return sentences(
            _("“{character}” is typed.").format(character=name_text(self.text(now.character).text)),
            ngettext(
                "The last token is gone: {tokens}.", "The last {count} tokens are gone: {tokens}.", len(gone)
            ).format(count=number(len(gone)), tokens=_few(gone))
            if gone
            else "",
            ngettext("New at the end: {tokens}.", "{count} new ones at the end: {tokens}.", step.new).format(
                count=number(step.new), tokens=_few(step.tokens[step.kept :])
            )
            if step.new
            else "",
            _("Nothing else changes.") if before and step.kept else "",
        )

    def before(self, now: Shown) -> Sequence[str]:
        """The tokens that a character was added to."""
        place = next(place for place, step in enumerate(self.steps) if step is now)
        return self.steps[place - 1].typed.tokens if place else ()

    def what_may_stand(self, now: Shown) -> str:
        if not now.backs:
            return ""
        last, *further = now.backs
        return sentences(
            ngettext(
                "In the vocabulary, {count} token begins with the last one, “{token}”.",
                "In the vocabulary, {count} tokens begin with the last one, “{token}”.",
                last.found.number,
            ).format(count=number(last.found.number), token=name(last.tokens[0])),
            *(
                ngettext(
                    "Taking back more, “{text}”: {count} token.",
                    "Taking back more, “{text}”: {count} tokens.",
                    back.found.number,
                ).format(count=number(back.found.number), text=name_text(self.joined(back)))
                for back in further[: BACKS - 1]
            ),
        )


def _few(tokens: Sequence[str]) -> str:
    """Tokens in a sentence; of many, the last ones."""
    return listed(["…"] * (len(tokens) > NAMED) + quoted(tokens[-NAMED:]))


def _start(count: int) -> str:
    return ngettext(
        "Start: nothing is typed yet. The text has {count} character.",
        "Start: nothing is typed yet. The text has {count} characters.",
        count,
    ).format(count=number(count))


def told_of_change(step: Typed) -> str:
    """How many tokens at the end changed, and to how many."""
    if step.gone:
        return ngettext("{gone} token → {new}", "{gone} tokens → {new}", step.gone).format(
            gone=number(step.gone), new=number(step.new)
        )
    return ngettext("{count} new token", "{count} new tokens", step.new).format(count=number(step.new))


def _in_signs(step: Typed) -> str:
    """The same where there is little room: 2 → 1, or +1."""
    return f"{number(step.gone)} → {number(step.new)}" if step.gone else f"+{number(step.new)}"


def told_of_work(step: Typed) -> str:
    """What was looked at to find the tokens that are new, and what encoding anew looks at."""
    return _("Pairs looked up for this character: {pairs}; to encode it all from scratch: {anew}.").format(
        pairs=number(step.looked.pairs), anew=number(step.anew)
    )


def labels() -> Labels:
    """The texts around the frames."""
    return {
        "controls": _("Typing steps"),
        "beyond": _("There is no step {step}: this text ends at step {last}."),
        "noPairs": _("Each character is typed once"),
        "merges": _("Typed so far"),
        "noMerges": _("Nothing yet. Press Next."),
        "noSteps": _("Nothing: there is no text."),
        "backKey": _("Previous character (keys: ←, Page Up)"),
        "nextKey": _("Next character (keys: →, Page Down)"),
        "frequency": _("What"),
        "word": _("So far"),
    }
