"""The tokenizers that pages offer, by their names in URLs.

The included ones are the records of INCLUDED, and nothing else in the app lists them. To add one, add its data file and
loader to `bpe_engine.vocabularies.pretrained`, and a record here.
"""

from dataclasses import dataclass

from bpe_engine import BPETokenizer, LongestMatchTokenizer, Tokenizer
from ui.base.i18n import N_, localized_number, ngettext
from ui.base.i18n import gettext as _
from ui.base.result_cache import cached

TRAINED = "trained"
OPENED = "opened"
CUSTOM = "own"  # made of typed tokens
OPEN_FILES = "open"  # the entry that opens files; never in a URL


@dataclass(frozen=True)
class IncludedTokenizer:
    """What the app says about an included tokenizer."""

    name: str  # in URLs, and for `load_pretrained`
    title: str
    models: tuple[str, ...]  # those with its tokens and ids
    method: str
    short_title: str = ""  # where there is little room; if empty, its title
    ambiguous_word: str = ""  # rank and longest match cut it differently; found by trying the words of a book
    is_in_browser: bool = False  # whether browsers cut with its merges, without Python
    is_reference: bool = False  # whether a learner's own attempts are compared with it


_BPE_ON_BYTES = N_("BPE on bytes")
_BPE_ON_NORMALIZED_BYTES = N_("BPE on bytes, after normalization")
INCLUDED = (
    IncludedTokenizer(
        "gpt2",
        N_("GPT-2"),
        ("GPT-2", "GPT-3"),
        _BPE_ON_BYTES,
        ambiguous_word="newspapers",
        is_in_browser=True,
        is_reference=True,
    ),
    IncludedTokenizer(
        "cl100k_base",
        N_("GPT-3.5 and GPT-4 (cl100k)"),
        ("GPT-3.5", "GPT-4", "text-embedding-3"),
        _BPE_ON_BYTES,
        short_title="GPT-4",
        ambiguous_word="newspapers",
        is_in_browser=True,
    ),
    IncludedTokenizer(
        "o200k_base",
        N_("GPT-4o (o200k)"),
        ("GPT-4o", "GPT-4.1", "GPT-5", "o1", "o3", "o4-mini"),
        _BPE_ON_BYTES,
        short_title="GPT-4o",
        ambiguous_word="themselves",
        is_in_browser=True,
        is_reference=True,
    ),
    IncludedTokenizer(
        "qwen3",
        "Qwen 3",
        ("Qwen 3", "Qwen 2.5", "Qwen 2"),
        _BPE_ON_NORMALIZED_BYTES,
        ambiguous_word="beneath",
    ),
    IncludedTokenizer(
        "deepseek-v3",
        N_("DeepSeek V3 and R1"),
        ("DeepSeek V3", "DeepSeek R1"),
        _BPE_ON_BYTES,
        short_title="DeepSeek V3",
        ambiguous_word="beneath",
    ),
    IncludedTokenizer(
        "mistral-7b",
        N_("Mistral 7B (SentencePiece BPE)"),
        ("Mistral 7B",),
        N_("BPE on characters, with byte fallback"),
        short_title="Mistral",
        ambiguous_word="hammock",
        is_reference=True,
    ),
    IncludedTokenizer(
        "bert-base-uncased", N_("BERT (WordPiece)"), ("BERT", "DistilBERT"), N_("WordPiece"), short_title="BERT"
    ),
    IncludedTokenizer("t5-small", N_("T5 (Unigram)"), ("T5",), N_("Unigram"), short_title="T5"),
)
BY_NAME = {included.name: included for included in INCLUDED}
SHIPPED = tuple(BY_NAME)
ON_BYTES = tuple(included.name for included in INCLUDED if included.method in (_BPE_ON_BYTES, _BPE_ON_NORMALIZED_BYTES))
"""Those that merge the bytes of a text, as it is or normalized."""

REFERENCES = tuple(included.name for included in INCLUDED if included.is_reference)
PRETRAINED = tuple(included.name for included in INCLUDED if included.is_in_browser)


@dataclass(frozen=True)
class TokenizerName:
    """A tokenizer by name: pretrained, opened from files, or trained by the learner, completely or up to a step."""

    name: str
    step: int | None = None

    @classmethod
    def parse(cls, value: str) -> "TokenizerName":
        """Parse a tokenizer's name in a URL. Raises ValueError if it is invalid.

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
        """The name on screen."""
        if self.name == TRAINED:
            if self.step is None:
                return _("The one you trained")
            return _("The one you trained, after step {step}").format(step=localized_number(self.step))
        if self.name in BY_NAME:
            return _(BY_NAME[self.name].title)
        return {
            OPENED: _("The one you opened"),
            CUSTOM: _("Your own tokens"),
            OPEN_FILES: _("Open a file …"),
        }[self.name]

    @property
    def short_title(self) -> str:
        """The name where there is little room."""
        return (BY_NAME[self.name].short_title if self.name in BY_NAME else "") or self.title


def not_open_message() -> str:
    """Return what is shown instead of a tokenizer that is not open, and how to open one."""
    return _("No file is open here, so GPT-2 is shown. Choose “Open a file …” among the tokenizers.")


def embedding_rows(tokenizer: Tokenizer) -> int:
    """Return the number of rows of an embedding: one for each id up to the highest, since ids are row numbers."""
    return max(tokenizer.token_of_id) + 1


def explain_id_gaps(tokenizer: Tokenizer) -> str:
    """Explain why there are more rows than tokens; empty if the numbers agree."""
    if embedding_rows(tokenizer) == tokenizer.vocab_size:
        return ""
    unused = embedding_rows(tokenizer) - tokenizer.vocab_size
    return ngettext(
        "The vocabulary has {size} tokens, including special ones, but its ids go up to {last}. So {unused} id has no "
        "token. A model’s embedding still needs a row for it: at least {rows} rows in all.",
        "The vocabulary has {size} tokens, including special ones, but its ids go up to {last}. So {unused} ids have "
        "no token. A model’s embedding still needs a row for each: at least {rows} rows in all.",
        unused,
    ).format(
        size=localized_number(tokenizer.vocab_size),
        last=localized_number(embedding_rows(tokenizer) - 1),
        unused=localized_number(unused),
        rows=localized_number(embedding_rows(tokenizer)),
    )


def available_tokenizers(
    step: int,
    steps: int | None,
    *,
    requested: TokenizerName | None = None,
    opened: bool = False,
    own: bool = False,
    opens: bool = False,
) -> list[TokenizerName]:
    """Return the tokenizers to choose from.

    `step` is the learner's step in a training of `steps` merges; `steps` is None without a training. `opened` tells
    whether a tokenizer was opened from files, `own` whether tokens can be typed, `opens` whether files can be opened.
    `requested`, for example from a URL, is included.
    """
    offer = []
    if steps is not None:
        offer.append(TokenizerName(TRAINED))
        if 0 < step < steps:
            offer.append(TokenizerName(TRAINED, step))
    if opened:
        offer.append(TokenizerName(OPENED))
    if opens:
        offer.append(TokenizerName(OPEN_FILES))
    offer += [TokenizerName(name) for name in SHIPPED]
    if own:
        offer.append(TokenizerName(CUSTOM))
    if requested is not None and requested not in offer:
        offer.append(requested)
    return offer


@cached(lambda _tokenizer, tokenizer: 500 * tokenizer.vocab_size)
def longest_match(tokenizer: BPETokenizer) -> LongestMatchTokenizer:
    """Return a tokenizer with the same tokens that uses longest match. Cached, since pages need it on every run."""
    return LongestMatchTokenizer.from_tokenizer(tokenizer)
