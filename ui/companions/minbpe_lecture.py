"""A Chinese lecture on minbpe: bytes and ids, special tokens, patterns."""

from bpe_engine import BPETokenizer, load_pretrained
from bpe_engine.files.minbpe import readable
from bpe_engine.pre_tokenizers import GPT2, GPT4
from ui.companions import titles
from ui.companions.entries import Companion, Entry, Part, train
from ui.companions.lecture_code import decode_after_load, get_stats, merge, train_and_tell, train_on_chunks
from ui.companions.trained import bpe, bpe_tokenizer
from ui.companions.writing import said
from ui.files.writing import files_of
from ui.i18n import N_
from ui.stumble.topics import END, WRITTEN

STYLE = ".DefaultCellStyle"
TOY = "aaabdaaabac"
IDS = [258, 100, 258, 97, 99]
TOY_TRAINED = {"with": "trained", **train("aaab")}
CONTRACTIONS = "Hello've world123 how's are you!!!?"
HELLO = "hello world hello world"
HELLO_SETTINGS = {"units": "bytes", "all_bytes": True, "pre_tokenizer": "gpt4", "vocab_size": 259}
HELLO_TRAINED = train("text", text=HELLO, units="bytes", allbytes=1, split="gpt4", vocab=259)
AS_IDS = {"view": "ids"}


def _cl100k() -> BPETokenizer:
    return load_pretrained("cl100k_base")


def _toy_merges(separator: str = ", ") -> str:
    made = bpe("aaab")
    ids = made.vocabulary_at(3)
    return separator.join(
        f"({ids[event.pair.left]}, {ids[event.pair.right]}) -> {event.token_id} {event.token}" for event in made.events
    )


def _verbose() -> str:
    made = bpe("aaab")
    ids = made.vocabulary_at(3)
    return "\n".join(
        f"merge {event.rank + 1}/3: ({ids[event.pair.left]}, {ids[event.pair.right]}) -> {event.token_id} "
        f"({event.token.encode()!r}) had {event.count} occurrences"
        for event in made.events
    )


def _hello_merges() -> str:
    made = bpe("text", text=HELLO, **HELLO_SETTINGS)
    ids = made.vocabulary_at(3)
    return ", ".join(
        f"({ids[event.pair.left]},{ids[event.pair.right]}) -> {event.token_id} {event.token}" for event in made.events
    )


def _loaded_decode() -> str:
    found = decode_after_load(IDS, [(97, 97), (256, 97), (257, 98)])
    return f"{len(found)} × {found[0]!r}"


def _file(name: str) -> str:
    return files_of(bpe_tokenizer("aaab"), "minbpe")[name].decode()


def _model_file() -> str:
    lines = _file("tokenizer.model").splitlines()
    return "\n".join(line for line in lines if " " in line)


def _kind_of_error(text: str) -> str:
    return said(lambda: train_on_chunks(text)).partition(":")[0]


PARTS = (
    Part(
        {"": "原理"},
        (
            Entry(
                titles.IDS,
                STYLE,
                lambda: str(_cl100k().encode(STYLE)),
                "[98518]",
                page="encode",
                query={"word": STYLE, "with": "cl100k_base", **AS_IDS},
            ),
            Entry(
                titles.SIZE,
                "(B, T)",
                lambda: repr(_cl100k()([HELLO, HELLO], return_tensors="np").shape),
                right="(2, 4)",
                why=N_("Two texts of four tokens each, as the model gets them: B rows and T places."),
                page="size",
                query={"of": "cl100k_base", "sample": HELLO, "rows": "2", "places": "4"},
            ),
            Entry(
                titles.LETTERS,
                f"l, {STYLE}",
                lambda: str(STYLE.count("l")),
                right="4",
                why=N_("Four letters l, all in one token: the model sees none of them."),
                page="stumble",
                query={"topic": "spelling"},
                exercise=True,
            ),
            Entry(
                titles.TOKENS,
                STYLE[::-1],
                lambda: repr(_cl100k().tokenize(STYLE[::-1])),
                right="['ely', 't', 'Sl', 'le', 'Ctl', 'ua', 'fe', 'D', '.']",
                page="encode",
                query={"word": STYLE[::-1], "with": "cl100k_base"},
                exercise=True,
            ),
            Entry(
                titles.IDS,
                END,
                lambda: f"{_cl100k().encode(END, 'none')}, {_cl100k().encode(END, 'all')}",
                right="[27, 91, 8862, 728, 428, 91, 29], [100257]",
                why=N_("As text, and as the special token."),
                page="special",
                query={"of": "cl100k_base", "sample": END},
            ),
            Entry(
                titles.SAID,
                ", ".join(WRITTEN),
                lambda: ", ".join(str(len(_cl100k().encode(text))) for text in WRITTEN.values()),
                claim=N_("YAML takes fewer tokens than JSON."),
                right="108, 61, 68",
                why=N_("Fewer than JSON with indents. JSON on one line takes the fewest."),
                page="stumble",
                query={"topic": "formats"},
            ),
        ),
    ),
    Part(
        {"": "代码"},
        (
            Entry(
                titles.SAID,
                "a, é, 你, 😀",
                lambda: ", ".join(str(len(character.encode())) for character in "aé你😀"),
                claim=N_("BPE is a “Byte Pair Encoder”, and UTF-8 is a variable-length ordering."),
                right="1, 2, 3, 4",
                why=N_("The word is “encoding” in both. UTF-8 writes a character in 1 to 4 bytes."),
                page="bytes",
                query={"chars": "aé你😀"},
            ),
        ),
    ),
    Part(
        {"": "训练流程"},
        (
            Entry(
                titles.SIZE,
                "50257 × 768, 100277 × 768",
                lambda: ", ".join(
                    str(768 * (1 + max(load_pretrained(name).vocabulary.values()))) for name in ("gpt2", "cl100k_base")
                ),
                right="38597376, 77012736",
                why=N_(
                    "The text says that a larger vocabulary means more parameters, and rare tokens. Here are the "
                    "numbers of an embedding for GPT-2’s and GPT-4’s vocabularies; the page shows the rest."
                ),
                page="size",
                query={"of": "cl100k_base", "width": "768"},
            ),
            Entry(
                titles.BYTES,
                f'"{TOY}"',
                lambda: repr(list(TOY.encode())),
                "[97, 97, 97, 98, 100, 97, 97, 97, 98, 97, 99]",
                page="train",
                query=train("aaab", 0, **AS_IDS),
            ),
            Entry(
                titles.FUNCTION,
                "get_stats([1, 2, 1, 2, 3])",
                lambda: repr(get_stats([1, 2, 1, 2, 3])),
                "{(1, 2): 2, (2, 1): 1, (2, 3): 1}",
            ),
            Entry(
                titles.PAIRS,
                f'get_stats("{TOY}")',
                lambda: repr(get_stats(list(TOY.encode()))),
                "{(97, 97): 4, (97, 98): 2, (98, 100): 1, (100, 97): 1, (98, 97): 1, (97, 99): 1}",
                page="train",
                query=train("aaab", 0, **AS_IDS),
            ),
            Entry(
                titles.FUNCTION,
                "merge([1, 2, 3, 1, 2], (1, 2), 4)",
                lambda: repr(merge([1, 2, 3, 1, 2], (1, 2), 4)),
                "[4, 3, 4]",
            ),
            Entry(
                titles.MERGE,
                "(97, 97), 256",
                lambda: repr(merge(list(TOY.encode()), (97, 97), 256)),
                "[256, 97, 98, 100, 256, 97, 98, 97, 99]",
                why=N_("The pair was counted 4 times and replaced twice: aaa has it twice, one over the other."),
                page="train",
                query=train("aaab", 1, **AS_IDS),
            ),
            Entry(
                titles.MERGES,
                "vocab_size = 256 + 3",
                _toy_merges,
                "(97, 97) -> 256 aa, (256, 97) -> 257 aaa, (257, 98) -> 258 aaab",
                why=N_("The second is a tie of two pairs, and the first in the text wins."),
                page="train",
                query=train("aaab", 3, **AS_IDS),
            ),
            Entry(
                titles.PROGRAM,
                "你好中国",
                lambda: said(lambda: train_and_tell("你好中国", 1)),
                claim=N_("Each new token is printed as text."),
                right="UnicodeDecodeError: 'utf-8' codec can't decode bytes in position 0-1: unexpected end of data",
                why=N_('A token can be a part of a character, which is no text. errors="replace" writes � for it.'),
                page="train",
                query=train("text", 1, text="你好中国", units="bytes", allbytes=1, split="none", vocab=259),
            ),
        ),
    ),
    Part(
        {"": "encode, decode"},
        (
            Entry(
                titles.IDS,
                f'encode("{TOY}")',
                lambda: repr(bpe_tokenizer("aaab").encode(TOY)),
                right="[258, 100, 258, 97, 99]",
                page="encode",
                query={"word": TOY, **AS_IDS, **TOY_TRAINED},
            ),
            Entry(
                titles.DECODED,
                f"decode({IDS})",
                lambda: bpe_tokenizer("aaab").decode(IDS),
                right=TOY,
                page="decode",
                query={"ids": " ".join(map(str, IDS)), **AS_IDS, **TOY_TRAINED},
            ),
        ),
    ),
    Part(
        {"": "Base, BasicTokenizer"},
        (
            Entry(
                titles.FUNCTION,
                'render_token(b"hello \\n world")',
                lambda: readable(b"hello \n world"),
                "hello \\u000a world",
            ),
            Entry(
                titles.PROGRAM,
                f"load(), decode({IDS})",
                _loaded_decode,
                claim=N_("After load() the tokenizer works as before."),
                right="1074 × '\\x00'",
                why=N_("bytes(97) are 97 zero bytes. The byte with the value 97 is bytes([97])."),
                page="decode",
                query={"ids": " ".join(map(str, IDS)), **AS_IDS, **TOY_TRAINED},
            ),
            Entry(
                titles.REPAIRED,
                "train(verbose=True)",
                _verbose,
                right="merge 1/3: (97, 97) -> 256 (b'aa') had 4 occurrences\n"
                "merge 2/3: (256, 97) -> 257 (b'aaa') had 2 occurrences\n"
                "merge 3/3: (257, 98) -> 258 (b'aaab') had 2 occurrences",
                why=N_("As it stands it names the first token at each step."),
                page="train",
                query=train("aaab", 3, **AS_IDS),
            ),
            Entry(
                titles.MERGES,
                'save("toy")',
                _model_file,
                right="minbpe v1\n97 97\n256 97\n257 98",
                page="files",
                query={"of": "trained", "as": "minbpe", **train("aaab")},
            ),
            Entry(
                titles.VOCABULARY,
                "toy.vocab",
                lambda: _file("tokenizer.vocab").splitlines()[-1],
                right="[aaa][b] -> [aaab] 258",
                page="files",
                query={"of": "trained", "as": "minbpe", **train("aaab")},
            ),
        ),
    ),
    Part(
        {"": "RegexTokenizer"},
        (
            Entry(
                titles.CUT,
                CONTRACTIONS,
                lambda: repr(GPT2.split(CONTRACTIONS)),
                "['Hello', \"'ve\", ' world', '123', ' how', \"'s\", ' are', ' you', '!!!?']",
                page="pretokenize",
                query={"sample": CONTRACTIONS, "pattern": "gpt2"},
            ),
            Entry(
                titles.CUT,
                r"'a \n  '",
                lambda: repr(GPT4.split("a \n  ")),
                r"['a', ' \n', '  ']",
                right=r"['a', ' \n  ']",
                why=N_(
                    "GPT-4’s pattern has one more part in tiktoken, \\s++$: white space at the end of a text stays "
                    "together."
                ),
                page="pretokenize",
                query={"sample": "a \n  ", "pattern": "gpt4"},
            ),
            Entry(
                titles.PROGRAM,
                f'train("{HELLO}")',
                lambda: said(lambda: train_on_chunks(HELLO)),
                claim=N_("It learns merges inside of chunks."),
                right="KeyError: b'hello'",
                why=N_(
                    "A bracket stands in the wrong place: it makes one list of chunks, not a list of bytes for each."
                ),
                page="train",
                query={**HELLO_TRAINED, "step": "1"},
            ),
            Entry(
                titles.PROGRAM,
                f'train("{TOY}")',
                lambda: _kind_of_error(TOY),
                claim=N_("It learns merges inside of chunks."),
                right="ValueError",
                why=N_("The same slip: there is one chunk only, so there is no pair."),
                page="train",
                query=train("aaab", 0, **AS_IDS),
            ),
            Entry(
                titles.REPAIRED,
                f'train("{HELLO}", 259)',
                _hello_merges,
                right="(104,101) -> 256 he, (256,108) -> 257 hel, (257,108) -> 258 hell",
                page="train",
                query={**HELLO_TRAINED, "step": "3", **AS_IDS},
            ),
            Entry(
                titles.FUNCTION,
                "decode([300])",
                lambda: said(lambda: bpe_tokenizer("aaab").decode([300])).partition(":")[0],
                right="EngineError",
                why=N_("An id that is not in the vocabulary stands for nothing. The lecture’s program refuses it too."),
                page="decode",
                query={"ids": "300", **AS_IDS, **TOY_TRAINED},
            ),
            Entry(
                titles.SAID,
                END,
                lambda: f"{len(END)}, {len(_cl100k().encode(END, 'all'))}",
                claim=N_("The lecture speaks of special characters, and of regularization for the use of a regex."),
                right="13, 1",
                why=N_(
                    "They are special tokens: this one is written with 13 characters and is 1 token. And a regex, in "
                    "Chinese 正则表达式, is not regularization, 正则化."
                ),
                page="special",
                query={"of": "cl100k_base", "sample": END},
            ),
            Entry(
                titles.FUNCTION,
                'encode(text, allowed_special="none_raise")',
                lambda: said(lambda: _cl100k().encode(END)).partition(":")[0],
                right="EngineError",
                why=N_("The name of a special token is refused, unless it is allowed. So do minbpe and tiktoken."),
                page="special",
                query={"of": "cl100k_base", "sample": END},
            ),
            Entry(
                titles.IDS,
                "GPT4Tokenizer, hello world",
                lambda: repr(_cl100k().encode("hello world")),
                right="[15339, 1917]",
                why=N_("The lecture leaves this tokenizer out. Here it is, with the genuine vocabulary."),
                page="playground",
                query={"sample": "hello world", "first": "cl100k_base"},
            ),
        ),
    ),
)

MINBPE_LECTURE = Companion(
    "minbpe",
    "LLM | Tokenization: minbpe",
    N_("A Chinese lecture on minbpe, in ids: bytes are 0 to 255, and the first merge makes 256."),
    PARTS,
    {"": "https://blog.csdn.net/m0_62716099/article/details/142834122"},
)
