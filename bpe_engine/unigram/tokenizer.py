"""The tokenizer of the Unigram language model: it cuts each word in the most probable way."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.tokenizer import NO_ID, DecodeErrors, Span, Tokenizer
from bpe_engine.tokenizers.id_cache import IdCache
from bpe_engine.unigram.viterbi import TokenCandidate as TokenCandidate
from bpe_engine.unigram.viterbi import ViterbiTable, viterbi

UNK_PENALTY = 10.0
"""How far an unknown character's log-probability is below that of the least probable token (SentencePiece)."""


class UnigramStep(NamedTuple):
    """One position of Viterbi's table or, with a `path`, the cut read back from the end of the table."""

    word: int  # number of the word
    text: str  # the word
    position: int  # in characters of the word, 1 after the first
    candidates: tuple[TokenCandidate, ...]  # tokens that may end here, the best first
    best: TokenCandidate | None  # None if no token ends here
    path: tuple[str, ...] | None = None  # the tokens of the word; a run of unknown characters is one token
    ids: tuple[int | None, ...] = ()  # of the path, else of the candidates; None for an unknown token without an id


class UnigramTokenizer(Tokenizer):
    """A Unigram tokenizer: it cuts each word into its most probable sequence of tokens.

    `vocabulary` is token -> id, `scores` is token -> log-probability, without special tokens. A character that is not a
    token is unknown, and a run of unknown characters becomes one `unk_token`, as in SentencePiece. Made by
    `UnigramTrainer.train`, and by `load_pretrained("t5-small")`. Threads may share an instance.
    """

    def __init__(
        self,
        *,
        vocabulary: Mapping[str, int],
        scores: Mapping[str, float],
        pre_tokenizer: PreTokenizer,
        special_tokens: Sequence[str] = (),
        unk_token: str = "<unk>",
    ) -> None:
        self._vocabulary = dict(vocabulary)
        self.scores = dict(scores)
        self.pre_tokenizer = pre_tokenizer
        self.special_tokens: dict[str, int] = {token: vocabulary[token] for token in special_tokens}
        self.unk_token = unk_token
        self.unk_id = vocabulary.get(unk_token, NO_ID)
        self.unk_score = min(self.scores.values(), default=0.0) - UNK_PENALTY
        self.longest_token = max(map(len, self.scores), default=0)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Token -> id, special tokens included."""
        return self._vocabulary

    def encode_steps(self, text: str) -> Iterator[UnigramStep]:
        """Yield the steps of `tokenize`, word by word: each position of the table, then the path.

        Raises the errors of `tokenize`.

        An unknown character is a candidate under the name of `unk_token`.
        """
        for number, table in enumerate(self._tables(self._words(text))):
            word = table.word
            for position in range(1, len(word) + 1):
                yield self._step(number, table, position)
            path = tuple(word[start:end] if known else self.unk_token for start, end, known in self._parts(table))
            yield self._step(number, table, len(word))._replace(path=path, ids=tuple(map(self._vocabulary.get, path)))

    def spans(self, text: str) -> list[Span]:
        """Return the tokens of a text, special tokens read as plain text, each with its position.

        Raises the errors of `tokenize`.
        """
        return list(self.iter_spans(text))

    def iter_spans(self, text: str) -> Iterator[Span]:
        """Yield the spans one at a time."""
        words, places = self._placed_words(text)
        for table, at in zip(self._tables(words), places, strict=True):
            for start, end, known in self._parts(table):
                token = table.word[start:end] if known else self.unk_token
                yield Span(token, self._vocabulary.get(token, NO_ID), at[start], at[end])

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids: the joined tokens.

        White space that the pre-tokenizer skipped is not restored. Raises EngineError if an id is not in the
        vocabulary. `errors` is ignored, since there are no byte tokens.
        """
        tokens = [*map(self.token, ids)]
        return "".join(tokens) if self.decoder is None else self.decoder(tokens)

    def _ids(self, text: str) -> list[int]:
        """Return the ids of a text without special tokens; NO_ID for unknown symbols."""
        packed = map(self._word_ids.__getitem__, self._words(text))
        return array("i", b"".join(packed)).tolist()

    def _words(self, text: str) -> Iterable[str]:
        """Return the normalized words of a text."""
        return self.pre_tokenizer.split(text)

    def _placed_words(self, text: str) -> tuple[list[str], list[Sequence[int]]]:
        """Return the words of a text, and for each the positions of its characters in the text, and its end."""
        pre_tokens = self.pre_tokenizer.pre_tokens(text)
        return (
            [pre_token.text for pre_token in pre_tokens],
            [range(pre_token.start, pre_token.start + len(pre_token.text) + 1) for pre_token in pre_tokens],
        )

    def _tables(self, words: Iterable[str]) -> Iterator[ViterbiTable]:
        """Yield the Viterbi table of each word."""
        for word in words:
            yield viterbi(word, self.scores, longest=self.longest_token, unk_score=self.unk_score)

    def _parts(self, table: ViterbiTable) -> list[tuple[int, int, bool]]:
        """Return the best cut of a word: start and end of each token, and whether it is known."""
        parts: list[tuple[int, int, bool]] = []
        for start, end in table.spans():
            known = table.word[start:end] in self.scores
            if not known and parts and not parts[-1][2]:
                start = parts.pop()[0]
            parts.append((start, end, known))
        return parts

    def _table_ids(self, table: ViterbiTable) -> list[int]:
        return [
            self._vocabulary[table.word[start:end]] if known else self.unk_id
            for start, end, known in self._parts(table)
        ]

    def _step(self, number: int, table: ViterbiTable, position: int) -> UnigramStep:
        candidates = tuple(
            candidate if candidate.token in self.scores else candidate._replace(token=self.unk_token)
            for candidate in table.candidates(position)
        )
        return UnigramStep(
            word=number,
            text=table.word,
            position=position,
            candidates=candidates,
            best=candidates[0] if candidates else None,
            ids=tuple(self._vocabulary.get(candidate.token) for candidate in candidates),
        )

    @cached_property
    def _word_ids(self) -> IdCache:
        def ids_of_word(word: str) -> list[int]:
            (table,) = self._tables([word])
            return self._table_ids(table)

        return IdCache(ids_of_word)

    def __getstate__(self) -> dict[str, object]:
        # The state for other processes, without the cache. Copied: another thread may compute a property meanwhile.
        return {name: value for name, value in vars(self).copy().items() if name != "_word_ids"}
