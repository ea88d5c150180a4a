"""The four sentences of the Hugging Face course."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

_SENTENCES = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)

SCENARIO = Scenario(
    key="course",
    order=3,
    name=N_("Four sentences"),
    blurb=N_("Real sentences, cut into words at white space and punctuation."),
    descriptions={
        "bpe": N_(
            "Real sentences, cut into words as in GPT-2. The space before a word belongs to the word and is written Ġ."
        )
    },
    source=TextSource.from_texts(*_SENTENCES),
    pre_tokenizer="gpt2",
    units="bytes",
    size=60,
    settings={
        "bpe": {"vocab_size": 50, "special_tokens": ("<|endoftext|>",)},
        "wordpiece": {"vocab_size": 70, "special_tokens": ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")},  # as in BERT
        "words": {"vocab_size": 20},
        "superbpe": {"vocab_size": 59},
        "picky": {"vocab_size": 48},
        "parity": {"vocab_size": 50},
    },
    compared=60,
    unseen="This is not a token, hopefully.",
    example_words=("tokenization", "This token", "Face to face"),
)
