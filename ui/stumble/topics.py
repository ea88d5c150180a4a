"""The topics of the page “Why models stumble”, as data: texts, samples, questions. The numbers come from ui.stumble.

A sample's name stands in the texts for what was counted on it: `{name}` is "3 tokens", `{name_text}` the text,
`{name_parts}` its tokens, `{name_ids}` their ids, `{name_characters}` and `{name_count}` are numbers. What else
stands in braces is a fact of the topic, from the function of its name in ui.stumble.
"""

import json
from dataclasses import dataclass
from typing import Literal

from ui.i18n import N_

TokenizerKey = Literal["gpt2", "cl100k_base", "o200k_base"]


@dataclass(frozen=True)
class Sample:
    """A text that a tokenizer cuts, drawn with its tokens where `drawn`."""

    name: str
    tokenizer: TokenizerKey
    text: str
    special: Literal["none", "all"] = "none"
    drawn: bool = True
    about: str = ""


@dataclass(frozen=True)
class Topic:
    """One topic: a question, its options (the right one comes from the numbers), and what explains the answer."""

    key: str
    title: str
    question: str
    options: tuple[str, ...]
    explanation: tuple[str, ...]
    samples: tuple[Sample, ...] = ()
    given: tuple[str, ...] = ()  # texts that the question is about, shown as they are


RECORDS: tuple[dict[str, str | int], ...] = (
    {"name": "Ada", "born": 1815, "city": "London", "field": "mathematics"},
    {"name": "Emmy", "born": 1882, "city": "Erlangen", "field": "algebra"},
    {"name": "Grace", "born": 1906, "city": "New York", "field": "computing"},
)


def as_yaml(records: tuple[dict[str, str | int], ...]) -> str:
    """Flat records as YAML, for values that need no quotes."""
    return "".join(
        f"{'  ' if number else '- '}{key}: {value}\n"
        for record in records
        for number, (key, value) in enumerate(record.items())
    )


WRITTEN = {
    "indented": json.dumps(RECORDS, indent=2) + "\n",
    "compact": json.dumps(RECORDS, separators=(",", ":")) + "\n",
    "yaml": as_yaml(RECORDS),
}
"""The same data in three ways."""

CODE = """\
def primes(limit):
    found = []
    for number in range(2, limit):
        for prime in found:
            if number % prime == 0:
                break
        else:
            found.append(number)
    return found
"""

WORD = "lollipop"
NUMBER = 1234567
SUM = f"1275+6773={1275 + 6773}"
END = "<|endoftext|>"
GLITCH = " SolidGoldMagikarp"
# From the list of Rumbelow and Watkins.
GLITCHES = (GLITCH, " TheNitromeFan", " RandomRedditorWithNo", " attRot", " guiActiveUn", "quickShipAvailable")
LANGUAGE = "mya"

TOPICS: tuple[Topic, ...] = (
    Topic(
        key="spelling",
        title=N_("Spelling"),
        question=N_(
            "“{berry_text}” has {berry_characters} letters. How many tokens is it for GPT-4's tokenizer, cl100k, with "
            "nothing before it?"
        ),
        options=("{berry_letters}", "{berry}", "{spaced}"),
        explanation=(
            N_(
                "“{berry_text}” is {berry}, and with a space before it {spaced}. The letter r occurs {times} "
                "in it; tokens that are an r and nothing else: {alone}. Spelled out, it is {spelled}: now there is "
                "something to count."
            ),
            N_(
                "“{style_text}”, a name from programs, has {style_characters} characters, and is {style}. The model is "
                "given the id {style_ids} and nothing else: the number does not say which letters are in it, or how "
                "many. To spell it, the model must have learned the spelling by heart."
            ),
        ),
        samples=(
            Sample("berry", "cl100k_base", "strawberry", about=N_("alone")),
            Sample("spaced", "cl100k_base", " strawberry", about=N_("with a space before it")),
            Sample("spelled", "cl100k_base", "s t r a w b e r r y", about=N_("spelled out")),
            Sample("style", "cl100k_base", ".DefaultCellStyle"),
            Sample("older", "gpt2", ".DefaultCellStyle"),
        ),
    ),
    Topic(
        key="reversing",
        title=N_("Reversing a word"),
        question=N_(
            "“{forward_text}” is {forward} for GPT-4's tokenizer. “{backward_text}” is the same word backwards. "
            "Does it take as many tokens?"
        ),
        options=(N_("Fewer"), N_("As many"), N_("More")),
        explanation=(
            N_("Forwards it is {forward}, backwards {backward}. Tokens that both have: {shared}."),
            N_(
                "The order of the tokens turned around is “{turned_text}”, which is not the word backwards. To "
                "reverse a word, a model must know the letters inside of each token, and then find other tokens for "
                "the result."
            ),
        ),
        samples=(
            Sample("forward", "cl100k_base", WORD),
            Sample("backward", "cl100k_base", WORD[::-1]),
        ),
    ),
    Topic(
        key="arithmetic",
        title=N_("Arithmetic"),
        question=N_("How does GPT-4's tokenizer, cl100k, cut the number {long_text}?"),
        options=("{thousands}", "{single}", "{long_parts}"),
        explanation=(
            N_(
                "It takes {group} digits at a time, from the left: {long_parts}. People group digits from the "
                "right: {thousands}. So where numbers differ in length, their ones and tens don't stand in the same "
                "place of a token, and carrying becomes a matter of memory."
            ),
            N_(
                "GPT-2 knows no rule: it cuts the same number into {long_old_parts}, because its merges made those "
                "groups. Of the numbers from 1000 to 9999 it has {four_old} as a token, cl100k {four}; of those "
                "from 100 to 999, GPT-2 has {three_old} and cl100k {three}."
            ),
        ),
        samples=(
            Sample("long_old", "gpt2", str(NUMBER)),
            Sample("long", "cl100k_base", str(NUMBER)),
            Sample("sum_old", "gpt2", SUM),
            Sample("sum", "cl100k_base", SUM),
        ),
    ),
    Topic(
        key="spaces",
        title=N_("Spaces"),
        question=N_("“world” and “·world”, with a space before it: what are they for GPT-4's tokenizer?"),
        options=(
            N_("The same token: the space is dropped"),
            N_("Two tokens with ids of their own"),
            N_("“world” in both, and a token for the space"),
        ),
        explanation=(
            N_(
                "They are {bare} with the id {bare_ids}, and {led} with the id {led_ids}. For the model these are "
                "two numbers; that they are the same word is something it has to learn. {leading} of the {all} "
                "tokens of cl100k begin with a space: {share}."
            ),
            N_(
                "A space at the end of a prompt is a token of its own: “{prompt_text}” is {prompt}, and the last one "
                "is only a space. In “{full_text}” that space belongs to “{last}”. After a space that stands alone, "
                "the model has to continue in a way that it has hardly seen: better end a prompt without a space."
            ),
        ),
        samples=(
            Sample("bare", "cl100k_base", "world"),
            Sample("led", "cl100k_base", " world"),
            Sample("prompt", "cl100k_base", "The sky is "),
            Sample("full", "cl100k_base", "The sky is blue"),
        ),
    ),
    Topic(
        key="special",
        title=N_("The end of a text"),
        question=N_(
            "“{plain_text}” is the name of the token that ends a text. Someone types these {plain_characters} "
            "characters. Read as plain text, how many tokens are they for GPT-4's tokenizer?"
        ),
        options=("{token}", "{plain}", "{plain_letters}"),
        explanation=(
            N_(
                "As plain text it is {plain}, like any other text. As the special token it is {token}, with the id "
                "{token_ids}. No merge makes that id: a text can't become it unless the program lets it."
            ),
            N_(
                "If a program takes pasted text for special tokens, a stranger's text can end the model's text where "
                "it likes. If it drops them, the text that is shown is not the text that was read. So OpenAI's "
                "tiktoken, and the engine here, refuse until they are told what is meant. The message:"
            ),
            "{message}",
        ),
        samples=(
            Sample("plain", "cl100k_base", END, drawn=False),
            Sample("token", "cl100k_base", END, "all", drawn=False),
            Sample("text", "cl100k_base", f"The end.{END}Once", about=N_("read as plain text")),
            Sample("mark", "cl100k_base", f"The end.{END}Once", "all", about=N_("read as a special token")),
        ),
    ),
    Topic(
        key="formats",
        title=N_("JSON or YAML"),
        question=N_("The same {records} records, written in three ways. Which takes the fewest tokens in cl100k?"),
        options=(N_("JSON with indentation"), N_("JSON on one line"), N_("YAML")),
        explanation=(
            N_(
                "Counted here: JSON with indentation {indented}, JSON on one line {compact}, YAML {yaml}. "
                "The longest takes {more} more than the shortest."
            ),
            N_(
                "Signs, quotes and white space are tokens too. How much they cost depends on the data and on the "
                "tokenizer, so count before you choose: the table has all three tokenizers."
            ),
        ),
        samples=tuple(Sample(name, "cl100k_base", text) for name, text in WRITTEN.items()),
        given=tuple(WRITTEN.values()),
    ),
    Topic(
        key="code",
        title=N_("Indentation"),
        question=N_("GPT-2 makes {old} of this Python function. How many does GPT-4's tokenizer, cl100k, make?"),
        options=("{old}", "{twice}", "{new}"),
        explanation=(
            N_(
                "GPT-4's tokenizer makes {new}. Of GPT-2's tokens {white_old} are nothing but white space, "
                "of cl100k's {white}."
            ),
            N_(
                "Up to how many spaces is every run of spaces one token? In cl100k up to {run}, in GPT-2 up to "
                "{run_old}. Indentation that costs fewer tokens leaves more room for the code in what a model can "
                "read at once."
            ),
        ),
        samples=(Sample("old", "gpt2", CODE), Sample("new", "cl100k_base", CODE)),
        given=(CODE,),
    ),
    Topic(
        key="languages",
        title=N_("What a language costs"),
        question=N_(
            "Article 1 of the Universal Declaration of Human Rights in English is {english} for GPT-2. "
            "How many times as many does it take in {language}?"
        ),
        options=("{low}", "{middle}", "{high}"),
        explanation=(
            N_(
                "In {language} it takes {gpt2} times as many tokens as in English with GPT-2, {cl100k} times "
                "with cl100k and {o200k} times with o200k. More tokens cost more money and time, and fill up the "
                "text that a model can hold."
            ),
            N_(
                "These tokenizers start from bytes. In UTF-8 a character of this text has {bytes} bytes on "
                "average, an English one {english_bytes}; and merges were learned from text in which English is "
                "most frequent."
            ),
            N_(
                "A caveat: translations differ in length, and languages too say the same in more or fewer "
                "characters. The chart compares this one article, not the languages as such."
            ),
        ),
    ),
    Topic(
        key="rare",
        title=N_("Tokens that nobody writes"),
        question=N_("One of these is a single token in GPT-2's vocabulary. Which one?"),
        options=("{first_text}", "{second_text}", "{third_text}"),
        explanation=(
            N_(
                "Computed here: for GPT-2 “{second_text}” is {second}, with the id {second_ids}, made by the merge "
                "of rank {rank} of {merges}. Tokenizers made later, from other text, have no such token: cl100k "
                "makes {cl100k} of it, o200k {o200k}. Article 1 in all {languages} languages together uses "
                "{used} of GPT-2's {all} tokens."
            ),
            N_(
                "Known from others: Jessica Rumbelow and Matthew Watkins (2023) found that models with GPT-2's "
                "vocabulary could not repeat this token and answered with something else. It is the name of a user "
                "of the forum Reddit. The likely reason: the vocabulary was learned from text that had the name "
                "often, the model from text that hardly had it. So the token has a number, but the model never "
                "learned what it means. More tokens of their list are below."
            ),
        ),
        samples=(
            Sample("first", "gpt2", " woodpecker"),
            Sample("second", "gpt2", GLITCH),
            Sample("third", "gpt2", " hedgehogs"),
            Sample("cl100k", "cl100k_base", GLITCH),
            Sample("o200k", "o200k_base", GLITCH),
            *(Sample(f"other{number}", "gpt2", text) for number, text in enumerate(GLITCHES[1:])),
        ),
    ),
)
"""In the order in which they are offered."""
