"""Interface text in the reader's language: gettext catalogs, read with Babel.

Every text that a person sees is written in English in the code, inside `_()` or `ngettext()`. Numbers and lists are
inserted as strings, formatted by `localized_number`, `localized_decimal`, `localized_percent` or `join_list` as in the
reader's language.

To add a language, add a file `locale/<code>/LC_MESSAGES/messages.po`; the code stays the same.
"""

import re
import string
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from decimal import Decimal
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations, c2py
from io import BytesIO
from math import isclose
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_compact_decimal, format_decimal, format_percent

from bpe_engine import EngineError
from bpe_engine.files import Note
from ui.base.text_direction import isolate

LOCALE_FOLDER = Path(__file__).parents[2] / "locale"
SOURCE_LANGUAGE = "en"
# For the language menu. Other languages' names come from Babel.
NATIVE_NAMES = {"en": "English", "ru": "Русский", "vi": "Tiếng Việt", "zh_Hans": "简体中文"}
COOKIE = "bpe-lab-language"
"""The cookie that stores the chosen language for the next visit."""
MAX_PREFERENCES = 20  # preferred languages to consider: parsing a tag takes a millisecond
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SMALLEST = Decimal("1e-5")  # smaller numbers are written in scientific notation

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


@lru_cache(maxsize=16)
def _translations(language: str) -> NullTranslations:
    path = LOCALE_FOLDER / language / "LC_MESSAGES" / "messages.po"
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    if path.is_file():
        return _Catalog(path, language)
    path = path.with_suffix(".mo")  # in a site, which contains compiled catalogs only
    return GNUTranslations(BytesIO(path.read_bytes())) if path.is_file() else NullTranslations()


class _Catalog(NullTranslations):
    """A `.po` file, read directly: compiling it for `GNUTranslations` first takes twice as long."""

    def __init__(self, path: Path, language: str) -> None:
        from babel.messages.pofile import read_po

        super().__init__()
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
        self._plural = c2py(catalog.plural_expr)
        self._forms: dict[str, tuple[str, ...]] = {}
        for message in catalog:
            if message.id and message.string and not message.fuzzy:
                key = message.id if isinstance(message.id, str) else message.id[0]
                self._forms[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string)

    def gettext(self, message: str) -> str:
        """Return the translation of a message, or else the message."""
        return self._forms.get(message, (message,))[0] or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the plural form of a message for a number, or else its English form."""
        forms = self._forms.get(msgid1)
        return (forms and forms[self._plural(n)]) or (msgid1 if n == 1 else msgid2)


def compiled(path: Path, language: str) -> bytes:
    """Return a language's catalog in the binary form that gettext reads, for a site."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    buffer = BytesIO()
    with path.open("rb") as file:
        write_mo(buffer, read_po(file, locale=language))
    return buffer.getvalue()


def languages() -> dict[str, str]:
    """Return the available languages: code -> the language's own name for itself."""
    return _languages_in(LOCALE_FOLDER)  # cached: every run of a page needs them


@lru_cache(maxsize=4)
def _languages_in(folder: Path) -> dict[str, str]:
    codes = [
        SOURCE_LANGUAGE,
        *sorted({path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/messages.[mp]o")}),
    ]
    return {code: NATIVE_NAMES.get(code) or _native_name(code) for code in codes}


def _native_name(code: str) -> str:
    name = Locale.parse(code).get_display_name(code) or code
    return name[:1].upper() + name[1:]  # many languages write their names in lower case, but not in a menu


def language_name(tag: str) -> str | None:
    """Return a language's name in the reader's language; None if there is none. The tag is BCP 47, such as zh-Hant.

    Script and country are named only where that is established usage: not “Chinese (Traditional)”.
    """
    locale = _locale(tag)
    names = Locale.parse(_language.get()).languages
    return (names.get(str(locale)) or names.get(locale.language)) if locale else None


def best_language(wishes: Iterable[str], among: Iterable[str] | None = None) -> str:
    """Return the available language that suits these preferences best, most wanted first: zh_Hans for zh-CN.

    A reader of Traditional Chinese gets Simplified Chinese rather than English. Invalid preferences are skipped.
    """
    locales = {code: _parse_locale(code) for code in (languages() if among is None else among)}
    for wanted_tag in wishes:
        wished = _locale(wanted_tag)
        same = [code for code in locales if wished and locales[code].language == wished.language]
        if wished and same:
            return next(
                (code for code in same if code == str(wished) or locales[code].script == wished.script), same[0]
            )
    return SOURCE_LANGUAGE


def preferred_languages(accepted: str) -> list[str]:
    """Parse an Accept-Language header into languages, the most preferred first.

    >>> preferred_languages("uk,ru;q=0.4, en; q=0.7")
    ['uk', 'en', 'ru']
    """
    wishes = []
    for entry in accepted.split(",", MAX_PREFERENCES)[:MAX_PREFERENCES]:
        code, _sep, weight = entry.partition(";")
        with suppress(ValueError):
            wishes.append((-float(weight.strip().removeprefix("q=") or 1), code.strip()))
    return [code for _weight, code in sorted(wishes, key=lambda entry: entry[0])]


@lru_cache(maxsize=1_000)  # every run of a page parses its browser's preferences
def _parse_locale(code: str) -> Locale:
    return Locale.parse(code)


def _locale(tag: str) -> Locale | None:
    """Parse a browser's language tag, ignoring an unknown country; None if it is not a language."""
    for part in (tag, re.split("[-_]", tag)[0]):
        with suppress(ValueError, UnknownLocaleError):
            return _parse_locale(part.replace("-", "_"))
    return None


def use_language(code: str) -> None:
    """Switch the interface language in this thread. An unknown code means English."""
    _language.set(code if code in languages() else SOURCE_LANGUAGE)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Switch the interface language within the block."""
    before = _language.get()
    use_language(code)
    try:
        yield
    finally:
        _language.set(before)


def current_language() -> str:
    """Return the code of the interface language."""
    return _language.get()


def language_tag() -> str:
    """Return the interface language as a BCP 47 tag: zh-Hans for zh_Hans."""
    return current_language().replace("_", "-")


def N_(message: str) -> str:  # noqa: N802  # noqa: N802  # gettext's own name for "mark now, translate when shown"
    """Mark a text for translation."""
    return message


def gettext(message: str) -> str:
    """Return a message in the reader's language."""
    return _translations(_language.get()).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the singular or plural of a message in the reader's language."""
    return _translations(_language.get()).ngettext(one, many, n)


def plural_forms(one: str, many: str) -> dict[str, str]:
    """Return all plural forms of a message that is marked elsewhere, by the categories of `Intl.PluralRules`."""
    category = (_locale(_language.get()) or _parse_locale(SOURCE_LANGUAGE)).plural_form
    return {category(n): ngettext(one, many, n) for n in range(200, -1, -1)}


def localized_number(value: float) -> str:
    """Format a whole number: 1,234 or 1.234."""
    return _format_number(value, "#,##0", _language.get())


def localized_compact(value: float) -> str:
    """Shorten a number to at most three digits, with the units of the reader's language: 38.6M, or 38,6 млн.

    A language that counts in other steps than thousands, as in 3860万, has the English units, because all numbers
    around are grouped by three digits.
    """
    language = _language.get()
    counts_by_thousands = not format_compact_decimal(1_000, locale=language).isdigit()
    units = language if counts_by_thousands else SOURCE_LANGUAGE
    return format_compact_decimal(round(value, 3 - len(str(round(value)))), locale=units, fraction_digits=1)


def localized_decimal(value: float, places: int) -> str:
    """Format a number with this many decimals: 2.35 or 2,35."""
    return _format_number(value, f"#,##0.{'0' * places}" if places else "#,##0", _language.get())


def localized_significant(value: float | Decimal, digits: int) -> str:
    """Format a number with this many significant digits: 0.02778 or 0,02778, or 2.5 × 10⁻¹⁰ if it is very small.

    An exact one ends in no zeros.
    """
    rounded = Decimal(f"{value:.{digits - 1}e}")
    if rounded and abs(rounded) < SMALLEST:
        mantissa, _sign, exponent = f"{rounded.normalize():e}".partition("e")
        places = len(mantissa.partition(".")[2])
        return f"{localized_decimal(float(mantissa), places)} × 10{exponent.translate(SUPERSCRIPTS)}"
    is_exact = isclose(value, rounded)
    places = len(f"{rounded.normalize() if is_exact else rounded:f}".partition(".")[2])
    return localized_decimal(float(rounded), places)


def localized_percent(share: float, places: int = 0) -> str:
    """Format a share of 1 as a percentage: 12% or 12 %."""
    return _percent(share, places, _language.get())


def join_list(texts: Iterable[str]) -> str:
    """Join texts into a list in the reader's language: “a, b and c”."""
    items = list(texts)
    if len(items) > 1 and _language.get().startswith("zh"):
        # Chinese puts a space between its characters and others, also around "and", but not around its punctuation.
        items[-2:] = [items[-2] + " " * _is_half_width(items[-2][-1:]), " " * _is_half_width(items[-1][:1]) + items[-1]]
    return format_list(items, locale=_language.get())


def list_separator() -> str:
    """Return what separates the first items of a list in the reader's language: “, ” or “、”."""
    pattern: str = Locale.parse(_language.get()).list_patterns["standard"]["middle"]
    return pattern.format("", "")


def _is_half_width(character: str) -> bool:
    """Return whether a character is a letter, digit or sign of half the width of a Chinese one."""
    return "!" <= character <= "~" or (character.isalnum() and east_asian_width(character) not in "WF")


@lru_cache(maxsize=10_000)  # a lesson's frames contain many numbers, often the same ones
def _format_number(value: float, pattern: str, language: str) -> str:
    # 0.0 and -0.0 are equal as keys: the first one cached would decide the format of both.
    return format_decimal(value or 0, pattern, locale=language)


@lru_cache(maxsize=10_000)
def _percent(share: float, places: int, code: str) -> str:
    language = Locale.parse(code)
    pattern = language.percent_formats[None].pattern
    return format_percent(share, pattern.replace("0", f"0.{'0' * places}", 1) if places else pattern, locale=language)


def translate_error(error: EngineError | Note) -> str:
    """Return the message of an engine error, or of a note on a file, in the reader's language."""
    return _Localized().format(gettext(error.template), **error.values)


class _Localized(string.Formatter):
    """Formats values of engine errors: on its own, the engine writes 1,234 for `{size:,}` in every language."""

    def format_field(self, value: Any, form: str) -> str:
        if form == "g":
            return localized_significant(value, 6)
        if isinstance(value, str):
            value = isolate(value)
        grouped = re.fullmatch(r",(?:\.(\d)f)?", form)
        return localized_decimal(value, int(grouped[1] or 0)) if grouped else format(value, form)
