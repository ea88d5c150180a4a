"""Build the scene of a text's journey to ids: one picture, and for each step what it adds, with an explanation."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from typing import Literal

from bpe_engine import BPETokenizer, Tokenizer
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL
from bpe_engine.inspection.journey import JourneyItem, JourneyMerge, JourneyPicture, Stage, TextSpan, text_journey
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import pair_form
from ui.base.text_direction import isolate
from ui.base.visible_text import display_name as in_a_sentence
from ui.base.visible_text import join_sentences, make_visible, token_as_text
from ui.lessons.contract import Labels, SceneCell, SceneFrame, SceneMerge, SceneRow
from ui.lessons.contract import Scene as Shown
from ui.lessons.lesson import default_labels
from ui.tokenization import encoding
from ui.tokenization.algorithms.frame_parts import step_labels

RowKind = Literal["text", "normalized", "chunks", "bytes", "symbols", "merges", "tokens", "ids", "again"]

_ROWS: Mapping[Stage, RowKind] = {
    "text": "text",
    "normalized": "normalized",
    "words": "chunks",
    "bytes": "bytes",
    "symbols": "symbols",
    "tokens": "tokens",
    "ids": "ids",
    "text again": "again",
}
"""The row that a stage adds to the picture."""

MOST_BYTES = 240
"""The longest text, in bytes of UTF-8: each byte is a column of the picture."""


def stage_title(kind: RowKind) -> str:
    """Return the title of a row, which is also that of the stage that adds it."""
    return {
        "text": _("Text"),
        "normalized": _("Normalize"),
        "chunks": _("Chunks"),
        "bytes": _("Bytes"),
        "symbols": _("Symbols"),
        "merges": _("Merges"),
        "tokens": _("Tokens"),
        "ids": _("Ids"),
        "again": _("Back to text"),
    }[kind]


def _row_question(kind: RowKind) -> str:
    """Return what a row will answer; it stands in its place until then."""
    return {
        "text": "",
        "normalized": _("What changes before the text is cut?"),
        "chunks": _("Where is the text cut first?"),
        "bytes": _("How is each character stored?"),
        "symbols": _("What do merges start from?"),
        "merges": _("Which neighbours are joined, and in which order?"),
        "tokens": _("Which tokens does that make?"),
        "ids": _("Which numbers does the model read?"),
        "again": _("Do the ids give the same text back?"),
    }[kind]


def text_problem(text: str) -> str:
    """Return the reason why a text has no scene; empty if it has one."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if not text:
        return _("Nothing to show yet. Type a word or a sentence above.")
    if size <= MOST_BYTES:
        return ""
    return ngettext(
        "The text is {size} bytes. Here, where each byte has a column of its own, the limit is {limit}. Shorten it, or "
        "paste it into Playground, which shows the result at once.",
        "The text is {size} bytes. Here, where each byte has a column of its own, the limit is {limit}. Shorten it, or "
        "paste it into Playground, which shows the result at once.",
        MOST_BYTES,
    ).format(size=localized_number(size), limit=localized_number(MOST_BYTES))


def journey_lesson(tokenizer: Tokenizer, title: str, text: str, identity: str = "", step: int = 0) -> Shown:
    """Return the scene of a text. `title` names the tokenizer. Raises EngineError if the tokenizer refuses the text."""
    return _JourneyWriter(tokenizer, title, text).payload(identity, step)


class _Columns:
    """Map positions in the text to columns: one per atom, and one for each token of zero width."""

    def __init__(self, tokens: list[JourneyItem]) -> None:
        self.added = sorted(token.start for token in tokens if token.start == token.end)

    def column_span(self, start: int, end: int, nth: int = 0) -> TextSpan:
        """Return the first column, and one past the last; `nth` selects among zero-width items at the same position."""
        before = bisect_left(self.added, start)
        if start == end and before + nth < len(self.added) and self.added[before + nth] == start:
            return start + before + nth, start + before + nth + 1
        first = start + bisect_right(self.added, start)
        return first, max(first + 1, end + bisect_left(self.added, end))


class _JourneyWriter:
    """Writes the cells of the picture, and the explanation of each step."""

    def __init__(self, tokenizer: Tokenizer, title: str, text: str) -> None:
        self.tokenizer = tokenizer
        self.title = title
        self.text = text
        self.scene = text_journey(tokenizer, text)
        self.made = 0  # merges, up to and including the current picture
        self.coming: list[TextSpan] = []
        self.pictures = [picture for picture in self.scene.pictures if self._is_new(picture)]
        self.tokens = next(picture for picture in self.pictures if picture.stage == "tokens").pieces
        self.columns = _Columns(self.tokens)

    def _is_new(self, picture: JourneyPicture) -> bool:
        """Return whether a picture shows anything new compared to the one before."""
        if picture.stage == "normalized":
            return self.scene.normalized != self.text
        if picture.stage == "symbols":
            return not self.tokenizer.byte_level or self.scene.merges > 0
        return picture.stage not in ("row", "bytes again")

    def payload(self, identity: str, step: int) -> Shown:
        """Return the scene as the player's payload."""
        kinds = list(map(self._row_kind, self.pictures))
        order = list(dict.fromkeys(kinds))
        titles = [*map(stage_title, kinds)]
        following = [*self.pictures[1:], None]
        frames = []
        for place, (picture, after) in enumerate(zip(self.pictures, following, strict=True)):
            title = "" if after is None else titles[place + 1]
            frames.append(self._frame(picture, after, order.index(kinds[place]), title))
            if after and frames[place]["stage"] == order.index(kinds[place + 1]):
                frames[place]["next"] = _("Next merge")
        rows = self._rows()
        return {
            "id": identity,
            "step": step,
            "columns": max((cell[1] for row in rows for cell in row["cells"]), default=1),
            "rows": rows,
            "merges": [
                self._merge(merge, place) for place, picture in enumerate(self.pictures) for merge in picture.merges
            ],
            "frames": frames,
            "stages": [(stage_title(kind), kinds.index(kind)) for kind in order],
            "stagesTitle": _("Stages"),
            "picture": _("The pieces now: {text}"),
            "labels": {**default_labels(), **_labels()},
        }

    def _row_kind(self, picture: JourneyPicture) -> RowKind:
        """Return the row that a picture belongs to. Byte symbols belong to the merges, which start from them."""
        is_merging = picture.stage == "merges" or (picture.stage == "symbols" and self.tokenizer.byte_level)
        return "merges" if is_merging else _ROWS[picture.stage]

    def _frame(self, picture: JourneyPicture, following: JourneyPicture | None, stage: int, title: str) -> SceneFrame:
        self.made += len(picture.merges)
        self.coming = [(merge.start, merge.end) for merge in (following.merges if following else ())]
        words = (" ".join(self._piece_text(picture.stage, piece.text) for piece in word) for word in picture.words)
        return {
            "stage": stage,
            "said": self._stage_text(picture),
            "count": self._count(picture),
            "now": " ".join(map(str, self.scene.ids)) if picture.stage == "ids" else isolate(" · ".join(words)),
            "next": title,
        }

    # Picture

    def _rows(self) -> list[SceneRow]:
        rows: list[SceneRow] = []
        for step, picture in enumerate(self.pictures):
            if picture.stage in _ROWS and self._row_kind(picture) != "merges":
                rows.append(self._row(_ROWS[picture.stage], step, self._cells(picture), picture))
            if picture.stage == "symbols" and self.scene.merges:
                rows.append(self._row("merges", step, [], picture))
        return rows

    def _row(self, kind: RowKind, step: int, cells: list[SceneCell], picture: JourneyPicture) -> SceneRow:
        return {
            "kind": kind,
            "title": stage_title(kind),
            "asks": _row_question(kind),
            "note": self._note(kind, picture),
            "step": step,
            "cells": cells,
        }

    def _note(self, kind: RowKind, picture: JourneyPicture) -> str:
        """Return the note below the title of a row."""
        if kind == "chunks":
            return _("{count}, by a pattern").format(count=localized_number(len(picture.words)))
        if kind == "bytes":
            return _("UTF-8, in hex")
        if kind == "merges":
            return _("{count}, by rank").format(count=localized_number(self._all_merges))
        return _("all a model reads") if kind == "ids" else self._count(picture)

    def _cells(self, picture: JourneyPicture) -> list[SceneCell]:
        if picture.stage == "words":
            return [
                (
                    *self.columns.column_span(word[0].start, word[-1].end),
                    make_visible("".join(piece.text for piece in word)),
                    None,
                )
                for word in picture.words
            ]
        cells: list[SceneCell] = []
        for place, piece in enumerate(picture.pieces):
            text, hue = self._piece_text(picture.stage, piece.text), None
            if picture.stage in ("tokens", "ids"):
                token_id = self.scene.ids[place]
                text, hue = str(token_id) if picture.stage == "ids" else text, token_hue(token_id)
            alike = (other.start == other.end == piece.start == piece.end for other in picture.pieces[:place])
            cells.append((*self.columns.column_span(piece.start, piece.end, sum(alike)), text, hue))
        return cells

    def _merge(self, merge: JourneyMerge, step: int) -> SceneMerge:
        token = next(
            (place for place, one in enumerate(self.tokens) if one.start <= merge.start and merge.end <= one.end), None
        )
        hue = None if token is None else token_hue(self.scene.ids[token])
        start, end = self.columns.column_span(merge.start, merge.end)
        middle = self.columns.column_span(merge.middle, merge.end)[0]
        return start, middle, end, localized_number(merge.rank), hue, step

    def _piece_text(self, stage: Stage, text: str) -> str:
        """Return the label of a piece."""
        if stage == "bytes":
            return f"{BYTE_OF_SYMBOL[text]:02X}"
        if stage in ("tokens", "ids") and self.tokenizer.byte_level and text not in self.tokenizer.tokens_by_name:
            return token_as_text(text)
        return make_visible(text)

    # Explanations

    def _count(self, picture: JourneyPicture) -> str:
        """Return the number of pieces in a picture, in words."""
        pieces = len(picture.pieces)
        if picture.stage in ("text", "normalized", "text again"):
            pieces = len(self._letters(picture.stage))
            sentence = ngettext("{count} character", "{count} characters", pieces)
        elif picture.stage == "words":
            pieces = len(picture.words)
            sentence = ngettext("{count} chunk", "{count} chunks", pieces)
        elif picture.stage == "bytes":
            sentence = ngettext("{count} byte", "{count} bytes", pieces)
        elif picture.stage in ("symbols", "merges"):
            sentence = ngettext("{count} symbol", "{count} symbols", pieces)
        elif picture.stage == "tokens":
            sentence = ngettext("{count} token", "{count} tokens", pieces)
        else:
            sentence = ngettext("{count} id", "{count} ids", pieces)
        return sentence.format(count=localized_number(pieces))

    def _letters(self, stage: Stage) -> str:
        return {"text": self.text, "normalized": self.scene.normalized}.get(stage, self.scene.decoded)

    def _stage_text(self, picture: JourneyPicture) -> str:
        say: Mapping[Stage, Callable[[JourneyPicture], str]] = {
            "text": self._say_text,
            "normalized": self._say_normalized,
            "words": self._say_words,
            "bytes": self._say_bytes,
            "symbols": self._say_symbols,
            "merges": self._say_merges,
            "tokens": self._say_tokens,
            "ids": self._say_ids,
            "text again": self._say_text_again,
        }
        return say[picture.stage](picture)

    def _say_text(self, _picture: JourneyPicture) -> str:
        sentence = ngettext(
            "The text as typed: {count} character. A model can’t read it like this: it reads only numbers.",
            "The text as typed: {count} characters. A model can’t read it like this: it reads only numbers.",
            len(self.text),
        ).format(count=localized_number(len(self.text)))
        return join_sentences(sentence, _("The dot is a space.") if " " in self.text else "")

    def _say_normalized(self, _picture: JourneyPicture) -> str:
        before, after = len(self.text), len(self.scene.normalized)
        return ngettext(
            "The text is changed before it is cut: {before} became {count} character, “{text}”.",
            "The text is changed before it is cut: {before} became {count} characters, “{text}”.",
            after,
        ).format(
            before=localized_number(before), count=localized_number(after), text=in_a_sentence(self.scene.normalized)
        )

    def _say_words(self, picture: JourneyPicture) -> str:
        words = len(picture.words)
        return ngettext(
            "A pattern cuts the text into {count} chunk, a pre-token, usually a word. Whatever is joined later stays "
            "inside it.",
            "A pattern cuts the text into {count} chunks, or pre-tokens, mostly words. Whatever is joined later stays "
            "inside one.",
            words,
        ).format(count=localized_number(words))

    def _say_bytes(self, picture: JourneyPicture) -> str:
        pieces = len(picture.pieces)
        same = pieces == len(self.scene.normalized)
        return join_sentences(
            ngettext(
                "A computer stores characters as bytes, numbers from 0 to 255: here {count} byte, written in hex.",
                "A computer stores characters as bytes, numbers from 0 to 255: here {count} bytes, written in hex.",
                pieces,
            ).format(count=localized_number(pieces)),
            "" if same else _("A character outside plain English takes two to four."),
            self._first_byte(),
        )

    def _first_byte(self) -> str:
        """Return a sentence on the bytes of the first character, as an example."""
        letter = self.scene.normalized.strip()[:1]
        if not letter:
            return ""
        data = letter.encode("utf-8", "surrogatepass")
        return _("“{character}” is {numbers}, in hex {bytes}.").format(
            character=isolate(make_visible(letter)), numbers=" ".join(map(str, data)), bytes=data.hex(" ").upper()
        )

    def _say_symbols(self, picture: JourneyPicture) -> str:
        pieces = len(picture.pieces)
        if not self.tokenizer.byte_level:
            sentence = ngettext(
                "Merging starts from single characters: {count} symbol.",
                "Merging starts from single characters: {count} symbols.",
                pieces,
            ).format(count=localized_number(pieces))
            return join_sentences(sentence, self._first_pair())
        sentence = ngettext(
            "Merging starts from single bytes: {count} symbol.",
            "Merging starts from single bytes: {count} symbols.",
            pieces,
        ).format(count=localized_number(pieces))
        return join_sentences(sentence, self._first_pair())

    def _first_pair(self) -> str:
        return (
            _("Merges shorten this sequence, which saves a model work. The dashed pair is next.")
            if self.scene.merges
            else ""
        )

    def _say_merges(self, picture: JourneyPicture) -> str:
        merges = picture.merges
        ranks = {(merge.pair, merge.rank) for merge in merges}
        if len(ranks) == 1:
            return join_sentences(self._say_merge(merges[-1]), self._word_done_text(picture))
        return ngettext(
            "{count} merge at once, up to merge {last} of {all}: the lowest rank always comes first.",
            "{count} merges at once, up to merge {last} of {all}: the lowest rank always comes first.",
            len(merges),
        ).format(
            count=localized_number(len(merges)),
            last=localized_number(self.made),
            all=localized_number(self._all_merges),
        )

    @property
    def _all_merges(self) -> int:
        return sum(len(picture.merges) for picture in self.scene.pictures)

    def _say_merge(self, merge: JourneyMerge) -> str:
        if merge.offered == 1:
            sentence = _(
                "Merge {number} of {all}: {pair} becomes “{token}”. It was the only learned pair in this word, with "
                "rank {rank}."
            )
        else:
            sentence = ngettext(
                "Merge {number} of {all}: {pair} becomes “{token}”. Of the {count} learned pair in this word, it had "
                "the lowest rank, {rank}.",
                "Merge {number} of {all}: {pair} becomes “{token}”. Of the {count} learned pairs in this word, it had "
                "the lowest rank, {rank}.",
                merge.offered,
            )
        left, right = map(in_a_sentence, merge.pair)
        what = _(
            "Training counted neighbouring pairs in many texts, merged the most frequent, and counted again. A pair’s "
            "rank is its place in the list of these merges, counting from 0."
        )
        return join_sentences(sentence, what if self.made == 1 else "").format(
            number=localized_number(self.made),
            all=localized_number(self._all_merges),
            pair=pair_form().format(left=left, right=right),
            token=in_a_sentence("".join(merge.pair)),
            count=localized_number(merge.offered),
            rank=localized_number(merge.rank),
        )

    def _word_done_text(self, picture: JourneyPicture) -> str:
        """Return a note if this was the last merge of its word, else an empty text."""
        last = picture.merges[-1]
        word = next(word for word in picture.words if word[0].start <= last.start and last.end <= word[-1].end)
        if any(word[0].start <= start < word[-1].end for start, _end in self.coming):
            return ""
        return ngettext(
            "No learned pairs are left in this word: it is now {count} token.",
            "No learned pairs are left in this word: it is now {count} tokens.",
            len(word),
        ).format(count=localized_number(len(word)))

    def _say_tokens(self, picture: JourneyPicture) -> str:
        return encoding.summary_text(self.tokenizer, len(picture.pieces))

    def _say_ids(self, picture: JourneyPicture) -> str:
        size = self.tokenizer.vocab_size
        if not self.scene.ids:
            return _("There are no tokens, so there are no ids: the tokenizer leaves out the whole text.")
        rank_of = {(one.start, one.end): one.rank for picture in self.scene.pictures for one in picture.merges}
        # Preferably a token made by a merge: its id can be explained by the rank.
        made = next((at for at, piece in enumerate(self.tokens) if (piece.start, piece.end) in rank_of), 0)
        token, token_id = self.tokens[made], self.scene.ids[made]
        sentence = ngettext(
            "Each token gets its number, its id, from a vocabulary of {count} token: “{token}” is {id}.",
            "Each token gets its number, its id, from a vocabulary of {count} tokens: “{token}” is {id}.",
            size,
        ).format(count=localized_number(size), token=in_a_sentence(self._piece_text("ids", token.text)), id=token_id)
        rank = rank_of.get((token.start, token.end))
        follows = rank is not None and self._id_from_rank(rank, token_id)
        is_place = _("An id is a place in this list: neither a rank nor a byte.")
        return join_sentences(sentence, follows or is_place, self._say_sequence())

    def _id_from_rank(self, rank: int, token_id: int) -> str:
        """Explain how an id follows from its merge's rank; empty if this does not hold for all merges."""
        if not isinstance(self.tokenizer, BPETokenizer):
            return ""
        table = self.tokenizer.table
        first, last = (table.ids[table.products[one]] for one in (0, -1))
        if (token_id, last) != (first + rank, first + len(table.products) - 1):
            return ""
        sentence = ngettext(
            "The list starts with {count} token that no merge made. Each merge adds one, by rank: {rank} + {count} = "
            "{id}.",
            "The list starts with {count} tokens that no merge made. Each merge adds one, by rank: {rank} + {count} = "
            "{id}.",
            first,
        )
        signs = [table.number_of.get(sign, -1) for sign in sorted(BYTE_OF_SYMBOL)]
        if [table.ids[sign] for sign in signs if sign >= 0] == [*range(len(BYTE_OF_SYMBOL))]:
            sentence = _(
                "The list starts with the {count} bytes, in the order of their symbols. Each merge adds one token, by "
                "rank: {rank} + {count} = {id}."
            )
        return sentence.format(count=localized_number(first), rank=localized_number(rank), id=token_id)

    def _say_sequence(self) -> str:
        count = len(self.scene.ids)
        return ngettext(
            "This sequence of {count} number is all a model gets of the text.",
            "This sequence of {count} numbers is all a model gets of the text.",
            count,
        ).format(count=localized_number(count))

    def _say_bytes_again(self) -> str:
        """Return the first sentence on decoding if it goes through bytes, else an empty text."""
        bytes_again = next((picture for picture in self.scene.pictures if picture.stage == "bytes again"), None)
        if bytes_again is None:
            return ""
        size = len(bytes_again.pieces)
        return ngettext(
            "Back again: each id stands for the bytes of its token, {count} byte in all.",
            "Back again: each id stands for the bytes of its token, {count} bytes in all.",
            size,
        ).format(count=localized_number(size))

    def _say_text_again(self, _picture: JourneyPicture) -> str:
        count = len(self.scene.decoded)
        if self.scene.decoded == self.text:
            sentence = ngettext(
                "Read as characters again, which is called decoding: {count} character, as typed. Nothing is lost.",
                "Read as characters again, which is called decoding: {count} characters, as typed. Nothing is lost.",
                count,
            ).format(count=localized_number(count))
            return join_sentences(self._say_bytes_again(), sentence)
        return ngettext(
            "Decoded: {count} character, not quite the text as typed. What was changed or unknown stays that way.",
            "Decoded: {count} characters, not quite the text as typed. What was changed or unknown stays that way.",
            count,
        ).format(count=localized_number(count))


def _labels() -> Labels:
    return {
        **step_labels(),
        "controls": _("Steps of the journey"),
        "beyond": _("There is no step {step}: this journey ends at step {last}."),
    }
