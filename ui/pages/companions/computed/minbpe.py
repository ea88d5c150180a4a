"""The Chinese lecture on minbpe: bytes and ids."""

from bpe_engine import (
    BYTE_ALPHABET,
    BPETrainer,
    BPETraining,
    Corpus,
    RegisteredTokenizer,
    load_pretrained,
)
from bpe_engine.files.minbpe import readable
from bpe_engine.pre_tokenizers import GPT2, GPT4
from ui.base.tokenizer_choices import embedding_rows
from ui.course.chapter_files import chapters_by_key, topics
from ui.course.values.app_links import bpe_tokenizer, bpe_training_at
from ui.course.values.vocabulary_sizes import parameters
from ui.pages.companions.computed import lecture_code
from ui.pages.companions.computed.formatting import result_or_error
from ui.pages.files.view import files_of

HELLO = "hello world hello world"


def letters(letter: str, text: str) -> str:
    """Return how often a letter occurs in a text."""
    return str(text.count(letter))


def formats() -> str:
    """Return the number of tokens of the same data in each format."""
    texts = chapters_by_key(topics())["formats"].question_texts
    return ", ".join(str(len(load_pretrained("cl100k_base").encode(text))) for text in texts)


def bytes_of_each(text: str) -> str:
    """Return the number of bytes of each character."""
    return ", ".join(str(len(character.encode())) for character in text)


def embedding(name: str, width: int) -> str:
    """Return the size of a vocabulary, the rows of its embedding, and the numbers in that."""
    tokenizer = load_pretrained(name)
    return f"{tokenizer.vocab_size}, {embedding_rows(tokenizer)}, {parameters(embedding_rows(tokenizer), width)}"


def encode_bytes(text: str) -> str:
    """Return the bytes of a text."""
    return repr(list(text.encode()))


def stats(ids: list[int]) -> str:
    """Return the count of each pair."""
    return repr(lecture_code.get_stats(ids))


def stats_of(text: str) -> str:
    """Return the count of each pair of bytes in a text."""
    return repr(lecture_code.get_stats(list(text.encode())))


def merge(ids: list[int], left: int, right: int, new_id: int) -> str:
    """Return the ids after a merge."""
    return repr(lecture_code.merge(ids, (left, right), new_id))


def merge_in(text: str, left: int, right: int, new_id: int) -> str:
    """Return the bytes of a text after a merge."""
    return repr(lecture_code.merge(list(text.encode()), (left, right), new_id))


def merges() -> str:
    """Return the merges of the training."""
    training = bpe_training_at("scenario=aaab")
    ids = training.vocabulary_at(3)
    return ", ".join(
        f"({ids[event.pair.left]}, {ids[event.pair.right]}) -> {event.token_id} {event.token}"
        for event in training.events
    )


def verbose() -> str:
    """Return the merges as the program prints them while training."""
    training = bpe_training_at("scenario=aaab")
    ids = training.vocabulary_at(3)
    return "\n".join(
        f"merge {event.rank + 1}/3: ({ids[event.pair.left]}, {ids[event.pair.right]}) -> {event.token_id} "
        f"({event.token.encode()!r}) had {event.count} occurrences"
        for event in training.events
    )


def tokens_at_each_step() -> str:
    """Return how many tokens the text has at the start and after each merge."""
    training = bpe_training_at("scenario=aaab")
    return " ".join(str(training.at(step).tokens_in_corpus) for step in range(len(training.events) + 1))


def too_small(vocab_size: int) -> str:
    """Return the error of a byte-level training with such a small size."""
    trainer = BPETrainer(vocab_size=vocab_size, initial_alphabet=BYTE_ALPHABET)
    return result_or_error(lambda: trainer.train(Corpus.from_text("aaabdaaabac", "none"))).partition(":")[0]


def words_of_gpt2_pattern(text: str) -> str:
    """Return the words of a text by the lecture's pattern of GPT-2, and by GPT-2's own."""
    return f"{lecture_code.GPT2_SPLIT_PATTERN.findall(text)} | {GPT2.split(text)}"


def registered(name: str) -> str:
    """Return the special tokens of the training's tokenizer, once one is registered."""
    return repr(dict(RegisteredTokenizer(bpe_tokenizer("scenario=aaab"), [name]).special_tokens))


def split_special(text: str) -> str:
    """Return a text cut around its special tokens."""
    return repr([piece for piece, _token_id in load_pretrained("cl100k_base").split_special(text, "all")])


def ids_with_set(text: str, *allowed: str) -> str:
    """Return the ids of a text in which these names are special tokens, and all others plain text, as in minbpe."""
    return repr(load_pretrained("cl100k_base").encode(text, set(allowed), ()))


def not_a_choice(value: str) -> str:
    """Return the error for any other value of `allowed_special`."""
    return result_or_error(lambda: load_pretrained("cl100k_base").encode("a", value)).partition(":")[0]


def pattern_line() -> str:
    """Return the second line of the .model."""
    return repr(_file("tokenizer.model").splitlines()[1])


def cut_after_load(text: str) -> str:
    """Return a text cut after `load` has read another pattern, and as that pattern cuts it."""
    return f"{lecture_code.cut_after_load(text)} | {GPT2.split(text)}"


def train_and_tell(text: str) -> str:
    """Return the result of the lecture's program on a text, or its error."""
    return result_or_error(lambda: lecture_code.train_and_tell(text, 1))


def refused(token_id: int) -> str:
    """Return the error for an unknown id."""
    return result_or_error(lambda: bpe_tokenizer("scenario=aaab").decode([token_id])).partition(":")[0]


def render_token(text: str) -> str:
    """Return a token with its control characters escaped."""
    return readable(text.encode())


def decode_after_load(*ids: int) -> str:
    """Return the result of decoding after loading."""
    text = lecture_code.decode_after_load(ids, [(97, 97), (256, 97), (257, 98)])
    return f"{len(text)} × {text[0]!r}"


def model_file() -> str:
    """Return the lines of the .model that contain merges."""
    return "\n".join(line for line in _file("tokenizer.model").splitlines() if " " in line)


def vocab_file() -> str:
    """Return the last line of the .vocab."""
    return _file("tokenizer.vocab").splitlines()[-1]


def train_on_chunks(text: str) -> str:
    """Return the result of the lecture's program on the chunks of a text, or its error."""
    return result_or_error(lambda: lecture_code.train_on_chunks(text))


def kind_of_error(text: str) -> str:
    """Return only the name of that error."""
    return train_on_chunks(text).partition(":")[0]


def words_of_two_patterns(text: str) -> str:
    """Return the words of a text by the lecture's pattern, and by tiktoken's."""
    return f"{lecture_code.split(text)} | {GPT4.split(text)}"


def merges_asked_for(vocab_size: int) -> str:
    """Return how many merges the program makes when more are requested, and how many there are."""
    return f"{lecture_code.merges_made(HELLO, vocab_size)}, {len(_in_chunks(vocab_size).events)}"


def merges_in_chunks() -> str:
    """Return the merges of the repaired program."""
    made = _in_chunks(259)
    ids = made.vocabulary_at(3)
    return ", ".join(
        f"({ids[event.pair.left]},{ids[event.pair.right]}) -> {event.token_id} {event.token}" for event in made.events
    )


def characters_and_tokens(text: str) -> str:
    """Return the number of characters in a special token's name, and of its tokens."""
    return f"{len(text)}, {len(load_pretrained('cl100k_base').encode(text, 'all'))}"


def _in_chunks(vocab_size: int) -> BPETraining:
    return bpe_training_at(f"scenario=text&text={HELLO}&units=bytes&allbytes=1&split=gpt4&vocab={vocab_size}")


def _file(name: str) -> str:
    return files_of(bpe_tokenizer("scenario=aaab"), "minbpe")[name].decode()
