"""The exercises of the course: each draw has an answer, which others confirm and which is not given away above it."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain, combinations, pairwise, product
from math import log2, prod
from random import Random
from unicodedata import normalize

import pytest
import regex
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from tests.engine.peers import published_tokenizer, tiktoken_encoding
from tests.engine.trying_every_cut import all_cuts
from tests.test_architecture import ROOT
from tests.ui.answer_check import with_other_verdict
from tests.ui.plain_huffman import joined
from tools.node import node
from ui.base.i18n import use_language
from ui.course.chapter import Chapter
from ui.course.chapter_files import chapters_by_key, course
from ui.course.random_values import SEED_COUNT
from ui.course.values.text_values import only_within_characters
from ui.pages.course.lesson import chapter_lesson
from ui.pages.course.view import RenderedExercise, render_chapter, show_exercise

CHAPTERS = chapters_by_key(course())
KEYS = list(CHAPTERS)
EVERY = [(key, place) for key, chapter in CHAPTERS.items() for place in range(len(chapter.exercises))]

Facts = Mapping[str, str]
Answer = int | str | Fraction | list[str]


class Read(dict[str, str]):
    """The facts of an exercise; `facts.n` reads one as a whole number."""

    def n(self, name: str) -> int:
        return int(re.sub(r"\D", "", self[name]))


def _bigrams(*words: str) -> list[tuple[str, str]]:
    return [pair for word in words for pair in pairwise(word)]


def _short_pairs(tokens: list[str], most: int) -> int:
    words = [len(regex.findall(r"\w+", token)) for token in tokens]
    return sum(words[place - 1] + words[place] <= most for place in range(1, len(words)))


def _by_merges(merges: list[tuple[str, str]], word: str, letters: str) -> list[str]:
    """Return the library tokenizers' tokens of a word."""
    known = [*letters, *map("".join, merges), "[UNK]"]
    vocabulary = {one: number for number, one in enumerate(known)}
    return list(Tokenizer(models.BPE(vocab=vocabulary, merges=merges, unk_token="[UNK]")).encode(word).tokens)


# The merges of hug, pug, pun, bun and hugs; the Hugging Face course prints the first ones.
HUG = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s"), ("b", "un")]


def _wordpiece(tokens: str, word: str) -> list[str]:
    vocabulary = {one: number for number, one in enumerate(["[UNK]", *tokens.split()])}
    return list(Tokenizer(models.WordPiece(vocab=vocabulary, unk_token="[UNK]")).encode(word).tokens)


def _padded(*lengths: int) -> int:
    """Return the number of ids that the tokenizers library makes of texts of so many tokens, as BERT pads them."""
    marks = [("[SEP]", 2), ("[CLS]", 1)]
    tokenizer = Tokenizer(models.WordLevel({"[PAD]": 0, **dict(marks), "a": 3}, unk_token="[PAD]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(*marks)
    tokenizer.enable_padding()
    return sum(len(one.ids) for one in tokenizer.encode_batch(["a " * length for length in lengths]))


def _decoded(name: str, ids: str) -> str:
    return tiktoken_encoding(name).decode([int(one) for one in ids.split(", ")])


def _pieces(name: str, text: str) -> int:
    return len(regex.findall(tiktoken_encoding(name)._pat_str, text))


def _parts(name: str, text: str) -> list[str]:
    peer = tiktoken_encoding(name)
    return [peer.decode([one]) for one in peer.encode(text)]


def _utf8(text: str) -> int:
    """Return the number of bytes of a text, by the table of RFC 3629."""
    return sum(1 + (ord(sign) > 0x7F) + (ord(sign) > 0x7FF) + (ord(sign) > 0xFFFF) for sign in text)


def _where_in_utf8(in_hex: str) -> int:
    """Return where bytes occur, by looking through most characters."""
    given = bytes.fromhex(in_hex)
    spelled = [chr(point).encode() for point in (*range(0xD800), *range(0xE000, 0x10000), *range(0x1F000, 0x20000))]
    if all(bytes([byte]) in spelled for byte in given) or given in spelled:
        return 3
    return 2 if any(given in one for one in spelled) else 1


def _noted(lasts: list[str]) -> list[str]:
    """Return the cut in which every token is the one noted at its end."""
    word = "sunny"
    cuts = (
        [word[start:end] for start, end in pairwise((0, *inner, len(word)))]
        for count in range(len(word))
        for inner in combinations(range(1, len(word)), count)
    )
    (found,) = (cut for cut in cuts if [lasts[end - 1] for end in accumulate(map(len, cut))] == cut)
    return found


def _higher(one: int, other: int) -> int:
    """Return the higher score, which only one of the two may have."""
    assert one != other
    return max(one, other)


def _left_of_runs(word: str) -> int:
    """Return the number of letters after each two consecutive a became one token."""
    return len(word.replace("aa", "A"))


@cache
def _without_special_tokens(name: str) -> Tokenizer:
    peer = Tokenizer.from_str(published_tokenizer(name).to_str())
    peer.encode_special_tokens = True
    return peer


def _read_with_shifted_ids(text: str, shift: int) -> int:
    """Return the number that Qwen's published tokenizer decodes a text's ids to, after a shift."""
    qwen = published_tokenizer("qwen3")
    return int(qwen.decode([one + shift for one in qwen.encode(text).ids]))


def _as_plain_text(name: str, text: str) -> int:
    """Return the number of tokens of a text that names a special token, in the library tokenizers."""
    return len(_without_special_tokens(name).encode(text, add_special_tokens=False).ids)


# How often the parts occur in hug (10), pug (5), pun (12), bun (4) and hugs (5); 210 in all.
STANDS = {"pu": 5 + 12, "bu": 4, "n": 12 + 4, "g": 10 + 5 + 5, "gs": 5}

OTHERS: dict[str, list[Callable[[Read], Answer]]] = {
    "reading": [
        lambda facts: _decoded("gpt2", facts["fewer"]),
        lambda facts: "".join(["un", "happi", "ly", " do", "ne"][int(one)] for one in facts["given_ids"].split()),
    ],
    "counting": [
        lambda facts: ["h", "it"] if 10 + int(facts["more"]) > 12 + 4 else ["i", "n"],
        lambda facts: 2 * (facts.n("first") + facts.n("second")),
        lambda facts: _left_of_runs(facts["run"]),
    ],
    "unknown": [
        lambda facts: _by_merges(HUG, facts["other"], "bghnpsu"),
        lambda facts: sum(letter not in "bghnpsu" for letter in facts["long"]),
    ],
    "bytes": [
        lambda facts: _utf8(facts["said_so"]),
        lambda facts: len(_by_merges([("1", "2")], "123" * facts.n("often"), "123")),
    ],
    "symbols": [
        lambda facts: next(byte for byte in range(33) if chr(256 + byte) == facts["sign"]),
        lambda facts: len(pre_tokenizers.ByteLevel(use_regex=False).pre_tokenize_str(facts["own"])[0][0]),
    ],
    "words": [
        lambda facts: _pieces("gpt2", facts["line"]),
        lambda facts: _pieces("cl100k_base", facts["line"]),
    ],
    "ranks": [
        lambda facts: _by_merges([("b", "c"), ("a", "b")], facts["own"], "abc"),
        lambda facts: _by_merges([("a", "b"), ("b", "c"), ("bc", "a")], facts["own"], "abc"),
    ],
    "ties": [
        lambda facts: list(max(_bigrams(facts["one"], facts["two"]))),
        lambda facts: list(min(_bigrams(facts["one"], facts["two"]))),
    ],
    "normalization": [
        lambda facts: _utf8(normalize("NFD", facts["sign"])),
        lambda facts: normalizers.BertNormalizer(lowercase=True).normalize_str(facts["city"]),
    ],
    "vocabularies": [
        lambda facts: facts.n("tokens_in_all") - facts.n("special") - len(range(0x100)),
        lambda facts: tiktoken_encoding("gpt2").n_vocab - 1 + facts.n("added"),
    ],
    "chat": [
        lambda facts: 2 * facts.n("messages") + 1,
        lambda facts: _padded(*(facts.n(name) for name in ("first", "second", "third"))),
    ],
    "others": [
        lambda facts: Fraction(facts.n("qu"), facts.n("q") * facts.n("u")),
        lambda facts: _wordpiece("h p hu ##u ##g ##gs ##s ##ugs", facts["other"]),
    ],
    "unigram": [
        # 1/32, 1/16 and so on, until it is the product
        lambda facts: facts.n("often_number") * round(log2(facts.n("one") * facts.n("other") / facts.n("start"))),
        lambda facts: Fraction(facts.n("often"), round(log2(facts.n("parts")))),
    ],
    "viterbi": [
        lambda facts: Fraction(STANDS[facts["left"]], 210) * Fraction(STANDS[facts["right"]], 210),
        lambda facts: _noted(facts["lasts"].split(", ")),
        lambda facts: sum(range(len(facts["animal"]) + 1)),
    ],
    "ways": [
        lambda facts: sum({"a", "b", "ab", "ba", "aba"} >= {*cut} for cut in all_cuts(facts["own_word"])),
        lambda facts: facts.n("often") * (len(facts["fruit"]) - len(tiktoken_encoding("gpt2").encode(facts["fruit"]))),
    ],
    "sentencepiece": [
        lambda facts: 1 + facts.n("copies") * len(facts["rare"].encode()),
        lambda facts: "".join(re.findall("“([^”]+)”", facts["given"])).replace("▁", " ").strip(),
    ],
    "cost": [
        lambda facts: facts.n("cents") * facts.n("factor") // facts.n("other_factor"),
        lambda facts: (
            facts.n("window") // facts.n("page") - facts.n("window") // (facts.n("page") * facts.n("factor"))
        ),
    ],
    "bits": [
        lambda facts: int(log2(facts.n("number_of"))),
        lambda facts: round(sum(-log2(facts["own"].count(one) / len(facts["own"])) for one in facts["own"])),
    ],
    "huffman": [
        lambda facts: joined(facts["own"]),
        lambda facts: len(f"{facts.n('tokens') - 1:b}"),
    ],
    "model": [
        lambda facts: _higher(2 * facts.n("x") + facts.n("z"), 3 * facts.n("y")),
        lambda facts: facts.n("own") // 2 + facts.n("before") // 2 + facts.n("own"),
    ],
    "perbyte": [
        lambda facts: min(Fraction(facts.n("a_bits"), 8), Fraction(facts.n("b_bits"), 4)),
        lambda facts: facts.n("byte_bits") * facts.n("long"),
        lambda facts: Fraction(
            len(re.findall("ab", facts["has_read"])), len(re.findall("a(?=.)", facts["has_read"]))
        ),
    ],
    "choosing": [
        # Article 1 in Vietnamese: 50 tokens in NFC and 151 in NFD, as tiktoken counts them (test_course.py).
        lambda facts: next(n for n in range(101) if 50 * (facts.n("texts") - n) + 151 * n == facts.n("total")),
        lambda facts: len({*normalizers.BertNormalizer(lowercase=True).normalize_str(facts["line"]).split()}),
    ],
    "training": [
        lambda facts: _left_of_runs(facts["sample_word"]) - 1,
        lambda facts: facts.n("million") + 5 * facts.n("spots") * facts.n("how_many") // 10**6,
        lambda facts: next(
            level for level in range(20) if sum(2**above for above in range(level + 1)) >= facts.n("in_heap")
        ),
    ],
    "stumbling": [
        lambda facts: "".join(reversed(_parts("cl100k_base", facts["word"]))),
        lambda facts: _parts("cl100k_base", facts["digits"]),
    ],
    "prompt": [
        lambda facts: len(tiktoken_encoding("cl100k_base").encode(facts["own"] + " ")),
        lambda facts: len(re.findall(rf"“({facts['taken']}\w*)”", facts["listed"])),
    ],
    "pattern": [
        lambda facts: regex.findall(r"\p{N}{1,2}", facts["long_number"]),
        lambda facts: sum(
            regex.findall(rf"\p{{N}}{{1,{facts['most']}}}", one) != regex.findall(r"\p{N}{1,3}", one)
            for one in re.findall(r"\d+", facts["numbers"])
        ),
    ],
    "leftover": [
        lambda facts: Fraction(facts.n("often_left"), facts.n("often_left") + facts.n("often_merged")),
        lambda facts: len(re.findall("ab(?!c)", facts["own"])),
    ],
    "unread": [
        lambda facts: len(re.findall(r" the\b", facts["own"])),
        lambda facts: [_where_in_utf8(one) for one in facts["tokens_in_hex"].split(", ")].count(2),
    ],
    "bugs": [
        lambda facts: _read_with_shifted_ids(facts["number"], facts.n("added")),
        lambda facts: _as_plain_text("qwen3", facts["name"]),
    ],
    "smaller": [
        lambda facts: _by_merges([("l", "o"), ("lo", "w")], facts["own"], "bflowest"),
        # hug, pug and hugs; pun and bun; hugs.
        lambda facts: {"ug": 3, "un": 2, "hug": 1, "pug": 0}[facts["removed"]],
    ],
    "dropout": [
        lambda facts: _by_merges([pair for pair in HUG if "h" not in "".join(pair)], facts["own"], "bghnpsu"),
        lambda facts: Fraction(100 - facts.n("percent"), 100) ** 3,
    ],
    "superbpe": [
        lambda facts: _short_pairs(facts["line"].split(","), 4),
        lambda facts: len(regex.findall("·by·the·way|·by·the|·by|·the|·way", facts["line"])),
    ],
    "picky": [
        lambda facts: next(n for n in range(999) if Fraction(n, facts.n("of_ug")) > Fraction(facts.n("percent"), 100)),
        lambda facts: facts.n("all_th") - facts.n("of_the"),
    ],
    "patches": [
        lambda facts: re.findall("[^ac]*[ac]|[^ac]+$", facts["letters_read"]),
        lambda facts: -sum(
            n / len(facts["followers"]) * log2(n / len(facts["followers"]))
            for n in Counter(facts["followers"]).values()
        ),
    ],
    "parity": [
        lambda facts: sum(facts.n(name) - facts.n(f"in_{name}") for name in ("first", "second", "third")),
        lambda facts: max(facts.n(name) - facts.n(f"in_{name}") for name in ("first", "second", "third")),
    ],
}  # fmt: skip
"""The answer to each exercise from other sources or a count by hand, given the drawn values."""


def test_each_exercise_varies_and_has_an_independent_answer() -> None:
    assert {key: len(chapter.exercises) for key, chapter in CHAPTERS.items()} == {
        key: len(answers) for key, answers in OTHERS.items()
    }
    assert all(exercise.varies for chapter in CHAPTERS.values() for exercise in chapter.exercises)


@cache
def _rendered(key: str, seed: int) -> tuple[RenderedExercise, ...]:
    return tuple(render_chapter(CHAPTERS[key], seed).exercises)


def _draws(key: str, place: int) -> Iterator[tuple[RenderedExercise, Read]]:
    for seed in range(SEED_COUNT):
        facts = CHAPTERS[key].exercises[place].values_for_seed(seed).facts
        yield _rendered(key, seed)[place], Read(facts)


@pytest.mark.parametrize(("key", "place"), EVERY)
def test_the_answer_of_every_draw_equals_the_independent_one(key: str, place: int) -> None:
    for exercise, facts in _draws(key, place):
        answer = OTHERS[key][place](facts)
        told = " ".join(answer) if isinstance(answer, list) else str(answer)
        assert exercise.answer == told, exercise.text


@pytest.mark.parametrize(("key", "place"), EVERY)
def test_the_next_draw_is_different(key: str, place: int) -> None:
    texts = [exercise.text for exercise, _facts in _draws(key, place)]
    assert len({*texts}) > 2
    assert texts[0] != texts[1]
    again = chapters_by_key(course())[key].exercises[place]
    assert again.values_for_seed(7).answer == render_chapter(CHAPTERS[key], 7).exercises[place].answer


_LEANING = {
    "en": r"\b(?:another (?:time|corpus|text|training|vocabulary)"
    r"|(?:this|same|that) (?:tokenizer|vocabulary|text|corpus|article)"
    r"|like this|(?:are|steps|shown) (?:above|below)|here|as before|other way round|twenty-line)\b"
    r"|^Look at .* again|” again\b|^(?:And |If it |At the start, “)",
    "ru": r"\b(?:друг(?:ой|ом|ая|ое) (?:раз|корпус|корпусе|текст|обучение|обучении)"
    r"|этот токенизатор|эту статью|тот же|выше|ниже|здесь|снова|^Посмотрите ещё раз)\b|^А |^В начале «",
    "vi": r"bước ở trên|bên trên|ở đây|[Tt]okenizer này|[Vv]ẫn tokenizer|ngữ liệu khác|[Xx]em lại|^Còn |^Lúc đầu “",
    "zh_Hans": r"在上面|上面的步骤|这里|这个分词器|同一个分词器|另一[份段次]|再看看|^如果是|^开始时，“",
}
"""Exercises that refer to a text that a quiz, or a question from memory, doesn't show."""


@pytest.mark.parametrize("language", _LEANING)
def test_each_exercise_stands_alone_in_a_quiz(language: str) -> None:
    use_language(language)
    try:
        for (key, place), seed in product(EVERY, (0, 1, 2)):
            exercise = show_exercise(CHAPTERS[key].exercises[place], seed)
            told = [text.replace("\u00a0", " ") for text in (exercise.text, exercise.hint)]
            assert [text for text in told if re.search(_LEANING[language], text)] == [], (key, place)
    finally:
        use_language("en")


_NEXT = """
import { nextSeed, otherDraw } from "./ui/course/browser/draws.js";
const [chapters, seeds] = JSON.parse(await new Response(process.stdin).text());
const text = (draws, seed) => draws[seed % draws.length].text;
const same = [];
for (const [key, exercises] of Object.entries(chapters)) {
  for (let seed = 0; seed < seeds; seed++) {
    const next = nextSeed(exercises, seed);
    exercises.forEach((draws, place) => {
      if (text(draws, seed) === text(draws, next)) same.push(["more", key, place, seed]);
      const seen = [draws[0].text, text(draws, seed)];
      if (seen.includes(otherDraw(draws, seed, seen).text)) same.push(["quiz", key, place, seed]);
    });
  }
}
console.log(JSON.stringify(same));
"""


def test_new_values_differ_in_every_exercise() -> None:
    """For More like these, beyond the last draw too, and in a quiz on exercises just solved."""
    chapters = {
        key: [
            [{"text": exercise.text} for exercise, _facts in _draws(key, place)]
            for place in range(len(chapter.exercises))
        ]
        for key, chapter in CHAPTERS.items()
    }
    found = subprocess.run(
        [node(), "--input-type=module", "--eval", _NEXT],
        cwd=ROOT,
        input=json.dumps([chapters, SEED_COUNT]),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(found.stdout) == []


def _as_typed(kind: str, answer: str) -> Iterator[str]:
    """Yield ways in which people write an answer."""
    if kind in ("number", "millions", "byte"):
        number = int(answer)
        yield from (f" {number} ", f"“{number}”", f"{number}.", f"= {number}", f"{number} tokens")
        yield from (f"{number:,}".replace(",", separator) for separator in (",", ".", " ", "\u00a0", "\u202f", "'"))
        yield hex(number)
    if kind == "byte":
        yield from (f"0x{number:02X}", f"{number:02x}", f"\\x{number:02x}")
    if kind == "share":
        share = Fraction(answer)
        yield from (
            f"{share.numerator} / {share.denominator}",
            f"{float(share):.8f}",
            f"{float(share):.8f}".replace(".", ","),
        )
        yield f"{float(share * 100):.6f} %"
    if kind == "tokens":
        parts = answer.split()
        yield from (" ".join(parts), " + ".join(f"“{part}”" for part in parts), ", ".join(parts), "|".join(parts))
        yield from (str(parts), " ".join(f'"{part}"' for part in parts), "«" + "» + «".join(parts) + "»")
    if kind == "text":
        yield from (answer, f" {answer} ", f'"{answer}"', f"“{answer}”", answer.replace(" ", "·"))


def test_the_answer_is_accepted_in_all_common_forms() -> None:
    exercises = (exercise for key, place in EVERY for exercise, _facts in _draws(key, place))
    asked = ((each.kind, typed, each.answer) for each in exercises for typed in _as_typed(each.kind, each.answer))
    assert with_other_verdict("right", asked) == []


@cache
def _texts_above(key: str) -> str:
    shown = render_chapter(CHAPTERS[key])
    whys = (option.why for option in shown.options)
    return " ".join((*shown.idea, shown.question, *whys, *shown.explanation, shown.watch))


@pytest.mark.parametrize(("key", "place"), EVERY)
def test_no_answer_occurs_in_the_texts_above_it(key: str, place: int) -> None:
    """Small numbers are everywhere, and reveal nothing."""
    above = _texts_above(key)
    told = {found for numeral in re.findall(r"[\d.,]*\d", above) for found in _values(numeral)}
    for exercise, _facts in _draws(key, place):
        assert exercise.answer not in exercise.hint.split()
        if exercise.kind in ("number", "millions") and int(exercise.answer) > 99:
            assert int(exercise.answer) not in told, exercise
        elif exercise.kind == "tokens":
            parts = exercise.answer.split()
            assert " + ".join(f"“{part}”" for part in parts) not in above
        elif exercise.kind == "text":
            assert exercise.answer not in above


def _seen(chapter: Chapter) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield what can be read together above an exercise: texts, and tokens in a row."""
    for row in render_chapter(chapter).rows:
        texts = [token[0] for token in row["tokens"]]
        yield [row["title"], row["count"], "".join(texts), *texts], [texts]
    tables = [chapter.table(chapter.sample)] if chapter.table else []
    for table in [*tables, *([chapter.overview()] if chapter.overview else [])]:
        cells = [(cell,) if isinstance(cell, str) else cell for row in table.rows for cell in row]
        yield [table.caption, *chain.from_iterable(cells)], [[*cell] for cell in cells]
    for lesson in chapter_lesson(chapter)["lessons"].values():
        tokens = [token[1] for token in lesson["tokens"]]
        for frame in lesson["frames"]:
            words = [row["tokens"] for row in (*frame["words"], *frame["places"], *frame["changed"])]
            rows = [[tokens[at] for at in row] for row in (*words, *(found["pair"] for found in frame["candidates"]))]
            board = [
                text for found in frame["candidates"] for text in (found["value"], found["tally"], found["verdict"])
            ]
            texts = [frame["done"], frame["next"], *frame["titles"], *(text for _at, text in frame["chips"]), *board]
            unmarked = [re.sub(r"\ue000[\d ]+\ue001", "", text) for text in texts]
            yield [*unmarked, *("".join(row) for row in rows), *(text for row in rows for text in row)], rows


def _is_read(kind: str, answer: str, texts: list[str], rows: list[list[str]]) -> bool:
    if kind == "tokens":
        parts = answer.split()
        return any(parts == row[at : at + len(parts)] for row in rows for at in range(len(row)))
    if kind == "text":
        return any(" ".join(text.replace("·", " ").strip('"“”').split()) == answer for text in texts)
    near = Fraction(1, 100) if kind == "share" else 0
    wanted = Fraction(answer)
    return any(abs(found - wanted) <= near * wanted for text in texts for found in _numbers_in(text))


@cache
def _numbers_in(text: str) -> set[Fraction]:
    return {found for numeral in re.findall(r"[\d.,]*\d(?: / \([\d ×]+\))?", text) for found in _values(numeral)}


def _values(numeral: str) -> set[Fraction]:
    """Return the numbers that a numeral may mean: 1,234.5 and 1.234,5, or 5 / (20 × 5)."""
    above, _sign, below = numeral.partition(" / ")
    under = prod(map(int, re.findall(r"\d+", below)))
    found = set()
    for comma, point in ((",", "."), (".", ",")):
        with suppress(ValueError):
            found.add(Fraction(above.strip(".,").replace(comma, "").replace(point, ".")) / under)
    return found


@pytest.mark.parametrize("key", KEYS)
def test_no_answer_occurs_in_what_is_drawn_above_it(key: str) -> None:
    """A number counts as the answer if everything the exercise names, such as “h” + “ug”, is there too.

    If it names nothing, a number below a hundred is there by chance.
    """
    seen = list(_seen(CHAPTERS[key]))
    for seed in range(SEED_COUNT if CHAPTERS[key].has_random_exercises else 1):
        for exercise in _rendered(key, seed):
            about = set(re.findall("“([^”]+)”", exercise.text))
            if not about and exercise.kind == "number" and int(exercise.answer) < 100:
                continue
            for texts, rows in seen:
                if all(any(name in text for text in texts) for name in about) or exercise.kind == "text":
                    assert not _is_read(exercise.kind, exercise.answer, texts, rows), (exercise, texts)


def test_bytes_occur_only_within_a_character_if_they_are_part_of_one() -> None:
    # The encodings of all characters, each after a byte that is in none of them.
    characters = b"\xff".join(chr(code).encode() for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    rng = Random(0)
    tokens = [bytes(rng.choices(range(256), k=rng.randint(1, 4))) for _token in range(300)]
    tokens += [bytes([lead, second]) for lead in range(0xC0, 0x100) for second in (0x7F, 0x80, 0x8F, 0x90, 0xA0, 0xBF)]
    tokens += map(bytes.fromhex, ("E0 80", "74 C3", "ED A0", "80 80 80", "F0 9F 98", "F4 90", "E5 AD A6", "C3 A9"))
    for token in tokens:
        within = token in characters and b"\xff" not in token and not _is_text(token)
        assert only_within_characters(token.hex()) == within, token.hex()


def _is_text(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True
