"""The content of Tokenizer files: a tokenizer as other libraries' files, and opening theirs."""

import io
import zipfile

from bpe_engine import Tokenizer
from bpe_engine.files import FORMATS, Note, OpenedTokenizer, notes_on, snippet, write
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, ngettext
from ui.base.result_cache import cached
from ui.base.visible_text import join_sentences

FIRST_LINES, LONGEST_LINE = 5, 90  # of a file's excerpt
MEGABYTE = 1_000_000


def writable() -> list[str]:
    """Return the names of the formats that can be written, the most general first."""
    return sorted(
        (name for name, file_format in FORMATS.items() if file_format.write), key=lambda name: name != "tokenizer.json"
    )


def title(format_name: str) -> str:
    """Return a format's name on screen."""
    return FORMATS[format_name].title


def title_with_library(format_name: str) -> str:
    """Return a format's name on screen, with the library that loads it."""
    return _("{format}, for the {library} library").format(
        format=title(format_name), library=FORMATS[format_name].library
    )


def title_with_size(file: str, size: int) -> str:
    """Return a file's name with its size, in thousands or millions of bytes."""
    if size < MEGABYTE:
        return _("{file}, {size} kB").format(file=file, size=localized_decimal(size / 1000, 1))
    return _("{file}, {size} MB").format(file=file, size=localized_decimal(size / MEGABYTE, 1))


@cached(lambda files, *_: sum(map(len, files.values())))
def files_of(tokenizer: Tokenizer, format_name: str) -> dict[str, bytes]:
    """Return a tokenizer's files in a format, with loading code.

    Raises EngineError if the format does not support it.
    """
    return {**write(tokenizer, format_name), "load.py": snippet(tokenizer, format_name).encode()}


@cached(lambda notes, *_: sum(len(note.template) for note in notes))
def notes(tokenizer: Tokenizer, format_name: str) -> tuple[Note, ...]:
    """Return notes on these files."""
    return notes_on(tokenizer, format_name)


def excerpt(content: bytes) -> str:
    """Return the first lines of a file and the last one, each truncated to fit on a screen.

    >>> print(excerpt(b"1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n"))
    1
    2
    3
    4
    5
    …
    8
    """
    lines = [line.decode(errors="replace") for line in content.splitlines()]
    lines = [*lines[:FIRST_LINES], "…", lines[-1]] if len(lines) > FIRST_LINES + 1 else lines
    return "\n".join(line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]} …" for line in lines)


def zipped(files: dict[str, bytes]) -> bytes:
    """Return several files as a ZIP."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def opened_summary(opened: OpenedTokenizer) -> str:
    """Describe what was opened, in one or two sentences."""
    size = opened.tokenizer.vocab_size
    summary = ngettext(
        "Opened: {format}, a vocabulary of {count} token.",
        "Opened: {format}, a vocabulary of {count} tokens.",
        size,
    ).format(format=FORMATS[opened.format].title, count=localized_number(size))
    if opened.has_steps:
        return join_sentences(summary, _("You can watch it encode step by step."))
    return join_sentences(summary, _("You can’t step through it here: the library itself cuts the text."))
