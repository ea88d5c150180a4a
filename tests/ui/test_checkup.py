"""The page Tokenizer check-up: its announcement, its report in the reader's language, and cancelling it."""

import json
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine.checkup import CHECKS, Subject, Term, Terms, as_html, run_checks, shipped_subject
from bpe_engine.files import read, write
from bpe_engine.pre_tokenizers import GPT2
from tests.engine.file_samples import tokenizer_of_bytes
from tests.ui.app_pages import Open
from tests.ui.waiting import wait_for
from ui.base.i18n import in_language
from ui.jobs import checkups, uploaded_files
from ui.jobs.checkups import Progress, check_in_worker
from ui.pages.checkup import report
from ui.state import session

SMALL = tokenizer_of_bytes([b"hug", b"then"], GPT2)


def html(app: AppTest) -> str:
    return "\n".join(unescape(node.proto.body) for node in app.get("html") if "<style" not in node.proto.body)


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def with_opened(opened: Open, content: dict[str, object]) -> AppTest:
    app = opened("", of="opened")
    app.session_state[session._OPENED] = read({"tokenizer.json": json.dumps(content).encode()})
    return app.switch_page("pages/checkup.py").run()


def test_the_check_up_announces_itself_starts_on_request_and_reports(opened: Open) -> None:
    content = json.loads(write(SMALL, "tokenizer.json")["tokenizer.json"])
    content["model"]["merges"].append(["h", "u"])  # listed twice
    app = with_opened(opened, content)
    before = html(app)
    assert "The one you opened has 261 tokens. The check-up looks at all of them." in before
    assert "<b>normalizer</b><strong>none</strong><p>leaves a text as it is</p>" in before
    assert before.count('class="later"') == len(CHECKS) - 1  # the parts are shown already
    assert "Faults:" not in before
    press(app, "Start the check-up")
    after = html(app)
    assert "Faults: 1. Warnings: 1." in after  # the later of the two counts, so the order is odd too
    assert "Merges that are listed twice: 1 ('h + u')." in after
    assert [header.value for header in app.header] == [check.title for check in CHECKS]
    app.selectbox(key="checkup.against").set_value("gpt2").run()
    assert "Faults:" not in html(app)  # of something else, which nobody started
    app.selectbox(key="checkup.against").set_value("nothing").run()
    assert "Faults: 1. Warnings: 1." in html(app)


def test_quick_checks_run_before_the_start(opened: Open) -> None:
    before = html(opened("pages/checkup.py", of="gpt2"))
    quick = [check for check in CHECKS if check.is_quick]
    assert (before.count('class="later"'), len(quick)) == (len(CHECKS) - 1 - 5, 5)
    # GPT-2 is byte-level: every text comes back. Its ids are 0 to 50,256, and it has one special token and no template.
    assert '<li class="fine"><b>Does text come back?' in before
    assert [result.name for result in run_checks(Subject(SMALL), only_quick=True)] == [check.name for check in quick]
    content = json.loads(write(SMALL, "tokenizer.json")["tokenizer.json"])
    assert html(with_opened(opened, content)).count('class="later"') == len(CHECKS) - 1


def test_faults_in_settings_opened_with_the_tokenizer_are_found(opened: Open) -> None:
    app = opened("", of="opened")
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": "<|im_start|>{{ m }}", "bos_token": "<s>"}
    files = write(SMALL, "tokenizer.json") | {"tokenizer_config.json": json.dumps(config).encode()}
    app.session_state[session._OPENED] = read(files)
    app.switch_page("pages/checkup.py").run()
    press(app, "Start the check-up")
    assert "Names in the chat template that are not tokens: 1 ('<|im_start|>')." in html(app)
    assert "Tokens that the settings name but the vocabulary lacks: bos_token '<s>'." in html(app)


def test_custom_texts_are_tried_and_ids_outside_the_embedding_are_faults(opened: Open) -> None:
    content = json.loads(write(SMALL, "tokenizer.json")["tokenizer.json"])
    app = opened("", of="opened", sample="hug then", rows="260")
    app.session_state[session._OPENED] = read({"tokenizer.json": json.dumps(content).encode()})
    app.switch_page("pages/checkup.py").run()
    press(app, "Start the check-up")
    after = html(app)
    # 256 bytes and the merges to hug and then: 261 tokens, the last of which has the id 260. A text of 8 characters is
    # cut into hug, the space, and then.
    assert "Tokens whose ids are outside the model’s embedding of 260 rows: 1 ('then')." in after
    assert "Your text: 3 tokens, 2.67 characters per token; it comes back as it was." in after
    app.number_input(key="checkup.rows").set_value(261).run()
    assert "Faults:" not in html(app)  # of another embedding, which nobody started
    press(app, "Start the check-up")
    assert "outside the model’s embedding" not in html(app)


class Left(Exception):  # noqa: N818
    """The learner has left."""


def test_a_check_up_reports_progress_and_can_be_cancelled() -> None:
    told: list[Progress] = []

    def leave(progress: Progress) -> None:
        told.append(progress)
        if progress.share:
            raise Left

    with pytest.raises(Left):
        check_in_worker(("gpt2", None, ""), lambda ahead: None, leave)
    assert 0 < told[-1].share < 1
    assert [result.name for result in told[-1].done] == [check.name for check in CHECKS[: len(told[-1].done)]]
    assert not uploaded_files._queue._reading
    wait_for(lambda: check_in_worker(("small", Subject(SMALL), ""), lambda ahead: None, lambda progress: None))


def test_included_tokenizers_are_checked_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [*run_checks(Subject(SMALL))]
    monkeypatch.setitem(checkups._included, ("gpt2", None, ""), found)

    def never(_progress: object) -> None:
        raise AssertionError("it was checked again, or waited")

    with uploaded_files.slow_turn(lambda ahead: None):  # someone's, with others to come
        assert check_in_worker(("gpt2", None, ""), never, never) is found


def test_names_of_samples_parts_and_columns_are_translated() -> None:
    with in_language("ru"):
        assert report.translated(Term("Khmer, Central")) == "кхмерский"
        assert report.translated(Terms(["code", "every byte"])) == "код; каждый байт"
        picture = report.picture(shipped_subject("gpt2"))
        assert "<b>предтокенизатор</b><strong>gpt2</strong><p>разрезает по опубликованному шаблону</p>" in picture
    with in_language("zh_Hans"):
        assert report.translated(Terms(["code", "every byte"])) == "代码；每个字节"
    with in_language("ru"):
        page = as_html(Subject(SMALL, "моё"), [*run_checks(Subject(SMALL))], report.voice())
    assert '<html lang="ru">' in page
    assert '<h2 id="merges">Слияния</h2>' in page
    assert "<td>кхмерский</td>" in page
