"""WordPiece: training by scores, one merge at a time, and the tokenizer that takes the longest match."""
