"""A Chinese text on the encoder of GPT-2, as minGPT has it."""

from bpe_engine import BPETokenizer, Pair, load_pretrained
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.pretrained import gpt2_encoder_json, official_file
from ui.companions import titles
from ui.companions.entries import Companion, Entry, Part
from ui.i18n import N_

SENTENCE = "Hello!! I'm Andrej Karpathy. It's 2022. w00t :D 🤗"
SENTENCE_IDS = "15496 3228 314 1101 10948 73 509 5117 10036 13 632 338 33160 13 266 405 83 1058 35 12520 97 245"
CAPITALS = "HELLO'VE world   x"


def _gpt2() -> BPETokenizer:
    return load_pretrained("gpt2")


def _symbols(*values: int) -> str:
    return ", ".join(f"d[{value}] {BYTE_ALPHABET[value]!r}" for value in values)


def _kept_and_moved() -> str:
    kept = sum(ord(symbol) < 256 for symbol in BYTE_ALPHABET)
    return f"{kept}, {256 - kept}"


def _ranks_of_there() -> str:
    steps = _gpt2().encode_steps(" there")
    return " ".join(f"({step.pair.left},{step.pair.right}) {step.rank}" for step in steps if step.pair)


def _get_pairs(word: str) -> str:
    return repr({*zip(word, word[1:], strict=False)})


def _first_merges() -> str:
    return ", ".join(f"{left} {right}" for left, right in _gpt2().merges[:3])


PARTS = (
    Part(
        {"": "bytes_to_unicode"},
        (
            Entry(
                titles.BYTES,
                "bytes_to_unicode()",
                lambda: _symbols(33, 0, 32),
                "d[33] '!', d[0] 'Ā', d[32] 'Ġ'",
                page="bytes",
                query={"byte": "32"},
            ),
            Entry(titles.SIZE, "188, 68", _kept_and_moved, "188, 68", page="bytes"),
            Entry(
                titles.SAID,
                "d[127], d[160], d[173]",
                lambda: ", ".join(str(ord(BYTE_ALPHABET[value]) - value) for value in (32, 127, 160, 173)),
                claim=N_("A byte that cannot be seen is moved by 256."),
                right="256, 162, 162, 150",
                why=N_("Only the first 33 are. The others get the next free places: 127 is ġ, 160 is ł, 173 is Ń."),
                page="bytes",
                query={"byte": "127"},
            ),
        ),
    ),
    Part(
        {"": "get_pairs, Encoder"},
        (
            Entry(
                titles.SAID,
                'get_pairs("aaa")',
                lambda: _get_pairs("aaa"),
                claim=N_("It gives all possible pairs of the symbols of a word."),
                right="{('a', 'a')}",
                why=N_("It gives neighbours only, each pair once."),
                page="encode",
                query={"word": "aaa", "with": "gpt2"},
            ),
            Entry(
                titles.CUT,
                CAPITALS,
                lambda: repr(GPT2.split(CAPITALS)),
                right="['HELLO', \"'\", 'VE', ' world', '  ', ' x']",
                why=N_("As a comment in the program says: contractions in capital letters are not found."),
                page="pretokenize",
                query={"sample": CAPITALS, "pattern": "gpt2"},
            ),
            Entry(
                titles.MERGES,
                'bpe("Ġthere")',
                _ranks_of_there,
                right="(Ġ,t) 0 (h,e) 2 (r,e) 4 (Ġt,he) 6 (Ġthe,re) 356",
                why=N_("With the rank of each merge: the lowest goes first."),
                page="encode",
                query={"word": " there", "with": "gpt2", "view": "symbols"},
            ),
            Entry(
                titles.FUNCTION,
                'bpe("Ġthere")',
                lambda: repr(_gpt2().bpe("Ġthere")),
                right="'Ġthere'",
                page="encode",
                query={"word": " there", "with": "gpt2", "view": "symbols", "step": "5", "code": "1"},
            ),
            Entry(
                titles.SAID,
                "bpe_ranks[('t', 'h')]",
                lambda: str(_gpt2().ranks[Pair("t", "h")]),
                claim=N_("The number of a line in vocab.bpe is how often the pair occurs."),
                right="144",
                why=N_(
                    "It is the order of learning. “t h” is one of the most frequent pairs of English, and yet 144: "
                    "earlier merges had used up its letters."
                ),
                page="vocabulary",
                query={"of": "gpt2", "find": "th"},
            ),
            Entry(
                titles.SAID,
                "bpe_ranks",
                lambda: str(len(_gpt2().merges)),
                claim=N_("What is left after the merges is too rare to be merged."),
                right="50000",
                why=N_("It is simply none of the 50,000 merges. How often it occurs is known nowhere any more."),
                page="encode",
                query={"word": " whaleman", "with": "gpt2"},
            ),
            Entry(
                titles.TOKENS,
                " whaleman",
                lambda: repr(_gpt2().tokenize(" whaleman")),
                right="['Ġwh', 'al', 'eman']",
                page="encode",
                query={"word": " whaleman", "with": "gpt2", "view": "symbols"},
            ),
        ),
    ),
    Part(
        {"": "get_encoder, BPETokenizer"},
        (
            Entry(
                titles.SIZE,
                "len(encoder), len(bpe_merges)",
                lambda: f"{len(_gpt2().vocabulary)}, {len(_gpt2().merges)}",
                "50257, 50000",
                page="vocabulary",
                query={"of": "gpt2"},
            ),
            Entry(
                titles.SIZE,
                "encoder.json, vocab.bpe",
                lambda: f"{len(gpt2_encoder_json())}, {len(official_file('gpt2'))}",
                right="1042301, 456318",
                why=N_("In bytes. No network is needed: the page Files writes both, under the names of today."),
                page="files",
                query={"of": "gpt2"},
            ),
            Entry(
                titles.MERGES,
                "vocab.bpe",
                _first_merges,
                right="Ġ t, Ġ a, h e",
                page="files",
                query={"of": "gpt2"},
            ),
            Entry(
                titles.IDS,
                SENTENCE,
                lambda: repr(_gpt2().encode(SENTENCE)),
                right=f"[{SENTENCE_IDS.replace(' ', ', ')}]",
                page="playground",
                query={"sample": SENTENCE, "first": "gpt2"},
            ),
            Entry(
                titles.SIZE,
                "len(encode_and_show_work(text)['parts'])",
                lambda: str(len(GPT2.split(SENTENCE))),
                right="17",
                why=N_("The text has lost this function. It cuts the text into so many words, and each into tokens."),
                page="pretokenize",
                query={"sample": SENTENCE, "pattern": "gpt2"},
            ),
            Entry(
                titles.SIZE,
                "BPETokenizer()(text, return_tensors='pt').shape",
                lambda: repr(_gpt2()(SENTENCE, return_tensors="np").shape),
                right="(1, 22)",
                why=N_("One row of ids for the one text, as the model takes it; here an array of NumPy."),
                page="size",
                query={"of": "gpt2", "sample": SENTENCE},
            ),
            Entry(
                titles.SAID,
                "decode(tokenizer(text))",
                lambda: _gpt2().decode(_gpt2()(SENTENCE)[0]),
                claim=N_("It is called with what encoding has given."),
                right=SENTENCE,
                why=N_("It takes one row of ids: decode(tokenizer(text)[0]). With the whole table its check fails."),
                page="decode",
                query={"ids": SENTENCE_IDS, "with": "gpt2"},
            ),
            Entry(
                titles.DECODED,
                "15496 3228 12520 97 245",
                lambda: _gpt2().decode([15496, 3228, 12520, 97, 245]),
                right="Hello!! 🤗",
                why=N_("Without the last id the emoji is not whole yet, and a � stands for it."),
                page="decode",
                query={"ids": "15496 3228 12520 97 245", "with": "gpt2"},
            ),
        ),
    ),
)

GPT2_ENCODER = Companion(
    "gpt2",
    "Byte Pair Encoding(BPE)算法: minGPT",
    N_("A Chinese text that goes through the encoder of GPT-2, as minGPT has it."),
    PARTS,
)
