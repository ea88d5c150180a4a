"""Every lesson that comes with the app, from its registries, and a page that shows any of them without a server."""

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from playwright.sync_api import Page

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, Tokenizer, Training, load_pretrained
from bpe_engine.inspection.prompt_ends import is_merge_tokenizer
from ui.base.i18n import use_language
from ui.base.tokenizer_choices import SHIPPED, TRAINED, TokenizerName, longest_match
from ui.components.bundle import bundle
from ui.course.chapter_files import course
from ui.jobs import training_calls
from ui.lessons.contract import Lesson
from ui.lessons.running_text import text_opening
from ui.look import document_styles
from ui.pages.course.lesson import chapter_lesson
from ui.pages.decode.controls import AAAB
from ui.pages.decode.id_input import EXAMPLE, examples, parse_ids
from ui.pages.own import custom_vocabulary as own
from ui.pages.prompt.view import examples as prompt_examples
from ui.player.stylesheets import player_styles
from ui.player.training_lesson import MAX_STEPS, FileOptions, lesson_file
from ui.tokenization import decoding_frames, encoding, prompt_frames
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.encoding.examples import example_words, find_ambiguous_word
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource

Named = tuple[str, Callable[[], Lesson]]
"""A lesson's name, and a function that builds it in the current language."""

LETTERS = (
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. "
    "Mọi người đều được phú cho lý trí và lương tâm."
)


@cache
def _task(scenario: str, algorithm: str) -> Task:
    return Task(SCENARIOS[scenario].source, default_settings(algorithm, scenario))


@cache
def _training(scenario: str, algorithm: str) -> Training[Any]:
    return training_calls.train(_task(scenario, algorithm))


def trainings(language: str) -> Iterator[Named]:
    """Yield the lessons of Train: every scenario with every algorithm."""
    use_language(language)
    for scenario in SCENARIOS.values():
        for algorithm in ALGORITHMS if scenario.ready else ():
            made = _training(scenario.key, algorithm)
            wish = FileOptions("", language, text_language=scenario.language)
            yield f"{scenario.key} {algorithm}", partial(_lesson, made, wish, scenario.source)


def _lesson(made: Training[Any], wish: FileOptions, source: TextSource) -> Lesson:
    return lesson_file({"": made}, MAX_STEPS[-1], wish, text_opening(source.texts))["lessons"][""]


def _tokenizers() -> Iterator[tuple[str, TokenizerName, Tokenizer]]:
    """Yield the tokenizers available without a file: scenario and algorithm (or ""), name, tokenizer."""
    for name in SHIPPED:
        yield "", TokenizerName(name), load_pretrained(name)
    for scenario in SCENARIOS:
        for algorithm in ALGORITHMS if SCENARIOS[scenario].ready else ():
            yield f"{scenario} {algorithm}", TokenizerName(TRAINED), _training(scenario, algorithm).tokenizer()


def _encoding_forms(tokenizer: Tokenizer) -> Iterator[Tokenizer]:
    """Yield the tokenizer in each form in which Encode can apply it."""
    yield tokenizer
    if isinstance(tokenizer, BPETokenizer):
        yield BPEDropoutTokenizer(tokenizer, dropout=0.1, seed=1)
        if not (tokenizer.byte_level or tokenizer.byte_of_token):
            yield longest_match(tokenizer)


def encodings(language: str) -> Iterator[Named]:
    """Yield the lessons of Encode: the examples of every tokenizer, in each form in which it can be applied."""
    use_language(language)
    for trained, name, tokenizer in _tokenizers():
        scenario = trained.partition(" ")[0] or "hug"
        apart = find_ambiguous_word(name, tokenizer)
        texts = dict.fromkeys(
            (*example_words(name, scenario, SCENARIOS[scenario].source), *([apart.word] if apart else []))
        )
        for way in _encoding_forms(tokenizer):
            for text in texts if encoding.has_steps(way) else ():
                called = f"{text!r} {trained or name} {type(way.base_tokenizer).__name__}"
                yield called, partial(encoding.lesson, way, text, language=SCENARIOS[scenario].language)


def decodings(language: str) -> Iterator[Named]:
    """Yield the lessons of Decode: the examples of every tokenizer."""
    use_language(language)
    for trained, name, tokenizer in _tokenizers():
        more = [EXAMPLE] if name.name == "gpt2" else [AAAB] if trained == "aaab bpe" else []
        for ids in (*(example.ids for example in examples(tokenizer)), *more):
            yield f"{ids} {trained or name}", partial(decoding_frames.lesson, tokenizer, parse_ids(ids))


def prompts(language: str) -> Iterator[Named]:
    """Yield the lessons of How prompts end: each example, with every bundled tokenizer that merges by rank."""
    use_language(language)
    for name, tokenizer in zip(SHIPPED, map(load_pretrained, SHIPPED), strict=True):
        if is_merge_tokenizer(tokenizer):
            for text in prompt_examples().values():
                yield f"prompt {text!r} {name}", partial(prompt_frames.lesson, tokenizer, text)


def own_tokens(language: str) -> Iterator[Named]:
    """Yield the lessons of Your own tokens."""
    use_language(language)
    for text, tokens in ((own.TEXT, own.TOKENS), (own.LOWEST, own.LOWEST_TOKENS)):
        for from_left in (False, True):
            cut = own.longest_match_tokenizer(own.parse_tokens(tokens), from_left=from_left)
            yield f"own {text!r} {from_left}", partial(encoding.lesson, cut, text)
    merges = own.merge_tokenizer(own.parse_merges(own.LOWEST_MERGES), own.LOWEST)
    yield "own merges", partial(encoding.lesson, merges, own.LOWEST)


def own_texts(language: str) -> Iterator[Named]:
    """Yield Train's lessons of a text whose letters have several bytes: many frames with a border around a letter."""
    use_language(language)
    source = TextSource.from_texts(LETTERS)
    for split in ("whitespace", "gpt2"):
        made = training_calls.train(Task(source, BPESettings(90, split, units="bytes")))
        yield f"own text {split}", partial(_lesson, made, FileOptions("", language), source)


def chapters(language: str) -> Iterator[Named]:
    """Yield the lessons of the course."""
    use_language(language)
    for chapter in course().chapters:
        for rule, lesson in chapter_lesson(chapter)["lessons"].items():
            yield f"chapter {chapter.key} {rule}", partial(dict, lesson)


KINDS = {kind.__name__: kind for kind in (trainings, encodings, decodings, prompts, own_tokens, own_texts, chapters)}


class Stand:
    """A page with nothing but a player, which shows one lesson after the other in presentation mode."""

    def __init__(self, page: Page) -> None:
        self.page = page
        style = f"{document_styles()}:root {{ --sans: system-ui; --code: monospace }}"
        page.set_content(f"<!doctype html><style>{style}{player_styles()}</style><div class=player></div>")
        page.evaluate(f"() => {{{bundle('player/player.js')}{_SHOW}}}")

    def show(self, lesson: Lesson, step: int = 0) -> None:
        """Show a lesson, starting at a step."""
        self.page.evaluate(f"window.show({json.dumps(lesson)}, {step})")


# The first lesson opens the player; each of the others takes the place of the one before, as if chosen on a page.
_SHOW = """
let player, shown = 0;
window.show = (lesson, step = 0) => {
    shown += 1;
    const another = {...lesson, id: `${shown}`, subject: `${shown}`, step};
    const named = {step, predict: false, present: true, notation: "", code: false};
    const address = {read: () => named, about: () => "", write: () => {}, link: () => "", listen: () => {}};
    const place = {requestFrames: () => {}, chooseTieRule: () => {}, address};
    if (!player) return void (player = new Player(document.querySelector(".player"), another, place));
    player.update(another, place);
};
"""
