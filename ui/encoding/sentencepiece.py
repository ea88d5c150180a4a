"""The encoding of SentencePiece's BPE as frames: the pair whose token has the highest score merges first."""

from collections.abc import Mapping, Sequence

from bpe_engine import EncodeStep, SentencePieceBPE
from bpe_engine.bpe.encoding import Candidate
from ui.algorithms.shared import board_row, pair_text
from ui.encoding import bpe
from ui.encoding.shared import frames_of, id_caption, id_titles
from ui.i18n import gettext as _
from ui.i18n import ngettext, number
from ui.notation import name
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past
from ui.player.frames import TokenTable, frame_json
from ui.show import sentences


def payload(tokenizer: SentencePieceBPE, steps: Sequence[EncodeStep]) -> Frames:
    """All frames of a text: at frame n, n merges have been made or unknown characters been written as bytes."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=False, special=tokenizer.special_tokens)
    starts = {step.word: step for step in reversed(steps)}  # the first step of each word

    def frame(done: Sequence[EncodeStep], coming: EncodeStep | None) -> Frame:
        return _frame(tokenizer, starts | {step.word: step for step in done}, done, coming, tokens)

    def past(step: EncodeStep) -> Past:
        if step.pair is None or step.token is None or step.rank is None:
            return {"parts": [tokens[symbol] for symbol in step.bytes_of], "made": None, "value": _("bytes"), "sum": ""}
        return bpe.past_of(step.pair, step.token, step.rank, tokens)

    return frames_of([step for step in steps if step is not starts[step.word]], frame, past, tokens)


def _frame(
    tokenizer: SentencePieceBPE,
    current: Mapping[int, EncodeStep],  # the latest step of each word
    done: Sequence[EncodeStep],
    coming: EncodeStep | None,
    tokens: TokenTable,
) -> Frame:
    last = done[-1] if done else None
    candidates = _candidates(current[coming.word]) if coming else []
    rows = bpe.rows_of(dict(sorted(current.items())), last, coming, tokens)
    symbols = [symbol for _number, step in sorted(current.items()) for symbol in step.symbols]
    rejected = bpe.rejected_of(
        current,
        coming,
        candidates,
        tokens,
        _("together no token"),
        _("{pair} are together no token: they have no rank."),
    )
    return frame_json(
        tokens,
        done=_what_happened(last, len(rows)),
        next=_what_comes_next(tokenizer, coming, candidates, symbols),
        words=rows,
        board=[_board_row(candidate, candidates, tokens) for candidate in candidates] + rejected.rows,
        morePairs=rejected.more,
        chips=[(tokens[symbol], id_caption(tokenizer, symbol)) for symbol in symbols],
        titles=id_titles(len(symbols)),
    )


def _candidates(step: EncodeStep) -> list[Candidate]:
    """The different pairs that can merge, the lowest rank first, and of equal ranks the leftmost."""
    by_pair: dict[tuple[str, str], Candidate] = {}
    for candidate in step.candidates:
        by_pair.setdefault(candidate.pair, candidate)
    return sorted(by_pair.values(), key=lambda candidate: (candidate.rank, candidate.position))


def _what_happened(last: EncodeStep | None, words: int) -> str:
    if last is None:
        return ngettext(
            "The start: one piece of text, cut into its characters.",
            "The start: {count} pieces of text, each cut into its characters. No token goes on from one to the next.",
            words,
        ).format(count=number(words))
    if last.pair is None or last.rank is None:
        return ngettext(
            "{symbols} is not in the vocabulary, and was written as its bytes in UTF-8.",
            "{symbols} are not in the vocabulary, and were written as their bytes in UTF-8.",
            len(last.bytes_of),
        ).format(symbols=bpe.named(last.bytes_of))
    return _("{pair} became “{token}”, which has rank {rank}.").format(
        pair=pair_text(last.pair), token=name(last.token or ""), rank=number(last.rank)
    )


def _what_comes_next(
    tokenizer: SentencePieceBPE, coming: EncodeStep | None, candidates: Sequence[Candidate], symbols: Sequence[str]
) -> str:
    if coming is None:
        unknown = list(dict.fromkeys(symbol for symbol in symbols if symbol not in tokenizer.vocabulary))
        lost = ngettext(
            "{symbols} is not in the vocabulary and becomes {unk}: what it was is lost.",
            "{symbols} are not in the vocabulary and become {unk}: what they were is lost.",
            len(unknown),
        ).format(symbols=bpe.named(unknown), unk=tokenizer.unk_token)
        return sentences(_("The end: no two neighbours are together a token."), lost if unknown else "")
    if coming.pair is None or coming.rank is None:
        return ngettext(
            "Next: {symbols} is in no token. This vocabulary has the 256 bytes for that, so nothing is unknown.",
            "Next: {symbols} are in no token. This vocabulary has the 256 bytes for that, so nothing is unknown.",
            len(coming.bytes_of),
        ).format(symbols=bpe.named(coming.bytes_of))
    pair = pair_text(coming.pair)
    if len(candidates) == 1:
        return _("Next: {pair}, the only neighbours here that are together a token, with rank {rank}.").format(
            pair=pair, rank=number(coming.rank)
        )
    equal = [candidate for candidate in candidates[1:] if candidate.rank == candidates[0].rank]
    return sentences(
        _(
            "Next: {pair}. {count} pairs of neighbours are together a token, and this one has the lowest rank, "
            "{rank}: its token has the highest score in the model's file."
        ).format(pair=pair, count=number(len(candidates)), rank=number(coming.rank)),
        _("Others have the same score; the leftmost comes first.") if equal else "",
    )


def _board_row(candidate: Candidate, candidates: Sequence[Candidate], tokens: TokenTable) -> BoardRow:
    first = candidates[0]
    wins = candidate == first
    stands = _("{pair} has rank {rank}.").format(pair=pair_text(candidate.pair), rank=number(candidate.rank))
    if wins:
        verdict = sentences(_("Right!"), stands, _("No other pair here makes a token of a higher score."))
    elif candidate.rank == first.rank:
        left = _("{pair} has the same, and stands further left.").format(pair=pair_text(first.pair))
        verdict = sentences(_("Not this one."), stands, left)
    else:
        higher = _("{pair} makes a token of a higher score: rank {rank}.").format(
            pair=pair_text(first.pair), rank=number(first.rank)
        )
        verdict = sentences(_("Not this one."), stands, higher)
    tally = _("score number {number} of the vocabulary").format(number=number(candidate.rank + 1))
    return board_row(candidate.pair, tokens, value=number(candidate.rank), winner=wins, verdict=verdict, tally=tally)


def labels() -> Labels:
    """The texts around the frames where they differ from those of a training."""
    return {
        **bpe.labels(),
        "question": _("Which pair merges next? Find the one with the lowest rank: its token has the highest score."),
        "guess": _("Click the pair that you think makes the token of the highest score"),
        "noPairs": _("No neighbours are together a token"),
        "merges": _("Merges made, with their ranks"),
    }
