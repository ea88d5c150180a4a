"""The cost of languages: the same article in 37 languages, compared with GPT-4o."""

from collections.abc import Iterator, Mapping

from bpe_engine.checkup.encoding import encode_each
from bpe_engine.checkup.finding import Finding, Table, Term, fine, note
from bpe_engine.checkup.subject import ENGLISH, Subject, articles
from bpe_engine.pre_tokenizers import N_
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.vocabularies.pretrained import load_pretrained

PEER = "o200k_base"
COLUMNS = (
    *(N_("language"), N_("tokens"), N_("characters per token"), N_("to English")),
    *(N_("GPT-4o: tokens"), N_("GPT-4o: to English")),
)


def check_languages(subject: Subject) -> Iterator[Finding]:
    """Count the tokens of Article 1 in each language."""
    article_texts = articles()
    if not article_texts:
        yield fine("The article in 37 languages comes with the app, which is not installed.")
        return
    ours, theirs = _counts(subject.tokenizer, article_texts), _counts(load_pretrained(PEER), article_texts)
    rows = sorted(
        (
            (
                Term(article_texts[code]["name"]),
                tokens,
                round(len(article_texts[code]["text"]) / max(tokens, 1), 2),
                round(tokens / max(ours[ENGLISH], 1), 2),
                theirs[code],
                round(theirs[code] / theirs[ENGLISH], 2),
            )
            for code, tokens in ours.items()
        ),
        key=lambda row: (row[3], row[0]),
    )
    dearest = max(ours, key=ours.__getitem__)
    yield note(
        "The same article is {english} tokens in English and {most} in {language}, which is {ratio:.1f} times as many "
        "(GPT-4o: {peer:.1f} times). Users of such a language pay more and reach the end of the window sooner.",
        article_texts[dearest]["text"],
        Table(COLUMNS, tuple(rows)),
        english=ours[ENGLISH],
        most=ours[dearest],
        language=Term(article_texts[dearest]["name"]),
        ratio=ours[dearest] / max(ours[ENGLISH], 1),
        peer=theirs[dearest] / theirs[ENGLISH],
    )


def _counts(tokenizer: Tokenizer, article_texts: Mapping[str, Mapping[str, str]]) -> dict[str, int]:
    encoded = encode_each(tokenizer, [article["text"] for article in article_texts.values()])
    return {code: len(ids) for code, ids in zip(article_texts, encoded, strict=True)}
