"""The tokenizers that the pages offer, by the name that the address gives them."""

from dataclasses import dataclass

from bpe_engine import BPETokenizer, LongestMatchTokenizer, Tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.result_cache import cached

TRAINED = "trained"
OPENED = "opened"
CUSTOM = "own"  # of tokens that are typed
PRETRAINED = ("gpt2", "cl100k_base", "o200k_base")  # of byte-pair encoding on bytes
SHIPPED = (*PRETRAINED, "mistral-7b", "bert-base-uncased", "t5-small")


@dataclass(frozen=True)
class TokenizerName:
    """A tokenizer by name: a pretrained one, one opened from files, or the one just trained, complete or at a step."""

    name: str
    step: int | None = None

    @classmethod
    def parse(cls, value: str) -> "TokenizerName":
        """The tokenizer that an address names. Raises ValueError where it names none.

        >>> TokenizerName.parse("trained-3")
        TokenizerName(name='trained', step=3)
        """
        name, _dash, step = value.partition("-")
        if value in (*SHIPPED, TRAINED, OPENED):
            return cls(value)
        if name == TRAINED and step.isascii() and step.isdecimal() and len(step) <= 6:
            return cls(name, int(step))
        raise ValueError(value)

    def __str__(self) -> str:
        return self.name if self.step is None else f"{self.name}-{self.step}"

    @property
    def title(self) -> str:
        """The name on the screen."""
        if self.name == TRAINED:
            if self.step is None:
                return _("The one you trained")
            return _("The one you trained, after step {step}").format(step=localized_number(self.step))
        return {
            "gpt2": _("GPT-2"),
            "cl100k_base": _("GPT-3.5 and GPT-4 (cl100k)"),
            "o200k_base": _("GPT-4o (o200k)"),
            "mistral-7b": _("Mistral 7B (SentencePiece BPE)"),
            "bert-base-uncased": _("BERT (WordPiece)"),
            "t5-small": _("T5 (Unigram)"),
            OPENED: _("The one you opened"),
            CUSTOM: _("Your own tokens"),
        }[self.name]


def embedding_rows(tokenizer: Tokenizer) -> int:
    """The rows of an embedding for a tokenizer: ids are their numbers, so one for each id up to the highest."""
    return max(tokenizer.token_of_id) + 1


def explain_id_gaps(tokenizer: Tokenizer) -> str:
    """Why there are more rows than tokens; empty where there are as many."""
    if embedding_rows(tokenizer) == tokenizer.vocab_size:
        return ""
    return _(
        "The vocabulary has {size} tokens, including special ones, but its ids go up to {last}. Ids without a token: "
        "{unused}. Each id is a row number in the embedding, so it has {rows} rows."
    ).format(
        size=localized_number(tokenizer.vocab_size),
        last=localized_number(embedding_rows(tokenizer) - 1),
        unused=localized_number(embedding_rows(tokenizer) - tokenizer.vocab_size),
        rows=localized_number(embedding_rows(tokenizer)),
    )


def available_tokenizers(
    step: int, steps: int | None, *, wanted: TokenizerName | None = None, opened: bool = False, own: bool = False
) -> list[TokenizerName]:
    """The tokenizers to choose from.

    `step` is where the learner stands in a training of `steps` merges; `steps` is None where there is none.
    `opened` says whether one was opened from files, `own` whether tokens can be typed. `wanted`, which an address may
    name, is among them.
    """
    offer = []
    if steps is not None:
        offer.append(TokenizerName(TRAINED))
        if 0 < step < steps:
            offer.append(TokenizerName(TRAINED, step))
    if opened:
        offer.append(TokenizerName(OPENED))
    offer += [TokenizerName(name) for name in SHIPPED]
    if own:
        offer.append(TokenizerName(CUSTOM))
    if wanted is not None and wanted not in offer:
        offer.append(wanted)
    return offer


@cached(lambda _made, tokenizer: 500 * tokenizer.vocab_size)
def longest_match(tokenizer: BPETokenizer) -> LongestMatchTokenizer:
    """The same tokens, put to use by longest match. Kept, since the pages ask for it on every run."""
    return LongestMatchTokenizer.from_tokenizer(tokenizer)
