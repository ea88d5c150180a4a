"""BPE-dropout as frames: which learned pairs chance drops before each merge, and which merges of the others."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bpe_engine import BPEDropoutTokenizer, EncodeStep, Pair
from bpe_engine.bpe.encoding import Candidate
from ui.algorithms.shared import board_row, pair_text
from ui.encoding import bpe
from ui.encoding.shared import frames_of, id_caption, id_titles
from ui.i18n import gettext as _
from ui.i18n import ngettext, number, percent
from ui.notation import name
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past, WordRow
from ui.player.frames import TokenTable, frame_json, row_json
from ui.show import name as shortened
from ui.show import sentences

LARGEST_SEED = 999_999


class _Draw(NamedTuple):
    """What a draw leads to: a merge, or the end of a word of which all pairs were dropped."""

    before: EncodeStep  # with the pairs, and which of them are dropped
    after: EncodeStep | None  # None where nothing merges


class _Offer(NamedTuple):
    """A learned pair at all its places in a word."""

    pair: Pair
    rank: int
    places: int
    dropped: int  # of the places


def payload(tokenizer: BPEDropoutTokenizer, steps: Sequence[EncodeStep]) -> Frames:
    """All frames of a text: at frame n, n draws have been made, word after word."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=tokenizer.byte_level, special=tokenizer.named_tokens)
    starts = {step.word: step for step in reversed(steps)}  # the first step of each word

    def frame(done: Sequence[_Draw], coming: _Draw | None) -> Frame:
        now = starts | {draw.before.word: draw.after or draw.before for draw in done}
        return _frame(tokenizer, dict(sorted(now.items())), done, coming, tokens)

    def past(draw: _Draw) -> Past:
        if draw.after is None:
            parts = [tokens[symbol] for symbol in draw.before.symbols]
            spoken = _("All pairs were dropped, and the word was done")
            return {"parts": parts, "made": None, "value": _("all dropped"), "sum": "", "spoken": spoken}
        assert draw.after.pair is not None, "a merge joins a pair"
        assert draw.after.rank is not None, "a merge joins a pair"
        return bpe.past_of(draw.after.pair, draw.after.token or "", draw.after.rank, tokens)

    words = ["".join(step.symbols) for step in starts.values()]
    return frames_of(_draws(steps), frame, past, tokens, words)


def _draws(steps: Sequence[EncodeStep]) -> list[_Draw]:
    """The draws that had something to drop."""
    draws = []
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        if following is not None and following.word == step.word:
            draws.append(_Draw(step, following))
        elif step.candidates:
            draws.append(_Draw(step, None))
    return draws


def _frame(
    tokenizer: BPEDropoutTokenizer,
    current: Mapping[int, EncodeStep],  # the latest step of each word
    done: Sequence[_Draw],
    coming: _Draw | None,
    tokens: TokenTable,
) -> Frame:
    last = done[-1] if done else None
    offers = _offers(coming.before) if coming else []
    words = [step.symbols for step in current.values()]
    symbols = [symbol for word in words for symbol in word]
    frame = frame_json(
        tokens,
        done=_what_happened(tokenizer, last, len(words)),
        next=_what_comes_next(coming, offers) if coming else _end(tokenizer, words),
        words=[_row(step, last, coming, tokens) for step in current.values()],
        board=[_board_row(offer, offers, tokens) for offer in offers],
        chips=[(tokens[symbol], id_caption(tokenizer, symbol)) for symbol in symbols],
        titles=id_titles(len(symbols)),
    )
    # What chance does cannot be guessed: only the pairs that it has left are offered.
    left = [row for row in frame["pairOrder"] if not _is_gone(offers[row])]
    return {**frame, "pairOrder": left}


def _row(step: EncodeStep, last: _Draw | None, coming: _Draw | None, tokens: TokenTable) -> WordRow:
    """A word as it stands: where the coming pair was kept, and what the last draw has made."""
    hits: list[int] = []
    if coming and coming.before is step and coming.after:
        for place, pair, _rank in step.candidates:
            is_free = not hits or place > hits[-1] + 1  # "aaa" merges once
            if pair == coming.after.pair and place not in step.dropped and is_free:
                hits.append(place)
    return row_json("", step.symbols, hits, tokens, step.merged if last and step is last.after else ())


def _offers(step: EncodeStep) -> list[_Offer]:
    """The different learned pairs of a word, the lowest rank first."""
    by_pair: dict[Pair, list[Candidate]] = {}
    for candidate in step.candidates:
        by_pair.setdefault(candidate.pair, []).append(candidate)
    offers = [
        _Offer(pair, places[0].rank, len(places), sum(place.position in step.dropped for place in places))
        for pair, places in by_pair.items()
    ]
    return sorted(offers, key=lambda offer: offer.rank)


def _is_gone(offer: _Offer) -> bool:
    """Whether a pair is dropped wherever it stands."""
    return offer.dropped == offer.places


def _winner(offers: Sequence[_Offer]) -> _Offer | None:
    return next((offer for offer in offers if not _is_gone(offer)), None)


def _what_happened(tokenizer: BPEDropoutTokenizer, last: _Draw | None, words: int) -> str:
    if last is None:
        return sentences(
            ngettext(
                "The start: one word, cut into its symbols.",
                "The start: {count} words, each cut into its symbols.",
                words,
            ).format(count=number(words)),
            _("Before each merge, chance drops every learned pair with a probability of {share}.").format(
                share=percent(tokenizer.dropout)
            ),
        )
    if last.after is None:
        return _("Nothing merged: all pairs were dropped at once, and that ends a word.")
    assert last.after.pair is not None, "a merge joins a pair"
    assert last.after.rank is not None, "a merge joins a pair"
    return _("{pair} became “{token}”: the merge of rank {rank}.").format(
        pair=pair_text(last.after.pair), token=name(last.after.token or ""), rank=number(last.after.rank)
    )


def _what_comes_next(coming: _Draw, offers: Sequence[_Offer]) -> str:
    places = len(coming.before.candidates)
    dropped = len(coming.before.dropped)
    winner = _winner(offers)
    if winner is None:
        return ngettext(
            "Next: nothing merges. One learned pair is left in this word, and the draw drops it.",
            "Next: nothing merges. {count} learned pairs are left in this word, and the draw drops them all.",
            places,
        ).format(count=number(places))
    drawn = ngettext(
        "One learned pair stands here, and the draw drops {dropped}.",
        "{count} learned pairs stand here, and the draw drops {dropped}.",
        places,
    ).format(count=number(places), dropped=number(dropped))
    chosen = _("Next: {pair}. It has the lowest rank of those that are left, {rank}.").format(
        pair=pair_text(winner.pair), rank=number(winner.rank)
    )
    lowest = offers[0]
    otherwise = _("Without the draw it would be {pair}, with rank {rank}.").format(
        pair=pair_text(lowest.pair), rank=number(lowest.rank)
    )
    return sentences(drawn, chosen, "" if lowest is winner else otherwise)


def _end(tokenizer: BPEDropoutTokenizer, words: Sequence[Sequence[str]]) -> str:
    return sentences(_("The end: every word is done."), *bpe.what_is_unknown(tokenizer.base, words))


def _board_row(offer: _Offer, offers: Sequence[_Offer], tokens: TokenTable) -> BoardRow:
    winner = _winner(offers)
    stands = _("{pair} has rank {rank}.").format(pair=pair_text(offer.pair), rank=number(offer.rank))
    if winner is None or _is_gone(offer):
        verdict = sentences(_("Not this one."), _("The draw has dropped it."))
    elif offer is winner:
        verdict = sentences(_("Right!"), stands, _("No other pair that is left was learned earlier."))
    else:
        earlier = _("{pair} was learned earlier: rank {rank}.").format(
            pair=pair_text(winner.pair), rank=number(winner.rank)
        )
        verdict = sentences(_("Not this one."), stands, earlier)
    if _is_gone(offer):
        tally = _("dropped by this draw")
    elif offer.dropped:
        tally = _("dropped in {dropped} of {places} places").format(
            dropped=number(offer.dropped), places=number(offer.places)
        )
    else:
        tally = _("merge {number}").format(number=number(offer.rank + 1))
    return board_row(
        offer.pair,
        tokens,
        value=number(offer.rank),
        said=_("rank {rank}").format(rank=number(offer.rank)),
        winner=offer is winner,
        verdict=verdict,
        tally=tally,
    )


def without(tokens: Sequence[str], usual: Sequence[str]) -> str:
    """What this draw gives, and what the merges give where none is dropped, in a sentence or two."""
    if list(tokens) == list(usual):
        return _("This draw gives the same tokens as when nothing is dropped: {tokens}.").format(tokens=_plus(usual))
    return sentences(
        _("This draw gives: {tokens}.").format(tokens=_plus(tokens)),
        _("When nothing is dropped it is: {tokens}.").format(tokens=_plus(usual)),
    )


def _plus(tokens: Sequence[str]) -> str:
    return " + ".join(_("“{token}”").format(token=shortened(token)) for token in tokens)


def labels() -> Labels:
    """The texts around the frames where they differ from those of a training."""
    return {
        **bpe.labels(),
        "question": _("Which pair merges next? Of those that the draw has left, the one with the lowest rank."),
        "guess": _("The pairs that the draw has left: click the one that you think was learned first"),
        "pairs": _("Learned pairs, with their ranks"),
        "noPairs": _("Nothing more is drawn"),
        "merges": _("Merges made, with their ranks"),
    }
