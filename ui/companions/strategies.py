"""A Chinese text on the strategies of tokenization: BPE with </w>, longest match, bytes, mutual information."""

from collections import Counter

from bpe_engine import BPETraining, Tokenizer, WordPieceTraining, load_pretrained
from bpe_engine.byte_alphabet import symbols_to_bytes, to_byte_symbols
from ui.codes.counted import in_bits
from ui.companions import titles
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.trained import bpe, state, tokenizer, training
from ui.companions.writing import quoted, rounded, spaced
from ui.compare.methods import METHODS
from ui.i18n import N_
from ui.own import vocabulary as own
from ui.tasks.scenarios import SCENARIOS
from ui.tokenizers import TokenizerName

CHINESE = "你好中国"
DROPPING = {"drop_unused": True}
CHINESE_IDS = "19526 254 25001 121 40792 32368 121"
BY_INFORMATION = {"algorithm": "wordpiece", "form": "mutual-information", "drop": "1"}
FIVE_MERGES = {"corpus": "low", "size": "17"}  # 11 symbols and the unknown token come before them
SIDE_BY_SIDE = "marked-information"


def _trained(**choices: str) -> dict[str, str]:
    """On Encode, with a tokenizer trained on the words of the text."""
    return {"with": "trained", **train("low", None, **choices)}


def _merge(number: int) -> str:
    event = bpe("low", **DROPPING).events[number - 1]
    return f"'{event.pair.left}'+'{event.pair.right}' {event.count}"


def _corpus(step: int, *words: int) -> str:
    found = state("low", step, **DROPPING).words
    return spaced(found[number] for number in words)


def _vocabulary(step: int) -> str:
    return ", ".join(f"'{token}'" for token in state("low", step, **DROPPING).vocabulary)


def _sizes(**changes: bool) -> str:
    made: BPETraining = bpe("low", **changes)
    return " ".join(map(str, made.vocabulary_per_step))


def _highest_mountain(*, from_left: bool) -> str:
    made = own.by_longest_match(own.read_tokens(own.TOKENS), from_left=from_left)
    return quoted(made.tokenize(own.TEXT))


def _decoded() -> str:
    made = own.by_longest_match(own.read_tokens(own.TOKENS), from_left=False)
    return repr("".join(made.tokenize(own.TEXT)).replace("</w>", " "))


def _by_merges() -> str:
    return repr(own.by_merges(own.read_merges(own.LOWEST_MERGES), own.LOWEST).tokenize(own.LOWEST))


def _by_length() -> str:
    return repr(own.by_longest_match(own.read_tokens(own.LOWEST_TOKENS), from_left=False).tokenize(own.LOWEST))


def _ids(name: str) -> str:
    return " ".join(map(str, load_pretrained(name).encode(CHINESE)))


def _by_information() -> WordPieceTraining:
    made = training("low", "wordpiece", form="mutual-information", **DROPPING)
    assert isinstance(made, WordPieceTraining)
    return made


def _scores(count: int) -> str:
    scored = [(event.pair, rounded(event.score, 2)) for event in _by_information().events[:count]]
    return ", ".join(f"({pair.left},{pair.right}) {score}" for pair, score in scored)


def _first_score() -> str:
    event, start = _by_information().events[0], _by_information().at(0)
    tokens = start.tokens_in_corpus
    pairs = tokens - sum(word.frequency for word in start.words)
    shares = (f"{event.count}/{pairs}", f"{event.left_count}/{tokens}", f"{event.right_count}/{tokens}")
    return " − ".join(f"log₂ ({share})" for share in shares) + f" = {rounded(event.score, 2)}"


def _at_five_merges(method: str) -> Tokenizer:
    source = SCENARIOS["low"].source
    settings = METHODS[method].settings(source, int(FIVE_MERGES["size"]))
    return METHODS[method].tokenizer(settings.trainer().train(source.corpus(settings)))


def _cuts(word: str, *methods: str) -> str:
    return " | ".join(" ".join(_at_five_merges(method).tokenize(word)) for method in methods)


def _bits(*methods: str) -> str:
    source = SCENARIOS["low"].source
    return ", ".join(str(in_bits(_at_five_merges(key), METHODS[key], source).lengths.bits) for key in methods)


def _seen_once() -> str:
    frequencies = training("course", "words").corpus.words.values()
    return f"{Counter(frequencies)[1]}, {len(frequencies)}"


def _letters() -> str:
    symbols = state("low", 0).vocabulary
    return f"{sum(symbol.isalpha() for symbol in symbols)}, {sum(not symbol.isalpha() for symbol in symbols)}"


def _han() -> str:
    """The characters of GB 2312's first level, rows 16 to 55, and those of GBK."""
    common = [bytes([row, cell]) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF)]
    known = [code for code in range(0x4E00, 0x9FA6) if chr(code).encode("gbk", "ignore")]
    return f"{sum(bool(each.decode('gb2312', 'ignore')) for each in common)}, {len(known)}"


PARTS = (
    Part(
        {"": "1 WordLevel, 2 CharacterLevel"},
        (
            Entry(
                titles.SAID,
                own.LOWEST,
                lambda: f"{len(state('low', 15).vocabulary)}, {tokenizer('low').tokenize(own.LOWEST)}",
                claim=N_("A strategy has two parts: getting a vocabulary, and encoding with it."),
                printed="26, ['low', 'est</w>']",
                why=N_("Here by BPE, on the words that the text takes further down."),
                page="encode",
                query={"word": own.LOWEST, **_trained()},
            ),
            Entry(
                titles.SAID,
                own.LOWEST,
                lambda: str(tokenizer("low", "words").tokenize(own.LOWEST)),
                claim=N_("With whole words many words are out of the vocabulary (OOV)."),
                printed="['[UNK]']",
                page="encode",
                query={"word": own.LOWEST, **_trained(algorithm="words")},
            ),
            Entry(
                titles.SAID,
                "",
                _seen_once,
                claim=N_("A vocabulary of words is huge, and many of its words are hardly ever seen."),
                printed="27, 30",
                why=N_("In four sentences 27 of 30 words occur once."),
                page="train",
                query=train("course", 0, algorithm="words"),
            ),
            Entry(
                titles.SAID,
                "bow",
                lambda: str(tokenizer("low", "characters").tokenize("bow")),
                claim=N_("With single letters no word is unknown."),
                right="['[UNK]', 'o', 'w']",
                why=N_("A letter that the training never saw is: b is in none of the four words."),
                page="encode",
                query={"word": "bow", **_trained(algorithm="characters")},
            ),
        ),
    ),
    Part(
        {"": "3 Subword"},
        (
            Entry(
                titles.SAID,
                "",
                lambda: _merge(1),
                claim=N_("BPE merges by the frequency of words."),
                right="'e'+'s' 9",
                why=N_(
                    "It counts pairs, as the steps of the text do: e + s is in “newest” 6 times and in “widest” 3 "
                    "times. No word occurs 9 times."
                ),
                page="train",
                query=train("low", 0, drop=1),
            ),
            Entry(
                titles.SAID,
                own.LOWEST,
                lambda: _cuts(own.LOWEST, "words", "marked", "characters"),
                claim=N_("Subwords stand between words and characters: less is unknown, and the parts tell something."),
                printed="[UNK] | low est</w> | l o w e s t",
                why=N_("As a word, in subwords, in characters."),
                page="compare",
                query={**FIVE_MERGES, "methods": "marked-words-characters", "unseen": own.LOWEST},
            ),
        ),
    ),
    Part(
        {"": "3.1.1 BPE"},
        (
            Entry(
                titles.SAID,
                "",
                _letters,
                claim=N_("English starts from the 26 letters, and at first the vocabulary has letters only."),
                right="10, 1",
                why=N_("It starts from the letters that the corpus has, here ten, and from the mark </w>."),
                page="train",
                query=train("low", 0, drop=1),
            ),
            Entry(
                titles.CORPUS,
                "{'low':5,'lower':2,'newest':6,'widest':3}",
                lambda: _corpus(0, 0, 1, 2, 3),
                "l o w </w>: 5, l o w e r </w>: 2, n e w e s t </w>: 6, w i d e s t </w>: 3",
                page="train",
                query=train("low", 0, drop=1),
            ),
            Entry(
                titles.VOCABULARY,
                "",
                lambda: " ".join(sorted(state("low", 0).vocabulary)),
                right="</w> d e i l n o r s t w",
                why=N_("Eleven: the mark at the end of a word is a symbol too."),
                page="train",
                query=train("low", 0, drop=1),
            ),
            Entry(
                titles.MERGE,
                "1",
                lambda: _merge(1),
                "'e'+'s' 9",
                why=N_("A tie, which the text does not mention: three pairs occur 9 times."),
                page="train",
                query=train("low", 1, drop=1),
            ),
            Entry(
                titles.CORPUS,
                "+ es",
                lambda: _corpus(1, 2, 3),
                "n e w es t </w>: 6, w i d es t </w>: 3",
                page="train",
                query=train("low", 1, drop=1),
            ),
            Entry(
                titles.MERGE,
                "2",
                lambda: _merge(2),
                "'es'+'t' 9",
                page="train",
                query=train("low", 2, drop=1),
            ),
            Entry(
                titles.CORPUS,
                "+ est",
                lambda: _corpus(2, 2, 3),
                "n e w est </w>: 6, w i d est </w>: 3",
                page="train",
                query=train("low", 2, drop=1),
            ),
            Entry(
                titles.MERGE,
                "3",
                lambda: _merge(3),
                "'est'+'</w>' 9",
                page="train",
                query=train("low", 3, drop=1),
            ),
            Entry(
                titles.CORPUS,
                "+ est</w>",
                lambda: _corpus(3, 2, 3),
                "n e w est</w>: 6, w i d est</w>: 3",
                page="train",
                query=train("low", 3, drop=1),
            ),
            Entry(
                titles.SAID,
                "",
                lambda: _sizes(drop_unused=True),
                claim=N_("Merge and drop unused symbols until the vocabulary has the size that was wished for."),
                right="11 11 10 10 9 9 9 9 9 10 9 8 7 6 5 4",
                why=N_("A symbol that is dropped makes up for the one that is made: no size above 11 is ever reached."),
                page="train",
                query=train("low", 15, drop=1),
            ),
            Entry(
                titles.SAID,
                "",
                lambda: _sizes(drop_unused=False),
                claim=N_("Dropping unused symbols belongs to BPE."),
                right="11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26",
                why=N_("The paper drops nothing: with its rule the vocabulary grows by one at each merge."),
                page="train",
                query=train("low", 15),
            ),
        ),
    ),
    Part(
        {"": "3.1.2 – 3.1.3"},
        (
            Entry(
                titles.TOKENS,
                own.TEXT,
                lambda: _highest_mountain(from_left=False),
                '["the</w>", "high", "est</w>", "moun", "tain</w>"]',
                page="own",
            ),
            Entry(
                titles.SAID,
                own.LOWEST,
                _by_merges,
                claim=N_("A text is encoded with the longest tokens first."),
                right="['low', 'est</w>']",
                why=N_("BPE makes its merges again, in their order. The longest token first can cut otherwise."),
                page="own",
                query={"by": "merges", "sample": own.LOWEST},
            ),
            Entry(
                titles.TOKENS,
                own.LOWEST,
                _by_length,
                right="['l', 'o', 'west</w>']",
                why=N_("The same word with the longest token first."),
                page="own",
                query={"by": "anywhere", "sample": own.LOWEST, "tokens": own.LOWEST_TOKENS},
            ),
            Entry(
                titles.DECODED,
                '["the</w>", "high", "est</w>", "moun", "tain</w>"]',
                _decoded,
                right="'the highest mountain '",
                why=N_("Each </w> becomes a space, so one is left at the end."),
                page="own",
            ),
        ),
    ),
    Part(
        {"": "3.2"},
        (
            Entry(
                titles.SAID,
                "GB 2312, GBK",
                _han,
                claim=N_("Three to four thousand Chinese characters are common; in all there are tens of thousands."),
                printed="3755, 20902",
                why=N_("So many are in the first level of GB 2312, and in GBK. A vocabulary of bytes needs 256."),
                page="bytes",
                query={"chars": CHINESE},
            ),
            Entry(
                titles.SAID,
                "ASCII",
                lambda: str(len(bytes(range(256)))) + ", " + str(len([c for c in map(chr, range(256)) if c.isascii()])),
                claim=N_("Text is split by ASCII, which gives 256 units."),
                right="256, 128",
                why=N_("ASCII has 128. The 256 units are the values of a byte, and the text is written in UTF-8."),
                page="bytes",
                query={"chars": CHINESE},
            ),
            Entry(
                titles.BYTES,
                f'pre_tokenize_str("{CHINESE}")[0][0]',
                lambda: repr(list(to_byte_symbols(CHINESE))),
                "['ä', '½', 'ł', 'å', '¥', '½', 'ä', '¸', 'Ń', 'å', 'Ľ', '½']",
                why=N_("Three bytes a character: in UTF-8, not “in Unicode”."),
                page="bytes",
                query={"chars": CHINESE},
            ),
            Entry(
                titles.SAID,
                "ä½łå¥½ä¸ŃåĽ½",
                lambda: repr(symbols_to_bytes("ä½łå¥½ä¸ŃåĽ½").decode()),
                claim=N_("After this split there are many signs that look like garbage."),
                printed=repr(CHINESE),
                why=N_("They do, but nothing is lost: each sign stands for one byte, and the text comes back."),
                page="bytes",
                query={"chars": CHINESE},
            ),
            Entry(
                titles.IDS,
                "GPT-2",
                lambda: _ids("gpt2"),
                right=CHINESE_IDS,
                page="encode",
                query={"word": CHINESE, "with": "gpt2"},
            ),
            Entry(
                titles.IDS,
                TokenizerName("cl100k_base").name,
                lambda: _ids("cl100k_base"),
                right="57668 53901 59795",
                page="encode",
                query={"word": CHINESE, "with": "cl100k_base"},
            ),
            Entry(
                titles.IDS,
                TokenizerName("o200k_base").name,
                lambda: _ids("o200k_base"),
                right="177519 11372",
                page="encode",
                query={"word": CHINESE, "with": "o200k_base"},
            ),
        ),
    ),
    Part(
        {"": "3.3 WordPiece"},
        (
            Entry(
                titles.SCORES,
                "PMI(x, y) = log₂ P(xy) − log₂ P(x) − log₂ P(y)",
                _first_score,
                right="log₂ (3/79) − log₂ (3/95) − log₂ (3/95) = 5.25",
                why=N_(
                    "So pointwise mutual information is defined. Here it is of i + d, in bits, the highest at the "
                    "start: the pair is 3 of the 79 pairs of neighbours, i and d are each 3 of the 95 symbols."
                ),
                page="train",
                query=train("low", 0, **BY_INFORMATION),
            ),
            Entry(
                titles.SCORES,
                "",
                lambda: _scores(5),
                right="(i,d) 5.25, (l,o) 3.99, (s,t) 3.54, (lo,w) 2.59, (w,id) 3.32",
                why=N_("The first five merges on the words of the text, with </w> as a symbol."),
                page="train",
                query=train("low", 5, **BY_INFORMATION),
            ),
            Entry(
                titles.SAID,
                "",
                lambda: " ".join(map(str, _by_information().vocabulary_per_step)),
                claim=N_("Merge and drop unused symbols until the vocabulary has the size that was wished for."),
                right="12 11 10 9 9 9 9 9 9 9 8 8 7 7 6 6 5",
                why=N_(
                    "As with BPE, no larger size is ever reached. At the end the four words and the unknown token are "
                    "left."
                ),
                page="train",
                query=train("low", 16, **BY_INFORMATION),
            ),
            Entry(
                titles.SAID,
                "WordPiece, BERT",
                lambda: " + ".join(training("low", "wordpiece").events[0].pair),
                claim=N_("WordPiece differs from BPE in the score of a pair only."),
                right="w + ##i",
                why=N_(
                    "BERT’s WordPiece also writes ## where a word goes on, in the place of </w>, and cuts by the "
                    "longest match. In one state both scores put pairs into the same order; but with other symbols the "
                    "first merge here is another one."
                ),
                page="train",
                query=train("low", 1, algorithm="wordpiece"),
            ),
        ),
    ),
    Part(
        {"": "3.4"},
        (
            Entry(
                titles.SAID,
                "",
                lambda: _bits("marked", "information"),
                claim=N_("By frequency BPE gets the more efficient code, much like Huffman’s."),
                printed="166, 181",
                why=N_(
                    "So many bits take these words in Huffman’s code, after five merges of BPE and of WordPiece. But "
                    "Huffman’s code gives bits to symbols that are there, and BPE makes symbols."
                ),
                page="codes",
                query={"size": FIVE_MERGES["size"], "methods": SIDE_BY_SIDE, "of": "marked"},
            ),
            Entry(
                titles.TOKENS,
                "widest",
                lambda: _cuts("widest", "marked", "information"),
                right="w i d est</w> | wid e st </w>",
                why=N_(
                    "By BPE and by WordPiece, after five merges each. The text says that mutual information finds the "
                    "better roots. Here it finds “wid” early, and BPE the ending “est”; no number says which is better."
                ),
                page="compare",
                query={**FIVE_MERGES, "methods": SIDE_BY_SIDE},
            ),
        ),
    ),
    Part(
        {"": "3.5 ULM (unigram language model)"},
        (
            Entry(
                titles.TOKENS,
                "unhug",
                lambda: quoted(tokenizer("hug", "unigram", step=0).tokenize("unhug")),
                right='["un", "hug"]',
                why=N_("The text leaves this open. Here is Unigram, on the words of the Hugging Face course."),
                page="encode",
                query={"word": "unhug", "with": "trained-0", **train("hug", algorithm="unigram")},
            ),
        ),
    ),
)

STRATEGIES = Companion(
    "strategies",
    "几种 tokenize 策略",
    N_("A Chinese text on strategies of tokenization: BPE with </w>, the longest match, bytes, mutual information."),
    PARTS,
)
