"""The encoding of SentencePiece's BPE as frames: the pair whose token has the highest score merges first."""

from collections.abc import Sequence

from bpe_engine import EncodeStep, Pair, SentencePieceBPE
from bpe_engine.bpe.encoding import Candidate
from ui.base.i18n import gettext as _
from ui.base.i18n import listed, ngettext, number
from ui.base.notation import quoted
from ui.base.visible_text import sentences
from ui.lessons.contract import BoardRow, Labels, Past
from ui.tokenization.algorithms.frame_parts import board_row
from ui.tokenization.encoding.merge_encoding import Ranked, named


class ByScore(Ranked[SentencePieceBPE]):
    """The lower the rank of a pair, the higher the score of its token; unknown characters are written as bytes."""

    def past(self, step: EncodeStep) -> Past:
        if step.pair is None:
            return {
                "parts": [self.tokens[symbol] for symbol in step.bytes_of],
                "made": None,
                "value": _("bytes"),
                "sum": "",
            }
        return super().past(step)

    def offers(self, word: EncodeStep) -> Sequence[Candidate]:
        by_pair: dict[Pair, Candidate] = {}
        for candidate in word.candidates:
            by_pair.setdefault(candidate.pair, candidate)
        return sorted(by_pair.values(), key=lambda candidate: (candidate.rank, candidate.position))

    def without_rank(self) -> tuple[str, str]:
        return _("form no token"), _("{pair} form no token, so they have no rank.")

    def start(self) -> str:
        words = len(self.starts)
        return ngettext(
            "Start: one piece of text, cut into its characters.",
            "Start: {count} pieces of text, each cut into its characters. No token continues from one to the next.",
            words,
        ).format(count=number(words))

    def what_happened(self, last: EncodeStep) -> str:
        if last.pair is None:
            return ngettext(
                "{symbols} isn’t in the vocabulary, and was written as its bytes in UTF-8.",
                "{symbols} aren’t in the vocabulary, and were written as their bytes in UTF-8.",
                len(last.bytes_of),
            ).format(symbols=listed(quoted(last.bytes_of)))
        return _("{pair} became “{token}”, which has rank {rank}.").format(**named(last))

    def what_comes_next(self, coming: EncodeStep) -> str:
        if coming.pair is None:
            return ngettext(
                "Next: {symbols} is in no token. This vocabulary can fall back on the 256 bytes, so nothing is "
                "unknown.",
                "Next: {symbols} are in no token. This vocabulary can fall back on the 256 bytes, so nothing is "
                "unknown.",
                len(coming.bytes_of),
            ).format(symbols=listed(quoted(coming.bytes_of)))
        offers = self.offers(self.before(coming))
        if len(offers) == 1:
            return _("Next: {pair}, the only neighbours here that form a token, with rank {rank}.").format(
                **named(coming)
            )
        return sentences(
            _(
                "Next: {pair}. {count} neighbouring pairs form a token, and this one has the lowest rank, {rank}: its "
                "token has the highest score in the model's file."
            ).format(**named(coming), count=number(len(offers))),
            _("Others have the same score; the leftmost comes first.") if offers[1].rank == offers[0].rank else "",
        )

    def end(self) -> str:
        symbols = dict.fromkeys(symbol for word in self.ends.values() for symbol in word)
        unknown = [symbol for symbol in symbols if symbol not in self.tokenizer.vocabulary]
        lost = ngettext(
            "{symbols} isn’t in the vocabulary, so it becomes {unk} and is lost.",
            "{symbols} aren’t in the vocabulary, so they become {unk} and are lost.",
            len(unknown),
        ).format(symbols=listed(quoted(unknown)), unk=self.tokenizer.unk_token)
        return sentences(_("Done: no two neighbours form a token."), lost if unknown else "")

    def board_row(self, offer: Candidate, offers: Sequence[Candidate]) -> BoardRow:
        first = offers[0]
        stands = _("{pair} has rank {rank}.").format(**named(offer))
        if offer == first:
            verdict = sentences(_("Right!"), stands, _("No other pair here makes a token with a higher score."))
        elif offer.rank == first.rank:
            left = _("{pair} has the same rank, and is further left.").format(**named(first))
            verdict = sentences(_("Not this one."), stands, left)
        else:
            higher = _("{pair} makes a token with a higher score: rank {rank}.").format(**named(first))
            verdict = sentences(_("Not this one."), stands, higher)
        return board_row(offer.pair, self.tokens, value=number(offer.rank), winner=offer == first, verdict=verdict)

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _(
                "Which pair merges next? Find the one with the lowest rank: its token has the highest score."
            ),
            "guess": _("Click the pair you think makes the token with the highest score"),
            "noPairs": _("No neighbours form a token"),
        }
