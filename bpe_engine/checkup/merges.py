"""Merges that are out of order, listed twice, or never used."""

from collections.abc import Iterator, Mapping, Sequence

from bpe_engine.bpe.encoding import merge_stages
from bpe_engine.bpe.reachability import symbols_of_token
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.checkup.finding import Finding, fault, fine, listed, note, warn
from bpe_engine.checkup.subject import Subject
from bpe_engine.pre_tokenizers import N_
from bpe_engine.tokenizer import NO_ID


def check_merges(subject: Subject) -> Iterator[Finding]:
    """Check each merge, and merges that make the same token."""
    base = subject.tokenizer.base_tokenizer
    if type(base) is not BPETokenizer:
        yield fine("This model has no list of merges.")
        return
    has_findings = False
    for finding in (*_repeated(subject), *_out_of_order(base), *_unused(base)):
        has_findings = True
        yield finding
    if not has_findings:
        yield fine("The merges are in order, and each is used: {count:,}.", count=len(base.table.pairs))


def _repeated(subject: Subject) -> Iterator[Finding]:
    model = subject.content.get("model")
    listed_merges = model.get("merges") if isinstance(model, Mapping) else None
    pairs = [(*merge,) for merge in listed_merges or ()]
    twice = [pair for pair, seen in zip(pairs, _seen_before(pairs), strict=True) if seen]
    if twice:
        yield fault(
            "Merges that are listed twice: {count:,} ({merges}). Libraries disagree about which of the two counts.",
            _text(subject, "".join(twice[0])),
            count=len(twice),
            merges=listed([" + ".join(pair) for pair in twice]),
        )


def _seen_before(pairs: Sequence[tuple[str, ...]]) -> Iterator[bool]:
    seen: set[tuple[str, ...]] = set()
    for pair in pairs:
        yield pair in seen
        seen.add(pair)


def _out_of_order(base: BPETokenizer) -> Iterator[Finding]:
    """Find merges that need a token made only by a later merge."""
    made_at = base.table.rank_of_product
    symbols = base.table.number_of_symbol
    early = [
        pair
        for rank, pair in enumerate(base.merges)
        if any(made_at.get(symbols[part], -1) > rank and len(part) > 1 for part in pair)
    ]
    if early:
        yield warn(
            "Merges that come before the merge of one of their parts: {count:,} ({merges}). Training never makes such "
            "an order, so somebody changed the list.",
            _readable(base, "".join(early[0])),
            count=len(early),
            merges=listed([" + ".join(pair) for pair in early]),
        )


def _unused(base: BPETokenizer) -> Iterator[Finding]:
    """Find merges that no text uses, because another merge makes the same token first.

    Until its last merge, a token does not depend on the text around it, so this last merge is the same in every text.
    """
    table = base.table
    makers: dict[int, list[int]] = {}
    for rank, product in enumerate(table.products):
        makers.setdefault(product, []).append(rank)
    unused: list[int] = []
    for product, ranks in makers.items():
        if len(ranks) > 1 and table.id_of(product) != NO_ID:
            used = _last_merge(base, table.id_of(product))
            unused += [rank for rank in ranks if used is not None and rank != used]
    if unused:
        pair = table.pair(min(unused))
        converted = len(unused) > len(table.pairs) // 10
        yield (note if converted else warn)(
            N_("Merges that no text uses, because another merge makes the same token: {count:,} ({merges})."),
            _readable(base, "".join(pair)),
            count=len(unused),
            merges=listed([" + ".join(table.pair(rank)) for rank in sorted(unused)[:6]]),
        )


def _last_merge(base: BPETokenizer, token_id: int) -> int | None:
    """Return the rank of the merge that makes a token of its two parts; None if none does."""
    stages = [*merge_stages(symbols_of_token(base, token_id), base.table)]
    return stages[-1].rank if len(stages[-1].numbers) == 1 else None


def _text(subject: Subject, token: str) -> str:
    base = subject.tokenizer.base_tokenizer
    return _readable(base, token) if isinstance(base, BPETokenizer) else token


def _readable(base: BPETokenizer, token: str) -> str:
    token_id = base.vocabulary.get(token)
    return token if token_id is None else base.token_bytes(token_id).decode("utf-8", "replace")
