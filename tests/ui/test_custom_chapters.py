"""A teacher's own chapters: a folder of files; mistakes are reported, and nothing in them is executed."""

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.engine.peers import tiktoken_encoding
from tests.test_architecture import ROOT
from tests.ui.app_pages import Open, alerts
from ui.course import chapter_files
from ui.course.answer_kinds import ANSWER_KINDS
from ui.course.chapter import Chapter
from ui.course.chapter_files import FOLDER, chapters_by_key, course
from ui.course.chapter_format import CHAPTER_FIELDS, read_chapter
from ui.course.random_values import SEED_COUNT
from ui.course.toml_schema import LARGEST_FILE, AuthorError
from ui.course.values.value_registry import FORMS, PICTURES, TABLES, VALUES
from ui.pages.course.routes import chapter_file
from ui.pages.course.view import render_chapter

EXAMPLE = (ROOT / "docs" / "example-chapter.toml").read_text("utf-8")
GUIDE = (ROOT / "docs" / "CHAPTERS.md").read_text("utf-8")
SHIPPED = len(chapter_files.shipped_chapters("chapters"))
WORD = "Donaudampfschiffkapitän"

SMALL = """
title = "A chapter"
question = "What is {count}?"
explanation = ["It is {count}."]
[[option]]
text = "This"
right = true
[[option]]
text = "That"
[values]
count = ["characters", "abc"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the example, registered with the app."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    (tmp_path / "compounds.toml").write_text(EXAMPLE, "utf-8")
    return tmp_path


def chapter_data(key: str) -> Any:
    """Return a chapter as a browser gets it."""
    return json.loads(chapter_file(course(), chapters_by_key(course())[key], "en")[0])


def small(**changed: str) -> Chapter:
    """Return a small chapter with some of its lines changed."""
    written = SMALL
    for line, instead in changed.items():
        old = next(one for one in SMALL.splitlines() if one.startswith(line))
        written = written.replace(old, instead)
    return read_chapter("mine", written)


def test_the_example_is_a_chapter_at_its_place(folder: Path) -> None:
    keys = [chapter.key for chapter in course().chapters]
    at = keys.index("compounds")
    assert (keys[at - 1], keys[at + 1]) == ("words", "ranks")
    assert course().problems == ()
    shown = render_chapter(chapters_by_key(course())["compounds"])
    o200k, gpt2 = tiktoken_encoding("o200k_base"), tiktoken_encoding("gpt2")
    assert shown.options[shown.right].text == f"{len(o200k.encode(WORD))} tokens"
    assert f"GPT-2, which has seen little German, cuts it into {len(gpt2.encode(WORD))} tokens" in shown.explanation[0]
    assert shown.exercises[0].answer == str(len(o200k.encode(WORD.upper())))
    other = render_chapter(chapters_by_key(course())["compounds"], seed=2).exercises[1]
    word = next(word for word in ("Handschuhfach", "Regenschirm", "Geschwindigkeit") if word in other.text)
    assert other.answer == str(len(gpt2.encode(word)))


def test_the_example_chapter_is_at_its_place_and_works(folder: Path, opened: Open) -> None:
    app = opened("pages/course.py", chapter="compounds")
    assert alerts(app) == []
    given = chapter_data("compounds")
    assert given["heading"] == "Chapter 7: Compound words"
    assert given["lesson"]
    assert given["exercises"][0][0]["answer"] == str(len(tiktoken_encoding("o200k_base").encode(WORD.upper())))
    (folder / "mine.toml").write_text(SMALL, "utf-8")
    (folder / "first.toml").write_text("place = 0\n" + SMALL, "utf-8")
    keys = [chapter.key for chapter in course().chapters]
    assert (keys[0], keys[-1]) == ("first", "mine")
    parts = {chapter.key: chapter.part for chapter in course().chapters}
    assert (parts["first"], parts["compounds"], parts["mine"]) == ("making", "making", "more")


@pytest.mark.parametrize(("place", "before"), [("", "sentencepiece"), ("place = 3\n", "normalization")])
def test_a_chapter_is_in_the_part_that_it_names(folder: Path, place: str, before: str) -> None:
    (folder / "mine.toml").write_text(f'{place}part = "real"\nessential = true\n{SMALL}', "utf-8")
    shown = course()
    mine = chapters_by_key(shown)["mine"]
    at = shown.chapters.index(mine)
    assert (shown.chapters[at - 1].key, mine.part) == (before, "real")
    assert mine in shown.essential


def test_a_changed_file_is_read_again(folder: Path) -> None:
    path = folder / "compounds.toml"
    path.write_text(EXAMPLE.replace("Compound words", "Words made of words"), "utf-8")
    assert chapters_by_key(course())["compounds"].title == "Words made of words"
    path.unlink()
    assert "compounds" not in chapters_by_key(course())


def test_a_broken_file_is_reported_and_does_not_affect_others(folder: Path, opened: Open) -> None:
    (folder / "mine.toml").write_text(SMALL.replace("question", "qestion"), "utf-8")
    app = opened("pages/course.py", chapter="compounds")
    assert chapter_data("compounds")["heading"] == "Chapter 7: Compound words"
    (told,) = alerts(app)
    assert told.startswith("mine.toml: there is no “qestion”. Write one of title, place, part, essential, why, idea")


def test_values_that_cannot_be_computed_are_reported_in_place_of_the_chapter(folder: Path, opened: Open) -> None:
    (folder / "mine.toml").write_text(SMALL.replace('"characters", "abc"', '"ids", "no-such", "abc"'), "utf-8")
    assert not opened("pages/course.py", chapter="mine").exception
    told = chapter_data("mine")["problem"]
    assert told.startswith("mine.toml, count: it cannot be computed with what it is given (ValueError: ")
    assert "docs/CHAPTERS.md" in told


BIG = "9" * 5_000


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ("title", "title = 1", "mine.toml: “title” is 1. Write a text in quotes, or leave it out."),
        ("title", "", "mine.toml: “title” is missing. Write it."),
        ("title", 'title = "**A** chapter"', "mine.toml: “**A** chapter” is a label, and has no markup."),
        ("title", 'title = "See www.a.example"', "mine.toml: “See www.a.example” is a label, and has no markup."),
        ("title", 'title = "a\\u202eb"', "mine.toml: “a⟨U+202E⟩b” is a label, and has no markup."),
        ("title", f'title = "{"a" * 101}"', "mine.toml: “title” has more than 100 characters. Write a shorter one."),
        ("title", f"place = {BIG}", "mine.toml: "),
        ("title", 'title = "x"\npart = "maths"', "mine.toml: “part” is 'maths'. Write one of what there is, as making"),
        ("title", 'title = "x"\nessential = 1', "mine.toml: “essential” is 1. Write true"),
        ("question", 'question = "{count"', "mine.toml: “{count”: expected '}' before end of string. Write {{ and }}"),
        ("explanation", 'explanation = ["x"]\nterms = ["gem"]', "mine.toml, terms: “gem” does not occur in “why”,"),
        ("question", 'question = "{counts}"', "mine.toml: “{counts}” has “counts” in braces, which is no value."),
        ("question", 'question = "{count.__class__}"', "mine.toml: “{count.__class__}” has “count.__class__” in"),
        ("question", 'question = "{count[0]}"', "mine.toml: “{count[0]}” has “count[0]” in braces, which is no value."),
        ("question", 'question = "{number}"', "mine.toml: “{number}” has “number” in braces, which is no value."),
        ("question", 'question = "{count!r}"', "mine.toml: “{count!r}” has “count” in braces"),
        ("question", 'question = "{count:>999}"', "mine.toml: “{count:>999}” has “count” in braces"),
        ("right", "", "mine.toml: 0 of the options are right. Write “right = true” below one of several."),
        ("right", 'right = "yes"', "mine.toml, option 1: “right” is 'yes'. Write true or false, or leave it out."),
        ("count", 'count = ["characters"]', "mine.toml, count: “characters” cannot be called with []: missing a"),
        ("count", 'count = ["characters", 3]', "mine.toml, count: “characters” cannot be called with [3]: “text” is a"),
        ("count", 'count = ["open", "/etc/passwd"]', "mine.toml, count: “what is computed” is 'open'. Write one of"),
        ("count", 'count = ["os.system", "ls"]', "mine.toml, count: “what is computed” is 'os.system'. Write one of"),
        ("count", 'count = "{count}"', "mine.toml, values: count are made of each other. Write what one of them is."),
        ("count", 'count = "{other}"', "mine.toml, count: there is no value “other”. Write it below [values], or one"),
        ("count", 'count = { of = 3, as = "much" }', "mine.toml, count: “as” is 'much'. Write one of what there is"),
        ("count", 'count = { as = "times" }', "mine.toml, count: a table has “of” and “as”. Write both."),
        ("count", 'Count = "abc"\ncount = 1', "mine.toml: “Count” is no name. Write small letters, digits and _."),
        ("count", 'count = ["cut_count", "scenario=hug&algorithm=unigram", "aaaaaaaaaaaaa"]', "mine.toml, count: it "),
        ("count", 'count = ["numbers_as_tokens", "gpt2", 0, 99999999]', "mine.toml, count: it cannot be computed"),
        ("count", 'count = ["byte_sign", 9999999999]', "mine.toml, count: a number is more than 1000000000."),
        ("count", f"count = {BIG}", "mine.toml: "),
        ("count", 'count = ["quotient", 1, 0]', "mine.toml, count: it cannot be computed with what it is given (Zero"),
        ("count", 'count = ["corpus_tokens", "scenario=text", 0]', "mine.toml, count: "),
        ("explanation", 'play = "home"\nwatch = "x"\nexplanation = ["x"]', "mine.toml: “home” is no page. Write one"),
        (
            "explanation",
            'play = "train?scenario=hug&step=last"\nwatch = "x"\nexplanation = ["x"]',
            "mine.toml: “play” has the step “last”. Write a whole number.",
        ),
        ("explanation", 'play = "train?scenario=hug"\nexplanation = ["x"]', "mine.toml: “watch” says what to look for"),
        ("explanation", 'chart = "x"\nexplanation = ["x"]', "mine.toml: “chart” is 'x'. Write one of what there is"),
        ("explanation", 'table = ["x"]\nexplanation = ["x"]', "mine.toml: “table” is 'x'. Write one of what there is"),
        ("explanation", "explanation = []", "mine.toml: “explanation” is []. Write a list in [ ], or leave it out."),
        ("text", 'text = "This"\ntokens = ["count"]', "mine.toml: “tokens” says what the first picture shows"),
        ("text", 'text = "This"\nwhy = "So"', "mine.toml: “why” says why an option is wrong. Leave it out below the"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_file_key_rule_and_way_out(line: str, instead: str, told: str) -> None:
    with pytest.raises(AuthorError) as error:
        render_chapter(small(**{line: instead}))
    assert str(error.value).startswith(told)


CARDS = (
    SMALL.replace('"This"', '"This"\ntokens = ["whole"]')
    .replace('"That"', '"That"\ntokens = ["halves"]')
    .replace("[values]", '[values]\nwhole = "hug"\nhalves = ["as_tokens", "h", " ug"]')
)
PICTURE = 'picture = ["merges_by_rank", "scenario=hug", "hug"]'


def test_options_with_tokens_are_cards_that_answer_in_the_first_picture() -> None:
    chapter = read_chapter("mine", CARDS.replace("[[option]]", f"{PICTURE}\n[[option]]", 1))
    first, second, *_more = chapter.pictures[0]("")["frames"]
    assert [one["answers"] for one in first if "answers" in one] == [0, 1]
    assert [one["text"] for one in first if one["text"]] == ["hug", "h", "·ug"]
    assert chapter.pictures[0]("")["about"].endswith(" Card 1: “hug”. Card 2: “h” + “·ug”.")
    assert not any("answers" in one for one in second)


@pytest.mark.parametrize(
    ("picture", "asked", "instead", "told"),
    [
        (PICTURE, '"halves"', '"thirds"', "mine.toml: “tokens” is 'thirds'. Write one of what there is"),
        (PICTURE, '"hug"', f'"{"hug" * 30}"', "mine.toml, picture: it cannot be computed.*“hughug.*” does not fit"),
        (PICTURE, 'tokens = ["whole"]', "tokens = []", "mine.toml, .*option 1"),
        (PICTURE, '"whole"', '"count"', "mine.toml, picture: it cannot be computed.*“count” is 3"),
        ('picture = ["family_of_tokens", "gpt2", " the", " their"]', "", "", "mine.toml, picture: it cannot"),  # waits
        ("", "", "", "mine.toml: “tokens” says what the first picture shows of an option."),
    ],
)
def test_mistakes_in_the_tokens_of_options_are_reported(picture: str, asked: str, instead: str, told: str) -> None:
    written = CARDS.replace(asked, instead, 1).replace("[[option]]", f"{picture}\n[[option]]", 1)
    with pytest.raises(AuthorError) as error:
        read_chapter("mine", written).pictures[0]("")
    assert re.match(told, str(error.value)), error.value


def test_an_exercise_needs_its_answer() -> None:
    written = SMALL.replace("[values]", '[exercise]\nkind = "number"\ntext = "x"\nhint = "x"\nsolution = "x"\n[values]')
    with pytest.raises(AuthorError, match="an exercise needs its answer"):
        read_chapter("mine", written)


@pytest.mark.parametrize(
    ("kind", "answer"),
    [("number", "2.5"), ("number", '["quotient", 1, 36]'), ("share", '"a half"'), ("tokens", '"a"'), ("text", '" a"')],
)
def test_an_answer_that_nobody_could_type_is_reported(folder: Path, kind: str, answer: str) -> None:
    exercise = f'[exercise]\nkind = "{kind}"\ntext = "x"\nhint = "x"\nsolution = "x"\n[values]\nanswer = {answer}'
    (folder / "mine.toml").write_text(SMALL.replace("[values]", exercise), "utf-8")
    told = chapter_data("mine")["problem"]
    assert f"which is never right as “{kind}”. Write another answer, or another kind: number, byte" in told


ONE = '[[exercise]]\nkind = "number"\ntext = "{n} and {count}"\nhint = "x"\nsolution = "{answer}"\n[exercise.values]\n'
DRAWN = f"{SMALL}{ONE}n = {{ between = [2, 9] }}\nanswer = {{ of = '{{n}}', as = 'plain' }}\n"


def test_drawn_values_depend_only_on_the_seed(folder: Path) -> None:
    drawn = [render_chapter(read_chapter("mine", DRAWN), seed).exercises[0] for seed in range(SEED_COUNT)]
    assert drawn == [render_chapter(read_chapter("mine", DRAWN), seed).exercises[0] for seed in range(SEED_COUNT)]
    assert (drawn[0].text, drawn[0].answer) == ("2 and 3", "2")
    assert {each.answer for each in drawn[:8]} == {each.answer for each in drawn[8:16]} == {*"23456789"}
    assert all(each.text.startswith(each.answer) for each in drawn)
    (folder / "mine.toml").write_text(DRAWN, "utf-8")
    (draws,) = chapter_data("mine")["exercises"]
    assert [each["answer"] for each in draws] == [
        render_chapter(read_chapter("mine", DRAWN), seed).exercises[0].answer for seed in range(SEED_COUNT)
    ]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("n = 1", "exercise 1: an exercise needs its answer. Write “answer” below [exercise.values]."),
        ("n = 1\nanswer = '{x}'", "exercise 1, answer: there is no value “x”. Write it below [values], or one of"),
        ("m = 1\nanswer = 1", "exercise 1: “{n} and {count}” has “n” in braces, which is no value."),
        ("n = 1\ncount = 1\nanswer = 1", "exercise 1: “count” is a value of the chapter too. Give one of them another"),
        ("n = { one_of = [1] }\nanswer = 1", "exercise 1, n: “one_of” is a list of what is drawn from. Write two or"),
        ("n = { between = [9, 2] }\nanswer = 1", "exercise 1, n: “between” is [9, 2]. Write two whole numbers, the"),
        ("n = { between = [0, 9999] }\nanswer = 1", "exercise 1, n: “between” is [0, 9999]. Write two whole numbers"),
        ("n = { between = 2 }\nanswer = 1", "exercise 1, n: “between” is 2. Write two whole numbers, the smaller one"),
        ("n = { between = [1, 2], as = 'x' }\nanswer = 1", "exercise 1, n: “as” is 'x'. Write one of what there is"),
        ("n = { between = [1, 2], one_of = [1, 2] }\nanswer = 1", "exercise 1, n: what is drawn has “one_of” or"),
        ("n = { between = [1, 2], more = 1 }\nanswer = 1", "exercise 1, n: what is drawn has “one_of” or “between”"),
        ("n = '{answer}'\nanswer = '{n}'", "exercise 1, values: answer, n are made of each other."),
    ],
)  # fmt: skip
def test_mistakes_in_an_exercise_are_reported_with_its_number(values: str, told: str) -> None:
    with pytest.raises(AuthorError) as error:
        read_chapter("mine", f"{SMALL}{ONE}{values}\n")
    assert str(error.value).startswith(f"mine.toml, {told}")


def test_only_exercises_draw_values_and_each_has_its_answer() -> None:
    with pytest.raises(AuthorError, match=r"mine.toml, count: only values of an exercise are drawn. Write it below \["):
        small(count="count = { one_of = [1, 2] }")
    several = f"{SMALL}answer = 1\n" + ONE.replace("{n}", "1").replace("[exercise.values]", "") * 2
    with pytest.raises(AuthorError, match="exercise 1: an exercise needs its answer"):
        read_chapter("mine", several)


def test_a_small_share_can_be_typed() -> None:
    exercise = '[exercise]\nkind = "share"\ntext = "x"\nhint = "x"\nsolution = "x"\n[values]\nanswer = 0.00001'
    assert render_chapter(read_chapter("mine", SMALL.replace("[values]", exercise))).exercises[0].answer == "0.00001"


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("table", '["made_and_left", "t5-small"]'),
        ("table", '["formats", "only one"]'),
        ("overview", '["superfluous_tokens", 9]'),
    ],
)
def test_a_table_that_cannot_be_made_is_reported(folder: Path, opened: Open, field: str, asked: str) -> None:
    (folder / "mine.toml").write_text(f"{field} = {asked}\n{SMALL}", "utf-8")
    assert not opened("pages/course.py", chapter="mine").exception
    told = chapter_data("mine")["problem"]
    assert told.startswith(f"mine.toml, {field}: it cannot be computed with what it is given (ValueError: ")


@pytest.mark.parametrize("address", ["https://a.example", "javascript:alert(1)", "../docs", "//a.example", ""])
def test_a_link_must_lead_to_a_page_of_the_app(address: str) -> None:
    with pytest.raises(AuthorError):
        read_chapter("mine", SMALL.replace("[values]", f'[[link]]\nto = "{address}"\ntext = "On"\n[values]'))


HOSTILE = "<img src=x onerror=alert(1)> [a](https://a.example) **b** \u202e {{count}}"


def test_hostile_texts_names_and_messages_stay_text(folder: Path, opened: Open) -> None:
    written = SMALL
    for name in ("What is", "It is", "This", "That"):
        written = written.replace(name, f"{name} {HOSTILE}")
    (folder / "mine.toml").write_text(written, "utf-8")
    app = opened("pages/course.py", chapter="mine")
    assert "<img" not in " ".join(node.proto.body for node in app.get("html"))
    shown = "<img src=x onerror=alert(1)> [a](https://a.example) **b** ⟨U+202E⟩ {count}"
    assert chapter_data("mine")["question"] == f"What is {shown} 3?"
    (folder / "<b>x<b>.toml").write_text(SMALL, "utf-8")
    app = opened("pages/course.py")
    assert "<b>" not in " ".join(node.proto.body for node in app.get("html"))
    (told,) = alerts(app)
    assert "Write small letters, digits and hyphens." in told


@pytest.mark.parametrize(
    ("name", "written", "told"),
    [
        ("words.toml", SMALL, "words.toml: the app has a chapter by this name. Give the file another one."),
        ("spelling.toml", SMALL, "spelling.toml: the app has a chapter by this name. Give the file another one."),
        ("mine.toml", "#" * (LARGEST_FILE + 1), "mine.toml: it has more than 200000 bytes. Cut it in two."),
        ("mine.toml", "\udcff", "mine.toml: it cannot be read as UTF-8. Save it so, where the server may read it."),
        ("mine.toml", "a = " + "[" * 50_000, "mine.toml: "),
        ("mine.toml", SMALL.replace("title", "x = 2026-01-01\ntitle"), "mine.toml: there is no “x”."),
    ],
)
def test_an_invalid_file_is_reported(folder: Path, name: str, written: str, told: str) -> None:
    (folder / name).write_bytes(written.encode("utf-8", "surrogateescape"))
    (problem,) = course().problems
    assert problem.startswith(told)
    assert len(course().chapters) == SHIPPED + 1


def test_no_link_leads_out_of_the_folder(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.toml"
    outside.write_text(SMALL, "utf-8")
    (folder / "mine.toml").symlink_to(outside)
    (folder / "deep.toml").mkdir()
    assert {*chapters_by_key(course())} - {chapter.key for chapter in chapter_files.shipped_chapters("chapters")} == {
        "compounds"
    }


def test_a_missing_folder_is_reported_to_readers_and_with_its_path_to_the_admin(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chapter_files.folder_problem(as_named=True) == ""
    for none in (folder / "nowhere", folder / "compounds.toml"):
        monkeypatch.setenv(FOLDER, str(none))
        told = "is no folder that the server may read. Name one that is, or none."
        assert course().problems == (f"{FOLDER}: '{none.name}' {told}",)
        assert len(course().chapters) == SHIPPED
        assert chapter_files.folder_problem(as_named=True).endswith(told)
    monkeypatch.setenv(FOLDER, "/srv/chapter")
    assert chapter_files.folder_problem(as_named=True).startswith(f"{FOLDER}: '/srv/chapter' is no folder")


def test_the_number_of_chapter_files_is_limited(folder: Path) -> None:
    for number in range(60):
        (folder / f"n{number}.toml").write_text(SMALL, "utf-8")
    assert len(course().chapters) == SHIPPED + 50
    assert course().problems == (f"{FOLDER}: there are more than 50 files. Move some to another folder.",)


def test_the_guide_lists_everything_and_chapters_use_it_unless_promised() -> None:
    for name, function in (VALUES | TABLES | PICTURES).items():
        given = [
            parameter.name + (" …" if parameter.kind is parameter.VAR_POSITIONAL else "")
            for parameter in inspect.signature(function).parameters.values()
        ]
        about = " ".join(str(inspect.getdoc(function)).split())
        assert f"| `{name}` | {', '.join(given[name in TABLES or name in PICTURES :])} | {about} |" in GUIDE
    assert [name for name in (*FORMS, *ANSWER_KINDS) if f"`{name}`" not in GUIDE] == []
    folder = Path(chapter_files.__file__).parent
    written = "".join(path.read_text("utf-8") for path in folder.glob("*/*.toml"))
    promised = {*PROMISED_VALUES.split(), *PROMISED_TABLES.split()}
    assert [name for name in (*VALUES, *TABLES) if f'["{name}"' not in written and name not in promised] == []


PROMISED_VALUES = """
across_words article article_bytes_each article_count article_times article_tokens as_tokens attribution
byte_and_merge_count byte_count byte_in_hex byte_sign byte_sign_number bytes_in_hex bytes_in_no_text bytes_of
bytes_of_ids bytes_of_longest_token bytes_with_moved_sign bytes_with_own_sign characters chat_id chat_text chat_tokens
code_points corpus_bits corpus_entropy corpus_information corpus_pairs corpus_texts corpus_tokens cut cut_by_length
cut_by_merges cut_by_wordpiece cut_count cut_read_back cut_without decoded decoded_by difference different_tokens
digits digits_in_groups encoding_merge encoding_rank encoding_ranks encoding_token first_id_without_token frequency
all_tokens_by_plain_bpe greatest halvings huffman_bits id_of_byte ids ids_and_rows language last_id_of_merges
letters_of longest_run_of_spaces longest_token longest_token_length looked_at looked_at_less loss loss_parts
loss_without lost_without merge_across_words merge_count merge_count_of merged minus_log_of_probability more_tokens
normalized numbers_as_tokens occurrences occurrences_in pair_count parameters part_of_merge piece_count pieces
probability probable_cut product quotient quotient_parts rank_of_token refusal replaced score score_parts share_taken
share_with_space shared_tokens special_id sum_of taken_away taken_out taken_out_count there_and_back tied ties token
token_count token_count_at token_id token_in_hex tokens_by_plain_bpe tokens_in_articles tokens_looked_at
tokens_of_language tokens_of_parts tokens_that_are tokens_turned_around tokens_with_space turned_around turns_of
unknown_count unknown_token vocabulary_size vocabulary_size_at ways_to_cut white_tokens words
"""
PROMISED_TABLES = """
all_vocabularies bits_of_characters formats normal_forms pairs_looked_at sizes_of_gpt2 vietnamese
"""


def test_promised_names_for_teachers_chapters_still_exist() -> None:
    assert VALUES.keys() >= set(PROMISED_VALUES.split())
    assert TABLES.keys() >= set(PROMISED_TABLES.split())
    assert FORMS.keys() >= {
        *("tokens", "times", "times as many", "tie", "plain", "whole", "one place", "three digits", "four digits"),
        *("percent", "percent, one place", "list"),
    }
    assert ANSWER_KINDS.keys() >= {"number", "byte", "share", "tokens", "text"}


def test_the_keys_of_a_chapter_file_do_not_change() -> None:
    assert CHAPTER_FIELDS.keys() >= {
        *("title", "place", "idea", "given", "question", "explanation", "watch", "play", "table", "sample", "chart"),
        *("remember", "option", "exercise", "row", "link", "values"),
        *("part", "essential", "why", "aside", "picture", "overview"),
    }
    tables = {key: field.each.fields.keys() for key, field in CHAPTER_FIELDS.items() if field.each}
    assert tables["option"] >= {"text", "why", "right"}
    assert tables["exercise"] >= {"kind", "text", "hint", "solution", "values"}
    assert tables["row"] >= {"name", "tokenizer", "text", "title", "about", "special", "drawn"}
    assert tables["link"] >= {"to", "text"}
