"""Tokens and what they are built from: those that go with a removed one, and those that cross from word to word."""

from collections.abc import Collection, Sequence

from bpe_engine import BPETokenizer
from bpe_engine.bpe.encoding import LEFT_FACTOR
from bpe_engine.bpe.vocabulary_editing import remove_tokens
from bpe_engine.notebook import token_hue
from bpe_engine.superbpe.options import SuperBPEOptions
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    WIDTH,
    Frame,
    Mark,
    Tile,
    drawing,
    label,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer, training_at
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

MOST_CHILDREN = 8  # of a token, drawn in its tree
LINE = 46
PHRASE = 50  # between two phrases, one above the other


@picture
def dying_tokens(_text: str, of: str, removed: str, kept: str) -> Picture:
    """The tokens that are lost with a token, because they are built from it, and one that stays."""
    return _Dying(of, removed, kept).picture()


class _Dying:
    """A removed token, beside it those that are built from it, and beside these those that are built from them."""

    def __init__(self, of: str, removed: str, kept: str) -> None:
        self.tokenizer = bpe_tokenizer(of)
        (self.root,), (self.staying,) = encoded(of, removed), encoded(of, kept)
        self.lost = remove_tokens(self.tokenizer, [self.root]).lost
        self.below = _built_from(self.tokenizer, {self.root, *self.lost})
        self.direct = sorted(self.below.get(self.root, ()), key=lambda one: (-len(self.below.get(one, ())), one))
        self.children = self.direct[:MOST_CHILDREN]
        self.second = max(width_of(self.label(one)) for one in (self.root, self.staying)) + 40
        longest = max((width_of(self.label(one)) for one in self.children), default=0)
        self.third = self.second + longest + 44
        self.foot = LINE * len(self.children)

    def label(self, token_id: int) -> str:
        return id_label(self.tokenizer, token_id)

    def picture(self) -> Picture:
        values = {
            "token": self.label(self.root),
            "kept": self.label(self.staying),
            "direct": localized_number(len(self.direct)),
            "later": localized_number(len(self.lost) - len(self.direct)),
            "all": localized_number(len(self.lost)),
        }
        says = [
            _("“{token}” is removed. What else can no longer be made?").format(**values),
            _("Built directly from “{token}”: {direct} tokens.").format(**values),
            _("Built from those: {later} more. In all, {all} tokens go with “{token}”.").format(**values),
            _("“{kept}” is built from other parts, so it stays.").format(**values),
        ]
        return drawing(
            _("What goes with “{token}”").format(**values),
            _("The removed token, and in lists below each token those that are built from it."),
            (WIDTH, self.foot + 1.8 * LINE),
            [(said, self._frame(step)) for step, said in enumerate(says)],
        )

    def _frame(self, step: int) -> list[PictureShape]:
        marks: list[Mark] = ["next" if step == when else "dim" for when in (0, 1, 2)]
        middle = self.foot / 2
        edge = self.second - 18
        shapes = [
            *tiles_from("root", (2, middle), [self.tile(self.root, step > 0)], [marks[0]]),
            shape("stem", "line", (edge - 18, middle), (18, 0)),
            shape("spine", "line", (edge, LINE / 2), (0, self.foot - LINE)),
        ]
        drawn = len(self.children)
        for row, child in enumerate(self.children):
            y = LINE * (row + 0.5)
            shapes.append(shape(f"branch{row}", "line", (edge, y), (18, 0)))
            name = self.tile(child, step > 1)
            shapes += _to_come(tiles_from(f"child{row}:", (self.second, y), [name], [marks[1]]), is_known=step > 0)
            shown = self._fitting(self.below.get(child, ()), is_gone=step > 2)
            drawn += len(shown) if step > 1 else 0
            left = self.second + width_of(name[0]) + PADDING
            shapes += [shape(f"twig{row}", "line", (left, y), (self.third - left, 0))] if shown else []
            found = tiles_from(f"{row}:", (self.third, y), shown, [marks[2]] * len(shown))
            shapes += _to_come(found, is_known=step > 1)
        y = self.foot + LINE * 0.3
        known = len(self.lost) if step > 1 else len(self.direct)
        if step and known > drawn:
            more = _("… and {count} more").format(count=localized_number(known - drawn))
            shapes.append(label("more", (self.second, y), more))
        shapes += tiles_from("staying", (2, y + LINE), [self.tile(self.staying, False)], ["now" if step > 2 else ""])
        stays = _("stays") if step > 2 else "?"
        shapes.append(label("stays", (self.second, y + LINE), stays, "now" if step > 2 else ""))
        return shapes

    def tile(self, token_id: int, is_gone: bool) -> Tile:
        """Return a token as drawn: what is gone has no colour."""
        return self.label(token_id), "", None if is_gone else token_hue(token_id)

    def _fitting(self, token_ids: Sequence[int], *, is_gone: bool) -> list[Tile]:
        """Return as many of these tokens as one line has room for."""
        found: list[Tile] = []
        left = self.third
        for one in token_ids:
            left += width_of(self.label(one)) + PADDING + 6
            if left > WIDTH:
                break
            found.append(self.tile(one, is_gone))
        return found


def _to_come(tiles: Sequence[PictureShape], *, is_known: bool) -> list[PictureShape]:
    """Return tokens, or as many “?” if they are not known yet."""
    return [one if is_known else one | {"text": "?", "hue": None, "mark": "dim"} for one in tiles]


def _built_from(tokenizer: BPETokenizer, gone: Collection[int]) -> dict[int, list[int]]:
    """Return the lost tokens by the lost part that each was built from; of two, the one that was learned later."""
    table, root = tokenizer.table, min(gone)
    found: dict[int, list[int]] = {}
    for pair, product in zip(table.pairs, table.products, strict=True):
        made = table.ids[product]
        because = [table.ids[one] for one in divmod(pair, LEFT_FACTOR) if table.ids[one] in gone]
        if made in gone and made != root and because:
            found.setdefault(max(because), []).append(made)
    return found


@picture
def merges_across_words(_text: str, of: str, left: str, right: str) -> Picture:
    """The merges of a SuperBPE training that cross spaces, with the words of each token, and one that is refused."""
    training = training_at(of)
    if not isinstance(training.trainer, SuperBPEOptions):
        raise ValueError(of)
    most = training.trainer.max_words
    ids = dict(training.base_vocabulary) | {event.token: event.token_id for event in training.events}
    crossing = [event for event in training.events if "Ġ" in event.token[1:]]
    refused = ("Ġ" + left.replace(" ", "Ġ"), "Ġ" + right.replace(" ", "Ġ"))
    pairs = [*(event.pair for event in crossing), refused]
    single = [*dict.fromkeys(part for event in crossing for part in event.pair if _words(part) == 1)]

    def tile(token: str) -> Tile:
        return token_as_text(token), "", token_hue(ids[token])

    longest = sum(width_of(token_as_text(part)) + PADDING for part in refused)
    width = max(WIDTH, longest + 30 + width_of(_count(refused)))
    words = tiles_from("word", (2, 22), [tile(token) for token in single], right=width)
    top = max(each["at"][1] for each in words) + 62

    def frame(step: int) -> list[PictureShape]:
        shapes = [*words, shape("stage", "line", (0, top - 32), (width, 0), mark="dim")]
        for row, pair in enumerate(pairs):
            y = top + PHRASE * row
            is_refused, is_there = pair == refused, row < step
            mark: Mark = "dim" if not is_there else "next" if is_refused else "now" if row == step - 1 else ""
            parts = tiles_from(f"{row}:", (8, y), [tile(part) for part in pair], right=width)
            end = parts[-1]["at"][0] + parts[-1]["size"][0] / 2
            box = shape(f"phrase{row}", "node", ((2 + end + 6) / 2, y), (end + 4, PHRASE - 4), mark=mark)
            shapes.append(box | {"text": "" if is_there else "?"})
            if not is_there:
                continue
            shapes += [*parts, text_from(f"words{row}", (end + 16, y), _count(pair), "" if is_refused else mark)]
        return shapes

    def told(pair: Sequence[str]) -> str:
        count = _words("".join(pair))
        over = _("{count} words, more than {most}") if count > most else _("{count} of at most {most} words")
        return over.format(count=localized_number(count), most=localized_number(most))

    says = [
        _("The words are tokens. Now merges may cross spaces, up to {most} words.").format(most=most),
        *(
            _("“{token}”: {words}, in {times} places.").format(
                token=token_as_text(event.token), words=told(event.pair), times=localized_number(event.count)
            )
            for event in crossing
        ),
        _("“{left}” and “{right}” never merge: {words}.").format(left=left, right=right, words=told(refused)),
    ]
    frames: list[Frame] = [(said, frame(step)) for step, said in enumerate(says)]
    return drawing(
        _("Merges across spaces"),
        _("Each token with more than one word, and in it the two tokens that it was made of."),
        (width, top + PHRASE * len(pairs) - 20),
        frames,
    )


def _count(pair: Sequence[str]) -> str:
    count = _words("".join(pair))
    return ngettext("{count} word", "{count} words", count).format(count=localized_number(count))


def _words(token: str) -> int:
    return len(token_as_text(token).replace("·", " ").split())
