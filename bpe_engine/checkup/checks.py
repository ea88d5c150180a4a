"""The checks in report order, and running them. To add one, write a function that yields findings and list it here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bpe_engine.checkup.comparison import check_against
from bpe_engine.checkup.contents import check_contents
from bpe_engine.checkup.cutting import check_cutting
from bpe_engine.checkup.duplicates import check_duplicates, check_ids
from bpe_engine.checkup.finding import SEVERITIES, Finding, Severity, note
from bpe_engine.checkup.languages import check_languages
from bpe_engine.checkup.merges import check_merges
from bpe_engine.checkup.parts import check_parts
from bpe_engine.checkup.pattern import check_pattern
from bpe_engine.checkup.round_trip import check_own_texts, check_round_trip
from bpe_engine.checkup.special_tokens import check_chat_template, check_special_tokens
from bpe_engine.checkup.subject import Subject
from bpe_engine.checkup.unreachable import check_parts_of_characters, check_unreachable
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import N_


class Check(NamedTuple):
    """A check: its name in JSON, its heading, a description, and the function that runs it.

    A quick one takes a fraction of a second for any vocabulary.
    """

    name: str
    title: str
    about: str
    run: Callable[[Subject], Iterator[Finding]]
    share: float = 1.0  # approximate share of the check-up's time
    is_quick: bool = False


CHECKS: tuple[Check, ...] = (
    Check("parts", N_("What it is"), N_("Normalizer, pre-tokenizer, model and decoder."), check_parts),
    Check(
        "round-trip",
        N_("Does text come back?"),
        N_("Languages, code, emoji, white space and every byte, encoded and decoded."),
        check_round_trip,
        is_quick=True,
    ),
    Check(
        "unreachable",
        N_("Tokens that no text produces"),
        N_("The text of each token is encoded. Is the token there, and if not, why?"),
        check_unreachable,
        10.0,
    ),
    Check(
        "pattern",
        N_("The pattern and the vocabulary"),
        N_("How many tokens the pattern cuts, and how many the published patterns would."),
        check_pattern,
        4.0,
    ),
    Check(
        "characters",
        N_("Tokens that are parts of characters"),
        N_("Tokens that begin or end inside a character."),
        check_parts_of_characters,
    ),
    Check(
        "contents",
        N_("What the tokens are"),
        N_("White space, digits, punctuation, and very long tokens."),
        check_contents,
    ),
    Check("duplicates", N_("Tokens for the same text"), N_("Tokens that stand for the same text."), check_duplicates),
    Check("merges", N_("Merges"), N_("Merges listed twice, out of order, or never used."), check_merges),
    Check("ids", N_("Ids"), N_("Ids that no token has, and ids outside the embedding."), check_ids, is_quick=True),
    Check(
        "special-tokens",
        N_("Special tokens"),
        N_("Which of them users can type, and which look like ordinary text."),
        check_special_tokens,
        is_quick=True,
    ),
    Check(
        "chat-template",
        N_("Chat template"),
        N_("Are its names, such as <|im_start|>, tokens?"),
        check_chat_template,
        is_quick=True,
    ),
    Check(
        "cutting",
        N_("How text is cut"),
        N_("Numbers, indentation, spaces, URLs, apostrophes and capitals."),
        check_cutting,
        is_quick=True,
    ),
    Check(
        "languages", N_("What languages cost"), N_("The same article in 37 languages, beside GPT-4o."), check_languages
    ),
)

ASKED_CHECKS: tuple[Check, ...] = (
    Check("own-texts", N_("Your texts"), N_("Each is encoded and decoded."), check_own_texts),
    Check(
        "comparison",
        N_("Compared with another"),
        N_("Tokens of both and of only one, and the same texts in each."),
        check_against,
        2.0,
    ),
)
"""Checks that need more than the tokenizer: texts, or another tokenizer."""


@dataclass(frozen=True)
class Result:
    """The findings of a check, at least one."""

    name: str
    title: str
    findings: tuple[Finding, ...]

    @property
    def severity(self) -> Severity:
        """The worst severity among its findings."""
        return min((finding.severity for finding in self.findings), key=SEVERITIES.index, default="fine")


def run_checks(
    subject: Subject, progress: Callable[[float], object] = lambda share: None, *, only_quick: bool = False
) -> Iterator[Result]:
    """Yield the result of each check, or of each quick one, and report the share of the work done to `progress`."""
    checks = [check for check in CHECKS if check.is_quick or not only_quick]
    if not only_quick:
        checks += [check for check in ASKED_CHECKS if (subject.texts if check.name == "own-texts" else subject.against)]
    total, done, furthest = sum(check.share for check in checks), 0.0, 0.0

    def report(work: float) -> None:
        nonlocal furthest  # progress never goes back, even if a check goes through its texts twice
        furthest = max(furthest, work / total)
        progress(furthest)

    for check in checks:
        before, share = done, check.share
        subject.progress = lambda part, before=before, share=share: report(before + share * part)  # type: ignore[misc]
        report(done)
        try:
            findings = tuple(check.run(subject))
        except EngineError as problem:
            findings = (note("This could not be checked: {problem}", problem=str(problem)),)
        yield Result(check.name, check.title, findings)
        done += check.share
    report(total)


def worst(results: "tuple[Result, ...] | list[Result]") -> Severity:
    """Return the worst severity of a report."""
    return min((result.severity for result in results), key=SEVERITIES.index, default="fine")
