"""What a place of a plan asks a class, as the teacher's page asks it: told in the languages that there are."""

from contextvars import copy_context
from functools import lru_cache

from bpe_engine import EngineError, load_pretrained
from ui.base.i18n import current_language, languages, use_language
from ui.classroom.plans.bundled import BUNDLED, plan_of
from ui.classroom.plans.plan import SlideQuestion
from ui.classroom.teacher.contract import LocalizedQuestion, QuestionToAsk
from ui.tokenization import encoding


def slide_question(plan: str, number: int) -> QuestionToAsk | None:
    """The question of a place, by the plan as an address has it and the place's number; None where it has none.

    What a step has to ask, its pairs or its word, the player adds where it shows that step. A word that is cut
    otherwise than between its letters cannot be asked.
    """
    return _asking(plan, number, current_language())


@lru_cache(maxsize=64)
def _asking(plan: str, number: int, language: str) -> QuestionToAsk | None:
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
    # A teacher's own plan is in one language; what comes with the app is in all, and so are phones.
    told_in = languages() if plan in BUNDLED else ()
    others = {one: copy_context().run(_localized, plan, number, one) for one in told_in if one != language}
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
