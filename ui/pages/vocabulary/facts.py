"""Facts about a whole vocabulary, as tables: all forms of a text, tokens by script and by language, shared tokens."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bpe_engine import EngineError, Tokenizer
from bpe_engine.checkup.encoding import encode_each
from bpe_engine.inspection.vocabulary_texts import SharedTokens, forms, occurrences, shared_tokens, token_texts
from bpe_engine.tokenizer import NO_ID
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_percent
from ui.base.result_cache import cached
from ui.base.scripts import group_name
from ui.base.token_labels import short_token_label
from ui.base.visible_text import display_name
from ui.pages.vocabulary.search_index import index_of
from ui.tokenization.scenarios.article import articles

MAX_TEXT = 60  # characters of a text whose forms are looked up
_EXAMPLES = 12  # tokens named in a cell


@cached(lambda texts, _tokenizer: 100 * len(texts))
def texts_of(tokenizer: Tokenizer) -> Mapping[int, bytes]:
    """Return the texts of a vocabulary's tokens by id."""
    return token_texts(tokenizer)


def forms_title() -> str:
    """Return the heading of the forms of a text."""
    return _("All forms of a text")


def forms_note(text: str) -> str:
    """Explain the table of forms."""
    return _(
        "“{text}” in lower, upper and title case, with and without a space before it. A form that isn’t a token of its "
        "own is cut into several."
    ).format(text=display_name(text.strip()[:MAX_TEXT]))


def form_heads() -> list[str]:
    """Return the headings of the table of forms."""
    return [_("Form"), _("Id"), _("Tokens")]


def form_rows(tokenizer: Tokenizer, text: str) -> list[list[str]]:
    """Return a row for each form: the form, its id if it is a token, else its tokens."""
    rows = []
    for form in forms(texts_of(tokenizer), text.strip()[:MAX_TEXT]):
        if form.token_id is None:
            rows.append([display_name(form.text), "–", _cut(tokenizer, form.text)])
        else:
            rows.append([display_name(form.text), str(form.token_id), localized_number(1)])
    return rows


def _cut(tokenizer: Tokenizer, text: str) -> str:
    try:
        tokens = tokenizer.tokenize(text)
    except EngineError:  # a lone surrogate
        return "–"
    parts = " | ".join(short_token_label(tokenizer, token) for token in tokens)
    return _("{count}: {tokens}").format(count=localized_number(len(tokens)), tokens=parts)


def longer_title() -> str:
    """Return the heading of the longer tokens."""
    return _("Inside longer tokens")


def longer_heads() -> list[str]:
    """Return the headings of the table of longer tokens."""
    return [_("Where"), _("Tokens"), _("For example")]


def longer_rows(tokenizer: Tokenizer, text: str) -> list[list[str]]:
    """Return how many longer tokens contain a text, by where it is in them."""
    matches = occurrences(texts_of(tokenizer), text.strip()[:MAX_TEXT])
    return [
        [_("At the start"), localized_number(len(matches.at_start)), _examples(tokenizer, matches.at_start)],
        [_("At the end"), localized_number(len(matches.at_end)), _examples(tokenizer, matches.at_end)],
        [_("In the middle"), localized_number(len(matches.inside)), _examples(tokenizer, matches.inside)],
    ]


def scripts_title() -> str:
    """Return the heading of the tokens by script."""
    return _("Tokens by script")


def script_heads() -> list[str]:
    """Return the headings of the table of scripts."""
    return [_("Script or kind"), _("Tokens"), _("Share"), _("For example")]


def script_rows(tokenizer: Tokenizer) -> list[list[str]]:
    """Return a row for each group of tokens, largest first: name, count, share, and its first tokens."""
    index = index_of(tokenizer)
    first: dict[str, list[int]] = {}
    for place, group in enumerate(index.groups):
        examples = first.setdefault(group, [])
        if len(examples) < _EXAMPLES:
            examples.append(index.ids[place])
    return [
        [
            group_name(group),
            localized_number(size),
            localized_percent(size / len(index.ids), 1),
            _examples(tokenizer, first[group]),
        ]
        for group, size in sorted(index.group_sizes.items(), key=lambda item: -item[1])
    ]


def languages_title() -> str:
    """Return the heading of the tokens by language."""
    return _("Tokens by language")


def languages_note() -> str:
    """Explain the table of languages."""
    return _(
        "A vocabulary doesn’t say which language a token is for. These are the tokens that one text is cut into in "
        "each language, Article 1 of the Universal Declaration of Human Rights. The longest come first: words and "
        "endings if the vocabulary has much of a language, single letters if it has little."
    )


def language_heads() -> list[str]:
    """Return the headings of the table of languages."""
    return [_("Language"), _("Different tokens"), _("In no other of these languages"), _("For example")]


def language_rows(tokenizer: Tokenizer) -> list[list[str]]:
    """Return a row for each language: its tokens in Article 1, and how many of them no other language has there."""
    texts = {article["name"]: article["text"] for article in articles().values()}
    used = [set(ids) - {NO_ID} for ids in encode_each(tokenizer, [*texts.values()])]
    languages_of = Counter(token_id for ids in used for token_id in ids)
    size = {token_id: len(text) for token_id, text in texts_of(tokenizer).items()}
    rows = []
    for name, ids in zip(texts, used, strict=True):
        unique = [token_id for token_id in ids if languages_of[token_id] == 1]
        unique.sort(key=lambda token_id: (-size.get(token_id, 0), token_id))
        rows.append([_(name), localized_number(len(ids)), localized_number(len(unique)), _examples(tokenizer, unique)])
    return sorted(rows)


def shared_title() -> str:
    """Return the heading of the comparison with another vocabulary."""
    return _("Shared with another vocabulary")


@cached(lambda found, *_: 30 * sum(map(len, found)))
def shared(first: Tokenizer, second: Tokenizer) -> SharedTokens:
    """Return what two vocabularies have in common."""
    return shared_tokens(texts_of(first), texts_of(second))


def shared_note() -> str:
    """Explain how tokens are compared."""
    return _(
        "Tokens are compared by their texts, spaces included, not by their ids. Special tokens are left out, and a "
        "text that has several ids counts once."
    )


def shared_heads() -> list[str]:
    """Return the headings of the comparison."""
    return [_("Vocabulary"), _("Tokens"), _("Share"), _("For example")]


def shared_rows(titles: Sequence[str], first: Tokenizer, second: Tokenizer) -> list[list[str]]:
    """Return rows for the tokens in both, only in the first and only in the second, with examples."""
    texts = shared(first, second)
    first_title, second_title = titles
    sizes = len(texts.both) + len(texts.only_first), len(texts.both) + len(texts.only_second)
    both_shares = (
        _("{share} of {title}").format(share=_share(len(texts.both), size), title=title)
        for size, title in zip(sizes, titles, strict=True)
    )
    return [
        [_("In both"), localized_number(len(texts.both)), "\n".join(both_shares), _examples(first, texts.both)],
        _only(first, first_title, texts.only_first, sizes[0]),
        _only(second, second_title, texts.only_second, sizes[1]),
    ]


def _only(tokenizer: Tokenizer, title: str, ids: Sequence[int], size: int) -> list[str]:
    count = localized_number(len(ids))
    return [_("Only in {title}").format(title=title), count, _share(len(ids), size), _examples(tokenizer, ids)]


def _share(part: int, whole: int) -> str:
    return localized_percent(part / whole, 1) if whole else "–"


def _examples(tokenizer: Tokenizer, ids: Iterable[int]) -> str:
    """Return the first tokens, and how many more there are."""
    some = list(ids)
    names = "  ".join(short_token_label(tokenizer, tokenizer.token(token_id)) for token_id in some[:_EXAMPLES])
    more = len(some) - _EXAMPLES
    if more <= 0:
        return names
    return f"{names}  {_('… and {count} more').format(count=localized_number(more))}"
