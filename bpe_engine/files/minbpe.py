"""The files of Andrej Karpathy's minbpe: `.model`, which it loads, and `.vocab`, for people to read.

A `.model` is text: "minbpe v1", the pattern, the number of special tokens, a line `token id` for each, then a line
`left right` for each merge, by rank. Ids are not written: bytes are 0 to 255 by value, a merge is 256 + its rank.
"""

import unicodedata
from collections.abc import Mapping

from bpe_engine.bpe.encoding import LEFT_FACTOR, MergeTable
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, symbols_to_bytes
from bpe_engine.errors import EngineError
from bpe_engine.files.byte_merges import byte_merges, check_special_collisions
from bpe_engine.files.file_checks import (
    MAX_ID,
    MAX_TOKEN_LENGTH,
    MAX_TOTAL_CHARACTERS,
    check_count,
    check_whole_characters,
    decode_text,
    parse_whole_number,
    shorten,
)
from bpe_engine.files.file_patterns import pre_tokenizer_for, single_pattern
from bpe_engine.files.opened_tokenizer import Note, OpenedTokenizer
from bpe_engine.pre_tokenizers import NONE
from bpe_engine.tokenizer import Tokenizer

NAME = "minbpe"
VERSION = "minbpe v1"
MODEL, VOCAB = "tokenizer.model", "tokenizer.vocab"


def write(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the `.model` and `.vocab` of a tokenizer. Its tokens get minbpe's ids.

    Special tokens keep their ids if these are free; otherwise all of them get the ids after the last merge.

    Raises EngineError if minbpe cannot represent the tokenizer, see `byte_merges`, or if its line format cannot
    represent the pattern or a special token.
    """
    merges = byte_merges(tokenizer, NAME)
    assert isinstance(tokenizer, BPETokenizer)
    special = _special_ids(tokenizer.special_tokens, len(merges.tokens))
    lines = [VERSION, _pattern_line(tokenizer), str(len(special))]
    lines += [f"{token} {token_id}" for token, token_id in special.items()]
    lines += [f"{left} {right}" for left, right in merges.pairs]
    data = [symbols_to_bytes(token) for token in merges.tokens]
    vocab_lines = [f"[{readable(token)}] {byte}" for byte, token in enumerate(data[:256])]
    for number, (left, right) in enumerate(merges.pairs, start=256):
        parts = f"[{readable(data[left])}][{readable(data[right])}]"
        vocab_lines.append(f"{parts} -> [{readable(data[number])}] {number}")
    vocab_lines += [f"[{readable(token.encode())}] {token_id}" for token, token_id in special.items()]
    return {
        name: "".join(f"{line}\n" for line in text).encode() for name, text in ((MODEL, lines), (VOCAB, vocab_lines))
    }


def changes_ids(tokenizer: Tokenizer) -> bool:
    """Return whether ids in a `.model` differ from the tokenizer's."""
    merges = byte_merges(tokenizer, NAME)
    return any(tokenizer.vocabulary[token] != number for number, token in enumerate(merges.tokens)) or dict(
        tokenizer.special_tokens
    ) != _special_ids(tokenizer.special_tokens, len(merges.tokens))


def _special_ids(special_tokens: Mapping[str, int], first_free: int) -> dict[str, int]:
    check_whole_characters(MODEL, special_tokens)
    for token in special_tokens:
        if token.split() != [token]:
            raise EngineError(
                "The special token {token!r} contains white space, where {format} would split its line. Choose "
                "tokenizer.json.",
                token=token,
                format=NAME,
            )
    if all(token_id >= first_free for token_id in special_tokens.values()):
        return dict(special_tokens)
    return {token: first_free + number for number, token in enumerate(special_tokens)}


def _pattern_line(tokenizer: BPETokenizer) -> str:
    pattern = single_pattern(tokenizer.pre_tokenizer, NAME)
    if "\n" in pattern or "\r" in pattern:
        raise EngineError(
            "The pattern contains a line break, but {format} keeps it on one line. Write \\n instead, or choose "
            "tokenizer.json.",
            format=NAME,
        )
    check_whole_characters(MODEL, [pattern])
    # minbpe strips white space from the pattern's line.
    return pattern if pattern.strip() == pattern else f"(?:{pattern})"


def readable(token: bytes) -> str:
    """Format a token like minbpe's `render_token`: control characters escaped, invalid UTF-8 replaced."""
    return "".join(
        f"\\u{ord(character):04x}" if unicodedata.category(character)[0] == "C" else character
        for character in token.decode("utf-8", "replace")
    )


def is_model(text: str) -> bool:
    """Return whether a text begins like a `.model` of any version."""
    return text.startswith("minbpe v")


def read(file: str, data: bytes) -> OpenedTokenizer:
    """Return the tokenizer of a `.model`, with minbpe's ids.

    Raises EngineError with the faulty line.
    """
    lines = decode_text(file, data).replace("\r\n", "\n").removesuffix("\n").split("\n")
    if lines[0].strip() != VERSION:
        raise EngineError(
            "{file} begins with {line}, but {expected!r} is expected: other versions are not supported.",
            file=file,
            line=shorten(lines[0]),
            expected=VERSION,
        )
    if len(lines) < 3:
        raise EngineError(
            "{file} ends after line {lines}; the pattern and the number of special tokens are missing.",
            file=file,
            lines=len(lines),
        )
    pattern = lines[1].strip()
    count = parse_whole_number(lines[2].strip())
    if count is None or len(lines) < 3 + count:
        raise EngineError(
            "{file}, line 3: expected the number of special tokens, and as many lines after it, but found {line} "
            "(lines left: {lines:,}).",
            file=file,
            line=shorten(lines[2]),
            lines=len(lines) - 3,
        )
    check_count(file, len(lines))
    pairs = _pairs(file, lines, 3 + count)
    special = _special_tokens(file, lines[3 : 3 + count], 256 + len(pairs))
    table = MergeTable(
        BYTE_ALPHABET,
        [left * LEFT_FACTOR + right for left, right in pairs],
        products=range(256, 256 + len(pairs)),
        ids=range(256 + len(pairs)),
    )
    check_special_collisions(file, special, set(table.symbols))
    pre_tokenizer = pre_tokenizer_for(pattern) if pattern else NONE
    tokenizer = BPETokenizer.from_table("", table, pre_tokenizer=pre_tokenizer, special_tokens=special)
    # Whole words may be looked up only if merges lead to every token, which a file does not guarantee.
    tokenizer.complete = False
    return OpenedTokenizer(tokenizer, NAME, True, _duplicate_notes(tokenizer))


def _pairs(file: str, lines: list[str], first: int) -> list[tuple[int, int]]:
    pairs: dict[tuple[int, int], int] = {}
    lengths = [1] * 256
    characters = 256
    for line_number, line in enumerate(lines[first:], start=first + 1):
        numbers = [parse_whole_number(part) for part in line.split()]
        if len(numbers) != 2 or None in numbers:
            raise EngineError(
                "{file}, line {line:,}: expected two ids, left and right of a merge, but found {text}.",
                file=file,
                line=line_number,
                text=shorten(line),
            )
        left, right = (number for number in numbers if number is not None)
        if left >= len(lengths) or right >= len(lengths):
            raise EngineError(
                "{file}, line {line:,}: id {id} does not exist yet; this merge makes id {next}.",
                file=file,
                line=line_number,
                id=max(left, right),
                next=len(lengths),
            )
        if (left, right) in pairs:
            raise EngineError(
                "{file}, line {line:,}: the merge of {left} and {right} is already on line {other:,}.",
                file=file,
                line=line_number,
                left=left,
                right=right,
                other=pairs[left, right],
            )
        pairs[left, right] = line_number
        lengths.append(lengths[left] + lengths[right])
        characters += lengths[-1]
        if lengths[-1] > MAX_TOKEN_LENGTH or characters > MAX_TOTAL_CHARACTERS:
            raise EngineError(
                "{file}, line {line:,}: this merge makes the tokens too long; the limit is {limit:,} bytes per token "
                "and {total:,} in all.",
                file=file,
                line=line_number,
                limit=MAX_TOKEN_LENGTH,
                total=MAX_TOTAL_CHARACTERS,
            )
    return list(pairs)


def _special_tokens(file: str, lines: list[str], first_free: int) -> dict[str, int]:
    special: dict[str, int] = {}
    for line_number, line in enumerate(lines, start=4):
        token, _, digits = line.strip().rpartition(" ")
        token_id = parse_whole_number(digits)
        if not token or token_id is None or token_id > MAX_ID:
            raise EngineError(
                "{file}, line {line:,}: expected a special token and its id, but found {text}.",
                file=file,
                line=line_number,
                text=shorten(line),
            )
        if token_id < first_free or token_id in special.values() or token in special:
            raise EngineError(
                "{file}, line {line:,}: the special token {token!r} or its id, {id}, is already taken: ids up to "
                "{last:,} belong to bytes and merges, and each special token needs its own.",
                file=file,
                line=line_number,
                token=token,
                id=token_id,
                last=first_free - 1,
            )
        special[token] = token_id
    return special


def _duplicate_notes(tokenizer: BPETokenizer) -> tuple[Note, ...]:
    """Return a note if two merges of a `.model` make the same bytes under two ids. Decoding stays correct."""
    symbols = tokenizer.table.symbols
    if len(set(symbols)) == len(symbols):
        return ()
    tokenizer.token_of_id = dict(enumerate(symbols)) | {
        token_id: token for token, token_id in tokenizer.special_tokens.items()
    }
    return (
        Note(
            "Tokens that occur twice, made by two merges: {count:,}. Each has its own id, as in minbpe.",
            count=len(symbols) - len(set(symbols)),
        ),
    )
