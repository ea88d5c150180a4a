"""What several pages share: layout, the current training, choosing a tokenizer."""
