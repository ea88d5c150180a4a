"""Tasks for the site's Python: texts in five scripts, all algorithms, encodings, decodings, and invalid input.

All characters are in Unicode 14: how Python classifies later ones depends on its version.
"""

from collections.abc import Sequence
from typing import Any

from ui.base.tokenizer_choices import SHIPPED
from ui.site.python.browser_entry import answer_text
from ui.site.python.tasks import BrowserWorker
from ui.tokenization.algorithms import ALGORITHMS

POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""A policy that a host may impose on every page and script of the site."""

ENGLISH = "the lowest of the low, and the newest of the new: she'll go there, WON'T she? It's 1234 o\u2019clock."
VIETNAMESE = "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi."
RUSSIAN = "Все люди рождаются свободными и равными в своём достоинстве и правах."
CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。"
HINDI = "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।"
NONSENSE = (
    "a\u0301\u0301 \u200d👩‍💻🇻🇳🇷 \x00\x1f\ufeff<b>&amp;</b>\t\r\n\u2028 ﬁ Ⅷ ²½ \ue000 \U0010ffff ..... 000000000000"
)

TEXTS = {"en": ENGLISH, "vi": VIETNAMESE, "ru": RUSSIAN, "zh_Hans": CHINESE, "hi": HINDI, "": NONSENSE}


def expected(asked: Sequence[dict[str, Any]]) -> list[str]:
    """Return the answers to tasks as JSON, computed by Python on this machine."""
    here = BrowserWorker()
    return [answer_text(here.run(task)) for task in asked]


def tasks() -> list[dict[str, Any]]:
    """Return all tasks."""
    return [
        *(_task("train", lang, scenario="text", text=text, vocab="90") for lang, text in TEXTS.items()),
        *(_task("train", "vi", algorithm=algorithm) for algorithm in ALGORITHMS),
        _task("train", "ru", scenario="text", text=ENGLISH * 20, split="gpt4", level="bytes", vocab="300", step="9"),
        {**_task("train", "en", scenario="text", text=VIETNAMESE * 20, vocab="200"), "frames": [3, 5]},
        {**_task("train", "en", scenario="text", text=VIETNAMESE * 20, vocab="200"), "at": 100},
        _task("train", "zh_Hans", scenario="text", text="abab", vocab="1"),
        _task("train", "ru", scenario="nowhere", algorithm="none", vocab="many"),
        _task("train", "vi", scenario="text", text=""),
        _task("train", "ru", scenario="text", text="ab " * 100_001),
        _task("encode", "vi", **{"with": "opened", "sample": "hello"}),
        *(_task("encode", "en", **{"with": name, "sample": "newspapers 東 Đây"}) for name in SHIPPED),
        _task("encode", "vi"),
        _task("encode", "ru", scenario="low", sample="lowest", by="longest"),
        _task("encode", "en", scenario="low", sample="lowest", by="dropout", dropout="50", seed="7"),
        _task("encode", "zh_Hans", **{"with": "own", "cut": "merges", "sample": "lowest", "merges": "l o\nlo w"}),
        _task("encode", "en", **{"with": "own", "cut": "left", "sample": "lowest", "tokens": "[1, 2"}),
        _task("encode", "en", **{"with": "gpt2", "sample": NONSENSE}),
        _task("encode", "en", **{"with": "trained-999", "sample": "hugs"}),
        _task("decode", "vi"),
        _task("decode", "en", ids="100 101 999999999"),
        _task("decode", "ru", **{"ids": "[258, 100, 258, 97, 99]", "with": "trained", "scenario": "aaab"}),
        _task("decode", "en", ids="x"),
        _task("playground", "zh_Hans", second="cl100k_base"),
        _task("playground", "en", first="o200k_base", second="t5-small", sample="\n".join(TEXTS.values())),
        _task("playground", "hi", first="mistral-7b", sample=HINDI),
        _task("playground", "ru", first="gpt2", sample=RUSSIAN * 60, page="2", second="o200k_base"),
        _task("playground", "vi", sample="<|endoftext|> a", special="token"),
        _task("scene", "vi", sample=VIETNAMESE),
        _task("scene", "ru", **{"with": "trained", "scenario": "low", "sample": "lowest", "step": "3"}),
        _task("scene", "en", sample=RUSSIAN * 3),
        _task("chat", "zh_Hans", template="llama-2", messages="system: 简短\nuser: [/INST] <s>"),
        _task("chat", "en", template="own", ids="mistral-v1", typed="text", jinja="{{ messages }}"),
        _task("chat", "ru", typed="refused", messages="user: <|im_end|>"),
        _task("prompt", "vi", **{"with": "cl100k_base", "sample": "Tất cả mọi 👩‍💻"}),
        _task("prompt", "en", **{"with": "t5-small"}),
        _task("knife", "ru", of="trained", scenario="low", out="lo", add="", sample="lowest"),
        {**_task("knife", "en", of="trained", scenario="low", add=""), "file": "tokenizer.json tokenizer.json"},
        _task("knife", "en", out="#262 ·none-such"),
    ]


def _task(page: str, lang: str, /, **query: str) -> dict[str, Any]:
    return {"page": page, "lang": lang, "query": query}
