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
from ui.course.app_links import bpe_tokenizer, bpe_training_at
from ui.course.chapter_files import chapters_by_key, topics
from ui.course.vocabulary_sizes import parameters
from ui.pages.companions.computed import lecture_code
from ui.pages.companions.computed.formatting import said
from ui.pages.files.view import files_of

HELLO = "hello world hello world"


def letters(letter: str, text: str) -> str:
    """How often a letter is in a text."""
    return str(text.count(letter))


def formats() -> str:
    """How many tokens the same data has in each format."""
    texts = chapters_by_key(topics())["formats"].question_texts
    return ", ".join(str(len(load_pretrained("cl100k_base").encode(text))) for text in texts)


def bytes_of_each(text: str) -> str:
    """How many bytes each character has."""
    return ", ".join(str(len(character.encode())) for character in text)


def embedding(name: str, width: int) -> str:
    """How many tokens a vocabulary has, how many rows an embedding for it, and how many numbers are in that."""
    tokenizer = load_pretrained(name)
    return f"{tokenizer.vocab_size}, {embedding_rows(tokenizer)}, {parameters(embedding_rows(tokenizer), width)}"


def encode_bytes(text: str) -> str:
    """The bytes of a text."""
    return repr(list(text.encode()))


def stats(ids: list[int]) -> str:
    """How often each pair occurs."""
    return repr(lecture_code.get_stats(ids))


def stats_of(text: str) -> str:
    """How often each pair of bytes occurs in a text."""
    return repr(lecture_code.get_stats(list(text.encode())))


def merge(ids: list[int], left: int, right: int, new_id: int) -> str:
    """The ids after a merge."""
    return repr(lecture_code.merge(ids, (left, right), new_id))


def merge_in(text: str, left: int, right: int, new_id: int) -> str:
    """The bytes of a text after a merge."""
    return repr(lecture_code.merge(list(text.encode()), (left, right), new_id))


def merges() -> str:
    """The merges of the training."""
    made = bpe_training_at("scenario=aaab")
    ids = made.vocabulary_at(3)
    return ", ".join(
        f"({ids[event.pair.left]}, {ids[event.pair.right]}) -> {event.token_id} {event.token}" for event in made.events
    )


def verbose() -> str:
    """The same as the program tells it at work."""
    made = bpe_training_at("scenario=aaab")
    ids = made.vocabulary_at(3)
    return "\n".join(
        f"merge {event.rank + 1}/3: ({ids[event.pair.left]}, {ids[event.pair.right]}) -> {event.token_id} "
        f"({event.token.encode()!r}) had {event.count} occurrences"
        for event in made.events
    )


def tokens_at_each_step() -> str:
    """Return how many tokens the text has at the start and after each merge."""
    made = bpe_training_at("scenario=aaab")
    return " ".join(str(made.at(step).tokens_in_corpus) for step in range(len(made.events) + 1))


def too_small(vocab_size: int) -> str:
    """Return how a training on bytes ends that is given so small a size."""
    trainer = BPETrainer(vocab_size=vocab_size, initial_alphabet=BYTE_ALPHABET)
    return said(lambda: trainer.train(Corpus.from_text("aaabdaaabac", "none"))).partition(":")[0]


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
    """Return how it ends if `allowed_special` is something else."""
    return said(lambda: load_pretrained("cl100k_base").encode("a", value)).partition(":")[0]


def pattern_line() -> str:
    """Return the second line of the .model."""
    return repr(_file("tokenizer.model").splitlines()[1])


def cut_after_load(text: str) -> str:
    """Return a text cut after `load` has read another pattern, and as that pattern cuts it."""
    return f"{lecture_code.cut_after_load(text)} | {GPT2.split(text)}"


def train_and_tell(text: str) -> str:
    """How the program of the lecture ends on a text."""
    return said(lambda: lecture_code.train_and_tell(text, 1))


def refused(token_id: int) -> str:
    """The error for an id that there is not."""
    return said(lambda: bpe_tokenizer("scenario=aaab").decode([token_id])).partition(":")[0]


def render_token(text: str) -> str:
    """A token with its control characters written out."""
    return readable(text.encode())


def decode_after_load(*ids: int) -> str:
    """What decoding gives after loading."""
    found = lecture_code.decode_after_load(ids, [(97, 97), (256, 97), (257, 98)])
    return f"{len(found)} × {found[0]!r}"


def model_file() -> str:
    """The lines of the .model that have merges, below its name."""
    return "\n".join(line for line in _file("tokenizer.model").splitlines() if " " in line)


def vocab_file() -> str:
    """The last line of the .vocab."""
    return _file("tokenizer.vocab").splitlines()[-1]


def train_on_chunks(text: str) -> str:
    """How the program of the lecture ends on the chunks of a text."""
    return said(lambda: lecture_code.train_on_chunks(text))


def kind_of_error(text: str) -> str:
    """The same by its name alone."""
    return train_on_chunks(text).partition(":")[0]


def words_of_two_patterns(text: str) -> str:
    """The words of a text by the lecture's pattern, and by tiktoken's."""
    return f"{lecture_code.split(text)} | {GPT4.split(text)}"


def merges_asked_for(vocab_size: int) -> str:
    """How many merges the program makes where more are asked for, and how many there are."""
    return f"{lecture_code.merges_made(HELLO, vocab_size)}, {len(_in_chunks(vocab_size).events)}"


def merges_in_chunks() -> str:
    """The merges of the program, repaired."""
    made = _in_chunks(259)
    ids = made.vocabulary_at(3)
    return ", ".join(
        f"({ids[event.pair.left]},{ids[event.pair.right]}) -> {event.token_id} {event.token}" for event in made.events
    )


def characters_and_tokens(text: str) -> str:
    """How many characters a special token is written with, and how many tokens it is."""
    return f"{len(text)}, {len(load_pretrained('cl100k_base').encode(text, 'all'))}"


def _in_chunks(vocab_size: int) -> BPETraining:
    return bpe_training_at(f"scenario=text&text={HELLO}&units=bytes&allbytes=1&split=gpt4&vocab={vocab_size}")


def _file(name: str) -> str:
    return files_of(bpe_tokenizer("scenario=aaab"), "minbpe")[name].decode()
