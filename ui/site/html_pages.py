"""The HTML pages: everything that is the same in all languages. Scripts fill in texts and draw the content."""

from base64 import b64encode
from hashlib import sha256
from html import escape

from ui.base.i18n import languages

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; object-src 'none'"
)
"""Nothing from other hosts, and no inline scripts or styles; Python is WebAssembly. A learner's Python runs in a worker
started from a blob, which inherits this policy; if the host sends no policy, any other worker would have none."""


OWN_STYLES = ("companions",)
"""The pages that have a style sheet of their own besides the one of all pages."""


def html(page: str, script: str, title: str, heading: str, root: str) -> str:
    """Return a page: `script` draws it, `root` is the relative URL of Home."""
    options = "".join(
        f'<option value="{code.replace("_", "-")}" lang="{code.replace("_", "-")}">{escape(name)}</option>'
        for code, name in languages().items()
    )
    page_style = f'<link rel="stylesheet" href="{root}styles/{page}.css">\n' if page in OWN_STYLES else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f'<link rel="icon" href="{root}icon.svg">\n<link rel="stylesheet" href="{root}styles/site.css">\n{page_style}'
        f'<title>{escape(title)}</title>\n<script src="{root}scripts/{script}.js" defer></script>\n</head>\n'
        f'<body data-page="{page}">\n'
        f'<header><a class="brand" href="{root}"><img src="{root}wordmark.svg" alt="BPE Lab"></a>'
        '<button class="burger" aria-expanded="false" aria-controls="menus"></button><nav id="menus"></nav>'
        '<div class="choices">'
        f'<select id="language" aria-label="Language">{options}</select>'
        '<select id="theme" aria-label="Colours"></select>'
        "</div></header>\n"
        f'<main>\n<h1>{escape(heading)}</h1>\n<div id="notices"></div>\n<div id="shown"><noscript>'
        "This page is drawn by JavaScript, which this browser does not run.</noscript></div>\n</main>\n"
        "</body>\n</html>\n"
    )


_FIND_HOME = """
let home = new URL(".", location.href);
const isHome = async () => {
  const answer = await fetch(new URL("icon.svg", home));
  return answer.ok && answer.headers.get("content-type")?.startsWith("image/svg");
};
while (!(await isHome()) && home.pathname !== "/") home = new URL("..", home);
document.querySelector("link[rel=stylesheet]").href = new URL("styles/site.css", home);
for (const link of document.links) link.href = home;
"""
"""Which folder the site is in, a page of any depth has to find out: it is the one with the site's icon."""


def not_found(texts: dict[str, tuple[str, str]]) -> str:
    """Return the page that a host serves for unknown URLs: in each language, a sentence and a link.

    The host may serve it at a URL of any depth. Without JavaScript its links assume URLs of one part, like the app's.
    """
    parts = "".join(
        f'<p lang="{language}">{escape(sentence)} <a href="./">{escape(home_link)}</a></p>\n'
        for language, (sentence, home_link) in texts.items()
    )
    digest = b64encode(sha256(_FIND_HOME.encode()).digest()).decode()
    policy = POLICY.replace("script-src 'self'", f"script-src 'sha256-{digest}'")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="styles/site.css">\n'
        "<title>404 · BPE Lab</title>\n"
        f"</head>\n<body>\n<main>\n<h1>BPE Lab</h1>\n{parts}</main>\n"
        f'<script type="module">{_FIND_HOME}</script>\n</body>\n</html>\n'
    )
