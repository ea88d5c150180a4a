"""Write tokenizers to files in the formats of other libraries, and read them back.

`write` returns the content of the files and `read` takes it: neither touches the disk. Nothing in a file is executed.

>>> from bpe_engine import BPETrainer, Corpus
>>> tokenizer = BPETrainer(vocab_size=7).train(Corpus.from_text("hug hugs pug", pre_tokenizer="gpt2"))
>>> files = write(tokenizer, "gpt2")
>>> print(files["merges.txt"].decode(), end="")
#version: 0.2
u g
>>> opened = read(write(tokenizer, "minbpe"))
>>> opened.format, opened.has_steps, opened.tokenizer.tokenize("hug")
('minbpe', True, ['h', 'ug'])
"""

from bpe_engine.files.detection import read
from bpe_engine.files.file_checks import MAX_FILE_BYTES
from bpe_engine.files.formats import FORMATS, Format, notes_on, write
from bpe_engine.files.opened_tokenizer import LibraryNeededError, Note, OpenedTokenizer
from bpe_engine.files.snippets import snippet

__all__ = [
    "FORMATS",
    "MAX_FILE_BYTES",
    "Format",
    "LibraryNeededError",
    "Note",
    "OpenedTokenizer",
    "notes_on",
    "read",
    "snippet",
    "write",
]
