"""Interface text in the reader's language: gettext catalogs, read with Babel.

Every text that a person sees is written in English in the code, inside `_()` or `ngettext()`.
A language is added by a file `locale/<code>/LC_MESSAGES/messages.po`; the code stays as it is.
"""

from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bpe_engine import EngineError

LOCALE_FOLDER = Path(__file__).parent.parent / "locale"
SOURCE_LANGUAGE = "en"

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


@lru_cache(maxsize=16)
def _translations(language: str) -> NullTranslations:
    path = LOCALE_FOLDER / language / "LC_MESSAGES" / "messages.po"
    if language == SOURCE_LANGUAGE or not path.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def languages() -> dict[str, str]:
    """The languages that there are: code -> the language's own name for itself."""
    codes = [SOURCE_LANGUAGE, *sorted(path.parent.parent.name for path in LOCALE_FOLDER.glob("*/LC_MESSAGES/*.po"))]
    return {code: Locale.parse(code).get_display_name(code) or code for code in codes}


def use_language(code: str) -> None:
    """Show interface text in this language from now on, in this thread. An unknown one means English."""
    _language.set(code if code in languages() else SOURCE_LANGUAGE)


def current_language() -> str:
    """The code of the language that texts come in."""
    return _language.get()


def gettext(message: str) -> str:
    """`message` in the reader's language."""
    return _translations(_language.get()).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """The singular or plural of a message in the reader's language."""
    return _translations(_language.get()).ngettext(one, many, n)


def error_text(error: EngineError) -> str:
    """What an engine error says, in the reader's language."""
    return gettext(error.template).format(**error.values)
