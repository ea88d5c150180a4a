"""Longest match as frames: the longest token found anywhere in a word, then the rest."""

from collections.abc import Sequence

from bpe_engine import LongestMatchStep, LongestMatchTokenizer
from bpe_engine.bpe.longest_match import END_OF_WORD
from bpe_engine.taught import taught_code
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_token
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, Code, CodePosition, HistoryItem, Labels, WordRow
from ui.lessons.frames import row_json
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.algorithms.taught_code import code_json, code_position
from ui.tokenization.encoding.encoding_lesson import CandidateList, LookupLesson
from ui.tokenization.encoding.notebook_cell import notebook_cell, relevant_tokens

MAX_ROWS = 8  # tokens shown of a vocabulary, the one that is cut next among them
MAX_SHORTER = 3  # tokens after that one, if there are longer ones to show


class LongestMatchLesson(LookupLesson[LongestMatchTokenizer, LongestMatchStep]):
    """Encoding by longest match: the longest token of a word is cut out, then the rest is cut in the same way."""

    def visible_steps(self) -> Sequence[LongestMatchStep]:
        return [step for step in self.steps if step.token is not None]

    def word_rows(
        self, done: Sequence[LongestMatchStep], coming: LongestMatchStep | None
    ) -> tuple[list[WordRow], list[str]]:
        starts = {step.word: step for step in self.steps if step.token is None}
        now = starts | {step.word: step for step in done}
        rows = []
        for step in now.values():
            fresh = [step.place] if step in done[-1:] and step.place is not None else []
            rows.append(row_json("", [piece.text for piece in step.pieces], [], self.tokens, fresh))
        pieces = [piece for step in now.values() for piece in step.pieces]
        return rows, [piece.text for piece in pieces if piece.covered or coming is None]

    def candidates(self, coming: LongestMatchStep | None) -> CandidateList:
        """Return the tokens in the order in which they are tried, with their lengths."""
        tokens = self.tokenizer.by_length
        if coming is None or coming.token is None:
            return CandidateList([])
        cut = tokens.index(coming.token)
        first = max(0, min(cut + MAX_SHORTER + 1, len(tokens)) - MAX_ROWS)
        shown = list(enumerate(tokens))[first : first + MAX_ROWS]
        rows = [self.board_row(token, coming.token, is_tried=place < cut) for place, token in shown]
        return CandidateList(rows, len(tokens) - len(rows))

    def board_row(self, token: str, cut: str, *, is_tried: bool) -> CandidateRow:
        """Return a token with its length. `is_tried`: it comes before the one that is cut, and was not found."""
        length = self.tokenizer.token_length(token)
        names = {"token": name_token(token), "cut": name_token(cut)}
        if token == cut:
            tally = ""
            reason = _("“{token}” is the longest token found there.")
        elif is_tried:
            tally = _("not there")
            reason = _("“{token}” isn’t there.")
        else:
            tally = ""
            reason = _("“{cut}” comes before “{token}” in this list.")
        return candidate_row(
            token,
            self.tokens,
            value=localized_number(length),
            said=ngettext("{count} character", "{count} characters", length).format(count=localized_number(length)),
            winner=token == cut,
            tally=tally,
            verdict=join_sentences(_("Right!") if token == cut else _("Not this one."), reason.format(**names)),
        )

    def start_text(self) -> str:
        words = len({step.word for step in self.steps})
        if self.tokenizer.from_left:
            return ngettext(
                "Start: one word. The order of the merges doesn’t matter here: the longest token that the word begins "
                "with is cut off first, then the rest is treated the same way.",
                "Start: {count} words. The order of the merges doesn’t matter here: the longest token that a word "
                "begins with is cut off first, then the rest is treated the same way.",
                words,
            ).format(count=localized_number(words))
        return ngettext(
            "Start: one word. The order of the merges doesn’t matter here: the longest token in the word is cut out "
            "first.",
            "Start: {count} words. The order of the merges doesn’t matter here: the longest token in a word is cut out "
            "first.",
            words,
        ).format(count=localized_number(words))

    def last_step_text(self, last: LongestMatchStep) -> str:
        if self.tokenizer.from_left:
            return _("“{token}” was cut off: the longest token that begins there.").format(
                token=name_token(last.token or "")
            )
        return _("“{token}” was cut out: the longest token found in what was left.").format(
            token=name_token(last.token or "")
        )

    def next_step_text(self, coming: LongestMatchStep) -> str:
        if self.tokenizer.from_left:
            return _("Next: “{token}”, the longest token that begins there.").format(
                token=name_token(coming.token or "")
            )
        return _("Next: “{token}”, the longest token found in what is left.").format(
            token=name_token(coming.token or "")
        )

    def end_text(self) -> str:
        return _("Done: what no token covers becomes {unk}.").format(unk=self.tokenizer.unk_token)

    def history_item(self, step: LongestMatchStep) -> HistoryItem:
        return {"parts": [self.tokens[step.token or ""]], "made": None, "value": "", "sum": ""}

    @classmethod
    def summary_text(cls, tokens: int) -> str:
        return ngettext(
            "Nothing merges: the longest token in a word is cut out first. That makes {count} token.",
            "Nothing merges: the longest token in a word is cut out first. That makes {count} tokens.",
            tokens,
        ).format(count=localized_number(tokens))

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _("Which token is cut next? Click the longest one that is found."),
            "guess": _("Click the longest token that is found"),
            "pairs": _("Tokens, longest first, with their lengths"),
            "noPairs": _("Nothing left to cut out"),
            "winner": _("cut next"),
            "merges": _("Tokens cut out so far"),
        }

    def code(self) -> Code | None:
        tokenizer = self.tokenizer
        if tokenizer.end_of_word not in ("", END_OF_WORD):
            return None
        special = {*tokenizer.special_tokens, tokenizer.unk_token}
        found = {step.token or "" for step in self.visible_steps()}
        values = {
            "words": tokenizer.pre_tokenizer.split(self.text),
            "vocab": relevant_tokens(tokenizer.vocabulary, found, special),
        }
        lesson = notebook_cell(values, f"encode(words, vocab, unknown={tokenizer.unk_token!r})")
        changes = ("encode_by_longest_match_end_of_word",) if tokenizer.end_of_word else ()
        return code_json(taught_code("encode_by_longest_match", *changes), lesson, "")

    def position_after(self, last: LongestMatchStep) -> CodePosition:
        before = "".join(piece.text for piece in last.pieces[: last.place])
        return code_position("merge", token=last.token, start=len(before))

    def position_before(self, coming: LongestMatchStep) -> CodePosition:
        return code_position("choose")
