"""Special tokens: what a user can type, what was added later, and whether the chat template's names are tokens."""

import re
from collections.abc import Iterator
from typing import Any

from bpe_engine.checkup.finding import Finding, fault, fine, listed, note, warn
from bpe_engine.checkup.subject import Subject
from bpe_engine.errors import EngineError
from bpe_engine.files.tokenizer_config import TOKEN_NAMES

_NAMES = re.compile(r"<\|[^|<>\s]{1,60}\|>|<｜[^｜<>\s]{1,60}｜>")
"""What a chat template writes that can only be the name of a special token."""
_MARKED = re.compile(r"\W|_")


def check_special_tokens(subject: Subject) -> Iterator[Finding]:
    """List the special tokens, and say which a text can turn into."""
    tokenizer = subject.tokenizer
    special = dict(tokenizer.special_tokens)
    if not special:
        yield note("No token is special: none marks the end of a text, unless a program adds one.")
    else:
        typed = [name for name in special if _is_typed(subject, name)]
        yield note(
            "Special tokens: {count:,} ({tokens}), of which users can type {typed:,}: their names in a text become "
            "these tokens if a program looks for special tokens in it. Encode what users type as plain text.",
            typed[0] if typed else "",
            count=len(special),
            tokens=listed([*special]),
            typed=len(typed),
        )
    plain = [name for name in (*special, *tokenizer.added_tokens) if not _MARKED.search(name)]
    if plain:
        yield warn(
            "Tokens that are matched by name wherever they occur, and look like ordinary text: {count:,} ({tokens}). A "
            "word that contains one is cut there.",
            f"x{plain[0]}x",
            count=len(plain),
            tokens=listed(plain),
        )
    if tokenizer.added_tokens:
        yield note(
            "Tokens that are not special but matched by name, before the text is cut: {count:,} ({tokens}).",
            next(iter(tokenizer.added_tokens)),
            count=len(tokenizer.added_tokens),
            tokens=listed([*tokenizer.added_tokens]),
        )
    later = _added_later(subject)
    if later:
        yield note(
            "Tokens that were added after training, with ids above the model’s own: {count:,} ({tokens}).",
            later[0],
            count=len(later),
            tokens=listed(later),
        )
    missing = {
        role: name for role in TOKEN_NAMES if (name := _content(subject.config.get(role))) and not _known(subject, name)
    }
    if missing:
        yield fault(
            "Tokens that the settings name but the vocabulary lacks: {tokens}.",
            next(iter(missing.values())),
            tokens=", ".join(f"{role} {name!r}" for role, name in missing.items()),
        )


def check_chat_template(subject: Subject) -> Iterator[Finding]:
    """Find the names in the chat template that are not tokens."""
    template = _template(subject.config.get("chat_template"))
    if not template:
        yield fine("There is no chat template to check.")
        return
    names = list(dict.fromkeys(_NAMES.findall(template)))
    lost = [name for name in names if not _known(subject, name)]
    if lost:
        yield fault(
            "Names in the chat template that are not tokens: {count} ({names}). {name!r} becomes {tokens} tokens, "
            "which the model has never seen there.",
            lost[0],
            count=len(lost),
            names=listed(lost),
            name=lost[0],
            tokens=len(subject.encode(lost[0])),
        )
    else:
        yield fine(
            "Every name in the chat template is a token: {count} ({names}).", count=len(names), names=listed(names)
        )
    known = [name for name in names if name not in lost]
    if known:
        yield note(
            "A user who types {name!r} in a message ends or starts a turn, unless the program encodes messages as "
            "plain text.",
            f"Hi{known[0]}",
            name=known[0],
        )


def _is_typed(subject: Subject, name: str) -> bool:
    try:
        return subject.tokenizer.special_tokens[name] in subject.tokenizer.encode(f"x {name} x", "all")
    except EngineError:
        return False


def _added_later(subject: Subject) -> list[str]:
    """Return the tokens matched by name whose ids follow all those of the model."""
    named = subject.tokenizer.tokens_by_name
    last = max(subject.ordinary.values(), default=-1)
    return [name for name, token_id in named.items() if token_id > last]


def _known(subject: Subject, name: str) -> bool:
    return name in subject.tokenizer.vocabulary


def _content(value: Any) -> str:
    """Return the name of a token in a tokenizer_config.json: a string, or the object of an added token."""
    if isinstance(value, dict):
        value = value.get("content")
    return value if isinstance(value, str) else ""


def _template(value: Any) -> str:
    """Return the chat template; several that have names, one after the other."""
    if isinstance(value, list):
        return "\n".join(str(each.get("template", "")) for each in value if isinstance(each, dict))
    return value if isinstance(value, str) else ""
