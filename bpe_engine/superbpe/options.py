"""The options of SuperBPE, and the cuts of its first stage."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bpe_engine.bpe.merge_state import BOUNDARY, PairIds
from bpe_engine.bpe.options import BPEOptions
from bpe_engine.byte_alphabet import symbols_to_bytes, to_byte_symbols
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import GPT2, PreTokenizer
from bpe_engine.training.options import option, require_positive_int


@dataclass(frozen=True, kw_only=True)
class SuperBPEOptions(BPEOptions):
    """The options of `SuperBPETrainer`, which describes them."""

    transition: int | None = option(
        None, help="the number of tokens at which the second stage, across words, starts (default: nine tenths of all)"
    )
    first_stage: PreTokenizer = option(GPT2, help="how text is cut into words for the first stage")
    max_words: int = option(4, help="the largest number of words in a token")

    can_forget_rare_pairs = False  # the second stage repeats the merges of the first at other positions

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.transition is not None:
            require_positive_int("transition", self.transition)
        require_positive_int("max_words", self.max_words)
        if self.limit_alphabet is not None:
            raise EngineError(
                "limit_alphabet does not apply to SuperBPE: its pattern cuts the text as written. Leave it out."
            )
        if self.drop_unused or self.end_of_word_symbol or self.end_of_word_suffix:
            raise EngineError(
                "drop_unused and end-of-word marks do not apply to SuperBPE, whose tokens run on from word to word. "
                "Leave them out."
            )

    def pieces_of(self, word: str, byte_level: bool) -> list[str]:
        """Cut a word of the corpus for the first stage. Skipped white space stays with the piece after it."""
        text = symbols_to_bytes(word).decode() if byte_level else word
        ends = [start + len(piece) for piece, start, _ in self.first_stage.pre_tokens(text)]
        cuts = [0, *ends[:-1], len(text)]
        pieces = [text[start:end] for start, end in zip(cuts, cuts[1:], strict=False)]
        return [to_byte_symbols(piece) for piece in pieces] if byte_level else pieces

    def ids_with_boundaries(self, corpus: Corpus, word: str, ids: dict[str, int]) -> list[int]:
        """Return the ids of a word's symbols, with BOUNDARY between its pieces."""
        joined: list[int] = []
        for piece in self.pieces_of(word, corpus.byte_level):
            joined += [BOUNDARY] if joined else []
            joined += [ids[symbol] for symbol in piece]
        return joined

    def merge_filter(self, tokens: Sequence[str], byte_level: bool) -> Callable[[PairIds], bool]:
        """Return the filter of pairs: a token has at most `max_words` words and no space after a colon."""
        space = "Ġ" if byte_level else " "
        is_short = super().merge_filter(tokens, byte_level)

        def allowed(pair: PairIds) -> bool:
            token = tokens[pair[0]] + tokens[pair[1]]
            if is_short is not None and not is_short(pair):
                return False
            return space not in token or (
                f":{space}" not in token and sum(map(bool, token.split(space))) <= self.max_words
            )

        return allowed
