"""Tokens and the parts they are built from: tokens lost with a removed one, and tokens that cross word boundaries."""

from collections.abc import Collection, Mapping, Sequence

from bpe_engine import BPETokenizer, Training
from bpe_engine.bpe.encoding import LEFT_FACTOR
from bpe_engine.bpe.training import BPEState
from bpe_engine.bpe.vocabulary_editing import remove_tokens
from bpe_engine.notebook import token_hue
from bpe_engine.superbpe.options import SuperBPEOptions
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    ONE_LINE,
    PADDING,
    WIDTH,
    Frame,
    Mark,
    Tile,
    drawing,
    label,
    label_width,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer, training_at
from ui.course.values.tokenizer_values import single_id
from ui.course.values.value_registry import picture, token_count_text

MOST_CHILDREN = 6  # most tokens drawn that are built directly from the removed one
MOST_TRIED = 30  # of those, in search of some that fit
LINE = 48
HEAD = 30  # height of the names of the columns
BLUE = 7  # an id whose hue is blue
APART = 36  # room for a cross between tokens that may not merge


@picture
def dying_tokens(_text: str, of: str, removed: str, kept: str) -> Picture:
    """The tokens that are lost with a removed one, those that spell them instead, and one that stays."""
    return _Dying(of, removed, kept).picture()


class _Dying:
    """A removed token, next to it the tokens built directly from it, and next to these those built from them.

    In the last frame, each of those built directly is followed by the tokens that now spell it.
    """

    def __init__(self, of: str, removed: str, kept: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        self.root, self.staying = single_id(of, removed), single_id(of, kept)
        table = self.tokenizer.table
        self.parts = {
            table.ids[product]: [table.ids[one] for one in divmod(pair, LEFT_FACTOR)]
            for pair, product in zip(table.pairs, table.products, strict=True)
        }
        if unmade := next(
            (one for one, made in ((removed, self.root), (kept, self.staying)) if made not in self.parts), ""
        ):
            raise ValueError(f"no merge makes “{unmade}”. Choose a token that is built from others.")
        removal = remove_tokens(self.tokenizer, [self.root])
        self.lost, self.left = removal.lost, removal.tokenizer
        if not self.lost:
            raise ValueError(f"no token is built from “{removed}”. Choose one that others are built from.")
        if self.staying in (self.root, *self.lost):
            raise ValueError(f"“{kept}” does not stay without “{removed}”. Choose a token that is built from others.")
        self.below = _built_from(self.tokenizer, {self.root, *self.lost})
        self.direct = sorted(self.below.get(self.root, ()), key=lambda one: (-len(self.below.get(one, ())), one))
        self.second = max(width_of(self.label(one)) for one in (self.root, self.staying)) + 40
        self.children = self._children_that_fit()
        if not self.children:
            raise ValueError(f"too wide to draw: “{removed}” and the tokens that are built from it")
        self.third = self._third_column(self.children)
        self.foot = HEAD + LINE * len(self.children)

    def label(self, token_id: int) -> str:
        return id_label(self.tokenizer, token_id)

    def _third_column(self, children: Sequence[int]) -> float:
        return self.second + max(width_of(self.label(one)) for one in children) + 44

    def _children_that_fit(self) -> list[int]:
        """Return the first tokens built directly from the removed one for which the spelling fits next to them."""
        found, widest = list[int](), max(map(label_width, (_("Built from those"), _("Now spelled"))))
        for child in self.direct[:MOST_TRIED]:
            wide = max(widest, sum(width_of(name) + PADDING + 6 for name, _note, _hue in self._spelling(child)) - 6)
            if self._third_column([*found, child]) + wide <= WIDTH:
                found.append(child)
                widest = wide
        return found[:MOST_CHILDREN]

    def picture(self) -> Picture:
        direct, later = len(self.direct), len(self.lost) - len(self.direct)
        values = {"token": self.label(self.root), "kept": self.label(self.staying)}
        sentences = [
            _("“{token}” is removed. Can all other tokens still be made?").format(**values),
            ngettext(
                "{count} token is built directly from “{token}”.",
                "{count} tokens are built directly from “{token}”.",
                direct,
            ).format(count=localized_number(direct), **values),
            self._later_text(later, direct + later),
            _("“{kept}” is built from other parts, so it stays.").format(**values),
            _("No text is lost: what used to be one token is now spelled with several.").format(**values),
        ]
        return drawing(
            _("What has to go with “{token}”").format(**values),
            _(
                "The removed token, and in lists below each token those that are built from it. At the end, the tokens "
                "that spell them instead."
            ),
            (WIDTH, self.foot + 1.8 * LINE),
            [(sentence, self._frame(step)) for step, sentence in enumerate(sentences)],
        )

    def _later_text(self, later: int, lost: int) -> str:
        more = ngettext("{count} more is built from those.", "{count} more are built from those.", later)
        together = ngettext(
            "In all, {count} token goes with “{token}”.", "In all, {count} tokens go with “{token}”.", lost
        ).format(count=localized_number(lost), token=self.label(self.root))
        return join_sentences(*([more.format(count=localized_number(later))] if later else []), together)

    def _frame(self, step: int) -> list[PictureShape]:
        marks: list[Mark] = ["next" if step == when else "dim" for when in (0, 1, 2)]
        middle = (HEAD + self.foot) / 2
        root, edge = 2 + width_of(self.label(self.root)) + PADDING, self.second - 18
        shapes = [
            *tiles_from("root", (2, middle), [self.tile(self.root, step > 0)], [marks[0]]),
            *self._heads(step),
            *self._surviving_token(step),
        ]
        if not step:  # nothing tells yet which of the others are built from it
            for row, child in enumerate(self.children):
                y = HEAD + LINE * (row + 0.5)
                shapes += tiles_from(f"child{row}:", (self.second, y), [self.tile(child, False)])
                shapes += tiles_from(
                    f"{row}:", (self.third, y), self._first_that_fit(self.below.get(child, ()), is_gone=False)
                )
            return shapes
        shapes += [
            shape("stem", "line", (root, middle), (edge - root, 0)),
            shape("spine", "line", (edge, HEAD + LINE / 2), (0, self.foot - HEAD - LINE)),
        ]
        drawn = len(self.children)
        for row, child in enumerate(self.children):
            y = HEAD + LINE * (row + 0.5)
            shapes.append(shape(f"branch{row}", "line", (edge, y), (18, 0)))
            name = self.tile(child, step > 1)
            shapes += tiles_from(f"child{row}:", (self.second, y), [name], [marks[1]])
            left = self.second + width_of(name[0]) + PADDING
            if step > 3:
                shapes.append(shape(f"now{row}", "arrow", (left + 6, y), (self.third - left - 12, 0)))
                shapes += tiles_from(f"now{row}:", (self.third, y), self._spelling(child))
                continue
            shown = self._first_that_fit(self.below.get(child, ()), is_gone=step > 2) if step > 1 else []
            drawn += len(shown)
            shapes += [shape(f"twig{row}", "line", (left, y), (self.third - left, 0))] if shown else []
            shapes += tiles_from(f"{row}:", (self.third, y), shown, [marks[2]] * len(shown))
        known = len(self.lost) if step > 1 else len(self.direct)
        if known > drawn:
            in_both = 1 < step < 4
            more = _("… and {count} more in these two columns") if in_both else _("… and {count} more")
            more = more.format(count=localized_number(known - drawn))
            shapes.append(label("more", (self.second, self.foot + LINE * 0.3), more))
        return shapes

    def _heads(self, step: int) -> list[PictureShape]:
        """Return the names of the columns: what is removed, and what is built from the column before, or a question."""
        heads = [_("Removed"), _("Built from it"), _("Now spelled") if step > 3 else _("Built from those")]
        if not step:
            heads[1] = _("Which of these have to go?")
        places = (2, self.second, self.third)
        named = [*zip(places, heads, strict=True)][: max(2, step + 1)]
        return [label(f"head{at}", (x, 12), head) for at, (x, head) in enumerate(named)]

    def _surviving_token(self, step: int) -> list[PictureShape]:
        """Return the token that stays, and from its step on the parts it is built from."""
        y, stays = self.foot + LINE * 1.3, _("stays") if step > 2 else "?"
        mark: Mark = "now" if step == 3 else ""
        shapes = [
            *tiles_from("staying", (2, y), [self.tile(self.staying, False)], [mark]),
            label("stays", (self.second, y), stays, mark),
        ]
        if step != 3:  # at the end, the same column has what spells the lost tokens
            return shapes
        parts = [self.tile(one, False) for one in self.parts[self.staying]]
        return [*shapes, *tiles_from("part", (self.third, y), parts)]

    def _spelling(self, token_id: int) -> list[Tile]:
        """Return the tokens that spell a lost token with what is left of the vocabulary."""
        ids = self.left.encode(self.tokenizer.decode([token_id]), "none")
        return [self.tile(self.tokenizer.vocabulary[self.left.token(one)], False) for one in ids]

    def tile(self, token_id: int, is_gone: bool) -> Tile:
        """Return a token as a tile, without a colour if it is gone."""
        return self.label(token_id), "", None if is_gone else token_hue(token_id)

    def _first_that_fit(self, token_ids: Sequence[int], *, is_gone: bool) -> list[Tile]:
        """Return the first of these tokens that fit on one line."""
        found: list[Tile] = []
        left = self.third
        for one in token_ids:
            left += width_of(self.label(one)) + PADDING + 6
            if left > WIDTH:
                break
            found.append(self.tile(one, is_gone))
        return found


def _built_from(tokenizer: BPETokenizer, gone: Collection[int]) -> dict[int, list[int]]:
    """Group the lost tokens by the lost part they were built from: if both parts are lost, the one learned later."""
    table, root = tokenizer.table, min(gone)
    found: dict[int, list[int]] = {}
    for pair, product in zip(table.pairs, table.products, strict=True):
        made = table.ids[product]
        because = [table.ids[one] for one in divmod(pair, LEFT_FACTOR) if table.ids[one] in gone]
        if made in gone and made != root and because:
            found.setdefault(max(because), []).append(made)
    return found


@picture
def merges_across_words(_text: str, of: str, plain: str, left: str, right: str) -> Picture:
    """The text of a SuperBPE training, one merge across spaces per step, then a refused one and its length in BPE."""
    training = training_at(of)
    if not isinstance(training.trainer, SuperBPEOptions):
        raise ValueError(f"not a SuperBPE training, algorithm=superbpe: {of}")
    refused = Pair("Ġ" + left.replace(" ", "Ġ"), "Ġ" + right.replace(" ", "Ġ"))
    return _Crossing(training, training.trainer.max_words, training_at(plain).tokens_per_step[-1], refused).picture()


class _Crossing:
    """The pair of a merge, below it the text in tokens, and at the bottom one cell per token."""

    def __init__(self, training: Training[BPEState], most: int, bpe: int, refused: Pair) -> None:
        self.training, self.most, self.bpe, self.refused = training, most, bpe, refused
        self.ids = dict(training.base_vocabulary) | {event.token: event.token_id for event in training.events}
        self.steps = [step for step, event in enumerate(training.events, 1) if "Ġ" in event.token[1:]]
        self.phrases = {training.events[step - 1].token for step in self.steps}
        self.start = self.steps[0] - 1 if self.steps else len(training.events)
        shown = (self.start, *self.steps, len(training.events))
        self.foot = max(each["at"][1] for step in shown for each in self._text(step, {})) + 40

    def picture(self) -> Picture:
        events = [self.training.events[step - 1] for step in self.steps]
        begin = _(
            "The vocabulary has reached the size that was set for this. From here on, merges may cross spaces: a token "
            "has up to {most} words."
        ).format(most=localized_number(self.most))
        frames: list[Frame] = [(begin, self._frame(self.start, None))]
        for step, event in zip(self.steps, events, strict=True):
            sentence = ngettext(
                "“{token}” joins {words}, in {count} place.", "“{token}” joins {words}, in {count} places.", event.count
            ).format(
                token=token_as_text(event.token),
                words=_count(event.pair),
                count=localized_number(event.count),
            )
            frames.append((sentence, self._frame(step, event.pair)))
        left, right = map(token_as_text, self.refused)
        end = join_sentences(
            _("“{left}” and “{right}” never merge: {words}, and the limit is {most}.").format(
                left=left, right=right, words=_count(self.refused), most=localized_number(self.most)
            ),
            _("The text now takes {tokens}; with BPE, {bpe}.").format(
                tokens=token_count_text(self.training.tokens_per_step[-1]), bpe=localized_number(self.bpe)
            ),
        )
        frames.append((end, self._frame(len(self.training.events), self.refused, is_refused=True)))
        return drawing(
            _("Merges across spaces"),
            _(
                "Above, the pair that merges. Below it, the text in tokens: those that cross a space have a colour. At "
                "the bottom is a cell for each token; the dotted area is for those that the merges have saved."
            ),
            (WIDTH, self.foot + 52),
            frames,
        )

    def _frame(self, step: int, pair: Pair | None, *, is_refused: bool = False) -> list[PictureShape]:
        parts = pair or ()
        marks: dict[str, Mark] = dict.fromkeys(parts if is_refused else ["".join(parts)], "now")
        shapes = [
            *self._pair(pair, is_refused=is_refused),
            shape("rule", "line", (2, 52), (WIDTH - 4, 0)),
            *self._text(step, marks),
        ]
        before, count = (self.training.tokens_per_step[one] for one in (self.start, step))
        text = _("The text: {tokens}").format(tokens=token_count_text(count))
        shapes.append(label("count", (2, self.foot), text, "now" if pair else ""))
        wide = (WIDTH - 4) / before
        for place in range(count):
            at = (2 + wide * (place + 0.5), self.foot + 32)
            shapes.append(shape(f"cell{place}", "cell", at, (wide - 2, 26), hue=token_hue(BLUE)))
        if count < before:
            at, size = (2 + wide * (before + count) / 2, self.foot + 32), (wide * (before - count) - 2, 26)
            shapes.append(shape("saved", "cell", at, size, mark="dim"))
        if is_refused:  # at the end
            x = 2 + wide * self.bpe
            shapes.append(shape("bpe", "line", (x, self.foot + 12), (0, 40), mark="now"))
            text = f"BPE: {localized_number(self.bpe)}"
            shapes.append(label("bpe:value", (x - label_width(text), self.foot), text))
        return shapes

    def _pair(self, pair: Pair | None, *, is_refused: bool) -> list[PictureShape]:
        """Return the two tokens in a box, with their number of words; or apart if they may not merge."""
        if not pair:
            return [shape("pair", "node", (92, 24), (180, 44), text="?", mark="later")]
        parts = tiles_from("part", (8, 24), [self._tile(part) for part in pair], right=ONE_LINE)
        end = parts[-1]["at"][0] + parts[-1]["size"][0] / 2
        if is_refused:
            (right,) = tiles_from("part1", (end - parts[-1]["size"][0] + APART, 24), [self._tile(pair[1])])
            cross = text_from("cross", (right["at"][0] - right["size"][0] / 2 - APART / 2 - 8.7, 24), "✗", "now")
            return [parts[0], cross, right]
        box = shape("pair", "node", ((2 + end + 6) / 2, 24), (end + 4, 44), mark="now")
        return [box, *parts, label("words", (end + 16, 24), _count(pair))]

    def _tile(self, token: str) -> Tile:
        """Return a token as a tile, which has a colour if a merge across spaces has made it."""
        return token_as_text(token), "", token_hue(self.ids[token]) if token in self.phrases else None

    def _text(self, step: int, marks: Mapping[str, Mark]) -> list[PictureShape]:
        """Return the text in tokens. Positions are their keys, so that they move when tokens before get shorter."""
        shapes: list[PictureShape] = []
        x, y, place = 2.0, 78.0, 0
        for word in self.training.at(step).words:
            for token in word.symbols:
                name, _note, hue = self._tile(token)
                width = width_of(name) + 5
                if x + width > WIDTH and x > 2:
                    x, y = 2.0, y + 39
                at, mark = (x + width / 2, y), marks.get(token, "")
                shapes.append(shape(f"at{place}", "tile", at, (width, 33), text=name, hue=hue, mark=mark))
                x, place = x + width + 5, place + len(token)
        return shapes


def _count(pair: Sequence[str]) -> str:
    count = _words("".join(pair))
    return ngettext("{count} word", "{count} words", count).format(count=localized_number(count))


def _words(token: str) -> int:
    return len(token_as_text(token).replace("·", " ").split())
