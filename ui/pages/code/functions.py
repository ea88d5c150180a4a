"""The four functions that a learner writes: task, stub, and the calls each is tested with."""

import json
from collections.abc import Sequence
from typing import Any, Literal

from ui.base.i18n import gettext as _
from ui.components.contract import FunctionTask, FunctionTest
from ui.pages.code.word_sets import MERGES, as_symbols, reference_merges, titles, training, word_sets

Kind = Literal["counts", "symbols", "merges"]

SOLUTIONS = {
    "count": """\
def count_pairs(words):
    counts = {}
    for symbols, times in words:
        for pair in zip(symbols, symbols[1:]):
            counts[pair] = counts.get(pair, 0) + times
    return counts
""",
    "merge": """\
def merge(symbols, pair):
    merged = []
    for symbol in symbols:
        if merged and (merged[-1], symbol) == pair:
            merged[-1] += symbol
        else:
            merged.append(symbol)
    return merged
""",
    "train": """\
def train(words, number):
    merges = []
    while len(merges) < number:
        counts = count_pairs(words)
        if not counts:
            break
        best = max(counts, key=counts.get)
        words = [(merge(symbols, best), times) for symbols, times in words]
        merges.append(best)
    return merges
""",
    "encode": """\
def encode(word, merges):
    symbols = list(word)
    for pair in merges:
        symbols = merge(symbols, pair)
    return symbols
""",
}
"""The solutions shown after a try: the shortest for beginners. `max` returns the first of equal pairs."""

_KEPT = {"count": (2, 1), "merge": (2, 1), "train": (2, 1), "encode": (2, 1)}
"""The number of lines of each solution that the stub keeps, at its beginning and end."""

_NEEDS: dict[str, list[str]] = {"count": [], "merge": [], "train": ["count", "merge"], "encode": ["merge"]}

_EXAMPLES = {
    "count": 'print(count_pairs([(["h", "u", "g"], 10), (["p", "u", "g"], 5)]))',
    "merge": 'print(merge(["h", "u", "g", "s"], ("u", "g")))',
    "train": 'print(train([(["h", "u", "g"], 10), (["p", "u", "n"], 12)], 2))',
    "encode": 'print(encode("hugs", [("u", "g"), ("h", "ug")]))',
}


def stub(key: str) -> str:
    """Return the editor's initial text, with a gap for the learner's lines."""
    first, last = _KEPT[key]
    lines = SOLUTIONS[key].splitlines()
    yours = _("your lines")
    return "\n".join((*lines[:first], f"    # {yours}", *lines[-last:], "", _EXAMPLES[key], ""))


def steps() -> list[FunctionTask]:
    """Return the functions in order."""
    return [_count(), _merge(), _train(), _encode()]


def _step(key: str, title: str, instructions: list[str], hint: str, checks: list[FunctionTest]) -> FunctionTask:
    return {
        "key": key,
        "title": title,
        "needs": _NEEDS[key],
        "instructions": instructions,
        "stub": stub(key),
        "hint": hint,
        "solution": SOLUTIONS[key],
        "checks": checks,
    }


def _function_test(
    title: str,
    function: str,
    arguments: Sequence[tuple[str, Any]],
    returns: Kind,
    *,
    shown: bool = True,
    **expected: Any,
) -> FunctionTest:
    as_written = ", ".join(_as_python(kind, value) for kind, value in arguments)
    check: Any = {
        "title": title,
        "call": json.dumps({"function": function, "arguments": arguments, "returns": returns}),
        "shown": "".join((function, "(", as_written, ")")) if shown else "",
        "returns": returns,
        "counts": [],
        "symbols": [],
        "merges": None,
        **expected,
    }
    test: FunctionTest = check
    return test


def _as_python(kind: str, value: Any) -> str:
    if kind == "merges":
        return "merges"
    return json.dumps(value, ensure_ascii=False) if kind != "pair" else f'("{value[0]}", "{value[1]}")'


def _count() -> FunctionTask:
    checks = []
    for name, title in titles().items():
        rows = [(*row.pair, row.count) for row in training(name).at(0).leaderboard]
        checks.append(
            _function_test(title, "count_pairs", [("words", as_symbols(name))], "counts", shown=False, counts=rows)
        )
    return _step(
        "count",
        _("1. Count the pairs"),
        [
            _("`words` is a list: each word as a list of its symbols, and how often the word occurs."),
            _(
                "Write `count_pairs`: it returns a dictionary that says how often each neighbouring pair occurs. A "
                "pair counts as often as its word."
            ),
        ],
        _("`zip(symbols, symbols[1:])` gives the pairs of a word. Add `times`, not 1, to the count of each."),
        checks,
    )


def _merge() -> FunctionTask:
    def check(title: str, symbols: list[str], pair: tuple[str, str], merged: list[str]) -> FunctionTest:
        return _function_test(title, "merge", [("symbols", symbols), ("pair", pair)], "symbols", symbols=merged)

    checks = []
    for name, title in titles().items():
        reference = training(name)
        # The word and the merge that joins most symbols in it, the first such.
        _joined, number, word = min(
            (len(after.symbols) - len(before.symbols), number, word)
            for number in range(len(reference.events))
            for word, (before, after) in enumerate(
                zip(reference.at(number).words, reference.at(number + 1).words, strict=True)
            )
        )
        before, after = reference.at(number).words[word], reference.at(number + 1).words[word]
        pair = reference.events[number].pair
        checks.append(check(title, list(before.symbols), (pair.left, pair.right), list(after.symbols)))
    checks.append(check(_("Overlaps"), ["a", "a", "a"], ("a", "a"), ["aa", "a"]))
    checks.append(check(_("A pair that isn’t there"), ["h", "u", "g"], ("g", "u"), ["h", "u", "g"]))
    return _step(
        "merge",
        _("2. Merge a pair"),
        [
            _("`symbols` is a list of symbols, `pair` a tuple of two."),
            _(
                "Write `merge`: it returns a new list in which each occurrence of the pair, from left to right, is one "
                "symbol: “a”, “a”, “a” becomes “aa”, “a”."
            ),
        ],
        _("Build the new list symbol by symbol. Do its last symbol and the next one make the pair? Then join them."),
        checks,
    )


def _train() -> FunctionTask:
    checks = []
    for name, title in titles().items():
        arguments = [("words", as_symbols(name)), ("number", MERGES)]
        checks.append(_function_test(title, "train", arguments, "merges", shown=False, merges=reference_merges(name)))
    return _step(
        "train",
        _("3. Repeat: the training"),
        [
            _(
                "Write `train`: count the pairs, merge the most frequent one in all words, note it, and start again. "
                "It returns the list of merges, as many as `number` says, or fewer when no pair is left."
            ),
            _("If several pairs tie for most frequent, take the one that comes first in the words."),
        ],
        _(
            "`max(counts, key=counts.get)` gives the most frequent pair, or the first of several. After that, `words` "
            "has to be a new list with `merge` applied to each word."
        ),
        checks,
    )


def _encode() -> FunctionTask:
    checks = []
    for name, title in titles().items():
        reference = training(name)
        merges = [tuple(event.pair) for event in reference.events]
        # By the engine's tokenizer; a letter it does not know is a symbol that no merge touches.
        for word in word_sets()[name].encoded:
            symbols = reference.tokenizer().tokenize(word)
            arguments = [("text", word), ("merges", merges)]
            checks.append(_function_test(title, "encode", arguments, "symbols", symbols=symbols))
    return _step(
        "encode",
        _("4. Encode by rank"),
        [
            _("`merges` is the list that `train` returns: the first has rank 0, the next rank 1."),
            _(
                "Write `encode`: it cuts a new word into its letters, makes the merges in order of rank, and returns "
                "the tokens."
            ),
        ],
        _("Go through `merges` from the first to the last, and use your `merge` for each."),
        checks,
    )
