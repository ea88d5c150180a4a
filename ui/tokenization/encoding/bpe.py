"""Byte-pair encoding of a text as frames: the learned merges, applied to a word or a sentence."""

from collections.abc import Sequence
from itertools import pairwise

from bpe_engine import BPETokenizer, EncodeStep
from bpe_engine.bpe.encoding import MergeCandidate
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.symbols import merge_symbols
from bpe_engine.taught import taught_code
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.notation import name_token, quote_tokens
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, Code, CodePosition, HistoryItem
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.algorithms.taught_code import code_json, code_position
from ui.tokenization.encoding.encoding_lesson import CandidateList
from ui.tokenization.encoding.merge_encoding import RankedMergeLesson, merge_names
from ui.tokenization.encoding.notebook_cell import WHOLE, notebook_cell, relevant_tokens


class BPEEncodingLesson(RankedMergeLesson[BPETokenizer]):
    """The pair that was learned first merges first."""

    def possible_merges(self, word: EncodeStep) -> Sequence[MergeCandidate]:
        by_pair = {candidate.pair: candidate for candidate in reversed(word.candidates)}
        return sorted(by_pair.values(), key=lambda candidate: candidate.rank)

    def no_rank_texts(self) -> tuple[str, str]:
        return _("never learned"), _("{pair} was never learned: it has no rank.")

    def start_text(self) -> str:
        ranks = _("Ranks count from 0: the first pair learned has rank 0.") if self.visible_steps() else ""
        return join_sentences(super().start_text(), ranks)

    def candidates(self, coming: EncodeStep | None) -> CandidateList:
        return CandidateList([]) if coming and coming.pair is None else super().candidates(coming)

    def history_item(self, step: EncodeStep) -> HistoryItem:
        if step.pair is None:
            parts = [self.tokens[symbol] for symbol in self.word_before(step).symbols]
            return {"parts": parts, "made": self.tokens[step.symbols[0]], "value": _("whole word"), "sum": ""}
        return super().history_item(step)

    def last_step_text(self, last: EncodeStep) -> str:
        if last.pair is None:
            return _("The whole word was looked up and found: “{token}”. Nothing merged.").format(
                token=name_token(last.symbols[0])
            )
        return _("{pair} became “{token}”: the merge with rank {rank}.").format(**merge_names(last))

    def next_step_text(self, coming: EncodeStep) -> str:
        if coming.pair is None:
            return _(
                "Next: “{token}” as a whole. No merges lead to this token, but this tokenizer looks a word up before "
                "it merges anything."
            ).format(token=name_token(coming.symbols[0]))
        offers = self.possible_merges(self.word_before(coming))
        if len(offers) == 1:
            return _("Next: {pair}, the only learned pair here, with rank {rank}.").format(**merge_names(coming))
        return _(
            "Next: {pair}. Of the {count} learned pairs here, it has the lowest rank, {rank}: it was learned first. "
            "Now rank decides, not how often a pair occurs."
        ).format(**merge_names(coming), count=localized_number(len(offers)))

    def end_text(self) -> str:
        unknown = unknown_text(self.tokenizer, [*self.ends.values()])
        return join_sentences(_("Done: no learned pairs are left."), *unknown)

    def board_row(self, offer: MergeCandidate, offers: Sequence[MergeCandidate]) -> CandidateRow:
        wins = offer == offers[0]
        stands = _("{pair} has rank {rank}.").format(**merge_names(offer))
        if wins:
            verdict = join_sentences(_("Right!"), stands, _("No other pair here was learned earlier."))
        else:
            earlier = _("{pair} was learned earlier: rank {rank}.").format(**merge_names(offers[0]))
            verdict = join_sentences(_("Not this one."), stands, earlier)
        rank = localized_number(offer.rank)
        said = _("rank {rank}").format(rank=rank)
        return candidate_row(offer.pair, self.tokens, value=rank, said=said, winner=wins, verdict=verdict)

    def code(self) -> Code | None:
        tokenizer = self.tokenizer
        words = tokenizer.words(self.text)
        if (
            tokenizer.byte_of_token
            or not tokenizer.added_tokens.keys().isdisjoint(words)
            or not _merge_one_pair_each(self.steps)
        ):
            return None
        if tokenizer.end_of_word and tokenizer.byte_level:
            words = list(map(to_byte_symbols, words))
        changes: list[str] = []
        if tokenizer.end_of_word_symbol:
            changes.append("bpe_end_of_word")
        elif tokenizer.end_of_word_suffix:
            changes.append("bpe_end_of_word_suffix")
        elif tokenizer.byte_level:
            changes += ["bytes_to_unicode", "encode_bytes"]
        ranks = {tuple(candidate.pair): candidate.rank for step in self.steps for candidate in step.candidates}
        if len(tokenizer.table.pairs) <= WHOLE:
            ranks = {tuple(pair): rank for rank, pair in reversed(list(enumerate(tokenizer.merges)))}
        used = {symbol for symbols in self.ends.values() for symbol in symbols}
        values = {
            "words": words,
            "bpe_ranks": dict(sorted(ranks.items(), key=lambda item: item[1])),
            "vocab": relevant_tokens(tokenizer.vocabulary, used),
        }
        lesson = notebook_cell(values, f"encode(words, bpe_ranks, vocab, unknown={tokenizer.unk_token!r})")
        names = _(
            "get_pairs, bpe and bpe_ranks are named as in GPT-2’s own code. In minbpe, the pairs come from get_stats, "
            "and merge joins them."
        )
        return code_json(taught_code("encode_by_rank", *changes), lesson, names)

    def position_after(self, last: EncodeStep) -> CodePosition:
        return code_position("merge", word=list(last.symbols))

    def position_at_end(self) -> CodePosition:
        return code_position("stop", word=list(self.steps[-1].symbols))

    def position_before(self, coming: EncodeStep) -> CodePosition:
        assert coming.pair is not None, "a merge joins a pair"
        pairs = {*pairwise(self.word_before(coming).symbols)}
        return code_position(
            "choose", **{"len(pairs)": len(pairs), "bigram": tuple(coming.pair), "bpe_ranks[bigram]": coming.rank}
        )


def _merge_one_pair_each(steps: Sequence[EncodeStep]) -> bool:
    """Return whether each step merges one pair wherever it occurs, the leftmost of those with the lowest rank."""
    for before, after in pairwise(steps):
        if after.pair is None and after.word != before.word:
            continue
        if after.pair is None:  # a word that is in the vocabulary as a whole
            return False
        if after.word != before.word or after.token is None or not before.candidates:
            return False
        first = min(before.candidates, key=lambda candidate: candidate.rank)
        if first.pair != after.pair or merge_symbols(before.symbols, after.pair, after.token) != [*after.symbols]:
            return False
    return True


def unknown_text(tokenizer: BPETokenizer, words: Sequence[Sequence[str]]) -> list[str]:
    """Explain why there are unknown tokens, and what is lost; empty if there are none."""
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
                "{symbols} isn’t in the vocabulary: training never saw it, so it becomes {unk}.",
                "{symbols} aren’t in the vocabulary: training never saw them, so each becomes {unk}.",
                len(never_seen),
            ).format(symbols=join_list(quote_tokens(never_seen)), unk=tokenizer.unk_token)
        )
    if dropped:
        sentences.append(
            ngettext(
                "{symbols} was learned, but later merges left none of it in the corpus, so it was dropped from the "
                "vocabulary (“Drop unused symbols” in Settings) and becomes {unk}.",
                "{symbols} were learned, but later merges left none of them in the corpus, so they were dropped from "
                "the vocabulary (“Drop unused symbols” in Settings), and each becomes {unk}.",
                len(dropped),
            ).format(symbols=join_list(quote_tokens(dropped)), unk=tokenizer.unk_token)
        )
    sentences.append(_loss_text(unknown, words, tokenizer))
    if never_seen and tokenizer.byte_level:
        sentences.append(
            _("This vocabulary has only the bytes of its corpus. GPT’s have all 256, so they know any text.")
        )
    elif never_seen:
        sentences.append(_("With a vocabulary of all 256 bytes this can’t happen."))
    return sentences


def _loss_text(unknown: Sequence[str], words: Sequence[Sequence[str]], tokenizer: BPETokenizer) -> str:
    """Return whether a whole word is unknown, or only parts of it. An end-of-word mark does not count."""
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
        return ngettext("The whole word is lost.", "Whole words are lost.", whole)
    return _("A word with nothing else left is lost as a whole.")
