"""Whole words and characters as frames: each is looked up."""

from collections.abc import Sequence

from bpe_engine import LookupStep, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_text
from ui.base.visible_text import join_sentences
from ui.lessons.contract import HistoryItem, Labels, WordRow
from ui.lessons.frames import row_json
from ui.tokenization.encoding.encoding_lesson import LookupLesson, special_as_text


class UnitLookupLesson(LookupLesson[Tokenizer, LookupStep]):
    """Each word or character is in the vocabulary, or it is not."""

    def word_rows(self, done: Sequence[LookupStep], coming: LookupStep | None) -> tuple[list[WordRow], list[str]]:
        words: dict[int, list[str]] = {}
        fresh: dict[int, list[int]] = {}
        for place, step in enumerate(self.steps, 1):
            row = words.setdefault(step.word, [])
            if place == len(done):
                fresh[step.word] = [len(row)]
            row.append(step.token if place <= len(done) else step.text)
        rows = [row_json("", row, [], self.tokens, fresh.get(word, ())) for word, row in words.items()]
        return rows, [step.token for step in done]

    def start_text(self) -> str:
        return _("Start: nothing is merged here. Each piece is looked up in the vocabulary.")

    def last_step_text(self, last: LookupStep) -> str:
        if last.text in self.tokenizer.special_tokens and last.text != self.tokenizer.unk_token:
            return join_sentences(
                special_as_text(last.text), _("So it becomes {unk}.").format(unk=self.tokenizer.unk_token)
            )
        if last.token == self.tokenizer.unk_token and last.text != self.tokenizer.unk_token:
            return _("“{text}” isn’t in the vocabulary, so it becomes {unk} and is lost.").format(
                text=name_text(last.text), unk=self.tokenizer.unk_token
            )
        return _("“{text}” is in the vocabulary.").format(text=name_text(last.text))

    def next_step_text(self, coming: LookupStep) -> str:
        return _("Next: look up “{text}”.").format(text=name_text(coming.text))

    def end_text(self) -> str:
        return _("Done: everything has been looked up.")

    def history_item(self, step: LookupStep) -> HistoryItem:
        return {"parts": [self.tokens[step.text]], "made": self.tokens[step.token], "value": "", "sum": ""}

    @classmethod
    def summary_text(cls, tokens: int) -> str:
        return ngettext(
            "Nothing merges: each piece is looked up as is. That makes {count} token.",
            "Nothing merges: each piece is looked up as is. That makes {count} tokens.",
            tokens,
        ).format(count=localized_number(tokens))

    @classmethod
    def labels(cls) -> Labels:
        return {
            **super().labels(),
            "noPairs": _("Nothing to choose: a piece is either in the vocabulary or not"),
            "merges": _("Looked up so far"),
        }
