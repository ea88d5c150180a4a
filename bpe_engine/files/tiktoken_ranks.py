"""The rank files of OpenAI's tiktoken: a line for each token, its bytes in base64, a space, its rank, which is its id.

tiktoken joins the two neighbours that make the token of the lowest rank, so a file needs no merges: the two parts of a
token are found by encoding it with the other tokens (like minbpe's `recover_merges`). Until its last merge, a token
does not depend on the text around it: if encoding it ends with two parts, they are the only pair that any text joins
into it; if not, no text does. tiktoken still outputs such a token for a word that equals it, since it looks up whole
words before merging; Llama 3's ranks have 695 of them.
"""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from itertools import pairwise
from operator import itemgetter

from bpe_engine.bpe.encoding import LEFT_FACTOR, NO_RANK, MergeTable, merge_all
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, bytes_to_symbols, is_byte_string, symbols_to_bytes
from bpe_engine.errors import EngineError
from bpe_engine.files.byte_merges import byte_merges, check_special_collisions, unreachable_token
from bpe_engine.files.file_checks import (
    MAX_ID,
    MAX_TOKEN_LENGTH,
    check_count,
    check_id,
    decode_text,
    parse_whole_number,
    shorten,
)
from bpe_engine.files.file_patterns import choose_pre_tokenizer, single_pattern
from bpe_engine.files.opened_tokenizer import Note, OpenedTokenizer
from bpe_engine.pre_tokenizers import GPT4, PreTokenizer
from bpe_engine.tokenizer import NO_ID, Tokenizer
from bpe_engine.vocabularies.pretrained import PRETRAINED, PretrainedInfo

NAME = "tiktoken"
FILE = "tokenizer.tiktoken"

PUBLISHED = {known.official_sha256: known for known in reversed(PRETRAINED.values())}
"""The published files by checksum. If two vocabularies share a file, it belongs to the first."""


def write(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the rank file. It does not contain the pattern and special tokens: pass them to `tiktoken.Encoding`.

    Raises EngineError if ranks cannot express the merges (see `byte_merges`); if one of the 256 bytes has no id; if ids
    do not increase with the ranks of merges; and if merges do not reach a token that tiktoken would.
    """
    ranks = _ranks_with_same_merges(tokenizer) or _ranks_of_ordinary_merges(tokenizer)
    assert isinstance(tokenizer, BPETokenizer)
    single_pattern(tokenizer.pre_tokenizer, NAME)
    lines = (b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in sorted(ranks.items(), key=itemgetter(1)))
    return {FILE: b"".join(lines)}


def _ranks_with_same_merges(tokenizer: Tokenizer) -> dict[bytes, int] | None:
    """Return the tokens with their ids, if reading these as ranks gives the same merges and whole words; else None."""
    if not isinstance(tokenizer, BPETokenizer) or not tokenizer.byte_level or tokenizer.end_of_word:
        return None
    table = tokenizer.table
    if tokenizer.added_tokens or not tokenizer.special_tokens.keys().isdisjoint(table.number_of_symbol):
        return None
    if not is_byte_string("".join(table.symbols)):
        return None
    ranks = {symbols_to_bytes(symbol): rank for symbol, rank in zip(table.symbols, table.ids, strict=True)}
    if NO_ID in ranks.values() or any(bytes([byte]) not in ranks for byte in range(256)):
        return None
    read_back = _merge_table(ranks)
    pairs = (read_back.pair(rank) for rank in range(len(read_back.pairs)))
    is_same = read_back.whole_words.keys() == table.whole_words.keys() and tuple(pairs) == tokenizer.merges
    return ranks if is_same else None


def _ranks_of_ordinary_merges(tokenizer: Tokenizer) -> dict[bytes, int]:
    """Return the tokens with their ids. Raises EngineError if the format cannot represent the tokenizer."""
    merges = byte_merges(tokenizer, NAME)
    assert isinstance(tokenizer, BPETokenizer)
    vocabulary = tokenizer.vocabulary
    missing = [byte for byte, symbol in enumerate(BYTE_ALPHABET) if symbol not in vocabulary]
    if missing:
        raise EngineError(
            "{format} needs an id for each of the 256 bytes, but {count} have none (the first is 0x{first:02X}). Train "
            "with all 256 bytes in the vocabulary from the start (initial_alphabet), or choose tokenizer.json.",
            format=NAME,
            count=len(missing),
            first=missing[0],
        )
    merged = merges.tokens[256:]
    for before, token in zip(merged, merged[1:], strict=False):
        if vocabulary[before] >= vocabulary[token]:
            raise EngineError(
                "The token {token!r} (id {id}) is merged after {before!r} (id {before_id}), but in {format} ids are "
                "ranks, so they must grow with each merge. Choose tokenizer.json.",
                token=token,
                id=vocabulary[token],
                before=before,
                before_id=vocabulary[before],
                format=NAME,
            )
    unreached = unreachable_token(tokenizer, merged)
    if unreached is not None:
        raise EngineError(
            "The merges cannot build {token!r} from its bytes, but {format} would take it whole. Choose "
            "tokenizer.json.",
            token=unreached,
            format=NAME,
        )
    return {symbols_to_bytes(token): vocabulary[token] for token in merges.tokens}


def is_ranks(text: str) -> bool:
    """Return whether a text begins like a rank file."""
    first = [line for line in text.split("\n", 10)[:10] if line.strip()]
    return bool(first) and all(_line(line) is not None for line in first)


def read(
    file: str,
    data: bytes,
    pre_tokenizer: str | PreTokenizer | None = None,
    special_tokens: Mapping[str, int] | None = None,
) -> OpenedTokenizer:
    """Return the tokenizer of a rank file.

    A published file has its own pattern and special tokens. Any other file gets cl100k's pattern and no special tokens.
    `pre_tokenizer` and `special_tokens` override these.

    Raises EngineError with the faulty line.
    """
    ranks = _ranks(file, decode_text(file, data))
    published = PUBLISHED.get(hashlib.sha256(data).hexdigest())
    default = published.special_tokens if published else {}
    cut = choose_pre_tokenizer(pre_tokenizer, published.pre_tokenizer if published else GPT4)
    special = default if special_tokens is None else special_tokens
    tokenizer = tokenizer_of(file, ranks, cut, special)
    return OpenedTokenizer(tokenizer, NAME, True, _notes(pre_tokenizer, cut, special_tokens, published))


def tokenizer_of(
    file: str, ranks: Mapping[bytes, int], pre_tokenizer: PreTokenizer, special_tokens: Mapping[str, int]
) -> BPETokenizer:
    """Return the tokenizer of these tokens, whose ids are in the order of their ranks.

    Raises EngineError if a byte has no id, or if a special token's name or id belongs to another token.
    """
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise EngineError(
            "{file} has no rank for {count} of the 256 bytes (the first is 0x{first:02X}), so some texts would have no "
            "ids. It may be cut short.",
            file=file,
            count=len(missing),
            first=missing[0],
        )
    special = _checked_special(file, special_tokens, ranks)
    table = _merge_table(ranks)
    check_special_collisions(file, special, table.number_of_symbol)
    return BPETokenizer.from_table("", table, pre_tokenizer=pre_tokenizer, special_tokens=special)


def _merge_table(ranks: Mapping[bytes, int]) -> MergeTable:
    """Find the two parts of each token, first among tokens of lower rank, where nearly all are found."""
    base = tuple(bytes_to_symbols(token) for token in sorted((t for t in ranks if len(t) == 1), key=ranks.__getitem__))
    longer = sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__)
    number_of = {token: number for number, token in enumerate((*map(symbols_to_bytes, base), *longer))}
    lower = MergeTable(base, [], [], [])  # `rank_of` and `products` grow below
    products: list[int] = []
    lower.products = products
    pair_of: dict[bytes, int] = {}
    unreached: list[bytes] = []
    for token in longer:
        parts = merge_all(bytes_to_symbols(token), lower)
        if len(parts) == 2:
            pair_of[token] = lower_pair = parts[0] * LEFT_FACTOR + parts[1]
            lower.rank_of[lower_pair] = len(products)
            products.append(number_of[token])
        else:
            unreached.append(token)
    whole_words = {}
    last_parts = {token: _last_two_parts(token, ranks) for token in unreached}
    if any(last_parts.values()):  # a part ranks higher than the whole: intermediate merges of other tokens may change
        pair_of = {}
        last_parts = {token: _last_two_parts(token, ranks) for token in longer}
    for token, parts_of_token in last_parts.items():
        if parts_of_token:
            left, right = parts_of_token
            pair_of[token] = number_of[left] * LEFT_FACTOR + number_of[right]
        else:
            whole_words[bytes_to_symbols(token)] = number_of[token]
    merged = [token for token in longer if token in pair_of]
    table = MergeTable(
        base,
        [pair_of[token] for token in merged],
        [number_of[token] for token in merged],
        [ranks[token] for token in number_of],
        whole_words,
    )
    table.symbols = list(map(bytes_to_symbols, number_of))  # a part may follow the whole
    return table


def _last_two_parts(token: bytes, ranks: Mapping[bytes, int]) -> tuple[bytes, bytes] | None:
    """Return the two tokens that encoding a token joins last, as in tiktoken's educational code, or None.

    One of them may have a higher rank than the token itself.
    """
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        pairs = [left + right for left, right in pairwise(parts)]
        place = min(range(len(pairs)), key=lambda place: ranks.get(pairs[place], NO_RANK))
        if pairs[place] not in ranks:
            return None
        parts[place : place + 2] = [pairs[place]]
    return parts[0], parts[1]


def _notes(
    chosen: str | PreTokenizer | None,
    cut: PreTokenizer,
    special_tokens: Mapping[str, int] | None,
    published: PretrainedInfo | None,
) -> tuple[Note, ...]:
    if published:
        return (
            Note(
                "This is the published {name} file, so its pattern and special tokens are known, though they are not "
                "in it.",
                name=published.name,
            ),
        )
    notes = []
    if chosen is None:
        notes.append(Note("This file does not say how a text is cut; the pattern {name!r} is used.", name=cut.name))
    if special_tokens is None:
        notes.append(Note("This file lists no special tokens; there are none here."))
    return tuple(notes)


def _ranks(file: str, text: str) -> dict[bytes, int]:
    lines = text.split("\n")
    check_count(file, len(lines))
    ranks: dict[bytes, int] = {}
    token_of: dict[int, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip("\r"):
            continue
        entry = _line(line)
        if entry is None:
            raise EngineError(
                "{file}, line {line:,}: expected a token in base64, a space and its rank, but found {text}.",
                file=file,
                line=number,
                text=shorten(line),
            )
        token, rank = entry
        if token in ranks or rank in token_of:
            raise EngineError(
                "{file}, line {line:,}: its token or its rank, {rank}, is already on an earlier line.",
                file=file,
                line=number,
                rank=rank,
            )
        ranks[token] = rank
        token_of[rank] = number
    return ranks


def _line(line: str) -> tuple[bytes, int] | None:
    encoded, _, digits = line.removesuffix("\r").partition(" ")
    rank = parse_whole_number(digits)
    if rank is None or rank > MAX_ID or not encoded or len(encoded) > 2 * MAX_TOKEN_LENGTH:
        return None
    try:
        return base64.b64decode(encoded, validate=True), rank
    except (binascii.Error, ValueError):
        return None


def _checked_special(file: str, special_tokens: Mapping[str, int], ranks: Mapping[bytes, int]) -> dict[str, int]:
    used = set(ranks.values())
    for token, token_id in special_tokens.items():
        check_id(file, token, token_id)
        if token_id in used:
            raise EngineError(
                "special_tokens gives {token!r} the id {id}, which {file} gives to another token. Choose one above "
                "{last}.",
                token=token,
                id=token_id,
                file=file,
                last=max(used),
            )
        used.add(token_id)
    return dict(special_tokens)
