"""The taught code beside the frames of an encoding: which lines a step runs, and what its names have there."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from pprint import pformat
from typing import Any, NamedTuple

from bpe_engine import (
    BPETokenizer,
    EncodeStep,
    LongestMatchStep,
    LongestMatchTokenizer,
    Tokenizer,
    UnigramStep,
    UnigramTokenizer,
    WordPieceStep,
    WordPieceTokenizer,
)
from bpe_engine.bpe.longest_match import END_OF_WORD
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.symbols import merge_symbols
from bpe_engine.taught import TaughtCode, taught_code
from ui.algorithms.taught import code_json, place
from ui.i18n import gettext as _
from ui.player.contract import Frames, Place

WHOLE = 300
"""So many merges or tokens a cell of a notebook has in any case; of more, those that the text asks for."""


class _Beside(NamedTuple):
    """The code beside the frames: what a cell has after it, how others call it, and where it is at each frame."""

    code: TaughtCode
    lesson: str
    names: str
    places: list[tuple[Place, Place]]


def with_code(tokenizer: Tokenizer, text: str, steps: Sequence[Any], frames: Frames) -> Frames:
    """The frames with the code that is taught of such an encoding of a normalized text, where there is one."""
    found = next((make(tokenizer, text, steps) for kind, make in _WAYS.items() if isinstance(tokenizer, kind)), None)
    if found is None:
        return frames
    # A text that is changed before it is cut has a frame more, at which the code has not begun.
    first = len(frames["frames"]) - len(found.places)
    shown = frames["frames"][:first]
    for frame, (ran, runs) in zip(frames["frames"][first:], found.places, strict=True):
        shown.append({**frame, "ran": ran, "runs": runs})
    return {**frames, "frames": shown, "code": code_json(found.code, found.lesson, found.names)}


def _lesson(values: Mapping[str, object], call: str) -> str:
    lines = [f"{name} = {pformat(value, width=100, compact=True, sort_dicts=False)}" for name, value in values.items()]
    return "\n".join((*lines, "", f"print({call})", ""))


def _asked_for(vocabulary: Mapping[str, int], asked: Collection[str], without: Collection[str] = ()) -> list[str]:
    """The tokens of a vocabulary in the order of their ids; of a large one, those that are asked for."""
    some = vocabulary if len(vocabulary) <= WHOLE else [token for token in asked if token in vocabulary]
    return sorted((token for token in some if token not in without), key=vocabulary.__getitem__)


def _by_rank(tokenizer: BPETokenizer, text: str, steps: Sequence[EncodeStep]) -> _Beside | None:
    words = tokenizer.words(text)
    merges = [step for step in steps if step.pair is not None]
    if tokenizer.byte_of_token or not tokenizer.added_tokens.keys().isdisjoint(words) or not _are_plain(steps):
        return None
    changes = []
    if tokenizer.end_of_word_symbol:
        changes.append("bpe_end_of_word")
    elif tokenizer.end_of_word_suffix:
        changes.append("bpe_end_of_word_suffix")
    elif tokenizer.byte_level:
        changes += ["bytes_to_unicode", "encode_bytes"]
    if tokenizer.end_of_word and tokenizer.byte_level:
        words = list(map(to_byte_symbols, words))
    ranks = {tuple(candidate.pair): candidate.rank for step in steps for candidate in step.candidates}
    if len(tokenizer.table.pairs) <= WHOLE:
        ranks = {tuple(pair): rank for rank, pair in reversed(list(enumerate(tokenizer.merges)))}
    ends = {step.word: step.symbols for step in steps}
    used = {symbol for symbols in ends.values() for symbol in symbols}
    lesson = _lesson(
        {
            "words": words,
            "bpe_ranks": dict(sorted(ranks.items(), key=lambda item: item[1])),
            "vocab": _asked_for(tokenizer.vocabulary, used),
        },
        f"encode(words, bpe_ranks, vocab, unknown={tokenizer.unk_token!r})",
    )
    current = {step.word: step for step in reversed(steps) if step.pair is None}
    places = []
    for last, coming in pairwise([None, *merges, None]):
        if last is not None:
            current[last.word] = last
        ran = place("merge", word=list(last.symbols)) if last else place("start")
        runs = place("stop", word=list(steps[-1].symbols))
        if coming is not None:
            assert coming.pair is not None, "a merge joins a pair"
            symbols = current[coming.word].symbols
            values = {"bigram": tuple(coming.pair), "bpe_ranks[bigram]": coming.rank}
            runs = place("choose", **{"len(pairs)": len({*pairwise(symbols)}), **values})
        places.append((ran, runs))
    names = _(
        "get_pairs, bpe and bpe_ranks have the names of GPT-2’s own code. In minbpe the pairs come from get_stats, and "
        "merge joins them."
    )
    return _Beside(taught_code("encode_by_rank", *changes), lesson, names, places)


def _are_plain(steps: Sequence[EncodeStep]) -> bool:
    """Whether each step merges one pair wherever it stands, the first of those with the lowest rank."""
    for before, after in pairwise(steps):
        if after.pair is None:
            continue
        if after.word != before.word or after.token is None or not before.candidates:
            return False
        first = min(before.candidates, key=lambda candidate: candidate.rank)
        if first.pair != after.pair or merge_symbols(before.symbols, after.pair, after.token) != [*after.symbols]:
            return False
    return True


def _by_longest_match(tokenizer: LongestMatchTokenizer, text: str, steps: Sequence[LongestMatchStep]) -> _Beside | None:
    if tokenizer.end_of_word not in ("", END_OF_WORD):
        return None
    found = [step for step in steps if step.token is not None]
    special = {*tokenizer.special_tokens, tokenizer.unk_token}
    lesson = _lesson(
        {
            "words": tokenizer.pre_tokenizer.split(text),
            "vocab": _asked_for(tokenizer.vocabulary, {step.token or "" for step in found}, special),
        },
        f"encode(words, vocab, unknown={tokenizer.unk_token!r})",
    )

    def start_of(step: LongestMatchStep) -> int:
        before = "".join(piece.text for piece in step.pieces[: step.place])
        return len(before)

    places = [
        (
            place("merge", token=last.token, start=start_of(last)) if last else place("start"),
            place("choose") if coming else place("stop"),
        )
        for last, coming in pairwise([None, *found, None])
    ]
    changes = ("encode_by_longest_match_end_of_word",) if tokenizer.end_of_word else ()
    return _Beside(taught_code("encode_by_longest_match", *changes), lesson, "", places)


def _wordpiece(tokenizer: WordPieceTokenizer, text: str, steps: Sequence[WordPieceStep]) -> _Beside | None:
    words = {step.word: step.text for step in steps}
    if tokenizer.prefix not in ("", "##") or max(map(len, words.values()), default=0) > tokenizer.max_word_length:
        return None
    found = {step.found for step in steps if step.found is not None}
    lesson = _lesson(
        {"words": list(words.values()), "vocab": _asked_for(tokenizer.vocabulary, found, tokenizer.special_tokens)},
        f"encode(words, vocab, unknown={tokenizer.unk_token!r})",
    )

    def ran(last: WordPieceStep | None) -> Place:
        if last is None:
            return place("start")
        return place("lost") if last.found is None else place("merge", tokens=list(last.tokens))

    def runs(coming: WordPieceStep | None) -> Place:
        if coming is None:
            return place("stop")
        length = len(coming.text) + bool(tokenizer.end_of_word)
        return place("choose", **{"start": coming.start, "len(symbols)": length})

    places = [(ran(last), runs(coming)) for last, coming in pairwise([None, *steps, None])]
    changes = ("encode_wordpiece_end_of_word",) if tokenizer.end_of_word else ()
    names = _("The Hugging Face course calls the function for a word encode_word too.")
    return _Beside(taught_code("encode_wordpiece", *changes), lesson, names, places)


def _unigram(tokenizer: UnigramTokenizer, text: str, steps: Sequence[UnigramStep]) -> _Beside | None:
    if type(tokenizer) is not UnigramTokenizer:
        return None  # those of SentencePiece compute in another precision
    words = {step.word: step.text for step in steps}
    inside = [token for token in tokenizer.scores if any(token in word for word in words.values())]
    model = tokenizer.scores if len(tokenizer.scores) <= WHOLE else {token: tokenizer.scores[token] for token in inside}
    lesson = _lesson(
        {"words": list(words.values()), "model": model},
        f"encode(words, model, unknown={tokenizer.unk_token!r}, unknown_score={tokenizer.unk_score!r})",
    )

    def ran(last: UnigramStep | None) -> Place:
        if last is None:
            return place("start")
        if last.path is not None:
            return place("back", tokens=list(last.path))
        assert last.best is not None, "an unknown character is a candidate too"
        best = (last.best.total, last.best.start)
        return place("merge", **{"len(candidates)": len(last.candidates), "best[end]": best})

    def runs(coming: UnigramStep | None) -> Place:
        if coming is None:
            return place("stop")
        if coming.path is not None:
            return place("back")
        return place("choose", end=coming.position)

    places = [(ran(last), runs(coming)) for last, coming in pairwise([None, *steps, None])]
    names = _("The Hugging Face course calls the function for a word encode_word too.")
    return _Beside(taught_code("encode_unigram"), lesson, names, places)


_WAYS: dict[type[Tokenizer], Callable[[Any, str, Sequence[Any]], _Beside | None]] = {
    BPETokenizer: _by_rank,
    LongestMatchTokenizer: _by_longest_match,
    UnigramTokenizer: _unigram,
    WordPieceTokenizer: _wordpiece,
}
