"""Unigram's encoding as frames: Viterbi's table, filled from left to right, and the best path read from its end."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from bpe_engine import UnigramStep, UnigramTokenizer
from bpe_engine.taught import taught_code
from bpe_engine.unigram.tokenizer import TokenCandidate
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_text, name_token, quote_tokens
from ui.base.visible_text import join_sentences
from ui.lessons.contract import Code, CodePosition, HistoryItem, Labels, WordRow
from ui.lessons.frames import MAX_CANDIDATES, row_json
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.algorithms.taught_code import code_json, code_position
from ui.tokenization.encoding.encoding_lesson import CandidateList, LookupLesson, TokenStrip, id_titles
from ui.tokenization.encoding.notebook_cell import WHOLE, encode_word_aliases, notebook_cell
from ui.tokenization.encoding.probabilities import calculation_text, probability_text, product_text, share_texts

SAME = 1e-9
"""Logarithms that differ by at most this count as equal: their order is a matter of rounding."""


class ViterbiLesson(LookupLesson[UnigramTokenizer, UnigramStep]):
    """Viterbi's table is filled position by position, and read from its end."""

    @cached_property
    def shares(self) -> Mapping[str, str]:
        """The probabilities of tokens that are known as fractions."""
        return share_texts(self.tokenizer.scores)

    def word_rows(self, done: Sequence[UnigramStep], coming: UnigramStep | None) -> tuple[list[WordRow], list[str]]:
        paths = {step.word: step.path for step in done if step.path is not None}
        rows = []
        for at, word in self.texts().items():
            path = paths.get(at)
            fresh = range(len(path)) if path is not None and done[-1].word == at else ()
            rows.append(row_json("", list(word) if path is None else path, [], self.tokens, fresh))
        return rows, [token for path in paths.values() for token in path]

    def token_strip(self, done: Sequence[UnigramStep], coming: UnigramStep | None, found: Sequence[str]) -> TokenStrip:
        words = _("The words") if coming else id_titles(len(found))[1]
        table = [step for step in done if coming and step.word == coming.word and step.path is None]
        if not table:
            return [(self.tokens[token], "") for token in found], (_("Tokens"), words)
        chips = [(self.tokens[_best(step)], f"{step.position}: {_probability(step.best)}") for step in table]
        return chips, (_("The best way to each place"), words)

    def candidates(self, coming: UnigramStep | None) -> CandidateList:
        if coming is None or coming.path is not None:
            return CandidateList([])
        best = coming.candidates[0]
        equals = [other for other in coming.candidates if other.total > best.total - SAME]
        rows = [
            candidate_row(
                candidate.token,
                self.tokens,
                value=probability_text(candidate.total),
                tally=product_text(candidate, self.shares),
                winner=candidate == best,
                tied=len(equals) > 1 and candidate in equals,
                verdict=self._verdict(candidate, best, equals),
            )
            for candidate in coming.candidates[:MAX_CANDIDATES]
        ]
        return CandidateList(rows)

    def start_text(self) -> str:
        words = len(self.texts())
        return ngettext(
            "Start: one word. Of all the ways to cut it, we want the one whose tokens are most probable together.",
            "Start: {count} words. Of all the ways to cut each, we want the one whose tokens are most probable "
            "together.",
            words,
        ).format(count=localized_number(words))

    def last_step_text(self, last: UnigramStep) -> str:
        if last.path is not None:
            return _("Read back from the end, from each token to the place where it begins: {path}.").format(
                path=" + ".join(quote_tokens(last.path))
            )
        part = name_text(last.text[: last.position])
        if last.best is None:
            return _("No token ends after “{part}”.").format(part=part)
        return _("The best cut of “{part}” ends in “{token}”. Its probability is {calculation}.").format(
            part=part, token=name_token(last.best.token), calculation=calculation_text(last.best, self.shares)
        )

    def next_step_text(self, coming: UnigramStep) -> str:
        if coming.path is not None:
            return _(
                "Next: the table is full. Read it from the end: the last token, then the one before it, and so on."
            )
        return ngettext(
            "Next: place {position}, after “{part}”. One token ends there.",
            "Next: place {position}, after “{part}”. {count} tokens end there; the most probable way wins.",
            len(coming.candidates),
        ).format(
            position=localized_number(coming.position),
            part=name_text(coming.text[: coming.position]),
            count=localized_number(len(coming.candidates)),
        )

    def end_text(self) -> str:
        return _("Done: every word is cut in its most probable way.")

    def history_item(self, step: UnigramStep) -> HistoryItem:
        if step.path is not None:
            return {"parts": [self.tokens[token] for token in step.path], "made": None, "value": _("path"), "sum": ""}
        return {"parts": [self.tokens[_best(step)]], "made": None, "value": _probability(step.best), "sum": ""}

    def _verdict(self, candidate: TokenCandidate, best: TokenCandidate, equals: Sequence[TokenCandidate]) -> str:
        """Return the feedback to a learner who predicted this token."""
        stands, better = (
            _("“{token}”: {sum}.").format(token=name_token(one.token), sum=calculation_text(one, self.shares))
            for one in (candidate, best)
        )
        if candidate == best:
            return join_sentences(_("Right!"), stands, *(_tie_text(other, best, equals) for other in equals[1:2]))
        if candidate in equals:
            return join_sentences(_("A fair choice!"), stands, _tie_text(best, best, equals))
        return join_sentences(_("Not this one."), stands, _("Another way is more probable."), better)

    @classmethod
    def summary_text(cls, tokens: int) -> str:
        return ngettext(
            "Nothing merges: of all the ways to cut the text, the most probable is taken. That makes {count} token.",
            "Nothing merges: of all the ways to cut the text, the most probable is taken. That makes {count} tokens.",
            tokens,
        ).format(count=localized_number(tokens))

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _(
                "Which token is the best last one up to this place? The probabilities of a way’s tokens multiply."
            ),
            "guess": _("Click the token you think ends the most probable way"),
            "pairs": _("Last tokens here, the best way first"),
            "noPairs": _("Nothing left to look at"),
            "winner": _("best"),
            "merges": _("Places filled: the best way’s last token and its probability"),
        }

    def code(self) -> Code | None:
        tokenizer = self.tokenizer
        if type(tokenizer) is not UnigramTokenizer:
            return None  # SentencePiece's tokenizers compute in another precision
        words = self.texts()
        model = tokenizer.scores
        if len(model) > WHOLE:
            model = {token: score for token, score in model.items() if any(token in word for word in words.values())}
        call = f"encode(words, model, unknown={tokenizer.unk_token!r}, unknown_score={tokenizer.unk_score!r})"
        lesson = notebook_cell({"words": list(words.values()), "model": model}, call)
        return code_json(taught_code("encode_unigram"), lesson, encode_word_aliases())

    def position_after(self, last: UnigramStep) -> CodePosition:
        if last.path is not None:
            return code_position("back", tokens=list(last.path))
        assert last.best is not None, "an unknown character is a candidate too"
        best = (last.best.total, last.best.start)
        return code_position("merge", **{"len(candidates)": len(last.candidates), "best[end]": best})

    def position_before(self, coming: UnigramStep) -> CodePosition:
        return code_position("back") if coming.path is not None else code_position("choose", end=coming.position)


def _best(step: UnigramStep) -> str:
    """Return the best last token up to a position; if there is none, the character."""
    return step.best.token if step.best else step.text[step.position - 1]


def _probability(candidate: TokenCandidate | None) -> str:
    """Format the probability of the best way to a position."""
    return "–" if candidate is None else probability_text(candidate.total)


def _tie_text(other: TokenCandidate, best: TokenCandidate, equals: Sequence[TokenCandidate]) -> str:
    """Explain that another token is as good, and what decides."""
    if best.start == min(candidate.start for candidate in equals):
        sentence = _("“{token}” is just as good; among equals, the longest token is taken.")
    else:
        sentence = _("“{token}” is just as good; only rounding decides between them.")
    return sentence.format(token=name_token(other.token))
