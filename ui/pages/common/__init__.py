"""Code shared by several pages: layout, the current training, choosing a tokenizer."""
