"""The Hugging Face course, chapter 6, section 4: normalization and pre-tokenization."""

from bpe_engine import load_pretrained
from bpe_engine.pre_tokenizers import BERT, GPT2, WHITESPACE
from ui.companions import titles
from ui.companions.course import addresses, headings
from ui.companions.entries import Companion, Entry, Part
from ui.companions.trained import training
from ui.companions.writing import pieces
from ui.i18n import N_

GREETING = "Héllò hôw are ü?"
QUESTION = "Hello, how are  you?"
VIETNAMESE = "Tiếng Việt đẹp"


def _normalized(text: str) -> str:
    return repr(load_pretrained("bert-base-uncased").normalized(text).text)


def _sizes() -> str:
    return ", ".join(
        f"{name} {sizes[0]} → {sizes[-1]}"
        for name, algorithm in (("BPE", "bpe"), ("WordPiece", "wordpiece"), ("Unigram", "unigram"))
        for sizes in [training("hug", algorithm).vocabulary_per_step]
    )


def _decoded(name: str) -> str:
    tokenizer = load_pretrained(name)
    return repr(tokenizer.decode(tokenizer.encode(QUESTION)))


PARTS = (
    Part(
        headings(4, 0),
        (
            Entry(
                titles.NORMALIZED,
                f'normalize_str("{GREETING}")',
                lambda: _normalized(GREETING),
                "'hello how are u?'",
                page="encode",
                query={"word": GREETING, "with": "bert-base-uncased"},
            ),
            Entry(
                titles.NORMALIZED,
                f'bert-base-cased, normalize_str("{GREETING}")',
                why=N_("It leaves this text as it is, accents and capital letters too. Its vocabulary is not shipped."),
                exercise=True,
                of_editions={"vi": N_("“Cased” is about capital letters, not about accents, as this edition has it.")},
            ),
            Entry(
                titles.NORMALIZED,
                f'normalize_str("{VIETNAMESE}")',
                lambda: _normalized(VIETNAMESE),
                right="'tieng viet đep'",
                why=N_("What this does to Vietnamese: the tones are gone, and đ, which is a letter of its own, stays."),
                page="encode",
                query={"word": VIETNAMESE, "with": "bert-base-uncased"},
            ),
        ),
    ),
    Part(
        headings(4, 1),
        (
            Entry(
                titles.CUT,
                f"BERT, {QUESTION}",
                lambda: pieces(BERT, QUESTION),
                "[('Hello', (0, 5)), (',', (5, 6)), ('how', (7, 10)), ('are', (11, 14)), ('you', (16, 19)), "
                "('?', (19, 20))]",
                page="pretokenize",
                query={"sample": QUESTION, "pattern": "bert"},
            ),
            Entry(
                titles.CUT,
                f"GPT-2, {QUESTION}",
                lambda: pieces(GPT2, QUESTION, space="Ġ"),
                "[('Hello', (0, 5)), (',', (5, 6)), ('Ġhow', (6, 10)), ('Ġare', (10, 14)), ('Ġ', (14, 15)), "
                "('Ġyou', (15, 19)), ('?', (19, 20))]",
                page="pretokenize",
                query={"sample": QUESTION, "pattern": "gpt2", "beside": "bert"},
                of_editions={"vi": N_("GPT-2 keeps the double space; this edition says the opposite.")},
            ),
            Entry(
                titles.CUT,
                f"T5, {QUESTION}",
                lambda: pieces(WHITESPACE, QUESTION, first="▁"),
                "[('▁Hello,', (0, 6)), ('▁how', (7, 10)), ('▁are', (11, 14)), ('▁you?', (16, 20))]",
                why=N_(
                    "The page Pre-tokenize shows the same cuts; ▁ for the space before a word is on Encode, with T5."
                ),
                page="pretokenize",
                query={"sample": QUESTION, "pattern": "whitespace", "beside": "gpt2"},
                of_editions={"my": N_("This edition has lost the sign ▁ and prints a space.")},
            ),
        ),
    ),
    Part(
        headings(4, 2),
        (
            Entry(
                titles.DECODED,
                f"T5, {QUESTION}",
                lambda: _decoded("t5-small"),
                "'Hello, how are you?'",
                claim=N_("The tokens give back the normalized text, not more: the double space is gone."),
                page="encode",
                query={"word": QUESTION, "with": "t5-small"},
                of_editions={"zh-CN": N_("Not the original text, as this edition says.")},
            ),
            Entry(
                titles.DECODED,
                f"GPT-2, {QUESTION}",
                lambda: _decoded("gpt2"),
                right=repr(QUESTION),
                why=N_("GPT-2 has no normalization, so every text comes back as it was."),
                page="playground",
                query={"sample": QUESTION, "first": "gpt2", "second": "t5-small"},
            ),
        ),
    ),
    Part(
        headings(4, 3),
        (
            Entry(
                titles.SIZE,
                "BPE, WordPiece, Unigram",
                _sizes,
                claim=N_("BPE and WordPiece begin with few tokens and merge; Unigram begins with many and takes away."),
                printed="BPE 7 → 14, WordPiece 8 → 17, Unigram 16 → 10",
                why=N_("The number of tokens on hug, pug, pun, bun and hugs, from the start to the end."),
                page="compare",
            ),
        ),
    ),
)

COURSE_NORMALIZATION = Companion(
    "normalization",
    "Hugging Face Course 6.4: Normalization and pre-tokenization",
    "",
    PARTS,
    addresses(4),
)
