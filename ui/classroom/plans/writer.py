"""Write a plan as a file or as a link; `parser` reads it back."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import Any

from ui.classroom.plans.parser import MAX_FILE_BYTES, parse_table
from ui.classroom.plans.plan import Plan, Slide, SlideQuestion

HEAD = "# A plan of BPE Lab. docs/LESSON_PLANS.md says how it is written.\n"

Table = dict[str, Any]


def to_table(plan: Plan) -> Table:
    """Return a plan as the values of its file, without empty ones."""
    return _without_empty(title=plan.title, about=plan.about, place=[_slide_table(place) for place in plan.slides])


def _slide_table(slide: Slide) -> Table:
    return _without_empty(
        title=slide.title,
        link=slide.link,
        text=slide.text,
        minutes=slide.minutes,
        note=slide.note,
        question=_question(slide.question) if slide.question else None,
    )


def _question(question: SlideQuestion) -> Table:
    return _without_empty(
        kind=question.kind,
        text=question.text,
        word=question.word,
        **{"with": question.tokenizer},
        answers=list(question.answers),
        right=question.right,
        solution=question.solution,
    )


def _without_empty(**values: Any) -> Table:
    return {name: value for name, value in values.items() if value}


def to_toml(plan: Plan) -> str:
    """Return a plan as the text of its TOML file."""
    table = to_table(plan)
    lines = [HEAD, *(_line(name, table[name]) for name in ("title", "about") if name in table)]
    for place in table.get("place", []):
        question = place.pop("question", None)
        lines += ["\n[[place]]\n", *(_line(name, value) for name, value in place.items())]
        if question:
            lines += ["[place.question]\n", *(_line(name, value) for name, value in question.items())]
    return "".join(lines)


def _line(name: str, value: str | int | list[str]) -> str:
    if isinstance(value, list):
        return f"{name} = [{', '.join(map(_toml_string, value))}]\n"
    return f"{name} = {value if isinstance(value, int) else _toml_string(value)}\n"


def _toml_string(text: str) -> str:
    """Return a text as a TOML string; one of several lines as a multi-line string."""
    # JSON's escapes are valid in TOML, which requires one more.
    parts = [json.dumps(part, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007F") for part in text.split("\n")]
    return f'"{parts[0]}"' if len(parts) == 1 else '"""\n' + "\n".join(parts) + '"""'


@lru_cache(maxsize=256)
def to_link(plan: Plan) -> str:
    """Return a plan packed for a link."""
    packed = json.dumps(to_table(plan), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return urlsafe_b64encode(zlib.compress(packed, 9)).decode().rstrip("=")


@lru_cache(maxsize=256)
def from_link(packed: str) -> Plan:
    """Unpack a plan from a link. Raises ValueError if it is not a plan."""
    try:
        deflated = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        reading = zlib.decompressobj()
        table = json.loads(reading.decompress(deflated, MAX_FILE_BYTES))
        if not isinstance(table, dict) or not reading.eof:
            raise ValueError(packed)
        return parse_table(table, {})
    except (ValueError, zlib.error, RecursionError) as error:  # EngineError is a ValueError too
        raise ValueError(packed) from error
