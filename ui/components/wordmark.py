"""The wordmark, which is the app's name as GPT-2 cuts it, in the colours of its ids; and the window icon."""

from base64 import b64encode
from functools import cache

from bpe_engine.notebook import token_hue
from ui.base.minify import minify_stylesheet
from ui.components import read_styles
from ui.look import design_tokens

TOKENS = {"B": 33, "PE": 11401, "Lab": 3498}
"""Text -> id in GPT-2. The last token begins with a space, which the wordmark does not show."""

_HEIGHT, _LETTER, _PADDING, _GAP = 30, 11.4, 5.8, 2.5
_STYLE = """
svg { color-scheme: light dark; font: 700 19px var(--code); }
rect { fill: var(--tok-fill); stroke: var(--tok-edge); }
.lower { fill: color-mix(in oklab, var(--tok-edge) 55%, transparent); stroke: none; }
text { fill: var(--ink); }
"""


def wordmark_hues() -> list[tuple[str, int]]:
    """Return the text and hue of each token of the wordmark."""
    return [(text, token_hue(token_id)) for text, token_id in TOKENS.items()]


@cache
def wordmark() -> str:
    """Return the wordmark as SVG, in light and dark colours to match its surroundings."""
    parts, left = [], 0.0
    for text, hue in wordmark_hues():
        letters = _LETTER * len(text)
        width = letters + 2 * _PADDING
        parts.append(
            f'<g class="hued" style="--hue:{hue}">'
            f'<rect x="{round(left + 0.5, 1)}" y="0.5" width="{round(width - 1, 1)}" height="{_HEIGHT - 1}" rx="4"/>'
            f'<rect class="lower" x="{round(left + 1, 1)}" y="{_HEIGHT - 3}" width="{round(width - 2, 1)}" '
            'height="2" rx="1"/>'
            f'<text x="{round(left + _PADDING, 1)}" y="21.5" textLength="{round(letters, 1)}">{text}</text></g>'
        )
        left += width + _GAP
    style = minify_stylesheet(f"{design_tokens()}{_hues()}{_STYLE}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {round(left - _GAP, 1)} {_HEIGHT}" '
        f'width="{round(left - _GAP, 1)}" height="{_HEIGHT}"><style>{style}</style>{"".join(parts)}</svg>'
    )


@cache
def window_icon() -> str:
    """Return the window icon as SVG: the wordmark's first token in the colours of the light theme."""
    text, hue = wordmark_hues()[0]
    lightness, chroma = (0.885, 0.075) if hue % 2 else (0.945, 0.045)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
        f'<rect x="1" y="1" width="14" height="14" rx="3" fill="oklch({lightness} {chroma} {hue})" '
        f'stroke="oklch(0.56 0.13 {hue})" stroke-width="1.5"/>'
        f'<text x="4.7" y="11.8" style="font:700 11px monospace">{text}</text></svg>'
    )


def window_icon_url() -> str:
    """Return the window icon as a data URL."""
    return f"data:image/svg+xml;base64,{b64encode(window_icon().encode()).decode()}"


def _hues() -> str:
    """Return the first rule of the tokens' style sheet, which defines their colours."""
    first, end, _others = read_styles("components/tokens.css").partition("\n}\n")
    return f"{first}{end}"
