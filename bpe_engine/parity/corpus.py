"""The words of several languages, counted separately."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError

MAX_LANGUAGES = 100


@dataclass(frozen=True)
class LanguageCorpus(Corpus):
    """A corpus with words by language. `words` are those of all languages, counted together.

    `languages` contains the words of each language with their frequencies. `dev` may contain separate texts that are
    only measured: the same sentences in every language. If it is empty, the training texts are measured.

    >>> german = Corpus.from_counts({"hat": 3, "Hut": 1})
    >>> corpus = LanguageCorpus.from_corpora({"en": Corpus.from_counts({"hat": 2}), "de": german})
    >>> corpus.words
    {'hat': 5, 'Hut': 1}
    """

    languages: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    dev: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @classmethod
    def from_corpora(cls, languages: Mapping[str, Corpus], dev: Mapping[str, Corpus] | None = None) -> "LanguageCorpus":
        """Combine the corpora of several languages, which must be cut in the same way.

        Raises EngineError if there is no language or too many, if corpora were cut in different ways, or if `dev` is
        given with different languages.
        """
        if not 1 <= len(languages) <= MAX_LANGUAGES:
            raise EngineError(
                "{count:,} languages were given, but it takes 1 to {most:,}. Leave some out, or combine several into "
                "one.",
                count=len(languages),
                most=MAX_LANGUAGES,
            )
        if dev is not None and [*dev] != [*languages]:
            raise EngineError(
                "The texts to measure are in {dev}, but those to train on are in {languages}. Give both in the same "
                "languages, in the same order.",
                dev=", ".join(map(repr, dev)) or "no language",
                languages=", ".join(map(repr, languages)),
            )
        first, *others = (*languages.values(), *(dev or {}).values())
        for other in others:
            if (other.pre_tokenizer, other.byte_level) != (first.pre_tokenizer, first.byte_level):
                raise EngineError(
                    "The languages' corpora are cut in different ways. Use one pre-tokenizer for all, and either bytes "
                    "or characters for all."
                )
        words: dict[str, int] = {}
        for corpus in languages.values():
            for word, count in corpus.words.items():
                words[word] = words.get(word, 0) + count
        return cls(
            words,
            first.pre_tokenizer,
            first.byte_level,
            {name: corpus.words for name, corpus in languages.items()},
            {name: corpus.words for name, corpus in (dev or {}).items()},
        )

    @property
    def evaluation_words(self) -> Mapping[str, Mapping[str, int]]:
        """The words of each language that are measured."""
        return self.dev or self.languages


def as_language_corpus(corpus: Corpus) -> LanguageCorpus:
    """Return a corpus with languages; a plain corpus becomes a single language without a name."""
    return corpus if isinstance(corpus, LanguageCorpus) else LanguageCorpus.from_corpora({"": corpus})
