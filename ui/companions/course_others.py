"""The Hugging Face course, chapter 6, sections 2, 8 and 10: a new tokenizer, block by block, and the quiz."""

import re
from collections.abc import Sequence
from math import prod

from bpe_engine import UnigramTraining, WordPieceTraining, load_pretrained
from bpe_engine.pre_tokenizers import GPT2, WHITESPACE
from ui.companions import titles
from ui.companions.course import addresses, headings
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.trained import bpe, tokenizer, training
from ui.companions.unigram_code import cuts
from ui.companions.writing import pieces
from ui.encoding.examples import cut_apart
from ui.i18n import N_
from ui.tokenizers import TokenizerName

FUNCTION = '''def add_numbers(a, b):
    """Add the two numbers `a` and `b`."""
    return a + b'''
BLOCKS = "Let's test pre-tokenization!"
BLOCK = "Let's test the pre-tokenizer!"
WITH_SPACE = re.compile(r" ?\S+")
ACCENTS = "Héllò hôw are ü?"


def _right(*answers: bool) -> str:
    """The numbers of the answers that are right."""
    return ", ".join(str(number) for number, is_right in enumerate(answers, 1) if is_right)


def _normalization() -> str:
    cleaned = load_pretrained("bert-base-uncased").normalized(ACCENTS).text == "hello how are u?"
    return _right(cleaned, False, False, False)


def _pre_tokenization() -> str:
    return _right(False, False, WHITESPACE.split(BLOCK) == BLOCK.split(), False)


def _grows(algorithm: str) -> bool:
    """Whether the vocabulary is small at the start, and larger at the end."""
    sizes = training("hug", algorithm).vocabulary_per_step
    return sizes[0] < sizes[-1]


def _bpe() -> str:
    state = bpe("hug").at(0)
    assert state.next_event is not None
    frequent = state.next_event.count == max(row.count for row in state.leaderboard)
    longest = cut_apart(TokenizerName("gpt2"), load_pretrained("gpt2")) is None  # none is cut otherwise
    return _right(_grows("bpe"), not _grows("bpe"), frequent, not frequent, not longest, longest)


def _longest_first(word: str, vocabulary: Sequence[str]) -> list[str]:
    """A word cut by the longest match from the left, with ## where it goes on."""
    tokens: list[str] = []
    place = 0
    while place < len(word):
        mark = "##" if place else ""
        end = max(end for end in range(place + 1, len(word) + 1) if mark + word[place:end] in vocabulary)
        tokens.append(mark + word[place:end])
        place = end
    return tokens


def _wordpiece() -> str:
    made = training("hug", "wordpiece")
    assert isinstance(made, WordPieceTraining)
    state, last = made.at(0), made.tokenizer(3)
    assert state.next_event is not None
    frequent = state.next_event.count == max(row.count for row in state.leaderboard)
    longest = last.tokenize("pugs") == _longest_first("pugs", [*last.vocabulary])
    return _right(_grows("wordpiece"), not _grows("wordpiece"), frequent, not frequent, not longest, longest)


def _unigram() -> str:
    made = training("hug", "unigram")
    assert isinstance(made, UnigramTraining)
    state = made.at(0)
    assert state.next_event is not None
    shares = {piece.token: piece.probability for piece in state.pieces}
    least = {removed.loss_increase for removed in state.next_event.removed}
    by_loss = least == {min(piece.loss_increase for piece in state.pieces)}
    found = tokenizer("hug", "unigram", step=0).tokenize("unhug")
    known = [cut for cut in cuts("unhug") if shares.keys() >= set(cut)]
    probable = found == max(known, key=lambda cut: prod(map(shares.__getitem__, cut)))
    return _right(_grows("unigram"), not _grows("unigram"), by_loss, not by_loss, probable, not probable)


OLD = (
    Part(
        headings(2, 0),
        (
            Entry(
                titles.TOKENS,
                "old_tokenizer.tokenize(example)",
                lambda: repr(load_pretrained("gpt2").tokenize(FUNCTION)),
                "['def', 'Ġadd', '_', 'n', 'umbers', '(', 'a', ',', 'Ġb', '):', 'Ċ', 'Ġ', 'Ġ', 'Ġ', 'Ġ\"\"\"', 'Add', "
                "'Ġthe', 'Ġtwo', 'Ġnumbers', 'Ġ`', 'a', '`', 'Ġand', 'Ġ`', 'b', '`', '.\"', '\"\"', 'Ċ', 'Ġ', 'Ġ', "
                "'Ġ', 'Ġreturn', 'Ġa', 'Ġ+', 'Ġb']",
                page="playground",
                query={"sample": FUNCTION, "first": "gpt2", "view": "symbols"},
            ),
            Entry(
                titles.SIZE,
                "len(old_tokenizer.tokenize(example))",
                lambda: str(len(load_pretrained("gpt2").tokenize(FUNCTION))),
                "36",
                why=N_("Each space of an indentation is a token of its own. In GPT-4’s vocabulary several are one."),
                page="playground",
                query={"sample": FUNCTION, "first": "gpt2", "second": "cl100k_base", "view": "symbols"},
            ),
            Entry(
                titles.SIZE,
                "len(tokens)",
                printed="27",
                why=N_(
                    "It takes the course’s tokenizer, trained on 1.6 GB of Python code, which are not here. Train on "
                    "code of your own and see how an indentation becomes one token."
                ),
                page="train",
                query=train("text", text=f"{FUNCTION}\n", split="gpt2"),
            ),
        ),
    ),
)

BLOCK_BY_BLOCK = (
    Part(
        headings(8, 0),
        (
            Entry(
                titles.CUT,
                f"ByteLevel, {BLOCKS}",
                lambda: pieces(GPT2, BLOCKS, space="Ġ"),
                "[('Let', (0, 3)), (\"'s\", (3, 5)), ('Ġtest', (5, 10)), ('Ġpre', (10, 14)), ('-', (14, 15)), "
                "('tokenization', (15, 27)), ('!', (27, 28))]",
                page="pretokenize",
                query={"sample": BLOCKS, "pattern": "gpt2"},
            ),
            Entry(
                titles.TOKENS,
                "tokenizer.train_from_iterator(…)",
                why=N_("The tokenizers that this section trains take the data set WikiText-2, which is not here."),
            ),
        ),
    ),
    Part(
        headings(8, 1),
        (
            Entry(
                titles.CUT,
                f"Metaspace, {BLOCK}",
                lambda: repr([(f"▁{word.group().strip()}", word.span()) for word in WITH_SPACE.finditer(BLOCK)]),
                "[(\"▁Let's\", (0, 5)), ('▁test', (5, 10)), ('▁the', (10, 14)), ('▁pre-tokenizer!', (14, 29))]",
                page="pretokenize",
                query={"sample": BLOCK, "pattern": "own", "regex": WITH_SPACE.pattern},
            ),
        ),
    ),
)

QUIZ = (
    Part(
        headings(10, 0),
        (
            Entry(
                titles.QUIZ,
                "1 – 5",
                why=N_("They ask about the library, not about how a tokenizer works."),
            ),
            Entry(
                titles.QUIZ,
                "6",
                _normalization,
                "1",
                why=N_("Normalization cleans a text up, before anything else is done. BERT takes its accents off."),
                page="encode",
                query={"word": ACCENTS, "with": "bert-base-uncased"},
                exercise=True,
            ),
            Entry(
                titles.QUIZ,
                "7",
                _pre_tokenization,
                "3",
                why=N_("Pre-tokenization cuts a text into words. The tokenizer cuts these into tokens."),
                page="pretokenize",
                query={"sample": BLOCK, "pattern": "whitespace"},
                exercise=True,
            ),
            Entry(
                titles.QUIZ,
                "8, BPE",
                _bpe,
                "1, 3, 5",
                why=N_(
                    "It begins with few tokens and learns merges, the most frequent pair each time. It cuts a word by "
                    "making the merges again."
                ),
                page="train",
                query=train("hug", 1),
                exercise=True,
            ),
            Entry(
                titles.QUIZ,
                "9, WordPiece",
                _wordpiece,
                "1, 4, 6",
                why=N_(
                    "It begins with few tokens too, but merges the pair with the best score, and cuts a word by the "
                    "longest match from the left."
                ),
                page="train",
                query=train("hug", 1, algorithm="wordpiece"),
                exercise=True,
            ),
            Entry(
                titles.QUIZ,
                "10, Unigram",
                _unigram,
                "2, 3, 5",
                why=N_(
                    "It begins with many tokens, takes away those without which the loss grows least, and cuts a word "
                    "in the most probable way."
                ),
                page="train",
                query=train("hug", 1, algorithm="unigram"),
                exercise=True,
            ),
        ),
    ),
)

COURSE_OLD = Companion("old", "Hugging Face Course 6.2: A new tokenizer from an old one", "", OLD, addresses(2))
COURSE_BLOCKS = Companion("blocks", "Hugging Face Course 6.8: Block by block", "", BLOCK_BY_BLOCK, addresses(8))
COURSE_QUIZ = Companion(
    "quiz",
    "Hugging Face Course 6.10: The quiz",
    N_("The questions are in the course. Here are the answers, by number."),
    QUIZ,
    addresses(10),
)
