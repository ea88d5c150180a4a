"""All cuts of a word as a lattice, in which Viterbi's method finds the best one from left to right."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from bpe_engine.inspection.all_cuts import WaysToPosition, ways_to_each_position
from bpe_engine.notebook import token_hue
from bpe_engine.unigram.tokenizer import UnigramStep, UnigramTokenizer
from bpe_engine.unigram.viterbi import TokenCandidate
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.visible_text import display_name, join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, caption, drawing, label, shape
from ui.course.values.app_links import tokenizer_at
from ui.course.values.tokenizer_values import steps_of
from ui.course.values.value_registry import picture
from ui.tokenization.encoding.probabilities import calculation_text, probability_text, share_texts

LANE = 54
LEAST = 82  # width of a letter
BARE = 33, 41  # lane height and least letter width if tokens have no probabilities
SIDE = 38  # margin on each side of the word
NOTED = 32  # height of the token that is noted at a place
BARE_SIDE = 22
BARE_WIDTH = 496
COUNT = 34  # height of the box with the number of ways to a place
FIRST_COMPARED = 2
"""The first place with several tokens: its products are all written out, and before it no ways are added up."""

Span = tuple[int, int]
"""A token in the word: where it starts and ends."""

Token = tuple[str, int | None, str]
"""A token's text, id, and formatted probability, empty for none."""


@picture
def lattice(_text: str, of: str, word: str) -> Picture:
    """Every token that occurs in a word, and the best way to each position as Viterbi's method finds it."""
    steps = steps_of(of, word)
    tokenizer = tokenizer_at(of)
    assert isinstance(tokenizer, UnigramTokenizer), "its steps are Unigram's"
    shares = share_texts(tokenizer.scores)
    spans: dict[Span, Token] = {
        (one.start, step.position): (one.token, one_id, shares.get(one.token, "") or probability_text(one.score))
        for step in steps
        for one, one_id in zip(step.candidates, step.ids, strict=True)
    }
    found = _Lattice(word, spans)
    best = {step.position: step.best for step in steps if step.best}

    def numbers(done: int) -> list[str]:
        return [probability_text(best[place].total) if place in best else "–" for place in range(1, done + 1)]

    def marks(done: int) -> dict[Span, Mark]:
        marked: dict[Span, Mark] = {}
        for start, end in found.spans:
            is_best = end in best and best[end].start == start
            marked[start, end] = "" if end > done else "now" if end == done and is_best else "next"
            if end < done:
                marked[start, end] = "" if is_best else "dim"
        return marked

    def best_spans(done: int) -> dict[int, Span]:
        return {place: (best[place].start, place) for place in range(1, done + 1) if place in best}

    start = _start_text(word, found.count_ways())
    if shares:
        start = join_sentences(start, _("Below each token is its share of all tokens."))
    frames = [found.frame(start, 0, marks(0), [], {})]
    for step in steps:
        done = step.position
        frames.append(found.frame(_choice_text(word, step, shares), done, marks(done), numbers(done), best_spans(done)))
    place, path = len(word), set[Span]()
    tokens: list[str] = []
    while place in best:
        path |= {(best[place].start, place)}
        tokens.insert(0, best[place].token)
        place = best[place].start
        read: dict[Span, Mark] = {span: "now" if span in path else "dim" for span in found.spans}
        sentence = _read_back_text(word, tokens, place, best)
        frames.append(found.frame(sentence, place, read, numbers(len(word)), best_spans(len(word)), set(path)))
    return found.picture(
        _("All cuts of “{word}”").format(word=display_name(word)),
        _(
            "Each tile is a token where it stands in the word, with its probability. Below each place is what is noted "
            "there: the probability of the best way, and its last token. At the end, arrows lead from one noted token "
            "back to the one before it."
        ),
        frames,
    )


@picture
def lattice_of_ways(_text: str, of: str, word: str) -> Picture:
    """Every token that occurs in a word, and the number of ways to each position, added up from left to right."""
    ids = tokenizer_at(of).vocabulary
    spans: dict[Span, Token] = {
        (start, end): (word[start:end], ids[word[start:end]], "")
        for start, end in combinations(range(len(word) + 1), 2)
        if word[start:end] in ids
    }
    found = _Lattice(word, spans, has_chances=False)
    counted = ways_to_each_position(word, {word[start:end] for start, end in found.spans}, len(word))
    start = _("Tokens where they are in the word. Below each line comes the number of ways to it, 1 at the start.")
    frames = [found.count_frame(join_sentences(start, _("How many are there at the end?")), 0, {}, [])]
    for position in counted[min(FIRST_COMPARED, len(word)) - 1 :]:
        marked: dict[Span, Mark] = {span: "now" for span in found.spans if span[1] == position.end}
        numbers = [localized_number(one.ways) for one in counted[: position.end]]
        frames.append(found.count_frame(_sum_text(word, position), position.end, marked, numbers))
    return found.picture(
        _("Adding up the ways"),
        _(
            "Each tile is a token where it stands in the word. Below each place is the number of ways there: the ways "
            "to the start of each token that ends there, added up. The numbers that are added have thick edges."
        ),
        frames,
    )


class _Lattice:
    """The layout of a word and all tokens that occur in it: below its letters, with the shortest tokens lowest."""

    def __init__(self, word: str, spans: Mapping[Span, Token], *, has_chances: bool = True) -> None:
        self.word = word
        self.has_chances = has_chances
        self.lane, least = (LANE, LEAST) if has_chances else BARE
        self.side, width = (SIDE, WIDTH) if has_chances else (BARE_SIDE, BARE_WIDTH)
        self.letter = max(least, (width - 2 * self.side) / len(word))
        self.spans = spans
        self.lanes = _lanes(self.spans)
        self.base = 40 + self.lane * (max(self.lanes.values(), default=0) + 1)
        self.foot = self.base + 104

    def count_ways(self) -> int:
        """Return the number of ways to cut the word into the tokens."""
        return ways_to_each_position(self.word, {self.word[a:b] for a, b in self.spans}, len(self.word))[-1].ways

    def x(self, place: float) -> float:
        return self.side + self.letter * place

    def picture(self, title: str, about: str, frames: Sequence[Frame]) -> Picture:
        height = self.foot + 8 if self.has_chances else self.base + 70
        return drawing(title, about, (2 * self.side + self.letter * len(self.word), height), frames)

    def frame(
        self,
        sentence: str,
        here: int,
        marks: Mapping[Span, Mark],
        numbers: Sequence[str],
        noted: Mapping[int, Span],
        path: Collection[Span] = (),
    ) -> Frame:
        """Return a frame: `numbers` are those of the positions so far, `here` is the current position.

        `noted` has the last token of the best way to each of them, and `path` the tokens that have been read back.
        """
        shapes = self._word_shapes(here, marks)
        shapes.append(label("best", (2, self.base + 20), _("Best way so far: its probability, its last token")))
        y = self.base + 46, self.base + 78
        shapes += [self._noted_token(place, y[1]) for place in range(len(numbers) + 1, len(self.word) + 1)]
        for place, number in enumerate(numbers, 1):
            mark: Mark = "now" if place == here else ""
            shapes.append(caption(f"best{place}", (self.x(place), y[0]), number, mark))
            if place in noted:
                span = noted[place]
                its: Mark = mark if not path else "now" if span in path else "dim"
                shapes.append(self._noted_token(place, y[1], span, its))
        for start, end in path:
            at, size = (self.x(end) - 6, self.foot), (12 - self.letter * (end - start), 0)
            shapes.append(shape(f"back{end}", "arrow", at, size, mark="now"))
        return sentence, shapes

    def _noted_token(self, place: int, y: float, span: Span | None = None, mark: Mark = "later") -> PictureShape:
        """Return the token that is noted at a place, or one that is not known yet."""
        text, one_id, _chance = self.spans[span] if span else ("?", None, "")
        hue = None if one_id is None else token_hue(one_id)
        at, size = (self.x(place), y), (min(self.letter, LEAST) - 12, NOTED)
        return shape(f"noted{place}", "tile", at, size, text=make_visible(text), hue=hue, mark=mark)

    def count_frame(self, sentence: str, here: int, marks: Mapping[Span, Mark], numbers: Sequence[str]) -> Frame:
        """Return a frame with the number of ways to each position in a box, marked where a marked token starts."""
        shapes = self._word_shapes(here, marks)
        added = {start for start, _end in marks}
        known = {len(self.word): "?"} | dict(enumerate(["1", *numbers]))
        for place, number in known.items():
            mark: Mark = "best" if place == here else "now" if place in added else "later" if number == "?" else ""
            at, size = (self.x(place), self.base + 50), (min(self.letter - 2, 2 * self.side - 2), COUNT)
            shapes.append(shape(f"best{place}", "cell", at, size, text=number, mark=mark))
        return sentence, [*shapes, label("best", (2, self.base + 20), _("Ways up to here"))]

    def _word_shapes(self, here: int, marks: Mapping[Span, Mark]) -> list[PictureShape]:
        """Return the letters, a line at each position, thick at the current one, and the tokens."""
        shapes: list[PictureShape] = []
        for place in range(len(self.word) + 1):
            line: Mark = "now" if place == here else ""
            shapes.append(shape(f"at{place}", "line", (self.x(place), 26), (0, self.base - 20), mark=line))
        for place, letter in enumerate(self.word):
            shapes.append(shape(f"letter{place}", "text", (self.x(place + 0.5), 18), text=make_visible(letter)))
        for (start, end), (token, one_id, chance) in self.spans.items():
            shapes.append(
                shape(
                    f"{start}-{end}",
                    "tile",
                    (self.x((start + end) / 2), self.base - self.lane * (self.lanes[start, end] + 0.5)),
                    (self.letter * (end - start) - 3, self.lane - (10 if chance else 6)),
                    text=make_visible(token),
                    note=chance,
                    hue=None if one_id is None else token_hue(one_id),
                    mark=marks.get((start, end), ""),
                )
            )
        return shapes


def _lanes(spans: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return each token's lane, shorter tokens lower; tokens in the same lane do not overlap."""
    found: dict[tuple[int, int], int] = {}
    for start, end in sorted(spans, key=lambda span: (span[1] - span[0], span[0])):
        shorter = [lane for (a, b), lane in found.items() if b - a < end - start]
        lane = max(shorter, default=-1) + 1
        while any(there == lane and a < end and start < b for (a, b), there in found.items()):
            lane += 1
        found[start, end] = lane
    return found


def _start_text(word: str, ways: int) -> str:
    return ngettext(
        "“{word}” can be cut in {count} way: each path from left to right is one.",
        "“{word}” can be cut in {count} ways: each path from left to right is one.",
        ways,
    ).format(word=display_name(word), count=localized_number(ways))


def _sum_text(word: str, position: WaysToPosition) -> str:
    part = display_name(word[: position.end])
    if not position.last_tokens:
        return _("No token ends after “{part}”.").format(part=part)
    parts = " + ".join(map(localized_number, position.added))
    total = f"{parts} = {localized_number(position.ways)}" if len(position.added) > 1 else parts
    return _("“{part}” can end with {tokens}. Add the numbers where these start (thick): {total}.").format(
        part=part,
        tokens=join_list(_("“{token}”").format(token=display_name(one)) for one in position.last_tokens),
        total=total,
    )


def _choice_text(word: str, step: UnigramStep, shares: Mapping[str, str]) -> str:
    part = display_name(word[: step.position])
    if not step.candidates:
        return _("No token ends after “{part}”.").format(part=part)
    best, *others = step.candidates
    is_first = step.position == FIRST_COMPARED
    sentence = _("The best way to “{part}” ends with “{token}”: {chance}.").format(
        part=part, token=display_name(best.token), chance=calculation_text(best, shares)
    )
    if not others:
        return sentence
    after = (
        _("“{token}” ({chance})").format(
            token=display_name(one.token),
            chance=calculation_text(one, shares) if is_first else probability_text(one.total),
        )
        for one in others
    )
    return join_sentences(sentence, _("Less probable: {others}.").format(others=join_list(after)))


def _read_back_text(word: str, tokens: Sequence[str], start: int, best: Mapping[int, TokenCandidate]) -> str:
    part = word[: start + len(tokens[0])]
    noted = _("Read back: at the end of “{part}”, “{token}” was noted.").format(
        part=display_name(part), token=display_name(tokens[0])
    )
    if start:
        return noted
    found = _("So the best cut is {cut}, with a probability of {chance}.").format(
        cut=join_quoted(tokens), chance=probability_text(best[len(word)].total)
    )
    return join_sentences(noted, found)
