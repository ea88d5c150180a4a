"""The kinds of tokenizer that files can store, and a tokenizer in the form in which it is stored."""

from copy import copy

from bpe_engine.bpe.dropout import BPEDropoutTokenizer
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.registered import RegisteredTokenizer
from bpe_engine.text.normalizers import NFC
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from bpe_engine.tokenizers.whole_units import UnitTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


def require_supported(tokenizer: Tokenizer, format_name: str) -> None:
    """Raise EngineError for a tokenizer that no format supports, so that no message recommends another one."""
    if isinstance(tokenizer, NormalizingTokenizer) and tokenizer.spaces is None and type(tokenizer.normalizer) is NFC:
        tokenizer = tokenizer.base_tokenizer
    is_supported = isinstance(tokenizer, BPETokenizer | BPEDropoutTokenizer | WordPieceTokenizer | UnitTokenizer)
    if not is_supported and type(tokenizer) is not UnigramTokenizer:
        raise EngineError(
            "A {kind} cannot be written as {format}, or in any other format here. In Python, save it with pickle.",
            kind=type(tokenizer).__name__,
            format=format_name,
        )


def with_registered_tokens(tokenizer: Tokenizer) -> Tokenizer:
    """Return the tokenizer with registered tokens among its own special tokens, because files have only one kind."""
    if not isinstance(tokenizer, RegisteredTokenizer):
        return tokenizer
    copied = copy(with_registered_tokens(tokenizer.base))
    for cached_name in ("vocabulary", "token_of_id", "tokens_by_name"):  # cached properties
        vars(copied).pop(cached_name, None)
    if "_vocabulary" in vars(copied):
        vars(copied)["_vocabulary"] = dict(tokenizer.vocabulary)
    copied.special_tokens = dict(tokenizer.special_tokens)
    return copied
