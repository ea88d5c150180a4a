"""The patterns that Python in the browser uses instead of `regex`'s cut every text like `regex`."""

import ast
import json
import random
import re
import subprocess
import sys
from base64 import b64encode
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

import pytest
import regex

from bpe_engine.files import read
from bpe_engine.files.file_patterns import _LOOKAROUND
from bpe_engine.files.pre_tokenizer_json import MATCH_ALL
from bpe_engine.files.tekken import PATTERN
from bpe_engine.inspection.text_path import GRAPHEME
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from tests.engine.test_files_without_library import files
from tests.site_tasks import tasks
from tests.test_architecture import ROOT
from ui.components.browser_python.pyodide import ENCODINGS
from ui.site.python import build, pattern_translation
from ui.site.python.browser_entry import answer_text
from ui.site.python.shims.regex_syntax import known_ranges, translate
from ui.site.python.tasks import PAGES, BrowserWorker

TEXTS = 100  # of 20,000 that were tried by hand for each pattern

# From scripts, spaces, signs, marks and emoji, with those that have their own rule in a pattern.
_POOLS = (
    "abcdefgstrveldmTSLRVEDM'ſKk", " \t\n\r\v\f\u00a0\u2028\u2029\u3000\u1680\x1c\x1d\x85", "0123456789²½٣४Ⅷ",
    ".,!?_-/:;@#$%^&*()[]{}|~`\"'’“…", "éèñüßÀÉΩЖприветàảạữ", "東京日本你好かなカナ한국어",
    "\u0301\u0300\u093e\u094d\u200d\ufe0f\u20e3\u0600\u0e33", "👋🏽👩💻🇻🇳🇷🇺😀❤", "नमस्तेกำ각각가ǅʰªˑ",
    "\ud800\udfff\ue000\U0010ffff\x00\x07\xad\ufeff",
)  # fmt: skip


@cache
def shipped() -> dict[tuple[str, int], tuple[str, int]]:
    """Return the replacement of each pattern, with its flags."""
    return {(pattern, flags): (written, its) for pattern, flags, written, its in json.loads(build.patterns_json())}


def random_text(draw: random.Random) -> str:
    pools = draw.sample(_POOLS, draw.randint(1, 3))
    signs = (
        chr(draw.randrange(sys.maxunicode + 1)) if draw.random() < 0.05 else draw.choice(draw.choice(pools))
        for _ in range(draw.randint(1, 40))
    )
    return "".join(signs)


def cuts(pattern: "re.Pattern[str] | regex.Pattern[str]", text: str) -> list[tuple[tuple[int, int], int | None]]:
    return [(match.span(), match.lastindex) for match in pattern.finditer(text)]


def edges(written: str) -> set[str]:
    """Return the first and last characters of the ranges in a pattern, and their neighbours."""
    codes = [int(code, 16) for code in re.findall(r"\\[uU]([0-9A-F]{4,8})", written)]
    return {chr(code + by) for code in codes for by in (-1, 0, 1) if 0 <= code + by <= sys.maxunicode}


def test_every_pattern_is_translated_except_a_recursive_one() -> None:
    published = {one.pattern for one in PRE_TOKENIZERS.values()} | {
        one.pattern_with_groups for one in PRE_TOKENIZERS.values()
    }
    assert published <= {pattern for pattern, _flags in shipped()}
    assert {pattern for pattern, _flags in pattern_translation._patterns()} - {
        pattern for pattern, _flags in shipped()
    } == {_LOOKAROUND.pattern}


def test_each_translated_pattern_cuts_like_the_original() -> None:
    draw = random.Random(20)
    texts = [random_text(draw) for _ in range(TEXTS)]
    wrong = []
    for (pattern, flags), (its, its_flags) in shipped().items():
        real, written = regex.compile(pattern, flags), re.compile(its, its_flags)
        every = sorted({chr(code) for code in range(0x3000)} | edges(its))
        cut = ("".join(every), "".join(f"a{sign} '{sign}{sign}1" for sign in every), *texts)
        wrong += [(pattern, ascii(text[:80])) for text in cut if cuts(written, text) != cuts(real, text)]
    assert wrong == []


FROM_FILES = (
    PATTERN,
    *MATCH_ALL,
    r"\S+", r"\w+|\W", r"\d{1,3}", r"\P{L}+", r"\p{^Lu}+|[\P{Lu}]", r"[^\S\n]+", r"(?m:^)[\p{Han}\p{Latin}_-]+(?=\s)",
)  # fmt: skip


def test_a_pattern_from_a_file_is_translated_and_cuts_like_the_original() -> None:
    classes = json.loads(json.dumps(pattern_translation.classes()))
    draw = random.Random(33)
    texts = [random_text(draw) for _ in range(TEXTS)]
    wrong = []
    for pattern in FROM_FILES:
        its, flags = translate(pattern, 0, lambda asked, _flags: known_ranges(asked, classes), str)
        real, written = regex.compile(pattern), re.compile(its, flags)
        every = sorted({chr(code) for code in range(0x3000)} | edges(its))
        cut = ("".join(every), "".join(f"a{sign} '{sign}{sign}1" for sign in every), *texts)
        wrong += [(pattern, ascii(text[:80])) for text in cut if cuts(written, text) != cuts(real, text)]
    assert wrong == []


def test_graphemes_are_right_for_every_pair_of_character_classes() -> None:
    """Unicode's definition of a character is a rule over classes that no shipped set contains."""
    kinds = ("Control", "CR", "LF", "Prepend", "L", "V", "T", "LV", "LVT", "RI", "Extend", "ZWJ", "SpacingMark")
    classes = [rf"\p{{GCB={kind}}}" for kind in kinds]
    classes += [r"\p{InCB=Consonant}", r"\p{InCB=Linker}", r"\p{InCB=Extend}", r"\p{ExtPict}", "[abc 1.]"]
    all_signs = "".join(map(chr, range(sys.maxunicode + 1)))
    pools = [regex.findall(one, all_signs) for one in classes]
    assert all(pools)
    draw = random.Random(29)
    written = re.compile(*shipped()[GRAPHEME.pattern, 0])
    for _ in range(TEXTS):
        text = "".join(chain.from_iterable(draw.choice(draw.choice(pools)) for _ in range(30)))
        assert cuts(written, text) == cuts(GRAPHEME, text), ascii(text)


def test_an_unknown_pattern_is_reported_when_used() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(build.FOLDER / 'shims')!r})\n"
        "import regex; regex._translated_patterns = dict\n"
        "found = regex.compile(r'\\w+', regex.V1)\n"
        "try:\n    found.findall('a')\nexcept regex.error as error:\n    print(error)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == "The pattern '\\\\w+' can be used in the app alone.\n"


def test_tasks_import_only_what_a_browser_has() -> None:
    program = "import sys, ui.site.python.browser_entry; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    others = set(loaded.split()) - sys.stdlib_module_names - {"__main__", "ui", "bpe_engine", "babel", "regex"}
    assert {name for name in others if not name.startswith(("_", "sitecustomize"))} == set()


_ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from ui.site.python.browser_entry import run
print(json.dumps([run(json.dumps(task), print) for task in json.load(sys.stdin)]))
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that a browser unpacks."""
    folder = tmp_path_factory.mktemp("unpacked")
    with ZipFile(BytesIO(build.archive())) as file:
        file.extractall(folder)
    (folder / "bpe_engine" / "data").symlink_to(build.ENGINE / "data")
    return folder


def test_the_unpacked_python_answers_for_each_page(unpacked: Path) -> None:
    """A browser test runs all tasks in a browser (`browser/test_site_python.py`)."""
    asked = [next(task for task in tasks() if task["page"] == page) for page in PAGES if page != "home"]
    done = subprocess.run(
        [sys.executable, "-S", "-c", _ALONE, str(unpacked)], input=json.dumps(asked), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    here = BrowserWorker()
    assert json.loads(done.stdout.splitlines()[-1]) == [answer_text(here.run(task)) for task in asked]


_OPENED = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from ui.site.python import browser_entry
given = json.load(sys.stdin)
told = []
for folder, names, pattern, tasks in given["files"]:
    browser_entry.give_files(json.dumps(names), folder, pattern)
    for task in tasks:
        told.append(json.loads(browser_entry.run(json.dumps(task), lambda *of: print(*of, file=sys.stderr))))
print(json.dumps(told))
"""


def test_files_can_be_opened_in_the_browser_and_faults_are_reported(unpacked: Path, tmp_path: Path) -> None:
    llama = files("Llama 3")["tokenizer.json"]
    tekken = json.dumps(
        {
            "config": {"pattern": PATTERN, "default_vocab_size": 276, "default_num_special_tokens": 20},
            "vocab": [{"rank": byte, "token_bytes": b64encode(bytes([byte])).decode()} for byte in range(256)],
        }
    ).encode()
    normalizing = files("Lowercase")["tokenizer.json"]
    given = {"tokenizer.json": llama, "tekken.json": tekken, "lower.json": normalizing, "cut.json": llama[:-9]}
    for name, content in given.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "0").write_bytes(content)
    text = "Hello WORLD, it's 12345 東京\n"
    asked = [
        {"page": "encode", "lang": "en", "query": {"with": "opened", "sample": text}, "open": True},
        {"page": "playground", "lang": "en", "query": {"first": "opened", "second": "", "sample": text}},
    ]
    files_of = [[str(tmp_path / name), [name], "", asked] for name in given]
    # A file of ranks says neither how a text is cut nor what is special; a chat template lies beside this one.
    tokens = [*(bytes([byte]) for byte in range(256)), b"12", b"34", b"1234"]
    ranks = b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens))
    beside = {"bos_token": "<s>", "chat_template": "{{ bos_token }}{% for m in messages %}{{ m.content }}{% endfor %}"}
    config = json.dumps({**beside, "added_tokens_decoder": {"300": {"content": "<s>"}}}).encode()
    (tmp_path / "ranks").mkdir()
    for number, content in enumerate((ranks, config)):
        (tmp_path / "ranks" / str(number)).write_bytes(content)
    chat = {"page": "chat", "lang": "en", "query": {"template": "opened", "messages": "user: 1234"}}
    numbers = [asked[0], {**asked[1], "query": {**asked[1]["query"], "sample": "1234"}}, chat]
    names = ["some.tiktoken", "tokenizer_config.json"]
    files_of += [[str(tmp_path / "ranks"), names, pattern, numbers] for pattern in ("", "gpt2")]
    files_of += [[str(tmp_path / "tokenizer.json"), ["tokenizer.json"], "", [chat]]]
    program = {"files": files_of}
    done = subprocess.run(
        [sys.executable, "-S", "-c", _OPENED, str(unpacked)], input=json.dumps(program), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert done.stderr.splitlines()[0] == "read 0.0 Reading …"
    for number, (name, content) in enumerate([*given.items()][:2]):
        opened, shown = told[2 * number : 2 * number + 2]
        tokenizer = read({name: content}).tokenizer
        assert opened["error"] is None
        assert opened["notes"][0].startswith("Opened: ")
        (panel,) = shown["view"]["panels"]
        assert [panel["kinds"][kind][0] for kind in panel["tokens"]] == tokenizer.encode(text, "none")
    assert {one["error"]["message"] for one in told[4:6]} == {
        "It normalizes a text in a way not supported here (Lowercase). "
        "The app opens this file: it has the library that can run it."
    }
    assert all("cut.json is not valid JSON (line 1, column" in one["error"]["message"] for one in told[6:8])
    assert [one["lacksPattern"] for one in (told[0], told[2], told[8], told[11])] == [False, False, True, True]
    # GPT-4's pattern, the default, cuts numbers in threes, and GPT-2's leaves them whole.
    for (playground, chatted), ids in ((told[9:11], [256, ord("3"), ord("4")]), (told[12:14], [258])):
        (panel,) = playground["view"]["panels"]
        assert [panel["kinds"][kind][0] for kind in panel["tokens"]] == ids
        assert chatted["error"] is None
        assert f"{len(ids) + 1} ids" in json.dumps(chatted["lesson"])
    assert "contain no chat template" in told[14]["error"]["message"]


def test_the_browser_s_python_has_every_encoding_in_use(unpacked: Path) -> None:
    sources = [path.read_bytes() for path in unpacked.rglob("*.py")]
    calls = [node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("encode", "decode") and call.args
        and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }  # fmt: skip
    assert {"utf-8", "unicode-escape"} <= named  # the latter by Jinja, for strings in templates
    files = {normalize_encoding(name).lower() for name in named}
    assert {aliases.get(name, name) for name in files} <= ENCODINGS
