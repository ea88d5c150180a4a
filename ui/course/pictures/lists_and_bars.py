"""Pictures that consist of bars or chat bubbles."""

from collections.abc import Sequence

from bpe_engine.chat_templates import TEMPLATES, ChatToken, Message, TemplatePart, encode_conversation, read_messages
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_decimal, localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import make_visible
from ui.components.contract import Picture, PictureNode
from ui.course.values.app_links import tokenizer_at
from ui.course.values.value_registry import picture

MOST_MESSAGES = 8


def node(label: str = "", **given: object) -> PictureNode:
    """Return a node with these fields, shown from the first step on unless `step` is given."""
    blank: PictureNode = {"label": label, "mark": "", "step": 0, "value": "", "amount": None, "tokens": [], "parts": []}
    return {**blank, **given}  # type: ignore[typeddict-item]  # the keys are the same


@picture
def chat_bubbles(_text: str, template: str, messages: str) -> Picture:
    """A conversation as bubbles, with the tokens that a chat template writes for each; one more per step."""
    found = TEMPLATES[template]
    tokenizer = found.tokenizer()
    if tokenizer is None:
        raise ValueError(f"no vocabulary: {template}")
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
                (make_visible(one.token) if one.is_special else id_label(tokenizer, one.id), one.id)
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
                "The messages are {count} token. The template’s tokens are still missing.",
                "The messages are {count} tokens. The template’s tokens are still missing.",
                own,
            ).format(count=localized_number(own)),
            *(_told(bubble["label"], counts[step], sum(counts[:step])) for step, bubble in enumerate(bubbles, 1)),
        ],
        "nodes": bubbles,
    }


def _told(label: str, count: int, before: int) -> str:
    return _("{who}: {tokens} from the template. That makes {before} + {added} = {count}.").format(
        who=label,
        tokens=ngettext("{count} token", "{count} tokens", count).format(count=localized_number(count)),
        before=localized_number(before),
        added=localized_number(count),
        count=localized_number(before + count),
    )


def _said(messages: Sequence[Message], message: int | None) -> tuple[str, str]:
    """Return a bubble's speaker and text. The last bubble has no message: it is the model's turn."""
    if message is None:
        return _("assistant"), "…"
    role, text = messages[message]
    return {"system": _("system"), "user": _("user"), "assistant": _("assistant")}[role], text


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
def vocabulary_sizes(_text: str, *names: str) -> Picture:
    """The sizes of vocabularies: the first one named, the smaller ones, the larger ones, the largest."""
    sizes = {name: tokenizer_at(name).vocab_size for name in names}
    first, largest = names[0], max(sizes, key=lambda name: sizes[name])
    values = {
        "tokenizer": TokenizerName(first).short_title,
        "largest": TokenizerName(largest).short_title,
        "count": localized_number(sizes[first]),
        "factor": localized_decimal(sizes[largest] / sizes[first], 1),
    }
    smaller = [name for name in names if sizes[name] < sizes[first]]
    larger = [name for name in names if sizes[name] > sizes[first] and name != largest]
    told = {
        _("{tokenizer} has {count} tokens."): [first],
        _("Fewer tokens than {tokenizer}: {names}."): smaller,
        _("More tokens than {tokenizer}: {names}."): larger,
        _("{largest} has the most tokens: {factor} times as many as {tokenizer}."): [
            one for one in [largest] if one != first
        ],
    }
    steps = [(said.format(names=_titles(some), **values), some) for said, some in told.items() if some]
    shown = {name: step for step, (_said, some) in enumerate(steps) for name in some}
    return {
        "kind": "bars",
        "title": _("Vocabulary sizes"),
        "about": _("For each vocabulary, how many tokens it has."),
        "says": [said for said, _some in steps],
        "nodes": [
            node(TokenizerName(name).short_title, step=step, value=localized_number(sizes[name]), amount=sizes[name])
            for name, step in sorted(shown.items(), key=lambda item: sizes[item[0]])
        ],
    }


def _titles(names: Sequence[str]) -> str:
    return join_list(TokenizerName(name).short_title for name in names)
