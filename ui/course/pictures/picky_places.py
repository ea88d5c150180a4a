"""Picky BPE in steps: how often each token occurs, and which ones a later merge uses up."""

from collections.abc import Mapping, Sequence

from bpe_engine import PickyTraining
from bpe_engine.notebook import token_hue
from bpe_engine.picky.options import PickyOptions
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent
from ui.base.visible_text import join_sentences, token_as_text
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, BarRows, Frame, Mark, drawing, label, shape
from ui.course.values.app_links import training_at
from ui.course.values.value_registry import picture
from ui.tokenization.algorithms.frame_parts import times_phrase

LINE = 42


@picture
def used_up_tokens(_text: str, of: str, merges: int) -> Picture:
    """The first merges of a Picky BPE training: how often each token occurs, and which are removed."""
    training = training_at(of)
    if not isinstance(training, PickyTraining) or not isinstance(training.trainer, PickyOptions):
        raise ValueError(of)
    return _Places(training, merges).picture(training.trainer.threshold)


class _Places:
    """The words of the corpus in their tokens, and below them a row for each token that merges make."""

    def __init__(self, training: PickyTraining, merges: int) -> None:
        self.training = training
        self.events = training.events[:merges]
        self.tokens = [event.token for event in self.events]
        self.ids = {**training.base_vocabulary, **{event.token: event.token_id for event in self.events}}
        most = max(event.replacements for event in self.events)
        names = [token_as_text(token) for token in self.tokens]
        self.words, self.foot = self._lines()
        self.rows = BarRows(names, most, [localized_number(most)], self.foot)

    def picture(self, threshold: float) -> Picture:
        start = _("Each letter is a token. Each token that a merge makes gets a row: in how many places does it stand?")
        frames: list[Frame] = [(start, [*self._words(0), *self._rows(0, {}, {})])]
        gone: dict[str, Mark] = {}
        for number, event in enumerate(self.events, 1):
            left = {removal.token: removal.left for removal in event.removed}
            said = _("Merge {number}: “{left}” + “{right}”. “{token}” is made {times}.").format(
                number=localized_number(number),
                left=token_as_text(event.pair[0]),
                right=token_as_text(event.pair[1]),
                token=token_as_text(event.token),
                times=times_phrase(event.replacements),
            )
            marks: dict[str, Mark] = {event.token: "now"}
            for part, share in zip(event.pair, event.shares, strict=False):
                if part in self.tokens:
                    marks[part] = "next" if part in left else "best"
                    if part not in left:
                        stays = _("It took {share} of “{token}”, so “{token}” stays.").format(
                            share=localized_percent(share), token=token_as_text(part)
                        )
                        said = join_sentences(said, stays)
            frames.append((said, [*self._words(number, event.token), *self._rows(number, marks | gone, left)]))
            for removal in event.removed:
                gone[removal.token] = "dim"
                removed = _(
                    "The merge took {share} of “{token}”, more than {threshold}. So “{token}” is removed."
                ).format(
                    share=localized_percent(removal.share),
                    token=token_as_text(removal.token),
                    threshold=localized_percent(threshold),
                )
                frames.append((removed, [*self._words(number), *self._rows(number, gone, {})]))
        return drawing(
            _("Tokens that a merge uses up"),
            _(
                "The words of the corpus in their tokens, with their counts. Below, a row for each token that a merge "
                "made, with a bar as long as the number of places where it stands."
            ),
            (WIDTH, self.rows.foot + 4),
            frames,
        )

    def _rows(self, step: int, marks: Mapping[str, Mark], left: Mapping[str, int]) -> list[PictureShape]:
        state = self.training.at(step).words
        shapes: list[PictureShape] = []
        for place, token in enumerate(self.tokens[:step]):
            count = left.get(token, sum(word.symbols.count(token) * word.frequency for word in state))
            mark, name = marks.get(token, ""), token_as_text(token)
            if mark == "dim":
                shapes += self.rows.row(place, name, None, None, _("removed"), "dim")
            else:
                hue = token_hue(self.ids[token])
                shapes += self.rows.row(place, name, hue, count, localized_number(count), mark)
        return [*shapes, *(one for place in range(step, len(self.tokens)) for one in self.rows.to_come(place))]

    def _lines(self) -> tuple[list[tuple[float, float]], float]:
        """Return the position of each word, and the bottom edge of all words."""
        found: list[tuple[float, float]] = []
        left, y = 2.0, 22.0
        for word, count in self.training.corpus.words.items():
            width = len(word) * 22 + (len(localized_number(count)) + 2) * TYPE + 16
            if found and left + width > WIDTH:
                left, y = 2.0, y + LINE
            found.append((left, y))
            left += width + 12
        return found, y + LINE

    def _words(self, step: int, made: str = "") -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for number, ((left, y), word) in enumerate(zip(self.words, self.training.at(step).words, strict=True)):
            shapes.append(label(f"count{number}", (left, y), f"{localized_number(word.frequency)} ×"))
            x = left + (len(localized_number(word.frequency)) + 2) * TYPE + 6
            shapes += self._symbols(number, (x, y), word.symbols, made)
        return shapes

    def _symbols(self, number: int, at: tuple[float, float], symbols: Sequence[str], made: str) -> list[PictureShape]:
        shapes, place = list[PictureShape](), 0
        for symbol in symbols:
            width = len(symbol) * 22
            middle = (at[0] + place * 22 + width / 2, at[1])
            mark = "now" if symbol == made else ""
            hue = token_hue(self.ids[symbol])
            name = token_as_text(symbol)
            shapes.append(
                shape(f"word{number}:{place}", "tile", middle, (width - 3, 32), text=name, hue=hue, mark=mark)
            )
            place += len(symbol)
        return shapes
