"""Models of the library SentencePiece: their files, how they treat a text, and the two kinds that are run here."""
