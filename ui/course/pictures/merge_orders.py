"""The effect of the merge order: a word merged by rank, three tie rules, and a text cut into words first or not."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

from bpe_engine import BPETokenizer
from bpe_engine.bpe.training import BPETraining, PairCount
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import Pair
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.token_labels import token_label
from ui.base.visible_text import display_name, join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    TILE,
    TYPE,
    WIDTH,
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
SIGN = 28  # from a pair to the next that is as frequent, with “<” or “>” between them
WORDS = 92  # height of the corpus above its most frequent pairs
PAIR = 66  # from a pair below it to the next
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
                shapes.append(caption(f"rank{edge}", (2 + LETTER * edge, RANKS), localized_number(one.rank)))
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
            note = localized_number(rank)
            shapes.append(shape(f"merge{place}", "tile", at, size, text=text, note=note, hue=hue, mark=mark))
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

    sentences = [_("“{word}” in single symbols. Which tokens will it be?").format(word=display_name(word))]
    for place, (_start, _end, _depth, token, rank) in enumerate(merges):
        now = (first, *steps)[place]
        waits = min((one for one in now.candidates if one.rank != rank), key=lambda one: one.rank, default=None)
        sentence = (
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
        sentence = sentence.format(**values)
        sentences.append(sentence)
    compared = (
        _("By longest match it would be {tokens}: other ids for the same word.")
        if longest != by_rank
        else _("By longest match it’s the same here: {tokens}.")
    )
    sentences.append(compared.format(tokens=join_quoted([token_label(tokenizer, one) for one in longest])))
    return drawing(
        _("Merges by rank"),
        _(
            "The word in symbols. Above them, the rank of each pair that can merge; below, the tokens that merges "
            "make, each with the rank of its merge. At the bottom, the word’s tokens with their ids: by rank, and by "
            "longest match."
        ),
        (max(LETTER * len(first.symbols) + 4, *(20 + label_width(text) for text in (head, *titles))), foot + 164),
        [(sentence, frame(step)) for step, sentence in enumerate(sentences)],
    )


def _sum(row: PairCount) -> str:
    """Return a pair's count as a sum over the words that have it, such as newest 6 + widest 3 = 9."""
    parts = " + ".join(f"{one.word} {localized_number(one.frequency * one.occurrences)}" for one in row.words)
    return f"{parts} = {localized_number(row.count)}"


@picture
def merges_by_tie_rule(_text: str, of: str, merges: int) -> Picture:
    """The most frequent pairs of a training, then for each merge those of three tie rules, in the order of each."""
    runs = [bpe_training_at(f"{of}&tie={rule}") for rule in rule_names()]
    most = min(len(run.events) for run in runs)
    if not 1 <= merges <= most:
        raise ValueError(f"not 1 to {most} merges: {merges}")
    if sum(width_of(word) + 32 for word in runs[0].corpus.words) > WIDTH:
        raise ValueError(f"too many words for one line: {of}")
    return _TieRules(runs, merges).picture()


class _TieRules:
    """A training by each rule: the pairs that are tied, in the rule's order, and the tokens made so far."""

    def __init__(self, runs: Sequence[BPETraining], merges: int) -> None:
        self.runs, self.merges = runs, merges
        self.ids = [run.tokenizer().vocabulary for run in runs]
        self.made = _("Made:")
        self.tops = [0.0]
        for rule in range(len(runs)):
            self.tops.append(self._made_tokens(rule, merges, self.tops[-1])[-1]["at"][1] + TILE / 2 + 6)

    def tied_pairs(self, rule: int, step: int) -> list[PairCount]:
        """Return the most frequent pairs before a merge, in the rule's order."""
        found = self.runs[rule].at(step - 1).leaderboard
        return [row for row in found if row.count == found[0].count]

    def shared_tokens(self, count: int) -> set[str]:
        return set[str].intersection(*({event.token for event in run.events[:count]} for run in self.runs))

    def picture(self) -> Picture:
        tied = len(self.tied_pairs(0, 1))
        start = (
            _("{count} pairs are the most frequent. Three programs train on this corpus. Will they merge the same one?")
            if tied > 1
            else _("One pair is the most frequent. It merges first by each rule.")
        ).format(count=localized_number(tied))
        sentences = [start, *map(self._step_text, range(1, self.merges + 1))]
        merges = len(self.runs[0].events)
        shared = _("After all {merges} merges, the three vocabularies share {count} new tokens.").format(
            merges=localized_number(merges), count=localized_number(len(self.shared_tokens(merges)))
        )
        sentences[-1] = join_sentences(sentences[-1], shared)
        return drawing(
            _("Three programs, one corpus"),
            _(
                "First the words of the corpus with their counts, and the most frequent pairs. Then, for each rule, "
                "the pairs that are tied, in the rule’s order: the first one merges, and is in a thick frame. Below "
                "them, the tokens made so far. At the end, those that all three have made are marked."
            ),
            (WIDTH, max(self.tops[-1], WORDS + 30 + PAIR * min(tied, self.merges) + 24) - 2),
            [(sentence, self._frame(step) if step else self._start()) for step, sentence in enumerate(sentences)],
        )

    def _step_text(self, step: int) -> str:
        pairs = {run.events[step - 1].pair for run in self.runs}
        sentence = (
            _("Merge {number}: all three rules take the same pair.")
            if len(pairs) == 1
            else _("Merge {number}: each rule puts the tied pairs in its own order, and takes the first (thick frame).")
            if any(len(self.tied_pairs(rule, step)) > 1 for rule in range(len(self.runs)))
            else _("Merge {number}: no tie, but the tokens made so far differ, and so do the pairs.")
        ).format(number=localized_number(step))
        if new := self.shared_tokens(step) - self.shared_tokens(step - 1):
            sentence = join_sentences(
                sentence, _("Now all three have made {tokens}.").format(tokens=join_quoted(sorted(new)))
            )
        return sentence

    def _start(self) -> list[PictureShape]:
        """Return the words with their counts, and the most frequent pairs, each with the words that have it."""
        tied = self.tied_pairs(0, 1)
        shapes = [label("corpus", (8, 14), _("The corpus: how many times each word occurs"))]
        left = 8.0
        for word, count in self.runs[0].corpus.words.items():
            wide = width_of(word) + 24
            mark: Mark = "now" if any(one.word == word for row in tied for one in row.words) else ""
            box = (left + wide / 2, 54), (wide, 50)
            shapes.append(shape(f"word{word}", "cell", *box, text=word, note=localized_number(count), mark=mark))
            left += wide + 8
        shapes.append(label("tied", (8, WORDS + 20), _("The most frequent pairs, counted")))
        left = 24 + max(sum(width_of(symbol) + 16 for symbol in row.pair) for row in tied[: self.merges])
        for place, row in enumerate(tied[: self.merges]):
            y = WORDS + 34 + PAIR * (place + 0.5)
            shapes += self._pair(f"tied{place}", (8, y), row.pair, 0, ["", ""], "next")
            text = _sum(row)
            if left + label_width(text) > WIDTH:
                text = localized_number(row.count)
            shapes.append(label(f"sum{place}", (left, y), text))
        if (more := len(tied) - self.merges) > 0:
            y = WORDS + 34 + PAIR * self.merges + 10
            shapes.append(label("more", (8, y), _("… and {count} more").format(count=localized_number(more))))
        return shapes

    def _pair(
        self, key: str, at: tuple[float, float], pair: Pair, rule: int, notes: Sequence[str], mark: Mark
    ) -> list[PictureShape]:
        """Return a pair's two symbols as tiles, from a point on."""
        shapes: list[PictureShape] = []
        x, y = at
        for side, (symbol, note) in enumerate(zip(pair, notes, strict=True)):
            size = max(width_of(symbol), width_of(note)) + 12, TILE
            hue = token_hue(self.ids[rule][symbol])
            middle = (x + size[0] / 2, y)
            shapes.append(shape(f"{key}:{side}", "tile", middle, size, text=symbol, note=note, hue=hue, mark=mark))
            x += size[0] + 2
        return shapes

    def _frame(self, step: int) -> list[PictureShape]:
        titles = (
            _("{rule}: by place in the corpus"),
            _("{rule}: by id, the left one first"),
            _("{rule}: from the end of the alphabet"),
        )
        shapes: list[PictureShape] = []
        for rule, (name, title) in enumerate(zip(rule_names().values(), titles, strict=True)):
            top = self.tops[rule]
            if rule:
                shapes.append(shape(f"rule{rule}", "line", (2, top), (WIDTH - 4, 0), mark="dim"))
            shapes.append(label(f"title{rule}", (8, top + 15), title.format(rule=name)))
            shapes += self._order(rule, step, top + 52)
            shapes += self._made_tokens(rule, step, top)
        return shapes

    def _order(self, rule: int, step: int, y: float) -> list[PictureShape]:
        """Return the tied pairs in a rule's order, as many as there is room for."""
        places: dict[Pair, int] = {}
        number = 1
        for word in self.runs[rule].at(step - 1).words:
            for one, other in pairwise(word.symbols):
                places.setdefault(Pair(one, other), number)
                number += 1
            number += 1
        shapes, x = list[PictureShape](), 8.0
        for place, row in enumerate(self.tied_pairs(rule, step)):
            first = places[row.pair]
            notes = (
                [str(first), str(first + 1)],
                [str(self.ids[rule][symbol]) for symbol in row.pair],
                ["", ""],
            )[rule]
            mark: Mark = "" if place else "now"
            tiles = self._pair(f"{rule}:{place}", (x, y), row.pair, rule, notes, mark)
            end = tiles[-1]["at"][0] + tiles[-1]["size"][0] / 2
            if end + SIGN > WIDTH:
                return [*shapes, text_from(f"{rule}:more", (x - 4, y), "…")]
            if place:
                shapes.append(
                    text_from(f"{rule}:sign{place}", (x - (SIGN + TYPE) / 2, y), "<>"[rule == len(self.runs) - 1])
                )
            shapes += tiles
            x = end + SIGN
        return shapes

    def _made_tokens(self, rule: int, step: int, top: float) -> list[PictureShape]:
        """Return the tokens that a rule has made so far, in the order of its merges."""
        shared = self.shared_tokens(step) if step == self.merges else set[str]()
        tokens = [event.token for event in self.runs[rule].events[:step]]
        marks: list[Mark] = [
            "best" if token in shared else "now" if number == step else "" for number, token in enumerate(tokens, 1)
        ]
        tiles = [(token, "", token_hue(self.ids[rule][token])) for token in tokens]
        y = top + 101
        left = 20 + label_width(self.made)
        return [label(f"made{rule}", (8, y), self.made), *tiles_from(f"made{rule}:", (left, y), tiles, marks)]


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
            first, left = (line, x) if used < lengths[line] else (line + 1, float(EDGE))
            for token in chunk:
                parts, rest = [], self.token_name(token)
                while rest:
                    if used == lengths[line]:
                        line, x, used = line + 1, EDGE, 0
                    part = rest[: lengths[line] - used]
                    parts.append((line, x, part))
                    x, used, rest = x + len(part) * LETTER_APART, used + len(part), rest[len(part) :]
                tiles += self._token_tile(number, token, parts, top, edge)
                number += 1
            lines = line - first
            start, end = (0.0, edge) if lines else (left - EDGE, x - 2 + EDGE)
            at = (start + end) / 2 + 0.5, top + LINE * (first + lines / 2)
            size = end - start, LINE * lines + BACKGROUND
            shapes += [shape(f"chunk{self.run}:{place}", "prefix", at, size), *tiles]
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
            last = _(
                "Cut first, no pair is left after {fewer} merges. Not cut, after {count}, the text drawn here is "
                "{tokens}."
            )
            sentence = last.format(
                fewer=localized_number(fewer),
                count=localized_number(done),
                tokens=token_count_text(len(other.tokens)),
            )
            if done > len(runs[1].events) or runs[1].events[done - 1].count > 1:
                return sentence
            return join_sentences(sentence, _("The last merges join pairs that occur only once."))
        names = [
            dict.fromkeys(each.token_name(token) for token in each.tokens if len(token) == each.longest)
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
    # The difference is greatest where both trainings still merge.
    shown_first = sum(done <= len(runs[0].events) for done in steps) or 1
    return dialled(drawn, _("Merges"), [localized_number(done) for done in (0, *steps)], shown_first, waits=False)
