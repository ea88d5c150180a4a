"""Long texts on their way through a tokenizer, in a worker process and on the page Playground."""

import gc
import weakref
from concurrent.futures import CancelledError, Future
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import BPETrainer, Corpus, EngineError, Tokenizer, load_pretrained
from bpe_engine.inspection.token_offsets import TokenOffsets, token_offsets
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, alerts, component, data_of
from ui.base.tokenizer_choices import TokenizerName
from ui.components.contract import TokenViewPayload
from ui.jobs import long_texts
from ui.jobs.long_texts import EncodingJob, EncodingJobs, encode_with_progress
from ui.jobs.process_pool import ProcessDiedError
from ui.pages.playground import background_encoding
from ui.pages.playground.messages import LONG_TEXT

TEXT = "the pug hugs the pun, and 東京 buns. " * 300


class Waiting:
    """A pool whose work is done on request of the test."""

    def __init__(self) -> None:
        self.asked: list[tuple[Future[Any], tuple[Any, ...]]] = []
        self.watching: dict[Future[Any], tuple[Any, Any]] = {}

    def submit_watched(self, is_wanted: Any, on_report: Any, function: Any, *values: Any) -> "Future[Any]":
        """Accept work."""
        assert function is encode_with_progress
        future: Future[Any] = Future()
        self.asked.append((future, values))
        self.watching[future] = is_wanted, on_report
        return future

    def work(self) -> None:
        """Do the waiting work."""
        for future, values in self.asked:
            if not future.done():
                is_wanted, on_report = self.watching[future]
                try:
                    if not is_wanted():
                        raise CancelledError
                    future.set_result(encode_with_progress(on_report, *values))
                except Exception as error:
                    future.set_exception(error)


@pytest.fixture
def pool() -> Any:
    return Waiting()


@pytest.fixture
def shared(pool: Any) -> EncodingJobs:
    return EncodingJobs(workers=pool)


def trained() -> Tokenizer:
    return BPETrainer(vocab_size=300).train(Corpus.from_text(TEXT))


def ready(texts: EncodingJobs, *asked: Any) -> TokenOffsets:
    found = texts.get(*asked)
    assert isinstance(found, TokenOffsets)
    return found


def under_way(texts: EncodingJobs, *asked: Any) -> EncodingJob:
    found = texts.get(*asked)
    assert isinstance(found, EncodingJob)
    return found


def test_a_worker_gives_the_same_result() -> None:
    texts = EncodingJobs()
    tokenizers = [load_pretrained("gpt2"), trained()]
    waiting = [under_way(texts, tokenizer, TEXT) for tokenizer in tokenizers]
    for tokenizer, each in zip(tokenizers, waiting, strict=True):
        each.future.result(timeout=60)
        assert ready(texts, tokenizer, TEXT).values == token_offsets(tokenizer, TEXT).values
    assert list(ready(texts, tokenizers[0], TEXT).ids) == tiktoken_encoding("gpt2").encode_ordinary(TEXT)


@pytest.mark.parametrize("problem", [ProcessDiedError(-9), MemoryError()])
def test_a_dead_worker_is_reported_and_the_text_can_be_retried(
    shared: EncodingJobs, pool: Waiting, problem: Exception
) -> None:
    gpt2 = load_pretrained("gpt2")
    under_way(shared, gpt2, TEXT).future.set_exception(problem)
    with pytest.raises(EngineError, match="Your text is kept"):
        shared.get(gpt2, TEXT)
    under_way(shared, gpt2, TEXT)
    pool.work()
    assert ready(shared, gpt2, TEXT)


def test_requests_for_the_same_text_share_the_work(shared: EncodingJobs, pool: Waiting) -> None:
    gpt2 = load_pretrained("gpt2")
    assert under_way(shared, gpt2, TEXT) is under_way(shared, gpt2, TEXT)
    under_way(shared, gpt2, TEXT, "all")
    under_way(shared, gpt2, TEXT + "!")
    under_way(shared, load_pretrained("cl100k_base"), TEXT)
    assert len(pool.asked) == 4
    pool.work()
    assert ready(shared, gpt2, TEXT) is ready(shared, gpt2, TEXT)
    assert len(pool.asked) == 4


def test_a_shipped_vocabulary_is_not_sent_to_the_worker(shared: EncodingJobs, pool: Waiting) -> None:
    own = trained()
    under_way(shared, load_pretrained("o200k_base"), TEXT)
    under_way(shared, own, TEXT)
    assert [values[0] for _future, values in pool.asked] == ["o200k_base", own]


def test_progress_is_reported(shared: EncodingJobs, pool: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_texts, "REPORT_SECONDS", -1)
    waiting = under_way(shared, load_pretrained("t5-small"), TEXT)
    assert waiting.share() == 0
    told = []

    def places(*values: Any) -> TokenOffsets:
        *values, progress = values
        for share in (0.25, 0.75):
            progress(share)
            told.append(waiting.share())
        return token_offsets(*values)

    monkeypatch.setattr(long_texts, "token_offsets", places)
    pool.work()
    assert told == [0.25, 0.75]


def test_a_text_waits_in_the_queue_and_errors_have_positions(shared: EncodingJobs, pool: Waiting) -> None:
    gpt2 = load_pretrained("gpt2")
    texts = [under_way(shared, gpt2, f"{TEXT}{number}") for number in range(3)]
    assert [shared.queue_position(text) for text in texts] == [0, 1, 2]
    leave(texts[0])
    assert [shared.queue_position(text) for text in texts] == [0, 0, 1]
    pool.work()
    assert [shared.queue_position(text) for text in texts] == [0, 0, 0]
    under_way(shared, load_pretrained("gpt2"), TEXT + "\ud800")
    pool.work()
    with pytest.raises(EngineError, match=str(len(TEXT))):
        shared.get(load_pretrained("gpt2"), TEXT + "\ud800")


def leave(waiting: EncodingJob) -> None:
    """Pretend that nobody has asked for a while."""
    waiting._last_asked -= 2 * long_texts.ABANDONED_SECONDS


def test_abandoned_work_ends_and_restarts_for_a_returning_learner(shared: EncodingJobs, pool: Waiting) -> None:
    gpt2 = load_pretrained("gpt2")
    waiting = under_way(shared, gpt2, TEXT)
    assert waiting.is_wanted()
    leave(waiting)
    assert not waiting.is_wanted()
    waiting.share()
    assert waiting.is_wanted()
    leave(waiting)
    pool.work()
    assert waiting.is_abandoned()
    assert under_way(shared, gpt2, TEXT) is not waiting
    pool.work()
    assert ready(shared, gpt2, TEXT)


def test_the_queue_is_bounded(pool: Any) -> None:
    shared = EncodingJobs(workers=pool, max_queue=2)
    gpt2 = load_pretrained("gpt2")
    for number in range(2):
        under_way(shared, gpt2, f"{TEXT}{number}")
    with pytest.raises(EngineError, match="2 long texts are already waiting"):
        shared.get(gpt2, TEXT)
    pool.work()
    under_way(shared, gpt2, TEXT)  # finished ones that were not requested again make room


def test_the_cache_is_bounded(pool: Any) -> None:
    gpt2 = load_pretrained("gpt2")
    shared = EncodingJobs(3 * 12 * len(gpt2.encode(TEXT)) + 1_000, workers=pool)
    texts = [f"{TEXT}{number}" for number in range(6)]
    for text in texts:
        under_way(shared, gpt2, text)
        pool.work()
        ready(shared, gpt2, text)
    assert len(shared._cached) == 3
    ready(shared, gpt2, texts[-1])
    under_way(shared, gpt2, texts[0])


def test_a_tokenizer_is_not_kept_after_its_learner_left(shared: EncodingJobs, pool: Waiting) -> None:
    own = trained()
    there = weakref.ref(own)
    under_way(shared, own, TEXT)
    pool.work()
    ready(shared, own, TEXT)
    pool.asked.clear()
    del own
    gc.collect()
    assert there() is None
    gpt2 = load_pretrained("gpt2")
    under_way(shared, gpt2, TEXT)
    pool.work()
    ready(shared, gpt2, TEXT)
    assert len(shared._cached) == 1


# On the page.

PROSE = "the pug hugs the pun, and 1234 buns. "


@pytest.fixture
def on_page(monkeypatch: pytest.MonkeyPatch, shared: EncodingJobs) -> EncodingJobs:
    monkeypatch.setattr(background_encoding, "long_texts", lambda: shared)
    return shared


def view(app: Any) -> TokenViewPayload:
    proto = component(app, "token_view")
    data: TokenViewPayload = data_of(proto)
    return data


def ids(shown: TokenViewPayload, number: int = 0) -> list[int | None]:
    panel = shown["panels"][number]
    return [panel["kinds"][kind][0] for kind in panel["tokens"]]


def test_a_page_shows_how_many_long_texts_are_ahead(opened: Open, on_page: EncodingJobs, pool: Waiting) -> None:
    def progress_texts(app: AppTest) -> list[str]:
        return [bar.proto.text for bar in app.get("progress")]

    gpt2 = load_pretrained("gpt2")
    for number in range(2):
        under_way(on_page, gpt2, f"{TEXT}{number}")
    app = opened("pages/playground.py", first="gpt2", second="cl100k_base")
    app.text_area[0].set_value(PROSE * (LONG_TEXT // len(PROSE) + 1)).run()
    assert progress_texts(app) == ["Waiting: 2 long texts are ahead of yours."]
    for future, _values in pool.asked[:2]:
        future.cancel()
    assert progress_texts(app.run()) == ["Finding the tokens of your whole text …"]


def test_a_long_text_shows_its_first_screen_early(opened: Open, on_page: EncodingJobs, pool: Waiting) -> None:
    text = PROSE * (LONG_TEXT // len(PROSE) + 1)
    expected = tiktoken_encoding("cl100k_base").encode_ordinary(text)
    app = opened("pages/playground.py", first="cl100k_base")
    app.text_area[0].set_value(text).run()
    shown = view(app)
    assert len(ids(shown)) == 1_000  # half of what is drawn at once, beside those of GPT-4o
    assert ids(shown) == expected[:1_000]
    assert (shown["pages"], shown["panels"][0]["total"]) == (1, 0)
    assert shown["panels"][0]["count"] == "the first 1,000 tokens"
    assert "your whole text" in app.get("progress")[0].proto.text
    pool.work()
    app.run()
    shown = view(app)
    assert shown["panels"][0]["total"] == len(expected)
    assert shown["pages"] == -(-len(expected) // 1_000)
    assert ids(shown) == expected[: len(ids(shown))]


def test_choices_made_while_a_text_is_read_are_kept(opened: Open, on_page: EncodingJobs, pool: Waiting) -> None:
    text = PROSE * (LONG_TEXT // len(PROSE) + 1)
    app = opened("pages/playground.py", first="gpt2")
    app.text_area[0].set_value(text).run()
    assert len(pool.asked) == 2
    second = next(box for box in app.selectbox if box.label == "Second tokenizer")
    second.set_value(TokenizerName("cl100k_base")).run()
    assert [panel["title"] for panel in view(app)["panels"]] == ["GPT-2", "GPT-3.5 and GPT-4 (cl100k)"]
    assert len(pool.asked) == 3
    pool.work()
    app.run()
    for name, panel in zip(("gpt2", "cl100k_base"), view(app)["panels"], strict=True):
        assert panel["total"] == len(tiktoken_encoding(name).encode_ordinary(text))


def test_a_text_without_a_safe_cut_is_read_whole(opened: Open, on_page: EncodingJobs, pool: Waiting) -> None:
    app = opened("pages/playground.py", first="gpt2")
    app.text_area[0].set_value("東" * (LONG_TEXT + 1)).run()
    assert app.get("progress")
    with pytest.raises(ValueError, match="unpack"):
        view(app)
    pool.work()
    app.run()
    assert view(app)["panels"][0]["total"] == len(tiktoken_encoding("gpt2").encode_ordinary("東" * (LONG_TEXT + 1)))


def test_a_text_whose_worker_died_can_be_retried_with_a_button(
    opened: Open, on_page: EncodingJobs, pool: Waiting
) -> None:
    text = PROSE * (LONG_TEXT // len(PROSE) + 1)
    app = opened("pages/playground.py", first="gpt2")
    app.text_area[0].set_value(text).run()
    pool.asked[0][0].set_exception(ProcessDiedError(-9))
    app.run()
    (told,) = alerts(app)
    assert "the process counting them ended" in told
    app.button(key="again").click().run()
    assert alerts(app) == []
    pool.work()
    app.run()
    assert view(app)["panels"][0]["total"] == len(tiktoken_encoding("gpt2").encode_ordinary(text))


def test_a_short_text_needs_no_worker(opened: Open, on_page: EncodingJobs, pool: Waiting) -> None:
    app = opened("pages/playground.py", first="gpt2", sample="the pug")
    assert view(app)["panels"][0]["total"] == len(tiktoken_encoding("gpt2").encode_ordinary("the pug"))
    assert pool.asked == []
