"""Chinese words with common parts."""

from ui.base.i18n import N_
from ui.tokenization.scenarios.scenario import Scenario
from ui.tokenization.tasks.task import TextSource

SCENARIO = Scenario(
    key="words",
    order=8,
    name="北京 · 大学 · 学生",
    blurb=N_(
        "Chinese is written without spaces, so what is a word? Counting finds the pieces that occur together: in "
        "大学生 it is 大学 with 生, though 学生 is a word too."
    ),
    source=TextSource.from_counts({"北京": 6, "北京大学": 4, "大学": 5, "大学生": 4, "学生": 3}),
    pre_tokenizer="whitespace",
    language="zh-Hans",
    settings={"unigram": {"vocab_size": 9, "estimation": "plain"}, "words": {"vocab_size": 3}},
    compared=8,
    unseen="北大 大学生 学生",
    example_words=("北大", "大学生", "北京大学生"),
)
