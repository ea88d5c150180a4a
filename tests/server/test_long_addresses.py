"""An address with more parameters than are read is told so, in the reader's language."""

import pytest
from streamlit.runtime.state.query_params import sanitize_query_string

from tests.server.visitor import ask
from tools.app_server import AppServer

READ = "&".join(["a=1"] * 1_000)


@pytest.mark.parametrize("page", ["/", "/train", "/course"])
def test_more_parameters_than_are_read_are_told(server: AppServer, page: str) -> None:
    assert (sanitize_query_string(READ), sanitize_query_string(f"{READ}&lang=ru")) == (READ, "")
    assert ask(server, f"{page}?{READ}", Accept="text/html").status == 200
    for language, told in (("en", "It has 1,001 of them"), ("ru", '<html lang="ru">')):
        answer = ask(server, f"{page}?{READ}&lang={language}", Accept="text/html")
        assert answer.status == 414
        assert told in answer.body.decode()
        assert '<a href="?">' in answer.body.decode()
    assert "Traceback" not in server.log()


def test_the_language_that_was_chosen_comes_before_what_the_browser_asks_for(server: AppServer) -> None:
    chosen = ask(server, f"/?{READ}&a=1", Accept="text/html", Cookie="bpe-lab-language=vi", Accept_Language="ru")
    assert '<html lang="vi">' in chosen.body.decode()
    asked = ask(server, f"/?{READ}&a=1", Accept="text/html", Accept_Language="ru")
    assert '<html lang="ru">' in asked.body.decode()
