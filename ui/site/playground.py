"""The example of the Playground, ready: as the tokens of the tokenizer that an address means."""

from collections.abc import Iterator

from bpe_engine import load_pretrained
from ui.base.tokenizers import TokenizerName
from ui.pages.playground.texts import EXAMPLE
from ui.pages.playground.tokens import read_tokens, view
from ui.site.contract import PlaygroundReady
from ui.site.lessons import GPT2, canonical


def ready() -> Iterator[tuple[str, PlaygroundReady]]:
    """Each by its name."""
    tokens = read_tokens(load_pretrained(GPT2), EXAMPLE)
    yield "first", {"view": view([TokenizerName(GPT2).title], [tokens]), "said": []}


def queries() -> dict[str, str]:
    """Query -> file."""
    return {canonical({}): "playground/first", canonical({"sample": EXAMPLE}): "playground/first"}
