"""What the Home page shows: the pipeline, made by the engine on a real sentence."""

import unicodedata
from functools import lru_cache

from bpe_engine import BPETokenizer, BPETrainer, Corpus
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.visible_text import make_visible
from ui.components.contract import PipelineStage

TEXT = "Hugs  unhug"
"""Two spaces and a capital letter, so that normalizing has something to do."""


def about() -> str:
    """What tokenization is, and what there is to see of it."""
    return _(
        "A language model doesn’t read letters or words. It reads tokens: pieces of text that each have a number. A "
        "tokenizer cuts text into these pieces, and whatever the model reads or writes passes through it. That’s why a "
        "model stumbles over spelling, sums and languages that its tokenizer cuts badly, and why the same text costs "
        "more in one language than in another. Most models get their tokens from byte-pair encoding (BPE): start with "
        "single characters, and turn the most frequent neighbouring pair into a new token, over and over. Here you can "
        "watch that happen, one merge at a time, on a tiny example or on your own text, next to other ways of making "
        "tokens."
    )


@lru_cache(maxsize=1)
def _tokenizer() -> BPETokenizer:
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    return BPETrainer(vocab_size=14).train(corpus)


def stages() -> list[PipelineStage]:
    """The stages from text to ids: for each a title, what it does, and the pieces that it leaves."""
    tokenizer = _tokenizer()
    normal = " ".join(unicodedata.normalize("NFC", TEXT).lower().split())
    words = tokenizer.pre_tokenizer.split(normal)
    symbols = [list(word) for word in words]
    tokens = [tokenizer.tokenize(word) for word in words]

    def piece(text: str) -> tuple[str, int | None]:
        token_id = tokenizer.vocabulary.get(text)
        return make_visible(text), token_hue(token_id) if token_id is not None else None

    return [
        {"title": _("Text"), "about": _("The text as typed."), "groups": [[piece(TEXT)]]},
        {
            "title": _("Normalize"),
            "about": _("Even out what shouldn’t matter: here capitals and double spaces."),
            "groups": [[piece(normal)]],
        },
        {
            "title": _("Pre-tokenize"),
            "about": _("Cut into words."),
            "groups": [[(make_visible(word), None)] for word in words],
        },
        {
            "title": _("Symbols"),
            "about": _("Cut each word into characters, or bytes."),
            "groups": [[piece(symbol) for symbol in word] for word in symbols],
        },
        {
            "title": _("Merges"),
            "about": _("Join pairs in the order they were learned."),
            "groups": [[piece(token) for token in word] for word in tokens],
        },
        {
            "title": _("Ids"),
            "about": _("Look each token up: its number is what the model gets."),
            "groups": [[(str(tokenizer.vocabulary[token]), piece(token)[1]) for token in word] for word in tokens],
        },
    ]
