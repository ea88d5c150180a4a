"""The tokenizer of WordPiece: each word is cut by the longest token that it begins with, repeatedly.

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
    """One step of encoding a word: the longest token that the rest of the word begins with is looked for."""

    word: int  # number of the pre-token in the text
    text: str  # the word, normalized
    start: int  # where the rest of the word begins, in characters
    tried: tuple[str, ...]  # what was looked up, the longest first; the last one is the token that was found
    found: str | None  # None where nothing is; the whole word is unknown then
    tokens: tuple[str, ...]  # of the word so far; only the unknown token where the word cannot be covered
    ids: tuple[int | None, ...]  # of these; None for one that is not in the vocabulary


class PrefixMatch(NamedTuple):
    """A part of a word, in symbols, and its token; None if no token begins there."""

    start: int
    end: int
    token: str | None


class WordPieceTokenizer(Tokenizer):
    """Cuts text into words, and each word by the longest token that its rest begins with.

    `vocabulary` is token -> id. A token inside of a word is written with `prefix` before it (form "bert"), or one at a
    word's end with `</w>` after it (form "mutual-information"). A word that cannot be covered to its end is `unk_token`
    as a whole, and so is one of more than `max_word_length` characters. A word is never cut into special tokens:
    `[MASK]` in a text is `[MASK]` only where `encode` is told so. (The tokenizers library, told to read special tokens
    as text, finds them in its vocabulary all the same, unless its pre-tokenizer cuts them up as BERT's does.) Made by
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
        self.pieces = self._vocabulary.keys() - self.special_tokens.keys()  # what words may be cut into
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
        """Yield the steps that `tokenize` takes, word by word, a step for each token that is found or not. Lazily."""
        for number, word in enumerate(self.pre_tokenizer.split(self._normalized(text))):
            tokens: list[str] = []
            for start, end, found in self.matches(word):
                tried = self.prefixes(word, start) if end > start else []
                if found is not None:
                    tried = tried[: tried.index(found) + 1]
                tokens = [*tokens, found] if found is not None else [self.unk_token]
                yield WordPieceStep(
                    word=number,
                    text=word,
                    start=start,
                    tried=tuple(tried),
                    found=found,
                    tokens=tuple(tokens),
                    ids=tuple(map(self._vocabulary.get, tokens)),
                )

    def prefixes(self, word: str, start: int) -> list[str]:
        """Return all that the rest of a word begins with, from character `start`, as the vocabulary would have it.

        The longest first. Whether any of it is in the vocabulary is not asked.
        """
        symbols = self._symbols(word)
        return [self._token(symbols, start, end) for end in range(len(symbols), start, -1)]

    def matches(self, word: str) -> Iterator[PrefixMatch]:
        """Yield the longest tokens, one after the other. The last one is None if the word cannot be covered."""
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
        """Return the text as it is before it is cut, and where each character of that came from."""
        return self.normalizer.aligned(text) if self.normalizer else Normalized.identity(text)

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position in the text as it was
        given.

        A mark `</w>` takes no room. An unknown word is one token.
        """
        return list(self.iter_spans(text))

    def iter_spans(self, text: str) -> Iterator[Span]:
        """The same one after the other."""
        normalized = self.normalized(text)
        known: dict[str, list[PrefixMatch]] = {}
        for word, place, _ in self.pre_tokenizer.pre_tokens(normalized.text):
            matches = known.get(word)
            if matches is None:
                matches = known[word] = list(self.matches(word))
            if matches[-1].token is None:
                yield Span(self.unk_token, self.unk_id, *normalized.original_span(place, place + len(word)))
                continue
            for start, end, token in matches:
                assert token is not None
                stretch = normalized.original_span(place + start, place + min(end, len(word)))
                yield Span(token, self._vocabulary[token], *stretch)

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text that the ids stand for, as far as it can be known: words with a space between two.

        In the form "bert" a token with the prefix is joined to the one before it, as BERT's decoder does; spaces before
        punctuation stay. Special tokens are written out. `errors` has no meaning here. Raises EngineError if an id is
        not in the vocabulary.
        """
        tokens = [self.token(token_id) for token_id in ids]
        if self.decoder is not None:
            return self.decoder(tokens)
        if self.form == "mutual-information":
            # The unknown token stands for a whole word.
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
        """What a part of a word is called in the vocabulary."""
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
        # What another process gets: the cache stays here. Copied: another thread may compute a property meanwhile.
        return {name: value for name, value in vars(self).copy().items() if name != "_word_ids"}
