"""The Hugging Face course, chapter 6, section 5: byte-pair encoding."""

from bpe_engine import BPETokenizer, BPETrainer, Corpus, Pair, load_pretrained
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.symbols import count_pairs, merge_symbols
from ui.companions import titles
from ui.companions.course import addresses, headings
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.trained import bpe, bpe_tokenizer, count, state, tokenizer
from ui.companions.writing import first, pieces, quoted, rule, words
from ui.encoding.examples import EMOJI
from ui.i18n import N_
from ui.tasks.scenarios import SCENARIOS

TEXTS = SCENARIOS["course"].source.texts
THREE_MERGES = {"with": "trained", **train("hug", vocab=10)}
STEPS = "This is"
FIFTY = {"view": "symbols", "with": "trained", **train("course")}


def _counts(step: int, *pairs: tuple[str, str]) -> str:
    return ", ".join(f'("{left}", "{right}") {count("hug", step, left, right)}' for left, right in pairs)


def _merge(number: int) -> str:
    event = bpe("hug").events[number - 1]
    return rule(*event.pair, event.token)


def _cut(word: str) -> str:
    return quoted(tokenizer("hug", vocab_size=10).tokenize(word))


def _steps_of_thug() -> str:
    steps = bpe_tokenizer("hug", vocab_size=10).encode_steps("thug")
    return ", ".join(f"{step.pair.left}+{step.pair.right}" for step in steps if step.pair)


def _vocabulary(step: int) -> str:
    return quoted(state("hug", step).vocabulary)


def _remaining() -> str:
    return ", ".join(f'("{event.pair.left}", "{event.pair.right}") {event.count}' for event in bpe("hug").events[3:])


def _counted_words() -> dict[str, int]:
    return dict(bpe("course").corpus.words)


def _pair_freqs() -> dict[tuple[str, str], int]:
    counts = count_pairs((list(word), number) for word, number in _counted_words().items())
    return {(left, right): number for (left, right), number in counts.items()}


def _best_pair() -> str:
    freqs = _pair_freqs()
    best = max(freqs, key=lambda pair: freqs[pair])
    return f"{best!r} {freqs[best]}"


def _merges() -> str:
    return repr({tuple(event.pair): event.token for event in bpe("course").events})


def _other_size() -> str:
    trainer = bpe("course", all_bytes=True, vocab_size=257)
    return str(len(trainer.vocabulary_at(0)))


def _by_smallest_ids() -> str:
    made = bpe("course", tie_break="smallest-id")
    ours = {event.token for event in bpe("course").events}
    return repr([event.token for event in made.events if event.token not in ours])


def _replayed(text: str) -> str:
    """The course's own way: one rule after the other, over all words."""
    merges = [(event.pair, event.token) for event in bpe("course").events]
    found = []
    for piece in GPT2.split(text):
        symbols = list(piece.replace(" ", "Ġ"))
        for pair, token in merges:
            symbols = merge_symbols(symbols, pair, token)
        found += symbols
    return repr(found)


def _byte_symbols() -> str:
    return str(len([token for token in load_pretrained("gpt2").vocabulary if len(token) == 1]))


def _encoded_in_steps() -> str:
    made = bpe_tokenizer("course")
    pieces = [piece.replace(" ", "Ġ") for piece in GPT2.split(STEPS)]
    return " → ".join(map(repr, (pieces, list("".join(pieces)), made.tokenize(STEPS))))


def _unknown_emoji() -> str:
    letters = BPETrainer(vocab_size=12).train(Corpus.from_counts({"hug": 10, "pug": 5}))
    assert isinstance(letters, BPETokenizer)
    return repr(letters.tokenize(EMOJI))


PARTS = (
    Part(
        headings(5, 0),
        (
            Entry(
                titles.SAID,
                "GPT, GPT-2, RoBERTa, BART, DeBERTa",
                lambda: ", ".join(f"{event.pair.left}+{event.pair.right}" for event in bpe("low").events[:3]),
                right="e+s, es+t, est+</w>",
                why=N_(
                    "Byte-pair encoding did not come to GPT from compression at once: Sennrich, Haddow and Birch took "
                    "it for words, to translate, with these merges of low, lower, newest and widest as their example."
                ),
                page="train",
                query=train("low", 3),
            ),
            Entry(
                titles.ALPHABET,
                '"hug", "pug", "pun", "bun", "hugs"',
                lambda: quoted(state("hug", 0).vocabulary),
                '["b", "g", "h", "n", "p", "s", "u"]',
                page="train",
                query=train("hug", 0),
            ),
            Entry(
                titles.SAID,
                "ASCII",
                lambda: str(sum(symbol.isascii() for symbol in state("course", 0).vocabulary if len(symbol) == 1)),
                claim=N_("In practice the symbols at the start have at least all of ASCII."),
                right="29",
                why=N_("Of its 128 characters only those that the text has, unless one adds the others."),
                page="train",
                query=train("course", 0),
            ),
            Entry(
                titles.SAID,
                EMOJI,
                _unknown_emoji,
                claim=N_("A character that the training never saw becomes the unknown token: emoji fare badly."),
                printed="['[UNK]']",
                why=N_("On characters it does. On bytes nothing is unknown."),
                page="encode",
                query={"word": EMOJI, **THREE_MERGES},
            ),
            Entry(
                titles.TOKENS,
                f"{EMOJI}, GPT-2",
                lambda: repr(load_pretrained("gpt2").tokenize(EMOJI)),
                right="['ðŁ', '¤', 'Ĺ']",
                why=N_("The same emoji on bytes: three tokens, and none is unknown."),
                page="encode",
                query={"word": EMOJI, "with": "gpt2", "view": "symbols"},
            ),
            Entry(
                titles.SIZE,
                "GPT-2, RoBERTa",
                _byte_symbols,
                "256",
                page="bytes",
                of_editions={
                    "zh-CN": N_("All characters can be written in bytes: not nearly all, as this edition says.")
                },
            ),
            Entry(
                titles.WORDS,
                "hug, pug, pun, bun, hugs",
                lambda: ", ".join(f'("{word}", {number})' for word, number in bpe("hug").corpus.words.items()),
                '("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)',
                page="train",
                query=train("hug", 0),
                of_editions={"vi": N_("This edition has “hug” twice; the second is “hugs”.")},
            ),
            Entry(
                titles.CORPUS,
                "",
                lambda: words(state("hug", 0).words),
                '("h" "u" "g", 10), ("p" "u" "g", 5), ("p" "u" "n", 12), ("b" "u" "n", 4), ("h" "u" "g" "s", 5)',
                page="train",
                query=train("hug", 0),
            ),
            Entry(
                titles.PAIRS,
                "h u, u g",
                lambda: _counts(0, ("h", "u"), ("u", "g")),
                '("h", "u") 15, ("u", "g") 20',
                why=N_("It counts in the corpus; the text says “in the vocabulary”."),
                page="train",
                query=train("hug", 0),
            ),
            Entry(
                titles.MERGE,
                "1",
                lambda: _merge(1),
                '("u", "g") -> "ug"',
                page="train",
                query=train("hug", 1),
            ),
            Entry(
                titles.VOCABULARY,
                "+ ug",
                lambda: _vocabulary(1),
                '["b", "g", "h", "n", "p", "s", "u", "ug"]',
                page="train",
                query=train("hug", 1),
            ),
            Entry(
                titles.CORPUS,
                "+ ug",
                lambda: words(state("hug", 1).words),
                '("h" "ug", 10), ("p" "ug", 5), ("p" "u" "n", 12), ("b" "u" "n", 4), ("h" "ug" "s", 5)',
                page="train",
                query=train("hug", 1),
            ),
            Entry(
                titles.PAIRS,
                "h ug, u n",
                lambda: _counts(1, ("h", "ug"), ("u", "n")),
                '("h", "ug") 15, ("u", "n") 16',
                page="train",
                query=train("hug", 1),
            ),
            Entry(titles.MERGE, "2", lambda: _merge(2), '("u", "n") -> "un"', page="train", query=train("hug", 2)),
            Entry(
                titles.VOCABULARY,
                "+ un",
                lambda: _vocabulary(2),
                '["b", "g", "h", "n", "p", "s", "u", "ug", "un"]',
                page="train",
                query=train("hug", 2),
            ),
            Entry(
                titles.CORPUS,
                "+ un",
                lambda: words(state("hug", 2).words),
                '("h" "ug", 10), ("p" "ug", 5), ("p" "un", 12), ("b" "un", 4), ("h" "ug" "s", 5)',
                page="train",
                query=train("hug", 2),
            ),
            Entry(titles.MERGE, "3", lambda: _merge(3), '("h", "ug") -> "hug"', page="train", query=train("hug", 3)),
            Entry(
                titles.VOCABULARY,
                "+ hug",
                lambda: _vocabulary(3),
                '["b", "g", "h", "n", "p", "s", "u", "ug", "un", "hug"]',
                page="train",
                query=train("hug", 3),
            ),
            Entry(
                titles.CORPUS,
                "+ hug",
                lambda: words(state("hug", 3).words),
                '("hug", 10), ("p" "ug", 5), ("p" "un", 12), ("b" "un", 4), ("hug" "s", 5)',
                page="train",
                query=train("hug", 3),
            ),
            Entry(
                titles.SAID,
                "",
                lambda: " ".join(str(len(event.token)) for event in bpe("course").events),
                "2 2 2 2 3 2 2 4 2 2 4 6 2 3 3 4 2 3 7",
                claim=N_("At first the merges make tokens of two characters, and later longer ones."),
                why=N_("So it is on the whole: here are the lengths of the tokens that four sentences make."),
                page="train",
                query=train("course", 19),
            ),
            Entry(
                titles.NEXT,
                "4 …",
                _remaining,
                right='("p", "un") 12, ("p", "ug") 5, ("hug", "s") 5, ("b", "un") 4',
                why=N_("Of the two with 5 the first in the corpus goes first. Then no pair is left."),
                page="train",
                query=train("hug", 3, predict=1),
                exercise=True,
            ),
        ),
    ),
    Part(
        headings(5, 1),
        (
            Entry(
                titles.SAID,
                STEPS,
                _encoded_in_steps,
                "['This', 'Ġis'] → ['T', 'h', 'i', 's', 'Ġ', 'i', 's'] → ['This', 'Ġis']",
                claim=N_("Normalization, pre-tokenization, cutting into characters, the merges in their order."),
                why=N_("GPT-2 has no normalization: the text stays as it is."),
                page="encode",
                query={"word": STEPS} | FIFTY,
            ),
            Entry(
                titles.TOKENS,
                "bug",
                lambda: _cut("bug"),
                '["b", "ug"]',
                page="encode",
                query={"word": "bug"} | THREE_MERGES,
            ),
            Entry(
                titles.TOKENS,
                "mug",
                lambda: _cut("mug"),
                '["[UNK]", "ug"]',
                page="encode",
                query={"word": "mug"} | THREE_MERGES,
            ),
            Entry(
                titles.TOKENS,
                "thug",
                lambda: _cut("thug"),
                '["[UNK]", "hug"]',
                page="encode",
                query={"word": "thug"} | THREE_MERGES,
            ),
            Entry(
                titles.MERGES,
                "thug",
                _steps_of_thug,
                "u+g, hu+g",
                right="u+g, h+ug",
                why=N_("After the first merge there is no g left alone: h is joined with ug."),
                page="encode",
                query={"word": "thug", "step": "2"} | THREE_MERGES,
                editions=("vi", "es", "fr", "th", "zh-TW"),
            ),
            Entry(
                titles.TOKENS,
                "unhug",
                lambda: _cut("unhug"),
                right='["un", "hug"]',
                page="encode",
                query={"word": "unhug"} | THREE_MERGES,
                exercise=True,
            ),
        ),
    ),
    Part(
        headings(5, 2),
        (
            Entry(
                titles.CUT,
                "pre_tokenize_str(text)",
                lambda: pieces(GPT2, TEXTS[0], space="Ġ"),
                right="[('This', (0, 4)), ('Ġis', (4, 7)), ('Ġthe', (7, 11)), ('ĠHugging', (11, 19)), "
                "('ĠFace', (19, 24)), ('ĠCourse', (24, 31)), ('.', (31, 32))]",
                page="pretokenize",
                query={"sample": TEXTS[0], "pattern": "gpt2"},
            ),
            Entry(
                titles.WORDS,
                "word_freqs",
                lambda: repr(_counted_words()),
                "{'This': 3, 'Ġis': 2, 'Ġthe': 1, 'ĠHugging': 1, 'ĠFace': 1, 'ĠCourse': 1, '.': 4, 'Ġchapter': 1, "
                "'Ġabout': 1, 'Ġtokenization': 1, 'Ġsection': 1, 'Ġshows': 1, 'Ġseveral': 1, 'Ġtokenizer': 1, "
                "'Ġalgorithms': 1, 'Hopefully': 1, ',': 1, 'Ġyou': 1, 'Ġwill': 1, 'Ġbe': 1, 'Ġable': 1, 'Ġto': 1, "
                "'Ġunderstand': 1, 'Ġhow': 1, 'Ġthey': 1, 'Ġare': 1, 'Ġtrained': 1, 'Ġand': 1, 'Ġgenerate': 1, "
                "'Ġtokens': 1}",
                page="train",
                query=train("course", 0),
                of_editions=dict.fromkeys(
                    ("th", "zh-TW"), N_("In this edition’s own sentences “course” is written small.")
                ),
            ),
            Entry(
                titles.ALPHABET,
                "alphabet",
                lambda: repr(sorted({symbol for word in _counted_words() for symbol in word})),
                "[',', '.', 'C', 'F', 'H', 'T', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k', 'l', 'm', 'n', 'o', "
                "'p', 'r', 's', 't', 'u', 'v', 'w', 'y', 'z', 'Ġ']",
                page="train",
                query=train("course", 0),
            ),
            Entry(
                titles.SIZE,
                'vocab = ["<|endoftext|>"] + alphabet',
                lambda: str(len(state("course", 0).vocabulary)),
                right="31",
                page="train",
                query=train("course", 0),
            ),
            Entry(
                titles.PAIRS,
                "compute_pair_freqs(splits)",
                lambda: first(_pair_freqs(), 6),
                "('T', 'h'): 3 ('h', 'i'): 3 ('i', 's'): 5 ('Ġ', 'i'): 2 ('Ġ', 't'): 7 ('t', 'h'): 3",
                page="train",
                query=train("course", 0),
            ),
            Entry(
                titles.NEXT,
                "best_pair, max_freq",
                _best_pair,
                "('Ġ', 't') 7",
                page="train",
                query=train("course", 0),
            ),
            Entry(
                titles.FUNCTION,
                'splits["Ġtrained"]',
                lambda: repr(merge_symbols(list("Ġtrained"), Pair("Ġ", "t"), "Ġt")),
                "['Ġt', 'r', 'a', 'i', 'n', 'e', 'd']",
                page="train",
                query=train("course", 1),
            ),
            Entry(
                titles.MERGES,
                "vocab_size = 50",
                _merges,
                "{('Ġ', 't'): 'Ġt', ('i', 's'): 'is', ('e', 'r'): 'er', ('Ġ', 'a'): 'Ġa', ('Ġt', 'o'): 'Ġto', "
                "('e', 'n'): 'en', ('T', 'h'): 'Th', ('Th', 'is'): 'This', ('o', 'u'): 'ou', ('s', 'e'): 'se', "
                "('Ġto', 'k'): 'Ġtok', ('Ġtok', 'en'): 'Ġtoken', ('n', 'd'): 'nd', ('Ġ', 'is'): 'Ġis', "
                "('Ġt', 'h'): 'Ġth', ('Ġth', 'e'): 'Ġthe', ('i', 'n'): 'in', ('Ġa', 'b'): 'Ġab', "
                "('Ġtoken', 'i'): 'Ġtokeni'}",
                why=N_("15 of the 19 merges were ties: another rule for ties gives other merges."),
                page="train",
                query=train("course", 19),
            ),
            Entry(
                titles.VOCABULARY,
                "vocab",
                lambda: repr(list(state("course", 19).vocabulary)),
                "['<|endoftext|>', ',', '.', 'C', 'F', 'H', 'T', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k', "
                "'l', 'm', 'n', 'o', 'p', 'r', 's', 't', 'u', 'v', 'w', 'y', 'z', 'Ġ', 'Ġt', 'is', 'er', 'Ġa', 'Ġto', "
                "'en', 'Th', 'This', 'ou', 'se', 'Ġtok', 'Ġtoken', 'nd', 'Ġis', 'Ġth', 'Ġthe', 'in', 'Ġab', "
                "'Ġtokeni']",
                page="train",
                query=train("course", 19),
            ),
            Entry(
                titles.SAID,
                "train_new_from_iterator(corpus, 50)",
                _other_size,
                claim=N_("The library gives another vocabulary here, because it decides ties otherwise."),
                right="257",
                why=N_(
                    "It begins with all 256 bytes and a special token. That is more than 50 already, so it makes no "
                    "merge, and no tie is decided."
                ),
                of_editions={
                    "vi": N_("This edition says that the corpus will be another one; it is the vocabulary."),
                    "zh-CN": N_("This edition says that it may not be the same."),
                },
                page="train",
                query=train("course", 0, allbytes=1, vocab=257),
            ),
            Entry(
                titles.MERGES,
                "tie_break = smallest id",
                _by_smallest_ids,
                right="['ken', 'at', 'he', 'ho', 'io', 'iz']",
                why=N_(
                    "The tokens that the library’s rule for ties makes and the course’s does not, from the same start."
                ),
                page="train",
                query=train("course", 19, tie="smallest-id"),
            ),
            Entry(
                titles.TOKENS,
                "This is not a token.",
                lambda: repr(tokenizer("course").tokenize("This is not a token.")),
                "['This', 'Ġis', 'Ġ', 'n', 'o', 't', 'Ġa', 'Ġtoken', '.']",
                page="encode",
                query={"word": "This is not a token."} | FIFTY,
            ),
            Entry(
                titles.SAID,
                'tokenize("Quick")',
                lambda: _replayed("Quick"),
                claim=N_("A character that the training never saw makes this program fail."),
                right="['Q', 'u', 'i', 'c', 'k']",
                why=N_("It goes through as it is: only looking up its id would fail."),
                page="encode",
                query={"word": "Quick"} | FIFTY,
            ),
            Entry(
                titles.SAID,
                "GPT-2",
                _byte_symbols,
                "256",
                claim=N_("GPT-2 has no unknown token: all bytes are in its vocabulary."),
                page="encode",
                query={"word": EMOJI, "with": "gpt2", "view": "symbols"},
            ),
        ),
    ),
)

COURSE_BPE = Companion(
    "bpe",
    "Hugging Face Course 6.5: Byte-Pair Encoding",
    N_("The course’s chapter on BPE. Code and numbers are the same in all its languages, but for a few slips."),
    PARTS,
    addresses(5),
)
