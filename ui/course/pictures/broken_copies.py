"""A tokenizer and broken copies of it, side by side, for the text that readers try."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from unicodedata import normalize

from bpe_engine.inspection.broken import Fault, encode_broken, right_tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, dialled, drawing, label, shape, text_from, width_of
from ui.course.values.broken import IN_TABLE, drawn_text, drawn_token
from ui.course.values.value_registry import picture

LETTERS = "ABCDE"
HEAD = 26  # height of the columns' names
ROW = 61
HIGH = 44  # of a token with its id
NAME, READ, IDS = 12, 75, 200  # left edges of the names, the decoded text and of the ids
GAP = 3
LONGEST = 10  # characters of a token
POOL = 52  # height of the copies whose fault is not known
ANSWER = 69  # height of a question and its answer


@picture
def copies_by_text(_text: str, *tried: str) -> Picture:
    """The text that readers try, in Qwen 3's tokenizer and in five broken copies: decoded, and in tokens with ids."""
    if not all(tried) or len(tried) < 2:
        raise ValueError(f"two texts or more are needed, and none of them empty: {', '.join(map(repr, tried))}")
    drawn = drawing(
        _("Try a text"),
        _(
            "A row for Qwen 3’s tokenizer, and one for each of five broken copies: what the ids of a text decode to, "
            "and the tokens with their ids. Those that differ have a thick edge, and their copies a frame; a copy with "
            "the same ids just says so."
        ),
        (WIDTH, HEAD + ROW * (1 + len(LETTERS))),
        [_Copies(text).frame() for text in tried],
    )
    names = [one if one == normalize("NFC", one) else f"{normalize('NFC', one)} (NFD)" for one in tried]
    return dialled(drawn, _("Text"), names, 1, waits=False)


class _Copies:
    """A text in the right tokenizer and in each broken copy."""

    def __init__(self, text: str) -> None:
        self.text = text
        right = right_tokenizer()
        self.own = right.encode(text, "none")
        self.ids = {letter: encode_broken(fault, text) for letter, fault in zip(LETTERS, IN_TABLE, strict=True)}
        spelled = {letter: right.decode(ids) for letter, ids in self.ids.items()}
        self.other_ids = [letter for letter, ids in self.ids.items() if ids != self.own]
        self.other_text = [one for one in LETTERS if normalize("NFC", spelled[one]) != normalize("NFC", text)]

    def frame(self) -> Frame:
        """Return a row for each tokenizer, and which copies differ."""
        told = _("“{text}” in five broken copies: different ids in {copies}.").format(
            text=make_visible(normalize("NFC", self.text)), copies=join_list(self.other_ids)
        )
        misread = _("Decoded, the text looks different only in {copies}.").format(copies=join_list(self.other_text))
        sentence = join_sentences(told, misread) if self.other_text else told
        heads = [label("decoded", (READ, 10), _("Decoded")), label("ids", (IDS, 10), _("Tokens and ids"))]
        shapes = [*heads, *self._row(0, "Qwen 3", self.own)]
        for row, (letter, ids) in enumerate(self.ids.items(), 1):
            shapes += self._row(row, letter, ids)
        return sentence, shapes

    def _row(self, row: int, name: str, ids: Sequence[int]) -> list[PictureShape]:
        y = HEAD + ROW * (row + 0.5)
        is_other, is_misread = name in self.other_ids, name in self.other_text
        if row and not is_other:
            same = _("the same as Qwen 3")
            return [label(f"name{row}", (NAME, y), name), label(f"same{row}", (READ, y), same, "dim")]
        read = normalize("NFC", drawn_text([*ids]))  # it looks the same in NFD
        longest = int((IDS - READ - 10) / TYPE)
        if width_of(read) > IDS - READ - 10:
            if not is_misread:
                raise ValueError(f"too long to draw: {self.text}")
            read = f"{read[: longest - 1]}…"
        band = shape(f"band{row}", "node", (WIDTH / 2, y), (WIDTH - 4, ROW - 6), mark="best")
        return [
            *([band] if is_other else [shape("rule", "line", (0, HEAD + ROW), (WIDTH, 0))]),
            label(f"name{row}", (NAME if row else 0, y), name, "now" if is_other else ""),
            text_from(f"read{row}", (READ, y), read, "now" if is_misread else ""),
            *self._tiles(row, y, ids, is_cut=is_misread),
        ]

    def _tiles(self, row: int, y: float, ids: Sequence[int], *, is_cut: bool) -> list[PictureShape]:
        """Return tokens, those that the right tokenizer does not have there with a thick edge, in their colours."""
        kept = set[int]()
        for block in SequenceMatcher(None, self.own, ids, autojunk=False).get_matching_blocks():
            kept |= {*range(block.b, block.b + block.size)}
        shapes, x = list[PictureShape](), float(IDS)
        for place, one in enumerate(ids):
            name = drawn_token(one)
            name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
            width = max(width_of(name), len(str(one)) * TYPE) + 7
            if x + width + (TYPE + GAP if place < len(ids) - 1 else 0) > WIDTH - 6:
                if not is_cut:
                    raise ValueError(f"too long to draw: {self.text}")
                return [*shapes, text_from(f"{row}:…", (x, y), "…")]
            mark: Mark = "" if place in kept else "now"
            hue = token_hue(one) if mark or not row else None
            at, size = (x + width / 2, y), (width, HIGH)
            shapes.append(shape(f"{row}:{place}", "tile", at, size, text=name, note=str(one), hue=hue, mark=mark))
            x += width + GAP
        return shapes


_EVIDENCE: tuple[tuple[Fault, str], ...] = (
    ("shifted", "small"),
    ("special", "<|im_end|>"),
    ("normalization", "cafe\u0301"),
    ("order", "small"),
    ("pattern", "iPhone"),
)
"""The faults in the order in which they are looked for, each with a text that gives it away."""


@picture
def faults_of_copies(_text: str) -> Picture:
    """Five broken copies of a tokenizer: a question per step, then the copy with that fault, and what shows it."""
    return _Faults().picture()


class _Faults:
    """The copies above the questions; one after another, each moves to the question that finds its fault."""

    def __init__(self) -> None:
        self.letters = [LETTERS[IN_TABLE.index(fault)] for fault, _text in _EVIDENCE]
        self.questions = (
            _("Decoded, are the words different?"),
            _("Is “<|im_end|>” one token?"),
            _("Is a mark a token, as in “café” in NFD?"),
            _("Is a lower-case word cut differently?"),
            _("Is only a word like “iPhone” cut differently?"),
        )
        self.names = (
            _("Its ids are shifted."),
            _("It reads special tokens."),
            _("It normalizes nothing."),
            _("Its merges are out of order."),
            _("It has another pattern."),
        )

    def picture(self) -> Picture:
        return drawing(
            _("Check your answers"),
            _(
                "Five questions, one below the other, and five copies, A to E. Step by step, a copy moves to the first "
                "question with the answer yes, and its fault is named, with a text in Qwen 3’s tokens and in its own."
            ),
            (WIDTH, POOL + ANSWER * len(self.letters)),
            [(self._step_text(known), self._frame(known)) for known in range(len(self.letters) + 1)],
        )

    def _step_text(self, known: int) -> str:
        if not known:
            return _("Each copy has one fault. Which copy is the first question about? Decide before you go on.")
        answer = _("{letter}: {fault}").format(letter=self.letters[known - 1], fault=self.names[known - 1])
        if known == len(self.letters):
            return join_sentences(answer, _("Did you find all five?"))
        return join_sentences(answer, _("And the next question? Decide before you go on."))

    def _frame(self, known: int) -> list[PictureShape]:
        shapes = [label("pool", (2, POOL / 2 - 4), _("Which is which?"))] if known < len(self.letters) else []
        for row, (letter, (fault, text)) in enumerate(zip(self.letters, _EVIDENCE, strict=True)):
            y = POOL + ANSWER * row + 16
            is_told = row == known - 1
            told = self.names[row] if row < known else self.questions[row]
            shapes.append(label(f"line{row}", (56, y), told, "now" if row == known or is_told else ""))
            if row < known:
                shapes.append(shape(letter, "disc", (24, y + 16), (40, 40), text=letter, mark="now" if is_told else ""))
                shapes += self._evidence(row, y + 32, fault, text)
            else:
                at = (WIDTH - 24 - 48 * (len(LETTERS) - 1 - LETTERS.index(letter)), POOL / 2 - 4)
                shapes.append(shape(letter, "disc", at, (40, 40), text=letter))
                shapes.append(shape(f"empty{row}", "disc", (24, y + 16), (40, 40), text="?", mark="later"))
        return shapes

    def _evidence(self, row: int, y: float, fault: Fault, text: str) -> list[PictureShape]:
        """Return a text in the right tokens, and in those of a copy."""
        right = [drawn_token(one) for one in right_tokenizer().encode(text, "none")]
        broken = [drawn_token(one) for one in encode_broken(fault, text)]
        shapes, x = list[PictureShape](), 56.0
        for side, names in enumerate((right, broken)):
            if side:
                shapes.append(shape(f"to{row}", "arrow", (x + 4, y), (24, 0)))
                x += 36
            for place, name in enumerate(names):
                width = width_of(name) + 10
                mark: Mark = "now" if side and name not in right else ""
                shapes.append(
                    shape(f"told{row}:{side}:{place}", "tile", (x + width / 2, y), (width, 30), text=name, mark=mark)
                )
                x += width + GAP
        return shapes
