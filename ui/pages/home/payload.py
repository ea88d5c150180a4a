"""The data of Home: a text as tokens, three ways in, all pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Any

from bpe_engine import BPETokenizer, BPETrainer, Corpus, EngineError, Tokenizer
from bpe_engine.inspection.token_offsets import token_offsets
from bpe_engine.notebook import token_hue
from bpe_engine.symbols import count_pairs
from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag, list_separator, localized_number, ngettext, plural_forms
from ui.base.tokenizer_choices import BY_NAME, INCLUDED, PRETRAINED, TokenizerName
from ui.base.visible_text import make_visible
from ui.components.byte_pairs import merges_urls
from ui.components.contract import HomeGroup, HomeLink, HomePayload, HomeToken
from ui.course.chapter_files import course
from ui.state.page_spec import PageSpec, page_family

EXAMPLE = "strawberry, strawberry"
"""Shown while nothing is typed: GPT-2 cuts the same word in two ways."""

MAX_LENGTH = 1_000
"""Characters: what a browser can cut while a key is pressed."""

_CORPUS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
_PAIRS_SHOWN = 4
_CONTINUE = {bytes([byte]) for byte in range(0x80, 0xC0)}  # a character in UTF-8


def about_title() -> str:
    """Return the heading of `about`."""
    return _("What a tokenizer does")


def about() -> str:
    """Return what tokenization is, and what the app shows of it."""
    return _(
        "A language model doesn’t read letters or words. It reads tokens: pieces of text that each have a number. A "
        "tokenizer cuts text into these pieces, and whatever the model reads or writes passes through it. That’s why a "
        "model stumbles over spelling, sums and languages that its tokenizer cuts badly, and why the same text costs "
        "more in one language than in another. Most models get their tokens from byte-pair encoding (BPE): start with "
        "single characters, and turn the most frequent neighbouring pair into a new token, over and over. Here you can "
        "watch that happen, one merge at a time, on a tiny example or on your own text, next to other ways of making "
        "tokens."
    )


def home_payload(
    values: Mapping[str, Any],
    groups: list[HomeGroup],
    tokenizer: Tokenizer,
    *,
    extra_tokenizers: Sequence[str] = (),
    is_app: bool,
) -> HomePayload:
    """Return the data of Home for the values of its address, in the reader's language.

    `extra_tokenizers` are the entries of the choice for the learner's own tokenizer. The site has no server that cuts a
    text, so it offers only what browsers can.
    """
    sample, name = values["sample"], values["with"]
    others = [included.name for included in INCLUDED if not included.is_in_browser] + [*extra_tokenizers]
    (_learn, learn), (_explore, explore), (_teach, teach) = ways_to_begin()
    return {
        "isApp": is_app,
        "sample": sample,
        "example": EXAMPLE,
        "tokenizer": name,
        "tokenizers": [(key, _(BY_NAME[key].short_title or BY_NAME[key].title)) for key in PRETRAINED],
        "others": [(key, TokenizerName(key).title) for key in others] if is_app else [],
        "chunks": chunks_of(sample or EXAMPLE, tokenizer),
        "merges": merges_urls() if is_app else dict.fromkeys(PRETRAINED, ""),
        "most": MAX_LENGTH,
        "steps": "scene",
        "playground": "playground",
        "learn": learn,
        "explore": explore,
        "teach": teach,
        "hug": [_row(step.symbols) for step in _tokenizer().encode_steps("hug")],
        "pairs": _pairs(),
        "groups": groups,
        "counts": {
            "token": plural_forms("{count} token", "{count} tokens"),
            "character": plural_forms("{count} character", "{count} characters"),
        },
        "labels": {
            "locale": language_tag(),
            "title": _("Same word. Read two ways."),
            "lead": _("Language models read tokens, not letters. Type anything and see what they get."),
            "text": _("Your text"),
            "tokenizer": _("Tokenizer"),
            "others": _("More tokenizers"),
            "refused": _("This tokenizer can’t cut this text."),
            "tokens": _("{text}: {tokens}"),
            "counted": _("{tokens} for {characters}."),
            "spaced": _("With a space before it, “{word}” is {tokens}. Without one, it’s {others}."),
            "cased": _("“{word}” is {tokens}. “{other}” is {others}."),
            "cut": _("“{character}” is a single character, but {tokens}."),
            "id": _("{count} (id {ids})"),
            "separator": list_separator(),
            "tooLong": _(
                "The text has {length} characters, but the limit here is {limit}. Shorten it, or paste it into "
                "Playground."
            ),
            "openPlayground": _("Open Playground"),
            "missing": _("The tokenizer didn’t load. Check your connection, then type again."),
            "steps": _("Watch each step"),
            "ways": _("Where to begin"),
            "learn": _("Learn"),
            "explore": _("Explore"),
            "teach": _("Teach"),
            "all": _("All pages"),
        },
    }


def ways_to_begin() -> list[tuple[str, HomeLink]]:
    """Return the three ways to begin: each its title, and a link with what the link is about."""
    chapters = len(course().chapters)
    return [
        (
            _("Learn"),
            {
                "text": _("Start chapter 1"),
                "about": ngettext(
                    "{count} short chapter. A question first, then the answer to try out.",
                    "{count} short chapters. A question first, then the answer to try out.",
                    chapters,
                ).format(count=localized_number(chapters)),
                "href": "course",
            },
        ),
        (
            _("Explore"),
            {
                "text": _("Train a tokenizer"),
                "about": _("Train a tokenizer step by step. Compare the ones that models use."),
                "href": "train?scenario=hug",
            },
        ),
        (
            _("Teach"),
            {
                "text": _("Start a class"),
                "about": _("One code, no accounts. Phones follow your steps and vote."),
                "href": "teach",
            },
        ),
    ]


def chunks_of(text: str, tokenizer: Tokenizer) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return the chunks of a text, each with the ids of its tokens and how many bytes they have, to come with the page.

    What a tokenizer leaves out is a chunk without tokens. There are none if the text is too long, or if the tokenizer
    refuses it, as byte-level ones refuse a lone surrogate.
    """
    if len(text) > MAX_LENGTH:
        return []
    try:
        ids, starts, ends, _unknown = token_offsets(tokenizer, text).values
        utf8 = text.encode()
    except (EngineError, UnicodeEncodeError):
        return []
    if isinstance(tokenizer, BPETokenizer) and tokenizer.pre_tokenizer is not None:
        cuts: Iterator[int] = accumulate(len(chunk.encode()) for chunk in tokenizer.pre_tokenizer.split(text))
    else:
        cuts = (place for place in _word_starts(utf8, starts, ends) if utf8[place : place + 1] not in _CONTINUE)
    bounds = sorted({0, len(utf8), *cuts})
    chunks: list[tuple[str, list[tuple[int, int]]]] = []
    number = reached = 0
    for start, end in pairwise(bounds):
        ranges: list[tuple[int, int]] = []
        while number < len(ids) and starts[number] < end:
            ranges.append((ids[number], max(0, ends[number] - max(starts[number], reached))))
            reached = max(reached, ends[number])
            number += 1
        chunks.append((utf8[start:end].decode(), ranges))
    return chunks


def _word_starts(utf8: bytes, starts: Sequence[int], ends: Sequence[int]) -> Iterator[int]:
    """Yield where words of a text begin and end, as far as tokens begin there: at spaces, and beside letters."""
    before = 0
    for start, end in zip(starts, ends, strict=True):
        if start > before:  # left out
            yield before
            yield start
        first, last = (utf8[place : place + 4].decode(errors="ignore")[:1] for place in (start, max(0, start - 1)))
        if first.isspace() or (last.isascii() and first and first.isalpha() != last.isalpha() and last != " "):
            yield start
        before = max(before, end)
    yield before


def page_groups(pages: Mapping[str, PageSpec], titles: Mapping[str, str] = MappingProxyType({})) -> list[HomeGroup]:
    """Return all pages by group, each followed by its parts. `titles` replaces some of their titles."""
    groups: dict[str, HomeGroup] = {}
    for first in pages.values():
        if first.parent in pages or not first.description:
            continue
        title = _(first.group) if first.group else ""
        links = groups.setdefault(title, {"title": title, "links": []})["links"]
        for page in page_family(pages, first.name):
            named = page.title if page is first else page.short_title or page.title
            page_title = titles.get(page.name) or _(named)
            links.append({"text": page_title, "about": _(page.description), "href": page.name})
    return list(groups.values())


@lru_cache(maxsize=1)
def _tokenizer() -> BPETokenizer:
    return BPETrainer(vocab_size=14).train(Corpus.from_counts(_CORPUS))


def _row(symbols: Iterable[str]) -> list[HomeToken]:
    ids = [(symbol, _tokenizer().vocabulary[symbol]) for symbol in symbols]
    return [(make_visible(symbol), token_id, token_hue(token_id)) for symbol, token_id in ids]


def _pairs() -> list[tuple[list[HomeToken], int]]:
    pairs = count_pairs((tuple(word), times) for word, times in _CORPUS.items())
    return [(_row(pair), times) for pair, times in pairs.most_common(_PAIRS_SHOWN)]
