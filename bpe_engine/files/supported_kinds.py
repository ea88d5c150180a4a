"""Which kinds of tokenizer a file can hold, and the same tokenizer as a file has it."""

from copy import copy

from bpe_engine.bpe.dropout import BPEDropoutTokenizer
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.errors import EngineError
from bpe_engine.registered import RegisteredTokenizer
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.tokenizers.whole_units import UnitTokenizer
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


def require_supported(tokenizer: Tokenizer, format_name: str) -> None:
    """Raises EngineError for a kind of tokenizer that no format holds: so no one is sent from one to the next."""
    held = isinstance(tokenizer, BPETokenizer | BPEDropoutTokenizer | WordPieceTokenizer | UnitTokenizer)
    if not held and type(tokenizer) is not UnigramTokenizer:
        raise EngineError(
            "A {kind} cannot be written as {format}, or in any other format here. In Python, save it with pickle.",
            kind=type(tokenizer).__name__,
            format=format_name,
        )


def with_registered_tokens(tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer, its registered tokens taken in among its own special tokens: a file knows one kind of them."""
    if not isinstance(tokenizer, RegisteredTokenizer):
        return tokenizer
    made = copy(with_registered_tokens(tokenizer.base))
    for known in ("vocabulary", "token_of_id", "tokens_by_name"):  # what has been worked out before
        vars(made).pop(known, None)
    if "_vocabulary" in vars(made):
        vars(made)["_vocabulary"] = dict(tokenizer.vocabulary)
    made.special_tokens = dict(tokenizer.special_tokens)
    return made
