"""The scenarios that the Train page offers, each one click away."""

from dataclasses import dataclass
from unicodedata import normalize

from ui.i18n import gettext as _
from ui.i18n import language_tag
from ui.tasks.settings import PreTokenizerName, Source

OWN_TEXT = "text"
EXAMPLE = (
    "How much wood would a woodchuck chuck if a woodchuck could chuck wood? "
    "He would chuck, he would, as much as he could, and chuck as much wood "
    "as a woodchuck would if a woodchuck could chuck wood."
)
"""Of a text, for who has none at hand."""


@dataclass(frozen=True)
class Scenario:
    """A corpus to train on, and how its text is cut into words."""

    key: str
    source: Source
    pre_tokenizer: PreTokenizerName
    language: str = ""  # of its words, as a web page names it; whose readers see it early

    @property
    def title(self) -> str:
        """The name on the button."""
        return {
            "hug": "hug · pug · pun",
            "low": "low · lower · newest",
            "course": _("Four sentences"),
            "aaab": "aaabdaaabac",
            "tones": "hoa · hoà · hoá",
            "marks": "hoa · hoà · hoá (NFD)",
            "stems": "стол · стола · столы",
            "words": "北京 · 大学 · 学生",
            OWN_TEXT: _("Your text"),
        }[self.key]

    @property
    def blurb(self) -> str:
        """What it is good for, in a sentence or two; an algorithm may have others (see `Algorithm.blurb_of`)."""
        return {
            "hug": _(
                "The corpus, the text to train on, is five words with the number of times each occurs. "
                "Small enough to count by hand: start here."
            ),
            "low": _("Four words that share beginnings and endings, with the number of times each occurs."),
            "course": _("Real sentences, cut into words at white space and punctuation."),
            "aaab": _("The whole text is one word of eleven characters."),
            "tones": _(
                "Vietnamese, each letter with its tone as one character (NFC): a and à have as little in common as a "
                "and b, so a syllable is learned anew with each tone."
            ),
            "marks": _(
                "The same Vietnamese words with their tones as characters of their own (NFD): they look the same, but "
                "now the syllables are learned first, and the tones are added to them."
            ),
            "stems": _(
                "Russian: a stem has several endings. The stem occurs in all of the forms, so it is learned first, and "
                "the endings later."
            ),
            "words": _(
                "Chinese is written without spaces, so what is a word? Counting finds the pieces that occur "
                "together, and in 大学生 it is 大学 with 生, though 学生 is a word as well."
            ),
            OWN_TEXT: _("Paste a text, or upload a file, and watch its tokens being learned."),
        }[self.key]


_SENTENCES = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)

_TONES = {"hoa": 4, "hoá": 6, "hoà": 9, "toà": 5, "toả": 3}
_CITY = {"北京": 6, "北京大学": 4, "大学": 5, "大学生": 4, "学生": 3}

SCENARIOS: dict[str, Scenario] = {
    scenario.key: scenario
    for scenario in (
        Scenario("hug", Source.of_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), "whitespace"),
        Scenario("low", Source.of_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}), "whitespace"),
        Scenario("course", Source.of_texts(*_SENTENCES), "gpt2"),
        Scenario("aaab", Source.of_texts("aaabdaaabac"), "none"),
        Scenario("tones", Source.of_counts(_TONES), "whitespace", "vi"),
        Scenario(
            "marks", Source.of_counts({normalize("NFD", word): n for word, n in _TONES.items()}), "whitespace", "vi"
        ),
        Scenario(
            "stems", Source.of_counts({"стол": 5, "стола": 4, "столы": 3, "дом": 6, "дома": 4}), "whitespace", "ru"
        ),
        Scenario("words", Source.of_counts(_CITY), "whitespace", "zh-Hans"),
        Scenario(OWN_TEXT, Source.of_texts(""), "gpt2"),
    )
}


def in_order() -> list[str]:
    """The scenarios as they are offered: those in the reader's language stand after the first."""
    first, *others = SCENARIOS
    return [first, *sorted(others, key=lambda key: SCENARIOS[key].language != language_tag())]
