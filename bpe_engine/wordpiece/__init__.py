"""WordPiece: training by scores, one merge at a time, and the tokenizer by longest match."""
