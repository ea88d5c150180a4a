"""What learners can do after the course, part by part, and where to go next."""

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.components.contract import Ability, FurtherLink
from ui.course.chapter import Course

FURTHER = (
    (
        N_("Sennrich, Haddow and Birch, 2016: the paper that brought BPE to language"),
        "https://arxiv.org/abs/1508.07909",
    ),
    (N_("minbpe: BPE in a few hundred lines of Python, by Andrej Karpathy"), "https://github.com/karpathy/minbpe"),
    (N_("nanochat: a whole chat model, from its tokenizer on"), "https://github.com/karpathy/nanochat"),
    (N_("The Hugging Face course on tokenizers"), "https://huggingface.co/learn/llm-course/chapter6/1"),
)


def abilities(course: Course) -> list[Ability]:
    """Return what each part teaches to do, with the essential chapters of the part; with all, if none is."""
    rows: list[Ability] = []
    for part in course.parts:
        chapters = course.chapters_in(part)
        needed = [chapter for chapter in chapters if chapter.essential] or chapters
        if part.ability:
            rows.append({"text": _(part.ability), "chapters": [chapter.key for chapter in needed]})
    return rows


def further_links() -> list[FurtherLink]:
    """Return pages of others for those who have done the course."""
    return [{"text": _(text), "href": href} for text, href in FURTHER]
