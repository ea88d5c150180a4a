"""Messages as a model reads them: with the tokens of a template, and with a special token's name typed by a user."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from bpe_engine.chat_templates import TEMPLATES, ChatToken, Message, TemplatePart, encode_conversation, read_messages
from bpe_engine.notebook import token_hue
from bpe_engine.tokenizer import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TILE,
    TYPE,
    WIDTH,
    Frame,
    Mark,
    Tile,
    drawing,
    label,
    label_width,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.value_registry import picture, token_count_text

LINE = 30  # from a typed line to the next
HEAD, GAP = 14, 16  # from a speaker’s line to its middle, and from the end of what is said to the next speaker
MOST_MESSAGES = 8
UNKNOWN = 44  # width of “?” for what a template writes
WRITTEN_HUE, SAID_HUE = 250, 60  # of what a template writes, and of what someone says
AROUND = 4  # from a message’s tokens to the edge of its ground


@picture
def chat_bubbles(_text: str, template: str, messages: str) -> Picture:
    """A conversation in tokens, each message’s in a frame; then, per step, those that a template writes around one."""
    found = TEMPLATES[template]
    tokenizer = found.tokenizer()
    if tokenizer is None:
        raise ValueError(f"no vocabulary: {template}")
    conversation = read_messages(messages, MOST_MESSAGES)
    return _Conversation(tokenizer, found.parts(conversation), conversation).picture()


class _Conversation:
    """The messages, each below its speaker, in as many lines as its tokens need once all are known."""

    def __init__(self, tokenizer: Tokenizer, parts: Sequence[TemplatePart], messages: Sequence[Message]) -> None:
        self.tokenizer, self.parts = tokenizer, parts
        self.tokens: list[list[ChatToken]] = [[] for _part in parts]
        for token in encode_conversation(tokenizer, parts, "text"):
            self.tokens[token.part].append(token)
        self.bubbles = _bubbles(parts)
        names = {"system": _("system"), "user": _("user"), "assistant": _("assistant")}
        owners = [
            next((parts[place].message for place in each if parts[place].message is not None), None)
            for each in self.bubbles
        ]
        self.speakers = [names["assistant" if one is None else messages[one].role] for one in owners]
        self.own = [self._count(each, is_own=True) for each in self.bubbles]
        self.added = [self._count(each, is_own=False) for each in self.bubbles]
        self.tops = [0.0]
        for bubble in self.bubbles:
            foot = self._runs(bubble, self.tops[-1], is_known=True, mark="")[-1]["at"][1]
            self.tops.append(foot + TILE / 2 + AROUND + GAP)

    def _count(self, bubble: Sequence[int], *, is_own: bool) -> int:
        return sum(len(self.tokens[place]) for place in bubble if (self.parts[place].message is not None) is is_own)

    def picture(self) -> Picture:
        total = sum(self.own)
        sentences = [
            ngettext(
                "The framed messages are {count} token. The template’s tokens are still missing.",
                "The framed messages are {count} tokens. The template’s tokens are still missing.",
                total,
            ).format(count=localized_number(total))
        ]
        for who, added in zip(self.speakers, self.added, strict=True):
            sentences.append(
                _("{who}: the template adds {tokens}, in thick frames.").format(who=who, tokens=token_count_text(added))
            )
        sums = [*map(sum, zip(self.own, self.added, strict=True))]
        in_all = f"{' + '.join(map(localized_number, sums))} = {localized_number(sum(sums))}"
        sentences[-1] = join_sentences(sentences[-1], _("That makes {sum}.").format(sum=in_all))
        frames: list[Frame] = [(sentence, self._frame(step)) for step, sentence in enumerate(sentences)]
        return drawing(
            _("Who wrote which tokens"),
            _(
                "Each message below its speaker, as tokens with their ids in a frame. Around it, the tokens that the "
                "template writes, and beside the speaker, how many there are."
            ),
            (WIDTH, self.tops[-1] - GAP + 2),
            frames,
        )

    def _frame(self, step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for place, (bubble, top) in enumerate(zip(self.bubbles, self.tops, strict=False)):
            mark: Mark = "now" if place == step - 1 else ""
            own, added = self.own[place], self.added[place]
            shapes.append(label(f"who{place}", (2, top + HEAD), self.speakers[place], mark))
            count = token_count_text(own) if own else ""
            if place < step:
                count = "{} + {} = {}".format(*map(localized_number, (own, added, own + added)))
            if count:
                x = 26 + label_width(self.speakers[place])
                shapes.append(label(f"count{place}", (x, top + HEAD), count, mark))
            shapes += self._runs(bubble, top, is_known=place < step, mark=mark)
        return shapes

    def _runs(self, bubble: Sequence[int], top: float, *, is_known: bool, mark: Mark) -> list[PictureShape]:
        """Return the tokens of a message and those around it, or a “?” before it and another after it."""
        grounds, tiles = list[PictureShape](), list[PictureShape]()
        x, y = AROUND + 2.0, top + 2 * HEAD + AROUND + TILE / 2
        last = max((place for place in bubble if self.parts[place].message is not None), default=0)
        for place in bubble:
            is_own = self.parts[place].message is not None
            if not is_own and not is_known and place > bubble[0] and self.parts[place - 1].message is None:
                continue  # it is behind the “?” of the part before
            run: list[Tile] = [("?", "", None)]
            if is_own or is_known:
                run = [self._tile(one, SAID_HUE if is_own else WRITTEN_HUE) for one in self.tokens[place]]
            x += AROUND if is_own else 0
            line, start = -1, x
            for number, (text, note, hue) in enumerate(run):
                width = max(width_of(text), len(note) * TYPE) + PADDING if is_own or is_known else UNKNOWN
                if not is_own and not is_known and place >= last and x + width <= WIDTH - AROUND:
                    width = WIDTH - AROUND - x  # the last “?” reaches to the edge, to hide the number of tokens
                if x + width > WIDTH - AROUND:
                    x, y = AROUND + 2.0, y + TILE + 2 * AROUND + 2
                if not number or x == AROUND + 2:
                    line, start = line + 1, x
                marked: Mark = "" if is_own else mark if is_known else "later"
                key = f"{place}:{number}" if is_own or is_known else f"{place}:?"
                tiles.append(
                    shape(key, "tile", (x + width / 2, y), (width, TILE), text=text, note=note, hue=hue, mark=marked)
                )
                x += width
                if is_own:
                    at, size = ((start + x) / 2, y), (x - start + 2 * AROUND, TILE + 2 * AROUND)
                    grounds = [each for each in grounds if each["key"] != f"ground{place}:{line}"]
                    grounds.append(shape(f"ground{place}:{line}", "prefix", at, size))
                x += 3
            x += AROUND if is_own else 0
        return [*grounds, *tiles]

    def _tile(self, one: ChatToken, hue: int) -> Tile:
        assert one.id is not None  # the vocabulary is here
        text = make_visible(one.token) if one.is_special else id_label(self.tokenizer, one.id)
        return text, str(one.id), hue


def _bubbles(parts: Sequence[TemplatePart]) -> list[list[int]]:
    """Return the indices of the parts in each bubble: those of a message, including the special token that ends it."""
    found: list[list[int]] = [[]]
    is_after = is_closed = False
    for place, part in enumerate(parts):
        if part.message is not None:
            is_after, is_closed = True, False
        elif is_after and part.special:
            if is_closed:
                found.append([])
                is_after = False
            is_closed = True
        found[-1].append(place)
    return found


@picture
def typed_message(_text: str, template: str, message: str) -> Picture:
    """A user's message with names of special tokens in it: read as plain text, then with special tokens allowed."""
    found = TEMPLATES[template]
    tokenizer = found.tokenizer()
    if tokenizer is None:
        raise ValueError(f"no vocabulary: {template}")
    special = set(tokenizer.special_tokens.values())
    begins = tokenizer.special_tokens[found.parts([Message("user", message)])[0].text]
    plain, read = (tokenizer.encode(message, allowed) for allowed in ("none", "all"))
    starts = [0, *(place for place, one in enumerate(read) if one == begins), len(read)]
    first, *posing = (list(read[a:b]) for a, b in pairwise(starts))
    names = {"system": _("system"), "user": _("user"), "assistant": _("assistant")}
    # A role is what stands before a line break or another special token.
    heads = [tokenizer.decode([*takewhile(lambda one: one not in special, rest)]) for _begin, *rest in posing]
    roles = [head.partition("\n")[0] for head in heads]
    if not posing:
        raise ValueError(f"no name of a special token that begins a message: {message}")
    if not first:
        raise ValueError(f"nothing said before the first special token: {message}")
    if unknown_roles := {*roles} - names.keys():
        raise ValueError(f"no role, one of {', '.join(names)}, but “{min(unknown_roles)}”: {message}")
    speakers = [_("user"), *map(names.__getitem__, roles)]
    typed, foot = _message_box(message)
    all_plain, plain_foot = _speaker_and_tokens(tokenizer, foot, "plain", _("user"), plain)
    parts, end = list[PictureShape](), foot
    for place, (who, ids) in enumerate(zip(speakers, [first, *posing], strict=True)):
        shapes, end = _speaker_and_tokens(tokenizer, end, f"read{place}", who, ids)
        parts += shapes
    height = max(plain_foot, end)
    unknown = shape("unknown", "cell", (WIDTH / 2, (foot + height) / 2), (WIDTH - 4, 46), text="?", mark="later")
    sentences = [
        _("A user types this. What does the model read?"),
        _("Read as plain text, it is {tokens}: all of it is what the user says.").format(
            tokens=token_count_text(len(plain))
        ),
        _(
            "With special tokens allowed, it is {tokens}: the message ends early, and what follows is read as the "
            "{who}’s."
        ).format(tokens=token_count_text(len(read)), who=speakers[-1]),
    ]
    return drawing(
        _("A typed {name}").format(name=tokenizer.token(next(one for one in read if one in special))),
        _(
            "A user’s message, and below it its tokens with their ids: first read as plain text, then with special "
            "tokens allowed, as messages by several speakers. Special tokens have a thick edge."
        ),
        (WIDTH, height),
        [*zip(sentences, ([*typed, unknown], [*typed, *all_plain], [*typed, *parts]), strict=True)],
    )


def _message_box(message: str) -> tuple[list[PictureShape], float]:
    """Return the lines of a message in a box, and where they end."""
    pieces: list[str] = []
    for line in message.replace("\n", "↵\n").splitlines():
        pieces.append("")
        for one in line:
            if width_of(pieces[-1] + one) > WIDTH - 24:
                pieces.append("")
            pieces[-1] += one
    height = LINE * len(pieces) + 8
    box = shape("typed", "prefix", (WIDTH / 2, 2 + height / 2), (WIDTH - 4, height))
    texts = [text_from(f"typed{row}", (12, 6 + LINE * (row + 0.5)), piece) for row, piece in enumerate(pieces)]
    return [box, *texts], height + GAP


def _speaker_and_tokens(
    tokenizer: Tokenizer, top: float, key: str, who: str, ids: list[int]
) -> tuple[list[PictureShape], float]:
    """Return a speaker and the tokens read as that speaker's, and where they end."""
    marks: list[Mark] = ["now" if tokenizer.token(one) in tokenizer.special_tokens else "" for one in ids]
    tiles: list[Tile] = [(id_label(tokenizer, one), str(one), token_hue(one)) for one in ids]
    shapes = tiles_from(f"{key}:", (2, top + 2 * HEAD + TILE / 2), tiles, marks)
    return [label(key, (2, top + HEAD), who), *shapes], shapes[-1]["at"][1] + TILE / 2 + GAP
