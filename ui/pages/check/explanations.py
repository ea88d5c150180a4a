"""The texts about a difference: where it is, what each side has there, and what explains it."""

from bpe_engine import Pair
from bpe_engine.bpe.events import TieBreak
from bpe_engine.bpe.merge_comparison import MergeDifference, Reason, Rule, VocabularyDifference
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.notation import pair_form
from ui.base.visible_text import display_name, join_sentences
from ui.pages.check.differences import SettingChange
from ui.pages.check.submission import Submission
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.algorithms.options import pre_tokenizer_option

MAX_TOKENS_SHOWN = 8  # tokens in a list


def headline(difference: MergeDifference | None, count: int) -> str:
    """Return how many merges agree, and which is the first to differ."""
    if difference is None:
        return ngettext("{count} merge, the same as here.", "All {count} merges are the same as here.", count).format(
            count=localized_number(count)
        )
    if difference.theirs is None or difference.ours is None:
        equal = difference.step
        return ngettext(
            "{count} merge is the same, then one of the two lists ends.",
            "{count} merges are the same, then one of the two lists ends.",
            equal,
        ).format(count=localized_number(equal))
    if not difference.step:
        return _("The first merge differs.")
    return ngettext(
        "{count} merge is the same. Merge {next} is the first to differ.",
        "{count} merges are the same. Merge {next} is the first to differ.",
        difference.step,
    ).format(count=localized_number(difference.step), next=localized_number(difference.step + 1))


def prefix_text(prefix: str) -> str:
    """Explain that the merges mark continued words, and are compared with a training that does the same."""
    return _(
        "Your merges mark what continues a word with “{prefix}”, so they’re compared with a training that does the "
        "same. Train has no such marks."
    ).format(prefix=display_name(prefix))


def pair_text(pair: Pair) -> str:
    """Return a pair as named in a sentence."""
    return pair_form().format(left=display_name(pair.left), right=display_name(pair.right))


def explanations_for(difference: MergeDifference, settings: BPESettings) -> list[str]:
    """Return possible explanations, the likeliest first."""
    return [_why(reason, difference, settings) for reason in difference.reasons]


def _why(reason: Reason, difference: MergeDifference, settings: BPESettings) -> str:
    if reason == "tie":
        return _tie(difference, settings.tie_break)
    theirs = pair_text(difference.theirs) if difference.theirs else ""
    return explanations()[reason].format(pair=theirs, part=display_name(difference.unknown))


def explanations() -> dict[Reason, str]:
    """Return the explanation of each reason except ties: {pair} is theirs, {part} its part that is not a token."""
    return {
        "once": _("Overlaps: “aaa” contains the pair “a” + “a” twice. If it is counted once, your pair {pair} wins."),
        "unweighted": _(
            "Frequencies: if each distinct word is counted once, your pair {pair} wins. A pair counts as often as its "
            "word occurs."
        ),
        "again": _(
            "You have already merged {pair}. After a merge, the pair is gone from the text: replace it in every word "
            "and remove its old count."
        ),
        "unknown": _(
            "“{part}” isn’t a token at this step: no earlier merge has made it. Is a merge missing? Are bytes written "
            "differently, such as a space instead of Ġ?"
        ),
        "absent": _(
            "{pair} doesn’t occur in the text at this step. A pair across two words doesn’t count, and each merge "
            "changes the pairs next to it."
        ),
        "order": _(
            "Your merges are the same ones in another order: at this step, {pair} occurs less often than the pair "
            "merged here."
        ),
        "rarer": _(
            "At this step, {pair} occurs less often than the pair merged here. The usual cause is counts that weren’t "
            "updated after a merge, or another text."
        ),
        "too-few": _(
            "Your list ends, but the training here goes on. The vocabulary size includes the smallest units and the "
            "special tokens."
        ),
        "too-many": _(
            "The training here ends, but your list goes on. The vocabulary size includes the smallest units and the "
            "special tokens."
        ),
    }


def _tie(difference: MergeDifference, ours: TieBreak) -> str:
    count = difference.occurrences
    tie_text = ngettext(
        "A tie: both pairs occur {count} time. The rule here: {rule}.",
        "A tie: both pairs occur {count} times. The rule here: {rule}.",
        count,
    ).format(count=localized_number(count), rule=_rules()[ours])
    if not difference.rules:
        return join_sentences(tie_text, _("None of the usual rules makes your merges."))
    rules = join_list(_rules()[rule] for rule in difference.rules)
    return join_sentences(tie_text, _("Yours follows another rule: {rules}.").format(rules=rules))


def _rules() -> dict[Rule, str]:
    return {
        "first-seen": _("the pair that comes first in the corpus"),
        "smallest-id": _("the pair with the smallest ids"),
        "largest-pair": _("the pair that comes last by character code, or in byte order"),
        "largest-symbols": _("the pair that comes last by byte symbol, not in byte order"),
        "largest-token": _("the pair whose merged token sorts last"),
        "largest-id": _("the pair with the largest ids"),
        "smallest-pair": _("the pair that comes first by character code, or in byte order"),
        "last-seen": _("the pair that comes last in the corpus"),
    }


def title(change: SettingChange) -> str:
    """Return the name of another setting."""
    match change.setting:
        case "special_tokens" if change.value:
            return _("the text cut at {tokens}").format(tokens=join_list(map(display_name, change.value)))
        case "special_tokens":
            return _("special tokens as plain text")
        case "tie_break":
            return _("ties: {rule}").format(rule=_rules()[change.value])
        case _:
            return _("words cut by: {pattern}").format(pattern=pre_tokenizer_option().titles[change.value])


def trying_text(change: SettingChange) -> str:
    """Return the message that another setting is being tried."""
    return _("Trying another setting: {setting}").format(setting=title(change))


def explained_by_text(change: SettingChange, equal: int, difference: MergeDifference, submission: Submission) -> str:
    """Return how far another setting reproduces the learner's merges."""
    if equal == len(submission.merges):
        return _("This is it. With another setting, all of your merges are made here too: {setting}.").format(
            setting=title(change)
        )
    more = equal - difference.step
    return ngettext(
        "Probably this: with another setting, {count} more of your merges are made here: {setting}.",
        "Probably this: with another setting, {count} more of your merges are made here: {setting}.",
        more,
    ).format(setting=title(change), count=localized_number(more))


def vocabulary_text(difference: VocabularyDifference | None, merges_differ: bool) -> str:
    """Return whether a vocabulary follows from its merges."""
    if difference is None:
        if merges_differ:
            return _("Your vocabulary is what your merges make.")
        return _("Your vocabulary is the same as here, ids and all.")
    tokens = join_list(
        _("“{token}”").format(token=display_name(token)) for token in difference.tokens[:MAX_TOKENS_SHOWN]
    )
    more = len(difference.tokens) - MAX_TOKENS_SHOWN
    if more > 0:
        tokens = ngettext("{tokens} and {count} more", "{tokens} and {count} more", more).format(
            tokens=tokens, count=localized_number(more)
        )
    match difference.reason:
        case "missing":
            return _(
                "Your vocabulary is missing tokens: {tokens}. It needs the smallest units, the special tokens and what "
                "each merge makes."
            ).format(tokens=tokens)
        case "extra":
            return _(
                "Your vocabulary has tokens that none of your merges makes, or that have two ids: {tokens}."
            ).format(tokens=tokens)
    at = _("Id {id} is “{found}” in yours and “{expected}” here.").format(
        id=localized_number(difference.token_id),
        found=display_name(difference.found),
        expected=display_name(difference.expected),
    )
    return join_sentences(
        {
            "special": _("The tokens are right, but the ids are shifted: here the special tokens come first."),
            "base": _("The tokens are right, but the smallest units are in another order: here they go by value."),
            "order": _("The tokens are right, but the ids aren’t in the order of the merges."),
        }[difference.reason],
        at,
    )
