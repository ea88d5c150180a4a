"""A Unigram model as in SentencePiece: text is normalized, spaces become ▁, and scores are 32-bit floats.

After google/sentencepiece: normalizer.cc, unigram_model.cc and sentencepiece_processor.cc of version 0.2.3.
Normalization uses the library, which applies the tables in the model file; everything else is implemented here.
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.sentencepiece.model_file import SPACE, UNKNOWN_TEXT, PieceKind, read_pieces
from bpe_engine.sentencepiece.normalizer import check_text, from_offsets
from bpe_engine.text.normalizers import Normalized
from bpe_engine.tokenizer import DecodeErrors
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.unigram.viterbi import ViterbiTable, viterbi
from bpe_engine.vocabularies.bundled_files import read_bundled

# In supported models, ▁ occurs only at the start of a piece, so a token never crosses words.
_WORD = re.compile(f"{SPACE}?[^{SPACE}]+|{SPACE}")

T5_SHA256 = "d60acb128cf7b7f2536e8f38a5b18a05535c9e14c7a355904270e15b0945ea86"


class SentencePieceUnigram(UnigramTokenizer):
    """The tokenizer of a SentencePiece model file of the Unigram kind, with SentencePiece's ids.

    For models with normal, control and unknown pieces, and no ▁ inside a piece. No ids are added around a text. Control
    pieces, such as `</s>`, are special tokens: SentencePiece itself never matches them in text, which corresponds to
    `allowed_special="none"`.
    """

    space = SPACE

    def __init__(self, name: str, model: bytes) -> None:
        pieces = read_pieces(model)
        vocabulary = {piece.text: number for number, piece in enumerate(pieces)}
        (unknown,) = (piece.text for piece in pieces if piece.kind == PieceKind.UNKNOWN)
        super().__init__(
            vocabulary=vocabulary,
            scores={piece.text: piece.score for piece in pieces if piece.kind == PieceKind.NORMAL},
            pre_tokenizer=PreTokenizer(_WORD.pattern),
            special_tokens=[piece.text for piece in pieces if piece.kind in (PieceKind.CONTROL, PieceKind.UNKNOWN)],
            unk_token=unknown,
        )
        self.name = name
        self.model = model
        (self.unk_score,) = array("f", [self.unk_score])

    def normalize(self, text: str) -> str:
        """Return the normalized text: characters replaced, each run of white space as one ▁, and a ▁ at the start.

        Raises EngineError for a lone surrogate, or if the package sentencepiece is not installed.
        """
        normalized: str = self._normalizer.normalize(check_text(text))
        return normalized

    def normalized(self, text: str) -> Normalized:
        """Normalize a text and align it to the original. Raises the errors of `normalize`."""
        return from_offsets(*self._normalizer.normalize(check_text(text), with_offsets=True))

    def _decode(self, ids: Sequence[int], errors: DecodeErrors) -> str:
        """Return the text of these ids: ▁ becomes a space, except at the start; control pieces are dropped.

        Raises EngineError if an id is not in the vocabulary. `errors` is ignored, since there are no byte tokens.
        """
        parts: list[str] = []
        for token in map(self.token, ids):
            if token == self.unk_token:
                parts.append(UNKNOWN_TEXT)
            elif token not in self.special_tokens:
                part = (token if parts else token.removeprefix(SPACE)).replace(SPACE, " ")
                parts += [part] if part else []  # a leading ▁ leaves an empty part
        return "".join(parts)

    def _ids(self, text: str) -> list[int]:
        # Each word's total continues from the one before, so the ids of a word cannot be cached.
        return [token_id for table in self._tables(self._words(text)) for token_id in self._table_ids(table)]

    def _words(self, text: str) -> Iterable[str]:
        return _WORD.findall(self.normalize(text))

    def _placed_words(self, text: str) -> tuple[list[str], list[Sequence[int]]]:
        """Return the words, and the positions of their characters in the original text.

        As in SentencePiece, a character spans from its original's start to the next one's: if one becomes several (ﬁ),
        all but the last are empty, and removed white space belongs to the character before it. The ▁ added at the start
        is empty.
        """
        normalized, offsets = self._normalizer.normalize(check_text(text), with_offsets=True)
        words = list(_WORD.finditer(normalized))
        return [word.group() for word in words], [offsets[word.start() : word.end() + 1] for word in words]

    def _tables(self, words: Iterable[str]) -> Iterator[ViterbiTable]:
        before = 0.0
        for word in words:
            table = viterbi(
                word,
                self.scores,
                longest=self.longest_token,
                unk_score=self.unk_score,
                before=before,
                single_precision=True,
            )
            before = table.totals[-1]
            yield table

    @cached_property
    def _normalizer(self) -> Any:
        try:
            from sentencepiece import SentencePieceNormalizer
        except ModuleNotFoundError:
            raise EngineError(
                "The vocabulary {name} needs the sentencepiece package, which normalizes the text. Install it: pip "
                "install sentencepiece.",
                name=self.name,
            ) from None
        return SentencePieceNormalizer(model_proto=self.model)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).copy().items() if name != "_normalizer"}


def load_t5() -> SentencePieceUnigram:
    """Return the tokenizer of T5 (t5-small and its larger siblings), without the <extra_id_0> that T5's code adds.

    Raises EngineError if its file is missing or damaged.
    """
    return SentencePieceUnigram("t5-small", read_bundled("t5-small", T5_SHA256))
