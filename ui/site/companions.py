"""The companions: texts about tokenization, with the computed result of each of their examples."""

from collections.abc import Iterator
from typing import Literal

from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.visible_text import join_sentences
from ui.pages.companions.catalog import (
    EDITIONS,
    companions_for,
    default_companion,
    edition_for,
    has_changed,
    text,
)
from ui.pages.companions.entries import Companion, Entry
from ui.pages.companions.notation import entry_parts
from ui.site.contract import CompanionEntry, CompanionsPage, SiteCompanion
from ui.site.links import link


def page() -> CompanionsPage:
    """Return the texts and their editions, those in the reader's language first."""
    language = current_language()
    default = edition_for(language)
    return {
        "text": _("Text"),
        "edition": _("Edition"),
        "texts": [(key, text(key).title) for key in companions_for(language)],
        "editions": {
            key: [
                (edition, EDITIONS[edition])
                for edition in sorted(text(key).editions, key=lambda edition: edition != default)
            ]
            for key in companions_for(language)
        },
        "first": default_companion(language),
    }


def companions() -> Iterator[tuple[str, SiteCompanion]]:
    """Yield each text with its key."""
    for key in companions_for(current_language()):
        yield key, _companion(text(key))


def _companion(companion: Companion) -> SiteCompanion:
    return {
        "title": companion.title,
        "about": _(companion.about) if companion.about else "",
        "language": companion.language,
        "addresses": dict(companion.addresses),
        "parts": [
            {"headings": dict(part.headings), "entries": [_entry(entry) for entry in part.entries]}
            for part in companion.sections
        ],
        "labels": {"read": _("Read the text"), "open": _("Open it"), "show": _("Show the answer")},
    }


def _entry(entry: Entry) -> CompanionEntry:
    printed, computed = entry_parts(entry)
    terms: list[tuple[str, str, list[tuple[str, bool, int | None, bool]]]] = []
    if entry.claim:
        terms.append((_("In the text"), _(entry.claim), []))
    elif printed:
        terms.append((_("In the text"), "", [*printed]))
    if entry.computed:
        terms.append((_("Computed now"), "", [*computed]))
    state = _state(entry)
    text = {
        "": "",
        "same": f"= {_('Equal.')}",
        "differs": f"≠ {_('Differs.')}",
        "absent": _("Not computed here."),
    }
    return {
        "title": _(entry.title),
        "of": entry.of,
        "terms": terms,
        "state": state,
        "said": text[state],
        "why": _(entry.why) if entry.why else "",
        "exercise": entry.exercise,
        "href": link("", entry.page, entry.query)["href"] if entry.page else "",
        "editions": list(entry.editions),
        "notes": {
            edition: join_sentences(*(_(text) for text in (entry.why, note) if text))
            for edition, note in entry.notes.items()
        },
    }


def _state(entry: Entry) -> Literal["", "same", "differs", "absent"]:
    if not entry.computed:
        return "absent"
    if has_changed(entry):
        return "differs"
    return "same" if entry.printed or entry.claim else ""
