"""The genuine WordPiece vocabulary of BERT (bert-base-uncased), included in the package."""

from bpe_engine.pre_tokenizers import BERT
from bpe_engine.text.normalizers import BertNormalizer
from bpe_engine.vocabularies.bundled_files import read_bundled
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer

NAME = "bert-base-uncased"
SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
"""The checksum of the published vocab.txt, which is included unchanged, compressed."""

SPECIAL_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def vocab_txt() -> bytes:
    """Return the published vocab.txt: one token per line, whose number is the id.

    Raises the errors of `load_pretrained`.
    """
    return read_bundled(NAME, SHA256)


def bert_base_uncased() -> WordPieceTokenizer:
    """Return BERT's tokenizer, with its normalization. [CLS] and [SEP] are not added.

    Raises the errors of `load_pretrained`.
    """
    tokens = vocab_txt().decode().removesuffix("\n").split("\n")
    return WordPieceTokenizer(
        name=NAME,
        vocabulary={token: token_id for token_id, token in enumerate(tokens)},
        pre_tokenizer=BERT,
        special_tokens=SPECIAL_TOKENS,
        normalizer=BertNormalizer(),
    )
