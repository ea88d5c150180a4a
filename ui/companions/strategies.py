"""A Chinese text on the strategies of tokenization: BPE with </w>, longest match, bytes, mutual information."""

from bpe_engine import BPETraining, WordPieceTraining, load_pretrained
from bpe_engine.byte_alphabet import to_byte_symbols
from ui.companions import titles
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.trained import bpe, state, training
from ui.companions.writing import quoted, spaced
from ui.i18n import N_, decimal
from ui.own import vocabulary as own
from ui.tokenizers import TokenizerName

CHINESE = "你好中国"
DROPPING = {"drop_unused": True}
CHINESE_IDS = "19526 254 25001 121 40792 32368 121"


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


def _scores(form: str, count: int) -> str:
    made = training("low", "wordpiece", form=form)
    assert isinstance(made, WordPieceTraining)
    scored = [(event.pair, decimal(event.score, 2)) for event in made.events[:count]]
    return ", ".join(f"({pair.left},{pair.right}) {score}" for pair, score in scored)


PARTS = (
    Part(
        {"": "3.1.1 BPE"},
        (
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
                "PMI(x, y) = log₂ p(xy) / (p(x) p(y))",
                lambda: _scores("mutual-information", 5),
                right="(i,d) 5.25, (l,o) 3.99, (s,t) 3.54, (lo,w) 2.59, (w,id) 3.32",
                why=N_("In bits, on the words of the text, with </w> as a symbol."),
                page="train",
                query=train("low", 5, algorithm="wordpiece", form="mutual-information"),
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
)

STRATEGIES = Companion(
    "strategies",
    "几种 tokenize 策略",
    N_("A Chinese text on strategies of tokenization: BPE with </w>, the longest match, bytes, mutual information."),
    PARTS,
)
