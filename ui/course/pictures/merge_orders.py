"""The effect of the merge order: a word merged by rank, three tie rules, and a text cut into words first or not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from bpe_engine import BPETokenizer
from bpe_engine.bpe.training import PairCount
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.token_labels import token_label
from ui.base.visible_text import display_name, join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    Frame,
    Mark,
    Tile,
    caption,
    dialled,
    drawing,
    label,
    label_width,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer, bpe_training_at
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.algorithms.bpe_explanations import rule_names

LETTER = 54
LANE = 52
TALL = 46  # height of a token in a lane
RANKS = 42  # middle of the ranks above a word's symbols
COLUMN = 166  # width of a rule's column
PAIR = 43
HIGH = 36  # of a pair
WORDS = 80  # height of the corpus above the columns
FLOW = 446  # width of the text in tokens
LINE = 37
BACKGROUND = 36  # height of a chunk’s background in a line
TOKEN = 29
EDGE = 4  # from a background’s edge to its tokens
LETTER_APART = 18  # from a letter of the text to the next
LETTERS = int((FLOW - 2 * EDGE) / LETTER_APART)  # most in a line
APART = 5  # between backgrounds
TOP = 74  # middle of a word’s symbols


def _tile(tokenizer: BPETokenizer, token: str) -> Tile:
    one = tokenizer.vocabulary[token]
    return token_label(tokenizer, token), str(one), token_hue(one)


def _longest(tokenizer: BPETokenizer, symbols: str) -> list[str]:
    """Cut symbols by longest match from the left."""
    found: list[str] = []
    while symbols:
        end = max(end for end in range(1, len(symbols) + 1) if symbols[:end] in tokenizer.vocabulary)
        found.append(symbols[:end])
        symbols = symbols[end:]
    return found


@picture
def merges_by_rank(_text: str, of: str, word: str) -> Picture:
    """A word's pairs with their ranks, and one merge per step, below its parts; then the longest match."""
    tokenizer = bpe_tokenizer(of)
    first, *steps = tokenizer.encode_steps(word)
    head = _("The rank of each pair that can merge")
    titles = _("By rank, with ids"), _("By longest match, with ids")
    merges: list[tuple[int, int, int, str, int]] = []  # start, end, depth, token, rank
    for before, step in zip((first, *steps), steps, strict=False):
        edges = [*accumulate(map(len, before.symbols), initial=0)]
        (at,) = step.merged
        start, end = edges[at], edges[at + 2]
        depth = 1 + max((deep for a, b, deep, _one, _rank in merges if a >= start and b <= end), default=0)
        merges.append((start, end, depth, step.symbols[at], step.rank or 0))
    by_rank, longest = [*(steps or [first])[-1].symbols], _longest(tokenizer, "".join(first.symbols))
    foot = TOP + 30 + LANE * max((deep for _a, _b, deep, _one, _rank in merges), default=0)

    def tiles(key: str, tokens: list[str], y: float, mark: Mark) -> list[PictureShape]:
        edges = [*accumulate(map(len, tokens), initial=0)]
        shapes = []
        for place, token in enumerate(tokens):
            text, note, hue = _tile(tokenizer, token)
            at = (2 + LETTER * (edges[place] + edges[place + 1]) / 2, y)
            size = (LETTER * len(token) - 6, TALL)
            shapes.append(shape(f"{key}{place}", "tile", at, size, text=text, note=note, hue=hue, mark=mark))
        return shapes

    def frame(step: int) -> list[PictureShape]:
        shapes = [label("ranks", (6, 14), head)]
        if step <= len(merges):
            now = (first, *steps)[step]
            edges = [*accumulate(map(len, now.symbols), initial=0)]
            for one in now.candidates:
                edge = edges[one.position + 1]
                shapes.append(caption(f"rank{edge}", (2 + LETTER * edge, RANKS), str(one.rank)))
        for place, symbol in enumerate(first.symbols):
            is_gone = any(start <= place < end for start, end, *_rest in merges[:step])
            text, _note, hue = _tile(tokenizer, symbol)
            at = (2 + LETTER * (place + 0.5), TOP)
            mark: Mark = "dim" if is_gone else ""
            shapes.append(shape(f"letter{place}", "tile", at, (LETTER - 6, 40), text=text, hue=hue, mark=mark))
        for place, (start, end, depth, token, rank) in enumerate(merges[:step]):
            inner = any(a <= start and end <= b for a, b, *_rest in merges[place + 1 : step])
            mark = "now" if place == step - 1 else "dim" if inner else ""
            at = (2 + LETTER * (start + end) / 2, TOP - 4 + LANE * depth)
            size = (LETTER * (end - start) - 6, TALL)
            text, _note, hue = _tile(tokenizer, token)
            shapes.append(shape(f"merge{place}", "tile", at, size, text=text, note=str(rank), hue=hue, mark=mark))
        shapes.append(shape("rule", "line", (2, foot), (LETTER * len(first.symbols), 0)))
        for row, (title, tokens) in enumerate(zip(titles, (by_rank, longest), strict=True)):
            y, since = foot + 20 + 80 * row, len(merges) + row
            shapes.append(label(f"title{row}", (6, y), title, "now" if step == since else ""))
            if step >= since:
                shapes += tiles(f"{row}:", tokens, y + 37, "now" if step == since else "")
            else:
                at, size = (2 + LETTER * len(first.symbols) / 2, y + 37), (LETTER * len(first.symbols) - 6, TALL)
                shapes.append(shape(f"{row}:", "tile", at, size, text="?", mark="later"))
        return shapes

    says = [_("“{word}” in single symbols. Which tokens will it be?").format(word=display_name(word))]
    for place, (_start, _end, _depth, token, rank) in enumerate(merges):
        now = (first, *steps)[place]
        waits = min((one for one in now.candidates if one.rank != rank), key=lambda one: one.rank, default=None)
        told = (
            _("“{token}” is last, with the rank {rank}: no learned pair is left. By rank, the word is {tokens}.")
            if place == len(merges) - 1
            else _("“{token}” is made first: of all pairs here, its rank is the lowest, {rank}.")
            if not place
            else _("“{token}” is next: its rank, {rank}, is lower than {later}, that of “{other}”.")
            if waits
            else _("“{token}” is next, with the rank {rank}: there is no other learned pair.")
        )
        names = join_quoted([token_label(tokenizer, one) for one in by_rank])
        values = {"token": display_name(token_label(tokenizer, token)), "rank": localized_number(rank), "tokens": names}
        if waits:
            parts = now.symbols[waits.position : waits.position + 2]
            values |= {"other": token_label(tokenizer, "".join(parts)), "later": localized_number(waits.rank)}
        said = told.format(**values)
        says.append(said)
    compared = (
        _("By longest match it would be {tokens}: other ids for the same word.")
        if longest != by_rank
        else _("By longest match it’s the same here: {tokens}.")
    )
    says.append(compared.format(tokens=join_quoted([token_label(tokenizer, one) for one in longest])))
    return drawing(
        _("Merges by rank"),
        _(
            "The word in symbols. Above them, the rank of each pair that can merge; below, the tokens that merges "
            "make, each with the rank of its merge. At the bottom, the word’s tokens with their ids: by rank, and by "
            "longest match."
        ),
        (max(LETTER * len(first.symbols) + 4, *(20 + label_width(text) for text in (head, *titles))), foot + 164),
        [(said, frame(step)) for step, said in enumerate(says)],
    )


def _sum(row: PairCount) -> str:
    """Return a pair's count as a sum over the words that have it, such as newest 6 + widest 3 = 9."""
    parts = " + ".join(f"{one.word} {localized_number(one.frequency * one.occurrences)}" for one in row.words)
    return f"{parts} = {localized_number(row.count)}"


def _pair_tiles(
    key: str, at: tuple[float, float], pair: Pair, ids: Mapping[str, int], mark: Mark
) -> list[PictureShape]:
    """Return a pair's two symbols as tiles, from a point on."""
    shapes: list[PictureShape] = []
    x, y = at
    for side, symbol in enumerate(pair):
        wide, hue = width_of(symbol) + 12, token_hue(ids[symbol])
        shapes.append(shape(f"{key}:{side}", "tile", (x + wide / 2, y), (wide, HIGH), text=symbol, hue=hue, mark=mark))
        x += wide + 4
    return shapes


@picture
def merges_by_tie_rule(_text: str, of: str, merges: int) -> Picture:
    """The most frequent pairs of a training, then its first merges under three tie rules, side by side."""
    names = rule_names()
    runs = [bpe_training_at(f"{of}&tie={rule}") for rule in names]
    most = min(len(run.events) for run in runs)
    if not 1 <= merges <= most:
        raise ValueError(f"not 1 to {most} merges: {merges}")
    width = COLUMN * len(runs)
    counts = runs[0].corpus.words
    foot = WORDS + 32 + PAIR * merges + 30  # the middle of the last row
    if sum(width_of(word) + 32 for word in counts) > width:
        raise ValueError(f"too many words for one line: {of}")
    first = runs[0].at(0).leaderboard
    tied = [row for row in first if row.count == first[0].count]

    def made_by_all(count: int) -> set[str]:
        return set[str].intersection(*({event.token for event in run.events[:count]} for run in runs))

    def words(step: int) -> list[PictureShape]:
        """Return the words, each with its count; marked are those in which a pair merges, or will at the start."""
        shapes = [label("corpus", (8, 12), _("The corpus: how many times each word occurs"))]
        merging = {word.word for run in runs for word in run.at(max(0, step - 1)).words_with_pair}
        left = 8.0
        for word, count in counts.items():
            wide = width_of(word) + 24
            box = (left + wide / 2, 48), (wide, 46)
            mark: Mark = "now" if word in merging else ""
            shapes.append(shape(f"word{word}", "cell", *box, text=word, note=localized_number(count), mark=mark))
            left += wide + 8
        return shapes

    def most_frequent() -> list[PictureShape]:
        """Return the pairs of the highest count, each with the words in which it is counted."""
        shapes = [label("tied", (8, WORDS + 24), _("The most frequent pairs, counted"))]
        left = 24 + max(sum(width_of(symbol) + 16 for symbol in row.pair) for row in tied[:merges])
        for place, row in enumerate(tied[:merges]):
            y = WORDS + 46 + PAIR * (place + 0.5)
            shapes += _pair_tiles(f"tied{place}", (8, y), row.pair, runs[0].tokenizer().vocabulary, "next")
            told = _sum(row)
            if left + label_width(told) > width:
                told = localized_number(row.count)
            shapes.append(label(f"sum{place}", (left, y), told))
        if (more := len(tied) - merges) > 0:
            shapes.append(label("more", (8, foot), _("… and {count} more").format(count=localized_number(more))))
        return shapes

    def frame(step: int) -> list[PictureShape]:
        shapes = words(step)
        if not step:  # the question is what decides
            return shapes + most_frequent()
        for column, (title, run) in enumerate(zip(names.values(), runs, strict=True)):
            left = COLUMN * column + 8
            shapes.append(label(f"title{column}", (left, WORDS + 14), title))
            ids = {token: place for place, token in enumerate(run.tokenizer().vocabulary)}
            shared = made_by_all(step) if step == merges else set[str]()  # told at the end
            for row, event in enumerate(run.events[:step]):
                y = WORDS + 32 + PAIR * (row + 0.5)
                mark: Mark = "best" if event.token in shared else "now" if row == step - 1 else ""
                shapes.append(text_from(f"{column}:{row}:number", (left, y), localized_number(row + 1)))
                shapes += _pair_tiles(f"{column}:{row}", (left + 26, y), event.pair, ids, mark)
            if column:
                shapes.append(shape(f"rule{column}", "line", (COLUMN * column - 6, WORDS + 2), (0, 30 + PAIR * merges)))
        return [*shapes, *made(step)]

    def made(step: int) -> list[PictureShape]:
        """Return the tokens that all rules have made so far, in a row."""
        now, before = made_by_all(step), made_by_all(max(0, step - 1))
        tokens = [event.token for event in runs[0].events if event.token in now]
        ids = runs[0].tokenizer().vocabulary
        marks: list[Mark] = ["best" if step == merges else "" if token in before else "now" for token in tokens]
        title = _("Made by all three so far: {count} of {merges}").format(
            count=localized_number(len(tokens)), merges=localized_number(step)
        )
        shapes = [shape("foot", "line", (2, foot - 24), (width - 4, 0))]
        shapes.append(label("made", (8, foot), title, "now" if now != before else ""))
        tiles = [(token, "", token_hue(ids[token])) for token in tokens]
        return shapes + [
            one | {"key": f"made:{one['text']}"}
            for one in tiles_from("", (20 + label_width(title), foot), tiles, marks, width)
        ]

    says = [
        _("{count} pairs are the most frequent. Three programs train on this corpus. Will they merge the same one?")
        if len(tied) > 1
        else _("One pair is the most frequent. It merges first by each rule.")
    ]
    says[0] = says[0].format(count=localized_number(len(tied)))
    for row in range(merges):
        pairs = {run.events[row].pair for run in runs}
        told = (
            _("Merge {number}: the pairs are tied, and the rules take {count} different ones.")
            if len(pairs) > 1 and not row
            else _("Merge {number}: the rules take {count} different pairs.")
            if len(pairs) > 1
            else _("Merge {number}: all three rules take the same pair.")
        ).format(number=localized_number(row + 1), count=localized_number(len(pairs)))
        if new := made_by_all(row + 1) - made_by_all(row):
            told = join_sentences(told, _("Now all three have made {tokens}.").format(tokens=join_quoted(sorted(new))))
        says.append(told)
    shared = _("After all {merges} merges, the three vocabularies share {count} new tokens.").format(
        merges=localized_number(len(runs[0].events)), count=localized_number(len(made_by_all(len(runs[0].events))))
    )
    says[-1] = join_sentences(says[-1], shared)
    return drawing(
        _("Three programs, one corpus"),
        _(
            "The words of the corpus with their counts, those with a pair that merges now in a thick frame. Below, "
            "first the most frequent pairs, and then a column for each program, with its merges in order: the two "
            "tokens of each pair. At the bottom, the tokens that all three programs have made. At the end, the pairs "
            "that make them are marked too."
        ),
        (width, max([foot, *(each["at"][1] for each in made(merges))]) + 22),
        [(said, frame(step)) for step, said in enumerate(says)],
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

    def name(self, token: str) -> str:
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
            first, left = (line, x) if used < lengths[line] else (line + 1, float(EDGE))
            for token in chunk:
                parts, rest = [], self.name(token)
                while rest:
                    if used == lengths[line]:
                        line, x, used = line + 1, EDGE, 0
                    part = rest[: lengths[line] - used]
                    parts.append((line, x, part))
                    x, used, rest = x + len(part) * LETTER_APART, used + len(part), rest[len(part) :]
                tiles += self._token(number, token, parts, top, edge)
                number += 1
            lines = line - first
            start, end = (0.0, edge) if lines else (left - EDGE, x - 2 + EDGE)
            at = (start + end) / 2 + 0.5, top + LINE * (first + lines / 2)
            size = end - start, LINE * lines + BACKGROUND
            shapes += [shape(f"chunk{self.run}:{place}", "prefix", at, size), *tiles]
            x += EDGE + APART
        return shapes

    def _letters(self, chunk: Sequence[str]) -> int:
        return sum(len(self.name(token)) for token in chunk)

    def _token(
        self, number: int, token: str, parts: Sequence[tuple[int, float, str]], top: float, edge: float
    ) -> list[PictureShape]:
        """Return a token as one tile, given its part in each line and where that begins."""
        mark: Mark = "now" if len(token) == self.longest > 1 else ""
        hue = token_hue(self.tokenizer.vocabulary[token])
        key = f"{self.run}:{number}:{sum(len(part) for _line, _x, part in parts)}"  # another token does not slide in

        def written(name: str, kind: str, line: int, x: float, part: str) -> PictureShape:
            width, spacing = len(part) * LETTER_APART - 2, LETTER_APART - width_of(part) / len(part)
            at, size = (x + width / 2, top + LINE * line), (width, TOKEN) if kind == "tile" else (0, 0)
            return shape(name, kind, at, size, text=part, spacing=max(0, round(spacing, 1)), mark=mark)

        if len(parts) == 1:
            return [written(key, "tile", *parts[0]) | {"hue": hue}]
        (first, begins, _part), (last, x, part) = parts[0], parts[-1]
        ends = x + len(part) * LETTER_APART - 2
        at, size = (edge / 2, top + LINE * (first + last) / 2), (edge - 2 * EDGE, LINE * (last - first) + TOKEN)
        around = shape(key, "tile", at, size, hue=hue, mark=mark, lines=(begins - EDGE, ends - EDGE, LINE))
        return [around, *(written(f"{key}:{one[0]}", "text", *one) for one in parts)]


def _unbroken(flows: Sequence[_Flow], most: int) -> list[int]:
    """Return the number of letters in each of at most so many lines, in which the fewest tokens are broken."""
    inside: Counter[int] = Counter()  # how many tokens a place is inside of
    for flow in flows:
        ends = [*accumulate((len(flow.name(token)) for token in flow.tokens), initial=0)]
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
    below = _unbroken([each for each in flows if each.letters == flows[0].letters], len(above))
    titles = _("Cut into words first: no merge crosses a gap"), _("Not cut: one chunk")

    def frame(done: int) -> list[PictureShape]:
        shapes, top = [], 14.0
        for run, (title, lengths) in enumerate(zip(titles, (above, below), strict=True)):
            shapes += [label(f"title{run}", (2, top), title, "now"), *flow(run, done).shapes(top + 38, lengths)]
            top += 34 + LINE * len(lengths) + 16
        return shapes

    def told(done: int) -> str:
        first, other = flow(0, done), flow(1, done)
        fewer = len(runs[0].events)
        if done > fewer:
            last = _(
                "Cut first, no pair is left after {fewer} merges. Not cut, after {count}, the text drawn here is "
                "{tokens}."
            )
            said = last.format(
                fewer=localized_number(fewer),
                count=localized_number(done),
                tokens=token_count_text(len(other.tokens)),
            )
            if done > len(runs[1].events) or runs[1].events[done - 1].count > 1:
                return said
            return join_sentences(said, _("The last merges join pairs that occur only once."))
        names = [
            dict.fromkeys(each.name(token) for token in each.tokens if len(token) == each.longest)
            for each in (first, other)
        ]
        count, (cut_first, *_more), (not_cut, *_more) = localized_number(done), *names
        if names[0] == names[1]:
            return _("{count} merges. The longest tokens are the same so far: {tokens}.").format(
                count=count, tokens=join_list(_("“{token}”").format(token=one) for one in names[0])
            )
        if "·" in not_cut[1:]:
            return _("{count} merges. Look at the thick frames: below, “{token}” has merged across words.").format(
                count=count, token=display_name(not_cut)
            )
        return _("{count} merges. The longest token: “{cut}” if cut first, and “{whole}” if not.").format(
            count=count, cut=cut_first, whole=not_cut
        )

    start = _("Before the first merge, each character is a token. What will the longest tokens be?")
    frames: list[Frame] = [(start, frame(0)), *((told(done), frame(done)) for done in steps)]
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
