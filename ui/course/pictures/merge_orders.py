"""The effect of the merge order: a word merged by rank, and a text cut into words first or not."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe_engine import BPETokenizer
from bpe_engine.bpe.encoding import EncodeStep
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.token_labels import token_label
from ui.base.visible_text import display_name, join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    Frame,
    Mark,
    bricks,
    caption,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer, bpe_training_at
from ui.course.values.value_registry import picture, token_count_text

LETTER = 54
LANE = 64
TALL = 54  # height of a token in a lane
MATCHED = 1  # the step of the longest match, before those of merges
RANKS = 42  # middle of the ranks above a word's symbols
FLOW = 446  # width of the text in tokens
LINE = 37
BACKGROUND = 36  # height of a chunk’s background in a line
TOKEN = 29
EDGE = 4  # from a background’s edge to its tokens
LETTER_APART = 18  # from a letter of the text to the next
LETTERS = int((FLOW - 2 * EDGE) / LETTER_APART)  # most in a line
APART = 5  # between backgrounds
TOP = 80  # middle of a word’s symbols


class _Merge(NamedTuple):
    """A token that a merge makes in a word: the number of its step, its edges, and how far below the letters it is."""

    step: int
    start: int
    end: int
    depth: int
    token: str
    rank: int

    def is_in(self, start: int, end: int) -> bool:
        return start <= self.start and self.end <= end


def _longest(tokenizer: BPETokenizer, symbols: str) -> list[str]:
    """Cut symbols by longest match from the left."""
    found: list[str] = []
    while symbols:
        end = max(end for end in range(1, len(symbols) + 1) if symbols[:end] in tokenizer.vocabulary)
        found.append(symbols[:end])
        symbols = symbols[end:]
    return found


def _steps_of(tokenizer: BPETokenizer, word: str) -> list[EncodeStep]:
    """Return the steps of encoding a word; each one after the first makes a merge."""
    found = [*tokenizer.encode_steps(word)]
    if not found or found[-1].word:
        raise ValueError(f"not a single chunk: {word!r}")
    if any(step.pair is None for step in found[1:]):
        raise ValueError(f"not only merged: {word!r}")
    if missing := [symbol for symbol in found[0].symbols if symbol not in tokenizer.vocabulary]:
        raise ValueError(f"no token for {missing[0]!r}: {word!r}")
    return found


@picture
def merges_by_rank(_text: str, of: str, word: str) -> Picture:
    """A word by longest match; then its pairs with their ranks, and one merge per step, below its parts."""
    tokenizer = bpe_tokenizer(of)
    first, *steps = _steps_of(tokenizer, word)
    head, title = _("By rank: the lowest merges first"), _("By longest match")
    symbol_at = {at: place for place, at in enumerate(accumulate(map(len, first.symbols), initial=0))}

    def edges_of(tokens: Sequence[str]) -> list[int]:
        """Return how many symbols are before each token, and in all: an end of a word is one symbol."""
        return [symbol_at[at] for at in accumulate(map(len, tokens), initial=0)]

    merges: list[_Merge] = []
    for number, step in enumerate(steps, MATCHED + 1):
        edges = edges_of(step.symbols)
        for at in step.merged:  # everywhere in the word at once
            start, end = edges[at], edges[at + 1]
            depth = 1 + max((one.depth for one in merges if one.is_in(start, end)), default=0)
            merges.append(_Merge(number, start, end, depth, step.symbols[at], step.rank or 0))
    by_rank, longest = [*(steps or [first])[-1].symbols], _longest(tokenizer, "".join(first.symbols))
    ranks = {"".join(pair): rank for pair, rank in reversed(tokenizer.ranks.items())}
    letters = len(first.symbols)
    last = MATCHED + len(steps) if steps else None  # the step that has the result
    foot = TOP + 36 + LANE * max((one.depth for one in merges), default=0)

    def tile(
        key: str, token: str, ends: tuple[int, int], y: float, tall: float, rank: int | None, mark: Mark
    ) -> PictureShape:
        """Return a token below its symbols, with the rank of its merge."""
        start, end = ends
        middle, size = (2 + LETTER * (start + end) / 2, y), (LETTER * (end - start) - 6, tall)
        note = localized_number(rank) if rank is not None else ""
        if note and width_of(text := _("rank {rank}").format(rank=note)) + 4 < size[0]:
            note = text
        name, hue = token_label(tokenizer, token), token_hue(tokenizer.vocabulary[token])
        return shape(key, "tile", middle, size, text=name, note=note, hue=hue, mark=mark)

    def frame(step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        done = [one for one in merges if one.step <= step]
        before = (first, *steps)[max(0, step - MATCHED - 1)]  # in which the merge of this step is found
        edges = edges_of(before.symbols)
        if before.candidates:
            shapes.append(label("ranks", (6, 14), head))
        least = min((one.rank for one in before.candidates), default=None) if step > MATCHED else None
        for pair in before.candidates:
            edge = edges[pair.position + 1]
            mark: Mark = "now" if pair.rank == least else ""
            shapes.append(caption(f"rank{edge}", (2 + LETTER * edge, RANKS), localized_number(pair.rank), mark))
        for place, symbol in enumerate(first.symbols):
            is_gone = any(one.start <= place < one.end for one in done)
            mark = "dim" if is_gone else "now" if step == last else ""
            shapes.append(tile(f"letter{place}", symbol, (place, place + 1), TOP, 46, None, mark))
        for place, one in enumerate(done):
            is_part = any(later.step > one.step and one.is_in(later.start, later.end) for later in done)
            mark = "dim" if is_part else "now" if step in (one.step, last) else ""
            ends = one.start, one.end
            shapes.append(tile(f"merge{place}", one.token, ends, TOP + LANE * one.depth, TALL, one.rank, mark))
        shapes.append(shape("rule", "line", (2, foot), (LETTER * letters, 0)))
        shapes.append(label("longest", (6, foot + 20), title, "now" if step == MATCHED else ""))
        if step < MATCHED:
            whole = "".join(token_label(tokenizer, symbol) for symbol in first.symbols)
            middle, size = (2 + LETTER * letters / 2, foot + 62), (LETTER * letters - 6, TALL)
            return [*shapes, shape("match", "cell", middle, size, text=whole)]  # not cut yet
        mark = "now" if step == MATCHED else ""
        for place, ends in enumerate(pairwise(edges_of(longest))):
            token = longest[place]
            shapes.append(tile(f"match{place}", token, ends, foot + 62, TALL, ranks.get(token), mark))
        return shapes

    def quoted(tokens: Sequence[str]) -> str:
        return join_quoted([token_label(tokenizer, one) for one in tokens])

    def step_text(now: EncodeStep, step: EncodeStep) -> str:
        token, rank = step.token or "", step.rank or 0
        waits = min((one for one in now.candidates if one.rank != rank), key=lambda one: one.rank, default=None)
        sentence = (
            _("“{token}” is last, with the rank {rank}: no learned pair is left. By rank, the word is {tokens}.")
            if step is steps[-1]
            else _("“{token}” is made first: of all pairs here, its rank is the lowest, {rank}.")
            if now is first
            else _("“{token}” is next: its rank, {rank}, is lower than {later}, that of “{other}”.")
            if waits
            else _("“{token}” is next, with the rank {rank}: there is no other learned pair.")
        )
        values = {
            "token": display_name(token_label(tokenizer, token)),
            "rank": localized_number(rank),
            "tokens": quoted(by_rank),
        }
        if waits:
            parts = now.symbols[waits.position : waits.position + 2]
            values |= {"other": token_label(tokenizer, "".join(parts)), "later": localized_number(waits.rank)}
        return sentence.format(**values)

    def lost_text(step: int) -> str:
        """Tell which token of the longest match cannot be made any more, because merges of a step take a part of it."""
        for token, (start, end) in zip(longest, pairwise(edges_of(longest)), strict=True):
            crossing = [one for one in merges if one.start < start < one.end or one.start < end < one.end]
            if crossing and crossing[0].step == step:
                taken = first.symbols[max(start, crossing[0].start) : min(end, crossing[0].end)]
                return _("Now “{token}” can’t be made any more: its “{part}” is gone.").format(
                    token=display_name(token_label(tokenizer, token)), part=token_label(tokenizer, "".join(taken))
                )
        return ""

    sentences = [
        _("“{word}” in single symbols. Which tokens will it be?").format(word=display_name(word)),
        _("By longest match, from the left, each time the longest token that fits: {tokens}.").format(
            tokens=quoted(longest)
        ),
    ]
    for place, (now, step) in enumerate(pairwise((first, *steps))):
        told = step_text(now, step), lost_text(MATCHED + 1 + place)
        sentences.append(join_sentences(*filter(None, told)))
    return drawing(
        _("Merges by rank"),
        _(
            "The word in symbols. Above them, the rank of each pair that can merge; below, the tokens that merges "
            "make, each with the rank of its merge. At the bottom, the word’s tokens by longest match, with the ranks "
            "of their merges."
        ),
        (max(LETTER * letters + 4, *(20 + label_width(text) for text in (head, title))), foot + 62 + TALL / 2 + 4),
        [(sentence, frame(step)) for step, sentence in enumerate(sentences)],
    )


class _Flow:
    """A text in tokens, each chunk on a background of its own. A letter keeps its place, whatever merges."""

    def __init__(self, run: int, tokenizer: BPETokenizer, text: str) -> None:
        self.run = run
        self.tokenizer = tokenizer
        self.chunks = [tokenizer.tokenize(word) for word in tokenizer.words(text)]
        self.tokens = [token for chunk in self.chunks for token in chunk]
        self.longest = max(map(len, self.tokens))

    @property
    def letters(self) -> int:
        return sum(map(self._letters, self.chunks))

    def token_name(self, token: str) -> str:
        return make_visible(token_label(self.tokenizer, token))

    def line_lengths(self) -> list[int]:
        """Return the number of letters in each line. A chunk longer than a line has lines of its own."""
        lengths, x = [0], 0.0
        for chunk in self.chunks:
            letters = self._letters(chunk)
            width = letters * LETTER_APART + 2 * EDGE
            if lengths[-1] and x + width > FLOW:
                lengths.append(0)
                x = 0
            while letters > LETTERS:
                lengths[-1:] = [LETTERS, 0]
                letters -= LETTERS
            lengths[-1] += letters
            x += width + APART
        return lengths

    def shapes(self, top: float, lengths: Sequence[int]) -> list[PictureShape]:
        """Return the shapes, the first line at `top`. Lines of another number of letters in all are replaced."""
        if sum(lengths) != self.letters:
            lengths = self.line_lengths()
        shapes: list[PictureShape] = []
        line, x, used, number = 0, 0.0, 0, 0
        edge = max(lengths) * LETTER_APART - 2 + 2 * EDGE
        for place, chunk in enumerate(self.chunks):
            x += EDGE
            tiles: list[PictureShape] = []
            ends: dict[int, tuple[float, float]] = {}  # of the chunk, in each line
            for token in chunk:
                parts, rest = [], self.token_name(token)
                while rest:
                    if used == lengths[line]:
                        line, x, used = line + 1, EDGE, 0
                    part = rest[: lengths[line] - used]
                    parts.append((line, x, part))
                    x, used, rest = x + len(part) * LETTER_APART, used + len(part), rest[len(part) :]
                    ends[line] = ends[line][0] if line in ends else parts[-1][1], x - 2
                tiles += self._token_tile(number, token, parts, top, edge)
                number += 1
            # A background has no edge, which would be a pixel away from its tokens’ edges. Like a token, it has all of
            # the lines that it goes on from; if nothing follows it, it is a rectangle.
            boxes = [
                (
                    start - EDGE,
                    top + LINE * at - BACKGROUND / 2,
                    (edge if at < line or len(self.chunks) == 1 else end + EDGE) - start + EDGE,
                    LINE if at < line else BACKGROUND,
                )
                for at, (start, end) in ends.items()
            ]
            shapes += [bricks(f"chunk{self.run}:{place}", boxes, mark="dim"), *tiles]
            x += EDGE + APART
        return shapes

    def _letters(self, chunk: Sequence[str]) -> int:
        return sum(len(self.token_name(token)) for token in chunk)

    def _token_tile(
        self, number: int, token: str, parts: Sequence[tuple[int, float, str]], top: float, edge: float
    ) -> list[PictureShape]:
        """Return a token as one tile, given its part in each line and where that begins."""
        mark: Mark = "now" if len(token) == self.longest > 1 else ""
        hue = token_hue(self.tokenizer.vocabulary[token])
        key = f"{self.run}:{number}:{sum(len(part) for _line, _x, part in parts)}"  # another token does not slide in

        def part_shape(name: str, kind: str, line: int, x: float, part: str) -> PictureShape:
            width, spacing = len(part) * LETTER_APART - 2, LETTER_APART - width_of(part) / len(part)
            at, size = (x + width / 2, top + LINE * line), (width, TOKEN) if kind == "tile" else (0, 0)
            return shape(name, kind, at, size, text=part, spacing=max(0, round(spacing, 1)), mark=mark)

        if len(parts) == 1:
            return [part_shape(key, "tile", *parts[0]) | {"hue": hue}]
        (first, begins, _part), (last, x, part) = parts[0], parts[-1]
        ends = x + len(part) * LETTER_APART - 2
        at, size = (edge / 2, top + LINE * (first + last) / 2), (edge - 2 * EDGE, LINE * (last - first) + TOKEN)
        around = shape(key, "tile", at, size, hue=hue, mark=mark, lines=(begins - EDGE, ends - EDGE, LINE))
        return [around, *(part_shape(f"{key}:{one[0]}", "text", *one) for one in parts)]


def _break_lines(flows: Sequence[_Flow], most: int) -> list[int]:
    """Return the number of letters in each of at most so many lines, in which the fewest tokens are broken."""
    inside: Counter[int] = Counter()  # how many tokens a place is inside of
    for flow in flows:
        ends = [*accumulate((len(flow.token_name(token)) for token in flow.tokens), initial=0)]
        inside.update(place for start, end in pairwise(ends) for place in range(start + 1, end))
    letters = ends[-1]
    found: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for _line in range(max(most, -(-letters // LETTERS))):
        for start, (broken, lines, lengths) in list(found.items()):
            for end in range(start + 1, min(start + LETTERS, letters) + 1):
                way = broken + inside[end], lines + 1, (*lengths, end - start)
                found[end] = min(found.get(end, way), way)
    return [*found[letters][2]]


@picture
def cut_first_or_not(_text: str, text: str, cut: str, whole: str, *steps: int) -> Picture:
    """A text in tokens after the merges that readers set, of two trainings: with words cut first, and without."""
    if not steps or list(steps) != sorted({*steps}) or steps[0] < 1:
        raise ValueError(
            f"{', '.join(map(str, steps))} are not numbers of merges from 1 on, each larger than the last."
        )
    runs = bpe_training_at(cut), bpe_training_at(whole)

    def flow(run: int, done: int) -> _Flow:
        return _Flow(run, runs[run].tokenizer(min(done, len(runs[run].events))), text)

    # In all steps, a line of a half has the same letters, so that nothing jumps.
    above = flow(0, 0).line_lengths()
    flows = [flow(1, done) for done in (0, *steps)]
    below = _break_lines([each for each in flows if each.letters == flows[0].letters], len(above))
    titles = _("Cut into words first: no merge crosses a gap"), _("Not cut: one chunk")

    def frame(done: int) -> list[PictureShape]:
        shapes, top = [], 14.0
        for run, (title, lengths) in enumerate(zip(titles, (above, below), strict=True)):
            shapes += [label(f"title{run}", (2, top), title, "now"), *flow(run, done).shapes(top + 38, lengths)]
            top += 34 + LINE * len(lengths) + 16
        return shapes

    def step_text(done: int) -> str:
        first, other = flow(0, done), flow(1, done)
        fewer = len(runs[0].events)
        if done > fewer:
            last = ngettext(
                "Cut first, no pair is left after {fewer} merge. Not cut, after {count}, the text drawn here is "
                "{tokens}.",
                "Cut first, no pair is left after {fewer} merges. Not cut, after {count}, the text drawn here is "
                "{tokens}.",
                fewer,
            )
            return last.format(
                fewer=localized_number(fewer),
                count=localized_number(done),
                tokens=token_count_text(len(other.tokens)),
            )
        names = [
            dict.fromkeys(each.token_name(token) for token in each.tokens if len(token) == each.longest)
            for each in (first, other)
        ]
        count, (cut_first, *_more), (not_cut, *_more) = localized_number(done), *names
        if names[0] == names[1]:
            return ngettext(
                "{count} merge. The longest tokens are the same so far: {tokens}.",
                "{count} merges. The longest tokens are the same so far: {tokens}.",
                done,
            ).format(count=count, tokens=join_list(_("“{token}”").format(token=one) for one in names[0]))
        if "·" in not_cut[1:]:
            return ngettext(
                "{count} merge. Look at the thick frames: below, “{token}” has merged across words.",
                "{count} merges. Look at the thick frames: below, “{token}” has merged across words.",
                done,
            ).format(count=count, token=display_name(not_cut))
        return ngettext(
            "{count} merge. The longest token: “{cut}” if cut first, and “{whole}” if not.",
            "{count} merges. The longest token: “{cut}” if cut first, and “{whole}” if not.",
            done,
        ).format(count=count, cut=cut_first, whole=not_cut)

    start = _("Before the first merge, each character is a token. What will the longest tokens be?")
    frames: list[Frame] = [(start, frame(0)), *((step_text(done), frame(done)) for done in steps)]
    drawn = drawing(
        _("Cut into words first, or not"),
        _(
            "The text in tokens, twice: above, cut into words first, each on a background of its own; below, not cut, "
            "on one background. The longest token is marked."
        ),
        (FLOW + 1, 14 + 38 + LINE * len([*above, *below]) + 34 + 16 - BACKGROUND / 2 + 2),
        frames,
    )
    return dialled(drawn, _("Merges"), [localized_number(done) for done in (0, *steps)], 1, waits=False)
