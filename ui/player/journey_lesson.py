"""From text to ids as a scene for its player: the engine's pictures, with what is written on each piece and said."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from bpe_engine import BPETokenizer, Tokenizer
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL
from bpe_engine.inspection.journey import JourneyItem, JourneyMerge, JourneyPicture, Stage, text_journey
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import pair_form
from ui.base.text_direction import isolate
from ui.base.visible_text import display_name as in_a_sentence
from ui.base.visible_text import join_sentences, make_visible, token_as_text, visible_line
from ui.lessons.contract import Labels, SceneFrame, ScenePiece
from ui.lessons.contract import Scene as Shown
from ui.lessons.lesson import default_labels
from ui.tokenization import encoding
from ui.tokenization.algorithms.frame_parts import step_labels

_STAGE_LOOKS: Mapping[Stage, Literal["letters", "words"]] = {
    "text": "letters",
    "normalized": "letters",
    "words": "words",
    "text again": "letters",
}
_IDS: Mapping[Stage, Literal["under", "row", "read"]] = {
    "ids": "under",
    "row": "row",
    "bytes again": "read",
    "text again": "read",
}

MOST_BYTES = 240
"""Of a text, in UTF-8: each is a piece that moves."""


def stage_title(stage: Stage) -> str:
    """What a stage is called above the picture."""
    return {
        "text": _("Text"),
        "normalized": _("Normalize"),
        "words": _("Pre-tokenize"),
        "bytes": _("Bytes"),
        "symbols": _("Symbols"),
        "merges": _("Merges"),
        "tokens": _("Tokens"),
        "ids": _("Ids"),
        "row": _("Sequence"),
        "bytes again": _("Bytes again"),
        "text again": _("Text again"),
    }[stage]


def text_problem(text: str) -> str:
    """Why a text has no scene; empty where it has one."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if not text:
        return _("Nothing to show yet. Type a word or a sentence above.")
    if size <= MOST_BYTES:
        return ""
    return ngettext(
        "The text is {size} bytes. Here, where each byte is a moving piece, the limit is {limit}. Shorten it, or paste "
        "it into Playground, which shows the result at once.",
        "The text is {size} bytes. Here, where each byte is a moving piece, the limit is {limit}. Shorten it, or paste "
        "it into Playground, which shows the result at once.",
        MOST_BYTES,
    ).format(size=localized_number(size), limit=localized_number(MOST_BYTES))


def journey_lesson(tokenizer: Tokenizer, title: str, text: str, identity: str = "", step: int = 0) -> Shown:
    """The scene of a text. `title` names the tokenizer. Raises EngineError for a text that it refuses."""
    return _JourneyWriter(tokenizer, title, text).shown(identity, step)


class _JourneyWriter:
    """Writes on pieces, and says what happens."""

    def __init__(self, tokenizer: Tokenizer, title: str, text: str) -> None:
        self.tokenizer = tokenizer
        self.title = title
        self.text = text
        self.scene = text_journey(tokenizer, text)
        self.hues = [token_hue(token_id) for token_id in self.scene.ids]
        self.made = 0  # merges, up to the picture that is told
        self.rows: dict[tuple[ScenePiece, ...], int] = {}

    def shown(self, identity: str, step: int) -> Shown:
        """All that the player is given."""
        pictures = self.scene.pictures
        order = list(dict.fromkeys(picture.stage for picture in pictures))
        first = {picture.stage: place for place, picture in reversed(list(enumerate(pictures)))}
        following = [*pictures[1:], None]
        frames = [self._frame(*pair, order) for pair in zip(pictures, following, strict=True)]
        row = next(picture for picture in pictures if picture.stage == "row")
        ids = zip(row.pieces, self.scene.ids, strict=True)
        return {
            "id": identity,
            "step": step,
            "frames": frames,
            "rows": [list(row) for row in self.rows],
            "ids": [(piece.start, piece.end, str(token_id), token_hue(token_id)) for piece, token_id in ids],
            "stages": [(stage_title(stage), first[stage]) for stage in order],
            "row": _("The sequence a model reads"),
            "stagesTitle": _("Stages"),
            "picture": _("The pieces now: {text}"),
            "labels": {**default_labels(), **_labels()},
        }

    def _frame(self, picture: JourneyPicture, following: JourneyPicture | None, order: Sequence[Stage]) -> SceneFrame:
        stage = picture.stage
        self.made += len(picture.merges)
        self.coming = [(merge.start, merge.end) for merge in (following.merges if following else ())]
        return {
            "stage": order.index(stage),
            "said": self._stage_text(picture),
            "count": self._count(picture),
            "words": [self._row(stage, word) for word in picture.words] if stage != "row" else [],
            "look": _STAGE_LOOKS.get(stage, "pieces"),
            "ids": _IDS.get(stage, ""),
            "next": self.coming,
            "fresh": [(merge.start, merge.end) for merge in picture.merges],
        }

    def _row(self, stage: Stage, word: Sequence[JourneyItem]) -> int:
        pieces = tuple(
            (
                piece.start,
                piece.end,
                self._piece_text(stage, piece.text),
                None if piece.token is None else self.hues[piece.token],
            )
            for piece in word
        )
        return self.rows.setdefault(pieces, len(self.rows))

    def _piece_text(self, stage: Stage, text: str) -> str:
        """What is written on a piece."""
        if stage in ("text", "normalized", "text again"):
            return visible_line(text)
        if stage in ("bytes", "bytes again"):
            return f"{BYTE_OF_SYMBOL[text]:02X}"
        if stage in ("tokens", "ids") and self.tokenizer.byte_level and text not in self.tokenizer.tokens_by_name:
            return token_as_text(text)
        return make_visible(text)

    # What is said

    def _count(self, picture: JourneyPicture) -> str:
        """How many pieces there are now."""
        pieces = len(picture.pieces)
        if picture.stage in ("text", "normalized", "text again"):
            pieces = len(self._letters(picture.stage))
            told = ngettext("{count} character", "{count} characters", pieces)
        elif picture.stage == "words":
            pieces = len(picture.words)
            told = ngettext("{count} pre-token", "{count} pre-tokens", pieces)
        elif picture.stage in ("bytes", "bytes again"):
            told = ngettext("{count} byte", "{count} bytes", pieces)
        elif picture.stage in ("symbols", "merges"):
            told = ngettext("{count} symbol", "{count} symbols", pieces)
        elif picture.stage == "tokens":
            told = ngettext("{count} token", "{count} tokens", pieces)
        else:
            told = ngettext("{count} id", "{count} ids", pieces)
        return told.format(count=localized_number(pieces))

    def _letters(self, stage: Stage) -> str:
        return {"text": self.text, "normalized": self.scene.normalized}.get(stage, self.scene.decoded)

    def _stage_text(self, picture: JourneyPicture) -> str:
        say: dict[Stage, Callable[[JourneyPicture], str]] = {
            "text": self._say_text,
            "normalized": self._say_normalized,
            "words": self._say_words,
            "bytes": self._say_bytes,
            "symbols": self._say_symbols,
            "merges": self._say_merges,
            "tokens": self._say_tokens,
            "ids": self._say_ids,
            "row": self._say_row,
            "bytes again": self._say_bytes_again,
            "text again": self._say_text_again,
        }
        return say[picture.stage](picture)

    def _say_text(self, _picture: JourneyPicture) -> str:
        return ngettext(
            "The text as typed: {count} character. A model can’t read it like this: it reads only numbers.",
            "The text as typed: {count} characters. A model can’t read it like this: it reads only numbers.",
            len(self.text),
        ).format(count=localized_number(len(self.text)))

    def _say_normalized(self, _picture: JourneyPicture) -> str:
        before, after = len(self.text), len(self.scene.normalized)
        if self.text == self.scene.normalized:
            return ngettext(
                "Some tokenizers first smooth out what shouldn’t matter, such as capitals. {name} doesn’t: {count} "
                "character, as before.",
                "Some tokenizers first smooth out what shouldn’t matter, such as capitals. {name} doesn’t: {count} "
                "characters, as before.",
                after,
            ).format(name=self.title, count=localized_number(after))
        return ngettext(
            "The text is changed before it is cut: {before} became {count} character, “{text}”.",
            "The text is changed before it is cut: {before} became {count} characters, “{text}”.",
            after,
        ).format(
            before=localized_number(before), count=localized_number(after), text=in_a_sentence(self.scene.normalized)
        )

    def _say_words(self, picture: JourneyPicture) -> str:
        words = len(picture.words)
        told = ngettext(
            "A pattern cuts the text into {count} pre-token, usually a word. Whatever is joined later stays inside it.",
            "A pattern cuts the text into {count} pre-tokens, mostly words. Whatever is joined later stays inside one.",
            words,
        ).format(count=localized_number(words))
        spaces = any(" " in piece.text for piece in picture.pieces)
        return join_sentences(told, _("The dot is a space.") if spaces else "")

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
        """How the first letter is written, as an example."""
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
            told = ngettext(
                "Merging starts from single characters: {count} symbol.",
                "Merging starts from single characters: {count} symbols.",
                pieces,
            ).format(count=localized_number(pieces))
            return join_sentences(told, self._first_pair())
        told = ngettext(
            "The {count} byte is written as a symbol of its own, so you can see it.",
            "Each of the {count} bytes is written as a symbol of its own, so you can see them all.",
            pieces,
        ).format(count=localized_number(pieces))
        spaces = any(piece.text == "Ġ" for piece in picture.pieces)
        return join_sentences(told, _("The space, 20 in hex, is Ġ.") if spaces else "", self._first_pair())

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
            told = _(
                "Merge {number} of {all}: {pair} becomes “{token}”. It was the only learned pair in this word, with "
                "rank {rank}."
            )
        else:
            told = ngettext(
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
        return join_sentences(told, what if self.made == 1 else "").format(
            number=localized_number(self.made),
            all=localized_number(self._all_merges),
            pair=pair_form().format(left=left, right=right),
            token=in_a_sentence("".join(merge.pair)),
            count=localized_number(merge.offered),
            rank=localized_number(merge.rank),
        )

    def _word_done_text(self, picture: JourneyPicture) -> str:
        """That a word's last merge was made, where it was."""
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
        row = next(picture for picture in self.scene.pictures if picture.stage == "row")
        rank_of = {(one.start, one.end): one.rank for picture in self.scene.pictures for one in picture.merges}
        # One that merges made, if there is one: of it there is more to say.
        made = next((at for at, piece in enumerate(row.pieces) if (piece.start, piece.end) in rank_of), 0)
        token, token_id = row.pieces[made], self.scene.ids[made]
        told = ngettext(
            "Each token gets its number, its id, from a vocabulary of {count} token: “{token}” is {id}.",
            "Each token gets its number, its id, from a vocabulary of {count} tokens: “{token}” is {id}.",
            size,
        ).format(count=localized_number(size), token=in_a_sentence(self._piece_text("ids", token.text)), id=token_id)
        rank = rank_of.get((token.start, token.end))
        follows = rank is not None and self._id_from_rank(rank, token_id)
        return join_sentences(told, follows or _("An id is a place in this list: neither a rank nor a byte."))

    def _id_from_rank(self, rank: int, token_id: int) -> str:
        """How an id follows from a merge's rank, where it does for all."""
        if not isinstance(self.tokenizer, BPETokenizer):
            return ""
        table = self.tokenizer.table
        first, last = (table.ids[table.products[one]] for one in (0, -1))
        if (token_id, last) != (first + rank, first + len(table.products) - 1):
            return ""
        told = ngettext(
            "The list starts with {count} token that no merge made. Each merge adds one, by rank: {rank} + {count} = "
            "{id}.",
            "The list starts with {count} tokens that no merge made. Each merge adds one, by rank: {rank} + {count} = "
            "{id}.",
            first,
        )
        signs = [table.number_of.get(sign, -1) for sign in sorted(BYTE_OF_SYMBOL)]
        if [table.ids[sign] for sign in signs if sign >= 0] == [*range(len(BYTE_OF_SYMBOL))]:
            told = _(
                "The list starts with the {count} bytes, in the order of their symbols. Each merge adds one token, by "
                "rank: {rank} + {count} = {id}."
            )
        return told.format(count=localized_number(first), rank=localized_number(rank), id=token_id)

    def _say_row(self, _picture: JourneyPicture) -> str:
        count = len(self.scene.ids)
        return ngettext(
            "The ids line up: a sequence of {count} number, which is all a model gets of the text.",
            "The ids line up: a sequence of {count} numbers, which is all a model gets of the text.",
            count,
        ).format(count=localized_number(count))

    def _say_bytes_again(self, picture: JourneyPicture) -> str:
        size = len(picture.pieces)
        return ngettext(
            "Back again: each id stands for the bytes of its token, {count} byte in all.",
            "Back again: each id stands for the bytes of its token, {count} bytes in all.",
            size,
        ).format(count=localized_number(size))

    def _say_text_again(self, _picture: JourneyPicture) -> str:
        count = len(self.scene.decoded)
        if self.scene.decoded == self.text:
            return ngettext(
                "Read as characters again, which is called decoding: {count} character, as typed. Nothing is lost.",
                "Read as characters again, which is called decoding: {count} characters, as typed. Nothing is lost.",
                count,
            ).format(count=localized_number(count))
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
