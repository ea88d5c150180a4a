"""Tokenizer files: downloaded, loaded by the real library, and opened here."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_engine.files import MAX_FILE_BYTES
from tests.browser.conftest import OpenPage, move_to, visit
from tests.browser.visible_player import Player, arrive, follow, upload
from tools.browser import wait_until_idle


def download(page: Page, name: str) -> bytes:
    with page.expect_download() as started:
        page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}, [0-9.]+ kB$")).click()
    return Path(started.value.path()).read_bytes()


# Files dropped in the middle of a page: not where there is a box for them.
_DROP = """([name, content]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], name));
    const told = { bubbles: true, cancelable: true, composed: true, dataTransfer };
    const place = document.querySelector('[data-testid="stMain"]');
    for (const kind of ["dragover", "drop"]) place.dispatchEvent(new DragEvent(kind, told));
}"""


def peer(text: str = "hug hugs pug pun unhug ") -> Tokenizer:
    """Return a small tokenizer trained by the library itself."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator([text * 5], trainers.BpeTrainer(vocab_size=270, initial_alphabet=alphabet))
    return made


def test_the_library_loads_a_downloaded_tokenizer_with_the_same_ids(open_page: OpenPage) -> None:
    page = open_page("/files", scenario="course", **{"of": "trained", "as": "tokenizer.json"})
    content = download(page, "tokenizer.json")
    library = Tokenizer.from_str(content.decode())
    assert library.encode("This is not a token.").tokens == ["This", "Ġis", "Ġ", "n", "o", "t", "Ġa", "Ġtoken", "."]


def drawn_words(page: Page) -> list[str]:
    """Return the texts of the file uploader that replace Streamlit's own, which are hidden."""
    box = page.get_by_test_id("stFileUploaderDropzone")
    own = [box.get_by_text("Upload", exact=True), box.get_by_text("per file")]
    for words in own:
        expect(words).to_have_count(1)
        expect(words).to_be_hidden()
    after = "place => JSON.parse(getComputedStyle(place, '::after').content)"
    return [
        own[0].locator("..").evaluate(after),
        box.get_by_test_id("stFileUploaderDropzoneInstructions").evaluate(after),
    ]


@pytest.mark.parametrize("view", [{"locale": "vi-VN"}])
def test_the_file_uploader_is_in_the_reader_s_language(open_page: OpenPage) -> None:
    assert drawn_words(open_page("/files")) == ["Chọn tệp", "Tối đa 50 MB mỗi tệp"]


@pytest.mark.page_errors  # the browser logs the refusal
def test_a_file_without_room_is_reported_with_a_remedy(open_page: OpenPage) -> None:
    page = open_page("/files")
    page.route("**/_stcore/upload_file/**", lambda route: route.fulfill(status=413))
    page.locator("input[type=file]").set_input_files({"name": "a.json", "mimeType": "", "buffer": b"{}"})
    chip = page.get_by_test_id("stFileChip")
    expect(chip).to_have_attribute("aria-invalid", "true")
    box = page.get_by_test_id("stFileUploader")
    told = box.evaluate("place => JSON.parse(getComputedStyle(place, '::after').content)")
    chip.hover()
    expect(page.get_by_test_id("stTooltipErrorContent")).to_be_hidden()  # Streamlit's own words are in English
    assert "the server may have no room for it now" in told
    assert "try again in a few minutes" in told
    page.unroute_all()
    page.get_by_test_id("stFileChipDeleteBtn").click()
    expect(chip).to_have_count(0)
    assert box.evaluate("place => getComputedStyle(place, '::after').content") == "none"


def test_files_up_to_the_stated_limit_are_accepted_and_larger_ones_refused(
    open_page: OpenPage, settle: Callable[[], None], tmp_path: Path
) -> None:
    page = open_page("/files")
    assert drawn_words(page) == ["Choose a file", "Up to 50 MB per file"]
    expect(page.get_by_role("button", name="Choose a file", exact=True).first).to_be_visible()
    for size in (12_600_000, MAX_FILE_BYTES):
        file = tmp_path / f"{size}.json"
        file.write_bytes(b"?" * size)
        page.locator("input[type=file]").set_input_files(file)
        told = page.get_by_role("alert").filter(has_text=f"{size}.json is in an unknown format")
        expect(told).to_be_visible()
        page.get_by_test_id("stFileChipDeleteBtn").click()
        settle()  # a box that is drawn again takes no file
    file = tmp_path / "larger.json"
    file.write_bytes(b"?" * (MAX_FILE_BYTES + 1))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("File must be 50.0MB or smaller.")).to_be_visible()


def test_a_tokenizer_of_the_library_can_be_opened_and_used_on_other_pages(
    open_page: OpenPage, server: str, settle: Callable[[], None]
) -> None:
    library = peer()
    page = open_page("/files")
    upload(page, "tokenizer.json", library.to_str().encode(), "application/json")
    status = page.get_by_role("status").filter(has_text="Opened:")
    expect(status).to_contain_text(f"a vocabulary of {library.get_vocab_size():,} tokens")
    settle()

    # Its check-up: started, and an example of it tried.
    page.get_by_role("link", name="Give it a check-up").click()
    arrive(page, "/checkup")
    page.get_by_role("button", name="Start the check-up").click()
    expect(page.get_by_role("status").filter(has_text="Faults: 1. Warnings: 0.")).to_be_visible()
    expect(page.locator(".bpe-checkup-said").filter(has_text="returns byte symbols instead of text")).to_be_visible()
    page.get_by_role("link", name="Try it: 1234567").click()
    arrive(page, "/playground")
    expect(page).to_have_url(re.compile(r"/playground\?.*sample=1234567"))
    follow(page, "Tokenizer files")
    page.get_by_role("link", name="Encode with it").click()
    arrive(page, "/encode")
    page.get_by_role("textbox", name="A word or a sentence").fill("unhugs")
    page.keyboard.press("Enter")
    settle()
    player = Player(page)
    player.button("Last").click()
    expect(player.root.locator(".next")).to_contain_text("Done: no learned pairs are left.")
    expect(player.root.locator(".chips .caption")).to_have_text(list(map(str, library.encode("unhugs").ids)))

    # Another is dropped anywhere on a page. The browser keeps it, and a later visit finds it again.
    another = peer("ugs nhugs unh ")
    ids = list(map(str, another.encode("unhugs").ids))
    assert len(ids) != len(library.encode("unhugs").ids)
    later = page.context.new_page()
    told: list[bytes | str] = []
    later.on("websocket", lambda socket: socket.on("framesent", lambda frame: told.append(frame)))
    for shown, begin in (
        (page, lambda: page.evaluate(_DROP, ["any.name", another.to_str()])),
        (later, lambda: visit(later, server, "/encode", sample="unhugs", **{"with": "opened"})),
    ):
        with shown.expect_response(lambda response: response.request.method == "PUT"):
            begin()
        expect(shown.get_by_role("dialog")).to_have_count(0)
        wait_until_idle(shown)
        player = Player(shown)
        player.button("Last").click()
        expect(player.root.locator(".chips .caption")).to_have_text(ids)
    # Once, or another run of the page takes away the box that the files are on their way to.
    assert len([one for one in told if isinstance(one, bytes) and b"own_files__events" in one]) == 1
    later.close()

    # A long check-up is cancelled, and can be started again.
    move_to(page, server, "/checkup", of="o200k_base")
    page.get_by_role("button", name="Start the check-up").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Start the check-up")).to_be_visible()
    expect(page.locator(".bpe-checkup-said")).to_have_count(0)


def test_an_unreadable_file_is_reported_and_the_page_still_works(open_page: OpenPage) -> None:
    page = open_page("/files")
    for name, content in (("tokenizer.json", b'{"model": {"type": "BPE"'), ("<img src=x>.json", b"[]")):
        upload(page, name, content, "application/octet-stream")
        expect(page.get_by_role("alert").filter(has_text=name)).to_be_visible()
        expect(page.get_by_text("Nothing is open yet."), name).to_be_visible()
        assert page.locator("img[src=x]").count() == 0
        page.get_by_test_id("stFileChipDeleteBtn").click()
        expect(page.get_by_role("alert").filter(has_text=name)).to_have_count(0)
        wait_until_idle(page)


def test_on_a_phone_the_picture_is_first_and_formats_do_not_touch_their_heading(open_page: OpenPage) -> None:
    page = open_page("/files")
    heading = page.get_by_role("heading", name="Open a tokenizer")
    formats = page.locator(".st-key-files_choices").get_by_text("SentencePiece .model")
    picture = page.locator(".st-key-files_picture")

    def edges() -> list[float]:
        wait_until_idle(page)
        boxes = [one.bounding_box() for one in (heading, formats, picture)]
        return [edge for box in boxes if box for edge in (box["y"], box["y"] + box["height"])]

    page.set_viewport_size({"width": 1280, "height": 720})
    _top, bottom, formats_top, *_rest = edges()
    assert 8 <= formats_top - bottom <= 24
    page.set_viewport_size({"width": 390, "height": 844})
    heading_top, *_others, picture_bottom = edges()
    assert picture_bottom <= heading_top


_FOCUS = """() => {
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const main = document.querySelector("[data-testid=stMain]");
    const isShown = main.contains(document.activeElement) && !element.closest(".st-key-bpe_lab_stage");
    const {top, bottom} = element.getBoundingClientRect();
    return element !== main && isShown ? [top + main.scrollTop, bottom + main.scrollTop] : null;
}"""


@pytest.mark.parametrize("view", [{"width": 390, "height": 844, "touch": True}])
@pytest.mark.parametrize(
    ("path", "picture", "form"),
    [
        ("/files", ".bpe-checkup-parts", ".st-key-files_choices"),
        ("/checkup", ".bpe-checkup-parts", ".st-key-bpe_lab_checkup_choices"),
        ("/check", ".st-key-check_verdict", ".st-key-check_choices"),
        ("/companions", ".st-key-companion_entries", ":nth-match(.st-key-bpe_lab_outline .stMarkdown, 1)"),
        ("/project", ".st-key-project_results .bpe-scores", ".st-key-project_choices"),
    ],
)
def test_on_a_phone_a_picture_is_first_and_tab_goes_down_the_page(
    open_page: OpenPage, path: str, picture: str, form: str, view: object
) -> None:
    page = open_page(path)
    wait_until_idle(page)
    # Heights that are guessed until they are seen would move the places.
    page.add_style_tag(content=".companion article { content-visibility: visible !important }")
    above, below = (page.locator(one).bounding_box() for one in (picture, form))
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    places: list[list[float]] = []
    for _press in range(60):
        page.keyboard.press("Tab")
        place = page.evaluate(_FOCUS)
        if place:
            places.append(place)
        elif places:
            break
    assert len(places) >= 4
    for (before, _bottom), (_top, after) in pairwise(places):
        assert after > before, path


@pytest.mark.parametrize("view", [{"width": 390, "height": 844, "touch": True}])
def test_on_a_phone_names_in_tables_do_not_break(open_page: OpenPage, view: object) -> None:
    page = open_page("/files")
    cells = page.locator(".bpe-table.stacked td")
    expect(cells.first).to_be_attached()
    broken = cells.evaluate_all(
        """cells => cells.flatMap((cell) => [...cell.childNodes].flatMap((node) =>
            [...(node.data ?? "").matchAll(/[\\w.]+/g)].filter((name) => {
                const range = new Range();
                range.setStart(node, name.index);
                range.setEnd(node, name.index + name[0].length);
                return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1;
            }).map(([name]) => name)))"""
    )
    assert broken == []
