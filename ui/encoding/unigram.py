"""The encoding of Unigram as frames: Viterbi's table, filled from left to right, and the best cut read from its end."""

from collections.abc import Sequence
from math import exp

from bpe_engine import UnigramStep, UnigramTokenizer
from bpe_engine.unigram.tokenizer import Candidate
from ui.algorithms.shared import board_row
from ui.encoding.shared import found_labels, frames_of, id_titles
from ui.i18n import decimal, ngettext, number, significant
from ui.i18n import gettext as _
from ui.notation import name, name_text
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past
from ui.player.frames import PAIRS, TokenTable, frame_json, minus, row_json
from ui.show import sentences

SAME = 1e-9
"""Scores that are no further apart count as equal: which of them comes out higher is a matter of rounding."""


def payload(tokenizer: UnigramTokenizer, steps: Sequence[UnigramStep]) -> Frames:
    """All frames of a text: at frame n, n places of the table are filled, word after word."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=False, special=tokenizer.special_tokens)
    words = {step.word: step.text for step in steps}

    def frame(done: Sequence[UnigramStep], coming: UnigramStep | None) -> Frame:
        return _frame(words, done, coming, tokens)

    def past(step: UnigramStep) -> Past:
        if step.path is not None:
            return {"parts": [tokens[token] for token in step.path], "made": None, "value": _("path"), "sum": ""}
        return {"parts": [tokens[_best(step)]], "made": None, "value": score(step.best), "sum": ""}

    return frames_of(steps, frame, past, tokens)


def _best(step: UnigramStep) -> str:
    """The best last token up to a place; where there is none, the character."""
    return step.best.token if step.best else step.text[step.position - 1]


def score(candidate: Candidate | None) -> str:
    """The score of the best cut up to a place, as it is written everywhere."""
    return "–" if candidate is None else rounded(candidate.total)


def rounded(logarithm: float) -> str:
    """A logarithm to two places, as it is written everywhere."""
    return minus(decimal(logarithm, 2))


def _frame(words: dict[int, str], done: Sequence[UnigramStep], coming: UnigramStep | None, tokens: TokenTable) -> Frame:
    last = done[-1] if done else None
    paths = {step.word: step.path for step in done if step.path is not None}
    rows = []
    for place, word in words.items():
        path = paths.get(place)
        fresh = range(len(path)) if path is not None and last is not None and last.word == place else ()
        rows.append(row_json("", list(word) if path is None else path, [], tokens, list(fresh)))
    current = coming.word if coming else None
    table = [step for step in done if step.word == current and step.path is None]
    board = list(coming.candidates)[:PAIRS] if coming is not None and coming.path is None else []
    return frame_json(
        tokens,
        done=_what_happened(last, len(words)),
        next=_what_comes_next(coming),
        words=rows,
        board=[_board_row(candidate, coming, tokens) for candidate in board],
        chips=[(tokens[_best(step)], f"{step.position}: {score(step.best)}") for step in table]
        if table
        else [(tokens[token], "") for path in paths.values() for token in path or ()],
        titles=(
            _("The table: the best last token up to each place, and the score") if table else _("Tokens"),
            id_titles(sum(len(path or ()) for path in paths.values()))[1] if coming is None else _("The words"),
        ),
    )


def _sum(candidate: Candidate) -> str:
    """How the score of a candidate comes about."""
    if candidate.start == 0:
        return _("log of its probability: {total}").format(total=rounded(candidate.total))
    # "About": each of the three is rounded for itself.
    return _("{before} up to place {start}, and {own} for itself: about {total}").format(
        before=rounded(candidate.total - candidate.score),
        start=number(candidate.start),
        own=rounded(candidate.score),
        total=rounded(candidate.total),
    )


def _board_row(candidate: Candidate, coming: UnigramStep | None, tokens: TokenTable) -> BoardRow:
    assert coming is not None, "only a step that comes has tokens to choose from"
    best = coming.candidates[0]
    equals = [other for other in coming.candidates if other.total > best.total - SAME]
    return board_row(
        candidate.token,
        tokens,
        value=rounded(candidate.total),
        tally=_sum(candidate),
        winner=candidate == best,
        tied=len(equals) > 1 and candidate in equals,
        verdict=_verdict(candidate, best, equals),
    )


def _verdict(candidate: Candidate, best: Candidate, equals: Sequence[Candidate]) -> str:
    """What a learner is told who predicted this token."""
    stands = _("“{token}”: {sum}.").format(token=name(candidate.token), sum=_sum(candidate))
    if candidate == best:
        return sentences(_("Right!"), stands, *(_as_good(other, best, equals) for other in equals[1:2]))
    if candidate in equals:
        return sentences(_("A fair choice!"), stands, _as_good(best, best, equals))
    higher = _("“{token}” has the higher score: {sum}.").format(token=name(best.token), sum=_sum(best))
    return sentences(_("Not this one."), stands, higher)


def _as_good(other: Candidate, best: Candidate, equals: Sequence[Candidate]) -> str:
    """That another token is as good, and what decides."""
    if best.start == min(candidate.start for candidate in equals):
        sentence = _("“{token}” is as good; of equally good tokens the longest is taken.")
    else:
        sentence = _("“{token}” is as good; between the two only the rounding of the sums decides.")
    return sentence.format(token=name(other.token))


def _what_happened(last: UnigramStep | None, words: int) -> str:
    if last is None:
        return ngettext(
            "The start: one word. Of all ways to cut it, the one is wanted whose tokens together are most probable.",
            "The start: {count} words. Of all ways to cut each, the one is wanted whose tokens together are most "
            "probable.",
            words,
        ).format(count=number(words))
    if last.path is not None:
        return _("Read back from the end, from each token to the place where it begins: {path}.").format(
            path=" + ".join(_("“{token}”").format(token=name(token)) for token in last.path)
        )
    part = name_text(last.text[: last.position])
    if last.best is None:
        return _("No token ends after “{part}”.").format(part=part)
    return _(
        "“{part}” is cut best with “{token}” at its end. Score {score}, which is a probability of {probability}."
    ).format(
        part=part, token=name(last.best.token), score=score(last.best), probability=significant(exp(last.best.total), 4)
    )


def _what_comes_next(coming: UnigramStep | None) -> str:
    if coming is None:
        return _("The end: every word is cut in its most probable way.")
    if coming.path is not None:
        return _("Next: the table is full. Read it from the end: the last token, then the one before it, and so on.")
    return ngettext(
        "Next: place {position}, after “{part}”. One token ends there.",
        "Next: place {position}, after “{part}”. {count} tokens end there; the highest score wins.",
        len(coming.candidates),
    ).format(
        position=number(coming.position),
        part=name_text(coming.text[: coming.position]),
        count=number(len(coming.candidates)),
    )


def labels() -> Labels:
    """The texts around the frames."""
    return {
        **found_labels(),
        "question": _(
            "Which token is the best last one up to this place? Probabilities multiply, so their logs add up."
        ),
        "guess": _("Click the token that you think gives the highest score"),
        "pairs": _("Tokens that end here, the highest score first"),
        "noPairs": _("Nothing is left to look at"),
        "winner": _("best"),
        "merges": _("Places filled, with the best last token and its score"),
    }
