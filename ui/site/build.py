"""Builds the site: data in each language, pages, scripts, styles, and the worker that caches them."""

import json
import re
import shutil
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import repeat
from pathlib import Path

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag, languages, use_language
from ui.base.minify import minify_stylesheet
from ui.base.tokenizer_choices import PRETRAINED
from ui.components import read_styles
from ui.components.bundle import FOLDER, bundle
from ui.components.byte_pairs import packed_merges
from ui.components.wordmark import window_icon, wordmark
from ui.course.chapter_files import course, topics
from ui.look import FOLDER as LOOK
from ui.look import FONTS, HAN, document_styles
from ui.pages.code import view as code
from ui.pages.course.payload import chapter_payload, course_payload, course_styles, picture_styles
from ui.pages.recap.payload import recap_payload
from ui.player.stylesheets import player_styles, scene_styles
from ui.site import companions, form_fields, home, html_pages
from ui.site.contract import CodePage, SiteLink, SiteTexts
from ui.site.data_files import write_data, write_packed
from ui.site.form_fields import canonical, opened_from_disk_note
from ui.site.home import ABOUT
from ui.site.python.build import write_python
from ui.site.ready_lessons import ReadyLesson, answers, lessons

SCRIPTS = {
    "home": "home_page",
    "lessons": "link_list",
    "course": "course",
    "code": "code",
    "stumble": "course",
    "companions": "companions_page",
    **dict.fromkeys(form_fields.FORMS, "lesson"),
    "playground": "playground",
    "scene": "scene",
    "knife": "knife",
    "recap": "recap",
}
"""Page -> the script that draws it. All other pages are lists of links."""
COMPONENTS = (
    "components/home",
    "components/token_view",
    "components/token_table",
    "components/token_changes",
    "components/editor",
    "components/recap",
)
"""The folders of the components that the pages use. A component's style sheet is named after its folder."""


def write(folder: Path, *, python: bool) -> None:
    """Write the site into a folder, replacing an earlier one; with or without Python for the reader's own text.

    Raises FileNotFoundError if Pyodide (Python for browsers) is not installed.
    """
    for name in ("data", "merges", "scripts", "styles", "python"):
        shutil.rmtree(folder / name, ignore_errors=True)
    # In parallel: each language takes several seconds.
    with ProcessPoolExecutor() as processes:
        not_found = dict(processes.map(_write_language, languages(), repeat(folder), repeat(python)))
    for name in PRETRAINED:
        write_packed(folder / "merges", name, packed_merges(name))
    _write_pages(folder, not_found)
    _write_scripts(folder)
    _write_styles(folder)
    if python:
        write_python(folder / "python")
    _write_keeping(folder)


def _write_language(language: str, site: Path, python: bool) -> tuple[str, tuple[str, str]]:
    """Write the data of a language. Return its tag, and the sentence and link of the “not found” page."""
    use_language(language)
    folder = site / "data" / language_tag()
    ready = [*lessons(), *answers()]
    for lesson in ready:
        write_data(folder, lesson.file, lesson.lesson)
    write_data(folder, "site", _texts())
    write_data(folder, "home", home.home())
    write_data(folder, "lessons", home.all_lessons(ready, _chapters(folder)))
    write_data(folder, ABOUT, home.app_only())
    for page in home.app_only_pages():
        write_data(folder, page, home.app_only_page(page))
    for page in form_fields.FORMS:
        write_data(folder, page, form_fields.form(page, _queries(page, ready), python=python))
    write_data(folder, "code", _code(python=python))
    write_data(folder, "recap", recap_payload(course()))
    write_data(folder, "companions", companions.page())
    for key, companion in companions.companions():
        write_data(folder, f"companions/{key}", companion)
    return language_tag(), (_("There is no page at this address."), _("Go to Home"))


def _code(*, python: bool) -> CodePage:
    absent = _("This site was built without Python, which your code needs to run.")
    return {
        "code": code.code("python/" if python else "", f"{absent} {home.app_install_note()}"),
        "file": opened_from_disk_note(),
    }


def _chapters(folder: Path) -> list[SiteLink]:
    """Write the chapters; return links to those of the course."""
    links: list[SiteLink] = []
    for loaded in (course(), topics()):
        write_data(folder, loaded.page, course_payload(loaded))
        for chapter in loaded.chapters:
            payload = chapter_payload(loaded, chapter)
            write_data(folder, f"{loaded.page}/{chapter.key}", payload)
            if loaded.page == "course":
                href = f"course?{loaded.parameter}={chapter.key}"
                links.append({"text": payload["heading"], "href": href, "about": ""})
    return links


def _queries(page: str, ready: list[ReadyLesson]) -> dict[str, str]:
    return {canonical(query): lesson.file for lesson in ready if lesson.page == page for query in lesson.queries}


def _texts() -> SiteTexts:
    return {
        "pages": [
            {
                "name": name,
                "title": _title(name),
                "heading": _heading(name),
                "within": home.parent_page(name),
                "about": home.about_page(name),
            }
            for name in ("home", *home.OF_SITE, ABOUT, *home.app_only_pages())
        ],
        "menus": home.menus(),
        "labels": {
            "pages": _("Pages"),
            "language": _("Language"),
            "theme": _("Colours"),
            "system": _("System"),
            "light": _("Light"),
            "dark": _("Dark"),
            "newer": _("There is a newer version of this site."),
            "reload": _("Load it"),
            "problem": _("Part of this page didn’t load. Reload the page when you’re online."),
        },
    }


def _title(page: str) -> str:
    return _("Only in the app") if page == ABOUT else home.title(page)


def _heading(page: str) -> str:
    return _("Only in the app") if page == ABOUT else home.heading(page)


def _write_pages(folder: Path, not_found: dict[str, tuple[str, str]]) -> None:
    use_language("en")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("home", *home.OF_SITE, ABOUT, *home.app_only_pages()):
        script, heading = SCRIPTS.get(name, "link_list"), _heading(name)
        title = "BPE Lab" if name == "home" else f"{_title(name)} · BPE Lab"  # as in site_shell.js
        if name == "home":
            (folder / "index.html").write_text(html_pages.html(name, script, title, heading, "./"), encoding="utf-8")
            # A URL of the app may also name Home.
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "index.html").write_text(
            html_pages.html(name, script, title, heading, "../"), encoding="utf-8"
        )
    (folder / "404.html").write_text(html_pages.not_found(not_found), encoding="utf-8")
    (folder / "icon.svg").write_text(f"{window_icon()}\n", encoding="utf-8")
    (folder / "wordmark.svg").write_text(wordmark(), encoding="utf-8")


def _write_scripts(folder: Path) -> None:
    (folder / "scripts").mkdir()
    for name in sorted({*SCRIPTS.values(), "link_list", "picture", "own_tokenizer"}):
        (folder / "scripts" / f"{name}.js").write_text(
            f"(() => {{\n{bundle(f'site/{name}.js')}}})();\n", encoding="utf-8"
        )


def _write_styles(folder: Path) -> None:
    (folder / "styles").mkdir()
    fonts = [font for font in FONTS if font != HAN]  # all languages share this style sheet
    for font in fonts:
        shutil.copy(LOOK / font, folder / "styles")
    sheets = {
        "site": document_styles({font: font for font in fonts}) + read_styles("site/site.css"),
        **{page: read_styles("components/tokens.css", f"site/{page}.css") for page in html_pages.OWN_STYLES},
        "course": course_styles(),
        "picture": picture_styles(),
        "player": player_styles() + read_styles("site/player.css"),
        "scene": scene_styles() + read_styles("site/player.css"),
        **{
            Path(each).name: read_styles("components/tokens.css", f"{each}/{Path(each).name}.css")
            for each in COMPONENTS
        },
    }
    scripts = "".join(path.read_text(encoding="utf-8") for path in (folder / "scripts").glob("*.js"))
    used = {*re.findall(r"var\(\s*(--[\w-]+)", "".join(sheets.values())), *re.findall(r"--[\w-]+", scripts)}
    # Every page has them, and the site lacks the map of a vocabulary, for one.
    sheets["site"] = re.sub(r"(--[\w-]+):[^;{}]*;", lambda match: match[0] if match[1] in used else "", sheets["site"])
    for name, sheet in sheets.items():
        (folder / "styles" / f"{name}.css").write_text(minify_stylesheet(sheet), encoding="utf-8")


def _write_keeping(folder: Path) -> None:
    """Write the worker that caches the site for later visits. Its contents change with those of the site."""
    source = (FOLDER / "site" / "service_worker.js").read_text(encoding="utf-8")
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "keep.js")
    cached_first = [path for path in files if path.relative_to(folder).parts[0] not in ("data", "merges", "python")]
    of_python = [path for path in files if path.relative_to(folder).parts[0] == "python"]
    of_a_language = folder / "data" / "en"
    values = {
        "BUILD": _digest(folder, [path for path in files if path not in of_python]),
        "PYTHON": _digest(folder, of_python),
        "FIRST": [_address(path.relative_to(folder)) for path in cached_first],
        "DATA": [
            path.relative_to(of_a_language).with_suffix("").as_posix()
            for path in files
            if of_a_language in path.parents
        ],
    }
    for name, value in values.items():
        source, found = re.subn(
            rf"^const {name} = .*;$",
            f"const {name} = {json.dumps(value, separators=(',', ':'))};",
            source,
            flags=re.MULTILINE,
        )
        assert found == 1, name
    (folder / "keep.js").write_text(source, encoding="utf-8")


def _digest(folder: Path, files: list[Path]) -> str:
    digest = sha256()
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _address(path: Path) -> str:
    return path.as_posix().removesuffix("index.html")
