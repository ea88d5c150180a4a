"""Where a prompt ends: the tokens that may follow it, with and without a space, and those across its end."""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, islice, pairwise
from typing import Any

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.number_rows import bar_of_shares
from ui.course.pictures.shapes import (
    BAR_HUE,
    TYPE,
    WIDTH,
    Frame,
    Mark,
    Tile,
    caption,
    dialled,
    drawing,
    label,
    shape,
    text_from,
    tiles_from,
)
from ui.course.values.app_links import bpe_tokenizer, name_of
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture
from ui.tokenization.prompt_frames import prefix_index

UPPER, DEEP = 70, 400  # top edge of the vocabulary below a prompt, and its foot
EXAMPLES = 30  # of its tokens, at most
LINES, LINE = 5, 54  # of these, and from one to the next
PART, KEPT = 0.2, 0.8  # probabilities in an example: of a token, and of all with a space
MOST_ENDS = 12  # of the prompt, to choose from
NARROW = 22  # least width of a character
ROW = 94  # from one row of tokens to the next
TALL = 46  # of a token in a row


@picture
def next_tokens(_text: str, of: str, prompt: str, word: str) -> Picture:
    """The tokens that may follow a prompt: without a space at its end, with one, and after token healing."""
    return _Endings(of, prompt, word).picture()


@picture
def ends_of_a_prompt(_text: str, of: str, text: str, shortest: str, chosen: str) -> Picture:
    """A text whose start is the prompt, up to the character that readers choose: its tokens, and those of the rest."""
    for start, longer in ((shortest, chosen), (chosen, text)):
        if not start or not longer.startswith(start):
            raise ValueError(
                f"“{longer}” does not start with “{start}”. Give the text, a short start, and a longer one."
            )
    if len(text) * NARROW > WIDTH:
        raise ValueError(f"“{text}” has {len(text)} characters, but there is room for {WIDTH // NARROW}. Shorten it.")
    if (ends := len(text) - len(shortest) + 1) > MOST_ENDS:
        raise ValueError(f"After “{shortest}”, there are {ends} ends to choose from, but {MOST_ENDS} fit. Start later.")
    return _Ends(of, text).picture(range(len(shortest), len(text) + 1), len(chosen))


class _Ends:
    """A text in characters, and below them its tokens: of all of it, of the prompt and the rest, and after healing."""

    def __init__(self, of: str, text: str) -> None:
        self.of, self.text = of, text
        self.tokenizer = bpe_tokenizer(of)
        self.pitch = (WIDTH - 2) / len(text)
        self.spacing = round(self.pitch - TYPE, 1)
        self.whole = self._encode(text)

    def _encode(self, text: str) -> list[int]:
        """Return the ids of a part of the text. Raise ValueError if not each character is in one of their tokens."""
        ids = encoded(self.of, text)
        if sum(map(self._length, ids)) != len(text):
            raise ValueError(f"“{text}” has tokens that are not whole characters. Choose a text without such tokens.")
        return ids

    def _length(self, token_id: int) -> int:
        return len(id_label(self.tokenizer, token_id))

    def picture(self, ends: Sequence[int], start: int) -> Picture:
        frames = [self._prompt_frame(end, ends) for end in ends]
        drawn = drawing(
            _("Move the prompt’s end"),
            _(
                "The characters of a text, of which those in the prompt have a colour. Below them, the tokens of the "
                "whole text; those of the prompt and of the rest, cut apart; and those after token healing. A line "
                "shows where the prompt ends."
            ),
            (WIDTH, 3 * ROW + 86),
            frames,
        )
        values, hint = [localized_number(end) for end in ends], _("Click where the prompt ends.")
        return dialled(drawn, _("Characters"), values, ends.index(start), hint=hint)

    def _prompt_frame(self, end: int, ends: Sequence[int]) -> Frame:
        """Return the text with the prompt's end after so many characters."""
        prompt, rest = self._encode(self.text[:end]), self._encode(self.text[end:])
        back = prompt[-1]
        index = prefix_index(self.tokenizer)
        kept = end - self._length(back)
        healed = self._encode(self.text[kept:])
        if self._length(healed[0]) < end - kept:  # it doesn't begin with what was taken back, which has to stay
            healed = [back, *rest]
        values = {
            "end": id_label(self.tokenizer, back),
            "rest": join_quoted([id_label(self.tokenizer, one) for one in rest]),
            "next": id_label(self.tokenizer, healed[0]),
        }
        if [*prompt, *rest] == self.whole:
            sentence = (
                _("The prompt ends where a token ends. The rest is {rest}: nothing to heal.")
                if rest
                else _("The prompt is the whole text, so no token is cut.")
            )
        else:
            number = index.continuing([self.tokenizer.token(back)]).number
            sentence = join_sentences(
                _("After “{end}”, the rest would have to be {rest}."),
                ngettext(
                    "Token healing takes “{end}” back: {count} token begins with it, “{next}”.",
                    "Token healing takes “{end}” back: {count} tokens begin with it, one of them “{next}”.",
                    number,
                ),
            )
            values["count"] = localized_number(number)
        return sentence.format(**values), self._shapes(end, ends, [*prompt, *rest], [*prompt[:-1], *healed])

    def _shapes(self, end: int, ends: Sequence[int], cut: Sequence[int], healed: Sequence[int]) -> list[PictureShape]:
        titles = (
            _("The text"),
            _("The whole text’s tokens"),
            _("The prompt’s tokens, then the rest’s"),
            _("After token healing"),
        )
        shapes = [label(f"title{row}", (2, 14 + ROW * row), title) for row, title in enumerate(titles)]
        for place, character in enumerate(make_visible(self.text)):
            at = (1 + self.pitch * (place + 0.5), 56)
            hue = BAR_HUE if place < end else None
            one = shape(f"letter{place}", "cell", at, (self.pitch - 2, TALL), text=character, hue=hue)
            shapes.append(one | {"to": ends.index(place + 1)} if place + 1 in ends else one)
        known = {*self._spans(cut)}
        for row, ids in enumerate((self.whole, cut, healed), 1):
            for token_id, (start, stop) in zip(ids, self._spans(ids), strict=True):
                mark: Mark = ""
                if row == 1 and start < end < stop:
                    mark = "now"
                elif row == 3 and (start, stop) not in known:
                    mark = "best"
                at = (1 + self.pitch * (start + stop) / 2, 56 + ROW * row)
                size = (self.pitch * (stop - start) - 4, TALL)
                shapes.append(
                    shape(f"{row}:{start}-{stop}", "tile", at, size, **self._tile_values(token_id), mark=mark)
                )
        shapes.append(shape("end", "line", (min(1 + self.pitch * end, WIDTH - 3), 28), (0, 3 * ROW + 56), mark="now"))
        return shapes

    def _tile_values(self, token_id: int) -> dict[str, Any]:
        """Return how a token is written, its characters below those of the text."""
        return {"text": id_label(self.tokenizer, token_id), "hue": token_hue(token_id), "spacing": self.spacing}

    def _spans(self, ids: Sequence[int]) -> list[tuple[int, int]]:
        """Return where in the text each token starts and ends."""
        return [*pairwise(accumulate(map(self._length, ids), initial=0))]


def _is_bare(token: str) -> bool:
    """Return whether a token is several small letters, without a space."""
    return re.fullmatch("[a-z]{2,}", token) is not None


class _Endings:
    """A prompt with three ends, and below it the vocabulary in two parts, of which one or both may follow."""

    def __init__(self, of: str, prompt: str, word: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        index = prefix_index(self.tokenizer)
        (space,), (joined,), whole = encoded(of, " "), encoded(of, f" {word}"), encoded(of, word)
        found = index.continuing([self.tokenizer.token(space)], EXAMPLES + 2)
        self.with_space, self.without = found.number, self.tokenizer.vocab_size - found.number
        spaced = [joined, *(one for one in found.first if one not in (space, joined))]
        vocabulary = self.tokenizer.vocabulary
        bare = [*whole[:1], *islice((one for token, one in vocabulary.items() if _is_bare(token)), EXAMPLES)]
        self.examples = [self._tiles(dict.fromkeys(ids)) for ids in (spaced, bare)]
        self.prompt, self.space = self._tiles(encoded(of, prompt)), self._tiles([space])
        self.values = {
            "prompt": prompt,
            "tokenizer": name_of(of),
            "word": id_label(self.tokenizer, joined),
            "with_space": localized_number(self.with_space),
            "without": localized_number(self.without),
            "part": localized_percent(PART),
            "kept": localized_percent(KEPT),
            "now": localized_percent(PART / KEPT),
        }

    def _tiles(self, ids: Iterable[int]) -> list[Tile]:
        return [(id_label(self.tokenizer, one), str(one), token_hue(one)) for one in ids]

    def picture(self) -> Picture:
        sentences = [
            _("The prompt “{prompt}” in {tokenizer}’s tokens, and below it the vocabulary. Which tokens can follow?"),
            _(
                "With no space at the end, any token can follow. {with_space} tokens bring the space along. “{word}” "
                "is one of them."
            ),
            _(
                "A space is there already. {with_space} tokens begin with one, and would add a second. The other "
                "{without} don’t."
            ),
            _("Token healing takes the space back, and only tokens that begin with it may follow."),
            _(
                "An example: “{word}” had {part}, and all tokens with a space {kept} together. Only these are kept, so "
                "“{word}” now has {now}."
            ),
        ]
        # After a space, a token with another one may follow, but hardly ever does.
        ends = (((True, True), False, False), ((True, True), False, True), ((False, True), True, True))
        pictures = [self._end(*one) for one in (*ends, ((True, False), True, True))]
        return drawing(
            _("What can come next"),
            _(
                "A prompt’s tokens with the one that comes next, and below them the vocabulary in two parts: tokens "
                "with a space and those without. A part that can’t follow is dotted. At the end, two bars: the "
                "probabilities before token healing and after it."
            ),
            (WIDTH, DEEP),
            [
                (sentence.format(**self.values), one)
                for sentence, one in zip(sentences, [*pictures, self._shares()], strict=True)
            ],
        )

    def _end(self, may_follow: tuple[bool, bool], has_space: bool, is_known: bool) -> list[PictureShape]:
        """Return the prompt with one of its ends, and the two parts of the vocabulary."""
        shapes = self._prompt(has_space=has_space, following=may_follow if is_known else None)
        left = 1.0
        names = (_("{count} tokens with a space"), _("{count} without"))
        for part, count in enumerate((self.with_space, self.without)):
            wide = (WIDTH - 2) * count / (self.with_space + self.without) - 4
            mark: Mark = "" if may_follow[part] else "dim"
            its: Mark = "now" if is_known and may_follow[part] else mark
            at, size = (left + wide / 2, (UPPER + DEEP) / 2), (wide, DEEP - UPPER - 2)
            shapes.append(shape(f"part{part}", "node", at, size, mark=its))
            name = names[part].format(count=localized_number(count))
            shapes.append(label(f"count{part}", (left + 12, UPPER + 22), name, its))
            shapes += self._inside(part, left + 12, left + wide - 8, mark)
            left += wide + 8
        return shapes

    def _inside(self, part: int, left: float, right: float, mark: Mark) -> list[PictureShape]:
        """Return some tokens of a part, in as many lines as have room, and “…”."""
        shapes: list[PictureShape] = []
        for line in range(LINES):
            x, y = left, UPPER + 66 + LINE * line
            room = right - (TYPE + 8 if line == LINES - 1 else 0)
            for tile in self.examples[part][len(shapes) :]:
                (one,) = tiles_from(f"example{part}:{len(shapes)}", (x, y), [tile])
                if x + one["size"][0] > room:
                    break
                shapes.append(one | {"mark": mark})
                x += one["size"][0] + 8
        return [*shapes, text_from(f"more{part}", (x, y), "…", mark)]

    def _prompt(self, *, has_space: bool, following: tuple[bool, bool] | None) -> list[PictureShape]:
        """Return the prompt’s tokens and the next one: the word, with a space if tokens with one may follow."""
        is_healed = has_space and following == (True, False)
        tiles = [*self.prompt, *(self.space if has_space else [])]
        shapes = tiles_from("prompt", (2, 30), tiles)
        if is_healed:  # the removed space has no colour
            shapes[-1] |= {"hue": None, "mark": "dim"}
        x = shapes[-1]["at"][0] + shapes[-1]["size"][0] / 2 + 10
        shapes.append(shape("to", "arrow", (x, 30), (30, 0)))
        (found,) = tiles_from("next", (x + 42, 30), [self.examples[0 if following is None or following[0] else 1][0]])
        end = found["at"][0] + found["size"][0] / 2
        if end > WIDTH or any(one["at"][1] > 30 for one in shapes):
            written = "".join(text for text, _note, _hue in tiles)
            raise ValueError(f"no room for the tokens of “{written}” and the next one. Shorten the prompt.")
        if following is None:
            return [*shapes, found | {"text": "?", "note": "", "hue": None, "mark": "later"}]
        return [*shapes, found | {"mark": "now"}]

    def _shares(self) -> list[PictureShape]:
        """Return an example of probabilities before token healing, and after it."""
        shapes = self._prompt(has_space=True, following=(True, False))
        (word,), rest = self.examples[0][:1], 1 - KEPT
        hue = word[2] or 0
        wide, kept = WIDTH - 4, (WIDTH - 4) * KEPT
        before, after = UPPER + 84, UPPER + 236  # middles of the bars
        shapes += [
            label("before", (2, UPPER + 18), _("Before: all tokens")),
            label("after", (2, after + 50), _("After: only those with a space"), "now"),
            shape("names0", "text", (2 + wide * PART / 2, before - 44), text=word[0]),
            caption("names1", (2 + wide * (PART + KEPT) / 2, before - 44), _("with a space")),
            caption("names2", (2 + wide * (KEPT + 1) / 2, before - 44), _("without")),
        ]
        *first, left_out = bar_of_shares(
            "before:", (2, before), (wide, 56), [(PART, hue), (KEPT - PART, BAR_HUE), (rest, 0)]
        )
        result, others = bar_of_shares(
            "after:", (2, after), (wide, 56), [(PART / KEPT, hue), (1 - PART / KEPT, BAR_HUE)]
        )
        shapes += [*first, left_out | {"hue": None, "mark": "dim"}, result | {"mark": "now"}, others]
        top, foot = before + 30, after - 30
        for key, start, end in (("kept", kept, wide), ("word", wide * PART, wide * PART / KEPT)):
            shapes.append(shape(f"to:{key}", "line", (2 + start, top), (end - start, foot - top)))
        return shapes
