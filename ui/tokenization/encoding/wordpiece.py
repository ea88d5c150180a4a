"""WordPiece's encoding as frames: take the longest known prefix, and repeat."""

from collections.abc import Sequence

from bpe_engine import WordPieceStep, WordPieceTokenizer
from bpe_engine.taught import taught_code
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_text, name_token
from ui.base.visible_text import join_sentences
from ui.lessons.contract import CandidateRow, Code, CodePosition, HistoryItem, Labels, WordRow
from ui.lessons.frames import row_json
from ui.tokenization.algorithms.frame_parts import candidate_row
from ui.tokenization.algorithms.taught_code import code_json, code_position
from ui.tokenization.encoding.encoding_lesson import CandidateList, LookupLesson, TokenStrip, id_titles, special_as_text
from ui.tokenization.encoding.notebook_cell import encode_word_aliases, notebook_cell, relevant_tokens

MAX_TRIED = 8  # prefixes shown, the shortest ones
MAX_SHORTER = 3  # known prefixes shown that are shorter than the one found


class WordPieceLesson(LookupLesson[WordPieceTokenizer, WordPieceStep]):
    """The longest known prefix of the rest of a word is taken."""

    def word_rows(self, done: Sequence[WordPieceStep], coming: WordPieceStep | None) -> tuple[list[WordRow], list[str]]:
        latest = {step.word: step for step in done}
        rows, found = [], []
        for at, word in self.texts().items():
            step = latest.get(at)
            covered = list(step.tokens) if step else []
            fresh = [len(covered) - 1] if step in done[-1:] else []
            rows.append(row_json("", [*covered, *_rest(self.tokenizer, word, step)], [], self.tokens, fresh))
            found += covered
        return rows, found

    def token_strip(
        self, done: Sequence[WordPieceStep], coming: WordPieceStep | None, found: Sequence[str]
    ) -> TokenStrip:
        captions, titles = self.token_captions(found), id_titles(len(found))
        return captions, (_("Ids (?: not looked up yet)"), _("The words")) if coming else titles

    def candidates(self, coming: WordPieceStep | None) -> CandidateList:
        """Return the prefixes that are looked up, the longest first, then shorter known ones."""
        if coming is None:
            return CandidateList([])
        tried = list(coming.tried)[-MAX_TRIED:]
        if coming.found is not None:
            shorter = self.tokenizer.prefixes(coming.text, coming.start)[len(coming.tried) :]
            tried += [token for token in shorter if token in self.tokenizer.pieces][:MAX_SHORTER]
        return CandidateList([self.board_row(token, coming) for token in tried])

    def board_row(self, token: str, coming: WordPieceStep) -> CandidateRow:
        """Return a prefix, and whether it is known."""
        known = token in self.tokenizer.pieces
        wins = token == coming.found
        judged = _("Right!") if wins else _("Not this one.")
        if wins:
            tally = _("longest known")
            reason = _("“{token}” is the longest known beginning.").format(token=name_token(token))
        elif known:
            tally = _("shorter")
            reason = _("“{token}” is known, but “{longer}” is longer.").format(
                token=name_token(token), longer=name_token(coming.found or "")
            )
        elif token in self.tokenizer.special_tokens:
            tally = _("a special token")
            reason = special_as_text(token)
        else:
            tally = _("no such token")
            reason = _("“{token}” isn’t in the vocabulary.").format(token=name_token(token))
        value = str(self.tokenizer.vocabulary[token]) if known else "–"
        return candidate_row(
            token, self.tokens, value=value, winner=wins, verdict=join_sentences(judged, reason), tally=tally
        )

    def is_too_long(self, word: str) -> bool:
        """Return whether a word is unknown only because of its length."""
        return len(word) > self.tokenizer.max_word_length

    def start_text(self) -> str:
        words = len(self.texts())
        return ngettext(
            "Start: one word. WordPiece doesn’t repeat its training: it looks for the longest beginning it knows.",
            "Start: {count} words. WordPiece doesn’t repeat its training: it looks for the longest beginning it knows.",
            words,
        ).format(count=localized_number(words))

    def last_step_text(self, last: WordPieceStep) -> str:
        if self.is_too_long(last.text):
            return ngettext(
                "“{word}” has {length} character. A word of more than {limit} isn’t looked at, and becomes {unk} as a "
                "whole.",
                "“{word}” has {length} characters. A word of more than {limit} isn’t looked at, and becomes {unk} as a "
                "whole.",
                len(last.text),
            ).format(
                word=name_text(last.text),
                length=localized_number(len(last.text)),
                limit=localized_number(self.tokenizer.max_word_length),
                unk=self.tokenizer.unk_token,
            )
        if last.found is None:
            return _(
                "No beginning of the rest of “{word}” is in the vocabulary, so the whole word becomes {unk}, "
                "even the parts that are known."
            ).format(word=name_text(last.text), unk=self.tokenizer.unk_token)
        return _("“{token}” was taken from “{word}”: the longest token at the start of what was left.").format(
            token=name_token(last.found), word=name_text(last.text)
        )

    def next_step_text(self, coming: WordPieceStep) -> str:
        if self.is_too_long(coming.text):
            return ngettext(
                "Next: “{word}” is too long to cut: {length} character, and the limit is {limit}.",
                "Next: “{word}” is too long to cut: {length} characters, and the limit is {limit}.",
                len(coming.text),
            ).format(
                word=name_text(coming.text),
                length=localized_number(len(coming.text)),
                limit=localized_number(self.tokenizer.max_word_length),
            )
        if coming.found is None:
            return _("Next: no beginning of what is left of “{word}” is known.").format(word=name_text(coming.text))
        tried = len(coming.tried)
        return ngettext(
            "Next: “{token}”. What is left of “{word}” is itself in the vocabulary.",
            "Next: “{token}”. {count} beginnings are looked up, longest first; this is the first known one.",
            tried,
        ).format(token=name_token(coming.found), word=name_text(coming.text), count=localized_number(tried))

    def end_text(self) -> str:
        return _("Done: every word is cut.")

    def history_item(self, step: WordPieceStep) -> HistoryItem:
        found = self.tokenizer.unk_token if step.found is None else step.found
        return {"parts": [self.tokens[found]], "made": None, "value": localized_number(len(step.tried)), "sum": ""}

    @classmethod
    def summary_text(cls, tokens: int) -> str:
        return ngettext(
            "Nothing merges: the longest token that begins what is left of a word is taken. That makes {count} token.",
            "Nothing merges: the longest token that begins what is left of a word is taken. That makes {count} tokens.",
            tokens,
        ).format(count=localized_number(tokens))

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "question": _("Which beginning is taken? Click the longest one in the vocabulary."),
            "guess": _("Click the longest beginning you think is in the vocabulary"),
            "pairs": _("Beginnings, longest first, with their ids"),
            "noPairs": _("Nothing to look up at this step"),
            "winner": _("taken"),
            "merges": _("Tokens taken, with how many beginnings were looked up"),
        }

    def code(self) -> Code | None:
        tokenizer = self.tokenizer
        words = self.texts()
        if tokenizer.prefix not in ("", "##") or max(map(len, words.values()), default=0) > tokenizer.max_word_length:
            return None
        found = {step.found for step in self.steps if step.found is not None}
        vocabulary = relevant_tokens(tokenizer.vocabulary, found, tokenizer.special_tokens)
        values = {"words": list(words.values()), "vocab": vocabulary}
        lesson = notebook_cell(values, f"encode(words, vocab, unknown={tokenizer.unk_token!r})")
        changes = ("encode_wordpiece_end_of_word",) if tokenizer.end_of_word else ()
        return code_json(taught_code("encode_wordpiece", *changes), lesson, encode_word_aliases())

    def position_after(self, last: WordPieceStep) -> CodePosition:
        return code_position("lost") if last.found is None else code_position("merge", tokens=list(last.tokens))

    def position_before(self, coming: WordPieceStep) -> CodePosition:
        length = len(coming.text) + bool(self.tokenizer.end_of_word)
        return code_position("choose", **{"start": coming.start, "len(symbols)": length})


def _rest(tokenizer: WordPieceTokenizer, word: str, step: WordPieceStep | None) -> list[str]:
    """Return the characters of a word that no token covers yet."""
    start = 0
    if step is not None:
        if step.found is None:
            return []  # the whole word is unknown
        start = step.start + len(step.found) - (len(tokenizer.prefix) if step.start else 0)
    return [tokenizer.prefix * bool(at) + character for at, character in enumerate(word)][start:]
