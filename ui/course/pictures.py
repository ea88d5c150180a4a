"""Pictures that a chapter can show by name. Each gets the text, which may be the reader's own."""

from collections.abc import Sequence

from bpe_engine.chat_templates import TEMPLATES, ChatToken, Message, TemplatePart, encode_conversation, read_messages
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureNode
from ui.course.value_registry import picture

MOST_MESSAGES = 8


def node(label: str = "", **given: object) -> PictureNode:
    """Return a part of a picture with what is given, there from the first step on."""
    blank: PictureNode = {"label": label, "mark": "", "step": 0, "value": "", "tokens": [], "bars": [], "parts": []}
    return {**blank, **given}  # type: ignore[typeddict-item]  # of the same keys


@picture
def chat_bubbles(_text: str, template: str, messages: str) -> Picture:
    """A conversation as bubbles, and the tokens that a chat template writes for each; one more per step."""
    found = TEMPLATES[template]
    tokenizer = found.tokenizer()
    if tokenizer is None:
        raise ValueError(template)
    said = read_messages(messages, MOST_MESSAGES)
    parts = found.parts(said)
    tokens: dict[int, list[ChatToken]] = {}
    for token in encode_conversation(tokenizer, parts, "text"):
        tokens.setdefault(token.part, []).append(token)

    def run(place: int, step: int) -> PictureNode:
        part = parts[place]
        is_own = part.message is not None
        return node(
            _("message") if is_own else _("special") if part.special else _("template"),
            mark="now" if is_own else "special" if part.special else "template",
            step=0 if is_own else step,
            tokens=[
                (make_visible(one.token) if one.is_special else id_label(tokenizer, one.id), one.id, token_hue(one.id))
                for one in tokens.get(place, ())
                if one.id is not None
            ],
        )

    bubbles = []
    for step, places in enumerate(_bubbles(parts), 1):
        message = next((number for place in places if (number := parts[place].message) is not None), None)
        label, text = _said(said, message)
        side = "left" if message is None or said[message].role == "assistant" else "right"
        mark = "from" if message is not None and said[message].role == "system" else side
        bubbles.append(node(label, mark=mark, value=text, parts=[run(place, step) for place in places]))
    own = sum(len(tokens.get(place, ())) for place, part in enumerate(parts) if part.message is not None)
    counts = [own]
    for bubble in bubbles:
        counts.append(sum(len(one["tokens"]) for one in bubble["parts"] if one["mark"] != "now"))
    return {
        "kind": "chat",
        "title": _("Who wrote which tokens"),
        "about": _("Each message as a speech bubble, with the tokens that the template writes for it, and their ids."),
        "says": [
            ngettext(
                "The messages are {count} token. The template’s tokens are still missing: “?”.",
                "The messages are {count} tokens. The template’s tokens are still missing: “?”.",
                own,
            ).format(count=localized_number(own)),
            *(_told(bubble["label"], counts[step], sum(counts[: step + 1])) for step, bubble in enumerate(bubbles, 1)),
        ],
        "series": [],
        "nodes": bubbles,
    }


def _told(label: str, count: int, so_far: int) -> str:
    return _("{who}: the template adds {tokens}. That makes {count} so far.").format(
        who=label,
        tokens=ngettext("{count} token", "{count} tokens", count).format(count=localized_number(count)),
        count=localized_number(so_far),
    )


def _said(messages: Sequence[Message], message: int | None) -> tuple[str, str]:
    """Return who speaks in a bubble, and what they say; the last bubble is the model's, which has not spoken yet."""
    if message is None:
        return _("assistant"), "…"
    role, text = messages[message]
    return {"system": _("system"), "user": _("user"), "assistant": _("assistant")}[role], text


def _bubbles(parts: Sequence[TemplatePart]) -> list[list[int]]:
    """Return the places of the parts in each bubble: a message's, with the mark after it that ends it."""
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
