"""Draw a picture's shapes as SVG for files and paper, as ui/components/picture/shapes.js does in the browser.

Tokens have no colours, because a file's Content-Security-Policy forbids inline styles.
"""

from collections.abc import Sequence
from html import escape

from ui.components.contract import PictureShape

TYPE = 19  # a letter is 11.4 wide
WORDS = 18  # the page's font looks larger
LINE = 10  # half a line of text
TALL = 56  # a higher tile has more room between its text and the note
GAP = 1.2  # between boxes
ROUND = {"disc": 0.5, "dot": 0.5, "tile": 0.12, "node": 0.12, "cell": 0.06, "prefix": 0.06}


def shapes_svg(size: tuple[float, float], shapes: Sequence[PictureShape]) -> str:
    """Return one step of a picture. The SVG is hidden from screen readers, so the step's text must be next to it."""
    width, height = size
    drawn = "".join(map(_group, shapes))
    measures = f'viewBox="0 0 {width:g} {height:g}" font-size="{TYPE}"'
    return f'<div class="drawing"><svg {measures} aria-hidden="true">{drawn}</svg></div>'


def _group(shape: PictureShape) -> str:
    x, y = shape["at"]
    kind = "cell bar" if shape["shape"] == "cell" and not shape["text"] else shape["shape"]
    return f'<g class="{kind} {shape["mark"]}" transform="translate({x:g} {y:g})">{_parts(shape)}</g>'


def _parts(shape: PictureShape) -> str:
    (width, height), text, note = shape["size"], shape["text"], shape["note"]
    spacing = shape.get("spacing", 0)
    if shape["shape"] in ("label", "caption"):
        return _text(0, 0, text, size=WORDS)
    if shape["shape"] == "text":
        return _text(0, 0, text, spacing=spacing, size=height)
    if shape["shape"] == "arrow":
        back = -8 if width > 0 else 8
        return f'<path d="M0 0h{width:g}m{back}-6l{-back} 6l{back} 6"/>'
    if shape["shape"] == "boxes":
        edges = f"h{width - GAP:g}v{height - GAP:g}h{GAP - width:g}z"
        count, columns = shape["boxes"]
        corners = ((place % columns * width, place // columns * height) for place in range(count))
        return f'<path d="{"".join(f"M{x:g} {y:g}{edges}" for x, y in corners)}"/>'
    if shape["shape"] == "bricks":
        wall = (f"M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}z" for x, y, wide, high in shape["bricks"])
        return f'<path d="{"".join(wall)}"/>'
    if shape["shape"] == "line":
        side = LINE if width > 0 else -LINE
        label = _text(width * 0.55 + side, height * 0.5, text) if text else ""
        return f'<line x2="{width:g}" y2="{height:g}"/>{label}'
    if "lines" in shape:
        begins, ends, inset = shape["lines"]
        steps = (
            f"H{width / 2:g}v{height - inset:g}H{ends - width / 2:g}V{height / 2:g}H{-width / 2:g}v{inset - height:g}"
        )
        return f'<path d="M{begins - width / 2:g} {-height / 2:g}{steps}H{begins - width / 2:g}z"/>'
    around = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}"'
    edge = f'<rect {around} rx="{min(width, height) * ROUND[shape["shape"]]:g}"/>'
    line = LINE * 1.35 if height > TALL else LINE
    return (
        edge + _text(0, -line if note else 0, text, spacing=spacing) + (_text(0, line, note, "below") if note else "")
    )


def _text(x: float, y: float, text: str, name: str = "", spacing: float = 0, size: float = 0) -> str:
    # There is a space after the last letter, too.
    letter_spacing = f' letter-spacing="{spacing:g}"' if spacing else ""
    type_size = f' font-size="{size:g}"' if size else ""
    return f'<text x="{x + spacing / 2:g}" y="{y:g}" class="{name}"{letter_spacing}{type_size}>{escape(text)}</text>'
