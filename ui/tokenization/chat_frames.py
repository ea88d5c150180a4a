"""A conversation as frames for the player: the template's and the messages' text, one stretch after the other.

At frame n, n stretches have become ids. A stretch is a maximal run of text by one author: the template, or a message.
Each has a row that names its author, so nothing is conveyed by colour alone.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, Unpack

from bpe_engine import Tokenizer
from bpe_engine.chat_templates import ChatToken, Message, TemplatePart, TypedNames, render_without_vocabulary
from bpe_engine.chat_templates import encode_conversation as encode_chat
from bpe_engine.notebook import token_hue
from bpe_engine.text.added_tokens import find_tokens
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import display_name, join_sentences, make_visible, token_as_text
from ui.lessons.contract import Frame, Frames, HistoryItem, Labels, Lesson, Token, WordRow
from ui.lessons.frames import FrameTokens, frame_json, number_row
from ui.lessons.lesson import LessonContext
from ui.lessons.lesson import build_lesson as given
from ui.tokenization.encoding.encoding_lesson import build_frames

LONGEST_SAID = 160  # characters of a message in a bubble
LONGEST_PIECE = 12
"""Characters of a text that is not encoded yet, in one unbreakable piece."""


class ConversationSegment(NamedTuple):
    """A stretch by one author: its text, its tokens, and the index of its message, if any."""

    text: str
    message: int | None
    tokens: tuple[ChatToken, ...]
    refused: str  # name of a refused special token in it; empty if there is none

    @property
    def known_count(self) -> int:
        """The number of ids that are known."""
        return sum(token.id is not None for token in self.tokens)


class EncodedConversation(NamedTuple):
    """An encoded conversation: its messages, the special tokens, and who wrote what."""

    messages: Sequence[Message]
    stretches: Sequence[ConversationSegment]
    typed: TypedNames
    special_tokens: Mapping[str, int]
    byte_level: bool
    has_vocabulary: bool

    @property
    def rejected_segment(self) -> ConversationSegment | None:
        """The stretch that prevents the conversation from being encoded, if any."""
        return next((stretch for stretch in self.stretches if stretch.refused), None)

    def is_injected(self, stretch: ConversationSegment) -> bool:
        """Return whether a message has introduced a special token."""
        return stretch.message is not None and any(token.is_special for token in stretch.tokens)


def encode_conversation(
    tokenizer: Tokenizer | None,
    special_tokens: Mapping[str, int],
    messages: Sequence[Message],
    parts: Sequence[TemplatePart],
    typed: TypedNames,
) -> EncodedConversation:
    """Encode a rendered conversation. Without a tokenizer, only the ids of special tokens are known.

    A stretch with a refused name is marked, instead of an error. Other errors as in `encode_chat`.
    """
    how: TypedNames = "special" if typed == "special" else "text"
    tokens = (
        render_without_vocabulary(special_tokens, parts, how)
        if tokenizer is None
        else encode_chat(tokenizer, parts, how)
    )
    of_part: dict[int, list[ChatToken]] = {}
    for token in tokens:
        of_part.setdefault(token.part, []).append(token)
    stretches = []
    for message, run in groupby(enumerate(parts), key=lambda numbered: numbered[1].message):
        places = [place for place, _part in run]
        text = "".join(parts[place].text for place in places)
        there = find_tokens(special_tokens, text) if typed == "refused" and message is not None else ()
        refused = next((found.token for found in there), "")
        stretches.append(
            ConversationSegment(text, message, tuple(t for place in places for t in of_part.get(place, ())), refused)
        )
    byte_level = tokenizer is not None and tokenizer.byte_level
    return EncodedConversation(messages, stretches, typed, special_tokens, byte_level, tokenizer is not None)


def payload(chat: EncodedConversation) -> Frames:
    """Return all frames of a conversation. If a name is refused, they end there."""
    steps = list(chat.stretches)
    if chat.rejected_segment is not None:
        steps = steps[: steps.index(chat.rejected_segment) + 1]
    table = FrameTokens({}, byte_level=False)
    own: dict[Token, int] = {}

    def token_number(text: str, token_id: int | None, caption: str) -> int:
        colour = None if token_id is None else token_hue(token_id)
        row: Token = (text, text, token_id, colour, caption) if caption else (text, text, token_id, colour)
        return own.setdefault(row, len(own))

    def row(place: int, stretch: ConversationSegment, done: Sequence[ConversationSegment]) -> WordRow:
        is_done = any(each is stretch for each in done) and not done[-1].refused
        if is_done:
            numbers = [token_number(token_text(chat, token), token.id, caption(token)) for token in stretch.tokens]
        else:
            numbers = [token_number(make_visible(piece), None, "") for piece in pieces(stretch.text)]
        is_new = bool(done) and done[-1] is stretch
        # The numbers show that some rows are hidden, if a screen has no room for all.
        label = f"{place} {author_text(chat, stretch)}"
        found = number_row(numbers, label, new=range(len(numbers)) if is_new else ())
        if stretch.message is None:
            return {**found, "author": "template"}
        return {**found, "author": chat.messages[stretch.message].role, "said": clip(stretch.text)}

    def frame(done: Sequence[ConversationSegment], coming: ConversationSegment | None) -> Frame:
        is_refused = bool(done) and bool(done[-1].refused)
        found = [] if is_refused else [(stretch, token) for stretch in done for token in stretch.tokens]
        ids = [(stretch, token) for stretch, token in found if token.id is not None]
        title = id_title(chat, len(ids), sum(stretch.message is None for stretch, _id in ids))
        return frame_json(
            table,
            done=last_step_text(chat, done[-1]) if done else start_text(chat),
            next=end_text(chat)
            if coming is None
            else _("Next row: {writer}.").format(writer=author_text(chat, coming)),
            words=[row(place, stretch, done) for place, stretch in enumerate(chat.stretches, 1)],
            board=[],
            chips=[
                (token_number(str(token.id), token.id, ""), _("both") if token.crosses else author_text(chat, stretch))
                for stretch, token in ids
            ],
            titles=(title, title),
        )

    def history_item(stretch: ConversationSegment) -> HistoryItem:
        value = _("refused") if stretch.refused else id_count_text(stretch.known_count)
        if chat.is_injected(stretch):
            count = sum(token.is_special for token in stretch.tokens)
            value = _("{ids}, {count} smuggled in").format(ids=value, count=localized_number(count))
        piece = token_number(author_text(chat, stretch), None, "")
        return {"parts": [piece], "made": None, "value": value, "sum": ""}

    frames = build_frames(steps, frame, history_item, table)
    special = {(token_text(chat, token), token.id) for stretch in steps for token in stretch.tokens if token.is_special}
    # Ids stand in a list as numbers, which are no names of special tokens.
    return {
        **frames,
        "tokens": list(own),
        "special": [number for row, number in own.items() if (row[1], row[2]) in special],
    }


def lesson(chat: EncodedConversation, **around: Unpack[LessonContext]) -> Lesson:
    """Return the lesson of a conversation."""
    return given(payload(chat), labels(), **around)


def clip(text: str) -> str:
    """Return a message as its bubble shows it: its beginning, if it is long."""
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}…"


def pieces(text: str) -> list[str]:
    """Split a text that has no tokens yet into pieces, between which a line may break.

    >>> pieces("one two"), pieces("abcdefghijklmnop")
    (['one ', 'two'], ['abcdefghijkl', 'mnop'])
    """
    found: list[str] = []
    begins = True
    for character in text:
        if begins or len(found[-1]) == LONGEST_PIECE:
            found.append("")
        found[-1] += character
        begins = character.isspace()
    return found


def token_text(chat: EncodedConversation, token: ChatToken) -> str:
    """Return a token as shown on screen."""
    if chat.byte_level and not token.is_special:
        return token_as_text(token.token)
    return make_visible(token.token)


def caption(token: ChatToken) -> str:
    """Return the caption of a token: its id, and whether it is special or written by two authors."""
    if token.id is None:
        return "?"
    if token.crosses:
        return _("{id} both").format(id=token.id)
    return _("{id} special").format(id=token.id) if token.is_special else str(token.id)


def author_text(chat: EncodedConversation, stretch: ConversationSegment) -> str:
    """Return who wrote a stretch."""
    if stretch.message is None:
        return _("template")
    return {"system": _("system"), "user": _("user"), "assistant": _("assistant")}[chat.messages[stretch.message].role]


def id_count_text(count: int) -> str:
    """Return a number of ids in words."""
    return ngettext("{count} id", "{count} ids", count).format(count=localized_number(count))


def id_title(chat: EncodedConversation, count: int, of_template: int) -> str:
    """Return the heading of the ids so far, with the number of those from the template."""
    found = ngettext("{count} id so far", "{count} ids so far", count).format(count=localized_number(count))
    if not chat.has_vocabulary:
        found = ngettext("{count} known id so far", "{count} known ids so far", count).format(
            count=localized_number(count)
        )
    return _("{ids}: template {template}, messages {messages}").format(
        ids=found, template=localized_number(of_template), messages=localized_number(count - of_template)
    )


def start_text(chat: EncodedConversation) -> str:
    """Return what the start looks like."""
    return ngettext(
        "Start: the template has put {count} message into one text. Each row says who wrote it.",
        "Start: the template has put {count} messages into one text. Each row says who wrote it.",
        len(chat.messages),
    ).format(count=len(chat.messages))


def last_step_text(chat: EncodedConversation, stretch: ConversationSegment) -> str:
    """Return what a stretch has become."""
    if stretch.refused:
        return _(
            "Refused: the message contains “{token}”, the name of a special token. This is an error, and nothing at "
            "all is encoded."
        ).format(token=display_name(stretch.refused))
    special = [token for token in stretch.tokens if token.is_special]
    count = ngettext("{count} id.", "{count} ids.", stretch.known_count).format(
        count=localized_number(stretch.known_count)
    )
    if stretch.message is None:
        if not special:
            return join_sentences(
                _("The template wrote this: {ids} None of them is a special token.").format(ids=count),
                _crossing_text(stretch),
            )
        sentence = ngettext(
            "The template wrote this: {ids} {count} of them is a special token.",
            "The template wrote this: {ids} {count} of them are special tokens.",
            len(special),
        ).format(ids=count, count=localized_number(len(special)))
        return join_sentences(sentence, _crossing_text(stretch))
    if special:
        sentence = _(
            "A message wrote “{token}”, and it became the special token {id}: the model can’t tell it from the "
            "template’s own."
        ).format(token=display_name(special[0].token), id=special[0].id)
        return join_sentences(sentence, _crossing_text(stretch))
    if not chat.has_vocabulary:
        return _("A message says this. Its ids aren’t known here: this model’s vocabulary isn’t included.")
    there = next((found.token for found in find_tokens(chat.special_tokens, stretch.text)), "")
    if there:
        sentence = _("A message wrote this: {ids} “{token}” is plain text here: several tokens, none of them special.")
        return join_sentences(sentence.format(ids=count, token=display_name(there)), _crossing_text(stretch))
    return join_sentences(_("A message wrote this: {ids}").format(ids=count), _crossing_text(stretch))


def _crossing_text(stretch: ConversationSegment) -> str:
    crossing = [token for token in stretch.tokens if token.crosses]
    if not crossing or (last := crossing[-1]) is not stretch.tokens[-1]:
        return ""
    return _("Its last id, {id}, continues into the next row: both wrote it.").format(id=last.id)


def end_text(chat: EncodedConversation) -> str:
    """Return what the end looks like."""
    if chat.rejected_segment is not None:
        return _("Stopped: read names as text instead, or remove the name.")
    smuggled = [stretch for stretch in chat.stretches if chat.is_injected(stretch)]
    if smuggled:
        return _("Done: the model answers this sequence of ids, including what was smuggled in.")
    return _("Done: the model answers this sequence of ids.")


def labels() -> Labels:
    """Return the labels around the frames."""
    return {
        "controls": _("Conversation steps"),
        "beyond": _("There is no step {step}: this conversation ends at step {last}."),
        "noPairs": _("Rows become ids, one after another"),
        "merges": _("Written so far"),
        "noMerges": _("None yet. Press Next."),
        "noSteps": _("None: there are no messages."),
        "backKey": _("Previous row (keys: ←, Page Up)"),
        "nextKey": _("Next row (keys: →, Page Down)"),
        "frequency": _("Who"),
        "word": _("What was written"),
    }
