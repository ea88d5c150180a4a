"""The design tokens: Streamlit has the same colours, and text in them is readable."""

import re
import tomllib
from collections.abc import Iterator
from math import cos, radians, sin
from typing import NamedTuple

import pytest
import regex
from PIL import ImageFont

from tests.test_architecture import ROOT
from ui.components import read_styles
from ui.look import FOLDER, FONTS, design_tokens

THEMES = ("light", "dark")
STREAMLIT_COLOURS = {
    "primaryColor": "accent",
    "backgroundColor": "page",
    "secondaryBackgroundColor": "surface",
    "textColor": "ink",
    "linkColor": "accent",
    "borderColor": "edge",
    "codeBackgroundColor": "well",
    "dataframeBorderColor": "line",
    "dataframeHeaderBackgroundColor": "well",
    **{
        f"{name}{part}": f"{token}{end}"
        for name, token in {"green": "good", "red": "bad", "yellow": "warn", "orange": "warn", "blue": "accent"}.items()
        for part, end in {"Color": "", "TextColor": "", "BackgroundColor": "-soft"}.items()
    },
}
_COLOUR = re.compile(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);")


class Rgb(NamedTuple):
    """Linear light, 0 to 1."""

    red: float
    green: float
    blue: float

    def luminance(self) -> float:
        return 0.2126 * self.red + 0.7152 * self.green + 0.0722 * self.blue


def colours(theme: str) -> dict[str, str]:
    return {name: dark if theme == "dark" else light for name, light, dark in _COLOUR.findall(design_tokens())}


def from_hex(colour: str) -> Rgb:
    values = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return Rgb(*(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values))


def from_oklch(lightness: float, chroma: float, hue: float) -> Rgb:
    """Convert as in CSS Color 4, section 20, clipping colours that no screen shows."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    found = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return Rgb(*(min(max(value, 0), 1) for value in found))


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast as in WCAG 2.2, section 1.4.3."""
    dark, light = sorted((one.luminance(), other.luminance()))
    return (light + 0.05) / (dark + 0.05)


def test_streamlit_has_the_same_colours() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    for theme in THEMES:
        tokens = colours(theme)
        said = dict(config[theme])
        charts = said.pop("chartCategoricalColors")
        assert said == {name: tokens[token] for name, token in STREAMLIT_COLOURS.items()}
        assert charts == [tokens[name] for name in ("accent", "ink-3", "series-1", "good")]


@pytest.mark.parametrize("theme", THEMES)
def test_text_and_edges_have_the_contrast_that_wcag_requires(theme: str) -> None:
    tokens = {name: from_hex(colour) for name, colour in colours(theme).items()}
    grounds = ("page", "surface", "raised", "well")
    inks = ("ink", "ink-2", "ink-3", "accent", "good", "bad", "warn", *(name for name in tokens if "code-" in name))
    texts = [(ink, ground) for ink in inks for ground in grounds]
    texts += [("accent-ink", "accent"), *((name, f"{name}-soft") for name in ("accent", "good", "bad", "warn"))]
    texts += [("ink", f"{name}-soft") for name in ("accent", "good", "bad", "warn")]
    weak = {pair: contrast(*(tokens[name] for name in pair)) for pair in texts}
    assert {pair: found for pair, found in weak.items() if found < 4.5} == {}
    shapes = [(name, ground) for name in ("edge", "series-1", "series-2", "series-3") for ground in grounds]
    weak = {pair: contrast(*(tokens[name] for name in pair)) for pair in shapes}
    assert {pair: found for pair, found in weak.items() if found < 3} == {}


def token_colours(name: str, theme: str) -> Iterator[Rgb]:
    """Yield the value of a token's custom property for each hue: read from the style sheet, and computed here."""
    found = re.search(rf"--{name}: light-dark\((.*?)\);", read_styles("components/tokens.css"), re.DOTALL)
    assert found
    light, dark = re.findall(r"oklch\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", found[1])
    for hue in range(360):
        text = (dark if theme == "dark" else light).replace("var(--odd)", str(hue % 2)).replace("var(--hue)", str(hue))
        lightness, chroma, _hue = (float(eval(part)) for part in re.split(r"\s+(?![^(]*\))", text.replace("calc", "")))
        yield from_oklch(lightness, chroma, hue)


@pytest.mark.parametrize("theme", THEMES)
def test_tokens_of_each_hue_are_readable_with_a_visible_edge(theme: str) -> None:
    tokens = {name: from_hex(colour) for name, colour in colours(theme).items()}
    fills, edges = (list(token_colours(name, theme)) for name in ("tok-fill", "tok-edge"))
    assert len(fills) == len(edges) == 360
    assert min(contrast(tokens["ink"], fill) for fill in fills) >= 7  # readable tokens are the purpose of the app
    assert min(contrast(edge, fill) for edge, fill in zip(edges, fills, strict=True)) >= 3
    assert min(contrast(edge, tokens[ground]) for edge in edges for ground in ("page", "surface")) >= 3


SHEETS = [path for path in (ROOT / "ui").rglob("*.css") if path.name != "tokens.css" or path.parent.name != "look"]
_WRITTEN_OUT = {
    "a name of Streamlit's": re.compile(r"--st-[\w-]+"),
    "a colour": re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab)a?\("),
    "a hue": re.compile(r"oklch\((?![^;]*var\(--hue\))"),
    "a size of type in pixels": re.compile(r"\bfont(?:-size)?:[^;{}]*\d(?:px|pt)\b"),
}


def test_only_style_sheets_name_colours_and_only_by_design_tokens() -> None:
    assert len(SHEETS) > 20
    found = [
        (path.relative_to(ROOT).as_posix(), what, written[0])
        for path in SHEETS
        for what, pattern in _WRITTEN_OUT.items()
        for written in pattern.finditer(re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL))
    ]
    assert found == []
    files = (path for folder in ("ui", "pages") for kind in ("*.js", "*.py") for path in (ROOT / folder).rglob(kind))
    assert [path.name for path in files if re.search(r"light-dark\(\s*#", path.read_text("utf-8"))] == []


def parts_of(text: str, signs: str) -> list[str]:
    """Split a selector at these signs, but not within parentheses."""
    depth, parts = 0, [""]
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign in signs and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def is_named(compound: str) -> bool:
    """Return whether a compound selector names a class, an attribute or an element that isn't one of very many."""
    choices = re.match(r":is\((.*)\)", compound, re.DOTALL)
    if choices:
        return all(is_named(parts_of(one, " >+~")[-1]) for one in parts_of(choices[1], ","))
    return re.match(r"(?!span(?![.#\[]))[\w.#\[]", compound) is not None


def test_no_rule_restyles_a_whole_page() -> None:
    """A browser restyles what a selector's end may match, whenever what its `:has()` names comes or goes."""
    found = []
    for path in SHEETS:
        sheet = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for selector in (one for rule in re.findall(r"([^{};]+)\{", sheet) for one in parts_of(rule, ",")):
            *before, end = parts_of(selector, " >+~")
            # In a player, what changes at each step is deep below what has classes for it.
            is_deep = path.parent.name == "player" and any(re.search(r":has\((?!>[^>]*\))", part) for part in before)
            if is_deep or (any(re.search(r":has\(|^&|clipped", part) for part in before) and not is_named(end)):
                found.append((path.name, selector))
    assert found == []


def test_the_fonts_cover_the_characters_of_the_examples() -> None:
    texts = " ".join(file.read_text("utf-8") for file in (ROOT / "ui" / "course" / "chapters").glob("*.toml"))
    for name, characters in (
        ("bpe-lab-han.woff2", r"\p{Han}"),
        ("bpe-lab-emoji.woff2", r"\p{Emoji_Presentation}"),
        ("bpe-lab-marks.woff2", "▁"),
    ):
        font = ImageFont.truetype(str(FOLDER / name), 20)
        missing = bytes(font.getmask("\uffff"))
        needed = {*regex.findall(characters, texts)}
        assert needed
        assert [each for each in needed if bytes(font.getmask(each)) == missing] == []
        ranges = [part.removeprefix("U+").split("-") for part in FONTS[name].characters.split(", ")]
        for each in needed:
            assert any(
                int(start, 16) <= ord(each) <= int(end, 16) for start, *_middle, end in (2 * part for part in ranges)
            ), each


def test_a_space_mark_in_running_text_has_no_gap_after_it() -> None:
    """Marks side by side are spaced; what follows the last one, such as ▁tea, is not."""
    (rule,) = re.findall(r"^\.spaces {(.*)}$", (ROOT / "ui/components/tokens.css").read_text("utf-8"), re.MULTILINE)
    spaced, back = (re.search(rf"{name}: (-?[\d.]+)em", rule) for name in ("letter-spacing", "margin-inline-end"))
    assert spaced
    assert back
    assert float(back[1]) == -float(spaced[1]) < 0


def test_the_space_mark_is_on_the_baseline() -> None:
    """Source Code Pro draws ▁ from 0.4 to 0.2 em below the line, below the descenders of letters."""
    left, top, right, bottom = ImageFont.truetype(str(FOLDER / "bpe-lab-marks.woff2"), 100).getbbox("▁", anchor="ls")
    assert -10 <= top < bottom <= 10
    assert 40 <= right - left <= 60  # as wide as a letter
    assert bottom - top >= 15  # thicker than an underscore, for which it could be taken
    for stack in ("--sans", "--code"):  # the first family with ▁
        families = re.search(rf"{stack}: ([^;]+);", design_tokens())
        assert families
        names = [one.strip().strip('"') for one in families[1].split(",")]
        assert names[0] in FONTS["bpe-lab-marks.woff2"].families
