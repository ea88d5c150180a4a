"""Values of tokenizers, for chapters: about their vocabularies, and about how they encode a text.

`of` is the name of a shipped tokenizer, or a URL of the Encode page. Positions count from 1, negative ones from
the end.
"""

from functools import lru_cache
from itertools import combinations
from math import exp, fsum

from bpe_engine import (
    BYTE_ALPHABET,
    BPETokenizer,
    EngineError,
    LongestMatchTokenizer,
    UnigramStep,
    UnigramTokenizer,
    WordPieceTokenizer,
)
from bpe_engine.bpe.reachability import text_of_token
from bpe_engine.bpe.vocabulary_editing import RemovalResult, remove_tokens
from bpe_engine.chat_templates import TEMPLATES, TemplatePart, encode_conversation, read_messages
from bpe_engine.pre_tokenizers import NONE
from ui.base.i18n import translate_error
from ui.base.token_labels import token_label
from ui.base.tokenizer_choices import embedding_rows, explain_id_gaps
from ui.base.visible_text import make_visible, visible_line
from ui.course.values import vocabulary_sizes
from ui.course.values.app_links import bpe_tokenizer, tokenizer_at
from ui.course.values.value_registry import value
from ui.tokenization.merge_tree_payload import merge_of

LONGEST_CUT = 12  # characters of the longest word whose cuts are all listed
BYTES = 256
MOST_MESSAGES = 20
MOST_NUMBERS = 100_000


def encoded(of: str, text: str) -> list[int]:
    """Return the ids of a text, reading names of special tokens as plain text."""
    return tokenizer_at(of).encode(text, "none")


def single_id(of: str, text: str) -> int:
    """Return the id of a text that is one token. Raises ValueError if it is none or several."""
    found = encoded(of, text)
    if len(found) != 1:
        raise ValueError(f"“{text}” is {len(found)} tokens, not 1. Choose a single token.")
    return found[0]


def _index(place: int) -> int:
    """Return a position as a Python index."""
    if not place:
        raise IndexError(place)
    return place - (place > 0)


@value
def ids(of: str, text: str) -> list[int]:
    """The ids of a text."""
    return encoded(of, text)


@value
def token_id(of: str, text: str, place: int) -> int:
    """One id of a text, by its position from 1 on."""
    return encoded(of, text)[_index(place)]


@value
def token_count(of: str, *texts: str) -> int:
    """The number of tokens of a text, or of several texts together."""
    return sum(len(encoded(of, text)) for text in texts)


@value
def cut(of: str, text: str) -> list[str]:
    """The tokens of a text."""
    found = tokenizer_at(of)
    return [found.decode([token_id]) for token_id in encoded(of, text)] if found.byte_level else found.tokenize(text)


@value
def token(of: str, text: str, place: int) -> str:
    """One token of a text, as the player draws it."""
    found = tokenizer_at(of)
    return token_label(found, found.token_of_id[token_id(of, text, place)])


@value
def token_in_hex(of: str, text: str, place: int) -> str:
    """The bytes of one token of a text, in hex."""
    return tokenizer_at(of).token_bytes(token_id(of, text, place)).hex(" ").upper()


@value
def id_of_byte(of: str, byte: int) -> int:
    """The id of a byte's token."""
    return tokenizer_at(of).vocabulary[BYTE_ALPHABET[byte]]


@value
def unknown_count(of: str, text: str) -> int:
    """The number of unknown tokens in a text."""
    found = tokenizer_at(of)
    return sum(map(found.is_unknown, encoded(of, text)))


@value
def decoded(of: str, *token_ids: int) -> str:
    """The text that ids decode to."""
    return tokenizer_at(of).decode(token_ids)


@value
def there_and_back(of: str, text: str) -> str:
    """A text after encoding and decoding."""
    return make_visible(tokenizer_at(of).decode(encoded(of, text)))


@value
def bytes_of_ids(of: str, *token_ids: int) -> str:
    """The bytes of ids, in hex."""
    found = tokenizer_at(of)
    return b"".join(map(found.token_bytes, token_ids)).hex(" ").upper()


@value
def different_tokens(of: str, text: str) -> int:
    """The number of different tokens in a text."""
    return len({*encoded(of, text)})


@value
def tokens_that_are(of: str, text: str, part: str) -> int:
    """How often a certain token occurs in a text."""
    return cut(of, text).count(part)


@value
def shared_tokens(of: str, text: str, other: str) -> int:
    """The number of tokens that two texts have in common."""
    return len({*encoded(of, text)} & {*encoded(of, other)})


@value
def tokens_turned_around(of: str, text: str) -> str:
    """The tokens of a text in reverse order, as one text."""
    return make_visible(tokenizer_at(of).decode(encoded(of, text)[::-1]))


@value
def bytes_of_longest_token(of: str, text: str) -> int:
    """The number of bytes of the longest token of a text."""
    return max(len(tokenizer_at(of).token_bytes(token_id)) for token_id in encoded(of, text))


@value
def white_tokens(of: str, text: str) -> int:
    """The number of tokens in a text that are only white space."""
    return sum(tokenizer_at(of).token_bytes(token_id).isspace() for token_id in encoded(of, text))


@value
def more_tokens(of: str, *texts: str) -> float:
    """How many more tokens the longest of several texts takes than the shortest, as a share."""
    counts = [token_count(of, text) for text in texts]
    return max(counts) / min(counts) - 1


@value
def vocabulary_size(of: str) -> int:
    """The number of tokens in a vocabulary."""
    return tokenizer_at(of).vocab_size


@value
def merge_count(of: str) -> int:
    """The number of merges in a vocabulary."""
    return len(bpe_tokenizer(of).table.pairs)


@value
def byte_and_merge_count(of: str) -> int:
    """The number of merges plus the 256 bytes."""
    return BYTES + merge_count(of)


@value
def last_id_of_merges(of: str) -> int:
    """The id of the last merge's token."""
    return byte_and_merge_count(of) - 1


@value
def first_id_without_token(of: str) -> int:
    """The first id without a token."""
    known = tokenizer_at(of).token_of_id
    return next(number for number in range(len(known) + 1) if number not in known)


@value
def ids_and_rows(of: str) -> str:
    """A sentence on why an embedding has more rows than there are tokens."""
    return explain_id_gaps(tokenizer_at(of))


@value
def parameters(of: str, width: int) -> int:
    """The number of parameters in an embedding of a given width."""
    return vocabulary_sizes.parameters(embedding_rows(tokenizer_at(of)), width)


@value
def token_count_at(of: str, size: int, text: str) -> int:
    """The number of tokens of a text if only the first tokens of a vocabulary may be used."""
    return next(found.tokens for found in vocabulary_sizes.measure_sizes(bpe_tokenizer(of), text) if found.size == size)


@value
def special_id(of: str, name: str) -> int:
    """The id of a special token."""
    return tokenizer_at(of).special_tokens[name]


@value
def unknown_token(of: str) -> str:
    """The unknown token."""
    return tokenizer_at(of).unk_token or ""


@value
def refusal(of: str, text: str) -> str:
    """The error message for a text that contains the name of a special token."""
    try:
        tokenizer_at(of).encode(text)
    except EngineError as error:
        return translate_error(error)
    raise ValueError(text)


@value
def letters_of(of: str) -> list[str]:
    """The tokens of one character."""
    return sorted(token for token in tokenizer_at(of).vocabulary if len(token) == 1)


@value
def tokens_with_space(of: str) -> int:
    """The number of tokens in a vocabulary that start with a space."""
    return sum(token.startswith("Ġ") for token in tokenizer_at(of).vocabulary)


@value
def share_with_space(of: str) -> float:
    """The share of tokens that start with a space."""
    return tokens_with_space(of) / vocabulary_size(of)


@value
def longest_run_of_spaces(of: str) -> int:
    """The longest run of spaces that is a token, as are all shorter runs."""
    run = 0
    while "Ġ" * (run + 1) in tokenizer_at(of).vocabulary:
        run += 1
    return run


@value
def tokens_of_parts(of: str) -> int:
    """The number of tokens that are only part of a character."""
    found = bpe_tokenizer(of)
    return sum(text_of_token(found, token_id) is None for token_id in found.token_of_id)


@value
def numbers_as_tokens(of: str, first: int, last: int) -> int:
    """The number of numbers, from first to last, that are single tokens."""
    if last - first > MOST_NUMBERS:
        raise ValueError(last)
    return sum(str(number) in tokenizer_at(of).vocabulary for number in range(first, last + 1))


@value
def rank_of_token(of: str, text: str) -> int:
    """The rank of the merge that made the first token of a text."""
    found = bpe_tokenizer(of)
    merge = merge_of(found, found.token_of_id[token_id(of, text, 1)])
    return merge.rank if merge else 0


def _merges(of: str, word: str) -> list[tuple[list[str], int]]:
    """Return the pairs that are merged when a word is encoded, with their ranks."""
    found = bpe_tokenizer(of)
    return [
        ([token_label(found, part) for part in step.pair], step.rank)
        for step in found.encode_steps(word)
        if step.pair is not None and step.rank is not None
    ]


@value
def encoding_merge(of: str, word: str, place: int) -> list[str]:
    """The pair of one merge in the encoding of a word, by its position from 1 on."""
    return _merges(of, word)[_index(place)][0]


@value
def encoding_token(of: str, word: str, place: int) -> str:
    """The token that one merge in the encoding of a word makes."""
    return "".join(encoding_merge(of, word, place))


@value
def encoding_rank(of: str, word: str, place: int) -> int:
    """The rank of one merge in the encoding of a word."""
    return _merges(of, word)[_index(place)][1]


@value
def encoding_ranks(of: str, word: str) -> list[int]:
    """The ranks of all merges in the encoding of a word."""
    return [rank for _pair, rank in _merges(of, word)]


@value
def cut_by_merges(merges: str, word: str) -> list[str]:
    """The tokens of a word by your own merges: the parts separated by a space, the merges by commas."""
    pairs = [(left, right) for left, right in (merge.split() for merge in merges.split(","))]
    known = dict.fromkeys([*word, *map("".join, pairs)])
    vocabulary = {one: number for number, one in enumerate(known)}
    return BPETokenizer(vocabulary=vocabulary, merges=pairs, pre_tokenizer=NONE).tokenize(word)


@lru_cache(maxsize=16)
def _removal(of: str, text: str) -> RemovalResult:
    return remove_tokens(bpe_tokenizer(of), encoded(of, text))


@value
def lost_without(of: str, text: str) -> int:
    """The number of tokens lost if a text's tokens are removed, because they are built from them."""
    return len(_removal(of, text).lost)


@value
def cut_without(of: str, text: str, other: str) -> list[str]:
    """The tokens of another text once the tokens of the first are removed."""
    found = _removal(of, text).tokenizer
    return [found.decode([token_id]) for token_id in found.encode(other, "none")]


@value
def cut_by_length(merges: str, word: str) -> list[str]:
    """The tokens of a word by longest match from the left, with letters and the tokens of your own merges."""
    known = [*word, *("".join(merge.split()) for merge in merges.split(","))]
    return LongestMatchTokenizer.from_tokens(known, end_of_word="", from_left=True).tokenize(word)


@value
def cut_by_wordpiece(tokens: str, word: str) -> list[str]:
    """The tokens of a word by WordPiece, from your own tokens, separated by commas."""
    vocabulary = {one: number for number, one in enumerate(["[UNK]", *tokens.split(",")])}
    return WordPieceTokenizer(vocabulary=vocabulary, pre_tokenizer=NONE).tokenize(word)


@value
def minus_log_of_probability(of: str, token: str) -> float:
    """The −ln of a token's probability in Unigram."""
    found = tokenizer_at(of)
    if not isinstance(found, UnigramTokenizer):
        raise ValueError(of)
    return -found.scores[token]


def cuts_of(of: str, word: str) -> dict[tuple[str, ...], float]:
    """Return every cut of a word into Unigram's tokens with its probability, the best first."""
    found = tokenizer_at(of)
    if not isinstance(found, UnigramTokenizer) or len(word) > LONGEST_CUT:
        raise ValueError(word)
    cuts = {
        parts: exp(sum(found.scores[part] for part in parts))
        for count in range(len(word))
        for inner in combinations(range(1, len(word)), count)
        for ends in [(0, *inner, len(word))]
        for parts in [tuple(word[start:end] for start, end in zip(ends, ends[1:], strict=False))]
        if found.scores.keys() >= {*parts}
    }
    return dict(sorted(cuts.items(), key=lambda cut: -cut[1]))


def steps_of(of: str, word: str) -> list[UnigramStep]:
    """Return the steps in which Viterbi's method fills a word's positions."""
    found = tokenizer_at(of)
    if not isinstance(found, UnigramTokenizer) or len(word) > LONGEST_CUT:
        raise ValueError(word)
    return [step for step in found.encode_steps(word) if step.path is None]


@value
def cut_count(of: str, word: str) -> int:
    """The number of ways in which Unigram can cut a word."""
    return len(cuts_of(of, word))


@value
def tokens_looked_at(of: str, word: str) -> int:
    """The number of Unigram's tokens that occur anywhere in a word, all of which Viterbi’s method looks at."""
    return sum(len(step.candidates) for step in steps_of(of, word))


@value
def cut_read_back(lasts: str) -> list[str]:
    """The tokens of a word, read back from the best last token at each letter; give these separated by commas."""
    found = [last.strip() for last in lasts.split(",")]
    tokens: list[str] = []
    while at := len(found) - len("".join(tokens)):
        tokens.insert(0, found[at - 1])
    return tokens


@value
def ways_to_cut(word: str) -> int:
    """The number of ways to cut a word if every part is a token."""
    return int(2 ** (len(word) - 1))


@value
def probable_cut(of: str, word: str, place: int) -> list[str]:
    """One of Unigram's cuts of a word, the most probable first."""
    return list([*cuts_of(of, word)][_index(place)])


@value
def probability(of: str, word: str, place: int) -> float:
    """The probability of one of Unigram's cuts of a word."""
    return [*cuts_of(of, word).values()][_index(place)]


@value
def sum_of_cuts(of: str, word: str) -> float:
    """The sum of the probabilities of all of Unigram's cuts of a word."""
    return fsum(cuts_of(of, word).values())


@value
def share_of_last(of: str, word: str, token: str) -> float:
    """The share of `sum_of_cuts` that comes from cuts ending with a given token."""
    return fsum(chance for parts, chance in cuts_of(of, word).items() if parts[-1] == token) / sum_of_cuts(of, word)


def _parts_of_chat(template: str, messages: str) -> list[TemplatePart]:
    return TEMPLATES[template].parts(read_messages(messages, MOST_MESSAGES))


@value
def chat_text(template: str, messages: str) -> str:
    """A conversation as a chat template writes it. Each message starts with system:, user: or assistant:."""
    return visible_line("".join(part.text for part in _parts_of_chat(template, messages)))


@value
def chat_tokens(template: str, messages: str) -> int:
    """The number of tokens of a conversation as a chat template writes it."""
    found = TEMPLATES[template].tokenizer()
    if found is None:
        raise ValueError(template)
    return len(encode_conversation(found, _parts_of_chat(template, messages), "text"))


@value
def chat_id(template: str, name: str) -> int:
    """The id of a chat template's special token."""
    return TEMPLATES[template].special_tokens[name]
