"""What a model reads when a user types the name of a special token: plain text, or messages of several speakers."""

from itertools import pairwise, takewhile

from bpe_engine.chat_templates import TEMPLATES, Message
from bpe_engine.notebook import token_hue
from bpe_engine.tokenizer import Tokenizer
from ui.base.i18n import gettext as _
from ui.base.token_labels import id_label
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    TILE,
    WIDTH,
    Mark,
    Tile,
    drawing,
    label,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.value_registry import picture, token_count_text

LINE = 30  # from a typed line to the next
HEAD, GAP = 14, 16  # from a speaker’s line to its middle, and from the end of what is said to the next speaker


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
    typed, foot = _typed(message)
    all_plain, plain_foot = _said(tokenizer, foot, "plain", _("user"), plain)
    parts, end = list[PictureShape](), foot
    for place, (who, ids) in enumerate(zip(speakers, [first, *posing], strict=True)):
        shapes, end = _said(tokenizer, end, f"read{place}", who, ids)
        parts += shapes
    height = max(plain_foot, end)
    unknown = shape("unknown", "cell", (WIDTH / 2, (foot + height) / 2), (WIDTH - 4, 46), text="?", mark="later")
    says = [
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
        [*zip(says, ([*typed, unknown], [*typed, *all_plain], [*typed, *parts]), strict=True)],
    )


def _typed(message: str) -> tuple[list[PictureShape], float]:
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


def _said(tokenizer: Tokenizer, top: float, key: str, who: str, ids: list[int]) -> tuple[list[PictureShape], float]:
    """Return a speaker and the tokens that are read as said, and where they end."""
    marks: list[Mark] = ["now" if tokenizer.token(one) in tokenizer.special_tokens else "" for one in ids]
    tiles: list[Tile] = [(id_label(tokenizer, one), str(one), token_hue(one)) for one in ids]
    shapes = tiles_from(f"{key}:", (2, top + 2 * HEAD + TILE / 2), tiles, marks)
    return [label(key, (2, top + HEAD), who), *shapes], shapes[-1]["at"][1] + TILE / 2 + GAP
