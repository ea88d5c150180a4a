"""A text cut twice, with differences marked: by two patterns, or by a tokenizer and a broken copy of it."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate, zip_longest
from unicodedata import combining, normalize

from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.inspection.broken import encode_broken, right_tokenizer
from bpe_engine.inspection.other_pattern import chunks_by, encode_with_pattern
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import TYPE, WIDTH, Frame, Mark, drawing, label, label_width, shape, text_from
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.broken import IN_ORDER, drawn_text, drawn_token
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
HIGH = 42
HEADS, FAULT = 26, 70  # heights of the columns' names, and of a fault and its tokens
ARROW, COPY = 258, 296  # left edges of the arrows and of the tokens of broken copies
VERDICT = 342.0  # the left edge of what is said of a decoded text
LONGEST = 13  # characters of a token


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
                "The text in lines: above, its chunks by GPT-4’s own pattern, each with its tokens. Below, those that "
                "only another pattern makes, in thick frames; the others are a grey text."
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
            "Pattern: {pattern}. It makes {chunks} (thick frames), and {after} tokens instead of {before}. Grey: the "
            "same as above."
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
        """Return a chunk's tokens. A new chunk has a thick frame: its only token's own, or one around its tokens.

        Below, a chunk that isn't new is only a text, so that the new ones stand out.
        """
        left, right = (self.x[place] - at[0] + 2 for place in chunk)
        written = self.text[slice(*chunk)]
        key = f"{row}:{chunk[0]}-{chunk[1]}"
        mark: Mark = "now" if is_new else ""
        middle, size = ((left + right) / 2, at[1]), (right - left - 5, CHUNK)
        if row and not is_new:
            return [shape(key, "text", middle, text=make_visible(written), mark="dim")]
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
    """Five faults in rows: a part of the text in Qwen 3's tokens and in a broken copy's, one checked per step."""
    return _Faults(text[:MOST_DRAWN], is_whole=len(text) <= MOST_DRAWN).picture()


class _Faults:
    """A row for each fault, in the order in which to check for them, with tokens that it changes."""

    def __init__(self, text: str, *, is_whole: bool) -> None:
        right = right_tokenizer()
        self.is_whole = is_whole
        self.own = right.encode(text, "none")
        self.spelled = right.decode(self.own)
        self.broken = [encode_broken(fault, text) for fault in IN_ORDER]
        self.decoded = [right.decode(ids) for ids in self.broken]
        self.is_same = [normalize("NFC", found) == normalize("NFC", text) for found in self.decoded]
        parts = [
            [(own, other) for own, other in _aligned(self.own, ids) if own != other] or [([], [])]
            for ids in self.broken
        ]
        self.shown = [one[0] for one in parts]
        shifted, order = IN_ORDER.index("shifted"), IN_ORDER.index("order")
        self.shown[shifted] = _first_few(parts[shifted])
        self.shown[order] = next((one for one in parts[order] if _is_plain_word(one[0])), self.shown[order])

    def picture(self) -> Picture:
        start = _(
            "Five faults. Each row has a part of the text: left, Qwen 3’s tokens; right, those of a broken copy. Which "
            "faults does the decoded text show?"
        )
        if not self.is_whole:
            rest = _("Only the first {count} characters of the text are drawn.")
            start = join_sentences(start, rest.format(count=localized_number(MOST_DRAWN)))
        end = _("Of the five faults, {texts} can be seen in the decoded text, and {ids} in the ids.").format(
            texts=localized_number(self.is_same.count(False)),
            ids=localized_number(sum(bool(new) for _own, new in self.shown)),
        )
        says = [start, *map(self._told, range(len(IN_ORDER))), end]
        return drawing(
            _("A tokenizer with each of five faults"),
            _(
                "A row for each fault. Left, tokens of Qwen 3 with their ids; right, those of a broken copy for the "
                "same place in the text, and above them, whether they decode to the right text."
            ),
            (WIDTH, HEADS + FAULT * len(IN_ORDER)),
            [(said, self._frame(step)) for step, said in enumerate(says)],
        )

    def _told(self, row: int) -> str:
        """Return the check that finds a fault, and whether decoding finds it, too."""
        fault, (own, new) = IN_ORDER[row], self.shown[row]
        if not new:
            return _("Fault {number} changes no token of this text.").format(number=row + 1)
        special = {*new}.intersection(right_tokenizer().special_tokens.values())
        answers = {
            "shifted": (
                not self.is_same[row],
                _("Do the ids spell a different text? Yes, “{text}”: they are shifted.").format(text=drawn_text(new)),
            ),
            "special": (
                bool(special),
                _("Is “{name}” one token? Yes: special tokens are read from the text.").format(
                    name=drawn_token(min(special, default=new[0]))
                ),
            ),
            "normalization": (
                any(combining(right_tokenizer().decode([one])[:1] or " ") for one in new),
                _("Is a mark a token? Yes: nothing is normalized."),
            ),
            "order": (
                _is_plain_word(own),
                _("Are even plain lower-case words cut differently? Yes: the merges are out of order."),
            ),
            "pattern": (
                True,
                _("Are only names like eBay, contractions or numbers cut differently? Yes: it’s another pattern."),
            ),
        }
        is_found, said = answers[fault]
        if not is_found:
            said = _("Fault {number} changes other tokens of this text.").format(number=row + 1)
        if not self.is_same[row]:
            return join_sentences(said, _("Decoding finds this fault."))
        said = join_sentences(said, _("Decoded, the text looks the same."))
        if self.decoded[row] != self.spelled:
            said = join_sentences(said, *_points(self.spelled, self.decoded[row]))
        return said

    def _frame(self, step: int) -> list[PictureShape]:
        names = {
            "shifted": _("ids shifted by three"),
            "special": _("special tokens read from the text"),
            "normalization": _("no normalization to NFC"),
            "order": _("merges out of order"),
            "pattern": _("another pattern, that of GPT-4o"),
        }
        shapes = [
            label("own", (ARROW - 8 - label_width("Qwen 3"), 12), "Qwen 3"),
            label("copy", (COPY, 12), _("broken copy")),
        ]
        for row, (fault, (own, new)) in enumerate(zip(IN_ORDER, self.shown, strict=True)):
            y, is_now = HEADS + FAULT * row, step == row + 1
            mark: Mark = "now" if is_now else ""
            shapes.append(shape(f"rule{row}", "line", (2, y), (WIDTH - 4, 0), mark="dim"))
            shapes.append(label(f"fault{row}", (2, y + 13), f"{row + 1}. {names[fault]}", mark))
            y += 45
            if not new:
                shapes.append(label(f"none{row}", (2, y), _("no different token in this text"), "dim"))
                continue
            shapes += _tiles_before(f"own{row}:", (ARROW - 8, y), own)
            shapes.append(shape(f"arrow{row}", "arrow", (ARROW, y), (COPY - ARROW - 8, 0)))
            shapes += _tiles_after(f"new{row}:", (COPY, y), new, mark)
            if step <= row:
                continue
            is_same = self.is_same[row]
            told = _("✓ looks the same") if is_same else _("✗ different text")
            shapes.append(label(f"verdict{row}", (VERDICT, y - 32), told, "" if is_same else "now"))
        return shapes


def _aligned(own: Sequence[int], ids: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """Return the ids of two sequences that stand for the same place in the text."""
    return [([own[at] for at in above], [ids[at] for at in below]) for above, below in _columns(own, ids)]


def _first_few(parts: Sequence[tuple[list[int], list[int]]]) -> tuple[list[int], list[int]]:
    """Return the first parts together, as many as there is space for."""
    own, new = [*parts[0][0]], [*parts[0][1]]
    for before, after in parts[1:]:
        if max(sum(map(_width, [*own, *before])) - ARROW + 8, sum(map(_width, [*new, *after])) - WIDTH + COPY) > 0:
            break
        own, new = [*own, *before], [*new, *after]
    return own, new


def _is_plain_word(ids: Sequence[int]) -> bool:
    written = right_tokenizer().decode([*ids]).strip()
    return written.isascii() and written.isalpha() and written.islower()


def _points(spelled: str, found: str) -> list[str]:
    """Say which code points the first letter has that two texts write in different forms, if it is a single one."""
    at = next(place for place, (a, b) in enumerate(zip_longest(spelled, found)) if a != b)
    letter = spelled[at : at + 1]
    ways = (found[at:end] for end in range(at + 1, len(found) + 1))
    written = next((way for way in ways if normalize("NFC", way) == letter), None)
    if written is None:
        return []
    here, there = (" ".join(f"U+{ord(one):04X}" for one in way) for way in (letter, written))
    return [_("But its “{letter}” is {there}, not {here}.").format(letter=letter, there=there, here=here)]


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


def _text(token_id: int) -> str:
    found = drawn_token(token_id)
    return found if len(found) <= LONGEST else f"{found[: LONGEST - 1]}…"


def _width(token_id: int) -> float:
    return max(len(_text(token_id)), len(str(token_id))) * TYPE + 13


def _tiles_after(key: str, at: tuple[float, float], ids: Sequence[int], mark: Mark = "") -> list[PictureShape]:
    """Return tokens from a point on, with dots in place of those for which there is no space."""
    shapes: list[PictureShape] = []
    x, y = at
    for place, one in enumerate(ids):
        needed = _width(one) - 5 + (TYPE + 5 if place < len(ids) - 1 else 0)
        if place and x + needed > WIDTH:
            return [*shapes, text_from(f"{key}…", (x, y), "…")]
        width = _width(one) - 5
        middle, hue = (x + width / 2, y), token_hue(one)
        shapes.append(
            shape(f"{key}{place}", "tile", middle, (width, HIGH), text=_text(one), note=str(one), hue=hue, mark=mark)
        )
        x += width + 5
    return shapes


def _tiles_before(key: str, at: tuple[float, float], ids: Sequence[int]) -> list[PictureShape]:
    """Return tokens up to a point, or as many of the first ones as there is space for, and dots."""
    few = 1
    while few < len(ids) and sum(map(_width, ids[: few + 1])) + (TYPE if few + 1 < len(ids) else -5) <= at[0]:
        few += 1
    left = at[0] - sum(map(_width, ids[:few])) + (5 if few == len(ids) else -TYPE)
    shapes = _tiles_after(key, (left, at[1]), ids[:few])
    return shapes if few == len(ids) else [*shapes, text_from(f"{key}…", (at[0] - TYPE, at[1]), "…")]
