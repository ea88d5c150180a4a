"""Special tokens: those a user can type, those added later, and names in the chat template that are not tokens."""

import re
from collections.abc import Iterator
from typing import Any

from bpe_engine.checkup.finding import Finding, fault, fine, listed, note, warn
from bpe_engine.checkup.subject import Subject
from bpe_engine.errors import EngineError
from bpe_engine.files.tokenizer_config import TOKEN_NAMES
from bpe_engine.pre_tokenizers import N_

_NAMES = re.compile(r"<\|[^|<>\s]{1,60}\|>|<｜[^｜<>\s]{1,60}｜>")
"""Matches text in a chat template that can only be the name of a special token."""
_MARKED = re.compile(r"\W|_")

UNREAD_IN_SETTINGS = N_(
    "Tokens that the settings name, but that the tokenizer does not look for: {count} ({names}). {name!r} in a text "
    "becomes {tokens} tokens. Add it to the special tokens."
)
UNREAD_IN_TEMPLATE = N_(
    "Names in the chat template that are tokens, but that the tokenizer does not look for: {count} ({names}). {name!r} "
    "becomes {tokens} tokens, which the model has never seen there. Add it to the special tokens."
)


def check_special_tokens(subject: Subject) -> Iterator[Finding]:
    """List the special tokens, and those that text can turn into."""
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
        role: name
        for role in TOKEN_NAMES
        if (name := _token_name(subject.config.get(role))) and not _is_in_vocabulary(subject, name)
    }
    if missing:
        yield fault(
            "Tokens that the settings name but the vocabulary lacks: {tokens}.",
            next(iter(missing.values())),
            tokens=", ".join(f"{role} {name!r}" for role, name in missing.items()),
        )
    roles = {role: _token_name(subject.config.get(role)) for role in TOKEN_NAMES}
    unread = [name for role, name in roles.items() if name and role != "unk_token" and _is_unread(subject, name)]
    if unread:
        yield warn(UNREAD_IN_SETTINGS, unread[0], **_cut_names_values(subject, unread))
    if roles["pad_token"] and roles["pad_token"] == roles["eos_token"]:
        yield warn(
            "{token!r} is both the padding and the end of a text (pad_token and eos_token). Training that leaves out "
            "padding leaves out the end too, and the model never learns to stop. Give padding a token of its own.",
            roles["pad_token"],
            token=roles["pad_token"],
        )


def check_chat_template(subject: Subject) -> Iterator[Finding]:
    """Find the names in the chat template that are not tokens."""
    template = _template(subject.config.get("chat_template"))
    if not template:
        yield fine("There is no chat template to check.")
        return
    names = list(dict.fromkeys(_NAMES.findall(template)))
    lost = [name for name in names if not _is_in_vocabulary(subject, name)]
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
    if unread := [name for name in names if _is_unread(subject, name)]:
        yield fault(UNREAD_IN_TEMPLATE, unread[0], **_cut_names_values(subject, unread))
    if not lost and not unread:
        yield fine(
            "Every name in the chat template is a token: {count} ({names}).", count=len(names), names=listed(names)
        )
    intact = [name for name in names if name not in (*lost, *unread)]
    if intact:
        yield note(
            "A user who types {name!r} in a message ends or starts a turn, unless the program encodes messages as "
            "plain text.",
            f"Hi{intact[0]}",
            name=intact[0],
        )


def _is_typed(subject: Subject, name: str) -> bool:
    try:
        return subject.tokenizer.special_tokens[name] in subject.tokenizer.encode(f"x {name} x", "all")
    except EngineError:
        return False


def _added_later(subject: Subject) -> list[str]:
    """Return the tokens matched by name whose ids follow all those of the model."""
    ids_by_name = subject.tokenizer.tokens_by_name
    last = max(subject.ordinary.values(), default=-1)
    return [name for name, token_id in ids_by_name.items() if token_id > last]


def _is_in_vocabulary(subject: Subject, name: str) -> bool:
    return name in subject.tokenizer.vocabulary


def _is_unread(subject: Subject, name: str) -> bool:
    """Return whether a token is in the vocabulary, but its name in a text is cut like any other text."""
    return _is_in_vocabulary(subject, name) and _read_by_name(subject, name) != [subject.tokenizer.vocabulary[name]]


def _read_by_name(subject: Subject, name: str) -> list[int]:
    try:
        return subject.tokenizer.encode(name, "all")
    except EngineError:
        return []


def _cut_names_values(subject: Subject, names: list[str]) -> dict[str, Any]:
    return {
        "count": len(names),
        "names": listed(names),
        "name": names[0],
        "tokens": len(_read_by_name(subject, names[0])),
    }


def _token_name(value: Any) -> str:
    """Return the name of a token in a tokenizer_config.json: a string, or the object of an added token."""
    if isinstance(value, dict):
        value = value.get("content")
    return value if isinstance(value, str) else ""


def _template(value: Any) -> str:
    """Return the chat template, or several named ones joined."""
    if isinstance(value, list):
        return "\n".join(str(template.get("template", "")) for template in value if isinstance(template, dict))
    return value if isinstance(value, str) else ""
