"""Edit a trained vocabulary: remove tokens, add others.

A token depends on the merges that make it. Removing it also removes the merges that make it, which would make it again,
and the merges that need it as a part. A token that no merge makes any more is unreachable, so the merges that need it
die too, and so on. The result is a smaller vocabulary of the same kind: each remaining token is made as before, since
all its merges remain and no merge was added before them.

An added token is made by new merges with the highest ranks, so every other token is made as before. Or it is a special
token, which is matched by name before a text is cut and merged.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from bpe_engine.bpe.encoding import LEFT_FACTOR, MergeTable, merge_all
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.symbols import Pair
from bpe_engine.text.added_tokens import validated_tokens
from bpe_engine.tokenizer import NO_ID

MAX_ADDED_LENGTH = 200
"""Maximum length of a token added by merges, in characters."""


class BrokenMerge(NamedTuple):
    """A removed merge and the reason: it makes a removed token, or needs one as a part."""

    rank: int
    pair: Pair
    token: str  # the token that it made
    missing_token: str  # the removed token
    role: Literal["makes", "uses"]


class RemovalResult(NamedTuple):
    """The result of removing tokens."""

    tokenizer: BPETokenizer
    dead: tuple[BrokenMerge, ...]  # in the order of their ranks
    lost: tuple[int, ...]  # ids of tokens that became unreachable and were removed as well


class AdditionResult(NamedTuple):
    """The result of adding tokens: for each, the new merges in order, with the token and id that each makes."""

    tokenizer: BPETokenizer
    merges: dict[str, tuple[tuple[Pair, str, int], ...]]


def remove_tokens(tokenizer: BPETokenizer, ids: Collection[int]) -> RemovalResult:
    """Return the tokenizer without the tokens of these ids. The other tokens keep their ids, which leaves gaps.

    Raises EngineError if an id is not in the vocabulary, or if a token is neither made by a merge nor special: without
    a byte or a character, some texts could not be encoded.

    >>> from bpe_engine import load_pretrained
    >>> cut = remove_tokens(load_pretrained("gpt2"), [262])
    >>> cut.tokenizer.tokenize(" the theory")
    ['Ġt', 'he', 'Ġt', 'he', 'ory']
    >>> len(cut.dead), len(cut.lost)
    (50, 49)
    """
    out = set(ids)
    if not out:
        return RemovalResult(tokenizer, (), ())
    table, symbols = tokenizer.table, tokenizer.table.symbols
    out_numbers = {number for number, token_id in enumerate(table.ids) if token_id in out}
    makers = Counter(table.products)
    _check_removable(tokenizer, out - set(tokenizer.tokens_by_name.values()), {*makers, *table.whole_words.values()})
    removed = set(out_numbers)
    dead: dict[int, BrokenMerge] = {}
    removed_before = -1
    while len(removed) > removed_before:  # twice, if each merge comes after those that make its parts
        removed_before = len(removed)
        for rank, (pair, product) in enumerate(zip(table.pairs, table.products, strict=True)):
            left, right = pair // LEFT_FACTOR, pair % LEFT_FACTOR
            if rank in dead or not (product in out_numbers or left in removed or right in removed):
                continue
            role: Literal["makes", "uses"] = "makes" if product in out_numbers else "uses"
            because = product if role == "makes" else left if left in removed else right
            dead[rank] = BrokenMerge(rank, table.pair(rank), symbols[product], symbols[because], role)
            makers[product] -= 1
            if not makers[product]:
                removed.add(product)
    ids_left = [NO_ID if number in removed else token_id for number, token_id in enumerate(table.ids)]
    remaining = [rank for rank in range(len(table.pairs)) if rank not in dead]
    smaller = MergeTable(
        symbols,
        [table.pairs[rank] for rank in remaining],
        [table.products[rank] for rank in remaining],
        ids_left,
        {token: number for token, number in table.whole_words.items() if number not in removed},
    )
    lost = {table.ids[number] for number in removed} - out - {NO_ID}
    return RemovalResult(
        _rebuilt(
            tokenizer,
            smaller,
            {name: token_id for name, token_id in tokenizer.special_tokens.items() if token_id not in out},
            {name: token_id for name, token_id in tokenizer.added_tokens.items() if token_id not in out},
        ),
        tuple(dead[rank] for rank in sorted(dead)),
        tuple(sorted(lost)),
    )


def _check_removable(tokenizer: BPETokenizer, ids: Collection[int], removable: Collection[int]) -> None:
    """Raise EngineError for a token that no merge makes, or an id that is not in the vocabulary."""
    for token_id in ids:
        token = tokenizer.token(token_id)
        if tokenizer.table.number_of_symbol[token] not in removable:
            raise EngineError(
                "No merge makes the token {token!r} (id {id}): it is one of the base symbols that every text is "
                "written in before any merge. Without it, some texts would have no ids. Remove only tokens that merges "
                "make.",
                token=token,
                id=token_id,
            )


def add_special_tokens(tokenizer: BPETokenizer, names: Sequence[str]) -> BPETokenizer:
    """Return the tokenizer with these special tokens added; their ids follow the highest one in use.

    Raises EngineError if a name is not a string, is empty, occurs twice or is already a token.
    """
    known = tokenizer.vocabulary
    first = max(known.values(), default=-1) + 1
    added = {name: first + number for number, name in enumerate(validated_tokens("special_tokens", names))}
    for name in added:
        if name in known:
            raise _already_exists(name, known[name])
    return _rebuilt(tokenizer, tokenizer.table, {**tokenizer.special_tokens, **added}, tokenizer.added_tokens)


def add_tokens_by_merges(tokenizer: BPETokenizer, texts: Sequence[str]) -> AdditionResult:
    """Return the tokenizer with a token for each text, made by merges at the end of the list.

    The tokens that the existing merges make of the text are joined from the left, two at a time, so the intermediate
    results are tokens with ids too. Ids follow the highest one in use.

    Raises EngineError if the pre-tokenizer cuts the text, since merges never cross its cuts; if the text is already a
    token; or if it contains an unknown symbol.

    >>> from bpe_engine import load_pretrained
    >>> grown = add_tokens_by_merges(load_pretrained("gpt2"), [" tokenizer"])
    >>> grown.merges
    {' tokenizer': ((('Ġtoken', 'izer'), 'Ġtokenizer', 50257),)}
    >>> grown.tokenizer.encode("my tokenizer")
    [1820, 50257]
    """
    table = tokenizer.table
    pairs, products, ids = list(table.pairs), list(table.products), list(table.ids)
    symbols = list(table.symbols)
    grown = MergeTable(symbols, pairs, products, ids, table.whole_words)
    next_id = max((*ids, *tokenizer.special_tokens.values()), default=-1) + 1
    merges_by_token: dict[str, tuple[tuple[Pair, str, int], ...]] = {}
    for text in validated_tokens("tokens", texts):
        numbers = _numbers(tokenizer, grown, text)
        merges = []
        while len(numbers) > 1:
            pair = Pair(symbols[numbers[0]], symbols[numbers[1]])
            token = "".join(pair)
            number = grown.number_of.get(token)
            if number is None:
                number = grown.number_of[token] = len(symbols)
                symbols.append(token)
                ids.append(NO_ID)
            if ids[number] == NO_ID:
                ids[number] = next_id
                next_id += 1
            merges.append((pair, token, ids[number]))
            key = numbers[0] * LEFT_FACTOR + numbers[1]
            grown.rank_of[key] = len(pairs)
            pairs.append(key)
            products.append(number)
            numbers = _merged(numbers, numbers[0], numbers[1], number)
        merges_by_token[text] = tuple(merges)
    return AdditionResult(_rebuilt(tokenizer, grown, tokenizer.special_tokens, tokenizer.added_tokens), merges_by_token)


def _numbers(tokenizer: BPETokenizer, table: MergeTable, text: str) -> list[int]:
    """Return the symbol numbers of a text after the existing merges, at least two."""
    if len(text) > MAX_ADDED_LENGTH:
        raise EngineError(
            "The token to add has {length} characters, but merges can build at most {most}. Add it as a special token.",
            length=len(text),
            most=MAX_ADDED_LENGTH,
        )
    words = tokenizer.words(text)
    if words != [text]:
        raise EngineError(
            "No merges can build {text!r}: the pre-tokenizer turns it into {words}, and a merge never crosses a cut. "
            "Add it as a special token, which is matched before a text is cut.",
            text=text,
            words=" | ".join(words) or "–",
        )
    symbols = tokenizer.symbols_of(text)
    numbers = merge_all(symbols, table)
    unknown = next((number for number in numbers if table.id_of(number) == NO_ID), None)
    if unknown is not None:
        raise EngineError(
            "No merges can build {text!r}: {part!r} is not in the vocabulary. Add {text!r} as a special token.",
            text=text,
            part=table.base[unknown] if unknown >= 0 else symbols[~unknown],
        )
    if len(numbers) == 1:
        raise _already_exists(text, table.id_of(numbers[0]))
    return list(numbers)


def _already_exists(token: str, token_id: int) -> EngineError:
    return EngineError("{token!r} is already a token, with id {id}. Leave it out.", token=token, id=token_id)


def _merged(numbers: Sequence[int], left: int, right: int, token: int) -> list[int]:
    """Merge each `left` followed by `right` into `token`, from left to right, and return the numbers."""
    merged: list[int] = []
    place = 0
    while place < len(numbers):
        if numbers[place] == left and numbers[place + 1 : place + 2] == [right]:
            merged.append(token)
            place += 2
        else:
            merged.append(numbers[place])
            place += 1
    return merged


def _rebuilt(
    tokenizer: BPETokenizer, table: MergeTable, special_tokens: Mapping[str, int], added_tokens: Mapping[str, int]
) -> BPETokenizer:
    """Return a copy of the tokenizer with different tokens and merges."""
    rebuilt = BPETokenizer(
        vocabulary={},
        merges=(),
        pre_tokenizer=tokenizer.pre_tokenizer,
        byte_level=tokenizer.byte_level,
        unk_token=tokenizer.unk_token,
        end_of_word_symbol=tokenizer.end_of_word_symbol,
        end_of_word_suffix=tokenizer.end_of_word_suffix,
        byte_fallback=bool(tokenizer.byte_of_token),
    )
    rebuilt.table = table
    rebuilt.special_tokens = dict(special_tokens)
    was_taken_out = tokenizer.unk_token in tokenizer.special_tokens and tokenizer.unk_token not in special_tokens
    rebuilt.unk_id = NO_ID if was_taken_out else tokenizer.unk_id
    rebuilt.added_tokens = dict(added_tokens)
    rebuilt.flags = tokenizer.flags
    rebuilt.decoder = tokenizer.decoder
    return rebuilt
