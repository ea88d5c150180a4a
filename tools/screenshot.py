"""Take the screenshots for each README, in its language.

python -m tools.screenshot              all pictures, into docs/
python -m tools.screenshot train        only the named ones
"""

import argparse
import io
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tools.app_server import ROOT, running_app
from tools.browser import launch, wait_until_idle
from ui.base.i18n import SOURCE_LANGUAGE, languages

LARGEST = 200_000  # bytes: a picture stays in the repository's history for good


@dataclass(frozen=True)
class Picture:
    """A page of the app to photograph; sizes in CSS pixels."""

    name: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    dark: bool = False
    width: int = 1280
    height: int = 800


SAMPLE = """\
How many r's are in strawberry? 1234567 + 1 = ?
Common words stay whole, uncommon ones fall apart. Привет! Xin chào!
def greet(name):
    return f"Hello, {name}!"
"""

PICTURES = (
    Picture("train", "/train", {"scenario": "hug", "step": "3"}),
    Picture(
        "playground",
        "/playground",
        {"sample": SAMPLE, "first": "gpt2", "second": "o200k_base"},
        dark=True,
    ),
)


def file_name(picture: str, language: str) -> str:
    """Return the file name of a picture: train.png, or train.zh-Hans.png in another language than the source.

    >>> file_name("train", "en"), file_name("train", "zh_Hans")
    ('train.png', 'train.zh-Hans.png')
    """
    return f"{picture}.png" if language == SOURCE_LANGUAGE else f"{picture}.{language.replace('_', '-')}.png"


def photograph(browser: Browser, url: str, picture: Picture, language: str) -> bytes:
    """Return the first screen of a page as a PNG file with 256 colours, which reduces its size to a third."""
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
    )
    page.goto(f"{url}{picture.path}?{urlencode({**picture.query, 'lang': language.replace('_', '-')})}")
    wait_until_idle(page)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    file = io.BytesIO()
    shot.quantize(256, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def main() -> int:
    """Write the pictures; return 1 if one is too large for the repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [picture.name for picture in PICTURES]
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(names))
    parser.add_argument("--to", type=Path, default=ROOT / "docs", help="the folder to write to")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(names):
        parser.error(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(names)}")

    arguments.to.mkdir(parents=True, exist_ok=True)
    too_large = False
    with running_app() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for picture in PICTURES:
            if arguments.names and picture.name not in arguments.names:
                continue
            for language in languages():
                data = photograph(browser, server.url, picture, language)
                path = arguments.to / file_name(picture.name, language)
                path.write_bytes(data)
                print(f"{path}: {len(data) / 1000:.0f} kB")
                too_large |= len(data) > LARGEST
        browser.close()
    if too_large:
        print(f"A picture is larger than {LARGEST // 1000} kB.", file=sys.stderr)
    return int(too_large)


if __name__ == "__main__":
    sys.exit(main())
