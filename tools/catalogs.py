"""Translation catalogs: collect messages, start a language, check translations.

python -m tools.catalogs        collect the messages, update all catalogs, and list what is not translated
python -m tools.catalogs de     do the same for one language only, by its code; if it is new, start it
"""

import re
import string
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from datetime import datetime
from gettext import c2py
from pathlib import Path
from tempfile import TemporaryDirectory

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
COMPLETE_LANGUAGES = ("ru", "vi", "zh_Hans")
"""Languages that must be complete for a release. Until then, and in others, a missing message appears in English."""
# Calls whose argument is a message.
KEYWORDS = (
    *("EngineError:1", "BusyError:1", "NoRoomError:1", "Note:1", "NoStepsError:1", "LocalizedText:1"),
    *("fault:1", "warn:1", "note:1", "fine:1"),  # findings of a check-up
)
# Words that stay the same in every language, in lower case: names, signs, formats, letters and words of examples;
# and those of one language.
_NAMES = """a b bert bpe bpe-dropout byte-level c cl100k csv g gpt gpt-2 gpt-4 gpt-4o h hex hug huggingface id json
lab log log₂ logit lollipop low lower m mb minbpe mistral mug n newest nfc nfd nfkc o200k p picky pmi png pug pun s
sentencepiece subword-nmt superbpe svg t5 tekken tiktoken tokenizers txt u ug unicode unigram unk utf-8 w wordpiece x
yaml"""
SAME_IN_ALL_LANGUAGES = set(_NAMES.split())
SAME_IN = {
    "vi": {"byte", "embedding", "entropy", "healing", "merge", "perplexity", "regex", "token", "tokenizer"},
    "zh_Hans": {"token"},
}
# Russian nouns in the forms that follow a number.
_COUNTED_NOUNS = (
    "(?:пред)?токен(?:а|ов|ах|ами)?|слияни[еяй]|пар[аы]?|байт(?:а|ами)?|бита?|символ(?:а|ов|ами)?|знак(?:а|ов)?"
    "|букв[аы]?|цифр[аы]?|чисел|слов[оа]?|слог(?:а|ов)?|фрагмент(?:а|ов)?|мест[оа]?|местах|раза?|шаг(?:а|ов)?"
    "|языков|языках|единиц|вхождений|минут|часов|процентов|тысяч"
)
_LOWER_CASE_ID = (re.compile(r"(?<!\{)\bid\b(?!\})"), "“id” in lower case (write “ID”)")
# What a Vietnamese translation may not contain, and the glossary's word. Some may follow it in brackets.
_VIETNAMESE_WORDS = {
    "mã thông báo": "token",
    r"(?<!\()bộ tách (?:token|từ)|trình tách": "tokenizer",
    "tự vựng|(?<!bộ[ \u00a0])từ vựng": "bộ từ vựng",
    "(?<!kho )ngữ liệu|kho (?:dữ liệu|văn bản|tài liệu)": "kho ngữ liệu",
    "từ phụ(?! thuộc)": "từ con",
    r"(?<!\()hợp nhất": "gộp",
    "(?<!được )phép gộp": "lần gộp",
    "token (?:vô danh|(?:không|chưa) biết)": "token không xác định",
    "tiền tách|tiền tokenize": "tách sơ bộ",
    "tần suất": "tần số",
    "(?:thường xuyên|thường gặp|hay gặp) nhất": "xuất hiện nhiều nhất",
    "thứ hạng thấp": "thứ hạng nhỏ",
    "đào tạo": "huấn luyện",
    "lôgarit": "logarit",
    "BPE thường": "BPE thông thường",
    "cắt tỉa": "loại bớt",
    "biểu tượng": "ký hiệu",
    "(?:có|bị|là) hòa|hòa nhau": "đồng hạng",
    "bỏ phiếu|biểu quyết": "bình chọn",
    "mã (?:của )?lớp": "mã tham gia",
    "nhấn(?! mạnh)": "bấm",
    r"(?<!\{)tokens(?!\})": "token",
    r"tập tin|(?<![{.])file(?!\})": "tệp",
    "chúng (?:ta|tôi)": "bạn",
    "tỷ lệ": "tỉ lệ",
    r"kí(?= (?:tự|hiệu))|kĩ(?= thuật)": "ký, kỹ",
}
# A Chinese character, and the punctuation between such characters.
_HAN, _FULL_WIDTH = r"[\u3400-\u9fff]", "，。：；？！（）、"
# What a language's translations may not contain, and what to write instead.
RULES = {
    "ru": (
        (re.compile(r"(?<=\S) —"), "a dash after a space where a line may break (put U+00A0 there)"),
        (
            re.compile(r"(?<![\w-])[АаВвИиСсКкОоУуЯя] "),
            "a word of one letter before a space where a line may break (put U+00A0 there)",
        ),
        (
            re.compile(rf"(?:(?<![\w.-])\d[\d,\u00a0]*|\}}) (?=(?:{_COUNTED_NOUNS}|млн|[КМГ]Б|%)(?![\w-]))"),
            "a number before a space where a line may break (put U+00A0 there)",
        ),
        (re.compile(r"(?<=\w) …$"), "a space before an ellipsis (leave it out)"),
        (re.compile(r"(?i)[\"“](?=[а-яё])|(?<=[а-яё])[\"”]"), "English quotation marks (write «»)"),
        (re.compile(r"(?i)\b(?:еще|ее|нее|мое|свое|дает|идет|берет|ведет|счет|трех|четырех)\b"), "е for ё (write ё)"),
        (re.compile(r"[\d}][ \u00a0]байтов\b"), "“байтов” after a number (write “байт”)"),
        (re.compile(r"(?i)\bсли[твл]\w*|\bслей(?:те)?\b"), "another word for merging (write “объединить”)"),
        (re.compile(r"(?i)кодировк"), "another word for encoding (write “кодирование”)"),
        (re.compile(r"(?i)подтокен"), "another word for a subword (write “подслово”)"),
        (re.compile(r"(?i)претокен"), "another word for pre-tokenization (write “предтокенизация”)"),
        (re.compile(r"(?i)байт-парн"), "another word for byte-pair encoding (write “BPE”)"),
        (re.compile(r"(?i)с[ \u00a0]выравниванием"), "another word for parity-aware (write “паритетный”)"),
        _LOWER_CASE_ID,
    ),
    "vi": (
        *(
            (re.compile(rf"(?i)\b(?:{wrong})\b"), f"another word (write “{right}”)")
            for wrong, right in _VIETNAMESE_WORDS.items()
        ),
        (re.compile(r"(?i)(?<!q)(?:o[àáảãạèéẻẽẹ]|u[ỳýỷỹỵ])\b"), "a tone on the second vowel (write hóa, hủy)"),
        (re.compile(r"[\u0300-\u0323]"), "a mark apart from its letter (write them as one character, NFC)"),
        (re.compile(r"\S {2,}"), "two spaces (write one)"),
        (re.compile(r"(?<=\S) [,:?!](?=\s|$)"), "a space before a punctuation mark (leave it out)"),
        (re.compile(r"[«»„]|‘(?=\w)"), "other quotation marks (write “ ”)"),
        (re.compile(r"[\d}][ \u00a0]%"), "a space before a percent sign (leave it out)"),
        (re.compile(r"[\d}] (?:các|những)\b"), "a word for many after a number (leave it out)"),
        _LOWER_CASE_ID,
    ),
    "zh_Hans": (
        (
            re.compile(rf"(?<={_HAN})[,.:;?!()]|[,.:;?!()](?={_HAN})"),
            "a half-width mark beside a Chinese character (write ，。：；？！（）)",
        ),
        (
            re.compile(rf"(?<={_HAN})[\"'「」]|[\"'「」](?={_HAN})"),
            "other quotation marks beside a Chinese character (write “ ”)",
        ),
        (re.compile(rf"(?<={_HAN}) +(?={_HAN})"), "a space between Chinese characters (leave it out)"),
        # After a URL a space is required, or the mark would belong to the link.
        (
            re.compile(rf"(?<=[{_FULL_WIDTH}]) |(?<![a-z]) (?=[{_FULL_WIDTH}])"),
            "a space beside a full-width mark (leave it out)",
        ),
        (
            re.compile(rf"(?<={_HAN})[A-Za-z0-9]|[A-Za-z0-9](?={_HAN})"),
            "no space between a Chinese character and a Latin letter or digit (put one there)",
        ),
        (re.compile(r"正在[^。]*……"), "two ellipses while something is at work (write one “…”)"),
        (re.compile(r"您|我们"), "another address than “你” (write “你”, or leave it out)"),
        # A word in quotation marks is mentioned, not used.
        (re.compile(r"令牌|代币"), "another word for a token (write “词元”)"),
        (re.compile(r"(?<!“)词汇"), "another word for the vocabulary (write “词表”)"),
        (re.compile(r"(?<!“)正则化"), "another word for a regex (write “正则表达式”)"),
        (re.compile(r"标准化|归一化"), "another word for normalization (write “规范化”)"),
        (re.compile(r"(?<!预)分词(?!器)"), "another word for tokenization (write “词元化”, and “切分” for the verb)"),
        (re.compile(r"预词元"), "another word for a chunk (write “文本块”)"),
        (re.compile(r"单元对|二元组"), "another word for a pair (write “词元对”)"),
        (re.compile(r"频率"), "another word for a count (write “次数” or “频次”; a share is “占比”)"),
        (re.compile(r"平局"), "another word for a tie (write “并列”)"),
        (re.compile(r"剪枝"), "another word for pruning (write “裁剪”)"),
        (re.compile(r"记号"), "another word for a mark (write “标记”)"),
        (re.compile(r"(?:课堂|屏幕上的|错误|凭)代码"), "another word for the class code (write “课堂码”)"),
    ),
}
# Further rules for messages without plural forms: they may contain any number, and such a noun fits only some.
RULES_WITHOUT_PLURAL_FORMS = {
    "ru": (
        (
            re.compile(rf"\{{(?:count|found|length|size)(?::,)?\}}[ \u00a0](?:{_COUNTED_NOUNS})(?![\w-])"),
            "a noun after a number that may be any (write “символов: {length}”)",
        ),
    ),
}
MANY = 1_000  # numbers to try, to find out which plural form is for which


def _babel(root: Path, *arguments: str) -> None:
    with chdir(root):  # paths of source files are relative to this folder
        CommandLineInterface().run(["pybabel", "--quiet", *arguments])  # type: ignore[no-untyped-call]  # Babel's own


def extract(template: Path, root: Path = ROOT) -> None:
    """Collect the messages of the app and the engine in a file."""
    keywords = [part for keyword in KEYWORDS for part in ("--keyword", keyword)]
    options = ["--sort-by-file", "--add-comments", "Translators:", "--project", "BPE Lab"]
    files = ["--mapping-file", "babel.cfg", "--output-file", str(template)]
    _babel(root, "extract", *files, *keywords, *options, ".")


def texts() -> Catalog:
    """Return the current messages of the app and the engine."""
    with TemporaryDirectory(prefix="bpe-lab-") as folder:
        template = Path(folder) / "messages.pot"
        extract(template)
        with template.open("rb") as file:
            return read_po(file)


def read(path: Path) -> Catalog:
    """Read a catalog; its folder names the language. Raises PoFileError if it is broken."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def problems(catalog: Catalog, template: Catalog) -> list[str]:
    """Return the problems of a catalog for these messages. A missing translation is not one: see `untranslated`.

    Babel checks placeholders too, but only those with a percent sign, and mistakes “% of” for one.
    """
    listed = []
    if catalog.locale:
        needed = get_plural(catalog.locale)
        if catalog.num_plurals != needed.num_plurals:
            listed.append(
                f"The header tells of {catalog.num_plurals} plural forms, but the language has {needed.num_plurals}."
            )
        elif list(map(c2py(catalog.plural_expr), range(MANY))) != list(map(c2py(needed.plural_expr), range(MANY))):
            listed.append(f"The header has the plural rule {catalog.plural_expr}; write {needed.plural_expr}.")
    listed += _listed_by_message(_translation_errors, catalog, template)
    return listed


def untranslated(catalog: Catalog, template: Catalog) -> list[str]:
    """Return the messages that a catalog does not translate. They appear in English."""
    return _listed_by_message(_missing, catalog, template)


def _listed_by_message(
    check: Callable[[Catalog, Message], Iterator[str]], catalog: Catalog, template: Catalog
) -> list[str]:
    return [
        f"“{text.id if isinstance(text.id, str) else text.id[0]}” {problem}"
        for text in template
        if text.id  # skip the header
        for problem in check(catalog, text)
    ]


def translated(catalog: Catalog, template: Catalog) -> tuple[int, int]:
    """Return the number of messages that a catalog translates completely, and the number of all."""
    texts = [text for text in template if text.id]
    return sum(not any(_missing(catalog, text)) for text in texts), len(texts)


def _missing(catalog: Catalog, text: Message) -> Iterator[str]:
    message = catalog.get(text.id, text.context)
    if message is None or message.id != text.id:
        yield "is not there: run make messages."
        return
    if message.fuzzy:
        yield "is fuzzy, which is a guess: correct it, and delete the word."
    for number, form in enumerate(_forms(message)):
        if not form:
            yield f"{_form_named(message, number)}is not translated."


def _forms(message: Message) -> Sequence[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


def _rules(language: str, message: Message) -> Sequence[tuple[re.Pattern[str], str]]:
    unless_plural = () if message.pluralizable else RULES_WITHOUT_PLURAL_FORMS.get(language, ())
    return (*RULES.get(language, ()), *unless_plural)


def _form_named(message: Message, number: int) -> str:
    return f"in plural form {number} " if message.pluralizable else ""


def _translation_errors(catalog: Catalog, text: Message) -> Iterator[str]:
    message = catalog.get(text.id, text.context)
    if message is None or message.id != text.id:
        return
    for number, form in enumerate(_forms(message)):
        name = _form_named(message, number)
        if not form:
            continue
        if form in _english(catalog, message, number) and _is_english(form, str(catalog.locale)):
            yield f"{name}is left in English."
        for pattern, wrong in _rules(str(catalog.locale), message):
            if match := pattern.search(form):
                place = form[max(match.start() - 10, 0) : match.end() + 10]
                yield f"{name}has {wrong}, at “{place}”."
        try:
            in_form = _placeholders(form)
        except ValueError as error:
            yield f"{name}has a broken placeholder: {error}."
            continue
        allowed = [_placeholders(english) for english in _english(catalog, message, number)]
        if in_form not in allowed:
            allowed_text = " or ".join(_listed(placeholders) for placeholders in allowed)
            yield f"{name}has the placeholders {_listed(in_form)} in the place of {allowed_text}."


def _english(catalog: Catalog, message: Message, form: int) -> list[str]:
    """Return the English forms whose placeholders a form may use.

    The singular (“one word”) only counts for exactly 1.
    """
    if isinstance(message.id, str):
        return [message.id]
    one, many = message.id
    form_of = c2py(catalog.plural_expr)
    numbers = [number for number in range(MANY) if form_of(number) == form]
    return [many, one] if numbers == [1] else [many]


def _is_english(text: str, language: str) -> bool:
    """Return whether a text has words that another language would translate."""
    words = re.findall(r"[^\W\d_][\w.'’-]*", re.sub(r"\{\w*[^{}]*\}", "", text))
    return not {word.casefold() for word in words} <= SAME_IN_ALL_LANGUAGES | SAME_IN.get(language, set())


def _placeholders(text: str) -> set[str]:
    """Return the set of placeholders in a text, with their formats. Raises ValueError if one is broken."""
    return {
        f"{{{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}}}"
        for _text, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    }


def _listed(placeholders: set[str]) -> str:
    return ", ".join(sorted(placeholders)) or "(none)"


def _start(template: Path, path: Path) -> None:
    """Write a catalog without translations, with the plural forms of its language."""
    catalog = Catalog(locale=path.parent.parent.name, project="BPE Lab", fuzzy=False)
    with template.open("rb") as file:
        for text in read_po(file):
            if text.id:  # skip the header
                catalog.add(text.id, context=text.context, locations=text.locations, auto_comments=text.auto_comments)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalog, sort_by_file=True, no_location=True)


def _fill_header(path: Path) -> None:
    """Fill in the placeholders that Babel leaves in a catalog's header. What translators wrote there stays."""
    catalog = read(path)
    catalog.project, catalog.version = "BPE Lab", ""
    if "FIRST AUTHOR" in catalog.header_comment and catalog.locale:
        catalog.header_comment = f"# BPE Lab in {catalog.locale.english_name}. Under the same licence as BPE Lab."
    for name in ("msgid_bugs_address", "last_translator", "language_team"):
        if getattr(catalog, name).endswith(("EMAIL@ADDRESS", "<EMAIL@ADDRESS>", "<LL@li.org>")):
            setattr(catalog, name, "")
    if isinstance(catalog.revision_date, datetime):
        catalog.creation_date = catalog.revision_date  # otherwise each collection would change every catalog
    else:
        catalog.revision_date = catalog.creation_date
    with path.open("wb") as file:
        write_po(file, catalog, sort_by_file=True, no_location=True)


def main(languages: list[str], root: Path = ROOT) -> int:
    """Collect messages, and update these languages, or all; start those that are new. Return 1 if a code is invalid."""
    folder = root / LOCALE.name
    folder.mkdir(exist_ok=True)
    template = folder / "messages.pot"
    extract(template, root)
    files = ["--input-file", str(template), "--output-dir", str(folder)]
    for code in languages:
        try:
            name = Locale.parse(code).english_name
        except (ValueError, UnknownLocaleError):
            print(f"{code!r} is no code of a language. Write one as in CODE=de or CODE=pt_BR.", file=sys.stderr)
            return 1
        path = folder / code / "LC_MESSAGES" / "messages.po"
        if not path.exists():  # otherwise it contains someone's work
            _start(template, path)
        print(f"{name}: translate what is in {path.relative_to(root)}")
    with template.open("rb") as file:
        messages = read_po(file)
    for path in sorted(folder.glob("*/*/*.po")):
        code = path.parent.parent.name
        if languages and code not in languages:
            continue
        # The checks below reject fuzzy matches, and finding them among thousands of messages takes minutes.
        _babel(root, "update", "--no-fuzzy-matching", "--ignore-obsolete", "--locale", code, *files)
        _fill_header(path)
        catalog = read(path)
        done, all_texts = translated(catalog, messages)
        in_english = "" if done == all_texts else "; the others appear in English"
        print(f"{code}: {done:,} of {all_texts:,} messages are translated{in_english}")
        if code in COMPLETE_LANGUAGES:  # others may be far from complete
            for problem in untranslated(catalog, messages):
                print(f"    {problem}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
