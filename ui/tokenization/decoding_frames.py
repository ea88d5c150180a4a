"""Decoding as frames for the player: one id after the other becomes a token, bytes, and text.

A language model outputs its answer like this: one id at a time. The bytes of a character may come from several ids. A
program that shows everything at once, as `errors="replace"` does, shows � until the last of them has arrived; one that
holds incomplete bytes back shows nothing until then.
"""

import codecs
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Unpack
from unicodedata import east_asian_width

from bpe_engine import Tokenizer, WordPieceTokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.lessons.contract import Frame, Frames, HistoryItem, Labels, Lesson, Token, WordRow
from ui.lessons.frames import FrameTokens, frame_json, number_row, with_character_groups
from ui.lessons.lesson import LessonContext
from ui.lessons.lesson import build_lesson as given
from ui.tokenization.encoding.encoding_lesson import build_frames

NO_CHARACTER = "\ufffd"

MAX_WIDTH = 26  # em: the columns for which a phone has room
_CELL = 0.6  # em: a character,
_BYTE = 0.7  # a byte, of which half as many stand side by side,
_AROUND = 0.9  # and what is around a token's text


class _Piece(NamedTuple):
    """What stands below an id: its first column, its number, and the step that added it; None for a cover."""

    column: int
    number: int
    step: int | None


class DecodedId(NamedTuple):
    """An id, and the state once it has arrived."""

    id: int
    token: str
    bytes: bytes  # empty if tokens are not bytes
    text: str  # of all ids so far, as shown at once
    held: str  # the same without the bytes of an incomplete character at the end
    added: str  # what this id adds to `held`

    @property
    def is_incomplete(self) -> bool:
        """Whether the last character is incomplete."""
        return self.text != self.held


def decode_steps(tokenizer: Tokenizer, ids: Sequence[int]) -> Iterator[DecodedId]:
    """Yield the ids one after the other. Raises EngineError for an id that is not in the vocabulary."""
    reader = codecs.getincrementaldecoder("utf-8")("replace")
    before = ""
    for number, token_id in enumerate(ids, 1):
        token = tokenizer.token(token_id)
        text = tokenizer.decode(ids[:number])
        data = _bytes_of(tokenizer, token_id, token)
        if data:
            reader.decode(data)
        else:
            reader.reset()
        waiting = len(reader.getstate()[0])
        # SentencePiece writes one � for each such byte; other tokenizers write one for the incomplete character.
        signs = waiting if tokenizer.byte_of_token else min(waiting, 1)
        held = text.removesuffix(NO_CHARACTER * signs)
        added = held[len(before) :] if held.startswith(before) else held
        yield DecodedId(token_id, token, data, text, held, added)
        before = held


def _shown_text(step: DecodedId) -> str:
    """Return the text that an id adds. One that adds none, such as a special token, has its name."""
    return step.added or (NO_CHARACTER if step.is_incomplete else step.token)


def _bytes_of(tokenizer: Tokenizer, token_id: int, token: str) -> bytes:
    if tokenizer.byte_level:
        return tokenizer.token_bytes(token_id)
    byte = tokenizer.byte_of_token.get(token)
    return b"" if byte is None else bytes([byte])


def payload(tokenizer: Tokenizer, ids: Sequence[int], *, as_text: bool = False) -> Frames:
    """Return all frames of ids: at frame n, n of them have arrived. Raises EngineError for an unknown id.

    `as_text` shows tokens as the text they add, without bytes, for readers who do not know about bytes yet.
    """
    steps = list(decode_steps(tokenizer, ids))
    vocabulary, byte_level = tokenizer.vocabulary, tokenizer.byte_level
    if as_text:
        steps = [step._replace(token=_shown_text(step), bytes=b"") for step in steps]
        vocabulary, byte_level = {step.token: step.id for step in reversed(steps)}, False
    tokens = FrameTokens(vocabulary, byte_level=byte_level, special=tokenizer.tokens_by_name)
    # The tokens come first in the numbering, everything else after them.
    bytes_of = {tokens[step.token]: step.bytes for step in steps}
    own: dict[Token, int] = {}
    has_bytes = any(step.bytes for step in steps)
    is_held = has_bytes and any(step.is_incomplete for step in steps)  # else both texts are the same all along
    name = _("Text at once") if is_held else _("Text")
    widths = _column_widths(steps)

    def piece_number(text: str, token_id: int | None, colour_of: int | None = None) -> int:
        """Return the number of a piece that is not a token, in the colour of its id or of another one."""
        coloured = token_id if colour_of is None else colour_of
        row: Token = (text, text, token_id, None if coloured is None else token_hue(coloured))
        return own.setdefault(row, len(tokens.rows) + len(own))

    def token_number(step: DecodedId) -> int:
        """Return the number of a step's token. Several ids may add the same text, such as none yet of a character."""
        if vocabulary.get(step.token) == step.id:
            return tokens[step.token]
        found = piece_number(make_visible(step.token), step.id)
        bytes_of.setdefault(found, step.bytes)
        return found

    def byte_numbers(step: DecodedId) -> list[int]:
        numbers = [piece_number(f"{byte:02X}", step.id) for byte in step.bytes]
        bytes_of.update(zip(numbers, (bytes([byte]) for byte in step.bytes), strict=True))
        return numbers

    def cover(column: int, text: str = "?") -> _Piece:
        """Return what isn't known yet of an id, in its colour."""
        return _Piece(column, piece_number(text, None, steps[column].id), None)

    def text_pieces(done: Sequence[DecodedId], *, is_held_back: bool) -> list[_Piece]:
        """Return what ids add to the text: a character stands below all ids that it took."""
        found: list[_Piece] = []
        first = 0  # the column in which the next text begins
        for column, step in enumerate(done):
            if step.added:
                found.append(_Piece(first, piece_number(make_visible(step.added), step.id), column))
            elif not step.is_incomplete:
                found.append(cover(column, ""))  # it adds none
            if step.added or not step.is_incomplete:
                first = column + 1
        if done and done[-1].is_incomplete and is_held_back:
            found += map(cover, range(first, len(done)))
        elif done and done[-1].is_incomplete:
            end = done[-1].added + done[-1].text.removeprefix(done[-1].held)
            begin = found.pop().column if done[-1].added else first
            found.append(_Piece(begin, piece_number(make_visible(end), None), len(done) - 1))
        return found

    def column_rows(done: Sequence[DecodedId]) -> list[WordRow]:
        """Return rows in which everything that an id becomes stands below it."""
        coming = range(len(done), len(steps))
        covers = [cover(column) for column in coming]
        found = {_("Ids"): [_Piece(n, piece_number(str(step.id), step.id), n) for n, step in enumerate(steps)]}
        if not as_text:
            found[_("Tokens")] = [*(_Piece(n, token_number(step), n) for n, step in enumerate(done)), *covers]
        if has_bytes:
            known = [
                _Piece(n, byte, n)
                for n, step in enumerate(done)
                for byte in byte_numbers(step) or [cover(n, "").number]
            ]
            hidden = [
                cover(n, "??" if step.bytes else "") for n, step in enumerate(steps) for _byte in step.bytes or b"?"
            ]
            found[_("Bytes")] = [*known, *(one for one in hidden if one.column in coming)]
        found[name] = [*text_pieces(done, is_held_back=False), *covers]
        if is_held:
            found[_("Text held back")] = [*text_pieces(done, is_held_back=True), *covers]
        last = len(done) - 1
        return [
            {
                **number_row(
                    [piece.number for piece in pieces],
                    title,
                    new=[place for place, piece in enumerate(pieces) if piece.step == last],
                ),
                "columns": [piece.column for piece in pieces],
                "offered": True,
            }
            for title, pieces in found.items()
        ]

    def rows(done: Sequence[DecodedId]) -> list[WordRow]:
        if widths:
            return column_rows(done)
        last = done[-1] if done else None
        waiting = steps[len(done) :]
        coming = [piece_number(str(step.id), step.id) for step in waiting]
        bytes_of.update(dict.fromkeys(coming, b""))
        title = _("Tokens") if not coming else _("Tokens so far, and ids left") if done else _("Ids")
        row = number_row([*map(token_number, done), *coming], title, new=[len(done) - 1] if done else [])
        found = [with_character_groups(row, bytes_of.__getitem__)]
        if has_bytes:
            numbers = [number for step in done for number in byte_numbers(step)]
            new = [*range(len(numbers) - len(last.bytes), len(numbers))] if last else []
            hidden = [piece_number("??", None, step.id) for step in waiting for _byte in step.bytes]
            bytes_of.update(dict.fromkeys(hidden, b""))
            row = number_row([*numbers, *hidden], _("Bytes"), new=new)
            found.append(with_character_groups(row, bytes_of.__getitem__))
        whole = [(step, step.added) for step in done if step.added]
        held = [piece_number(make_visible(added), step.id) for step, added in whole]
        new = [len(held) - 1] if whole and whole[-1][0] is last else []
        if last is not None and last.is_incomplete:
            rest = piece_number(last.text.removeprefix(last.held), None)
            found.append(number_row([*held, rest], name, new=[len(held)]))
        else:
            found.append(number_row(held, name, new=new))
        if is_held:
            found.append(number_row(held, _("Text held back"), new=new))
        for row in found:
            row["offered"] = not done
        return found

    def frame(done: Sequence[DecodedId], coming: DecodedId | None) -> Frame:
        waiting = steps[len(done) :]
        before = done[-2] if len(done) > 1 else None
        return frame_json(
            tokens,
            done=_last_step_text(tokenizer, before, done[-1]) if done else _start_text(len(steps)),
            next=_next_step_text(done[-1] if done else None, coming, has_bytes),
            words=rows(done),
            board=[],
            chips=[(piece_number(str(step.id), step.id), "") for step in waiting],
            titles=(
                ngettext("{count} id still to come", "{count} ids still to come", len(waiting)).format(
                    count=len(waiting)
                ),
                _("Decoded so far"),
            ),
        )

    def history_item(step: DecodedId) -> HistoryItem:
        return {"parts": [piece_number(str(step.id), step.id)], "made": token_number(step), "value": "", "sum": ""}

    frames = build_frames(steps, frame, history_item, tokens, [step.token for step in steps])
    in_hex = [text for text, *_rest in own] if frames["hex"] else []
    listed: Frames = {**frames, "listed": True, "columns": widths}
    return {**listed, "tokens": [*frames["tokens"], *own], "hex": [*frames["hex"], *in_hex]}


def lesson(
    tokenizer: Tokenizer, ids: Sequence[int], *, as_text: bool = False, **around: Unpack[LessonContext]
) -> Lesson:
    """Return the lesson of ids. `as_text` and errors as in `payload`."""
    return given(payload(tokenizer, ids, as_text=as_text), labels(), **around)


def _cells(character: str) -> int:
    return 2 if east_asian_width(character) in "WF" else 1


def _column_widths(steps: Sequence[DecodedId]) -> list[float]:
    """Return the widths of columns, one for each id, in em; none if there is no room for all."""
    texts = [(str(step.id), make_visible(step.token), make_visible(step.added)) for step in steps]
    widths = [
        round(max(*(_CELL * sum(map(_cells, text)) for text in pair), _BYTE * len(step.bytes)) + _AROUND, 1)
        for pair, step in zip(texts, steps, strict=True)
    ]
    return widths if sum(widths) <= MAX_WIDTH else []


def _start_text(count: int) -> str:
    return ngettext(
        "Start: one id. It is the number of a token in the vocabulary.",
        "Start: {count} ids. Each is the number of a token in the vocabulary.",
        count,
    ).format(count=count)


def _last_step_text(tokenizer: Tokenizer, before: DecodedId | None, step: DecodedId) -> str:
    written = display_name(step.token)
    if not step.bytes or step.token in tokenizer.tokens_by_name:
        is_what = _("Id {id} is the token “{token}”.").format(id=step.id, token=written)
        return join_sentences(is_what, _added_text(tokenizer, before, step))
    values = {"id": step.id, "token": written, "bytes": step.bytes.hex(" ").upper()}
    is_what = ngettext(
        "Id {id} is the token “{token}”, the byte {bytes}.",
        "Id {id} is the token “{token}”, the bytes {bytes}.",
        len(step.bytes),
    ).format(**values)
    return join_sentences(is_what, _bytes_text(before, step))


def _bytes_text(before: DecodedId | None, step: DecodedId) -> str:
    waited = before is not None and before.is_incomplete
    if NO_CHARACTER in step.added and NO_CHARACTER.encode() not in step.bytes:
        return _("No character has bytes like these, whatever follows: � stays in the text.")
    if step.is_incomplete and step.added:
        return _("That is “{text}” and the start of a character: � stands in for it until the rest arrives.").format(
            text=display_name(step.added)
        )
    if step.is_incomplete:
        return _("A character has begun but isn’t complete: � stands in for it until the rest arrives.")
    if waited:
        return _("With the bytes before it, that is “{text}”: the character is complete, and the � is gone.").format(
            text=display_name(step.added)
        )
    return _("That is “{text}”.").format(text=display_name(step.added))


def _added_text(tokenizer: Tokenizer, before: DecodedId | None, step: DecodedId) -> str:
    waited = before is not None and before.is_incomplete
    if waited and NO_CHARACTER in step.added:
        return _("The character before it never became complete: � stays in the text.")
    if waited or step.is_incomplete:  # its bytes are there, but not shown
        return _bytes_text(before, step)
    if tokenizer.is_unknown(step.id):
        return _("It stands for something that isn’t in the vocabulary. What that was is lost.")
    if step.token in tokenizer.special_tokens:
        if step.added:
            return _("It is a special token, a signal to the model. Its name is written out here.")
        return _("It is a special token, a signal to the model, and not part of the text.")
    end = tokenizer.end_of_word
    if end and step.token.endswith(end):
        return _("The mark {mark} ends a word: it becomes a space before the next one.").format(mark=end)
    if tokenizer.space and tokenizer.space in step.token:
        if " " in step.added:
            return _("{mark} stands for a space.").format(mark=tokenizer.space)
        return _("{mark} stands for a space, which is left out at the start of a text.").format(mark=tokenizer.space)
    prefix = tokenizer.base_tokenizer.prefix if isinstance(tokenizer.base_tokenizer, WordPieceTokenizer) else ""
    if prefix and step.token.startswith(prefix):
        return _("The mark {mark} says that it continues the word before it.").format(mark=prefix)
    return ""


def _next_step_text(last: DecodedId | None, coming: DecodedId | None, has_bytes: bool) -> str:
    if coming is not None and last is None and not has_bytes:
        return _("“Next” looks up id {id}: its token, and what it adds to the text.").format(id=coming.id)
    if coming is not None and last is None:
        return _("“Next” looks up id {id}: its token, that token’s bytes, and what they add to the text.").format(
            id=coming.id
        )
    if coming is not None:
        return _("Next: id {id}.").format(id=coming.id)
    if last is not None and last.is_incomplete:
        return _("Done, mid-character: the � stays. This is what you see when an answer is cut off at a token limit.")
    if last is not None and not last.text:
        return _("Done: these ids add no text.")
    return _("Done: the text is “{text}”.").format(text=display_name(last.text if last else ""))


def labels() -> Labels:
    """Return the labels around the frames."""
    return {
        "controls": _("Decoding steps"),
        "beyond": _("There is no step {step}: this decoding ends at step {last}."),
        "noPairs": _("Each id is one token"),
        "merges": _("From id to token"),
        "noMerges": _("None yet. Press Next."),
        "noSteps": _("None: there are no ids."),
        "backKey": _("Previous id (keys: ←, Page Up)"),
        "nextKey": _("Next id (keys: →, Page Down)"),
        "frequency": _("What"),
        "word": _("So far"),
    }
