"""The site as a visitor gets it: below a path of a static host, from a folder, and without a network."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, Route, ViewportSize, expect
from tokenizers import Tokenizer

from tests.browser.axe import faults
from tests.browser.conftest import turn, watch
from tests.browser.python_here import PythonHere
from tests.browser.static_host import static_host
from tests.browser.visible_player import rest
from tests.engine.peers import tiktoken_encoding
from tests.site import HAS_PYTHON
from tools.browser import FLAGS, PATIENCE_MS, start
from ui.course.chapter_files import course

LIGHT = 283_000  # bytes of a page with a prepared lesson, with scripts, styles and data, as sent by a plain host

SCREEN: ViewportSize = {"width": 1280, "height": 720}

needs_python = pytest.mark.skipif(not HAS_PYTHON, reason="Pyodide is not installed: npm ci brings it")


@pytest.fixture(scope="module")
def host(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site two folders below the root; yields its address."""
    top = tmp_path_factory.mktemp("host")
    (top / "at").mkdir()
    (top / "at" / "lab").symlink_to(site)
    with static_host(top) as address:
        yield f"{address}/at/lab/"


@pytest.fixture
def keeping(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser that caches the whole site, 300 files, for visits without a network."""
    context = browser.new_context(locale="en", viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def kept_page(keeping: BrowserContext) -> Iterator[Page]:
    """Yield a page there that fails on any error."""
    page = keeping.new_page()
    wrong: list[str] = []
    watch(page, wrong)
    yield page
    assert wrong == []


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser that caches nothing of the site."""
    context = browser.new_context(locale="en", viewport=SCREEN, reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def page_alone(context: BrowserContext) -> Page:
    """Return a page whose requests a test can answer or fail."""
    return context.new_page()


@pytest.fixture
def page(page_alone: Page) -> Iterator[Page]:
    """Yield a page that fails on any error."""
    wrong: list[str] = []
    watch(page_alone, wrong)
    yield page_alone
    assert wrong == []


def step(page: Page) -> str:
    return page.locator(".where").inner_text()


def ids_of(name: str, text: str) -> list[str]:
    return [str(token_id) for token_id in tiktoken_encoding(name).encode_ordinary(text)]


def type_text(page: Page, text: str, label: str = "Your text", button: str = "Show") -> None:
    page.get_by_role("textbox", name=label).fill(text)
    page.get_by_role("button", name=button, exact=True).click()


def until_kept(page: Page, address: str) -> None:
    """Wait until the browser has cached a file. It polls, since `wait_for_function` does not await promises."""
    for _ in range(PATIENCE_MS // 200):
        if page.evaluate("async (address) => Boolean(await caches.match(address))", address):
            return
        page.wait_for_timeout(200)
    pytest.fail(f"{address} is not kept.")


def test_a_prepared_lesson_is_light_and_keeps_its_step(page: Page, host: str) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(f"{host}train?scenario=hug&step=2")
    expect(page.locator(".where")).to_have_text("Step 2 of 7")
    assert all(answer.url.startswith(host) for answer in answers)
    sent = [answer for answer in answers if answer.ok and answer.request.service_worker is None]
    assert sum(len(answer.body()) for answer in sent) < LIGHT
    assert not [answer.url for answer in answers if "/python/" in answer.url]
    page.keyboard.press("ArrowRight")
    expect(page.locator(".headline")).to_contain_text("hug")
    expect(page).to_have_url(f"{host}train/?scenario=hug&step=3")
    page.reload()
    expect(page.locator(".where")).to_have_text("Step 3 of 7")


def test_a_choice_adds_a_history_entry(page: Page, host: str) -> None:
    page.goto(f"{host}train")
    expect(page.locator(".where")).to_have_text("Step 0 of 7")
    page.get_by_label("Method").select_option("unigram")
    expect(page.locator(".where")).to_have_text("Step 0 of 5")
    expect(page).to_have_url(f"{host}train/?scenario=hug&algorithm=unigram")
    page.go_back()
    expect(page.locator(".where")).to_have_text("Step 0 of 7")
    expect(page.get_by_label("Method")).to_have_value("bpe")
    # An invalid step is reported even without Python; a setting is shown where it applies.
    page.goto(f"{host}train?step=-3")
    expect(page.locator(".python .notice")).to_contain_text("step=-3, which isn’t a whole number")
    page.get_by_text("Settings", exact=True).click()
    expect(page.get_by_label("Start with all 256 bytes")).to_be_hidden()
    page.get_by_label("Smallest units").select_option("bytes")
    expect(page.get_by_label("Start with all 256 bytes")).to_be_visible()
    # Another tie-breaking rule is applied at once, and written to the URL.
    page.goto(f"{host}train?scenario=low&tie=largest-pair")
    expect(page.locator(".where")).to_have_text("Step 0 of 15")
    expect(page.get_by_label("What to train on")).to_have_value("low")


def shown_text(page: Page, text: str) -> None:
    expect(page.get_by_role("textbox", name="Your text")).to_have_value(text)


def wait_for_lesson(page: Page, characters: str) -> None:
    """Wait for the lesson of a text: the one before it stays for a moment, and may start at the same step."""
    expect(page.locator(".where")).to_contain_text("Step 0 of")
    expect(page.get_by_role("status").filter(has_text="Start:")).to_contain_text(f"has {characters} tokens")


@needs_python
def test_custom_texts_are_trained_and_back_returns_to_long_ones(page: Page, host: str) -> None:
    PythonHere(page)
    page.goto(f"{host}train?scenario=text")
    type_text(page, "hug hug hug pug pug bun")
    wait_for_lesson(page, "23")
    own = page.url
    assert "text=hug" in own
    # The app's engine learns the same from it: u and g are together five times.
    page.keyboard.press("ArrowRight")
    expect(page.locator(".headline")).to_contain_text("ug")
    expect(page.locator(".headline")).to_contain_text("5")
    page.get_by_role("button", name="Use the example").click()
    expect(page.locator(".where")).not_to_contain_text("Step 1")
    page.go_back()
    expect(page.get_by_role("textbox", name="Your text")).to_have_value("hug hug hug pug pug bun")
    # Why a training has no step is shown above it.
    type_text(page, "hug hug pug")
    page.get_by_label("Method").select_option("unigram")
    expect(page.locator(".python p")).to_contain_text("Nothing to remove")
    page.get_by_label("Method").select_option("bpe")

    first, second = (f"{word} " * 400 for word in ("hug", "pug"))  # too long for a URL, so both have the same one
    type_text(page, first)
    expect(page).to_have_url(f"{host}train/?scenario=text")
    wait_for_lesson(page, "1,600")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{host}train/?scenario=text&step=1")
    expect(page.locator(".headline")).to_contain_text("hu")
    type_text(page, second)
    expect(page).to_have_url(f"{host}train/?scenario=text")
    wait_for_lesson(page, "1,600")
    shown_text(page, second)
    page.go_back()
    shown_text(page, first)
    expect(page.locator(".where")).to_contain_text("Step 1 of")
    expect(page.locator(".headline")).to_contain_text("hu")
    expect(page).to_have_url(f"{host}train/?scenario=text&step=1")
    page.go_forward()
    shown_text(page, second)
    expect(page.locator(".where")).to_contain_text("Step 0 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".headline")).to_contain_text("pu")
    # Chromium loses the state of a history entry that is rewritten just as the page is loaded again.
    expect(page).to_have_url(f"{host}train/?scenario=text&step=1")
    page.reload()
    shown_text(page, second)
    expect(page.get_by_text("The text is too long for an address")).to_be_visible()
    # Another setting gives a new entry with the same text; an empty text gives one without.
    page.get_by_label("Method").select_option("unigram")
    shown_text(page, second)
    type_text(page, "")
    expect(page.get_by_text("No text yet.")).to_be_visible()
    page.go_back()
    shown_text(page, second)
    expect(page.get_by_label("Method")).to_have_value("unigram")
    # Errors come with a remedy, in the reader's language.
    page.goto(f"{host}decode?ids=1+2+99999999&lang=ru")
    page.get_by_role("button", name="Убрать").click()
    expect(page.locator(".where")).to_have_text("Шаг 0 из 2")
    assert page.locator("html").get_attribute("lang") == "ru"
    page.goto(f"{host}?sample=hello")  # id 31373 in GPT-2
    expect(page.locator(".home .tile small")).to_have_text("31373")


def test_a_long_text_that_is_no_longer_stored_is_reported(page: Page, host: str) -> None:
    page.goto(f"{host}playground")
    expect(page.locator(".token-view .token").first).to_be_visible()  # it writes its address while it begins
    page.evaluate("history.replaceState({sample: 'bpe-lab-texts-gone'}, '')")
    page.reload()
    expect(page.get_by_text("This browser no longer stores the text that was here. Paste it again.")).to_be_visible()


def test_a_step_stays_in_the_url_of_its_own_lesson(page_alone: Page, host: str) -> None:
    """Another lesson is chosen before the step of the last key press is in the URL."""
    page = page_alone
    page.goto(f"{host}train?scenario=hug")
    expect(page.locator(".where")).to_have_text("Step 0 of 7")
    asked: list[Route] = []
    page.route("**/data/en/train/low-bpe.js", lambda route: asked.append(route))
    with page.expect_request("**/data/en/train/low-bpe.js"):
        page.keyboard.press("ArrowRight")
        page.get_by_label("What to train on").select_option("low")
    # A lesson that loads slowly must not leave the previous one to step through.
    page.get_by_label("What to train on").blur()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_have_count(0)
    rest(page)
    assert page.url == f"{host}train/?scenario=low"
    asked[0].continue_()
    expect(page.locator(".where")).to_have_text("Step 0 of 15")
    assert page.url == f"{host}train/?scenario=low"
    page.go_back()
    expect(page.locator(".where")).to_have_text("Step 1 of 7")
    expect(page).to_have_url(f"{host}train/?scenario=hug&step=1")


def test_answers_in_a_chapter_are_stored(page: Page, host: str) -> None:
    page.goto(f"{host}course?chapter=counting")
    expect(page.get_by_text("Key points")).to_have_count(0)
    page.locator(".options button").first.click()
    expect(page.get_by_role("heading", name="Key points")).to_be_visible()
    page.get_by_role("button", name="Next: ").click()
    expect(page).to_have_url(f"{host}course/?chapter=unknown")
    page.locator(".drawing [data-answers='2']").click()
    expect(page.locator(".options button").nth(2)).to_have_class("right")
    page.go_back()
    expect(page.get_by_role("heading", name="Key points")).to_be_visible()
    expect(page).to_have_url(f"{host}course/?chapter=counting")
    page.reload()
    expect(page.get_by_role("heading", name="Key points")).to_be_visible()
    expect(page).to_have_url(f"{host}course/?chapter=counting")
    box = page.get_by_label("Your answer to 2")
    box.fill("no such answer")
    box.press("Enter")
    expect(page.locator(".course-verdict.unread")).to_be_visible()
    expect(page.get_by_text("“map” occurs 6 times")).to_be_visible()
    page.get_by_role("button", name="More like these").click()
    expect(page).to_have_url(f"{host}course/?chapter=counting&seed=1")
    expect(page.get_by_text("“map” occurs 6 times")).to_have_count(0)
    expect(page.get_by_label("Your answer to 2")).to_have_value("")
    number = re.search(r"“map” occurs (\d+) times, “mat” (\d+)", page.locator(".chapter").inner_text())
    assert number
    page.get_by_label("Your answer to 2").fill(str(2 * (int(number[1]) + int(number[2]))))
    page.get_by_label("Your answer to 2").press("Enter")
    expect(page.locator(".course-verdict.right")).to_be_visible()
    # The certificate counts what this copy of the site has stored.
    page.goto(f"{host}recap")
    expect(page.locator(".recap h3:has(.stopped) a")).to_have_text(["2. Counting pairs"])
    expect(page.locator(".certificate")).to_contain_text(f"0 of {len(course().chapters)}")
    page.get_by_role("link", name="2. Counting pairs").click()
    expect(page.get_by_role("heading", name="Key points")).to_be_visible()
    expect(page).to_have_url(f"{host}course/?chapter=counting")


def test_a_presented_chapter_stays_at_its_screen_after_a_reload(page: Page, host: str) -> None:
    page.goto(f"{host}course?chapter=reading&quiz=0")
    page.get_by_role("button", name="Next: ").click()
    expect(page).to_have_url(f"{host}course/?chapter=counting&quiz=0")
    page.locator(".steps").get_by_role("button", name="Present").click()
    deck = page.locator(".deck")
    for screen in ("idea", "question", "question", "explanation"):
        expect(deck).to_have_attribute("data-screen", screen)
        page.keyboard.press("PageDown")
    expect(deck.locator(".where")).to_have_text("1 of 5")
    page.reload()
    expect(deck.locator(".where")).to_have_text("1 of 5")
    page.keyboard.press("PageUp")
    expect(deck).to_have_attribute("data-screen", "explanation")
    # Back leads to the page without the presentation, and Forward to the same screen.
    page.go_back()
    expect(page.get_by_role("heading", name="What does a model read?")).to_be_visible()
    expect(deck).to_have_count(0)
    page.go_forward()
    expect(deck).to_have_attribute("data-screen", "explanation")
    page.keyboard.press("Escape")
    expect(deck).to_have_count(0)
    expect(page.get_by_role("heading", name="Counting pairs")).to_be_visible()
    expect(page).to_have_url(f"{host}course/?chapter=counting&quiz=0")


def test_home_follows_each_key_without_python(page: Page, host: str) -> None:
    page.goto(host)
    box = page.get_by_label("Your text")
    for text in ("a" * 1_001, "hugs"):
        box.fill(text)
    expect(page.locator(".home .tile small")).to_have_text(ids_of("gpt2", "hugs"))
    page.get_by_role("button", name="GPT-4", exact=True).click()
    expect(page.locator(".home .tile small")).to_have_text(ids_of("cl100k_base", "hugs"))
    box.fill("a" * 1_001)
    expect(page.locator(".home [role=status]")).to_contain_text("the limit here is 1,000")
    expect(page.get_by_role("link", name="Open Playground")).to_have_attribute("href", f"{host}playground/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Same word. Read two ways.")


def test_read_along_shows_tokens_in_their_colours(page: Page, host: str) -> None:
    page.goto(f"{host}companions")
    tokens = page.locator(".companion .token")
    expect(tokens.first).to_be_visible()
    colors = tokens.evaluate_all("(all) => all.map((one) => getComputedStyle(one).backgroundColor)")
    assert len(set(colors)) > 5


def test_home_leads_to_the_light_page_from_text_to_ids(page: Page, host: str) -> None:
    page.goto(host)
    first = page.get_by_role("link", name="Watch each step")
    expect(first).to_have_attribute("href", f"{host}scene/?sample=strawberry%2C+strawberry&with=gpt2")
    page.wait_for_load_state("networkidle")
    sent: list[Response] = []
    page.on("response", lambda answer: sent.append(answer))
    first.click()
    expect(page.locator(".scene .where")).to_contain_text("Step 0 of")
    assert not [answer.url for answer in sent if "/python/" in answer.url]
    loaded = [answer for answer in sent if answer.ok and answer.request.service_worker is None]
    assert 0 < sum(int(answer.headers["content-length"]) for answer in loaded) < LIGHT
    page.get_by_role("button", name="Ids", exact=True).click()
    expect(page.locator(".scene .lane-ids .id")).to_have_text(ids_of("gpt2", "strawberry, strawberry"))
    expect(page).to_have_url(re.compile(r"scene/\?sample=strawberry(%2C|,)\+strawberry&with=gpt2&step=\d+$"))
    page.get_by_role("button", name="Xin·chào!").click()
    expect(page.locator(".scene [role=status]").last).to_contain_text("9 characters")
    page.get_by_role("button", name="Ids", exact=True).click()
    expect(page.locator(".scene .lane-ids .id")).to_have_text(ids_of("gpt2", "Xin chào!"))
    page.locator("header summary", has_text="Learn").click()
    page.get_by_role("link", name="The course", exact=True).click()
    chapters = page.get_by_role("navigation", name="The course")
    chapters.get_by_role("link", name="Write BPE yourself").click()
    expect(page.get_by_role("heading", name="Write BPE yourself")).to_be_visible()


PAGES = (
    *("", "course", "lessons", "train", "encode", "playground", "code", "companions", "scene", "chat", "knife"),
    *("recap", "compare", "404.html"),
)


@pytest.mark.parametrize(("at", "language"), [*enumerate(("en", "ru", "vi", "zh-Hans"))])
def test_all_pages_are_accessible_on_a_phone(browser: Browser, host: str, at: int, language: str) -> None:
    """Each page in one of the languages, in light and dark, which differ only in colours."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale=language, reduced_motion="reduce", service_workers="block"
    )
    page = context.new_page()
    for name in PAGES[at::4]:
        turn(page, dark=False)
        page.goto(host + name)
        page.wait_for_load_state("networkidle")
        if name != "404.html":
            expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
        assert faults(page) == [], name
        turn(page, dark=True)
        assert faults(page, runOnly=["color-contrast"]) == [], (name, "dark")
    context.close()


def test_the_second_visit_needs_no_network(keeping: BrowserContext, kept_page: Page, host: str) -> None:
    page = kept_page
    page.goto(f"{host}train?scenario=low")
    expect(page.locator(".where")).to_have_text("Step 0 of 15")
    # Pages never opened are cached too, one by one: this is the last.
    until_kept(page, f"{host}data/en/vocabulary.js")
    if HAS_PYTHON:
        page.goto(f"{host}encode?with=gpt2&sample=thugs")
        expect(page.locator(".where")).to_be_visible()
        until_kept(page, f"{host}python/vocabularies/gpt2.xz")  # the last that was asked for
    keeping.set_offline(True)
    page.goto(f"{host}train/?scenario=low&step=1")
    expect(page.locator(".where")).to_have_text("Step 1 of 15")
    page.goto(f"{host}train?scenario=low")  # like a link of the app: no host redirects to the folder
    expect(page.locator(".where")).to_have_text("Step 0 of 15")
    page.goto(f"{host}course/?chapter=counting")
    expect(page.get_by_text("Which pair becomes the first new token?")).to_be_visible()
    page.goto(f"{host}encode/?sample=unhug")
    expect(page.locator(".where")).to_have_text("Step 0 of 3")
    if HAS_PYTHON:
        page.goto(f"{host}encode/?with=gpt2&sample=without+a+network")
        # Each of the three words is one GPT-2 token: of 7, 2 and 8 characters, including spaces.
        expect(page.locator(".where")).to_have_text("Step 0 of 14")


def test_another_build_replaces_the_stored_one(kept_page: Page, site: Path, tmp_path: Path) -> None:
    page = kept_page
    copytree(site, tmp_path / "site", ignore=lambda _folder, names: [name for name in names if name == "python"])
    with static_host(tmp_path / "site") as address:
        page.goto(f"{address}/lessons/")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        until_kept(page, f"{address}/data/en/vocabulary.js")  # the last: until then the next build waits
        before = page.evaluate("caches.keys()")
        keep = tmp_path / "site" / "keep.js"
        keep.write_text(keep.read_text("utf-8").replace('BUILD = "', 'BUILD = "another'), encoding="utf-8")
        page.reload()
        expect(page.get_by_text("There is a newer version of this site.")).to_be_visible()
        with page.expect_event("load"):
            page.get_by_role("button", name="Load it").click()
        expect(page.get_by_role("heading", name="Lessons")).to_be_visible()
        for _ in range(100):
            if before[0] not in page.evaluate("caches.keys()"):
                break
            page.wait_for_timeout(100)
        assert before[0] not in page.evaluate("caches.keys()")
        assert [name for name in page.evaluate("caches.keys()") if "another" in name]


def test_the_site_works_if_nothing_can_be_stored(browser: Browser, host: str) -> None:
    context = browser.new_context(locale="en")
    refuse = "() => { throw new DOMException('no room', 'QuotaExceededError') }"
    context.add_init_script(
        f"Object.defineProperty(window, 'localStorage', {{ get: {refuse} }});"
        f"Object.defineProperty(window, 'caches', {{ get: {refuse} }});"
        f"navigator.serviceWorker.register = {refuse};"
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{host}course?chapter=counting")
    page.locator(".options button").first.click()
    expect(page.locator(".where")).to_be_visible()
    page.locator("#theme").select_option("dark")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.goto(f"{host}train")
    expect(page.locator(".where")).to_have_text("Step 0 of 7")
    assert problems == []
    context.close()


def test_an_unknown_url_of_any_depth_leads_home(page_alone: Page, host: str, site: Path) -> None:
    page, found = page_alone, (site / "404.html").read_text("utf-8")
    page.route("**/train/no/where", lambda route: route.fulfill(status=404, content_type="text/html", body=found))
    page.goto(f"{host}train/no/where")
    expect(page.get_by_role("link", name="Go to Home")).to_have_attribute("href", host)
    page.get_by_role("link", name="Go to Home").click()
    expect(page).to_have_url(host)


def test_from_a_folder_lessons_work_and_other_pages_say_what_to_do(context: BrowserContext, site: Path) -> None:
    page = context.new_page()
    page.goto(f"{(site / 'index.html').as_uri()}")
    page.locator("header summary", has_text="Learn").click()
    page.get_by_role("link", name="Lessons", exact=True).first.click()
    page.get_by_role("link", name="hug · pug · pun, BPE", exact=True).click()
    expect(page.locator(".where")).to_have_text("Step 0 of 7")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_have_text("Step 1 of 7")
    page.wait_for_function("() => location.hash.includes('step=1')")
    page.reload()
    expect(page.locator(".where")).to_have_text("Step 1 of 7")
    page.goto(f"{(site / 'scene' / 'index.html').as_uri()}?sample=unhappiness")
    expect(page.locator(".where")).to_contain_text("Step 0")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash === '#sample=unhappiness&step=1'")
    if HAS_PYTHON:
        page.goto(f"{(site / 'encode' / 'index.html').as_uri()}?sample=hug+mugs")
        expect(page.get_by_text("python -m http.server")).to_be_visible()


@needs_python
def test_custom_texts_work_on_the_pages_scene_prompt_chat_and_knife(page: Page, host: str) -> None:
    PythonHere(page)
    page.goto(f"{host}scene?step=2")
    type_text(page, "hug a thug", label="A word or a sentence")
    expect(page.locator(".scene [role=status]").last).to_contain_text("10 characters")
    page.get_by_role("button", name="Ids", exact=True).click()
    expect(page.locator(".scene .lane-ids .id")).to_have_text(ids_of("gpt2", "hug a thug"))
    type_text(page, "long " * 60, label="A word or a sentence")
    expect(page.locator(".python .notice")).to_contain_text("300 bytes")
    expect(page.locator(".scene")).to_have_count(0)

    page.goto(f"{host}prompt?with=cl100k_base&sample=hug+mug&step=7")
    expect(page.locator(".where")).to_have_text("Step 7 of 7")
    page.get_by_text("Character by character, with lookups").click()
    last = page.locator(".frame tbody tr").last
    expect(last.locator("td").first.locator(".token")).to_have_text(["h", "ug", "·mug"])

    page.goto(f"{host}chat?messages=user: hug <|im_end|>&step=2")
    expect(page.locator(".where")).to_have_text("Step 2 of 3")
    expect(page.locator(".explanation")).to_contain_text("100265")  # OpenAI's id of <|im_end|>
    page.get_by_label("What a special token").select_option("text")
    expect(page.locator(".explanation")).to_contain_text("plain text here")

    page.goto(f"{host}knife?out=·hug&add=&sample=a hug")
    first = page.locator(".shown, form")
    expect(first).to_have_count(2)
    assert first.evaluate_all("found => found[0].className") == "shown"  # before the form, as in the app
    after = page.locator(".changes li > :last-child .token")
    expect(after).to_have_text(["a", "·h", "ug"])
    for tokens in (["a", "·hug"], ["a", "·h", "ug"]):
        page.locator(".changes button", has_text="·hug").click()  # brings the token back, and removes it again
        expect(after).to_have_text(tokens)
    page.get_by_text("Download the new vocabulary: tokenizer.json").click()
    with page.expect_download(timeout=90_000) as taken:
        page.get_by_role("button", name="tokenizer.json").click()
    made = taken.value.path().read_bytes()
    assert Tokenizer.from_buffer(made).encode("a hug").tokens == ["a", "Ġh", "ug"]

    # The reader's own tokenizer: a fault in its files is reported; sound files are kept.
    page.goto(f"{host}encode?with=gpt2&sample=a hug")
    expect(page.locator(".where")).to_have_text("Step 0 of 3")
    for content, told in ((b'{"model": {"vocab": {"a": -1}}}', "the id of 'a' is -1"), (made, "Open: mine.json.")):
        with page.expect_file_chooser() as asked:
            page.locator("select[name=with]").select_option("open")
        asked.value.set_files({"name": "mine.json", "mimeType": "application/json", "buffer": content})
        expect(page.locator("#shown")).to_contain_text(told)
    expect(page.locator(".where")).to_have_text("Step 0 of 2")  # the last merge of ·hug is gone
    expect(page).to_have_url(f"{host}encode/?sample=a+hug&with=opened")
    page.goto(f"{host}playground/?sample=a+hug&second=")
    expect(page.locator(".token-view")).to_contain_text("2 tokens")
    page.evaluate(
        """async (text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "dropped.json"));
            for (const name of ["dragover", "drop"]) {
                document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
            }
        }""",
        made.decode(),
    )
    expect(page.locator("select[name=first]")).to_have_value("opened")
    expect(page.locator(".token-view")).to_contain_text("3 tokens")
    token, box = (
        page.locator(".token-view .token").first.bounding_box(),
        page.locator(".fields textarea").first.bounding_box(),
    )
    assert token is not None
    assert box is not None
    assert token["x"] > box["x"] + box["width"]  # beside the text, as in the app
    assert token["y"] < box["y"] + box["height"]
    page.reload()
    expect(page.locator(".token-view")).to_contain_text("3 tokens")
    page.get_by_role("button", name="Clear it from this browser").click()
    expect(page.locator(".python .notice")).to_contain_text("No file is open here, so GPT-2 is shown.")
    expect(page.locator(".token-view")).to_contain_text("2 tokens")


# Whoever asks for a lock that another holds gets it when that one has ended.
_UNTIL_NO_WORKER = """async () => {
    const { held } = await navigator.locks.query();
    await Promise.all(held.map(({ name }) => navigator.locks.request(name, () => {})));
}"""

_UNTIL_A_WORKER = """async () => {
    while (!(await navigator.locks.query()).held.length) await new Promise((done) => setTimeout(done, 50));
}"""


@needs_python
def test_outdated_lessons_cannot_be_stepped_and_python_restarts_however_it_ended(page: Page, host: str) -> None:
    python = PythonHere(page)
    page.goto(f"{host}encode?sample=unhug")
    where = page.locator(".where")
    expect(where).to_have_text("Step 0 of 3")
    python.hold()
    type_text(page, "a word of mine")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    expect(where).to_have_count(0)
    stop.click()
    told = page.locator(".python")
    expect(told).to_contain_text("Stopped. What you typed is still there.")
    type_text(page, "another word of mine")
    expect(stop).to_be_visible()
    expect(where).to_have_count(0)
    python.release()
    expect(where).to_be_visible()
    entries = page.evaluate("history.length")
    page.get_by_role("button", name="Show", exact=True).click()  # the same again adds no entry
    assert page.evaluate("history.length") == entries
    # An error leaves nothing to step through either, and what was typed stays, even where no address has room for it.
    text = "a wood chuck " * 81
    type_text(page, text)
    expect(told.locator(".notice")).to_contain_text("1,053 characters")
    expect(where).to_have_count(0)
    assert page.get_by_role("textbox", name="Your text").input_value() == text

    python.hold()
    page.workers[0].evaluate("self.close()")  # no event reports this to the page
    page.evaluate(_UNTIL_NO_WORKER)
    with page.expect_event("worker") as begun:
        type_text(page, "pugs")
    page.evaluate(_UNTIL_A_WORKER)
    begun.value.evaluate("self.close()")
    expect(told.locator(".notice")).to_contain_text("Python stopped before it was done.")
    python.is_held = False
    told.get_by_role("button").click()
    expect(where).to_have_text("Step 0 of 2")  # p and ug are joined, and s stays alone


@needs_python
def test_a_failed_download_of_python_is_reported_and_can_be_retried(page_alone: Page, host: str) -> None:
    page = page_alone
    page.goto(f"{host}encode")
    told = page.locator(".python .notice")
    again = told.get_by_role("button", name="Try again")
    files = ["worker.js", "files.json", "vocabularies/gpt2.xz"]  # of lab.zip, test_site_python.py tells
    for file in files:  # each comes at the next try, which then misses the next one
        page.unroute_all()
        page.route(f"**/python/{file}*", lambda route: route.abort())
        with page.expect_event("requestfailed", lambda request, file=file: f"/python/{file}" in request.url):
            if file == files[0]:
                page.get_by_label("Tokenizer").select_option("gpt2")
                type_text(page, "mugs")
            else:
                again.click()
        expect(told).to_contain_text(
            "Python couldn’t be loaded. Connect to the network, then try again. What you typed is still there.",
        )
        expect(page.get_by_role("textbox", name="Your text")).to_have_value("mugs")
    page.unroute_all()
    again.click()
    expect(page.locator(".where")).to_have_text("Step 0 of 2")


@needs_python
def test_a_browser_that_cannot_run_python_says_so_and_shows_prepared_lessons(browser: Browser, host: str) -> None:
    """Such as a browser in lockdown mode, which compiles nothing."""
    with start(browser.browser_type, (*FLAGS, "--js-flags=--jitless")) as without:
        page = without.new_page(locale="en", service_workers="block")
        page.goto(f"{host}encode?with=gpt2&sample=mugs")
        assert page.evaluate("typeof WebAssembly") == "undefined"
        told = page.locator(".python .notice")
        expect(told).to_contain_text("This browser can’t run Python, which your own text needs.")
        expect(told.get_by_role("button")).to_have_count(0)  # trying again would not help
        told.get_by_role("link", name="Lessons").click()
        page.get_by_role("link", name="hug · pug · pun, BPE", exact=True).click()
        expect(page.locator(".where")).to_have_text("Step 0 of 7")
        page.goto(f"{host}code/")
        page.get_by_role("button", name="Run", exact=True).first.click()
        expect(page.locator(".editor .status").first).to_have_text(
            "This browser can’t run Python, which your code needs. Open this page in a current browser."
        )


def test_copies_of_the_site_on_one_host_store_progress_separately(
    context: BrowserContext, site: Path, tmp_path: Path
) -> None:
    for name in ("~a", "~b"):
        (tmp_path / name).symlink_to(site)
    with static_host(tmp_path) as address:
        page = context.new_page()
        # Storage of an earlier version, which knew of no copies: the course was left in chapter 4.
        page.goto(f"{address}/~a/icon.svg")
        page.evaluate("localStorage.setItem('bpe-lab-course-stopped-chapter', 'unknown')")
        page.evaluate("localStorage.setItem('bpe-lab-theme', 'dark')")
        for name in ("~a", "~b"):
            page.goto(f"{address}/{name}/course/")
            expect(page).to_have_url(f"{address}/{name}/course/?chapter=unknown")
            expect(page.locator("#theme")).to_have_value("dark")
        page.locator("#theme").select_option("light")
        page.goto(f"{address}/~b/course/?chapter=counting")
        page.locator(".options button").first.click()
        expect(page.get_by_role("heading", name="Key points")).to_be_visible()
        page.goto(f"{address}/~b/course/")
        expect(page).to_have_url(f"{address}/~b/course/?chapter=counting")
        page.goto(f"{address}/~a/course/")
        expect(page).to_have_url(f"{address}/~a/course/?chapter=unknown")
        expect(page.locator("#theme")).to_have_value("dark")
