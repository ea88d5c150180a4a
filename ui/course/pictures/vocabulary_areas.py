"""Vocabularies as areas: as high as they have tokens, and divided by the script of these."""

from collections import Counter
from collections.abc import Mapping

from bpe_engine import Tokenizer
from bpe_engine.inspection.vocabulary_texts import token_texts
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, localized_percent
from ui.base.result_cache import cached
from ui.base.scripts import SCRIPTS, group_of
from ui.base.tokenizer_choices import TokenizerName
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import BAR_HUE, WIDTH, Frame, caption, drawing, label, label_width, shape
from ui.course.values.app_links import tokenizer_at
from ui.course.values.value_registry import picture

LATIN, CHINESE, OTHERS, REST = range(4)
HUES = BAR_HUE, 20, 145  # of the scripts; what has no letters has no colour
HEAD = 34
HIGH = 322  # of all areas
LOW = 15  # least height of a row, so that its name has room
GAP = 6
LEFT, RIGHT = 112, 70  # for the names and the sizes
SWATCH = 16
TYPE_HIGH = 20  # least height of an area for its share in writing


@cached(lambda _sizes, _tokenizer: 200)
def tokens_by_script(tokenizer: Tokenizer) -> Mapping[int, int]:
    """Return how many tokens have Latin letters, Chinese characters, letters of other scripts, or no letters."""
    found: Counter[int] = Counter()
    for text in token_texts(tokenizer).values():
        try:
            group = group_of(text.decode())
        except UnicodeDecodeError:  # a part of a character
            continue
        kind = {"Latn": LATIN, "Hani": CHINESE}.get(group, OTHERS if group in {*SCRIPTS, "other", "mixed"} else REST)
        found[kind] += 1
    found[REST] += tokenizer.vocab_size - found.total()  # special tokens have none either
    return found


@picture
def vocabulary_sizes(_text: str, *names: str) -> Picture:
    """Vocabularies as areas, as high as they have tokens: their sizes, then the share of each script."""
    if len({*names}) < 2:
        raise ValueError(f"not two vocabularies or more: {', '.join(names)}")
    return _Areas(names).picture()


class _Areas:
    """An area for each vocabulary, the smallest on top."""

    def __init__(self, names: tuple[str, ...]) -> None:
        found = {name: tokenizer_at(name) for name in names}
        self.first = names[0]
        self.sizes = {name: found[name].vocab_size for name in sorted(names, key=lambda one: found[one].vocab_size)}
        self.scripts = {name: tokens_by_script(found[name]) for name in self.sizes}
        self.titles = {name: TokenizerName.parse(name).short_title for name in self.sizes}
        self.scale = HIGH / sum(self.sizes.values())

    def share(self, name: str, script: int) -> float:
        return self.scripts[name][script] / self.sizes[name]

    def picture(self) -> Picture:
        *_smaller, largest = self.sizes
        sentence = (
            _(
                "A taller bar means more tokens: {largest} has {factor} times as many as {first}. Which letters are "
                "in them?"
            )
            if largest != self.first
            else _("{first} has the most tokens: {count}. Which letters are in them?")
        )
        count, factor = self.sizes[self.first], self.sizes[largest] / self.sizes[self.first]
        start = sentence.format(
            first=self.titles[self.first],
            largest=self.titles[largest],
            count=localized_number(count),
            factor=localized_decimal(factor, 1),
        )
        frames: list[Frame] = [(start, self._frame(0))]
        frames += [(self._script_text(script), self._frame(script + 1)) for script in range(REST)]
        return drawing(
            _("Vocabulary sizes"),
            _(
                "Each vocabulary as an area, as high as it has tokens. It is divided by what is in them: Latin "
                "letters, Chinese characters, letters of other scripts, or no letters."
            ),
            (WIDTH, HEAD + sum(map(self._row, self.sizes)) - GAP + 2),
            frames,
        )

    def _script_text(self, script: int) -> str:
        names = (_("Latin letters"), _("Chinese characters"), _("Letters of other scripts"))
        least, *_between, most = sorted(self.sizes, key=lambda one: self.share(one, script))
        if not self._differs(script):
            share = localized_percent(self.share(most, script))
            return _("{letters}: {share} of the tokens in each vocabulary.").format(letters=names[script], share=share)
        return _("{letters}: {least} of the tokens in {vocabulary}, but {most} in {other} (thick frame).").format(
            letters=names[script],
            least=localized_percent(self.share(least, script)),
            vocabulary=self.titles[least],
            most=localized_percent(self.share(most, script)),
            other=self.titles[most],
        )

    def _differs(self, script: int) -> bool:
        """Return whether the vocabularies' shares of a script differ as they are written."""
        return len({localized_percent(self.share(name, script)) for name in self.sizes}) > 1

    def _row(self, name: str) -> float:
        return max(LOW, self.sizes[name] * self.scale) + GAP

    def _frame(self, step: int) -> list[PictureShape]:
        shapes = self._legend(step) if step else []
        top = float(HEAD)
        for name, size in self.sizes.items():
            high, y = size * self.scale, top + (self._row(name) - GAP) / 2
            shapes.append(label(f"{name}:name", (2, y), self.titles[name]))
            shapes.append(label(f"{name}:size", (WIDTH - RIGHT + 8, y), localized_number(size)))
            shapes += self._area(name, (y, high), step)
            top += self._row(name)
        return shapes

    def _area(self, name: str, at: tuple[float, float], step: int) -> list[PictureShape]:
        """Return a vocabulary's area: a part for each script that is known, and one for all else."""
        y, high = at
        wide = WIDTH - LEFT - RIGHT
        shares = [self.share(name, script) for script in range(step)]
        parts = [*zip(shares, HUES, strict=False), (1 - sum(shares), None if step else BAR_HUE)]
        shapes, x = list[PictureShape](), float(LEFT)
        for script, (share, hue) in enumerate(parts):
            most = max(self.sizes, key=lambda one: self.share(one, script))
            is_told = script == step - 1 and name == most and self._differs(script)
            size, middle = (share * wide, high), (x + share * wide / 2, y)
            if script == step:
                script = REST
            text = localized_percent(share)
            if script < REST and size[0] > label_width(text) + 8 and high > TYPE_HIGH:
                shapes.append(caption(f"{name}:{script}:share", middle, text, "now" if is_told else ""))
            if size[0] > 1:
                one = shape(f"{name}:{script}", "tile", middle, size, hue=hue, mark="now" if is_told else "")
                shapes.insert(0, one)
            x += size[0]
        # The thick edge is on top.
        return sorted(shapes, key=lambda one: (one["shape"] == "caption", one["mark"] == "now"))

    def _legend(self, step: int) -> list[PictureShape]:
        names = (_("Latin"), _("Chinese"), _("other scripts"), _("no letters"))
        shown = [*enumerate(names[:step])] if step < REST else [*enumerate(names)]
        shapes, x = list[PictureShape](), 2.0
        for script, name in shown:
            hue = HUES[script] if script < REST else None
            shapes.append(shape(f"swatch{script}", "tile", (x + SWATCH / 2, 12), (SWATCH, SWATCH), hue=hue))
            shapes.append(label(f"script{script}", (x + SWATCH + 6, 12), name, "now" if script == step - 1 else ""))
            x += SWATCH + 6 + label_width(name) + 14
        return shapes
