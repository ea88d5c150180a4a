"""SentencePiece models: their files, their normalization, and the two kinds that this engine runs."""
