"""The pages as HTML: what is the same in every language. Their scripts set the texts, and draw what they show."""

from html import escape

from ui.base.i18n import languages

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; object-src 'none'"
)
"""Nothing of another host, and no script or style that stands in a page; Python is WebAssembly. A learner's Python runs
in a worker that starts from a blob, and so has this policy too: where a host sends none, no other worker would."""

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">🧩</text></svg>\n'


def html(page: str, script: str, title: str, heading: str, root: str) -> str:
    """A page: `script` draws it, `root` leads to Home."""
    options = "".join(
        f'<option value="{code.replace("_", "-")}" lang="{code.replace("_", "-")}">{escape(name)}</option>'
        for code, name in languages().items()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f'<link rel="icon" href="{root}icon.svg">\n<link rel="stylesheet" href="{root}styles/site.css">\n'
        f'<title>{escape(title)}</title>\n<script src="{root}scripts/{script}.js" defer></script>\n</head>\n'
        f'<body data-page="{page}">\n'
        f'<header><a class="brand" href="{root}">BPE Lab</a><nav></nav><div class="choices">'
        f'<select id="language" aria-label="Language">{options}</select>'
        '<select id="theme" aria-label="Colours"></select>'
        "</div></header>\n"
        f'<main>\n<h1>{escape(heading)}</h1>\n<div id="told"></div>\n<div id="shown"><noscript>'
        "This page is drawn by JavaScript, which this browser does not run.</noscript></div>\n</main>\n"
        "</body>\n</html>\n"
    )


def not_found(texts: dict[str, tuple[str, str]]) -> str:
    """What a host answers for an address that leads nowhere: in each language, a sentence and the text of a link.

    It may stand for an address of any depth, so it has nothing beside it, and its links are for those of one part, as
    the app has them.
    """
    parts = "".join(
        f'<p lang="{language}">{escape(sentence)} <a href="./">{escape(way)}</a></p>\n'
        for language, (sentence, way) in texts.items()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="icon.svg">\n<link rel="stylesheet" href="styles/site.css">\n'
        "<title>404 · BPE Lab</title>\n"
        f"</head>\n<body>\n<main>\n<h1>BPE Lab</h1>\n{parts}</main>\n</body>\n</html>\n"
    )
