"""Encoding steps as frames for the player: the learned merges, applied to a word or a sentence."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bpe_engine import BPETokenizer, EncodeStep, Pair
from bpe_engine.bpe.encoding import Candidate
from ui.algorithms.shared import board_row, pair_text, past_merge
from ui.encoding.shared import frames_of, id_caption, id_titles
from ui.i18n import gettext as _
from ui.i18n import listed, ngettext, number
from ui.notation import name
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past, WordRow
from ui.player.frames import TokenTable, frame_json, places_of, row_json
from ui.show import sentences

MOST_ROWS = 10
"""Of the board: neighbours without a rank are shown as long as there is room."""


def payload(tokenizer: BPETokenizer, steps: Sequence[EncodeStep]) -> Frames:
    """All frames of a text: at frame n, n merges have been made, word after word."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=tokenizer.byte_level, special=tokenizer.named_tokens)
    starts = {step.word: step for step in steps if step.pair is None}

    def frame(done: Sequence[EncodeStep], coming: EncodeStep | None) -> Frame:
        return _frame(tokenizer, starts | {step.word: step for step in done}, done, coming, tokens)

    def past(step: EncodeStep) -> Past:
        assert step.pair is not None, "a merge joins a pair"
        assert step.token is not None, "a merge joins a pair"
        assert step.rank is not None, "a merge joins a pair"
        return past_of(step.pair, step.token, step.rank, tokens)

    merges = [step for step in steps if step.pair is not None]
    words = ["".join(step.symbols) for step in starts.values()]
    return frames_of(merges, frame, past, tokens, words)


def past_of(pair: Pair, token: str, rank: int, tokens: TokenTable) -> Past:
    """A merge that has happened in an encoding."""
    spoken = _("{pair} becomes “{token}”, rank {rank}").format(
        pair=pair_text(pair), token=name(token), rank=number(rank)
    )
    return past_merge(pair, token, number(rank), tokens, spoken, _("rank {rank}").format(rank=number(rank)))


def rows_of(
    current: Mapping[int, EncodeStep], last: EncodeStep | None, coming: EncodeStep | None, tokens: TokenTable
) -> list[WordRow]:
    """The words as they stand: where the coming pair is, and what the last step has made."""
    rows = []
    for place, step in current.items():
        hits = places_of(step.symbols, coming.pair) if coming and coming.pair and coming.word == place else []
        rows.append(row_json("", step.symbols, hits, tokens, step.merged if step is last else ()))
    return rows


def _frame(
    tokenizer: BPETokenizer,
    current: Mapping[int, EncodeStep],  # the latest step of each word
    done: Sequence[EncodeStep],
    coming: EncodeStep | None,
    tokens: TokenTable,
) -> Frame:
    last = done[-1] if done else None
    candidates = _candidates(current[coming.word]) if coming else []
    rows = rows_of(current, last, coming, tokens)
    words = [step.symbols for step in current.values()]
    symbols = [symbol for word in words for symbol in word]
    rejected = rejected_of(
        current, coming, candidates, tokens, _("never learned"), _("{pair} was never learned: it has no rank.")
    )
    return frame_json(
        tokens,
        done=_what_happened(last, len(words), ranked=bool(candidates)),
        next=_what_comes_next(tokenizer, coming, candidates, words),
        words=rows,
        board=[_board_row(candidate, candidates, tokens) for candidate in candidates] + rejected.rows,
        morePairs=rejected.more,
        chips=[(tokens[symbol], id_caption(tokenizer, symbol)) for symbol in symbols],
        titles=id_titles(len(symbols)),
    )


class Rejected(NamedTuple):
    """Neighbours that can never merge, as rows of the board, and how many more there are."""

    rows: list[BoardRow]
    more: str


def rejected_of(
    current: Mapping[int, EncodeStep],
    coming: EncodeStep | None,
    candidates: Sequence[Candidate],
    tokens: TokenTable,
    tally: str,
    why: str,
) -> Rejected:
    """The neighbours of the word that is being merged, or of a single one that is done, which have no rank."""
    if coming is None and len(current) > 1:
        return Rejected([], "")
    word = current[coming.word] if coming else next(iter(current.values()), None)
    ranked = {candidate.pair for candidate in candidates}
    symbols = word.symbols if word else ()
    pairs = [pair for pair in dict.fromkeys(map(Pair, symbols, symbols[1:])) if pair not in ranked]
    shown = pairs[: max(MOST_ROWS - len(candidates), 0)]
    rows = [
        board_row(
            pair,
            tokens,
            value="∞",
            said=_("no rank"),
            winner=False,
            verdict=sentences(_("Not this one."), why.format(pair=pair_text(pair))),
            tally=tally,
        )
        for pair in shown
    ]
    left = len(pairs) - len(shown)
    more = ngettext("… and {count} more that has no rank", "… and {count} more that have no rank", left)
    return Rejected(rows, more.format(count=number(left)) if left else "")


def _candidates(step: EncodeStep) -> list[Candidate]:
    """The different pairs that can merge, the lowest rank first."""
    by_pair = {candidate.pair: candidate for candidate in reversed(step.candidates)}
    return sorted(by_pair.values(), key=lambda candidate: candidate.rank)


def _what_happened(last: EncodeStep | None, words: int, *, ranked: bool) -> str:
    if last is None or last.pair is None or last.rank is None:
        start = ngettext(
            "The start: one word, cut into its symbols.",
            "The start: {count} words, each cut into its symbols.",
            words,
        ).format(count=number(words))
        return sentences(start, _("Ranks count from 0: merge 1 has rank 0.") if ranked else "")
    return _("{pair} became “{token}”: the merge of rank {rank}.").format(
        pair=pair_text(last.pair), token=name(last.token or ""), rank=number(last.rank)
    )


def _what_comes_next(
    tokenizer: BPETokenizer,
    coming: EncodeStep | None,
    candidates: Sequence[Candidate],
    words: Sequence[Sequence[str]],
) -> str:
    if coming is None or coming.pair is None or coming.rank is None:
        unknown = what_is_unknown(tokenizer, words)
        return sentences(_("The end: no two neighbours are a pair that was learned."), *unknown)
    if len(candidates) == 1:
        return _("Next: {pair}, the only pair of neighbours here that was learned, with rank {rank}.").format(
            pair=pair_text(coming.pair), rank=number(coming.rank)
        )
    return _(
        "Next: {pair}. {count} pairs of neighbours were learned, and this one has the lowest rank, {rank}: "
        "it was learned first. Rank decides here, no longer how often a pair occurs."
    ).format(pair=pair_text(coming.pair), count=number(len(candidates)), rank=number(coming.rank))


def what_is_unknown(tokenizer: BPETokenizer, words: Sequence[Sequence[str]]) -> list[str]:
    """Why there are unknown tokens, and what is lost; empty where there are none."""
    symbols = [symbol for word in words for symbol in word]
    unknown = list(dict.fromkeys(symbol for symbol in symbols if symbol not in tokenizer.vocabulary))
    if not unknown:
        return []
    learned = {symbol for pair in tokenizer.merges for symbol in (*pair, "".join(pair))}
    never_seen = [symbol for symbol in unknown if symbol not in learned]
    dropped = [symbol for symbol in unknown if symbol in learned]
    sentences = []
    if never_seen:
        sentences.append(
            ngettext(
                "{symbols} is not in the vocabulary: the training never saw it, so it becomes {unk}.",
                "{symbols} are not in the vocabulary: the training never saw them, so each becomes {unk}.",
                len(never_seen),
            ).format(symbols=named(never_seen), unk=tokenizer.unk_token)
        )
    if dropped:
        sentences.append(
            ngettext(
                "{symbols} was learned, but later merges left it nowhere in the corpus, so it was dropped from the "
                "vocabulary (“Drop unused symbols” in Settings) and becomes {unk}.",
                "{symbols} were learned, but later merges left them nowhere in the corpus, so they were dropped from "
                "the vocabulary (“Drop unused symbols” in Settings), and each becomes {unk}.",
                len(dropped),
            ).format(symbols=named(dropped), unk=tokenizer.unk_token)
        )
    sentences.append(_what_is_lost(unknown, words, tokenizer))
    if never_seen and tokenizer.byte_level:
        sentences.append(_("This vocabulary has only the bytes of its corpus. GPT’s have all 256: they know any text."))
    elif never_seen:
        sentences.append(_("With a vocabulary of all 256 bytes this cannot happen."))
    return sentences


def _what_is_lost(unknown: Sequence[str], words: Sequence[Sequence[str]], tokenizer: BPETokenizer) -> str:
    """Whether the unknown symbols are all of a word, or only parts. A mark for the end of a word is none of it."""
    lost = {*unknown, tokenizer.end_of_word_symbol}
    touched = [symbols for symbols in words if not {*unknown}.isdisjoint(symbols)]
    whole = sum(lost.issuperset(symbols) for symbols in touched)
    if not whole:
        return ngettext(
            "Only this part of the word is lost; the rest is kept.",
            "Only these parts are lost; the rest is kept.",
            len(unknown),
        )
    if whole == len(touched):
        return ngettext("The whole word is lost.", "The whole words are lost.", whole)
    return _("A word of which no other part is left is lost as a whole.")


def named(symbols: Iterable[str]) -> str:
    """Symbols as they stand in a sentence."""
    return listed(_("“{token}”").format(token=name(symbol)) for symbol in symbols)


def _board_row(candidate: Candidate, candidates: Sequence[Candidate], tokens: TokenTable) -> BoardRow:
    lowest = candidates[0]
    wins = candidate.rank == lowest.rank
    stands = _("{pair} has rank {rank}.").format(pair=pair_text(candidate.pair), rank=number(candidate.rank))
    if wins:
        verdict = sentences(_("Right!"), stands, _("No other pair here was learned earlier."))
    else:
        earlier = _("{pair} was learned earlier: rank {rank}.").format(
            pair=pair_text(lowest.pair), rank=number(lowest.rank)
        )
        verdict = sentences(_("Not this one."), stands, earlier)
    tally = _("merge {number}").format(number=number(candidate.rank + 1))
    return board_row(
        candidate.pair,
        tokens,
        value=number(candidate.rank),
        said=_("rank {rank}").format(rank=number(candidate.rank)),
        winner=wins,
        verdict=verdict,
        tally=tally,
    )


def labels() -> Labels:
    """The texts around the frames where they differ from those of a training."""
    return {
        "controls": _("Steps of the encoding"),
        "question": _("Which pair merges next? Find the one with the lowest rank: it was learned first."),
        "guess": _("Click the pair that you think was learned first"),
        "pairs": _("Neighbours, with their ranks from 0"),
        "noPairs": _("No learned pair is left"),
        "merges": _("Merges made, with their ranks"),
        "noSteps": _("None: there is nothing to join."),
    }
