"""Hugging Face's `tokenizer.json`: a whole tokenizer in one file, as the tokenizers library saves it.

If every part is supported (the model, the pre-tokenizer, the added tokens), the file becomes one of our tokenizers,
which can be stepped through. It is used only if it gives the library's ids on a few texts; otherwise the library runs
the file. A file written by this engine needs no library: it is recognized because writing it again gives the same
content, key for key.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import combinations, islice
from typing import Any

from bpe_engine.bpe.dropout import BPEDropoutTokenizer
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.errors import EngineError
from bpe_engine.files import tokenizers_process
from bpe_engine.files.decoder_json import Decoder, read_decoder
from bpe_engine.files.file_checks import check_id, decode_text, parse_json, shorten
from bpe_engine.files.isolated_library import probe_library
from bpe_engine.files.isolated_normalizer import IsolatedNormalizer
from bpe_engine.files.library_tokenizer import HuggingFaceTokenizer
from bpe_engine.files.model_json import (
    Added,
    Fields,
    check_model,
    read_bpe,
    read_unigram,
    read_word_level,
    read_wordpiece,
    without_later_tokens,
    write_bpe,
    write_unigram,
    write_units,
    write_wordpiece,
)
from bpe_engine.files.opened_tokenizer import LibraryNeededError, Note, OpenedTokenizer
from bpe_engine.files.pre_tokenizer_json import (
    EACH_CHARACTER,
    NoStepsError,
    PreTokenization,
    read_pre_tokenizer,
    without_character_split,
    write_pre_tokenizer,
)
from bpe_engine.files.tokenizer_config import CONFIG
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.sentencepiece.model_file import SPACE
from bpe_engine.text.added_tokens import Flags, can_overlap, may_conflict, overlap_cost
from bpe_engine.text.normalizers import NFC, BertNormalizer, Normalizer, Rewriting
from bpe_engine.tokenizer import NO_ID, Tokenizer
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from bpe_engine.tokenizers.whole_units import CharacterTokenizer, WordLevelTokenizer
from bpe_engine.training.gc_pause import paused_collector
from bpe_engine.unigram.tokenizer import UnigramTokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

NAME = "tokenizer.json"
FILE = "tokenizer.json"
UNCASED_BERT = {
    "type": "BertNormalizer",
    "clean_text": True,
    "handle_chinese_chars": True,
    "strip_accents": True,
    "lowercase": True,
}

COMPOSING = {"type": "NFC"}

PROBES = (
    "Hello world! It's DON'T we'LL, a\tb  c\n\n   d \r\n e \n",
    "Zürich, 東京 12345 ½ ٣ привет мир नमस्ते 👨‍👩‍👧 \u00a0x\u3000y",
    "def f(x):\n    return x_1 == 'a-b' # ##\n\n\n  (1,000.50$) <tag/> [x] {y}\\z",
    "  leading and trailing  ",
    "ABCdef camelCase UPPER lower Ǆ ß ﬁ İ é e\u0301 \x00\x1b",
    "x²½ a³b ¹c¼d¾e",  # word characters in some engines, but only outside brackets
)
"""Texts on which our tokenizer and the library must agree, besides the file's added tokens and some other tokens."""

MAX_BYTE_LEVELS = 4
"""Maximum number of byte-level steps in a file. Each can double a text; published files have one."""

MAX_OVERLAP_COST = 5_000_000
"""Limit for `overlap_cost` of added tokens: less than a second of work. Gemma 3's cost is 1 million."""

PARSED, CHECKED = 0.3, 0.6
"""Approximate progress in a browser once the JSON of a large file is parsed, and once its tokens are checked."""

MAX_PROBED_TOKENS = 20
MAX_PROBED_LENGTH = 100
"""How many of a file's own tokens are also tried, and their maximum length in characters."""


@paused_collector()
def read(
    file: str, data: bytes, *, with_library: bool = True, progress: Callable[[float], object] = lambda share: None
) -> OpenedTokenizer:
    """Return the tokenizer of a tokenizer.json. Its ids are the library's without special tokens around the text.

    Without the library, results are not compared with it. `progress` receives the share of the work done.

    Raises EngineError if the file is faulty, naming the key, or if only the library can run it.
    """
    text = decode_text(file, data)
    content = _object(file, parse_json(file, text), "the file")
    progress(PARSED)
    model: Fields = _object(file, content.get("model"), "'model'")
    kind = _model_type(model)
    added = _added_tokens(file, content.get("added_tokens"))
    model = check_model(file, kind, model)
    progress(CHECKED)
    _check_byte_levels(file, content)
    if not with_library:
        return _read_alone(file, kind, content, model, added)
    if find_spec("tokenizers") is None:
        tokenizer = _read_own_format(file, kind, content, added)
        return OpenedTokenizer(tokenizer, NAME, True, _missing_notes(tokenizer), _outline(content, model))
    data = data.removeprefix(b"\xef\xbb\xbf")
    probes = _probes(model["vocab"], added)
    notes = _ignored_notes(content)
    with ThreadPoolExecutor(1) as thread:  # meanwhile, the library reads the file in its process
        probing = thread.submit(probe_library, tokenizers_process.load, tokenizers_process.probe, file, data, probes)
        steps = None if kind == "Unigram" else _steps_or_reason(file, kind, content, model, added)
        answer = probing.result()
    try:
        if answer["scores"] is not None:
            pieces = zip(model["vocab"], answer["scores"], strict=True)
            model = {**model, "vocab": [[token, score] for (token, _), score in pieces]}
        if isinstance(steps, NoStepsError):
            raise steps
        tokenizer = steps or _with_steps(file, kind, content, model, added)
        _check_same(tokenizer, probes, answer, added)
    except NoStepsError as reason:
        byte_level = '"ByteLevel"' in json.dumps(content.get("pre_tokenizer"))
        run_there = HuggingFaceTokenizer(data, answer, byte_level=byte_level)
        return OpenedTokenizer(run_there, NAME, False, (reason.note, *notes), _outline(content, model))
    tokenizer.decoder, more = read_decoder(content.get("decoder"), byte_level=tokenizer.byte_level)
    all_notes = (*_missing_notes(tokenizer), *more, *notes)
    return OpenedTokenizer(tokenizer, NAME, True, all_notes, _outline(content, model))


def _outline(content: Mapping[str, Any], model: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file without its tokens, and with only those merges that are listed more than once."""
    counts = Counter(model.get("merges") or ())
    merges = [merge for merge in model.get("merges") or () if counts[merge] > 1]
    parts = {name: value for name, value in content.items() if name not in ("added_tokens", "model")}
    return {**parts, "model": {name: value for name, value in model.items() if name != "vocab"} | {"merges": merges}}


def _steps_or_reason(
    file: str, kind: str, content: Mapping[str, Any], model: Mapping[str, Any], added: Mapping[str, Mapping[str, Any]]
) -> Tokenizer | NoStepsError:
    try:
        return _with_steps(file, kind, content, model, added)
    except NoStepsError as reason:
        return reason


def _read_alone(file: str, kind: str, content: Mapping[str, Any], model: Fields, added: Added) -> OpenedTokenizer:
    """Return a tokenizer if every part is supported, else raise EngineError."""
    try:
        tokenizer = _with_steps(file, kind, content, model, added, with_library=False)
    except NoStepsError as reason:
        raise LibraryNeededError(reason.note.template, **reason.note.values) from None
    tokenizer.decoder, more = read_decoder(content.get("decoder"), byte_level=tokenizer.byte_level)
    notes = (*_missing_notes(tokenizer), *more, *_ignored_notes(content))
    return OpenedTokenizer(tokenizer, NAME, True, notes, _outline(content, model))


def _read_own_format(
    file: str, kind: str, content: Mapping[str, Any], added: Mapping[str, Mapping[str, Any]]
) -> Tokenizer:
    """Return the tokenizer of a file that `write` would reproduce, else raise EngineError."""
    try:
        tokenizer = _with_steps(file, kind, content, content["model"], added)
        tokenizer.decoder, _ = read_decoder(content.get("decoder"), byte_level=tokenizer.byte_level)
        if json.loads(write(tokenizer)[FILE]) == content:
            return tokenizer
    except (NoStepsError, EngineError):
        pass
    raise EngineError(
        "A tokenizer.json that was not written here needs the tokenizers package. Install it: pip install tokenizers."
    )


def _probes(vocabulary: Iterable[str | list[Any]], added: Iterable[str]) -> list[str]:
    model_tokens = (token if isinstance(token, str) else token[0] for token in vocabulary)
    short = list(islice((token for token in model_tokens if len(token) <= MAX_PROBED_LENGTH), MAX_PROBED_TOKENS))
    around_added = (f"x{token} {token}{token}y" for token in islice(added, MAX_PROBED_TOKENS))
    return [*PROBES, *around_added, *short, " ".join(short), "".join(short)]


def _object(file: str, value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise EngineError(
            "{file}: {what} should be an object, but it is {value}. A tokenizer.json contains a 'model' and the parts "
            "around it.",
            file=file,
            what=what,
            value=shorten(value),
        )
    return value


def _model_type(model: Mapping[str, Any]) -> str:
    """Return the model's type; in old files, it is inferred from the keys."""
    kind = model.get("type")
    if kind is None:
        return "BPE" if "merges" in model else "Unigram" if isinstance(model.get("vocab"), list) else "WordPiece"
    return kind if isinstance(kind, str) else ""


def _added_tokens(file: str, value: object) -> dict[str, dict[str, Any]]:
    """Return the added tokens by content, with validated ids."""
    added: dict[str, dict[str, Any]] = {}
    tokens: list[object] = value if isinstance(value, list) else [value] if value else []
    for number, token in enumerate(tokens):
        fields = _object(file, token, f"'added_tokens'[{number}]")
        content = fields.get("content")
        if not isinstance(content, str) or not content or content in added:
            raise EngineError(
                "{file}: 'added_tokens'[{number}] has the content {content}, but each needs a text of its own.",
                file=file,
                number=number,
                content=shorten(content),
            )
        check_id(file, content, fields.get("id"))
        added[content] = fields
    return added


def _check_byte_levels(file: str, content: Mapping[str, Any]) -> None:
    steps = json.dumps([content.get("normalizer"), content.get("pre_tokenizer")])
    count = steps.count('"type": "ByteLevel"')
    if count > MAX_BYTE_LEVELS:
        raise EngineError(
            "{file} writes a text as bytes {count} times over (ByteLevel), and each time it may double in length; the "
            "limit is {limit}. Remove all but one.",
            file=file,
            count=count,
            limit=MAX_BYTE_LEVELS,
        )


def _with_steps(
    file: str,
    kind: str,
    content: Mapping[str, Any],
    model: Mapping[str, Any],
    added: Mapping[str, Mapping[str, Any]],
    *,
    with_library: bool = True,
) -> Tokenizer:
    if kind not in _READERS:
        raise NoStepsError("Its model, {kind}, is not supported here.", kind=kind)
    _check_added(kind, added)
    words = without_character_split(content.get("pre_tokenizer")) if kind == "WordLevel" else None
    cut = read_pre_tokenizer(content.get("pre_tokenizer") if words is None else words)._replace(
        each_character=words is not None
    )
    normalizers = _normalizers(content.get("normalizer"))
    if normalizers and any(fields.get("normalized") for fields in added.values()):
        raise NoStepsError("It looks for its added tokens in the normalized text.")
    if kind == "WordPiece" and normalizers == [UNCASED_BERT]:
        cut = cut._replace(bert_normalizer=True)
        normalizers = []
    for step in normalizers:
        if step.get("type") == "Replace" and step.get("pattern") == {"String": " "} and step.get("content") == SPACE:
            cut = cut._replace(space=SPACE)
    tokenizer = _READERS[kind](file, model, cut, added)
    tokenizer.flags = _flags(added)
    if not normalizers and not cut.spaces and tokenizer.flags.keys().isdisjoint(tokenizer.added_tokens):
        return tokenizer
    tokenizer.space = cut.space
    normalizer: Normalizer | None = None
    if normalizers == [COMPOSING]:
        normalizer = NFC()
    elif normalizers:
        normalizer = IsolatedNormalizer(content["normalizer"]) if with_library else _rewriting(normalizers)
    return NormalizingTokenizer(tokenizer, normalizer=normalizer, spaces=cut.spaces)


def _rewriting(normalizers: Sequence[Fields]) -> Rewriting:
    """Return the rewriting that these normalizers do. Raises NoStepsError if one does more than replace texts."""
    steps = []
    for step in normalizers:
        match step:
            case {"type": "Prepend", "prepend": str(front)} if front:
                steps.append(("", front))
            case {"type": "Replace", "pattern": {"String": str(old)}, "content": str(new)} if old:
                steps.append((old, new))
            case _:
                raise NoStepsError("It normalizes a text in a way not supported here ({kind}).", kind=step.get("type"))
    return Rewriting(*steps)


_READERS: dict[str, Callable[[str, Fields, PreTokenization, Added], Tokenizer]] = {
    "BPE": read_bpe,
    "WordLevel": read_word_level,
    "WordPiece": read_wordpiece,
    "Unigram": read_unigram,
}


def _normalizers(value: object) -> list[Fields]:
    """Return the normalizers with nested sequences flattened."""
    if not isinstance(value, dict):
        return []
    if value.get("type") != "Sequence":
        # By default, accents are stripped if capitals are lowered.
        bert = value.get("type") == "BertNormalizer" and value.get("strip_accents") is None
        return [{**value, "strip_accents": value.get("lowercase")} if bert else value]
    return [step for part in value.get("normalizers") or [] for step in _normalizers(part)]


def _check_added(kind: str, added: Mapping[str, Mapping[str, Any]]) -> None:
    by_flags: dict[tuple[bool, bool], list[str]] = {}  # by (special, normalized)
    for token, fields in added.items():
        by_flags.setdefault((bool(fields.get("special")), bool(fields.get("normalized"))), []).append(token)
        if kind != "BPE" and not fields.get("special"):
            raise NoStepsError(
                "It looks for its token {token!r} before a text is cut into words, which only the steps of BPE do "
                "here.",
                token=token,
            )
    # The library matches normalized ones in a second pass, and special ones may be skipped. Here, the
    # special ones come first. That matters where two can overlap.
    if len(by_flags) > 1 and overlap_cost(*by_flags.values()) > MAX_OVERLAP_COST:
        raise NoStepsError(
            "Its {count} added tokens are too long to tell whether two of them can overlap in a text.", count=len(added)
        )
    if any(can_overlap(first, second) for first, second in combinations(by_flags.values(), 2)):
        raise NoStepsError("Its added tokens may overlap, but are not all searched for at once.")
    if may_conflict(_flags(added), added.keys()):
        raise NoStepsError("One of its added tokens depends on the text around it, where another may stand.")


def _flags(added: Mapping[str, Mapping[str, Any]]) -> dict[str, Flags]:
    found = {token: Flags(*(bool(fields.get(flag)) for flag in Flags._fields)) for token, fields in added.items()}
    return {token: flags for token, flags in found.items() if any(flags)}


def _check_same(
    tokenizer: Tokenizer, probes: Sequence[str], answer: Mapping[str, Any], added: Mapping[str, object]
) -> None:
    if tokenizer.tokens_by_name != answer["added"]:
        raise NoStepsError("The library gives its added tokens different ids from the file.")
    for probe, expected in zip(probes, answer["ids"], strict=True):
        if expected is None:  # nothing to compare with, usually because a part is unknown
            continue
        try:
            ids = _ids_with_special(tokenizer, probe)
        except EngineError as error:  # a pattern that is too slow here
            raise NoStepsError(error.template, **error.values) from None
        # An unknown character without an unknown token is an error here; the library may drop it.
        if NO_ID not in ids and ids != expected:
            raise NoStepsError("The library gives different ids for the text {text!r}.", text=probe)


def _ids_with_special(tokenizer: Tokenizer, text: str) -> list[int]:
    ids: list[int] = []
    place = 0
    for piece, special_id in tokenizer.split_special(text, "all"):
        ids += tokenizer._ids_from(piece, place) if special_id is None else [special_id]
        place += len(piece)
    return ids


def _missing_notes(tokenizer: Tokenizer) -> tuple[Note, ...]:
    complete = tokenizer.byte_level and all(symbol in tokenizer.vocabulary for symbol in BYTE_ALPHABET)
    if complete or tokenizer.byte_of_token or tokenizer.unk_token in tokenizer.vocabulary:
        return ()
    if not isinstance(tokenizer, BPETokenizer):
        return (Note("It has no unknown token, so a text with anything unknown in it is an error."),)
    return (
        Note(
            "It has no unknown token. The tokenizers library drops unknown characters; here they are an error, so that "
            "none is lost unnoticed."
        ),
    )


def _ignored_notes(content: Mapping[str, Any]) -> tuple[Note, ...]:
    notes = []
    for part in ("truncation", "padding"):
        if content.get(part):
            notes.append(Note("The file asks for {part}, which is ignored here.", part=part))
    post_processor = content.get("post_processor")
    if isinstance(post_processor, dict) and post_processor.get("type") != "ByteLevel":
        notes.append(
            Note(
                "The file adds special tokens around a text ({kind}); here they are left out.",
                kind=shorten(post_processor.get("type")),
            )
        )
    return tuple(notes)


def write(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the file, and the one that transformers reads with it.

    Its special tokens are matched anywhere in a text, as with allowed_special="all".

    Raises EngineError for what the library does not support: a separate end-of-word symbol, a token removed from the
    vocabulary, a pattern that it interprets differently.
    """
    model, parts, decoder = _model_json(tokenizer)
    if isinstance(tokenizer.decoder, Decoder):
        decoder = tokenizer.decoder.to_json()
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": _added_json(tokenizer),
        "normalizer": _normalizer_json(tokenizer),
        "pre_tokenizer": _sequence_json(parts),
        "post_processor": None,
        "decoder": decoder,
        "model": without_later_tokens(model, tokenizer.base_tokenizer),
    }
    # Only what transformers needs: it takes the special tokens and their ids from the tokenizer.json.
    config: dict[str, object] = {"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": False}
    if tokenizer.unk_token in tokenizer.vocabulary:
        config["unk_token"] = tokenizer.unk_token
    return {FILE: _json(content), CONFIG: _json(config)}


def _json(content: object) -> bytes:
    text = json.dumps(content, ensure_ascii=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise EngineError(
            "A token contains half a character, the lone surrogate U+{code}, which no file can store. Train without "
            "it.",
            code=f"{ord(text[error.start]):04X}",
        ) from None


def _added_json(tokenizer: Tokenizer) -> list[dict[str, object]]:
    return [
        {
            "id": token_id,
            "content": token,
            **tokenizer.flags.get(token, Flags())._asdict(),
            "normalized": False,
            "special": token in tokenizer.special_tokens,
        }
        for token, token_id in sorted(tokenizer.tokens_by_name.items(), key=lambda item: item[1])
    ]


def _model_json(tokenizer: Tokenizer) -> tuple[Fields, list[Fields], Fields | None]:
    """Return the model, the steps that cut a text, and the decoder."""
    match tokenizer:
        case BPETokenizer():
            if tokenizer.byte_level and tokenizer.pre_tokenizer == GPT2:
                return write_bpe(tokenizer), [_byte_level(use_regex=True)], _bpe_decoder(tokenizer)
            steps = write_pre_tokenizer(tokenizer.pre_tokenizer)
            if tokenizer.byte_level:
                steps.append(_byte_level(use_regex=False))
            return write_bpe(tokenizer), steps, _bpe_decoder(tokenizer)
        case WordPieceTokenizer():
            decoder = {"type": "WordPiece", "prefix": tokenizer.prefix, "cleanup": False}
            return write_wordpiece(tokenizer), write_pre_tokenizer(tokenizer.pre_tokenizer), decoder
        case UnigramTokenizer():
            return write_unigram(tokenizer), write_pre_tokenizer(tokenizer.pre_tokenizer), {"type": "Fuse"}
        case WordLevelTokenizer():
            return write_units(tokenizer), write_pre_tokenizer(tokenizer.pre_tokenizer), None
        case CharacterTokenizer():
            steps = [*write_pre_tokenizer(tokenizer.pre_tokenizer), EACH_CHARACTER]
            return write_units(tokenizer), steps, {"type": "Fuse"}
        case NormalizingTokenizer():
            return _model_json(tokenizer.base_tokenizer)
        case BPEDropoutTokenizer():
            model, parts, merges = _model_json(tokenizer.base)
            return {**model, "dropout": tokenizer.dropout}, parts, merges
    raise AssertionError("require_supported rejects it")


def _normalizer_json(tokenizer: Tokenizer) -> Fields | None:
    normalizer = getattr(tokenizer, "normalizer", None)
    if normalizer is None:
        return None
    if type(normalizer) is BertNormalizer:
        return UNCASED_BERT
    if type(normalizer) is NFC:
        return COMPOSING
    raise EngineError(
        "{format} cannot store the normalizer {kind}. Use a BertNormalizer, or none.",
        format=NAME,
        kind=type(normalizer).__name__,
    )


def _sequence_json(steps: list[Fields]) -> Fields | None:
    if len(steps) < 2:
        return steps[0] if steps else None
    return {"type": "Sequence", "pretokenizers": steps}


def _byte_level(*, use_regex: bool) -> dict[str, object]:
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}


def _bpe_decoder(tokenizer: BPETokenizer) -> Fields:
    if tokenizer.byte_level:
        return {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    if tokenizer.end_of_word_suffix:
        return {"type": "BPEDecoder", "suffix": tokenizer.end_of_word_suffix}
    return {"type": "Fuse"}
