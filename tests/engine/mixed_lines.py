"""Lines of text in many languages and of code, to compare tokenizers on: the repository's own, then random ones."""

import json
import random
import unicodedata
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

# fmt: off
PIECES = (
    " ", "  ", "   ", "\n", "\r\n", "\n\n", "\t", "\x00", "\x1c", "\x85", "\u00a0", "\u2028", "\u3000", "\u200b",
    "\ufeff", "'s", "'S", "'ſ", "’s", "'LL", "'", "don't", "DON'T", "iPhone", "ﬁ", "ǅ", "ª", "²", "½", "१२३४",
    "12345", "1,000.5", "hello", "Hello", " world", "HELLO", "東", "你好", "東京12", "カタカナ・", "゙", "ー", "한국",
    "ㄱ", "ᄀ", "ᅡ", "ᆨ", "العربية", "ไทย", "é", "e\u0301", "\u0301", "\u0323", "ʰ", "ß", "İ", "ı", "Å", "\u0958",
    "\u09c7\u09be",
    "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤️", "\u202e", "\U000e0041", "<|", "|>", "<think>", "</think>", "<tool_call>",
    "<｜User｜>", "endoftext", "/", "//", "\n/", "!", "!!!", "...\n\n", "_", "__", "-" * 70, "{", "});", "    return",
    "\x7f", "$x", "€9",
)
# fmt: on


def mixed_lines(count: int) -> list[str]:
    """Return this many lines, always the same: up to half of them from the repository, the others random."""
    own = list(dict.fromkeys(_own_lines()))
    random.Random(0).shuffle(own)
    lines = own[: max(1, count // 2)]
    return lines + list(islice(_random_lines(), count - len(lines)))


def _own_lines() -> Iterator[str]:
    """Yield the lines of books, of the UDHR in 37 languages, of code, and of the catalogs with their translations."""
    articles = json.loads((ROOT / "data" / "udhr" / "article1_37.json").read_text("utf-8"))
    yield from (article["text"] for article in articles.values())
    for pattern in ("tests/data/*.txt", "bpe_engine/**/*.py", "ui/**/*.js", "ui/**/*.toml", "locale/*/*/*.po"):
        for path in sorted(ROOT.glob(pattern)):
            yield from path.read_text("utf-8").splitlines()


def _random_lines() -> Iterator[str]:
    """Yield lines of random characters and of pieces that tokenizers treat differently."""
    chance = random.Random(1)
    ranges = ((0x20, 0x7F), (0xA0, 0x250), (0x300, 0x600), (0x900, 0xE00), (0x1E00, 0x2000), (0x3040, 0x3100))
    wide = ((0x4E00, 0x9FA6), (0xAC00, 0xD7A4))
    known = [[chr(code) for code in range(first, end) if _is_old(chr(code))] for first, end in ranges + wide]
    while True:
        parts = []
        for _ in range(chance.randint(1, 12)):
            if chance.random() < 0.6:
                parts.append(chance.choice(PIECES))
            else:
                parts.append("".join(chance.choices(chance.choice(known), k=chance.randint(1, 5))))
        yield "".join(parts)


def _is_old(character: str) -> bool:
    """Return whether a character was in Unicode 3.2, which every library knows."""
    return unicodedata.ucd_3_2_0.category(character) != "Cn"
