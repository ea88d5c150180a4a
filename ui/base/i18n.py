"""Interface text in the reader's language: gettext catalogs, read with Babel.

Every text that a person sees is written in English in the code, inside `_()` or `ngettext()`. Numbers and lists go into
it as strings, made by `localized_number`, `localized_decimal`, `localized_percent`, `join_list` as the reader's
language writes them.
A language is added by a file `locale/<code>/LC_MESSAGES/messages.po`; the code stays as it is.
"""

import re
import string
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from decimal import Decimal
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent, format_scientific

from bpe_engine import EngineError
from bpe_engine.files import Note
from ui.base.text_direction import isolate

LOCALE_FOLDER = Path(__file__).parents[2] / "locale"
SOURCE_LANGUAGE = "en"
# As they stand in a menu; for others, what Babel knows.
NATIVE_NAMES = {"en": "English", "ru": "Русский", "vi": "Tiếng Việt", "zh_Hans": "简体中文"}
COOKIE = "bpe-lab-language"
"""Where a browser keeps the language that was chosen, for the next visit."""
MAX_PREFERENCES = 20  # languages of a browser that are looked at: to know what a name means takes a millisecond
SMALLEST = Decimal("1e-9")  # smaller numbers are written with a power of ten

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


@lru_cache(maxsize=16)
def _translations(language: str) -> NullTranslations:
    path = LOCALE_FOLDER / language / "LC_MESSAGES" / "messages.po"
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    if path.is_file():
        return GNUTranslations(BytesIO(compiled(path, language)))
    path = path.with_suffix(".mo")  # as a site has it, which translates nothing anew
    return GNUTranslations(BytesIO(path.read_bytes())) if path.is_file() else NullTranslations()


def compiled(path: Path, language: str) -> bytes:
    """The catalog of a language in the form that gettext reads."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = BytesIO()
    with path.open("rb") as file:
        write_mo(made, read_po(file, locale=language))
    return made.getvalue()


def languages() -> dict[str, str]:
    """The languages that there are: code -> the language's own name for itself."""
    return _languages_in(LOCALE_FOLDER)  # every run of a page asks for them


@lru_cache(maxsize=4)
def _languages_in(folder: Path) -> dict[str, str]:
    codes = [
        SOURCE_LANGUAGE,
        *sorted({path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/messages.[mp]o")}),
    ]
    return {code: NATIVE_NAMES.get(code) or _native_name(code) for code in codes}


def _native_name(code: str) -> str:
    found = Locale.parse(code).get_display_name(code) or code
    return found[:1].upper() + found[1:]  # many languages write their names small, but not in a menu


def language_name(tag: str) -> str | None:
    """A language in the reader's language, as far as that has a word for it. The tag is that of a web page: zh-Hant.

    Of a script or a country only a name says something that is in use with the language: not “Chinese (Traditional)”.
    """
    found = _locale(tag)
    names = Locale.parse(_language.get()).languages
    return (names.get(str(found)) or names.get(found.language)) if found else None


def best_language(wishes: Iterable[str]) -> str:
    """The language that there is for who would have these, the first rather than the second: zh_Hans for zh-CN.

    Who writes Chinese in the other script gets this one rather than English. A wish that makes no sense is passed over.
    """
    known = {code: _parsed(code) for code in languages()}
    for wish in wishes:
        wished = _locale(wish)
        same = [code for code in known if wished and known[code].language == wished.language]
        if wished and same:
            return next((code for code in same if code == str(wished) or known[code].script == wished.script), same[0])
    return SOURCE_LANGUAGE


def preferred_languages(accepted: str) -> list[str]:
    """The languages that a browser asks for in the header Accept-Language, the one that it wants most first.

    >>> preferred_languages("uk,ru;q=0.4, en; q=0.7")
    ['uk', 'en', 'ru']
    """
    wishes = []
    for entry in accepted.split(",", MAX_PREFERENCES)[:MAX_PREFERENCES]:
        code, _sep, weight = entry.partition(";")
        with suppress(ValueError):
            wishes.append((-float(weight.strip().removeprefix("q=") or 1), code.strip()))
    return [code for _weight, code in sorted(wishes, key=lambda wish: wish[0])]


@lru_cache(maxsize=1_000)  # every run of a page asks what its browser wants
def _parsed(code: str) -> Locale:
    return Locale.parse(code)


def _locale(tag: str) -> Locale | None:
    """What a browser's name for a language means, without the country where that is unknown; None for no language."""
    for part in (tag, re.split("[-_]", tag)[0]):
        with suppress(ValueError, UnknownLocaleError):
            return _parsed(part.replace("-", "_"))
    return None


def use_language(code: str) -> None:
    """Show interface text in this language from now on, in this thread. An unknown one means English."""
    _language.set(code if code in languages() else SOURCE_LANGUAGE)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Show interface text in this language within the block."""
    before = _language.get()
    use_language(code)
    try:
        yield
    finally:
        _language.set(before)


def current_language() -> str:
    """The code of the language that texts come in."""
    return _language.get()


def language_tag() -> str:
    """The language that texts come in, as a web page names it: zh-Hans for zh_Hans."""
    return current_language().replace("_", "-")


def N_(message: str) -> str:  # noqa: N802  # gettext's own name for "to be translated where it is shown"
    """Mark a text for translation."""
    return message


def gettext(message: str) -> str:
    """`message` in the reader's language."""
    return _translations(_language.get()).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """The singular or plural of a message in the reader's language."""
    return _translations(_language.get()).ngettext(one, many, n)


def localized_number(value: float) -> str:
    """A whole number as the reader's language writes it: 1,234 or 1.234."""
    return _formatted(value, "#,##0", _language.get())


def localized_decimal(value: float, places: int) -> str:
    """A number with that many places behind the decimal sign, as the reader's language writes it: 2.35 or 2,35."""
    return _formatted(value, f"#,##0.{'0' * places}" if places else "#,##0", _language.get())


def localized_significant(value: float, digits: int) -> str:
    """A number with that many digits that count, as the reader's language writes it: 0.02778 or 0,02778."""
    rounded = Decimal(f"{value:.{digits}g}")
    if rounded and abs(rounded) < SMALLEST:
        return format_scientific(rounded, locale=_language.get())
    return format_decimal(rounded, locale=_language.get(), decimal_quantization=False)


def localized_percent(share: float, places: int = 0) -> str:
    """A share of 1 as the reader's language writes it: 12% or 12 %."""
    return _percent(share, places, _language.get())


def join_list(texts: Iterable[str]) -> str:
    """Several texts as one list: “a, b and c” in the reader's language."""
    items = list(texts)
    if len(items) > 1 and _language.get().startswith("zh"):
        # Chinese has a space between its signs and others, also beside its word for "and", but none beside its marks.
        items[-2:] = [items[-2] + " " * _is_half_width(items[-2][-1:]), " " * _is_half_width(items[-1][:1]) + items[-1]]
    return format_list(items, locale=_language.get())


def list_separator() -> str:
    """What stands between the first texts of a list in the reader's language: “, ” or “、”."""
    pattern: str = Locale.parse(_language.get()).list_patterns["standard"]["middle"]
    return pattern.format("", "")


def _is_half_width(sign: str) -> bool:
    """Whether it is a letter, a digit or a sign that is half as wide as a Chinese one."""
    return "!" <= sign <= "~" or (sign.isalnum() and east_asian_width(sign) not in "WF")


@lru_cache(maxsize=10_000)  # a lesson's frames have many numbers, and the same ones
def _formatted(value: float, pattern: str, language: str) -> str:
    # 0.0 and -0.0 are one key: whoever came first would decide how the other is written.
    return format_decimal(value or 0, pattern, locale=language)


@lru_cache(maxsize=10_000)
def _percent(share: float, places: int, code: str) -> str:
    language = Locale.parse(code)
    pattern = language.percent_formats[None].pattern
    return format_percent(share, pattern.replace("0", f"0.{'0' * places}", 1) if places else pattern, locale=language)


def translate_error(error: EngineError | Note) -> str:
    """What an engine error or a note on a file says, in the reader's language."""
    return _Localized().format(gettext(error.template), **error.values)


class _Localized(string.Formatter):
    """Fills in errors of the engine, which knows no languages: alone, it writes 1,234 for `{size:,}` as Python does."""

    def format_field(self, value: Any, form: str) -> str:
        if form == "g":
            return localized_significant(value, 6)
        if isinstance(value, str):
            value = isolate(value)
        grouped = re.fullmatch(r",(?:\.(\d)f)?", form)
        return localized_decimal(value, int(grouped[1] or 0)) if grouped else format(value, form)
