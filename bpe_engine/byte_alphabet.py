"""GPT-2's byte alphabet: one visible character for each of the 256 bytes.

Byte-level BPE is easier to read if each byte is shown as a printable character. GPT-2's table (`bytes_to_unicode` in
openai/gpt-2's encoder.py) keeps the 188 bytes that are visible in Latin-1 and moves the other 68 to U+0100 and up, in
order: byte 0 is Ā, byte 32, the space, is Ġ.
"""

from bpe_engine.errors import EngineError


def _byte_alphabet() -> tuple[str, ...]:
    kept = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)}
    symbols = []
    moved = 0
    for byte in range(256):
        if byte in kept:
            symbols.append(chr(byte))
        else:
            symbols.append(chr(256 + moved))
            moved += 1
    return tuple(symbols)


BYTE_ALPHABET: tuple[str, ...] = _byte_alphabet()
"""`BYTE_ALPHABET[b]` is the symbol of byte `b`."""

BYTE_OF_SYMBOL: dict[str, int] = {symbol: byte for byte, symbol in enumerate(BYTE_ALPHABET)}
"""The inverse: the byte of each symbol."""

# str.translate looks up code points; in Latin-1, the code point of each byte is its value.
_FROM_LATIN_1 = {byte: symbol for byte, symbol in enumerate(BYTE_ALPHABET) if ord(symbol) != byte}


def to_byte_symbols(text: str) -> str:
    """Write `text` in the byte alphabet: one symbol for each byte of its UTF-8 form.

    Raises EngineError for a lone surrogate, which has no UTF-8 form.

    >>> to_byte_symbols(" is")
    'Ġis'
    >>> to_byte_symbols("你")
    'ä½ł'
    """
    if text.isascii() and text.isprintable():
        return text.replace(" ", "Ġ")  # the only ASCII character here that is not its own symbol
    return bytes_to_symbols(utf8(text))


def utf8(text: str) -> bytes:
    """Return the bytes of a text in UTF-8. Raises EngineError for a lone surrogate, which has none."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise EngineError(
            "The text has half a character at position {position}: the lone surrogate U+{code}, which UTF-8 cannot "
            "encode. Remove it, or replace it with U+FFFD.",
            position=error.start,
            code=f"{ord(text[error.start]):04X}",
        ) from None


def bytes_to_symbols(data: bytes) -> str:
    """Write bytes in the byte alphabet.

    >>> bytes_to_symbols(bytes([0, 32, 65]))
    'ĀĠA'
    """
    return data.decode("latin-1").translate(_FROM_LATIN_1)


def is_byte_string(token: str) -> bool:
    """Return whether all characters of a token are in the byte alphabet.

    >>> is_byte_string("Ġis"), is_byte_string(" is")
    (True, False)
    """
    return all(symbol in BYTE_OF_SYMBOL for symbol in token)


def symbols_to_bytes(symbols: str) -> bytes:
    """Return the bytes written in the byte alphabet.

    Raises EngineError if a character is outside the alphabet.

    >>> symbols_to_bytes("Ġis")
    b' is'
    """
    try:
        return bytes([BYTE_OF_SYMBOL[symbol] for symbol in symbols])
    except KeyError as error:
        raise EngineError(
            "{symbol!r} does not stand for a byte: it is not one of the 256 symbols of the byte alphabet. Convert text "
            "with to_byte_symbols() first.",
            symbol=error.args[0],
        ) from None


def sentencepiece_bytes(text: str) -> list[str]:
    """Return a text's bytes as SentencePiece's byte tokens, such as <0x0A>. A lone surrogate becomes three.

    >>> sentencepiece_bytes("é")
    ['<0xC3>', '<0xA9>']
    """
    return [f"<0x{byte:02X}>" for byte in text.encode("utf-8", "surrogatepass")]
