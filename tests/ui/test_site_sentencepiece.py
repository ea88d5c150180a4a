"""T5's normalizer in the browser equals the library sentencepiece."""

import random

import pytest
from sentencepiece import SentencePieceNormalizer as Library

from bpe_engine.sentencepiece.unigram import SentencePieceUnigram
from bpe_engine.vocabularies.pretrained import load_pretrained
from ui.site.python.shims.sentencepiece import SentencePieceNormalizer as Ours

# Spaces of many kinds, characters that expand to several, combining marks, decomposed Hangul.
_POOLS = (
    "abc ﬁ  ", "  \t\n\r\u00a0\u3000\u200b\u2028", "Ⅷ²½ｶﾞｱ", "e\u0301a\u0300o\u0302\u0301", "東京각가",
    "👋🏽\u200d\ufe0f", "\u1100\u1161\u11a8", " ▁",
)  # fmt: skip


@pytest.fixture(scope="module")
def model() -> bytes:
    tokenizer = load_pretrained("t5-small")
    assert isinstance(tokenizer, SentencePieceUnigram)
    return tokenizer.model


def test_characters_and_texts_are_normalized_like_the_library(model: bytes) -> None:
    # Beyond these planes there is no letter, so of a hundred characters one will do.
    codes = (*range(0xD800), *range(0xE000, 0x32000), *range(0xE0000, 0xE0200), *range(0x32000, 0x110000, 100))
    every = [*map(chr, codes)]
    library, ours = Library(model_proto=model), Ours(model)
    for start in range(0, len(every), 5_000):
        text = "a".join(every[start : start + 5_000])
        assert ours.normalize(text) == library.normalize(text)
    library, ours = Library(model_proto=model), Ours(model)
    draw = random.Random(5)
    texts = ["", " ", "".join(draw.choice(draw.choice(_POOLS)) for _ in range(5_000))]
    texts += ["".join(draw.choice(draw.choice(_POOLS)) for _ in range(draw.randint(1, 20))) for _ in range(500)]
    for text in texts:
        made, offsets = library.normalize(text, with_offsets=True)
        assert ours.normalize(text, with_offsets=True) == (made, list(offsets)), ascii(text)
