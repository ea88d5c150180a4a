"""In bits: the tree of the chosen method's codes, as large as its place."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage

SMALLEST = """picture => Math.min(...[...picture.querySelectorAll("text")].map(text => {
    const svg = text.ownerSVGElement;
    return 19 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
}))"""


def test_the_tree_of_the_chosen_method_fills_its_place_in_type_that_can_be_read(open_page: OpenPage) -> None:
    page = open_page("/codes", scenario="low", size="17", methods="marked-information")
    picture = page.get_by_role("img", name="The tree of codes")
    # As tests/ui/test_codes.py counts them: nine tokens, and eight of the other method.
    expect(picture.locator(".tile.hued")).to_have_count(9)
    expect(picture.locator(".disc").last).to_have_text("54")
    assert picture.evaluate(SMALLEST) >= 13
    box = picture.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720
    page.get_by_role("radio", name="WordPiece in bits").click()
    expect(picture.locator(".tile.hued")).to_have_count(8)
    expect(picture.locator(".disc").last).to_have_text("66")
