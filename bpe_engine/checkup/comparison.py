"""Compare two vocabularies: shared tokens, tokens in only one, and the same texts in both."""

from collections.abc import Iterator

from bpe_engine.checkup.encoding import encode_each
from bpe_engine.checkup.finding import Finding, Table, Term, fine, listed, note
from bpe_engine.checkup.round_trip import SAMPLES
from bpe_engine.checkup.subject import Subject, articles, text_of
from bpe_engine.pre_tokenizers import N_
from bpe_engine.tokenizer import Tokenizer

COLUMNS = (N_("text"), N_("tokens here"), N_("tokens there"))


def check_against(subject: Subject) -> Iterator[Finding]:
    """Compare the texts of all tokens, and count the tokens of the same texts."""
    if subject.against is None:
        yield fine("There is nothing to compare with.")
        return
    ours, theirs = _texts(subject.tokenizer), _texts(subject.against)
    shared = ours.keys() & theirs.keys()
    only_ours = [text for text in ours if text not in shared]
    only_theirs = [text for text in theirs if text not in shared]
    yield note(
        "Tokens with the same text in {name}: {shared:,}, or {share:.0%} of the tokens here. Only here: {ours:,} "
        "({our_tokens}). Only there: {theirs:,} ({their_tokens}).",
        next(iter(only_ours), ""),
        name=subject.against_name,
        shared=len(shared),
        share=len(shared) / max(len(ours), 1),
        ours=len(only_ours),
        our_tokens=listed(only_ours[-5:]),
        theirs=len(only_theirs),
        their_tokens=listed(only_theirs[-5:]),
    )
    same_ids = sum(ours[text] == theirs[text] for text in shared)
    yield note("Of the shared tokens, {count:,} have the same id in both.", count=same_ids)
    samples: dict[str, str] = {
        **{Term(article["name"]): article["text"] for article in articles().values()},
        **{Term(name): SAMPLES[name] for name in ("code", "emoji")},
        **subject.texts,
    }
    counts = [
        list(map(len, encode_each(article, [*samples.values()]))) for article in (subject.tokenizer, subject.against)
    ]
    fewer = sum(count < other_count for count, other_count in zip(*counts, strict=True))
    yield note(
        "Of {all} texts, {fewer} have fewer tokens here than in {name}, and {more} have more.",
        "",
        Table(COLUMNS, tuple(zip(samples, *counts, strict=True))),
        all=len(samples),
        fewer=fewer,
        more=sum(count > other_count for count, other_count in zip(*counts, strict=True)),
        name=subject.against_name,
    )


def _texts(tokenizer: Tokenizer) -> dict[str, int]:
    """Return token ids by text, or by bytes for partial characters."""
    sizes: dict[str, int] = {}
    for token, token_id in tokenizer.vocabulary.items():
        text = text_of(tokenizer, token)
        sizes[tokenizer.token_bytes(token_id).hex(" ") if text is None else text] = token_id
    return sizes
