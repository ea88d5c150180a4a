"""A text cut twice, with differences marked: by two patterns, or by a tokenizer and a broken copy of it."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from unicodedata import normalize

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.inspection.broken import encode_broken, right_tokenizer
from bpe_engine.inspection.other_pattern import chunks_by, encode_with_pattern
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, drawing, label, shape, text_from
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.broken import IN_TABLE, drawn_text, drawn_token
from ui.course.values.pattern_changes import pattern_titles
from ui.course.values.value_registry import picture

LETTER = 22  # width of a letter in a chunk
MOST_LETTERS = 21  # letters per line, if the cuts allow
NARROWEST = 380  # width of a drawing whose lines are short
MOST_DRAWN = 60  # characters drawn of the text
CHUNK = 36
BELOW = CHUNK + 5  # distance between a chunk and the one below it
PITCH = 2 * BELOW + 12  # distance between lines
HEAD = 34  # height of the names above the lines
TILE = 52  # distance between a token and the one below it
HIGH = 46
PAIR = 2 * TILE + 14  # distance between lines of aligned tokens
FAULT = 78  # height of a fault and its tokens
VERDICT = 342.0  # the left edge of what is said of a decoded text
A_LINE = 36  # characters per line of the decoded text
LONGEST = 16  # characters of a token
GUTTER = 24.0  # to the left of tokens
NAMES = 80.0  # to the left of aligned tokens


@picture
def other_cuts(text: str, of: str) -> Picture:
    """The text's chunks by a vocabulary's own pattern, and below them those by a different one at each step."""
    return _Patterns(bpe_tokenizer(of), text[:MOST_DRAWN], is_whole=len(text) <= MOST_DRAWN).picture()


class _Patterns:
    """A text in lines, each with its chunks by two patterns, one row above the other."""

    def __init__(self, tokenizer: BPETokenizer, text: str, *, is_whole: bool) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.is_whole = is_whole
        self.titles = pattern_titles()
        self.cuts = {name: [*accumulate(map(len, chunks_by(name, text)), initial=0)] for name in self.titles}
        self.own, *self.others = self.titles
        widths = [len(make_visible(one)) for one in text]
        self.x = [*accumulate((width * LETTER for width in widths), initial=0)]
        self.lines = self._lines()
        self.width = max(NARROWEST, max(self.x[end] - self.x[start] for start, end in self.lines) + 4)

    def _lines(self) -> list[tuple[int, int]]:
        """Return the start and end of each line: as few lines as possible, and about equally long."""
        fewest = len(self._lines_up_to(MOST_LETTERS))
        return next(lines for most in range(1, MOST_LETTERS + 1) if len(lines := self._lines_up_to(most)) == fewest)

    def _lines_up_to(self, letters: int) -> list[tuple[int, int]]:
        """Return lines of at most this many letters. They break only where every pattern cuts."""
        shared = sorted(set[int].intersection(*map(set, self.cuts.values())))
        found, start = [], 0
        for place, following in zip(shared, [*shared[1:], None], strict=True):
            if following is None or self.x[following] - self.x[start] > letters * LETTER:
                if place > start:
                    found.append((start, place))
                start = place
        return found

    def picture(self) -> Picture:
        start = _("Above is the text in GPT-4’s tokens. Which tokens does it become if another pattern cuts it first?")
        if not self.is_whole:
            rest = _("Only the first {count} characters of the text are drawn.")
            start = join_sentences(start, rest.format(count=localized_number(len(self.text))))
        frames: list[Frame] = [(start, self._frame(None))]
        frames += [(self._told(name), self._frame(name)) for name in self.others]
        return drawing(
            _("One text, two patterns"),
            _(
                "The text in lines: above, its chunks by GPT-4’s own pattern, below by another one, each with its "
                "tokens. Chunks that only the other pattern makes have a thick frame."
            ),
            (self.width, HEAD + PITCH * len(self.lines) - 14),
            frames,
        )

    def _chunks(self, name: str) -> list[tuple[int, int]]:
        return [*zip(self.cuts[name], self.cuts[name][1:], strict=False)]

    def _told(self, name: str) -> str:
        chunks = {*self._chunks(name)} - {*self._chunks(self.own)}
        own = encode_with_pattern(self.tokenizer, self.own, self.text).ids
        other = encode_with_pattern(self.tokenizer, name, self.text).ids
        count = ngettext("{count} new chunk", "{count} new chunks", len(chunks)).format(
            count=localized_number(len(chunks))
        )
        same = _(
            "The pattern “{pattern}” makes {chunks} (thick frames), and {after} tokens instead of {before}. They "
            "decode to the same text."
        )
        return same.format(
            pattern=self.titles[name],
            chunks=count,
            before=localized_number(len(own)),
            after=localized_number(len(other)),
        )

    def _frame(self, name: str | None) -> list[PictureShape]:
        own, other = self._chunks(self.own), self._chunks(name) if name else []
        above = _("Above: {pattern}").format(pattern=self.titles[self.own])
        below = _("Below: {pattern}").format(pattern=self.titles[name] if name else "?")
        shapes = [label("above", (2, 14), above), label("below", (self.width / 2, 14), below, "now" if name else "")]
        for line, (start, end) in enumerate(self.lines):
            y = HEAD + PITCH * line + CHUNK / 2
            for row, chunks in enumerate((own, other)):
                for chunk in chunks:
                    if start <= chunk[0] < end:
                        at = (self.x[start], y + BELOW * row)
                        shapes += self._chunk(row, chunk, at, is_new=bool(row) and chunk not in own)
            if not name:
                middle = ((self.x[end] - self.x[start]) / 2 + 2, y + BELOW)
                size = (self.x[end] - self.x[start] - 5, CHUNK)
                shapes.append(shape(f"?{line}", "tile", middle, size, text="?", mark="later"))
        return shapes

    def _chunk(self, row: int, chunk: tuple[int, int], at: tuple[float, float], *, is_new: bool) -> list[PictureShape]:
        """Return a chunk's tokens. A new chunk has a thick frame: its only token's own, or one around its tokens."""
        left, right = (self.x[place] - at[0] + 2 for place in chunk)
        written = self.text[slice(*chunk)]
        key = f"{row}:{chunk[0]}-{chunk[1]}"
        mark: Mark = "now" if is_new else ""
        middle, size = ((left + right) / 2, at[1]), (right - left - 5, CHUNK)
        ids = encode_with_pattern(self.tokenizer, "none", written).ids  # no pattern needed: this is a single chunk
        tokens = [make_visible(self.tokenizer.decode([one])) for one in ids]
        if "".join(tokens) != make_visible(written):  # some tokens are parts of characters
            return [shape(key, "node", middle, size, text=make_visible(written), mark=mark)]
        if len(ids) == 1:
            return [shape(key, "tile", middle, size, text=tokens[0], hue=token_hue(ids[0]), mark=mark)]
        shapes = [shape(key, "node", middle, size, mark=mark)] if is_new else []
        inset = 3 if is_new else 0
        wide = (size[0] - 2 * inset) / len(make_visible(written))
        x = middle[0] - size[0] / 2 + inset
        for place, (one, token) in enumerate(zip(ids, tokens, strict=True)):
            width = wide * len(token)
            tile, high = (x + width / 2, at[1]), CHUNK - 2.5 * inset
            hue = token_hue(one)
            shapes.append(shape(f"{key}:{place}", "tile", tile, (width - 1, high), text=token, hue=hue))
            x += width
        return shapes


@picture
def broken_copies(text: str) -> Picture:
    """The text's tokens in Qwen 3's tokenizer, and below them those of a broken copy, another one at each step."""
    whole, text = text, text[:MOST_DRAWN]
    right = right_tokenizer()
    own = right.encode(text, "none")
    start = _("Qwen 3’s tokens for this text, with their ids. Which tokens does a broken copy make?")
    if len(whole) > len(text):
        rest = _("Only the first {count} characters of the text are drawn.")
        start = join_sentences(start, rest.format(count=localized_number(len(text))))
    frames: list[Frame] = [(start, _aligned("?", own, []))]
    decoded = [("?", True)]
    spelled = right.decode(own)
    changed: list[list[int]] = []
    for letter, fault in zip("ABCDE", IN_TABLE, strict=True):
        ids = encode_broken(fault, text)
        _gone, new = _differences(own, ids)
        changed.append([ids[at] for at in new])
        found = right.decode(ids)
        is_same = normalize("NFC", found) == normalize("NFC", text)
        told = _told(letter, len(ids), len(new), is_same=is_same)
        if is_same and found != spelled:
            told = join_sentences(told, _points(spelled, found))
        frames.append((told, _aligned(letter, own, ids)))
        decoded.append((drawn_text(ids), is_same))
    lowest = max(each["at"][1] + each["size"][1] / 2 for _said, shapes in frames for each in shapes)
    bottom = max(lowest + 16, FAULT * len(IN_TABLE) - 84)  # the faults come last
    frames = [
        (said, [*_spread(shapes, bottom - 16), *_decoded(*each, bottom)])
        for (said, shapes), each in zip(frames, decoded, strict=True)
    ]
    same = [is_same for _text, is_same in decoded[1:]]
    found = _("Of the five faults, {texts} can be seen in the decoded text, and {ids} in the ids.")
    found = found.format(texts=localized_number(same.count(False)), ids=localized_number(sum(map(bool, changed))))
    frames.append((found, _faults(changed, same, bottom + 84)))
    return drawing(
        _("A tokenizer and its broken copies"),
        _(
            "Tokens with their ids: above those of Qwen 3, below those of a broken copy, with a thick frame where they "
            "differ, and then the text that Qwen 3 decodes the copy’s ids to. In the end, the fault of each copy."
        ),
        (WIDTH, bottom + 84),
        frames,
    )


def _faults(changed: Sequence[Sequence[int]], same: Sequence[bool], height: float) -> list[PictureShape]:
    """Return the fault of each copy, below it its first different tokens, and whether its text decodes right."""
    names = (
        _("merges out of order"),
        _("ids shifted by three"),
        _("special tokens read from the text"),
        _("no normalization to NFC"),
        _("another pattern, that of GPT-4o"),
    )
    shapes, pitch = list[PictureShape](), height / len(names)
    for row, (letter, name, ids, is_same) in enumerate(zip("ABCDE", names, changed, same, strict=True)):
        y, x = pitch * row + 11, GUTTER
        shapes.append(text_from(f"letter{row}", (2, y), letter, "now"))
        shapes.append(label(f"fault{row}", (GUTTER, y), name, "" if is_same else "now"))
        shapes.append(_verdict(f"verdict{row}", (VERDICT, y + 36), is_same=is_same))
        if not ids:
            shapes.append(label(f"none{row}", (GUTTER, y + 36), _("no different token in this text"), "dim"))
        for place, token_id in enumerate(ids):
            if x + _width(token_id) > VERDICT:
                break
            shapes.append(_tile(f"fault{row}:{place}", (x, y + 36), token_id, ""))
            x += _width(token_id)
    return shapes


def _verdict(key: str, at: tuple[float, float], *, is_same: bool) -> PictureShape:
    """Return a label that says whether a decoded text is the one that was encoded."""
    return label(key, at, _("✓ looks the same") if is_same else _("✗ different text"), "" if is_same else "now")


def _decoded(text: str, is_same: bool, top: float) -> list[PictureShape]:
    """Return the text to which the right tokenizer decodes a copy's ids, in at most two lines."""
    mark: Mark = "later" if text == "?" else "" if is_same else "now"
    lines = [text[:A_LINE], text[A_LINE : 2 * A_LINE]] if len(text) > A_LINE else [text]
    shapes = [
        shape("rule", "line", (2, top), (WIDTH - 4, 0)),
        label("decoded", (2, top + 20), _("Decoded by Qwen 3")),
        *([_verdict("verdict", (VERDICT, top + 20), is_same=is_same)] if text != "?" else []),
    ]
    for line, part in enumerate(lines):
        y = top + 58 + 24 * (line - (len(lines) - 1) / 2)
        shapes.append(shape(f"decoded{line}", "text", (WIDTH / 2, y), text=part, mark=mark))
    return shapes


def _told(letter: str, count: int, differing: int, *, is_same: bool) -> str:
    differ = ngettext(
        "{differing} of its {count} tokens differs (thick frame)",
        "{differing} of its {count} tokens differ (thick frames)",
        differing,
    ).format(differing=localized_number(differing), count=localized_number(count))
    if is_same:
        said = _("Copy {letter}: {differ}. Decoded, the text looks the same.")
        return said.format(letter=letter, differ=differ)
    return _("Copy {letter}: {differ}. Decoded, it’s a different text.").format(letter=letter, differ=differ)


def _points(spelled: str, found: str) -> str:
    """Say which code points the first letter has that two texts write in different forms."""
    letter = next(one for one in spelled if one not in found)
    here, there = (" ".join(f"U+{ord(one):04X}" for one in normalize(form, letter)) for form in ("NFC", "NFD"))
    return _("But its “{letter}” is {there}, not {here}.").format(letter=letter, there=there, here=here)


def _differences(ids: Sequence[int], others: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the indices of the ids that only the first sequence has, and of those that only the second has."""
    blocks = SequenceMatcher(None, ids, others, autojunk=False).get_matching_blocks()
    here = {block.a + at for block in blocks for at in range(block.size)}
    there = {block.b + at for block in blocks for at in range(block.size)}
    return [at for at in range(len(ids)) if at not in here], [at for at in range(len(others)) if at not in there]


def _columns(own: Sequence[int], ids: Sequence[int]) -> list[tuple[range, range]]:
    """Align two sequences of ids in columns: equal ids above each other, and the differing ones between them."""
    found: list[tuple[range, range]] = []
    for _tag, a, a_end, b, b_end in SequenceMatcher(None, own, ids, autojunk=False).get_opcodes():
        if a_end - a == b_end - b:
            found += [(range(a + at, a + at + 1), range(b + at, b + at + 1)) for at in range(a_end - a)]
        else:
            found += _same_text(own, range(a, a_end), ids, range(b, b_end))
    return found


def _same_text(own: Sequence[int], above: range, ids: Sequence[int], below: range) -> list[tuple[range, range]]:
    """Split differing tokens into columns wherever both sides have a boundary after the same text."""
    ends: list[dict[str, int]] = []
    for each, places in ((own, above), (ids, below)):
        parts = [right_tokenizer().decode([each[at]]) for at in places]
        ends.append(dict(zip(accumulate(parts), places, strict=True)))
    found, left, right = list[tuple[range, range]](), above.start, below.start
    for text in ends[0]:
        if text in ends[1]:
            found.append((range(left, ends[0][text] + 1), range(right, ends[1][text] + 1)))
            left, right = ends[0][text] + 1, ends[1][text] + 1
    return [
        *found,
        *([(range(left, above.stop), range(right, below.stop))] if (left, right) != (above.stop, below.stop) else []),
    ]


def _aligned(letter: str, own: Sequence[int], ids: Sequence[int]) -> list[PictureShape]:
    """Return the tokens of both sequences in aligned columns, with their ids, in as many lines as they need."""
    _gone, new = _differences(own, ids) if ids else ([], [])
    columns = _columns(own, ids) if ids else [(range(at, at + 1), range(0)) for at in range(len(own))]
    widths = [
        max(sum(_width(own[at]) for at in above), sum(_width(ids[at]) for at in below)) for above, below in columns
    ]
    lines = -(-sum(widths) // (WIDTH - NAMES))
    even = sum(widths) / lines  # no line is much longer than this
    shapes: list[PictureShape] = []
    left, y, line = NAMES, TILE / 2 + 2, -1
    for (above, below), width in zip(columns, widths, strict=True):
        is_full = left + width > WIDTH or left - NAMES + width / 2 > even
        if line < 0 or (is_full and left > NAMES):
            left, y, line = NAMES, y + PAIR * (line >= 0), line + 1
            shapes.append(label(f"own{line}", (2, y), "Qwen 3"))
            if ids:
                shapes.append(label(f"copy{line}", (2, y + TILE), _("Copy {letter}").format(letter=letter), "now"))
        if not ids:
            middle, size = (left + width / 2 - 3, y + TILE), (width - 6, HIGH)
            shapes.append(shape(f"?{above.start}", "tile", middle, size, text="?", mark="later"))
        for row, (key, each, places) in enumerate((("Qwen", own, above), (letter, ids, below))):
            x = left
            for at in places:
                mark: Mark = "now" if row and at in new else ""
                shapes.append(_tile(f"{key}{at}", (x, y + TILE * row), each[at], mark))
                x += _width(each[at])
        left += width
    return shapes


def _spread(shapes: Sequence[PictureShape], foot: float) -> list[PictureShape]:
    """Move lines of aligned tokens apart, so that they fill the height down to here."""
    spare = foot - max(each["at"][1] + each["size"][1] / 2 for each in shapes)
    lines = [int(each["at"][1] // PAIR) for each in shapes]
    moves = [round(spare * (line + 1) / (max(lines) + 2), 1) for line in lines]
    return [
        {**each, "at": (each["at"][0], round(each["at"][1] + move, 1))}
        for each, move in zip(shapes, moves, strict=True)
    ]


def _text(token_id: int) -> str:
    found = drawn_token(token_id)
    return found if len(found) <= LONGEST else f"{found[: LONGEST - 1]}…"


def _width(token_id: int) -> float:
    return max(len(_text(token_id)), len(str(token_id))) * TYPE + 15


def _tile(key: str, at: tuple[float, float], token_id: int, mark: Mark) -> PictureShape:
    width = _width(token_id) - 6
    middle = (at[0] + width / 2, at[1])
    hue = token_hue(token_id)
    return shape(key, "tile", middle, (width, HIGH), text=_text(token_id), note=str(token_id), hue=hue, mark=mark)
