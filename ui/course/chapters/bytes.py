"""Bytes: why a character may be several tokens, what Ġ is, and what � means."""

from bpe_engine import BYTE_ALPHABET, load_pretrained
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_decoding, row, tokens
from ui.i18n import N_, number
from ui.player.contract import Labels, LessonFile
from ui.tokenizers import TokenizerName

CHARACTER = "東"
LINE_END = 10


def _facts() -> Facts:
    gpt2 = load_pretrained("gpt2")
    ids = gpt2.encode(CHARACTER)
    data = CHARACTER.encode()
    return {
        "character": CHARACTER,
        "bytes": number(len(data)),
        "hex": data.hex(" ").upper(),
        "count": tokens(len(ids)),
        "ids": " ".join(map(str, ids)),
        "first": gpt2.token_bytes(ids[0]).hex(" ").upper(),
        "second": gpt2.token_bytes(ids[1]).hex(" ").upper(),
        "first_id": str(ids[0]),
        "first_text": gpt2.decode(ids[:1]),
        "newer": tokens(len(load_pretrained("o200k_base").encode(CHARACTER))),
        "space": BYTE_ALPHABET[32],
        "space_byte": "32",
        "space_code": number(ord(BYTE_ALPHABET[32])),
        "line": BYTE_ALPHABET[LINE_END],
        "line_code": number(ord(BYTE_ALPHABET[LINE_END])),
        "own_sign": BYTE_ALPHABET[0xE6],
        "moved_sign": BYTE_ALPHABET[0x9D],
        "kept": number(sum(ord(sign) == byte for byte, sign in enumerate(BYTE_ALPHABET))),
        "moved": number(sum(ord(sign) != byte for byte, sign in enumerate(BYTE_ALPHABET))),
        "right": 1,
        "answer": str(LINE_END),
    }


def _play(labels: Labels) -> LessonFile:
    gpt2 = load_pretrained("gpt2")
    return play_decoding(gpt2, gpt2.encode(CHARACTER), labels)


def _rows() -> tuple[TokenRow, ...]:
    found = []
    for key in ("gpt2", "cl100k_base", "o200k_base"):
        tokenizer = load_pretrained(key)
        found.append(row(TokenizerName(key).title, tokenizer, tokenizer.encode(f"{CHARACTER} is")))
    return tuple(found)


CHAPTER = Chapter(
    key="bytes",
    title=N_("Bytes"),
    idea=(
        N_(
            "A computer keeps a text as bytes: numbers from 0 to 255. UTF-8 says which. An English letter is one byte; "
            "é is two, most Chinese characters are three, most emoji four."
        ),
        N_("Bytes are often written in hex, with two signs each: {space_byte} is 20, 255 is FF."),
        N_(
            "GPT-2 begins with these 256 bytes in place of characters, and merges from there. So its first tokens can "
            "spell every text in the world, and none is ever unknown."
        ),
    ),
    question=N_("“{character}” is one character, with the bytes {hex}. Why does GPT-2 make {count} of it?"),
    options=(
        Option(
            N_("It is a rare word, and GPT-2 does not know what it means"),
            N_("A tokenizer knows no meanings, and it did not drop the character. It counted pairs of bytes."),
        ),
        Option(N_("Not all of its bytes were merged: the pairs were too rare")),
        Option(
            N_("A Chinese character always takes as many tokens as it has bytes"),
            N_("It has {bytes} bytes, but fewer tokens: some of them did merge."),
        ),
    ),
    explanation=(
        N_(
            "In the texts that GPT-2's merges were learned from, Chinese was rare. “{character}” got as far as "
            "{count}: the bytes {first} became one token, {second} stayed alone. GPT-4o, whose corpus had more "
            "Chinese, has it as {newer}."
        ),
        N_(
            "So an id need not be a character. Decode {first_id} alone, and there are two bytes of three: no "
            "character. Programs show {first_text} for it, the sign for “here is no character”. It does not "
            "mean that a token is broken: join the bytes of all ids first, then read them as UTF-8."
        ),
        N_(
            "What about {space}? A file with tokens should be readable, and many bytes can't be seen: a space, a line "
            "end. So GPT-2 writes each byte as a sign. Every sign has a number in Unicode. {kept} bytes are written as "
            "the sign of their own number: E6 as {own_sign}. The other {moved} are moved to signs that can be seen, "
            "from number 256 on, in their order: 9D is written {moved_sign}. A space is byte {space_byte}, and becomes "
            "the sign number {space_code}: {space}. It is only how a byte is written, not a letter."
        ),
    ),
    watch=N_("The ids {ids} are decoded, one at a time. Look at the text after the first one, and after the second."),
    play=_play,
    rows=_rows,
    exercise=Exercise(
        N_(
            "Bytes 0 to 32 can't be seen: byte 0 becomes the sign number 256, byte 1 the sign number 257, and so on. "
            "{line} is the sign number {line_code}. Which byte is it?"
        ),
        "number",
        N_("How far is {line_code} from 256?"),
        N_("{line_code} minus 256. This byte ends a line: where you see {line} in a token, a new line begins."),
    ),
    remember=(
        N_("Tokens of bytes can spell everything. A character is one to four bytes, and so may be several tokens."),
        N_("{space} is how a space, byte {space_byte}, is written. � is shown where bytes are not a whole character."),
    ),
    ways=(
        Way("bytes", N_("Follow another character to its bytes"), {"chars": CHARACTER}),
        Way("encode", N_("Watch the bytes of this character merge"), {"word": CHARACTER, "with": "gpt2"}),
    ),
    facts=_facts,
)
