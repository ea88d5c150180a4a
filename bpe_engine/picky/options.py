"""The options of Picky BPE."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bpe_engine.bpe.options import BPEOptions
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.picky.events import PickyEvent
from bpe_engine.picky.tokenizer import PickyBPETokenizer, PickyChange
from bpe_engine.training.options import option


@dataclass(frozen=True, kw_only=True)
class PickyOptions(BPEOptions):
    """The options of `PickyBPETrainer`, which describes them."""

    threshold: float = option(0.9, help="a token is removed if a merge uses up more than this share of it")

    can_forget_rare_pairs = False  # a token that falls apart can make any pair frequent again

    def __post_init__(self) -> None:
        super().__post_init__()
        if (
            isinstance(self.threshold, bool)
            or not isinstance(self.threshold, int | float)
            or not 0 <= self.threshold <= 1
        ):
            raise EngineError(
                "threshold={value!r} is not a share. Choose a number from 0 to 1; at 1, no token is removed.",
                value=self.threshold,
            )
        if self.drop_unused:
            raise EngineError(
                "drop_unused does not apply here: Picky BPE removes tokens by its threshold. Leave it out."
            )

    def picky_tokenizer(
        self, corpus: Corpus, vocabulary: Mapping[str, int], events: Sequence[PickyEvent]
    ) -> PickyBPETokenizer:
        """Return the tokenizer that applies these merges and removals."""
        base = self.tokenizer(corpus, vocabulary, [event.pair for event in events])
        changes = []
        for event in events:
            changes.append(PickyChange(event.pair, (event.token,)))
            changes += [PickyChange((removal.token,), removal.pieces) for removal in event.removed]
        return PickyBPETokenizer(base, changes)
