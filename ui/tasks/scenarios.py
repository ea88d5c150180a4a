"""The scenarios that the Train page offers, each one click away."""

from dataclasses import dataclass

from ui.i18n import gettext as _
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
        """What it is good for, in a sentence or two; an algorithm may have others (see `Algorithm.blurb_of`)."""
        return {
            "hug": _(
                "The corpus, the text to train on, is five words with the number of times each occurs. "
                "Small enough to count by hand: start here."
            ),
            "low": _("Four words that share beginnings and endings, with the number of times each occurs."),
            "course": _("Real sentences, cut into words at white space and punctuation."),
            "aaab": _("The whole text is one word of eleven characters."),
            OWN_TEXT: _("Paste a text, or upload a file, and watch its tokens being learned."),
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
        Scenario("hug", Source.of_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), "whitespace"),
        Scenario("low", Source.of_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}), "whitespace"),
        Scenario("course", Source.of_texts(*_SENTENCES), "gpt2"),
        Scenario("aaab", Source.of_texts("aaabdaaabac"), "none"),
        Scenario(OWN_TEXT, Source.of_texts(""), "gpt2"),
    )
}
