"""The sentences that explain a step of byte-pair encoding, built from what the engine recorded."""

from functools import lru_cache

from bpe_engine import BPEState, BPETraining, Pair
from bpe_engine.bpe.training import PairCount
from bpe_engine.byte_alphabet import BYTE_OF_SYMBOL
from bpe_engine.training.base import WordContribution
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import name_pair, name_text, name_token
from ui.base.visible_text import MAX_NAME_LENGTH, byte_text, join_sentences
from ui.base.word_spacing import spacing_unit
from ui.tokenization.algorithms.frame_parts import times_phrase
from ui.tokenization.algorithms.merge_algorithm import dropped_tokens_text, merge_text, stop_reason_text

MAX_WORDS_NAMED = 5


def count_sum(row: PairCount) -> str:
    """Return a count as a sum: hug 10 + pug 5 + hugs 5 = 20; empty for a single word too long to name."""
    if row.number_of_words == 1 and len(row.words[0].word) > MAX_NAME_LENGTH:
        return ""
    terms = count_terms(row)
    is_sum = len(terms) > 1 or any(map(_is_product, row.words))
    total = f" = {localized_number(row.count)}" if is_sum else ""
    return " + ".join(text for text, _count in terms) + total


def counted_phrase(row: PairCount) -> str:
    """Return how often a pair occurs, and in which words: 20 times (hug 10 + pug 5 + hugs 5 = 20)."""
    times, tally = times_phrase(row.count), count_sum(row)
    return _("{times} ({tally})").format(times=times, tally=tally) if tally else times


def count_terms(row: PairCount) -> list[tuple[str, int]]:
    """Return the terms of that sum: what each word adds, or all others together, as a text and a number."""
    named_words = row.words[:MAX_WORDS_NAMED]
    are_plain = all(_has_clear_end(word.word) for word in named_words)
    terms = []
    for word in named_words:
        frequency = f"({count_term(word)})" if _is_product(word) else localized_number(word.count)
        shown = name_text(word.word) if are_plain else _("“{word}”").format(word=name_text(word.word))
        terms.append((f"{shown} {frequency}", word.count))
    rest = row.number_of_words - len(terms)
    if rest:
        left = row.count - sum(count for _text, count in terms)
        text = ngettext("{count} in {words} other word", "{count} in {words} other words", rest)
        terms.append((text.format(count=localized_number(left), words=localized_number(rest)), left))
    return terms


def count_term(word: WordContribution) -> str:
    """Return what a word adds to a count."""
    frequency = localized_number(word.frequency)
    return f"{localized_number(word.occurrences)} × {frequency}" if word.occurrences > 1 else frequency


def _is_product(word: WordContribution) -> bool:
    """Return whether both factors exceed 1: the pair occurs repeatedly in the word, and the word in the corpus."""
    return word.occurrences > 1 and word.frequency > 1


@lru_cache(maxsize=10_000)  # the same words occur in the counts of many pairs and steps
def _has_clear_end(word: str) -> bool:
    """Return whether spaces separate a word from its number: not in languages without spaces between words."""
    text = byte_text(word) if BYTE_OF_SYMBOL.keys() >= set(word) else word
    return spacing_unit(text or word) != "none"


def last_step_text(training: BPETraining, state: BPEState) -> str:
    """Return what the last merge did; at step 0, what the start looks like."""
    if state.step == 0:
        return start_text(training, state)
    return join_sentences(merge_details(training, state), dropped_tokens_text(training, state))


def merge_details(training: BPETraining, state: BPEState) -> str:
    """Return what the last merge did, and what is unusual about it."""
    event = training.events[state.step - 1]
    return join_sentences(
        merge_text(training, state),
        _(
            "The pair was counted {count} times, but where two overlap, as in “aaa”, only the left one can merge."
        ).format(count=localized_number(event.count))
        if event.replacements < event.count
        else "",
        _("“{token}” was already in the vocabulary, made from another pair, and keeps its id.").format(
            token=name_token(event.token)
        )
        if event.token in training.vocabulary_at(state.step - 1)
        else "",
    )


def start_text(training: BPETraining, state: BPEState) -> str:
    """Return what the start looks like."""
    if training.corpus.byte_level:
        opening = _("Start: every word is cut into its bytes.")
    elif training.trainer.end_of_word_symbol:
        opening = _("Start: every word is cut into its characters, with “{mark}” at its end.").format(
            mark=training.trainer.end_of_word_symbol
        )
    else:
        opening = _("Start: every word is cut into its characters.")
    corpus = ngettext(
        "The corpus (the text to train on) has {count} token.",
        "The corpus (the text to train on) has {count} tokens.",
        state.tokens_in_corpus,
    )
    vocabulary = ngettext(
        "The vocabulary (the tokens so far) has {count}.",
        "The vocabulary (the tokens so far) has {count}.",
        len(state.vocabulary),
    )
    return join_sentences(
        opening,
        corpus.format(count=localized_number(state.tokens_in_corpus)),
        vocabulary.format(count=localized_number(len(state.vocabulary))),
    )


def next_step_text(training: BPETraining, state: BPEState) -> str:
    """Return which pair merges next and why; at the last step, why the training ended."""
    event = state.next_event
    if event is None:
        return _end_text(training, state)
    counted = {"pair": name_pair(event.pair), "times": counted_phrase(state.leaderboard[0])}
    if event.tied:
        following = _("Next: {pair}. It occurs {times}.").format(**counted)
    else:
        following = _("Next: {pair}, the most frequent pair: it occurs {times}.").format(**counted)
    return join_sentences(
        following,
        ngettext(
            "A tie: {count} other pair is as frequent.", "A tie: {count} other pairs are as frequent.", event.tied
        ).format(count=localized_number(event.tied))
        if event.tied
        else "",
        _("Some of these overlap, as in “aaa”, so only {places} can merge.").format(
            places=localized_number(event.replacements)
        )
        if event.replacements < event.count
        else "",
    )


def tie_explanation(training: BPETraining, state: BPEState) -> str:
    """Explain which of the tied pairs merges next, which tools do the same, and what other rules would choose."""
    return join_sentences(rule_reason(training), _tools_with_rule(training), _other_rules(training, state))


def _tools_with_rule(training: BPETraining) -> str:
    """Return which courses and libraries use the tie rule of a training."""
    if training.trainer.tie_break == "largest-pair" and training.corpus.byte_level:
        return _("Stanford’s course CS336 does the same.")
    return {
        "first-seen": _("The Hugging Face course and minbpe do the same."),
        "smallest-id": _("The tokenizers library does the same."),
        "largest-pair": _("subword-nmt does the same."),
    }[training.trainer.tie_break]


def rule_names() -> dict[str, str]:
    """Return the names of the tie rules on screen, by key."""
    return {
        "first-seen": _("first seen"),
        "smallest-id": _("smallest id"),
        "largest-pair": _("largest pair"),
    }


def rule_reason(training: BPETraining) -> str:
    """Return what the tie rule of a training says."""
    if training.trainer.tie_break == "largest-pair" and training.corpus.byte_level:
        return _("The rule “largest pair” decides: the pair that comes last in byte order.")
    return {
        "first-seen": _("The rule “first seen” decides: the pair that comes first in the corpus."),
        "smallest-id": _("The rule “smallest id” decides: the pair whose tokens have the smallest ids."),
        "largest-pair": _("The rule “largest pair” decides: the pair that comes last by character code."),
    }[training.trainer.tie_break]


def _other_rules(training: BPETraining, state: BPEState) -> str:
    """Return what the other tie rules would have chosen."""
    rule, choices = training.trainer.tie_break, state.winner_by_rule
    found = []
    for other, pair in choices.items():
        if other == rule:
            continue
        differs = _first_difference(pair, state) if other == "largest-pair" else None
        sentence = _other_rule(
            same=pair == choices[rule], reason=differs is not None, bytewise=training.corpus.byte_level
        )
        first, second = map(name_token, differs or ("", ""))
        found.append(sentence.format(rule=rule_names()[other], pair=name_pair(pair), first=first, second=second))
    return join_sentences(*found)


def _other_rule(*, same: bool, reason: bool, bytewise: bool) -> str:
    """Return the sentence on what another rule would choose, and why."""
    if not reason:
        return (
            _("The rule “{rule}” would choose the same pair.") if same else _("The rule “{rule}” would choose {pair}.")
        )
    if bytewise:
        return (
            _("The rule “{rule}” would choose the same pair: “{first}” comes after “{second}” in byte order.")
            if same
            else _("The rule “{rule}” would choose {pair}: “{first}” comes after “{second}” in byte order.")
        )
    return (
        _("The rule “{rule}” would choose the same pair: “{first}” comes after “{second}” by character code.")
        if same
        else _("The rule “{rule}” would choose {pair}: “{first}” comes after “{second}” by character code.")
    )


def _first_difference(largest: Pair, state: BPEState) -> tuple[str, str] | None:
    """Return the first symbols in which the largest pair differs from another tied pair; None if there is none."""
    event = state.next_event
    for row in state.leaderboard:
        if event is not None and row.count == event.count and row.pair != largest:
            return next((one, two) for one, two in zip(largest, row.pair, strict=True) if one != two)
    return None


def _end_text(training: BPETraining, state: BPEState) -> str:
    if training.stop_reason == "no_pair" and not training.events:
        return _("Done before it began: no word has two symbols, so there is no pair to merge.")
    return stop_reason_text(training, state)


def prediction_feedback(row: PairCount, training: BPETraining, state: BPEState) -> str:
    """Return the feedback to a learner who predicted this pair."""
    event = state.next_event
    assert event is not None, "a prediction is asked for only where a merge follows"
    chosen = name_pair(row.pair)
    counted = _("{pair} occurs {times}.").format(pair=chosen, times=counted_phrase(row))
    if row.pair == event.pair and not event.tied:
        return join_sentences(_("Right!"), counted, _("No other pair is as frequent."))
    if row.pair == event.pair:
        fair = ngettext(
            "{count} other pair ties with it, and would have been a fair choice too.",
            "{count} other pairs tie with it, and would have been fair choices too.",
            event.tied,
        ).format(count=localized_number(event.tied))
        return join_sentences(_("Right!"), counted, fair, rule_reason(training))
    winner = name_pair(event.pair)
    if row.count == event.count:
        ties = _("It ties with {winner}, which merges next.").format(winner=winner)
        return join_sentences(_("A fair choice!"), counted, ties, rule_reason(training))
    more = _("{winner} is more frequent: {times}.").format(winner=winner, times=counted_phrase(state.leaderboard[0]))
    return join_sentences(_("Not this one."), counted, more)
