"""The tokenizer of WordPiece: repeatedly cut off the longest token that the word begins with.

The algorithm is that of BERT (Devlin et al. 2019; google-research/bert, tokenization.py, WordpieceTokenizer).
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.text.normalizers import Normalized, Normalizer
from bpe_engine.tokenizer import NO_ID, DecodeErrors, Span, Tokenizer
from bpe_engine.tokenizers.id_cache import IdCache
from bpe_engine.wordpiece.events import END_OF_WORD, WordPieceForm


class WordPieceStep(NamedTuple):
    """One step of encoding a word: a search for the longest token that the rest of the word begins with."""

    word: int  # number of the pre-token in the text
    text: str  # the word, normalized
    start: int  # start of the rest of the word, in characters
    tried: tuple[str, ...]  # the prefixes looked up, the longest first; the last one is the token found
    found: str | None  # None if no token was found; the whole word is then unknown
    tokens: tuple[str, ...]  # tokens of the word so far; only the unknown token if the word cannot be covered
    ids: tuple[int | None, ...]  # of these tokens; None if not in the vocabulary


class PrefixMatch(NamedTuple):
    """A part of a word, in symbols, and its token; None if no token begins there."""

    start: int
    end: int
    token: str | None


class WordPieceTokenizer(Tokenizer):
    """A WordPiece tokenizer: it repeatedly cuts off the longest token that the rest of a word begins with.

    `vocabulary` is token -> id. In the form "bert", tokens inside a word begin with `prefix`; in the form
    "mutual-information", tokens at a word's end end with `</w>`. A word that cannot be covered, or that has more than
    `max_word_length` characters, becomes `unk_token` as a whole. A word is never cut into special tokens: `[MASK]` in a
    text is the special token only if `encode` allows it. (The tokenizers library, when reading special tokens as text,
    still finds them in its vocabulary, unless its pre-tokenizer cuts them, as BERT's does.) Made by
    `WordPieceTrainer.train`, and by `load_pretrained("bert-base-uncased")`. Threads may share an instance.
    """

    def __init__(
        self,
        *,
        vocabulary: Mapping[str, int],
        pre_tokenizer: PreTokenizer,
        special_tokens: Sequence[str] = (),
        unk_token: str = "[UNK]",
        form: WordPieceForm = "bert",
        prefix: str = "##",
        max_word_length: int = 100,
        normalizer: Normalizer | None = None,
        name: str = "",
    ) -> None:
        self.name = name
        self._vocabulary = dict(vocabulary)
        self.pre_tokenizer = pre_tokenizer
        self.special_tokens = {token: self._vocabulary[token] for token in special_tokens}
        self.pieces = self._vocabulary.keys() - self.special_tokens.keys()  # the tokens that words may be cut into
        self.unk_token = unk_token
        self.unk_id = self._vocabulary.get(unk_token, NO_ID)
        self.form = form
        self.prefix = prefix if form == "bert" else ""
        self.end_of_word = "" if form == "bert" else END_OF_WORD
        self.max_word_length = max_word_length
        self.normalizer = normalizer

    @property
    def vocabulary(self) -> dict[str, int]:
        """Token -> id, special tokens included."""
        return self._vocabulary

    def encode_steps(self, text: str) -> Iterator[WordPieceStep]:
        """Yield the steps that `tokenize` takes, word by word, lazily: one for each token that is found or not."""
        for number, word in enumerate(self.pre_tokenizer.split(self._normalized(text))):
            tokens: list[str] = []
            for start, end, match_found in self.matches(word):
                tried = self.prefixes(word, start) if end > start else []
                if match_found is not None:
                    tried = tried[: tried.index(match_found) + 1]
                tokens = [*tokens, match_found] if match_found is not None else [self.unk_token]
                yield WordPieceStep(
                    word=number,
                    text=word,
                    start=start,
                    tried=tuple(tried),
                    found=match_found,
                    tokens=tuple(tokens),
                    ids=tuple(map(self._vocabulary.get, tokens)),
                )

    def prefixes(self, word: str, start: int) -> list[str]:
        """Return all prefixes of the rest of a word from character `start`, in the vocabulary's notation.

        The longest comes first. They need not be in the vocabulary.
        """
        symbols = self._symbols(word)
        return [self._token(symbols, start, end) for end in range(len(symbols), start, -1)]

    def matches(self, word: str) -> Iterator[PrefixMatch]:
        """Yield the longest matches in turn. The last one is None if the word cannot be covered."""
        symbols = self._symbols(word)
        start = 0
        if len(word) > self.max_word_length:
            yield PrefixMatch(0, 0, None)
            return
        while start < len(symbols):
            for end in range(len(symbols), start, -1):
                token = self._token(symbols, start, end)
                if token in self.pieces:
                    yield PrefixMatch(start, end, token)
                    start = end
                    break
            else:
                yield PrefixMatch(start, len(symbols), None)
                return

    def normalized(self, text: str) -> Normalized:
        """Return the normalized text, aligned to the original."""
        return self.normalizer.aligned(text) if self.normalizer else Normalized.identity(text)

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position in the original text.

        The mark `</w>` has no width. An unknown word is one token.
        """
        return list(self.iter_spans(text))

    def iter_spans(self, text: str) -> Iterator[Span]:
        """Yield the spans one at a time."""
        normalized = self.normalized(text)
        matches_by_word: dict[str, list[PrefixMatch]] = {}
        for word, place, _ in self.pre_tokenizer.pre_tokens(normalized.text):
            matches = matches_by_word.get(word)
            if matches is None:
                matches = matches_by_word[word] = list(self.matches(word))
            if matches[-1].token is None:
                yield Span(self.unk_token, self.unk_id, *normalized.original_span(place, place + len(word)))
                continue
            for start, end, token in matches:
                assert token is not None
                span = normalized.original_span(place + start, place + min(end, len(word)))
                yield Span(token, self._vocabulary[token], *span)

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids, as far as it is known: words separated by spaces.

        In the form "bert", a token with the prefix is joined to the one before it, as in BERT's decoder; spaces before
        punctuation stay. Special tokens are written as their names. `errors` is ignored. Raises EngineError if an id is
        not in the vocabulary.
        """
        tokens = [self.token(token_id) for token_id in ids]
        if self.decoder is not None:
            return self.decoder(tokens)
        if self.form == "mutual-information":
            # The unknown token replaces a whole word.
            ended = (token + END_OF_WORD if token == self.unk_token else token for token in tokens)
            return "".join(ended).replace(END_OF_WORD, " ").removesuffix(" ")
        words: list[str] = []
        for token in tokens:
            if words and self.prefix and token.startswith(self.prefix):
                words[-1] += token.removeprefix(self.prefix)
            else:
                words.append(token)
        return " ".join(words)

    def _normalized(self, text: str) -> str:
        return self.normalizer.normalize(text) if self.normalizer else text

    def _symbols(self, word: str) -> list[str]:
        return [*word, END_OF_WORD] if self.form == "mutual-information" else list(word)

    def _token(self, symbols: Sequence[str], start: int, end: int) -> str:
        """Return a part of a word in the vocabulary's notation."""
        text = "".join(symbols[start:end])
        return self.prefix + text if start else text

    def _ids(self, text: str) -> list[int]:
        packed = map(self._word_ids.__getitem__, self.pre_tokenizer.split(self._normalized(text)))
        return array("i", b"".join(packed)).tolist()

    def _ids_of_word(self, word: str) -> list[int]:
        ids = []
        for match in self.matches(word):
            if match.token is None:
                return [self.unk_id]
            ids.append(self._vocabulary[match.token])
        return ids

    @cached_property
    def _word_ids(self) -> IdCache:
        return IdCache(self._ids_of_word)

    def __getstate__(self) -> dict[str, object]:
        # The state for other processes, without the cache. Copied: another thread may compute a property meanwhile.
        return {name: value for name, value in vars(self).copy().items() if name != "_word_ids"}
