"""Every page with a choice of tokenizers offers every included one: a record in the registry is all that one needs."""

import pytest

from tests.ui.app_pages import Open, component, data_of
from ui.base.tokenizer_choices import BY_NAME, ON_BYTES, SHIPPED, TokenizerName
from ui.pages.registry import PAGES
from ui.site.form_fields import FORMS, form

CHOICES = [(page.name, parameter) for page in PAGES.values() for parameter in page.tokenizer_choices]


def titles(names: tuple[str, ...]) -> set[str]:
    return {TokenizerName(name).title for name in names}


def test_pages_offer_every_included_tokenizer_in_their_choices(opened: Open) -> None:
    # Of other pages' choices `test_opened_tokenizers.py` tells the same.
    (box,) = [box for box in opened("pages/files.py").selectbox if str(box.proto.id).endswith("-files.of")]
    assert titles(SHIPPED) <= {*box.options}
    (box,) = [box for box in opened("pages/bytes.py").selectbox if box.label == "Tokenizer"]
    assert titles(ON_BYTES) <= {*box.options}
    assert {name for name in SHIPPED if BY_NAME[name].method.startswith("BPE on bytes")} == {*ON_BYTES}
    shown = data_of(component(opened(""), "home"))
    assert {*SHIPPED} <= {name for name, _title in (*shown["tokenizers"], *shown["others"])}


@pytest.mark.parametrize("page", FORMS)
def test_tokenizer_choices_on_the_site_offer_every_included_one(page: str) -> None:
    fields = {field["name"]: field for field in form(page, {}, python=True)["fields"]}
    for parameter in PAGES[page].tokenizer_choices:
        assert {*SHIPPED} <= {value for value, _title in fields[parameter]["choices"]}


@pytest.mark.parametrize("name", SHIPPED)
def test_each_included_tokenizer_can_be_in_the_address_of_every_page(name: str) -> None:
    for page, parameter in CHOICES:
        reader = PAGES[page].parameters_by_name[parameter].type
        assert reader.format(reader.parse(name)) == name
