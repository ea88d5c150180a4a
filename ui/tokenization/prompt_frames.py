"""A text that is typed, as frames for the player: after each character its tokens, and what could replace its end.

Some programs heal the end of a prompt: they remove its last tokens, and let the model start with a token that begins
with their text. No model runs here: the frames show which tokens a vocabulary has.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, Unpack

from bpe_engine import Tokenizer
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.inspection.prompt_ends import (
    HealingCandidate,
    MergeTokenizer,
    PrefixIndex,
    TypedPrefix,
    encode_prefixes,
)
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.notation import name_text, name_token, quote_tokens
from ui.base.result_cache import cached
from ui.base.text_direction import isolate
from ui.base.token_labels import token_label
from ui.base.visible_text import display_name as named
from ui.base.visible_text import join_sentences, make_visible
from ui.lessons.contract import Frame, Frames, HistoryItem, Labels, Lesson, WordRow
from ui.lessons.frames import (
    FrameTokens,
    QuotedText,
    continues_character,
    frame_json,
    number_row,
    split_characters,
    with_character_groups,
)
from ui.lessons.lesson import LessonContext
from ui.lessons.lesson import build_lesson as given
from ui.tokenization.prompt_rows import ROOM, TypedRow, row_starts

LONGEST_TEXT = 200
"""Characters. Each is a step."""

ROWS = 4  # characters typed last, each with its tokens; more where fewer tokens can be taken back
WIDE = "\u2e80"  # from this character on, most are as wide as two
MAX_STEPS_BACK = 3  # candidates for healing, each dropping one more token
FIRST = 3  # tokens shown that begin with a text
NAMED = 3  # tokens named in a sentence
LABEL = 7  # characters of an ending in the label of its row
MAX_CONTINUATIONS = 30  # characters still to come


class PromptStep(NamedTuple):
    """A text after one more character, and what could replace its end."""

    character: str
    typed: TypedPrefix
    healing: tuple[HealingCandidate, ...]


@cached(lambda made, _tokenizer: 60 * len(made))
def prefix_index(tokenizer: Tokenizer) -> PrefixIndex:
    """Return the sorted tokens of a vocabulary. Cached."""
    return PrefixIndex(tokenizer)


@cached(lambda made, _tokenizer, _text: 2_000 * len(made))
def prompt_steps(tokenizer: MergeTokenizer, text: str) -> Sequence[PromptStep]:
    """Return the text after each of its characters. Errors as in `encode_prefixes`."""
    known = prefix_index(tokenizer)
    steps = zip(text, encode_prefixes(tokenizer, text), strict=True)
    return [PromptStep(character, step, tuple(known.heal(step.tokens, FIRST))) for character, step in steps]


def lesson(tokenizer: MergeTokenizer, text: str, **around: Unpack[LessonContext]) -> Lesson:
    """Return the lesson of a text. Errors as in `encode_prefixes`."""
    return given(payload(tokenizer, text), labels(), **around)


def payload(tokenizer: MergeTokenizer, text: str) -> Frames:
    """Return all frames of a text: at frame n, n characters are typed. Errors as in `encode_prefixes`."""
    steps = prompt_steps(tokenizer, text)
    picture = _FrameBuilder(tokenizer, steps)
    frames = [picture.frame(done) for done in range(len(steps) + 1)]
    return {
        "steps": len(steps),
        "first": 0,
        "frames": frames,
        "merges": [picture.history_item(step) for step in steps],
        "firstMerge": 0,
        "moreWords": 0,
        "text": None,
        "code": None,
        "aligned": True,
        "columns": [],
        "listed": True,
        "special": [],
        **picture.tokens.token_texts([]),
        "usual": "text",
    }


class _FrameBuilder:
    """Builds the frames of a text, and the table of their tokens."""

    def __init__(self, tokenizer: MergeTokenizer, steps: Sequence[PromptStep]) -> None:
        self.tokenizer = tokenizer
        self.steps = steps
        self.most_back = max((len(step.healing[:MAX_STEPS_BACK]) for step in steps), default=0)
        self.tokens = FrameTokens(
            tokenizer.vocabulary,
            byte_level=tokenizer.byte_level,
            special=tokenizer.tokens_by_name,
            byte_of_token=tokenizer.byte_of_token,
        )
        nothing = TypedRow(places=[0], widths=[0], bounds=[0], changed=0)
        self.rows = list(accumulate((step.typed for step in steps), self.as_row, initial=nothing))[1:]
        self.starts = [0, *row_starts(self.rows, [self.row_count(step) for step in steps])]

    def as_row(self, before: TypedRow, step: TypedPrefix) -> TypedRow:
        """Return the row of a text, given that before its last character: tokens that stay are measured once."""
        kept = before.bounds[bisect_right(before.bounds, step.kept) - 1]
        tokens = step.tokens[kept:]
        numbers = [self.tokens[token] for token in tokens]
        data = [self.tokens.bytes_of(number) for number in numbers]
        widths = [_width(self.tokens.rows[number][1]) for number in numbers]
        for first, _last, name in split_characters(data):
            widths[first] += 1 + round(0.6 * _width(name))  # it stands before the tokens, in narrower type
        begins = [kept + place for place, one in enumerate(data) if not continues_character(one)]
        return TypedRow(
            places=[*before.places[:kept], *accumulate(map(len, tokens), initial=before.places[kept])],
            widths=[*before.widths[:kept], *accumulate(widths, initial=before.widths[kept])],
            bounds=[*(place for place in before.bounds if place < kept), *begins] or [0],
            changed=step.kept,
        )

    def row_count(self, now: PromptStep | None) -> int:
        """Return how many characters have rows; with those of endings, each frame has as many."""
        return ROWS + self.most_back - (len(now.healing[:MAX_STEPS_BACK]) if now else 0)

    def frame(self, done: int) -> Frame:
        """Return the frame after this many characters."""
        steps, now = self.steps, self.steps[done - 1] if done else None
        coming = [self.tokens[self.text(step.character)] for step in steps[done:]]
        count = len(now.typed.tokens) if now else 0
        backs = now.healing[:MAX_STEPS_BACK] if now else ()
        rows, start = self.row_count(now), self.starts[done]
        shown = range(max(0, done - rows), done)
        return frame_json(
            self.tokens,
            done=self.last_step_text(now) if now else _start_text(len(steps)),
            next=self.continuations_text(now) if now else _("“Next” types the first character."),
            words=[
                *(self.typed_row(place, start, is_last=place == done - 1) for place in shown),
                *(self.upcoming_row(number) for number in range(done, min(rows, len(steps)))),
                *(self.healing_row(back, done - 1, start) for back in backs),
            ],
            board=[],
            chips=[(one, "") for one in coming[:MAX_CONTINUATIONS]],
            hidden=max(0, len(coming) - MAX_CONTINUATIONS),
            titles=(
                ngettext("{count} character to come", "{count} characters to come", len(coming)).format(
                    count=localized_number(len(coming))
                ),
                _count_title(count, self.rows[done - 1].first(start, count) if now else 0),
            ),
        )

    def text(self, text: str) -> QuotedText:
        """Return a text that is not a token in the form in which the table lists tokens."""
        return QuotedText(to_byte_symbols(text) if self.tokenizer.byte_level else text, False)

    def healed_text(self, back: HealingCandidate) -> str:
        """Return the text of tokens that healing removes, in the form in which the table lists tokens."""
        return "".join(back.tokens)

    def typed_row(self, place: int, start: int, *, is_last: bool) -> WordRow:
        """Return the row of the tokens at the end of the text after a character, with the new ones marked."""
        step, shape = self.steps[place], self.rows[place]
        tokens = step.typed.tokens
        first = shape.first(start, step.typed.kept)
        label = _("“{character}” {change}").format(
            character=isolate(make_visible(step.character)), change=_short_change(step.typed)
        )
        new = range(step.typed.kept - first, len(tokens) - first)
        row = number_row([self.tokens[token] for token in tokens[first:]], label, new=new)
        following: WordRow = {**row, "after": self.upcoming_characters(place, shape.width_from(first)), "follow": ""}
        if first:
            following["before"] = "…"
        if first and is_last:
            following["whole"] = "".join(each.character for each in self.steps[: place + 1])
        if step.healing:
            number = step.healing[0].found.number
            following["follow"] = localized_number(number)
            following["share"] = number / len(self.tokenizer.vocabulary)
        return with_character_groups(following, self.tokens.bytes_of)

    def upcoming_row(self, number: int) -> WordRow:
        """Return the row of a character that is still to come: what will be typed by then, in no tokens yet."""
        characters = [step.character for step in self.steps[: number + 1]]
        label = _("“{character}” {change}").format(character=isolate(make_visible(characters[-1])), change="?")
        row = number_row([self.tokens[self.text(character)] for character in characters], label)
        return {**row, "after": self.upcoming_characters(number, _width("".join(characters))), "follow": "?"}

    def upcoming_characters(self, place: int, width: int) -> str:
        """Return the characters after one for which a row has room, after tokens of this width."""
        coming = [make_visible(step.character) for step in self.steps[place + 1 : place + 1 + ROOM]]
        ends = list(accumulate(map(_width, coming), initial=width))[1:]
        return "".join(character for character, end in zip(coming, ends, strict=True) if end <= ROOM)

    def healing_row(self, back: HealingCandidate, place: int, start: int) -> WordRow:
        """Return the row of the first tokens that could replace the removed ones, after those that stay."""
        tokens, shape = self.steps[place].typed.tokens, self.rows[place]
        end = len(tokens) - len(back.tokens)
        begin = shape.first(start, end)
        stay = tokens[begin:end]
        found = [self.tokens[self.tokenizer.token(token_id)] for token_id in back.found.first]
        widths = accumulate((_width(self.tokens.rows[number][1]) for number in found), initial=shape.widths[end])
        first = [number for number, left in zip(found, widths, strict=False) if left - shape.widths[begin] <= ROOM]
        text = token_label(self.tokenizer, self.healed_text(back))
        text = named(text if len(text) <= LABEL else f"…{text[1 - LABEL :]}")  # the row shows where it begins
        label = _("↩ “{text}”: {count}").format(text=text, count=localized_number(back.found.number))
        row = number_row([*(self.tokens[token] for token in stay), *first], label)
        return {
            **row,
            "before": "…" if begin else "",
            "after": "…" if back.found.number > len(first) else "",
            "offered": True,
            "kept": len(stay),
            "share": back.found.number / len(self.tokenizer.vocabulary),
        }

    def history_item(self, step: PromptStep) -> HistoryItem:
        """Return the entry of a character in the list of steps: its last token, and the work it took."""
        tokens = step.typed.tokens
        return {
            "parts": [self.tokens[self.text(step.character)]],
            "made": self.tokens[tokens[-1]] if tokens else None,
            "value": change_text(step.typed),
            "sum": work_text(step.typed),
        }

    def last_step_text(self, now: PromptStep) -> str:
        step, before = now.typed, self.tokens_before(now)
        gone = before[step.kept :]
        return join_sentences(
            _("“{character}” is typed.").format(character=name_text(self.text(now.character).text)),
            ngettext(
                "The last token is gone: {tokens}.", "The last {count} tokens are gone: {tokens}.", len(gone)
            ).format(count=localized_number(len(gone)), tokens=_last_tokens_text(gone))
            if gone
            else "",
            ngettext("New at the end: {tokens}.", "{count} new ones at the end: {tokens}.", step.new).format(
                count=localized_number(step.new), tokens=_last_tokens_text(step.tokens[step.kept :])
            )
            if step.new
            else "",
            _("Nothing else changes.") if before and step.kept else "",
        )

    def tokens_before(self, now: PromptStep) -> Sequence[str]:
        """Return the tokens before a character was typed."""
        place = next(place for place, step in enumerate(self.steps) if step is now)
        return self.steps[place - 1].typed.tokens if place else ()

    def continuations_text(self, now: PromptStep) -> str:
        if not now.healing:
            return ""
        last, *further = now.healing
        return join_sentences(
            ngettext(
                "In the vocabulary, {count} token begins with the last one, “{token}”.",
                "In the vocabulary, {count} tokens begin with the last one, “{token}”.",
                last.found.number,
            ).format(count=localized_number(last.found.number), token=name_token(last.tokens[0])),
            *(
                ngettext(
                    "Taking back more, “{text}”: {count} token.",
                    "Taking back more, “{text}”: {count} tokens.",
                    back.found.number,
                ).format(count=localized_number(back.found.number), text=name_text(self.healed_text(back)))
                for back in further[: MAX_STEPS_BACK - 1]
            ),
        )


def _width(text: str) -> int:
    """Return how many characters wide a text is."""
    return sum(2 if sign >= WIDE else 1 for sign in text)


def _last_tokens_text(tokens: Sequence[str]) -> str:
    """Return the last few tokens for a sentence."""
    return join_list(["…"] * (len(tokens) > NAMED) + quote_tokens(tokens[-NAMED:]))


def _start_text(count: int) -> str:
    return ngettext(
        "Start: nothing is typed yet. The text has {count} character.",
        "Start: nothing is typed yet. The text has {count} characters.",
        count,
    ).format(count=localized_number(count))


def _count_title(count: int, omitted: int) -> str:
    """Return how many tokens a text has, and how many of them no row shows."""
    title = ngettext("{count} token so far", "{count} tokens so far", count).format(count=localized_number(count))
    return _("{title}, {count} not shown").format(title=title, count=localized_number(omitted)) if omitted else title


def change_text(step: TypedPrefix) -> str:
    """Return how many tokens at the end changed, and to how many."""
    if step.replaced_tokens:
        return ngettext("{gone} token → {new}", "{gone} tokens → {new}", step.replaced_tokens).format(
            gone=localized_number(step.replaced_tokens), new=localized_number(step.new)
        )
    return ngettext("{count} new token", "{count} new tokens", step.new).format(count=localized_number(step.new))


def _short_change(step: TypedPrefix) -> str:
    """Return the change in short form: 2 → 1, or +1."""
    return (
        f"{localized_number(step.replaced_tokens)} → {localized_number(step.new)}"
        if step.replaced_tokens
        else f"+{localized_number(step.new)}"
    )


def work_text(step: TypedPrefix) -> str:
    """Return how many pairs were looked up for the new tokens, and how many encoding from scratch would look up."""
    return _("Pairs looked up: {pairs}; from scratch: {anew}.").format(
        pairs=localized_number(step.lookups.pairs), anew=localized_number(step.full_lookups)
    )


def labels() -> Labels:
    """Return the labels around the frames."""
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
        "follow": _("Tokens that begin with the last one"),
    }
