"""What a link carries, as a page writes it into the address."""

from streamlit.testing.v1 import AppTest

from tests.ui.app_pages import Open, address, alerts, asked, player

FEW = {f"word{number}": number for number in range(1, 21)}
MANY = {f"word{number}": number for number in range(1, 301)}  # more than some programs leave whole in a link


def link(counts: dict[str, int]) -> str:
    return ",".join(f"{word}:{count}" for word, count in counts.items())


def count_of_first_merge(app: AppTest) -> str:
    data = player(app)
    assert data is not None
    count: str = data["merges"][0]["value"]
    return count


def link_note(app: AppTest) -> str:
    data = player(app)
    assert data is not None
    note: str = data["linkNote"]
    return note


def test_a_link_carries_the_words_of_a_learner(opened: Open) -> None:
    app = opened(scenario="hug", words=link(FEW))
    assert alerts(app) == []
    assert asked(app, "words") == link(FEW)
    assert link_note(app) == ""
    assert count_of_first_merge(app) == f"{sum(FEW.values())}"  # w + o, in each word


def test_a_link_leaves_out_words_that_are_too_long_for_it_and_the_page_keeps_them(opened: Open) -> None:
    app = opened(scenario="hug", words=link(MANY), vocab="30")
    for _run in range(2):
        assert alerts(app) == []
        assert "words" not in address(app)
        assert "too many for a link" in link_note(app)
        assert (asked(app, "scenario"), asked(app, "vocab")) == ("hug", "30")
        assert count_of_first_merge(app) == f"{sum(MANY.values()):,}"
        app.run()
