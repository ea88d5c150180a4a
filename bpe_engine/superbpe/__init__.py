"""SuperBPE: byte-pair encoding in two stages, of which the second merges across spaces."""
