"""The question of a plan's slide, as the teacher's page asks it, in all available languages."""

from contextvars import copy_context
from functools import lru_cache

from bpe_engine import EngineError, load_pretrained
from ui.base.i18n import current_language, languages, use_language
from ui.classroom.plans.bundled import BUNDLED, plan_of
from ui.classroom.plans.plan import SlideQuestion
from ui.classroom.teacher.contract import LocalizedQuestion, QuestionToAsk
from ui.tokenization import encoding


def slide_question(plan: str, number: int) -> QuestionToAsk | None:
    """Return the question of a slide, by the plan as in an address and the slide's number; None if it has none.

    The player adds what depends on its step: the pairs or the word. A word that is not cut only between its letters
    cannot be asked.
    """
    return _question_to_ask(plan, number, current_language())


@lru_cache(maxsize=64)
def _question_to_ask(plan: str, number: int, language: str) -> QuestionToAsk | None:
    question = plan_of(plan).slides[number - 1].question
    if question is None:
        return None
    right: list[int] | list[list[int]] = [question.right - 1] if question.right else []
    letters: list[str] = []
    if question.word:
        try:
            cut = encoding.cut_positions(load_pretrained(question.tokenizer), question.word)
        except EngineError:
            cut = None
        if cut is None:
            return None
        letters, right = cut["letters"], [cut["right"]]
    # A teacher's own plan has one language; the bundled plans, like phones, have all.
    told_in = languages() if plan in BUNDLED else ()
    others = {
        other_language: copy_context().run(_localized, plan, number, other_language)
        for other_language in told_in
        if other_language != language
    }
    return {
        "kind": question.kind,
        "told": {language: _question_text(question), **others},
        "letters": letters,
        "right": right,
    }


def _localized(plan: str, number: int, language: str) -> LocalizedQuestion:
    use_language(language)
    question = plan_of(plan).slides[number - 1].question
    assert question is not None, "the same plan in another language"
    return _question_text(question)


def _question_text(question: SlideQuestion) -> LocalizedQuestion:
    return {"text": question.text, "options": list(question.answers), "why": [], "solution": question.solution}
