"""SentencePiece's BPE encoding as frames: the pair whose token has the highest score merges first."""

from collections.abc import Sequence

from bpe_engine import EncodeStep, Pair, SentencePieceBPE
from bpe_engine.bpe.encoding import MergeCandidate
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.notation import quote_tokens
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, HistoryItem, Labels
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.encoding.merge_encoding import RankedMergeLesson, merge_names


class SentencePieceLesson(RankedMergeLesson[SentencePieceBPE]):
    """The lower the rank of a pair, the higher the score of its token; unknown characters are written as bytes."""

    def history_item(self, step: EncodeStep) -> HistoryItem:
        if step.pair is None:
            return {
                "parts": [self.tokens[symbol] for symbol in step.bytes_of],
                "made": None,
                "value": _("bytes"),
                "sum": "",
            }
        return super().history_item(step)

    def possible_merges(self, word: EncodeStep) -> Sequence[MergeCandidate]:
        by_pair: dict[Pair, MergeCandidate] = {}
        for candidate in word.candidates:
            by_pair.setdefault(candidate.pair, candidate)
        return sorted(by_pair.values(), key=lambda candidate: (candidate.rank, candidate.position))

    def no_rank_texts(self) -> tuple[str, str]:
        return _("form no token"), _("{pair} form no token, so they have no rank.")

    def start_text(self) -> str:
        words = len(self.starts)
        return ngettext(
            "Start: one piece of text, cut into its characters.",
            "Start: {count} pieces of text, each cut into its characters. No token continues from one to the next.",
            words,
        ).format(count=localized_number(words))

    def last_step_text(self, last: EncodeStep) -> str:
        if last.pair is None:
            return ngettext(
                "{symbols} isn’t in the vocabulary, and was written as its bytes in UTF-8.",
                "{symbols} aren’t in the vocabulary, and were written as their bytes in UTF-8.",
                len(last.bytes_of),
            ).format(symbols=join_list(quote_tokens(last.bytes_of)))
        return _("{pair} became “{token}”, which has rank {rank}.").format(**merge_names(last))

    def next_step_text(self, coming: EncodeStep) -> str:
        if coming.pair is None:
            return ngettext(
                "Next: {symbols} is in no token. This vocabulary can fall back on the 256 bytes, so nothing is "
                "unknown.",
                "Next: {symbols} are in no token. This vocabulary can fall back on the 256 bytes, so nothing is "
                "unknown.",
                len(coming.bytes_of),
            ).format(symbols=join_list(quote_tokens(coming.bytes_of)))
        offers = self.possible_merges(self.word_before(coming))
        if len(offers) == 1:
            return _("Next: {pair}, the only neighbours here that form a token, with rank {rank}.").format(
                **merge_names(coming)
            )
        return join_sentences(
            _(
                "Next: {pair}. {count} neighbouring pairs form a token, and this one has the lowest rank, {rank}: its "
                "token has the highest score in the model’s file."
            ).format(**merge_names(coming), count=localized_number(len(offers))),
            _("Others have the same score; the leftmost comes first.") if offers[1].rank == offers[0].rank else "",
        )

    def end_text(self) -> str:
        symbols = dict.fromkeys(symbol for word in self.ends.values() for symbol in word)
        unknown = [symbol for symbol in symbols if symbol not in self.tokenizer.vocabulary]
        lost = ngettext(
            "{symbols} isn’t in the vocabulary, so it becomes {unk} and is lost.",
            "{symbols} aren’t in the vocabulary, so they become {unk} and are lost.",
            len(unknown),
        ).format(symbols=join_list(quote_tokens(unknown)), unk=self.tokenizer.unk_token)
        return join_sentences(_("Done: no two neighbours form a token."), lost if unknown else "")

    def board_row(self, offer: MergeCandidate, offers: Sequence[MergeCandidate]) -> CandidateRow:
        first = offers[0]
        stands = _("{pair} has rank {rank}.").format(**merge_names(offer))
        if offer == first:
            verdict = join_sentences(_("Right!"), stands, _("No other pair here makes a token with a higher score."))
        elif offer.rank == first.rank:
            left = _("{pair} has the same rank, and is further left.").format(**merge_names(first))
            verdict = join_sentences(_("Not this one."), stands, left)
        else:
            higher = _("{pair} makes a token with a higher score: rank {rank}.").format(**merge_names(first))
            verdict = join_sentences(_("Not this one."), stands, higher)
        return candidate_row(
            offer.pair, self.tokens, value=localized_number(offer.rank), winner=offer == first, verdict=verdict
        )

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _(
                "Which pair merges next? Find the one with the lowest rank: its token has the highest score."
            ),
            "guess": _("Click the pair you think makes the token with the highest score"),
            "noPairs": _("No pair to merge at this step"),
        }
