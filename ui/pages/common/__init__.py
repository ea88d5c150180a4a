"""What several pages have: how they begin, the training of the learner, the choice of a tokenizer."""
