"""A word as WordPiece cuts it: from the left, the longest token that fits, and all that was tried before it."""

from bpe_engine.notebook import token_hue
from bpe_engine.wordpiece.tokenizer import WordPieceStep, WordPieceTokenizer
from ui.base.i18n import gettext as _
from ui.base.visible_text import display_name, join_quoted
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TILE, TYPE, WIDTH, Frame, Mark, dialled, drawing, shape, width_of
from ui.course.values.app_links import tokenizer_at
from ui.course.values.value_registry import picture

WORD = 22  # middle of the letters
TOP, LOWEST = 50, 404  # of what is tried
WIDEST = 52  # letter
PITCH = 27  # from one beginning that isn't a token to the next
GAP = 8


@picture
def longest_matches(_text: str, of: str, *words: str) -> Picture:
    """The word that readers choose, as WordPiece cuts it: all beginnings that are tried, the longest first."""
    if not words:
        raise ValueError(f"no words to cut in {of}. List one or more.")
    tokenizer = tokenizer_at(of)
    if not isinstance(tokenizer, WordPieceTokenizer):
        raise ValueError(f"{of} is not a WordPiece tokenizer. Choose one.")
    found = [[*tokenizer.encode_steps(word)] for word in words]
    for word, steps in zip(words, found, strict=True):
        if len({step.word for step in steps}) != 1 or not all(step.tried for step in steps):
            raise ValueError(f"“{word}” is not one word of at most {tokenizer.max_word_length} letters.")
    cuts = [_Cut(tokenizer, steps) for steps in found]
    frames = [cut.frame() for cut in cuts]
    drawn = drawing(
        _("Longest match"),
        _(
            "The letters of a word. Below them, from the left, is all that is looked up, the longest first: dotted if "
            "it isn’t a token, and then the token, with its id."
        ),
        (WIDTH, max(cut.y for cut in cuts)),
        frames,
    )
    return dialled(drawn, _("Word"), [*map(display_name, words)], 0, waits=False, ordered=False)


class _Cut:
    """The layout of a word: letters, and under them a staircase of what is tried and found."""

    def __init__(self, tokenizer: WordPieceTokenizer, steps: list[WordPieceStep]) -> None:
        self.tokenizer, self.steps = tokenizer, steps
        self.letters = steps[0].text
        self.wide = min(WIDEST, (WIDTH - 4) / len(self.letters))
        self.y = float(TOP)

    def frame(self) -> Frame:
        shapes: list[PictureShape] = []
        for place, letter in enumerate(self.letters):
            at, size = (2 + self.wide * (place + 0.5), WORD), (self.wide - 6, 38)
            shapes.append(shape(f"letter{place}", "cell", at, size, text=letter))
        *_before, last = self.steps
        is_known = last.found is not None
        for number, step in enumerate(self.steps):
            shapes += self._search(number, step, is_known=is_known)
        if not is_known:
            self.y += GAP
            shapes.append(self._tile("unknown", (0, len(self.letters)), self.tokenizer.unk_token, mark="now"))
        if self.y > LOWEST:
            raise ValueError(f"“{self.letters}” takes too many attempts to draw. Choose a shorter word.")
        if is_known:
            sentence = _(
                "“{word}” becomes {tokens}: each time, the longest beginning that is a token. Dotted: longer ones that "
                "aren’t."
            )
            return sentence.format(word=self.letters, tokens=join_quoted(last.tokens)), shapes
        sentence = _("No token fits at “{character}”. So the whole word becomes one {unknown}, and all of it is lost.")
        return sentence.format(character=self.letters[last.start], unknown=self.tokenizer.unk_token), shapes

    def _search(self, number: int, step: WordPieceStep, *, is_known: bool) -> list[PictureShape]:
        """Return what is looked up from a place in the word on, and the token if there is one."""
        failed = len(step.tried) - (step.found is not None)
        shapes: list[PictureShape] = []
        for place in range(failed):
            end = len(self.letters) - place
            beginning = self.letters[step.start : end]
            middle, width = self._span(step.start, end)
            at, size = (middle, self.y + PITCH / 2), (width, PITCH - 4)
            spacing = round(self.wide - width_of(beginning) / len(beginning), 1)  # each letter is below its own
            shapes.append(
                shape(f"tried{number}:{place}", "tile", at, size, text=beginning, spacing=spacing, mark="dim")
            )
            self.y += PITCH
        if step.found is not None:
            self.y += 6
            ends = step.start, len(self.letters) - failed
            shapes.append(self._tile(f"token{number}", ends, step.found, mark="" if is_known else "dim"))
        return shapes

    def _tile(self, key: str, ends: tuple[int, int], token: str, mark: Mark) -> PictureShape:
        (x, size), token_id = self._span(*ends), self.tokenizer.vocabulary[token]
        hue = None if token == self.tokenizer.unk_token or mark else token_hue(token_id)
        if size < max(width_of(token), len(str(token_id)) * TYPE):
            raise ValueError(f"no room for “{token}” in “{self.letters}”. Choose another word.")
        self.y += TILE + GAP
        middle = x, self.y - GAP - TILE / 2
        return shape(key, "tile", middle, (size, TILE), text=token, note=str(token_id), hue=hue, mark=mark)

    def _span(self, start: int, end: int) -> tuple[float, float]:
        """Return the middle and the width of what is below some letters."""
        return 2 + self.wide * (start + end) / 2, self.wide * (end - start) - 6
