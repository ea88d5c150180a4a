"""Where a prompt ends: the tokens that may follow it, with and without a space, and those across its end."""

import re
from collections.abc import Sequence
from itertools import accumulate, islice, pairwise
from typing import Any

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    BAR_HUE,
    TYPE,
    WIDTH,
    Frame,
    Mark,
    Tile,
    dialled,
    drawing,
    label,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer, name_of
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture
from ui.tokenization.prompt_frames import prefix_index

ENDING = 140  # height of the section for one end of the prompt
BAR = 26
OTHERS = 4  # other tokens shown that may come next
LEAST_END = 4  # letters of those that make the prompt’s last word longer
OR = 22  # from one of them to the next, with a slash between them
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
    """Three ends of a prompt, one below the other, each with its next token and the share of tokens that may follow."""

    def __init__(self, of: str, prompt: str, word: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        index = prefix_index(self.tokenizer)
        (space,), (joined,) = encoded(of, " "), encoded(of, f" {word}")
        found = index.continuing([self.tokenizer.token(space)], OTHERS + 2)
        self.with_space, self.without = found.number, self.tokenizer.vocab_size - found.number
        spaced = [one for one in found.first if one not in (space, joined)][:OTHERS]
        vocabulary = self.tokenizer.vocabulary
        bare = [*islice((one for token, one in vocabulary.items() if _is_bare(token)), OTHERS)]
        last = self.tokenizer.token(encoded(of, prompt)[-1])
        ends = [token[len(last) :] for token in vocabulary if token.startswith(last)]
        longer = sorted(
            vocabulary[end] for end in ends if len(end) >= LEAST_END and _is_bare(end) and end in vocabulary
        )
        mixed = [one for pair in zip(spaced, [*longer, *bare], strict=False) for one in pair][:OTHERS]
        self.others = [[(text, "", hue) for text, _id, hue in self._tiles(ids)] for ids in (mixed, bare, spaced)]
        self.prompt = self._tiles(encoded(of, prompt))
        self.space = self._tiles([space])
        self.next = (self._tiles([joined]), self._tiles(encoded(of, word)), self._tiles([joined]))
        self.values = {
            "prompt": prompt,
            "tokenizer": name_of(of),
            "word": id_label(self.tokenizer, joined),
            "with_space": localized_number(self.with_space),
            "without": localized_number(self.without),
        }

    def _tiles(self, ids: Sequence[int]) -> list[Tile]:
        return [(id_label(self.tokenizer, one), str(one), token_hue(one)) for one in ids]

    def picture(self) -> Picture:
        sentences = [
            _("The prompt “{prompt}” in {tokenizer}’s tokens, with three ends. Which tokens can follow?"),
            _(
                "With no space at the end, any token can follow. {with_space} tokens bring the space along. “{word}” "
                "is one of them."
            ),
            _(
                "A space is there already. {with_space} tokens begin with one, and would add a second. The other "
                "{without} don’t."
            ),
            _("Token healing takes the space back, and only tokens that begin with it may follow."),
        ]
        frames: list[Frame] = [
            (sentence.format(**self.values), self._frame(step)) for step, sentence in enumerate(sentences)
        ]
        return drawing(
            _("What can come next"),
            _(
                "Three rows, one for each end of the prompt: its tokens with the one that comes next, and below them "
                "all tokens of the vocabulary as a bar, with and without a space, in which those that may follow are "
                "filled."
            ),
            (WIDTH, 3 * ENDING - 24),
            frames,
        )

    def _frame(self, step: int) -> list[PictureShape]:
        titles = (_("No space at the end"), _("A space at the end"), _("The space taken back"))
        # After a space, a token with another one may follow, but hardly ever does.
        may_follow = ((True, True), (False, True), (True, False))
        shapes: list[PictureShape] = []
        for row, title in enumerate(titles):
            top, is_known = row * ENDING, row < step
            mark: Mark = "now" if row == step - 1 else ""
            shapes.append(label(f"{row}:title", (2, top + 14), title, mark))
            if row:
                shapes.append(shape(f"{row}:rule", "line", (0, top - 10), (WIDTH, 0), mark="dim"))
            shapes += self._prompt(row, top + 52, is_known=is_known)
            shapes += self._bar(
                row, top + 100, may_follow[row] if is_known else (False, False), is_left_out=is_known and row > 1
            )
        return shapes

    def _prompt(self, row: int, y: float, *, is_known: bool) -> list[PictureShape]:
        """Return the prompt’s tokens and the next one, whose place is reserved before it is known."""
        tiles = [*self.prompt, *(self.space if row else [])]
        marks: list[Mark] = ["" for _token in self.prompt]
        marks.append("dim" if row > 1 else "")
        shapes = tiles_from(f"{row}:", (2, y), tiles, marks)
        if row > 1:  # the removed space has no colour
            shapes[-1] |= {"hue": None}
        x = shapes[-1]["at"][0] + shapes[-1]["size"][0] / 2 + 8
        shapes.append(shape(f"{row}:to", "arrow", (x, y), (26, 0)))
        found = tiles_from(f"{row}:next", (x + 36, y), self.next[row], ["now"] * len(self.next[row]))
        if not is_known:
            return [*shapes, *(one | {"text": "?", "note": "", "hue": None, "mark": "later"} for one in found)]
        end = found[-1]["at"][0] + found[-1]["size"][0] / 2
        last = width_of("/ …")
        others: list[PictureShape] = []
        for place, other in enumerate(self.others[row]):  # as many as fit on the line, with “…”
            (tile,) = tiles_from(f"{row}:other{place}", (end + OR, y), [other])
            if end + OR + tile["size"][0] + (OR - TYPE) / 2 + last > WIDTH:
                break
            others += [text_from(f"{row}:or{place}", (end + (OR - TYPE) / 2, y), "/"), tile]
            end += OR + tile["size"][0]
        return [*shapes, *found, *others, text_from(f"{row}:more", (end + (OR - TYPE) / 2, y), "/ …")]

    def _bar(self, row: int, y: float, may_follow: tuple[bool, bool], *, is_left_out: bool) -> list[PictureShape]:
        """Return all tokens as a bar with two parts, with and without a space: those that may follow are counted."""
        shapes: list[PictureShape] = []
        start = 1.0
        whole = self.with_space + self.without
        names = (_("{count} tokens with a space"), _("{count} without"))
        for part, count in enumerate((self.with_space, self.without)):
            width = (WIDTH - 2) * count / whole
            mark: Mark = "dim" if is_left_out and not may_follow[part] else ""
            hue = BAR_HUE if may_follow[part] else None
            shapes.append(shape(f"{row}:part{part}", "cell", (start + width / 2, y), (width, BAR), hue=hue, mark=mark))
            if all(may_follow) and not part:
                shapes.append(
                    label(f"{row}:all", (start + 10, y), _("all {count} tokens").format(count=localized_number(whole)))
                )
            elif may_follow[part] and not all(may_follow):
                name = names[part].format(count=localized_number(count))
                shapes.append(label(f"{row}:count{part}", (start + 10, y), name))
            start += width
        return shapes
