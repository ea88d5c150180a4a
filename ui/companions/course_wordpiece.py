"""The Hugging Face course, chapter 6, section 6: WordPiece."""

from typing import Any

from bpe_engine import WordPieceTraining
from bpe_engine.wordpiece.training import WordPieceState
from ui.companions import titles
from ui.companions.course import addresses, headings
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.trained import tokenizer, training
from ui.companions.writing import first, quoted, rule, words
from ui.i18n import N_

SENTENCE = "This is the Hugging Face course!"


def _training(scenario: str, **changes: Any) -> WordPieceTraining:
    made = training(scenario, "wordpiece", **changes)
    assert isinstance(made, WordPieceTraining)
    return made


def _state(scenario: str, step: int) -> WordPieceState:
    return _training(scenario).at(step)


def _hug(step: int) -> dict[str, str]:
    return train("hug", step, algorithm="wordpiece")


def _course(step: int) -> dict[str, str]:
    return train("course", step, algorithm="wordpiece")


def _with_merges(count: int) -> dict[str, str]:
    """On Encode, with the tokenizer after so many merges: 7 symbols and the unknown token come before them."""
    return {"with": "trained", **train("hug", algorithm="wordpiece", vocab=8 + count)}


WITH_COURSE = {"with": "trained", **train("course", algorithm="wordpiece")}


def _merge(number: int) -> str:
    event = _training("hug").events[number - 1]
    return rule(*event.pair, event.token)


def _cut(word: str, merges: int) -> str:
    return quoted(tokenizer("hug", "wordpiece", vocab_size=8 + merges).tokenize(word))


def _alphabet() -> str:
    symbols = [token for token in _state("hug", 0).vocabulary if token != "[UNK]"]
    return quoted(sorted(symbols, key=lambda symbol: (symbol.startswith("##"), symbol)))


def _as_share(step: int, *pairs: tuple[str, str]) -> str:
    """Scores as the course writes them: one divided by a whole number."""
    rows = {row.pair: row for row in _state("hug", step).leaderboard}
    found = []
    for pair in pairs:
        row = next(each for key, each in rows.items() if tuple(key) == pair)
        found.append(f'("{pair[0]}", "{pair[1]}") 1/{row.left_count * row.right_count / row.count:g}')
    return ", ".join(found)


def _scores() -> dict[tuple[str, str], float]:
    """Of all pairs, in the order in which they come in the corpus."""
    state = _state("course", 0)
    scores = {(row.pair.left, row.pair.right): row.score for row in state.leaderboard}
    pairs = [pair for word in state.words for pair in zip(word.symbols, word.symbols[1:], strict=False)]
    return {pair: scores[pair] for pair in pairs}


def _best() -> str:
    event = _training("course").events[0]
    return f"{(event.pair.left, event.pair.right)!r} {event.score!r}"


def _about(step: int) -> str:
    return repr(next(list(word.symbols) for word in _state("course", step).words if word.word == "about"))


def _encoded(text: str) -> str:
    return repr(tokenizer("course", "wordpiece").tokenize(text))


THIRD = N_("From the text’s own numbers (hu, ##gs) has 1/15, and (hu, ##g) only 2/45. So hugs comes before hug.")

PARTS = (
    Part(
        headings(6, 0),
        (
            Entry(
                titles.CORPUS,
                "word",
                lambda: " ".join(training("text", "wordpiece", text="word").at(0).words[0].symbols),
                "w ##o ##r ##d",
                page="train",
                query=train("text", 0, algorithm="wordpiece", text="word"),
            ),
            Entry(
                titles.CORPUS,
                "",
                lambda: words(_state("hug", 0).words),
                '("h" "##u" "##g", 10), ("p" "##u" "##g", 5), ("p" "##u" "##n", 12), ("b" "##u" "##n", 4), '
                '("h" "##u" "##g" "##s", 5)',
                page="train",
                query=_hug(0),
            ),
            Entry(
                titles.ALPHABET,
                "",
                _alphabet,
                '["b", "h", "p", "##g", "##n", "##s", "##u"]',
                page="train",
                query=_hug(0),
            ),
            Entry(
                titles.SCORES,
                "##u ##g, ##g ##s",
                lambda: _as_share(0, ("##u", "##g"), ("##g", "##s")),
                '("##u", "##g") 1/36, ("##g", "##s") 1/20',
                page="train",
                query=_hug(0),
            ),
            Entry(titles.MERGE, "1", lambda: _merge(1), '("##g", "##s") -> "##gs"', page="train", query=_hug(1)),
            Entry(titles.MERGE, "2", lambda: _merge(2), '("h", "##u") -> "hu"', page="train", query=_hug(2)),
            Entry(
                titles.SCORES,
                "hu ##g, hu ##gs",
                lambda: _as_share(2, ("hu", "##g"), ("hu", "##gs")),
                '("hu", "##g") 1/15, ("hu", "##gs") 1/15',
                right='("hu", "##g") 1/22.5, ("hu", "##gs") 1/15',
                why=THIRD,
                page="train",
                query=_hug(2),
            ),
            Entry(
                titles.MERGE,
                "3",
                lambda: _merge(3),
                '("hu", "##g") -> "hug"',
                right='("hu", "##gs") -> "hugs"',
                why=THIRD,
                page="train",
                query=_hug(3),
            ),
            Entry(
                titles.NEXT,
                "4",
                lambda: _merge(4),
                right='("hu", "##g") -> "hug"',
                why=N_("With the text’s vocabulary, which has “hug” already, it would be (hu, ##gs)."),
                page="train",
                query=_hug(4),
                exercise=True,
            ),
        ),
    ),
    Part(
        headings(6, 1),
        (
            Entry(
                titles.TOKENS,
                "hugs",
                lambda: _cut("hugs", 3),
                '["hug", "##s"]',
                right='["hugs"]',
                why=THIRD,
                page="encode",
                query={"word": "hugs"} | _with_merges(3),
            ),
            Entry(
                titles.TOKENS,
                "bugs",
                lambda: _cut("bugs", 3),
                '["b", "##u", "##gs"]',
                page="encode",
                query={"word": "bugs"} | _with_merges(3),
            ),
            Entry(
                titles.TOKENS,
                "mug",
                lambda: _cut("mug", 3),
                '["[UNK]"]',
                page="encode",
                query={"word": "mug"} | _with_merges(3),
            ),
            Entry(
                titles.TOKENS,
                "bum",
                lambda: _cut("bum", 3),
                '["[UNK]"]',
                page="encode",
                query={"word": "bum"} | _with_merges(3),
            ),
            Entry(
                titles.TOKENS,
                "pugs",
                lambda: _cut("pugs", 3),
                right='["p", "##u", "##gs"]',
                page="encode",
                query={"word": "pugs"} | _with_merges(3),
                exercise=True,
            ),
        ),
    ),
    Part(
        headings(6, 2),
        (
            Entry(
                titles.SIZE,
                "len(word_freqs), len(alphabet)",
                lambda: f"{len(_training('course').corpus.words)}, {len(_state('course', 0).vocabulary) - 5}",
                right="30, 40",
                why=N_("The vocabulary has five special tokens besides."),
                page="train",
                query=_course(0),
                of_editions=dict.fromkeys(
                    ("th", "zh-TW"), N_("In this edition’s own sentences “course” is written small.")
                ),
            ),
            Entry(
                titles.SCORES,
                "compute_pair_scores(splits)",
                lambda: first(_scores(), 6),
                "('T', '##h'): 0.125 ('##h', '##i'): 0.03409090909090909 ('##i', '##s'): 0.02727272727272727 "
                "('i', '##s'): 0.1 ('t', '##h'): 0.03571428571428571 ('##h', '##e'): 0.011904761904761904",
                page="train",
                query=_course(0),
            ),
            Entry(titles.NEXT, "best_pair, max_score", _best, "('a', '##b') 0.2", page="train", query=_course(0)),
            Entry(
                titles.FUNCTION,
                'splits["about"]',
                lambda: _about(1),
                "['ab', '##o', '##u', '##t']",
                page="train",
                query=_course(1),
            ),
            Entry(
                titles.MERGES,
                "vocab_size = 70",
                lambda: ", ".join(repr(event.token) for event in _training("course").events),
                "'ab', '##fu', 'Fa', 'Fac', '##ct', '##ful', '##full', '##fully', 'Th', 'ch', '##hm', 'cha', 'chap', "
                "'chapt', '##thm', 'Hu', 'Hug', 'Hugg', 'sh', 'th', 'is', '##thms', '##za', '##zat', '##ut'",
                page="train",
                query=_course(25),
            ),
            Entry(
                titles.TOKENS,
                "Hugging",
                lambda: _encoded("Hugging"),
                "['Hugg', '##i', '##n', '##g']",
                page="encode",
                query={"word": "Hugging"} | WITH_COURSE,
            ),
            Entry(
                titles.TOKENS,
                "HOgging",
                lambda: _encoded("HOgging"),
                "['[UNK]']",
                page="encode",
                query={"word": "HOgging"} | WITH_COURSE,
            ),
            Entry(
                titles.TOKENS,
                SENTENCE,
                lambda: _encoded(SENTENCE),
                "['Th', '##i', '##s', 'is', 'th', '##e', 'Hugg', '##i', '##n', '##g', 'Fac', '##e', 'c', '##o', '##u', "
                "'##r', '##s', '##e', '[UNK]']",
                page="encode",
                query={"word": SENTENCE} | WITH_COURSE,
                of_editions={"fr": N_("This edition has “Course” with a capital letter, which is cut otherwise.")},
            ),
        ),
    ),
)

COURSE_WORDPIECE = Companion(
    "wordpiece",
    "Hugging Face Course 6.6: WordPiece",
    N_("The course’s section on WordPiece, with ## where a word goes on."),
    PARTS,
    addresses(6),
)
