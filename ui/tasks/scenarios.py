"""The lessons that the Train page offers, each one click away."""

from dataclasses import dataclass, replace

from ui.i18n import gettext as _
from ui.show import visible
from ui.tasks.settings import Algorithm, Estimation, Settings, Source

OWN_TEXT = "text"
EXAMPLE = (
    "How much wood would a woodchuck chuck if a woodchuck could chuck wood? "
    "He would chuck, he would, as much as he could, and chuck as much wood "
    "as a woodchuck would if a woodchuck could chuck wood."
)
"""Of a text, for who has none at hand."""


@dataclass(frozen=True)
class Scenario:
    """A corpus to train on, with the settings that suit it."""

    key: str
    source: Source
    settings: Settings

    @property
    def title(self) -> str:
        """The name on the button."""
        return {
            "hug": "hug · pug · pun",
            "low": "low · lower · newest",
            "course": _("Four sentences"),
            "aaab": "aaabdaaabac",
            OWN_TEXT: _("Your text"),
        }[self.key]

    @property
    def blurb(self) -> str:
        """What the lesson is good for, in a sentence or two."""
        return {
            "hug": _(
                "The corpus, the text to train on, is five words with the number of times each occurs. "
                "Small enough to count by hand: start here."
            ),
            "low": _(
                "The example of the paper that brought BPE to language. A mark </w> ends each word, and a symbol "
                "that is no longer used leaves the vocabulary."
            ),
            "course": _(
                "Real sentences, cut into words as GPT-2 does it. The space before a word belongs to the word and is "
                "written Ġ."
            ),
            "aaab": _(
                "How it began: compressing bytes. The whole text is one word, and the vocabulary starts with all 256 "
                "bytes, so the first new token has the id 256."
            ),
            OWN_TEXT: _("Paste a text, or upload a file, and watch its tokens being learned."),
        }[self.key]

    def blurb_under(self, algorithm: Algorithm) -> str:
        """The sentences that hold under an algorithm: what is said of marks and bytes is so for byte-pair encoding."""
        if algorithm == "bpe" or self.key in ("hug", OWN_TEXT):
            return self.blurb
        return {
            "low": _("Four words that share beginnings and endings, with the number of times each occurs."),
            "course": _("Real sentences, cut into words at white space and punctuation."),
            "aaab": _("The whole text is one word of eleven characters."),
        }[self.key]


_SENTENCES = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)

SCENARIOS: dict[str, Scenario] = {
    scenario.key: scenario
    for scenario in (
        Scenario(
            "hug",
            Source.of_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}),
            Settings(vocab_size=20),
        ),
        Scenario(
            "low",
            Source.of_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
            Settings(vocab_size=20, end_of_word="symbol", drop_unused=True),
        ),
        Scenario(
            "course",
            Source.of_texts(*_SENTENCES),
            Settings(vocab_size=50, units="bytes", pre_tokenizer="gpt2", special_tokens=("<|endoftext|>",)),
        ),
        Scenario(
            "aaab",
            Source.of_texts("aaabdaaabac"),
            Settings(vocab_size=259, units="bytes", pre_tokenizer="none", all_bytes=True),
        ),
        Scenario(
            OWN_TEXT,
            Source.of_texts(""),
            Settings(vocab_size=300, units="bytes", pre_tokenizer="gpt2"),
        ),
    )
}


# What suits the other algorithms: the size of the vocabulary at which the lesson shows what it should.
_SIZES: dict[Algorithm, dict[str, int]] = {
    "wordpiece": {"hug": 20, "low": 30, "course": 70, "aaab": 20, OWN_TEXT: 300},
    "unigram": {"hug": 10, "low": 16, "course": 60, "aaab": 8, OWN_TEXT: 300},
    "words": {"hug": 4, "low": 3, "course": 20, "aaab": 2, OWN_TEXT: 300},
    "characters": {"hug": 20, "low": 20, "course": 60, "aaab": 20, OWN_TEXT: 300},
}
_BERT_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def usual_settings(scenario: str, algorithm: Algorithm) -> Settings:
    """The settings that a lesson starts from under an algorithm."""
    settings = SCENARIOS[scenario].settings
    if algorithm == "bpe":
        return settings
    usual = Settings(algorithm=algorithm, vocab_size=_SIZES[algorithm][scenario], pre_tokenizer=settings.pre_tokenizer)
    if settings.pre_tokenizer == "gpt2":  # its words begin with spaces, which only byte-pair encoding makes use of
        usual = replace(usual, pre_tokenizer="bert")
    if algorithm == "unigram":
        # Frequencies as they are, for the examples that are small enough to be counted by hand.
        estimation: Estimation = "plain" if scenario in ("hug", "low", "aaab") else "em"
        return replace(usual, estimation=estimation, special_tokens=("<unk>",))
    if algorithm == "wordpiece" and scenario == "course":
        return replace(usual, special_tokens=_BERT_TOKENS)
    return replace(usual, special_tokens=("[UNK]",))


@dataclass(frozen=True)
class Preset:
    """A word worth encoding, and the tokenizer to do it with."""

    word: str
    tokenizer: str

    @property
    def title(self) -> str:
        """The name on the button."""
        return visible(self.word)


PRESETS = (
    *(Preset(word, "trained") for word in ("bug", "mug", "thug", "unhug")),
    *(Preset(word, "gpt2") for word in (" Elaborate", "東", "supercalifragilistic")),
)
"""Examples for the Encode page: the first ones are for a tokenizer trained on hug, pug, pun."""
