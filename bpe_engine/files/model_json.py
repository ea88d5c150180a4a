"""Convert the model of a tokenizer.json to one of our tokenizers, and back.

Added tokens are passed separately: content -> the fields of the file.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, starmap
from math import isfinite
from operator import add
from typing import Any

from bpe_engine.bpe.batch_merging import BatchMerger, numpy_if_worthwhile
from bpe_engine.bpe.encoding import apply_merges
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET, is_byte_string
from bpe_engine.errors import EngineError
from bpe_engine.files.byte_merges import require_complete_merges, validate_merge
from bpe_engine.files.file_checks import check_count, parse_vocabulary, shorten
from bpe_engine.files.pre_tokenizer_json import NoStepsError, PreTokenization
from bpe_engine.pre_tokenizers import NONE
from bpe_engine.sentencepiece.space_splitting import space_splitter
from bpe_engine.symbols import Pair
from bpe_engine.text.normalizers import BertNormalizer
from bpe_engine.tokenizer import NO_ID, Tokenizer
from bpe_engine.tokenizers.whole_units import CharacterTokenizer, UnitTokenizer, WordLevelTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

MAX_PIECE_LENGTH = 200
"""Maximum length of a Unigram token here: time grows with its square. Published models have up to 16 characters."""

MAX_WORD_LENGTH = 200
"""Maximum length of a word for WordPiece: time grows with its cube. Published models allow 100 characters."""

Fields = Mapping[str, Any]
Added = Mapping[str, Fields]


def check_model(file: str, kind: str, model: Fields) -> Fields:
    """Check a model's vocabulary and BPE merges; return the model with merges as pairs.

    Raises EngineError for the first fault.
    """
    if kind == "Unigram":
        pieces = model.get("vocab")
        if not isinstance(pieces, list):
            raise EngineError("{file}: 'vocab' should be a list of tokens with their scores.", file=file)
        check_count(file, len(pieces))
        for number, piece in enumerate(pieces):
            if not (isinstance(piece, list) and len(piece) == 2 and isinstance(piece[0], str) and _is_score(piece[1])):
                raise EngineError(
                    "{file}: 'vocab'[{number}] is {piece}, but a token and its score are expected.",
                    file=file,
                    number=number,
                    piece=shorten(piece),
                )
        return model
    vocabulary = parse_vocabulary(file, model.get("vocab"))
    if kind != "BPE":
        return model
    prefix = model.get("continuing_subword_prefix") or ""
    merges = _merges(file, model.get("merges"))
    is_token = vocabulary.__contains__  # one fast pass first: there are hundreds of thousands
    if prefix or not (all(map(is_token, chain.from_iterable(merges))) and all(map(is_token, starmap(add, merges)))):
        for number, pair in enumerate(merges, start=1):
            validate_merge(file, number, Pair(*pair), vocabulary, prefix if isinstance(prefix, str) else "")
    return {**model, "merges": merges}


def _is_score(value: object) -> bool:
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # a whole number of more than 308 digits
        return False


def _merges(file: str, value: object) -> list[tuple[str, str]]:
    """Return the merges as pairs; a file has ["a", "b"] for each, or "a b" if older."""
    if not isinstance(value, list):
        raise EngineError("{file}: 'merges' should be a list, but it is {value}.", file=file, value=shorten(value))
    check_count(file, len(value))
    if {*map(type, value)} == {tuple}:
        return value  # checked before, since JSON has no tuples
    pairs = [merge.split(" ") for merge in value] if {*map(type, value)} == {str} else value
    if {*map(type, pairs)} == {list} and {*map(len, pairs)} == {2}:
        symbols = [*chain.from_iterable(pairs)]
        if {*map(type, symbols)} == {str} and all(symbols):
            return [(left, right) for left, right in pairs]
    merges: list[tuple[str, str]] = []
    for number, merge in enumerate(value):
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(parts, list) or len(parts) != 2 or not all(isinstance(part, str) and part for part in parts):
            raise EngineError(
                "{file}: 'merges'[{number}] is {merge}, but two symbols are expected.",
                file=file,
                number=number,
                merge=shorten(merge),
            )
        merges.append((parts[0], parts[1]))
    return merges


def read_bpe(file: str, model: Fields, cut: PreTokenization, added: Added) -> BPETokenizer:
    """Return a tokenizer that merges by rank. Raises NoStepsError for an unsupported option."""
    if model.get("dropout"):
        raise NoStepsError(
            "It drops merges at random (dropout={value}), so a text gets different ids each time.",
            value=shorten(model["dropout"]),
        )
    if model.get("continuing_subword_prefix"):
        raise NoStepsError(
            "It marks all but the first token of a word (continuing_subword_prefix={value}), which the steps here "
            "cannot do.",
            value=shorten(model["continuing_subword_prefix"]),
        )
    suffix = model.get("end_of_word_suffix") or ""
    if not isinstance(suffix, str) or (suffix and cut.byte_level):
        raise NoStepsError("It marks the ends of byte-level words ({suffix!r}).", suffix=suffix)
    vocabulary: dict[str, int] = dict(model["vocab"])
    complete = cut.byte_level and all(symbol in vocabulary for symbol in BYTE_ALPHABET)
    # If a merge is listed twice, the library uses the later one.
    merges = list(dict.fromkeys(reversed(_merges(file, model["merges"]))))[::-1]
    byte_fallback = (
        bool(model.get("byte_fallback")) and not complete and not suffix and _has_byte_fallback(vocabulary, merges)
    )
    complete = complete or byte_fallback
    unk_token = model.get("unk_token")
    for option in ("fuse_unk", "byte_fallback"):
        # With all 256 bytes, nothing is unknown.
        if model.get(option) and not complete and not (option == "fuse_unk" and unk_token is None):
            raise NoStepsError("It handles unknown characters in a way not supported here ({option}).", option=option)
    both = [token for token in added if token in vocabulary and not token.isascii() and is_byte_string(token)]
    if cut.byte_level and both:
        raise NoStepsError(
            "Its token {token!r} is matched by name in a text, but also stands for bytes.", token=both[0]
        )
    pre_tokenizer = cut.pre_tokenizer
    if pre_tokenizer == NONE and cut.space and not suffix:
        # If no merge joins a word to a space, cutting there gives the same result.
        pre_tokenizer = space_splitter(("".join(pair) for pair in merges), cut.space)
    not_added = [token for token in vocabulary if token not in added]
    # Special tokens outside the model are not symbols: plain text is never cut into them.
    special = [token for token, fields in added.items() if fields.get("special")]
    later = {token: added[token]["id"] for token in special if token not in vocabulary}
    vocabulary = add_tokens(vocabulary, added)
    tokenizer = BPETokenizer(
        vocabulary={token: token_id for token, token_id in vocabulary.items() if token not in later},
        merges=merges,
        pre_tokenizer=pre_tokenizer,
        byte_level=cut.byte_level,
        special_tokens=[token for token in special if token not in later],
        added_tokens=[token for token, fields in added.items() if not fields.get("special")],
        unk_token=unk_token or ("" if "[UNK]" in vocabulary else "[UNK]"),
        end_of_word_suffix=suffix,
        byte_fallback=byte_fallback,
    )
    tokenizer.special_tokens |= later
    tokenizer.unk_id = vocabulary.get(tokenizer.unk_token, NO_ID)
    if model.get("ignore_merges"):
        unreached = _unreached(tokenizer, not_added)
        if suffix or (unreached and byte_fallback):
            raise NoStepsError(
                "It takes a word whole if it is a token (ignore_merges), which the steps here cannot do together with "
                "{option}.",
                option="end_of_word_suffix" if suffix else "byte_fallback",
            )
        table = tokenizer.table
        table.whole_words = {token: table.number_of[token] for token in unreached}
    return tokenizer


def _unreached(tokenizer: BPETokenizer, tokens: Sequence[str]) -> list[str]:
    """Return the tokens that merging their own symbols does not yield; in batches if NumPy is installed."""
    table = tokenizer.table
    has_bytes = tokenizer.byte_level and all(symbol in table.number_of for symbol in BYTE_ALPHABET)
    numpy = numpy_if_worthwhile(len(tokens), len(table.pairs)) if has_bytes and not table.product_of else None
    if numpy is None or not is_byte_string("".join(tokens)):
        return [token for token in tokens if len(apply_merges(token, table)) != 1]
    numbers = numpy.fromiter(map(table.number_of.__getitem__, "".join(tokens)), numpy.int32)
    sizes = numpy.fromiter(map(len, tokens), numpy.int64, len(tokens))
    _, counts = BatchMerger(table, numpy).merge(numbers, sizes)
    return [tokens[place] for place in numpy.flatnonzero(counts != 1).tolist()]


def _has_byte_fallback(vocabulary: Mapping[str, int], merges: Iterable[tuple[str, str]]) -> bool:
    """Return whether each byte has a token such as <0x0A> that takes no part in merges."""
    tokens = set(map("<0x{:02X}>".format, range(256)))
    return tokens <= vocabulary.keys() and all(tokens.isdisjoint((*pair, "".join(pair))) for pair in merges)


def read_word_level(_file: str, model: Fields, cut: PreTokenization, added: Added) -> UnitTokenizer:
    """Return a tokenizer of whole words or of characters. Raises NoStepsError if words are written as bytes."""
    if cut.byte_level:
        raise NoStepsError("It writes words as bytes, which whole-word tokenizers here cannot.")
    return (CharacterTokenizer if cut.each_character else WordLevelTokenizer)(
        vocabulary=add_tokens(model["vocab"], added),
        pre_tokenizer=cut.pre_tokenizer,
        special_tokens=list(added),
        unk_token=str(model.get("unk_token") or "[UNK]"),
    )


def read_wordpiece(_file: str, model: Fields, cut: PreTokenization, added: Added) -> WordPieceTokenizer:
    """Return a tokenizer by longest match, as in BERT. Raises NoStepsError if words are written as bytes."""
    if cut.byte_level:
        raise NoStepsError("It writes words as bytes, which WordPiece here cannot.")
    longest = model.get("max_input_chars_per_word", 100)
    prefix = model.get("continuing_subword_prefix", "##")
    if type(longest) is not int or not isinstance(prefix, str):
        raise NoStepsError("Its WordPiece has options not supported here.")
    if longest > MAX_WORD_LENGTH:
        raise NoStepsError(
            "Its WordPiece cuts words of up to {length} characters; beyond {limit:,} that takes too long here.",
            length=shorten(longest),
            limit=MAX_WORD_LENGTH,
        )
    return WordPieceTokenizer(
        vocabulary=add_tokens(model["vocab"], added),
        pre_tokenizer=cut.pre_tokenizer,
        special_tokens=list(added),
        unk_token=str(model.get("unk_token") or "[UNK]"),
        prefix=prefix,
        max_word_length=longest,
        normalizer=BertNormalizer() if cut.bert_normalizer else None,
    )


def read_unigram(_file: str, model: Fields, cut: PreTokenization, added: Added) -> UnigramTokenizer:
    """Return a tokenizer that finds the most probable cut.

    Raises NoStepsError for bytes, and for a vocabulary that training cannot produce.
    """
    if cut.byte_level or model.get("byte_fallback"):
        raise NoStepsError("It writes words or unknown characters as bytes, which Unigram here cannot.")
    pieces: list[tuple[str, float]] = [(token, float(score)) for token, score in model["vocab"]]
    vocabulary = {token: number for number, (token, _) in enumerate(pieces)}
    unk_id = model.get("unk_id")
    if len(vocabulary) < len(pieces) or not (unk_id is None or (type(unk_id) is int and unk_id < len(pieces))):
        raise NoStepsError("Its Unigram has a duplicate token, or its unknown token is missing.")
    longest = max(map(len, vocabulary), default=0)
    if longest > MAX_PIECE_LENGTH:
        raise NoStepsError(
            "Its Unigram has a token of {length:,} characters; beyond {limit:,}, finding the best cut takes too long "
            "here.",
            length=longest,
            limit=MAX_PIECE_LENGTH,
        )
    if unk_id is None:
        unk_token = "" if "<unk>" in vocabulary else "<unk>"  # none
    else:
        unk_token = pieces[unk_id][0]
    scores = {token: score for token, score in pieces if token not in added and token != unk_token}
    # An unknown character costs slightly more than the worst of all tokens.
    if not scores or min(scores.values()) != min(score for _, score in pieces):
        raise NoStepsError("The least probable token of its Unigram is a special one.")
    return UnigramTokenizer(
        vocabulary=add_tokens(vocabulary, added),
        scores=scores,
        pre_tokenizer=cut.pre_tokenizer,
        special_tokens=list(added),
        unk_token=unk_token,
    )


def without_later_tokens(model: Fields, tokenizer: Tokenizer) -> Fields:
    """Remove special tokens from the model if plain text never contains them: the library would cut text into them.

    The library numbers tokens outside the model from the model's size on, so only the last ids can be removed. Raises
    EngineError for any other such token that is a single symbol of BPE.
    """
    vocabulary = model["vocab"]
    tokens = [token for token, _ in vocabulary] if isinstance(vocabulary, list) else list(vocabulary)
    tokens.sort(key=tokenizer.vocabulary.__getitem__)
    if isinstance(tokenizer, BPETokenizer):
        symbols = tokenizer.table.number_of_symbol
        unread = {token for token in tokenizer.special_tokens if token not in symbols}
        if all(len(token) > 1 for token in unread):  # merges make none of them
            return model
    else:
        unread = set(tokenizer.special_tokens)
    model_size = len(tokens)
    while model_size and tokens[model_size - 1] in unread - {tokenizer.unk_token}:
        model_size -= 1
    left_out = set(tokens[model_size:])
    if [tokenizer.vocabulary[token] for token in tokens] != list(range(len(tokens))):
        left_out = set()
    for token in unread - left_out if isinstance(tokenizer, BPETokenizer) else ():
        if len(token) == 1:
            raise EngineError(
                "The special token {token!r} is a single character with the id {id}, followed by ordinary tokens. In "
                "{format}, this character in plain text would become the special token too. Give the token the last "
                "id, or a longer name.",
                token=token,
                id=tokenizer.vocabulary[token],
                format="tokenizer.json",
            )
    if isinstance(vocabulary, list):
        return {**model, "vocab": [piece for piece in vocabulary if piece[0] not in left_out]}
    return {**model, "vocab": {token: number for token, number in vocabulary.items() if token not in left_out}}


def add_tokens(vocabulary: Mapping[str, int], added: Added) -> dict[str, int]:
    """Return the vocabulary with the added tokens; tokens already in it keep their ids.

    Raises NoStepsError if two tokens get the same id.
    """
    whole = dict(vocabulary)
    for token, fields in added.items():
        whole.setdefault(token, fields["id"])
    if len(set(whole.values())) < len(whole):
        raise NoStepsError("An added token has the id of another token.")
    return whole


def write_bpe(tokenizer: BPETokenizer) -> Fields:
    """Return a BPE model's fields. Raises EngineError if the library does not support the tokenizer."""
    if tokenizer.end_of_word_symbol:
        raise EngineError(
            "{format} cannot mark the end of a word with a separate symbol, {symbol!r}. Train with "
            "end_of_word_suffix={symbol!r} instead of end_of_word_symbol.",
            format="tokenizer.json",
            symbol=tokenizer.end_of_word_symbol,
        )
    require_complete_merges(tokenizer)
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": tokenizer.unk_token if tokenizer.unk_token in tokenizer.vocabulary else None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": tokenizer.end_of_word_suffix or None,
        "fuse_unk": False,
        "byte_fallback": bool(tokenizer.byte_of_token),
        "ignore_merges": bool(tokenizer.table.whole_words),
        "vocab": dict(tokenizer.vocabulary),
        "merges": [list(pair) for pair in tokenizer.merges],
    }


def write_units(tokenizer: UnitTokenizer) -> Fields:
    """Return a word-level model, of words or of single characters."""
    return {"type": "WordLevel", "vocab": dict(tokenizer.vocabulary), "unk_token": tokenizer.unk_token}


def write_wordpiece(tokenizer: WordPieceTokenizer) -> Fields:
    """Return a WordPiece model's fields.

    Raises EngineError for the variant with end-of-word marks, which the library's WordPiece does not support.
    """
    if tokenizer.form != "bert":
        raise EngineError(
            "WordPiece in the tokenizers library marks tokens that continue a word (##), but this one marks ends of "
            "words. Train with form='bert'."
        )
    return {
        "type": "WordPiece",
        "unk_token": tokenizer.unk_token,
        "continuing_subword_prefix": tokenizer.prefix,
        "max_input_chars_per_word": tokenizer.max_word_length,
        "vocab": dict(tokenizer.vocabulary),
    }


def write_unigram(tokenizer: UnigramTokenizer) -> Fields:
    """Return a Unigram model's fields. Raises EngineError if ids are not list indices: 0, 1, 2 and so on."""
    by_id = sorted(tokenizer.vocabulary.items(), key=lambda item: item[1])
    if [token_id for _, token_id in by_id] != list(range(len(by_id))):
        raise EngineError(
            "The ids of this Unigram have gaps, but tokenizer.json lists tokens without any. Renumber them from 0."
        )
    return {
        "type": "Unigram",
        "unk_id": tokenizer.vocabulary.get(tokenizer.unk_token),
        "vocab": [[token, tokenizer.scores.get(token, 0.0)] for token, _ in by_id],
        "byte_fallback": False,
    }
