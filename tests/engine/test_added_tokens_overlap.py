"""Whether added tokens can overlap in a text, and files with as many of them as Gemma 3's."""

import random

import tokenizers
from tokenizers import AddedToken, models, pre_tokenizers

from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.files import read
from bpe_engine.text.added_tokens import can_overlap
from tests.engine.file_samples import stepwise


def overlap_somewhere(first: str, second: str) -> bool:
    """Return whether two texts overlap at any offset."""
    return any(
        all(first[at] == second[at - offset] for at in range(max(0, offset), min(len(first), offset + len(second))))
        for offset in range(1 - len(second), len(first))
    )


def test_two_groups_can_overlap_if_two_of_their_tokens_do_at_some_offset() -> None:
    rng = random.Random(7)

    def group() -> list[str]:
        return ["".join(rng.choice("abc<>") for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(1, 3))]

    results = set()
    for _ in range(1_000):
        first, second = group(), group()
        expected = any(overlap_somewhere(one, other) for one in first for other in second)
        assert can_overlap(first, second) == expected, (first, second)
        results.add(expected)
    assert results == {True, False}


def library_with(added: list[AddedToken]) -> tokenizers.Tokenizer:
    peer = tokenizers.Tokenizer(models.BPE({symbol: byte for byte, symbol in enumerate(BYTE_ALPHABET)}, []))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.add_tokens(added)
    return peer


def test_thousands_of_added_tokens_have_steps_and_too_many_long_ones_get_a_note() -> None:
    # As in Gemma 3: reserved names, runs of line breaks and HTML tags besides a few special tokens.
    names = [f"<unused{number}>" for number in range(6_242)] + ["\n" * count for count in range(2, 32)] + ["<table>"]
    plain = [AddedToken(name, normalized=False) for name in names]
    special = [AddedToken(name, normalized=False, special=True) for name in ("<bos>", "<start_of_turn>")]
    peer = library_with([*plain, *special])
    opened = stepwise({"tokenizer.json": peer.to_str().encode()})
    for text in ("<bos>a<unused7>\n\n\nb<start_of_turn>", "<unused6241><table>\n"):
        assert opened.tokenizer.encode(text, "all") == peer.encode(text).ids
    tokens = [AddedToken(f"<{number:0400}>", normalized=False, special=bool(number % 2)) for number in range(60)]
    opened = read({"tokenizer.json": library_with(tokens).to_str().encode()})
    assert not opened.has_steps
    assert str(opened.notes[0]) == (
        "Its 60 added tokens are too long to tell whether two of them can overlap in a text."
    )
