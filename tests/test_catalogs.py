"""Translation catalogs: their content is complete, and likely mistakes of translators are reported."""

import ast
import re
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, write_po

from tools import catalogs
from ui.base import i18n
from ui.pages.companions import catalog as companions

HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals={count}; plural={rule};\\n"\n\n'
GERMAN = HEADER.format(count=2, rule="(n != 1)")
ONE_FORM = HEADER.format(count=1, rule="0")  # Vietnamese and Chinese
# From GNU gettext's manual: 1, 21, 31 … are one form.
RUSSIAN = HEADER.format(
    count=3, rule="(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"
)

STEP = "Step {step:,} of {steps:,}"
SHARE = "{share} % of the text"
WORDS = ("The start: one word.", "The start: {count:,} words.")
TIMES = ("{count:,} time", "{count:,} times")


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return catalogs.texts()


def problems_of(
    folder: Path, text: str | tuple[str, str], entries: str, code: str = "de", header: str = GERMAN
) -> list[str]:
    """Return the problems of a catalog with these entries, given the text to translate."""
    path = folder / code / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(header + entries, encoding="utf-8")
    wanted = Catalog()
    wanted.add(text)
    catalog = catalogs.read(path)
    return [*catalogs.untranslated(catalog, wanted), *catalogs.problems(catalog, wanted)]


def test_every_catalog_is_valid(texts: Catalog) -> None:
    found = {path: catalogs.problems(catalogs.read(path), texts) for path in catalogs.LOCALE.glob("*/*/*.po")}
    assert {path.parent.parent.name for path in found} >= {"ru", "vi", "zh_Hans"}
    assert {path: told for path, told in found.items() if told} == {}


def test_the_interface_has_curly_apostrophes_and_quotation_marks(texts: Catalog) -> None:
    # The engine's errors have straight quotes, like Python's own. One before letters only is code: 's.
    straight = [
        text
        for message in texts
        for text in (message.id if isinstance(message.id, tuple) else (message.id,))
        if re.search(r"[^\W\d_]'", text)
        and not all(path.startswith("bpe_engine/") for path, _line in message.locations)
    ]
    assert straight == []


def test_every_text_in_the_code_is_collected(texts: Catalog) -> None:
    # For example, text inside an f-string is not found.
    written = {
        str(call.args[0].value): path
        for folder in ("ui", "pages")
        for path in (catalogs.ROOT / folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("_", "N_", "ngettext")
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }
    assert len(written) > 500
    assert {text: path for text, path in written.items() if texts.get(text) is None} == {}


def test_every_text_in_the_companions_files_is_collected(texts: Catalog) -> None:
    said = [
        text
        for companion in map(companions.text, companions.TEXTS)
        for entry in companion.all_entries
        for text in (companion.about, entry.title, entry.claim, entry.why, *entry.notes.values())
    ]
    assert [text for text in said if text and texts.get(text) is None] == []


def empty_catalog(texts: Catalog, code: str) -> Catalog:
    """Return a catalog with nothing translated yet."""
    catalog = Catalog(locale=code)
    for text in texts:
        if text.id:
            catalog.add(text.id, context=text.context)
    return catalog


def test_missing_translations_are_listed_but_not_as_problems(texts: Catalog) -> None:
    catalog = empty_catalog(texts, "vi")
    messages = [text for text in texts if text.id]
    assert len(messages) > 500
    missing = catalogs.untranslated(catalog, texts)
    assert len(missing) >= len(messages)  # a plural message has several forms
    assert catalogs.translated(catalog, texts) == (0, len(messages))
    assert all(line.endswith("is not translated.") for line in missing)
    assert catalogs.problems(catalog, texts) == []


def test_a_new_message_is_listed_by_make_messages_and_appears_in_english(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.py").write_text('_("Home")\n_("A new page")\n')
    (tmp_path / "babel.cfg").write_text("[python: **.py]\n")
    path = tmp_path / "locale" / "vi" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    header = HEADER.format(count=1, rule="0")
    path.write_text(f'{header}msgid "Home"\nmsgstr "Trang chủ"\n', encoding="utf-8")
    assert catalogs.main([], tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "vi: 1 of 2 messages are translated; the others appear in English",
        "    “A new page” is not translated.",
    ]
    translations = GNUTranslations(BytesIO(i18n.compiled(path, "vi")))
    assert [translations.gettext(text) for text in ("Home", "A new page")] == ["Trang chủ", "A new page"]


def test_the_translated_share_of_a_language_is_counted() -> None:
    wanted = Catalog()
    for text in (STEP, TIMES, SHARE, WORDS):
        wanted.add(text)
    by_half = empty_catalog(wanted, "nl")
    by_half[STEP].string = "Schritt {step:,} von {steps:,}"
    by_half[TIMES[0]].string = ("{count:,} Mal", "")
    by_half[SHARE].string = "{share} % vom Text"
    by_half[SHARE].flags.add("fuzzy")
    assert catalogs.problems(by_half, wanted) == []
    assert catalogs.translated(by_half, wanted) == (1, 4)
    by_half[STEP].string = "Schritt {step:,}"
    assert len(catalogs.problems(by_half, wanted)) == 1


def test_a_correct_translation_has_no_problem(tmp_path: Path) -> None:
    # The order of placeholders is up to the translator, as is any sign other than a brace.
    assert (
        problems_of(tmp_path / "a", STEP, f'msgid "{STEP}"\nmsgstr "Von {{steps:,}} Schritten der {{step:,}}."') == []
    )
    assert problems_of(tmp_path / "b", SHARE, f'msgid "{SHARE}"\nmsgstr "{{share}} % des Textes"') == []


@pytest.mark.parametrize(
    ("translation", "told"),
    [
        ("Schritt {step:,}", "has the placeholders {step:,} in the place of {step:,}, {steps:,}."),
        ("Schritt {schritt:,} von {steps:,}", "has the placeholders {schritt:,}, {steps:,} in the place of"),
        ("Schritt {step} von {steps:,}", "has the placeholders {steps:,}, {step} in the place of"),
        ("Schritt {step:,} von {steps:,} {x}", "has the placeholders {step:,}, {steps:,}, {x} in the place of"),
        ("Schritt {step:, von {steps:,}", "has a broken placeholder"),
        ("Schritt", "has the placeholders (none) in the place of"),
        ("", "is not translated."),
    ],
)
def test_a_missing_or_misspelt_placeholder_is_reported(tmp_path: Path, translation: str, told: str) -> None:
    (line,) = problems_of(tmp_path, STEP, f'msgid "{STEP}"\nmsgstr "{translation}"')
    assert line.startswith(f"“{STEP}” {told}")


def plural(text: tuple[str, str], *forms: str) -> str:
    lines = [f'msgid "{text[0]}"', f'msgid_plural "{text[1]}"']
    return "\n".join([*lines, *(f'msgstr[{number}] "{form}"' for number, form in enumerate(forms))])


def test_each_plural_form_needs_the_placeholders(tmp_path: Path) -> None:
    assert problems_of(tmp_path / "right", TIMES, plural(TIMES, "{count:,} Mal", "{count:,} Male")) == []
    (told,) = problems_of(tmp_path / "wrong", TIMES, plural(TIMES, "{count:,} Mal", "{zahl:,} Male"))
    assert "in plural form 1 has the placeholders {zahl:,} in the place of {count:,}." in told
    (told,) = problems_of(tmp_path / "half", TIMES, plural(TIMES, "{count:,} Mal", ""))
    assert told.endswith("in plural form 1 is not translated.")


@pytest.mark.parametrize(
    ("code", "broken", "right", "told"),
    [
        ("ru", "слово — это", "слово\u00a0— это", "a dash"),
        ("ru", "слова и байты", "слова и\u00a0байты", "a word of one letter"),
        ("ru", "В корпусе", "В\u00a0корпусе", "a word of one letter"),
        ("ru", "нет, а там", "нет, а\u00a0там", "a word of one letter"),
        ("ru", "Всего 256 байт.", "Всего 256\u00a0байт.", "a number before a space"),
        ("ru", "До 12,5 % текста", "До 12,5\u00a0% текста", "a number before a space"),
        ("ru", "Идёт чтение …", "Идёт чтение…", "a space before an ellipsis"),
        ("ru", "Слово “token”, “байт”", "Слово «token», «байт»", "English quotation marks"),
        ("ru", "Нажмите еще раз", "Нажмите ещё раз", "е for ё"),
        ("ru", "Первые 256\u00a0байтов", "Первые 256\u00a0байт", "“байтов” after a number"),
        ("ru", "Теперь слейте пару", "Теперь объедините пару", "another word for merging"),
        ("ru", "Две буквы сольются и\u00a0слились", "Две буквы объединились", "another word for merging"),
        ("ru", "Кодировка текста", "Кодирование текста", "another word for encoding"),
        ("ru", "Слова и\u00a0подтокены", "Слова и\u00a0подслова", "another word for a subword"),
        ("ru", "Претокенизация", "Предтокенизация", "another word for pre-tokenization"),
        ("ru", "Байт-парное кодирование", "BPE", "another word for byte-pair encoding"),
        ("ru", "BPE с\u00a0выравниванием", "Паритетный BPE", "another word for parity-aware"),
        ("ru", "Токены и\u00a0их id", "Токены и\u00a0их ID", "“id” in lower case"),
        ("vi", "Mã thông báo mới", "Token mới", "another word (write “token”)"),
        ("vi", "Bộ tách từ này", "Tokenizer (bộ tách token) này", "another word (write “tokenizer”)"),
        ("vi", "Ngoài từ vựng", "Ngoài bộ từ vựng", "another word (write “bộ từ vựng”)"),
        ("vi", "Tự vựng lớn", "Bộ từ vựng lớn", "another word (write “bộ từ vựng”)"),
        ("vi", "Kho văn bản nhỏ", "Kho ngữ liệu nhỏ", "another word (write “kho ngữ liệu”)"),
        ("vi", "Trong ngữ liệu", "Trong kho ngữ liệu", "another word (write “kho ngữ liệu”)"),
        ("vi", "Mỗi từ phụ", "Mỗi từ con phụ thuộc", "another word (write “từ con”)"),
        ("vi", "Hợp nhất hai token", "Gộp (hợp nhất, merge) hai token", "another word (write “gộp”)"),
        ("vi", "Phép gộp thứ hai", "Lần gộp được phép gộp", "another word (write “lần gộp”)"),
        ("vi", "Một token không biết", "Một token không xác định", "another word (write “token không xác định”)"),
        ("vi", "Bộ tiền tách", "Cách tách sơ bộ", "another word (write “tách sơ bộ”)"),
        ("vi", "Tần suất của từ", "Tần số của từ", "another word (write “tần số”)"),
        ("vi", "Cặp hay gặp nhất", "Cặp xuất hiện nhiều nhất", "another word (write “xuất hiện nhiều nhất”)"),
        ("vi", "Thứ hạng thấp nhất", "Thứ hạng nhỏ nhất", "another word (write “thứ hạng nhỏ”)"),
        ("vi", "Đào tạo mô hình", "Huấn luyện mô hình", "another word (write “huấn luyện”)"),
        ("vi", "Cộng lôgarit", "Cộng logarit", "another word (write “logarit”)"),
        ("vi", "Với BPE thường", "Với BPE thông thường", "another word (write “BPE thông thường”)"),
        ("vi", "Cắt tỉa bớt token", "Loại bớt token", "another word (write “loại bớt”)"),
        ("vi", "Mỗi biểu tượng", "Mỗi ký hiệu", "another word (write “ký hiệu”)"),
        ("vi", "Hai cặp hòa nhau", "Hai cặp đồng hạng", "another word (write “đồng hạng”)"),
        ("vi", "Bỏ phiếu lần hai", "Bình chọn lần hai", "another word (write “bình chọn”)"),
        ("vi", "Mã của lớp", "Mã tham gia", "another word (write “mã tham gia”)"),
        ("vi", "Nhấn phím", "Bấm phím, và nhấn mạnh", "another word (write “bấm”)"),
        ("vi", "Các tokens", "Các token, special_tokens", "another word (write “token”)"),
        ("vi", "Chọn file", "Chọn tệp", "another word (write “tệp”)"),
        ("vi", "Một tập tin", "Một tệp", "another word (write “tệp”)"),
        ("vi", "Chúng ta nhân", "Bạn nhân", "another word (write “bạn”)"),
        ("vi", "Tỷ lệ nén", "Tỉ lệ nén", "another word (write “tỉ lệ”)"),
        ("vi", "Mỗi kí hiệu", "Mỗi ký hiệu", "another word (write “ký, kỹ”)"),
        ("vi", "Mã hoá", "Mã hóa toàn bộ, giá trị quý", "a tone on the second vowel"),
        ("vi", "chư\u0303", "chữ", "a mark apart from its letter"),
        ("vi", "hai  cặp", "hai cặp", "two spaces"),
        ("vi", "Vì sao ?", "Vì sao? Mẫu ^ ?\\\\d+$ …", "a space before a punctuation mark"),
        ("vi", "cặp «ug»", "cặp “ug”", "other quotation marks"),
        ("vi", "12,5 % văn bản", "12,5% văn bản", "a space before a percent sign"),
        ("vi", "Còn 5 những cặp", "Còn 5 cặp", "a word for many after a number"),
        ("vi", "từ chữ đến id", "từ chữ đến ID", "“id” in lower case"),
        ("zh_Hans", "连接已断开,会自动恢复。", "连接已断开，会自动恢复。", "a half-width mark"),
        ("zh_Hans", "怎样切分?", "怎样切分？", "a half-width mark"),
        ("zh_Hans", "次数 ×(左边)", "次数 ×（左边）", "a half-width mark"),
        ("zh_Hans", "它叫'hug'。", "它叫“hug”。", "other quotation marks"),
        ("zh_Hans", "它叫「hug」。", "它叫“hug”。", "other quotation marks"),
        ("zh_Hans", "词元 对", "词元对", "a space between Chinese characters"),
        ("zh_Hans", "BPE， 第一步", "BPE，第一步", "a space beside a full-width mark"),
        ("zh_Hans", "用 BPE ，第一步", "见 https://toml.io ，第一步", "a space beside a full-width mark"),
        ("zh_Hans", "共3个词元", "共 3 个词元", "no space between"),
        ("zh_Hans", "用BPE", "用 BPE", "no space between"),
        ("zh_Hans", "正在运行……", "正在运行…", "two ellipses"),
        ("zh_Hans", "您的教案", "你的教案", "another address than “你”"),
        ("zh_Hans", "我们相乘", "这里相乘", "another address than “你”"),
        ("zh_Hans", "令牌", "词元", "another word for a token"),
        ("zh_Hans", "代币", "词元", "another word for a token"),
        ("zh_Hans", "词汇量", "讲义称之为“词汇量”", "another word for the vocabulary"),
        ("zh_Hans", "正则化", "讲义称之为“正则化”", "another word for a regex"),
        ("zh_Hans", "标准化", "规范化", "another word for normalization"),
        ("zh_Hans", "归一化", "规范化", "another word for normalization"),
        ("zh_Hans", "分词", "分词器，预分词", "another word for tokenization"),
        ("zh_Hans", "预词元", "文本块", "another word for a chunk"),
        ("zh_Hans", "单元对", "词元对", "another word for a pair"),
        ("zh_Hans", "二元组", "词元对", "another word for a pair"),
        ("zh_Hans", "频率", "频次", "another word for a count"),
        ("zh_Hans", "平局", "并列", "another word for a tie"),
        ("zh_Hans", "剪枝", "裁剪", "another word for pruning"),
        ("zh_Hans", "记号", "标记", "another word for a mark"),
        ("zh_Hans", "屏幕上的代码", "屏幕上的课堂码", "another word for the class code"),
        ("zh_Hans", "错误代码太多", "输错课堂码的次数太多", "another word for the class code"),
        ("zh_Hans", "手机凭代码加入", "手机凭课堂码加入", "another word for the class code"),
        ("zh_Hans", "显示课堂代码", "显示课堂码", "another word for the class code"),
    ],
)
def test_a_translation_must_follow_the_rules_of_its_language(
    tmp_path: Path, code: str, broken: str, right: str, told: str
) -> None:
    header = RUSSIAN if code == "ru" else ONE_FORM
    (line,) = problems_of(tmp_path / "broken", "A text", f'msgid "A text"\nmsgstr "{broken}"', code, header)
    assert line.startswith(f"“A text” has {told}")
    assert problems_of(tmp_path / "right", "A text", f'msgid "A text"\nmsgstr "{right}"', code, header) == []


def test_in_russian_the_noun_after_a_measured_number_needs_plural_forms(tmp_path: Path) -> None:
    text = "The text has {length:,} characters."
    # True of 5 and 11, not of 1 and 3.
    measured = f'msgid "{text}"\nmsgstr "В\u00a0тексте {{length:,}}\u00a0символов."'
    (told,) = problems_of(tmp_path / "wrong", text, measured, "ru", RUSSIAN)
    assert "has a noun after a number that may be any" in told
    before = f'msgid "{text}"\nmsgstr "Символов в\u00a0тексте: {{length:,}}."'
    assert problems_of(tmp_path / "right", text, before, "ru", RUSSIAN) == []
    forms = plural(TIMES, "{count:,}\u00a0раз", "{count:,}\u00a0раза", "{count:,}\u00a0раз")
    assert problems_of(tmp_path / "plural", TIMES, forms, "ru", RUSSIAN) == []


def test_only_a_plural_form_for_exactly_one_may_omit_the_number(tmp_path: Path) -> None:
    assert (
        problems_of(tmp_path / "de", WORDS, plural(WORDS, "Am Anfang: ein Wort.", "Am Anfang: {count:,} Wörter.")) == []
    )
    right = plural(WORDS, "{count:,}\u00a0слово", "{count:,}\u00a0слова", "{count:,}\u00a0слов")
    assert problems_of(tmp_path / "ru", WORDS, right, "ru", RUSSIAN) == []
    # In Russian, this form also covers 21 and 31.
    without = plural(WORDS, "одно слово", "{count:,}\u00a0слова", "{count:,}\u00a0слов")
    (told,) = problems_of(tmp_path / "one", WORDS, without, "ru", RUSSIAN)
    assert "in plural form 0 has the placeholders (none) in the place of {count:,}." in told


def test_a_language_needs_all_of_its_plural_forms(tmp_path: Path) -> None:
    right = plural(TIMES, "{count:,}\u00a0раз", "{count:,}\u00a0раза", "{count:,}\u00a0раз")
    assert problems_of(tmp_path / "right", TIMES, right, "ru", RUSSIAN) == []
    two = plural(TIMES, "{count:,}\u00a0раз", "{count:,}\u00a0раза")
    (told,) = problems_of(tmp_path / "fewer", TIMES, two, "ru", RUSSIAN)
    assert told.endswith("in plural form 2 is not translated.")
    (told,) = problems_of(tmp_path / "header", TIMES, two, "ru", GERMAN)
    assert told == "The header tells of 2 plural forms, but the language has 3."


def test_the_plural_rule_must_be_the_language_s(tmp_path: Path) -> None:
    forms = plural(TIMES, "{count:,}\u00a0раз", "{count:,}\u00a0раза", "{count:,}\u00a0раз")
    wrong_rule = HEADER.format(count=3, rule="(n == 1 ? 0 : n < 5 ? 1 : 2)")
    (told,) = problems_of(tmp_path, TIMES, forms, "ru", wrong_rule)
    assert told.startswith("The header has the plural rule (n == 1 ? 0 : n < 5 ? 1 : 2); write (n%10==1")


def test_untranslated_english_is_reported_except_for_names(tmp_path: Path) -> None:
    assert problems_of(tmp_path / "text", "Home", 'msgid "Home"\nmsgstr "Home"') == ["“Home” is left in English."]
    (told,) = problems_of(tmp_path / "one", TIMES, plural(TIMES, "{count:,} time", "{count:,} Male"))
    assert told.endswith("in plural form 0 is left in English.")
    assert problems_of(tmp_path / "name", "GPT-2, {title}", 'msgid "GPT-2, {title}"\nmsgstr "GPT-2, {title}"') == []
    token = 'msgid "{count} token"\nmsgstr "{count} token"'
    assert problems_of(tmp_path / "vi", "{count} token", token, "vi", ONE_FORM) == []
    assert len(problems_of(tmp_path / "de", "{count} token", token)) == 1


def test_a_new_catalog_has_the_plural_forms_of_its_language(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text('ngettext("{n} cat", "{n} cats", n)')
    (tmp_path / "babel.cfg").write_text("[python: **.py]\n")
    for code, forms in {"vi": 1, "de": 2, "ru": 3, "zh_Hans": 1}.items():
        assert catalogs.main([code], tmp_path) == 0
        path = tmp_path / "locale" / code / "LC_MESSAGES" / "messages.po"
        assert path.read_text("utf-8").count("msgstr[") == forms
        told = catalogs.untranslated(catalogs.read(path), catalogs.read(path))
        assert [line.endswith("is not translated.") for line in told] == [True] * forms


def test_fuzzy_and_obsolete_translations_are_reported(tmp_path: Path) -> None:
    (told,) = problems_of(tmp_path / "guess", "Home", '#, fuzzy\nmsgid "Home"\nmsgstr "Anfang"')
    assert told.startswith("“Home” is fuzzy")
    assert problems_of(tmp_path / "none", "Home", 'msgid "Train"\nmsgstr "Lernen"') == [
        "“Home” is not there: run make messages."
    ]


def test_a_malformed_catalog_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PoFileError):
        problems_of(tmp_path, "Home", 'msgid "Home"\nAnfang')


def test_a_catalog_is_created_once_and_then_updated(tmp_path: Path) -> None:
    for folder, text in {"pages": "Home", "ui": "Step {step:,}"}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "page.py").write_text(f'_("{text}")')
    (tmp_path / "babel.cfg").write_text("[python: pages/**.py]\n[python: ui/**.py]\n")
    assert catalogs.main(["de"], tmp_path) == 0
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "messages.po"
    assert sorted(str(message.id) for message in catalogs.read(path)) == ["", "Home", "Step {step:,}"]
    catalog = catalogs.read(path)
    home = catalog.get("Home")
    assert home is not None
    home.string = "Anfang"
    with path.open("wb") as file:
        write_po(file, catalog)
    (tmp_path / "ui" / "page.py").write_text('_("Words")')
    assert catalogs.main(["de"], tmp_path) == 0
    found = {str(message.id): message.string for message in catalogs.read(path)}
    assert (found["Home"], found["Words"]) == ("Anfang", "")
    assert "Step {step:,}" not in found


def test_creating_a_catalog_does_not_change_the_others(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text('_("Home")')
    (tmp_path / "babel.cfg").write_text("[python: **.py]\n")
    assert catalogs.main(["vi"], tmp_path) == 0
    other = tmp_path / "locale" / "vi" / "LC_MESSAGES" / "messages.po"
    before = other.read_bytes()
    (tmp_path / "page.py").write_text('_("Words")')
    assert catalogs.main(["de"], tmp_path) == 0
    assert other.read_bytes() == before
    assert catalogs.main([], tmp_path) == 0
    assert catalogs.read(other).get("Words") is not None


def test_a_header_has_no_placeholders_and_keeps_the_translator(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text('_("Home")')
    (tmp_path / "babel.cfg").write_text("[python: **.py]\n")
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "messages.po"
    assert catalogs.main(["de"], tmp_path) == 0
    header = path.read_text("utf-8").partition("#: page.py")[0]
    assert header.startswith("# BPE Lab in German. Under the same licence as BPE Lab.\n")
    for word in ("ORGANIZATION", "FIRST AUTHOR", "FULL NAME", "EMAIL@ADDRESS", "VERSION\\n", "YEAR", "LL@li"):
        assert word not in header
    path.write_text(
        path.read_text("utf-8")
        .replace("# BPE Lab in German.", "# Für Klasse 9.")
        .replace("Last-Translator: ", "Last-Translator: Ada <ada@example.org>"),
        encoding="utf-8",
    )
    assert catalogs.main([], tmp_path) == 0
    again = path.read_text("utf-8")
    assert again.startswith("# Für Klasse 9. Under the same licence as BPE Lab.\n")
    assert "Last-Translator: Ada <ada@example.org>" in again


def test_an_unknown_language_code_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "babel.cfg").touch()
    assert catalogs.main(["german"], tmp_path) == 1
    assert "'german' is no code of a language" in capsys.readouterr().err
