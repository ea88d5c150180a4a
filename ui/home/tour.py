"""What the Home page shows: the pipeline, made by the engine on a real sentence, and the other pages."""

import unicodedata
from functools import lru_cache

from bpe_engine import BPETokenizer, BPETrainer, Corpus
from bpe_engine.notebook import hue
from ui.components.contract import Stage
from ui.i18n import gettext as _
from ui.show import visible

TEXT = "Hugs  unhug"
"""Two spaces and a capital letter, so that normalizing has something to do."""


@lru_cache(maxsize=1)
def _tokenizer() -> BPETokenizer:
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    return BPETrainer(vocab_size=14).train(corpus)


def stages() -> list[Stage]:
    """The stages from text to ids: for each a title, what it does, and the pieces that it leaves."""
    tokenizer = _tokenizer()
    normal = " ".join(unicodedata.normalize("NFC", TEXT).lower().split())
    words = tokenizer.pre_tokenizer.split(normal)
    symbols = [list(word) for word in words]
    tokens = [tokenizer.tokenize(word) for word in words]

    def piece(text: str) -> tuple[str, int | None]:
        token_id = tokenizer.vocabulary.get(text)
        return visible(text), hue(token_id) if token_id is not None else None

    return [
        {"title": _("Text"), "about": _("What was typed."), "groups": [[piece(TEXT)]]},
        {
            "title": _("Normalize"),
            "about": _("Even out what should not matter: here capitals and double spaces."),
            "groups": [[piece(normal)]],
        },
        {
            "title": _("Pre-tokenize"),
            "about": _("Cut into words."),
            "groups": [[(visible(word), None)] for word in words],
        },
        {
            "title": _("Symbols"),
            "about": _("Cut each word into characters, or bytes."),
            "groups": [[piece(symbol) for symbol in word] for word in symbols],
        },
        {
            "title": _("Merges"),
            "about": _("Join pairs, in the order in which they were learned."),
            "groups": [[piece(token) for token in word] for word in tokens],
        },
        {
            "title": _("Ids"),
            "about": _("Look each token up: its number is what the model gets."),
            "groups": [[(str(tokenizer.vocabulary[token]), piece(token)[1]) for token in word] for word in tokens],
        },
    ]


def tour() -> list[tuple[str, str, str]]:
    """The other pages: file, name, and what each is for."""
    return [
        ("pages/course.py", _("Course"), _("Twelve short chapters, from the first idea to what is new. Start here.")),
        ("pages/train.py", _("Train"), _("Watch tokens being learned, on an example or on your own text.")),
        ("pages/encode.py", _("Encode"), _("Watch how a word is cut by what was learned, one step at a time.")),
        ("pages/decode.py", _("Decode"), _("Watch ids become tokens, bytes and text, as a model gives them.")),
        ("pages/playground.py", _("Playground"), _("Paste a text and see its tokens, in two tokenizers side by side.")),
        ("pages/compare.py", _("Compare"), _("BPE, WordPiece, Unigram, words and characters on the same corpus.")),
        ("pages/bytes.py", _("Bytes"), _("Follow a character to its bytes, and learn why a space looks like Ġ.")),
        ("pages/pretokenize.py", _("Pre-tokenize"), _("See the pattern that cuts a text into words before any merge.")),
        (
            "pages/vocabulary.py",
            _("Vocabulary"),
            _("Search the tokens of GPT, BERT and T5, and see how each was made."),
        ),
        ("pages/codes.py", _("Code lengths"), _("How many bits a text takes, token by token, in Huffman’s code.")),
        ("pages/own.py", _("Your own tokens"), _("Type tokens or merges, and watch a text being cut by them.")),
        (
            "pages/check.py",
            _("Check your own merges"),
            _("You wrote a trainer? Bring its merges, and see the first that differs, and why."),
        ),
        ("pages/size.py", _("Vocabulary size"), _("What a larger vocabulary costs, and what a text gains by it.")),
        (
            "pages/special.py",
            _("Special tokens"),
            _("What becomes of a typed <|endoftext|>, in minbpe and in tiktoken."),
        ),
        ("pages/stumble.py", _("Why models stumble"), _("Spelling, sums, languages: a question each, and the tokens.")),
        ("pages/files.py", _("Files"), _("Take a tokenizer away for other libraries, or open one of theirs.")),
        (
            "pages/companions.py",
            _("Companions"),
            _("Read a text about tokenization, and open each of its examples here."),
        ),
    ]
