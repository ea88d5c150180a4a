"""An address with too many parameters is reported, in the reader's language."""

import pytest

from tests.server.visitor import ask, visit
from tools.app_server import AppServer

READ = "&".join(["a=1"] * 1_000)


@pytest.mark.parametrize("page", ["/", "/train", "/course"])
def test_too_many_parameters_are_reported(server: AppServer, page: str) -> None:
    assert ask(server, f"{page}?{READ}", Accept="text/html").status == 200
    for language, told in (("en", "It has 1,001 of them"), ("ru", '<html lang="ru">')):
        answer = ask(server, f"{page}?{READ}&lang={language}", Accept="text/html")
        assert answer.status == 414
        assert told in answer.body.decode()
        assert '<a href="?">' in answer.body.decode()
    assert "Traceback" not in server.log()


def test_as_many_parameters_as_the_message_promises_are_read(server: AppServer) -> None:
    many = {f"a{number}": "1" for number in range(999)}
    with visit(server) as learner:
        learner.open("train", **many, lang="ru")
        titles = [page.page_name for message in learner.said for page in message.navigation.app_pages]
    assert "Обучение" in titles


def test_the_chosen_language_takes_precedence_over_the_browser_s(server: AppServer) -> None:
    chosen = ask(server, f"/?{READ}&a=1", Accept="text/html", Cookie="bpe-lab-language=vi", Accept_Language="ru")
    assert '<html lang="vi">' in chosen.body.decode()
    asked = ask(server, f"/?{READ}&a=1", Accept="text/html", Accept_Language="ru")
    assert '<html lang="ru">' in asked.body.decode()
